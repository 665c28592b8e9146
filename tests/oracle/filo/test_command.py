"""Leaders of the oracle by hand: odds of more dice than its own can be thrown for."""

import pytest

from games.filo_hand_worked import Both
from oracle.filo.rules import read_rules


def test_a_prisoner_is_freed_by_hand():
    # Taken with 1/2 in turn 1; in turn 2 a prisoner stays one with 6/10, or is freed and taken again with 1/2.
    ours = [{"value": 5, "bonus": 1}, {"value": 2, "bonus": 1, "destroyed": 5, "freed": 4}]
    sides = {"a": {"leaders": ours}, "b": {"leaders": [{"value": 9, "bonus": 1}]}}
    scenario = {"turns": 2, "decisive": False, "policies": {}, **sides}
    came = Both("command").exactly(scenario, read_rules("filo-read"))
    assert came.mean("a_captured").value == pytest.approx(0.5 * (0.6 + 0.4 * 0.5) + 0.5 * 0.5, abs=1e-12)
    assert came.tally("a_freed").value == pytest.approx(0.5 * 0.4, abs=1e-12)

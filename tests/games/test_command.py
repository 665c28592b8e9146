"""Leaders over a battle: initiative by class, wounds, deaths, captures, succession."""

import pytest

from engine.solving import best_value
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

READ = load_rules("filo-read")
BASE = load_scenario("command-duel")
PLAIN = {"value": 3, "bonus": 1}


def made(ours, theirs, changes=None, rules=READ):
    armies = {"turns": 1, "a.leaders": ours, "b.leaders": theirs, "decisive": True, **(changes or {})}
    return build(BASE.replaced(armies), rules)


def exact(*what, **more):
    return run(made(*what, **more), engine="exact")


def test_the_best_leader_to_silence_is_chosen_by_state():
    """The army leader of the rivals is at risk only if he attacks: another one is silenced."""
    rivals = [{**PLAIN, "attacks": 6}, PLAIN]
    process = made([{"value": 3, "bonus": 9}], rivals, {"turns": 2})
    found = best_value(process, ["a.silences"], {"a": 1}, "b_leader_lost")
    never = exact([{"value": 3, "bonus": 0}], [{"value": 3, "bonus": 9, "attacks": 6}, PLAIN], {"turns": 2})
    assert found == pytest.approx(never.probability("b_leader_lost").value, abs=1e-12)
    assert run(process, engine="exact").probability("b_leader_lost").value < found

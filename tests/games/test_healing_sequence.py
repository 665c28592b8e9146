"""Healing day by day: odds worked by hand from the two tables, and wrong files."""

import numpy as np
import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules

SIEGE = load_rules("siege")
DAILY = {"healing-who-rolls": "daily"}
CROISADES = {"healing-table": "croisades"}


def healing(options=None, rules=SIEGE, **changes):
    plain = {"turns": 20, "fit": 0, "wounded": 1, "casualties": []}
    return build(load_scenario("healing-six").replaced(plain | changes), rules.replaced(options=options or {}))


def exact(options=None, **changes):
    return run(healing(options, **changes), engine="exact")


def close(wanted):
    return pytest.approx(wanted, abs=1e-12)


def test_strength_by_day_has_quantiles():
    fit = next(one for one in exact(wounded=5, fit=3).watched if one.name == "fit")
    # Four days have passed for 4 in 10: one of five at most in 34 of 100 cases, two at most in 68.
    assert [fit.quantile(5, share) for share in (0.3, 0.5, 0.9)] == [4, 5, 6]


def test_no_strength_is_an_ending_where_none_is_wanted():
    assert exact(wounded=2).endings == ("all_back",)
    assert exact(wounded=2).probability("all_back").value == 1
    assert exact(wounded=2, wanted=2).endings == ("strength", "all_back")


def test_more_men_never_make_it_weaker():
    by_fit = [exact(fit=fit, wounded=3, wanted=5).probability("strength").value for fit in range(2, 6)]
    assert np.all(np.diff(by_fit) > 0)
    by_wounded = [exact(fit=3, wounded=wounded, wanted=5).probability("strength").value for wounded in range(2, 7)]
    assert np.all(np.diff(by_wounded) > 0)
    by_wanted = [exact(fit=3, wounded=4, wanted=wanted).probability("strength").value for wanted in range(3, 8)]
    assert np.all(np.diff(by_wanted) < 0)


def test_a_changed_cell_counts():
    rules = SIEGE.replaced(cells=[CellChange("healing-d10", "9", "days", "1")])
    assert exact(rules=rules).by_turn("fit", 2).value == close(0.2)
    # Without any 1 nobody comes back under daily rolls.
    rules = SIEGE.replaced(cells=[CellChange("healing-d10", "1", "days", "2")])
    assert exact(DAILY, rules=rules).mean("fit").value == 0


def test_the_report_of_a_few_days():
    plan = {"fit": 1, "wounded": 2, "turns": 4, "wanted": 3, "casualties": [{"day": 2, "men": 9, "from": "fit"}]}
    game = play_trace(healing(CROISADES, **plan), dice=[6, 2, 1, 5])
    assert [event.text for event in game.events] == [
        "man 1: healing, die 6 -> reroll (roll again on healing-croisades-reroll)",
        "man 1: second roll, die 2 -> dies (dies of the wound)",
        "man 2: healing, die 1 -> 1 (1 turn)",
        "wounded: 1",
        "man 1: healing, die 5 -> 3 (3 turns)",
        "fit again: 1",
    ]
    assert game.ending == "undecided"
    assert game.measures == {"fit": 1, "wounded": 1, "out": 0, "dead": 1}
    game = play_trace(healing(DAILY, turns=2), dice=[4, 1])
    assert "he rolls again before that" in [event.text for event in game.events]

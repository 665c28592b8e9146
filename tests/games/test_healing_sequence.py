"""Healing day by day: odds worked by hand from the two tables, and wrong files."""

import pytest

from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

SIEGE = load_rules("siege")


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

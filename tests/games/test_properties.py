"""More men, engines, oil or days never help the other side: exact odds of small scenarios, and the cases where rules or policies say otherwise."""

import numpy as np
import pytest

from cases import cases
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

CASES = cases(__file__)

SIEGE = load_rules("siege")
ROUNDING = 1e-12
"""Exact odds are sums of floats."""

LONG = ("siege-tower-duel", "siege-relief", "sortie-battery", "healing-storm", "ram-sortie:fire")

"""What the attackers (of healing: the wounded side, of panic: the enemy) want. A sector cleared is as good as a foothold: the
foothold alone becomes likelier with a larger reserve, because fewer sectors are cleared before."""


def changed(*parts):
    """Return changes of a scenario: those of the names that are given, and further ones."""
    return {key: value for part in parts for key, value in (CASES[part] if isinstance(part, str) else part).items()}


def chances(name, changes, key, values):
    """Return the exact chance of success for each value of a key."""
    scenario = load_scenario(name).replaced(changes)
    played = [run(build(scenario.replaced({key: value}), SIEGE), engine="exact") for value in values]
    return np.array([result.probability(CASES["SUCCESS"][name]).value for result in played])


def quick_and_long(cases):
    """Return cases for `pytest.mark.parametrize`, all but the first of a scenario, and those that take long, marked slow."""
    first = {case[0]: case for case in reversed(cases)}
    return [
        pytest.param(*case, marks=() if case is first[case[0]] and case[0] not in LONG else pytest.mark.slow)
        for case in cases
    ]


@pytest.mark.parametrize(("name", "changes", "key", "values"), quick_and_long(CASES["HELPS"]))
def test_more_of_it_never_hurts_its_own_side(name, changes, key, values):
    found = chances(name, changed(*changes), key, values)
    assert np.all(np.diff(found) >= -ROUNDING)
    assert found[-1] - found[0] > ROUNDING


@pytest.mark.parametrize(("name", "changes", "key", "values"), quick_and_long(CASES["HINDERS"]))
def test_more_of_it_never_helps_the_other_side(name, changes, key, values):
    found = chances(name, changed(*changes), key, values)
    assert np.all(np.diff(found) <= ROUNDING)
    assert found[0] - found[-1] > ROUNDING


def test_the_more_days_the_more_men_are_fit():
    result = run(build(load_scenario("healing-six").replaced({"casualties": []}), SIEGE), engine="exact")
    fit = [result.by_turn("fit", day).value for day in range(1, result.turns + 1)]
    assert np.all(np.diff(fit) >= -ROUNDING)
    assert fit[-1] - fit[0] > 3


@pytest.mark.parametrize(("name", "changes", "key", "values", "steps"), CASES["TURNED"])
def test_the_rules_turn_some_of_it_round(name, changes, key, values, steps):
    found = np.diff(chances(name, changed(*changes), key, values))
    assert np.all(np.sign(found) * (abs(found) > ROUNDING) == steps)

"""Every shipped scenario under every shipped rule set: the same engine and the same numbers as written down, and all digests."""

import json

import pytest

from mangonel.games.scenario import load_scenario, scenario_names
from mangonel.rules.loading import rule_set_names
from results.make import DIGESTS, FOLDER, TRIALS, answer, digests
from shipped_games import LONG

SIGMAS = 5.0
ROUNDING = 1e-12
QUICK = {"siege", "navas"}
"""The usual rule set of each game."""
BATTLES = {"battle-navas", "battle-andalus"}
"""Sampled only and dear: a quarter of the games finds a changed cell of the table of combat."""


GREATEST = "siege-great"
"""The siege with most parts, each of which another siege has as well."""


def pace(scenario, rules):
    if rules in QUICK and scenario != GREATEST:
        return pytest.mark.slow if scenario in LONG else ()
    # Shorter scenarios of each sequence are played under every rule set.
    return pytest.mark.release if scenario in LONG else pytest.mark.slow


EVERY = [
    pytest.param(scenario, rules, marks=pace(scenario, rules))
    for scenario in scenario_names()
    for rules in rule_set_names(load_scenario(scenario).system.id)
]


def known(scenario):
    return json.loads((FOLDER / f"{scenario}.json").read_text(encoding="utf-8"))


def same(ours, theirs):
    """Exact numbers but for rounding; sampled ones, which are pairs with their error, within 5 of both errors."""
    if isinstance(theirs, list):
        return abs(ours[0] - theirs[0]) <= SIGMAS * (ours[1] ** 2 + theirs[1] ** 2) ** 0.5
    return abs(ours - theirs) <= ROUNDING * max(1.0, abs(theirs))


def off(ours, theirs):
    """Return what is not as written: names of parts, and of numbers with what they are and should be."""
    wrong = {}
    for part, value in theirs.items():
        now = ours.get(part)
        if not isinstance(value, dict) or now is None or list(now) != list(value):
            if now != value:
                wrong[part] = (now, value)
        elif part == "opening":
            wrong |= {f"opening {name}": both for name, both in off(now, value).items()}
        else:
            wrong |= {f"{part} {name}": (now[name], value[name]) for name in value if not same(now[name], value[name])}
    return wrong | {part: (value, None) for part, value in ours.items() if part not in theirs}


def test_all_that_is_shipped_is_written_down():
    assert {file.stem for file in FOLDER.glob("*.json")} - {DIGESTS.stem} == set(scenario_names())
    for scenario in scenario_names():
        assert tuple(known(scenario)) == rule_set_names(load_scenario(scenario).system.id)


def test_every_rule_set_and_scenario_is_what_it_was():
    """`make.py --digests` writes them anew after a change that is meant and moves no number."""
    assert digests() == json.loads(DIGESTS.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("scenario", "rules"), EVERY)
def test_the_numbers_are_those_written_down(scenario, rules):
    then = known(scenario)[rules]
    turns = then.get("opening", {}).get("turns")
    # Where the first turns are held exactly, a tenth of the games says the rest under all but the usual rules.
    share = 10 if turns and rules not in QUICK else 4 if scenario in BATTLES else 1
    assert off(answer(scenario, rules, turns, TRIALS // share), then) == {}

"""Cases worked by hand that are data, `worked/*.toml`: oracle and package play them with the same dice, all of which are rolled.

`[kinds]` names kinds of men, `[setup]` is what all cases of a file begin with, `[case."name"]` is one of them: `setup` is what
is another in it, each of `plays` a game of it, with `dice`, `options` of the rules, another `setup` or `rules`, and what comes
of it. That is a field of the outcome, a measure or a counter by its name; `all_tallies` and `all_measures` are all of them,
`events.0` is the first event, `begins.0` how it begins, `has` some of them, `last_roll` the name of a roll. `"hex x 3"` in a
list is written for three, `""` for nothing.
"""

from functools import cache
from typing import Any

import pytest

from games.filo_hand_worked import Both
from games.hand_worked import scripted
from games.registry import SEQUENCES, twin_of
from oracle.filo.rules import read_rules
from oracle.scripted import changed
from oracle.setups import in_full, read_cases

FILES = read_cases("worked")
CASES = [(name, case) for name, file in FILES.items() for case in file["case"]]


def found(outcome: Any, name: str) -> Any:
    if name.startswith("all_"):
        return getattr(outcome, name.removeprefix("all_"))
    counted = outcome.tallies | outcome.measures
    return counted.get(name, getattr(outcome, name, 0))


def listed(value: Any) -> Any:
    return [listed(one) for one in value] if isinstance(value, list | tuple) else value


@cache
def filo(sequence: str) -> Both:
    return Both(sequence)


@pytest.mark.parametrize(("name", "case"), CASES)
def test_a_case_worked_by_hand(name: str, case: str) -> None:
    file, said = FILES[name], FILES[name]["case"][case]
    sequence = said.get("sequence", file.get("sequence"))
    for play in said["plays"]:
        setup = changed(changed(file["setup"], said.get("setup", {})), play.get("setup", {}))
        setup = in_full(setup, file.get("kinds", {}))
        options, dice = (said | play).get("options", {}), in_full(play["dice"], {})
        if sequence in SEQUENCES:
            outcome: Any = scripted(twin_of(sequence).oracle, setup, *dice, **options)
        else:
            rules = read_rules((said | play).get("rules", "filo-read")).changed(options)
            outcome = filo(sequence)(setup, rules, iter(dice))
        for key, value in play.items():
            if key in ("events", "rolls", "begins") and isinstance(value, dict):
                every = outcome.events if key == "begins" else getattr(outcome, key)
                for place, one in value.items():
                    assert every[int(place)].startswith(one) if key == "begins" else listed(every[int(place)]) == one
            elif key == "last_roll":
                assert outcome.rolls[-1][0] == value
            elif key == "has":
                assert set(value) <= set(outcome.events)
            elif key not in ("dice", "options", "rules", "setup"):
                assert listed(found(outcome, key)) == value, key

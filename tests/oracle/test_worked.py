"""Cases worked by hand that are data, `worked/*.toml`: oracle and package play them with the same dice, all of which are rolled.

`[kinds]` names kinds of men, `[setup]` is what all cases of a file begin with, `[case."name"]` is one of them: `setup` is what
is another in it, each of `plays` a game of it, with `dice`, `options` and `cells` of the rules, another `setup` or `rules`, and
what comes of it. That is a field of the outcome, a measure or a counter by its name; `all_tallies` and `all_measures` are all of them,
`events.0` is the first event, `begins.0` how it begins, `has` some of them, `last_roll` the name of a roll, `thrown` the names
of those that are not for the initiative. `odds."ending turn"` are the chances of what these come to, over all dice that can
follow `dice`. `"hex x 3"` in a list is written for three, `""` for nothing.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import Any

import pytest

from games.filo_hand_worked import Both
from games.hand_worked import Dice, odds, on_both, scripted
from games.registry import SEQUENCES, twin_of
from oracle.filo.courses import odds as filo_odds
from oracle.filo.rules import read_rules as read_filo_rules
from oracle.rules import read_rules
from oracle.scripted import changed, every_course
from oracle.setups import in_full, read_cases

FILES = read_cases("worked")
CASES = [(name, case) for name, file in FILES.items() for case in file["case"]]


def found(outcome: Any, name: str) -> Any:
    if name.startswith("all_"):
        return getattr(outcome, name.removeprefix("all_"))
    if name == "last_roll":
        return outcome.rolls[-1][0]
    if name == "thrown":
        return [roll for roll, _ in outcome.rolls if "initiative" not in roll and "first" not in roll]
    counted = {**outcome.tallies, **outcome.measures}
    return counted.get(name, getattr(outcome, name, 0))


def listed(value: Any) -> Any:
    return [listed(one) for one in value] if isinstance(value, list | tuple) else value


@cache
def filo(sequence: str) -> Both:
    return Both(sequence)


def all_odds(sequence: str, setup: Any, given: Any, dice: list[int], names: str) -> dict[str, Fraction]:
    """Return the chances of what these names come to; the dice of a siege are all open."""

    def told(outcome: Any) -> str:
        return " ".join(str(found(outcome, name)) for name in names.split())

    if sequence not in SEQUENCES:
        return filo_odds(lambda faces: told(filo(sequence)(setup, given, chain(dice, faces.left))))
    oracle = twin_of(sequence).oracle
    if isinstance(given, dict):
        return odds(oracle, setup, told, **given)
    return every_course(lambda asked, _, roll: on_both(oracle)(asked, given, roll), setup, told)


def played(sequence: str, setup: Any, given: Any, dice: list[int]) -> Any:
    """Return what oracle and package say: of a siege under other options, or under rules with other cells, too."""
    if sequence not in SEQUENCES:
        return filo(sequence)(setup, given, iter(dice))
    if isinstance(given, dict):
        return scripted(twin_of(sequence).oracle, setup, *dice, **given)
    roll = Dice(dice)
    outcome = on_both(twin_of(sequence).oracle)(setup, given, roll)
    assert roll.left == []
    return outcome


def compare(outcome: Any, key: str, value: Any) -> None:
    if key in ("events", "rolls", "begins") and isinstance(value, dict):
        every = outcome.events if key == "begins" else getattr(outcome, key)
        for place, one in value.items():
            assert every[int(place)].startswith(one) if key == "begins" else listed(every[int(place)]) == one
    elif key == "all_tallies":
        assert Counter(outcome.tallies) == Counter(value)
    elif key == "has":
        assert set(value) <= set(outcome.events)
    else:
        assert listed(found(outcome, key)) == value, key


@pytest.mark.parametrize(("name", "case"), CASES)
def test_a_case_worked_by_hand(name: str, case: str) -> None:
    file, said = FILES[name], FILES[name]["case"][case]
    sequence = said.get("sequence", file.get("sequence"))
    for play in said["plays"]:
        setup = changed(changed(file["setup"], said.get("setup", {})), play.get("setup", {}))
        setup = in_full(setup, file.get("kinds", {}))
        given, dice = (said | play).get("options", {}), in_full(play.get("dice", []), {})
        cells = (said | play).get("cells", [])
        if sequence not in SEQUENCES:
            given = read_filo_rules((said | play).get("rules", "filo-read")).changed(given, cells)
        elif cells:
            given = read_rules(options=given, cells=cells)
        for names, shares in play.get("odds", {}).items():
            chances = all_odds(sequence, setup, given, dice, names)
            assert {what: chances.get(what) for what in shares} == {
                what: Fraction(share) for what, share in shares.items()
            }
        if "odds" in play:
            continue
        outcome = played(sequence, setup, given, dice)
        for key in play.keys() - {"cells", "dice", "options", "rules", "setup"}:
            compare(outcome, key, play[key])

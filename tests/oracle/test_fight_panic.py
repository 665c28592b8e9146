"""Hand-worked checks of panic in the slow melee: scripted dice."""

from typing import Any

import pytest

from oracle.melee import Melee
from oracle.scripted import KNIGHT, Dice, Setup, changed, named
from oracle.setups import setup_of

# One strong man attacks (12-1: a die of 1 to 6 kills), his opponents do not.
BASE = setup_of(
    "midgame/melee",
    {
        "attackers": {"kind": "champion"},
        "defenders": {"men": 6},
        "policies": {"defenders": {"attack_from": "12-1+"}},
        "panic": True,
        "panic_of": {"attackers": {"followed": True}, "defenders": {"followed": True}},
    },
)
TWO, ROUT_SIX = 7, 10


def defenders(**panic: Any) -> Setup:
    return {"panic_of": {"defenders": panic}}


def begun(changes: Setup, *values: int, **options: str) -> Melee:
    return Melee.begun(changed(BASE, changes), named(options), Dice(*values))


def test_riders_and_stunned_men_are_not_seized() -> None:
    peasants = {"panic_of": {"defenders": {"class": "peasant"}}}
    game = begun(changed(peasants, {"defenders": {"kind": KNIGHT, "men": 3, "mounted": 2}}))
    game.men["defenders"][2].stun()
    game.panics["defenders"].test(game)
    assert game.tallies["panic_tests"] == 0
    game.men["defenders"][2].state = "fit"
    game.roll = Dice(ROUT_SIX)
    game.panics["defenders"].test(game)
    assert [man.routed for man in game.men["defenders"]] == [False, False, True]


@pytest.mark.parametrize(("first", "states"), [("wounded", ["wounded", "wounded"]), ("fit", ["fit", "fit"])])
def test_who_panics_first(first: str, states: list[str]) -> None:
    game = begun(defenders(panics_first=first), TWO)
    men = game.men["defenders"]
    for man in men[1:3]:
        man.wound()
    game.panics["defenders"].test(game)
    assert [man.state for man in men if man.panicked] == states


def test_those_driven_back_first_and_who_is_no_target_any_more_last() -> None:
    game = begun({}, TWO)
    men = game.men["defenders"]
    men[3].back = True
    for man in (*men[:2], men[5]):
        man.passed = True
    game.panics["defenders"].test(game)
    assert [men.index(man) for man in men if man.panicked] == [2, 3]


def test_fit_men_are_calmed_first() -> None:
    game = begun(defenders(rally=2), ROUT_SIX)
    men = game.men["defenders"][:3]
    for man in men:
        man.panicked = True
    men[0].wound()
    game.panics["defenders"].end_movement()
    assert [man.panicked for man in men] == [True, False, False]


def test_losses_do_not_count_the_routed() -> None:
    game = begun({"break_off": {"defenders": {"losses": 3}}})
    for man in game.men["defenders"][:3]:
        man.wound()
    game.panics["defenders"].rout(game, game.men["defenders"][0])
    assert game.ending() is None
    assert game.outcome("undecided").defenders_wounded == 3

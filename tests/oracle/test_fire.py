"""Hand-worked checks of the fire oracle: scripted dice, every one of which must be rolled."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from games import hand_worked
from oracle.fire import play_fire
from oracle.outcome import Outcome

Setup = dict[str, Any]


def thing(name: str, *hexes: list[int], kind: str = "tent", men: int = 0, lying: int = 0) -> Setup:
    return {"name": name, "kind": kind, "hexes": list(hexes), "men": men, "lying": lying}


def fire(name: str, cause: str = "arrow", turn: int = 1, tries: int = 0) -> Setup:
    return {"hex": name, "cause": cause, "turn": turn, "tries": tries}


def camp(objects: list[Setup], fires: list[Setup], *, men: int = 0, turns: int = 9, **other: Any) -> Setup:
    policies = {"aim": "oldest", "room": 4, "occupants": "leave"}
    policies |= {key: other.pop(key) for key in tuple(other) if key in policies}
    base = {"turns": turns, "owner": "besiegers", "first": "defenders", "objects": objects, "fires": fires}
    return base | {"fighters": {"men": men, "from": 1}, "policies": policies} | other


ONE = [thing("a", [0, 0])]
ROW = [thing("a", [0, 0]), thing("b", [1, 0]), thing("c", [2, 0])]


def scripted(setup: Setup, *dice: int, **options: str) -> Outcome:
    return hand_worked.scripted(play_fire, setup, *dice, **options)


def odds(setup: Setup, of: Callable[[Outcome], Any], **options: str) -> dict[Any, Fraction]:
    return hand_worked.odds(play_fire, setup, of, **options)


def ending(outcome: Outcome) -> str:
    return outcome.ending


def test_three_turns_burn_a_tent() -> None:
    outcome = scripted(camp(ONE, [fire("a", "oil")]))
    assert (outcome.ending, outcome.turn) == ("all_lost", 3)
    assert outcome.tallies["lost:a"] == outcome.tallies["caught:a"] == outcome.measures["objects_lost"] == 1


@pytest.mark.parametrize(("cause", "lost"), [("arrow", Fraction(1, 8)), ("oil", Fraction(343, 1000))])
def test_one_man_has_three_tries(cause: str, lost: Fraction) -> None:
    found = odds(camp(ONE, [fire("a", cause)], men=1), ending)
    assert found == {"all_lost": lost, "put_out": 1 - lost}


def test_the_owner_moves_first_and_has_two_tries() -> None:
    setup = camp(ONE, [fire("a")], men=1, first="besiegers")
    assert odds(setup, ending)["all_lost"] == Fraction(1, 4)


def test_a_neighbour_catches_in_one_of_three_turns() -> None:
    found = odds(camp(ROW[:2], [fire("a")]), lambda outcome: (outcome.ending, outcome.turn))
    assert found == {
        ("all_lost", 3): Fraction(4, 10),
        ("all_lost", 4): Fraction(24, 100),
        ("all_lost", 5): Fraction(144, 1000),
        ("burnt_out", 3): Fraction(216, 1000),
    }


def test_the_german_timing_gives_the_owner_a_turn_before_it_spreads() -> None:
    setup = camp(ROW[:2], [fire("a")], first="besiegers")
    assert odds(setup, ending)["burnt_out"] == Fraction(216, 1000)
    assert odds(setup, ending, fire_spread_timing="end-of-opponents-turn")["burnt_out"] == Fraction(36, 100)


def test_a_hex_beside_two_fires() -> None:
    setup = camp(ROW, [fire("a"), fire("c")], turns=1)
    assert odds(setup, lambda outcome: outcome.tallies["spreads"])[0] == Fraction(36, 100)
    assert odds(setup, lambda outcome: outcome.tallies["spreads"], spread_rolls="each-hex")[0] == Fraction(6, 10)


def test_the_fire_of_a_barrel_waits_a_turn_before_it_spreads() -> None:
    # Laid in turn 1 by oil: no roll in that turn. By arrows, or by the other readings: one at once.
    for cause, timing, rolls in (
        ("oil", "oil-from-next-turn", 0),
        ("arrow", "oil-from-next-turn", 1),
        ("spread", "oil-from-next-turn", 1),
        ("oil", "end-of-turn", 1),
    ):
        setup = camp(ROW[:2], [fire("a", cause)], turns=1)
        assert len(scripted(setup, *[6] * rolls, fire_spread_timing=timing).events) == rolls
    # From turn 2 on it spreads like another, and what it has lit spreads at once: b in turn 2, c in turn 3.
    assert scripted(camp(ROW, [fire("a", "oil")], turns=3), 7, 7).tallies["spreads"] == 2
    # The middle burns by oil, one end by an arrow: with one roll for each hex the other end has none.
    setup = camp([*ROW, thing("d", [3, 0])], [fire("b", "oil"), fire("a", "arrow")], turns=1)
    assert scripted(setup).events == []
    assert len(scripted(setup, 6, fire_spread_timing="end-of-turn", spread_rolls="each-hex").events) == 1


def test_a_hex_put_out_and_lit_by_a_barrel_anew_waits_again() -> None:
    # Turn 1 by hand, spread rolled (6); put out in turn 2 (1) before the barrel lights it again: no roll in turn 2, one in turn 3.
    fires = [fire("a", "hand"), fire("a", "oil", turn=2)]
    setup = camp(ROW[:2], fires, men=1, turns=3, first="besiegers")
    outcome = scripted(setup, 6, 1, 10, 6)
    assert [event.split(",")[0] for event in outcome.events] == [
        "T1 spread to b",
        "T2 put out a",
        "T3 put out a",
        "T3 spread to b",
    ]


@pytest.mark.parametrize(
    ("aim", "first_tried"), [("oldest", "put out a"), ("youngest", "put out c"), ("most-neighbours", "put out b")]
)
def test_where_the_men_go_first(aim: str, first_tried: str) -> None:
    objects = [thing("a", [0, 0]), thing("b", [5, 0]), thing("c", [9, 0]), thing("d", [5, 1]), thing("e", [6, 0])]
    fires = [fire("a"), fire("b", turn=2), fire("c", turn=3)]
    camp_on_fire = camp(objects, fires, men=1, turns=3, aim=aim)
    # a burns from turn 1, b from turn 2 with two tents beside it, c from turn 3: what is tried first in turn 3?
    camp_on_fire["fighters"]["from"] = 3
    outcome = play_fire(camp_on_fire, {}, lambda: 6)
    assert next(event for event in outcome.events if event.startswith("T3")).startswith(f"T3 {first_tried}")


@pytest.mark.parametrize(
    ("kind", "cause", "options", "chance"),
    [
        ("tent", "arrow", {}, Fraction(3, 10)),
        ("tent", "arrow", {"fire_arrow_to_hit": "six-in-ten"}, Fraction(18, 100)),
        ("building", "arrow", {}, Fraction(1, 10)),
        ("mantlet", "arrow", {"fire_arrow_target_classes": "protected-mantlets"}, Fraction(1, 10)),
        ("ram", "oil", {}, Fraction(3, 10)),
        ("ram", "hand", {}, Fraction(1)),
        ("ram", "hand", {"first_fire_column": "also-hand-ignition"}, Fraction(4, 10)),
    ],
)
def test_what_it_takes_to_lay_a_fire(kind: str, cause: str, options: dict[str, str], chance: Fraction) -> None:
    setup = camp([thing("a", [0, 0], kind=kind)], [fire("a", cause, tries=1)], turns=1)
    assert odds(setup, lambda outcome: outcome.tallies["fires"], **options).get(1) == chance


def test_two_arrows_at_a_tent() -> None:
    setup = camp(ONE, [fire("a", tries=2)], turns=1)
    assert odds(setup, lambda outcome: outcome.tallies["fires"]) == {1: Fraction(51, 100), 0: Fraction(49, 100)}


def test_men_leave_unless_they_are_told_to_stay_and_may() -> None:
    setup = camp([thing("a", [0, 0], men=1)], [fire("a")])
    assert scripted(setup).measures["men_dead"] == 0
    setup["policies"]["occupants"] = "stay"
    assert scripted(setup).measures["men_dead"] == 0
    # He tries to put it out in each of three turns, is wounded at the end of the second and dead after the third.
    burnt = scripted(setup, 6, 6, 6, burning_hex_occupants="wounded-then-dead")
    assert burnt.measures == {"objects_lost": 1, "men_dead": 1, "men_wounded": 0}
    saved = scripted(setup, 6, 6, 1, burning_hex_occupants="wounded-then-dead")
    assert saved.measures == {"objects_lost": 0, "men_dead": 0, "men_wounded": 1}


def test_the_first_turn_of_two_tents() -> None:
    found = odds(
        camp(ROW[:2], [fire("a")], men=1, turns=1), lambda outcome: (outcome.tallies["spreads"], outcome.ending)
    )
    assert found == {
        (0, "put_out"): Fraction(1, 2),
        (0, "undecided"): Fraction(3, 10),
        (1, "undecided"): Fraction(2, 10),
    }

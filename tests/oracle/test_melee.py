"""Hand-worked checks of the slow melee."""

from fractions import Fraction
from typing import Any

import pytest

from games import hand_worked
from games.hand_worked import odds, scripted
from games.melee_beside import melee_on_both
from oracle.fighting import Fighter, fight_column
from oracle.melee import play_melee
from oracle.rules import read_rules
from oracle.scripted import FIGHT_POLICIES, KNIGHT, NO_ATTACK, SERGEANT, Dice, Setup, changed
from oracle.tables import ground_columns

SIEGE = read_rules()
SIDE = {"kind": SERGEANT, "men": 1, "mounted": 0, "terrain": "flat_ground", "room": None, "front": None}
LIMIT = {"losses": None, "turn": None}
BASE: Setup = {
    "turns": 1,
    "first": "attackers",
    "attackers": SIDE,
    "defenders": SIDE,
    "policies": {"attackers": FIGHT_POLICIES, "defenders": FIGHT_POLICIES},
    "break_off": {"attackers": LIMIT, "defenders": LIMIT},
}
PEACEFUL = {"defenders": NO_ATTACK}
RIDERS = {"kind": KNIGHT, "men": 1, "mounted": 1}


def melee(**changes: Any) -> Setup:
    return changed(BASE, changes)


def test_one_against_one_for_one_turn() -> None:
    # 8 : 4 is 2-1: D 1, C 2, B 2, A 1, nothing 4 of 10. A wounded man defends with 2: 4-1, where 1 to 5 kill him and 8 is A.
    # D: the defender is stunned and does not strike back. B: the attacker is out of contact. Else he strikes back.
    chances = odds(play_melee, melee(), lambda told: (told.attackers_dead, told.attackers_wounded))
    assert chances == {(1, 0): Fraction(5, 100), (0, 1): Fraction(5, 100), (0, 0): Fraction(90, 100)}
    # Self-inflicted wounds of the defender: 1 of 10 after C or nothing (6 of 10), and on 4-1 after A (1 of 10).
    chances = odds(play_melee, melee(), lambda told: told.defenders_wounded)
    assert chances[1] == Fraction(7, 100)


def test_giving_no_rest() -> None:
    # After B (2 of 10) the defender who follows strikes back too: 10 more of 100 courses with a die of his own.
    follow = melee(policies={"defenders": {"follow": True}})
    chances = odds(play_melee, follow, lambda told: told.defenders_wounded)
    assert chances[1] == Fraction(9, 100)


def test_who_stood_an_attack_is_left_alone_and_who_was_stunned_is_not() -> None:
    # Six against two, three by three on 7-1. First group D (7): stunned. Second: the stunned man first; C (8) kills him.
    setup = melee(attackers={"men": 6}, defenders={"men": 2}, policies=PEACEFUL)
    outcome = scripted(play_melee, setup, 7, 8)
    assert (outcome.defenders_dead, outcome.tallies["retreats"]) == (1, 0)
    # First group B (10): nothing to the target, who is not attacked again; the second kills the other.
    game = melee_on_both(setup, {}, Dice(10, 1))
    game.play()
    assert [man.state for man in game.men["defenders"]] == ["fit", "dead"]


def test_one_by_one_everybody_is_attacked_once_before_anybody_is_twice() -> None:
    setup = melee(
        attackers={"men": 3},
        defenders={"men": 2},
        policies={"attackers": {"attack": "separate"}, "defenders": NO_ATTACK},
    )
    # The first stands, the second is driven back (C), so the third attack falls on the first again: stunned.
    game = melee_on_both(setup, {}, Dice(7, 2, 1))
    game.play()
    assert game.roll.left == []  # type: ignore[attr-defined]
    assert [man.back for man in game.men["defenders"]] == [False, False]  # back in his own movement
    assert game.tallies["stuns"] == game.tallies["driven_back"] == 1


@pytest.mark.parametrize(
    ("wound", "states"), [("fit-first", ["wounded", "wounded"]), ("wounded-first", ["fit", "dead"])]
)
def test_room_for_one_of_two(wound: str, states: list[str]) -> None:
    # A fit and a wounded man, 12 : 4 and one to the right: 4-1, die 7 is B. One finds room.
    setup = melee(attackers={"men": 2, "room": 1}, policies={"attackers": {"wound": wound}, "defenders": NO_ATTACK})
    game = melee_on_both(setup, {}, Dice(7))
    game.men["attackers"][1].state = "wounded"
    game.play()
    assert [man.state for man in game.men["attackers"]] == states
    assert game.tallies["retreats"] == 1


@pytest.mark.parametrize(
    ("column", "die", "rides", "state", "horses"),
    [
        (5, 1, True, "wounded", 0),  # E
        (8, 1, False, "wounded", 1),  # F
        (9, 1, False, "dead", 0),  # G
        (12, 1, False, "dead", 1),  # H
    ],
)
def test_what_befalls_a_rider(column: int, die: int, state: str, horses: int, *, rides: bool) -> None:
    strong = SERGEANT | {"attack": 8 * column}
    game = melee_on_both(melee(attackers={"kind": strong}, defenders=RIDERS, policies=PEACEFUL), {}, Dice(die))
    outcome = game.play()
    knight = game.men["defenders"][0]
    assert (knight.rides, knight.state, outcome.defenders_horses) == (rides, state, horses)


def test_a_wounded_rider_fights_with_his_own_values() -> None:
    rider = Fighter(KNIGHT, "defenders", rides=True)
    rider.wound()
    assert (rider.attack, rider.defence) == (10, 4)
    rider.rides = False
    assert (rider.attack, rider.defence) == (7, 3)


def test_a_rider_wounded_by_his_own_attack_keeps_his_seat() -> None:
    # 20 : 4 is 5-1, die 9 is A.
    game = melee_on_both(melee(attackers=RIDERS, policies=PEACEFUL), {}, Dice(9))
    outcome = game.play()
    assert (game.men["attackers"][0].what, outcome.attackers_horses) == ("wounded rider", 0)


def test_a_weaker_man_is_attacked_if_the_first_may_not_be() -> None:
    # 8 : 4 is 2-1 and not enough; 8 : 2 is 4-1: die 10 nothing.
    setup = melee(defenders={"men": 2}, policies={"attackers": {"attack_from": "3-1"}, "defenders": NO_ATTACK})
    game = melee_on_both(setup, {}, Dice(10))
    game.men["defenders"][1].state = "wounded"
    assert game.play().events == ["T1 attackers fit attack wounded on 4-1, die 10 -> -"]


def test_ground() -> None:
    for rules, terrain, against, columns in (
        (SIEGE, "rubble", "trench", -2),
        (SIEGE.changed({"rubble-sign": "0"}), "rubble", "battlement", 0),
        (SIEGE, "flat_ground", "keep_door", -2),
        (SIEGE, "siege_tower_top", "battlement", -1),
    ):
        assert ground_columns(rules, terrain, against) == columns
        # From 6-1, so that there is room on both sides.
        assert hand_worked.column_of(rules, [24], 4, [terrain], against) == 6 + columns


def test_column_options() -> None:
    target = Fighter(SERGEANT, "defenders")
    each, never = SIEGE.changed({"joint-bonus-number": "each"}), SIEGE.changed({"column-below-1-1": "impossible"})
    for rules, men, ground, column in ((SIEGE, 3, 0, 7), (each, 3, 0, 8), (SIEGE, 1, -2, 1), (never, 1, -2, None)):
        group = [Fighter(SERGEANT, "attackers") for _ in range(men)]
        assert fight_column(group, target, ground, rules) == column
        # Rubble moves an attack on a trench two columns to the left.
        terrain, against = ("rubble", "trench") if ground else ("flat_ground", "flat_ground")
        attack, places = [man.attack for man in group], [terrain] * men
        assert hand_worked.column_of(rules, attack, target.defence, places, against) == column

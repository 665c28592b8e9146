"""Hand-worked checks of advance after combat where men are in contact, and at the top of a siege tower."""

from typing import Any

import pytest

from games.hand_worked import scripted
from games.melee_beside import fight_in_contact, melee_on_both
from games.siege_tower_beside import tower_on_both
from games.sortie_beside import shoot, sortie_on_both
from oracle.fighting import Fighter
from oracle.melee import Melee, play_melee
from oracle.scripted import KNIGHT, NO_ATTACK, SERGEANT, Dice, Setup, changed, named
from oracle.siege_tower import SiegeTower
from oracle.sortie import play_sortie
from oracle.sortie_setups import sortie
from oracle.test_melee import melee
from oracle.test_siege_tower import FAR, QUIET, states, tower
from oracle.tower_fire import Fire

ADVANCE = {"advance": True}
STAY = {"advance": False}
# One man against one, 2-1: 2 is C, 4 B, 6 A. Two, 5-1: 6 C, 8 B, 9 A. Three, 7-1: 8 C, 10 B.


def fought(setup: Setup, *dice: int) -> Melee:
    """The melee after the first phase of the attackers."""
    game = melee_on_both(setup, {}, Dice(*dice))
    fight_in_contact(game, game.group("attackers"), game.group("defenders"))
    assert game.roll.left == [], game.events  # type: ignore[attr-defined]
    return game


def back(men: list[Fighter]) -> list[bool]:
    return [man.back for man in men]


@pytest.mark.parametrize(("policy", "out"), [(ADVANCE, False), (STAY, True)])
def test_a_target_driven_back_is_followed(policy: Setup, out: bool) -> None:  # noqa: FBT001
    game = fought(melee(policies={"attackers": policy}), 2)
    assert back(game.men["defenders"]) == [out]
    assert (game.tallies["retreats"], game.tallies["driven_back"]) == (1, 1)


@pytest.mark.parametrize(("policy", "out"), [(ADVANCE, False), (STAY, True)])
def test_a_group_driven_back_is_followed_by_who_stood(policy: Setup, out: bool) -> None:  # noqa: FBT001
    game = fought(melee(policies={"defenders": policy}), 4)
    assert back(game.men["attackers"]) == [out]
    assert game.tallies["retreats"] == 1


def test_who_is_followed_is_in_reach_of_the_next_attack() -> None:
    # The attacker who was driven back (4) can be attacked in the other's turn if he was followed.
    for policy, attacks in ((ADVANCE, 1), (STAY, 0)):
        outcome = scripted(play_melee, melee(policies={"defenders": policy}), 4, *[10] * attacks)
        assert outcome.tallies["defenders_attacks"] == attacks


def test_one_of_two_is_followed_and_which() -> None:
    # A fit man and a wounded one, 4-1: 7 is B. The other side attacks wounded men first, so it follows him.
    for target, out in (("wounded", [True, False]), ("fit", [False, True])):
        setup = melee(attackers={"men": 2}, policies={"defenders": ADVANCE | {"target": target}})
        game = melee_on_both(setup, {}, Dice(7))
        game.men["attackers"][1].state = "wounded"
        fight_in_contact(game, game.group("attackers"), game.group("defenders"))
        assert back(game.men["attackers"]) == out


def test_a_stunned_man_follows_nobody() -> None:
    game = melee_on_both(melee(policies={"defenders": ADVANCE}), {}, Dice(4))
    game.men["defenders"][0].state = "stunned"
    fight_in_contact(game, game.group("attackers"), game.group("defenders"))
    assert back(game.men["attackers"]) == [True]


def test_who_stood_and_was_followed_is_left_alone() -> None:
    # Six against two, 7-1. C (8): driven back, followed, and passed; so the second group takes the other: 1 is F.
    setup = melee(attackers={"men": 6}, defenders={"men": 2}, policies={"attackers": ADVANCE})
    game = fought(setup, 8, 1)
    assert [man.state for man in game.men["defenders"]] == ["fit", "dead"]
    assert back(game.men["defenders"]) == [False, False]


def test_who_was_followed_takes_no_room() -> None:
    # Room for one. Both are driven back, one after the other, and both find it.
    setup = melee(attackers={"men": 6}, defenders={"men": 2, "room": 1}, policies={"attackers": ADVANCE})
    game = fought(setup, 8, 8)
    assert (states(game.men["defenders"]), back(game.men["defenders"])) == (["fit", "fit"], [False, False])
    assert game.tallies["retreats"] == 2
    game = fought(changed(setup, {"policies": {"attackers": STAY}}), 8, 8)
    assert (states(game.men["defenders"]), game.tallies["retreats"]) == (["fit", "wounded"], 1)


def test_without_room_he_is_wounded_as_ever() -> None:
    game = fought(melee(defenders={"room": 0}, policies={"attackers": ADVANCE}), 2)
    assert (states(game.men["defenders"]), game.tallies["retreats"]) == (["wounded"], 0)


def test_of_a_group_with_room_for_one_he_is_followed_and_the_other_wounded() -> None:
    # 5-1, 8 is B: the first stays and is wounded, the second finds room and is followed.
    setup = melee(attackers={"men": 2, "room": 1}, policies={"defenders": ADVANCE})
    game = fought(setup, 8)
    assert [man.state for man in game.men["attackers"]] == ["wounded", "fit"]
    assert (back(game.men["attackers"]), game.tallies["retreats"]) == ([False, False], 1)


def test_riders_are_followed_too() -> None:
    # 20 : 8 is 2-1 on the table for riders: 3 is B, 1 is C.
    riders = {"kind": KNIGHT, "men": 1, "mounted": 1}
    setup = melee(attackers=riders, defenders=riders, policies={"attackers": ADVANCE, "defenders": ADVANCE})
    assert back(fought(setup, 3).men["attackers"]) == [False]
    assert back(fought(setup, 1).men["defenders"]) == [False]


def panicking(**changes: Any) -> Setup:
    base = {"panic": True, "panic_of": {"attackers": {}, "defenders": {}}}
    return melee(**base) | changes  # type: ignore[operator]


def test_nobody_follows_men_who_run_in_panic() -> None:
    # Of two who are driven back (4-1, 7) the wounded one finds no room and dies; then the other is seized (6).
    setup = changed(panicking(), {"attackers": {"men": 2, "room": 1}, "policies": {"defenders": ADVANCE}})
    setup = changed(setup, {"policies": {"attackers": {"wound": "wounded-first"}}})
    game = melee_on_both(setup, {"panic-rule": "optional"}, Dice(7, 6))
    game.men["attackers"][1].state = "wounded"
    fight_in_contact(game, game.group("attackers"), game.group("defenders"))
    fit, dead = game.men["attackers"]
    assert (dead.state, fit.panicked, fit.in_contact) == ("dead", True, False)


def test_a_panicked_target_driven_back_is_not_followed() -> None:
    setup = changed(panicking(), {"policies": {"attackers": ADVANCE | {"follow": True}}})
    game = melee_on_both(setup, {"panic-rule": "optional"}, Dice(4))  # 2-1 and one right, 3-1: 4 is C
    man = game.men["defenders"][0]
    man.panicked = man.overtaken = True
    fight_in_contact(game, game.group("attackers"), game.group("defenders"))
    assert (man.in_contact, man.panicked) == (False, True)


# Sorties.


def test_a_torch_who_gave_ground_and_was_followed_lights_all_the_same() -> None:
    # C in turn 1. Followed, he is beside the engine still, and lights it in turn 2; else in turn 3.
    for policy, last in ((ADVANCE, 4), (STAY, 5)):
        setup = sortie(
            besiegers={"men": 1}, policies={"besiegers": {"fire_policy": "fight"} | policy, "sortie": NO_ATTACK}
        )
        outcome = scripted(play_sortie, setup, 2, *[7] * (last - 1))
        assert (outcome.ending, outcome.turn) == ("engines_destroyed", last)


def test_shots_are_followed_by_nobody() -> None:
    # No besieger lives there; the archer's 5 in the open is A. The man beside the engines is out of contact.
    setup = sortie(archers={"men": 1}, policies={"besiegers": ADVANCE, "sortie": ADVANCE})
    game = sortie_on_both(setup, {}, Dice(5))
    game.distance = 0
    shoot(game, bows_only=False)
    assert back(game.party) == [True]


@pytest.mark.parametrize(
    ("men", "option", "distance"),
    [(3, "holds-with-two", 5), (2, "holds-with-two", 7), (3, "falls-back", 7), (1, "holds", 5)],
)
def test_who_holds_a_sortie_in_the_open_together(men: int, option: str, distance: int) -> None:
    setup = sortie(approach=["flat_ground"] * 10, archers={"men": 1}, sortie={"men": men})
    game = sortie_on_both(setup, {"carrier-retreat": option}, Dice(5))
    game.distance = 5
    shoot(game, bows_only=False)
    assert game.distance == distance


def test_who_has_dropped_out_or_panicked_holds_nobody() -> None:
    for men, distance in ((1, 7), (2, 7), (0, 5)):
        setup = sortie(approach=["flat_ground"] * 10, archers={"men": 1}, sortie={"men": 3})
        setup |= {"panic": True, "panic_of": {"sortie": {}, "besiegers": {}}}
        game = sortie_on_both(setup, {"panic-rule": "optional"}, Dice(5))
        game.distance = 5
        if men == 1:
            game.dropped.append(game.party[2])
        elif men == 2:
            game.party[2].panicked = True
        shoot(game, bows_only=False)
        assert game.distance == distance


# Siege towers.


def begun(setup: Setup, *dice: int, **options: str) -> SiegeTower:
    return tower_on_both(setup, named(options), Dice(*dice))


def test_the_besiegers_may_stay_on_top() -> None:
    # 28 : 4, 7-1 with both shifts: 1 kills.
    strong = {"kind": SERGEANT | {"attack": 14}}
    for policy, die, over in ((ADVANCE, 1, 1), (STAY, 1, 0), (ADVANCE, 4, 0)):  # 4 is E
        game = begun(tower(besiegers=strong, policies={"besiegers": policy, "defenders": NO_ATTACK}), die)
        game.play()
        assert (len(game.wall), game.tallies["crossings"]) == (over, over)


@pytest.mark.parametrize(
    ("die", "policy", "over"),
    [
        (8, ADVANCE, 0),  # 6-1: nothing of theirs, C: the man on top gives ground
        (9, ADVANCE, 1),  # B: both defenders leave the wall, he takes one of their hexes
        (9, STAY, 0),
        (10, ADVANCE, 0),  # A: one of them is wounded, and none has left
    ],
)
def test_a_man_on_top_who_was_attacked_crosses(die: int, policy: Setup, over: int) -> None:
    # Two defenders against one man on top, 16 : 4, one right for two and one for the top's sign: 6-1.
    setup = tower(besiegers={"men": 4, "top": 1}, policies=QUIET)
    setup = changed(setup, {"policies": {"besiegers": policy, "defenders": {"attack_from": "1-1"}}})
    game = begun(setup, die)
    game.defenders_turn()
    assert game.events == [f"T0 defenders fit+fit attack fit on 6-1, die {die} -> {' CBA'[die - 7]}"]
    assert (len(game.wall), game.tallies["crossings"]) == (over, over)


def test_he_crosses_when_one_of_them_has_died() -> None:
    # A wounded defender, 4 : 4, one right: 2-1; 6 is A, and he dies of it.
    setup = tower(besiegers={"men": 4, "top": 1}, defenders={"on_wall": 1}, policies={"besiegers": NO_ATTACK})
    game = begun(setup, 6)
    game.on_wall[0].state = "wounded"
    game.defenders_turn()
    assert (len(game.wall), len(game.top), states(game.defenders)) == (1, 0, ["dead"])


def test_he_does_not_cross_stunned_nor_where_the_hexes_at_the_wall_burn() -> None:
    setup = tower(
        abreast=1, besiegers={"men": 4, "top": 1}, defenders={"on_wall": 1}, policies={"besiegers": NO_ATTACK}
    )
    game = begun(setup, 6)  # 3-1: B is 6
    game.top[0].state = "stunned"
    game.defenders_turn()
    assert (len(game.wall), len(game.reserve)) == (0, 1)
    # The only hex at the wall burns: nobody up there can be reached, and nothing is rolled.
    game = begun(setup)
    game.fire.fires = {0: Fire("oil")}
    game.defenders_turn()
    assert (game.wall, game.events) == ([], [])


def test_who_has_crossed_can_be_struck_by_those_who_have_not_fought() -> None:
    # Top first, one by one: the first is driven back (3-1, 6 is B) and the man on top crosses; the second, who found no place
    # in the first fight, attacks him on the wall, 2-1, where he has not been passed.
    setup = tower(abreast=1, besiegers={"men": 4, "top": 1}, policies={"besiegers": NO_ATTACK, "strike": "top"})
    setup = changed(setup, {"policies": {"defenders": {"together": 1}}})
    game = begun(setup, 6, 10)
    game.defenders_turn()
    assert game.events == [
        "T0 defenders fit attack fit on 3-1, die 6 -> B",
        "T0 defenders fit attack fit on 2-1, die 10 -> -",
    ]


def test_no_advance_along_the_wall() -> None:
    # The man on the wall wins against one of two (2-1, 2 is C): he is one man on one hex, and the other defender on his.
    game = begun(tower(width=3, besiegers={"men": 1, "top": 1}), 2, 10)
    game.play()
    assert (len(game.wall), game.tallies["crossings"], len(game.on_wall + game.reserve)) == (1, 1, 2)


@pytest.mark.parametrize(("option", "top", "below"), [("hexes", 2, 4), ("all", 0, 6)])
def test_who_comes_down_from_a_burning_tower(option: str, top: int, below: int) -> None:
    game = begun(tower(approach=FAR, policies=QUIET | {"fire_policy": "fight-on"}), tower_top_fire=option)
    game.fire.lay(2, "arrows")
    assert (len(game.top), len(game.below)) == (top, below)
    game.besiegers_turn()  # nobody climbs as long as it burns
    assert len(game.top) == top


@pytest.mark.parametrize(("option", "crossings", "state"), [("hexes", 1, "fit"), ("all", 0, "wounded")])
def test_nobody_crosses_from_a_burning_tower_or_falls_back_to_it(option: str, crossings: int, state: str) -> None:
    # The rear hex burns, and one hex of the wall is empty.
    quiet = QUIET | {"fire_policy": "fight-on"}
    game = begun(tower(width=3, besiegers={"men": 4, "top": 1}, policies=quiet), tower_top_fire=option)
    game.fire.lay(2, "arrows")
    game.besiegers_turn()
    assert game.tallies["crossings"] == crossings
    # A man on the wall is driven back (5-1, 6 is C): to the top, or there is no way.
    alone = tower(width=3, besiegers={"men": 1, "top": 1}, policies={"besiegers": NO_ATTACK})
    game = begun(alone, 6, tower_top_fire=option)
    game.cross(game.top[0])
    game.fire.lay(2, "arrows")
    game.defenders_turn()
    assert [man.state for man in game.besiegers] == [state]


def test_a_fire_that_is_out_lets_them_up_again() -> None:
    # Four below try; the first puts it out in the melee phase, and they climb in the next movement.
    game = begun(tower(defenders={"on_wall": 0, "reserve": 0}, width=1), 1, tower_top_fire="all")
    game.fire.lay(0, "oil")
    game.besiegers_turn()
    assert (len(game.top), len(game.wall)) == (0, 0)
    game.besiegers_turn()
    assert len(game.wall) == 1


def test_a_barrels_fire_at_a_tower_waits_a_turn() -> None:
    setup = tower(oil={"barrels": 1, "men": 1}, policies=QUIET, turns=2)
    game = begun(changed(setup, {"policies": {"fire_policy": "fight-on"}}), 8, 6)
    game.play()
    assert [event[:2] for event in game.events] == ["T1", "T2"]


def test_archers_shoot_at_the_wall_if_nothing_else_is_to_be_shot_at() -> None:
    # One besieger on the wall, nobody on top, no defender up there; beyond short range no fire arrow flies.
    setup = tower(besiegers={"top": 0, "men": 4}, archers={"men": 1, "weapon": "crossbow"}, defenders={"on_wall": 0})
    for shoot_wall, shots in ((None, 1), ("never", 0)):
        policies = {"shoot_wall": shoot_wall} if shoot_wall else {}
        game = begun(changed(setup, {"policies": policies}), *[10] * shots)
        game.go(game.below[0], game.wall)
        game.archers_shoot(bows_only=False)
        assert game.tallies["shots"] == shots

"""Hand-worked checks of the ladder oracle: toppling and fights on the wall. Scripted dice, every one of which must be rolled."""

import itertools

from games.hand_worked import scripted
from oracle.ladder import play_ladder
from oracle.men import Man
from oracle.outcome import Outcome
from oracle.setups import CHAMPION, NO_ATTACK, SERGEANT, assault, finish, ladder_setup


def stands(dice: tuple[int, ...], toppler: str, **options: str) -> bool:
    """Whether the ladder is never toppled in as many turns as there are dice."""
    game = assault(ladder_setup(turns=len(dice), policies=NO_ATTACK), *dice, **options)
    game.defenders[0].state = toppler
    return bool(finish(game).tallies["topples"] == 0)


def stands_with(toppler: str, **options: str) -> list[int]:
    """The faces with which it stands; in three turns it does if it does in each of them."""
    faces = [die for die in range(1, 11) if stands((die,), toppler, **options)]
    for dice in itertools.product((faces[0] - 1, faces[0]), repeat=3):
        assert stands(dice, toppler, **options) == all(die in faces for die in dice)
    return faces


def test_a_ladder_before_a_man_who_always_topples_stands_with_four_in_ten() -> None:
    assert len(stands_with("fit", ladder_topple_wounded="1")) == 4


def test_a_wounded_toppler_has_five_in_ten_by_the_italian_rule_only() -> None:
    assert len(stands_with("wounded", ladder_topple_wounded="1")) == 5
    assert len(stands_with("wounded")) == 4


def test_a_fall_wounds() -> None:
    game = assault(ladder_setup(policies=NO_ATTACK), 6)
    outcome = finish(game)
    assert (outcome.ending, outcome.turn) == ("undecided", 1)
    assert (outcome.attackers_wounded, outcome.attackers_dead) == (1, 0)
    assert (outcome.tallies["topples"], outcome.tallies["falls"]) == (1, 1)
    assert not game.ladders[0].upright
    assert [man.state for man in game.ladders[0].party] == ["fit", "fit", "fit", "wounded"]
    assert outcome.events == ["T1 topple ladder 0, die 6 -> down"]


def test_a_fall_kills_a_wounded_man() -> None:
    game = assault(ladder_setup(policies=NO_ATTACK), 6)
    for man in game.besiegers:
        man.state = "wounded"
    outcome = finish(game)
    assert (outcome.attackers_wounded, outcome.attackers_dead) == (3, 1)
    assert outcome.ending == "undecided"


def test_a_fall_stuns_a_man_below_by_option_only() -> None:
    for option, stunned in (("always", 1), ("never", 0)):
        game = assault(ladder_setup(policies=NO_ATTACK), 1, fall_on_man=option)
        outcome = finish(game)
        assert sum(man.state == "stunned" for man in game.besiegers) == stunned
        assert (outcome.attackers_wounded, outcome.attackers_dead) == (1, 0)


def test_a_stunned_climber_dies_in_his_fall() -> None:
    outcome = stunned_climber("topple", 6)
    assert (outcome.attackers_dead, outcome.attackers_wounded) == (1, 0)


def stunned_climber(facing: str, die: int) -> Outcome:
    game = assault(ladder_setup(policies={"facing": facing, **NO_ATTACK}), die)
    game.besiegers_turn()
    climber = game.ladders[0].climber
    assert climber is not None
    climber.state = "stunned"
    game.defenders_turn()
    assert game.roll.left == []
    outcome: Outcome = game.outcome("undecided")
    return outcome


def test_a_stunned_climber_made_to_retreat_dies() -> None:
    # 8 : 4, battlement against ladder: 3-1, die 4 is C
    assert stunned_climber("fight", 4).attackers_dead == 1


def test_an_empty_ladder_is_toppled_by_policy() -> None:
    for policy, dice in ((True, (3,)), (False, ())):
        game = assault(ladder_setup(policies={"topple_empty": policy}), *dice, climb_in_raising_move="forbidden")
        finish(game)
        assert game.ladders[0].upright is not policy


def test_a_stunned_defender_misses_his_turn_and_recovers() -> None:
    # turn 1: 1 on 2-1 is D, no die for the defenders; turn 2: 8 is nothing, he topples
    setup = ladder_setup(turns=2, besiegers={"kind": CHAMPION})
    outcome = scripted(play_ladder, setup, 1, 8, 3)
    assert outcome.events[0].endswith("-> D")
    assert outcome.events[2] == "T2 topple ladder 0, die 3 -> down"
    assert (outcome.defenders_dead, outcome.defenders_wounded) == (0, 0)


def test_a_stunned_defender_made_to_retreat_dies() -> None:
    game = assault(ladder_setup(besiegers={"kind": CHAMPION}), 2)
    game.defenders[0].state = "stunned"
    assert finish(game).defenders_dead == 1


def test_retreat_into_the_reserve_and_back() -> None:
    # longbow, short range, battlement: 1 is A. No target in the second phase. He is back: two more shots.
    setup = ladder_setup(turns=2, approach=["flat_ground"] * 20, covering={"men": 1})
    game = assault(setup, 1, 10, 10)
    outcome = finish(game)
    assert outcome.tallies["cover_shots"] == 3
    assert outcome.tallies["cover_hits"] == 0
    assert game.wall[0] is game.defenders[0]


def test_back_from_the_reserve_he_attacks_the_man_on_the_wall() -> None:
    game = assault(ladder_setup(width=2, foothold=2), 2, 10)
    game.wall[1] = game.ladders[0].party.pop()
    game.ladders[0].party.clear()
    outcome = finish(game)  # 2-1: 2 is C; then 2-1: 10 is nothing
    assert outcome.events[0] == "T1 besiegers higher attack hex 0 on 2-1, die 2 -> C"
    assert outcome.events[1] == "T1 defenders lower attack hex 1 on 2-1, die 10 -> -"
    assert game.wall[0] is game.defenders[0]


def test_joint_attack_from_ladder_and_wall() -> None:
    # 8 + 8 : 4 is 4-1, one left for the ladder, one right for two attackers: 4-1; apart: 1-1 and 2-1
    for policy, dice, columns in (("joint", (7, 9), ["4-1"]), ("separate", (6, 7, 9), ["1-1", "2-1"])):
        game = assault(ladder_setup(width=2, foothold=2, policies={"attack": policy}), *dice)
        game.wall[1] = Man(SERGEANT, "besieger")
        game.besiegers.append(game.wall[1])
        outcome = finish(game)
        attacks = [event for event in outcome.events if "attack hex 0" in event]
        assert [event.split(" on ")[1].split(",")[0] for event in attacks] == columns
        assert outcome.events[0].startswith(f"T1 besiegers climber{'+higher' if policy == 'joint' else ''} attack")


def test_the_lower_and_higher_man_take_the_wound_before_the_climber() -> None:
    game = assault(ladder_setup(width=2, foothold=2), 8, 9)
    fighter = game.wall[1] = Man(SERGEANT, "besieger")
    game.besiegers.append(fighter)
    finish(game)  # 4-1: 8 is A
    assert fighter.state == "wounded"


def test_a_man_who_has_moved_fights_instead_of_toppling_by_the_german_rule() -> None:
    setup = ladder_setup(foothold=2, defenders={"on_wall": 0, "reserve": 1})
    setup["besiegers"]["kind"] = SERGEANT  # 6 points: up, not over
    assert "topple" in scripted(play_ladder, setup, 9).events[0]
    assert "fights" in scripted(play_ladder, setup, 10, ladder_topple_condition="no-move").events[0]


def test_a_retreat_along_the_wall_needs_room_without_an_enemy() -> None:
    # besieger on hex 1 of 4 attacks hex 0: 2 on 1-1 is B, to hex 2; with a defender on hex 3 he is wounded
    for other, state, place in ((None, "fit", 2), (Man(SERGEANT, "defender"), "wounded", 1)):
        game = assault(ladder_setup(width=4, besiegers={"kind": SERGEANT | {"attack": 4}}), 2)
        fighter = game.ladders[0].party.pop()
        game.wall[1], game.wall[3] = fighter, other
        game.ladders[0].party.clear()
        game.besiegers_turn()
        assert fighter.state == state
        assert game.wall[place] is fighter


def test_a_besieger_driven_along_the_wall() -> None:
    # 8 : 4, 2-1: 2 is C; hex 0 is not free of enemies, so hex 2; in a sector of two he is wounded
    for width, place, state in ((3, 2, "fit"), (2, 1, "wounded")):
        game = assault(ladder_setup(width=width), 2)
        fighter = game.wall[1] = game.ladders[0].party.pop()
        game.ladders[0].party.clear()
        game.defenders_turn()
        assert fighter.state == state
        assert game.wall[place] is fighter


def test_a_besieger_does_not_retreat_beside_another_defender() -> None:
    # from hex 2, attacked from hex 3; hex 1 is free, but a stunned defender lies on hex 0
    for other, state in ((True, "wounded"), (False, "fit")):
        game = assault(ladder_setup(width=4), 2)
        fighter, foe = game.ladders[0].party.pop(), game.defenders[0]
        bystander = Man(SERGEANT, "defender", "stunned") if other else None
        game.defenders += [bystander] * other
        game.wall = [bystander, None, fighter, foe]
        game.ladders[0].party.clear()
        game.defenders_turn()
        assert fighter.state == state

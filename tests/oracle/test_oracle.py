"""Hand-worked checks of the oracles: scripted dice, every one of which must be rolled."""

import copy
import itertools
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from oracle import tables
from oracle.ladder import new_assault, play_ladder
from oracle.men import DEFAULTS, Man, odds_column
from oracle.outcome import Outcome
from oracle.ram import new_ram_attack, play_ram
from oracle.ram_sortie import fight_sortie
from oracle.readings import LETTER

Setup = dict[str, Any]
SERGEANT = {
    "attack": 8,
    "wounded_attack": 4,
    "defence": 4,
    "wounded_defence": 2,
    "movement": 6,
    "wounded_movement": 3,
    "armour": "armoured",
}
MILITIA = SERGEANT | {"armour": "unarmoured"}
RUNNER = SERGEANT | {"movement": 8}
CHAMPION = SERGEANT | {"attack": 12}
NO_ATTACK = {"attack_from": "12-1"}


def changed(base: Setup, changes: Setup) -> Setup:
    setup = copy.deepcopy(base)
    for key, value in changes.items():
        setup[key] = {**setup[key], **value} if isinstance(value, dict) else value
    return setup


def ladder_setup(**changes: Any) -> Setup:
    base = {
        "turns": 1,
        "first": "besiegers",
        "width": 1,
        "foothold": 1,
        "approach": [],
        "mantlets": False,
        "besiegers": {"kind": SERGEANT, "ladders": 1, "men": 4},
        "covering": {"men": 0, "weapon": "longbow", "distance": 20},
        "defenders": {"kind": SERGEANT, "on_wall": 1, "reserve": 0, "weapon": "none"},
        "oil": 0,
        "towers": {"men": 0, "weapon": "longbow", "aside": 0},
        "policies": {
            "attack": "joint",
            "attack_from": "1-1",
            "facing": "topple",
            "oil_first": False,
            "topple_empty": False,
            "defence_attack": "joint",
            "fire": "spread",
            "shoot_first": "climber",
            "make_room": True,
        },
        "break_off": {"losses": None, "turn": None},
    }
    return changed(base, changes)


def ram_setup(**changes: Any) -> Setup:
    base = {
        "turns": 1,
        "first": "besiegers",
        "approach": [],
        "wall": "outer",
        "marks": 0,
        "bombarded": False,
        "man_on_wall": False,
        "besiegers": {"kind": SERGEANT, "men": 3, "rams": 1},
        "archers": {"men": 0, "weapon": "longbow", "aside": 0},
        "oil": {"barrels": 0, "men": 0},
        "sortie": {"men": 0, "kind": SERGEANT, "turn": 1},
        "policies": {"fire_policy": "put-out", "fire_fighters": 6, "room": 4},
    }
    return changed(base, changes)


class Dice:
    """Scripted dice; asking for one too many is an error."""

    def __init__(self, *values: int) -> None:
        self.left = list(values)

    def __call__(self) -> int:
        return self.left.pop(0)


def scripted(play: Callable[..., Outcome], setup: Setup, *values: int, readings: Any = None, **options: str) -> Outcome:
    """Play with these dice and see that none is left. Options are written with underscores."""
    dice = Dice(*values)
    named = {name.replace("_", "-"): value for name, value in options.items()}
    outcome = play(setup, named, dice, *([readings] if readings else []))
    assert dice.left == [], outcome.events
    return outcome


def assault(setup: Setup, *values: int, readings: Any = None, **options: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return new_assault(setup, named, Dice(*values), *([readings] if readings else []))


def finish(game: Any) -> Outcome:
    outcome: Outcome = game.play()
    assert game.roll.left == [], outcome.events
    return outcome


def test_combat_columns_only_get_better_for_the_attacker() -> None:
    worth = "AB-CDEF"
    for column in range(1, 12):
        for die in range(1, 11):
            here, right = tables.combat_result(column, die), tables.combat_result(column + 1, die)
            if here in "CDEF":
                assert worth.index(right) >= worth.index(here)
    assert [tables.combat_result(8, die) for die in range(1, 11)] == list("FFFFEEDDCC")
    assert tables.combat_result(3, 2) == "D"
    assert tables.combat_result(3, 7) == "A"


def test_longbow_at_medium_range_against_light_cover() -> None:
    assert tables.range_modifier("longbow", 31, "base") == 1
    results = [tables.missile_result("longbow", die + 1, "light") for die in range(1, 11)]
    assert "".join(results) == "BBAA------"


@pytest.mark.parametrize(("weapon", "misses_from"), [("crossbow", 8), ("longbow", 7), ("shortbow", 6)])
def test_where_each_weapon_misses(weapon: str, misses_from: int) -> None:
    assert tables.missile_result(weapon, misses_from - 1, "none") == "A"
    assert tables.missile_result(weapon, misses_from, "none") == "-"


def test_range_bands() -> None:
    assert [tables.range_modifier("longbow", hexes, "base") for hexes in (1, 30, 90, 91, 150, 151)] == [
        0,
        0,
        1,
        2,
        2,
        None,
    ]
    assert [tables.range_modifier("shortbow", hexes, "croisades") for hexes in (15, 16, 41, 71)] == [0, 1, 2, None]


def test_the_moat_costs_four_from_outside() -> None:
    assert [tables.enter_cost(["flat_ground", "moat", "moat"], index) for index in range(3)] == [1, 4, 1]


def test_eight_against_three_is_two_to_one_and_one_to_one_from_a_ladder() -> None:
    man, target = Man(SERGEANT, "besieger"), Man(SERGEANT | {"defence": 3}, "defender")
    assert odds_column([man], target, [0], 0, DEFAULTS) == 2
    assert odds_column([man], target, [-1], 0, DEFAULTS) == 1


def test_printed_example_of_the_joint_attack() -> None:
    men = [Man(SERGEANT, "besieger"), Man(SERGEANT, "besieger")]
    target = Man(SERGEANT, "defender")
    assert odds_column(men, target, [1, -1], 1, DEFAULTS) == 3


def test_odds_below_one_to_one() -> None:
    weak, strong = Man(SERGEANT | {"attack": 3}, "besieger"), Man(SERGEANT, "defender")
    assert odds_column([weak], strong, [1], -1, DEFAULTS) is None
    assert odds_column([weak], strong, [0], -1, DEFAULTS | {"sub-one-to-one-odds": "one-to-one"}) == 2


def test_columns_are_clamped_after_all_shifts() -> None:
    giant, man = Man(SERGEANT | {"attack": 80}, "besieger"), Man(SERGEANT, "besieger")
    target = Man(SERGEANT, "defender")
    assert odds_column([giant], target, [-1], 0, DEFAULTS) == 11
    assert odds_column([giant], target, [1], 0, DEFAULTS) == 12
    assert odds_column([man, man], Man(SERGEANT | {"defence": 16}, "defender"), [-1, 0], 1, DEFAULTS) == 1
    target.state = "wounded"
    assert odds_column([man], target, [0], 0, DEFAULTS) == 4


def test_the_other_readings_of_the_joint_bonus_and_of_shifts_beyond_the_first_column() -> None:
    men = [Man(SERGEANT, "besieger") for _ in range(3)]
    target = Man(SERGEANT | {"defence": 8}, "defender")
    assert odds_column(men, target, [0], 0, DEFAULTS) == 4
    assert odds_column(men, target, [0], 0, DEFAULTS | {"joint-bonus-number": "each"}) == 5
    strict = DEFAULTS | {"column-below-1-1": "impossible"}
    assert odds_column(men[:1], target, [-1], 0, DEFAULTS) == 1
    assert odds_column(men[:1], target, [-1], 0, strict) is None
    # Two columns left and one right: added up the attack is on the first column, step by step it has left it.
    pair = [Man(SERGEANT | {"attack": 8}, "besieger"), Man(SERGEANT | {"attack": 8}, "besieger")]
    assert odds_column(pair, target, [-1], 1, strict) == 1
    assert odds_column(pair, target, [-1], 1, strict | {"shift-order": "one-after-another"}) is None


def topples_in_three_turns(toppler: str, **options: str) -> int:
    stands = 0
    for values in itertools.product(range(1, 11), repeat=3):
        game = assault(ladder_setup(turns=3, policies=NO_ATTACK), *values, **options)
        game.defenders[0].state = toppler
        stands += finish(game).tallies["topples"] == 0
    return stands


def test_a_ladder_before_a_man_who_always_topples_stands_with_four_in_ten() -> None:
    assert topples_in_three_turns("fit", ladder_topple_wounded="1") == 64


def test_a_wounded_toppler_has_five_in_ten_by_the_italian_rule_only() -> None:
    assert topples_in_three_turns("wounded", ladder_topple_wounded="1") == 125
    assert topples_in_three_turns("wounded") == 64


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


def test_the_climber_advances_when_the_defender_retreats() -> None:
    # 12 : 4 from the ladder: 2-1; 2 is C: into the reserve, and his hex is taken
    outcome = scripted(play_ladder, ladder_setup(besiegers={"kind": CHAMPION}), 2)
    assert (outcome.ending, outcome.turn) == ("foothold", 1)
    assert outcome.tallies["crossings"] == 1
    assert outcome.events == ["T1 besiegers climber attack hex 0 on 2-1, die 2 -> C"]


def test_without_a_reserve_to_go_to_the_defender_is_wounded() -> None:
    outcome = scripted(play_ladder, ladder_setup(besiegers={"kind": CHAMPION}), 2, 7, wall_retreat="wounded")
    assert outcome.defenders_wounded == 1
    assert outcome.ending == "undecided"


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


def test_the_attack_is_not_made_left_of_the_column_asked_for() -> None:
    setup = ladder_setup(policies={"attack_from": "2-1"})
    assert scripted(play_ladder, setup, 9).tallies["topples"] == 0


def test_a_defender_fights_the_climber_at_an_advantage() -> None:
    setup = ladder_setup(policies={"facing": "fight", **NO_ATTACK})
    for sign, column in (("-", "3-1"), ("0", "2-1")):
        outcome = scripted(play_ladder, setup, 10, ladder_combat_sign=sign)
        assert outcome.events == [f"T1 defender 0 fights climber on {column}, die 10 -> -"]


def test_a_beaten_defender_leaves_his_hex_to_the_climber() -> None:
    # 3-1: 6 is B, the defender goes into the reserve
    setup = ladder_setup(policies={"facing": "fight", **NO_ATTACK})
    outcome = scripted(play_ladder, setup, 6)
    assert (outcome.ending, outcome.tallies["crossings"]) == ("foothold", 1)


def test_oil_kills_the_climber_and_is_used_up() -> None:
    setup = ladder_setup(turns=2, oil=1, policies={"oil_first": True, **NO_ATTACK})
    outcome = scripted(play_ladder, setup, 4, 9)
    assert outcome.events == ["T1 oil on ladder 0, die 4 -> F", "T2 topple ladder 0, die 9 -> stands"]
    assert (outcome.attackers_dead, outcome.tallies["oil"]) == (1, 1)


def test_oil_drives_the_climber_back_to_the_foot() -> None:
    setup = ladder_setup(oil=1, policies={"oil_first": True, **NO_ATTACK})
    for option, wounded in (("foot", 0), ("wounded", 1)):
        assert scripted(play_ladder, setup, 10, retreat_from_ladder=option).attackers_wounded == wounded


def test_a_man_who_has_moved_fights_instead_of_toppling_by_the_german_rule() -> None:
    setup = ladder_setup(foothold=2, defenders={"on_wall": 0, "reserve": 1})
    setup["besiegers"]["kind"] = SERGEANT  # 6 points: up, not over
    assert "topple" in scripted(play_ladder, setup, 9).events[0]
    assert "fights" in scripted(play_ladder, setup, 10, ladder_topple_condition="no-move").events[0]


def test_a_retreat_along_the_wall_needs_room_without_an_enemy() -> None:
    # besieger on hex 1 of 4 attacks hex 0: 2 on 1-1 is B, to hex 2; with a defender on hex 3 he is wounded
    for other, state, place in ((None, "fit", 2), (Man(SERGEANT, "defender"), "wounded", 1)):
        game = assault(ladder_setup(width=4), 2)
        fighter = game.ladders[0].party.pop()
        fighter.kind = SERGEANT | {"attack": 4}
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
        game.wall = [bystander, None, fighter, foe]
        game.ladders[0].party.clear()
        game.defenders_turn()
        assert fighter.state == state


def over_the_wall(kind: dict[str, Any], **options: str) -> Outcome:
    """An empty hex 0, one defender far off so that the wall is not cleared."""
    game = assault(ladder_setup(turns=3, width=3, besiegers={"kind": kind}), **options)
    game.wall = [None, None, game.defenders[0]]
    return finish(game)


def test_climb_and_cross_in_one_move() -> None:
    assert (over_the_wall(RUNNER).ending, over_the_wall(RUNNER).turn) == ("foothold", 1)
    assert over_the_wall(RUNNER, ladder_climb_and_cross="forbidden").turn == 2
    assert over_the_wall(SERGEANT).turn == 2


def test_croisades_moves_the_unarmoured_eight() -> None:
    assert over_the_wall(MILITIA).turn == 2
    assert over_the_wall(MILITIA, movement_allowances="croisades").turn == 1
    assert over_the_wall(SERGEANT, movement_allowances="croisades").turn == 2


def test_croisades_moves_the_wounded_unarmoured_four() -> None:
    game = assault(ladder_setup(besiegers={"kind": MILITIA}), movement_allowances="croisades")
    assert (game.allowance("fit"), game.allowance("wounded")) == (8, 4)


def test_the_next_man_climbs_when_the_first_has_gone_across() -> None:
    game = assault(ladder_setup(besiegers={"kind": RUNNER}, defenders={"on_wall": 0, "reserve": 1}))
    game.ladders[0].upright = True
    game.besiegers_move()
    assert game.wall[0] is game.besiegers[0]
    assert game.ladders[0].climber is game.besiegers[1]
    assert game.tallies["crossings"] == 1


def test_men_on_the_wall_make_room_for_the_next() -> None:
    game = assault(ladder_setup(turns=3, width=4, foothold=2, besiegers={"kind": RUNNER}))
    game.wall = [None, None, None, game.defenders[0]]
    assert finish(game).turn == 2
    assert [bool(man) for man in game.wall] == [True, True, False, True]


def test_carriers_go_two_points_slower_and_rough_ground_costs_more() -> None:
    # 4 points: flat, scrub, flat; then filled moat and flat: at the foot with 3 spent, 3 left to climb
    setup = ladder_setup(approach=["flat_ground", "scrub", "flat_ground", "filled_moat", "flat_ground"])
    game = assault(setup)
    game.besiegers_move()
    assert (game.ladders[0].distance, game.ladders[0].upright) == (2, False)
    game.besiegers_move()
    assert game.ladders[0].upright
    assert game.ladders[0].climber is not None


def test_a_follower_without_three_points_left_waits() -> None:
    game = assault(ladder_setup(approach=["flat_ground"] * 4))
    game.besiegers_move()
    assert game.ladders[0].upright
    assert game.ladders[0].climber is None


def test_one_man_alone_cannot_carry() -> None:
    outcome = scripted(play_ladder, ladder_setup(besiegers={"men": 1}))
    assert outcome.ending == "repulsed"


def test_wounded_carriers_cannot_leave_for_rough_ground() -> None:
    game = assault(ladder_setup(approach=["scrub"]))
    for man in game.besiegers:
        man.state = "wounded"
    assert finish(game).ending == "repulsed"


def test_a_neighbour_comes_to_an_empty_hex_with_a_ladder() -> None:
    for weapon, comes in (("none", True), ("crossbow", False)):
        game = assault(ladder_setup(width=2, defenders={"weapon": weapon}))
        game.wall = [None, game.defenders[0]]
        game.ladders[0].upright = True
        game.defenders_move()
        assert (game.wall[0] is game.defenders[0]) is comes


def test_a_hit_party_falls_back_two_hexes() -> None:
    # at distance 1: longbow 5 in the open is A; then two farther, 10 misses
    setup = ladder_setup(approach=["flat_ground"] * 5, towers={"men": 1})
    for option, distance in (("falls-back", 3), ("holds", 1)):
        game = assault(setup, 5, 10, carrier_retreat=option)
        outcome = finish(game)
        assert game.ladders[0].distance == distance
        assert outcome.events[0] == "T1 towers shot 0: ladder 0 ground, die 5 -> A"
        assert (outcome.tallies["shots"], outcome.tallies["hits"]) == (2, 0)


def test_a_party_does_not_fall_back_behind_its_start() -> None:
    game = assault(ladder_setup(first="defenders", approach=["flat_ground"], towers={"men": 1}), 5, 10)
    game.defenders_turn()
    assert game.ladders[0].distance == 1


def test_covering_archers_do_not_shoot_beside_their_own_men() -> None:
    setup = ladder_setup(width=4, covering={"men": 1, "weapon": "crossbow"})
    for climbs, on_wall, shot_at in ((False, None, "hex 0"), (True, None, "hex 2"), (False, 1, None)):
        game = assault(setup, *([10] if shot_at else []))
        game.wall[2] = Man(SERGEANT, "defender")
        if climbs:
            game.ladders[0].upright, game.ladders[0].climber = True, game.ladders[0].party.pop()
        if on_wall:
            game.wall[on_wall] = game.ladders[0].party.pop()
        game.covering_archers(bows_only=False)
        assert game.roll.left == []
        assert [event.split(": ")[1].split(",")[0] for event in game.events] == ([shot_at] if shot_at else [])


def test_crossbows_shoot_once_and_bows_twice() -> None:
    setup = ladder_setup(approach=["flat_ground"] * 20, towers={"men": 2, "weapon": "crossbow"})
    assert scripted(play_ladder, setup, 10, 10).tallies["shots"] == 2
    setup["towers"]["weapon"] = "shortbow"
    assert scripted(play_ladder, setup, 10, 10, 10, 10).tallies["shots"] == 4


def test_scrub_gives_cover_beyond_eight_hexes_only() -> None:
    # longbow 2: row 5, C in the open and B in scrub
    for aside, result in ((6, "C"), (7, "B")):
        setup = ladder_setup(first="defenders", approach=["scrub"], towers={"men": 1, "aside": aside})
        game = assault(setup, 2, 10)
        game.defenders_turn()
        assert game.events[0].endswith(f"-> {result}")


def test_mantlets_are_heavy_cover_or_no_target_at_all() -> None:
    setup = ladder_setup(approach=["flat_ground"] * 20, mantlets=True, towers={"men": 1})
    assert scripted(play_ladder, setup, 1, 10).events[0].endswith("-> A")
    assert scripted(play_ladder, setup, mantlet_cover="infinite").tallies["shots"] == 0


def test_a_dismounted_knight_is_harder_to_hit() -> None:
    knight = SERGEANT | {"armour": "dismounted-knight"}
    setup = ladder_setup(approach=["flat_ground"] * 20, besiegers={"kind": knight}, towers={"men": 1})
    assert scripted(play_ladder, setup, 4, 10).events[0].endswith("-> A")
    assert scripted(play_ladder, setup, 4, 10, dismounted_knight="0").events[0].endswith("-> B")


def test_no_shot_at_a_climber_beside_a_defender() -> None:
    setup = ladder_setup(towers={"men": 1, "weapon": "crossbow"}, policies=NO_ATTACK, defenders={"weapon": "none"})
    assert "ground" in scripted(play_ladder, setup, 10, 9).events[0]


def test_a_climber_before_an_empty_hex_is_shot_first_or_last() -> None:
    for policy in ("climber", "ground"):
        setup = ladder_setup(width=3, foothold=2, towers={"men": 1, "weapon": "crossbow"})
        game = assault(changed(setup, {"policies": {"shoot_first": policy}}), 10)
        game.wall = [None, None, game.defenders[0]]
        assert policy in finish(game).events[0]


def test_fire_is_spread_or_concentrated() -> None:
    for policy, ladders in (("spread", ["0", "1"]), ("concentrate", ["0", "0"])):
        setup = ladder_setup(width=2, approach=["flat_ground"] * 20, policies={"fire": policy})
        setup = changed(setup, {"besiegers": {"ladders": 2}, "towers": {"men": 2, "weapon": "crossbow"}})
        outcome = scripted(play_ladder, setup, 10, 10)
        assert [event.split("ladder ")[1][0] for event in outcome.events] == ladders


def test_a_wounded_man_on_the_wall_shoots_worse() -> None:
    setup = ladder_setup(approach=["flat_ground"] * 20, defenders={"weapon": "crossbow"})
    for state, result in (("fit", "C"), ("wounded", "B")):
        game = assault(setup, 3)
        game.defenders[0].state = state
        assert finish(game).events[0].endswith(f"-> {result}")


def test_the_man_before_the_ladder_shoots_its_climber() -> None:
    setup = ladder_setup(defenders={"weapon": "crossbow"}, policies={"facing": "shoot", **NO_ATTACK})
    outcome = scripted(play_ladder, setup, 7)
    assert outcome.events == ["T1 wall shot 0: ladder 0 climber, die 7 -> A"]


def test_who_was_in_a_melee_does_not_shoot_in_the_first_phase() -> None:
    setup = ladder_setup(defenders={"weapon": "crossbow"}, policies={"facing": "shoot"})
    assert scripted(play_ladder, setup, 10).tallies["shots"] == 0
    assert scripted(play_ladder, setup, 10, 10, readings=LETTER).tallies["shots"] == 1


def test_who_has_shot_does_not_pour() -> None:
    setup = ladder_setup(oil=1, defenders={"weapon": "crossbow"})
    setup = changed(setup, {"policies": {"facing": "shoot", "oil_first": True, **NO_ATTACK}})
    assert scripted(play_ladder, setup, 10).tallies["oil"] == 0
    assert scripted(play_ladder, setup, 10, 10, readings=LETTER).tallies["oil"] == 1


def test_apart_only_the_winner_of_the_combat_may_advance() -> None:
    # the climber's 1-1 does nothing, the man on hex 1 drives the defender off
    for readings, crossings in ((None, 0), (LETTER, 1)):
        game = assault(ladder_setup(width=2, policies={"attack": "separate"}), 6, 2, readings=readings)
        game.wall[1] = Man(SERGEANT, "besieger")
        game.besiegers.append(game.wall[1])
        game.besiegers_turn()
        assert game.tallies["crossings"] == crossings


def test_break_off_by_turn_and_by_losses() -> None:
    setup = ladder_setup(turns=5, policies=NO_ATTACK)
    by_turn = scripted(play_ladder, changed(setup, {"break_off": {"turn": 2}}), 9, 9)
    assert (by_turn.ending, by_turn.turn) == ("repulsed", 2)
    by_losses = scripted(play_ladder, changed(setup, {"break_off": {"losses": 1}}), 9, 1)
    assert (by_losses.ending, by_losses.turn) == ("repulsed", 2)


def test_cleared() -> None:
    # a crossbow's 1 is B behind a battlement: wounded, then dead
    setup = ladder_setup(approach=["flat_ground"] * 20, covering={"men": 2, "weapon": "crossbow"})
    outcome = scripted(play_ladder, setup, 1, 1)
    assert (outcome.ending, outcome.defenders_dead, outcome.tallies["cover_hits"]) == ("cleared", 1, 2)


def test_defenders_may_have_the_first_turn() -> None:
    setup = ladder_setup(first="defenders", towers={"men": 1, "weapon": "crossbow"}, policies=NO_ATTACK)
    outcome = scripted(play_ladder, setup, 1)  # one shot, then the ladder is raised, nobody topples it
    assert (outcome.attackers_dead, outcome.ending) == (1, "undecided")


def test_a_ram_damages_on_five_and_more() -> None:
    marks = [scripted(play_ram, ram_setup(), die).marks for die in range(1, 11)]
    assert marks == [0, 0, 0, 0, 1, 1, 1, 1, 1, 1]


def breach_by(turns: int, rolls: int, chance: Fraction = Fraction(6, 10), **options: str) -> Fraction:
    """Every sequence of blows that count (die 10) and do not (die 1), each with its weight."""
    total = Fraction(0)
    for blows in itertools.product((10, 1), repeat=rolls):
        weight = Fraction(1)
        for blow in blows:
            weight *= chance if blow == 10 else 1 - chance
        dice = Dice(*blows)
        outcome = play_ram(ram_setup(turns=turns), {k.replace("_", "-"): v for k, v in options.items()}, dice)
        total += weight * (outcome.ending == "breach")
        assert outcome.ending == "breach" or dice.left == []
    return total


def test_breach_by_turn_four_over_all_dice() -> None:
    breaches = sum(
        play_ram(ram_setup(turns=4), {}, Dice(*dice)).ending == "breach"
        for dice in itertools.product(range(1, 11), repeat=4)
    )
    assert Fraction(breaches, 10**4) == Fraction("0.1296")


@pytest.mark.parametrize(("turns", "chance"), [(4, "0.1296"), (5, "0.33696"), (6, "0.54432"), (7, "0.710208")])
def test_breach_of_a_fresh_wall(turns: int, chance: str) -> None:
    assert breach_by(turns, turns) == Fraction(chance)


@pytest.mark.parametrize(("turns", "rolls", "chance"), [(6, 3, "0"), (7, 4, "0.1296"), (9, 5, "0.33696")])
def test_breach_with_a_blow_every_second_turn(turns: int, rolls: int, chance: str) -> None:
    assert breach_by(turns, rolls, ram_rate="every-second-turn") == Fraction(chance)


def test_minus_one() -> None:
    bombarded, tower = ram_setup(bombarded=True), ram_setup(wall="tower")
    for setup, option in ((bombarded, "ram_bombarded_wall_minus_one"), (tower, "ram_tower_minus_one")):
        assert scripted(play_ram, setup, 5).marks == 1
        assert scripted(play_ram, setup, 5, **{option: "-1"}).marks == 0
        assert scripted(play_ram, setup, 1, **{option: "-1"}).marks == 0


def test_inner_wall_keep_and_the_man_on_the_wall() -> None:
    assert scripted(play_ram, ram_setup(wall="inner"), 5, inner_wall_d_count="1").ending == "breach"
    assert scripted(play_ram, ram_setup(wall="keep"), ram_against_keep="forbidden").tallies["battering"] == 0
    outcome = scripted(play_ram, ram_setup(turns=3, marks=3, man_on_wall=True), 5)
    assert (outcome.ending, outcome.turn, outcome.marks, outcome.defenders_wounded) == ("breach", 1, 4, 1)


def test_the_ram_moves_two_points_and_stops_at_the_moat() -> None:
    setup = ram_setup(turns=2, approach=["filled_moat", "flat_ground"])
    assert scripted(play_ram, setup, 5).events == ["T2 battering, die 5 -> D"]
    assert scripted(play_ram, ram_setup(turns=9, approach=["moat"])).tallies["battering"] == 0


def test_two_men_are_not_enough() -> None:
    outcome = scripted(play_ram, ram_setup(turns=5, besiegers={"men": 2}))
    assert (outcome.ending, outcome.turn) == ("crew_lost", 1)


def test_an_arrow_fire_is_put_out_on_four() -> None:
    setup = ram_setup(turns=2, archers={"men": 1}, policies={"fire_fighters": 1, "room": 4})
    #              turn 1: blow, arrow, arrow, spread; turn 2: put out, arrow, arrow
    outcome = scripted(play_ram, setup, 1, 10, 9, 6, 4, 9, 9)
    assert (outcome.tallies["fires"], outcome.tallies["tries"], outcome.tallies["put_out"]) == (1, 1, 1)
    assert (outcome.tallies["fire_arrows"], outcome.tallies["battering"]) == (4, 1)


def test_an_oil_fire_is_not_put_out_on_four() -> None:
    setup = ram_setup(turns=2, oil={"barrels": 1, "men": 1}, policies={"fire_fighters": 1, "room": 4})
    outcome = scripted(play_ram, setup, 1, 8, 6, 4, 6)
    assert (outcome.tallies["put_out"], outcome.tallies["oil"]) == (0, 1)
    assert scripted(play_ram, setup, 1, 8, 6, 3).tallies["put_out"] == 1


BURNING = {"turns": 5, "oil": {"barrels": 1, "men": 1}, "policies": {"fire_fighters": 0, "room": 4}}


def test_a_ram_burns_three_turns() -> None:
    outcome = scripted(play_ram, ram_setup(**BURNING), 1, 8, 6, 6, 6)
    assert (outcome.ending, outcome.turn, outcome.attackers_wounded) == ("destroyed", 3, 0)


def test_the_second_ram_goes_on_where_the_first_burnt() -> None:
    setup = ram_setup(**BURNING, besiegers={"rams": 2})
    outcome = scripted(play_ram, setup, 5, 8, 6, 6, 6, 5, 4)
    assert (outcome.ending, outcome.marks) == ("undecided", 2)


def test_fire_spreads_one_hex_a_turn() -> None:
    setup = ram_setup(**BURNING)
    # turn 1: 0 to 1; turn 2: 0 has no neighbour left, 1 to 2; turn 3: nothing left to roll
    outcome = scripted(play_ram, setup, 1, 8, 7, 7)
    assert outcome.tallies["spreads"] == 2
    assert (outcome.ending, outcome.turn) == ("destroyed", 3)


def test_spread_at_the_end_of_the_besiegers_turn() -> None:
    setup = ram_setup(**BURNING)
    outcome = scripted(play_ram, setup, 1, 8, 6, 6, fire_spread_timing="end-of-opponents-turn")
    assert [event.split()[0] for event in outcome.events] == ["T1", "T1", "T2", "T3"]


def test_the_oldest_fire_first() -> None:
    setup = ram_setup(turns=3, oil={"barrels": 1, "men": 1}, archers={"men": 1, "weapon": "crossbow"})
    setup = changed(setup, {"policies": {"fire_fighters": 2, "room": 4}})
    # turn 1: blow, arrow lights hex 0 (no oil on it), no spread; turn 2: two tries fail, arrow lights hex 1,
    # spread 1 to 2 fails; turn 3: hex 0 put out, then hex 1; arrow fails, oil fails
    dice = (1, 10, 6, 6, 6, 10, 6, 5, 5, 9, 7)
    outcome = scripted(play_ram, setup, *dice, fire_arrow_weapons="bows-and-crossbows")
    assert [event for event in outcome.events if "T3 put out" in event] == [
        "T3 put out hex 0, die 5 -> out",
        "T3 put out hex 1, die 5 -> out",
    ]


def test_who_shoots_fire_arrows_and_how() -> None:
    setup = ram_setup(archers={"men": 1, "weapon": "crossbow"})
    assert scripted(play_ram, setup, 1).tallies["fire_arrows"] == 0
    assert scripted(play_ram, setup, 1, 9, fire_arrow_weapons="bows-and-crossbows").tallies["fire_arrows"] == 1
    bow = ram_setup(archers={"men": 1})
    outcome = scripted(play_ram, bow, 1, 7, 6, 10, 6, fire_arrow_to_hit="six-in-ten")
    assert (outcome.tallies["fire_arrows"], outcome.tallies["fires"]) == (2, 1)
    assert scripted(play_ram, ram_setup(archers={"men": 1, "aside": 30}), 1).tallies["fire_arrows"] == 0
    assert scripted(play_ram, ram_setup(archers={"men": 1, "aside": 29}), 1, 9, 9).tallies["fire_arrows"] == 2


def test_oil_on_the_front_man_by_option() -> None:
    setup = ram_setup(**{**BURNING, "turns": 1}, besiegers={"men": 4})
    for die, dead, wounded in ((4, 1, 0), (5, 0, 1), (7, 1, 0), (9, 0, 0)):
        outcome = scripted(play_ram, setup, 1, 8, die, 6, oil_occupants_of_burning_machine="attacked")
        assert (outcome.attackers_dead, outcome.attackers_wounded) == (dead, wounded)


def test_ramming_on_in_the_fire() -> None:
    setup = ram_setup(**{**BURNING, "policies": {"fire_policy": "ram-on", "fire_fighters": 6, "room": 4}})
    for readings, wounded in ((None, 0), (LETTER, 1)):
        outcome = scripted(
            play_ram, setup, 1, 8, 6, 1, 6, 1, 6, burning_hex_occupants="wounded-then-dead", readings=readings
        )
        assert (outcome.ending, outcome.tallies["battering"], outcome.tallies["tries"]) == ("destroyed", 3, 0)
        assert (outcome.attackers_dead, outcome.attackers_wounded) == (1, wounded)


def test_the_man_in_the_fire_is_wounded_in_its_second_turn() -> None:
    for turns, dice, wounded in ((1, (1, 8, 6), 0), (2, (1, 8, 6, 1, 6), 1)):
        policies = {"fire_policy": "ram-on", "fire_fighters": 6, "room": 4}
        setup = ram_setup(**{**BURNING, "turns": turns, "policies": policies})
        outcome = scripted(play_ram, setup, *dice, burning_hex_occupants="wounded-then-dead")
        assert (outcome.attackers_wounded, outcome.attackers_dead) == (wounded, 0)


def test_ramming_on_is_not_possible_when_men_must_leave() -> None:
    setup = ram_setup(**{**BURNING, "turns": 2, "policies": {"fire_policy": "ram-on", "fire_fighters": 1, "room": 4}})
    outcome = scripted(play_ram, setup, 1, 8, 6, 9, 6)
    assert (outcome.tallies["battering"], outcome.tallies["tries"]) == (1, 1)


def test_a_sortie_stops_the_ram_for_a_turn() -> None:
    # two men, 16 : 4, joint, against the ram: 6-1; 10 is A. The crew of three, from the ram, jointly: 24 : 4 is 6-1,
    # the fit man dies; the wounded one is left, 4 : 4, against the ram
    setup = ram_setup(turns=2, sortie={"men": 2})
    outcome = scripted(play_ram, setup, 5, 10, 1, 10)
    assert outcome.events == [
        "T1 battering, die 5 -> D",
        "T1 sortie attacks crew on 6-1, die 10 -> A",
        "T2 crew attack sortie on 6-1, die 1 -> F",
        "T2 sortie attacks crew on 2-1, die 10 -> -",
    ]
    assert (outcome.defenders_dead, outcome.defenders_wounded) == (1, 1)


def test_men_behind_meet_the_sortie_and_the_free_crew_batters() -> None:
    # the sortie never gets odds of 1 to 1, so nobody is engaged
    weak = SERGEANT | {"attack": 3}
    setup = ram_setup(turns=2, besiegers={"men": 4}, sortie={"men": 1, "kind": weak})
    outcome = scripted(play_ram, setup, 1, 1, 5)
    assert outcome.events == [
        "T1 battering, die 1 -> 3C",
        "T2 men behind attack sortie on 2-1, die 1 -> D",
        "T2 battering, die 5 -> D",
    ]


def test_a_stunned_sortie_man_is_struck_first_and_dies_of_a_retreat() -> None:
    game = new_ram_attack(ram_setup(besiegers={"men": 4}, sortie={"men": 2}), {}, Dice(2))
    game.sortie_is_out = True
    game.sortie[1].state = "stunned"
    fight_sortie(game)  # 2-1: 2 is C
    assert [man.state for man in game.sortie] == ["fit", "dead"]


def test_a_stunned_man_stops_the_ram_until_he_recovers() -> None:
    # 8 : 4 against the ram: 3-1; 2 is D. Turn 2: no move, no blow, two men fight: 16 : 4 - 1 + 1 = 4-1, nothing
    setup = ram_setup(turns=2, sortie={"men": 1})
    outcome = scripted(play_ram, setup, 1, 2, 10, 10)
    assert outcome.events[1] == "T1 sortie attacks crew on 3-1, die 2 -> D"
    assert outcome.events[2] == "T2 crew attack sortie on 4-1, die 10 -> -"
    assert (outcome.attackers_dead, outcome.attackers_wounded) == (0, 0)


def test_the_crew_goes_back_to_work() -> None:
    # turn 1: one man stunned; turn 2: 16 : 2, from the ram, joint: 8-1, 1 is F; turn 3: three men, not engaged
    setup = ram_setup(turns=3, sortie={"men": 1, "kind": SERGEANT | {"defence": 2}})
    outcome = scripted(play_ram, setup, 1, 2, 1, 5)
    assert outcome.events[1:] == [
        "T1 sortie attacks crew on 3-1, die 2 -> D",
        "T2 crew attack sortie on 8-1, die 1 -> F",
        "T3 battering, die 5 -> D",
    ]


def test_an_engaged_ram_does_not_move() -> None:
    setup = ram_setup(turns=2, approach=["flat_ground"] * 8, sortie={"men": 1})
    game = new_ram_attack(setup, {}, Dice(10, 10, 10))
    finish(game)
    assert game.distance == 6


def test_the_men_of_a_new_ram_are_not_engaged() -> None:
    setup = ram_setup(**{**BURNING, "turns": 4}, besiegers={"rams": 2, "men": 3}, sortie={"men": 1, "turn": 3})
    start = (1, 8, 6, 6, 10, 6)
    # turn 4: three men stand behind and fight; only by the rules the ram's crew batters
    outcome = scripted(play_ram, setup, *start, 10, 5, 10)
    assert outcome.tallies["battering"] == 2
    assert scripted(play_ram, setup, *start, 10, 10, readings=LETTER).tallies["battering"] == 1


LADDER_OPTIONS = {
    "missile-ranges": ["base", "croisades"],
    "movement-allowances": ["base", "croisades"],
    "ladder-climb-and-cross": ["by-allowance", "forbidden"],
    "sub-one-to-one-odds": ["impossible", "one-to-one"],
    "ladder-topple-condition": ["no-shot", "no-move"],
    "climb-in-raising-move": ["allowed", "forbidden"],
    "retreat-from-ladder": ["foot", "wounded"],
    "wall-retreat": ["reserve", "wounded"],
    "carrier-retreat": ["falls-back", "holds"],
    "fall-on-man": ["never", "always"],
}
RAM_OPTIONS = {
    "ram-rate": ["every-turn", "every-second-turn"],
    "fire-arrow-to-hit": ["none", "six-in-ten"],
    "burning-hex-occupants": ["retreat", "wounded-then-dead"],
    "oil-occupants-of-burning-machine": ["retreat", "attacked"],
    "fire-spread-timing": ["end-of-turn", "end-of-opponents-turn"],
}


@pytest.mark.parametrize("seed", range(100))
def test_no_man_is_lost_on_the_way(seed: int) -> None:
    """Random assaults: every living man stands in exactly one place, every man is counted once."""
    chance = random.Random(seed)
    setup = ladder_setup(turns=12, width=4, foothold=4, approach=["flat_ground"] * chance.randint(0, 9))
    setup["besiegers"] = {"kind": chance.choice([RUNNER, CHAMPION, MILITIA]), "ladders": 3, "men": 5}
    setup["defenders"] = {"kind": SERGEANT, "on_wall": 3, "reserve": 2, "weapon": chance.choice(["none", "longbow"])}
    setup["covering"]["men"], setup["towers"]["men"], setup["oil"] = 2, 2, 1
    setup["policies"] |= {
        "attack": chance.choice(["joint", "separate"]),
        "facing": chance.choice(["topple", "fight", "shoot"]),
        "oil_first": chance.random() < 0.5,
        "topple_empty": chance.random() < 0.5,
        "defence_attack": chance.choice(["joint", "separate"]),
        "shoot_first": chance.choice(["climber", "ground"]),
    }
    options = {name: chance.choice(values) for name, values in LADDER_OPTIONS.items()}
    game = new_assault(setup, options, lambda: chance.randint(1, 10))
    outcome = game.play()
    climbers = [ladder.climber for ladder in game.ladders if ladder.climber]
    parties = [man for ladder in game.ladders for man in ladder.party]
    standing = [man for man in game.wall if man] + climbers + parties + game.reserve
    assert len(standing) == len({id(man) for man in standing})
    assert {id(man) for man in standing} == {id(man) for man in game.besiegers + game.defenders if man.living}
    assert all(ladder.upright for ladder in game.ladders if ladder.climber)
    assert all(not ladder.upright or ladder.distance == 0 for ladder in game.ladders)
    assert outcome.tallies["hits"] <= outcome.tallies["shots"]


@pytest.mark.parametrize("seed", range(50))
def test_random_rams_end_properly(seed: int) -> None:
    chance = random.Random(seed)
    setup = ram_setup(turns=20, approach=["flat_ground"] * 3, besiegers={"men": 5, "rams": 2})
    setup = changed(setup, {"archers": {"men": 3}, "oil": {"barrels": 3, "men": 2}, "sortie": {"men": 2, "turn": 4}})
    setup["policies"]["fire_policy"] = chance.choice(["put-out", "ram-on"])
    options = {name: chance.choice(values) for name, values in RAM_OPTIONS.items()}
    outcome = play_ram(setup, options, lambda: chance.randint(1, 10))
    assert outcome.ending in ("breach", "destroyed", "crew_lost", "undecided")
    assert (outcome.ending == "breach") == (outcome.marks == 4)
    tallies = outcome.tallies
    assert tallies["put_out"] <= min(tallies["tries"], tallies["fires"] + tallies["spreads"])
    assert tallies["oil"] <= 3

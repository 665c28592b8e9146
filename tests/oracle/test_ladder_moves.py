"""Hand-worked checks of the ladder oracle: the way, shots and endings; and that no man is lost."""

import random
from typing import Any

import pytest

from games.hand_worked import scripted
from oracle.ladder import Assault, play_ladder
from oracle.men import Man
from oracle.outcome import Outcome
from oracle.setups import (
    CHAMPION,
    MILITIA,
    NO_ATTACK,
    RUNNER,
    SERGEANT,
    assault,
    changed,
    finish,
    ladder_setup,
)


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
    for option, distance in (("falls-back", 3), ("holds", 1), ("holds-with-two", 1)):
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
    setup = ladder_setup(width=4, covering={"men": 1, "weapon": "crossbow"}, policies={"cover_fire": "always"})
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


def test_who_was_in_a_melee_does_not_shoot_in_the_first_phase() -> None:
    setup = ladder_setup(defenders={"weapon": "crossbow"}, policies={"facing": "shoot"})
    assert scripted(play_ladder, setup, 10).tallies["shots"] == 0


def test_who_has_shot_does_not_pour() -> None:
    setup = ladder_setup(oil=1, defenders={"weapon": "crossbow"})
    setup = changed(setup, {"policies": {"facing": "shoot", "oil_first": True, **NO_ATTACK}})
    assert scripted(play_ladder, setup, 10).tallies["oil"] == 0


def test_apart_only_the_winner_of_the_combat_may_advance() -> None:
    # the climber's 1-1 does nothing, the man on hex 1 drives the defender off
    game = assault(ladder_setup(width=2, policies={"attack": "separate"}), 6, 2)
    game.wall[1] = Man(SERGEANT, "besieger")
    game.besiegers.append(game.wall[1])
    game.besiegers_turn()
    assert (game.tallies["crossings"], game.wall[0]) == (0, None)


LADDER_OPTIONS = {
    "missile-ranges": ["base", "croisades"],
    "movement-allowances": ["base", "croisades"],
    "ladder-climb-and-cross": ["by-allowance", "forbidden"],
    "sub-one-to-one-odds": ["impossible", "one-to-one"],
    "ladder-topple-condition": ["no-shot", "no-move"],
    "climb-in-raising-move": ["allowed", "carrier", "forbidden"],
    "ladder-hex-points": ["both", "ladder"],
    "oil-after-fight": ["allowed", "forbidden"],
    "retreat-from-ladder": ["foot", "wounded"],
    "wall-retreat": ["reserve", "wounded"],
    "carrier-retreat": ["holds-with-two", "falls-back", "holds"],
    "fall-on-man": ["never", "always"],
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
        "cover_fire": chance.choice(["always", "approach", "beside"]),
        "advance": chance.random() < 0.5,
        "defence_advance": chance.random() < 0.5,
    }
    options = {name: chance.choice(values) for name, values in LADDER_OPTIONS.items()}
    game = Assault.begun(setup, options, lambda: chance.randint(1, 10))
    outcome = game.play()
    climbers = [ladder.climber for ladder in game.ladders if ladder.climber]
    parties = [man for ladder in game.ladders for man in ladder.party]
    standing = [man for man in game.wall if man] + climbers + parties + game.reserve
    assert len(standing) == len({id(man) for man in standing})
    assert {id(man) for man in standing} == {id(man) for man in game.besiegers + game.defenders if man.living}
    assert all(ladder.upright for ladder in game.ladders if ladder.climber)
    assert all(not ladder.upright or ladder.distance == 0 for ladder in game.ladders)
    assert outcome.tallies["hits"] <= outcome.tallies["shots"]

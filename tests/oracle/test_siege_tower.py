"""Hand-worked checks of the slow siege tower."""

from fractions import Fraction
from typing import Any

import pytest

from games.hand_worked import odds, scripted
from games.siege_tower_beside import tower_on_both
from oracle.scripted import FIGHT_POLICIES, NO_ATTACK, SERGEANT, Dice, Setup, changed, named
from oracle.siege_tower import SiegeTower, play_siege_tower
from oracle.tower_fire import Fire

BASE: Setup = {
    "turns": 1,
    "first": "besiegers",
    "approach": [],
    "width": 2,
    "abreast": 2,
    "foothold": 2,
    "besiegers": {"kind": SERGEANT, "men": 6, "top": 3},
    "platform": {"weapon": "none"},
    "archers": {"men": 0, "weapon": "longbow", "aside": 0},
    "oil": {"barrels": 0, "men": 0},
    "defenders": {"kind": SERGEANT, "on_wall": 2, "reserve": 0},
    "policies": {
        "platform": "shoot",
        "fire_policy": "put-out",
        "fire_fighters": 4,
        "arrows": "fire",
        "strike": "wall",
        "besiegers": FIGHT_POLICIES | {"together": 2, "advance": True},
        "defenders": FIGHT_POLICIES | {"together": 2},
    },
    "break_off": {"losses": None, "turn": None},
}
QUIET = {"besiegers": NO_ATTACK, "defenders": NO_ATTACK}
NOBODY = {"on_wall": 0, "reserve": 0}
ARCHER = {"men": 1}
FAR = ["flat_ground"] * 10


def tower(**changes: Any) -> Setup:
    return changed(BASE, changes)


def begun(setup: Setup, *values: int, **options: str) -> SiegeTower:
    return tower_on_both(setup, named(options), Dice(*values))


def states(men: list[Any]) -> list[str]:
    return sorted(man.state for man in men)


def test_a_ditch_stops_it() -> None:
    outcome = scripted(play_siege_tower, tower(turns=3, approach=["flat_ground", "moat"], defenders=NOBODY))
    assert outcome.ending == "undecided"


@pytest.mark.parametrize(
    ("levels", "exit_cost", "over"),
    [("two", "2", 4), ("two", "1", 4), ("three", "1", 4), ("three", "2", 3)],
)
def test_up_and_over_in_one_move(levels: str, exit_cost: str, over: int) -> None:
    # Three from the top cross; then one climbs and has 5 - 2 or 5 - 4 points left for the fourth hex.
    setup = tower(width=4, foothold=4, defenders=NOBODY)
    game = begun(setup, siege_tower_levels=levels, siege_tower_exit=exit_cost)
    game.besiegers_turn()
    assert (len(game.wall), len(game.top)) == (over, 6 - over if over == 3 else 2)


def test_on_the_way_three_stay_below() -> None:
    game = begun(tower(approach=FAR, besiegers={"men": 5, "top": 1}, defenders=NOBODY))
    game.play()
    assert (len(game.top), len(game.below), game.distance) == (2, 3, 8)


def test_from_the_top_against_the_battlement() -> None:
    # Two at the wall, 16 : 4 is 4-1, one right for both together, one left for the top: 4-1. Die 1 is E.
    setup = tower(policies={"defenders": NO_ATTACK})
    outcome = scripted(play_siege_tower, setup, 1)
    assert outcome.events == ["T1 besiegers fit+fit attack fit on 4-1, die 1 -> E"]
    assert scripted(play_siege_tower, setup, 9, siege_tower_top_sign="0").events[0].endswith("5-1, die 9 -> A")


def test_reserve_fills_the_wall_unless_a_besieger_is_there() -> None:
    setup = tower(defenders={"on_wall": 1, "reserve": 3}, policies=QUIET)
    game = begun(setup)
    game.play()
    # One besieger crosses to the empty hex at once; nobody of the reserve finds a place.
    assert (len(game.wall), len(game.on_wall), len(game.reserve)) == (1, 1, 3)


def test_where_men_retreat_to() -> None:
    # The besieger on the wall is driven back (5-1, die 6 is C): to the top, which has room after he left it.
    setup = tower(width=3, besiegers={"men": 6}, policies={"besiegers": NO_ATTACK})
    game = begun(setup, 6)
    game.besiegers_turn()
    game.top[0].state = "dead"
    game.defenders_turn()
    assert (len(game.wall), game.tallies["retreats"]) == (0, 1)


def test_no_room_on_top_wounds_the_man_on_the_wall() -> None:
    # 16 : 4 and one to the right, 5-1: die 6 is C. Three men stand on top by then.
    game = begun(tower(width=3, policies={"besiegers": NO_ATTACK}), 6)
    game.play()
    assert (states(game.wall), game.tallies["retreats"]) == (["wounded"], 0)


def test_who_falls_back_to_the_top_does_not_attack_again() -> None:
    # 8 : 4 on the wall, 2-1: a 4 is B, and he is on top. From there the other man attacks alone, 2-1 less the top's sign.
    setup = tower(width=3, besiegers={"men": 2, "top": 2}, policies={"defenders": NO_ATTACK})
    game = begun(setup, 4, 10)
    game.play()
    assert game.events == [
        "T1 besiegers fit attack fit on 2-1, die 4 -> B",
        "T1 besiegers fit attack fit on 1-1, die 10 -> -",
    ]
    assert (len(game.top), len(game.wall)) == (2, 0)


@pytest.mark.parametrize(("option", "below", "wounded"), [("inside", 4, 0), ("wounded", 3, 1)])
def test_driven_back_on_top(option: str, below: int, wounded: int) -> None:
    # Both hexes of the wall held; two defenders on one man: 16 : 4, both together and the top's sign: 6-1, die 7 is C.
    game = begun(tower(policies={"besiegers": NO_ATTACK}), 7, tower_top_retreat=option)
    outcome = game.play()
    assert (len(game.below), outcome.attackers_wounded) == (below, wounded)


def test_fire_arrows() -> None:
    # Two shots of a longbow a turn, one in ten each.
    setup = tower(approach=FAR, archers=ARCHER)
    chances = odds(play_siege_tower, setup, lambda told: told.tallies["fires"] > 0)
    assert chances[True] == 1 - Fraction(9, 10) ** 2
    # Nobody puts it out: lit in turn 1 by the first arrow, burnt at the end of turn 3. Five more arrows and a try to spread each turn fail.
    setup = changed(setup, {"turns": 9, "policies": {"fire_policy": "fight-on", "arrows": "fire"}})
    outcome = scripted(play_siege_tower, setup, 10, 1, 1, 1, 1, 1, 1, 1, 1)
    assert (outcome.ending, outcome.turn) == ("destroyed", 3)


def test_a_burning_tower_stands_and_its_man_comes_down() -> None:
    game = begun(tower(approach=FAR, policies={"fire_policy": "put-out"}), 6, 6, 6, 6, 1)
    game.besiegers[0].state = "wounded"
    game.fire.lay(0, "arrows")
    assert (states(game.top), states(game.below)) == (["fit", "fit"], ["fit", "fit", "fit", "wounded"])
    game.play()
    assert (game.distance, game.tallies["tries"], game.tallies["put_out"]) == (10, 4, 0)


def test_an_arrow_fire_is_easier_to_put_out() -> None:
    for cause, tries in (("arrows", (5,)), ("oil", (5, 4, 3))):
        game = begun(tower(approach=FAR), *tries)
        game.fire.fires[0] = Fire(cause)
        game.play()
        assert (game.tallies["put_out"], game.tallies["tries"]) == (1, len(tries))


def test_with_the_front_on_fire_nobody_gets_over() -> None:
    game = begun(tower(defenders=NOBODY, abreast=1), *[10] * 4)
    game.fire.lay(0, "oil")
    game.besiegers_turn()
    assert (len(game.wall), len(game.top), game.tallies["tries"]) == (0, 2, 4)


def test_shots_at_the_men_on_top() -> None:
    # Longbow at short range against light cover: die 1 is row 4: C. Dies 2 and 3 are rows 5 and 6: B.
    setup = tower(approach=FAR, archers=ARCHER, policies={"arrows": "men"})
    outcome = scripted(play_siege_tower, setup, 1, 3)
    assert (outcome.attackers_dead, outcome.attackers_wounded, outcome.tallies["hits"]) == (1, 1, 2)
    # A (die 4, row 7): down inside.
    game = begun(setup, 4, 10)
    game.play()
    assert (len(game.top), len(game.below)) == (2, 4)


def test_repulsed() -> None:
    setup = tower(turns=9, policies=QUIET, break_off={"turn": 3})
    outcome = scripted(play_siege_tower, setup)
    assert (outcome.ending, outcome.turn) == ("repulsed", 3)
    game = begun(tower(turns=9, policies=QUIET), siege_tower_levels="three")
    for man in game.besiegers:
        man.state = "dead" if man in game.top else "wounded"
    # Wounded men have 3 points and three levels cost 4.
    assert game.play().ending == "repulsed"


@pytest.mark.parametrize(("aim", "hexes"), [("front", "012"), ("middle", "102"), ("rear", "210")])
def test_where_fire_arrows_are_aimed(aim: str, hexes: str) -> None:
    # Three arrows light a hex each; nothing is left for the fourth, nor for the second phase, and nobody is left on top.
    setup = tower(approach=FAR, archers={"men": 4}, policies={"arrow_aim": aim, "fire_policy": "fight-on"})
    outcome = scripted(play_siege_tower, setup, 10, 10, 10)
    assert [event.split("at hex ")[1][0] for event in outcome.events] == list(hexes)
    assert (outcome.tallies["fire_arrows"], outcome.tallies["shots"]) == (3, 0)


def held(*values: int, wall: str = "f", on_wall: int = 0, **policies: str) -> SiegeTower:
    """The wall in turn 1: besiegers in these states, so many defenders, one crossbow, which may light fires."""
    archers = {"men": 1, "weapon": "crossbow", "aside": 0}
    setup = tower(width=4, archers=archers, defenders={"on_wall": on_wall}, policies=policies)
    game = begun(setup, *values, fire_arrow_weapons="bows-and-crossbows")
    for letter in wall:
        game.go(game.below[0], game.wall)
        game.wall[-1].state = {"f": "fit", "s": "stunned", "w": "wounded"}[letter]
    game.archers_shoot(bows_only=False)
    assert game.roll.left == []  # type: ignore[attr-defined]
    return game


@pytest.mark.parametrize(
    ("policies", "on_wall", "event"),
    [
        ({"shoot_wall": "never"}, 0, "fire arrow 0 at hex 0, die 9 -> does not catch"),
        ({"shoot_wall": "first"}, 0, "archer 0 at fit, die 9 -> -"),
        ({"shoot_wall": "first", "arrows": "men"}, 0, "archer 0 at fit, die 9 -> -"),
        ({"shoot_wall": "first"}, 1, "fire arrow 0 at hex 0, die 9 -> does not catch"),
        ({"shoot_wall": "last"}, 0, "fire arrow 0 at hex 0, die 9 -> does not catch"),
    ],
)
def test_when_archers_shoot_at_the_wall(policies: dict[str, str], on_wall: int, event: str) -> None:
    assert held(9, on_wall=on_wall, **policies).events == [f"T0 {event}"]


@pytest.mark.parametrize(("policy", "shots"), [("last", 1), ("never", 0)])
def test_the_wall_is_left_when_nothing_else_is(policy: str, shots: int) -> None:
    # A crossbow lights no fire; on top nobody stands.
    archers = {"men": 1, "weapon": "crossbow"}
    game = begun(tower(archers=archers, defenders=NOBODY, policies={"shoot_wall": policy}), *[9] * shots)
    for man in game.besiegers[:4]:
        game.go(man, game.wall if man is game.besiegers[0] else game.below)
    game.archers_shoot(bows_only=False)
    assert (len(game.events), game.tallies["shots"]) == (shots, shots)


@pytest.mark.parametrize(
    ("wall", "die", "then", "hits"),
    [
        ("f", 1, ["dead"], 1),
        ("f", 4, ["wounded"], 1),
        ("wsf", 1, ["dead", "stunned", "wounded"], 1),
        ("ws", 1, ["dead", "wounded"], 1),
        ("ws", 7, ["dead", "wounded"], 0),
        ("f", 7, ["wounded"], 0),
    ],
)
def test_what_shots_at_the_wall_do(wall: str, die: int, then: list[str], hits: int) -> None:
    # Crossbow, row 2 + die without cover: 1 is C, 4 and 5 B, 6 and 7 A. Three men on top: no room to go back to.
    game = held(die, wall=wall, shoot_wall="first")
    men = [man for man in game.besiegers if man in game.wall]
    assert states(men) == then
    assert (game.tallies["shots"], game.tallies["hits"]) == (1, hits)


def test_back_from_the_wall_to_an_open_hex_on_top() -> None:
    archers = {"men": 1, "weapon": "crossbow"}
    setup = tower(besiegers={"men": 5, "top": 2}, archers=archers, defenders=NOBODY, policies={"shoot_wall": "first"})
    game = begun(setup, 7)
    game.go(game.below[0], game.wall)
    game.archers_shoot(bows_only=False)
    assert (len(game.top), len(game.wall), game.tallies["retreats"]) == (3, 0, 1)


def test_range_of_shots_at_the_wall() -> None:
    # 1 + aside: beyond 25 hexes a 3 (row 5: C) becomes row 6: B.
    for aside, state in ((24, "dead"), (25, "wounded")):
        archers = {"men": 1, "weapon": "crossbow", "aside": aside}
        game = begun(tower(archers=archers, defenders=NOBODY, policies={"shoot_wall": "first"}), 3)
        game.go(game.below[0], game.wall)
        man = game.wall[0]
        game.archers_shoot(bows_only=False)
        assert man.state == state


def test_abandoned() -> None:
    limit = {"defenders": {"losses": 2, "turn": 3}}
    setup = tower(turns=9, policies=QUIET, break_off=limit)
    outcome = scripted(play_siege_tower, setup)
    assert (outcome.ending, outcome.turn) == ("abandoned", 3)
    # Two men shot from the platform: behind the battlement a crossbow's 1 is B, of two on the wall and the same man again.
    setup = changed(setup, {"approach": FAR, "platform": {"weapon": "crossbow"}, "besiegers": {"men": 5, "top": 2}})
    outcome = scripted(play_siege_tower, setup, 1, 1)
    assert (outcome.ending, outcome.turn, outcome.defenders_wounded) == ("abandoned", 1, 2)
    # The besiegers are asked first.
    assert scripted(play_siege_tower, tower(policies=QUIET, break_off={"turn": 1} | limit)).ending == "repulsed"

"""Hand-worked checks of fire held, the moat, the ladder's hex, oil after a fight and men who hold a party together."""

import pytest

from games.ladder_beside import assault_on_both
from oracle import tables
from oracle.rules import read_rules
from oracle.scripted import NO_ATTACK, SERGEANT, Dice, Setup, changed, named
from oracle.setups import ladder_setup
from oracle.test_ladder_policies import with_wall

ARCHERS: Setup = {"covering": {"men": 1, "weapon": "longbow"}, "policies": NO_ATTACK}
SLOPE = {"moat_cost": "slope"}


def in_party(game, states: str) -> None:
    """Make the men of the first party f fit, w wounded, s stunned."""
    words = {"f": "fit", "w": "wounded", "s": "stunned"}
    for man, letter in zip(game.ladders[0].party, states, strict=True):
        man.state = words[letter]


def begun(states: str, changes: Setup, *dice: int, **options: str):
    setup = changed(ladder_setup(besiegers={"men": len(states)}), changes)
    game = assault_on_both(setup, named(options), Dice(*dice))
    in_party(game, states)
    return game


@pytest.mark.parametrize(
    ("approach", "states", "first", "second"),
    [
        (["flat_ground"] * 4, "fff", False, False),  # 6 - 2 points: raised in this move, and the third man climbs
        (["flat_ground"] * 5, "fff", True, True),
        ([], "fff", False, False),
        (
            [],
            "ff",
            False,
            False,
        ),  # raised, but the carriers do not climb: the second phase finds it empty, with men below
        ([], "fww", False, False),
        ([], "fss", True, True),  # one able man raises no ladder
        (["flat_ground"], "wwf", False, False),  # wounded carriers have 3 - 2 points: one hex
        (["flat_ground"] * 2, "wwf", True, True),
        (["scrub"], "fff", False, False),
    ],
)
def test_when_covering_archers_hold_their_fire(approach: list[str], states: str, first: bool, second: bool) -> None:  # noqa: FBT001
    game = begun(states, ARCHERS | {"approach": approach}, *[10] * (first + second))
    game.besiegers_turn()
    assert (game.roll.left, game.tallies["cover_shots"]) == ([], first + second)


@pytest.mark.parametrize(("policy", "shots"), [("always", 1), ("approach", 0), ("beside", 0), ("never", 0)])
def test_who_shoots_while_the_ladder_is_raised(policy: str, shots: int) -> None:
    # With a man on the ladder there is no target in the second phase.
    game = begun("fff", changed(ARCHERS, {"policies": {"cover_fire": policy}}), *[10] * shots)
    game.besiegers_turn()
    assert (game.roll.left, game.tallies["cover_shots"]) == ([], shots)
    far = begun("fff", changed(ARCHERS, {"approach": ["flat_ground"] * 9, "policies": {"cover_fire": policy}}), 10, 10)
    far.besiegers_turn()
    assert far.tallies["cover_shots"] == (0 if policy == "never" else 2)


@pytest.mark.parametrize(
    ("state", "party", "holds"),
    [
        ("fit", "", True),
        ("stunned", "", True),
        (None, "f", True),
        (None, "w", True),
        (None, "s", False),
        (None, "", False),
    ],
)
def test_an_upright_ladder_and_who_is_on_it(state: str | None, party: str, holds: bool) -> None:  # noqa: FBT001
    # The man on it leans on hex 0, where nobody is; the archers would shoot at hex 1.
    game = begun("f" + party, changed(ARCHERS, {"width": 3}), *[10] * (not holds))
    game.wall = [None, game.defenders[0], None]
    ladder = game.ladders[0]
    ladder.upright, man = True, ladder.party.pop(0)
    if state:
        man.state, ladder.climber = state, man
    game.covering_archers(bows_only=False)
    assert game.tallies["cover_shots"] == (not holds)


@pytest.mark.parametrize(("policy", "place"), [("always", 0), ("beside", 1), ("approach", None), ("never", None)])
@pytest.mark.parametrize("upright", [True, False])
def test_only_the_hex_before_a_ladder_that_can_be_climbed_is_spared(
    policy: str,
    place: int | None,
    upright: bool,  # noqa: FBT001
) -> None:
    changes = {"width": 3, "defenders": {"on_wall": 3}, "policies": {"cover_fire": policy}}
    game = begun("ff", changed(ARCHERS, changes), *[1] * (place is not None))
    game.ladders[0].upright = upright
    game.covering_archers(bows_only=False)
    # A 1 drives him off.
    assert [number for number in range(3) if game.defender_at(number) is None] == ([] if place is None else [place])


def test_a_hex_is_shot_at_as_long_as_nobody_can_climb_the_ladder_before_it() -> None:
    # Two ladders at the foot: one man alone raises none, so hex 0 is shot at.
    changes = {
        "width": 2,
        "besiegers": {"ladders": 2},
        "defenders": {"on_wall": 2},
        "policies": {"cover_fire": "beside"},
    }
    game = begun("ff", changed(ARCHERS, changes), 1)
    game.ladders[0].party.pop()
    game.covering_archers(bows_only=False)
    assert [game.defender_at(place) is None for place in range(2)] == [True, False]


def test_men_too_slow_to_carry_raise_a_ladder_that_lies_at_the_foot() -> None:
    # 1 point less 2: they carry it nowhere, but raise it.
    slow = SERGEANT | {"wounded_movement": 1}
    for approach, shots in (([], 0), (["flat_ground"], 1)):
        game = begun("ww", ARCHERS | {"besiegers": {"kind": slow}, "approach": approach}, *[10] * shots)
        game.covering_archers(bows_only=False)
        assert game.tallies["cover_shots"] == shots


def test_a_wounded_man_too_slow_to_climb_lets_them_shoot() -> None:
    slow = SERGEANT | {"movement": 6, "wounded_movement": 2}
    game = begun("w", changed(ARCHERS, {"besiegers": {"kind": slow}}), 10)
    game.ladders[0].upright = True
    game.covering_archers(bows_only=False)
    assert game.tallies["cover_shots"] == 1


def test_points_into_along_and_out_of_a_moat() -> None:
    way = ["flat_ground", "moat", "moat", "flat_ground", "scrub", "moat"]
    for options, costs in (({}, [1, 4, 1, 1, 2, 4]), (SLOPE, [1, 4, 1, 4, 2, 4])):
        rules = read_rules().changed(named(options))
        assert [tables.enter_cost(rules, way, place) for place in range(6)] == costs
    assert tables.enter_cost(read_rules("siege-it"), way, 3) == 4


def test_a_party_in_the_moat() -> None:
    # 6 - 2 points: into the moat, then one more of its hexes. No points are left for the third man to climb.
    game = begun("fff", {"approach": ["flat_ground", "moat", "moat"]})
    distances = []
    for _ in range(3):
        game.besiegers_move()
        distances.append(game.ladders[0].distance)
    assert distances == [2, 1, 0]
    assert game.ladders[0].climber is not None  # 1 point for the hex, 5 left
    game = begun("fff", {"approach": ["moat"]})
    game.besiegers_move()
    assert (game.ladders[0].upright, game.ladders[0].climber) == (True, None)  # 6 - 4 points


@pytest.mark.parametrize(
    ("approach", "option", "climbs"),
    [
        (["filled_moat"], "both", True),
        (["flat_ground", "filled_moat"], "both", True),
        (["flat_ground", "flat_ground", "filled_moat"], "both", False),  # 4 points spent, 2 left
        (["flat_ground", "flat_ground", "filled_moat"], "ladder", True),  # 2 spent, 4 left
        (["moat"], "ladder", True),
        (["flat_ground"] * 4, "both", False),
        (["flat_ground"] * 4, "ladder", True),
    ],
)
def test_what_a_follower_pays_for_the_ladders_hex(approach: list[str], option: str, climbs: bool) -> None:  # noqa: FBT001
    game = begun("fff", {"approach": approach}, ladder_hex_points=option)
    game.besiegers_move()
    assert (game.ladders[0].upright, game.ladders[0].climber is not None) == (True, climbs)


def test_points_left_on_the_ladder_may_be_enough_to_cross() -> None:
    # 8 points: 1 for the first hex, 3 to climb, 4 to cross; with the ladder's hex paid too 3 are left.
    runner: Setup = {"besiegers": {"kind": SERGEANT | {"movement": 8}}, "approach": ["flat_ground"] * 2}
    for option, crossings in (("both", 0), ("ladder", 1)):
        game = begun("fff", changed(runner, {"defenders": {"on_wall": 0}}), ladder_hex_points=option)
        game.besiegers_move()
        assert game.tallies["crossings"] == crossings


@pytest.mark.parametrize(
    ("approach", "states", "climber"),
    [
        (["flat_ground"] * 4, "ff", "fit"),
        ([], "fww", "fit"),
        ([], "ww", "wounded"),
        (["flat_ground"], "fw", "fit"),
        ([], "fs", None),
    ],
)
def test_the_carrier_is_on_the_ladder_that_he_has_raised(approach: list[str], states: str, climber: str | None) -> None:
    # At no cost, so he may have spent all he had; but nobody crosses in this move.
    game = begun(states, {"approach": approach, "defenders": {"on_wall": 0}}, climb_in_raising_move="carrier")
    game.besiegers_move()
    man = game.ladders[0].climber
    assert (man and man.state, game.tallies["crossings"]) == (climber, 0)
    assert len(game.ladders[0].party) == len(states) - (climber is not None)


def test_oil_after_a_fight() -> None:
    pouring: Setup = {"oil": 1, "policies": {"facing": "shoot", "oil_first": True, "attack_from": "1-1"}}
    for option, poured in (("allowed", 1), ("forbidden", 0)):
        game = begun("ff", pouring, *[10] * (1 + poured), oil_after_fight=option)
        ladder = game.ladders[0]
        ladder.upright, ladder.climber = True, ladder.party.pop()
        game.besiegers_melee()  # 1-1: nothing
        game.defenders_turn()
        assert (game.roll.left, game.tallies["oil"]) == ([], poured)
    # Forgotten with his melee phase.
    assert [man.under_attack for man in game.defenders] == [False]


def test_oil_on_the_foot_after_a_fight() -> None:
    # The man on hex 1 was attacked from hex 0, where he finds nobody any more: no oil from him, but from the other.
    changes: Setup = {
        "oil": 2,
        "besiegers": {"ladders": 3, "men": 1},
        "policies": {"oil_at": "ground-first", "oil_first": True, "attack_from": "1-1"},
    }
    game = with_wall("bdd", changes, 10, 10, oil_after_fight="forbidden")
    game.besiegers_melee()
    game.wall[0] = None
    game.defenders_melee()
    assert game.events[1:] == ["T0 oil on the foot of ladder 2, die 10 -> C"]


def test_who_comes_up_from_the_reserve_is_fresh_and_who_comes_along_the_wall_is_not() -> None:
    for wall, from_reserve, marked in (("d-", True, False), ("-d", False, True)):
        game = with_wall(wall, {"defenders": {"reserve": 0}}, oil_after_fight="forbidden")
        man = game.defenders[0]
        man.under_attack = True
        game.ladders[0].upright = True
        if from_reserve:
            game.into_reserve(man)
        game.defenders_move()
        assert (game.wall, man.under_attack) == ([man, None], marked)


@pytest.mark.parametrize(
    ("states", "option", "back"),
    [
        ("fff", "holds-with-two", 0),
        ("fww", "holds-with-two", 0),
        ("ff", "holds-with-two", 2),
        ("ffs", "holds-with-two", 2),
        ("fff", "falls-back", 2),
        ("ff", "holds", 0),
    ],
)
def test_who_holds_a_party_in_the_open_together(states: str, option: str, back: int) -> None:
    # A longbow's 5 in the open is A; the fit man is shot at.
    changes: Setup = {"approach": ["flat_ground"] * 9, "towers": {"men": 1, "weapon": "longbow"}}
    game = begun(states, changes, 5, carrier_retreat=option)
    game.ladders[0].distance = 5
    game.defenders_shoot(bows_only=False)
    assert game.ladders[0].distance == 5 + back


def test_cleared_needs_somebody_up_there() -> None:
    game = begun("ff", {"approach": ["flat_ground"] * 9, "defenders": {"on_wall": 0}})
    assert game.play().ending == "undecided"
    game = with_wall("b", {})
    assert game.ending() == "cleared"


def test_besiegers_on_the_wall_are_shot_at_unless_the_setup_says_otherwise() -> None:
    game = with_wall("b-d", {"towers": {"men": 1}, "besiegers": {"men": 0}}, 10)
    game.defenders_shoot(bows_only=False)
    assert game.events == ["T0 towers shot 0: wall 0, die 10 -> -"]

"""Hand-worked checks of advance after combat in a ladder assault: scripted dice, every one of which must be rolled."""

import pytest

from oracle.ladder import Assault
from oracle.scripted import Setup
from oracle.test_ladder_policies import wall_of, with_wall

# Without a man of theirs on the ground, and attacks as soon as the odds allow them.
QUIET: Setup = {"besiegers": {"men": 0}, "policies": {"attack_from": "1-1"}}
IN_TURN = {"attack": "separate", "defence_attack": "separate"}
# One man, 2-1: 1 is D, 2 C, 4 B, 6 A. Two men, 5-1: 1 is F, 6 C, 8 B, 9 A.


def storm(
    wall: str, ladders: str, *dice: int, climbers: str = "", policies: Setup | None = None, **options: str
) -> Assault:
    """A wall as in `with_wall`, upright ladders on these hexes (of those meant for all), fit climbers on some of them."""
    setup = {**QUIET, "besiegers": {"men": 1, "ladders": len(wall)}, "policies": QUIET["policies"] | (policies or {})}
    game = with_wall(wall, setup, *dice, **options)
    for ladder in game.ladders:
        man = ladder.party.pop()
        ladder.upright = str(ladder.hex) in ladders
        if str(ladder.hex) in climbers:
            ladder.climber = man
        else:
            man.kill()
    return game


def fought(game: Assault, turn: str = "besiegers") -> str:
    game.besiegers_melee() if turn == "besiegers" else game.defenders_melee()
    assert game.roll.left == [], game.events  # type: ignore[attr-defined]
    return wall_of(game)


@pytest.mark.parametrize(
    ("wall", "ladders", "dice", "then"),
    [
        ("bd-", "0", [2], "-b-"),  # C: he leaves the wall, and the man before the ladder makes room
        ("bd-", "", [2], "b--"),  # no ladder behind him: he stays
        ("bd-", "1", [2], "b--"),  # a ladder, but not at his own hex
        ("bdb", "02", [6], "-bb"),  # of two the lower
        ("bdb", "2", [6], "bb-"),  # of two the one who has a ladder
        ("bdb", "02", [1], "-bb"),  # the dead man's hex is as empty
        ("bd-", "0", [1], "bd-"),  # D: stunned, he keeps his hex
        ("-db", "2", [2], "-b-"),
    ],
)
def test_a_besieger_on_the_wall_advances(wall: str, ladders: str, dice: list[int], then: str) -> None:
    game = storm(wall, ladders, *dice)
    assert fought(game) == then
    assert game.tallies["crossings"] == 0


def test_besiegers_who_will_not_advance() -> None:
    assert fought(storm("bdb", "02", 6, policies={"advance": False})) == "b-b"
    # A climber does so all the same: 16 : 4, one right for two, one left for the ladder: 4-1, 6 is C.
    game = storm("bd", "01", 6, climbers="1", policies={"advance": False})
    assert (fought(game), game.tallies["crossings"]) == ("bb", 1)


def test_the_climber_comes_first_if_he_took_part() -> None:
    game = storm("bd", "01", 6, climbers="1")
    assert (fought(game), game.ladders[1].climber) == ("bb", None)
    # Apart: he attacks at 1-1 with 10 (nothing), then the man on hex 0 at 2-1 drives the defender off, and follows himself.
    game = storm("bd", "01", 10, 2, climbers="1", policies=IN_TURN)
    assert fought(game) == "-b"
    assert game.ladders[1].climber is not None


def test_who_attacked_apart_and_in_vain_does_not_advance() -> None:
    # The lower man, before a ladder, does nothing (10); the higher one, who has none, drives the defender off.
    assert fought(storm("bdb", "0", 10, 2, policies=IN_TURN)) == "b-b"
    # The lower defender does nothing, the higher one kills (8 : 2, 4-1: 1 is E) and steps before the ladder himself.
    assert fought(storm("dBd", "1", 10, 1, policies=IN_TURN), "defenders") == "dd-"


def test_who_has_advanced_attacks_no_more() -> None:
    # From hex 0 to hex 1, beside the second defender, whom the man on hex 3 attacks alone (2-1).
    game = storm("bddb", "0", 2, 10)
    assert fought(game) == "-bdb"
    assert game.events[1] == "T0 besiegers higher attack hex 2 on 2-1, die 10 -> -"


def test_a_chain_of_fights_along_the_wall() -> None:
    # Hex 0 wins hex 1, hex 4 wins hex 3 at hex 3's turn: both had a ladder.
    assert fought(storm("bd-db", "04", 2, 2)) == "-b-b-"


@pytest.mark.parametrize(
    ("wall", "ladders", "die", "then"),
    [
        ("-bd", "1", 4, "bd-"),  # B: driven back along the wall from a ladder's hex; the defender takes it
        ("-bd", "", 4, "b-d"),  # no ladder there: he stays
        ("-bd", "12", 4, "b-d"),  # a ladder at his own hex: he stays
        ("-Bd", "1", 4, "-d-"),  # A on 1-1: the wounded man dies of it
        ("-bdb-", "13", 8, "bd--b"),  # two driven back: the lowest hex with a ladder
        ("-bdb-", "3", 8, "b--db"),
        ("-bdb-", "123", 8, "b-d-b"),
    ],
)
def test_a_defender_who_was_attacked_advances(wall: str, ladders: str, die: int, then: str) -> None:
    assert fought(storm(wall, ladders, die)) == then


def test_a_defender_who_will_not_advance() -> None:
    assert fought(storm("-bd", "1", 4, policies={"defence_advance": False})) == "b-d"


def test_a_stunned_defender_does_not_advance() -> None:
    game = storm("-bd", "1", 4)
    game.defenders[0].state = "stunned"
    assert fought(game) == "b-d"


def test_he_who_steps_after_one_of_them_is_not_there_for_the_next() -> None:
    # Apart: the lower man is driven back (B), the defender takes his hex before the ladder, and the higher finds nobody beside him.
    assert fought(storm("-bdb", "1", 4, policies=IN_TURN)) == "bd-b"


@pytest.mark.parametrize(
    ("wall", "ladders", "die", "then"),
    [
        ("db-", "1", 2, "-db"),  # C: he gives ground along the wall, the defender stands before the ladder
        ("db-", "", 2, "d-b"),
        ("db-", "01", 2, "d-b"),  # he has a ladder before him already
        ("dBd", "1", 1, "-dd"),  # killed; of two the lower
        ("dbd", "01", 1, "dd-"),  # of two the one without a ladder
        ("dbd", "012", 1, "d-d"),
    ],
)
def test_a_defender_who_attacks_advances(wall: str, ladders: str, die: int, then: str) -> None:
    assert fought(storm(wall, ladders, die), "defenders") == then


@pytest.mark.parametrize(
    ("wall", "ladders", "die", "then"),
    [
        ("db-", "1", 4, "b--"),  # B: the defender leaves the wall, who was attacked takes his hex and makes room
        ("db-", "0", 4, "-b-"),
        ("dbd", "1", 8, "b--"),  # both leave: the lowest
        ("Dbd", "1", 8, "b-d"),  # 12 : 4 and one right for two, 4-1: 8 is A, and the wounded man dies of it
    ],
)
def test_a_besieger_who_was_attacked_advances(wall: str, ladders: str, die: int, then: str) -> None:
    assert fought(storm(wall, ladders, die, policies={"defence_wound": "wounded-first"}), "defenders") == then


def test_who_stands_on_the_wall_when_a_defender_fights_the_climber() -> None:
    # Battlement against ladder: 3-1. B: the defender leaves, the climber takes his hex; C: the climber leaves, nobody climbs down.
    facing: Setup = {"facing": "fight"}
    assert fought(storm("d", "0", 6, climbers="0", policies=facing), "defenders") == "b"
    game = storm("d", "0", 4, climbers="0", policies=facing)
    assert (fought(game, "defenders"), game.ladders[0].climber) == ("d", None)


def test_wounds_and_marks_go_with_who_advances() -> None:
    game = storm("-bD", "1", 7)  # 8 : 2 is 4-1: 7 is B
    assert fought(game) == "bD-"
    man = game.defenders[0]
    assert (man.in_melee, man.under_attack, man.state) == (True, True, "wounded")


def test_an_advance_after_a_retreat_that_kills() -> None:
    # With wall-retreat wounded a fit man keeps his hex, a wounded one dies and leaves it.
    assert fought(storm("bd", "0", 2, wall_retreat="wounded")) == "bD"
    assert fought(storm("bD", "0", 6, wall_retreat="wounded")) == "-b"

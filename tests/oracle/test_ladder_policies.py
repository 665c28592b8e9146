"""Hand-worked checks of what players may choose in a ladder assault: scripted dice, every one of which must be rolled."""

from typing import Any

import pytest

from games.hand_worked import scripted
from games.ladder_beside import assault_on_both
from oracle.ladder import Assault, play_ladder
from oracle.men import Man
from oracle.outcome import Outcome
from oracle.scripted import SERGEANT, Dice, Setup, changed, named
from oracle.setups import ladder_setup

# A sergeant who can climb (3) in the raising move, but not cross (4) in it.
CLIMBER = SERGEANT | {"movement": 6}
BASE = ladder_setup(
    towers={"weapon": "crossbow"}, policies={"attack_from": "12-1+", "facing": "shoot", "oil_first": True}
)
FAR = ["flat_ground"] * 20
NOT_YET = {"climb_in_raising_move": "forbidden"}


def played(changes: Setup, *values: int, **options: str) -> Outcome:
    return scripted(play_ladder, changed(BASE, changes), *values, **options)


def begun(changes: Setup, *values: int, **options: str) -> Assault:
    return assault_on_both(changed(BASE, changes), named(options), Dice(*values))


def with_wall(wall: str, changes: Setup, *values: int, **options: str) -> Assault:
    """An assault with this wall: b besieger, d defender, capitals wounded, x a stunned besieger, - nobody."""
    game = begun({"width": len(wall), "foothold": len(wall) + 1, **changes}, *values, **options)
    game.besiegers = [man for ladder in game.ladders for man in ladder.party]
    game.defenders = []
    for place, letter in enumerate(wall):
        game.wall[place] = None
        if letter == "-":
            continue
        side = "defender" if letter in "dD" else "besieger"
        state = "stunned" if letter == "x" else "wounded" if letter.isupper() else "fit"
        game.wall[place] = man = Man(CLIMBER, side, state)
        (game.defenders if side == "defender" else game.besiegers).append(man)
    return game


def wall_of(game: Assault) -> str:
    """The wall in the letters of `with_wall`."""
    letters = {("besieger", "stunned"): "x", ("besieger", "wounded"): "B", ("defender", "wounded"): "D"}
    return "".join(letters.get((man.side, man.state), man.side[0]) if man else "-" for man in game.wall)


@pytest.mark.parametrize(
    ("wall", "policy", "then"),
    [("bdB", "fit-first", "BdB"), ("bdB", "wounded-first", "bd-"), ("bdb", "wounded-first", "Bdb")],
)
def test_who_of_the_besiegers_takes_the_wound(wall: str, policy: str, then: str) -> None:
    # 12 : 4 and one to the right for two, 4-1: 8 is A. Two fit men, 5-1: 9 is A.
    game = with_wall(wall, {"policies": {"attack_from": "1-1", "wound": policy}}, 9 if wall == "bdb" else 8)
    game.besiegers_melee()
    assert wall_of(game) == then


def test_the_wounded_climber_comes_after_the_wounded_on_the_wall_and_before_the_fit() -> None:
    # Climber 4 + lower 8 : 4 is 3-1, one right for two, one left for the ladder: 3-1, 7 is A.
    for policy, climbers in (("fit-first", 1), ("wounded-first", 0)):
        game = with_wall("bd", {"besiegers": {"ladders": 2}, "policies": {"attack_from": "1-1", "wound": policy}}, 7)
        ladder = game.ladders[1]
        ladder.upright, ladder.climber = True, ladder.party.pop()
        ladder.climber.state = "wounded"
        game.besiegers_melee()
        assert (ladder.climber is not None) == bool(climbers)
        assert wall_of(game) == ("Bd" if climbers else "bd")


@pytest.mark.parametrize(("policy", "then"), [("fit-first", "DbD"), ("wounded-first", "db-")])
def test_who_of_the_defenders_takes_the_wound(policy: str, then: str) -> None:
    game = with_wall("dbD", {"policies": {"defence_wound": policy, "wound": "fit-first"}}, 8)
    game.defenders_melee()
    assert wall_of(game) == then


@pytest.mark.parametrize(
    ("aim", "states"),
    [
        ("fit", ["dead", "stunned", "wounded"]),
        ("wounded", ["fit", "stunned", "dead"]),
        ("stunned", ["fit", "dead", "wounded"]),
    ],
)
def test_whom_the_shooters_and_the_oil_are_for(aim: str, states: list[str]) -> None:
    shot: Setup = {"approach": FAR, "towers": {"men": 1}, "policies": {"aim": aim}}
    poured: Setup = {"oil": 1, "policies": {"aim": aim, "oil_at": "ground-first"}}
    for changes in (shot, poured):
        game = begun({**changes, "besiegers": {"men": 3}}, 1)  # a crossbow's 1 in the open is C, oil's 1 is F
        for man, state in zip(game.besiegers, ("fit", "stunned", "wounded"), strict=True):
            man.state = state
        game.defenders_turn()
        assert [man.state for man in game.besiegers] == states
        assert game.roll.left == []  # type: ignore[attr-defined]


@pytest.mark.parametrize(("aim", "then"), [("wounded", ["dead", "fit"]), ("stunned", ["dead", "fit"])])
def test_without_stunned_men_both_other_aims_find_the_wounded(aim: str, then: list[str]) -> None:
    game = begun({"approach": FAR, "towers": {"men": 1}, "besiegers": {"men": 2}, "policies": {"aim": aim}}, 1)
    game.besiegers[0].state = "wounded"
    game.defenders_turn()
    assert [man.state for man in game.besiegers] == then


@pytest.mark.parametrize(
    ("oil_at", "climbs", "event"),
    [
        ("climber", "allowed", "T1 oil on ladder 0, die 4 -> F"),
        ("climber", "forbidden", None),
        ("climber-first", "allowed", "T1 oil on ladder 0, die 4 -> F"),
        ("climber-first", "forbidden", "T1 oil on the foot of ladder 0, die 4 -> F"),
        ("ground-first", "allowed", "T1 oil on the foot of ladder 0, die 4 -> F"),
        ("ground-first", "forbidden", "T1 oil on the foot of ladder 0, die 4 -> F"),
    ],
)
def test_climber_or_the_men_at_the_foot(oil_at: str, climbs: str, event: str | None) -> None:
    # Who has poured on the foot has acted: facing the climber he does not topple, nor does he topple the empty ladder.
    policies = {"oil_at": oil_at, "facing": "topple", "topple_empty": event is not None}
    outcome = played({"oil": 1, "policies": policies}, *[4] * bool(event), climb_in_raising_move=climbs)
    assert outcome.events == ([event] if event else [])
    assert (outcome.attackers_dead, outcome.tallies["oil"]) == (int(bool(event)),) * 2


@pytest.mark.parametrize(("die", "state"), [(4, "dead"), (6, "wounded"), (8, "stunned"), (9, "fit")])
def test_what_oil_does_to_a_man_at_the_foot(die: int, state: str) -> None:
    game = begun({"oil": 1, "policies": {"oil_at": "climber-first"}}, die, **NOT_YET)
    game.play()
    assert game.besiegers[0].state == state
    assert len(game.ladders[0].party) == 4 - (state == "dead")


def test_oil_that_would_drive_back_kills_the_stunned() -> None:
    game = begun({"oil": 1, "besiegers": {"men": 1}, "policies": {"oil_at": "ground-first"}}, 10)
    game.besiegers[0].state = "stunned"
    game.defenders_turn()  # the ladder lies at the foot: one man alone does not raise it
    assert (game.besiegers[0].state, game.ladders[0].upright) == ("dead", False)


NO_OIL: list[Setup] = [
    {"approach": ["flat_ground"] * 20},
    {"oil": 0},
    {"policies": {"oil_first": False}},
]


@pytest.mark.parametrize("changes", NO_OIL)
def test_where_no_oil_is_poured_on_the_foot(changes: Setup) -> None:
    # Too far; none; not wanted.
    game = begun(changed({"oil": 1, "policies": {"oil_at": "climber-first"}}, changes))
    game.defenders_turn()
    assert game.tallies["oil"] == 0


def test_oil_goes_down_before_ones_own_hex_only() -> None:
    for wall, poured in (("-d", 0), ("d-", 1)):
        game = with_wall(wall, {"oil": 1, "policies": {"oil_at": "climber-first"}}, *[10] * poured)
        game.defenders_turn()
        assert game.tallies["oil"] == poured


def test_no_oil_on_the_foot_beside_a_besieger_on_the_wall() -> None:
    # He fights him instead: 8 : 4, 2-1, 10 is nothing.
    game = with_wall("db", {"oil": 1, "policies": {"oil_at": "ground-first"}}, 10)
    game.defenders_turn()
    assert (game.tallies["oil"], game.events) == (0, ["T0 defenders lower attack hex 1 on 2-1, die 10 -> -"])


def test_who_has_shot_does_not_pour_on_the_foot() -> None:
    game = begun({"oil": 1, "defenders": {"weapon": "crossbow"}, "policies": {"oil_at": "ground-first"}}, 10)
    game.defenders_turn()  # the ladder is not raised yet
    assert (game.tallies["shots"], game.tallies["oil"]) == (1, 0)


@pytest.mark.parametrize(
    ("policy", "wall", "men", "target"),
    [
        ("never", "b-d", 4, "ladder 0 ground"),
        ("first", "b-d", 4, "wall 0"),
        ("last", "b-d", 4, "ladder 0 ground"),
        ("last", "b-d", 0, "wall 0"),
        ("never", "b-d", 0, None),
        ("first", "bd-", 4, "ladder 0 ground"),
        ("first", "bdb-b", 0, "wall 4"),
        ("first", "b-b-d", 0, "wall 0"),
        ("first", "bb--d", 0, "wall 0"),
    ],
)
def test_shots_from_the_towers_at_the_wall(policy: str, wall: str, men: int, target: str | None) -> None:
    changes: Setup = {"towers": {"men": 1}, "besiegers": {"men": men}, "policies": {"shoot_wall": policy}}
    game = with_wall(wall, changes, *[10] * bool(target))
    game.defenders_shoot(bows_only=False)
    assert game.events == ([f"T0 towers shot 0: {target}, die 10 -> -"] if target else [])
    assert game.tallies["shots"] == len(game.events)


@pytest.mark.parametrize(
    ("wall", "target"),
    [("b-d", "0"), ("bb-d", "1"), ("b-bd", None), ("b--", None), ("d-b", "2"), ("d--bb", "3"), ("d-d-b", "4")],
)
def test_shots_along_the_wall(wall: str, target: str | None) -> None:
    # All hexes between shooter and target are empty, and there is at least one. Of d-d-b the man on hex 2 shoots.
    changes: Setup = {
        "besiegers": {"men": 0},
        "defenders": {"weapon": "crossbow"},
        "policies": {"shoot_wall": "last"},
    }
    game = with_wall(wall, changes, *[10] * bool(target))
    game.defenders_shoot(bows_only=False)
    shooter = wall.rindex("d") if "d" in wall else 0
    assert game.events == ([f"T0 wall shot {shooter}: wall {target}, die 10 -> -"] if target else [])


def test_range_and_cover_of_a_shot_at_the_wall() -> None:
    # Medium range of a crossbow begins at hex 26: from the tower 1 + aside. Without cover a 3 is C, raised by one still C; a 4 is B.
    for aside, result in ((24, "C"), (25, "B")):
        changes: Setup = {"towers": {"men": 1, "aside": aside}, "policies": {"shoot_wall": "first"}}
        game = with_wall("b", changes, 3)
        game.defenders_shoot(bows_only=False)
        assert game.events[0].endswith(f"die 3 -> {result}")


def test_who_faces_a_ladder_shoots_at_nobody_but_its_climber() -> None:
    changes: Setup = {"defenders": {"weapon": "crossbow"}, "policies": {"shoot_wall": "first"}}
    game = with_wall("d-b", changes, 10)
    ladder = game.ladders[0]
    ladder.upright, ladder.climber = True, ladder.party.pop()
    game.defenders_shoot(bows_only=False)
    assert game.events == ["T0 wall shot 0: ladder 0 climber, die 10 -> -"]
    game = with_wall("d-b", changes)
    game.ladders[0].upright = True
    game.defenders_shoot(bows_only=False)
    assert game.events == []


@pytest.mark.parametrize(
    ("wall", "die", "then", "hits"),
    [
        ("--b-", 7, "b---", 0),
        ("-b--", 7, "---b", 0),
        ("-b-", 7, "-B-", 0),
        ("-B-", 7, "---", 0),
        ("-b--d", 7, "-B--d", 0),
        ("-b---d", 7, "---b-d", 0),
        ("d--b-d", 7, "d--B-d", 0),
        ("b-b", 7, "B-b", 0),
        ("--x", 7, "---", 0),
        ("b", 4, "B", 1),
        ("b", 1, "-", 1),
        ("b", 8, "b", 0),
    ],
)
def test_what_a_shot_does_on_the_wall(wall: str, die: int, then: str, hits: int) -> None:
    # A crossbow's 1 is on row 3 of the missile table; without cover rows 3 to 5 are C, 6 and 7 B, 8 and 9 A.
    changes: Setup = {"towers": {"men": 1}, "besiegers": {"men": 0}, "policies": {"shoot_wall": "first"}}
    game = with_wall(wall, changes, die)
    game.defenders_shoot(bows_only=False)
    assert wall_of(game) == then
    assert game.tallies["hits"] == hits


@pytest.mark.parametrize(
    ("wall", "once", "twice"),
    [
        ("bb--d", "-bb-d", "--bbd"),
        ("d--bB", "d-bB-", "dbB--"),
        ("d-b-d", "db--d", "db--d"),
        ("d---b-d", "d----bd", "d----bd"),
        ("x---d", "x---d", "x---d"),
        ("b-bd-", "-bbd-", "-bbd-"),
        ("bdb-b", "bdbb-", "bdbb-"),
    ],
)
def test_seeking_the_fight(wall: str, once: str, twice: str) -> None:
    game = with_wall(wall, {"besiegers": {"men": 0}, "policies": {"seek_fight": True}})
    for then in (once, twice):
        game.besiegers_move()
        assert wall_of(game) == then


@pytest.mark.parametrize(("seek", "wall", "then"), [(True, "b-", "-b"), (True, "b-d", "-bd"), (False, "b--", "-b-")])
def test_nobody_makes_room_while_there_is_a_fight_to_seek(*, seek: bool, wall: str, then: str) -> None:
    game = with_wall(wall, {"besiegers": {"men": 0}, "policies": {"seek_fight": seek}})
    game.ladders[0].upright = True
    game.besiegers_move()
    assert wall_of(game) == then
    # With an enemy on the lower side he goes there although his ladder would have him make room to the higher one.
    game = with_wall("d-b--", {"besiegers": {"men": 0, "ladders": 3}, "policies": {"seek_fight": True}})
    game.ladders[2].upright = True
    game.besiegers_move()
    assert wall_of(game) == "db---"


def abandoning(**limit: Any) -> Setup:
    return {"turns": 5, "approach": FAR, "break_off": {"defenders": limit}, "defenders": {"reserve": 1}}


def test_the_defenders_break_off() -> None:
    by_turn = played(abandoning(turn=3))
    assert (by_turn.ending, by_turn.turn) == ("abandoned", 3)
    # Behind the battlement a crossbow's 1 is B: wounded in turn 1, dead in turn 2; then the reserve's man steps up and is wounded.
    shot = changed(abandoning(losses=2), {"covering": {"men": 1, "weapon": "crossbow"}})
    outcome = played(shot, 1, 1, 1)
    assert (outcome.ending, outcome.turn) == ("abandoned", 3)
    assert (outcome.defenders_dead, outcome.defenders_wounded) == (1, 1)


def test_the_other_endings_come_first() -> None:
    shot = changed(abandoning(losses=1, turn=1), {"covering": {"men": 2, "weapon": "crossbow"}})
    # Two shots kill the only man, but nobody is on the wall; if somebody is, the castle is cleared.
    shot = changed(shot, {"defenders": {"reserve": 0}, "policies": {"cover_fire": "always"}})
    assert played(shot, 1, 1).ending == "abandoned"
    game = with_wall("b-d", changed(abandoning(losses=1, turn=1), {"defenders": {"reserve": 0}}))
    game.defenders[0].kill()
    assert game.ending() == "cleared"
    assert played(changed(abandoning(turn=1), {"break_off": {"turn": 1}})).ending == "repulsed"

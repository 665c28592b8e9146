"""Hand-worked checks of what players may choose at a ram: scripted dice, every one of which must be rolled."""

from typing import Any

import pytest

from games.hand_worked import by_oracle, scripted
from games.ram_beside import archers_shoot, fight_sortie, ram_on_both
from oracle.men import count
from oracle.outcome import Outcome
from oracle.ram import Fire, RamAttack, play_ram
from oracle.ram_archers import cover_behind
from oracle.scripted import KNIGHT, SERGEANT, Dice, Setup, changed, named

BASE: Setup = {
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
    "policies": {"fire_policy": "put-out", "fire_fighters": 0, "room": 4},
    "break_off": {"losses": None, "turn": None},
}
MEN: Setup = {"policies": {"arrows": "men"}}
ARCHER: Setup = {"archers": {"men": 1}}


def played(changes: Setup, *values: int, **options: str) -> Outcome:
    return scripted(play_ram, changed(BASE, changes), *values, **options)


def begun(changes: Setup, *values: int, crew: str = "", sortie: str = "", **options: str) -> RamAttack:
    """A ram in turn 1, with men in these states: f fit, w wounded, s stunned. Named sortie men are out."""
    changes = changed(changes, {"besiegers": {"men": len(crew) or 3}, "sortie": {"men": len(sortie)}})
    game = ram_on_both(changed(BASE, changes), named(options), Dice(*values))
    states = {"f": "fit", "w": "wounded", "s": "stunned", "-": "dead"}
    for man, letter in zip(game.crew + game.sortie, (crew or "fff") + sortie, strict=True):
        man.state = states[letter]
    game.turn, game.sortie_is_out = 1, bool(sortie)
    return game


def states(men: list[Any]) -> str:
    return "".join("-" if man.state == "dead" else man.state[0] for man in men)


@pytest.mark.parametrize(("aim", "hexes"), [("front", "012"), ("middle", "102"), ("rear", "210")])
def test_where_fire_arrows_are_aimed(aim: str, hexes: str) -> None:
    # The first lights its hex, the next looks for another; when all burn nobody shoots.
    game = begun({"archers": {"men": 4, "weapon": "longbow"}, "policies": {"arrow_aim": aim}}, 10, 10, 10)
    archers_shoot(game, bows_only=False)
    assert [event.split("at hex ")[1][0] for event in game.events] == list(hexes)
    assert game.tallies["fire_arrows"] == 3


def test_any_weapon_shoots_at_the_men_behind() -> None:
    # A crossbow once a turn, and no fire arrow if nobody is behind.
    crossbow = changed(MEN, {"archers": {"men": 1, "weapon": "crossbow"}})
    assert played(changed(crossbow, {"besiegers": {"men": 4}}), 1, 9).attackers_dead == 0
    assert len(played(crossbow, 1).events) == 1
    # Beyond short range no fire arrow flies, beyond the range of the weapon no arrow.
    for aside, shots in ((30, 2), (146, 2), (147, 0)):
        setup = changed(changed(BASE, MEN), {"besiegers": {"men": 4}, "archers": {"men": 1, "aside": aside}})
        # Further aside than a scenario can say.
        outcome = by_oracle(play_ram, setup, 1, *[9] * shots)
        assert len(outcome.events) == 1 + shots


@pytest.mark.parametrize(
    ("sortie", "turn", "limit", "at_men"),
    [
        ("f", 2, {}, False),
        ("s", 2, {}, False),
        ("-", 2, {}, True),
        ("f", 2, {"turn": 1}, True),
        ("f", 2, {"turn": 2}, False),
        ("w", 2, {"losses": 1}, True),
    ],
)
def test_no_shots_past_the_sortie(sortie: str, turn: int, limit: Setup, *, at_men: bool) -> None:
    changes = changed(changed(MEN, ARCHER), {"break_off": {"sortie": limit}})
    game = begun(changes, 9, crew="ffff", sortie=sortie)
    game.turn = turn
    archers_shoot(game, bows_only=False)
    assert ("man behind" in game.events[0]) is at_men


def test_shots_until_the_sortie_comes_out_in_its_melee_phase() -> None:
    # Turn 1: two arrows at the man behind, then the sortie, 3-1. Turn 2: he attacks it, 2-1; the ram batters; two fire arrows; the sortie again.
    changes: Setup = {"turns": 2, "marks": 0, "besiegers": {"men": 4}, "sortie": {"men": 1}}
    outcome = played(changed(changed(MEN, ARCHER), changes), 1, 9, 9, 10, 10, 1, 9, 9, 10)
    assert ["fire arrow" in event for event in outcome.events if "arrow" in event] == [False, False, True, True]


@pytest.mark.parametrize(
    ("crew", "die", "then"),
    [
        ("ffff", 1, "-fff"),
        ("ffff", 4, "wfff"),
        ("ffff", 5, "ffff"),
        ("fffw", 1, "fff-"),
        ("fffw", 4, "fff-"),
        ("fffwf", 4, "wffwf"),
        ("ffww", 4, "ff-w"),
        ("ffsww", 4, "ffs-w"),
        ("fffs", 0, "fffs"),
        ("ffws", 0, "ffws"),
    ],
)
def test_who_behind_is_hit(crew: str, die: int, then: str) -> None:
    # Longbow, row 3 + die in the open: 1 and 2 are C, 3 and 4 B, 5 and 6 A. The able beyond three, fit men inside; stunned men are not shot at.
    changes = changed(MEN, {"archers": {"men": 1, "weapon": "longbow"}})
    game = begun(changes, *[die] if die else [1], crew=crew)
    archers_shoot(game, bows_only=False)
    assert sorted(states(game.crew)) == sorted(then)
    assert game.tallies["fire_arrows"] == (not die)


def test_a_knight_behind_is_harder_to_hit() -> None:
    for option, then in (("1", 0), ("0", 1)):
        changes = changed(MEN, {"besiegers": {"kind": KNIGHT}, "archers": {"men": 1}})
        game = begun(changes, 4, crew="ffff", dismounted_knight=option)  # row 7 is B, row 8 A
        archers_shoot(game, bows_only=False)
        assert count(game.crew, "wounded") == then


@pytest.mark.parametrize(
    ("approach", "distance", "cover"),
    [
        ([], 0, "none"),
        (["trench", "flat_ground", "flat_ground", "flat_ground"], 0, "heavy"),
        (["flat_ground", "trench", "flat_ground", "flat_ground", "flat_ground"], 0, "heavy"),
        (["trench", "flat_ground", "flat_ground", "flat_ground", "flat_ground"], 0, "none"),
        (["trench", "flat_ground", "flat_ground", "flat_ground", "flat_ground"], 1, "heavy"),
        (["trench", "flat_ground"], 0, "heavy"),
        (["trench", "flat_ground"], 2, "heavy"),
        (["flat_ground", "trench"], 0, "none"),
    ],
)
def test_cover_of_the_men_behind(approach: list[str], distance: int, cover: str) -> None:
    # The front in hex n of the way, the ram's other hexes behind it in n - 1 and n - 2, the men in n - 3.
    game = begun({"approach": approach})
    game.distance = distance
    assert cover_behind(game) == cover


def test_besiegers_attack_apart_the_man_who_comes_first_at_that_moment() -> None:
    # 8 : 4 each, 2-1: 1 is D; the next strikes the stunned man: 2 is C, he dies; the third the other: 10 is nothing.
    game = begun({"policies": {"attack": "separate"}}, 1, 2, 10, crew="ffffff", sortie="ff")
    assert not fight_sortie(game)
    assert game.events == [
        "T1 men behind attack sortie on 2-1, die 1 -> D",
        "T1 men behind attack sortie on 2-1, die 2 -> C",
        "T1 men behind attack sortie on 2-1, die 10 -> -",
    ]
    assert states(game.sortie) == "-f"
    # Jointly 24 : 4 and one to the right.
    game = begun({}, 10, crew="ffffff", sortie="ff")
    fight_sortie(game)
    assert game.events == ["T1 men behind attack sortie on 7-1, die 10 -> B"]


def test_apart_as_many_as_find_room_fit_men_first() -> None:
    # Behind are a fit and two wounded men; two find room. 2-1: 6 is A, the man himself; then the wounded man, 4 : 4: 10.
    policies = {"attack": "separate", "wound": "wounded-first", "room": 2}
    game = begun({"policies": policies}, 6, 10, crew="ffffww", sortie="f")
    fight_sortie(game)
    assert [event.split(" on ")[1] for event in game.events] == ["2-1, die 6 -> A", "1-1, die 10 -> -"]
    assert states(game.crew).count("w") == 3


def test_apart_no_attack_on_the_dead_or_without_the_odds() -> None:
    strong = {"attack": 20, "wounded_attack": 3}
    game = begun(
        {"besiegers": {"kind": SERGEANT | strong}, "policies": {"attack": "separate"}},
        1,
        crew="fffff",
        sortie="f",
    )
    fight_sortie(game)  # 20 : 4, 5-1: 1 is F; nobody is left for the second man
    assert (states(game.sortie), len(game.events)) == ("-", 1)
    # The wounded man behind: 3 : 4 is less than 1-1.
    game = begun(
        {"besiegers": {"kind": SERGEANT | strong}, "policies": {"attack": "separate"}}, crew="fffw", sortie="f"
    )
    assert not fight_sortie(game)
    assert game.events == []


def test_the_crew_that_attacks_apart_has_fought() -> None:
    for attack, wounded_attack, fought in ((8, 4, True), (3, 3, False)):
        kind = SERGEANT | {"attack": attack, "wounded_attack": wounded_attack}
        changes: Setup = {"besiegers": {"kind": kind}, "policies": {"attack": "separate"}}
        # From the ram: 8 : 4 and one to the left, 1-1, three times.
        game = begun(changes, *[10] * (3 * fought), crew="fff", sortie="f")
        game.engaged = True
        assert fight_sortie(game) is fought


def test_the_sortie_attacks_apart() -> None:
    # 8 : 4 against the ram, 3-1: 2 stuns a fit man, 1 wounds the next, 5 (C) does nothing to the third, still fit.
    changes: Setup = {"policies": {"defence_attack": "separate"}}
    game = begun(changes, 2, 1, 5, crew="fff", sortie="fff")
    game.defenders_turn()
    assert (states(game.crew), game.engaged) == ("swf", True)
    # The last man who lives is struck in any state: wounded before stunned.
    game = begun(changes, 1, 10, crew="ws", sortie="ff")
    game.defenders_turn()
    assert states(game.crew) == "-s"


def test_no_attack_of_the_sortie_engages_nobody() -> None:
    weak = {"sortie": {"kind": SERGEANT | {"attack": 3}}}
    for policy, engaged in (("separate", False), ("joint", True)):
        game = begun(weak | {"policies": {"defence_attack": policy}}, *[10] * engaged, sortie="ff")
        game.defenders_turn()  # together 6 : 4, apart 3 : 4
        assert game.engaged is engaged


@pytest.mark.parametrize(
    ("policies", "crew", "sortie"),
    [
        ({}, "fffww", "ww"),
        ({"wound": "wounded-first"}, "ffff-", "ww"),
        ({"defence_wound": "wounded-first"}, "fffww", "f-"),
    ],
)
def test_who_takes_the_wound(policies: Setup, crew: str, sortie: str) -> None:
    # Two behind or two sortie men, the second wounded: 12 : 4 and one right, 4-1: 8 is A. Against the ram 5-1: 9 is A.
    game = begun({"policies": policies}, 8, crew="ffffw", sortie="f")
    fight_sortie(game)
    assert sorted(states(game.crew)) == sorted(crew)
    game = begun({"policies": policies}, 9, sortie="fw")
    game.defenders_turn()
    assert sorted(states(game.sortie)) == sorted(sortie)


@pytest.mark.parametrize(
    ("wound", "crew", "then"),
    [("fit-first", "wfs", "w-s"), ("wounded-first", "wfs", "-fs"), ("wounded-first", "fsf", "f-f")],
)
def test_who_stands_at_the_front_under_oil(wound: str, crew: str, then: str) -> None:
    changes: Setup = {"oil": {"barrels": 1, "men": 1}, "policies": {"wound": wound}}
    game = begun(changes, 8, 1, crew=crew, oil_occupants_of_burning_machine="attacked")
    game.pour_oil()  # it catches; 1 on 8-1 is F
    assert states(game.crew) == then


@pytest.mark.parametrize(
    ("wound", "age", "then"),
    [("fit-first", 1, "wwfs"), ("wounded-first", 1, "-ffs"), ("fit-first", 2, "-ffs"), ("wounded-first", 2, "-ffs")],
)
def test_who_stands_in_the_fire(wound: str, age: int, then: str) -> None:
    policies = {"fire_policy": "ram-on", "wound": wound}
    game = begun({"policies": policies}, crew="wffs", burning_hex_occupants="wounded-then-dead")
    game.fires[0] = Fire("oil", age)
    game.burn()
    assert states(game.crew) == then


def with_sortie(**limit: Any) -> Setup:
    # 3-1 against the ram, 8 and more nothing; from turn 2 on the engaged crew strikes back, 24 : 4, less one for the ram, more one for three.
    return {"turns": 3, "besiegers": {"men": 3}, "sortie": {"men": 1}, "break_off": {"sortie": limit}}


def test_the_sortie_is_home_after_its_losses() -> None:
    # A on 3-1 is 7: the man wounds himself, and is home.
    assert len(played(with_sortie(losses=1), 1, 7, 1, attacked_crew="next-turn").events) == 3
    # Two are allowed: 24 : 2 and the sign of the ram and their number, 12-1: 1 is F.
    assert played(with_sortie(losses=2), 1, 7, 1, 1, attacked_crew="next-turn").defenders_dead == 1


@pytest.mark.parametrize(
    ("first", "option", "batters"),
    [
        ("besiegers", "this-turn", [1, 2]),
        ("besiegers", "next-turn", [1]),
        ("besiegers", "none", [1, 2]),
        ("defenders", "this-turn", []),
        ("defenders", "next-turn", []),
        ("defenders", "none", [1, 2]),
    ],
)
def test_when_an_attacked_crew_batters(first: str, option: str, batters: list[int]) -> None:
    # The sortie, 3-1, does nothing with a 10, nor does the ram. The man behind is too weak for a defence of 9.
    strong: Setup = {"sortie": {"kind": SERGEANT | {"defence": 9}}, "turns": 2, "first": first}
    game = begun(strong, *[10] * (2 + len(batters)), crew="ffff", sortie="f", attacked_crew=option)
    events = game.play().events
    assert [int(event[1]) for event in events if "battering" in event] == batters
    assert [int(event[1]) for event in events if "attacks crew" in event] == [1, 2]


def test_the_breach_comes_before_the_crew_recovers() -> None:
    # Attacked first, 3-1: 2 is D. The others batter, for an attack does not stop them: 5 is the fourth mark.
    strong: Setup = {"first": "defenders", "marks": 3, "sortie": {"kind": SERGEANT | {"defence": 9}}}
    game = begun(strong, 2, 5, crew="fffff", sortie="f", attacked_crew="none")
    outcome = game.play()
    assert (outcome.ending, outcome.attackers_stunned, outcome.attackers_fit) == ("breach", 1, 4)


def test_an_attacked_crew_does_not_move_whatever_it_may_batter() -> None:
    for option in ("this-turn", "next-turn", "none"):
        game = begun({"approach": ["flat_ground"] * 9}, crew="fff", sortie="f", attacked_crew=option)
        game.engaged = True
        game.move()
        assert game.distance == 9


def test_apart_they_do_not_go_home_in_between() -> None:
    # 3-1, 7 is A: the first wounds himself, the second attacks all the same.
    limit: Setup = {"break_off": {"sortie": {"losses": 1}}, "policies": {"defence_attack": "separate"}}
    game = begun(limit, 7, 10, sortie="ff")
    game.defenders_turn()
    assert len(game.events) == 2
    assert not fight_sortie(game)
    game.defenders_turn()
    assert len(game.events) == 2


def test_stunned_men_of_the_sortie_are_not_lost() -> None:
    game = begun({"break_off": {"sortie": {"losses": 1, "turn": 1}}}, crew="ffff", sortie="s")
    game.turn = 2
    assert not fight_sortie(game)
    outcome = game.outcome("undecided")
    assert (outcome.defenders_dead, outcome.defenders_wounded) == (0, 0)


def test_the_besiegers_break_off() -> None:
    by_turn = played({"turns": 5, "break_off": {"turn": 2}}, 1, 1)
    assert (by_turn.ending, by_turn.turn) == ("repulsed", 2)
    # Dead and wounded men behind, hit by two arrows a turn: C on 1 and B on 3.
    shot = changed(changed(MEN, ARCHER), {"turns": 5, "besiegers": {"men": 6}, "break_off": {"losses": 2}})
    by_losses = played(shot, 1, 1, 3)
    assert (by_losses.ending, by_losses.turn) == ("repulsed", 1)
    assert (by_losses.attackers_dead, by_losses.attackers_wounded) == (1, 1)


def test_losses_of_all_rams_so_far() -> None:
    # The first ram's crew is down to two, the second comes up with three more; one dead man and one wounded man are two.
    game = begun({"besiegers": {"rams": 2}, "break_off": {"losses": 2}}, crew="wfff")
    assert game.ending() is None
    game.crew[1].kill()
    assert game.ending() == "repulsed"
    game = begun({"besiegers": {"rams": 2}, "break_off": {"losses": 2}})
    game.crew[0].kill()
    assert game.ending() is None
    assert len(game.crew) == 6
    game.crew[-1].wound()
    assert game.ending() == "repulsed"

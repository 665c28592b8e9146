"""Hand-worked checks of panic in the slow melee: scripted dice."""

from typing import Any

import pytest

from games.hand_worked import scripted
from games.melee_beside import melee_on_both
from oracle.melee import Melee, play_melee
from oracle.outcome import Outcome
from oracle.scripted import FIGHT_POLICIES, KNIGHT, NO_ATTACK, SERGEANT, Dice, Setup, changed, named

# One strong man attacks (12-1: a die of 1 to 6 kills), his opponents do not.
CHAMPION = SERGEANT | {"attack": 48, "wounded_attack": 24}
SIDE = {"kind": SERGEANT, "men": 1, "mounted": 0, "terrain": "flat_ground", "room": None, "front": None}
LIMIT = {"losses": None, "turn": None}
BASE: Setup = {
    "turns": 1,
    "first": "attackers",
    "attackers": SIDE | {"kind": CHAMPION},
    "defenders": SIDE | {"men": 6},
    "policies": {"attackers": FIGHT_POLICIES, "defenders": FIGHT_POLICIES | NO_ATTACK},
    "break_off": {"attackers": LIMIT, "defenders": LIMIT},
    "panic": True,
    "panic_of": {"attackers": {"followed": True}, "defenders": {"followed": True}},
}
FOLLOW: Setup = {"policies": {"attackers": {"follow": True}}}
PAIR_OF_SERGEANTS: Setup = {"attackers": {"kind": SERGEANT, "men": 2}, "defenders": {"men": 1}}
KILL = 1
NOTHING, ONE, TWO, THREE, ROUT_THREE, ROUT_SIX = 1, 6, 7, 8, 9, 10


def defenders(**panic: Any) -> Setup:
    return {"panic_of": {"defenders": panic}}


def played(changes: Setup, *values: int, **options: str) -> Outcome:
    return scripted(play_melee, changed(BASE, changes), *values, **options)


def begun(changes: Setup, *values: int, **options: str) -> Melee:
    return melee_on_both(changed(BASE, changes), named(options), Dice(*values))


def ran(outcome: Outcome, side: str = "defenders") -> tuple[int, int]:
    return outcome.measures[f"{side}_panicked"], outcome.measures[f"{side}_routed"]


@pytest.mark.parametrize(
    ("changes", "options"),
    [
        ({"panic": False}, {}),
        ({}, {"panic_rule": "none"}),
        (defenders(**{"class": "knight"}), {}),
        ({"defenders": {"kind": SERGEANT | {"armour": "dismounted-knight"}}}, {}),
    ],
)
def test_who_never_panics(changes: Setup, options: dict[str, str]) -> None:
    assert ran(played(changes, KILL, **options)) == (0, 0)


def test_only_the_side_of_the_dead_man() -> None:
    # 4 : 4 is 1-1, where 4 is A: the wounded attacker dies by his own attack, and the other one runs.
    game = begun(PAIR_OF_SERGEANTS | {"policies": {"attackers": {"attack": "separate"}}}, 4, ONE)
    for man in game.men["attackers"]:
        man.wound()
    outcome = game.play()
    assert (ran(outcome, "attackers"), ran(outcome), outcome.attackers_dead) == ((1, 0), (0, 0), 1)


def test_riders_and_stunned_men_are_not_seized() -> None:
    peasants = {"panic_of": {"defenders": {"class": "peasant"}}}
    game = begun(changed(peasants, {"defenders": {"kind": KNIGHT, "men": 3, "mounted": 2}}))
    game.men["defenders"][2].stun()
    game.panics["defenders"].test(game)
    assert game.tallies["panic_tests"] == 0
    game.men["defenders"][2].state = "fit"
    game.roll = Dice(ROUT_SIX)
    game.panics["defenders"].test(game)
    assert [man.routed for man in game.men["defenders"]] == [False, False, True]


@pytest.mark.parametrize(("first", "states"), [("wounded", ["wounded", "wounded"]), ("fit", ["fit", "fit"])])
def test_who_panics_first(first: str, states: list[str]) -> None:
    game = begun(defenders(panics_first=first), TWO)
    men = game.men["defenders"]
    for man in men[1:3]:
        man.wound()
    game.panics["defenders"].test(game)
    assert [man.state for man in men if man.panicked] == states


def test_those_driven_back_first_and_who_is_no_target_any_more_last() -> None:
    game = begun({}, TWO)
    men = game.men["defenders"]
    men[3].back = True
    for man in (*men[:2], men[5]):
        man.passed = True
    game.panics["defenders"].test(game)
    assert [men.index(man) for man in men if man.panicked] == [2, 3]


def test_one_who_stood_is_attacked_again_when_the_others_have_run() -> None:
    # Three groups of one against a wounded man, who dies on 4-1, one who runs, and one who stands two attacks on 2-1.
    three = {"attackers": {"kind": SERGEANT, "men": 3}, "defenders": {"men": 3}}
    game = begun(three | {"policies": {"attackers": {"together": 1, "target": "wounded"}}}, KILL, ONE, 7, 7)
    game.men["defenders"][0].wound()
    outcome = game.play()
    assert (outcome.tallies["attackers_attacks"], ran(outcome)) == (3, (1, 0))


def test_followed_if_nothing_is_said() -> None:
    # By whom does not matter: what the men in panic have decided themselves is not asked for.
    silent: Setup = {"panic_of": {"attackers": {}, "defenders": {}}}

    def panicked(changes: Setup, *values: int) -> tuple[int, int]:
        game = melee_on_both(dict(changed(BASE, changes), **silent), {}, Dice(*values))
        return ran(game.play())

    assert panicked({}, KILL, THREE) == (0, 0)
    assert panicked(FOLLOW, KILL, THREE) == (3, 0)
    assert panicked({"policies": {"defenders": {"follow": True}}}, KILL, THREE) == (0, 0)


def test_fit_men_are_calmed_first() -> None:
    game = begun(defenders(rally=2), ROUT_SIX)
    men = game.men["defenders"][:3]
    for man in men:
        man.panicked = True
    men[0].wound()
    game.panics["defenders"].end_movement()
    assert [man.panicked for man in men] == [True, False, False]


@pytest.mark.parametrize(
    ("die", "letter", "state", "panicked", "overtaken"),
    [
        (8, "A", "fit", True, True),  # befalls the attacker, but for him
        (7, "B", "fit", True, True),
        (6, "C", "fit", True, False),
        (5, "D", "stunned", False, False),
        (3, "E", "wounded", True, True),
    ],
)
def test_an_attack_on_a_panicked_man(die: int, letter: str, state: str, *, panicked: bool, overtaken: bool) -> None:
    # 12 : 4 is 3-1, and a column more.
    game = begun(
        {"attackers": {"kind": SERGEANT | {"attack": 12}}, "defenders": {"men": 1, "room": 0}, **FOLLOW},
        die,
    )
    man = game.men["defenders"][0]
    man.panicked = True
    game.player_turn("attackers")
    assert game.events == [f"T0 attackers fit attack panicked fit on 4-1, die {die} -> {letter}"]
    assert (man.state, man.panicked, man.overtaken) == (state, panicked, overtaken)
    assert [game.tallies[name] for name in ("self_wounds", "repulses", "retreats")] == [0, 0, int(letter == "C")]
    assert game.tallies["panic_tests"] == 0


def test_a_wounded_man_in_panic_dies_of_a_blow() -> None:
    # 8 : 2 and a column more: 5-1, where 4 is D.
    game = begun({"attackers": {"kind": SERGEANT}, "defenders": {"men": 2}, **FOLLOW}, 4, ROUT_THREE)
    man, other = game.men["defenders"]
    man.wound()
    man.panicked = True
    game.player_turn("attackers")
    assert (man.state, man.panicked, other.routed) == ("dead", False, True)


def test_men_in_panic_are_attacked_before_all_others() -> None:
    setup = changed(FOLLOW, {"turns": 2, "policies": {"attackers": {"target": "wounded"}}})
    game = begun(setup, KILL, ONE, KILL, NOTHING)
    game.men["defenders"][5].wound()
    outcome = game.play()
    assert [event.split(" on ")[0] for event in outcome.events if "attack" in event] == [
        "T1 attackers fit attack wounded",
        "T2 attackers fit attack panicked fit",
    ]


def test_one_result_hurts_all_before_anybody_panics() -> None:
    # 16 : 4 and one for three together is 5-1, where 8 is B; there is no room, so two die and the third is wounded.
    game = begun({"attackers": {"kind": SERGEANT, "men": 3, "room": 0}, "defenders": {"men": 1}}, 8, ROUT_THREE)
    for man in game.men["attackers"][:2]:
        man.wound()
    outcome = game.play()
    assert [man.state for man in game.men["attackers"]] == ["dead", "dead", "wounded"]
    # After the first death he routs, and for the second nobody is left.
    assert (ran(outcome, "attackers"), outcome.tallies["panic_tests"]) == ((0, 1), 1)
    assert outcome.ending == "defenders_win"


def test_losses_do_not_count_the_routed() -> None:
    game = begun({"break_off": {"defenders": {"losses": 3}}})
    for man in game.men["defenders"][:3]:
        man.wound()
    game.panics["defenders"].rout(game, game.men["defenders"][0])
    assert game.ending() is None
    assert game.outcome("undecided").defenders_wounded == 3

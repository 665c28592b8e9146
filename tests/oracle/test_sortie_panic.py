"""Hand-worked checks of panic in the slow sortie: scripted dice, every one of which must be rolled."""

from typing import Any

import pytest

from games.hand_worked import scripted
from oracle.outcome import Outcome
from oracle.scripted import NO_ATTACK, SERGEANT, Setup, changed
from oracle.sortie import play_sortie
from oracle.sortie_setups import sortie

# 12-1 against a sergeant: a die of 1 kills.
CHAMPION = SERGEANT | {"attack": 48}
BASE = sortie(
    turns=1,
    policies={"besiegers": {"fire_policy": "fight"}},
    panic=True,
    panic_of={"sortie": {"followed": True}, "besiegers": {"followed": True}},
)
# Four sergeants with ten hexes to go, five of them in turn 1; a longbow shoots twice a turn: C on 1, B on 3.
ON_THE_WAY: Setup = {"approach": ["flat_ground"] * 10, "sortie": {"men": 4}, "archers": {"men": 1}}
# A champion against sergeants who have come out and do not fight.
STRUCK: Setup = {
    "besiegers": {"kind": CHAMPION, "men": 1},
    "policies": {"sortie": NO_ATTACK},
}
# A champion who has come out, against two sergeants who do not fight, and an archer.
STRIKING: Setup = {
    "sortie": {"kind": CHAMPION},
    "besiegers": {"men": 2},
    "archers": {"men": 1},
    "policies": {"sortie": {"task": "fight"}, "besiegers": NO_ATTACK},
}
KILL, MISS, WOUND = 1, 10, 3
NOTHING, ONE, TWO, THREE, ROUT_THREE, ROUT_SIX = 1, 6, 7, 8, 9, 10


def played(base: Setup, changes: Setup, *values: int, **options: str) -> Outcome:
    return scripted(play_sortie, changed(changed(BASE, base), changes), *values, **options)


def ran(outcome: Outcome, side: str = "defenders") -> tuple[int, int]:
    return outcome.measures[f"{side}_panicked"], outcome.measures[f"{side}_routed"]


def rally(number: int) -> dict[str, Any]:
    return {"panic_of": {"sortie": {"rally": number}}}


def test_arrows_that_kill_cause_panic() -> None:
    outcome = played(ON_THE_WAY, {}, KILL, TWO, MISS)
    assert (ran(outcome), outcome.defenders_dead, outcome.ending) == ((2, 0), 1, "undecided")
    assert ran(played(ON_THE_WAY, {"panic_of": {"sortie": {"class": "knight"}}}, KILL, MISS)) == (0, 0)
    assert ran(played(ON_THE_WAY, {}, KILL, MISS, panic_rule="none")) == (0, 0)


def test_nobody_shoots_at_men_in_panic_and_they_stay_where_they_are() -> None:
    outcome = played(ON_THE_WAY, {"turns": 3}, KILL, THREE)
    assert (ran(outcome), outcome.ending, outcome.tallies["shots"]) == ((3, 0), "undecided", 1)
    # One is calm at the end of the movement of turn 2, five hexes from the engines, and is shot at; one more in turn 3.
    outcome = played(ON_THE_WAY, {"turns": 3, **rally(1)}, KILL, THREE, MISS, MISS, MISS, MISS)
    assert (ran(outcome), outcome.tallies["shots"]) == ((1, 0), 5)


def test_who_has_dropped_out_is_not_seized() -> None:
    outcome = played(ON_THE_WAY, {}, WOUND, KILL, ROUT_SIX)
    assert (ran(outcome), outcome.defenders_wounded) == ((0, 2), 1)
    assert outcome.ending == "sortie_back"
    # Without him nobody is left.
    assert played(ON_THE_WAY, {"sortie": {"men": 2}}, KILL, ROUT_SIX).ending == "sortie_lost"


def test_a_party_in_panic_is_out() -> None:
    assert played(STRUCK, {"sortie": {"men": 2}, "turns": 3}, KILL, ONE).ending == "undecided"
    # It can be told to go home: who is calm at the end of a movement goes in the next.
    home = {"sortie": {"men": 2}, "turns": 4, "break_off": {"losses": 1}, **rally(1)}
    outcome = played(STRUCK, home, KILL, ONE, 9)
    assert outcome.events[2] == "T2 besiegers fit attack fit on 12-1, die 9 -> E"
    assert (outcome.ending, outcome.turn, outcome.tallies["fires"]) == ("sortie_back", 3, 0)


def test_men_in_panic_do_not_go_home_with_the_party() -> None:
    back = {"sortie": {"men": 3}, "turns": 4, "break_off": {"losses": 1}}
    outcome = played(STRUCK, back, KILL, ONE)
    assert (outcome.ending, outcome.turn, ran(outcome)) == ("sortie_back", 2, (1, 0))
    # Who is calm again is with the party, at home.
    outcome = played(STRUCK, changed(back, rally(1)), KILL, ONE)
    assert (outcome.ending, outcome.turn, ran(outcome)) == ("sortie_back", 2, (0, 0))


def test_who_follows_may_attack_men_in_panic() -> None:
    follow = {"sortie": {"men": 2}, "turns": 3, "policies": {"besiegers": {"follow": True}}}
    outcome = played(STRUCK, follow, KILL, ONE, KILL)
    assert outcome.events[2] == "T2 besiegers fit attack panicked fit on 12-1, die 1 -> F"
    assert (outcome.ending, outcome.turn) == ("sortie_lost", 2)


def test_who_is_left_behind_is_not_tested_for() -> None:
    stunned = {
        "turns": 2,
        "sortie": {"men": 2},
        "besiegers": {"kind": SERGEANT},
        "break_off": {"turn": 1},
    }
    outcome = played(STRUCK, stunned, 1)
    assert (outcome.tallies["left_behind"], outcome.tallies["panic_tests"]) == (1, 0)


def test_besiegers_in_panic_are_not_beside_the_engines() -> None:
    # Archers shoot past nobody in turn 1 and 2, and with the fight over the engine is lit.
    outcome = played(STRIKING, {"turns": 2}, KILL, ONE, *[MISS] * 4)
    assert (outcome.tallies["shots"], outcome.tallies["fires"], ran(outcome, "attackers")) == (4, 1, (1, 0))


def test_besiegers_in_panic_who_are_followed_are_in_the_way() -> None:
    outcome = played(STRIKING, {"turns": 2, "policies": {"sortie": {"follow": True}}}, KILL, ONE, MISS, MISS)
    assert (outcome.tallies["shots"], outcome.tallies["fires"]) == (2, 1)


@pytest.mark.parametrize(("panic", "tries"), [({}, 0), ({"followed": False}, 1)])
def test_men_in_panic_put_out_nothing(panic: Setup, tries: int) -> None:
    # Lit in turn 2. He who is calm after the movement of turn 1 tries in turn 2.
    put_out = {"turns": 2, "policies": {"besiegers": {"fire_policy": "put-out"}}, "panic_of": {"besiegers": panic}}
    changes = changed(put_out, {"archers": {"men": 0}, "policies": {"sortie": {"task": "burn"}}})
    outcome = played(STRIKING, changes, KILL, ONE, *[4] * tries)
    assert outcome.tallies["tries"] == tries

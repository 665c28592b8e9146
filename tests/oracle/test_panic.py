"""Hand-worked checks of the panic oracle: scripted dice, every one of which must be rolled."""

import copy
from typing import Any

import pytest

from games import hand_worked
from oracle.outcome import Outcome
from oracle.panic import play_panic

Setup = dict[str, Any]


def panic_setup(**changes: Any) -> Setup:
    base: Setup = {
        "turns": 1,
        "knights": 0,
        "soldiers": 0,
        "peasants": 0,
        "leaders": 0,
        "leaders_from": 1,
        "rally_each": 1,
        "enemy_follows": True,
        "edge": 0,
        "broken": None,
        "deaths": {"first": "soldier", "more": 0, "risk": 10, "class": "soldier"},
        "policies": {"panics_first": "peasants", "hit_first": "panicked", "rally": "panicked", "dies_first": "calm"},
    }
    for key, value in changes.items():
        base[key] = {**base[key], **value} if isinstance(value, dict) else value
    return copy.deepcopy(base)


def scripted(setup: Setup, *dice: int, **options: str) -> Outcome:
    return hand_worked.scripted(play_panic, setup, *dice, **options)


def told(outcome: Outcome) -> tuple[int, int, int, int]:
    counts = outcome.measures
    return counts["panicked"], counts["routed"], counts["gone"], counts["dead"]


@pytest.mark.parametrize(
    ("die", "expected"),
    [(1, (0, 0)), (5, (0, 0)), (6, (1, 0)), (7, (2, 0)), (8, (3, 0)), (9, (0, 3)), (10, (0, 6))],
)
def test_the_table(die: int, expected: tuple[int, int]) -> None:
    outcome = scripted(panic_setup(soldiers=8), die)
    assert told(outcome)[:2] == expected
    assert outcome.ending == ("calm" if die <= 5 else "undecided")


def test_no_more_men_than_there_are() -> None:
    endings = [scripted(panic_setup(soldiers=2), die) for die in range(1, 11)]
    # 7 and 8 take both, 9 and 10 rout both: four of ten.
    assert sum(outcome.ending == "broken" for outcome in endings) == 4
    assert told(endings[9]) == (0, 2, 0, 0)


def test_whom_a_death_concerns() -> None:
    both = panic_setup(soldiers=2, peasants=2, policies={"panics_first": "soldiers"})
    outcome = scripted(both | {"deaths": both["deaths"] | {"first": "peasant"}}, 10)
    assert told(outcome) == (0, 2, 0, 0)
    assert told(scripted(both | {"deaths": both["deaths"] | {"first": "knight"}}, 10)) == (0, 4, 0, 0)
    # No roll where nobody can be seized.
    alone = panic_setup(soldiers=2, knights=3, deaths={"first": "peasant"})
    assert scripted(alone).ending == "calm"


def test_peasants_or_soldiers_first() -> None:
    setup = panic_setup(turns=2, soldiers=1, peasants=1, deaths={"more": 1, "class": "soldier"})
    # 6: the peasant panics. Then the soldier dies, and the peasant routs without a roll.
    assert told(scripted(setup, 6)) == (0, 1, 0, 1)
    setup["policies"]["panics_first"] = "soldiers"
    # The soldier panics; he dies of turn 2, and the peasant is rolled for.
    assert told(scripted(setup, 6, 1)) == (0, 0, 0, 1)


def test_a_second_death_routs_the_panicked() -> None:
    setup = panic_setup(turns=2, soldiers=4, deaths={"more": 1})
    # 7: two panic. Turn 2: a calm man dies, the two rout, and one calm man is left to be rolled for.
    outcome = scripted(setup, 7, 6)
    assert told(outcome) == (1, 2, 0, 1)
    assert outcome.tallies == {"tests": 2, "panics": 3, "routs": 2, "rallied": 0}
    assert outcome.ending == "broken"
    # Hit only: the 6 hits one of the two panicked, or the calm one.
    assert told(scripted(setup, 7, 6, second_panic="when-hit")) == (1, 1, 0, 1)
    calm_first = setup | {"policies": setup["policies"] | {"hit_first": "calm"}}
    assert told(scripted(calm_first, 7, 6, second_panic="when-hit")) == (3, 0, 0, 1)
    assert told(scripted(setup, 7, 1, panicked_reach="out-of-reach")) == (2, 0, 0, 1)


def test_panicked_men_may_be_the_ones_to_die() -> None:
    setup = panic_setup(turns=2, soldiers=3, deaths={"more": 1}, policies={"dies_first": "panicked"})
    assert told(scripted(setup, 6, 1)) == (0, 0, 0, 1)


def test_the_risk_of_a_further_death() -> None:
    setup = panic_setup(turns=3, soldiers=3, deaths={"more": 2, "risk": 4})
    outcome = scripted(setup, 1, 5, 4, 1)
    assert told(outcome) == (0, 0, 0, 1)
    assert (outcome.ending, outcome.turn) == ("calm", 3)


def test_knights_die_last_and_rally() -> None:
    setup = panic_setup(turns=2, soldiers=1, knights=1, deaths={"more": 1, "class": "peasant"})
    # The knight calms the panicked soldier at once; the soldier dies in turn 2, nobody is left to be seized.
    outcome = scripted(setup, 6)
    assert told(outcome) == (0, 0, 0, 1)
    assert outcome.tallies["rallied"] == 1


def test_leaders() -> None:
    setup = panic_setup(turns=3, soldiers=5, leaders=2, leaders_from=2, rally_each=1)
    # 8: three panic, none calmed in turn 1, two in turn 2, one in turn 3.
    outcome = scripted(setup, 8)
    assert (outcome.ending, outcome.turn, outcome.tallies["rallied"]) == ("calm", 3, 3)
    routed = panic_setup(turns=2, soldiers=5, leaders=1, rally_each=6, policies={"rally": "panicked-only"})
    assert told(scripted(routed, 9)) == (0, 3, 0, 0)
    routed["policies"]["rally"] = "routed"
    assert scripted(routed, 9).ending == "calm"


def test_an_enemy_who_does_not_follow() -> None:
    assert scripted(panic_setup(soldiers=5, enemy_follows=False), 8).ending == "calm"
    assert told(scripted(panic_setup(soldiers=5, enemy_follows=False), 9)) == (0, 3, 0, 0)


@pytest.mark.parametrize(("edge", "gone_in"), [(1, 1), (2, 1), (3, 2), (4, 3)])
def test_off_the_map(edge: int, gone_in: int) -> None:
    # A man runs when he routs and in the same turn's movement.
    setup = panic_setup(turns=gone_in, soldiers=5, edge=edge)
    assert told(scripted(setup, 9)) == (0, 0, 3, 0)
    if gone_in > 1:
        assert told(scripted(setup | {"turns": gone_in - 1}, 9)) == (0, 3, 0, 0)


def test_the_farthest_are_brought_back_first() -> None:
    setup = panic_setup(turns=2, soldiers=9, edge=4, deaths={"more": 1}, leaders=1, leaders_from=2, rally_each=3)
    # Three rout in turn 1, three in turn 2; the first three are brought back, so after turn 3 none is gone.
    assert told(scripted(setup, 9, 9)) == (0, 3, 0, 1)
    assert told(scripted(setup | {"turns": 3}, 9, 9)) == (0, 0, 0, 1)


def test_broken_counts_the_dead() -> None:
    setup = panic_setup(turns=2, soldiers=6, broken=2, deaths={"more": 1})
    assert (scripted(setup, 1, 6).ending, scripted(setup, 7).turn) == ("broken", 1)

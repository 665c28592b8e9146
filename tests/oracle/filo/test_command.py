"""Leaders of the oracle by hand: initiative, risks, succession."""

from fractions import Fraction
from itertools import chain

import pytest

from games.filo_hand_worked import Both
from oracle.filo.courses import odds
from oracle.filo.rules import read_rules

play = Both("command")
READ = read_rules("filo-read")
EVEN, WON = (6, 6, 6, 6), (6, 6, 1, 1)


def scenario(ours, theirs, turns=1, *, decisive=False, policies=()):
    sides = {
        side: {"leaders": [{"value": value, "bonus": 1, **more} for value, more in leaders]}
        for side, leaders in (("a", ours), ("b", theirs))
    }
    return sides | {"turns": turns, "decisive": decisive, "policies": dict(policies)}


def test_classes_of_initiative():
    alone = scenario([(1, {})], [(2, {})])
    found = odds(lambda dice: tuple(sorted(play(alone, READ, dice.left).tallies)))
    classes = {"nobody": Fraction(73, 648), "one": Fraction(41, 72), "names": Fraction(191, 648)}
    for name, share in {**classes, "silences": Fraction(5, 216)}.items():
        assert sum(chance for told, chance in found.items() if any(one.endswith(name) for one in told)) == share


@pytest.mark.parametrize(("attacks", "wounded", "dead"), [(1, "0.03", "0.01"), (2, "0.0579", "0.0217")])
def test_a_leader_in_one_attack_and_in_two(attacks, wounded, dead):
    # Two: wounded once is 2 * 0.03 * 0.96 + 0.03 * 0.03 less of who dies of it (0.04 - 0.03 = 0.01 more often dead).
    led = scenario([(1, {"attacks": attacks})], [(2, {})])

    def fate(dice):
        measures = play(led, READ, chain(EVEN, dice.left)).measures
        return "dead" if measures["a_dead"] else "wounded" if measures["a_wounded"] else ""

    found = odds(fate)
    assert (found["wounded"], found["dead"]) == (_wounded(attacks), _dead(attacks))
    assert attacks > 1 or (found["wounded"], found["dead"]) == (Fraction(wounded), Fraction(dead))


def _wounded(attacks):
    """Fit leaders are wounded by 3 in 100; wounded ones stay so by 96 in 100."""
    hurt, safe = Fraction(3, 100), Fraction(96, 100)
    return sum(safe**before * hurt * safe ** (attacks - 1 - before) for before in range(attacks))


def _dead(attacks):
    return 1 - _wounded(attacks) - Fraction(96, 100) ** attacks


@pytest.mark.parametrize(("policy", "left"), [("army", "b2"), ("busiest", "b1")])
def test_whom_class_four_silences(policy, left):
    theirs = [(3, {"attacks": 1}), (2, {"attacks": 2})]
    dice = (*WON, *[0] * (1 if policy == "busiest" else 2))
    story = play(scenario([(1, {})], theirs, policies={"a": {"silences": policy}}), READ, iter(dice))
    assert {name for name, _ in story.rolls if "risk" in name} == {f"leader {left}: risk"}


def test_a_prisoner_is_freed_by_hand():
    # Taken with 1/2 in turn 1; in turn 2 a prisoner stays one with 6/10, or is freed and taken again with 1/2.
    ours = [(5, {}), (2, {"destroyed": 5, "freed": 4})]
    came = play.exactly(scenario(ours, [(9, {})], turns=2), READ)
    assert came.mean("a_captured").value == pytest.approx(0.5 * (0.6 + 0.4 * 0.5) + 0.5 * 0.5, abs=1e-12)
    assert came.tally("a_freed").value == pytest.approx(0.5 * 0.4, abs=1e-12)

"""Lines of the oracle by hand: lanes by themselves, help, second lines."""

from collections import defaultdict
from fractions import Fraction
from itertools import chain

import pytest

from games.filo_hand_worked import Both
from oracle.filo import engagement
from oracle.filo.courses import odds
from oracle.filo.rules import read_rules

play = Both("line")
READ = read_rules("filo-read")
KNIGHTS, PIKES = {"kind": "knights"}, {"kind": "pikemen"}
SERGEANTS, MILITIA = {"kind": "sergeants"}, {"kind": "militia"}
FIRST = (6, 6, 1, 1)
STATES = ("eliminated", "routed", "demoralised", "fatigued")


def lane(ours=KNIGHTS, theirs=PIKES, gap=0):
    return {"gap": gap, "a": ours, "b": theirs}


def scenario(lanes, turns=1, ours=(), theirs=()):
    policies = {"a": dict(ours), "b": {"act": "hold", **dict(theirs)}}
    return {"turns": turns, "lanes": lanes, "a": {}, "b": {}, "policies": policies}


def played(lanes, *dice, turns=1, ours=(), theirs=(), rules=READ):
    return play(scenario(lanes, turns, ours, theirs), rules, iter(dice))


def names(story):
    return [name for name, _ in story.rolls if "initiative" not in name]


def lost(story):
    return tuple(story.measures[f"{side}_{state}"] for side in "ab" for state in STATES)


def test_lanes_without_help_are_engagements_by_themselves():
    lanes = [lane(gap=2), lane(SERGEANTS, MILITIA | {"ground": ["wood"]}, gap=1)]
    policies = {"until": "eliminated"}
    alone = []
    for one in lanes:
        duel = scenario([], theirs=policies) | {"gap": one["gap"], "a": one["a"], "b": one["b"]}
        alone.append(odds(lambda dice, duel=duel: lost(engagement.play(duel, READ, chain(FIRST, dice.left)))))
    both = defaultdict(Fraction)
    for one, chance in alone[0].items():
        for other, share in alone[1].items():
            both[tuple(map(sum, zip(one, other, strict=True)))] += chance * share
    beside = scenario(lanes, theirs=policies)
    assert odds(lambda dice: lost(play(beside, READ, chain(FIRST, dice.left)))) == both


def test_those_behind_a_rout_run_with_it_by_their_quality():
    # A charge routs by a 9 alone; a die above 5 carries away who stands behind.
    lanes = [lane(gap=2, theirs=PIKES | {"support": 1}), lane(MILITIA, MILITIA, gap=9)]
    beside = scenario(lanes, ours={"act": "attack", "charge": True})

    def passed(dice):
        story = play(beside, READ, chain(FIRST, dice.left))
        return story.tallies.get("b_routs", 0), story.tallies.get("b_passed", 0)

    assert odds(passed) == {(0, 0): Fraction(9, 10), (1, 0): Fraction(6, 100), (2, 1): Fraction(4, 100)}


def test_who_takes_the_place_of_a_front_stands_where_the_enemy_has_come_to():
    lanes = [lane(theirs=PIKES | {"support": 1}, gap=2), lane(MILITIA, MILITIA, gap=9)]
    # A rout of two hexes less an advance, less one: in contact, so that nobody rallies and the next attack is no charge.
    story = played(lanes, *FIRST, 9, 5, *FIRST, 9, 9, turns=2)
    assert names(story) == ["stack a1: combat", "the stack behind b1: passed by a rout", *["stack a1: combat"]]


def test_leaders_of_both_who_attack_are_tested():
    led = {"leader": {"bonus": 0}}
    gone = PIKES | {"room": "blocked", "state": "demoralised_fatigued"}
    lanes = [lane(KNIGHTS | led, gone), lane(SERGEANTS | led, PIKES)]
    story = played(lanes, *FIRST, 8, 0, *FIRST, 9, 0, 0, 9, turns=2, ours={"exploit": "join"})
    assert names(story)[2:5] == ["stack a2: combat", "leader of stack a2: leader", "leader of stack a1: leader"]


@pytest.mark.parametrize(("together", "chance"), [(True, Fraction(4, 10)), (False, Fraction(3, 10))])
def test_two_together_fight_with_both_strengths(together, chance):
    # Knights of 4 on pikes of 6: type +2, quality +1, and 0 for 4 to 6 but +1 for 8 to 6; D+R from 10 on.
    lanes = [lane(KNIGHTS | {"support": 1})]
    fought = scenario(lanes, ours={"together": together})
    found = odds(lambda dice: play(fought, READ, chain(FIRST, dice.left)).measures["b_demoralised"])
    assert found[1] == chance


def test_three_together_and_a_result_that_befalls_all():
    # 12 on 6 are +2: with +3 a 0 is 5. Militia of 4 on knights: -2 and worse, and a 0 drives all three back.
    story = played([lane(KNIGHTS | {"support": 2})], *FIRST, 0, ours={"together": True})
    assert story.tallies == {"a_combats": 1}
    beaten = [lane(MILITIA | {"support": 2}, KNIGHTS)]
    story = played(beaten, *FIRST, 0, ours={"together": True}, theirs={"advance": True})
    assert story.measures["a_fatigued"] + story.measures["a_demoralised"] == 3

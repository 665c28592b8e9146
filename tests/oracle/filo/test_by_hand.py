"""Engagements, lines and leaders of the oracle by hand."""

from collections import defaultdict
from fractions import Fraction
from itertools import chain

import pytest

from cases import cases
from games.filo_asking import ask
from games.filo_hand_worked import Both, our_rules
from oracle.filo import engagement
from oracle.filo.courses import by_turn, odds
from oracle.filo.rules import read_rules
from oracle.filo.stack import stack_of

CASES = cases(__file__)

play = Both("engagement")
READ = read_rules("filo-read")
PIKES = CASES["PIKES"]


def test_knights_on_pikes_by_turn():
    found = by_turn(PIKES, READ, 4, lambda story: story.ending == "b_broken")
    assert found == [Fraction(1, 10), Fraction(14, 100), Fraction(396, 1000), Fraction(6144, 10000)]
    result = play.exactly({**PIKES, "turns": 4}, READ)
    ours = [result.probability("b_broken", by_turn=turn).value for turn in range(1, 5)]
    assert ours == pytest.approx([float(chance) for chance in found], abs=1e-12)


@pytest.mark.parametrize(
    ("room", "state", "result", "option", "after", "hexes"), CASES["test_what_results_make_of_a_stack"]
)
def test_what_results_make_of_a_stack(room, state, result, option, after, hexes):
    stack, rules = stack_of("b", PIKES | {"b": PIKES["b"] | {"state": state, "room": room}}), READ.changed(option)
    assert (stack.takes(rules, result, combat=True), stack.state) == (hexes, after)
    answer = ask("states", our_rules(rules), state=(state,), result=result, room=room)
    assert answer.facts["after"] == [{"state": after, "hexes": hexes}]


play_line = Both("line")
FIRST = (6, 6, 1, 1)
STATES = ("eliminated", "routed", "demoralised", "fatigued")
LANES = [
    {"gap": 2, "a": {"kind": "knights"}, "b": {"kind": "pikemen"}},
    {"gap": 1, "a": {"kind": "sergeants"}, "b": {"kind": "militia", "ground": ["wood"]}},
]
POLICIES = {"a": {}, "b": {"act": "hold", "until": "eliminated"}}


def lost(story):
    return tuple(story.measures[f"{side}_{state}"] for side in "ab" for state in STATES)


def test_lanes_without_help_are_engagements_by_themselves():
    alone = []
    for lane in LANES:
        duel = {"turns": 1, "policies": POLICIES, **lane}
        alone.append(odds(lambda dice, duel=duel: lost(engagement.play(duel, READ, chain(FIRST, dice.left)))))
    both = defaultdict(Fraction)
    for one, chance in alone[0].items():
        for other, share in alone[1].items():
            both[tuple(map(sum, zip(one, other, strict=True)))] += chance * share
    beside = {"turns": 1, "lanes": LANES, "a": {}, "b": {}, "policies": POLICIES}
    assert odds(lambda dice: lost(play_line(beside, READ, chain(FIRST, dice.left)))) == both

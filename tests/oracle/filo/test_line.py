"""Lines of the oracle by hand: lanes by themselves."""

from collections import defaultdict
from fractions import Fraction
from itertools import chain

from games.filo_hand_worked import Both
from oracle.filo import engagement
from oracle.filo.courses import odds
from oracle.filo.rules import read_rules

play = Both("line")
READ = read_rules("filo-read")
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
    assert odds(lambda dice: lost(play(beside, READ, chain(FIRST, dice.left)))) == both

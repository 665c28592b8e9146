"""Waves of the oracle by hand: one charge after the other, lines behind, who acts when."""

from fractions import Fraction
from itertools import chain

import pytest

from games.filo_hand_worked import Both
from oracle.filo.courses import odds
from oracle.filo.rules import read_rules
from pace import slow_after

play = Both("waves")
READ, NAVAS = read_rules("filo-read"), read_rules("navas")
KNIGHTS = {"kind": "knights", "value": 1, "gap": 2}
PIKES = {"kind": "pikemen", "value": 2}
WON = (6, 6, 6, 5)


def scenario(waves, lines, turns=1, *, depth=2, ours=(), theirs=(), **more):
    policies = {"a": dict(ours), "b": {"act": "hold", **dict(theirs)}}
    return {"turns": turns, "depth": depth, "waves": waves, "lines": lines, "policies": policies, **more}


def played(waves, lines, *dice, rules=READ, **more):
    return play(scenario(waves, lines, **more), rules, chain(dice))


def names(story):
    return [name for name, _ in story.rolls if "initiative" not in name and "first" not in name]


@pytest.mark.parametrize(("waves", "share"), slow_after(1, [(1, Fraction(1, 10)), (2, Fraction(3, 10))]))
def test_one_charge_after_the_other(waves, share):
    # Fresh it routs by 1 in 10, fatigued (4 on 4) by 2, demoralised by 3: 0.1 + 0.2 * 0.1 + 0.3 * 0.2 + 0.4 * 0.3.
    chain_of = scenario([KNIGHTS] * waves, [PIKES, PIKES])
    found = odds(lambda dice: play(chain_of, READ, chain(WON, dice.left)).measures["lines_broken"])
    assert 1 - found[0] == share


def test_the_next_line_is_so_far_away():
    story = played([KNIGHTS, KNIGHTS], [PIKES, PIKES], *WON, 9, 0, depth=3)
    # Depth 3 and a gap of 2: too far for a charge of 4 points, so that the second closes in.
    assert (story.tallies["a_charges"], story.measures["lines_broken"]) == (1, 1)
    assert names(story) == ["wave a1: combat", "wave a2: combat"]


def test_mujahids_do_not_withdraw():
    waves, lines = [KNIGHTS | {"gap": 0, "state": "demoralised_fresh"}], [PIKES | {"state": "demoralised_fresh"}] * 2
    held = {"ours": {"demoralised": "hold"}, "theirs": {"act": "attack"}, "rules": NAVAS}
    assert names(played(waves, lines, *WON, 9, 9, 9, **held))[:1] == ["wave a1: rally"]
    assert "line b1: rally" not in names(played(waves, [{**line, "mujahids": True} for line in lines], *WON, 9, **held))


@pytest.mark.parametrize(
    ("named", "dice", "acting"),
    [
        ("front", (6, 4, 1, 4), ["a1", "b1", "a2"]),
        ("army", (6, 4, 1, 4), ["a1", "a2", "b1"]),
        ("front", (6, 6, 1, 1), ["a1", "b1", "a2"]),
        ("army", (6, 6, 1, 1), ["a1", "a2"]),
    ],
)
def test_who_is_named_and_who_is_silenced(named, dice, acting):
    # All stand in contact and nothing comes of any combat; b1 is silenced where the army leader's line is named.
    waves = [KNIGHTS | {"gap": 0, "kind": "militia"}] * 2
    lines = [PIKES, PIKES]
    nothing = [6, 1, 6] if named == "front" else [6, 6, 1]
    policies = {"ours": {"named": named}, "theirs": {"act": "attack"}}
    story = played(waves, lines, *dice, *nothing[: len(acting)], **policies)
    assert [name.split()[1].rstrip(":") for name in names(story)][: len(acting)] == acting


@pytest.mark.parametrize(("reserve", "acting"), [(1, ["a1", "b1"]), (0, ["a2", "b1", "a1"])])
def test_who_is_kept_back_does_not_lead(reserve, acting):
    # The wave of the lowest value leads, before the line; of those that are not kept back it is the first.
    waves = [KNIGHTS | {"gap": 0, "kind": "militia", "value": value} for value in (3, 1)]
    policies = {"ours": {"reserve": reserve, "lead": "lowest"}, "theirs": {"act": "attack"}}
    nothing = [6 if who.startswith("a") else 1 for who in acting]
    story = played(waves, [PIKES, PIKES], *WON, *nothing, **policies)
    assert [name.split()[1].rstrip(":") for name in names(story)] == acting


@pytest.mark.parametrize(("radius", "combats"), [(2, 1), (3, 2)])
def test_an_army_leader_activates_once_more_who_is_in_his_radius(radius, combats):
    # He is two hexes behind the wave beside his: 1 + 2. It attacks in vain, once or twice; his own rallies with a 0.
    waves = [KNIGHTS | {"gap": 2, "state": "demoralised_fresh"}, KNIGHTS | {"gap": 0, "kind": "militia"}]
    more = {"ours": {"demoralised": "hold"}, "a": {"army_leader": 1, "radius": radius}}
    story = played(waves, [PIKES, PIKES], *WON, *[5] * combats, 0, **more)
    assert (story.tallies["a_combats"], story.tallies["a_rallies"]) == (combats, 1)


@pytest.mark.parametrize(
    ("gap", "die", "together", "broken"),
    [(2, 8, True, 1), (2, 7, True, 0), (2, 8, False, 0), (0, 9, True, 0)],
    ids=["both charge", "a seven is too little", "his own alone", "one was in contact"],
)
def test_those_whom_the_army_leader_reaches_attack_with_him(gap, die, together, broken):
    # 8 to 6 is 1/1, so that two charge with +6 where one has +5; who is in contact does not charge: +4 for both.
    waves = [KNIGHTS | {"gap": gap, "value": 3, "state": "organised_fresh"}, KNIGHTS]
    more = {"ours": {"together": together}, "a": {"radius": 5}, "theirs": {"act": "shoot"}}
    story = played(waves, [PIKES, PIKES], *WON, die, 0, 0, 0, depth=10, **more)
    assert names(story)[0] == ("wave a1: combat" if together else "wave a2: combat")
    assert story.measures["lines_broken"] == broken


def test_who_is_routed_before_the_attack_does_not_take_the_others_along():
    # An 8 at 1 hex routs who leads; the other attacks alone, and is not shot at: +5 and 9 rout the crossbows.
    waves = [KNIGHTS | {"gap": 1, "value": 3}, KNIGHTS | {"gap": 1}]
    story = played(waves, [PIKES | {"kind": "crossbowmen"}, PIKES], *WON, 8, 9, 9, depth=10, a={"radius": 5})
    assert names(story)[:2] == ["line b1: shot", "wave a2: combat"]
    assert (story.measures["a_routed"], story.measures["lines_broken"]) == (1, 1)


def test_a_line_attacks_all_that_are_in_contact():
    # 6 to 8 is 1/2: -3 in all, and a 9 only lets both retreat; against one of them it has -2, and he would be fatigued.
    waves = [KNIGHTS | {"gap": 0, "value": 3}] * 2
    story = played(waves, [PIKES, PIKES], 1, 1, 6, 6, 9, 0, 0, depth=10, theirs={"act": "attack"})
    assert names(story)[0] == "line b1: combat"
    assert (story.tallies["b_combats"], story.measures["a_fatigued"]) == (1, 0)

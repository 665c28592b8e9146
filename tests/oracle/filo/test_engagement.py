"""Engagements of the oracle by hand: odds by turn, and scripted games."""

from fractions import Fraction

import pytest

from cases import cases
from games.filo_asking import ask
from games.filo_hand_worked import Both, our_rules
from oracle.filo.courses import by_turn
from oracle.filo.rules import read_rules
from oracle.filo.stack import stack_of

CASES = cases(__file__)

play = Both("engagement")
READ = read_rules("filo-read")
PIKES = CASES["PIKES"]
FIRST = (6, 6, 1, 1)


def changed(**changes):
    """Return the scenario with other keys of a, b and their policies."""
    sides = {side: {**PIKES[side], **changes.pop(side, {})} for side in "ab"}
    policies = {side: {**PIKES["policies"].get(side, {}), **changes.pop(f"policies_{side}", {})} for side in "ab"}
    return {**PIKES, "turns": 1, **sides, "policies": policies, **changes}


def played(*dice, rules=READ, **changes):
    return play(changed(**changes), rules, iter((*FIRST, *dice)))


def test_knights_on_pikes_by_turn():
    found = by_turn(PIKES, READ, 4, lambda story: story.ending == "b_broken")
    assert found == [Fraction(1, 10), Fraction(14, 100), Fraction(396, 1000), Fraction(6144, 10000)]
    result = play.exactly({**PIKES, "turns": 4}, READ)
    ours = [result.probability("b_broken", by_turn=turn).value for turn in range(1, 5)]
    assert ours == pytest.approx([float(chance) for chance in found], abs=1e-12)


def taken(state, result, rules, room="open"):
    """Return how far a stack goes back by a result, and its state then, by the oracle; see that the package says so."""
    stack = stack_of("b", changed(b={"state": state, "room": room}))
    hexes = stack.takes(rules, result, combat=True)
    answer = ask("states", our_rules(rules), state=(state,), result=result, room=room)
    assert answer.facts["after"] == [{"state": stack.state, "hexes": hexes}]
    return hexes, stack.state


@pytest.mark.parametrize(("state", "result", "option", "after", "hexes"), CASES["test_what_results_make_of_a_stack"])
def test_what_results_make_of_a_stack(state, result, option, after, hexes):
    assert taken(state, result, READ.changed(option)) == (hexes, after)


@pytest.mark.parametrize(("state", "result", "after"), CASES["test_what_results_make_of_a_stack_that_cannot_go_back"])
def test_what_results_make_of_a_stack_that_cannot_go_back(state, result, after):
    assert taken(state, result, READ, room="blocked") == (0, after)


def test_a_shot_before_the_combat_that_demoralises_does_not_end_it():
    # Defensive fire 6 demoralises the knights; 1, +1 quality, +2 type, +2 charge, -2, and a 0: nothing, so nobody rallies.
    story = played(6, 0, b={"kind": "crossbowmen"})
    assert [name for name, _ in story.rolls][2:] == ["side b: shot", "side a: combat"]
    assert played(8, b={"kind": "crossbowmen"}).ending == "a_broken"
    # Nor does one of a stack that has been routed before: 9, -1 strength, -1 mounted.
    gone = {"b": {"kind": "light-horse", "state": "routed_fresh"}, "policies_b": {"until": "eliminated"}}
    rules = READ.changed({"routed-acts": "yes"})
    story = played(9, 0, 9, 9, a={"kind": "pikemen"}, gap=0, rules=rules, **gone)
    assert [name for name, _ in story.rolls][2:4] == ["side b: shot", "side a: combat"]

"""Engagements of the oracle by hand: odds by turn, and what results make of a stack."""

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


def test_knights_on_pikes_by_turn():
    found = by_turn(PIKES, READ, 4, lambda story: story.ending == "b_broken")
    assert found == [Fraction(1, 10), Fraction(14, 100), Fraction(396, 1000), Fraction(6144, 10000)]
    result = play.exactly({**PIKES, "turns": 4}, READ)
    ours = [result.probability("b_broken", by_turn=turn).value for turn in range(1, 5)]
    assert ours == pytest.approx([float(chance) for chance in found], abs=1e-12)


def taken(state, result, rules, room="open"):
    """Return how far a stack goes back by a result, and its state then, by the oracle; see that the package says so."""
    stack = stack_of("b", PIKES | {"b": PIKES["b"] | {"state": state, "room": room}})
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

"""Sides as names for all that they win by."""

from dataclasses import replace

import pytest

from cases import cases
from engine.test_result import EXACT
from mangonel.engine.owners import Side, endings_meant, usually_asked
from mangonel.engine.result import turn_quantile
from mangonel.errors import DataError

CASES = cases(__file__)

ENDINGS = ("foothold", "repulsed", "cleared", "abandoned", "undecided")
SIDES = (Side("besiegers", ("foothold", "cleared")), Side("defenders", ("repulsed",)), Side("nobody"))


@pytest.mark.parametrize(("asked", "meant"), CASES["test_a_side_stands_for_all_that_it_wins_by"])
def test_a_side_stands_for_all_that_it_wins_by(asked, meant):
    assert list(endings_meant(asked, ENDINGS, SIDES)) == meant


@pytest.mark.parametrize("asked", ["besieger", "nobody", "besiegers+", ""])
def test_what_is_neither_ending_nor_side_is_refused(asked):
    with pytest.raises(DataError, match="allowed: foothold, repulsed, cleared, abandoned, undecided, besiegers, def"):
        endings_meant(asked, ENDINGS, SIDES)


def test_an_ending_goes_before_a_side_of_the_same_name():
    sides = (Side("repulsed", ("foothold", "cleared")),)
    assert endings_meant("repulsed", ENDINGS, sides) == ("repulsed",)
    assert usually_asked(ENDINGS, sides) == "foothold+cleared"


def test_the_side_whose_ending_stands_first_is_asked_for():
    assert usually_asked(ENDINGS, SIDES) == "besiegers"
    assert usually_asked(("repulsed", "foothold", "cleared"), SIDES) == "defenders"
    assert usually_asked(("abandoned", "repulsed"), SIDES[1:]) == "defenders"
    assert usually_asked(("abandoned", "repulsed"), ()) == "abandoned"


def test_a_result_knows_its_sides():
    # Won in turn 1 (1/2) or turn 3 (1/8), else open; here one side has both of the endings, one of which never comes.
    result = replace(EXACT, sides=(Side("us", ("lost", "won")),))
    assert result.probability("us").value == 0.625
    assert result.probability("us", by_turn=2).value == 0.5
    assert result.probability("us+undecided").value == 1
    found = turn_quantile(result, "us", 0.9)
    assert found is not None
    assert found.turn == 3
    dead = result.mean_given("dead", "us")
    assert dead is not None
    assert dead.value == pytest.approx(0.125 * 2 / 0.625)
    (side,) = result.to_dict()["sides"]
    assert (side["side"], side["wins"], side["p"]) == ("us", ["lost", "won"], 0.625)
    with pytest.raises(DataError, match="allowed: won, lost, undecided, us"):
        result.probability("them")

"""Other games in the examples of the documentation, held to their published odds."""

import runpy
from fractions import Fraction
from pathlib import Path

import pytest

from engine.judging import assert_fits
from mangonel import play_trace, run

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"


@pytest.fixture
def risk():
    return runpy.run_path(str(EXAMPLES / "risk.py"))["risk"]


@pytest.fixture
def dba():
    return runpy.run_path(str(EXAMPLES / "dba.py"))["dba"]


# Osborne 2003, three digits.
@pytest.mark.parametrize(("armies", "published"), [(5, 0.506), (10, 0.568)])
def test_risk_fights_to_the_end(risk, armies, published):
    result = run(risk(armies, armies), engine="exact")
    assert result.probability("conquered").value == pytest.approx(published, abs=0.0005)
    assert result.probability("undecided").value == 0


@pytest.mark.parametrize("engine", ["counts", "monte-carlo"])
def test_sampled_risk_agrees(risk, engine):
    wanted = run(risk(5, 5), engine="exact").probability("conquered").value
    result = run(risk(5, 5), engine=engine, trials=100_000, seed=7)
    assert_fits(result, result.probability("conquered"), wanted)


def test_one_round_of_three_dice_against_two(risk):
    # 2890, 2275 and 2611 of 7776: the attacker loses no army, two, one.
    frame = run(risk(3, 2), engine="exact").series_means[:, 1]
    assert frame[0] == pytest.approx(3 - (2 * 2275 + 2611) / 7776)
    assert frame[1] == pytest.approx(2 - (2 * 2890 + 2611) / 7776)


def test_a_tie_is_the_defenders(risk):
    game = play_trace(risk(1, 1), dice=[6, 6])
    assert game.ending == "held"
    assert play_trace(risk(1, 1), dice=[6, 5]).ending == "conquered"


def test_dba_four_against_two(dba):
    result = run(dba(4, 2), engine="exact")
    assert result.probability("enemy doubled").value == pytest.approx(float(Fraction(9, 36)))
    assert result.probability("enemy beaten").value == pytest.approx(float(Fraction(17, 36)))
    # Six pairs (a, b) with a + 4 = b + 2 are b = a + 2: four; below it six.
    assert result.probability("tie").value == pytest.approx(4 / 36)
    # Less: b > a + 2, that is 3, 2 and 1 pairs, of which b + 2 >= 2 (a + 4) never.
    assert result.probability("beaten").value == pytest.approx(6 / 36)
    assert result.probability("doubled").value == 0
    # The same combat as the other side sees it.
    other = run(dba(2, 4), engine="exact")
    assert other.probability("doubled").value == pytest.approx(9 / 36)
    assert other.probability("beaten").value == pytest.approx(17 / 36)

"""Sentences that say what was found, and how many games show it."""

from dataclasses import replace

import numpy as np
import pytest

from cases import cases
from mangonel.document.headline import Cause, change_finding, comparison_finding, games_to_see, result_finding, times
from mangonel.engine.intervals import Estimate
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale
from mangonel.studies.compare import compare
from mangonel.studies.differences import Change
from mangonel.studies.editable import Quantity, mean_of
from mangonel.studies.solve import Goal, Target
from rules.words.marking import said_in

CASES = cases(__file__)

EN = load_locale("en")


def exactly(value: float) -> Estimate:
    return Estimate.of_exact(value)


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{MINUS SIGN}", "-")


@pytest.fixture(scope="module")
def panics():
    """One man dies beside others: under the second rule set panic takes another course."""
    scenario, siege = load_scenario("panic-one"), load_rules("siege")
    return compare(scenario, siege, siege), siege


@pytest.mark.parametrize(("left", "right", "said"), CASES["test_a_ratio_is_said_in_words"])
def test_a_ratio_is_said_in_words(left, right, said):
    assert times(exactly(left), exactly(right)) == said


def test_a_ratio_is_not_named_where_the_chances_are_not_known_well_enough():
    rough = Estimate.of_normal(0.2, 0.02)
    fine = Estimate.of_normal(0.2, 0.002)
    assert times(rough, exactly(0.4)) == "more often"
    assert times(fine, exactly(0.4)) == "about twice as often"


def changed(panics, left, right):
    found, _ = panics
    estimate = exactly(right - left)
    first, *others = found.differences
    change = replace(first, left=exactly(left), right=exactly(right), estimate=estimate)
    return replace(found, differences=(change, *others)), first.name


@pytest.mark.parametrize(("causes", "end"), CASES["test_the_largest_cause_is_named"])
def test_the_largest_cause_is_named(panics, causes, end):
    found, ending = changed(panics, 0.2, 0.3)
    said = comparison_finding(found, ending, ("A", "B"), causes=[Cause(name, exactly(value)) for name, value in causes])
    assert said.startswith("Under B ")
    assert plain(said).endswith(f"half as often again: 30.0 % instead of 20.0 %{end}.")


@pytest.mark.parametrize(("left", "right", "end"), CASES["test_what_nobody_can_see_at_the_table_is_hardly_a_change"])
def test_what_nobody_can_see_at_the_table_is_hardly_a_change(left, right, end):
    change = Change("side", "attackers", exactly(left), exactly(right), exactly(right - left))
    said = change_finding(change, "attackers", "melee", ("A", "B"))
    assert plain(said) == f"Under B the attackers {end}."


@pytest.mark.parametrize(
    ("whole", "begins"),
    [
        (exactly(-0.00053), "Under B the attackers win in 38.6 % of the games: hardly any change from A (-0.1 points)"),
        (exactly(0.0), "It makes no difference whether A or B is played: the attackers win in 38.6 % of the games"),
        (Estimate.of_normal(-0.0005, 0.001), "These trials cannot tell A (38.6 %) and B (38.6 %) apart"),
    ],
)
def test_causes_that_cancel_are_both_named(whole, begins):
    change = Change("side", "attackers", exactly(0.3864), exactly(0.3864 + whole.value), whole)
    causes = [Cause("topple", exactly(0.00503)), Cause("2-1", exactly(-0.0054)), Cause("oil", exactly(-0.0001))]
    said = change_finding(change, "attackers", "melee", ("A", "B"), causes=causes)
    first, other = "2-1 (-0.5 points by itself)", "topple (+0.5 points by itself)"
    assert plain(said) == f"{begins}; two causes work against each other: {first} and {other}."


def test_trials_that_do_not_tell_two_apart_are_said_to_be_such(panics):
    found, ending = changed(panics, 0.2, 0.3)
    first = replace(found.differences[0], estimate=Estimate.of_normal(0.1, 0.1))
    said = comparison_finding(replace(found, differences=(first,)), ending, ("A", "B"))
    assert plain(said) == "These trials cannot tell A (20.0 %) and B (30.0 %) apart."


def test_a_single_result_says_what_is_asked_and_what_is_likelier():
    scenario, siege = load_scenario("melee-knights:separate"), load_rules("siege")
    result = run(build(scenario, siege), engine="exact")
    wins = result.probability("attackers").value
    said = plain(result_finding(result, "attackers", "Siege"))
    assert said.startswith(f"Under Siege the attackers win in {100 * wins:.1f} % of the games")
    assert ("the likeliest ending" in said) is (wins < 0.5)
    german = said_in("de", result_finding, result, "attackers", "Siege")
    assert german.startswith("Mit Siege gewinnen die Angreifer in ")


@pytest.mark.parametrize(
    ("left", "right", "games"),
    # Two-sided test of two proportions at 5 % with 80 % power (Fleiss, Statistical methods for rates and proportions,
    # without the correction for continuity): 0.5 against 0.6 needs 387 or 388 in each group, 0.1 against 0.2 needs 199.
    [(0.5, 0.6, 388), (0.1, 0.2, 199), (0.2, 0.1, 199)],
)
def test_games_to_see_a_difference(left, right, games):
    assert games_to_see(exactly(left), exactly(right)) == games


BREACH = Quantity("breach", ("breach",), "", 1.0)


def test_trials_that_all_come_out_alike_are_not_certain():
    # Up to three in n may come out otherwise, within the limits of the quantity.
    never = mean_of(np.zeros(100), BREACH)
    assert (never.value, never.se, never.low, never.high) == (0.0, 0.0, 0.0, 0.03)
    assert mean_of(np.zeros(100)).low == -0.03


def test_a_target_says_how_far_a_value_is_from_the_middle_and_what_a_miss_costs():
    goal = Goal("likely", load_scenario("panic-one"), "breach", 0.2, 0.6, 3.0, "shipped", None)
    target = Target(goal, None, BREACH, exactly(0.5))
    assert [target.eccentricity(value) for value in (0.2, 0.3, 0.4, 0.6)] == pytest.approx([1, 0.5, 0, 1])
    assert [target.cost(value) for value in (0.1, 0.2, 0.7)] == pytest.approx([0.3, 0, 0.3])

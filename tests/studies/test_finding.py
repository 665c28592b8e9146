"""Sentences that say what was found, and how many games show it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mangonel.engine.run import run
from mangonel.locales import in_words, load_locale
from mangonel.odds.intervals import Estimate
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.studies.compare import compare
from mangonel.studies.finding import Cause, comparison_finding, games_to_see, result_finding, round_games, times
from mangonel.systems.scenario import build, load_scenario

EN = in_words(None)


def exactly(value: float) -> Estimate:
    return Estimate.of_exact(value)


@pytest.fixture(scope="module")
def panics():
    """One man dies beside others: under the second rule set panic takes another course."""
    scenario, siege = load_scenario("panic-one"), load_rules("siege")
    return compare(scenario, siege, siege), siege


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        (0.20, 0.30, "half as often again"),
        (0.20, 0.40, "about twice as often"),
        (0.20, 0.21, "a little more often"),
        (0.20, 0.62, "about three times as often"),
        (0.02, 0.30, "more than ten times as often"),
        (0.30, 0.20, "about a third less often"),
        (0.40, 0.20, "about half as often"),
        (0.30, 0.29, "a little less often"),
        (0.30, 0.02, "less than a tenth as often"),
        (0.0, 0.30, "more often"),
        (0.30, 0.0, "less often"),
    ],
)
def test_a_ratio_is_said_in_words(left, right, said):
    assert times(exactly(left), exactly(right), EN) == said


def test_a_ratio_is_not_named_where_the_chances_are_not_known_well_enough():
    rough = Estimate.of_normal(0.2, 0.02)
    fine = Estimate.of_normal(0.2, 0.002)
    assert times(rough, exactly(0.4), EN) == "more often"
    assert times(fine, exactly(0.4), EN) == "about twice as often"


def changed(panics, left, right):
    found, _ = panics
    estimate = exactly(right - left)
    first, *others = found.differences
    change = replace(first, left=exactly(left), right=exactly(right), estimate=estimate)
    return replace(found, differences=(change, *others)), first.name


@pytest.mark.parametrize(
    ("causes", "end"),
    [
        ([], ""),
        ([("moves", 0.1)], "; “moves” does it all"),
        ([("moves", 0.08), ("oil", 0.02)], "; “moves” does most of it, +8.00 points alone"),
        ([("oil", 0.02), ("moves", 0.13), ("ladder", -0.03)], "; “moves” does most of it, +13.00 points alone"),
        ([("oil", 0.03), ("moves", 0.04)], "; “moves” does the most, +4.00 points alone"),
        ([("ladder", -0.03), ("moves", 0.0)], ""),
        ([("ladder", -0.09), ("moves", 0.05)], ""),
    ],
)
def test_the_largest_cause_is_named(panics, causes, end):
    found, ending = changed(panics, 0.2, 0.3)
    said = comparison_finding(
        found, ending, ("A", "B"), causes=[Cause(name, exactly(value)) for name, value in causes], words=EN
    )
    assert said.startswith("Under B ")
    assert said.replace("\N{NO-BREAK SPACE}", " ").endswith(f"half as often again: 30.0 % instead of 20.0 %{end}.")


def test_what_does_not_differ_is_said_once(panics):
    found, _ = panics
    ending = found.left.endings[0]
    said = comparison_finding(found, ending, ("A", "B"), words=EN)
    assert said.startswith("It makes no difference whether A or B is played: ")


def test_trials_that_do_not_tell_two_apart_are_said_to_be_such(panics):
    found, ending = changed(panics, 0.2, 0.3)
    first = replace(found.differences[0], estimate=Estimate.of_normal(0.1, 0.1))
    said = comparison_finding(replace(found, differences=(first,)), ending, ("A", "B"), words=EN)
    assert said.replace("\N{NO-BREAK SPACE}", " ") == "These trials cannot tell A (20.0 %) and B (30.0 %) apart."


def test_a_single_result_says_what_is_asked_and_what_is_likelier():
    scenario, siege = load_scenario("melee-breach"), load_rules("siege")
    result = run(build(scenario, siege), engine="exact")
    wins = result.probability("attackers").value
    said = result_finding(result, "attackers", "Siege", words=EN).replace("\N{NO-BREAK SPACE}", " ")
    assert said.startswith(f"Under Siege the attackers win in {100 * wins:.1f} % of the games")
    assert ("the likeliest ending" in said) is (wins < 0.5)
    german = result_finding(result, "attackers", "Siege", words=load_locale("de"))
    assert german.startswith("Unter Siege gewinnen die Angreifer in ")


@pytest.mark.slow
def test_a_change_that_is_felt_is_found_in_the_words_of_the_game():
    """Every result of the melee table is made the worst one for the defender, so the attackers win more often."""
    scenario, siege = load_scenario("melee-breach"), load_rules("siege")
    table = siege.tables["melee-foot"]
    cells = [CellChange("melee-foot", row, column, "F") for row in table.rows[-3:] for column in table.columns]
    fierce = siege.replaced(cells=cells, name="fierce", title="Fierce melee")
    found = compare(scenario, siege, fierce)
    said = comparison_finding(found, "attackers", ("Siege", "Fierce melee"), words=EN)
    assert said.startswith("Under Fierce melee the attackers win ")


@pytest.mark.parametrize(
    ("left", "right", "games"),
    # Two-sided test of two proportions at 5 % with 80 % power (Fleiss, Statistical methods for rates and proportions,
    # without the correction for continuity): 0.5 against 0.6 needs 387 or 388 in each group, 0.1 against 0.2 needs 199.
    [(0.5, 0.6, 388), (0.1, 0.2, 199), (0.2, 0.1, 199)],
)
def test_games_to_see_a_difference(left, right, games):
    assert games_to_see(exactly(left), exactly(right)) == games


def test_no_number_of_games_shows_what_is_not_there():
    assert games_to_see(exactly(0.3), exactly(0.3)) is None
    assert games_to_see(exactly(0.0), exactly(1.0)) == 2


def test_games_are_told_with_two_digits():
    assert [round_games(games) for games in (7, 99, 101, 10623)] == [7, 99, 110, 11000]

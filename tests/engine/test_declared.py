"""What a process declares beside its phases: its unit, its series, and its sides as names for all that they win by."""

import json
from dataclasses import asdict, replace

import numpy as np
import pytest

from cases import cases
from engine.games import battering
from engine.judging import assert_fits
from engine.test_result import EXACT
from mangonel.engine.owners import Side, endings_meant, usually_asked
from mangonel.engine.process import Measure
from mangonel.engine.result import curve_frame, endings_frame, means_frame, series_frame, turn_quantile
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError, SequenceError
from mangonel.studies.compare import compare_sequences

CASES = cases(__file__)


SAMPLED = ["counts", "monte-carlo"]
# Damages at 6 in 10, at most 4: E[min(4, binomial(n, 0.6))], by hand for n up to 4 and from
# P(X >= k) for n = 5: 0.98976 + 0.91296 + 0.68256 + 0.33696.
MEANS = {0: 0.0, 1: 0.6, 2: 1.2, 3: 1.8, 4: 2.4, 5: 2.92224}


def watched(turns):
    return replace(battering(turns), series=(Measure("damage", 4, lambda s: s.marks),))


TURNS = watched(5)
DAYS = replace(TURNS, unit="day", measures=[*TURNS.measures])  # a list is as good as a tuple


@pytest.mark.parametrize("engine", ["exact", *SAMPLED])
def test_frames_are_named_after_the_unit(engine):
    result = run(DAYS, engine=engine, trials=2_000)
    assert result.unit == "day"
    assert list(result.to_frame().columns[:3]) == ["ending", "day", "marks"]
    assert "day" in curve_frame(result)
    assert "day" in series_frame(result)
    assert "day_median" in endings_frame(result)
    assert means_frame(result)["measure"][0] == "day"
    assert run(TURNS, engine=engine, trials=2_000).to_frame().columns[1] == "turn"


def test_the_turn_is_found_by_either_name():
    result = run(DAYS, engine="exact")
    assert result.mean("day") == result.mean("turn") == run(TURNS, engine="exact").mean("turn")
    with pytest.raises(DataError, match="no such measure: 'week'"):
        result.mean("week")


def test_summary_trace_and_comparison_speak_of_the_unit():
    document = json.loads(json.dumps(run(DAYS, engine="exact").to_dict()))
    assert document["unit"] == "day"
    assert [row["day"] for row in document["by_turn"]] == [0, 1, 2, 3, 4, 5]
    game = play_trace(DAYS, dice=[5, 5, 5, 5])
    lines = list(game.lines())
    assert lines[0] == "Day 1"
    assert "Ending: breach (day 4)" in lines
    assert asdict(game)["unit"] == "day"
    assert compare_sequences((DAYS, DAYS), ("one", "other")).difference("day").value == 0
    over = DAYS.lasting(0)
    assert compare_sequences((over, over), ("one", "other")).left.probability("undecided").value == 1
    with pytest.raises(DataError, match="different unit"):
        compare_sequences((DAYS, TURNS), ("one", "other"))


def test_measures_with_too_many_combinations_are_named():
    wide = tuple(Measure(f"wide_{number}", 1 << 16, lambda s: s.marks) for number in range(4))
    with pytest.raises(SequenceError, match=r"above all of wide_0 0\.\.65536, wide_1 .*; play with fewer men"):
        run(replace(DAYS, measures=wide), engine="exact")


def test_results_of_every_engine_carry_the_sides():
    sides = (Side("besiegers", TURNS.endings[:1], losses=("marks",)), Side("defenders"))
    for engine in ("exact", *SAMPLED):
        assert run(replace(TURNS, sides=sides), engine=engine, trials=2_000).sides == sides


@pytest.mark.parametrize("engine", ["exact", "auto", *SAMPLED])
def test_games_that_have_ended_keep_the_value_of_a_series(engine):
    limit = {"state_limit": 3} if engine == "auto" else {}
    result = run(TURNS, engine=engine, trials=100_000, seed=3, **limit)
    for turn, mean in MEANS.items():
        assert_fits(result, result.by_turn("damage", turn), mean)


def test_a_sampled_series_has_the_error_of_its_trials():
    found = run(watched(1), engine="monte-carlo", trials=40_000, seed=5).by_turn("damage", 1)
    assert found.se == pytest.approx(np.sqrt(found.value * (1 - found.value) / 40_000), rel=1e-9)


def test_wrong_names_and_turns_of_a_series_are_refused():
    result = run(watched(3), engine="exact")
    with pytest.raises(DataError, match="no such series"):
        result.by_turn("damages", 1)
    with pytest.raises(DataError, match="0 to 3"):
        result.by_turn("damage", 4)


def test_the_distribution_of_each_turn():
    # Two rolls at 6 in 10: 0.16, 0.48, 0.36.
    damage = run(watched(3), engine="exact").each_turn("damage")
    assert damage.shares[2].tolist() == pytest.approx([0.16, 0.48, 0.36, 0.0, 0.0])
    assert damage.at_least(2, 1).value == pytest.approx(0.84)
    assert [damage.quantile(2, share) for share in (0.1, 0.16, 0.5, 0.64, 0.65)] == [0, 0, 1, 1, 2]


@pytest.mark.parametrize("engine", SAMPLED)
def test_intervals_of_a_series_stay_within_what_is_possible(engine):
    result = run(watched(60), engine=engine, trials=2_000, seed=3)
    found = result.each_turn("damage").at_least(2, 1)
    assert_fits(result, found, 0.84)
    assert 0 <= found.low < found.high <= 1
    assert result.each_turn("damage").shares.shape[1] == 5
    for last in (result.by_turn("damage", 60), result.mean("marks")):
        assert last.low < last.value <= last.high == 4
    assert 0 < result.by_turn("damage", 1).high < 4
    assert result.mean("turn").high <= 60


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

"""What a turn is called."""

import json
from dataclasses import asdict, replace

import pytest

from engine.games import battering
from mangonel.engine.run import run
from mangonel.engine.sequence import Measure
from mangonel.engine.trace import play_trace
from mangonel.engine.within import Within
from mangonel.errors import DataError, SequenceError
from mangonel.odds.frames import curve_frame, endings_frame, means_frame, series_frame
from mangonel.studies.compare import compare_sequences

TURNS = replace(battering(5), series=(Measure("damage", 4, lambda s: s.marks),))
DAYS = replace(TURNS, unit="day")


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo"])
def test_results_know_it_and_frames_are_named_after_it(engine):
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


def test_the_summary_says_it():
    document = json.loads(json.dumps(run(DAYS, engine="exact").to_dict()))
    assert document["unit"] == "day"
    assert [row["day"] for row in document["by_turn"]] == [0, 1, 2, 3, 4, 5]


def test_the_trace_counts_in_it():
    game = play_trace(DAYS, dice=[5, 5, 5, 5])
    lines = list(game.lines())
    assert lines[0] == "Day 1"
    assert "Ending: breach (day 4)" in lines
    assert asdict(game)["unit"] == "day"


def test_phases_of_a_game_within_count_in_its_own():
    assert Within("ram", DAYS).phases[0].name == "ram, day 1: batter"


def test_comparisons_speak_of_it_and_turns_are_not_days():
    found = compare_sequences((DAYS, DAYS), ("one", "other"))
    assert found.difference("day").value == 0
    with pytest.raises(DataError, match="different unit"):
        compare_sequences((DAYS, TURNS), ("one", "other"))


@pytest.mark.parametrize("name", ["turn", "day", "ending"])
def test_no_measure_may_have_the_name_of_another_column(name):
    with pytest.raises(SequenceError, match=f"cannot be called '{name}'"):
        replace(DAYS, measures=(Measure(name, 4, lambda s: s.marks),))

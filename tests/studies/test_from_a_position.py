"""Decisions and kept runs from a position on."""

import numpy as np
import pytest

from engine.judging import SIGMAS, assert_fits
from mangonel.engine import run as running
from mangonel.engine.position import position
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.studies.playing import Work
from mangonel.studies.run_cache import Runs
from mangonel.studies.run_folder import KeptFolder
from mangonel.studies.tactics import tactics

SIEGE = load_rules("siege")
RAM = load_scenario("ram-gate").replaced({"turns": 6, "approach": ["flat_ground x 1"], "oil.barrels": 1, "marks": 2})


def test_tactics_from_a_position_are_the_game_from_there_with_other_decisions():
    game = build(RAM, SIEGE)
    place, runs = position(game, 3, marks=2, hexes_burning=(1, 3)), Runs()
    found = tactics(RAM, SIEGE, {"policies.fire_fighters": (0,)}, place=place, runs=runs)
    (choice,) = found.choices
    other = build(RAM.replaced({"policies.fire_fighters": 0}), SIEGE)
    for result, sequence in ((found.base, game), (choice.result, other)):
        wanted = place.under(sequence).run()
        for ending in game.endings:
            assert result.probability(ending).value == wanted.probability(ending).value
    assert choice.difference("breach").value != 0
    assert found.base.provenance.notes[0].key == "from_position"


def test_a_decision_that_needs_other_columns_is_left_out():
    place = position(build(RAM, SIEGE), 3)
    with pytest.raises(DataError, match="the position is none of this game"):
        tactics(RAM, SIEGE, {"break_off.losses": (2,)}, place=place)


@pytest.mark.parametrize("asked", [{"policies.fire_fighters": (0,)}, {"oil.barrels": (4,)}])
def test_tactics_from_a_position_on_shared_dice(asked):
    # With more barrels states are packed otherwise.
    place = position(build(RAM, SIEGE), 3, marks=2, hexes_burning=(1, 3))
    exact = tactics(RAM, SIEGE, asked, place=place).choices[0]
    drawn = tactics(RAM, SIEGE, asked, place=place, engine="monte-carlo", trials=100_000)
    assert drawn.method == "common random numbers"
    (choice,) = drawn.choices
    found, wanted = choice.difference("breach"), exact.difference("breach").value
    assert abs(found.value - wanted) <= SIGMAS * found.se
    for result, other in ((choice.base, exact.base), (choice.result, exact.result)):
        assert result.provenance.notes[0].key == "from_position"
        assert_fits(result, result.probability("breach"), other.probability("breach").value)


@pytest.mark.parametrize("engine", ["monte-carlo", "exact"])
def test_what_is_played_from_a_position_is_kept(tmp_path, engine, monkeypatch):
    game = build(RAM, SIEGE)
    work = Work(engine, trials=100_000, place=position(game, 3, marks=2))
    alone = work(game)
    with KeptFolder.open(tmp_path, {}) as folder:
        kept = work(game, keeps=folder)
    monkeypatch.setattr(running, "run_exact" if engine == "exact" else "turns_of", None)
    with KeptFolder.open(tmp_path, {}) as folder:
        again = work(game, keeps=folder)
        # Another position is another run, and so is the game from its start.
        with pytest.raises(TypeError):
            Work(engine, trials=100_000, place=position(build(RAM, SIEGE), 3, marks=3))(game, keeps=folder)
    assert np.array_equal(again.weights, kept.weights)
    assert np.array_equal(again.watched[0].shares, kept.watched[0].shares)
    for result in (kept, again):
        # What is exact is the same to the last digits, whether phases or tables are played.
        np.testing.assert_allclose(result.weights, alone.weights, rtol=1e-12 if engine == "exact" else 0)
        np.testing.assert_allclose(result.watched[0].shares, alone.watched[0].shares, rtol=1e-12)
        assert np.array_equal(result.outcomes, alone.outcomes)
        assert result.provenance.notes == alone.provenance.notes

"""A sequence played whole inside a phase of another: the same game as on its own, from any of its starts."""

from dataclasses import replace

import numpy as np
import pytest

from engine.games import BREACH_BY, DUEL_ENDINGS, battering, duel, outcome_chances, solve_duel
from engine.judging import assert_fits
from mangonel.engine.assemble import assemble, provenance
from mangonel.engine.block import play_block
from mangonel.engine.chapter import Chapter
from mangonel.engine.monte_carlo import CHAPTERS, Sampled
from mangonel.engine.parts import ledger_of
from mangonel.engine.run import run
from mangonel.engine.sampling import Span
from mangonel.engine.sequence import Measure, Phase, PlaySequence
from mangonel.engine.state import Column
from mangonel.engine.trace import play_trace
from mangonel.engine.ways import PHASES
from mangonel.errors import SequenceError, StateLimitError

ENGINES = ["exact", "counts", "monte-carlo", "auto"]


def sieges(days=3, rolls=2, marks=4):
    """Batter so many rolls a day; the marks stay over night."""
    ram = Chapter("ram", battering(rolls, marks), [{"marks": number} for number in range(marks)])

    def storm(s, dice):
        ending, more = dice.play(ram, s.ending == 0, s.marks)
        s.marks += more.astype(np.int8)
        s.ending = ending == 1

    return PlaySequence(
        name="days",
        columns=[Column("marks", marks)],
        phases=[Phase("storm", storm)],
        endings=("breach",),
        turns=days,
        measures=(Measure("marks", marks, lambda s: s.marks),),
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_days_of_two_rolls_are_like_one_game_of_all_rolls(engine):
    result = run(sieges(), engine=engine, trials=200_000, seed=1)
    for day in (2, 3):
        assert_fits(result, result.probability("breach", by_turn=day), BREACH_BY[2 * day])
    assert result.probability("breach", by_turn=1).value == 0


def duels(rounds=2, turns=6):
    """One duel, and then nothing more."""
    chapter = Chapter("duel", duel(turns), [{"men": (2, 2)}, {"men": (1, 2)}])

    def fight(s, dice):
        playing = s.left == 0
        ending, left, right = dice.play(chapter, playing, s.weak)
        s.left = np.where(playing, 3 + left, s.left)
        s.right = np.where(playing, 3 + right, s.right)
        s.won = np.where(playing, ending, s.won)

    def again(s, _dice):
        over = s.turn == rounds
        s.ending = (s.won + 1) * over

    return PlaySequence(
        name="duels",
        columns=[Column("left", 3), Column("right", 3), Column("won", 3), Column("weak", 1)],
        phases=[Phase("fight", fight), Phase("again", again)],
        endings=("undecided in time", *DUEL_ENDINGS),
        turns=rounds,
        measures=(Measure("men left", 3, lambda s: s.left), Measure("men right", 3, lambda s: s.right)),
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_every_outcome_of_a_duel_inside_is_that_of_the_duel(engine):
    # Changes of the measures are read: 3 + left - 2 is what is left and one.
    solved, _ = solve_duel(6)
    wanted: dict[tuple[int, ...], float] = {}
    for (ending, _turn, left, right), chance in solved.items():
        key = (ending + 1, 1, left + 1, right + 1)
        wanted[key] = wanted.get(key, 0.0) + float(chance)
    result = run(duels(rounds=1), engine=engine, trials=200_000, seed=2)
    found = outcome_chances(result)
    assert set(found) <= set(wanted)
    for key, chance in wanted.items():
        row = result.outcomes[:, 0] == key[0]
        for place, value in ((2, key[2]), (3, key[3])):
            row &= result.outcomes[:, place] == value
        assert_fits(result, result.estimate(row.astype(float), proportion=True), chance)


def test_another_start_is_another_game():
    weak = replace(duels(1), columns=[Column("left", 3), Column("right", 3), Column("won", 3), Column("weak", 1, 1)])
    strong = run(duels(1), engine="exact")
    other = run(weak, engine="exact")
    assert other.probability("left falls").value > strong.probability("left falls").value


def test_the_trace_tells_it_phase_by_phase_and_stops_rolling_when_it_is_over():
    game = play_trace(sieges(days=3), dice=[5, 4, 9, 10, 7])
    assert [(event.turn, event.phase, event.die) for event in game.events] == [
        (1, "ram, turn 1: batter", 5),
        (1, "ram, turn 2: batter", 4),
        (2, "ram, turn 1: batter", 9),
        (2, "ram, turn 2: batter", 10),
        (3, "ram, turn 1: batter", 7),
    ]
    assert (game.ending, game.turn) == ("breach", 3)


def test_shared_dice_are_the_same_for_variants_that_ask_less():
    # The breach of one variant in the morning takes no dice from the other: rows with equal dice breach no later.
    cells = [play_block(sieges(marks=marks), 7, 0, 5_000, shared=True)[1] for marks in (3, 4)]
    days = [np.unravel_index(cell, (2, 4, marks + 1))[:2] for cell, marks in zip(cells, (3, 4), strict=True)]
    (ended_soon, soon), (ended_late, late) = days
    assert np.all(ended_soon >= ended_late)
    assert np.all(soon[ended_late == 1] <= late[ended_late == 1])
    again = play_block(sieges(marks=3), 7, 0, 5_000, shared=True)[1]
    assert np.array_equal(again, cells[0])


def test_a_chapter_too_large_is_refused():
    # The duel needs more than two states.
    with pytest.raises(StateLimitError, match="duel"):
        run(duels(1), engine="exact", state_limit=2)
    chapter = Chapter("duel", duel(6), [{}])
    for limit in (2, 1):
        with pytest.raises(StateLimitError):
            chapter.ends(0, limit)
    assert chapter.ends(0, 1_000).chances.sum() == pytest.approx(1, abs=1e-12)


def test_the_counts_engine_plays_it_trial_by_trial_if_it_is_too_large(monkeypatch):
    exact = run(duels(1), engine="exact")
    monkeypatch.setattr("mangonel.engine.splitting.CHAPTER_STATES", 2)
    counted = run(duels(1), engine="counts", trials=100_000, seed=4)
    assert counted.weights.sum() == pytest.approx(1, abs=1e-12)
    for ending in DUEL_ENDINGS:
        found = counted.probability(ending)
        assert found.se > 0
        assert_fits(counted, found, exact.probability(ending).value)


def drawn(game, trials, play_by=CHAPTERS):
    part = Sampled(game, play_by).play(3, Span(0, trials))
    return assemble(game, [ledger_of(game, part)], replace(provenance(game, "monte-carlo"), trials=trials))


def test_chapters_that_many_begin_alike_are_drawn_whole():
    exact, sampled, played = run(duels(1), engine="exact"), drawn(duels(1), 60_000), drawn(duels(1), 60_000, PHASES)
    assert outcome_chances(sampled) != outcome_chances(played)
    for ending in DUEL_ENDINGS:
        assert_fits(sampled, sampled.probability(ending), exact.probability(ending).value)
    for measure in ("turn", *exact.measures):
        assert_fits(sampled, sampled.mean(measure), exact.mean(measure).value)


def test_chapters_that_few_begin_alike_are_played():
    for trials, same in ((511, True), (512, False)):
        one, other = (outcome_chances(drawn(duels(1), trials, play_by)) for play_by in (CHAPTERS, PHASES))
        assert (one == other) == same


def test_chapters_that_are_too_large_are_played(monkeypatch):
    monkeypatch.setattr("mangonel.engine.sampling.CHAPTER_STATES", 2)
    assert outcome_chances(drawn(duels(1), 2_000)) == outcome_chances(drawn(duels(1), 2_000, PHASES))


def test_only_long_runs_that_have_no_tables_draw_chapters(monkeypatch):
    monkeypatch.setattr("mangonel.engine.compiled.COUNTED", 1)
    asked = []
    usual = Sampled.play
    monkeypatch.setattr(Sampled, "play", lambda game, *how: asked.append(game.play_by) or usual(game, *how))
    monkeypatch.setattr("mangonel.engine.monte_carlo._FOR_CHAPTERS", 20_000)
    for trials, way in ((19_999, "tables"), (20_000, "tables"), (20_000, "phases")):
        run(duels(1), engine="monte-carlo", trials=trials, way=way)
    assert asked == [PHASES, CHAPTERS, PHASES]


def test_counts_waste_no_evenness_on_a_chapter():
    # All trials of a repeat begin alike: each end comes as often as it should, rounded up or down.
    exact, counted = run(duels(1), engine="exact"), run(duels(1), engine="counts", trials=8_000, seed=4)
    rounding = len(Chapter("duel", duel(6), [{}]).ends(0, 1_000).chances) / 1_000
    for ending in DUEL_ENDINGS:
        assert counted.probability(ending).value == pytest.approx(exact.probability(ending).value, abs=rounding)


def test_a_start_outside_the_columns_is_refused():
    with pytest.raises(SequenceError, match="marks"):
        Chapter("ram", battering(2, 4), [{"marks": 5}])

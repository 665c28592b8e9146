"""A process inside a turn of another, by hand, exactly, sampled and told."""

from dataclasses import replace

import numpy as np
import pytest

from engine.judging import assert_fits
from mangonel.engine.exact import chain_of
from mangonel.engine.process import Chapter, Column, Measure, Phase, Process
from mangonel.engine.rolls import Roll, cached
from mangonel.engine.run import run
from mangonel.engine.sampling import CommonDice, play_block
from mangonel.engine.trace import play_trace
from mangonel.errors import SequenceError, StateLimitError

HIT = Roll.chance("hit", 1, 2)


class War:
    """A day: as many shots at those who are left as there are men in reserve, at most two; half of them hit."""

    def __init__(self):
        def shoot(s, dice):
            if s.men and s.shots and dice.roll(HIT, who="the duel") == "hit":
                s.men -= 1
            if s.shots:
                s.shots -= 1
            if s.men == 0:
                s.ending = 1

        self.inner = Process(
            "storm",
            [Column("men", 4), Column("shots", 2)],
            [Phase("shot", shoot)],
            ("dead",),
            2,
            measures=(Measure("lost", 4, lambda s: 4 - s.men),),
        )

    @cached
    def storm(self, men, shots):
        return self.inner.starting(men=men, shots=shots)

    def process(self, days=2, title="the storm"):
        def start(s):
            return self.storm(s.men, 2) if s.men > 0 else None

        def bury(s, dice):
            s.men -= s.lost
            if s.end == 1:
                s.ending = 1
            s.end = s.lost = 0

        return Process(
            "war",
            [Column("men", 4, 3), Column("end", 1), Column("lost", 4)],
            [Chapter(title, start, ("end", "lost")), Phase("bury", bury)],
            ("fallen",),
            days,
            measures=(Measure("men", 4, lambda s: s.men),),
            series=(Measure("men", 4, lambda s: s.men),),
        )


def test_chapters_by_hand():
    # Four shots, three hits or more of three men: 5/16; after the last man falls nobody shoots.
    result = run(War().process(), engine="exact")
    assert result.probability("fallen").value == pytest.approx(5 / 16, abs=1e-12)
    assert result.mean("men").value == pytest.approx(3 - 2 + 1 / 16, abs=1e-12)


@pytest.mark.parametrize("engine", ["monte-carlo", "counts"])
@pytest.mark.parametrize("trials", [300, 100_000])
def test_sampled_chapters_fit(engine, trials):
    exact, drawn = run(War().process(3), engine="exact"), run(War().process(3), engine=engine, trials=trials, seed=2)
    assert_fits(drawn, drawn.probability("fallen"), exact.probability("fallen").value)
    assert_fits(drawn, drawn.mean("men"), exact.mean("men").value)


def test_a_chapter_with_too_many_states_is_played_game_by_game(monkeypatch):
    monkeypatch.setattr("mangonel.engine.sampling._DRAWN_STATES", 1)
    exact, drawn = run(War().process(3), engine="exact"), run(War().process(3), engine="monte-carlo", trials=60_000)
    assert_fits(drawn, drawn.probability("fallen"), exact.probability("fallen").value)


def test_what_a_block_draws_does_not_depend_on_what_was_counted_before(monkeypatch):
    # A hundred games are played one by one, twenty thousand drawn from the ends.
    monkeypatch.setattr("mangonel.engine.sampling._STATES_EACH", 0.01)
    fresh, known = War().process(3), War().process(3)
    run(known, engine="monte-carlo", trials=20_000)
    first, second = (run(game, engine="monte-carlo", trials=100, seed=4) for game in (fresh, known))
    assert first.mean("men").value == second.mean("men").value
    assert first.by_turn("men", 2).value == second.by_turn("men", 2).value


@pytest.mark.parametrize("drawn", [0, 60_000])
def test_the_same_seed_gives_the_same_games_whatever_was_played_before(monkeypatch, drawn):
    # Starts of the storm are met, and numbered, in another order.
    monkeypatch.setattr("mangonel.engine.sampling._DRAWN_STATES", drawn)
    fresh, known = War().process(4), War().process(4)
    run(known.starting(men=1), engine="monte-carlo", trials=20)
    run(known.starting(men=4), engine="monte-carlo", trials=20)
    first, second = (run(game, engine="monte-carlo", trials=2_000, seed=4) for game in (fresh, known))
    assert np.array_equal(first.outcomes, second.outcomes)
    assert np.array_equal(first.weights, second.weights)


def test_a_chapter_leaves_out_what_is_not_read():
    def count(s, dice):
        dice.count("shots")
        s.men -= 1

    full = Process(
        "storm",
        [Column("men", 4, 4)],
        [Phase("shot", count)],
        ("dead",),
        2,
        measures=(Measure("men", 4, lambda s: s.men), Measure("lost", 4, lambda s: 4 - s.men)),
        tallies=("shots",),
        series=(Measure("left", 4, lambda s: s.men),),
    )
    part = full.reading("lost")
    assert ([measure.name for measure in part.measures], part.series) == (["lost"], ())
    assert run(part, engine="exact").mean("lost").value == 2
    assert play_trace(part).measures == {"lost": 2}


def test_a_chapter_may_be_called_as_the_phase_after_it():
    result = run(War().process(title="bury"), engine="exact")
    assert result.probability("fallen").value == pytest.approx(5 / 16, abs=1e-12)
    with pytest.raises(SequenceError, match="phases must have different names: bury"):
        replace(War().process(), phases=[*War().process().phases[1:]] * 2)


def test_a_chapter_is_told_with_its_turns():
    lines = list(play_trace(War().process(1), dice=[2, 1]).lines())
    assert lines[:4] == [
        "Turn 1",
        "  the storm, turn 1: shot",
        "    the duel: hit, die 2 -> hit",
        "  the storm, turn 2: shot",
    ]
    assert "  men: 2" in lines


def test_a_chapter_that_does_not_fit_its_columns_is_an_error_each_time():
    small = replace(War().process(), columns=[Column("men", 4, 3), Column("end", 1), Column("lost", 1)])
    for _ in range(2):
        for engine in ("exact", "monte-carlo"):
            with pytest.raises(SequenceError, match=r"chapter 'the storm': (lost = .*, not in|the numbers read)"):
                run(small, engine=engine, trials=1_000)


def test_a_chapter_with_too_many_states_is_refused_by_the_exact_engine(monkeypatch):
    monkeypatch.setattr("mangonel.engine.exact.STATE_LIMIT", 1)
    with pytest.raises(StateLimitError, match="war: storm: more than 1 states in turn 1"):
        run(War().process(), engine="exact")


def test_a_mistake_inside_a_chapter_names_the_phase_of_the_chapter():
    def act(s, dice):
        s.men -= 1

    inner = Process("storm", [Column("men", 4)], [Phase("the push", act)], ("dead",), 2)
    outer = Process("war", [Column("end", 1)], [Chapter("the storm", lambda s: inner, ("end",))], ("over",), 1)
    for engine in ("exact", "counts", "monte-carlo"):
        with pytest.raises(SequenceError, match=r"phase 'the push' .*men = -1, not in 0\.\.4"):
            run(outer, engine=engine, trials=1_000)


def test_common_dice_of_a_chapter_are_the_same_for_variants():
    """Whoever begins with more men falls no sooner on the same dice."""
    games, fallen = 5_000, []
    for men in (2, 3):
        process = War().process(3).starting(men=men)
        start = np.repeat(process.layout.pack(process.layout.start), games, axis=1)
        played = play_block(process, chain_of(process), CommonDice(7, 0, games), start)
        fallen.append(played.ledger.outcomes(played.cells)[:, 0] == 1)
    assert (fallen[1] <= fallen[0]).all()
    assert 0 < fallen[1].sum() < fallen[0].sum()

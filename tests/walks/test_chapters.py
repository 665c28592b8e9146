"""A process inside a turn of another, by hand, exactly, sampled and told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.judging import assert_fits
from mangonel.errors import SequenceError
from mangonel.walks.process import Chapter, Column, Measure, Phase, Process
from mangonel.walks.rolls import Roll, cached
from mangonel.walks.run import run
from mangonel.walks.trace import play_trace

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
    monkeypatch.setattr("mangonel.walks.nested._DRAWN_STATES", 1)
    exact, drawn = run(War().process(3), engine="exact"), run(War().process(3), engine="monte-carlo", trials=60_000)
    assert_fits(drawn, drawn.probability("fallen"), exact.probability("fallen").value)


def test_what_a_block_draws_does_not_depend_on_what_was_counted_before(monkeypatch):
    # A hundred games are played one by one, twenty thousand drawn from the ends.
    monkeypatch.setattr("mangonel.walks.nested._STATES_EACH", 0.01)
    fresh, known = War().process(3), War().process(3)
    run(known, engine="monte-carlo", trials=20_000)
    first, second = (run(game, engine="monte-carlo", trials=100, seed=4) for game in (fresh, known))
    assert first.mean("men").value == second.mean("men").value
    assert first.by_turn("men", 2).value == second.by_turn("men", 2).value


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
    assert ([measure.name for measure in part.measures], part.tallies, part.series) == (["lost"], (), ())
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

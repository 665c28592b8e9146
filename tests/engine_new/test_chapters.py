"""A process inside a turn of another, by hand, exactly, sampled and told."""

from __future__ import annotations

import pytest

from engine.judging import assert_fits
from mangonel.engine.process import Chapter, Column, Measure, Phase, Process
from mangonel.engine.rolls import Roll, cached
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace

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

    def process(self, days=2):
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
            [Chapter("the storm", start, ("end", "lost")), Phase("bury", bury)],
            ("fallen",),
            days,
            measures=(Measure("men", 4, lambda s: s.men),),
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
    monkeypatch.setattr("mangonel.engine.nested._DRAWN_STATES", 1)
    exact, drawn = run(War().process(3), engine="exact"), run(War().process(3), engine="monte-carlo", trials=60_000)
    assert_fits(drawn, drawn.probability("fallen"), exact.probability("fallen").value)


def test_a_chapter_is_told_with_its_turns():
    lines = list(play_trace(War().process(1), dice=[2, 1]).lines())
    assert lines[:4] == [
        "Turn 1",
        "  the storm, turn 1: shot",
        "    the duel: hit, die 2 -> hit",
        "  the storm, turn 2: shot",
    ]
    assert "  men: 2" in lines

"""Games without a turn limit: played until none is open, or solved at once; and values of states."""

import json

import numpy as np
import pytest

from engine.games import HIT, battering, duel, never_over, random_game
from engine.judging import ROUNDING, assert_fits
from engine.solving import values_of
from mangonel.engine.endless import until_it_ends
from mangonel.engine.process import LONGEST, Column, Measure, Phase, Process
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.engine.values import carried
from mangonel.errors import SequenceError, StateLimitError

pytestmark = pytest.mark.slow

ENGINES = ("exact", "counts", "auto", "monte-carlo")


def rare(one_in):
    """Something that happens once in so many turns."""
    roll = Roll.chance("it", 1, one_in)

    def act(s, dice):
        if dice.roll(roll) == "it":
            s.ending = 1

    series = (Measure("going", 1, lambda s: s.ending == 0),)
    return Process("rare", [], [Phase("wait", act)], ("it",), None, series=series)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("one_in", [2, 10])
def test_without_a_limit_it_is_played_until_nothing_is_open(engine, one_in):
    result = run(rare(one_in), engine=engine, trials=2_000, seed=4)
    # The mean of a geometric law.
    assert_fits(result, result.mean("turn"), one_in)
    assert result.probability("undecided").value < 1e-12
    left = "less than 1e-12 is open" if result.exact else "every game is over"
    assert f"played to the end: {left} after {result.turns} turns" in result.provenance.note
    assert result.outcomes[:, 1].max() == result.turns
    assert result.each_turn("going").turns == result.turns
    if result.exact:
        # (1 - 1/n) to the power of the turns is what is open.
        still = 1 - 1 / one_in
        assert still**result.turns < 1e-12 <= still ** (result.turns - 1)
    json.dumps(result.to_dict())


@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_that_never_ends_says_so(engine):
    result = run(never_over(), engine=engine, trials=8)
    assert (result.turns, result.probability("undecided").value) == (LONGEST, 1)
    assert result.provenance.note.endswith("still open after 10000 turns")


def test_a_trace_without_a_limit_goes_to_its_end():
    game = play_trace(rare(100), dice=[1] * 250 + [100])
    assert (game.ending, game.turn) == ("it", 251)


def test_an_interrupted_run_without_a_limit_is_what_it_was():
    def stop(share):
        if share > 0.05:
            raise KeyboardInterrupt

    result = run(rare(100), engine="exact", progress=stop)
    assert result.provenance.interrupted
    assert "played to the end" not in result.provenance.note


def ruin(wall=6):
    """A coin moves a man left or right between two walls, beside which there is a hole to fall in for ever."""
    coin = Roll.chance("right", 6, 10)

    def act(s, dice):
        if s.hole:
            return
        s.place += 1 if dice.roll(coin) == "right" else -1
        if s.place == 0:
            s.ending = 1
        elif s.place == wall:
            s.ending = 2

    columns = [Column("place", wall, 2), Column("hole", 1)]
    return Process("ruin", columns, [Phase("step", act)], ("left", "right"), None)


def test_the_gamblers_ruin():
    # Chance of the right wall from place k of n with r = q / p: (1 - r^k) / (1 - r^n); mean turns by Wald.
    ratio, place, wall = 4 / 6, 2, 6
    right = (1 - ratio**place) / (1 - ratio**wall)
    found = until_it_ends(ruin())
    assert found.chances == pytest.approx({"left": 1 - right, "right": right}, abs=ROUNDING)
    assert found.turns == pytest.approx((right * wall - place) / (0.6 - 0.4), abs=1e-11)
    assert found.turns == pytest.approx(run(ruin(), engine="exact").mean("turn").value, abs=1e-9)


def test_games_that_may_never_end():
    found = until_it_ends(ruin().starting(hole=1))
    assert (found.chances, found.turns) == ({"left": 0.0, "right": 0.0}, np.inf)
    assert until_it_ends(never_over()).turns == np.inf
    fate = Roll.of("fate", ("out", "stuck", "again"))

    def act(s, dice):
        if s.stuck == 0:
            fell = dice.roll(fate)
            if fell == "out":
                s.ending = 1
            elif fell == "stuck":
                s.stuck = 1

    found = until_it_ends(Process("trap", [Column("stuck", 1)], [Phase("try", act)], ("out",), None))
    assert found.chances == pytest.approx({"out": 0.5}, abs=ROUNDING)
    assert found.turns == np.inf


def by_turn():
    """The turn decides: from the third on a hit ends it."""

    def act(s, dice):
        if s.turn >= 3 and dice.roll(HIT) == "hit":
            s.ending = 1

    return Process("late", [], [Phase("act", act)], ("over",), 4)


def test_games_that_cannot_be_solved_at_once():
    with pytest.raises(SequenceError, match="phases ask for the turn"):
        until_it_ends(by_turn())
    with pytest.raises(SequenceError, match="has no phases"):
        until_it_ends(Process("empty", [], [], ("over",), None))
    with pytest.raises(StateLimitError):
        until_it_ends(duel(), limit=2)


def test_random_games_come_to_what_is_solved():
    solved = 0
    for seed in range(60):
        try:
            found = until_it_ends(random_game(seed), limit=2_000)
        except (StateLimitError, SequenceError):
            continue
        long = run(random_game(seed).lasting(200), engine="exact")
        left = long.probability("undecided").value
        solved += 1
        for ending, chance in found.chances.items():
            assert -1e-9 <= chance - long.probability(ending).value <= left + 1e-9
        if left < 1e-13:
            assert found.turns == pytest.approx(long.mean("turn").value, abs=1e-8)
    assert solved > 10


def test_a_game_that_asks_for_the_turn_has_values_by_turn():
    worth = values_of(by_turn())
    assert [worth(after=turn)["over"] for turn in range(5)] == pytest.approx(
        [5 / 9, 5 / 9, 5 / 9, 1 / 3, 0], abs=ROUNDING
    )


def test_games_that_have_no_values():
    with pytest.raises(SequenceError, match="has no turn limit"):
        carried(battering(None), 100)
    for nothing in (battering(0), Process("empty", [], [], ("over",), 3)):
        with pytest.raises(SequenceError, match="nothing happens in it"):
            carried(nothing, 100)
    with pytest.raises(StateLimitError, match="more than 3 states"):
        carried(duel(3, 6), 3)


def test_another_start():
    begun = duel(3).starting(left=1)
    assert begun.layout.start == [0, 1, 3]
    assert run(begun).probability("left wins").value < run(duel(3)).probability("left wins").value
    with pytest.raises(SequenceError, match="no column 'horses'"):
        duel().starting(horses=1)
    with pytest.raises(SequenceError, match=r"column left starts outside 0\.\.3"):
        duel().starting(left=4)

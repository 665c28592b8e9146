"""Sequences without a turn limit, workers, starts, branches: what a run can be asked for."""

import json
from dataclasses import replace

import numpy as np
import pytest

from engine.games import battering, duel, never_over
from engine.judging import assert_fits
from mangonel.engine.chapter import Chapter
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.sequence import LONGEST, Measure, Phase, PlaySequence
from mangonel.engine.trace import play_trace
from mangonel.engine.within import Within
from mangonel.errors import DataError, SequenceError, StateLimitError
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario
from pace import slow_after

ENGINES = ("exact", "counts", "auto", "monte-carlo")


def rare(one_in, *, by_turn=False):
    """Something that happens once in so many turns."""
    roll = Roll.chance("it", 1, one_in)

    def act(s, dice):
        s.ending = dice.roll(roll, s.ending == 0)

    series = (Measure("going", 1, lambda s: s.ending == 0),) if by_turn else ()
    return PlaySequence("rare", [], [Phase("wait", act)], ("it",), None, series=series)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("one_in", slow_after(2, [2, 10, 100]))
def test_without_a_limit_it_is_played_until_nothing_is_open(engine, one_in):
    result = run(rare(one_in, by_turn=True), engine=engine, trials=2_000, seed=4)
    # The mean of a geometric law.
    assert_fits(result, result.mean("turn"), one_in)
    assert result.probability("undecided").value < 1e-12
    assert f"played to the end: less than 1e-12 is open after {result.turns} turns" in result.provenance.note
    assert result.outcomes[:, 1].max() == result.turns
    assert result.each_turn("going").turns == result.turns
    assert result.weights.sum() == pytest.approx(1)
    if result.exact:
        # (1 - 1/n) to the power of the turns is what is open.
        still = 1 - 1 / one_in
        assert still**result.turns < 1e-12 <= still ** (result.turns - 1)
    json.dumps(result.to_dict())


@pytest.mark.parametrize("engine", slow_after(1, ["auto", "exact", "counts", "monte-carlo"]))
def test_what_is_never_over_says_so(engine):
    result = run(never_over(), engine=engine, trials=8)
    assert (result.turns, result.probability("undecided").value) == (LONGEST, 1)
    assert result.provenance.note.endswith("still open after 10000 turns")


def test_a_limit_that_is_given_stays():
    assert run(battering(3), engine="exact").turns == 3
    assert "played to the end" not in run(battering(3), engine="exact").provenance.note


def test_a_trace_without_a_limit_goes_to_its_end():
    game = play_trace(rare(100), dice=[1] * 250 + [100])
    assert (game.ending, game.turn) == ("it", 251)


def test_a_sequence_inside_another_needs_a_limit():
    with pytest.raises(SequenceError, match="chapter 'c': a sequence inside another must have a turn limit"):
        Chapter("c", battering(None), [{}])
    with pytest.raises(SequenceError, match="w: a sequence inside another must have a turn limit"):
        Within("w", battering(None))


def test_an_interrupted_run_without_a_limit_is_what_it_was():
    def stop(share):
        if share > 0.05:
            raise KeyboardInterrupt

    result = run(rare(100), engine="exact", progress=stop)
    assert result.provenance.interrupted
    assert "played to the end" not in result.provenance.note


@pytest.mark.parametrize("endless", slow_after(1, [False, True]))
def test_workers_give_the_same(endless):
    sequence = build(load_scenario("panic-one"), load_rules("siege"))
    if endless:
        sequence = replace(sequence, turns=None, recipe=(_panic_to_the_end, ()))
    alone = run(sequence, engine="monte-carlo", trials=150_000, seed=2)
    together = run(sequence, engine="monte-carlo", trials=150_000, seed=2, workers=2)
    assert np.array_equal(alone.outcomes, together.outcomes)
    assert np.array_equal(alone.weights, together.weights)
    assert alone.provenance == together.provenance


def _panic_to_the_end():
    return replace(build(load_scenario("panic-one"), load_rules("siege")), turns=None)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"workers": 0}, DataError, "workers are a whole number of at least 1: 0"),
        ({"workers": 1.5}, DataError, "workers are a whole number of at least 1: 1.5"),
        ({"workers": 2, "engine": "exact"}, DataError, "what is exact is worked out in one process"),
        ({"workers": 2, "engine": "monte-carlo"}, SequenceError, "'battering' has no recipe and cannot be sent"),
        ({"state_limit": 0}, DataError, "a state limit is a whole number of at least 1: 0"),
        ({"state_limit": 1e5}, DataError, "a state limit is a whole number of at least 1: 100000.0"),
    ],
)
def test_what_a_run_cannot_be_asked_for(arguments, error, message):
    with pytest.raises(error, match=message):
        run(battering(), **arguments)


def test_another_start():
    begun = duel().starting(men=(2, 1), fear=1)
    assert begun.layout.start.tolist() == [0, 2, 1, 1]
    assert duel().layout.start.tolist() == [0, 2, 2, 0]
    assert run(begun, engine="exact").probability("fled").value > run(duel(), engine="exact").probability("fled").value
    with pytest.raises(SequenceError, match="no column 'horses'"):
        duel().starting(horses=1)
    with pytest.raises(SequenceError, match=r"column fear starts outside 0\.\.2"):
        _ = duel().starting(fear=3).layout


def test_too_many_branches_within_a_phase_say_so():
    die = Roll.of("die", "123456", ["123456"])

    def fight(s, dice):
        for _ in range(5):
            dice.roll(die, s.ending == 0)

    game = PlaySequence("five dice", [], [Phase("fight", fight)], (), 3)
    message = (
        r"five dice: more than 800 branches within phase 'fight' in turn 1; split it into phases with one roll each, "
        r"or use the engine auto or counts, or allow more states \(simulate --max-states, state_limit=\)"
    )
    with pytest.raises(StateLimitError, match=message):
        run(game, engine="exact", state_limit=100)
    assert run(game, engine="exact", state_limit=1_000).exact


def test_a_chance_is_so_many_in_so_many():
    roll = Roll.chance("hit", 3, 8)
    assert (roll.sides, roll.outcomes) == (8, ("-", "hit"))
    assert roll.codes.tolist() == [[0, 0, 0, 0, 0, 1, 1, 1]]
    by_men = Roll.chance("hit", range(5), 4)
    assert by_men.codes.sum(axis=1).tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((9, 8), "roll 'hit': 9 in 8 is no chance"),
        ((-1, 8), "roll 'hit': -1 in 8 is no chance"),
        (([1, 9], 8), "roll 'hit': 9 in 8 is no chance"),
        ((0.5, 1), "roll 'hit': a chance is whole numbers, not 0.5 in 1"),
        ((1, 2.0), "roll 'hit': a chance is whole numbers, not 1 in 2.0"),
        ((1, 1_000), "roll 'hit': a die has 1 to 256 sides, not 1000"),
        ((0, 0), "roll 'hit': a die has 1 to 256 sides, not 0"),
    ],
)
def test_what_is_no_chance(numbers, message):
    with pytest.raises(SequenceError, match=message):
        Roll.chance("hit", *numbers)

"""Columns, their ranges, and the keys by which equal rows are found."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import battering
from mangonel.engine.run import run
from mangonel.engine.sequence import Measure, Phase, PlaySequence
from mangonel.engine.state import Column, Layout, State
from mangonel.engine.trace import play_trace
from mangonel.errors import SequenceError


@st.composite
def tables_of_rows(draw, maxima):
    line = st.tuples(*(st.integers(0, high) for high in maxima))
    rows = draw(st.lists(line, min_size=1, max_size=20))
    # Neighbours and copies are what keys could get wrong, and chance alone hardly makes any.
    return rows + draw(st.lists(st.sampled_from(rows), max_size=10))


def keys_of(maxima, rows):
    layout = Layout([Column(f"c{number}", high) for number, high in enumerate(maxima)], 1, ())
    matrix = np.zeros((1 + len(maxima), len(rows)), dtype=layout.dtype)
    matrix[1:] = np.array(rows).T
    keys, size = layout.keys(matrix)
    assert keys.min() >= 0
    assert keys.max() < size
    return keys.tolist()


def check_keys(maxima, rows):
    keys = keys_of(maxima, rows)
    for one, key in zip(rows, keys, strict=True):
        for other, another in zip(rows, keys, strict=True):
            assert (one < other, one == other) == (key < another, key == another)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=5).flatmap(lambda m: st.tuples(st.just(m), tables_of_rows(m))))
def test_keys_are_equal_for_equal_rows_only_and_keep_their_order(case):
    check_keys(*case)


@given(tables_of_rows([32767] * 9))
def test_keys_hold_beyond_62_bits(rows):
    # Nine columns of 15 bits are 135 bits.
    check_keys([32767] * 9, rows)


def test_rows_that_differ_only_far_down_keep_different_keys():
    maxima = [32767] * 9
    rows = [tuple(32767 if place == at else 0 for place in range(9)) for at in range(9)]
    check_keys(maxima, [*rows, (0,) * 9, (32767,) * 9])


def leaves(columns, act):
    return PlaySequence("leaver", columns, [Phase("stay", lambda _s, _d: None), Phase("the push", act)], ("over",), 3)


def push(amount):
    def act(s, dice):
        del dice
        s.wall[1] += np.int8(amount)

    return leaves([Column("men", 4), Column("wall", 3, (0, 1, 0), 3)], act)


@pytest.mark.parametrize(("amount", "found"), [(3, 4), (-2, -1)])
@pytest.mark.parametrize("engine", ["exact", "counts"])
def test_a_column_out_of_range_is_named_with_its_phase(engine, amount, found):
    message = f"phase 'the push' left column 'wall' at {found}, outside 0..3"
    with pytest.raises(SequenceError, match=message):
        run(push(amount), engine=engine)
    with pytest.raises(SequenceError, match=message):
        play_trace(push(amount))


def test_a_column_within_its_range_is_let_alone():
    assert play_trace(push(0)).ending == "undecided"
    layout = push(0).layout
    layout.check(layout.rows(2), "any")


@pytest.mark.parametrize(
    ("columns", "tallies", "message"),
    [
        ([Column("men", 4), Column("men", 4)], (), "different names: men"),
        ([Column("turn", 4)], (), "cannot be called 'turn'"),
        ([Column("ending", 4)], (), "cannot be called 'ending'"),
        ([Column("men", 4)], ("men",), "different names: men"),
        ([Column("men", 4, 5)], (), "men starts outside 0..4"),
        ([Column("men", 4, -1)], (), "men starts outside 0..4"),
        ([Column("men", 4, (1, 2), 3)], (), "2 starting values for 3 entries"),
        ([Column("men", 32768)], (), "may not exceed 32767"),
    ],
)
def test_wrong_columns_are_refused(columns, tallies, message):
    with pytest.raises(SequenceError, match=message):
        Layout(columns, 1, tallies)


def test_a_phase_reaches_declared_columns_only():
    layout = Layout([Column("men", 4, 3)], 1, ("shots",))
    state = State(layout, layout.rows(2), np.zeros((1, 2), dtype=np.int16), 7)
    assert (state.size, state.turn) == (2, 7)
    state.men = np.array([1, 2])
    assert state.men.tolist() == [1, 2]
    with pytest.raises(SequenceError, match="no column or counter 'horses'"):
        state.horses = 1
    with pytest.raises(SequenceError, match="no column or counter 'horses'"):
        _ = state.horses


def test_two_phases_of_one_name_are_refused():
    # Variants that are compared share their dice by the name of the phase: two of one name would roll alike.
    one = battering()
    with pytest.raises(SequenceError, match="phases must have different names: batter"):
        PlaySequence(one.name, one.columns, [*one.phases, *one.phases], one.endings, one.turns)


def test_a_sequence_without_a_recipe_cannot_travel():
    import pickle

    with pytest.raises(TypeError, match="no recipe"):
        pickle.dumps(battering())


@pytest.mark.parametrize(("maximum", "kept"), [(1, np.int8), (127, np.int8), (128, np.int16), (32_767, np.int16)])
def test_a_compact_sequence_keeps_columns_in_the_smallest_numbers_that_hold_them(maximum, kept):
    layout = Layout([Column("men", maximum, maximum)], 1, ("shots",), compact=True)
    assert (layout.dtype, layout.counter_dtype) == (kept, np.int16)
    assert layout.rows(2)[1].tolist() == [maximum, maximum]
    wide = Layout([Column("men", maximum)], 1, ("shots",))
    assert (wide.dtype, wide.counter_dtype) == (np.int64, np.int64)


@pytest.mark.parametrize("maximum", [127, 128])
@pytest.mark.parametrize("compact", [False, True])
def test_a_column_reaches_its_maximum(maximum, compact):
    def act(s, dice):
        del dice
        s.men += 1
        s.ending = s.men == maximum

    columns, measure = [Column("men", maximum)], Measure("men", maximum, lambda s: s.men)
    game = PlaySequence("march", columns, [Phase("march", act)], ("there",), maximum, (measure,), compact=compact)
    for engine in ("exact", "monte-carlo"):
        result = run(game, engine=engine, trials=8)
        assert (result.mean("men").value, result.mean("turn").value) == (maximum, maximum)


@pytest.mark.parametrize("value", [300, np.full(1, 300), np.int64(-129), 128.0])
def test_a_compact_column_does_not_run_over_when_it_is_set(value):
    def act(s, dice):
        del dice
        s.men = value

    game = PlaySequence("march", [Column("men", 100)], [Phase("march", act)], (), 1, compact=True)
    with pytest.raises(SequenceError, match=r"phase 'march': 'men' cannot hold (300|128|-129)"):
        run(game, engine="exact")

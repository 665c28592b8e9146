"""Columns, their ranges, and the keys by which equal rows are found."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import battering
from mangonel.engine.run import run
from mangonel.engine.sequence import Phase, PlaySequence
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

"""Rolls: what the codes say and what the branches say must be the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mangonel.engine.rolls import Roll

LETTERS = ("-", "A", "B", "C", "D")


@st.composite
def rolls(draw):
    sides = draw(st.integers(1, 12))
    row = st.lists(st.sampled_from(LETTERS), min_size=sides, max_size=sides)
    return draw(st.lists(row, min_size=1, max_size=5))


@given(rolls())
def test_branches_count_the_faces_of_the_codes(faces):
    roll = Roll.of("any", LETTERS, faces)
    codes, chances = roll.branches
    for place, row in enumerate(faces):
        there = chances[place] > 0
        found = dict(zip(codes[place][there].tolist(), chances[place][there].tolist(), strict=True))
        wanted = {LETTERS.index(letter): row.count(letter) / len(row) for letter in row}
        assert found == pytest.approx(wanted, abs=1e-15)
        assert len(found) == np.count_nonzero(there)
    # Who does not roll has outcome 0.
    assert len(codes) == len(faces) + 1
    assert (codes[-1] == 0).all()
    assert chances[-1].tolist() == [1.0] + [0.0] * (chances.shape[1] - 1)


@given(rolls())
def test_the_flat_codes_are_the_codes_row_after_row(faces):
    roll = Roll.of("any", LETTERS, faces)
    for place, row in enumerate(faces):
        for face, letter in enumerate(row):
            assert roll.flat[place * roll.sides + face] == roll.codes[place, face] == LETTERS.index(letter)


def test_at_least_succeeds_from_the_lowest_face_on():
    roll = Roll.at_least("hit", 10, 7)
    assert roll.codes.tolist() == [[0] * 6 + [1] * 4]
    assert roll.sides == 10
    assert roll.explain(0, 6) == "die 6 -> -"
    assert roll.explain(0, 7) == "die 7 -> hit"


def test_a_letter_that_the_roll_does_not_know_has_a_code_that_no_die_gives():
    roll = Roll.of("any", ("-", "A"), [["A", "-"]])
    assert (roll.code("A"), roll.code("B")) == (1, -1)
    assert -1 not in roll.codes

"""Cells, changes and text of a table."""

import pytest

from cases import cases
from mangonel.errors import DataError, UnknownCellError
from rules.shipped import TABLES

CASES = cases(__file__)


@pytest.fixture(scope="module")
def tables():
    return TABLES


@pytest.mark.parametrize(
    ("row", "column", "nearest"), [("2", "3-2", "3-1"), ("2", "12-1", "12-1+"), ("11", "3-1", "1")]
)
def test_a_wrong_label_suggests_the_nearest(tables, row, column, nearest):
    with pytest.raises(DataError) as caught:
        tables["melee-foot"].cell(row, column)
    assert caught.value.suggestion == nearest
    assert "melee-foot" in str(caught.value)


def test_an_unknown_cell_says_why(tables):
    with pytest.raises(UnknownCellError, match="cut off"):
        tables["ranges-vikings"].cell("shortbow", "long")


def test_replaced_changes_one_cell_of_a_copy(tables):
    before = tables["melee-foot"]
    after = before.replaced("2", "3-1", "F")
    assert after["2", "3-1"] == "F"
    assert before["2", "3-1"] == "D"
    changed = [
        (row, column) for row in before.rows for column in before.columns if before[row, column] != after[row, column]
    ]
    assert changed == [("2", "3-1")]


def test_replaced_row_offset(tables):
    after = tables["missile-foot"].replaced("longbow", "row_offset", "2")
    assert after.row_offset["longbow"] == 2
    assert after.cells == tables["missile-foot"].cells
    with pytest.raises(DataError, match="longbow"):
        tables["missile-foot"].replaced("longbw", "row_offset", "2")
    with pytest.raises(DataError, match="0 to 100"):
        tables["missile-foot"].replaced("longbow", "row_offset", "-1")


@pytest.mark.parametrize(
    ("table", "row", "column", "value"),
    CASES["test_a_table_refuses_what_its_kind_cannot_hold"],
)
def test_a_table_refuses_what_its_kind_cannot_hold(tables, table, row, column, value):
    with pytest.raises(DataError) as caught:
        tables[table].replaced(row, column, value)
    assert caught.value.value == value


@pytest.mark.parametrize(
    ("table", "row", "column", "value"),
    CASES["test_a_table_takes_what_its_kind_can_hold"],
)
def test_a_table_takes_what_its_kind_can_hold(tables, table, row, column, value):
    assert tables[table].replaced(row, column, value)[row, column] == value


def test_bands_have_to_follow_one_another(tables):
    after = tables["ranges-base"].replaced("longbow", "short", "1-29")
    with pytest.raises(DataError, match="begin at 30") as caught:
        after.check()
    assert caught.value.path == "cells.longbow.medium"
    after.replaced("longbow", "medium", "30-90").check()

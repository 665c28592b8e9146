"""Tables: their files and folders, cells and changes."""

import shutil

import pytest

from cases import cases
from mangonel.errors import DataError
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_rules
from mangonel.rules.table_files import load_table
from rules.shipped import FOLDER, FORMS, TABLES

CASES = cases(__file__)


def spoilt(tmp_path, name, old, new):
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert text.count(old) >= 1, "the mistake must hit something"
    file = tmp_path / f"{name}.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file


@pytest.mark.parametrize(("name", "old", "new", "path", "words"), CASES["test_one_mistake_one_message"])
def test_one_mistake_one_message(tmp_path, name, old, new, path, words):
    file = spoilt(tmp_path, name, old, new)
    with pytest.raises(DataError) as caught:
        load_table(file, FORMS)
    assert caught.value.file == str(file)
    assert caught.value.path.split(",")[0] == path
    for word in words:
        assert word in str(caught.value)


def test_tables_come_sorted_by_id():
    tables = load_rules("siege").tables
    assert list(tables) == sorted(tables)
    assert len(tables) == len(list(FOLDER.glob("*.toml")))
    assert all(table.id == name and table.file == FOLDER / f"{name}.toml" for name, table in tables.items())


def test_no_file_of_the_data_names_a_file_of_the_sources():
    for file in FOLDER.parent.rglob("*.toml"):
        text = file.read_text(encoding="utf-8")
        assert ".txt" not in text
        assert "shared" not in text.replace("are shared", "")


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


@pytest.mark.parametrize(("table", "row", "column", "value"), CASES["test_a_table_refuses_what_its_kind_cannot_hold"])
def test_a_table_refuses_what_its_kind_cannot_hold(tables, table, row, column, value):
    with pytest.raises(DataError) as caught:
        tables[table].replaced(row, column, value)
    assert caught.value.value == value


@pytest.mark.parametrize(("table", "row", "column", "value"), CASES["test_a_table_takes_what_its_kind_can_hold"])
def test_a_table_takes_what_its_kind_can_hold(tables, table, row, column, value):
    assert tables[table].replaced(row, column, value)[row, column] == value


def test_bands_have_to_follow_one_another(tables):
    after = tables["ranges-base"].replaced("longbow", "short", "1-29")
    with pytest.raises(DataError, match="begin at 30") as caught:
        after.check()
    assert caught.value.path == "cells.longbow.medium"
    after.replaced("longbow", "medium", "30-90").check()


OF_CRYHAVOC = data_root() / "rules" / "cryhavoc"


@pytest.fixture
def own(tmp_path):
    shutil.copytree(OF_CRYHAVOC, tmp_path / "cryhavoc")
    return tmp_path / "cryhavoc" / "siege.toml"


def names(folder):
    return sorted(file.stem for file in (folder / "tables").glob("*.toml"))


def test_a_new_file_is_a_new_table(own):
    text = (OF_CRYHAVOC / "tables" / "oil.toml").read_text(encoding="utf-8")
    (own.parent / "tables" / "pitch.toml").write_text(text.replace('id = "oil"', 'id = "pitch"'), encoding="utf-8")
    assert list(load_rules(own).tables) == sorted([*names(OF_CRYHAVOC), "pitch"])


def test_a_table_that_nothing_asks_for_yet_cannot_be_changed(own, tmp_path):
    text = (OF_CRYHAVOC / "tables" / "oil.toml").read_text(encoding="utf-8")
    (own.parent / "tables" / "pitch.toml").write_text(
        text.replace('id = "oil"', 'id = "pitch"\nunread = true'), encoding="utf-8"
    )
    mine = tmp_path / "mine.toml"
    change = '[[change]]\ntable = "{}"\nrow = "unprotected_character"\ncolumn = "value"\nvalue = "7-1"\n'
    head = f'schema = 1\nid = "mine"\ntitle = "Mine"\nbase = "{own}"\n'
    mine.write_text(head + change.format("oil"), encoding="utf-8")
    assert load_rules(mine).table("oil").cell("unprotected_character", "value") == "7-1"
    mine.write_text(head + change.format("pitch"), encoding="utf-8")
    with pytest.raises(DataError, match="nothing reads this row") as caught:
        load_rules(mine)
    assert caught.value.path == "change.1.row"


def test_a_rule_set_that_names_tables_has_only_those(own):
    text = own.read_text(encoding="utf-8")
    kept = [name for name in names(OF_CRYHAVOC) if name != "riderless-animal"]
    own.write_text(text.replace('system = "cryhavoc"\n', f'system = "cryhavoc"\ntables = {kept}\n'), encoding="utf-8")
    assert list(load_rules(own).tables) == kept


def test_a_folder_without_tables_is_named(own):
    shutil.rmtree(own.parent / "tables")
    with pytest.raises(DataError, match="there are no table files in this folder"):
        load_rules(own)

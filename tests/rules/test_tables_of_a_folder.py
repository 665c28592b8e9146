"""Tables of a base rule set: those of its folder, or those that it names."""

import shutil

import pytest

from mangonel.errors import DataError
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_rules

FOLDER = data_root() / "rules" / "cryhavoc"


@pytest.fixture
def own(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "cryhavoc")
    return tmp_path / "cryhavoc" / "siege.toml"


def names(folder):
    return sorted(file.stem for file in (folder / "tables").glob("*.toml"))


def test_the_tables_of_the_folder_are_read():
    assert list(load_rules("siege").tables) == names(FOLDER)


def test_a_new_file_is_a_new_table(own):
    text = (FOLDER / "tables" / "oil.toml").read_text(encoding="utf-8")
    (own.parent / "tables" / "pitch.toml").write_text(text.replace('id = "oil"', 'id = "pitch"'), encoding="utf-8")
    assert list(load_rules(own).tables) == sorted([*names(FOLDER), "pitch"])


def test_a_table_that_nothing_asks_for_yet_cannot_be_changed(own, tmp_path):
    text = (FOLDER / "tables" / "oil.toml").read_text(encoding="utf-8")
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
    kept = [name for name in names(FOLDER) if name != "riderless-animal"]
    own.write_text(text.replace('system = "cryhavoc"\n', f'system = "cryhavoc"\ntables = {kept}\n'), encoding="utf-8")
    assert list(load_rules(own).tables) == kept


def test_a_folder_without_tables_is_named(own):
    shutil.rmtree(own.parent / "tables")
    with pytest.raises(DataError, match="there are no table files in this folder"):
        load_rules(own)

"""Table files with one mistake each."""

import pytest

from cases import cases
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules
from mangonel.rules.table_files import load_table
from rules.shipped import FOLDER, FORMS

CASES = cases(__file__)


def spoilt(tmp_path, name, old, new):
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert text.count(old) >= 1, "the mistake must hit something"
    file = tmp_path / f"{name}.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("name", "old", "new", "path", "words"),
    [
        *CASES["test_one_mistake_one_message"],
        ("oil", "schema = 1", "schema = 1\ncolums = 1", "colums", ("unknown key", "did you mean 'columns'?")),
        ("oil", 'language = "it"', 'language = "it"\nlang = "it"', "source.lang", ("did you mean 'language'?",)),
        ("oil", '"8-1"\n', '"8-2"\n', "cells.unprotected_character.value", ("unknown word", "did you mean '8-1'?")),
        ("battering", "die = 10", "die = 10\nopen_ended = 1", "open_ended", ("must be true or false",)),
        ("terrain", "[cells]", '[results]\nA = "x"\n[cells]', "results", ("has no results",)),
        ("terrain", 'kind = "terrain"', 'kind = "terrain"\nwords = ["a"]', "words", ("only a values table",)),
        ("missile-mounted", '\nB = "rider', '\nG = "rider', "results_if.1.texts.G", ("unknown result",)),
    ],
)
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

"""Table files with one mistake each."""

import pytest

from mangonel.errors import DataError
from mangonel.rules.loading import load_rules
from mangonel.rules.table_files import load_table
from rules.shipped import FOLDER, FORMS


def spoilt(tmp_path, name, old, new):
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert text.count(old) >= 1, "the mistake must hit something"
    file = tmp_path / f"{name}.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("name", "old", "new", "path", "words"),
    [
        ("oil", "schema = 1", "schema = 2", "schema", ("unknown schema version: 2", "allowed: 1")),
        ("oil", "schema = 1", 'schema = "1"', "schema", ("must be a whole number, not a text",)),
        ("oil", 'title = "Column', 'titel = "Column', "titel", ("unknown key", "did you mean 'title'")),
        ("oil", "schema = 1", "schema = 1\ncolums = 1", "colums", ("unknown key", "did you mean 'columns'?")),
        ("oil", 'language = "it"', 'language = "it"\nlang = "it"', "source.lang", ("did you mean 'language'?",)),
        ("oil", 'language = "it"', "language = 5", "source.language", ("must be a text", "5")),
        ("oil", 'id = "oil"', 'id = "oyl"', "id", ("name of the file", "did you mean 'oil'?")),
        ("oil", 'kind = "values"', 'kind = "value"', "kind", ("did you mean 'values'?",)),
        ("oil", 'columns = ["value"]', 'columns = ["valeu"]', "columns", ("did you mean 'value'?",)),
        ("oil", 'columns = ["value"]', "columns = []", "columns", ("needs columns",)),
        ("oil", '"8-1"\n', '"8-2"\n', "cells.unprotected_character.value", ("unknown word", "did you mean '8-1'?")),
        ("oil", 'unprotected_character = "8-1"', "", "cells", ("needs rows",)),
        ("battering", '"6", "9"', '"6", "6"', "columns.4", ("twice", "'6'")),
        ("battering", '"1C  1C  2C  3C  4C"', '"1C  1C  2C  3C"', "cells.1", ("4 cells for 5 columns",)),
        ("battering", '"1C  1C  2C  3C  4C"', "11", "cells.1", ("must be a text, not a whole number",)),
        ("battering", "2C  3C  4C", "2C  5C  4C", "cells.1.9", ("unknown result", "'5C'", "allowed: D")),
        ("battering", "2C  3C  4C", "2C  ?  4C", "cells.1.9", ("needs its reason",)),
        ("battering", "2C  3C  4C", "2C  d/2c  4C", "cells.1.9", ("did you mean 'D/2C'?",)),
        ("battering", '"2"  =', '"1"  =', "line 26", ("not valid TOML",)),
        ("battering", '"2"  =', '"zwei" =', "cells.zwei", ("1, 2, 3", "'zwei'")),
        ("battering", '"10" =', "#", "cells", ("fewer rows", "open_ended")),
        ("battering", "die = 10", "die = 8", "cells", ("more rows than the die has faces",)),
        ("battering", "die = 10", "die = 1", "die", ("must be 2 to 100",)),
        ("battering", "die = 10", "die = true", "die", ("must be a whole number",)),
        ("battering", "die = 10", "die = 10\nopen_ended = 1", "open_ended", ("must be true or false",)),
        ("missile-foot", '"{} cover"', '"cover"', "column_text", ("needs {} once",)),
        ("missile-foot", '"{} cover"', '"{} {x} cover"', "column_text", ("no other brace",)),
        ("missile-foot", '"{} cover"', '"{} }cover"', "column_text", ("no other brace",)),
        ("missile-foot", '"{} cover"', '"{{}} cover"', "column_text", ("no other brace",)),
        ("battering", 'D = "wall damaged"', '"." = "wall damaged"', "results..", ("cannot be a result letter",)),
        ("battering", 'D = "wall damaged"', "D = 4", "results.D", ("must be a text",)),
        ("ranges-base", '"1-25   26-50', '"1-25   20-50', "cells.shortbow.medium", ("begin at 26", "20-50")),
        ("ranges-base", '"1-25   26-50', '"1-25   26+50', "cells.shortbow.medium", ("range band", "26+50")),
        ("ranges-base", '"medium"', '"mediun"', "columns", ("did you mean 'medium'?",)),
        ("ranges-vikings", "31-75", "?", "cells.crossbow.long", ("needs its reason",)),
        ("ranges-vikings", "25   ?", "25   26-60", "unknown.shortbow.long", ("no unknown cell here",)),
        ("terrain", "light           -", "lihgt           -", "cells.scrub.cover", ("did you mean 'light'?",)),
        ("terrain", "light           -", "light           =", "cells.scrub.sign", ("unknown sign", "'='")),
        ("terrain", '"2           2', '"2.5         2', "cells.scrub.foot", ("not a movement cost", "'2.5'")),
        ("terrain", "[cells]", '[results]\nA = "x"\n[cells]', "results", ("has no results",)),
        ("terrain", 'kind = "terrain"', 'kind = "terrain"\nwords = ["a"]', "words", ("only a values table",)),
        ("terrain-shift", '"0  -1', '"0  x', "cells.-.0", ("not a whole number",)),
        ("missile-foot", "longbow = 3", 'longbow = "3"', "row_offset.longbow", ("must be a whole number",)),
        ("missile-foot", "longbow = 3", "longbow = -3", "row_offset.longbow", ("must be 0 to 100",)),
        ("missile-mounted", '\nB = "rider', '\nG = "rider', "results_if.1.texts.G", ("unknown result",)),
        ("missile-foot", 'none = "no"', 'nona = "no"', "column_words.nona", ("did you mean 'none'?",)),
        ("missile-mounted", "open_ended = true", "", "cells", ("fewer rows",)),
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

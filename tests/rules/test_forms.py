"""What a system says of its tables: kinds of cells and tables of its own, and what is read of each table."""

import re

import pytest

from cases import cases, text_of
from mangonel.errors import DataError, UnknownCellError
from mangonel.games.cryhavoc.ground import IMPASSABLE, SIGNS
from mangonel.games.cryhavoc.missiles import BANDS, COVERS
from mangonel.rules.forms import load_forms
from mangonel.rules.loading import load_rules
from mangonel.rules.schema import overlay_schema
from mangonel.rules.table_files import load_table
from rules.shipped import FORMS

CASES = cases(__file__)

SYSTEM = text_of(__file__, "forms_system.toml")

SOURCE = """
[source]
title = "Invented for a test"
edition = "none"
language = "en"
section = "1"
"""

ARROWS = f"""
schema = 1
id = "arrows"
kind = "shots"
title = "Arrows"
columns = ["near", "far"]
{SOURCE}
[cells]
bow = "5/7 9"
javelin = "7/8 no"
sling = "? no"

[unknown]
"sling.near" = "torn off"
"""

GROUND = f"""
schema = 1
id = "ground"
kind = "ground"
title = "Ground"
columns = ["shot", "charge"]
{SOURCE}
[cells]
wood = "-2 -3"
marsh = "0 +1"
"""

HILLS = f"""
schema = 1
id = "hills"
kind = "values"
title = "Hills"
columns = ["value"]
{SOURCE}
[cells]
marsh = "0"
cliff = "2"
"""

RULES = """
schema = 1
id = "lances"
title = "Lances"
system = "lances"
tables = ["arrows", "ground", "hills"]
"""
FILES = {"system": SYSTEM, "lances": RULES, "tables/arrows": ARROWS, "tables/ground": GROUND, "tables/hills": HILLS}


def game(tmp_path, **changed):
    """Write the game into a folder of its own, and return the file of its rule set."""
    folder = tmp_path / "lances"
    (folder / "tables").mkdir(parents=True)
    for name, text in FILES.items():
        (folder / f"{name}.toml").write_text(changed.get(name.rpartition("/")[2], text), encoding="utf-8")
    return folder / "lances.toml"


def test_a_game_brings_its_own_kinds_of_tables(tmp_path):
    rules = load_rules(game(tmp_path))
    arrows = rules.table("arrows")
    assert rules.system == "lances"
    assert arrows.figures("bow", "near") == (5, 7)
    assert arrows.figures("bow", "far") == (9,)
    assert arrows.figures("javelin", "far") == ()
    with pytest.raises(UnknownCellError, match="torn off"):
        arrows.figures("sling", "near")
    assert rules.table("ground").number("marsh", "charge") == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ('table = "arrows"\nrow = "bow"\ncolumn = "near"\nvalue = "5/21"', "must be 0 to 20"),
        ('table = "arrows"\nrow = "bow"\ncolumn = "near"\nvalue = "5/6/7"', "at most 2 values"),
        ('table = "arrows"\nrow = "bow"\ncolumn = "near"\nvalue = "on"', "did you mean 'no'"),
        ('table = "ground"\nrow = "wood"\ncolumn = "shot"\nvalue = "-4"', "a bonus is -3 to 3"),
        ('table = "ground"\nrow = "wood"\ncolumn = "shot"\nvalue = "some"', "is no number for bonus"),
    ],
)
def test_overlays_are_held_to_what_the_game_says(tmp_path, change, words):
    head = 'schema = 1\nid = "mine"\ntitle = "Mine"\nbase = "./lances.toml"\n[[change]]\n'
    file = game(tmp_path).with_name("mine.toml")
    file.write_text(head + change, encoding="utf-8")
    with pytest.raises(DataError, match=re.escape(words)) as caught:
        load_rules(file)
    assert (caught.value.file, caught.value.path) == (str(file), "change.1.value")


def test_an_overlay_may_have_what_the_game_allows(tmp_path):
    file = game(tmp_path).with_name("mine.toml")
    file.write_text(
        'schema = 1\nid = "mine"\ntitle = "Mine"\nbase = "./lances.toml"\n'
        '[[change]]\ntable = "arrows"\nrow = "sling"\ncolumn = "near"\nvalue = "6"\n'
        '[[add]]\ntable = "ground"\nrow = "ford"\nvalues = "0 -1"\n'
        '[[add]]\ntable = "hills"\nrow = "ford"\nvalues = "0"\n',
        encoding="utf-8",
    )
    rules = load_rules(file)
    assert rules.table("arrows").figures("sling", "near") == (6,)
    assert rules.table("ground").number("ford", "charge") == -1
    known = overlay_schema(load_rules(file.with_name("lances.toml")))
    assert set(known["properties"]["change"]["items"]["properties"]["table"]["enum"]) == {"arrows", "ground", "hills"}


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    CASES["test_mistakes_in_the_files_of_a_game_are_named"],
)
def test_mistakes_in_the_files_of_a_game_are_named(tmp_path, name, old, new, words):
    (text,) = (text for file, text in FILES.items() if file.endswith(name))
    assert old in text
    file = game(tmp_path, **{name: text.replace(old, new)})
    with pytest.raises(DataError, match=re.escape(words)):
        load_rules(file)


def test_without_a_file_there_are_dice_matrices_and_values(tmp_path):
    forms = load_forms(tmp_path / "system.toml")
    assert list(forms.all_kinds) == ["die", "matrix", "values"]
    file = tmp_path / "arrows.toml"
    file.write_text(ARROWS, encoding="utf-8")
    with pytest.raises(DataError, match="allowed: die, matrix, values"):
        load_table(file)


def test_the_code_of_the_first_game_knows_the_words_of_its_tables():
    columns = FORMS.kinds["terrain"].columns
    assert (columns["cover"].words, columns["sign"].words) == (COVERS, SIGNS)
    assert IMPASSABLE in columns["foot"].words
    assert tuple(FORMS.kinds["ranges"].columns) == BANDS

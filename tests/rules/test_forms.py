"""Tables of another game: kinds of cells of its own, dice from 0, in pairs, on bands."""

import re
from dataclasses import replace

import pytest

from cases import cases, text_of
from mangonel.document.rule_sets import table_told
from mangonel.document.text import plain
from mangonel.errors import DataError, UnknownCellError
from mangonel.games.cryhavoc.ground import IMPASSABLE, SIGNS
from mangonel.games.cryhavoc.missiles import BANDS, COVERS
from mangonel.rules.dice import Die
from mangonel.rules.forms import load_forms
from mangonel.rules.loading import load_rules
from mangonel.rules.schema import overlay_schema
from mangonel.rules.table import CellsIf
from mangonel.rules.table_files import load_table
from rules.made_clash import CLASH, written
from rules.shipped import FORMS

CASES = cases(__file__)

NAMES = ("system", "lances", "tables/arrows", "tables/ground", "tables/hills")
FILES = {name: text_of(__file__, f"forms_{name.rpartition('/')[2]}.toml") for name in NAMES}


def lances(tmp_path, **changed):
    """Write the game into a folder of its own, and return the file of its rule set."""
    folder = tmp_path / "lances"
    (folder / "tables").mkdir(parents=True)
    for name, text in FILES.items():
        (folder / f"{name}.toml").write_text(changed.get(name.rpartition("/")[2], text), encoding="utf-8")
    return folder / "lances.toml"


def test_a_game_brings_its_own_kinds_of_tables(tmp_path):
    rules = load_rules(lances(tmp_path))
    arrows = rules.table("arrows")
    assert rules.system == "lances"
    assert arrows.figures("bow", "near") == (5, 7)
    assert arrows.figures("bow", "far") == (9,)
    assert arrows.figures("javelin", "far") == ()
    with pytest.raises(UnknownCellError, match="torn off"):
        arrows.figures("sling", "near")
    assert rules.table("ground").number("marsh", "charge") == 1


@pytest.mark.parametrize(("change", "words"), CASES["test_overlays_are_held_to_what_the_game_says"])
def test_overlays_are_held_to_what_the_game_says(tmp_path, change, words):
    head = 'schema = 1\nid = "mine"\ntitle = "Mine"\nbase = "./lances.toml"\n[[change]]\n'
    file = lances(tmp_path).with_name("mine.toml")
    file.write_text(head + change, encoding="utf-8")
    with pytest.raises(DataError, match=re.escape(words)) as caught:
        load_rules(file)
    assert (caught.value.file, caught.value.path) == (str(file), "change.1.value")


def test_an_overlay_may_have_what_the_game_allows(tmp_path):
    file = lances(tmp_path).with_name("mine.toml")
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


@pytest.mark.parametrize(("name", "old", "new", "words"), CASES["test_mistakes_in_the_files_of_a_game_are_named"])
def test_mistakes_in_the_files_of_a_game_are_named(tmp_path, name, old, new, words):
    (text,) = (text for file, text in FILES.items() if file.endswith(name))
    assert old in text
    file = lances(tmp_path, **{name: text.replace(old, new)})
    with pytest.raises(DataError, match=re.escape(words)):
        load_rules(file)


def test_without_a_file_there_are_dice_matrices_and_values(tmp_path, write):
    forms = load_forms(tmp_path / "system.toml")
    assert list(forms.all_kinds) == ["die", "matrix", "values"]
    file = write("arrows.toml", FILES["tables/arrows"])
    with pytest.raises(DataError, match="allowed: die, matrix, values"):
        load_table(file)


def test_the_code_of_the_first_game_knows_the_words_of_its_tables():
    columns = FORMS.kinds["terrain"].columns
    assert (columns["cover"].words, columns["sign"].words) == (COVERS, SIGNS)
    assert IMPASSABLE in columns["foot"].words
    assert tuple(FORMS.kinds["ranges"].columns) == BANDS


@pytest.fixture
def game(tmp_path):
    return load_rules(written(tmp_path))


@pytest.fixture
def read(game):
    return game.replaced(options={"stain": "retreat"})


@pytest.mark.parametrize(
    "change",
    [
        {"zero": False},
        {"dice": 2},
        {"limit": (-3, 2)},
        {"limit": None},
        {"cells_if": ()},
        {"cells_if": (CellsIf("stain", "none", {"1..3.defenders": "R"}),)},
        {"cells_if": (CellsIf("stain", "retreat", {"1..3.defenders": "D+R"}),)},
    ],
    ids=str,
)
def test_dice_limits_and_readings_are_in_the_digest(read, change):
    turned = {**read.tables, "clash": replace(read.tables["clash"], **change)}
    assert replace(read, tables={**read.tables}).digest == read.digest
    assert replace(read, tables=turned).digest != read.digest


def test_a_table_is_printed_with_its_dice(game):
    lines = [line.strip() for line in plain(table_told(game.table("clash"))).splitlines()]
    assert lines[1].split() == ["1d10", "attackers", "defenders"]
    assert "The die counts from 0 to 9." in lines
    assert "All modifiers together count as -3 to +3." in lines
    assert plain(table_told(game.table("draw"))).splitlines()[1].split() == ["2d6", "first"]


@pytest.mark.parametrize(("before", "after", "words"), CASES["test_a_wrong_table_is_refused"])
def test_a_wrong_table_is_refused(write, before, after, words):
    text = CLASH.replace(before, after) if ".defenders" not in before else after.join(CLASH.rsplit(before, 1))
    assert text != CLASH
    file = write("clash.toml", text)
    with pytest.raises(DataError) as caught:
        load_table(file)
    assert all(word in str(caught.value) for word in words), caught.value


@pytest.mark.parametrize(("key", "wrong"), [("option", "stein"), ("value", "retreet")])
def test_a_reading_names_an_option_that_there_is(tmp_path, key, wrong):
    right = {"option": "stain", "value": "retreat"}[key]
    file = written(tmp_path, clash=CLASH.replace(f'{key} = "{right}"', f'{key} = "{wrong}"'))
    with pytest.raises(DataError, match=rf"cells_if.1.{key}: unknown {key}.*did you mean '{right}'"):
        load_rules(file)


@pytest.mark.parametrize("die", [Die(10), Die(10, zero=True), Die(6, 2), Die(4, 3, zero=True)], ids=str)
def test_every_throw_has_its_place_and_is_read_as_it_is_written(die):
    for place, throw in enumerate(die.throws):
        assert die.place(throw) == place
        assert die.read(die.shown(throw)) == throw
        assert die.total(throw) in die.totals
    assert {die.total(throw) for throw in die.throws} == set(die.totals)


@pytest.mark.parametrize(
    ("die", "word", "text"),
    [
        (Die(10), "11", r"from 1 to 10 \(or 0 for 10\): '11'"),
        (Die(10, zero=True), "10", "from 0 to 9: '10'"),
        (Die(6), "0", "from 1 to 6: '0'"),
        (Die(6, 2), "11", r"2 dice are whole numbers from 1 to 6 joined by \+, such as 6\+6: '11'"),
        (Die(6, 2), "5+7", "5.7"),
        (Die(6), "5+1", "a die is a whole number from 1 to 6"),
        (Die(6), "\u0663", "a die is a whole number from 1 to 6"),
    ],
)
def test_what_no_die_shows_is_refused(die, word, text):
    with pytest.raises(DataError, match=text):
        die.read(word)


def test_a_ten_sided_die_shows_0_for_its_10():
    assert Die(10).read("0") == 10
    assert Die(10, zero=True).read("0") == 0
    assert Die(10, 2).read("0+3") == (10, 3)

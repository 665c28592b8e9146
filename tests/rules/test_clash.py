"""A game with other dice: from 0, in pairs, on bands, with a cap, for both sides at once. Odds are worked by hand."""

from dataclasses import replace

import pytest

from cases import cases
from mangonel.document.rule_sets import table_told
from mangonel.document.text import plain
from mangonel.errors import DataError
from mangonel.rules.dice import Die
from mangonel.rules.loading import load_rules
from mangonel.rules.table import CellsIf
from mangonel.rules.table_files import load_table
from mangonel.rules.words import in_words
from rules.made_clash import CLASH, written

CASES = cases(__file__)


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
    lines = [line.strip() for line in plain(table_told(game.table("clash"), in_words(None))).splitlines()]
    assert lines[1].split() == ["1d10", "attackers", "defenders"]
    assert "The die counts from 0 to 9." in lines
    assert "All modifiers together count as -3 to +3." in lines
    assert plain(table_told(game.table("draw"), in_words(None))).splitlines()[1].split() == ["2d6", "first"]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    CASES["test_a_wrong_table_is_refused"],
)
def test_a_wrong_table_is_refused(tmp_path, before, after, words):
    text = CLASH.replace(before, after) if ".defenders" not in before else after.join(CLASH.rsplit(before, 1))
    assert text != CLASH
    file = tmp_path / "clash.toml"
    file.write_text(text)
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

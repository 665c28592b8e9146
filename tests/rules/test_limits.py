"""Numbers that cannot be meant, rows that nothing reads, and what rules check says of a file that is hardly meant."""

import shutil

import pytest

from cases import cases
from mangonel.errors import DataError
from mangonel.games.cryhavoc.outcomes import doubts
from mangonel.rules.difference import Cited, differences
from mangonel.rules.files import data_root
from mangonel.rules.loading import idle_blocks, load_rules
from mangonel.rules.table_files import load_table
from rules.overlays import HEAD, RANGES, add, change, template, uncommented
from rules.shipped import FOLDER, FORMS

CASES = cases(__file__)

SIEGE = load_rules("siege")


def number(table, row, value):
    return change(table=table, row=row, column="value", value=value)


def column(table, label, rows=10):
    return add(table=table, column=label, values=" ".join(["."] * rows))


NUMBERS = CASES["NUMBERS"]


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_that_cannot_be_meant(write, name):
    text, message = NUMBERS[name]
    file = write("mine.toml", HEAD + text)
    with pytest.raises(DataError) as caught:
        load_rules(file)
    assert message in str(caught.value)
    assert caught.value.file == str(file)
    assert caught.value.path.startswith(("add.1.value", "change.1.value"))


UNREAD = CASES["UNREAD"]


@pytest.mark.parametrize("name", UNREAD)
def test_a_row_that_nothing_reads(write, name):
    keys, suggested = UNREAD[name]
    file = write("mine.toml", HEAD + (change(**keys) if "column" in keys else add(**keys)))
    with pytest.raises(DataError, match=r"nothing reads|no game knows") as caught:
        load_rules(file)
    assert (caught.value.file, caught.value.suggestion or "") == (str(file), suggested)
    assert caught.value.path in ("add.1.row", "change.1.row")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (column("melee-foot", "0-1"), "must be a ratio such as 3-1"),
        (column("melee-foot", "1-99"), "must be a ratio such as 3-1"),
        (column("melee-mounted", "99-1"), "must be a ratio such as 3-1"),
        (column("battering", "0"), "must be points from 1 to 99"),
        (column("fire", "fire_arow_a"), "did you mean 'fire_arrow_a'?"),
        (column("missile-foot", "havy"), "did you mean 'heavy'?"),
        (column("terrain-shift", "steep", rows=3).replace(".", "0"), "nothing reads such a column"),
    ],
)
def test_a_column_that_nothing_reads(write, text, message):
    file = write("mine.toml", HEAD + text)
    with pytest.raises(DataError) as caught:
        load_rules(file)
    assert message in str(caught.value)
    assert (caught.value.file, caught.value.path) == (str(file), "add.1.column")


@pytest.mark.parametrize(
    "text",
    [
        number("breach", "outer_wall", "99"),
        number("missile-modifiers", "aptitude_lowest", "0"),
        add(table="machine-points", row="bombard", values="60"),
        add(table="terrain", row="ditch", values="30 x none/light 0/-"),
        add(table="terrain", row="ditch", values="1 1 none 0") + add(table="elevation-base", row="ditch", values="-1"),
        add(table="fire-targets", row="bombard", values="fire_arrow_a")
        + add(table="fire-targets-italian", row="bombard", values="fire_arrow_b"),
        column("melee-foot", "3-2"),
        column("melee-foot", "1-2"),
        column("battering", "99"),
    ],
)
def test_what_can_be_meant_is_taken(write, text):
    file = write("mine.toml", HEAD + text)
    assert load_rules(file).changes


@pytest.mark.parametrize(
    ("name", "old", "new", "path", "message"), CASES["test_tables_of_base_rule_sets_are_held_to_the_same"]
)
def test_tables_of_base_rule_sets_are_held_to_the_same(write, name, old, new, path, message):
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert old in text
    file = write(f"{name}.toml", text.replace(old, new))
    with pytest.raises(DataError) as caught:
        load_table(file, FORMS)
    assert message in str(caught.value)
    assert (caught.value.file, caught.value.path) == (str(file), path)


def test_tables_of_a_base_rule_set_are_looked_at_together(tmp_path, write):
    (tmp_path / "tables").mkdir()
    for name in ("fire-targets", "fire-targets-italian"):
        shutil.copy(FOLDER / f"{name}.toml", tmp_path / "tables")
    wrong = tmp_path / "tables" / "fire-targets-italian.toml"
    wrong.write_text(wrong.read_text(encoding="utf-8").replace("ram ", "rma "), encoding="utf-8")
    file = write(
        "mine.toml",
        'schema = 1\nid = "mine"\ntitle = "Mine"\nsystem = "cryhavoc"\n'
        'tables = ["fire-targets", "fire-targets-italian"]\n',
    )
    with pytest.raises(DataError, match="did you mean 'ram'") as caught:
        load_rules(file)
    assert (caught.value.file, caught.value.path) == (str(wrong), "cells.rma")


@pytest.mark.parametrize("name", sorted(SIEGE.tables))
def test_the_printed_tables_have_all_that_is_read(name):
    table = SIEGE.tables[name]
    table.form.check_labels(name, table.rows, table.columns, whole=True)


SHOTS = ["missile-foot", "missile-mounted"]
WHOLE = add(tables=SHOTS, row="sling", column="row_offset", value="5") + add(
    tables=RANGES, row="sling", values="1-9 10-20 21-30"
)


@pytest.fixture
def said(write, told):
    def checked(text):
        file = write("club.toml", HEAD + text)
        lines = told("rules", "check", file).splitlines()
        assert lines[0].startswith(f"{file}: fine; ")
        assert all(line.startswith(f"{file}: careful: ") for line in lines[1:])
        return [line.partition("careful: ")[2] for line in lines[1:]]

    return checked


@pytest.mark.parametrize(("text", "expected"), CASES["test_what_is_hardly_meant_is_said"])
def test_what_is_hardly_meant_is_said(said, text, expected):
    assert said(text) == expected


def test_a_row_of_which_one_cell_changes_is_not_idle(tmp_path):
    file = tmp_path / "club.toml"
    row = list(SIEGE.tables["melee-foot"].cells[4])
    file.write_text(HEAD + change(table="melee-foot", row="5", values=" ".join([*row[:-1], "F"])), encoding="utf-8")
    assert idle_blocks(file) == (() if row[-1] != "F" else ("change.1",))
    # A cell as printed is another one where an option reads it otherwise.
    read = '[options]\nartillery-five = "5/8"\n' + change(table="shots", row="artillery", column="5", value="5/9")
    file.write_text(HEAD.replace('"siege"', '"navas"') + read, encoding="utf-8")
    assert idle_blocks(file) == ()
    mine = load_rules(file)
    (cell,) = differences(load_rules("navas").replaced(options=mine.values), mine)
    assert (cell.left, cell.right, cell.source_right) == ("5/8", "5/9", Cited(rules="mine"))


def test_what_the_base_has_is_not_said_again(tmp_path):
    base, file = tmp_path / "base.toml", tmp_path / "club.toml"
    base.write_text(HEAD + add(table="missile-foot", row="sling", column="row_offset", value="5"), encoding="utf-8")
    file.write_text(HEAD.replace('"mine"', '"more"').replace('"siege"', '"base.toml"'), encoding="utf-8")
    assert doubts(load_rules(base), SIEGE)
    assert not doubts(load_rules(file), load_rules(base))
    file.write_text(HEAD.replace('"siege"', '"siege-it"') + '[options]\nmoat-cost = "entering"\n', encoding="utf-8")
    assert load_rules(file).own_changes == 1


@pytest.mark.parametrize("name", ["croisades", "siege-de", "siege-en", "siege-extension", "siege-it", "vikings"])
def test_nothing_is_to_be_said_of_what_is_shipped(name):
    file = data_root() / "rules" / "cryhavoc" / f"{name}.toml"
    assert doubts(load_rules(name), SIEGE) == ()
    assert idle_blocks(file) == ()


def test_a_letter_that_no_roll_comes_to(tmp_path, write, told):
    (tmp_path / "tables").mkdir()
    table = tmp_path / "tables" / "missile-foot.toml"
    shutil.copy(data_root() / "rules" / "cryhavoc" / "tables" / table.name, table)
    text = table.read_text(encoding="utf-8").replace("[results]\n", '[results]\n"Z" = "struck by lightning"\n')
    table.write_text(text, encoding="utf-8")
    file = write(
        "mine.toml", 'schema = 1\nid = "mine"\ntitle = "Mine"\nsystem = "cryhavoc"\ntables = ["missile-foot"]\n'
    )
    assert "careful: table missile-foot: no roll comes to result Z" in told("rules", "check", file)


def test_the_start_of_a_rule_file_offers_nothing_that_its_base_has(tmp_path, write):
    base = write("club.toml", uncommented(template(SIEGE, name="club", reference="siege")))
    club = load_rules(base)
    again = tmp_path / "again.toml"
    again.write_text(uncommented(template(club, name="again", reference="./club.toml")), encoding="utf-8")
    added = {change.where for change in load_rules(again).changes} - {change.where for change in club.changes}
    assert {"ranges-base.sling-2", "terrain.ditch-2", "machine-points.bombard-2", "battering.*.18"} <= added

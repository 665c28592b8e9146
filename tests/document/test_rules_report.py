"""The report on two rule sets: every difference with its source, and what it does to single rolls."""

import csv
import io
from dataclasses import replace
from fractions import Fraction

import pytest

from document.made_reports import OWN, own_rules, rules, rules_report
from document.test_model import plain, section, tables
from mangonel.document.model import csv_bytes
from mangonel.document.rule_odds import both_told, change_of, die_grids, sheet_grids
from mangonel.paper.blocks import Bullets, Paragraph, Picture, Table
from mangonel.paper.charts.changes import LOST, NEW
from mangonel.rules.difference import differences
from mangonel.rules.situation import Situation
from mangonel.rules.words import load_locale
from rules.overlays import HEAD, change

pytestmark = pytest.mark.slow

ENGLISH = load_locale("en")
SIEGE, CROISADES = rules("siege"), rules("croisades")


def lead(data):
    return next(one.text for one in section(data, "answer").blocks if isinstance(one, Paragraph))


def points(data):
    return next(one.items for one in section(data, "answer").blocks if isinstance(one, Bullets))


def test_the_answer_names_what_differs():
    found = differences(SIEGE, CROISADES)
    options = [one for one in found if one.kind == "option"]
    data = rules_report(SIEGE, CROISADES)
    named = "; ".join(SIEGE.options[one.where].title for one in options)
    assert lead(data) == f"Croisades differs from Siege and Cry Havoc in: {named}."
    assert [row[0].split(" (")[-1] for row in tables(data, "options")[0].rows] == [f"{one.where})" for one in options]


def test_cells_stand_table_by_table_with_their_sources():
    mine = own_rules()
    data = rules_report(SIEGE, mine)
    by_table = {one.caption: one for one in tables(data, "cells")}
    assert [caption.split(" (")[1].split(")")[0] for caption in by_table] == ["battering", "melee-foot"]
    melee = next(table for caption, table in by_table.items() if "melee-foot" in caption)
    assert melee.caption.endswith("5 of 120 cells differ")
    assert melee.rows[0][:4] == ("3", "1-1", SIEGE.tables["melee-foot"].cell("3", "1-1"), "F")
    assert {row[5] for row in melee.rows} == {"House rules"}
    assert "The table that changes most is Melee against characters on foot (melee-foot): 5 of 120 cells." in points(
        data
    )


def test_the_reason_of_a_change_has_a_column_where_one_is_given():
    told = change(table="missile-foot", row="longbow", column="row_offset", value="2", reason="Ours are better")
    bare = change(table="terrain", row="moat", column="cover", value="light")
    data = rules_report(SIEGE, own_rules(HEAD + told + bare))
    with_reason, without = tables(data, "cells")
    assert (with_reason.header[-1], with_reason.rows[0][-1]) == ("reason", "Ours are better")
    assert "reason" not in without.header
    rows = list(csv.DictReader(io.StringIO(csv_bytes(data.numbers).decode())))
    assert [(row["rules"], row["text"]) for row in rows if row["section"] == "cell-reason"] == [
        ("mine", "Ours are better")
    ]


def test_odds_of_a_changed_die_table_are_those_of_one_roll():
    mine = own_rules()
    (grid,) = die_grids(SIEGE, mine, ["melee-foot", "terrain"])
    table = SIEGE.table("melee-foot")
    assert grid.rows == table.columns
    for column, cells in zip(grid.rows, grid.cells, strict=True):
        before, after = Situation(table, column).odds(), Situation(mine.table("melee-foot"), column).odds()
        for (_, letter), cell in zip(grid.columns, cells, strict=True):
            letter = letter.replace("\N{EM DASH}", "-")
            chances = before.get(letter, Fraction(0)), after.get(letter, Fraction(0))
            assert (cell.chance, cell.other_chance if cell.changed else cell.chance) == chances
            assert change_of(cell) == chances[1] - chances[0]
    assert grid.count == sum(cell.changed for row in grid.cells for cell in row) == 10


def test_a_new_column_of_a_die_table_differs_where_something_comes_on_it():
    column = '[[add]]\ntable = "melee-foot"\ncolumn = "13-1"\nvalues = "F F F F F F F F F E"\n'
    mine = own_rules(f"{HEAD}{column}")
    for sides, sign in (((SIEGE, mine), NEW), ((mine, SIEGE), LOST)):
        (grid,) = die_grids(*sides, ["melee-foot"])
        cells = dict(zip((label for _, label in grid.columns), grid.cells[grid.rows.index("13-1")], strict=True))
        assert {letter for letter, cell in cells.items() if cell.changed} == {"F", "E"}
        assert {cells["F"].value, cells["F"].other} == {"90", "\N{MULTIPLICATION SIGN}"}
        assert change_of(cells["F"]) == sign
        assert (both_told(cells["A"]), change_of(cells["A"])) == ("0", 0)


def test_an_option_is_seen_on_the_sheets_though_no_table_changes():
    assert die_grids(SIEGE, CROISADES, SIEGE.tables) == ()
    found = {grid.id: grid for grid in sheet_grids(SIEGE, CROISADES)}
    sheets = ("missile-foot-1", "missile-mounted-1", "terrain-1", "healing-1", "ladders-2")
    assert set(found) == {f"sheet-{name}" for name in sheets}
    healing = found["sheet-healing-1"]
    assert (healing.count, len(healing.grid.cells)) == (22, 24)
    assert found["sheet-terrain-1"].has_chances is False
    said = [plain(text) for text in points(rules_report(SIEGE, CROISADES))]
    assert any(
        text.startswith("Healing of wounds: 22 of 24 cells differ. The largest change is +23.3") for text in said
    )
    assert "Terrain: movement, cover, melee: 3 of 225 cells differ." in said


def test_a_letter_that_does_something_else_is_counted_where_cells_differ():
    mine = own_rules(HEAD + change(table="effects-melee-mounted", row="F", column="value", value="target:killed"))
    assert "Melee against mounted characters: 12 of 72 cells differ." in " ".join(points(rules_report(SIEGE, mine)))
    mine = own_rules(HEAD + change(table="missile-foot", row="9", column="none", value="-"))
    assert all(all(grid.rows) for grid in sheet_grids(SIEGE, mine))
    assert " ".join(points(rules_report(SIEGE, mine))).count("The largest change") == 1


def test_every_entry_of_a_sheet_that_differs_is_in_a_table_and_pictures_have_one():
    data = rules_report(SIEGE, CROISADES)
    blocks = section(data, "sheets").blocks
    arrows = sum(
        "\N{RIGHTWARDS ARROW}" in cell for table in tables(data, "sheets") for row in table.rows for cell in row[1:]
    )
    grids = sheet_grids(SIEGE, CROISADES)
    assert arrows == sum(grid.count for grid in grids)
    for place, block in enumerate(blocks):
        if isinstance(block, Picture):
            assert isinstance(blocks[place + 1], Table)
            assert "All numbers are in the table" in block.alt


def test_equal_rule_sets_say_so():
    data = rules_report(SIEGE, SIEGE)
    assert lead(data) == (
        "siege (1) and siege (2) are the same: no option and no cell differs, and their digests are equal."
    )
    assert [one.anchor for one in data.sections] == ["answer", "same", "provenance"]


def test_equal_cells_with_another_digest_say_that():
    table = SIEGE.tables["fire"]
    other = replace(SIEGE, tables={**SIEGE.tables, "fire": table.with_texts({next(iter(table.results)): "all burns"})})
    assert other.digest != SIEGE.digest
    said = lead(rules_report(SIEGE, other))
    assert said.startswith(f"siege ({SIEGE.digest}) and siege ({other.digest}): no option and no cell differs.")
    assert "the meaning of a result" in said


def test_what_a_source_has_lost_is_not_known_and_not_a_number():
    known = OWN.replace("melee-foot", "ranges-vikings").replace('row = "3"', 'row = "shortbow"')
    known = known.replace('values = "F F F F F F F F F F F F"', 'column = "long"\nvalue = "26-70"')
    vikings = SIEGE.replaced(options={"missile-ranges": "vikings"})
    mine = replace(own_rules(known), title="With the lost band")
    mine = mine.replaced(options={"missile-ranges": "vikings"})
    data = rules_report(vikings, mine)
    (row,) = (row for table in tables(data, "cells") for row in table.rows if row[:2] == ("Shortbow", "long"))
    assert row[2:4] == ("not known", "26-70")
    assert any("Not known under siege: 1 of the cells" in text for text in points(data))
    written = [cell for table in tables(data, "sheets") for line in table.rows for cell in line if "?" in cell]
    assert written
    assert all(cell.startswith("? \N{RIGHTWARDS ARROW}\N{NO-BREAK SPACE}") for cell in written)
    assert any("has lost the cell" in block.text for block in section(data, "sheets").blocks if hasattr(block, "text"))


def test_a_table_that_only_one_side_has_is_named_once():
    tables_left = {name: table for name, table in SIEGE.tables.items() if name != "panic"}
    data = rules_report(replace(SIEGE, id="less", tables=tables_left), SIEGE)
    assert any(text.startswith("Only siege has the table") and "(panic)" in text for text in points(data))
    assert all("panic" not in table.caption for table in tables(data, "cells"))


def test_the_numbers_are_all_in_the_file():
    mine = own_rules()
    data = rules_report(SIEGE, mine)
    rows = list(csv.DictReader(io.StringIO(csv_bytes(data.numbers).decode())))
    found = differences(SIEGE, mine)
    for one in found:
        mine_rows = [row for row in rows if (row["section"], row["name"]) == (one.kind, one.where)]
        assert [(row["rules"], row["text"]) for row in mine_rows] == [("siege", one.left), ("mine", one.right)]
    odds = [row for row in rows if row["section"] == "odds" and row["estimate"]]
    assert len(odds) > 40
    assert {row["text"] for row in rows if row["name"] == "digest"} == {SIEGE.digest, mine.digest}
    name = "Melee against characters on foot / 1-1 / F"
    chances = [(row["rules"], float(row["estimate"])) for row in odds if row["name"] == name]
    assert chances == [("siege", 0.0), ("mine", 0.1)]

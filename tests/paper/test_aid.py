"""The player aid: what stands on its sides, and what of it differs between two rule sets."""

import pytest

from mangonel.games.cryhavoc.sheets import CATALOGUE
from mangonel.games.cryhavoc.sheets.combats import read_by_range
from mangonel.games.cryhavoc.sheets.works import signs_add_up
from mangonel.games.system import system_of, systems
from mangonel.paper.blocks import Grid, Lines
from mangonel.paper.catalogue import player_aid
from mangonel.paper.changes import changed_sheet, changes_sheet
from mangonel.paper.wanted import Asked
from mangonel.rules.loading import rule_set_names
from paper.asking import asked, cell_at, grids, locale, own_rules, rules
from rules.overlays import change

MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"
HEAD = 'schema = 1\nid = "club"\ntitle = "Club"\nbase = "siege"\n'


WITH_SIDES = [name for system in systems() if system.sheets().sides for name in rule_set_names(system.id)]


SIDES = {"cryhavoc": 4, "filo": 3}
TWO, SIGNS = ("siege-it", "croisades"), [[True, True, True], [False, False, True]]


@pytest.mark.parametrize("name", WITH_SIDES)
def test_sides_say_how_to_read_them_rules_and_sources_and_no_two_blocks_have_one_heading(name):
    catalogue = system_of(rules(name)).sheets()
    sides = player_aid(catalogue, asked(name, view="faces"))
    count = SIDES[system_of(rules(name)).id]
    assert [one.tab for one in sides] == [(number, count) for number in range(1, count + 1)]
    for one in sides:
        assert f"[{name} {rules(name).digest}]" in one.stamp
        heads = [text.partition(":")[0] for text in one.foot]
        assert [head for head in heads if head in ("Rules in force", "Source")] == ["Rules in force", "Source"]
        # How to use it is told in the box above its tables, or above each of them.
        assert one.how or any(grid.how for grid in grids(one))
        headings = [block.caption if isinstance(block, Grid) else block.heading for block in one.blocks]
        named = [heading for heading in headings if heading]
        assert len(set(named)) == len(named), one.id


def test_where_columns_for_ground_do_not_add_up_the_printed_table_stands_there(tmp_path):
    assert signs_add_up(asked())
    mine = own_rules(tmp_path, HEAD + change(table="terrain-shift", row="+", column="-", value="3"))
    one = Asked((mine,), locale("en"), "faces")
    assert not signs_add_up(one)
    captions = [grid.caption for grid in grids(CATALOGUE.build("aid-melee", one))]
    assert "Columns moved for ground" in captions
    assert "Columns moved for ground" not in [one.caption for one in grids(CATALOGUE.build("aid-melee", asked()))]


def test_where_a_total_cannot_be_read_by_range_the_totals_stand_there(tmp_path):
    assert read_by_range(rules("siege"), "none", "missile-foot")
    # A range further is no longer a point more on the die.
    mine = own_rules(tmp_path, HEAD + change(table="missile-modifiers", row="medium", column="value", value="2"))
    assert not read_by_range(mine, "none", "missile-foot")
    found = CATALOGUE.build("aid-missiles", Asked((mine,), locale("en"), "faces"))
    assert sum(grid.caption.startswith("By the total") for grid in grids(found)) == 2
    assert not any("more than 10" in text for block in found.side for _, text in block.entries)


def test_two_rule_sets_print_what_changes_and_only_that():
    found = changes_sheet(CATALOGUE, asked("siege", "croisades", view="faces"))
    rules_in_force, *tables = found.main
    assert isinstance(rules_in_force, Lines)
    assert rules_in_force.heading == "Rules in force"
    # Healing has other columns under either, and says so in a table of each.
    apart = [grid for grid in tables if "Healing" in grid.caption]
    assert [grid.caption.rpartition(": ")[2] for grid in apart] == ["siege", "croisades"]
    for grid in tables:
        assert grid in apart or all(any(cell.changed for cell in row.cells) for row in grid.rows)
        # Where only changes are printed a frame says nothing.
        assert grid in apart or not grid.framed
    shots = next(grid for grid in tables if grid.caption == "Missiles: Target on foot")
    longbow = next(row for row in shots.rows if row.group == "Longbow")
    assert longbow.label == "+1 → +2: 61\N{EN DASH}90"
    changed = cell_at(shots, longbow.label, "B", over="no cover")
    assert (changed.value, changed.other) == (f"2{DASH}3", f"1{DASH}2")
    gone = [row for row in shots.rows if row.note]
    assert [row.group for row in gone] == ["Crossbow", "Longbow", "Shortbow"]
    assert {row.note for row in gone} == {"no shot under croisades"}
    assert len(rules_in_force.entries) == 7
    assert all(text.startswith("siege: ") and "; croisades: " in text for _, text in rules_in_force.entries)
    assert "Breach" not in " ".join(grid.caption for grid in tables)


def test_what_changes_names_every_rule_and_meaning_that_differs_and_no_other(tmp_path):
    """Rules of no side of the aid, or of a box above a table, and what a letter does."""
    killed = change(table="effects-melee-mounted", row="F", column="value", value="target:killed")
    mine = own_rules(tmp_path, HEAD + '[options]\nhealing-who-rolls = "daily"\nhorse-defence = "none"\n' + killed)
    in_force, mounted, _healing = changes_sheet(CATALOGUE, Asked((rules("siege"), mine), locale("en"), "faces")).main
    assert [text.partition(";")[0] for _, text in in_force.entries] == [
        "siege: horses without riders can be attacked",
        "siege: each wounded man rolls once",
    ]
    # A side by itself names the rule of its box, too.
    melee = changed_sheet(CATALOGUE, "aid-melee", Asked((rules("siege"), mine), locale("en"), "faces"))
    assert [text.partition(";")[0] for text in melee.foot] == ["siege: each wounded man rolls once"]
    assert [row.label.partition(" \N{RIGHTWARDS ARROW} ")[2] for row in mounted.rows] == [
        "rider killed, horse unharmed"
    ]
    signs = [changes_sheet(CATALOGUE, asked("siege", name, view="faces")).how[0] for name in TWO]
    assert [[sign in how for sign in ("\N{MULTIPLICATION SIGN}:", "?: not known", "A dot:")] for how in signs] == SIGNS
    assert "such a ram" not in " ".join(CATALOGUE.build("aid-walls", asked("siege")).foot)


def test_what_one_rule_set_alone_says_tells_which():
    """Las Navas alone has points; of a list that both have, a line says whose it is."""
    filo = system_of(rules("navas")).sheets()
    found = changes_sheet(filo, asked("filo-read", "navas", view="faces"))
    headings = {block.heading: block for block in found.side if isinstance(block, Lines)}
    assert ("5", "each unit eliminated: knights") in headings[
        "Turn and terrain: Victory at Las Navas: points, only under navas"
    ].entries
    rally = headings["Fire and tests: Added to the die of a rally"].entries
    assert ("", "navas: With De Rada no die, also beside an enemy: it rallies and is fresh.") in rally
    back = changes_sheet(filo, asked("navas", "filo-read", view="faces"))
    assert any(block.heading.endswith(", only under navas") for block in back.side if isinstance(block, Lines))


def test_nothing_differs_between_a_rule_set_and_itself():
    found = changes_sheet(CATALOGUE, asked("siege", "siege", view="faces"))
    assert (found.main, found.side) == ((), ())
    assert found.how[0].startswith("No cell of this sheet differs")

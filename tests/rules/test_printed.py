"""The shipped tables against a second transcription, typed from the printed sources and not from the TOML files."""

import pytest

from cases import cases
from mangonel.rules.table import Table
from rules.shipped import TABLES

CASES = cases(__file__)

ODDS = "1-1 2-1 3-1 4-1 5-1 6-1 7-1 8-1 9-1 10-1 11-1 12-1+"
FOOT = CASES["FOOT"]
MOUNTED = CASES["MOUNTED"]
MISSILES_FOOT = CASES["MISSILES_FOOT"]
MISSILES_MOUNTED = CASES["MISSILES_MOUNTED"]
RANGES = CASES["RANGES"]
BATTERING = CASES["BATTERING"]

# Italian supplement 2.11.5, columns PROP, BAR, FCB, FTA, SPE.
FIRE = {
    (1, 2, 3): "_ _ _ _ D",
    (4, 5): "_ _ _ _ DA",
    (6,): "_ _ _ _ _",
    (7,): "F _ _ _ _",
    (8, 9): "F F F _ _",
    (10,): "F F F F _",
}
TERRAIN = CASES["TERRAIN"]

# Spanish play sheet, effect of terrain: attacker, defender, columns (left negative).
SHIFTS = [("-", "+", -2), ("-", "0", -1), ("0", "+", -1), ("0", "-", 1), ("+", "0", 1), ("+", "-", 2)]
VALUES = CASES["VALUES"]
WORDS = CASES["WORDS"]


def grid(text: str) -> dict[str, list[str]]:
    lines = [line.split() for line in text.strip().splitlines()]
    return {line[0]: [cell.replace("_", ".") for cell in line[1:]] for line in lines}


def cells(table: Table) -> dict[str, list[str]]:
    return {row: list(entries) for row, entries in zip(table.rows, table.cells, strict=True)}


@pytest.mark.parametrize(("name", "printed"), [("melee-foot", FOOT), ("melee-mounted", MOUNTED)])
def test_melee_tables(name, printed):
    assert TABLES[name].columns == tuple(ODDS.split())
    assert cells(TABLES[name]) == grid(printed)


@pytest.mark.parametrize(("name", "printed"), [("missile-foot", MISSILES_FOOT), ("missile-mounted", MISSILES_MOUNTED)])
def test_missile_tables_and_the_dice_printed_for_each_weapon(name, printed):
    table = TABLES[name]
    lines = [line.split() for line in printed.strip().splitlines()]
    assert table.columns == ("none", "light", "medium", "heavy")
    assert cells(table) == {line[0].rstrip("+"): line[4:] for line in lines}
    for place, weapon in enumerate(("ballista", "crossbow", "longbow", "shortbow")):
        for row, line in enumerate(lines, start=1):
            if line[place] != "_":
                assert row == int(line[place].rstrip("+")) + table.row_offset[weapon]
    assert table.open_ended


@pytest.mark.parametrize("name", RANGES)
def test_ranges(name):
    assert cells(TABLES[name]) == grid(RANGES[name])


def test_battering():
    assert TABLES["battering"].columns == ("1", "3", "6", "9", "12+")
    assert cells(TABLES["battering"]) == grid(BATTERING)


def test_fire():
    assert TABLES["fire"].columns == ("spread", "oil_barrel", "fire_arrow_a", "fire_arrow_b", "extinguish")
    printed = {str(die): line.replace("_", ".").split() for dice, line in FIRE.items() for die in dice}
    assert cells(TABLES["fire"]) == printed


def test_terrain():
    table = TABLES["terrain"]
    assert table.columns == ("foot", "mounted", "cover", "sign")
    assert cells(table) == grid(TERRAIN)
    assert list(table.rows) == list(grid(TERRAIN)), "in printed order"


def test_terrain_shift():
    expected = {(sign, sign): 0 for sign in "-0+"} | {(ours, theirs): shift for ours, theirs, shift in SHIFTS}
    table = TABLES["terrain-shift"]
    assert {(row, column): table.number(row, column) for row in table.rows for column in table.columns} == expected


@pytest.mark.parametrize("name", VALUES)
def test_values(name):
    table = TABLES[name]
    assert {row: table.number(row) for row in table.rows} == VALUES[name]


@pytest.mark.parametrize("name", WORDS)
def test_words(name):
    assert cells(TABLES[name]) == {row: [word] for row, word in WORDS[name].items()}


def test_healing():
    # Italian supplement 2.12.2; Spanish play sheet for Croisades.
    days = ["1", "2", "3", "4", "5", "6", "8", "10", "never", "never"]
    assert cells(TABLES["healing-d10"]) == {str(die): [day] for die, day in enumerate(days, start=1)}
    turns = ["1", "1", "2", "2", "3", "reroll"]
    assert cells(TABLES["healing-croisades"]) == {str(die): [turn] for die, turn in enumerate(turns, start=1)}
    again = ["dies", "dies", "5", "5", "5", "5"]
    assert cells(TABLES["healing-croisades-reroll"]) == {str(die): [turn] for die, turn in enumerate(again, 1)}
    assert TABLES["healing-croisades"].die == TABLES["healing-croisades-reroll"].die == 6


def test_one_column_rolls():
    # English 1.94; Italian 2.11.1 (b); German optional rules.
    assert [row[0] for row in TABLES["ladder-topple"].cells] == ["T"] * 6 + ["-"] * 4
    assert [row[0] for row in TABLES["fire-arrow-hit"].cells] == ["H"] * 6 + ["-"] * 4
    assert [row[0] for row in TABLES["panic"].cells] == ["-"] * 5 + ["P1", "P2", "P3", "R3", "R6"]
    assert [row[0] for row in TABLES["missed-shot"].cells] == ["-"] * 7 + ["W"] * 3


def test_every_table_of_the_folder_is_compared_here():
    one_column = {"ladder-topple", "fire-arrow-hit", "panic", "missed-shot"}
    healing = {"healing-d10", "healing-croisades", "healing-croisades-reroll"}
    others = {"melee-foot", "melee-mounted", "missile-foot", "missile-mounted", "battering", "fire", "terrain"}
    heights = {"elevation-base", "elevation-extension", "elevation-italian", "high-shooters"}
    special = {"stunned-in-fire", "panicked", "riderless-animal", "fire-targets-italian", "fire-targets-protected"}
    effects = {name for name in TABLES if name.startswith("effects-")}
    elsewhere = {*heights, *special, *effects}
    compared = {*one_column, *healing, *others, *RANGES, *VALUES, *WORDS, "terrain-shift", *elsewhere}
    assert set(TABLES) == compared


def test_every_table_names_its_source():
    for table in TABLES.values():
        assert table.source.title in {
            "Play sheet of the Cry Havoc series",
            "Rules for Siege and Cry Havoc",
            "Supplement to the standard rules of the Cry Havoc series: Siege",
            "Siege - Belagerung: Regeln und Szenarien",
        }
        assert table.source.language in {"es", "en", "it", "de"}
        assert table.source.section


def test_the_lost_cell_says_why():
    assert "cut off" in TABLES["ranges-vikings"].unknown["shortbow.long"]

"""The shipped tables against a second transcription, typed from the printed sources and not from the TOML files."""

from fractions import Fraction

import pytest

from cases import cases
from mangonel.errors import UnknownCellError
from mangonel.games.cryhavoc.ground import in_reach, level
from mangonel.rules.loading import load_rules
from mangonel.rules.table import Table
from rules.shipped import TABLES

CASES = cases(__file__)

ODDS = "1-1 2-1 3-1 4-1 5-1 6-1 7-1 8-1 9-1 10-1 11-1 12-1+"
RANGES = CASES["RANGES"]

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


@pytest.mark.parametrize("name", ["melee-foot", "melee-mounted"])
def test_melee_tables(name):
    assert TABLES[name].columns == tuple(ODDS.split())
    assert cells(TABLES[name]) == grid(CASES[name])


@pytest.mark.parametrize("name", ["missile-foot", "missile-mounted"])
def test_missile_tables_and_the_dice_printed_for_each_weapon(name):
    table = TABLES[name]
    lines = [line.split() for line in CASES[name].strip().splitlines()]
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
    assert cells(TABLES["battering"]) == grid(CASES["BATTERING"])


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
        assert table.source.title in set(CASES["SOURCES"])
        assert table.source.language in {"es", "en", "it", "de"}
        assert table.source.section


LEVELS = CASES["LEVELS"]
# Play sheet, keys of the results; b: horse killed, s stunned, w wounded, k killed, u unhorsed, digits: hexes of retreat.
EFFECTS = CASES["EFFECTS"]
PARTS = {"b": "horse-killed", "s": "stunned", "w": "wounded", "k": "killed", "u": "unhorsed"}


def rows(name):
    return {row: cells[0] for row, cells in zip(TABLES[name].rows, TABLES[name].cells, strict=True)}


@pytest.mark.parametrize("name", LEVELS)
def test_levels(name):
    expected = {place: line.split()[0] for line in LEVELS[name].strip().splitlines() for place in line.split()[1:]}
    assert {place: cell for place, cell in rows(name).items() if cell != "?"} == expected
    lost = {f"{place}.value" for place, cell in rows(name).items() if cell == "?"}
    assert set(TABLES[name].unknown) == lost


def test_an_unknown_level_says_how_to_supply_it():
    with pytest.raises(UnknownCellError, match=r"elevation-italian, moat.*overlay can supply it"):
        level(load_rules("siege-it"), "moat")
    assert level(load_rules("siege"), "siege_tower_top") == Fraction(5, 2)


def test_why_the_second_hex_of_the_keeps_stair_is_unknown():
    # The note's 0.5 for stairs taken of both hexes would leave no way to fight from the stair into the keep.
    extension, base = load_rules("siege-extension"), load_rules("siege")
    assert level(base, "keep_stair_second_hex") - level(base, "stairs") == 1
    assert in_reach(base, "keep_stair_second_hex", "keep")
    assert level(extension, "keep") - level(extension, "stairs") > 1
    with pytest.raises(UnknownCellError, match=r"elevation-extension, keep_stair_second_hex.*stairs at 0\.5 without"):
        level(extension, "keep_stair_second_hex")


def test_high_shooters():
    # Play sheet, rule 3; English 1.44; German 1.44 and 2.43.
    assert cells(TABLES["high-shooters"]) == CASES["HIGH_SHOOTERS"]
    assert TABLES["high-shooters"].columns == ("play-sheet", "english", "german")


@pytest.mark.parametrize("name", EFFECTS)
def test_effects(name):
    expected = {"-": "nobody"}
    for entry in EFFECTS[name].split(", "):
        letter, marks = entry.split()
        side = "attacker" if marks.endswith("!") else "target"
        marks = marks.rstrip("!")
        parts = f"retreat-{marks}" if marks.isdigit() else "+".join(PARTS[mark] for mark in marks)
        expected[letter] = f"{side}:{parts}"
    assert rows(name) == expected


def test_every_result_of_a_fight_has_an_effect():
    for table in ("missile-foot", "missile-mounted", "melee-foot", "melee-mounted"):
        assert set(TABLES[f"effects-{table}"].rows) == set(TABLES[table].result_codes)


def test_special_cases():
    # German 3.54; optional rules on panic; 3.35 and 5.12.
    assert list(rows("stunned-in-fire").values()) == ["R"] * 6 + ["K"] * 4
    assert rows("panicked") == {"column_shift": "1", "radius": "3", "retreat": "3", "calm": "6"}
    assert rows("riderless-animal") == {"defence": "1"}


def test_fire_targets():
    # Italian 2.11.5: FCB ballistas and catapults, FTA towers and rams. Spanish note 1: protected mantlets.
    a, b = "fire_arrow_a", "fire_arrow_b"
    assert rows("fire-targets-italian") == {
        "heavy_stone_thrower": a,
        "light_stone_thrower": a,
        "missile_ballista": a,
        "siege_tower": b,
        "ram": b,
    }
    assert rows("fire-targets-protected") == {"mantlet": b}

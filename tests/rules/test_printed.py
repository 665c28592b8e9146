"""The shipped tables against a second transcription, typed from the printed sources and not from the TOML files."""

import pytest

from mangonel.rules.table import Table
from rules.shipped import TABLES

ODDS = "1-1 2-1 3-1 4-1 5-1 6-1 7-1 8-1 9-1 10-1 11-1 12-1+"

# Spanish play sheet: combat against characters on foot.
FOOT = """
1 C D E E F F F F F F F F
2 B C D E E F F F F F F F
3 B C D E E F F F F F F F
4 A B C D D E E F F F F F
5 A B C D D D E E F F F F
6 - A B C C D D E E F F F
7 - - A B C C D D E E F F
8 - - - A B C C D D E E F
9 - - - - A B C C D D E E
10 - - - - - A B C C D D E
"""

# Spanish play sheet: combat against mounted characters.
MOUNTED = """
1 C C D D E E F F G G H H
2 B C C D D E E F F G G H
3 B B C C D D E E F F G G
4 A B B C C D D E E F F G
5 A A A B C C D D E E F F
6 - - - A B C C D D E E F
7 - - - - A B C C D D E E
8 - - - - - A B C C D D E
9 - - - - - - A B C C D D
10 - - - - - - - A B C C D
"""

# Spanish play sheet, missiles: die of ballista, crossbow, longbow, shortbow (_ blank), then cover none to heavy.
MISSILES_FOOT = """
1  _  _  _  C C C C
2  _  _  _  C C C B
3  1  _  _  C C C B
4  2  1  _  C C B A
5  3  2  1  C B B A
6  4  3  2  B B A -
7  5  4  3  B A A -
8  6  5  4  A A - -
9  7  6  5  A - - -
10 8+ 7+ 6+ - - - -
"""
MISSILES_MOUNTED = """
1  _  _  _  F E D .
2  _  _  _  E D C .
3  1  _  _  D C B .
4  2  1  _  C B B .
5  3  2  1  B B A .
6  4  3  2  B A - .
7  5  4  3  A - - .
8+ 6+ 5+ 4+ - - - .
"""

# Spanish play sheet: ranges, short / medium / long.
RANGES = {
    "ranges-base": """
        shortbow 1-25 26-50 51-75
        crossbow 1-25 26-75 76-130
        longbow 1-30 31-90 91-150
        ballista 1-50 51-100 101-175
    """,
    "ranges-croisades": """
        shortbow 1-15 16-40 41-70
        crossbow 1-25 26-55 56-90
        longbow 1-30 31-60 61-120
    """,
    "ranges-vikings": """
        shortbow 1-10 11-25 ?
        crossbow 1-15 16-30 31-75
        longbow 1-12 13-30 31-90
    """,
}

# Italian supplement 2.94, columns 1, 3, 6, 9, 12+; _ is an empty cell.
BATTERING = """
1  1C 1C 2C 3C 4C
2  _  _  1C 2C 3C
3  _  _  _  1C D/2C
4  _  _  _  _  D/1C
5  _  _  _  D  D
6  _  _  _  D  D
7  _  _  D  D  D
8  _  _  D  D  D
9  _  D  D  D  D
10 D  D  D  D  D
"""

# Italian supplement 2.11.5, columns PROP, BAR, FCB, FTA, SPE.
FIRE = {
    (1, 2, 3): "_ _ _ _ D",
    (4, 5): "_ _ _ _ DA",
    (6,): "_ _ _ _ _",
    (7,): "F _ _ _ _",
    (8, 9): "F F F _ _",
    (10,): "F F F F _",
}

# Spanish play sheet, terrain and equipment: on foot, mounted, cover, sign, in printed order.
TERRAIN = """
flat_ground 1 1 none 0
scrub 2 2 light -
tree 2 impassable light -
slope 2 2 medium -
tent 2 impassable light -
trench 1 1 heavy +
building_interior 1 impassable medium/none +
building_wall_hexside impassable impassable infinite 0
window 4 impassable medium/none impossible/+
building_outer_corner 1 1 medium/none 0
building_door_or_courtyard_entry 1 1 medium +
castle_wall_full_hex impassable impassable infinite impossible
arrow_slit 1 x heavy +/impossible
battlement 1 x heavy 0
stairs 2 impassable none -
tower_door 1 impassable medium +
keep_door 1 impassable infinite +
tower_or_keep_interior 1 x medium/none +
spiral_stair 2 impassable medium -/+
castle_gate 1 1 heavy/infinite +/impossible
moat 1 impassable none -
drawbridge 1 1 none 0
ladder_climb 3 impassable none -
filled_moat 2 impassable none 0
rubble 2 impassable medium -
siege_tower 2 impassable infinite/light 0/-
covered_ram 2 impassable infinite -
mantlet 1 impassable heavy 0/impossible
cart_or_siege_machine impassable impassable infinite impossible
"""

# Spanish play sheet, effect of terrain: attacker, defender, columns (left negative).
SHIFTS = [("-", "+", -2), ("-", "0", -1), ("0", "+", -1), ("0", "-", 1), ("+", "0", 1), ("+", "-", 2)]

VALUES = {
    # Spanish play sheet, heads of the range columns, line under it, title of the foot table; German optional rules.
    "missile-modifiers": {
        "short": 0,
        "medium": 1,
        "long": 2,
        "shooter_wounded": 1,
        "target_dismounted_knight": 1,
        "aptitude_lowest": -3,
        "aptitude_highest": 3,
    },
    # Spanish bombardment table, last line: Catapultas 1, Balistas 3, Arietes 9.
    "machine-points": {"light_stone_thrower": 1, "heavy_stone_thrower": 3, "ram": 9},
    # Italian 2.10.1, German 4.2.1 and 4.3.2.
    "battering-modifiers": {
        "tower_or_keep_hex": -1,
        "ram_on_wall_already_bombarded": -1,
        "walls_beside_drawbridge": 0,
    },
    # Italian 2.93.
    "breach": {"outer_wall": 4},
    # English 1.91 to 1.93.
    "ladder": {
        "climb_cost": 3,
        "ladder_to_battlement_cost": 4,
        "carry_penalty_movement": -2,
        "carriers": 2,
        "turn_characters": 2,
        "turn_cost_each": 2,
    },
    # Spanish play sheet, terrain effects: 1 from a moat hex, else 4.
    "moat": {"edge_cost": 4},
    # English 1.6, note on Croisades.
    "movement-croisades": {"mounted_knight": 12, "unarmoured": 8, "unarmoured_wounded": 4},
    # English 1.72.
    "joint-attack": {"foot": 1, "mounted": 0},
}

WORDS = {
    # Spanish fire table, heads of the two arrow columns, and its note 1.
    "fire-targets": {
        "heavy_stone_thrower": "fire_arrow_a",
        "light_stone_thrower": "fire_arrow_a",
        "missile_ballista": "fire_arrow_a",
        "mantlet": "fire_arrow_a",
        "tent": "fire_arrow_a",
        "cart": "fire_arrow_a",
        "siege_tower": "fire_arrow_b",
        "ram": "fire_arrow_b",
        "ladder": "fire_arrow_b",
        "building": "fire_arrow_b",
    },
    "oil": {"unprotected_character": "8-1"},
    "attacked-from-outside": {"keep_door": "-"},
    # German 1.21 and 5.31, 3.41.
    "weapon-kinds": {"longbow": "bow", "shortbow": "bow", "crossbow": "crossbow", "ballista": "engine"},
}


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

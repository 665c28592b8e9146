"""Tables of heights, effects and special cases against a second transcription, typed from the printed sources."""

from fractions import Fraction

import pytest

from mangonel.errors import UnknownCellError
from mangonel.games.cryhavoc.ground import in_reach, level
from mangonel.rules.loading import load_rules
from rules.shipped import TABLES

# Spanish play sheet: level, then the places on it.
BASE = """
-1 moat
0 filled_moat flat_ground rubble
0.5 slope
1 stairs second_slope
2 tower battlement keep_stair_second_hex ladder_climb
2.5 siege_tower_top
3 keep
"""
# Its note: what it does not name stays as it was, and it names only hexes of the castle that are built up.
EXTENSION = """
-1 moat
0 filled_moat flat_ground rubble
0.5 stairs slope
1 tower battlement
2 keep
1.5 siege_tower_top
"""
# Italian supplement 2.14, 2.81.
ITALIAN = """
0 siege_tower_bottom
1 tower battlement siege_tower_middle
2 keep siege_tower_top
"""

# Play sheet, keys of the results; b: horse killed, s stunned, w wounded, k killed, u unhorsed, digits: hexes of retreat.
EFFECTS = {
    "effects-missile-foot": "A 2, B w, C k",
    "effects-missile-mounted": "A 4, B bsu, C wu, D bwu, E ku, F bku",
    "effects-missile-mounted-croisades": "A 4, B su, C w, D bwu, E ku, F bku",
    "effects-melee-foot": "A w!, B 1!, C 1, D s, E w, F k",
    "effects-melee-mounted": "A w!, B 1!, C 1, D bsu, E w, F bwu, G ku, H bku",
}
PARTS = {"b": "horse-killed", "s": "stunned", "w": "wounded", "k": "killed", "u": "unhorsed"}


def rows(name):
    return {row: cells[0] for row, cells in zip(TABLES[name].rows, TABLES[name].cells, strict=True)}


@pytest.mark.parametrize(
    ("name", "printed"),
    [("elevation-base", BASE), ("elevation-extension", EXTENSION), ("elevation-italian", ITALIAN)],
)
def test_levels(name, printed):
    expected = {place: line.split()[0] for line in printed.strip().splitlines() for place in line.split()[1:]}
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
    assert rows_of_numbers("high-shooters") == {
        "battlement": ["8", "8", "8"],
        "tower_slit": ["8", "8", "0"],
        "siege_tower_top": ["10", "?", "10"],
        "keep_slit": ["12", "12", "12"],
    }
    assert TABLES["high-shooters"].columns == ("play-sheet", "english", "german")


def rows_of_numbers(name):
    return {row: list(cells) for row, cells in zip(TABLES[name].rows, TABLES[name].cells, strict=True)}


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

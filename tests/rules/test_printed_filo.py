"""The tables of ¡Al filo de la Espada! against a second transcription, typed from the printed Spanish text.

The text was read by machine: O stands for 0, strokes between columns are left out, and what is damaged is a question mark.
"""

import pytest

from mangonel.rules.loading import load_rules

TABLES = load_rules("filo").tables

# Tabla de Terrenos: jefes e infantería, caballería y artillería, tiros, combates, cargas.
TERRAIN = """
clear               1  1  SE   SE SE
wood                2  3  -2/B -1 -2
bushes_hedges_vines 1  2  -1/B ?  ?
marsh               2  2  SE   +1 -2
village             2  2  -2/B -2 -3
farm_mill_abbey     1  1  -1   -1 -1
stream              +1 +1 SE   -1 ?
river_pond          NA NA SE   NA NA
wall                NA NA -4/0 NA NA
palisade            0  +1 SE   -1 -2
gate                0  0  -4/0 NA NA
bridge              0  0  ?    -1 NA
path                1  1  SE   SE SE
road                1  1  SE   SE SE
one_level_up        +1 +2 SE/B -1 ?
one_level_down      0  +1 SE/B +1 +1
"""

# Tabla de Tiros, 1 to 6 hexes.
SHOTS = """
archers     ?   ?   ?         imposible imposible imposible
crossbowmen 6/8 7/9 8/9       9         imposible imposible
artillery   3/5 4/6 4/7       5/7       5/9       7
javelins    7/8 9   imposible imposible imposible imposible
"""

# Tablas de Combates: At/Def Ch Ha Cl Pi Mi Il Ar Ab At.
TYPES = """
Ch 0  +1 +2 +2 +3 +3 +2 +2 +2
Ha 0  0  +2 +2 +2 +2 +1 +2 +2
Cl -1 -1 0  0  0  +1 0  +1 +2
Pi ?  ?  -1 0  +1 +1 -1 -1 +1
Mi ?  -2 -1 0  0  +1 -1 -1 0
Il ?  ?  ?  0  0  0  0  0  0
Ar -1 -1 0  0  +1 +2 0  +1 +2
Ab ?  ?  -1 -1 +1 +1 -1 0  +1
"""

# Dado modificado, defensores, atacantes.
RESULTS = """
-7..-4 avance_posible D+R
-3..0  ?    F+R
1..3   ?    R
4      ?    -
5..6   R    avance_obligatorio
7..9   F+R  avance_obligatorio
10..13 D+R  avance_obligatorio
14..16 Dr+R avance_obligatorio
"""

# 12.1: what F, D and Dr, and one level of disorder more, make of a unit; organised, demoralised, routed, each fresh and fatigued.
STATES = """
F  O+ O+ D+ D+ R+ R+
D  D- D+ D+ R+ R- R+
Dr R- R+ R- R+ x  x
L  D- D+ R- R+ x  x
"""
NAMES = {"O": "organised", "D": "demoralised", "R": "routed"}

VALUES = {
    "combat-ratio": "+2 +1 0 -1 -2",
    "fire-modifiers": "-1 +1 +2 -1 -1 -1",
    "combat-modifiers": "+1 -1 -2 +2 +2 +3 -2 -1 +1 +2 +3",
    "rally-modifiers": "+1 +1",
    "navas-modifiers": "-1 +1 -1 -1 +1",
    "movement": "1 1 2 1 4 3",
    "victory": "1 3 5 15 7 10 10 5 50 7 12",
    "leader-loss": "RAS herido muere",
    "leader-fate": "muere capturado muere capturado muere capturado",
    "initiative": "C1 C2 C3 C4",
}

# Victoria: Ch 5, Ha y Cl 4, Pi y Ab 3, Ar y Mi 2, Il 1.
POINTS = {"Ch": "5", "Ha": "4", "Cl": "4", "Pi": "3", "Ab": "3", "Ar": "2", "Mi": "2", "Il": "1", "At": "?"}


def grid(text):
    return {line.split()[0]: tuple(line.split()[1:]) for line in text.strip().splitlines()}


@pytest.mark.parametrize(
    ("name", "text"), [("ground", TERRAIN), ("shots", SHOTS), ("combat-types", TYPES), ("combat-results", RESULTS)]
)
def test_the_two_transcriptions_agree(name, text):
    table = TABLES[name]
    assert dict(zip(table.rows, table.cells, strict=True)) == grid(text)


@pytest.mark.parametrize("name", VALUES)
def test_single_numbers_agree(name):
    assert [cell for line in TABLES[name].cells for cell in line] == VALUES[name].split()


def test_what_results_make_of_units_agrees():
    table = TABLES["states"]
    for row, cells in grid(STATES).items():
        told = tuple(
            "eliminated" if one == "x" else f"{NAMES[one[0]]}_{'fatigued' if one[1] == '+' else 'fresh'}"
            for one in cells
        )
        assert table.cells[table.row_index(row)] == told


def test_points_of_types_agree():
    assert {row: TABLES["types"].printed(row, "points") for row in TABLES["types"].rows} == POINTS


def test_dice_count_from_zero_and_the_sum_of_modifiers_is_capped():
    combat, leaders, initiative = (TABLES[name].thrown for name in ("combat-results", "leader-loss", "initiative"))
    assert list(combat.faces) == list(leaders.faces) == list(range(10))
    assert (initiative.number, list(initiative.faces)) == (2, [1, 2, 3, 4, 5, 6])
    assert TABLES["combat-results"].limit == (-7, 7)
    assert TABLES["initiative"].rows == ("0", "1..3", "4..7", "8")
    assert TABLES["leader-loss"].rows == ("0..5", "6..8", "9")


def test_every_lost_cell_has_its_reason():
    lost = {
        f"{table.id} {row}.{column}"
        for table in TABLES.values()
        for row, line in zip(table.rows, table.cells, strict=True)
        for column, cell in zip(table.columns, line, strict=True)
        if cell == "?"
    }
    assert lost == {f"{table.id} {place}" for table in TABLES.values() for place in table.unknown}
    assert len([one for one in lost if not one.startswith("navas-banners")]) == 5 + 3 + 8 + 3 + 1

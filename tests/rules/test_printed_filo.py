"""The tables of ¡Al filo de la Espada! against a second transcription, typed from the printed Spanish text.

The text was read by machine: O stands for 0, strokes between columns are left out, and what is damaged is a question mark.
"""

import pytest

from cases import cases
from mangonel.rules.loading import load_rules

CASES = cases(__file__)
TABLES = load_rules("filo").tables
NAMES = {"O": "organised", "D": "demoralised", "R": "routed"}
VALUES = CASES["VALUES"]

# Victoria: Ch 5, Ha y Cl 4, Pi y Ab 3, Ar y Mi 2, Il 1.
POINTS = {"Ch": "5", "Ha": "4", "Cl": "4", "Pi": "3", "Ab": "3", "Ar": "2", "Mi": "2", "Il": "1", "At": "?"}


def grid(text):
    return {line.split()[0]: tuple(line.split()[1:]) for line in text.strip().splitlines()}


@pytest.mark.parametrize("name", ["ground", "shots", "combat-types", "combat-results"])
def test_the_two_transcriptions_agree(name):
    table = TABLES[name]
    assert dict(zip(table.rows, table.cells, strict=True)) == grid(CASES[name])


@pytest.mark.parametrize("name", VALUES)
def test_single_numbers_agree(name):
    assert [cell for line in TABLES[name].cells for cell in line] == VALUES[name].split()


def test_what_results_make_of_units_agrees():
    table = TABLES["states"]
    for row, cells in grid(CASES["STATES"]).items():
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

"""The battering sheet says what the battering table says, and how soon a wall falls."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from mangonel.games.cryhavoc.fire_and_walls import batter_situation, damage_odds
from mangonel.games.cryhavoc.sheets import CATALOGUE
from mangonel.games.cryhavoc.sheets.works import at_least, rammed, sure_columns
from mangonel.paper.wanted import Asked, Chance
from paper.asking import cell_at, grids, locale, own_rules, rules, sheet
from rules.overlays import add, change

SIEGE = rules("siege")
FIFTEEN = add(table="battering", column="15", values="2C 1C . . D D D D D D")


def brute(wanted, rolls, chance):
    total = Fraction(0)
    for faces in product((False, True), repeat=rolls):
        if sum(faces) >= wanted:
            hits = sum(faces)
            total += chance**hits * (1 - chance) ** (rolls - hits)
    return total


@pytest.mark.parametrize("rolls", range(9))
@pytest.mark.parametrize("wanted", range(5))
def test_breaches_are_counted_as_by_hand(wanted, rolls):
    assert at_least(wanted, rolls, Fraction(3, 5)) == brute(wanted, rolls, Fraction(3, 5))


def test_breach_within_rolls_and_turns():
    found = {grid.caption: grid for grid in grids(sheet("battering"))}
    throwers = found["Breach (4 times D) after this many rolls of stone throwers"]
    assert cell_at(throwers, "9", "4", group="outer wall").chance == Fraction(3, 5) ** 4
    assert cell_at(throwers, "9", "5", group="tower").chance == brute(4, 5, Fraction(1, 2))
    assert cell_at(throwers, "1", "30", group="tower").chance == 0
    ram = found["Ram: breach after this many game turns"]
    assert cell_at(ram, "1", "2").chance == 1 - Fraction(2, 5) ** 2
    german = next(grid for grid in grids(sheet("battering", "siege-de")) if grid.caption.startswith("Ram"))
    wall = cell_at(german, "4", "8", group="outer wall")
    # Every second turn: eight turns are four rolls. A bombarded wall takes 1 off the die.
    assert wall.chance == Fraction(3, 5) ** 4
    assert cell_at(german, "4", "8", group="wall bombarded").chance == Fraction(1, 2) ** 4
    assert not any("keep" in row.group for row in german.rows)
    late = rules("siege-de").replaced(options={"ram-every-second-turn-start": "second-turn"})
    for ruling, rolls in ((rules("siege-de"), [1, 1, 2, 2, 3]), (late, [0, 1, 1, 2, 2])):
        chances = [Chance("", at_least(1, count, Fraction(3, 5))) for count in rolls]
        assert [rammed(Asked((ruling,), locale("en")), ruling, "wall", 1, turns) for turns in range(1, 6)] == chances
    assert damage_odds(batter_situation(SIEGE, points=9)) == Fraction(3, 5)
    # One D is enough for the keep, which is an inner wall (play sheet, note under the bombardment table).
    extension = sheet("battering", "siege-extension")
    assert {row.group for row in grids(extension)[1].rows} == {"outer wall", "tower"}
    assert "('1', 'inner wall behind a breach, keep')" in str(extension.blocks)


def test_one_roll_at_a_tower_has_chances_of_its_own():
    grid = grids(sheet("battering"))[0]
    for target, over in (("wall", "outer wall"), ("tower", "tower or keep")):
        for points, label in ((1, "1"), (6, "6"), (12, "12+")):
            odds = batter_situation(SIEGE, points=points, target=target).odds()
            for row in grid.rows:
                found = next(
                    cell
                    for cell, column in zip(row.cells, grid.columns, strict=True)
                    if column.label == label and column.group == f"Battering points: {over}"
                )
                assert found.chance == odds.get("-" if row.group == "—" else row.group, 0)


def test_a_column_that_only_one_rule_set_has_is_rolled_with_its_points_under_the_other(tmp_path):
    mine = own_rules(tmp_path, 'schema = 1\nid = "club"\ntitle = "x"\nbase = "siege"\n' + FIFTEEN)
    found = CATALOGUE.build("battering", Asked((SIEGE, mine), locale("en"), "table"))
    last = cell_at(grids(found)[0], "wall damaged", "15+", over="Battering points: outer wall")
    # 15 points roll on column 12+ as printed: six D; the new column has six too.
    assert (last.value, last.other) == ("60", None)
    loss = next(row for row in grids(found)[0].rows if row.group == "4C").cells[5]
    assert (loss.value, loss.other) == ("10", "0")
    assert [column.label for column in grids(found)[1].columns] == ["1", "3", "6", "9", "12", "15+"]


def test_every_damage_that_an_inner_wall_needs_has_its_column():
    thick = replace(SIEGE, values={**SIEGE.values, "inner-wall-d-count": "8"})
    heads = [column.group for column, _ in sure_columns(Asked((thick,), locale("en")))]
    assert list(dict.fromkeys(heads)) == ["8 D", "5 D", "4 D", "3 D", "2 D", "1 D"]


@pytest.mark.parametrize("view", ["percent", "at-least"])
def test_a_table_of_which_no_roll_does_anything_has_its_sheet(tmp_path, view):
    nothing = "".join(
        change(table="battering", column=column, values=". " * 10) for column in ("1", "3", "6", "9", "12+")
    )
    text = f'schema = 1\nid = "peace"\ntitle = "Peace"\nbase = "siege"\n{nothing}'
    found = grids(CATALOGUE.build("battering", Asked((own_rules(tmp_path, text),), locale("en"), view)))
    assert {cell.chance for cell in found[0].cells} == {Fraction(1)}
    assert {cell.chance for grid in found[1:3] for cell in grid.cells} == {Fraction(0)}

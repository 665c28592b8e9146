"""Maps of sweeps, of hexes and of differences."""

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Polygon
from matplotlib.path import Path

from cases import cases
from mangonel.engine.board import Hex, HexMap
from mangonel.engine.intervals import Estimate, wilson
from mangonel.engine.run import run
from mangonel.errors import SequenceError
from mangonel.paper.charts.changes import (
    Changes,
    change_height,
    change_map,
    change_width,
    written_change,
    written_points,
)
from mangonel.paper.charts.heat import heat_map
from mangonel.paper.charts.hexes import HexCell, hex_cells, hex_finding, hex_map, hexes_height, hexes_need
from mangonel.paper.charts.numbers import heat_finding
from mangonel.paper.charts.style import change_shade, contrast, new_axes, shade
from paper.asking import asked
from paper.charts.made_games import CAMP, blaze
from paper.charts.made_results import EN, exact_result, sweep
from paper.charts.measured import faults, text_boxes
from rules.words.marking import said_in

CASES = cases(__file__)


def placed(*rows):
    return {(x, y): text for y, row in enumerate(rows) for x, text in enumerate(row)}


def test_every_cell_holds_its_number_in_percent():
    made = sweep(3, 2)
    ax = heat_map(made)
    cells = {(round(text.get_position()[0]), round(text.get_position()[1])): text.get_text() for text in ax.texts}
    assert cells == placed(["0", "8.9", "25.3"], ["46.5", "71.6", "100"])
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1", "2", "3"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["2", "3"]


def test_shades_of_a_sweep_are_those_of_its_numbers_and_the_text_stands_out():
    made = sweep(8, 5)
    ax = heat_map(made)
    values = [found.value for row in made.estimates for found in row]
    colours = [to_hex(patch.get_facecolor()).upper() for patch in ax.patches]
    assert colours == [shade(value) for value in values]
    for text, colour in zip(ax.texts, colours, strict=True):
        assert contrast(to_hex(text.get_color()), colour) >= 4.5


@pytest.mark.parametrize(("columns", "rows"), [(2, 1), (5, 4), (14, 12), (26, 3)])
def test_numbers_are_readable_and_stay_in_their_cells(columns, rows):
    ax = heat_map(sweep(columns, rows))
    assert faults(ax.figure) == []
    assert min(text.get_fontsize() for text in ax.texts) >= 8


def test_the_finding_says_which_number_matters_more():
    exactly = [[Estimate.of_exact(p) for p in row] for row in ((0.2, 0.3, 0.4), (0.5, 0.7, 0.9))]
    made = replace(sweep(3, 2), estimates=tuple(map(tuple, exactly)))
    # Down: 30, 40 and 50 points in three columns; across: 20 and 40 points in two rows. One half is not above itself.
    assert heat_finding(made) == (
        "foothold: “defenders on wall” matters more than “ladders” "
        "(40 points against 30 points from lowest to highest, on average); above one half in 2 of 6 cells"
    )
    turned = replace(made, xs=made.ys, ys=made.xs, estimates=tuple(zip(*exactly, strict=True)))
    assert "“ladders” matters more than “defenders on wall”" in heat_finding(turned)
    alike = replace(
        sweep(2, 2),
        estimates=((Estimate.of_exact(0.1), Estimate.of_exact(0.2)),) * 1
        + ((Estimate.of_exact(0.2), Estimate.of_exact(0.3)),),
    )
    assert "matter about alike" in heat_finding(alike)
    assert "never above one half" in heat_finding(alike)


def test_the_finding_of_a_sweep_names_the_ends_only_if_they_can_be_told_apart():
    assert heat_finding(sweep(2, 1)).replace("\xa0", " ") == "foothold from 0 % to 100 %"
    made = sweep(2, 1)
    vague = tuple(Estimate(p, 0.1, p - 0.2, p + 0.2, exact=False) for p in (0.4, 0.5))
    assert "cannot be told apart" in heat_finding(replace(made, estimates=(vague,)))


BURNT = run(blaze(CAMP, ("tent_1",)), engine="exact")
SAMPLED = run(blaze(CAMP, ("tent_1",)), engine="monte-carlo", trials=300, seed=1)


def exactly(names: list[str], chances: list[float], across: int = 3) -> tuple[HexCell, ...]:
    return tuple(
        HexCell(name, n % across, n // across, Estimate.of_exact(p))
        for n, (name, p) in enumerate(zip(names, chances, strict=True))
    )


MIXED = exactly(
    ["tent 1", "tent 2", "siege_tower", "ram", "house of the carpenters", "cart", "mantlet", "ladder", "ballista"],
    [1, 0.995, 0.8, 0.61, 0.5, 0.4999, 0.1, 0.00001, 0],
)
ROW = exactly([f"heavy_stone_thrower {n}" for n in range(12)], [n / 12 for n in range(12)], 12)
COLUMN = tuple(HexCell(f"tent {r}", -(r // 2), r, Estimate.of_exact(r / 13)) for r in range(12))
MANY = tuple(HexCell(f"a long name of hex {n}", n % 12, n // 12, Estimate.of_exact(n / 60)) for n in range(60))
MAPS = {
    "camp": hex_cells(BURNT),
    "sampled": hex_cells(SAMPLED),
    "mixed": MIXED,
    "row": ROW,
    "column": COLUMN,
    "many": MANY,
    "one": MIXED[:1],
}


def outlines(ax) -> list[np.ndarray]:
    """Return the corners of each hex once."""
    return [patch.get_xy()[:6] for patch in ax.patches if isinstance(patch, Polygon) and not patch.get_hatch()]


def words(ax) -> list[str]:
    """Return what is written in each hex."""
    found = [[] for _ in outlines(ax)]
    for text in ax.texts:
        for hexagon, lines in zip(outlines(ax), found, strict=True):
            if text.get_ha() == "center" and Path(hexagon).contains_point(text.get_position()):
                lines.append(text.get_text())
    return [" ".join(lines) for lines in found]


def test_cells_are_the_means_of_the_counters():
    cells = hex_cells(BURNT)
    assert [cell.name for cell in cells] == [one.name for one in CAMP.hexes]
    assert [cell.chance for cell in cells] == [BURNT.tally(f"lost:{one.name}") for one in CAMP.hexes]
    for chance in (cell.chance for cell in hex_cells(SAMPLED)):
        assert (chance.low, chance.high) == pytest.approx(wilson(chance.value * 300, 300), abs=1e-12)
    assert hex_cells(exact_result()) == ()


def test_every_hex_holds_its_name_and_its_number():
    assert words(hex_map(MIXED)) == CASES["test_every_hex_holds_its_name_and_its_number"]


def test_shades_are_those_of_the_numbers_the_text_stands_out_and_likely_ones_are_hatched():
    ax = hex_map(MIXED)
    filled = [
        patch
        for patch in ax.patches
        if isinstance(patch, Polygon) and to_hex(patch.get_facecolor(), keep_alpha=True).endswith("ff")
    ]
    assert [to_hex(patch.get_facecolor()).upper() for patch in filled] == [shade(cell.chance.value) for cell in MIXED]
    assert [bool(patch.get_hatch()) for patch in filled] == [cell.chance.value >= 0.5 for cell in MIXED]
    for hexagon, patch in zip(outlines(ax), filled, strict=True):
        inside = [text for text in ax.texts if Path(hexagon).contains_point(text.get_position())]
        assert inside
        for text in inside:
            assert contrast(to_hex(text.get_color()), to_hex(patch.get_facecolor())) >= 4.5


@pytest.mark.parametrize(("name", "width"), [*((name, 7.0) for name in MAPS), ("sampled", 4.0), ("row", 4.0)])
def test_texts_lie_in_their_hexes_and_do_not_overlap(name, width):
    cells = MAPS[name]
    wide = max(width, hexes_need(cells))
    ax = hex_map(
        cells,
        what="lost",
        ax=new_axes(wide, hexes_height(cells, hex_finding(cells, "lost"), width=wide)),
    )
    assert faults(ax.figure) == []
    assert min(text.get_fontsize() for text in ax.texts) >= 8
    renderer = ax.figure.canvas.get_renderer()
    for corners in outlines(ax):
        hexagon = Path(ax.transData.transform(np.vstack([corners, corners[:1]])))
        for text in ax.texts:
            if text.get_ha() == "center" and hexagon.contains_point(ax.transData.transform(text.get_position())):
                assert hexagon.contains_points(text.get_window_extent(renderer).corners(), radius=1).all(), text
    bounds = ax.get_window_extent(renderer)
    for corners in outlines(ax):
        assert bounds.padded(1).contains(*ax.transData.transform(corners.min(axis=0)))
        assert bounds.padded(1).contains(*ax.transData.transform(corners.max(axis=0)))


def test_letters_stand_for_names_that_do_not_fit():
    ax = hex_map(ROW)
    assert [word.split()[0] for word in words(ax)] == list("ABCDEFGHIJKL")
    key = " ".join(text.get_text() for text in ax.texts if text.get_ha() == "left").replace("\xa0", " ")
    assert all(f"{letter} heavy stone thrower {n}" in key for n, letter in enumerate("ABCDEFGHIJKL"))
    assert "AA" in {word.split()[0] for word in words(hex_map(MANY))}


def test_finding_names_the_ends_only_if_they_can_be_told_apart():
    assert hex_finding(MIXED, "lost").replace("\xa0", " ") == "lost: most often tent 1 (100 %), least ballista (0 %)"
    assert hex_finding(MIXED[:1], "lost").replace("\xa0", " ") == "lost: tent 1 100 %"
    same = exactly(["a", "b"], [0.25, 0.25])
    assert hex_finding(same, "lost").replace("\xa0", " ") == "lost: 25.0 % in every hex"
    vague = [HexCell(f"h{n}", n, 0, Estimate(p, 0.1, p - 0.2, p + 0.2, exact=False)) for n, p in enumerate((0.4, 0.5))]
    assert hex_finding(vague).endswith("the hexes cannot be told apart")


def test_maps_with_a_slip_are_refused():
    with pytest.raises(SequenceError, match="two hexes have one name"):
        HexMap("lost", (Hex("a", 0, 0), Hex("a", 1, 0)))
    with pytest.raises(SequenceError, match="two hexes have one place"):
        HexMap("lost", (Hex("a", 0, 0), Hex("b", 0, 0)))
    with pytest.raises(SequenceError, match="no counter 'lost:b' for the map"):
        replace(blaze(CAMP, ()), hexes=HexMap("lost", (Hex("b", 0, 0),)))


TENTH = Fraction(1, 10)
SMALL = Changes(
    ("longbow, short", "longbow, long"),
    (("no cover", "killed"), ("no cover", "wounded"), ("light cover", "killed")),
    ((TENTH, Fraction(0), Fraction(-2, 10)), ("?", Fraction(1, 3000), Fraction(1, 3))),
)


def wide(rows, columns):
    return Changes(
        tuple(f"a weapon, {row} to {row + 10} hexes" for row in range(rows)),
        tuple((f"cover of kind {place // 4}", f"a long outcome {place % 4}") for place in range(columns)),
        tuple(tuple(Fraction(row - column, 30) for column in range(columns)) for row in range(rows)),
    )


def test_differences_are_written_with_their_sign_and_no_more_than_a_decimal():
    numbers = [TENTH, -TENTH, Fraction(0), Fraction(1, 3), Fraction(-1, 3), Fraction(7, 10_000)]
    numbers += [Fraction(1, 3000), Fraction(-1, 3000)]
    written = " ".join(written_change(number) for number in numbers)
    assert written == "+10 \N{MINUS SIGN}10 0 +33.3 \N{MINUS SIGN}33.3 +0.1 0.0 0.0"
    assert [written_points(number) for number in numbers[-2:]] == ["just above 0", "just below 0"]
    assert [asked().amount(number) for number in numbers[-3:-1]] == ["0.1", "<0.1"]
    german = replace(EN, decimal=",")
    assert said_in(german, written_change, Fraction(1, 3)) == "+33,3"


def test_every_cell_that_differs_holds_its_number_and_no_other():
    ax = change_map(SMALL, title="A finding")
    texts = {}
    for text in ax.texts:
        x, y = text.get_position()
        if y >= 0:
            texts[round(x), round(y)] = text.get_text()
    assert texts == placed(["+10", "", "\N{MINUS SIGN}20"], ["?", "0.0", "+33.3"])
    assert [label.get_text() for label in ax.get_yticklabels()] == list(SMALL.rows)
    heads = [text.get_text() for text in ax.texts if text.get_position()[1] < 0]
    assert heads == ["killed", "wounded", "killed", "no cover", "light cover"]


def test_more_is_green_and_less_is_purple_and_the_larger_the_darker():
    for sign in (1, -1):
        darkness = [contrast("#FFFFFF", change_shade(sign * size)) for size in (0.1, 0.5, 1)]
        assert darkness == sorted(set(darkness))
    assert change_shade(0) == "#FFFFFF"
    ax = change_map(SMALL)
    colours = [to_hex(patch.get_facecolor()).upper() for patch in ax.patches]
    assert colours == [change_shade(share) for share in (0.3, 0, -0.6, 0, 0.001, 1)]
    for text, colour in zip(ax.texts, colours, strict=False):
        assert contrast(to_hex(text.get_color()), colour) >= 4.5


def test_the_largest_change_is_found_whatever_its_sign():
    assert SMALL.largest == (1, 2)
    assert replace(SMALL, points=((Fraction(0), "?", Fraction(0)),) * 2).largest is None
    assert replace(SMALL, points=((TENTH, -2 * TENTH, TENTH),) * 2).largest == (0, 1)


@pytest.mark.parametrize("size", [(7, 16), (1, 1)])
def test_on_a_phone_the_columns_stand_in_parts_below_each_other(size):
    made = wide(*size)
    title = "A finding that is long enough to take more than one line over a map as wide as this one is"
    ax = change_map(made, ax=new_axes(4, change_height(made, title, 4)), title=title)
    assert faults(ax.figure) == []
    places = ax.figure.axes
    assert len(places) > 1 or change_width(made) <= 4
    assert [place.get_position().y0 for place in places] == sorted(
        (place.get_position().y0 for place in places), reverse=True
    )
    # Every number stands once, in the order of the columns, and every part has the names of all rows.
    found = [[] for _ in made.rows]
    for place in places:
        for text in place.texts:
            if text.get_position()[1] >= 0:
                found[round(text.get_position()[1])].append(text.get_text())
        assert len(place.get_yticklabels()) == len(made.rows)
    assert found == [[written_change(value) if value else "" for value in row] for row in made.points]
    # Its shade is that of the whole map, not of its part.
    shades = [to_hex(patch.get_facecolor()).upper() for place in places for patch in place.patches]
    whole = [to_hex(patch.get_facecolor()).upper() for patch in change_map(made).patches]
    assert sorted(shades) == sorted(whole)
    # No cell is narrower than its number.
    for place in places:
        room = 72 * ax.figure.get_size_inches()[0] * place.get_position().width / len(place.patches) * len(made.rows)
        assert all(
            box.width < room for text, box in text_boxes(ax.figure) if re.fullmatch("[+\N{MINUS SIGN}<>0-9.]+", text)
        )

from dataclasses import replace
from itertools import combinations
from math import dist, sqrt

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Polygon
from matplotlib.path import Path

from mangonel.engine.board import Hex, HexMap
from mangonel.engine.intervals import Estimate
from mangonel.engine.run import run
from mangonel.errors import DataError, SequenceError
from mangonel.paper.charts.hexes import HexCell, hex_cells, hex_finding, hex_map, hexes_height, hexes_need
from mangonel.paper.charts.style import contrast, new_axes, shade
from paper.charts.made_games import CAMP, blaze
from paper.charts.made_results import exact_result
from paper.charts.measured import faults, leaving

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
    assert hex_cells(exact_result()) == ()


def test_a_sampled_chance_is_one():
    surely = run(blaze(CAMP, ("tent_1",), fighters=0), engine="monte-carlo", trials=300, seed=1)
    assert surely.tally("lost:tent_1").value == 1
    assert all(0 <= cell.chance.low <= cell.chance.high <= 1 for cell in hex_cells(surely))


def test_every_hex_holds_its_name_and_its_number():
    assert words(hex_map(MIXED)) == [
        "tent 1 100",
        "tent 2 99.5",
        "siege tower 80.0",
        "ram 61.0",
        "house of the carpenters 50.0",
        "cart 50.0",
        "mantlet 10.0",
        "ladder <0.1",
        "ballista 0",
    ]


def test_hexes_are_regular_stand_on_a_corner_and_touch_their_neighbours():
    ax = hex_map(MIXED)
    hexes = outlines(ax)
    for corners in hexes:
        sides = [dist(corners[n], corners[(n + 1) % 6]) for n in range(6)]
        assert sides == pytest.approx([1] * 6)
        assert max(corners[:, 1]) - min(corners[:, 1]) == pytest.approx(2)
    for (one, a), (other, b) in combinations(zip(MIXED, hexes, strict=True), 2):
        step = (other.q - one.q, other.r - one.r)
        beside = step in {(1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)}
        apart = dist(a.mean(axis=0), b.mean(axis=0))
        assert (apart == pytest.approx(sqrt(3))) is beside
    # Rows are counted downwards.
    assert hexes[3].mean(axis=0)[1] < hexes[0].mean(axis=0)[1]


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


@pytest.mark.parametrize("cells", MAPS.values(), ids=MAPS.keys())
@pytest.mark.parametrize("width", [7.0, 4.0])
def test_texts_lie_in_their_hexes_and_do_not_overlap(cells, width):
    wide = max(width, hexes_need(cells))
    ax = hex_map(cells, what="lost", ax=new_axes(wide, hexes_height(cells, hex_finding(cells, "lost"), width=wide)))
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


def test_given_axes_are_used_and_nothing_leaves_their_place():
    assert leaving(lambda ax: hex_map(hex_cells(BURNT), ax=ax), (10, 8), (0.25, 0.25, 0.5, 0.5)) == []


def test_no_hex_is_refused():
    with pytest.raises(DataError, match="no hex"):
        hex_map([])


def test_maps_with_a_slip_are_refused():
    with pytest.raises(SequenceError, match="two hexes have one name"):
        HexMap("lost", (Hex("a", 0, 0), Hex("a", 1, 0)))
    with pytest.raises(SequenceError, match="two hexes have one place"):
        HexMap("lost", (Hex("a", 0, 0), Hex("b", 0, 0)))
    with pytest.raises(SequenceError, match="no counter 'lost:b' for the map"):
        replace(blaze(CAMP, ()), hexes=HexMap("lost", (Hex("b", 0, 0),)))

from dataclasses import replace

import pytest
from matplotlib.colors import to_hex

from mangonel.engine.intervals import Estimate
from mangonel.errors import DataError
from mangonel.paper.charts.heat import heat_finding, heat_map
from mangonel.paper.charts.style import contrast, shade
from paper.charts.made_results import sweep
from paper.charts.measured import faults


def test_every_cell_holds_its_number_in_percent():
    made = sweep(3, 2)
    ax = heat_map(made)
    cells = {(round(text.get_position()[0]), round(text.get_position()[1])): text.get_text() for text in ax.texts}
    assert cells == {
        (0, 0): "0",
        (1, 0): "8.9",
        (2, 0): "25.3",
        (0, 1): "46.5",
        (1, 1): "71.6",
        (2, 1): "100",
    }
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1", "2", "3"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["2", "3"]


def test_shades_are_those_of_the_numbers_and_the_text_stands_out():
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
    exactly = [[Estimate.of_exact(p) for p in row] for row in ((0.2, 0.3, 0.4), (0.6, 0.7, 0.8))]
    made = replace(sweep(3, 2), estimates=tuple(map(tuple, exactly)))
    # Down: 40 points in each of three columns; across: 20 points in each of two rows.
    assert heat_finding(made) == (
        "foothold: “defenders on wall” matters more than “ladders” "
        "(40 points against 20 points from lowest to highest, on average); above one half in 3 of 6 cells"
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


def test_the_finding_names_the_ends_only_if_they_can_be_told_apart():
    assert heat_finding(sweep(2, 1)).replace("\xa0", " ") == "foothold from 0 % to 100 %"
    made = sweep(2, 1)
    vague = tuple(Estimate(p, 0.1, p - 0.2, p + 0.2, exact=False) for p in (0.4, 0.5))
    assert "cannot be told apart" in heat_finding(replace(made, estimates=(vague,)))


def test_an_empty_sweep_is_refused():
    with pytest.raises(DataError, match="no cell"):
        heat_map(replace(sweep(2, 2), xs=()))

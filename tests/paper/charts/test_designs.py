"""Charts of the designer's desk: words stay apart and inside, and cells that are not rolled on are white."""

import pytest
from matplotlib.colors import to_hex

from mangonel.engine.intervals import Estimate
from mangonel.errors import DataError
from mangonel.paper.charts.cells import cell_map
from mangonel.paper.charts.goals import Band, goal_bands
from mangonel.paper.charts.tornado import tornado
from mangonel.rules.loading import load_rules
from paper.charts.measured import faults

MELEE = load_rules("siege").table("melee-foot")


def exact(value):
    return Estimate.of_exact(value)


def apart_and_inside(ax):
    assert faults(ax.figure) == []


def test_cells_are_shaded_by_effect_and_white_where_nothing_is_rolled():
    effects = {("3", "3-1"): ("C", exact(0.069)), ("4", "3-1"): ("A", exact(-0.105)), ("1", "1-1"): ("A", exact(0.0))}
    ax = cell_map(MELEE, effects, title="Melee", note="how to read it " * 12)
    shades = [to_hex(patch.get_facecolor()) for patch in ax.patches]
    assert len(shades) == 120
    assert len([shade for shade in shades if shade != "#ffffff"]) == 2
    assert {"C +6.9", "A \N{MINUS SIGN}10.5"} <= {text.get_text() for text in ax.texts}
    apart_and_inside(ax)


@pytest.mark.parametrize("designs", [1, 2, 4])
def test_goals_are_bands_with_a_dot_for_each_design(designs):
    bands = [
        Band(
            f"a goal with a name that is rather long, number {number}",
            0.4,
            0.6,
            1.0,
            (exact(0.3),) * designs,
            ("30 % (-10 points)",) * designs,
        )
        for number in range(3)
    ]
    ax = goal_bands(bands, [f"rules {number}" for number in range(designs)], title="None meets all")
    apart_and_inside(ax)
    with pytest.raises(DataError, match="nothing to draw"):
        goal_bands([], ["rules"])


def test_bars_go_to_both_sides_with_their_numbers():
    changes = [exact(0.58), exact(-0.32), Estimate(0.1, 0.01, 0.08, 0.12, exact=False), exact(-0.0001)]
    names = ["number of ladders +1", "shooters in the towers +1", "men " * 14, "turns"]
    ax = tornado(names, changes, ["+58 points", "-32 points", "+10 points", "-0.01 points"], title="Most: a ladder")
    widths = [bar.get_width() for bar in ax.patches]
    assert widths == [change.value for change in changes]
    apart_and_inside(ax)
    with pytest.raises(DataError, match="nothing to draw"):
        tornado([], [], [])

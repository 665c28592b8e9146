from dataclasses import replace

import pytest
from matplotlib.figure import Figure

from mangonel.engine.intervals import Estimate
from mangonel.paper.charts.curves import ending_curves
from mangonel.paper.charts.heat import sweep_lines
from paper.charts.made_results import exact_result, long_result, sweep
from paper.charts.measured import faults, overlaps, text_boxes

RARE = "wall_taken_by_escalade_meanwhile"


def ticks(ax):
    ax.figure.canvas.draw()
    return [label.get_text() for label in ax.get_yticklabels()]


def test_the_axis_is_linear_where_what_is_asked_about_can_be_seen():
    ax = ending_curves({"siege": exact_result()})
    assert ax.get_yscale() == "linear"
    assert "logarithmic" not in ax.get_ylabel()


def test_a_rare_ending_that_nobody_asks_about_changes_nothing():
    result = long_result("siege")
    assert 0 < result.probability(RARE).value < 0.01
    assert ending_curves({"siege": result}).get_yscale() == "linear"


def test_the_axis_is_logarithmic_where_what_is_asked_about_would_lie_flat():
    result = long_result("siege")
    ax = ending_curves({"siege": result}, asked=RARE)
    assert ax.get_yscale() == "symlog"
    assert ax.get_ylabel() == "probability, logarithmic"
    assert ax.get_ylim() == (0, 1)
    shown = ticks(ax)
    assert shown[0] == "0\N{NO-BREAK SPACE}%"
    assert shown[1:3] == ["100\N{NO-BREAK SPACE}%", "10\N{NO-BREAK SPACE}%"]
    # The curve itself is the numbers, whatever the axis.
    line = next(line for line in ax.get_lines() if line.get_label() == f"siege: {RARE}")
    assert line.get_ydata()[-1] == pytest.approx(result.probability(RARE).value, abs=1e-12)


def test_names_stand_at_the_heights_of_their_curves():
    result = long_result("siege")
    ax = ending_curves({"siege": result}, asked=RARE, ax=Figure(figsize=(8, 7)).add_axes((0, 0, 1, 1)))
    ends = {line.get_ydata()[0] for line in ax.get_lines() if line.get_label() == "_leader"}
    height = ax.transAxes.inverted().transform(ax.transData.transform((0, result.probability(RARE).value)))[1]
    assert any(abs(end - height) < 1e-9 for end in ends)
    assert 0.1 < height < 0.9
    assert overlaps(text_boxes(ax.figure)) == []


def test_a_sweep_whose_numbers_hug_the_ground_is_logarithmic_too():
    values = [1e-5, 2e-5, 1e-4, 2e-4, 0.5]
    made = replace(sweep(5, 1), estimates=(tuple(map(Estimate.of_exact, values)),))
    ax = sweep_lines({"siege": made})
    assert ax.get_yscale() == "symlog"
    assert list(ax.get_lines()[0].get_ydata()) == values
    assert sweep_lines({"siege": sweep(5, 1)}).get_yscale() == "linear"


@pytest.mark.parametrize("lowest", [1e-5, 1e-7, 1e-12, 1e-17])
def test_small_numbers_have_room_beside_the_axis(lowest):
    values = [0.0, lowest, 2 * lowest, 3 * lowest, 0.5]
    ax = sweep_lines({"siege": replace(sweep(5, 1), estimates=(tuple(map(Estimate.of_exact, values)),))})
    assert ax.get_yscale() == "symlog"
    assert faults(ax.figure) == []

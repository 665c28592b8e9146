import numpy as np
import pytest
from matplotlib.colors import to_hex

from mangonel.engine.result import curve_frame
from mangonel.errors import DataError
from mangonel.paper.charts.curves import ending_curves
from mangonel.paper.charts.style import ending_colour
from paper.charts.made_results import exact_result, long_result, sampled_result
from paper.charts.measured import leaving

TWO = {"siege": exact_result(), "croisades": sampled_result()}


def drawn(ax, label):
    (line,) = [line for line in ax.get_lines() if line.get_label() == label]
    return line


def test_lines_hold_the_numbers_of_the_frame():
    ax = ending_curves(TWO)
    for label, result in TWO.items():
        frame = curve_frame(result)
        for ending in result.endings:
            line = drawn(ax, f"{label}: {ending}")
            mine = frame[frame["ending"] == ending]
            np.testing.assert_array_equal(line.get_xdata(), mine["turn"])
            np.testing.assert_array_equal(line.get_ydata(), mine["p"])


def test_band_of_a_sampled_curve_is_its_interval_and_an_exact_one_has_none():
    ax = ending_curves({"croisades": sampled_result()}, endings=["foothold"])
    (band,) = ax.collections
    frame = curve_frame(sampled_result()).query("ending == 'foothold'")
    heights = band.get_paths()[0].vertices[:, 1]
    assert set(np.round(heights, 12)) == set(np.round([*frame["p_lo"], *frame["p_hi"]], 12))
    assert not ending_curves({"siege": exact_result()}).collections


def test_a_colour_is_an_ending_and_a_line_style_a_rule_set():
    ax = ending_curves(TWO)
    foothold = [drawn(ax, f"{label}: foothold") for label in TWO]
    repulsed = drawn(ax, "siege: repulsed")
    assert len({line.get_color() for line in foothold}) == 1
    assert len({line.get_linestyle() for line in foothold}) == 2
    assert len({line.get_marker() for line in foothold}) == 2
    assert repulsed.get_linestyle() == foothold[0].get_linestyle()
    assert to_hex(repulsed.get_color()).upper() == ending_colour(
        "repulsed", exact_result().endings, exact_result().sides
    )


def test_every_curve_is_named_with_its_last_value():
    texts = {text.get_text().replace("\xa0", " ") for text in ending_curves(TWO).texts}
    assert {"foothold 37.5 %", "repulsed 50.0 %", "foothold 25 %", "cleared 6 %"} <= texts


def test_small_probabilities_get_an_axis_of_their_own():
    rare = "wall_taken_by_escalade_meanwhile"
    ax = ending_curves({"siege": long_result("siege")}, endings=[rare])
    low, high = ax.get_ylim()
    assert (low, high) == (0, 0.01)


def test_given_axes_are_used_and_nothing_leaves_their_place():
    assert leaving(lambda ax: ending_curves(TWO, ax=ax), (8, 6), (0.25, 0.25, 0.5, 0.5)) == []


def test_wrong_ending_and_no_result_are_named():
    with pytest.raises(DataError, match=r"no such ending: 'footholt'; did you mean 'foothold'"):
        ending_curves(TWO, endings=["footholt"])
    with pytest.raises(DataError, match="no result"):
        ending_curves({})

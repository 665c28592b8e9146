"""Bars and curves of endings: numbers, intervals, colours, axes."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_hex

from mangonel.engine.intervals import Estimate
from mangonel.engine.result import curve_frame
from mangonel.paper.charts.bars import ending_bars
from mangonel.paper.charts.curves import ending_curves
from mangonel.paper.charts.heat import sweep_lines
from mangonel.paper.charts.style import ending_colour
from paper.charts.made_results import exact_result, long_result, sampled_result, sweep
from paper.charts.measured import faults

TWO = {"siege": exact_result(), "croisades": sampled_result()}


def test_bars_are_as_long_as_the_probabilities():
    ax = ending_bars(TWO)
    widths = [bar.get_width() for bar in ax.patches]
    wanted = [result.probability(name).value for result in TWO.values() for name in result.all_endings]
    assert widths == wanted


def test_whiskers_end_where_the_interval_ends_and_exact_bars_have_none():
    ax = ending_bars({"croisades": sampled_result()})
    ends = [path.vertices[:, 0] for lines in ax.collections for path in lines.get_paths()]
    estimates = [sampled_result().probability(name) for name in sampled_result().all_endings]
    np.testing.assert_allclose(np.array(ends), [(found.low, found.high) for found in estimates])
    assert not ending_bars({"siege": exact_result()}).collections


def test_the_number_stands_at_each_bar_with_the_digits_it_supports():
    texts = [text.get_text().replace("\xa0", " ") for text in ending_bars(TWO).texts]
    assert texts == ["37.5 %", "50.0 %", "6.2 %", "6.2 %", "25 %", "62 %", "6 %", "6 %"]


def test_an_ending_that_cannot_come_has_a_word_and_no_bar():
    certain = np.where(np.isin(exact_result().outcomes[:, 0], [1, 2]), exact_result().weights, 0.0)
    ax = ending_bars({"siege": replace(exact_result(), weights=certain / certain.sum())})
    assert [label.get_text() for label in ax.get_yticklabels()] == ["foothold", "repulsed"]
    assert ax.get_xlabel() == "probability\nnever: cleared"


@pytest.mark.parametrize(("trials", "barred"), [(400, True), (1_000_000, False)])
def test_an_ending_that_was_only_not_seen_keeps_its_bar_while_its_interval_shows(trials, barred):
    sampled = sampled_result(trials=trials)
    unseen = replace(sampled, outcomes=np.where(sampled.outcomes == 2, 1, sampled.outcomes))
    assert unseen.probability("repulsed").value == 0 < unseen.probability("repulsed").high
    ax = ending_bars({"croisades": unseen})
    assert ("repulsed" in [label.get_text() for label in ax.get_yticklabels()]) is barred
    assert ("not seen: repulsed" in ax.get_xlabel()) is not barred


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
    assert repulsed.get_linestyle() == foothold[0].get_linestyle()
    assert to_hex(repulsed.get_color()).upper() == ending_colour(
        "repulsed", exact_result().endings, exact_result().sides
    )


def test_every_curve_is_named_with_its_last_value():
    texts = {text.get_text().replace("\xa0", " ") for text in ending_curves(TWO).texts}
    assert {"foothold 37.5 %", "repulsed 50.0 %", "foothold 25 %", "cleared 6 %"} <= texts


RARE = "wall_taken_by_escalade_meanwhile"


def ticks(ax):
    ax.figure.canvas.draw()
    return [label.get_text() for label in ax.get_yticklabels()]


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

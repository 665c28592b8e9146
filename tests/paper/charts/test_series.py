import numpy as np
import pytest
from matplotlib.colors import to_hex

from mangonel.engine.result import series_frame
from mangonel.engine.run import run
from mangonel.paper.charts import style
from mangonel.paper.charts.series import series_curves
from paper.charts.made_games import skirmish

EXACT = run(skirmish(), engine="exact")
SAMPLED = run(skirmish(lowest=3), engine="monte-carlo", trials=400, seed=2)
COUNTED = run(skirmish(lowest=5), engine="counts", trials=4_000, seed=2)
DAYS = run(skirmish(14, 9, turns=60, unit="day"), engine="counts", trials=20_000, seed=1)
TWO = {"siege": EXACT, "croisades": SAMPLED}


def lines(ax):
    return [line for panel in ax.figure.axes for line in panel.get_lines()]


def drawn(ax, label):
    (line,) = [line for line in lines(ax) if line.get_label() == label]
    return line


def panel_of(ax, line_label):
    (panel,) = [one for one in ax.figure.axes if line_label in {line.get_label() for line in one.get_lines()}]
    return panel


@pytest.mark.parametrize("results", [TWO, {"a": COUNTED}, {"a": DAYS}], ids=["two", "counts", "days"])
def test_lines_hold_the_means_and_medians_of_the_frame(results):
    ax = series_curves(results)
    for label, result in results.items():
        frame = series_frame(result)
        for name in result.series:
            mine = frame[frame["series"] == name]
            for line, column in ((f"{label}: {name}", "mean"), (f"{label}: {name}, 50 %", "q50")):
                np.testing.assert_array_equal(drawn(ax, line).get_xdata(), mine[result.unit])
                np.testing.assert_allclose(drawn(ax, line).get_ydata(), mine[column], rtol=1e-15)


@pytest.mark.parametrize("results", [TWO, {"a": DAYS}], ids=["two", "days"])
def test_the_band_goes_from_the_value_of_10_to_that_of_90_percent(results):
    ax = series_curves(results)
    for label, result in results.items():
        for name in result.series:
            (path,) = panel_of(ax, f"{label}: {name}").collections[0].get_paths()
            watched = result.each_turn(name)
            for turn in range(result.turns + 1):
                low, high = watched.quantile(turn, 0.1), watched.quantile(turn, 0.9)
                at = turn + (0.1 if turn < result.turns else -0.1)  # on the step of this turn
                inside = [path.contains_point((at, y)) for y in (low - 0.01, low + 0.01, high - 0.01, high + 0.01)]
                assert inside == [False, low < high, low < high, False], (name, turn)


def test_a_sampled_mean_has_its_interval_and_an_exact_one_has_none():
    _, interval = series_curves({"croisades": SAMPLED}, series="defenders").collections
    frame = series_frame(SAMPLED).query("series == 'defenders'")
    heights = interval.get_paths()[0].vertices[:, 1]
    assert set(np.round(heights, 12)) == set(np.round([*frame["mean_lo"], *frame["mean_hi"]], 12))
    assert len(series_curves({"siege": EXACT}, series="defenders").collections) == 1


def test_a_colour_is_a_series_and_a_line_style_a_rule_set():
    ax = series_curves(TWO)
    attackers = [drawn(ax, f"{label}: attackers") for label in TWO]
    defenders = drawn(ax, "siege: defenders")
    assert len({line.get_color() for line in attackers}) == 1
    assert len({line.get_linestyle() for line in attackers}) == 2
    assert defenders.get_color() != attackers[0].get_color()
    # Drawn alone a series keeps its colour, and a side has the colour of the ending in which it wins.
    alone = drawn(series_curves(TWO, series=["defenders"]), "siege: defenders")
    assert alone.get_color() == defenders.get_color()
    assert to_hex(defenders.get_color()).upper() == style.ending_colour("defenders_win", EXACT.endings)


def test_the_axis_of_days_is_called_day():
    for result, unit in ((DAYS, "day"), (EXACT, "turn")):
        assert series_curves({"a": result}).figure.axes[-1].get_xlabel().split()[0] == unit


def test_every_curve_is_named_with_its_last_value():
    ax = series_curves({"siege": EXACT})
    for name in ("attackers", "defenders"):
        texts = {text.get_text() for text in panel_of(ax, f"siege: {name}").texts}
        watched = EXACT.each_turn(name)
        assert texts == {
            name,
            f"mean {watched.mean(12).value:.2f}",
            f"median {watched.quantile(12, 0.5)}",
            f"10\xa0%: {watched.quantile(12, 0.1)}",
            f"90\xa0%: {watched.quantile(12, 0.9)}",
        }

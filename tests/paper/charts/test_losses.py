"""Losses of a side, and the losses of two against each other."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_hex

from mangonel.engine.owners import Side
from mangonel.engine.run import run
from mangonel.paper.charts.exchange import exchange_height, exchange_ratio, loss_exchange
from mangonel.paper.charts.losses import loss_chances, loss_chart, sides
from mangonel.paper.charts.style import new_axes, side_colour
from pace import slow_after
from paper.charts.made_games import skirmish
from paper.charts.made_results import SIDES, exact_result, long_result, repeated_result, sampled_result
from paper.charts.measured import faults

TWO = {"siege": exact_result(), "croisades": sampled_result()}


def test_sides_with_losses_come_in_the_order_of_their_measures():
    result = exact_result()
    assert sides(result) == ("besiegers", "defenders")
    assert sides(replace(result, sides=SIDES[::-1])) == ("besiegers", "defenders")
    assert sides(replace(result, sides=(Side("besiegers"), SIDES[1]))) == ("defenders",)
    assert sides(replace(result, sides=())) == ()


def values(result, of):
    """Return the chances of exactly and of at least 0, 1, ... losses."""
    return tuple([chance.value for chance in each] for each in zip(*loss_chances(result, of), strict=True))


def test_chances_add_dead_and_wounded():
    exactly, at_least = values(exact_result(), "besiegers")
    # Losses of the six outcomes: 2, 2, 3, 5, 6, 1.
    assert exactly == [0, 0.0625, 0.3125, 0.125, 0, 0.25, 0.25]
    assert at_least == [1, 1, 0.9375, 0.625, 0.5, 0.5, 0.25]
    assert all(chance.low == chance.value for pair in loss_chances(exact_result(), "besiegers") for chance in pair)


def test_a_single_measure_can_be_drawn():
    assert values(exact_result(), "defenders_dead")[0] == [0.5625, 0.375, 0, 0.0625]


def test_bars_and_lines_hold_the_chances():
    ax = loss_chart(TWO, "besiegers")
    for label, result in TWO.items():
        exactly, at_least = values(result, "besiegers")
        (bars,) = [bars for bars in ax.containers if bars.get_label().startswith(f"{label}: exactly")]
        assert [bar.get_height() for bar in bars] == exactly
        (line,) = [line for line in ax.get_lines() if line.get_label().startswith(f"{label}: at least")]
        assert list(line.get_xdata()) == list(range(1, len(at_least)))
        assert list(line.get_ydata()) == at_least[1:]


def test_whiskers_are_the_intervals():
    ax = loss_chart({"croisades": sampled_result()}, "besiegers")
    ends = [(exactly.low, exactly.high) for exactly, _ in loss_chances(sampled_result(), "besiegers")]
    whiskers = ax.collections[0].get_segments()
    np.testing.assert_allclose([(low[1], high[1]) for low, high in whiskers], ends, atol=1e-12)


def test_title_claims_no_difference_that_cannot_be_told():
    few = {"siege": exact_result(), "croisades": sampled_result(trials=4)}
    assert "cannot be told apart" in loss_chart(few, "besiegers").get_title(loc="left")
    assert "cannot be told apart" not in loss_chart(TWO, "besiegers").get_title(loc="left")


def test_men_of_a_side_with_a_name_of_their_own_have_its_colour():
    who = (Side("owner"), Side("layer", losses=SIDES[0].losses, losers="besiegers"))
    drawn = loss_chart({"siege": replace(exact_result(), sides=who)}, "besiegers").containers[0].patches[0]
    assert to_hex(drawn.get_facecolor()).upper() == side_colour("layer", who)


def test_losses_have_the_colour_of_the_side_and_a_hatch_for_the_rule_set():
    wins = (("foothold", "cleared"), ("repulsed",))
    who = tuple(replace(side, wins=won) for side, won in zip(SIDES, wins, strict=True))
    both = {label: replace(result, sides=who) for label, result in TWO.items()}
    for side in ("besiegers", "defenders"):
        drawn = [bars.patches[0] for bars in loss_chart(both, side).containers if "exactly" in str(bars.get_label())]
        assert [to_hex(bar.get_facecolor()).upper() for bar in drawn] == [side_colour(side, who)] * 2
        assert len({bar.get_hatch() for bar in drawn}) == 2


LONG = "croisades with mounted missiles and my own melee table, third draft"
FIGHT = run(skirmish(14, 12, turns=60), engine="exact")


def cells(ax) -> dict[tuple[str, str], str]:
    """Return the number in each cell of a panel by what stands at its column and row."""
    columns = [label.get_text() for label in ax.get_xticklabels()]
    rows = [label.get_text() for label in ax.get_yticklabels()]
    inside = [text for text in ax.texts if text.get_ha() == "center"]
    places = {tuple(round(part) for part in text.get_position()): text.get_text() for text in inside}
    return {(columns[x], rows[y]): number for (x, y), number in places.items()}


def test_every_cell_holds_the_probability_of_its_pair():
    found = cells(loss_exchange({"siege": exact_result()}))
    assert len(found) == 7 * 5
    assert {pair: number for pair, number in found.items() if number != "0"} == {
        ("1", "4"): "6.2",
        ("2", "1"): "31.2",
        ("3", "2"): "12.5",
        ("5", "0"): "25.0",
        ("6", "1"): "25.0",
    }


def test_classes_leave_no_game_out():
    ax = loss_exchange({"siege": FIGHT})
    # The defenders nearly always fall to the last man.
    assert [label.get_text() for label in ax.get_yticklabels()] == ["0-10", "11", "12"]
    assert len(ax.get_xticklabels()) <= 10
    assert len(ax.patches) == len(ax.get_xticklabels()) * len(ax.get_yticklabels())
    sums = [0.0 if number.startswith("<") else float(number) for number in cells(ax).values()]
    assert sum(sums) == pytest.approx(100, abs=0.5)


def test_ratio_of_the_means():
    result = exact_result()
    values = np.array([2, 2, 3, 5, 6, 1]) @ result.weights, np.array([1, 1, 2, 0, 1, 4]) @ result.weights
    assert exchange_ratio(result, "besiegers", "defenders").value == pytest.approx(values[1] / values[0])
    assert exchange_ratio(result, "besiegers", "defenders").exact


@pytest.mark.parametrize("engine", slow_after(1, ["monte-carlo", "counts"]))
def test_the_interval_of_the_ratio_holds_the_true_one(engine):
    game = skirmish(3, 2)
    true = exchange_ratio(run(game, engine="exact"), "attackers", "defenders").value
    held = 0
    for seed in range(60):
        found = exchange_ratio(run(game, engine=engine, trials=400, seed=seed), "attackers", "defenders")
        held += found.low <= true <= found.high
    # Fewer than 50 of 60 would be a matter of one in 10,000 for intervals of 95 %.
    assert held >= 50
    assert found.high - found.low < 0.5


def test_nobody_lost_has_no_ratio():
    nobody = replace(exact_result(), outcomes=exact_result().outcomes * np.array([1, 1, 0, 0, 1, 1]))
    assert exchange_ratio(nobody, "besiegers", "defenders") is None
    assert loss_exchange({"siege": nobody}).get_title(loc="left").endswith("siege -")


def test_the_title_of_two_sides_claims_no_difference_that_cannot_be_told():
    few = {"siege": exact_result(), "croisades": sampled_result(trials=9)}
    assert "cannot be told apart" in loss_exchange(few).get_title(loc="left").replace("\n", " ")
    assert loss_exchange({"a": exact_result(), "b": exact_result()}).get_title(loc="left").endswith("(the same)")


def test_each_result_has_a_panel_with_the_same_classes():
    ax = loss_exchange(TWO)
    one, other = ax.figure.axes
    assert one is ax
    assert [label.get_text() for label in one.get_xticklabels()] == [
        label.get_text() for label in other.get_xticklabels()
    ]
    assert [text.get_text() for panel in (one, other) for text in panel.texts if text.get_ha() == "left"] == list(TWO)


@pytest.mark.parametrize(
    ("results", "width"),
    [
        ({"siege": exact_result()}, 7.0),
        (TWO, 4.0),
        ({"siege": long_result("siege"), LONG: long_result("x", seed=4, trials=900)}, 4.0),
        ({"a": exact_result(), "b": sampled_result(), "c": repeated_result()}, 7.0),
        ({"siege": FIGHT}, 4.0),
    ],
    ids=["one", "two", "long", "three", "large"],
)
def test_texts_lie_inside_and_do_not_overlap(results, width):
    ax = loss_exchange(results, ax=new_axes(width, exchange_height(results)))
    assert faults(ax.figure) == []
    assert min(text.get_fontsize() for panel in ax.figure.axes for text in panel.texts) >= 8

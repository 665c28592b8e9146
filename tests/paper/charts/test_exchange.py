from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_hex

from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.paper.charts.exchange import exchange_height, exchange_ratio, loss_exchange
from mangonel.paper.charts.style import contrast, new_axes
from pace import slow_after
from paper.charts.made_games import skirmish
from paper.charts.made_results import exact_result, long_result, repeated_result, sampled_result
from paper.charts.measured import faults, leaving

LONG = "croisades with mounted missiles and my own melee table, third draft"
TWO = {"siege": exact_result(), "croisades": sampled_result()}
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


def test_rare_losses_share_the_last_class():
    weights = np.array([0.0625, 0.3, 0.125, 0.25, 0.2624, 0.0001])
    ax = loss_exchange({"siege": exact_result(weights=weights)})
    assert [label.get_text() for label in ax.get_yticklabels()] == ["0", "1", "2+"]
    assert cells(ax)["3", "2+"] == "12.5"


def test_darkest_is_the_largest_and_numbers_stand_out():
    ax = loss_exchange({"siege": exact_result()})
    colours = [to_hex(patch.get_facecolor()).upper() for patch in ax.patches]
    texts = [text for text in ax.texts if text.get_ha() == "center"]
    darkest = min(range(len(colours)), key=lambda place: contrast(colours[place], "#000000"))
    assert texts[darkest].get_text() == "31.2"
    assert all(contrast(to_hex(text.get_color()), colour) >= 4.5 for text, colour in zip(texts, colours, strict=True))


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


def test_title_claims_no_difference_that_cannot_be_told():
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
    "results",
    [
        {"siege": exact_result()},
        TWO,
        {"siege": long_result("siege"), LONG: long_result("x", seed=4, trials=900)},
        {"a": exact_result(), "b": sampled_result(), "c": repeated_result()},
        {"siege": FIGHT},
    ],
    ids=["one", "two", "long", "three", "large"],
)
@pytest.mark.parametrize("width", [7.0, 4.0])
def test_texts_lie_inside_and_do_not_overlap(results, width):
    ax = loss_exchange(results, ax=new_axes(width, exchange_height(results)))
    assert faults(ax.figure) == []
    assert min(text.get_fontsize() for panel in ax.figure.axes for text in panel.texts) >= 8


def test_given_axes_are_used_and_nothing_leaves_their_place():
    assert leaving(lambda ax: loss_exchange(TWO, ax=ax), (10, 8), (0.2, 0.25, 0.6, 0.5)) == []


def test_one_side_alone_is_named():
    alone = replace(exact_result(), sides=exact_result().sides[:1])
    with pytest.raises(DataError, match="two sides are needed"):
        loss_exchange({"siege": alone})
    with pytest.raises(DataError, match="no result"):
        loss_exchange({})

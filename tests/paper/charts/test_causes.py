"""Bars of causes: sizes, order, room."""

import pytest

from mangonel.engine.intervals import Estimate
from mangonel.errors import DataError
from mangonel.paper.charts.style import new_axes
from mangonel.paper.charts.tornado import cause_bars, causes_height

EXACT = {
    "Movement allowances": (Estimate.of_exact(0.134), Estimate.of_exact(0.121)),
    "Up the ladder and onto the wall in one move": (Estimate.of_exact(-0.031), Estimate.of_exact(-0.052)),
    "Range bands": (Estimate.of_exact(0.0), Estimate.of_exact(0.004)),
}
SAMPLED = {name: tuple(Estimate.of_normal(one.value, 0.004) for one in pair) for name, pair in EXACT.items()}
TOTAL = Estimate.of_exact(0.1036)
NAMES = ("Siege and Cry Havoc", "Croisades")


def drawn(causes=EXACT, width=7.0):
    title = "What each change of the rules does to “besiegers win”"
    ax = new_axes(width, causes_height(causes, title, width))
    return cause_bars(causes, TOTAL, names=NAMES, ax=ax, title=title)


def test_bars_are_as_long_as_each_change_alone_and_diamonds_stand_at_the_last():
    ax = drawn()
    assert [bar.get_width() for bar in ax.patches] == pytest.approx([0.1036, 0.134, -0.031, 0.0])
    diamonds = [line for line in ax.lines if line.get_marker() == "D"]
    assert [float(line.get_xdata()[0]) for line in diamonds] == pytest.approx([0.121, -0.052, 0.004])


def test_numbers_have_their_signs():
    texts = [text.get_text().replace("\xa0", " ") for text in drawn().texts]
    assert texts == ["+10.4 points", "+13.4 points", "\N{MINUS SIGN}3.1 points", "0 points"]


def test_whiskers_belong_to_sampled_bars_only():
    assert not drawn().collections
    assert len(drawn(SAMPLED).collections) == len(SAMPLED)


def test_no_cause_is_no_chart():
    with pytest.raises(DataError, match="no cause"):
        cause_bars({}, TOTAL, names=NAMES)

"""Dots of any number of rule sets: places, marks, room."""

import pytest

from mangonel.engine.intervals import Estimate
from mangonel.errors import DataError
from mangonel.paper.charts.bars import dot_chart, dots_height
from mangonel.paper.charts.style import new_axes

LABELS = ("Siege and Cry Havoc", "Croisades", "Siege, German rules", "My own rules, third draft", "Vikings")
ROWS = {
    "One ladder against two hexes of wall: besiegers win": tuple(
        map(Estimate.of_exact, (0.386, 0.485, 0.43, 0.1, 0.4))
    ),
    "Storm after storm of the breach before relief comes: besiegers win": tuple(
        Estimate.of_normal(value, 0.01) for value in (0.5, 0.5, 0.8, 0.75, 0.99)
    ),
    "never": tuple(map(Estimate.of_exact, (0.0,) * 5)),
}


def drawn(width=7.0):
    title = "How often what is asked happens, scenario by scenario"
    ax = new_axes(width, dots_height(tuple(ROWS), LABELS, title, width))
    return dot_chart(ROWS, LABELS, ax=ax, title=title)


def dots(ax):
    return [line for line in ax.lines if len(line.get_xdata()) == 1 and line.get_markersize() > 6]


def test_a_dot_stands_at_every_chance():
    found = sorted(float(line.get_xdata()[0]) for line in dots(drawn()))
    assert found == sorted(one.value for row in ROWS.values() for one in row)


def test_every_rule_set_has_a_mark_of_its_own_and_the_first_is_hollow():
    marks = [(line.get_marker(), line.get_markerfacecolor()) for line in dots(drawn())][: len(LABELS)]
    assert len({mark for mark, _ in marks}) == len(LABELS)
    # The first is drawn last, so that it is seen where others lie below it.
    assert [fill for _, fill in marks].index("#FFFFFF") == len(LABELS) - 1


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(DataError, match="no row"):
        dot_chart({}, LABELS)
    with pytest.raises(DataError, match="a chance for each"):
        dot_chart({"one": ()}, LABELS)

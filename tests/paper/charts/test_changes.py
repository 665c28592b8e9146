"""The map of differences of chances."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from matplotlib.colors import to_hex

from mangonel.errors import DataError
from mangonel.paper.charts.changes import (
    Changes,
    change_height,
    change_map,
    change_width,
    written_change,
    written_points,
)
from mangonel.paper.charts.style import change_shade, contrast, lightness, new_axes
from mangonel.rules.words import in_words
from paper.charts.measured import faults, text_boxes

TENTH = Fraction(1, 10)
SMALL = Changes(
    ("longbow, short", "longbow, long"),
    (("no cover", "killed"), ("no cover", "wounded"), ("light cover", "killed")),
    ((TENTH, Fraction(0), Fraction(-2, 10)), ("?", Fraction(1, 3000), Fraction(1, 3))),
)


def wide(rows, columns):
    return Changes(
        tuple(f"a weapon, {row} to {row + 10} hexes" for row in range(rows)),
        tuple((f"cover of kind {place // 4}", f"a long outcome {place % 4}") for place in range(columns)),
        tuple(tuple(Fraction(row - column, 30) for column in range(columns)) for row in range(rows)),
    )


def test_differences_are_written_with_their_sign_and_no_more_than_a_decimal():
    numbers = [TENTH, -TENTH, Fraction(0), Fraction(1, 3), Fraction(-1, 3), Fraction(1, 3000), Fraction(-1, 3000)]
    assert [written_change(number) for number in numbers] == [
        "+10",
        "\N{MINUS SIGN}10",
        "0",
        "+33.3",
        "\N{MINUS SIGN}33.3",
        "0.0",
        "0.0",
    ]
    assert [written_points(number) for number in numbers[-2:]] == ["just above 0", "just below 0"]
    german = replace(in_words(None), decimal=",")
    assert written_change(Fraction(1, 3), german) == "+33,3"


def test_every_cell_that_differs_holds_its_number_and_no_other():
    ax = change_map(SMALL, title="A finding")
    texts = {}
    for text in ax.texts:
        x, y = text.get_position()
        if y >= 0:
            texts[round(x), round(y)] = text.get_text()
    assert texts == {
        (0, 0): "+10",
        (1, 0): "",
        (2, 0): "\N{MINUS SIGN}20",
        (0, 1): "?",
        (1, 1): "0.0",
        (2, 1): "+33.3",
    }
    assert [label.get_text() for label in ax.get_yticklabels()] == list(SMALL.rows)
    heads = [text.get_text() for text in ax.texts if text.get_position()[1] < 0]
    assert heads == ["killed", "wounded", "killed", "no cover", "light cover"]


def test_more_is_green_and_less_is_purple_and_the_larger_the_darker():
    assert lightness(change_shade(1)) < lightness(change_shade(0.5)) < lightness(change_shade(0.1))
    assert lightness(change_shade(-1)) < lightness(change_shade(-0.5)) < lightness(change_shade(-0.1))
    assert change_shade(0) == "#FFFFFF"
    ax = change_map(SMALL)
    colours = [to_hex(patch.get_facecolor()).upper() for patch in ax.patches]
    assert colours == [change_shade(share) for share in (0.3, 0, -0.6, 0, 0.001, 1)]
    for text, colour in zip(ax.texts, colours, strict=False):
        assert contrast(to_hex(text.get_color()), colour) >= 4.5


def test_the_largest_change_is_found_whatever_its_sign():
    assert SMALL.largest == (1, 2)
    assert replace(SMALL, points=((Fraction(0), "?", Fraction(0)),) * 2).largest is None
    assert replace(SMALL, points=((TENTH, -2 * TENTH, TENTH),) * 2).largest == (0, 1)


def test_no_cell_is_refused():
    with pytest.raises(DataError, match="no cell"):
        change_map(replace(SMALL, rows=(), points=()))


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (7, 16), (4, 12), (12, 11)])
def test_on_a_phone_the_columns_stand_in_parts_below_each_other(size):
    made = wide(*size)
    title = "A finding that is long enough to take more than one line over a map as wide as this one is"
    ax = change_map(made, ax=new_axes(4, change_height(made, title, 4)), title=title)
    assert faults(ax.figure) == []
    places = ax.figure.axes
    assert len(places) > 1 or change_width(made) <= 4
    assert [place.get_position().y0 for place in places] == sorted(
        (place.get_position().y0 for place in places), reverse=True
    )
    # Every number stands once, in the order of the columns, and every part has the names of all rows.
    found = [[] for _ in made.rows]
    for place in places:
        for text in place.texts:
            if text.get_position()[1] >= 0:
                found[round(text.get_position()[1])].append(text.get_text())
        assert len(place.get_yticklabels()) == len(made.rows)
    assert found == [[written_change(value) if value else "" for value in row] for row in made.points]
    # Its shade is that of the whole map, not of its part.
    shades = [to_hex(patch.get_facecolor()).upper() for place in places for patch in place.patches]
    whole = [to_hex(patch.get_facecolor()).upper() for patch in change_map(made).patches]
    assert sorted(shades) == sorted(whole)
    # No cell is narrower than its number.
    for place in places:
        room = 72 * ax.figure.get_size_inches()[0] * place.get_position().width / len(place.patches) * len(made.rows)
        assert all(
            box.width < room for text, box in text_boxes(ax.figure) if re.fullmatch("[+\N{MINUS SIGN}<>0-9.]+", text)
        )

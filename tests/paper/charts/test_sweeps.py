"""Lines of a sweep over one thing."""

from dataclasses import replace

import pytest
from matplotlib.colors import to_hex

from mangonel.errors import DataError
from mangonel.paper.charts.heat import sweep_lines
from mangonel.paper.charts.style import ending_colour
from paper.charts.made_results import sweep

ENDINGS = ("cleared", "foothold")


def line(columns=5, **options):
    return sweep(columns, 1, **options)


def test_a_line_goes_through_every_number_at_its_value():
    made = replace(line(4), xs=(2, 4, 6, 10))
    ax = sweep_lines({"siege": made}, endings=ENDINGS, title="A finding")
    (drawn,) = [one for one in ax.lines if one.get_label() == "siege"]
    assert list(drawn.get_xdata()) == [0, 2, 4, 8]
    assert list(drawn.get_ydata()) == [found.value for found in made.estimates[0]]
    assert [(tick, label.get_text()) for tick, label in zip(ax.get_xticks(), ax.get_xticklabels(), strict=True)] == [
        (0, "2"),
        (2, "4"),
        (4, "6"),
        (8, "10"),
    ]
    assert to_hex(drawn.get_color()).upper() == ending_colour("foothold", ENDINGS)


def test_values_out_of_order_are_put_in_order():
    made = replace(line(3), xs=(6, 2, 4))
    (drawn,) = [one for one in sweep_lines({"siege": made}).lines if one.get_label() == "siege"]
    assert list(drawn.get_xdata()) == [0, 2, 4]
    values = [found.value for found in made.estimates[0]]
    assert list(drawn.get_ydata()) == [values[1], values[2], values[0]]


def test_sampled_lines_have_bands_and_exact_ones_have_none():
    assert not sweep_lines({"siege": line()}).collections
    assert len(sweep_lines({"siege": line(trials=400)}).collections) == 1


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(DataError, match="two values"):
        sweep_lines({"siege": line(1)})
    with pytest.raises(DataError, match="different values"):
        sweep_lines({"siege": line(3), "croisades": line(4)})

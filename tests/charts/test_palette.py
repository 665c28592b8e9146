from __future__ import annotations

from itertools import combinations, pairwise

from mangonel.charts import palette

ENDINGS = ("a", "b", "c", "d", "e", "f")


def test_neighbouring_endings_differ_in_grey():
    colours = [palette.ending_colour(name, ENDINGS) for name in ENDINGS]
    for one, other in pairwise(colours):
        assert abs(palette.lightness(one) - palette.lightness(other)) >= 11


def test_undecided_differs_in_grey_from_the_endings_that_can_stand_beside_it():
    for count in range(2, 5):
        last = palette.ending_colour(ENDINGS[count - 1], ENDINGS)
        grey = palette.ending_colour("undecided", ENDINGS)
        assert abs(palette.lightness(last) - palette.lightness(grey)) >= 11


def test_lightness_of_known_colours():
    assert round(palette.lightness("#FFFFFF"), 6) == 100
    assert palette.lightness("#000000") == 0
    assert round(palette.lightness("#777777")) == 50


def test_contrast_of_known_colours():
    assert round(palette.contrast("#000000", "#FFFFFF"), 6) == 21
    assert round(palette.contrast("#FFFFFF", "#767676"), 2) == 4.54


def test_shades_fall_steadily_in_grey_and_always_leave_readable_text():
    shades = [palette.shade(step / 100) for step in range(101)]
    lightness = [palette.lightness(colour) for colour in shades]
    assert all(after < before for before, after in pairwise(lightness))
    assert min(palette.contrast(palette.text_on(colour), colour) for colour in shades) >= 4.5


def test_rule_sets_differ_without_colour():
    for one, other in combinations(range(4), 2):
        assert palette.line_style(one) != palette.line_style(other)
        assert palette.marker(one) != palette.marker(other)
        assert palette.hatch(one) != palette.hatch(other)

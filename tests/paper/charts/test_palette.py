from itertools import combinations, pairwise

import pytest

from mangonel.engine.owners import Side
from mangonel.games.scenario import scenario_names
from mangonel.paper.charts import palette
from shipped_games import shipped_game

SIDES = (Side("red", ("a", "c", "f"), own=("horses",)), Side("green", ("b", "e")))
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


def test_endings_of_a_side_have_shades_of_its_colour_and_those_of_nobody_are_grey():
    red, other = palette.side_colour("red", SIDES), palette.side_colour("green", SIDES)
    assert [palette.ending_colour("a", ENDINGS, SIDES), palette.ending_colour("b", ENDINGS, SIDES)] == [red, other]
    for ours, colour in ((SIDES[0], red), (SIDES[1], other)):
        shades = [palette.ending_colour(one, ENDINGS, SIDES) for one in ours.wins]
        assert shades[0] == colour
        for one, later in combinations(shades, 2):
            assert abs(palette.lightness(one) - palette.lightness(later)) >= 11
    nobodys = palette.ending_colour("d", ENDINGS, SIDES)
    assert nobodys[1:3] == nobodys[3:5] == nobodys[5:7]
    assert nobodys != palette.ending_colour("undecided", ENDINGS, SIDES)


def test_series_and_losses_of_a_side_have_its_colour():
    names = ("horses", "green_living", "red_living", "smoke")
    red, green = palette.side_colour("red", SIDES), palette.side_colour("green", SIDES)
    assert [palette.series_colour(one, names, SIDES) for one in names[:2]] == [red, green]
    assert palette.series_colour("red_living", names, SIDES) == red
    assert palette.series_colour("smoke", names, SIDES) not in {red, green}
    assert palette.side_colour("green_dead", SIDES) == green
    assert palette.side_colour("smoke", SIDES) is None


def test_colours_go_by_place_where_no_side_is_named():
    assert palette.series_colour("second", ("first", "second")) == palette.ending_colour("b", ENDINGS)


def test_more_and_less_have_no_colour_of_a_side():
    sides = {palette.side_colour(one.name, SIDES) for one in SIDES}
    assert not sides & {palette.change_shade(1), palette.change_shade(-1)}


@pytest.mark.parametrize("name", scenario_names())
def test_besiegers_are_blue_and_defenders_orange_in_every_sequence(name):
    played = shipped_game(name)
    known = {"besiegers": "#0072B2", "attackers": "#0072B2", "a": "#0072B2", "defenders": "#E69F00", "b": "#E69F00"}
    for side in played.sides:
        colour = palette.side_colour(side.name, played.sides)
        assert colour == known.get(side.name, colour)
        assert palette.ending_colour(side.wins[0], played.endings, played.sides) == colour
    colours = [palette.ending_colour(one, played.endings, played.sides) for one in played.endings]
    assert len(set(colours)) == len(colours)
    for one, other in combinations(colours, 2):
        assert abs(palette.lightness(one) - palette.lightness(other)) >= 8

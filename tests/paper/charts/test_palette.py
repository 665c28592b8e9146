from itertools import combinations, pairwise

import pytest

from mangonel.engine.owners import Side
from mangonel.games.scenario import scenario_names
from mangonel.paper.charts import style
from shipped_games import shipped_game

SIDES = (Side("red", ("a", "c", "f"), own=("horses",)), Side("green", ("b", "e")))
ENDINGS = ("a", "b", "c", "d", "e", "f")


def test_neighbouring_endings_differ_in_grey():
    colours = [style.ending_colour(name, ENDINGS) for name in ENDINGS]
    for one, other in pairwise(colours):
        assert abs(style.lightness(one) - style.lightness(other)) >= 11


def test_undecided_differs_in_grey_from_the_endings_that_can_stand_beside_it():
    for count in range(2, 5):
        last = style.ending_colour(ENDINGS[count - 1], ENDINGS)
        grey = style.ending_colour("undecided", ENDINGS)
        assert abs(style.lightness(last) - style.lightness(grey)) >= 11


def test_shades_fall_steadily_in_grey_and_always_leave_readable_text():
    shades = [style.shade(step / 100) for step in range(101)]
    lightness = [style.lightness(colour) for colour in shades]
    assert all(after < before for before, after in pairwise(lightness))
    assert min(style.contrast(style.text_on(colour), colour) for colour in shades) >= 4.5


def test_rule_sets_differ_without_colour():
    for one, other in combinations(range(4), 2):
        assert style.line_style(one) != style.line_style(other)
        assert style.marker(one) != style.marker(other)
        assert style.hatch(one) != style.hatch(other)


def test_endings_of_a_side_have_shades_of_its_colour_and_those_of_nobody_are_grey():
    red, other = style.side_colour("red", SIDES), style.side_colour("green", SIDES)
    assert [style.ending_colour("a", ENDINGS, SIDES), style.ending_colour("b", ENDINGS, SIDES)] == [red, other]
    for ours, colour in ((SIDES[0], red), (SIDES[1], other)):
        shades = [style.ending_colour(one, ENDINGS, SIDES) for one in ours.wins]
        assert shades[0] == colour
        for one, later in combinations(shades, 2):
            assert abs(style.lightness(one) - style.lightness(later)) >= 11
    nobodys = style.ending_colour("d", ENDINGS, SIDES)
    assert nobodys[1:3] == nobodys[3:5] == nobodys[5:7]
    assert nobodys != style.ending_colour("undecided", ENDINGS, SIDES)


def test_series_and_losses_of_a_side_have_its_colour():
    names = ("horses", "green_living", "red_living", "smoke")
    red, green = style.side_colour("red", SIDES), style.side_colour("green", SIDES)
    assert [style.series_colour(one, names, SIDES) for one in names[:2]] == [red, green]
    assert style.series_colour("red_living", names, SIDES) == red
    assert style.series_colour("smoke", names, SIDES) not in {red, green}
    assert style.side_colour("green_dead", SIDES) == green
    assert style.side_colour("smoke", SIDES) is None


def test_more_and_less_have_no_colour_of_a_side():
    sides = {style.side_colour(one.name, SIDES) for one in SIDES}
    assert not sides & {style.change_shade(1), style.change_shade(-1)}


@pytest.mark.parametrize("name", scenario_names())
def test_besiegers_are_blue_and_defenders_orange_in_every_sequence(name):
    played = shipped_game(name)
    known = {"besiegers": "#0072B2", "attackers": "#0072B2", "a": "#0072B2", "defenders": "#E69F00", "b": "#E69F00"}
    for side in played.sides:
        colour = style.side_colour(side.name, played.sides)
        assert colour == known.get(side.name, colour)
        assert style.ending_colour(side.wins[0], played.endings, played.sides) == colour
    colours = [style.ending_colour(one, played.endings, played.sides) for one in played.endings]
    assert len(set(colours)) == len(colours)
    for one, other in combinations(colours, 2):
        assert abs(style.lightness(one) - style.lightness(other)) >= 8

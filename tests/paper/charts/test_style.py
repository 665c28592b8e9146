"""Colours, layout, and the marks that a page reads."""

import re
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib import rcParams
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from mangonel.engine.owners import Side
from mangonel.games.scenario import scenario_names
from mangonel.paper.charts import style
from mangonel.paper.charts.bars import ending_bars
from mangonel.paper.charts.curves import ending_curves
from mangonel.paper.charts.layout import PercentTicks, spread, text_width, wrapped
from mangonel.paper.charts.style import AREA, image, mark, marked
from paper.charts.made_results import exact_result, sampled_result
from shipped_games import shipped_game

SIDES = (Side("red", ("a", "c", "f"), own=("horses",)), Side("green", ("b", "e")))
ENDINGS = ("a", "b", "c", "d", "e", "f")


def test_neighbouring_endings_differ_in_grey():
    colours = [style.ending_colour(name, ENDINGS) for name in ENDINGS]
    for one, other in pairwise(colours):
        assert style.contrast(one, other) >= 1.4


def test_shades_fall_steadily_in_grey_and_always_leave_readable_text():
    shades = [style.shade(step / 100) for step in range(101)]
    darkness = [style.contrast("#FFFFFF", colour) for colour in shades]
    assert all(before < after for before, after in pairwise(darkness))
    assert min(style.contrast(style.text_on(colour), colour) for colour in shades) >= 4.5


def test_rule_sets_differ_without_colour():
    for looks in (style.LINES, style.MARKERS, style.HATCHES):
        assert len({style.nth(looks, place) for place in range(4)}) == 4


def test_endings_of_a_side_have_shades_of_its_colour_and_those_of_nobody_are_grey():
    red, other = style.side_colour("red", SIDES), style.side_colour("green", SIDES)
    assert [style.ending_colour("a", ENDINGS, SIDES), style.ending_colour("b", ENDINGS, SIDES)] == [red, other]
    for ours, colour in ((SIDES[0], red), (SIDES[1], other)):
        shades = [style.ending_colour(one, ENDINGS, SIDES) for one in ours.wins]
        assert shades[0] == colour
        for one, later in combinations(shades, 2):
            assert style.contrast(one, later) >= 1.4
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


def test_losses_of_two_sides_are_told_apart_in_grey():
    red, green = (style.loss_shades(f"{side}_dead", SIDES) for side in ("red", "green"))
    # Four are shown at most: never the palest of both.
    for one, other in combinations([*red[:3], *green[:3]], 2):
        assert style.contrast(one, other) >= 1.15
    nobodys = style.loss_shades("smoke", SIDES)
    assert all(style.contrast(one, other) >= 1.4 for one, other in combinations(nobodys, 2))


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
        assert style.contrast(one, other) >= 1.25


TWO = {"siege": exact_result(), 'croisades & <b>"own"</b>': sampled_result()}


@settings(max_examples=15)
@given(st.text(), st.text())
def test_what_is_marked_is_read_again_from_an_id_of_plain_letters(series, text):
    artist = Line2D([], [])
    mark(artist, series, text)
    assert re.fullmatch(r"mark-[0-9a-f]+", artist.get_gid())
    assert marked(artist.get_gid()) == (series, text)


def test_other_ids_are_no_marks():
    assert marked("patch_1") is None
    assert marked("") is None


def found(ax):
    return [marked(name) for name in re.findall(r'id="(mark-[0-9a-f]+)"', image(ax, "svg", outlines=False).decode())]


def test_curves_have_the_place_of_their_turns():
    marks = found(ending_curves(TWO))
    assert (AREA, str(exact_result().turns)) in marks
    assert {series for series, _ in marks} >= set(TWO)


labels = st.lists(st.tuples(st.floats(0, 1), st.floats(0.01, 0.12)), min_size=1, max_size=10)


@given(labels)
def test_spread_labels_never_overlap_and_stay_in_the_room_if_they_fit(entries):
    wanted, heights = zip(*entries, strict=True)
    found = spread(wanted, heights, 0.0, 1.0)
    boxes = sorted((centre - height / 2, centre + height / 2) for centre, height in zip(found, heights, strict=True))
    for (_, top), (bottom, _) in pairwise(boxes):
        assert bottom >= top - 1e-9
    if sum(heights) <= 1:
        assert boxes[0][0] >= -1e-9
        assert boxes[-1][1] <= 1 + 1e-9


@given(labels)
def test_spread_keeps_the_order(entries):
    wanted, heights = zip(*entries, strict=True)
    found = spread(wanted, heights, 0.0, 1.0)
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    assert [found[place] for place in order] == sorted(found)


@given(st.text("abc -_", max_size=60), st.floats(20, 200))
def test_wrapped_lines_fit_and_lose_no_letter(text, width):
    lines = wrapped(text, width, 9)
    assert all(text_width(line, 9) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_the_style_leaves_the_users_settings_alone():
    before = dict(rcParams)
    ending_bars({"siege": exact_result()})
    assert dict(rcParams) == before


def test_names_with_dollars_are_not_mathematics():
    ax = ending_bars({"$x^2$ and $": exact_result(), "siege": exact_result()})
    assert b"<svg" in image(ax, "svg")
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    assert texts[0] == "$x^2$ and $"


def test_a_tick_between_whole_percents_keeps_its_decimal():
    ax = Figure().add_subplot()
    said = {}
    for ticks in ((0, 0.025, 0.05), (0, 0.05, 0.1)):
        ax.set_yticks(ticks)
        ax.yaxis.set_major_formatter(PercentTicks(0.1))
        said[ticks] = [label.get_text().replace("\xa0", " ") for label in ax.get_yticklabels()]
    assert list(said.values()) == [["0.0 %", "2.5 %", "5.0 %"], ["0 %", "5 %", "10 %"]]

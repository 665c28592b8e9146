"""Marks that a page reads: they survive the way into an SVG, whatever their words are."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.lines import Line2D

from mangonel.paper.charts.bars import ending_bars
from mangonel.paper.charts.curves import ending_curves
from mangonel.paper.charts.heat import heat_map
from mangonel.paper.charts.losses import loss_chart
from mangonel.paper.charts.style import AREA, LEGEND, image, mark, marked
from paper.charts.made_results import exact_result, sampled_result, sweep

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


def test_bars_say_their_numbers_and_the_legend_names_their_series():
    marks = found(ending_bars(TWO))
    said = [text.replace("\xa0", " ") for series, text in marks if series == "siege" and text]
    assert said[0] == "foothold: siege 37.5 %"
    assert {series for series, _ in marks} == {*TWO, *(f"{LEGEND}{name}" for name in TWO)}


def test_curves_have_the_place_of_their_turns():
    marks = found(ending_curves(TWO))
    assert (AREA, str(exact_result().turns)) in marks
    assert {series for series, _ in marks} >= set(TWO)


def test_cells_of_a_map_say_where_they_are_and_their_number():
    said = [text.replace("\xa0", " ") for _, text in found(heat_map(sweep(3, 2)))]
    assert said[1] == "ladders 2, defenders on wall 2: 8.9 %"
    assert len(said) == 12  # six cells, with a number in each


def test_bars_and_lines_of_losses_are_switched_by_their_names_in_the_legend():
    marks = found(loss_chart({"siege": exact_result()}, "defenders"))
    series = {name for name, _ in marks if not name.startswith(LEGEND)}
    assert {f"{LEGEND}{name}" for name in series} == {name for name, _ in marks if name.startswith(LEGEND)}
    assert len(series) == 2
    assert any(text.replace("\xa0", " ") == "2 (exactly so many): 12.5 %" for _, text in marks)

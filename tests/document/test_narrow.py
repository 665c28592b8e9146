"""Pictures as a phone has them: about half as wide, with all their texts apart."""

import pytest

from document.made_study import TEXT, days, exact_against_sampled, fires, long_names, sampled_days
from document.marked import longer
from mangonel.document.scenario import build_report
from mangonel.paper.blocks import NARROW_WIDTH, PICTURE_WIDTH, Picture
from mangonel.paper.charts.series import series_curves, series_height
from mangonel.paper.charts.style import new_axes, root_figure
from mangonel.rules.words import in_words
from paper.charts.measured import outside, overlaps, text_boxes

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("made", [days, sampled_days, fires, exact_against_sampled, long_names])
@pytest.mark.parametrize(
    "words", [longer(), pytest.param(in_words(None), marks=pytest.mark.release)], ids=["longer", "english"]
)
def test_no_text_overlaps_or_is_cut_on_a_phone(made, words):
    sections = build_report(made(), TEXT, words=words).sections
    narrow = [block for part in sections for block in part.blocks if isinstance(block, Picture) and block.narrow]
    assert narrow
    for picture in narrow:
        figure = root_figure(picture.draw(ax=new_axes(NARROW_WIDTH, picture.narrow)))
        boxes = text_boxes(figure)
        assert overlaps(boxes) == [], picture.name
        assert outside(figure, boxes) == [], picture.name


def test_panels_stand_below_each_other_where_there_is_no_room_beside():
    compared = days()
    results = {"siege": compared.left, "croisades": compared.right}
    for width, across in ((PICTURE_WIDTH, 2), (NARROW_WIDTH, 1)):
        ax = series_curves(results, ax=new_axes(width, series_height(results, width=width)))
        lefts = {round(panel.get_position().x0, 3) for panel in root_figure(ax).axes}
        assert len(lefts) == across

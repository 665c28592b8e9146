"""Pages as they are drawn: every text measured where it really stands, and what grey paper shows."""

from __future__ import annotations

import io

import numpy as np
import pytest
from matplotlib.patches import Rectangle
from PIL import Image

from charts.measured import overlaps
from mangonel.charts.palette import contrast, lightness
from mangonel.sheets.blocks import KINDS
from mangonel.sheets.drawing import INKS, draw_pages, fill_colour
from mangonel.sheets.files import sheet_files
from mangonel.sheets.setting import set_sheet
from sheets.asking import sheet
from sheets.looking import drawn_boxes

# The longest words, the narrowest columns, turned headings, two rule sets, all languages and papers.
PAGES = [
    ("missile-mounted", ("siege",), "de", "outcomes", "a4", "portrait"),
    ("missile-foot", ("siege", "croisades"), "fr", "percent", "letter", "landscape"),
    ("melee-foot", ("siege",), "es", "at-least", "letter", "portrait"),
    ("melee-mounted", ("siege",), "it", "table", "a4", "landscape"),
    ("terrain", ("siege-it", "siege-de"), "de", "table", "a4", "portrait"),
    ("battering", ("siege-de",), "fr", "tenths", "a4", "portrait"),
    ("summary", ("siege", "vikings"), "en", "percent", "a4", "portrait"),
]


@pytest.mark.parametrize(("name", "names", "lang", "view", "paper", "orientation"), PAGES)
def test_every_text_stands_in_its_place_and_over_no_other(name, names, lang, view, paper, orientation):
    pages = set_sheet(sheet(name, *names, lang=lang, view=view), paper=paper, orientation=orientation)
    for page, figure in zip(pages, draw_pages(pages), strict=True):
        boxes = drawn_boxes(figure)
        assert len(boxes) == len(page.labels)
        assert overlaps(boxes) == []
        for (text, box), label in zip(boxes, page.labels, strict=True):
            left, top, right, bottom = label.room
            assert text == label.text
            assert box.x0 >= left - 1, text
            assert box.x1 <= right + 1, text
            assert page.height - box.y1 >= top - 1, text
            assert page.height - box.y0 <= bottom + 1.5, text


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("kind", KINDS)
def test_black_type_is_easy_to_read_on_every_shade(ink, kind):
    for step in range(11):
        background = fill_colour(step / 10, kind, ink)
        assert contrast("#000000", background) >= 4.5
    assert fill_colour(0.0, kind, ink) == "#FFFFFF"


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_likelier_the_darker_in_grey_too(ink, kind):
    steps = [lightness(fill_colour(step / 10, kind, ink)) for step in range(11)]
    assert steps == sorted(steps, reverse=True)
    assert steps[0] - steps[-1] >= 4


def picture(name, ink, **asked):
    files = sheet_files([sheet(name, **asked)], "x", ["png"], ink=ink, dpi=72)
    return np.asarray(Image.open(io.BytesIO(files["x.png"])).convert("RGB")).astype(int)


def test_grey_ink_has_no_colour_and_colour_ink_has():
    grey, colour = picture("melee-foot", "grey"), picture("melee-foot", "colour")
    spread = [pixels.max(axis=2) - pixels.min(axis=2) for pixels in (grey, colour)]
    assert spread[0].max() == 0
    assert spread[1].max() > 60


def test_what_befalls_the_attacker_is_hatched_as_well_as_lettered():
    page = set_sheet(sheet("melee-foot"))[0]
    (figure,) = draw_pages([page])
    hatched = [box for box in figure.findobj(Rectangle) if box.get_hatch()]
    attacker = [cell for row in sheet("melee-foot").main[0].rows for cell in row.cells if cell.kind == "attacker"]
    assert len(hatched) == sum(cell.chance > 0 for cell in attacker) > 5
    assert all(cell.mark in ("A", "B") for cell in attacker)

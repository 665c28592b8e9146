"""What grey paper shows, and colour."""

import io

import numpy as np
import pytest
from PIL import Image

from mangonel.paper.blocks import INKS, KINDS, fill_colour
from mangonel.paper.charts.style import contrast, lightness
from mangonel.paper.files import sheet_files
from mangonel.paper.printed_sheets import plain_sheet
from paper.asking import sheet


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


def test_what_befalls_the_attacker_is_hatched():
    cells = [cell for row in plain_sheet(sheet("melee-foot"), "grey")["main"][0]["rows"] for cell in row["cells"]]
    hatched = [cell for cell in cells if cell["hatched"] and cell["fill"]]
    attacker = [cell for row in sheet("melee-foot").main[0].rows for cell in row.cells if cell.kind == "attacker"]
    assert len(hatched) == sum(cell.chance > 0 for cell in attacker) > 5
    assert sheet_files([sheet("melee-foot")], "x", ["svg"])["x.svg"].count(b"<pattern") >= 1

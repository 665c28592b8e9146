"""What grey paper shows, and colour."""

import pytest

from mangonel.paper.blocks import INKS, KINDS, fill_colour
from mangonel.paper.charts.style import contrast
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
    steps = [contrast("#FFFFFF", fill_colour(step / 10, kind, ink)) for step in range(11)]
    assert steps == sorted(steps)
    assert steps[-1] >= 1.1


def test_what_befalls_the_attacker_is_hatched():
    cells = [cell for row in plain_sheet(sheet("melee-foot"), "grey")["main"][0]["rows"] for cell in row["cells"]]
    hatched = [cell for cell in cells if cell["hatched"] and cell["fill"]]
    attacker = [cell for row in sheet("melee-foot").main[0].rows for cell in row.cells if cell.kind == "attacker"]
    assert len(hatched) == sum(cell.chance > 0 for cell in attacker) > 5
    assert sheet_files([sheet("melee-foot")], "x", ["svg"])["x.svg"].count(b"<pattern") >= 1

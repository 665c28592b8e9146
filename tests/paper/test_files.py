"""Files: true to size, fonts embedded, the same bytes each time, and every number as text beside them."""

import csv
import io
import re
from fractions import Fraction

import pytest
from PIL import Image
from pypdf import PdfReader

from mangonel.errors import DataError
from mangonel.paper.blocks import Grid
from mangonel.paper.files import sheet_csv, sheet_files
from mangonel.paper.printed_sheets import PrintedSheets
from paper.asking import sheet
from paper.looking import faults

pytestmark = pytest.mark.slow

POINTS = {"a4": (595.276, 841.890), "letter": (612, 792)}
PIXELS = {"a4": (827, 1169), "letter": (850, 1100)}  # at 100 dots an inch


def turned(size, orientation):
    return size if orientation == "portrait" else size[::-1]


@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pages_are_true_to_size(paper, orientation):
    files = sheet_files([sheet("panic")], "x", ["pdf", "svg", "png"], paper=paper, orientation=orientation, dpi=100)
    wide, high = turned(POINTS[paper], orientation)
    for page in PdfReader(io.BytesIO(files["x.pdf"])).pages:
        for box in (page.mediabox, page.cropbox):
            assert (float(box.width), float(box.height)) == pytest.approx((wide, high), abs=0.01)
        assert (page.get("/Rotate") or 0) == 0
        assert float(page.get("/UserUnit", 1)) == 1
    size = re.search(rb'width="([\d.]+)pt" height="([\d.]+)pt"', files["x.svg"])
    assert (float(size[1]), float(size[2])) == pytest.approx((wide, high), abs=0.01)
    image = Image.open(io.BytesIO(files["x.png"]))
    across, down = turned(PIXELS[paper], orientation)
    assert abs(image.width - across) <= 1
    assert abs(image.height - down) <= 1
    assert image.info["dpi"] == pytest.approx((100, 100), abs=0.1)
    assert faults(PrintedSheets([sheet("panic")], paper=paper, orientation=orientation)) == []


def test_fonts_are_embedded_and_text_stays_text():
    content = sheet_files([sheet("healing", lang="fr")], "x", ["pdf"])["x.pdf"]
    reader = PdfReader(io.BytesIO(content))
    fonts = [font.get_object() for page in reader.pages for font in page["/Resources"]["/Font"].values()]
    assert fonts
    for font in fonts:
        assert font["/Subtype"] == "/Type0"
        described = font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        assert {"/FontFile2", "/FontFile3"} & set(described)
    assert reader.metadata.creation_date is None
    assert reader.metadata.title == "Guérison des blessures"
    assert reader.root_object["/ViewerPreferences"]["/DisplayDocTitle"]
    text = re.sub(r"\s+", " ", reader.pages[0].extract_text())
    assert "Guérison des blessures" in text
    assert "page 1 sur 1" in text
    # A vector drawing: nothing on the page is a picture.
    assert not [one for one in reader.pages[0]["/Resources"].get("/XObject", {}).values() if "/Image" in str(one)]


def test_the_same_sheet_gives_the_same_bytes():
    once, again = (
        sheet_files([sheet("melee-foot")], "x", ["pdf", "svg", "png", "csv"], ink="colour", dpi=72) for _ in range(2)
    )
    assert once == again
    assert set(once) == {"x.pdf", "x.svg", "x.png", "x.csv"}


def test_a_document_of_several_sheets_can_be_entered_at_each():
    sheets = [sheet("panic"), sheet("missile-foot", "siege", "croisades", view="table"), sheet("healing")]
    files = sheet_files(sheets, "x", ["pdf"], paper="letter", orientation="landscape", title="All", language="pl")
    reader = PdfReader(io.BytesIO(files["x.pdf"]))
    outline = [(one.title, reader.get_destination_page_number(one)) for one in reader.outline]
    assert [title for title, _ in outline] == [one.title for one in sheets]
    begins = [page for _, page in outline]
    assert len(reader.pages) > 3
    for number, page in enumerate(reader.pages):
        text = re.sub(r"\s+", " ", page.extract_text())
        assert any(one.continued in text for one in sheets) == (number not in begins)
    assert reader.metadata.title == "All"
    assert reader.root_object["/Lang"] == "pl"


def test_csv_has_every_number_exactly_and_every_word():
    found = sheet("missile-foot", "siege", "croisades")
    rows = list(csv.reader(io.StringIO(sheet_csv(found))))
    cells = [cell for block in found.blocks if isinstance(block, Grid) for cell in block.cells]
    lines = [row for row in rows if len(row) == 10 and row[0] != "block"]
    assert len(lines) == len(cells)
    for line, cell in zip(lines, cells, strict=True):
        # Programs know a hyphen for minus.
        assert line[5:7] == [cell.mark, cell.value.replace("\N{MINUS SIGN}", "-")]
        assert (Fraction(line[7]) if line[7] else None) == cell.chance
        assert line[8] == (cell.other or "")
    flat = [text for row in rows for text in row]
    notes = [row.note for block in found.blocks if isinstance(block, Grid) for row in block.rows if row.note]
    said = (found.title, found.subtitle, found.stamp, *found.how, *found.foot, *notes)
    assert all(text.replace("\N{MINUS SIGN}", "-") in flat for text in said)


def test_what_stands_above_a_table_is_in_the_file_and_for_readers_who_do_not_see_it():
    walls = sheet("aid-walls")
    above = [block.how for block in walls.blocks if isinstance(block, Grid) and block.how]
    for text in (sheet_csv(walls), sheet_files([walls], "x", ["svg"])["x.svg"].decode()):
        assert all(how.split(".")[0] in text for how in above)


def test_wrong_formats_and_inks_are_named():
    with pytest.raises(DataError, match="no such format: 'pfd'; did you mean 'pdf'"):
        sheet_files([sheet("panic")], "x", ["pfd"])
    with pytest.raises(DataError, match="no such ink: 'gray'; did you mean 'grey'"):
        sheet_files([sheet("panic")], "x", ["pdf"], ink="gray")

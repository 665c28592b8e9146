"""Sheets on paper: nothing is cut, overlaps or is too small, in any language, and nothing is lost."""

import io
import re

import pytest
from pypdf import PdfReader

from mangonel.errors import DataError
from mangonel.games.cryhavoc.sheets import CATALOGUE
from mangonel.paper.blocks import Cell, Column, Grid, Lines, Row, Sheet
from mangonel.paper.printed_sheets import SIZES, PrintedSheets
from mangonel.paper.wanted import Asked
from mangonel.rules.words import locale_names
from pace import slow_after
from paper.asking import locale, own_rules, rules, sheet, texts_of
from paper.looking import faults, page_texts, squeezed, tags, type_sizes

pytestmark = pytest.mark.slow

FULLEST_FIRST = sorted(
    CATALOGUE.entries, key=lambda name: name not in {"summary", "melee-mounted", "battering", "fire"}
)


def printed(found, **style):
    return PrintedSheets([found], **style)


@pytest.mark.release
@pytest.mark.parametrize(("language", "paper"), [("de", "a4"), ("it", "letter")])
@pytest.mark.parametrize("name", FULLEST_FIRST)
def test_every_sheet_on_its_paper(name, language, paper):
    made = printed(sheet(name, lang=language), paper=paper, language=language)
    assert faults(made) == []
    # The lower paper does not always have room for the covers below two tables of shots, nor for the summary.
    assert len(page_texts(made.pdf)) <= 1 + (paper == "letter" and name.startswith(("missile", "summary")))


@pytest.mark.parametrize("name", slow_after(0, ["battering", "missile-mounted", "terrain"], 1))
def test_type_is_never_smaller_than_eight_points_and_titles_are_larger(name):
    made = printed(sheet(name, "siege", "vikings", lang="de", view="table"))
    sizes = type_sizes(made.pdf)
    assert min(sizes) >= 8
    assert max(sizes) == 19
    assert made.size in sizes


@pytest.mark.parametrize(
    ("name", "language"),
    slow_after(0, [*((one, "de") for one in FULLEST_FIRST[:4]), *(("summary", one) for one in locale_names())], 4),
)
def test_the_fullest_sheets_are_one_page(name, language):
    assert len(PdfReader(io.BytesIO(printed(sheet(name, lang=language)).pdf)).pages) == 1


@pytest.mark.parametrize("name", slow_after(0, FULLEST_FIRST, 3))
def test_no_word_of_a_sheet_is_lost_cut_or_overlaps(name):
    found = sheet(name, "siege", "croisades", lang="de", view="table")
    made = printed(found, language="de")
    assert faults(made) == []
    written = squeezed("".join(page_texts(made.pdf)))
    # Letters stand in headings, and in a cell only where the two differ in it.
    alike = {
        cell.mark for block in found.blocks if isinstance(block, Grid) for cell in block.cells if cell.other is None
    }
    for text in texts_of(found):
        if text not in (found.page, found.continued, *alike):
            assert all(squeezed(word) in written for word in text.split()), text


def test_every_page_says_what_it_is():
    found = sheet("missile-mounted", "siege", "croisades", view="table", date="12 July 1191")
    texts = page_texts(printed(found, orientation="landscape").pdf)
    assert len(texts) > 1
    for number, text in enumerate(texts, start=1):
        assert f"page {number} of {len(texts)}" in text
        assert found.stamp in text
        assert (found.continued in text) == (number > 1)
    for said in ("Source: ", "Rules in force: "):
        assert sum(said in text for text in texts) == 1


def test_a_rule_file_of_ones_own_fits_too(tmp_path):
    mine = own_rules(tmp_path)
    for sets, names in (((mine,), ("summary", "terrain")), ((rules("siege"), mine), ("missile-foot", "melee-foot"))):
        for name in names:
            assert faults(printed(CATALOGUE.build(name, Asked(sets, locale("de"), "table")), language="de")) == []


def made_up(*blocks, how=("Read it.",)):
    return Sheet(
        "made", "A made-up sheet", "for a test", how, blocks, (), ("Source: none.",), "[x 0]", "{page}/{pages}", "more"
    )


def wide(columns, rows, text="100"):
    labels = tuple(Column(f"column-{number}", f"group {number // 4}") for number in range(columns))
    lines = tuple(
        Row(f"row-{row}", tuple(Cell(value=f"F{text}") for _ in labels), f"weapon {row // 3}") for row in range(rows)
    )
    return Grid("Made up", labels, lines, ("weapon", "row"))


def test_a_grid_too_wide_for_the_page_comes_in_bands_and_loses_no_column():
    made = printed(made_up(wide(60, 4)))
    assert faults(made) == []
    text = squeezed("".join(page_texts(made.pdf)))
    assert text.count("F100") == 240
    # Of each number, as one may be the beginning of another.
    assert [len(re.findall(rf"column{number}(?!\d)", text)) for number in range(60)] == [1] * 60


def test_a_grid_longer_than_a_page_repeats_its_head():
    made = printed(made_up(wide(4, 130)))
    assert faults(made) == []
    texts = page_texts(made.pdf)
    assert len(texts) > 1
    assert all("column-0" in text for text in texts)
    assert re.findall(r"row-(\d+)", " ".join(texts)) == [str(number) for number in range(130)]


def test_the_type_is_as_large_as_the_page_allows():
    sizes = [printed(made_up(wide(4, count))).size for count in (10, 50, 58)]
    assert sizes[0] == SIZES[""][0]
    assert sorted(sizes, reverse=True) == sizes
    assert len(set(sizes)) == 3


def test_long_text_goes_on_on_the_next_page():
    words = [f"w{number}" for number in range(3000)]
    lines = tuple(("", " ".join(words[at : at + 20])) for at in range(0, 3000, 20))
    made = printed(made_up(Lines("Long", lines)))
    assert faults(made) == []
    assert re.findall(r"\bw\d+\b", " ".join(page_texts(made.pdf))) == words


def test_changed_cells_are_framed():
    def rectangles(cell):
        grid = Grid("", (Column("a"), Column("b")), (Row("r", (cell, Cell("E", "10"))),))
        return printed(made_up(grid)).pictures("svg")[0].count(b'stroke-width="0.7"')

    assert rectangles(Cell("F", "30")) == 0
    assert rectangles(Cell("F", "30", other="40")) >= 1


def test_wrong_paper_is_named():
    with pytest.raises(DataError, match="no such paper: 'a5'"):
        printed(sheet("panic"), paper="a5")
    with pytest.raises(DataError, match="did you mean 'portrait'"):
        printed(sheet("panic"), orientation="portait")


def test_the_document_can_be_read_aloud():
    made = printed(sheet("melee-foot", lang="de"), language="de")
    root = PdfReader(io.BytesIO(made.pdf)).root_object
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "de"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_object().get_data()
    found = tags(made.pdf)
    grid = sheet("melee-foot").main[0]
    assert found.count("/H1") == 1
    assert found.count("/Table") == 4
    assert found.count("/TH") >= len(grid.columns)
    assert found.count("/TD") >= len(grid.cells)

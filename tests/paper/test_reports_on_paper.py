"""Reports on paper: nothing is cut or overlaps, nothing is lost, and a reader finds his way."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from pypdf import PdfReader

from document.made_reports import own_rules, rules, rules_report, survey_report, sweep_report
from document.made_study import DIFFERENCES, TEXT, TITLES, days, fires, full_report, long_names, report_on, sampled_days
from mangonel.document.model import ReportData
from mangonel.document.typst import plain_report, report_pdf
from mangonel.paper.blocks import WORDS, Bullets, Paragraph, Picture, Replay, Section, Table
from mangonel.paper.typesetting import MM, asked
from mangonel.rules.words import load_locale
from pace import slow_after
from paper.looking import chart_faults, page_faults, page_texts, report_faults, squeezed, tags, type_sizes
from paper.test_words_are_data import SIGNS

pytestmark = pytest.mark.slow

SIZES = {"a4": (210 * MM, 297 * MM), "letter": (612, 792)}


@cache
def long() -> ReportData:
    return report_on(long_names(), TEXT, differences=DIFFERENCES, titles=TITLES)


def by_day() -> ReportData:
    return report_on(days(), TEXT, differences=DIFFERENCES, titles=TITLES)


def by_day_sampled() -> ReportData:
    return report_on(sampled_days(), TEXT)


def mapped() -> ReportData:
    return report_on(fires(), TEXT, differences=DIFFERENCES, titles=TITLES)


OTHERS = {
    "many options": lambda: rules_report(rules("siege-de"), rules("siege-it")),
    "sweep": lambda: sweep_report("siege", "siege-de"),
    "survey": survey_report,
    "rules": lambda: rules_report(rules("siege"), rules("croisades")),
    "own rules": lambda: rules_report(rules("siege"), own_rules()),
    "equal rules": lambda: rules_report(rules("siege"), rules("siege")),
    "sampled sweep": lambda: sweep_report("siege", "siege-de", engine="counts"),
    "sweep over one": lambda: sweep_report("siege", two=False),
}
OTHERS = {kind: cache(made) for kind, made in OTHERS.items()}


@cache
def pdf(made: Callable[[], ReportData], paper: str = "a4") -> bytes:
    """Return a report on paper, which several tests look at."""
    return report_pdf(made(), paper=paper)


@cache
def texts(made: Callable[[], ReportData]) -> tuple[str, ...]:
    return tuple(page_texts(pdf(made)))


def reader_of(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content))


@pytest.mark.parametrize("paper", slow_after(0, ["a4", "letter"], 1))
def test_pages_are_true_to_size_and_numbered(paper):
    pages = reader_of(pdf(full_report, paper)).pages
    assert len(pages) > 1
    for number, page in enumerate(pages, start=1):
        size = (float(page.mediabox.width), float(page.mediabox.height))
        assert size == pytest.approx(SIZES[paper], abs=0.1)
        assert f"page {number} of {len(pages)}" in page.extract_text()
        assert "siege 0123456789ab" in page.extract_text()


@pytest.mark.parametrize("made", slow_after(0, [full_report, long, by_day, mapped, by_day_sampled], 2))
def test_no_text_overlaps_or_leaves_the_margins(made):
    report = made()
    assert chart_faults(report) == []
    # The other paper matters to what is longest.
    for paper in SIZES if made is long else ["a4"]:
        assert page_faults(report, paper) == []


@pytest.mark.parametrize("kind", slow_after(0, OTHERS, 1))
def test_reports_of_other_kinds_keep_to_their_pages(kind):
    assert report_faults(OTHERS[kind]()) == []
    assert min(type_sizes(pdf(OTHERS[kind]))) >= 8


def test_what_html_shows_the_paper_shows_too():
    written = squeezed(" ".join(texts(full_report))).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    for section in full_report().sections:
        assert squeezed(section.heading) in written
        for block in section.blocks:
            if isinstance(block, Table) and not block.folded:
                for cell in (cell for row in block.rows for cell in row if len(cell) < 20):
                    assert squeezed(cell) in written, cell


def test_a_long_table_repeats_its_head_and_loses_no_row():
    rows = tuple((f"row{number}", str(number)) for number in range(150))
    data = ReportData("Long", (Section("a", "A", (Table("Many rows", ("left", "right"), rows),)),), "foot", ())
    pages = page_texts(report_pdf(data))
    assert len(pages) >= 2
    assert all("left right" in page for page in pages)
    # Long tables of numbers stand in two columns.
    assert sorted(map(int, re.findall(r"row(\d+)", " ".join(pages)))) == list(range(150))


def test_a_third_of_a_last_page_is_saved_by_less_space():
    data = ReportData("T", tuple(Section(str(place), "A", (Paragraph("x"),)) for place in range(23)), "foot", ())
    plain = plain_report(data, "a4")
    (pages, down), *_ = asked("report", plain, "<end>")
    assert (pages, down > 0.25 * plain["height"]) == (2, True)
    assert len(page_texts(report_pdf(data))) == 1


def test_folded_tables_are_named_instead_of_printed():
    folded = Table("Hidden", ("left", "right"), tuple((f"hidden{number}", "1") for number in range(10)), folded=True)
    data = ReportData("T", (Section("a", "A", (Paragraph("Seen."), folded)), Section("b", "B", (folded,))), "foot", ())
    text = " ".join(page_texts(report_pdf(data)))
    assert "Not printed here, but on the HTML page: Hidden; Hidden." in text
    assert "hidden1" not in text
    assert [title for title, _ in outline(reader_of(report_pdf(data)))] == ["A"]


def above(lines):
    """Return a section that fills so many lines of a page."""
    return Section("a", "A", (Bullets(("line",) * lines),))


@pytest.mark.parametrize("lines", range(30, 48, 3))
def test_a_heading_stays_with_what_it_heads_and_a_short_table_is_not_torn(lines):
    table = Table("Rows", ("k", "v"), tuple((f"row{k}", "v") for k in range(4)))
    fill = tuple(Section(f"f{n}", f"F{n}", (Bullets(("line",) * 3),)) for n in range(lines // 6))
    data = ReportData("T", (above(lines // 2), *fill, Section("b", "Heading", (table,))), "foot", ())
    pages = page_texts(report_pdf(data))
    if sum(text.count("Heading") for text in pages) > 1:  # in the contents, too
        pages[0] = pages[0].replace("Heading", "", 1)
    (found,) = [text for text in pages if "Heading" in text]
    assert [found.count(f"row{k}") for k in range(4)] == [1] * 4


def test_a_cell_longer_than_a_page_is_split_and_kept():
    words = " ".join(f"w{number}" for number in range(4000))
    data = ReportData("Long", (Section("a", "A", (Table("T", ("k", "v"), (("x", words),), text=WORDS),)),), "f", ())
    assert report_faults(data) == []
    assert re.findall(r"\bw\d+\b", " ".join(page_texts(report_pdf(data)))) == words.split()


def outline(reader):
    """Return what an outline says: title and page."""
    return [(one.title, reader.get_destination_page_number(one)) for one in reader.outline]


def test_a_reader_is_led_to_every_section():
    data = replace(full_report(), words=load_locale("de"))
    content = report_pdf(data)
    reader = reader_of(content)
    assert reader.root_object["/Lang"] == "de"
    assert reader.root_object["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata.title == data.title
    entries = outline(reader)
    assert [title for title, _ in entries] == [section.heading for section in data.sections]
    pages = page_texts(content)
    assert all(title in pages[page] for title, page in entries)


def test_the_report_can_be_read_aloud():
    reader = reader_of(pdf(full_report))
    assert b"<pdfuaid:part>1</pdfuaid:part>" in reader.root_object["/Metadata"].get_object().get_data()
    found = tags(pdf(full_report))
    blocks = [block for section in full_report().sections for block in section.blocks]
    assert found.count("/H1") == len(full_report().sections)
    assert found.count("/Title") == 1
    assert found.count("/Table") == sum(isinstance(block, Table) and not block.folded for block in blocks)
    assert found.count("/Figure") == sum(isinstance(block, Picture | Replay) for block in blocks)
    alts = {block.alt for block in blocks if isinstance(block, Picture | Replay)}
    assert {str(one) for one in tags(pdf(full_report), "/Alt") if one} == alts


def test_the_same_report_gives_the_same_bytes():
    assert report_pdf(full_report()) == pdf(full_report)


@pytest.mark.parametrize(
    "text", ["#panic()", "$x$ *y* _z_", "[a] <b> @c", "\\ ` // /*", SIGNS, "", "\x00", "= x", "שלום"]
)
def test_words_are_data(text):
    def square(ax):
        ax.set_axis_off()
        ax.text(0.5, 0.5, "square")
        return ax

    table = Table(text, (text, text), ((text, text),), text=WORDS)
    blocks = (Paragraph(text, "lead"), Bullets((text,)), table, Picture("p", text, 2, None, square))
    content = report_pdf(ReportData(text, (Section("a", text or "A", blocks),), text, ()))
    written = squeezed(" ".join(page_texts(content)))
    if text.isprintable() and all(sign < "\u0590" for sign in text):
        assert written.count(squeezed(text)) >= 6

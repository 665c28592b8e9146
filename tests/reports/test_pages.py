from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from pypdf import PdfReader

from charts.measured import outside, overlaps, text_boxes
from mangonel.errors import DataError
from mangonel.locales import load_locale
from mangonel.press.blocks import Picture, Section, Table, Verbatim
from mangonel.press.excerpt import excerpt
from mangonel.reports import build_report
from mangonel.reports.pdf import pdf_bytes, pdf_pages
from mangonel.reports.report_model import ReportData
from reports.made_reports import own_rules, rules, rules_report, sweep_report
from reports.made_study import (
    DIFFERENCES,
    TEXT,
    a_sweep,
    days,
    effects,
    exact_against_sampled,
    fires,
    long_names,
    sampled_days,
)

MM = 72 / 25.4
SIZES = {"a4": (210 * MM, 297 * MM), "letter": (612, 792)}


def short() -> ReportData:
    return build_report(exact_against_sampled(), TEXT, differences=DIFFERENCES, sweep=a_sweep(), effects=effects())


def long() -> ReportData:
    return build_report(long_names(), TEXT, differences=DIFFERENCES, sweep=a_sweep(26, 30, trials=4000))


def by_day() -> ReportData:
    return build_report(days(), TEXT, differences=DIFFERENCES)


def by_day_sampled() -> ReportData:
    return build_report(sampled_days(), TEXT, sweep=a_sweep(trials=900))


def mapped() -> ReportData:
    return build_report(fires(), TEXT, differences=DIFFERENCES)


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pages_are_true_to_size_and_numbered(paper):
    reader = PdfReader(io.BytesIO(pdf_bytes(short(), paper=paper)))
    count = len(reader.pages)
    assert count > 3
    for number, page in enumerate(reader.pages, start=1):
        assert float(page.mediabox.width) == pytest.approx(SIZES[paper][0], abs=0.1)
        assert float(page.mediabox.height) == pytest.approx(SIZES[paper][1], abs=0.1)
        text = flat(page.extract_text())
        assert f"page {number} of {count}" in text
        assert "mangonel 0.1.0 | siege 0123456789ab | croisades ba9876543210" in text


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("made", [short, long, by_day, by_day_sampled, mapped])
def test_no_text_overlaps_or_leaves_the_margins(made, paper):
    for figure in pdf_pages(made(), paper=paper):
        boxes = text_boxes(figure)
        assert overlaps(boxes) == []
        assert outside(figure, boxes, margin=12 * MM) == []


@pytest.mark.parametrize("made", [short, long, by_day, mapped])
def test_charts_stay_within_the_margins_and_beside_the_text(made):
    for figure in pdf_pages(made()):
        width, height = 72 * figure.get_size_inches()
        for ax in figure.axes:
            box = ax.get_position()
            assert box.x0 * width >= 12 * MM
            assert box.x1 * width <= width - 12 * MM
            assert box.y0 * height >= 12 * MM
            assert box.y1 * height <= height - 12 * MM


def test_type_is_at_least_8_points():
    for figure in pdf_pages(long()):
        assert min(text.get_fontsize() for text in figure.texts) >= 8


def test_fonts_are_embedded_as_text():
    reader = PdfReader(io.BytesIO(pdf_bytes(short())))
    fonts = reader.pages[0]["/Resources"]["/Font"].values()
    assert {font.get_object()["/Subtype"] for font in fonts} == {"/Type0"}
    assert reader.metadata.creation_date is None


def test_what_html_shows_the_paper_shows_too():
    data = short()
    text = flat(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf_bytes(data))).pages))
    squeezed = text.replace(" ", "")
    for section in data.sections:
        assert section.heading in text
        for block in section.blocks:
            if isinstance(block, Table):
                for cell in (cell for row in block.rows for cell in row if len(cell) < 20):
                    assert flat(cell).replace(" ", "") in squeezed, cell


@pytest.mark.parametrize("made", [short, long])
def test_no_heading_is_left_alone_at_the_foot_of_a_page(made):
    headings = {section.heading for section in made().sections}
    for figure in pdf_pages(made()):
        height = figure.get_size_inches()[1]
        charts = [ax.get_position().y0 * height for ax in figure.axes]
        texts = [(text.get_text(), text.get_position()[1] * height) for text in figure.texts]
        foot = min(y for _, y in texts)
        for heading in (entry for entry in texts if entry[0] in headings):
            below = [y for _, y in texts if foot + 0.05 < y < heading[1]] + [y for y in charts if y < heading[1]]
            assert below, heading


def test_a_long_table_repeats_its_head_and_loses_no_row():
    rows = tuple((f"row{number}", str(number)) for number in range(150))
    data = ReportData("Long", (Section("a", "A", (Table("Many rows", ("left", "right"), rows),)),), "foot", ())
    pages = [flat(page.extract_text()) for page in PdfReader(io.BytesIO(pdf_bytes(data))).pages]
    assert len(pages) >= 3
    assert all("left right" in page for page in pages)
    assert all("Many rows (continued)" in page for page in pages[1:])
    assert re.findall(r"row(\d+)", " ".join(pages)) == [str(number) for number in range(150)]


@pytest.mark.parametrize("rows", range(36, 60))
def test_no_page_begins_with_the_last_row_of_a_table(rows):
    table = Table("Many rows", ("left", "right"), tuple((f"row{number}", "1") for number in range(rows)))
    data = ReportData("Long", (Section("a", "A", (table,)),), "foot", ())
    on_pages = [sum(text.get_text().startswith("row") for text in figure.texts) for figure in pdf_pages(data)]
    assert sum(on_pages) == rows
    assert len(on_pages) == 1 or on_pages[-1] >= 3


def test_a_cell_longer_than_a_page_is_split_and_kept():
    words = " ".join(f"w{number}" for number in range(3000))
    data = ReportData("Long", (Section("a", "A", (Table("T", ("k", "v"), (("x", words),), numeric=False),)),), "f", ())
    pages = pdf_pages(data)
    for figure in pages:
        boxes = text_boxes(figure)
        assert overlaps(boxes) == []
        assert outside(figure, boxes, margin=12 * MM) == []
    found = re.findall(r"\bw\d+\b", " ".join(text.get_text() for figure in pages for text in figure.texts))
    assert found == words.split()


def test_unknown_paper_is_named():
    with pytest.raises(DataError, match=r"no such paper: 'a5' \(allowed: a4, letter\)|did you mean 'a4'"):
        pdf_bytes(short(), paper="a5")


def filled(figure) -> float:
    """Return the share of a page above its foot that is written or drawn on, from the top to the lowest mark."""
    height = 72 * figure.get_size_inches()[1]
    foot = min(text.get_position()[1] for text in figure.texts)
    marks = [text.get_position()[1] for text in figure.texts if text.get_position()[1] > foot + 0.005]
    marks += [ax.get_position().y0 for ax in figure.axes]
    return (height * (1 - min(marks)) - 15 * MM) / (height - 30 * MM - 16)


TABLES = [
    (Section(f"t{n}", f"Section {n}", (Table("T", ("k", "v"), tuple((str(k), "v") for k in range(rows))),)))
    for n, rows in enumerate((30, 12))
]


@pytest.mark.parametrize("lines", range(0, 90, 6))
def test_the_last_page_is_never_nearly_empty(lines):
    told = "\n".join(f"Turn {n}\n  a roll" for n in range(lines))
    trace = (Section("trace", "One game", (Verbatim(told),)),) if told else ()
    pages = pdf_pages(ReportData("Title", (TABLES[0], *trace, TABLES[1]), "foot", ()))
    assert len(pages) == 1 or filled(pages[-1]) >= 0.28


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("made", [short, long, by_day, mapped])
def test_the_last_page_of_a_report_is_never_nearly_empty(made, paper):
    assert filled(pdf_pages(made(), paper=paper)[-1]) >= 0.25


def test_paper_tells_the_beginning_and_the_end_of_a_long_game():
    data = short()
    (whole,) = [block.text for section in data.sections for block in section.blocks if isinstance(block, Verbatim)]
    assert len(whole.splitlines()) > 100
    told = [text.get_text() for figure in pdf_pages(data) for text in figure.texts]
    assert any("lines are left out here (Turn 1 to Turn 1); the HTML page has them" in text for text in told)
    assert sum(text.startswith("Turn 1") for text in told) <= 20


def test_paper_says_in_the_language_what_is_left_out():
    game = Section("trace", "Partie", (Verbatim("\n".join(f"Turn {n}" for n in range(200))),))
    pages = pdf_pages(ReportData("Titel", (game,), "foot", (), load_locale("de")))
    told = [text.get_text() for figure in pages for text in figure.texts]
    assert sum("Zeilen sind hier ausgelassen" in text for text in told) == 1
    assert not any("left out" in text for text in told)


LINES = [line for turn in range(1, 31) for line in (f"Turn {turn}", "  missiles", "    a shot")]
LINES += ["Ending: won (turn 30)", "  dead: 3"]


def test_an_excerpt_keeps_whole_parts_and_says_what_is_missing():
    found = excerpt(LINES, 30)
    assert len(found) <= 30
    assert found[:3] == LINES[:3]
    assert found[-2:] == LINES[-2:]
    (at,) = [place for place, line in enumerate(found) if line.startswith("...")]
    head, tail = found[:at], found[at + 1 :]
    assert len(head) % 3 == 0
    assert tail[0].startswith("Turn")
    gone = len(LINES) - len(head) - len(tail)
    first, last = f"Turn {len(head) // 3 + 1}", f"Turn {int(tail[0].split()[1]) - 1}"
    assert found[at] == f"... {gone} lines are left out here ({first} to {last}); the HTML page has them ..."


def test_a_short_text_is_told_whole_and_one_long_part_is_cut():
    assert excerpt(LINES[:9], 9) == LINES[:9]
    endless = ["Turn 1", *("  a shot" for _ in range(200)), "Ending: won (turn 1)"]
    found = excerpt(endless, 20)
    assert len(found) == 20
    assert found[-1] == endless[-1]
    assert found[-2] == "... 183 lines are left out here; the HTML page has them ..."
    assert len(excerpt(["  a shot"] * 100, 20)) == 20
    counters = [*(f"Turn {n}" for n in range(50)), "Ending: won (turn 49)", *("  counter: 1" for _ in range(12))]
    assert excerpt(counters, 20)[-13:] == counters[-13:]
    assert len(excerpt(counters, 20)) == 20


OTHERS = {
    "rules": lambda: rules_report(rules("siege"), rules("croisades")),
    "own rules": lambda: rules_report(rules("siege"), own_rules()),
    "equal rules": lambda: rules_report(rules("siege"), rules("siege")),
    "many options": lambda: rules_report(rules("siege-de"), rules("siege-it")),
    "sweep": lambda: sweep_report("siege", "siege-de"),
    "sampled sweep": lambda: sweep_report("siege", "siege-de", engine="counts"),
    "sweep over one": lambda: sweep_report("siege", two=False),
}


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("kind", OTHERS)
def test_reports_of_other_kinds_keep_to_their_pages(kind, paper):
    data = OTHERS[kind]()
    pages = pdf_pages(data, paper=paper)
    for figure in pages:
        boxes = text_boxes(figure)
        assert overlaps(boxes) == []
        assert outside(figure, boxes, margin=12 * MM) == []
        assert min(text.get_fontsize() for text in figure.texts) >= 8
    assert len(pages) == 1 or filled(pages[-1]) >= 0.25
    reader = PdfReader(io.BytesIO(pdf_bytes(data, paper=paper)))
    assert len(reader.pages) == len(pages)
    for page in reader.pages:
        assert [float(size) for size in (page.mediabox.width, page.mediabox.height)] == pytest.approx(
            SIZES[paper], abs=0.1
        )


def test_contents_name_every_section_and_the_page_it_begins_on():
    data = OTHERS["many options"]()
    pages = [[text.get_text() for text in figure.texts] for figure in pdf_pages(data)]
    # What is known last is written last: the contents, then the foot with its two texts.
    size = 2 * len(data.sections)
    assert "Contents" in pages[0]
    listed = pages[0][-2 - size : -2]
    del pages[0][-2 - size : -2]
    begins = {
        section.heading: str(next(number for number, texts in enumerate(pages, start=1) if section.heading in texts))
        for section in data.sections
    }
    assert len(set(begins.values())) > 1
    assert dict(zip(listed[::2], listed[1::2], strict=True)) == begins


def test_a_report_of_few_sections_has_no_contents():
    data = ReportData("Title", TABLES[:1], "foot", ())
    assert "Contents" not in [text.get_text() for figure in pdf_pages(data) for text in figure.texts]


def entries(reader):
    """Return what an outline says: title, page and how high on it."""
    return [(one.title, reader.get_destination_page_number(one), float(one.top)) for one in reader.outline]


def heights(figure, words):
    """Return how high on a page some words stand, in points, each time they do, also without the last of them."""
    high = 72 * figure.get_size_inches()[1]
    said = [(text.get_text().removesuffix(" \N{HORIZONTAL ELLIPSIS}"), text.get_position()[1]) for text in figure.texts]
    return [y * high for text, y in said if text and words.startswith(text)]


def test_a_reader_is_led_to_every_section():
    data = replace(short(), words=load_locale("de"))
    reader = PdfReader(io.BytesIO(pdf_bytes(data)))
    assert reader.root_object["/Lang"] == "de"
    assert reader.root_object["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata.title == data.title
    figures, outline = pdf_pages(data), entries(reader)
    assert [title for title, _, _ in outline] == [section.heading for section in data.sections]
    for title, page, top in outline:
        # The heading stands just below the place that the entry leads to.
        assert any(0 < top - y < 20 for y in heights(figures[page], title)), title


def test_the_contents_lead_to_the_sections():
    data = replace(short(), sections=short().sections[:6])
    reader = PdfReader(io.BytesIO(pdf_bytes(data)))
    numbers = {page.indirect_reference.idnum: number for number, page in enumerate(reader.pages)}
    links = [one.get_object() for one in reader.pages[0]["/Annots"]]
    found = [(numbers[link["/Dest"][0].idnum], float(link["/Dest"][3])) for link in links]
    assert found == [(page, top) for _, page, top in entries(reader)]
    first = pdf_pages(data)[0]
    for link, section in zip(links, data.sections, strict=True):
        _, low, _, high = (float(one) for one in link["/Rect"])
        assert any(low < y < high for y in heights(first, section.heading)), section.heading
        assert list(link["/Border"]) == [0, 0, 0]


def test_the_same_report_gives_the_same_bytes():
    assert pdf_bytes(short()) == pdf_bytes(short())


def square(ax):
    ax.set_axis_off()
    return ax


def picture(name, height, least=None):
    return Picture(name, name, height, None, square, least)


def rows(count):
    return Table("Rows", ("k", "v"), tuple((f"row{k}", "v") for k in range(count)))


def above(lines):
    """Return a section that fills so many lines of a page."""
    return Section("a", "A", (Verbatim("\n".join(["line"] * lines)),))


def on_pages(*sections):
    """Return for each page what begins on it, from above: names of rows, headings and charts."""
    found = []
    for figure in pdf_pages(ReportData("Title", sections, "foot", ())):
        marks = [(text.get_position()[1], text.get_text()) for text in figure.texts]
        marks += [(ax.get_position().y1, "chart") for ax in figure.axes]
        found.append(
            [mark for _, mark in sorted(marks, reverse=True) if mark.startswith(("row", "chart", "B", "Rows"))]
        )
    return found


def test_the_numbers_of_a_chart_that_has_no_room_come_first_and_the_chart_heads_the_next_page():
    section = Section("b", "B", (picture("p", 4), rows(6), rows(3)))
    first, second = on_pages(above(40), section)
    assert first[:8] == ["B", "Rows", "row0", "row1", "row2", "row3", "row4", "row5"]
    assert "chart" not in first
    assert second[0] == "chart"


def test_a_chart_never_waits_beyond_its_section():
    pages = on_pages(above(40), Section("b", "B", (picture("p", 4), rows(6))), Section("c", "B2", (rows(3),)))
    assert [page[0] for page in pages[1:]] == ["chart"]
    assert pages[1].index("chart") < pages[1].index("B2")
    assert sum(page.count("chart") for page in pages) == 1


def test_a_chart_without_numbers_takes_its_heading_along():
    first, second = on_pages(above(40), Section("b", "B", (picture("p", 4),)))
    assert first == []
    assert second == ["B", "chart"]


@pytest.mark.parametrize(("least", "pages"), [(None, 2), (3.0, 1), (3.9, 2)])
def test_a_chart_is_lower_where_that_keeps_it_on_the_page(least, pages):
    figures = pdf_pages(ReportData("T", (above(38), Section("b", "B", (picture("p", 4, least),))), "foot", ()))
    assert len(figures) == pages
    (ax,) = figures[-1].axes
    height = ax.get_position().height * figures[-1].get_size_inches()[1]
    assert (3.0 <= height < 3.9) if pages == 1 else height == pytest.approx(4)


@pytest.mark.parametrize("lines", range(36, 60))
def test_a_short_table_is_not_torn(lines):
    pages = on_pages(above(lines), Section("b", "B", (rows(4),)))
    assert [page.count("Rows") for page in pages if page] == [1]


@pytest.mark.parametrize("lines", range(0, 44, 4))
@pytest.mark.parametrize("height", [3, 6])
def test_charts_that_wait_overlap_nothing(lines, height):
    blocks = (picture("p", height), rows(30), picture("q", height), rows(4))
    figures = pdf_pages(ReportData("T", (above(lines), Section("b", "B", blocks), Section("c", "C", blocks)), "f", ()))
    assert sum(len(figure.axes) for figure in figures) == 4
    for figure in figures:
        texts = [text.get_position()[1] for text in figure.texts]
        boxes = [ax.get_position() for ax in figure.axes]
        assert all(box.y0 > min(texts) for box in boxes)
        assert not any(box.y0 < y < box.y1 for box in boxes for y in texts)
        assert all(one.y0 >= other.y1 or other.y0 >= one.y1 for one in boxes for other in boxes if one is not other)

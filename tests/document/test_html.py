"""A page as HTML: its pictures and tables, and pictures as a phone has them: about half as wide, with all their texts apart."""

import re
from dataclasses import replace
from html import unescape

import pytest

from document.made_study import (
    DIFFERENCES,
    TEXT,
    TITLES,
    days,
    effects,
    exact_against_sampled,
    fires,
    full_page,
    full_report,
    long_names,
    report_on,
    sampled_days,
)
from document.marked import longer
from document.reading_pages import Page
from mangonel.document.html import html_bytes
from mangonel.document.model import csv_bytes
from mangonel.paper.blocks import NARROW_WIDTH, PICTURE_WIDTH, Picture, Table
from mangonel.paper.charts.series import series_curves, series_height
from mangonel.paper.charts.style import new_axes, root_figure
from mangonel.rules.words import load_locale
from mangonel.studies.attribute import Attribution
from pace import slow_after
from paper.charts.measured import outside, overlaps, text_boxes
from rules.words.marking import said_in


def attributes(page, *tags):
    return [element.attributes for element in page.all(*tags)]


@pytest.fixture(scope="module")
def data():
    return full_report()


@pytest.fixture(scope="module")
def content() -> bytes:
    return full_page()


def test_pictures_have_words_and_stand_at_two_widths(content, data):
    page = Page(content)
    pictures = [block for section in data.sections for block in section.blocks if isinstance(block, Picture)]
    drawn = attributes(page, "svg")
    assert len(drawn) == len(pictures) + sum(picture.narrow is not None for picture in pictures)
    assert all(one["role"] == "img" and "xmlns" not in one for one in drawn)
    named = {
        name: text.strip()
        for name, text in re.findall(r'<title id="([^"]+)">([^<]*)</title>', unescape(content.decode()))
    }
    assert {named[one["aria-labelledby"]] for one in drawn} == {picture.alt for picture in pictures}
    assert all(len(text) > 40 for text in named.values())


def test_no_two_pictures_share_an_id_and_every_reference_is_met(content):
    page = Page(content)
    ids = page.ids
    assert len(ids) == len(set(ids))
    referred = {one["href"].removeprefix("#") for one in attributes(page, "use")}
    referred |= {name.decode() for name in re.findall(rb"url\(#([^)]*)\)", content)}
    assert referred
    assert referred <= set(ids)
    assert len([name for name in ids if name.startswith("causes-narrow-")]) > 5


def test_tables_have_scopes_captions_and_the_cells_of_the_model(content, data):
    page = Page(content)
    tables = [block for section in data.sections for block in section.blocks if isinstance(block, Table)]
    assert len(page.all("table")) == len(page.all("caption")) == len(tables)
    words = {element.text for element in page.all("th", "td")}
    for table in tables:
        for row in table.rows:
            assert {cell.strip() for cell in row} <= words


@pytest.mark.slow
def test_the_same_study_gives_the_same_bytes(data, content):
    again = report_on(Attribution(exact_against_sampled(), effects()), TEXT, differences=DIFFERENCES, titles=TITLES)
    assert (html_bytes(again), csv_bytes(again.numbers)) == (content, csv_bytes(data.numbers))


@pytest.mark.slow
def test_only_the_given_date_tells_two_days_apart():
    days = [report_on(exact_against_sampled(), replace(TEXT, date=f"2026-11-{day}")) for day in (21, 22)]
    pages = [html_bytes(replace(made, sections=made.sections[-2:])) for made in days]
    assert pages[1] == pages[0].replace(b"2026-11-21", b"2026-11-22") != pages[0]


def test_prose_in_many_columns_carries_heads_for_a_phone_and_stays_a_table(data, content):
    tables = [block for section in data.sections for block in section.blocks if isinstance(block, Table)]
    wordy = [table for table in tables if not table.numeric and len(table.header) > 3]
    page = Page(content)
    assert wordy
    assert len([one for one in attributes(page, "table") if one.get("role") == "table"]) == len(wordy)
    named = [one["data-label"] for tag in ("th", "td") for one in attributes(page, tag) if "data-label" in one]
    assert sorted(named) == sorted(head for table in wordy for _ in table.rows for head in table.header)


@pytest.mark.slow
@pytest.mark.parametrize("made", slow_after(0, [exact_against_sampled, fires, long_names, days, sampled_days], 2))
@pytest.mark.parametrize(
    "words", [longer(), pytest.param(load_locale("en"), marks=pytest.mark.release)], ids=["longer", "english"]
)
def test_no_text_overlaps_or_is_cut_on_a_phone(made, words):
    sections = said_in(words, report_on, made(), TEXT).sections
    narrow = [block for part in sections for block in part.blocks if isinstance(block, Picture) and block.narrow]
    assert narrow
    for picture in narrow:
        figure = root_figure(picture.draw(ax=new_axes(NARROW_WIDTH, picture.narrow)))
        boxes = text_boxes(figure)
        assert overlaps(boxes) == [], picture.name
        assert outside(figure, boxes) == [], picture.name


@pytest.mark.slow
def test_panels_stand_below_each_other_where_there_is_no_room_beside():
    compared = days()
    results = {"siege": compared.left, "croisades": compared.right}
    for width, across in ((PICTURE_WIDTH, 2), (NARROW_WIDTH, 1)):
        ax = series_curves(results, ax=new_axes(width, series_height(results, width=width)))
        lefts = {round(panel.get_position().x0, 3) for panel in root_figure(ax).axes}
        assert len(lefts) == across

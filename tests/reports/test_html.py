from __future__ import annotations

import base64
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from reports.made_study import DIFFERENCES, TEXT, a_sweep, comparison, effects, exact_against_sampled

from charts.made_results import exact_result, sampled_result  # isort: skip
from mangonel.errors import DataError
from mangonel.reports import build_report, render_report, write_report
from mangonel.reports.blocks import Table
from mangonel.reports.html import html_bytes

EVIL = "<script>alert('1')</script> & \"so on\""


class Page(HTMLParser):
    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(content.decode())

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.words.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def data():
    return build_report(exact_against_sampled(), TEXT, differences=DIFFERENCES, sweep=a_sweep(), effects=effects())


@pytest.fixture(scope="module")
def content(data) -> bytes:
    return html_bytes(data)


def test_it_refers_to_nothing_outside_itself(content):
    page = Page(content)
    assert not re.search(rb"https?:", content)
    assert not page.all("script")
    assert not page.all("link")
    for _, attributes in page.tags:
        for name in ("src", "href", "srcset"):
            if name in attributes:
                assert attributes[name].startswith(("data:", "#"))
    assert b"url(" not in content
    assert b"@import" not in content


def test_pictures_have_words_and_hold_clean_svg(content):
    images = Page(content).all("img")
    assert len(images) == 5
    for attributes in images:
        assert len(attributes["alt"]) > 40
        svg = base64.b64decode(attributes["src"].partition("base64,")[2])
        assert svg.startswith(b"<?xml")
        assert b"<script" not in svg
        assert b'href="http' not in svg


def test_tables_have_scopes_captions_and_the_cells_of_the_model(content, data):
    page = Page(content)
    assert page.all("html")[0]["lang"] == "en"
    assert all(attributes.get("scope") in {"col", "row"} for attributes in page.all("th"))
    tables = [block for section in data.sections for block in section.blocks if isinstance(block, Table)]
    assert len(page.all("table")) == len(page.all("caption")) == len(tables)
    words = {word.strip() for word in page.words}
    for table in tables:
        for row in table.rows:
            assert {cell.strip() for cell in row} <= words


def test_links_of_the_contents_lead_somewhere(content):
    page = Page(content)
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {attributes["href"] for attributes in page.all("a")} == {f"#{name}" for name in ids}


def test_users_texts_are_escaped():
    text = replace(
        TEXT,
        title=EVIL,
        question=EVIL,
        trace=EVIL,
        command=EVIL,
        scenario=((EVIL, EVIL),),
        titles={"melee-foot": EVIL},
    )
    compared = comparison(exact_result(), sampled_result(), (EVIL, "b"))
    content = html_bytes(build_report(compared, text, differences=DIFFERENCES))
    page = Page(content)
    assert not page.all("script")
    assert b"<script" not in content
    assert "".join(page.words).count(EVIL) >= 6


def test_the_same_study_gives_the_same_bytes(data):
    again = build_report(exact_against_sampled(), TEXT, differences=DIFFERENCES, sweep=a_sweep(), effects=effects())
    assert render_report(data) == render_report(again)


def test_only_the_given_date_tells_two_days_apart(data):
    later = build_report(
        exact_against_sampled(),
        replace(TEXT, date="2026-11-22"),
        differences=DIFFERENCES,
        sweep=a_sweep(),
        effects=effects(),
    )
    assert html_bytes(later) == html_bytes(data).replace(b"2026-11-21", b"2026-11-22")


def test_three_files_are_written_into_a_new_folder(data, tmp_path):
    files = write_report(data, tmp_path / "new" / "folder", "siege-croisades")
    assert [file.name for file in files] == ["siege-croisades.html", "siege-croisades.pdf", "siege-croisades.csv"]
    assert sorted(entry.name for entry in (tmp_path / "new" / "folder").iterdir()) == sorted(f.name for f in files)
    assert files[1].read_bytes().startswith(b"%PDF")


def test_an_unwritable_target_leaves_nothing_behind(data, tmp_path):
    (tmp_path / "comparison.csv").mkdir()
    with pytest.raises(DataError, match="cannot be written"):
        write_report(data, tmp_path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["comparison.csv"]
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(DataError, match="cannot be made"):
        write_report(data, tmp_path / "file")

"""Every kind of page can be read by everybody: by eye, by ear, by keyboard, without a net."""

import pytest

from document.made_reports import own_rules, rules, rules_report, sweep_report
from document.made_study import TEXT, fires, full_page
from document.reading_pages import Page, faults
from mangonel.document.html import html_bytes
from mangonel.document.model import ReportData
from mangonel.document.scenario import build_report
from mangonel.paper.blocks import Bullets, Paragraph, Section, Table, Verbatim
from pace import slow_after

EVIL = '<script>alert(1)</script>&"'


REPORTS = {
    "equal rules": lambda: rules_report(rules("siege"), rules("siege")),
    "sweep over one": lambda: sweep_report("siege", two=False),
    "fires": lambda: build_report(fires(), TEXT),
    "own rules": lambda: rules_report(rules("siege"), own_rules()),
    "rules": lambda: rules_report(rules("siege"), rules("croisades")),
    "sweep": lambda: sweep_report("siege"),
    "sweep of two": lambda: sweep_report("siege", "siege-de", engine="counts"),
}


def test_a_comparison_has_no_fault(page):
    assert faults(page) == []


@pytest.mark.parametrize("kind", slow_after(2, REPORTS))
def test_a_page_has_no_fault(kind):
    assert faults(html_bytes(REPORTS[kind]())) == []


SPOILT = {
    "language": (b'<html lang="en">', b'<html lang="de">', "says it is in"),
    "second h1": (b"<h2 id=", b"<h1 id=", "closed by"),
    "heading skipped": (b"h2", b"h3", "skip a level"),
    "caption": (b"<caption>", b"<caption hidden></caption><caption>", "caption"),
    "scope": (b'<th scope="row">', b"<th>", "row without a head"),
    "column scope": (b'<th scope="col">', b"<th>", "columns without scope"),
    "table id": (b'<table id="', b'<table title="', "without an id"),
    "picture": (b'role="img"', b'role="none"', "picture that is none"),
    "title": (b"-title", b"-tile", "picture without title"),
    "link": (b'href="#answer"', b'href="#anwser"', "link to nowhere"),
    "outside": (b'href="#answer"', b'href="https://example.org"', "address outside"),
    "summary": (b"summary>", b"b>", "does not say what"),
    "keyboard": (b'tabindex="0"', b'tabindex="-1"', "cannot be reached"),
    "way past": (b'class="skip" href="#report"', b'class="skip" href="#answer"', "no way past"),
    "script": (b'"use strict";', b'"use strict"; alert(1);', "script that the policy does not name"),
    "ids": (b'<h2 id="answer"', b'<h2 id="endings"', "twice"),
}


@pytest.fixture(scope="module")
def page():
    return full_page()


@pytest.mark.parametrize("what", SPOILT)
def test_faults_are_seen(page, what):
    before, after, said = SPOILT[what]
    assert before in page
    spoilt = page.replace(before, after, 1 if what in {"link", "outside", "ids", "second h1"} else -1)
    if what == "title":
        spoilt = page.replace(b'-title">', b'-tile">')
    assert any(said in fault for fault in faults(spoilt)), faults(spoilt)


def test_what_users_write_is_escaped_wherever_it_stands():
    blocks = (
        Paragraph(EVIL),
        Bullets((EVIL,)),
        Table(EVIL, (EVIL, EVIL), ((EVIL, EVIL),)),
        Verbatim(EVIL),
        Paragraph(EVIL, "lead"),
    )
    content = html_bytes(ReportData(EVIL, (Section("a", EVIL, blocks),), EVIL, ()))
    page = Page(content)
    assert content.count(b"<script") == len(page.all("script")) == 1
    assert page.all("h1")[0].text == page.all("pre")[0].text == page.all("footer")[0].text == EVIL
    assert {cell.text for cell in page.all("th", "td", "caption", "li", "p") if cell.text != page.all("a")[0].text} == {
        EVIL
    }
    assert any(one.attributes.get("aria-label") == EVIL for one in page.all("div"))

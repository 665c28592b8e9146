"""Every kind of page can be read by everybody: by eye, by ear, by keyboard, without a net."""

import pytest

from document.made_reports import own_rules, rules, rules_report, sweep_report
from document.made_study import TEXT, fires, full_page, report_on
from document.reading_pages import Page, faults
from mangonel.document.html import html_bytes
from mangonel.document.model import ReportData
from mangonel.paper.blocks import Bullets, Paragraph, Section, Table, Verbatim
from pace import slow_after

EVIL = '<script>alert(1)</script>&"'


REPORTS = {
    "equal rules": lambda: rules_report(rules("siege"), rules("siege")),
    "sweep over one": lambda: sweep_report("siege", two=False),
    "fires": lambda: report_on(fires(), TEXT),
    "own rules": lambda: rules_report(rules("siege"), own_rules()),
    "rules": lambda: rules_report(rules("siege"), rules("croisades")),
    "sweep": lambda: sweep_report("siege"),
    "sweep of two": lambda: sweep_report("siege", "siege-de", engine="counts"),
}


def test_a_comparison_has_no_fault(page):
    assert faults(page) == []


@pytest.mark.parametrize("kind", slow_after(2, REPORTS, 4))
def test_a_page_has_no_fault(kind):
    assert faults(html_bytes(REPORTS[kind]())) == []


@pytest.fixture(scope="module")
def page():
    return full_page()


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

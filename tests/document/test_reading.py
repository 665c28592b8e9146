"""Every kind of page can be read by everybody: by eye, by ear, by keyboard, without a net."""

import re
from dataclasses import replace

import pytest

from document.made_reports import own_rules, rules, rules_report, sweep_report
from document.made_study import TEXT, fires, full_page
from document.reading_pages import Page, faults
from mangonel.document.html import html_bytes
from mangonel.document.model import ReportData
from mangonel.document.scenario import build_report
from mangonel.paper.blocks import Bullets, Paragraph, Section, Table, Verbatim
from mangonel.rules.words import in_words, load_locale
from pace import slow_after

EVIL = '<script>alert(1)</script>&"'


REPORTS = {
    "fires": lambda: build_report(fires(), TEXT),
    "sweep over one": lambda: sweep_report("siege", "siege-de", two=False),
    "own rules": lambda: rules_report(rules("siege"), own_rules()),
    "rules": lambda: rules_report(rules("siege"), rules("croisades")),
    "equal rules": lambda: rules_report(rules("siege"), rules("siege")),
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
    "ids": (b'<h2 id="answer"', b'<h2 id="question"', "twice"),
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


def test_a_page_says_its_language_and_that_of_what_is_in_another():
    words = replace(in_words(None), language="de")
    game = Section(
        "trace", "Spiel", (Verbatim("Runde 1\n  a < b\n  two", frozenset({"  a < b", "  two"})), Verbatim("Runde 1"))
    )
    content = html_bytes(ReportData("Titel", (game,), "f", (), words))
    assert Page(content).all("html")[0].attributes["lang"] == "de"
    assert '<pre>Runde 1\n<span lang="en">  a &lt; b\n  two</span></pre>' in content.decode()
    assert "<pre>Runde 1</pre>" in content.decode()


def told(lines):
    game = "\n".join(line for turn in range(1, lines // 3 + 1) for line in (f"Turn {turn}", "  missiles", "    a shot"))
    words = load_locale("fr")
    content = html_bytes(ReportData("Titre", (Section("trace", "Partie", (Verbatim(game),)),), "f", (), words))
    assert faults(content, "fr") == []
    return game, Page(content)


def test_a_short_game_is_seen_and_printed_whole():
    game, page = told(48)
    assert not page.all("details")
    assert [one.text for one in page.all("pre")] == [game]


def test_a_long_game_is_folded_whole_and_printed_in_parts_in_the_words_of_the_language():
    game, page = told(300)
    (folded,) = page.all("details")
    assert "open" not in folded.attributes
    assert [one.text for one in folded.all("summary", "pre")] == [
        "La partie entière\N{NO-BREAK SPACE}: 300 lignes",
        game,
    ]
    whole, printed = page.all("pre")
    assert whole.within("details")
    assert not printed.within("details")
    assert printed.attributes == {"class": "printed"}
    lines = printed.text.splitlines()
    assert lines[0] == "Turn 1"
    assert lines[-3] == "Turn 100"
    assert len(lines) <= 48
    assert sum("lignes omises ici" in line for line in lines) == 1
    # On paper the one or the other, on a screen never the part.
    style = page.all("style")[0].text
    screen, paper = style.split("@media print")
    assert ".printed { display: none; }" in screen
    assert "details:not([open]) + .printed { display: block; }" in paper
    assert "details:not([open]), summary { display: none; }" in paper


def test_print_names_no_paper_and_is_light_whatever_the_screen_is(page):
    style = Page(page).all("style")[0].text
    print_rules = style[style.index("@media print") :]
    assert "@page { margin: 15mm; }" in print_rules
    assert not re.search(r"size:\s*(a4|letter)", style, re.IGNORECASE)
    assert "color-scheme: light dark" in style
    assert style.count("prefers-color-scheme") == style.count("@media screen and (prefers-color-scheme: dark)") == 1
    assert ".picture svg { filter: none; }" in print_rules
    assert ".scroll:focus-visible" in style

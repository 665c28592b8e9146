"""The player aid on paper: one size of type, four sides; cards to be cut out, a booklet to be folded."""

import io
import re
from dataclasses import replace

import pytest
from pypdf import PdfReader

from mangonel.games.cryhavoc.sheets import CATALOGUE
from mangonel.games.system import system_of
from mangonel.paper.blocks import Grid, Lines
from mangonel.paper.catalogue import player_aid
from mangonel.paper.changes import changes_sheet
from mangonel.paper.printed_sheets import PrintedCards, PrintedSheets
from mangonel.paper.typesetting import MM
from mangonel.rules.words import locale_names
from pace import slow_after
from paper.asking import asked, rules, texts_of
from paper.looking import beyond_margins, clashes, page_texts, squeezed, tags, type_sizes

EDGE = 6.5 * MM
"""Printers leave less free; the marks of the sides stand beyond the margin of the text."""


def aid(language="en", *names, **how):
    catalogue = system_of(rules(names[0] if names else "siege")).sheets()
    return player_aid(catalogue, asked(*names, lang=language, view="faces"), **how)


# One rule set in every language; the others in that with the longest words, or in that with the most.
EVERY = [
    *(("siege", one) for one in locale_names() if one != "en"),
    *((name, "de") for name in ("navas", "siege-it", "vikings", "filo")),
    ("navas", "fr"),
]


@pytest.mark.parametrize(("name", "language"), slow_after(1, EVERY))
def test_four_sides_in_one_size_of_type(name, language):
    sheets = aid(language, name)
    made = PrintedSheets(sheets, language=language)
    texts = page_texts(made.pdf)
    assert len(texts) == 4
    assert made.setting[0] >= 8
    # Titles, names of the rule set, marks, headings and numbers of pages besides.
    assert type_sizes(made.pdf) <= {made.setting[0], round(1.32 * made.setting[0], 2), 8, 10, 19, 26}
    assert not [pair for svg in made.pictures("svg") for pair in clashes(svg)]
    assert not any(beyond_margins(png, 72, EDGE) for png in made.pictures("png", 72))
    for number, (sheet, text) in enumerate(zip(sheets, texts, strict=True), start=1):
        assert rules(name).digest in text
        assert re.search(rf"\b{number} \S+ 4\b", text)
        written = squeezed(text)
        for said in texts_of(sheet):
            if said not in (sheet.page, sheet.continued):
                assert all(squeezed(word) in written for word in said.split()), said


@pytest.mark.slow
@pytest.mark.parametrize("name", ["croisades", "navas"])
def test_four_sides_where_paper_is_lowest_and_words_are_longest(name):
    made = PrintedSheets(aid("es", name), paper="letter", orientation="landscape", language="es")
    assert len(page_texts(made.pdf)) == 4


@pytest.mark.slow
@pytest.mark.parametrize("language", ["fr", "de", "en", "es", "it"])
def test_what_changes_from_siege_to_croisades_is_one_page(language):
    found = changes_sheet(CATALOGUE, asked("siege", "croisades", lang=language, view="faces"))
    made = PrintedSheets([found], language=language)
    assert len(page_texts(made.pdf)) == 1
    assert made.setting[0] >= 8


def numbers(pdf):
    """Return the numbers of the cards on each page, in the order of the page."""
    return [[int(one) for one in re.findall(r"\b(\d+) / \d+\b", text)] for text in page_texts(pdf)]


def test_a_turned_table_says_who_stands_on_which_side_and_the_sheet_that_it_is_turned():
    combat, *_ = aid("en", "filo-read")
    types = next(block for block in combat.blocks if isinstance(block, Grid) and block.corner[0] == "attacks")
    assert {column.group for column in types.columns} == {"defends"}
    said = " ".join("".join(page_texts(PrintedCards([combat], "cards").pdf)).split())
    attackers = " ".join(row.group for row in types.rows)
    assert f"{types.caption} attacks defends {attackers} {types.columns[0].label} " in said
    assert squeezed(combat.turned) in squeezed(said)
    flat = replace(combat, main=tuple(one for one in combat.blocks if isinstance(one, Lines)), side=(), last=())
    assert squeezed(combat.turned) not in squeezed("".join(page_texts(PrintedCards([flat], "cards").pdf)))


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "each"), [("letter", 8), ("a4", 9)])
def test_cards_are_true_to_size_and_none_is_lost(paper, each):
    sheets = aid("de", dealt=True, brief=True)
    made = PrintedCards(sheets, "cards", paper=paper, language="de")
    found = numbers(made.pdf)
    everyone = [number for page in found for number in page]
    assert everyone == list(range(1, len(everyone) + 1))
    assert [len(page) for page in found[:-1]] == [each] * (len(found) - 1)
    assert min(type_sizes(made.pdf)) == 8
    assert not [pair for svg in made.pictures("svg") for pair in clashes(svg)]
    assert not any(beyond_margins(png, 72, 4 * MM) for png in made.pictures("png", 72))
    written = squeezed("".join(page_texts(made.pdf)))
    for sheet in sheets:
        for text in texts_of(sheet):
            if text not in (sheet.page, sheet.continued, sheet.subtitle, sheet.stamp):
                assert all(squeezed(word) in written for word in text.split()), text


def dealt(layout, language, name):
    """Return the sides of an aid, rules and sources included, with the texts of the cards that each is dealt out to."""
    sides = aid(language, name, dealt=True)
    written = " ".join(page_texts(PrintedCards(sides, layout, language=language).pdf))
    cards = re.split(r"\[\S+ \w{12}\] \d+ / \d+", written)
    return [(side, [card.strip() for card in cards if card.strip().startswith(side.title)]) for side in sides]


@pytest.mark.parametrize(
    ("layout", "language", "name"),
    slow_after(2, [("cards", "en", "siege"), ("a5", "it", "croisades"), ("cards", "de", "filo"), ("a5", "fr", "filo")]),
)
def test_how_to_read_a_table_stands_under_its_heading_and_the_rules_of_a_side_with_it(layout, language, name):
    told = 0
    whole = system_of(rules(name)).sheets().build
    for side, cards in dealt(layout, language, name):
        headings = {squeezed(block.caption if isinstance(block, Grid) else block.heading) for block in side.blocks} | {
            squeezed(side.reading.heading)
        }
        for grid in (block for block in side.blocks if isinstance(block, Grid) and block.how):
            if layout == "cards" and grid.spread:
                assert not any(squeezed(grid.how) in squeezed(card) for card in cards)
                continue
            (card,) = [squeezed(card) for card in cards if squeezed(grid.how) in squeezed(card)]
            before = card[: card.index(squeezed(grid.how))]
            assert max(filter(None, headings), key=before.rfind) == squeezed(grid.caption)
            told += 1
        for text in whole(side.id, asked(name, lang=language, view="faces")).foot:
            # A minus is printed for the hyphens of numbers.
            assert any(squeezed(text) in squeezed(card.replace("\N{MINUS SIGN}", "-")) for card in cards)
    assert told or layout == "cards"


@pytest.mark.parametrize("language", slow_after(1, ["de", *(one for one in locale_names() if one != "de")]))
def test_fire_takes_one_card(language):
    _, _, (side, cards), _ = dealt("cards", language, "siege")
    fire = next(block for block in side.main if isinstance(block, Grid) and len(block.rows) == 7)
    heads = " ".join(column.label for column in fire.columns)
    (card,) = [card for card in cards if heads in card]
    for row in fire.rows:
        chances = " ".join(cell.value for cell in row.cells)
        assert f"{row.group} {row.label} {chances}" in card


def test_headings_that_run_upwards_are_parted_between_words():
    _, _, (side, cards), _ = dealt("cards", "de", "filo")
    states = next(block for block in side.main if isinstance(block, Grid))
    heads = " ".join(cards)
    assert all(column.label in heads for column in states.columns)


def test_the_wider_of_two_tables_has_more_of_wide_paper():
    made = PrintedSheets(aid("de", "navas"), orientation="landscape", language="de")
    assert len(page_texts(made.pdf)) == 4
    # In halves the faces of a combat find room at 8 points only.
    assert made.setting[0] > 8


def test_a_low_table_goes_over_to_the_next_page_whole():
    missiles = next(side for side in aid("en", "siege", "croisades") if side.id == "aid-missiles")
    first, *_, last = page_texts(PrintedSheets([missiles]).pdf)
    cover = missiles.last[0]
    assert isinstance(cover, Grid)
    assert cover.caption not in first
    assert all(squeezed(row.label) in squeezed(last) for row in cover.rows)


def test_marks_to_cut_along_stand_at_the_corners_of_the_cards():
    (svg, *_) = PrintedCards(aid(dealt=True)[:1], "cards").pictures("svg")
    ends = {round(float(x), 1) for x in re.findall(rb"translate\(([\d.]+)[ ,][\d.]+\)", svg)}
    left = (210 - 3 * 63.5) / 2 * MM
    for column in range(4):
        assert any(abs(left + column * 63.5 * MM - end) < 0.2 for end in ends), column


@pytest.mark.slow
def test_a_booklet_is_in_order_when_it_is_folded():
    made = PrintedCards(aid(dealt=True), "a5", language="en")
    reader = PdfReader(io.BytesIO(made.pdf))
    found = numbers(made.pdf)
    last = max(number for page in found for number in page)
    count = -(-last // 4) * 4
    for at, page in enumerate(found):
        # Front and back of each sheet of paper, from the outside.
        first, other = (at, count - 1 - at) if at % 2 else (count - 1 - at, at)
        assert page == [number for number in (first + 1, other + 1) if number <= last], at
    assert len(reader.pages) == count / 2
    assert all(page.mediabox.width > page.mediabox.height for page in reader.pages)
    assert min(type_sizes(made.pdf)) == 8
    assert not [pair for svg in made.pictures("svg") for pair in clashes(svg)]


@pytest.mark.parametrize("layout", ["cards", "a5"])
def test_cards_and_booklet_can_be_read_aloud(layout):
    pdf = PrintedCards(aid("fr", dealt=True)[:2], layout, language="fr").pdf
    assert (
        b"<pdfuaid:part>1</pdfuaid:part>" in PdfReader(io.BytesIO(pdf)).root_object["/Metadata"].get_object().get_data()
    )
    assert tags(pdf).count("/H1") >= 2

"""The player aid on paper: one size of type, four sides; cards to be cut out, a booklet to be folded."""

import io
import re

import pytest
from pypdf import PdfReader

from mangonel.games.cryhavoc.sheets import CATALOGUE
from mangonel.games.system import system_of
from mangonel.paper.catalogue import player_aid
from mangonel.paper.changes import changes_sheet
from mangonel.paper.printed_sheets import PrintedSheets
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
    ("siege", "de"),
    ("navas", "fr"),
    ("siege-it", "de"),
    *(("siege", one) for one in locale_names() if one not in {"de", "en"}),
    *((name, "de") for name in ("navas", "vikings", "filo")),
]


@pytest.mark.parametrize(("name", "language"), slow_after(0, EVERY, 2))
def test_sides_in_one_size_of_type(name, language):
    sheets = aid(language, name)
    made = PrintedSheets(sheets, language=language)
    texts = page_texts(made.pdf)
    assert len(texts) == len(sheets)
    assert made.size >= 9
    # Titles, names of the rule set, marks, headings and numbers of pages besides.
    assert type_sizes(made.pdf) <= {made.size, round(1.32 * made.size, 2), 8, 9, 10, 18}
    assert not [pair for svg in made.pictures("svg") for pair in clashes(svg)]
    assert not any(beyond_margins(png, 72, EDGE) for png in made.pictures("png", 72))
    for number, (sheet, text) in enumerate(zip(sheets, texts, strict=True), start=1):
        assert rules(name).digest in text
        assert re.search(rf"\b{number} \S+ {len(sheets)}\b", text)
        written = squeezed(text)
        for said in texts_of(sheet):
            assert language != "fr" or not re.search(r"\w;", said), said
            if said not in (sheet.page, sheet.continued):
                assert all(squeezed(word) in written for word in said.split()), said


@pytest.mark.parametrize("name", slow_after(0, ["siege", "filo", "croisades", "siege-it", "vikings", "filo-read"], 1))
def test_english_sides_have_nine_points_at_least(name):
    made = PrintedSheets(aid("en", name))
    assert made.size >= 9
    assert len(page_texts(made.pdf)) == len(aid("en", name))


@pytest.mark.parametrize(("name", "language"), slow_after(0, [("siege", "de"), ("siege", "it"), ("navas", "de")], 0))
def test_sides_and_booklets_have_nine_points_on_lower_paper_and_in_long_words(name, language):
    sheets = aid(language, name)
    for how in ({"paper": "letter"}, {"layout": "a5"}, {"layout": "a5", "paper": "letter"}):
        made = PrintedSheets(sheets, language=language, **how)
        assert made.size >= 9, how
        assert len(page_texts(made.pdf)) == (4 if how.get("layout") else len(sheets))


@pytest.mark.parametrize("name", slow_after(0, ["croisades", "navas"], 0))
def test_sides_where_paper_is_lowest_and_words_are_longest(name):
    made = PrintedSheets(aid("es", name), paper="letter", orientation="landscape", language="es")
    assert len(page_texts(made.pdf)) <= 6


@pytest.mark.parametrize("language", slow_after(0, ["fr", "de", "en", "es", "it"], 1))
def test_what_changes_from_siege_to_croisades_is_one_page(language):
    found = changes_sheet(CATALOGUE, asked("siege", "croisades", lang=language, view="faces"))
    made = PrintedSheets([found], language=language)
    assert len(page_texts(made.pdf)) == 1
    assert made.size >= 8


def numbers(pdf):
    """Return the numbers of the pages of a booklet on each side of the paper, in their order there."""
    return [[int(one) for one in re.findall(r"\[\S+ \w{12}\] (\d+) / \d+\b", text)] for text in page_texts(pdf)]


def cards_of(sheets, **how):
    return re.split(r"\[\S+ \w{12}\] \d+[ab]? / \d+", " ".join(page_texts(PrintedSheets(sheets, **how).pdf)))


def test_cards_are_cut_by_column_with_the_meaning_in_the_row():
    cards = cards_of(aid(brief=True), layout="cards")
    for heads in ("1-1 2-1 3-1 4-1 5-1 6-1", "7-1 8-1 9-1 10-1 11-1 12-1+"):
        mounted, foot = sorted((card for card in cards if heads in card), key=lambda card: "Target on foot" in card)
        assert "E defender wounded" in foot
        assert "H horse and rider killed" in mounted
        assert "C defender retreats 1 hex" in mounted
    # For two covers one, with a column for each result but a miss.
    (covered,) = [card for card in cards if "Target on foot" in card and "heavy cover" in card]
    assert "medium cover" in covered
    assert "C B A C B A Ballista" in covered
    assert any("A face that is not there misses." in card for card in cards)
    assert len(cards) - 1 <= 26
    filo = " ".join(cards_of(aid("en", "filo-read", brief=True), layout="cards"))
    assert "8 strength points: +2 in all." in filo
    assert "at the top what is added" not in filo


@pytest.mark.parametrize(("paper", "each"), slow_after(0, [("a4", 9), ("letter", 8)], 1))
def test_cards_are_true_to_size_and_none_is_lost(paper, each):
    sheets = aid("de", brief=True)
    made = PrintedSheets(sheets, layout="cards", paper=paper, language="de")
    across = each // 2 if paper == "letter" else 3
    pages = [re.findall(r"\[\S+ \w{12}\] (\d+)([ab]) / (\d+)\b", text) for text in page_texts(made.pdf)]
    fronts, backs = ([int(number) for page in pages[at::2] for number, _, _ in page] for at in (0, 1))
    count = int(pages[0][0][2])
    assert {side for page in pages[::2] for _, side, _ in page} == {"a"}
    assert fronts == list(range(1, count + 1))
    # From the other side of the paper the rows run the other way; a card may have an empty back.
    assert backs == sorted(backs, key=lambda number: ((number - 1) // across, -number))
    assert set(backs) <= set(fronts)
    assert all(len(page) == each for page in pages[:-2:2])
    assert min(type_sizes(made.pdf)) == 8
    assert not [pair for svg in made.pictures("svg") for pair in clashes(svg)]
    assert not any(beyond_margins(png, 72, 4 * MM) for png in made.pictures("png", 72))
    written = squeezed("".join(page_texts(made.pdf)))
    for sheet in sheets:
        for text in texts_of(sheet):
            if text not in (sheet.page, sheet.continued, sheet.subtitle, sheet.stamp):
                assert all(squeezed(word) in written for word in text.split()), text


@pytest.mark.parametrize(("name", "language"), slow_after(0, [("siege", "en"), ("filo", "en"), ("siege", "de")], 1))
def test_a_booklet_is_in_order_when_it_is_folded_and_has_each_subject_on_one_spread(name, language):
    sides = aid(language, name)
    made = PrintedSheets(sides, layout="a5", language=language)
    reader = PdfReader(io.BytesIO(made.pdf))
    found = numbers(made.pdf)
    count = 4 * len(found) // 2
    texts = {}
    for at, (page, text) in enumerate(zip(found, page_texts(made.pdf), strict=True)):
        # Front and back of each sheet of paper, from the outside; pages without a subject are empty.
        first, other = (at, count - 1 - at) if at % 2 else (count - 1 - at, at)
        assert set(page) <= {first + 1, other + 1}, at
        pieces = re.split(r"\[\S+ \w{12}\] (\d+) / \d+", text)
        texts |= {int(number): said.strip() for said, number in zip(pieces[::2], pieces[1::2], strict=False)}
    cover, *inner = sides
    assert texts[1].startswith(cover.title)
    for side in inner:
        pages = [number for number, text in texts.items() if text.startswith(side.title)]
        # The pages that one sees at once: an even one and the next.
        assert {number // 2 for number in pages} == {min(pages) // 2}, side.id
    assert all(page.mediabox.width > page.mediabox.height for page in reader.pages)
    assert min(type_sizes(made.pdf)) >= 8
    assert not [pair for svg in made.pictures("svg") for pair in clashes(svg)]


@pytest.mark.parametrize("layout", slow_after(1, ["cards", "a5"]))
def test_cards_and_booklet_can_be_read_aloud(layout):
    pdf = PrintedSheets(aid("fr")[:2], layout=layout, language="fr").pdf
    assert (
        b"<pdfuaid:part>1</pdfuaid:part>" in PdfReader(io.BytesIO(pdf)).root_object["/Metadata"].get_object().get_data()
    )
    assert tags(pdf).count("/H1") >= 2

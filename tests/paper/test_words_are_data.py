"""Whatever signs stand in a text: they are printed, and never read as orders to the typesetter."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mangonel.paper.blocks import Cell, Column, Grid, Lines, Row, Sheet
from mangonel.paper.printed_sheets import PrintedSheets
from pace import slow_after
from paper.looking import page_texts, squeezed

SIGNS = "#$[]*_\\`<>\"'@~=-+/(){}&%^|;:,.!?„“—→¹äßéñŁאבج\n\t x1"


def sheet(text):
    grid = Grid(
        text, (Column(text, text), Column("b")), (Row(text, (Cell(text, text, other=text), Cell())),), (text, text)
    )
    lines = Lines(text, ((text, text), ("", text)))
    return Sheet("made", text, text, (text,), (grid, lines), (lines,), (text,), text, f"{text}{{page}}", text, (lines,))


@pytest.mark.parametrize(
    "text",
    slow_after(8, [
        "#panic()", "$x$ $", "#{1+1}", "[x] *y* _z_", "\\#", "`raw`", "<label> @ref", '"quoted" \'x\'', "// no comment",
        "/* neither */", "= no heading", "- no list", "https://x.y/#z", "a~b--c...", "שלום עולם", "مرحبا", "a\nb", "%{page}",
        "{pages}{page}", "w" * 200, "a_b/" * 40, "", "\x00\x1b", "\ufffe", "漢字 😀",
    ]),
)  # fmt: skip
def test_signs_of_the_typesetter_are_printed(text):
    made = PrintedSheets([sheet(text)], title=text or "x")
    written = squeezed("".join(page_texts(made.pdf)))
    # What is written from right to left comes back in another order, and what no face has does not.
    if all(sign < "\u0590" for sign in text) and text.isprintable():
        assert squeezed(text) in written


def test_an_apostrophe_is_that_of_print_and_what_is_quoted_stays_as_it_is_typed():
    made = PrintedSheets([sheet("the ram's wall, besiegers' men, --set 'oil=x'")], title="x")
    printed = squeezed("".join(page_texts(made.pdf))).replace("\N{RIGHT SINGLE QUOTATION MARK}", "|")
    assert squeezed("the ram|s wall, besiegers| men, --set 'oil=x'") in printed


@settings(max_examples=8)
@given(st.text(st.one_of(st.sampled_from(SIGNS), st.characters(codec="utf-8")), max_size=30))
@example("Signs that no face has: \u3013, \u1680, \u2728\ue008")
def test_no_text_stops_the_typesetter(text):
    assert PrintedSheets([sheet(text)], title=text or "x").pdf.startswith(b"%PDF")

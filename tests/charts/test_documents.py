"""PDF documents: what is drawn stays as it was, and no letter runs into the sign before it."""

from __future__ import annotations

import io

import pytest
from matplotlib.figure import Figure
from pypdf import PdfReader

from mangonel.charts.documents import Link, Mark, pdf_document
from mangonel.charts.style import styled


def page(*texts, bold=False):
    with styled():
        figure = Figure(figsize=(6, 4))
        for place, text in enumerate(texts, start=1):
            figure.text(0.1, 1 - 0.1 * place, text, fontsize=12, fontweight="bold" if bold else "normal")
    return figure


def read(content):
    return PdfReader(io.BytesIO(content))


@pytest.mark.parametrize("bold", [True, False])
def test_a_hair_space_stands_only_where_letters_would_meet_the_quote(bold):
    figure = page("„Turm“", "„Verteidiger“", "„Belagerer“", "Turm", bold=bold)
    (written,) = [one.extract_text() for one in read(pdf_document([figure], "T", "de")).pages]
    assert "„\N{HAIR SPACE}Turm“" in written
    assert "„\N{HAIR SPACE}Verteidiger“" in written
    assert written.count("\N{HAIR SPACE}") == 2
    # The picture of the same figure has no need of it.
    assert [text.get_text() for text in figure.texts][:2] == ["„Turm“", "„Verteidiger“"]


def test_entries_and_links_lead_where_they_say():
    mark = Mark("Second", 1, 200.0)
    content = pdf_document(
        [page("a"), page("b")], "Both", "it", outline=[Mark("First", 0), mark], links=[Link(0, (10, 20, 30, 40), mark)]
    )
    reader = read(content)
    assert [(one.title, reader.get_destination_page_number(one)) for one in reader.outline] == [
        ("First", 0),
        ("Second", 1),
    ]
    assert reader.outline[1].top == 200
    (link,) = [one.get_object() for one in reader.pages[0]["/Annots"]]
    assert [float(one) for one in link["/Rect"]] == [10, 20, 30, 40]
    assert link["/Dest"][0].idnum == reader.pages[1].indirect_reference.idnum
    assert list(reader.pages[1]["/Annots"]) == []
    assert reader.root_object["/Lang"] == "it"
    assert reader.metadata.creation_date is None
    assert content.startswith(b"%PDF-1.4")

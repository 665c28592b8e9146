"""PDF documents: figures as pages, with what a reader's program shows beside them; the same bytes each time."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from matplotlib.figure import Figure
from matplotlib.text import Text

from mangonel.charts.layout import text_width
from mangonel.charts.style import styled

__all__ = ["MAKER", "Link", "Mark", "pdf_document"]

_HAIR: Final = "\N{HAIR SPACE}"
_ONE_BYTE: Final = 255
_CLOSE: Final = 0.05  # of the size of the type
_LARGE: Final = 100.0  # points, to measure without rounding


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry of the outline.

    Attributes
    ----------
    title
        What it is called.
    page
        The page it leads to, counted from 0.
    top
        How high on the page, in points from its lower end; None for the page as a whole.
    """

    title: str
    page: int
    top: float | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A place on a page that leads to an entry of the outline.

    Attributes
    ----------
    page
        The page it is on, counted from 0.
    box
        Left, lower, right and upper end in points.
    mark
        Where it leads.
    """

    page: int
    box: tuple[float, float, float, float]
    mark: Mark


MAKER: Final = "mangonel"
"""The program as files name it that are made by it, so that it may replace them."""


def pdf_document(
    figures: Sequence[Figure], title: str, language: str, *, outline: Sequence[Mark] = (), links: Sequence[Link] = ()
) -> bytes:
    """Return figures as one document: fonts embedded, true to size.

    Parameters
    ----------
    figures
        The pages.
    title
        What the window of the program that shows it is called.
    language
        Id of the language, for programs that read aloud.
    outline
        Where it may be entered, in the order of the pages.
    links
        Places that lead elsewhere when they are clicked.
    """
    from matplotlib.backends.backend_pdf import PdfPages
    from pypdf import PdfWriter
    from pypdf.annotations import Link as Annotation
    from pypdf.generic import BooleanObject, DictionaryObject, Fit, NameObject, TextStringObject

    def place(mark: Mark) -> Fit:
        return Fit.fit() if mark.top is None else Fit.xyz(left=0, top=mark.top)

    drawn, target = io.BytesIO(), io.BytesIO()
    # The style also decides how fonts are embedded.
    with styled(), PdfPages(drawn, metadata={"CreationDate": None, "Creator": MAKER, "Title": title}) as pages:
        for figure in figures:
            with _letters_apart(figure):
                pages.savefig(figure)
    writer = PdfWriter(clone_from=drawn)
    writer.pdf_header = "%PDF-1.4"
    writer.root_object[NameObject("/Lang")] = TextStringObject(language)
    preferences = DictionaryObject({NameObject("/DisplayDocTitle"): BooleanObject(value=True)})
    writer.root_object[NameObject("/ViewerPreferences")] = preferences
    for mark in outline:
        writer.add_outline_item(title=mark.title, page_number=mark.page, fit=place(mark))
    for link in links:
        shown = Annotation(rect=link.box, border=[0, 0, 0], target_page_index=link.mark.page, fit=place(link.mark))
        writer.add_annotation(page_number=link.page, annotation=shown)
    writer.write(target)
    return target.getvalue()


@contextmanager
def _letters_apart(figure: Figure) -> Iterator[None]:
    """Keep letters from running into signs before them, such as opening quotes, while a page is written.

    matplotlib begins anew after a letter that has no place in a font of one byte, and then moves what follows closer
    twice: a quote and a T would overlap. A hair space between them leaves nothing to be moved.
    """
    texts = [(text, text.get_text()) for text in figure.findobj(Text) if isinstance(text, Text)]
    for text, said in texts:
        bold = text.get_fontweight() == "bold"
        if (spaced := _spaced(said, bold=bold)) != said:
            text.set_text(spaced)
    yield
    for text, said in texts:
        if text.get_text() != said:
            text.set_text(said)


def _spaced(text: str, *, bold: bool) -> str:
    """Return a text with a hair space where a letter would be moved closer to a sign of two bytes before it."""
    return text[:1] + "".join(
        _HAIR + letter if ord(sign) > _ONE_BYTE >= ord(letter) and _closer(sign, letter, bold=bold) else letter
        for sign, letter in pairwise(text)
    )


def _closer(sign: str, letter: str, *, bold: bool) -> bool:
    both, first, second = (text_width(text, _LARGE, bold=bold) for text in (sign + letter, sign, letter))
    return both < first + second - _CLOSE * _LARGE

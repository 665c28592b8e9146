"""English with brackets around everything that the language file says, to find what comes from elsewhere."""

import re
from collections.abc import Iterator
from dataclasses import replace

from mangonel.document.model import ReportData
from mangonel.paper.blocks import PICTURE_WIDTH, Bullets, Paragraph, Picture, Replay, Table, Verbatim
from mangonel.paper.charts.style import new_axes, root_figure
from mangonel.rules.words import Locale
from paper.charts.measured import text_boxes
from rules.words.marking import LEFT, RIGHT, bracketed, left_over, rewritten
from rules.words.marking import marked as in_brackets

__all__ = ["LEFT", "RIGHT", "bracketed", "left_over", "longer", "marked", "texts_of"]


def marked() -> Locale:
    """Return English in brackets, in a language that writes numbers with a comma."""
    return replace(in_brackets(), language="marked", decimal=",", thousands="'")


def longer() -> Locale:
    """Return a language whose words are about a third longer than the English ones."""

    def drawn_out(text: str) -> str:
        return re.sub(r"\{\w+\}|[^\W\d_]{3,}", lambda found: _drawn_out(found[0]), text)

    return replace(rewritten(drawn_out), language="longer")


def _drawn_out(word: str) -> str:
    return word if word.startswith("{") else re.sub("[aeiou]", lambda vowel: 2 * vowel[0], word)


def texts_of(data: ReportData) -> Iterator[tuple[str, str]]:
    """Return every text of a report with the place where it stands."""
    yield "title", data.title
    for section in data.sections:
        place = section.anchor
        yield place, section.heading
        for block in section.blocks:
            if isinstance(block, Paragraph):
                yield place, block.text
            elif isinstance(block, Bullets):
                yield from ((place, item) for item in block.items)
            elif isinstance(block, Table):
                yield place, block.caption
                yield from ((place, cell) for row in (block.header, *block.rows) for cell in row)
            elif isinstance(block, Picture):
                yield place, block.alt
                yield f"{place}: {block.name}", written_on(block)
            elif isinstance(block, Replay):
                yield place, block.alt
            else:
                assert isinstance(block, Verbatim)
                yield place, block.text


def written_on(picture: Picture) -> str:
    """Return all that stands on a picture, line after line: a wrapped text has its brackets on two of them."""
    ax = picture.draw(ax=new_axes(PICTURE_WIDTH, picture.height))
    return " ".join(text for text, _ in text_boxes(root_figure(ax)))

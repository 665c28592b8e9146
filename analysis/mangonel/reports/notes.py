"""What the program itself has written down in English (notes of an engine, sources of a cell), said in a language."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from mangonel.locales import in_words
from mangonel.locales.locale import PLACE

if TYPE_CHECKING:
    from mangonel.locales import Locale

__all__ = ["told"]

_SECTION = "report_notes."
_PRINTED = re.compile(r"(.+) \(([a-z]{2})\), (.+)")
"""The source of a whole table, as `mangonel.tables.source.Source` writes it: title, language, section."""


def told(text: str, words: Locale) -> str:
    """Return a text of the program or of a data file in a language, part by part; as it is where nobody knows it.

    Parameters
    ----------
    text
        For example ``from the start; 32 independent repeats``. Each part is known by its translation in the language
        file, or by the English sentence of the section ``report_notes`` that it was made with.
    words
        The language.
    """
    if text in words.texts:
        return words.translated(text)
    printed = _PRINTED.fullmatch(text)
    if printed is not None and printed[1] in words.texts:
        return f"{words.translated(printed[1])} ({printed[2]}), {told(printed[3], words)}"
    return words.text("frame.semicolon").join(_part(part, words) for part in text.split("; "))


def _part(text: str, words: Locale) -> str:
    if text in words.texts:
        return words.translated(text)
    for key, pattern in _sentences():
        found = pattern.fullmatch(text)
        if found is not None:
            return words.text(key, **{name: words.written(value) for name, value in found.groupdict().items()})
    return text


@cache
def _sentences() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the English sentences as patterns whose places hold whatever was filled in."""
    english = in_words(None)
    return tuple((key, _pattern(text)) for key, text in english.phrases.items() if key.startswith(_SECTION))


def _pattern(text: str) -> re.Pattern[str]:
    parts = PLACE.split(text)
    # Texts and names of places by turns.
    return re.compile("".join(f"(?P<{part}>.+)" if at % 2 else re.escape(part) for at, part in enumerate(parts)))

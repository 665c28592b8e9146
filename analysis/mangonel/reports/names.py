"""Ids of a study as words of a language, and lists of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mangonel.odds.words import spoken

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.reports.study import Study, StudyNumber

__all__ = ["capital", "difference_name", "joined", "listed", "number_name", "said", "turns_text"]


def said(kind: str, name: str, words: Locale) -> str:
    """Return the word for an id of a kind; one that no translator knows is shown as words."""
    return words.word(kind, name) if words.has_word(kind, name) else spoken(name)


def number_name(study: Study, number: StudyNumber, words: Locale) -> str:
    """Return what a number of a study is called."""
    if number.kind == "mean" and number.name == study.unit:
        return words.text("report.last_turn", unit=said("units", study.unit, words))
    return said({"ending": "endings", "mean": "losses", "counter": "tallies"}[number.kind], number.name, words)


def difference_name(study: Study, words: Locale) -> str:
    """Return what the difference of the two sides is called."""
    left, right = study.labels
    return words.text("report.minus", left=left, right=right)


def joined(items: Iterable[str], words: Locale) -> str:
    """Return one thing, or two with "and" between them."""
    first, *others = items
    for other in others:
        first = words.text("report.and", one=first, other=other)
    return first


def listed(items: Iterable[str], words: Locale) -> str:
    """Return things with semicolons between them."""
    return words.text("report.semicolon").join(items)


def capital(text: str) -> str:
    """Return a text that begins a line."""
    return text[:1].upper() + text[1:]


def turns_text(low: int, high: int, words: Locale) -> str:
    """Return a turn, or the first and the last of several, to stand in one line."""
    if low == high:
        return str(low)
    return words.text("report.to", low=low, high=high).replace(" ", "\N{NO-BREAK SPACE}")

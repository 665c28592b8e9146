"""Ids of a study as words of a language, and lists of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.reports.study.study import Study, StudyNumber

__all__ = [
    "comparing_head",
    "difference_name",
    "ending_name",
    "endings_name",
    "engine_name",
    "listed",
    "measure_name",
    "number_name",
    "turns_text",
    "with_id",
]

_KINDS = {"ending": "endings", "side": "endings", "counter": "tallies"}


def ending_name(study: Study, name: str) -> str:
    """Return what an ending of the sequence is called, or the victory of a side, or several joined by ``+``."""
    return endings_name(name, study.first.sequence, study.words)


def endings_name(ending: str, sequence: str, words: Locale) -> str:
    """Return what an ending is called, or several that are joined by ``+``."""
    return " + ".join(words.word("endings", one, sequence) for one in ending.split("+"))


def engine_name(engine: str, words: Locale) -> str:
    """Return how numbers were computed, one way or several, with the names that the command line has for them."""
    return ", ".join(with_id(words.word("engine_kinds", one), one, words) for one in engine.split(", "))


def measure_name(study: Study, name: str) -> str:
    """Return what a measure, or the turn, is called."""
    if name == study.unit:
        return study.words.for_unit("report.last", study.unit)
    return study.words.word("losses", name, study.first.sequence)


def number_name(study: Study, number: StudyNumber) -> str:
    """Return what a number of a study is called."""
    if number.kind == "mean":
        return measure_name(study, number.name)
    return study.words.word(_KINDS[number.kind], number.name, study.first.sequence)


def difference_name(study: Study) -> str:
    """Return what the difference of the two sides is called."""
    left, right = study.labels
    return study.words.text("report.minus", left=left, right=right)


def comparing_head(study: Study) -> tuple[str, ...]:
    """Return the heads of the columns of numbers: each side and, of two, their difference."""
    return (*study.labels, difference_name(study)) if len(study.labels) > 1 else study.labels


def with_id(word: str, name: str, words: Locale) -> str:
    """Return a word with its id in brackets, unless the two are the same."""
    same = _plain(word) == _plain(name)
    return word if same else words.text("facts.option", title=word, id=name)


def _plain(name: str) -> str:
    return name.casefold().replace("_", " ").replace("-", " ")


def listed(items: Iterable[str], words: Locale) -> str:
    """Return things with semicolons between them."""
    return words.text("frame.semicolon").join(items)


def turns_text(low: int, high: int, words: Locale) -> str:
    """Return a turn, or the first and the last of several, to stand in one line."""
    if low == high:
        return str(low)
    return words.text("report.to", low=low, high=high).replace(" ", "\N{NO-BREAK SPACE}")

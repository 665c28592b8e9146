"""Ids as words of a language, and lists of them."""

from __future__ import annotations

from collections.abc import Iterable

from mangonel.locales import Locale

__all__ = ["endings_name", "engine_name", "listed", "turns_text", "with_id"]


def endings_name(ending: str, sequence: str, words: Locale) -> str:
    """Return what an ending is called, or several that are joined by ``+``."""
    return " + ".join(words.word("endings", name, sequence) for name in ending.split("+"))


def engine_name(engine: str, words: Locale) -> str:
    """Return how numbers were computed, one way or several, with the names that the command line has for them."""
    return ", ".join(with_id(words.word("engine_kinds", name), name, words) for name in engine.split(", "))


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

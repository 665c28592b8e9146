"""Names in the order of a dictionary."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import combining, normalize

from mangonel.sheets.wanted import Asked

__all__ = ["by_word"]


def by_word(asked: Asked, kind: str, names: Iterable[str]) -> list[tuple[str, str]]:
    """Return each id with its word, in the order of the alphabet."""
    return sorted(((name, asked.word(kind, name)) for name in names), key=lambda one: _plain(one[1]))


def _plain(word: str) -> str:
    """Return a word as a dictionary sorts it, without regard to accents."""
    return "".join(sign for sign in normalize("NFD", word.casefold()) if not combining(sign))

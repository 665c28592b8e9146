"""Errors in another language: what is wrong in its words, what was typed and what is allowed as it is typed."""

from __future__ import annotations

from mangonel.errors import DataError, MangonelError
from mangonel.rules.words.locale import Locale
from mangonel.rules.words.phrase_book import PhraseBook

__all__ = ["refusal"]


def refusal(error: MangonelError, words: Locale, game: str = "") -> str:
    """Return what an error says in a language, in the phrases of a game first; the rest stays English."""
    book = PhraseBook(words, game)
    if not isinstance(error, DataError):
        return book.meaning(str(error))
    meant, allowed = words.text("telling.meant", names="{}"), words.text("telling.allowed", names="{}")
    return error.sentence(book.meaning(error.message), meant, allowed)

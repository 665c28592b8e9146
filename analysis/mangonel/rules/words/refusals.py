"""Errors in another language: what is wrong in its words, what was typed and what is allowed as it is typed."""

from __future__ import annotations

from mangonel.errors import DataError, MangonelError
from mangonel.rules.words.locale import Locale
from mangonel.rules.words.phrase_book import PhraseBook


def refusal(error: MangonelError, words: Locale, game: str = "") -> str:
    """Return what an error says in a language; what it has no phrase for stays English.

    Parameters
    ----------
    error
        What was raised.
    words
        The language.
    game
        The game whose phrases go first.
    """
    book = PhraseBook(words, game)
    if not isinstance(error, DataError):
        return book.meaning(str(error))
    meant, allowed = words.text("telling.meant", names="{}"), words.text("telling.allowed", names="{}")
    return error.sentence(book.meaning(error.message), meant, allowed)

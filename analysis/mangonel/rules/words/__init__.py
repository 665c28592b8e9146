"""Languages: words, sentences and number formats of sheets, charts and reports, from files a translator can edit."""

from __future__ import annotations

from mangonel.rules.words.loading import in_each, load_locale, locale_names, say, speak, speaking, words
from mangonel.rules.words.locale import Locale, capital
from mangonel.rules.words.phrase_book import PhraseBook, refusal

__all__ = [
    "Locale",
    "PhraseBook",
    "capital",
    "in_each",
    "load_locale",
    "locale_names",
    "refusal",
    "say",
    "speak",
    "speaking",
    "words",
]

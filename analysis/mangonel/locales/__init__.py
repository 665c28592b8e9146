"""Languages: words, sentences and number formats of sheets, charts and reports, from files a translator can edit."""

from __future__ import annotations

from mangonel.locales.loading import in_words, load_locale, locale_names
from mangonel.locales.locale import Locale, capital
from mangonel.locales.phrase_book import PhraseBook

__all__ = ["Locale", "PhraseBook", "capital", "in_words", "load_locale", "locale_names"]

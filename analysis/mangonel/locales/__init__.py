"""Languages: words, sentences and number formats of sheets, reports and charts, read from files for translators."""

from __future__ import annotations

from mangonel.locales.loading import in_words, load_locale, locale_names
from mangonel.locales.locale import Locale

__all__ = ["Locale", "in_words", "load_locale", "locale_names"]

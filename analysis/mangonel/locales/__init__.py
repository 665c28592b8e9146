"""Languages: words, sentences and number formats of printed sheets, read from files that a translator can edit."""

from __future__ import annotations

from mangonel.locales.loading import load_locale, locale_names
from mangonel.locales.locale import Locale

__all__ = ["Locale", "load_locale", "locale_names"]

"""Who says that a cell or an option is so, said in a language."""

from __future__ import annotations

from mangonel.rules.difference import ABSENT, Cited
from mangonel.rules.words.locale import Locale

__all__ = ["cited"]


def cited(source: Cited, words: Locale) -> str:
    """Return a source in a language, part by part; a part that nobody knows, as a user's own, as it is."""
    if source.text == ABSENT:
        return words.text("report_differences.absent")
    if source.rules:
        return words.text("report_differences.by_rules", rules=source.rules)
    if source.table is not None:
        printed = source.table
        return f"{words.translated(printed.title)} ({printed.language}), {_listed(printed.section, words)}"
    return _listed(source.text, words)


def _listed(text: str, words: Locale) -> str:
    if text in words.texts:
        return words.translated(text)
    return words.text("frame.semicolon").join(words.translated(part) for part in text.split("; "))

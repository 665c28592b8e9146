"""What cannot be, in the language of the page: which value, and what there is instead; then what the program says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from htmltools import Tag, tags

from mangonel.errors import DataError, MangonelError, SpoiltError
from mangonel.rules.words import PhraseBook

if TYPE_CHECKING:
    from mangonel.rules.words import Locale

__all__ = ["PageError", "Wrong", "wrong_beside", "wrong_html", "wrong_of"]

_SHOWN: Final = 16
"""What is allowed is listed if it is no more than this; the program names the nearest of more."""
_ENGLISH: Final = "en"


class PageError(MangonelError):
    """What the page itself has to say, in its language."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong."""

    text: str
    """In the language of the page."""
    original: str = ""
    """What the program says, in English, where it cannot be told otherwise; else empty."""
    field: str = ""
    """Where it was said: the name of a field of a form, and more behind it; empty if that is not known."""


def wrong_of(error: MangonelError, words: Locale, called: Callable[[str], str] | None = None) -> Wrong:
    """Return what is wrong, without the file: whoever reads the page has none.

    Parameters
    ----------
    error
        What was raised.
    words
        The language.
    called
        Returns what a field is called on the page, given what the error names; empty if it is none.
    """
    if isinstance(error, SpoiltError):
        error = error.inner
    if not isinstance(error, DataError):
        text = str(error)
        return Wrong(text) if isinstance(error, PageError) or words.language == _ENGLISH else _framed("", text, words)
    field = error.path.lstrip("-").partition(" ")[0]
    plain = str(error.at(error.path))
    where = called(field) if called is not None else ""
    instead = _instead(error, words)
    if words.language == _ENGLISH:
        return Wrong(str(error.at(where or error.path)), "", field)
    if not instead or error.value is None:
        sentence = PhraseBook(words).told(error.message)
        if sentence is not None:
            text = sentence if error.value is None else words.text("frame.named", name=sentence, text=str(error.value))
            return Wrong(words.text("frame.named", name=where, text=text) if where else text, "", field)
        framed = _framed(where, plain, words)
        return Wrong(framed.text, framed.original, field)
    value = words.text("explore.wrong_value", value=str(error.value), instead=instead)
    return Wrong(words.text("frame.named", name=where, text=value) if where else value, "", field)


def _framed(where: str, plain: str, words: Locale) -> Wrong:
    text = words.text("explore.wrong")
    return Wrong(words.text("frame.named", name=where, text=text) if where else text, plain)


def _instead(error: DataError, words: Locale) -> str:
    """Return what there may be instead of a value, in words; empty if the error does not say."""
    if error.limits is None:
        return words.text("frame.comma").join(error.allowed) if len(error.allowed) <= _SHOWN else ""
    low, high = (None if limit is None else str(limit) for limit in error.limits)
    if low is not None and high is not None:
        return low if low == high else words.text("explore.from_to", low=low, high=high)
    if low is not None:
        return words.text("explore.from_up", low=low)
    return words.text("explore.whole") if high is None else words.text("explore.up_to", high=high)


def wrong_beside(form: str, wrong: Wrong) -> dict[str, object]:
    """Return what a page is sent that says beside a field of a form what is wrong with it, or takes it away there."""
    return {"form": form, "field": wrong.field, "text": wrong.text, "original": wrong.original}


def wrong_html(wrong: Wrong) -> Tag:
    """Return what is wrong as part of the page."""
    original = tags.span(wrong.original, lang=_ENGLISH, class_="note") if wrong.original else None
    return tags.div(tags.p(wrong.text, class_="wrong"), original, role="alert")

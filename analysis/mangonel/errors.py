"""Errors that are meant for the person at the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Self

if TYPE_CHECKING:
    from pathlib import Path

_LONGEST, _SHOWN = 400, 60
"""Letters of a value beyond which an error quotes only the first of it, and how many those are."""
_LETTER_CODE = 2
"""Letters of a word that is a code rather than the beginning of a name."""
_MOST_ALLOWED = 12
"""Allowed values are listed beside a suggestion if they are no more than this."""
_MOST_LISTED = 40
"""The most allowed values that an error lists."""
_FORMS = "did you mean {}?", "allowed: {}", "{}: {}", "; "
"""A suggestion, the allowed values, a place or value with the rest, and the sign before a suggestion."""


class MangonelError(Exception):
    """Base of all errors that mangonel raises on purpose; its text is fit to be shown."""


class DataError(MangonelError):
    """A file or an argument says something that is not allowed.

    Parameters
    ----------
    message
        The mistake, as a short sentence without a full stop.
    file
        The file that says it, or None for an argument.
    path
        Where in the file, for example ``cells.3.4-1``.
    value
        The offending value as written.
    allowed
        The allowed values; the nearest of them to `value` is suggested, and a long list left out then.
    limits
        The lowest and the highest number that there may be, None for none, if a limit is broken; the message says
        them, too.
    """

    _guesses: ClassVar[bool] = True
    """Whether the value may be one of the allowed in other letters."""

    def __init__(
        self,
        message: str,
        *,
        file: str | Path | None = None,
        path: str = "",
        value: object = None,
        allowed: Iterable[object] = (),
        limits: tuple[float | None, float | None] | None = None,
    ) -> None:
        self.message = message
        self.limits = limits
        self.file = None if file is None else str(file)
        self.path = path
        self.value = value
        self.allowed = tuple(str(entry) for entry in allowed)
        self.suggestion = nearest(str(value), self.allowed) if self.allowed and self._guesses else None
        super().__init__(message)

    def at(self, path: str, file: str | Path | None = None) -> Self:
        """Return the same error with the place where its value was said; of an argument if there is no file."""
        # Not by `copy`: a library of clusters teaches it to make errors that share their attributes.
        there = type(self).__new__(type(self), *self.args)
        there.__dict__.update(self.__dict__)
        there.path, there.file = path, None if file is None else str(file)
        return there

    def __str__(self) -> str:
        """Return the place, the mistake and the allowed values, in one sentence."""
        return self.sentence(self.message)

    def sentence(self, message: str, forms: Sequence[str] = _FORMS) -> str:
        """Return the same sentence in the words of a language, in the order of `_FORMS`."""
        meant, allowed, named, semicolon = forms
        text = message
        for place in filter(None, (*reversed(self.path.split(": ")), self.file)):
            text = named.format(place, text)
        if self.value is not None:
            text = named.format(text, _written(self.value))
        if self.suggestion is not None:
            text += semicolon + meant.format(repr(self.suggestion))
        # Where one of many is meant, the others are in its way.
        if self.suggestion is None or 1 < len(self.allowed) <= _MOST_ALLOWED:
            more = ", ..." if len(self.allowed) > _MOST_LISTED else ""
            text += f" ({allowed.format(', '.join(self.allowed[:_MOST_LISTED]) + more)})" if self.allowed else ""
        return text


def _written(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # Python does not write out whole numbers of thousands of digits
        return "a number of thousands of digits"
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_SHOWN]}... ({len(text):,} characters)"


class LackingError(DataError):
    """A rule set lacks a table or an option that was asked for."""


class NoRollError(DataError):
    """The rules allow no such roll, for example out of range, or with nothing to batter with.

    It is an answer of the rules and no mistake: code that builds a sequence or a sheet may catch it and go without the
    roll. It is never caught as `DataError`, which would take a wrong cell for such an answer. Its value is
    written as it was meant: nothing else is suggested for it.
    """

    _guesses = False


class SpoiltError(DataError):
    """A rule file spoils a scenario that can be played under its base.

    Parameters
    ----------
    inner
        The same error as one of the scenario, for a user that has changed a value of it and not the rules.
    message, file, path, value, allowed
        As in `DataError`; the file is the rule file.
    """

    def __init__(
        self,
        inner: DataError,
        message: str,
        *,
        file: str | Path | None = None,
        path: str = "",
        value: object = None,
        allowed: Iterable[object] = (),
    ) -> None:
        super().__init__(message, file=file, path=path, value=value, allowed=allowed)
        self.inner = inner

    def __reduce__(self) -> tuple[Callable[..., SpoiltError], tuple[DataError, str]]:
        """Return how another process makes it again."""
        maker = partial(SpoiltError, file=self.file, path=self.path, value=self.value, allowed=self.allowed)
        return maker, (self.inner, self.message)


class UnknownCellError(MangonelError):
    """A cell that the sources have lost was asked for."""

    message: ClassVar[str] = "the source has lost a cell that it needs"
    """The mistake without the place, as of a `DataError`."""


class SequenceError(MangonelError):
    """A sequence broke its own declaration, for example a column left its range."""


class StateLimitError(MangonelError):
    """The exact engine met more states than it was allowed to keep."""


def nearest(word: str, allowed: Iterable[str]) -> str | None:
    """Return the allowed word that `word` is the beginning of or looks most like, or None if none does."""
    import difflib

    written = {entry.lower(): entry for entry in allowed}
    is_code = len(word) <= _LETTER_CODE
    begun = [] if is_code else [entry for entry in written if entry.startswith(word.lower())]
    alike = difflib.get_close_matches(word.lower(), written, n=1, cutoff=0.5 if is_code else 0.6)
    matches = begun if len(begun) == 1 else alike or sorted(begun, key=len)
    return written[matches[0]] if matches else None

"""Reading TOML files into checked values, with errors that name file, path and nearest match."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mangonel.errors import DataError, nearest
from mangonel.rules.files import read_toml, read_whole, unfit_letter

__all__ = ["Node", "Source", "is_there", "read_source"]


_WORDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "a block of keys",
}


_LARGEST_WORD = 10**6
"""The largest whole number that may stand for a word."""


def is_there(path: Path) -> bool:
    """Return whether there is a file or folder; a name that the file system does not take is none."""
    try:
        return path.exists()
    except OSError:
        return False


class Node:
    """One block of keys of a TOML file, which remembers what it was asked for.

    Every reader method checks the type of the value, so that a wrong file ends in a `DataError` and never in a
    traceback. `finish` then rejects the keys that nobody asked for, in this block and in all those below. The file is
    for error messages only, the path where in it the block stands, for example ``option.3``. It is `sound` if every
    letter of the file is known to belong in a text.
    """

    __slots__ = ("_asked", "_below", "_sound", "content", "file", "path")

    def __init__(
        self, content: Mapping[str, Any], *, file: Path | None = None, path: str = "", sound: bool = False
    ) -> None:
        self.content = content
        self._sound = sound
        self._asked: dict[str, None] = {}
        self._below: dict[str, Node] = {}
        self.file = file
        self.path = path

    @classmethod
    def load(cls, path: str | Path) -> Node:
        """Read a UTF-8 TOML file, with or without a byte order mark.

        It is a DataError if there is no such file, or it cannot be read or is too large, or as `read`.
        """
        file = Path(path)
        return cls.read(read_whole(file), file)

    @classmethod
    def read(cls, raw: bytes, file: Path | None = None) -> Node:
        """Return what stands in a TOML file, as `load` does, given all that is in it.

        It is a DataError if it is not UTF-8, or not TOML.
        """
        content, sound = read_toml(raw, file)
        return cls(content, file=file, sound=sound)

    def __contains__(self, key: object) -> bool:
        """Tell whether there is such a key; whoever asks knows it, so it will not be unknown."""
        return isinstance(key, str) and self._has(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self.content)

    def keys(self) -> tuple[str, ...]:
        """Return all keys of this block in the order of the file."""
        return tuple(self.content)

    def error(self, message: str, key: str = "", *, value: object = None, allowed: Iterable[object] = ()) -> DataError:
        """Return (not raise) an error that names this file and the path of `key` in it."""
        return DataError(message, file=self.file, path=self.at(key), value=value, allowed=allowed)

    def blamed(self, error: DataError, key: str, value: object = None) -> DataError:
        """Return an error as one of a value under `key` in this file: `value`, if it is not the one that it names."""
        shown = error.value if value is None else value
        return self.error(error.message, key, value=shown, allowed=error.allowed)

    def missing(self, key: str, known: Collection[str]) -> DataError:
        """Return the error that `key` is missing, with the nearest unknown key of this block."""
        likely = nearest(key, [other for other in self.content if other not in known])
        hint = f", but there is {likely!r}" if likely is not None else ""
        return self.error(f"is missing{hint}", key)

    def check_limits(self, key: str, value: float, low: float | None, high: float | None) -> None:
        """Check that a number is within limits, both inclusive."""
        if (low is not None and value < low) or (high is not None and value > high):
            if low == high:
                limits = f"{low}"
            elif high is None:
                limits = f"at least {low}"
            elif low is None:
                limits = f"at most {high}"
            else:
                limits = f"{low} to {high}"
            raise DataError(f"must be {limits}", file=self.file, path=self.at(key), value=value, limits=(low, high))

    def at(self, key: str) -> str:
        """Return the path of `key` in the file."""
        return ".".join(part for part in (self.path, key) if part)

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; without a `default` it is needed and must not be blank."""
        if default is not None and not self._has(key):
            return default
        value = self._typed(key, str)
        self._check_letters(key, value)
        if default is None and not value.strip():
            raise self.error("must not be blank", key)
        return str(value)

    def word(self, key: str) -> str:
        """Return a text, or a whole number as a text: the value of an option may look like either."""
        value = self.content.get(key)
        if type(value) is int and abs(value) <= _LARGEST_WORD:
            self._asked[key] = None
            return str(value)
        return self.text(key)

    def identifier(self, key: str) -> str:
        """Return an id: letters, digits, ``-`` and ``_`` only. Ids become words of commands and file names."""
        value = self.text(key)
        if not all(letter.isascii() and (letter.isalnum() or letter in "-_") for letter in value):
            raise self.error("an id has letters, digits, - and _ only", key, value=value)
        return value

    def all_texts(self) -> dict[str, str]:
        """Return all entries of the block, each of which is a text."""
        return {key: self.text(key) for key in self.content}

    def texts(self, key: str, default: Sequence[str] | None = None) -> tuple[str, ...]:
        """Return a list of texts, needed without a `default`."""
        if default is not None and not self._has(key):
            return tuple(default)
        entries = self._entries(key, str)
        for number, entry in enumerate(entries, start=1):
            self._check_letters(f"{key}.{number}", entry)
        return tuple(entries)

    def integer(self, key: str, low: int | None = None, high: int | None = None, default: int | None = None) -> int:
        """Return a whole number within `low` .. `high`, both inclusive; needed without a `default`."""
        if default is not None and not self._has(key):
            return default
        value = int(self._typed(key, int))
        self.check_limits(key, value, low, high)
        return value

    def integers(
        self, key: str, low: int | None = None, high: int | None = None, default: Sequence[int] | None = None
    ) -> tuple[int, ...]:
        """Return a list of whole numbers, each within `low` .. `high`; needed without a `default`."""
        if default is not None and not self._has(key):
            return tuple(default)
        values = tuple(self._entries(key, int))
        for number, value in enumerate(values, start=1):
            self.check_limits(f"{key}.{number}", value, low, high)
        return values

    def number(
        self, key: str, low: float | None = None, high: float | None = None, default: float | None = None
    ) -> float:
        """Return a finite number within `low` .. `high`, both inclusive; needed without a `default`."""
        if default is not None and not self._has(key):
            return default
        self._asked[key] = None
        value = self.content.get(key)
        wanted = int if type(value) is int else float
        try:
            number = float(self._typed(key, wanted))
        except OverflowError:
            raise self.error("is too large", key) from None
        if not math.isfinite(number):
            raise self.error("must be a finite number", key, value=number)
        self.check_limits(key, number, low, high)
        return number

    def flag(self, key: str, default: bool | None = None) -> bool:  # noqa: FBT001 - it is the value itself
        """Return true or false, needed without a `default`."""
        return default if default is not None and not self._has(key) else bool(self._typed(key, bool))

    def choice(self, key: str, allowed: Iterable[str], default: str | None = None) -> str:
        """Return a text that is one of `allowed`, needed without a `default`."""
        allowed = tuple(allowed)
        value = default if default is not None and not self._has(key) else str(self._typed(key, str))
        if value != default and value not in allowed:
            raise self.error("unknown value", key, value=value, allowed=allowed)
        return value

    def node(self, key: str, *, required: bool = True) -> Node:
        """Return the block under `key`; one that is missing and not `required` is an empty block."""
        if key in self._below:
            return self._below[key]
        content = self._typed(key, dict) if required or self._has(key) else {}
        below = self._node(content, key)
        self._below[key] = below
        return below

    def nodes(self, key: str) -> tuple[Node, ...]:
        """Return the blocks written ``[[key]]``, numbered from 1 in their paths; none if there are none."""
        if not self._has(key):
            return ()
        nodes = []
        for number, content in enumerate(self._entries(key, dict), start=1):
            name = f"{key}.{number}"
            self._below[name] = self._node(content, name)
            nodes.append(self._below[name])
        return tuple(nodes)

    def finish(self) -> None:
        """Reject every key, here and in the blocks below, that nobody has asked for.

        A DataError is raised for the first unknown key, with the nearest of the known ones.
        """
        for key in self.content:
            self._check_letters(key, key)
            if key not in self._asked:
                raise self.error("unknown key", key, value=key, allowed=self._asked)
        for below in self._below.values():
            below.finish()

    def check_letters(self) -> None:
        """Check that every letter of all keys and texts, here and in the blocks below, belongs in a text."""
        if not self._sound:
            self._check_all(self.content, "")

    def _check_all(self, value: Any, path: str) -> None:
        if isinstance(value, str):
            self._check_letters(path, value)
        for key, below in value.items() if isinstance(value, Mapping) else ():
            place = f"{path}.{key}" if path else key
            self._check_letters(place, key)
            self._check_all(below, place)
        for number, entry in enumerate(value if isinstance(value, list) else (), start=1):
            self._check_all(entry, f"{path}.{number}")

    def _node(self, content: Mapping[str, Any], key: str) -> Node:
        return Node(content, file=self.file, path=self.at(key), sound=self._sound)

    def _has(self, key: str) -> bool:
        self._asked[key] = None
        return key in self.content

    def _typed(self, key: str, wanted: type) -> Any:
        if not self._has(key):
            raise self.missing(key, self._asked)
        return self._checked(key, self.content[key], wanted)

    def _entries(self, key: str, wanted: type) -> list[Any]:
        entries = self._typed(key, list)
        return [self._checked(f"{key}.{number}", entry, wanted) for number, entry in enumerate(entries, start=1)]

    def _checked(self, key: str, value: Any, wanted: type) -> Any:
        # type(), not isinstance(): a bool is an int for Python, but not for the author of a rule file.
        if type(value) is wanted:
            return value
        shown = value if isinstance(value, str | int | float) else None
        kind = _WORDS.get(type(value), "a date or time")
        raise self.error(f"must be {_WORDS[wanted]}, not {kind}", key, value=shown)

    def _check_letters(self, key: str, text: str) -> None:
        if self._sound:
            return
        if fault := unfit_letter(text):
            raise self.error(fault[0], key, value=fault[1])


@dataclass(frozen=True)
class Source:
    """The printed source of a table, in words that a reader can look up."""

    title: str
    """Title of the play sheet or rule book."""
    edition: str
    """Edition, publisher or year, as far as the source names them."""
    language: str
    """Language code of the source, for example ``es``."""
    section: str
    """Heading or paragraph numbers where the figures stand."""
    notes: tuple[str, ...] = ()
    """What a reader has to know to check the figures: damage of the print, readings, other sources."""

    def __str__(self) -> str:
        return f"{self.title} ({self.language}), {self.section}"


def read_source(node: Node) -> Source:
    """Read a ``[source]`` block, all of whose keys but ``notes`` are needed."""
    return Source(
        title=node.text("title"),
        edition=node.text("edition"),
        language=node.text("language"),
        section=node.text("section"),
        notes=node.texts("notes", default=()),
    )

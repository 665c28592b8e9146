"""Reading TOML files: checked by types of `msgspec`, with errors that name file, path and nearest match."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import isfinite
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta, inspect, structs

from mangonel.errors import DataError, nearest
from mangonel.rules.files import read_toml, read_whole, unfit_letter

ID, ID_FAULT = r"^[A-Za-z0-9_-]+$(?!\n)", "an id has letters, digits, - and _ only"
IDENTIFIER: TypeAlias = Annotated[str, Meta(pattern=ID, extra={"fault": ID_FAULT})]
"""The type of an id, which becomes a word of commands and part of file names."""
VERSION: TypeAlias = Annotated[Literal[1], Meta(extra={"fault": "unknown schema version", "allowed": (1,)})]
"""The type of the key ``schema`` of every file."""
WORD: TypeAlias = Annotated[int, Meta(ge=-(10**6), le=10**6)] | str
"""The type of a text that may be written as a whole number."""


def filled(meaning: str) -> Any:
    """Return the type of a non-blank text with its meaning."""
    return Annotated[str, Meta(pattern=r"\S", description=meaning, extra={"fault": "must not be blank"})]


FILLED: TypeAlias = Annotated[str, Meta(pattern=r"\S", extra={"fault": "must not be blank"})]
"""The type of a non-blank text."""
_KINDS = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "int | str": "a text or a whole number",
    "bool | int | str": "a text, a whole number, true or false",
    "array": "a list",
    "object": "a block of keys",
}
"""Our words for the types of `msgspec`; the others of TOML are dates and times."""
Wanted = TypeVar("Wanted")


def is_there(path: Path) -> bool:
    """Return whether there is a file or folder; a name that the file system does not take is none."""
    try:
        return path.exists()
    except OSError:
        return False


class Node:
    """One block of keys of a TOML file.

    The file is for error messages only, the path of the block in it, for example ``option.3``. It is `sound`
    if every letter of the file is known to belong in a text.
    """

    __slots__ = ("_sound", "content", "file", "path")

    def __init__(
        self, content: Mapping[str, Any], *, file: Path | None = None, path: str = "", sound: bool = False
    ) -> None:
        self.content = content
        self._sound = sound
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
        """Return the content of a TOML file, as `load` does, given its bytes.

        It is a DataError if it is not UTF-8, or not TOML.
        """
        content, sound = read_toml(raw, file)
        return cls(content, file=file, sound=sound)

    def __contains__(self, key: object) -> bool:
        return key in self.content

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
        return self.error(error.message, key, value=error.value if value is None else value, allowed=error.allowed)

    def missing(self, key: str, known: Collection[str]) -> DataError:
        """Return the error that `key` is missing, with the nearest unknown key of this block."""
        likely = nearest(key, [other for other in self.content if other not in known])
        hint = f", but there is {likely!r}" if likely is not None else ""
        return self.error(f"is missing{hint}", key)

    def check_limits(self, key: str, value: float, low: float | None, high: float | None) -> None:
        """Check that a number is within limits, both inclusive."""
        if (low is not None and value < low) or (high is not None and value > high):
            if low == high:
                limits = f"exactly {low}"
            elif high is None:
                limits = f"at least {low}"
            elif low is None:
                limits = f"at most {high}"
            else:
                limits = f"{low} to {high}"
            raise DataError(f"must be {limits}", file=self.file, path=self.at(key), value=value, limits=(low, high))

    def check_known(self, known: Collection[str]) -> None:
        """Check that the block has no other keys than these."""
        for key in self.content:
            if key not in known:
                raise self.error("unknown key", key, value=key, allowed=known)

    def at(self, key: str) -> str:
        """Return the path of `key` in the file."""
        return ".".join(part for part in (self.path, key) if part)

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; without a `default` it is needed and must not be blank."""
        if default is not None and key not in self.content:
            return default
        value = str(self._typed(key, str))
        if default is None and not value.strip():
            raise self.error("must not be blank", key)
        return value

    def texts(self, key: str, default: Sequence[str] | None = None) -> tuple[str, ...]:
        """Return a list of texts, needed without a `default`."""
        return tuple(default) if default is not None and key not in self.content else self._entries(key, str)

    def choice(self, key: str, allowed: Iterable[str], default: str | None = None) -> str:
        """Return a text that is one of `allowed`, needed without a `default`."""
        allowed = tuple(allowed)
        value = default if default is not None and key not in self.content else str(self._typed(key, str))
        if value != default and value not in allowed:
            raise self.error("unknown value", key, value=value, allowed=allowed)
        return value

    def node(self, key: str, *, required: bool = True) -> Node:
        """Return the block under `key`; one that is missing and not `required` is an empty block."""
        return self._node(self._typed(key, dict) if required or key in self.content else {}, key)

    def nodes(self, key: str) -> tuple[Node, ...]:
        """Return the blocks written ``[[key]]``, numbered from 1 in their paths; none if there are none."""
        blocks = self._entries(key, dict) if key in self.content else ()
        return tuple(self._node(content, f"{key}.{number}") for number, content in enumerate(blocks, start=1))

    def check_letters(self) -> None:
        """Check that every letter of keys and texts belongs in a text, and numbers are finite, here and below."""
        if not self._sound:
            self._check_all(self.content, "")

    def _check_all(self, value: Any, path: str) -> None:
        if isinstance(value, str):
            self._check_letters(path, value)
        if isinstance(value, float) and not isfinite(value):
            raise self.error("must be a finite number", path, value=value)
        for key, below in value.items() if isinstance(value, Mapping) else ():
            place = f"{path}.{key}" if path else key
            self._check_letters(place, key)
            self._check_all(below, place)
        for number, entry in enumerate(value if isinstance(value, list) else (), start=1):
            self._check_all(entry, f"{path}.{number}")

    def _check_letters(self, key: str, text: str) -> None:
        if fault := unfit_letter(text):
            raise self.error(fault[0], key, value=fault[1])

    def _node(self, content: Mapping[str, Any], key: str) -> Node:
        return Node(content, file=self.file, path=self.at(key), sound=self._sound)

    def _typed(self, key: str, wanted: type) -> Any:
        if key not in self.content:
            raise self.missing(key, ())
        return self._checked(key, self.content[key], wanted)

    def _entries(self, key: str, wanted: type) -> tuple[Any, ...]:
        entries = enumerate(self._typed(key, list), start=1)
        return tuple(self._checked(f"{key}.{number}", entry, wanted) for number, entry in entries)

    def _checked(self, key: str, value: Any, wanted: type) -> Any:
        if type(value) is not wanted:
            validate(Node({key: value}, file=self.file, path=self.path, sound=True), dict[str, wanted])  # type: ignore[valid-type]
        return value


def validate(node: Node, wanted: type[Wanted]) -> Wanted:
    """Check a block of a file against a type, as a rule a struct of `msgspec`, and return its content as one.

    A DataError is raised for a key that is unknown or missing, or the first value that is not allowed.
    """
    node.check_letters()
    try:
        return msgspec.convert(node.content, wanted)
    except msgspec.ValidationError as error:
        raise _refused(str(error), node, wanted) from None


def _refused(message: str, node: Node, hint: Any) -> DataError:
    head, _, place = message.rpartition(" - at `$")
    reason = head or place
    value: Any = node.content
    path: list[str] = []
    for name, number in re.findall(r"\.([^.\[\]`]+)|\[(\d+|\.\.\.)\]", place if head else ""):
        while get_origin(hint) in (Annotated, Union, UnionType):
            hint = get_args(hint)[0]
        if get_args(hint):
            hint = get_args(hint)[get_origin(hint) in (dict, Mapping)]
        else:
            hint = next(field.type for field in structs.fields(hint) if field.encode_name == name)
        if number == "...":  # the first wrong value of a mapping
            name = next(key for key, entry in value.items() if not _fits(entry, hint))
        value = value[int(number)] if number.isdecimal() else value[name]
        path.append(str(int(number) + 1) if number.isdecimal() else name)
    here = ".".join(path)
    shown = value if isinstance(value, str | int | float) else None
    kind, extra = _plain(inspect.type_info(hint))
    named = re.fullmatch(r"Object (missing required|contains unknown) field `(.*)`", reason, re.DOTALL)
    if named is not None:
        assert isinstance(kind, inspect.StructType)
        return _wrong_key(node, here, value, named, tuple(field.encode_name for field in kind.fields))
    if wrong := re.fullmatch(r"Expected `(.*)`, got `(.*)`", reason):
        is_kind = _KINDS.get(wrong[2], "a date or time" if wrong[2].startswith(("date", "time")) else wrong[2])
        return node.error(f"must be {_KINDS[wrong[1].removesuffix(' | null')]}, not {is_kind}", here, value=shown)
    if isinstance(kind, inspect.LiteralType):
        known = {"fault": "unknown value", "allowed": kind.values} | (extra or {})
        return node.error(known["fault"], here, value=value, allowed=known["allowed"])
    if isinstance(kind, inspect.IntType):
        node.check_limits(here, value, kind.ge, kind.le)
    return node.error(extra["fault"], here, value=len(value) if isinstance(value, list) else shown)


def _fits(entry: Any, hint: Any) -> bool:
    try:
        msgspec.convert(entry, hint)
    except msgspec.ValidationError:
        return False
    return True


def _wrong_key(node: Node, here: str, block: Any, named: re.Match[str], known: tuple[str, ...]) -> DataError:
    path = ".".join(filter(None, (here, named[2])))
    if named[1] == "contains unknown":
        return node.error("unknown key", path, value=named[2], allowed=known)
    return node.error(Node(block).missing(named[2], known).message, path)


def _plain(kind: Any, extra: Any = None) -> tuple[Any, Any]:
    """Unwrap annotations and optional types; return the plain type and its `Meta.extra`."""
    if isinstance(kind, inspect.Metadata):
        return _plain(kind.type, kind.extra or extra)
    if isinstance(kind, inspect.UnionType):
        return _plain(kind.types[0], extra)
    return kind, extra


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The printed source of a table, in words that a reader can look up."""

    title: FILLED
    """Title of the play sheet or rule book."""
    edition: FILLED
    """Edition, publisher or year, as far as the source names them."""
    language: FILLED
    """Language code of the source, for example ``es``."""
    section: FILLED
    """Heading or paragraph numbers where the figures stand."""
    notes: tuple[str, ...] = ()
    """Notes for a check of the figures: damage of the print, readings, other sources."""

    def __str__(self) -> str:
        return f"{self.title} ({self.language}), {self.section}"

"""Files checked against a type by `msgspec`, with errors that name file, path, value, limits and the nearest match."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import inspect

from mangonel.errors import DataError, nearest

if TYPE_CHECKING:
    from mangonel.tables.reading import Node

__all__ = ["missing", "out_of_limits", "validate"]

_KINDS = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "int | str": "a text or a whole number",
    "array": "a list",
    "object": "a block of keys",
}
"""What `msgspec` calls types; all others that TOML has are dates and times."""


def validate(node: Node, wanted: Any) -> None:
    """Check all that is in a block of a file against a type, a struct of `msgspec`.

    Raises
    ------
    DataError
        For a key that is unknown or missing, or the first value that is not allowed.
    """
    node.check_letters()
    try:
        msgspec.convert(node.content, wanted)
    except msgspec.ValidationError as error:
        raise _refused(str(error), node, wanted) from None


def missing(node: Node, key: str, known: tuple[str, ...] = ()) -> DataError:
    """Return the error that a key is missing in a block; one that is there, and is none of those known, may be it."""
    likely = nearest(key, [other for other in node.content if other not in known])
    hint = f", but there is {likely!r}" if likely is not None else ""
    return node.error(f"is missing{hint}", key)


def out_of_limits(node: Node, key: str, value: object, low: int | None, high: int | None) -> DataError:
    """Return the error that a number is too low or too high."""
    if high is None:
        limits = f"at least {low}"
    elif low is None:
        limits = f"at most {high}"
    else:
        limits = f"{low}" if low == high else f"{low} to {high}"
    return DataError(f"must be {limits}", file=node.file, path=node.at(key), value=value, limits=(low, high))


def _refused(message: str, node: Node, wanted: Any) -> DataError:
    head, _, place = message.rpartition(" - at `$")
    reason = head or place
    value: Any = node.content
    path: list[str] = []
    kind, extra = _plain(inspect.type_info(wanted))
    for name, number in re.findall(r"\.([^.\[\]`]+)|\[(\d+|\.\.\.)\]", place if head else ""):
        if isinstance(kind, inspect.StructType):
            below = next(field.type for field in kind.fields if field.encode_name == name)
        else:
            below = kind.item_type if isinstance(kind, inspect.ListType) else kind.value_type
        kind, extra = _plain(below)
        if number == "...":  # the first key of a mapping whose value is none
            name = next(key for key, entry in value.items() if type(entry).__name__ not in reason.split("`")[1])
        value = value[int(number)] if number.isdecimal() else value[name]
        path.append(str(int(number) + 1) if number.isdecimal() else name)
    here = ".".join(path)
    shown = value if isinstance(value, str | int | float) else None
    named = re.fullmatch(r"Object (missing required|contains unknown) field `(.*)`", reason, re.DOTALL)
    if named is not None:
        assert isinstance(kind, inspect.StructType)
        return _wrong_key(node, here, value, named, tuple(field.encode_name for field in kind.fields))
    if wrong := re.fullmatch(r"Expected `(.*)`, got `(.*)`", reason):
        is_kind = _KINDS.get(wrong[2], "a date or time")
        return node.error(f"must be {_KINDS[wrong[1]]}, not {is_kind}", here, value=shown)
    if isinstance(kind, inspect.LiteralType):
        return node.error("unknown value", here, value=value, allowed=extra["allowed"] if extra else kind.values)
    if isinstance(kind, inspect.IntType):
        return out_of_limits(node, here, value, kind.ge, kind.le)
    return node.error(extra["fault"], here, value=len(value) if isinstance(value, list) else shown)


def _wrong_key(node: Node, here: str, block: Any, named: re.Match[str], known: tuple[str, ...]) -> DataError:
    path = ".".join(filter(None, (here, named[2])))
    if named[1] == "contains unknown":
        return node.error("unknown key", path, value=named[2], allowed=known)
    error = missing(type(node)(block, file=node.file), named[2], known)
    return node.error(error.message, path)


def _plain(kind: Any, extra: Any = None) -> tuple[Any, Any]:
    """Return a type without what is noted beside it, and its own notes."""
    if isinstance(kind, inspect.Metadata):
        return _plain(kind.type, kind.extra or extra)
    if isinstance(kind, inspect.UnionType):
        return _plain(kind.types[0], extra)
    return kind, extra

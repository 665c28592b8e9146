"""Validate files with `msgspec`; errors name file, path, value, limits and the nearest match."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import inspect

from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.rules.reading import Node

__all__ = ["validate"]

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


def validate(node: Node, wanted: Any) -> None:
    """Check a block of a file against a type, as a rule a struct of `msgspec`.

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
        node.check_limits(here, value, kind.ge, kind.le)
    return node.error(extra["fault"], here, value=len(value) if isinstance(value, list) else shown)


def _wrong_key(node: Node, here: str, block: Any, named: re.Match[str], known: tuple[str, ...]) -> DataError:
    path = ".".join(filter(None, (here, named[2])))
    if named[1] == "contains unknown":
        return node.error("unknown key", path, value=named[2], allowed=known)
    return node.error(type(node)(block).missing(named[2], known).message, path)


def _plain(kind: Any, extra: Any = None) -> tuple[Any, Any]:
    """Unwrap annotations and optional types; return the plain type and its `Meta.extra`."""
    if isinstance(kind, inspect.Metadata):
        return _plain(kind.type, kind.extra or extra)
    if isinstance(kind, inspect.UnionType):
        return _plain(kind.types[0], extra)
    return kind, extra

"""What the keys of a scenario were asked: those that something was built and played from, as `Asked` is for rules."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

__all__ = ["KeysAsked"]

Setup = TypeVar("Setup")
Path = tuple[str, ...]

_ABSENT = "(absent)"


@dataclass(eq=False)
class KeysAsked:
    """The fields that a set-up was asked for, by their paths; the values stand in the set-up.

    What is built and played anew from a set-up that gives the same answers comes to the same.
    """

    paths: dict[Path, None] = field(default_factory=dict)
    """Paths of the fields, in the order in which they were first asked for."""

    def noting(self, setup: Setup) -> Setup:
        """Return the same set-up, which notes here what it and the blocks in it are asked.

        Entries of a list of blocks are not told apart: who looks at the list has asked for all of it.
        """
        return _noting(setup, self, ())

    def tells_apart(self, left: Any, right: Any) -> bool:
        """Tell whether two set-ups answer otherwise to anything that is noted here."""
        return left is not right and any(_answer(left, path) != _answer(right, path) for path in self.paths)


def _answer(setup: Any, path: Path) -> Any:
    value = setup
    for name in path:
        value = getattr(value, name, _ABSENT)
    # Of a block only that it is there: what stands in it is asked for by itself.
    return type(value) if _is_block(value) else value


def _is_block(value: object) -> bool:
    return is_dataclass(value) and not isinstance(value, type)


def _noting(setup: Any, asked: KeysAsked, path: Path) -> Any:
    kind: Any = type(setup)
    copy = object.__new__(_noting_class(kind))
    object.__setattr__(copy, "_noted", (asked, path))
    for declared in fields(setup):
        value = getattr(setup, declared.name)
        noted = _noting(value, asked, (*path, declared.name)) if _is_block(value) else value
        object.__setattr__(copy, declared.name, noted)
    return copy


@cache
def _noting_class(kind: Any) -> type[Any]:
    """Return a class whose instances note which of their fields are read, and pass for instances of `kind`."""
    known = frozenset(declared.name for declared in fields(kind))

    def read(self: Any, name: str) -> Any:
        # Blocks are equal if they are of one class.
        if name == "__class__":
            return kind
        if name in known:
            asked, path = object.__getattribute__(self, "_noted")
            asked.paths[*path, name] = None
        return object.__getattribute__(self, name)

    return type(kind.__name__, (kind,), {"__slots__": ("_noted",), "__getattribute__": read})

"""What the keys of a scenario were asked: those that something was built and played from, as `Asked` is for rules."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

__all__ = ["KeysAsked", "is_noting"]

Setup = TypeVar("Setup")
Path = tuple[str, ...]

_ABSENT = "(absent)"


@dataclass(eq=False)
class KeysAsked:
    """The fields that a set-up was asked for, by their paths; the values stand in the set-up.

    What is built and played anew from a set-up that gives the same `answers` comes to the same.

    Attributes
    ----------
    built, in_play
        Paths that were asked for while a game was built, and since `play` was called.
    """

    built: dict[Path, None] = field(default_factory=dict)
    in_play: dict[Path, None] = field(default_factory=dict)
    _playing: bool = False

    def noting(self, setup: Setup) -> Setup:
        """Return the same set-up, which notes here what it and the blocks in it are asked.

        Entries of a list of blocks are not told apart: who looks at the list has asked for all of it.
        """
        noted: Setup = _noting(setup, self, ())
        return noted

    def note(self, path: Path) -> None:
        """Note that a field was looked at."""
        (self.in_play if self._playing else self.built)[path] = None

    def play(self) -> None:
        """Note from now on what is asked for in play."""
        self._playing = True

    def answers(self, setup: Any) -> tuple[Hashable, ...]:
        """Return what a set-up answers to everything that is noted here."""
        return tuple(_answer(setup, path) for path in {**self.built, **self.in_play})

    def answers_in_play(self, setup: Any) -> tuple[Hashable, ...]:
        """Return what a set-up answers to what was asked for in play."""
        return tuple(_answer(setup, path) for path in self.in_play)


def is_noting(value: object) -> bool:
    """Tell whether something notes what it is asked."""
    return getattr(type(value), "_notes", False) is True


def _answer(setup: Any, path: Path) -> Hashable:
    value = setup
    for name in path:
        if not hasattr(value, name):
            return _ABSENT
        value = getattr(value, name)
    # Of a block only that it is there: what stands in it is asked for by itself.
    answer: Hashable = type(value) if _is_block(value) else value
    return answer


def _is_block(value: object) -> bool:
    return is_dataclass(value) and not isinstance(value, type)


def _noting(setup: Any, asked: KeysAsked, path: Path) -> Any:
    kind = type(setup)
    copy = object.__new__(_noting_class(kind, tuple(one.name for one in fields(setup))))
    object.__setattr__(copy, "_noted", (asked, path))
    for one in fields(setup):
        value = getattr(setup, one.name)
        noted = _noting(value, asked, (*path, one.name)) if _is_block(value) else value
        object.__setattr__(copy, one.name, noted)
    return copy


@cache
def _noting_class(kind: type[Any], names: Iterable[str]) -> type[Any]:
    """Return a class whose instances note which of their fields are read, and pass for instances of `kind`."""
    known = frozenset(names)

    def read(self: Any, name: str) -> Any:
        # Blocks are equal if they are of one class.
        if name == "__class__":
            return kind
        if name in known:
            asked, path = object.__getattribute__(self, "_noted")
            asked.note((*path, name))
        return object.__getattribute__(self, name)

    return type(kind.__name__, (kind,), {"__slots__": ("_noted",), "__getattribute__": read, "_notes": True})

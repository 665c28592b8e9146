"""Whether two sequences are one game that starts differently: what their phases are made of, piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from mangonel.engine.sequence import PlaySequence

__all__ = ["Fact", "Facts", "facts_apart", "watched"]

_PLAIN = (str, bytes, int, float, complex, range, CodeType, np.generic, np.dtype)
_NAMED = (type, ModuleType, BuiltinFunctionType, np.ufunc)


class Fact:
    """A field of a record that a sequence holds.

    Parameters
    ----------
    of
        The record, an instance of a dataclass.
    name
        The field.
    """

    def __init__(self, of: Any, name: str) -> None:
        self.of = of
        self.name = name

    def __eq__(self, other: object) -> bool:
        """Tell whether it is the same field of the same record."""
        return isinstance(other, Fact) and self.of is other.of and self.name == other.name

    def __hash__(self) -> int:
        """Return a number for it, which is the same as long as the record is there."""
        return hash((id(self.of), self.name))


Facts = frozenset[Fact]


def facts_apart(left: PlaySequence, right: PlaySequence) -> Facts | None:
    """Return in which facts two sequences differ besides how they start, how long they last and what is measured.

    As long as the phases of the left one look at none of these, they do to every state what those of the right one do
    to it, and both are runs of one game. Functions are alike if they have the same code and hold the same things.

    Returns
    -------
    Facts or None
        Facts of the left one; None if the two differ in anything else.
    """
    shapes = [[(column.name, column.size) for column in side.columns] for side in (left, right)]
    same = ("endings", "tallies", "compact", "unit")
    if shapes[0] != shapes[1] or any(getattr(left, attribute) != getattr(right, attribute) for attribute in same):
        return None
    looking = _Looking()
    alike = looking.alike(_played(left), _played(right))
    return frozenset(looking.apart) if alike else None


def _played(sequence: PlaySequence) -> tuple[Any, ...]:
    return tuple((phase.name, phase.act, phase.when) for phase in sequence.phases)


class _Looking:
    """Two structures gone through side by side.

    Attributes
    ----------
    apart
        Facts that differ.
    """

    def __init__(self) -> None:
        self.apart: list[Fact] = []
        self._known: dict[tuple[int, int], bool] = {}
        self._held: list[Any] = []

    def alike(self, left: Any, right: Any) -> bool:
        """Tell whether two things are the same but for facts."""
        if left is right:
            return True
        if type(left) is not type(right):
            return False
        if isinstance(left, (np.ndarray, AbstractSet, *_PLAIN)):
            return _equal(left, right)
        pair = (id(left), id(right))
        if pair not in self._known:
            # Ids are theirs while they live.
            self._held.append((left, right))
            # Things that hold each other are alike unless a difference is found elsewhere.
            self._known[pair] = True
            before = len(self._known)
            if not self._alike_parts(left, right):
                # What was found alike meanwhile may have been so only if these were.
                meanwhile = [other for other in list(self._known)[before:] if self._known[other]]
                for other in meanwhile:
                    del self._known[other]
                self._known[pair] = False
        return self._known[pair]

    def _alike_parts(self, left: Any, right: Any) -> bool:
        if is_dataclass(left) and not isinstance(left, type):
            return self._alike_records(left, right)
        parts, others = _parts(left), _parts(right)
        if parts is None or others is None or list(parts) != list(others):
            return False
        return all(self.alike(part, others[name]) for name, part in parts.items())

    def _alike_records(self, left: Any, right: Any) -> bool:
        named = [side.name for side in fields(left)]
        for side in fields(left):
            # Past whatever notes that it is looked at.
            values = (object.__getattribute__(record, side.name) for record in (left, right))
            if side.compare and not self.alike(*values):
                self.apart.append(Fact(left, side.name))
        # What a record has worked out and keeps is no fact: nobody would see that it is looked at.
        kept, theirs = (
            {name: value for name, value in _own(side).items() if name not in named} for side in (left, right)
        )
        return list(kept) == list(theirs) and all(self.alike(value, theirs[name]) for name, value in kept.items())


def _equal(left: Any, right: Any) -> bool:
    """Tell whether two arrays, sets or plain values of one type are equal."""
    if isinstance(left, np.ndarray):
        return bool(left.dtype == right.dtype != object and np.array_equal(left, right))
    plain = not isinstance(left, AbstractSet) or all(isinstance(side, _PLAIN) for side in left)
    return bool(plain and left == right)


def _own(thing: Any) -> dict[str, Any]:
    return getattr(thing, "__dict__", {})


def _parts(thing: Any) -> Mapping[Any, Any] | None:
    """Return what a thing is made of, by name; None if that is not known."""
    if isinstance(thing, FunctionType):
        # What it finds by name stands in its module.
        held = zip(thing.__code__.co_freevars, (cell.cell_contents for cell in thing.__closure__ or ()), strict=True)
        known = {"code": thing.__code__, "module": thing.__module__}
        return {**known, "defaults": thing.__defaults__, "named": thing.__kwdefaults__, "of": vars(thing), **dict(held)}
    if isinstance(thing, MethodType):
        return {"function": thing.__func__, "of": thing.__self__}
    if isinstance(thing, partial):
        return {"function": thing.func, "arguments": thing.args, "named": thing.keywords}
    if isinstance(thing, (tuple, list)):
        return dict(enumerate(thing))
    if isinstance(thing, Mapping):
        return thing if all(isinstance(name, _PLAIN) for name in thing) else None
    slotted = any(vars(kind).get("__slots__") for kind in type(thing).__mro__)
    return None if isinstance(thing, _NAMED) or slotted else getattr(thing, "__dict__", None)


@contextmanager
def watched(facts: Iterable[Fact]) -> Iterator[set[Fact]]:
    """Yield where it is noted which of some facts are looked at until the end of the block."""
    looked: set[Fact] = set()
    names: dict[int, tuple[Any, set[str]]] = {}
    for fact in facts:
        names.setdefault(id(fact.of), (fact.of, set()))[1].add(fact.name)
    plain = [(record, type(record)) for record, _ in names.values()]
    try:
        for record, of_record in names.values():
            object.__setattr__(record, "__class__", _watching(type(record), frozenset(of_record), looked.add))
        yield looked
    finally:
        for record, kind in plain:
            object.__setattr__(record, "__class__", kind)


def _watching(kind: type[Any], names: AbstractSet[str], note: Callable[[Fact], None]) -> type[Any]:
    """Return a class of which a record can be made one for a while: it tells when some of its fields are read."""

    def read(self: Any, name: str) -> Any:
        if name in names:
            note(Fact(self, name))
        value = super(watching, self).__getattribute__(name)
        # It passes for what it is otherwise: records are equal if they are of one class.
        return kind if value is watching else value

    watching: type[Any] = type(kind.__name__, (kind,), {"__slots__": (), "__getattribute__": read})
    return watching

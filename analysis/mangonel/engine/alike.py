"""Whether two sequences are one game that starts differently: what their phases are made of, looked at piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import fields, is_dataclass
from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from mangonel.engine.sequence import PlaySequence

__all__ = ["unlike_but_for_start"]

_PLAIN = (str, bytes, int, float, complex, range, CodeType, np.generic, np.dtype)
_NAMED = (type, ModuleType, BuiltinFunctionType, np.ufunc)


def unlike_but_for_start(left: PlaySequence, right: PlaySequence, told: Callable[[object], bool]) -> str:
    """Return in what two sequences differ besides how they start, how long they last and what is measured.

    Where it is empty, the phases of one do to every state what those of the other do to it, so that both are runs of one
    game. Functions are alike if they have the same code and hold the same things.

    Parameters
    ----------
    left, right
        The sequences.
    told
        Tells of a thing whether it notes by itself what it is asked: then its values may differ, and the caller has to
        look whether one of those was asked for.
    """
    shape = [[(column.name, column.size) for column in one.columns] for one in (left, right)]
    if shape[0] != shape[1]:
        return "columns"
    for what in ("endings", "tallies", "compact", "unit"):
        if getattr(left, what) != getattr(right, what):
            return what
    return _Looking(told).unlike(tuple(left.phases), tuple(right.phases), "phases")


class _Looking:
    """Two structures gone through side by side."""

    def __init__(self, told: Callable[[object], bool]) -> None:
        self._told = told
        self._seen: set[tuple[int, int]] = set()
        self._held: list[Any] = []

    def unlike(self, left: Any, right: Any, path: str) -> str:
        """Return the path of the first difference; empty if there is none."""
        if left is right or (id(left), id(right)) in self._seen:
            return ""
        if type(left) is not type(right):
            return path
        # Things that hold each other are alike unless a difference is found elsewhere. Ids are theirs while they live.
        self._seen.add((id(left), id(right)))
        self._held.append((left, right))
        if self._told(left):
            return ""
        if isinstance(left, np.ndarray):
            return "" if left.dtype == right.dtype != object and np.array_equal(left, right) else path
        if isinstance(left, _PLAIN):
            return "" if left == right else path
        if isinstance(left, Set):
            return "" if left == right and all(isinstance(one, _PLAIN) for one in left) else path
        parts, others = _parts(left), _parts(right)
        if parts is None or others is None or list(parts) != list(others):
            return path
        found = (self.unlike(part, others[name], f"{path}.{name}") for name, part in parts.items())
        return next((one for one in found if one), "")


def _parts(thing: Any) -> Mapping[Any, Any] | None:
    """Return what a thing is made of, by name; None if that is not known."""
    if isinstance(thing, FunctionType):
        # What it finds by name stands in its module.
        held = zip(thing.__code__.co_freevars, (cell.cell_contents for cell in thing.__closure__ or ()), strict=True)
        known = {"code": thing.__code__, "module": thing.__module__}
        return {**known, "defaults": thing.__defaults__, "named": thing.__kwdefaults__, **dict(held)}
    if isinstance(thing, MethodType):
        return {"function": thing.__func__, "of": thing.__self__}
    if isinstance(thing, partial):
        return {"function": thing.func, "arguments": thing.args, "named": thing.keywords}
    if isinstance(thing, _NAMED):
        return None
    if is_dataclass(thing):
        return {one.name: getattr(thing, one.name) for one in fields(thing) if one.compare}
    if isinstance(thing, (tuple, list)):
        return dict(enumerate(thing))
    if isinstance(thing, Mapping):
        return thing if all(isinstance(name, _PLAIN) for name in thing) else None
    return vars(thing) if type(thing).__module__.startswith("mangonel") and not _slotted(type(thing)) else None


def _slotted(kind: type[Any]) -> bool:
    return any(vars(one).get("__slots__") for one in kind.__mro__)

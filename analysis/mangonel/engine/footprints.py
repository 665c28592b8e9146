"""What a phase looks at: the columns that it reads, and what it asks of the turn."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mangonel.engine.state import Layout, State

__all__ = ["Looks", "NotedTurn", "NotingState", "TurnAsked"]

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    name: getattr(operator, name) for name in ("lt", "le", "gt", "ge", "eq", "ne")
}


@dataclass
class TurnAsked:
    """What was asked about the number of the turn."""

    whole: bool = False
    """Whether the number itself was used. Otherwise it was compared only."""
    compared: set[tuple[str, int]] = field(default_factory=set)
    """How, and with what."""

    def add(self, other: TurnAsked) -> bool:
        """Note what another has noted; return whether there was anything new."""
        new = (other.whole and not self.whole) or not other.compared <= self.compared
        self.whole |= other.whole
        self.compared |= other.compared
        return new

    def key(self, turn: int) -> tuple[Any, ...]:
        """Return the answers in a turn: where two turns have the same, they are the same to who asked."""
        if self.whole:
            return (turn,)
        return tuple(_COMPARE[how](turn, number) for how, number in sorted(self.compared))


@dataclass
class Looks:
    """What a phase has looked at and set."""

    read: set[str] = field(default_factory=set)
    """Columns whose values at the start of the phase it may have seen."""
    overwritten: set[str] = field(default_factory=set)
    """Columns that were set as a whole before they were read, in the last run of the phase."""
    turn: TurnAsked = field(default_factory=TurnAsked)
    """What it asked about the turn."""


def _worked(how: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *others: how(int(self), *others)


def _worked_from(how: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda self, other: how(other, int(self))


class NotedTurn:
    """The number of a turn that notes what is asked of it.

    Parameters
    ----------
    value
        The number.
    asked
        Where it is noted.
    ahead
        How far the number is ahead of the turn that is played.
    """

    def __init__(self, value: int, asked: TurnAsked, ahead: int = 0) -> None:
        self._value = value
        self._asked = asked
        self._ahead = ahead

    def _compared(self, how: str, other: Any) -> Any:
        if isinstance(other, (int, np.integer)):
            self._asked.compared.add((how, int(other) - self._ahead))
            return _COMPARE[how](self._value, int(other))
        return _COMPARE[how](int(self), other)

    def __lt__(self, other: Any) -> Any:
        """Compare."""
        return self._compared("lt", other)

    def __le__(self, other: Any) -> Any:
        """Compare."""
        return self._compared("le", other)

    def __gt__(self, other: Any) -> Any:
        """Compare."""
        return self._compared("gt", other)

    def __ge__(self, other: Any) -> Any:
        """Compare."""
        return self._compared("ge", other)

    def __eq__(self, other: object) -> Any:
        """Compare."""
        return self._compared("eq", other)

    def __ne__(self, other: object) -> Any:
        """Compare."""
        return self._compared("ne", other)

    def _moved(self, by: Any, sign: int) -> Any:
        if isinstance(by, int):
            return NotedTurn(self._value + sign * by, self._asked, self._ahead + sign * by)
        return int(self) + sign * by

    def __add__(self, other: Any) -> Any:
        """Return a later turn."""
        return self._moved(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        """Return an earlier turn."""
        return self._moved(other, -1)

    def __rsub__(self, other: Any) -> Any:
        """Return how long it is until another."""
        return other - int(self)

    # Whatever is worked out of the number uses the number itself.
    __mul__, __rmul__ = _worked(operator.mul), _worked_from(operator.mul)
    __truediv__, __rtruediv__ = _worked(operator.truediv), _worked_from(operator.truediv)
    __floordiv__, __rfloordiv__ = _worked(operator.floordiv), _worked_from(operator.floordiv)
    __mod__, __rmod__ = _worked(operator.mod), _worked_from(operator.mod)
    __divmod__, __rdivmod__ = _worked(divmod), _worked_from(divmod)
    __pow__, __rpow__ = _worked(pow), _worked_from(pow)
    __and__, __rand__ = _worked(operator.and_), _worked_from(operator.and_)
    __or__, __ror__ = _worked(operator.or_), _worked_from(operator.or_)
    __xor__, __rxor__ = _worked(operator.xor), _worked_from(operator.xor)
    __lshift__, __rlshift__ = _worked(operator.lshift), _worked_from(operator.lshift)
    __rshift__, __rrshift__ = _worked(operator.rshift), _worked_from(operator.rshift)
    __neg__, __pos__, __abs__, __round__ = _worked(operator.neg), _worked(operator.pos), _worked(abs), _worked(round)
    __invert__ = _worked(operator.invert)
    __format__, __repr__, __str__ = _worked(format), _worked(repr), _worked(str)

    def __int__(self) -> int:
        """Return the number itself, which is noted."""
        self._asked.whole = True
        return self._value

    __index__ = __int__
    __hash__ = __int__

    def __bool__(self) -> bool:
        """Return whether it is not 0."""
        return int(self) != 0

    def __getattr__(self, name: str) -> Any:
        """Return what a whole number has by that name."""
        return getattr(int(self), name)

    # A whole number to whoever asks what it is.
    __class__ = property(lambda _self: int)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:  # noqa: FBT001
        """Return it as an array of one number."""
        del copy
        return np.array(int(self), dtype=dtype)


class NotingState(State):
    """A state that notes which columns are looked at.

    Setting a column as a whole is no look at it; changing it in place or in part is.

    Parameters
    ----------
    layout, matrix, counters, turn
        As for `State`.
    looks
        Where it is noted.
    ahead
        How far `turn` is ahead of the turn that is played.
    """

    def __init__(
        self, layout: Layout, matrix: NDArray[Any], counters: NDArray[Any], turn: int, looks: Looks, *, ahead: int = 0
    ) -> None:
        super().__init__(layout, matrix, counters, turn)
        views = self.__dict__
        # What is not there yet is asked for by `__getattr__`, once.
        views["_unseen"] = {name: views.pop(name) for name in layout.places}
        views["_looks"] = looks
        views["turn"] = NotedTurn(turn, looks.turn, ahead)
        looks.overwritten.clear()

    def __getattr__(self, name: str) -> Any:
        """Note that a column is looked at."""
        views = self.__dict__
        if name not in views["_unseen"]:
            return super().__getattr__(name)
        views["_looks"].read.add(name)
        views[name] = views["_unseen"].pop(name)
        return views[name]

    def __setattr__(self, name: str, value: Any) -> None:
        """Note that a column is overwritten."""
        views = self.__dict__
        if name in views["_unseen"]:
            views["_looks"].overwritten.add(name)
            views[name] = views["_unseen"].pop(name)
        super().__setattr__(name, value)

    def copied(self, rows: NDArray[np.int64]) -> State:
        """Return some of the rows as a state of their own: all columns count as read."""
        for name in list(self.__dict__["_unseen"]):
            getattr(self, name)
        copy = super().copied(rows)
        copy.__dict__["turn"] = int(self.turn)
        return copy

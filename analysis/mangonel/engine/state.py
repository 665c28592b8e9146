"""The state of one game, with cells that note each question, and how states are packed into words."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from math import gcd
from numbers import Number
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mangonel.errors import SequenceError, nearest

if TYPE_CHECKING:
    from mangonel.engine.process import Column

Words: TypeAlias = NDArray[np.int64]
"""Packed states. Shape (words, states)."""
Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Parts: TypeAlias = "tuple[tuple[int, int], ...]"
"""A sum of cells: the cell and its factor, in order of the cells."""

_BITS = 62
"""Bits used of a word; a cell never straddles two words."""
_WIDEST = 1 << 20
"""Values of a sum about which phases may ask; of a wider one, all cells but the last are read."""
EXACT = 0
"""Instead of the values for which a test is true: the value itself was read."""


_WHOLE = (int, np.integer)


class SlipError(SequenceError):
    """A phase asks or writes something that it cannot; its runner adds phase and line."""


class Value:
    """A sum of multiples of cells when the phase began, plus a number: mostly one cell. It is read no more than asked.

    A comparison with a number notes its outcome only; sums, differences and multiples by numbers note nothing until
    they are compared, and neither does writing them to a column. Anything else (an index, a key, a format) reads the
    value. The number of the turn is a cell, too.
    """

    __slots__ = ("cell", "parts", "plus", "s")

    def __init__(self, s: State, parts: Parts, plus: int) -> None:
        self.s, self.parts, self.plus = s, parts, plus
        self.cell = parts[0][0] if len(parts) == 1 and parts[0][1] == 1 else -1

    def _test(self, low: int, *, only: bool = False) -> bool:
        """Return whether it is at least `low`, or `only` that."""
        low -= self.plus
        # The same question in another branch, where more is known, must not be asked again of fewer cells.
        question = self.parts, low, only
        if question not in self.s.answers:
            self.s.answers[question] = self._ask(low, only=only)
        return self.s.answers[question]

    def _ask(self, low: int, *, only: bool) -> bool:
        parts, plus = self.s.unknown(self.parts, 0)
        cells, maxima = self.s.layout.cells, self.s.layout.maxima
        if len(parts) > 1 and (parts[-1][0] == cells or sum([abs(by) * maxima[cell] for cell, by in parts]) > _WIDEST):
            # It is asked of the last only, which is the turn if that is among them.
            plus += sum([self.s.read(cell) * factor for cell, factor in parts[:-1]])
            parts = parts[-1:]
        low -= plus
        if not parts:
            return low == 0 if only else low <= 0
        common = gcd(*[factor for _, factor in parts])
        if common > 1:
            if only and low % common:
                return False
            parts, low = tuple([(cell, factor // common) for cell, factor in parts]), -(-low // common)
        index, least = self.s.form(parts)
        return self.s.ask(index, low - least, only=only)

    def at_least(self, low: int) -> bool:
        """Return whether it is at least so much."""
        return self.s.ask(self.cell, low - self.plus) if self.cell >= 0 else self._test(low)

    def equals(self, number: int) -> bool:
        """Return whether it is this number."""
        if self.cell >= 0:
            return self.s.ask(self.cell, number - self.plus, only=True)
        return self._test(number, only=True)

    def __index__(self) -> int:
        if self.cell >= 0:
            return self.s.read(self.cell) + self.plus
        return sum([self.s.read(cell) * factor for cell, factor in self.parts]) + self.plus

    def times(self, number: int) -> Any:
        """Return a multiple of it."""
        return _sum(self.s, {cell: factor * number for cell, factor in self.parts}, self.plus * number)

    def __int__(self) -> int:
        return self.__index__()

    def __hash__(self) -> int:
        return hash(self.__index__())

    def __bool__(self) -> bool:
        return not self.equals(0)

    def _compared(self, other: Any, value: Callable[[Value, int], bool], plain: Callable[[Any, Any], bool]) -> Any:
        """Compare it with another, as a value or as a plain number; NotImplemented for anything but a number."""
        if isinstance(other, _WHOLE):
            return value(self, int(other))
        if isinstance(other, Value):
            rest = self.s.total((self, other.times(-1)))
            return value(rest, 0) if isinstance(rest, Value) else plain(rest, 0)
        return plain(int(self), other) if isinstance(other, Number) else NotImplemented

    def __eq__(self, other: object) -> bool:
        if type(other) is int and self.cell >= 0:
            return self.s.ask(self.cell, other - self.plus, only=True)
        return self._compared(other, Value.equals, operator.eq)

    def __ge__(self, other: Any) -> bool:
        if type(other) is int and self.cell >= 0:  # most comparisons
            return self.s.ask(self.cell, other - self.plus)
        return self._compared(other, Value.at_least, operator.ge)

    def __gt__(self, other: Any) -> bool:
        if type(other) is int:
            return self >= other + 1
        return self._compared(other, lambda value, number: value.at_least(number + 1), operator.gt)

    def __lt__(self, other: Any) -> bool:
        more = self.__ge__(other)
        return more if more is NotImplemented else not more

    def __le__(self, other: Any) -> bool:
        more = self.__gt__(other)
        return more if more is NotImplemented else not more

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Value):
            return self.s.total((self, other))
        if isinstance(other, _WHOLE):
            return Value(self.s, self.parts, self.plus + int(other)) if other else self
        return operator.add(int(self), other) if isinstance(other, Number) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return self.times(-1) + other

    def __neg__(self) -> Any:
        return self.times(-1)

    def __pos__(self) -> Any:
        return self

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, _WHOLE):
            return self.times(int(other))
        return int(self) * (int(other) if isinstance(other, Value) else other)

    __rmul__ = __mul__

    def __abs__(self) -> Any:
        return self if self.at_least(0) else -self

    def __repr__(self) -> str:
        return str(int(self))

    def __format__(self, form: str) -> str:
        return format(int(self), form)


def as_number(value: Any) -> Any:
    """Return a plain number for a number of a state; anything else as it is."""
    return int(value) if isinstance(value, Value) else value


def _reading(name: str) -> None:
    """Give numbers an operation, from either side, that reads their value."""
    operation = getattr(operator, name, divmod)
    setattr(Value, f"__{name.strip('_')}__", lambda number, other: operation(int(number), as_number(other)))
    setattr(Value, f"__r{name.strip('_')}__", lambda number, other: operation(other, int(number)))


for _name in ("floordiv", "truediv", "mod", "divmod", "pow", "and_", "or_", "xor", "lshift", "rshift"):
    _reading(_name)


def _sum(s: State, factors: dict[int, int], plus: int) -> Any:
    parts = tuple(sorted([(cell, factor) for cell, factor in factors.items() if factor]))
    return Value(s, parts, plus) if parts else plus


class State:
    """The state of one game that a phase works on: an attribute for each column, ``ending`` and ``turn``.

    A column with entries is indexed. Cells hold numbers, or numbers of the state that was loaded which are read no more
    than is asked of them. Made by `Layout.state`.
    """

    __slots__ = (
        "all",
        "answers",
        "base",
        "cells",
        "changed",
        "layout",
        "loaded",
        "possible",
        "reads",
        "rows",
        "turn_cell",
    )

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.loaded = [Value(self, ((cell, 1),), 0) for cell in range(layout.cells)]
        self.cells: list[Any] = list(self.loaded)
        self.turn_cell = Value(self, ((layout.cells, 1),), 0)
        self.all = [(2 << maximum) - 1 for maximum in layout.maxima]
        self.rows = {name: Row(self, first, size) for name, (first, size) in layout.first.items() if size is not None}
        self.load([0] * layout.cells, 0)

    def load(self, values: list[int], now: int) -> None:
        """Begin a phase in a state, of which nothing was read yet, in turn `now`."""
        self.base = [*values, now]
        self.reads: list[tuple[int, int]] = []
        self.possible = list(self.all)
        self.answers: dict[tuple[Parts, int, int | None], bool] = {}
        self.cells[:] = self.loaded
        # Cells that were written.
        self.changed: set[int] = set()

    def total(self, numbers: Iterable[Any]) -> Any:
        """Return the sum of some numbers of the state, faster than ``sum`` does."""
        factors: dict[int, int] = {}
        plus = 0
        for number in numbers:
            if isinstance(number, Value):
                for cell, factor in number.parts:
                    factors[cell] = factors.get(cell, 0) + factor
                plus += number.plus
            else:
                plus += int(number)
        return _sum(self, factors, plus)

    def written(self) -> dict[int, Any]:
        """Return the cells that were written."""
        return {cell: self.cells[cell] for cell in self.changed}

    def resume(self, written: Mapping[int, Any]) -> None:
        """Return to the state that was loaded, but for the cells that are written, and keep the reads."""
        for cell in self.changed:
            self.cells[cell] = self.loaded[cell]
        self.changed = {*written}
        for cell, value in written.items():
            self.cells[cell] = value

    @contextmanager
    def as_loaded(self) -> Iterator[None]:
        """Show the state that was loaded, for a while."""
        now = self.written()
        self.resume({})
        try:
            yield
        finally:
            self.resume(now)

    def _now(self, index: int) -> int:
        """Return the loaded value of a cell, or of a sum of cells above its least."""
        if index < len(self.base):
            return self.base[index]
        parts, least, _ = self.layout.forms[index - len(self.base)]
        return sum(self.base[cell] * factor for cell, factor in parts) - least

    def ask(self, index: int, low: int, *, only: bool = False) -> bool:
        """Return whether the loaded value of a cell or sum is at least `low`, or `only` that."""
        possible = self.possible[index]
        if low < 0:
            return not only
        both = possible >> low
        both = (both & 1 if only else both) << low
        if not both:
            return False
        if both == possible:
            return True
        self.reads.append((index, both))
        if both >> self._now(index) & 1:
            self.possible[index] = both
            return True
        self.possible[index] = possible ^ both
        return False

    def read(self, cell: int) -> int:
        """Read the loaded value of a cell."""
        possible, value = self.possible[cell], self.base[cell]
        if possible & (possible - 1):
            self.reads.append((cell, EXACT))
            self.possible[cell] = 1 << value
        return value

    def unknown(self, parts: Parts, plus: int) -> tuple[Parts, int]:
        """Return a sum of cells without those that were read."""
        left = []
        for cell, factor in parts:
            if self.possible[cell] & (self.possible[cell] - 1):
                left.append((cell, factor))
            else:
                plus += self.base[cell] * factor
        return tuple(left), plus

    def form(self, parts: Parts) -> tuple[int, int]:
        """Return the index of a sum of cells, and its least value."""
        if len(parts) == 1 and parts[0][1] == 1:
            return parts[0][0], 0
        index, least, _ = self.layout.form(parts)
        while len(self.all) <= index:
            self.all.append((1 << self.layout.width(len(self.all))) - 1)
        self.possible += self.all[len(self.possible) :]
        return index, least

    def values(self) -> list[int]:
        """Return all cells as they are now."""
        values = self.base[:-1]
        for cell in self.changed:
            values[cell] = self.value(self.cells[cell])
        return values

    def value(self, now: Any) -> int:
        """Return the present value of a cell; nothing counts as read."""
        if not isinstance(now, Value):
            return int(now)
        if now.cell >= 0:
            return self.base[now.cell] + now.plus
        return sum([self.base[cell] * factor for cell, factor in now.parts]) + now.plus

    def put(self, cell: int, value: Any) -> None:
        """Write a cell."""
        if type(value) is not int:
            if not hasattr(value, "__index__"):
                raise SlipError(f"{self.layout.label(cell)} holds whole numbers, not {value!r}")
            if not isinstance(value, Value) or value.parts[-1][0] == self.layout.cells:
                value = int(value)  # as are values that depend on the turn
        now = self.value(value)
        if not 0 <= now <= self.layout.maxima[cell]:
            raise SlipError(f"{self.layout.label(cell)} = {now}, not in 0..{self.layout.maxima[cell]}")
        was = self.cells[cell]
        if cell in self.changed and isinstance(was, Value):
            # The number that is written over must have fitted in other states, too.
            was.at_least(0), was.at_least(self.layout.maxima[cell] + 1)
        self.cells[cell] = value
        self.changed.add(cell)

    @property
    def turn(self) -> Value:
        """The number of the turn."""
        if not self.base[-1]:
            raise SlipError("a measure cannot ask for the turn")
        return self.turn_cell

    def __getattr__(self, name: str) -> Any:
        # A plan may ask for any column: for one that is like it, which takes long, only a mistake is searched.
        raise AttributeError(f"'GameState' object has no attribute {name!r}", name=name, obj=self)


class Row(Sequence[Any]):
    """The entries of a column, compared with a list or tuple entry by entry."""

    __slots__ = ("_first", "_s", "_size")
    __hash__ = None  # type: ignore[assignment]  # it changes, as a list does

    def __init__(self, s: State, first: int, size: int) -> None:
        self._s, self._first, self._size = s, first, size

    def _place(self, at: Any) -> int:
        at = int(at)
        if not 0 <= at < self._size:
            raise SlipError(f"{self._s.layout.name(self._first)!r} has entries 0 to {self._size - 1}, not {at}")
        return self._first + at

    def __getitem__(self, at: Any) -> Any:
        if type(at) is int and 0 <= at < self._size:
            return self._s.cells[self._first + at]
        if isinstance(at, slice):
            return self._s.cells[self._first : self._first + self._size][at]
        return self._s.cells[self._place(at)]

    def __setitem__(self, at: Any, value: Any) -> None:
        self._s.put(self._place(at), value)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return iter(self._s.cells[self._first : self._first + self._size])

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, (Row, list, tuple)) else NotImplemented

    def __repr__(self) -> str:
        return str(list(self))


def _single(cell: int) -> property:
    def get(s: State) -> Any:
        return s.cells[cell]

    def put(s: State, value: Any) -> None:
        s.put(cell, value)

    return property(get, put)


def _several(name: str, size: int) -> property:
    def get(s: State) -> Row:
        return s.rows[name]

    def put(s: State, values: Any) -> None:
        given = list(values) if hasattr(values, "__iter__") else [values] * size
        if len(given) != size:
            raise SlipError(f"{name!r} has {size} entries, not {len(given)}")
        for at, value in enumerate(given):
            s.rows[name][at] = value

    return property(get, put)


class Layout:
    """Where each cell of a state is packed, and which sums of cells phases have asked about.

    Attributes
    ----------
    cells
        Number of cells; the first is the ending. The number of the turn comes after them.
    words
        Words of a packed state; the turn is another word where it is asked for.
    maxima, start
        Largest value of each cell and of the turn, and starting value of each cell.
    word, shift, mask
        Where each cell lies in a packed state, and the turn after it. Shape (cells + 1,) each.
    forms
        Sums of cells that were asked about, with their least and largest value.
    """

    def __init__(self, columns: Sequence[Column], turns: int = 0) -> None:
        self.columns = tuple(columns)
        self._names: list[str] = []
        self.first: dict[str, tuple[int, int | None]] = {}
        self.start: list[int] = []
        self.maxima: list[int] = []
        members: dict[str, Any] = {"__slots__": ()}
        for column in columns:
            starts, first = column.starts(), len(self.start)
            self.first[column.name] = first, column.size
            members[column.name] = _single(first) if column.size is None else _several(column.name, column.size)
            self.start += [int(start) for start in starts]
            self._names += [column.name] * len(starts)
            self.maxima += [int(column.maximum)] * len(starts)
        self.cells = len(self.maxima)
        word = used = 0
        self.places: list[tuple[int, int, int]] = []
        for maximum in self.maxima:
            bits = max(maximum.bit_length(), 1)
            word, used = (word + 1, 0) if used + bits > _BITS else (word, used)
            self.places.append((word, used, (1 << bits) - 1))
            used += bits
        self.words = word + 1
        self.maxima.append(turns)
        self.places.append((self.words, 0, (1 << _BITS) - 1))
        self.word, self.shift, self.mask = (np.array(part, dtype=np.int64) for part in zip(*self.places, strict=True))
        self.forms: list[tuple[Parts, int, int]] = []
        self._form_at: dict[Parts, int] = {}
        self._kind = type("GameState", (State,), members)

    def state(self) -> State:
        """Return a state with an attribute for each column."""
        return self._kind(self)

    @cached_property
    def learning(self) -> State:
        """The state on which all phases are learnt, one after the other."""
        return self.state()

    def name(self, cell: int) -> str:
        """Return the column of a cell."""
        return self._names[cell]

    def label(self, cell: int) -> str:
        """Return a cell as somebody would write it: ``oil``, ``fit[1]``."""
        first, size = self.first[self._names[cell]]
        return self._names[cell] if size is None else f"{self._names[cell]}[{cell - first}]"

    def unknown(self, name: str) -> str:
        """Return the message for a name that is no column."""
        near = nearest(name, self.first)
        return f"the process declares no column {name!r}" + ("" if near is None else f"; did you mean {near!r}?")

    def form(self, parts: Parts) -> tuple[int, int, int]:
        """Return the index of a sum of cells, numbered after the cells, and its least and largest value."""
        if parts not in self._form_at:
            ends = [sorted((0, factor * self.maxima[cell])) for cell, factor in parts]
            self._form_at[parts] = len(self.forms)
            self.forms.append((parts, sum(low for low, _ in ends), sum(high for _, high in ends)))
        number = self._form_at[parts]
        return len(self.maxima) + number, *self.forms[number][1:]

    def width(self, index: int) -> int:
        """Return how many values a cell or sum can have."""
        if index < len(self.maxima):
            return self.maxima[index] + 1
        _, least, most = self.forms[index - len(self.maxima)]
        return most - least + 1

    def cell_values(self, words: Words, cell: int) -> Ints:
        """Return a cell of each state. Shape (states,)."""
        word, shift, mask = self.places[cell]
        return (words[word] >> shift) & mask

    def sum_values(self, words: Words, parts: Parts) -> Ints:
        """Return a sum of cells of each state. Shape (states,)."""
        total: Ints | None = None
        for cell, factor in parts:
            value = self.cell_values(words, cell)
            value = value if factor == 1 else value * factor
            total = value if total is None else total + value
        return np.zeros(words.shape[1], dtype=np.int64) if total is None else total

    def unpack(self, words: Sequence[int]) -> list[int]:
        """Return the cells of one state."""
        those = slice(self.cells)
        values: list[int] = ((np.asarray(words)[self.word[those]] >> self.shift[those]) & self.mask[those]).tolist()
        return values

    def pack(self, values: Sequence[int]) -> Words:
        """Return one state as a matrix with one column."""
        words = np.zeros((self.words, 1), dtype=np.int64)
        for value, (word, shift, _) in zip(values, self.places[: self.cells], strict=True):
            words[word, 0] |= value << shift
        return words

    def repacked(self, words: Words, other: Layout) -> Words | None:
        """Return states as another layout of the same columns packs them; None if a column of it is too small."""
        packed = np.zeros((other.words, words.shape[1]), dtype=np.int64)
        for cell, (word, shift, _) in enumerate(other.places[: other.cells]):
            values = self.cell_values(words, cell)
            if len(values) and values.max() > other.maxima[cell]:
                return None
            packed[word] |= values << shift
        return packed

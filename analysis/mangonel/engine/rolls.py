"""One roll, as a phase asks for it: the outcome of each throw of the dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, TypeVar

from mangonel.errors import DataError, SequenceError
from mangonel.rules.dice import Die, Throw

if TYPE_CHECKING:
    from mangonel.rules.situation import Joint, Situation

_MOST_FACES = 256
Made = TypeVar("Made")


def is_whole(number: object) -> bool:
    """Return whether a value is a whole number and no truth value."""
    return hasattr(number, "__index__") and not isinstance(number, bool) and not getattr(number, "shape", ())


def check_whole(path: str, number: Any, least: int = 1) -> None:
    """Check that an argument is a whole number of at least `least`. It is a DataError if it is not."""
    if not is_whole(number) or number < least:
        raise DataError(f"takes a whole number of at least {least}", path=path, value=number)


def in_python(value: Any) -> Any:
    """Return a number or truth value of NumPy as one of Python, all else as it is."""
    return value.item() if hasattr(value, "item") and not getattr(value, "shape", ()) else value


@dataclass(frozen=True, eq=False)
class Roll:
    """A die read on a table in one situation.

    Build each roll once (see `cached`): two rolls are the same only if they are one object, or have the same `key`.

    Attributes
    ----------
    name
        Its name, in the game's words.
    faces
        The outcome of each throw, all being equally likely, in the order of ``die.throws``: a result letter, or any
        value that can be told from the others.
    die
        The dice that are thrown.
    explain
        Explains in words how a throw gives its outcome; by default the throw and the outcome.
    outcomes
        All outcomes that its table could hold; by default those that it does.
    cells
        Where each throw is read: the table, its row and its column. Empty if it is read on no table.
    beside
        Further cells of each throw. Then an outcome is a tuple that begins with the letters of its cells, in order.
    instead
        Letters of its cells that are read as another, which is the outcome then.
    key
        Identifies the same roll under other tables; by default itself.
    situation
        The situation whose results its outcomes begin with; None if it is on no table.
    """

    name: str
    faces: tuple[Any, ...]
    die: Die
    explain: Callable[[Throw], str] | None = field(default=None, repr=False)
    outcomes: tuple[Any, ...] = ()
    cells: tuple[tuple[str, str, str], ...] = field(default=(), repr=False)
    key: Hashable = field(default=None, repr=False)
    beside: tuple[tuple[tuple[str, str, str], ...], ...] = field(default=(), repr=False)
    instead: Mapping[str, str] = field(default_factory=dict, repr=False)
    situation: Situation | Joint | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not 1 <= len(self.faces) <= _MOST_FACES:
            raise SequenceError(f"roll {self.name!r}: a die has 1 to {_MOST_FACES} sides, not {len(self.faces)}")
        if len(self.die.throws) != len(self.faces):
            ways = len(self.die.throws)
            raise SequenceError(f"roll {self.name!r}: {self.die.name} falls in {ways} ways, not {len(self.faces)}")
        try:
            known = dict.fromkeys((*self.outcomes, *self.faces))
        except TypeError as error:
            raise SequenceError(f"roll {self.name!r}: outcomes are names, numbers or tuples ({error})") from error
        object.__setattr__(self, "outcomes", tuple(known))

    @classmethod
    def on(
        cls,
        situation: Situation,
        name: str = "",
        *,
        against: str = "",
        called: Mapping[str, str] | None = None,
        key: Hashable = None,
    ) -> Roll:
        """Return the roll on a table in a situation: the same that ``mangonel odds`` asks.

        Parameters
        ----------
        situation
            The table, its column and modifiers.
        name
            The name; the title of the table by default.
        against
            The words of a trace before the roll.
        called
            The names of the sides of the table in a trace, as in `Situation.explain`.
        key
            As in the class.
        """
        table = situation.table

        def explain(throw: Throw) -> str:
            text = situation.explain(throw, called)
            return f"{against}: {text}" if against else text

        column = situation.final_column
        cells = tuple((table.id, table.rows[situation.row(throw) - 1], column) for throw in situation.faces)
        faces, outcomes = situation.outcomes(), situation.letters or table.result_codes
        return cls(name or table.id, faces, table.thrown, explain, outcomes, cells, key, (), table.instead, situation)

    @classmethod
    def of(cls, name: str, faces: Sequence[Any], die: Die | None = None) -> Roll:
        """Return a roll from the outcome of each throw: of die 1, 2, ... or of each of ``die.throws``.

        Outcomes are names, or any distinct values: numbers, or sorted dice.

        Raises
        ------
        SequenceError
            If they are not as many as the throws, or more than 256.
        """
        if not isinstance(faces, Sequence) or not isinstance(die, Die | None):
            raise SequenceError(f"roll {name!r}: wants an outcome of each throw, and a Die: {faces!r}, {die!r}")
        return cls(name, tuple(faces), Die(len(faces)) if die is None else die)

    @classmethod
    def at_least(cls, name: str, sides: int | Die, lowest: int) -> Roll:
        """Return a roll that comes to `name` on `lowest` or more on a die, or in all on some dice; else to ``-``.

        Raises
        ------
        SequenceError
            If there are more than 256 throws, or no throw is so high or none lower (then nothing is to be rolled).
        """
        if not (isinstance(sides, Die) or is_whole(sides)) or not is_whole(lowest):
            raise SequenceError(f"roll {name!r}: sides and lowest are whole numbers, not {sides!r} and {lowest!r}")
        die = sides if isinstance(sides, Die) else Die(int(sides))
        faces = tuple("-" if die.total(throw) < lowest else name for throw in die.throws)
        if len({*faces}) < 2:
            raise SequenceError(f"roll {name!r}: {lowest} or more on {die.name} is no matter of chance")
        return cls(name, faces, die)

    @classmethod
    def chance(cls, name: str, numerator: int, denominator: int) -> Roll:
        """Return a roll that comes to `name` in so many cases of so many, else to ``-``.

        Parameters
        ----------
        name
            The name.
        numerator, denominator
            How many of the sides of a die succeed (the highest), and how many sides it has, at most 256.

        Raises
        ------
        SequenceError
            If the numbers are no probability.
        """
        if not is_whole(denominator) or not is_whole(numerator):
            raise SequenceError(f"roll {name!r}: a chance is whole numbers, not {numerator!r} in {denominator!r}")
        if not 0 <= numerator <= denominator:
            raise SequenceError(f"roll {name!r}: {numerator}/{denominator} is not a probability")
        return cls.of(name, ("-",) * (denominator - numerator) + (name,) * numerator)

    @property
    def identity(self) -> Hashable:
        """The key shared by two rolls that are the same under other tables."""
        return self if self.key is None else self.key

    @cached_property
    def chances(self) -> dict[Any, float]:
        """The probability of each of its outcomes, in their order; 0 of those that cannot come."""
        return {outcome: self.faces.count(outcome) / len(self.faces) for outcome in self.outcomes}

    def told(self, throw: Throw) -> str:
        """Return in words how a throw gives its outcome."""
        if self.explain is not None:
            return self.explain(throw)
        return f"{Die.told(throw)} -> {self.faces[self.die.place(throw)]}"


def _plain(value: Any) -> Any:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(_plain(entry) for entry in value)
    return int(value) if hasattr(value, "__index__") and not isinstance(value, (bool, int)) else value


def cached(make: Callable[..., Made]) -> Callable[..., Made]:
    """Cache the results of a method by its arguments; numbers of a state are read, and handed on as plain ones.

    Rolls are looked up by such methods, so that each is built once for each situation.
    """

    @wraps(make)
    def kept(self: Any, *values: Any) -> Made:
        known: dict[Any, Made] = self.__dict__.setdefault("_cached", {})
        try:
            return known[make.__name__, *values]  # numbers of a state are read when they are hashed
        except (KeyError, TypeError):
            key = (make.__name__, *map(_plain, values))
            if key not in known:
                known[key] = make(self, *key[1:])
            return known[key]

    return kept

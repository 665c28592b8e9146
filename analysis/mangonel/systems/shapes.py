"""What a key of a file may hold: whole numbers within limits, one of several words, texts, blocks of keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.fields import Reading
    from mangonel.tables.reading import Node

__all__ = [
    "REQUIRED",
    "Block",
    "Blocks",
    "Flag",
    "Limit",
    "Of",
    "Offer",
    "OneOf",
    "Pairs",
    "Shape",
    "Text",
    "Texts",
    "Usual",
    "Whole",
    "settled",
]


class _Required:
    """The default of a key that has none."""

    def __repr__(self) -> str:
        return "REQUIRED"


REQUIRED = _Required()


@dataclass(frozen=True, slots=True)
class Of:
    """A number that other fields decide: their sum, the length of those that are lists, and so many more."""

    names: tuple[str, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Usual:
    """A default that other keys decide, with what a page says of it."""

    of: Callable[[Reading], Any]
    text: str


Limit: TypeAlias = int | Of


def settled(value: Any, reading: Reading) -> Any:
    """Return a limit or default, worked out if other fields decide it."""
    if isinstance(value, Usual):
        return value.of(reading)
    if not isinstance(value, Of):
        return value
    numbers = (reading[name] for name in value.names)
    return value.more + sum(number if isinstance(number, int) else len(number) for number in numbers)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within limits; with the default None it may be left out.

    Where it is a policy, `tried` are the values worth trying.
    """

    low: Limit
    high: Limit | None
    usual: Any = REQUIRED
    tried: Sequence[int] | Callable[[Reading], Sequence[int]] = ()

    def read(self, node: Node, name: str, reading: Reading) -> int | None:
        """Read and check it."""
        value = None
        if self.usual is not None or name in node:
            low, high = settled(self.low, reading), settled(self.high, reading)
            usual = None if self.usual is REQUIRED else settled(self.usual, reading)
            value = node.integer(name, low, high, usual)
        if self.tried:
            node.note_numbers(name, value, self.tried(reading) if callable(self.tried) else self.tried)
        return value


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several words."""

    values: tuple[str, ...]
    usual: Any = REQUIRED

    def read(self, node: Node, name: str, reading: Reading) -> str:
        """Read and check it."""
        return node.choice(name, self.values, None if self.usual is REQUIRED else settled(self.usual, reading))


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    usual: Any

    def read(self, node: Node, name: str, reading: Reading) -> bool:
        """Read and check it."""
        return node.flag(name, settled(self.usual, reading))


@dataclass(frozen=True, slots=True)
class Offer:
    """Texts that a form offers for a key. Whether another one may stand there is seen when it is read, or played."""

    words: str
    """The kind of words in which they are named; empty for names that the scenario gives itself."""
    listed: Callable[[RuleSet, Any, Any], Iterable[str]]
    """Returns them under a rule set, given the roster of the scenario, and the block in which that of the key stands;
    as a mapping with what each is called where no language has a word for it."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text; an `identifier` has letters, digits, ``-`` and ``_`` only; `longest` letters at most, on one line."""

    usual: Any = REQUIRED
    identifier: bool = False
    longest: int | None = None
    offer: Offer | None = None

    def read(self, node: Node, name: str, reading: Reading) -> str:
        """Read and check it."""
        del reading
        if self.usual is not REQUIRED and name not in node:
            return str(self.usual)
        text = node.identifier(name) if self.identifier else node.text(name, None if self.usual is REQUIRED else "")
        if self.longest is not None and (len(text) > self.longest or "\n" in text or "\t" in text):
            raise node.error(f"a name is one line of at most {self.longest} letters", name, value=text)
        return text


@dataclass(frozen=True, slots=True)
class Texts:
    """A list of texts; `pattern` tells editors what each looks like; `most` stands where each may be said ``x 3``."""

    usual: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    pattern: str = ""
    offer: Offer | None = None
    most: int | None = None

    def read(self, node: Node, name: str, reading: Reading) -> tuple[str, ...]:
        """Read it."""
        del reading
        return node.texts(name, self.usual)


@dataclass(frozen=True, slots=True)
class Pairs:
    """A list of pairs of whole numbers within limits."""

    low: int
    high: int
    usual: Any = REQUIRED

    def read(self, node: Node, name: str, reading: Reading) -> tuple[tuple[int, int], ...]:
        """Read and check it."""
        del reading
        return node.pairs(name, self.low, self.high)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of keys, which the fields of a dataclass declare."""

    keys: type[Any]
    changed: Mapping[str, Any] = field(default_factory=dict)
    """Keys that are declared otherwise here than in the dataclass, by field."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What stands for the names in braces in the places of its keys, such as ``{side}.men``."""
    empty: Any = REQUIRED
    """The value if the block is left out or empty; without it, its keys are read all the same."""
    switch: str = ""
    """The true or false of the file without which the block is looked at and comes to nothing."""
    instead: str = ""
    """The key that may name a file in place of the keys."""
    together: bool = False
    """Whether its keys are there all together or not at all; the value is None then."""
    filled: tuple[str, ...] = ()
    """Names of keys in it that it need not have: what is around it says them."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """Blocks of one name, ``[[name]]``, each with the keys that the fields of a dataclass declare."""

    keys: type[Any]
    least: int = 0
    most: int | None = None

    @property
    def usual(self) -> Any:
        """What it comes to if there are none: nothing, unless some are needed."""
        return REQUIRED if self.least else ()


Shape: TypeAlias = Whole | OneOf | Flag | Text | Texts | Pairs | Block | Blocks

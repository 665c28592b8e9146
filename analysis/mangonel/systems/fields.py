"""Keys of a file as fields of a dataclass: each declares once what it may hold, where it stands, and how it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from msgspec import NODEFAULT, Meta

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.reading import Reading
    from mangonel.tables.reading import Node

__all__ = [
    "DEFINES",
    "ID",
    "ID_FAULT",
    "POLICY",
    "REQUIRED",
    "Block",
    "Entry",
    "Key",
    "Limit",
    "Met",
    "Of",
    "Offer",
    "Told",
    "Usual",
    "block",
    "blocks",
    "content_at",
    "flag",
    "given",
    "one_of",
    "pairs",
    "root",
    "text",
    "texts",
    "walked",
    "whole",
]

REQUIRED: Final = NODEFAULT
"""The default of a key that has none."""
_HERE = "."
ID, ID_FAULT = r"^[A-Za-z0-9_-]+$(?!\n)", "an id has letters, digits, - and _ only"
_FILLED, _LINE = r"\S", r"^[^\n\t]*[^\s][^\n\t]*$(?!\n)"


@dataclass(frozen=True, slots=True)
class Of:
    """A number that other fields decide: their sum, the length of those that are lists, and so many more."""

    names: tuple[str, ...]
    more: int = 0

    def of(self, values: Iterable[Any]) -> int:
        """Return it, given the values of the fields."""
        return self.more + sum(value if isinstance(value, int) else len(value) for value in values)


Limit: TypeAlias = int | Of


@dataclass(frozen=True, slots=True)
class Usual:
    """A default that other keys decide, with what a page says of it."""

    of: Callable[[Reading], Any]
    text: str


@dataclass(frozen=True, slots=True)
class Offer:
    """Texts that a form offers for a key. Whether another one may stand there is seen when it is read, or played."""

    words: str
    """The kind of words in which they are named; empty for names that the scenario gives itself."""
    listed: Callable[[RuleSet, Any, Any], Iterable[str]]
    """Returns them under a rule set, given the roster of the scenario, and the block in which that of the key stands;
    as a mapping with what each is called where no language has a word for it."""


def _always(_setup: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Told:
    """How a key is told among the policies of a report; for a block, how the keys in it are."""

    name: str = ""
    """Word of the policy, by default the name of the field."""
    side: str = ""
    """The side whose policy it is; none if it is empty."""
    when: Callable[[Any], bool] = _always
    """Tells from the whole set-up whether it matters."""
    rank: int = 0
    """Policies of a lower rank come first; within one they come in the order of the fields."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Of a block: words of the policies in it that have another name here."""
    sequence: str = ""
    part: str = ""
    """Of a block that is a sequence of its own: whose words are used, and what the part is called."""
    whose: str = ""
    """The side that decides, where the word of the policy says whose it is; by default `side`."""
    defines: bool = False
    """Whether it defines when a side has lost, which is no decision of anybody."""


POLICY = Told()
"""A policy that is told under the name of its field."""
DEFINES = Told(defines=True)
"""When a side has lost, told in the same way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A key of a file."""

    kind: Literal["whole", "one_of", "flag", "text", "texts", "pairs", "block", "blocks", "given"]
    """A whole number, one of several words, true or false, a text, a list of texts, a list of pairs of whole numbers, a
    block of keys, blocks of one name; or nothing that a file says, as other keys decide it."""
    meaning: str = ""
    """What it says, for editors and pages."""
    usual: Any = None
    """Its default: a value, a `Usual`, or an `Of`; None if it may be left out and is nothing then."""
    low: Limit | None = None
    high: Limit | None = None
    """`low`, `high`: limits of a number, or of how many blocks there are."""
    values: tuple[str, ...] = ()
    """The words of which it is one, or of which each of its texts is one."""
    pattern: str = ""
    """A text matches it; of a list only editors look."""
    longest: int | None = None
    offer: Offer | None = None
    times: int | None = None
    """Of a list of texts: how often each may be said as ``text x 3``."""
    tried: Sequence[int] | Callable[[Any], Sequence[int]] = ()
    """Values of a policy that are worth trying, or what returns them for the whole set-up."""
    block: Block | None = None
    """Of a block, or of each of several."""
    at: str = ""
    """Where it stands: ``oil.men``, or ``oil.`` for the name of the field in that block; by default the name of the
    field. Of a block, ``.`` is the place where the block stands that it is a part of."""
    without: Any = REQUIRED
    """Its value if the block that it stands in is left out; without it, that block is needed if the key is."""
    told: Told | None = None
    """How it is told as a policy; None if it is not."""
    read: Callable[[Reading, Node, str], Any] | None = None
    """Makes its value where it is not what the file says: is given the reading, the block and the name of the key."""
    check: Callable[[Reading, Node, str, Any], None] | None = None
    """Is given the same and the value, and raises a DataError if it does not go together with other keys."""
    needs_block: bool = False
    """Whether the block that it stands in is needed though the key is not."""

    @property
    def required(self) -> bool:
        """Whether a file has to have it."""
        return self.usual is REQUIRED and self.without is REQUIRED

    def type(self, low: int | None, high: int | None) -> Any:  # noqa: PLR0911 - one for each kind
        """Return the type of its value in a file as `msgspec` takes it, a number with these limits."""
        match self.kind:
            case "whole":
                return Annotated[int, Meta(ge=low, le=high)]
            case "one_of":
                return Annotated[Literal[self.values], self._words]
            case "flag":
                return bool
            case "text" if self.pattern:
                return Annotated[str, Meta(pattern=self.pattern, max_length=self.longest, extra={"fault": self._fault})]
            case "text":
                return str
            case "texts":
                hint = Meta(extra_json_schema={"pattern": self.pattern}) if self.pattern else self._words
                entry: Any = Literal[self.values] if self.values else str
                return list[Annotated[entry, hint]]
        number: Any = Annotated[int, Meta(ge=low, le=high)]
        two = Meta(min_length=2, max_length=2, extra={"fault": "must be two whole numbers"})
        return list[Annotated[list[number], two]]

    @property
    def _words(self) -> Meta:
        # The library sorts words.
        return Meta(extra={"allowed": self.values})

    @property
    def _fault(self) -> str:
        if self.longest is not None:
            return f"a name is one line of at most {self.longest} letters"
        return ID_FAULT if self.pattern == ID else "must not be blank"


class Entry(NamedTuple):
    """A key where it stands in a block."""

    field: str
    key: Key
    folders: tuple[str, ...]
    """The blocks in this one in which it stands, from the outside."""
    last: str
    """Its name there; empty for a block that is part of the one in which it stands."""

    @property
    def path(self) -> tuple[str, ...]:
        """`folders` and `last`."""
        return (*self.folders, self.last) if self.last else self.folders


@dataclass(frozen=True, eq=False)
class Block:
    """A block of keys, which the fields of a dataclass declare."""

    keys: type[Any]
    changed: Mapping[str, Key] = field(default_factory=dict)
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

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Its keys in the order of the fields, those first that no file says left out."""
        return tuple(self._entry(declared.name, declared.metadata["key"]) for declared in fields(self.keys))

    def _entry(self, name: str, declared: Key) -> Entry:
        key = self.changed.get(name, declared)
        if key.at == _HERE:
            return Entry(name, key, (), "")
        *folders, last = (key.at or name).format(**self.names).split(".")
        return Entry(name, key, tuple(folders), last or name)

    @cached_property
    def own(self) -> Mapping[str, Entry]:
        """Its keys by field."""
        return {entry.field: entry for entry in self.entries}


_root = cache(Block)


def root(keys: type[Any]) -> Block:
    """Return the block of a whole file whose keys a dataclass declares."""
    return _root(keys)  # type: ignore[arg-type]


# What follows declares a field; `where` are the other attributes of its `Key`, and the `default` of the field.


def _key(**where: Any) -> Any:
    return field(default=where.pop("default", MISSING), metadata={"key": Key(**where)})


def whole(low: Limit, high: Limit | None, meaning: str, usual: Any = REQUIRED, tried: Any = (), **where: Any) -> Any:
    """Declare a whole number within limits."""
    return _key(kind="whole", low=low, high=high, meaning=meaning, usual=usual, tried=tried, **where)


def one_of(values: tuple[str, ...], meaning: str, usual: Any = None, **where: Any) -> Any:
    """Declare one of several words, the first by default."""
    usual = values[0] if usual is None else usual
    return _key(kind="one_of", values=values, meaning=meaning, usual=usual, **where)


def flag(meaning: str, usual: bool | Usual = False, **where: Any) -> Any:  # noqa: FBT001, FBT002 - it is the value itself
    """Declare true or false."""
    return _key(kind="flag", meaning=meaning, usual=usual, **where)


def text(
    meaning: str, usual: Any = REQUIRED, *, identifier: bool = False, longest: int | None = None, **where: Any
) -> Any:
    """Declare a text; an `identifier` has letters, digits, ``-`` and ``_`` only; of `longest` letters, on one line."""
    pattern = ID if identifier else _LINE if longest is not None else _FILLED if usual is REQUIRED else ""
    return _key(kind="text", meaning=meaning, usual=usual, pattern=pattern, longest=longest, **where)


def texts(meaning: str, usual: tuple[str, ...] = (), **where: Any) -> Any:
    """Declare a list of texts."""
    return _key(kind="texts", meaning=meaning, usual=usual, **where)


def pairs(low: int, high: int, meaning: str, **where: Any) -> Any:
    """Declare a list of pairs of whole numbers within limits."""
    return _key(kind="pairs", low=low, high=high, meaning=meaning, usual=REQUIRED, **where)


def given(of: Callable[[Reading], Any]) -> Any:
    """Declare a field that no key of this block says: other keys decide it."""
    return _key(kind="given", read=lambda reading, _node, _name: of(reading))


def block(keys: type[Any], meaning: str = "", **more: Any) -> Any:
    """Declare a block of keys.

    Parameters
    ----------
    more
        Attributes of a `Block` and of its `Key`; in `changed` stand fields as they are declared here.
    """
    of_key = {name: more.pop(name) for name in ("at", "without", "told", "read", "default") if name in more}
    changed = {name: declared.metadata["key"] for name, declared in more.pop("changed", {}).items()}
    return _key(kind="block", block=Block(keys, changed, **more), meaning=meaning, **of_key)


def blocks(keys: type[Any], meaning: str, *, least: int = 0, most: int | None = None, **where: Any) -> Any:
    """Declare blocks of one name, ``[[name]]``; `check` is given the readings of all of them, before they are made."""
    usual = REQUIRED if least else ()
    return _key(kind="blocks", block=Block(keys), low=least, high=most, meaning=meaning, usual=usual, **where)


@dataclass(frozen=True, slots=True)
class Met:
    """A key of a file that was read, as it is met from its top down."""

    path: tuple[str, ...]
    """Where it stands, with numbers from 1 for the blocks of a list."""
    key: Key
    value: Any
    """What it holds, as it was read; None if it is left out."""
    said: Any
    """What its file says; None if it says nothing."""
    setup: Any
    above: Any
    """`setup`, `above`: the block in which it stands, and the one around that, as they were read."""


def walked(block: Block, setup: Any, content: Any, path: tuple[str, ...] = (), above: Any = None) -> Iterator[Met]:
    """Yield the keys of a block that was read, in order, and those of the blocks in it that stand in the same file."""
    for entry in block.entries:
        here = (*path, *entry.path)
        met = Met(here, entry.key, getattr(setup, entry.field, None), content_at(content, here), setup, above)
        yield met
        below = entry.key.block
        if below is None:
            continue
        if entry.key.kind == "blocks":
            for number, part in enumerate(met.value or (), start=1):
                yield from walked(below, part, content, (*here, str(number)), setup)
        elif met.value is not None and _is_open(below, met.said):
            yield from walked(below, met.value, content, here, setup)


def _is_open(block: Block, said: Any) -> bool:
    """Return whether keys of a block can be changed: it is there, and in this file, or it needs nothing to be there."""
    if said is None:
        return not any(entry.key.required for entry in block.entries)
    return not block.instead or block.instead not in said


def content_at(content: Any, path: tuple[str, ...]) -> Any:
    """Return what stands in a file at a path, with numbers from 1 for the blocks of a list; None if nothing does."""
    for name in path:
        if isinstance(content, list) and name.isdecimal() and 0 < int(name) <= len(content):
            content = content[int(name) - 1]
        else:
            content = content.get(name) if isinstance(content, Mapping) else None
    return content

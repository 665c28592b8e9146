"""Declare the keys of a file as fields of a dataclass: type, limits, default, place, meaning; and tell policies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal, NamedTuple, TypeAlias, dataclass_transform

from msgspec import NODEFAULT, Meta, Struct

from mangonel.rules.reading import ID, IDENTIFIER
from mangonel.rules.words import say, words

if TYPE_CHECKING:
    from mangonel.games.reading import Reading
    from mangonel.games.system import Facts
    from mangonel.rules.reading import Node
    from mangonel.rules.ruleset import RuleSet

REQUIRED: Final = NODEFAULT
"""The default of a key that has none."""
_FILLED, _LINE = r"\S", r"^[^\n\t]*[^\s][^\n\t]*$(?!\n)"


class Of(Struct, frozen=True):
    """A number computed from other fields: the sum of their values or lengths, plus `more`."""

    names: tuple[str, ...]
    """Fields of the block or of an enclosing one; ``a.banners`` is a field of the block ``a``."""
    more: int = 0
    most: int | None = None
    """The highest number there can be, if the fields are those of an enclosing block."""

    def of(self, values: Iterable[Any]) -> int:
        return self.more + sum(value if isinstance(value, int) else len(value) for value in values)


Limit: TypeAlias = int | Of


class Usual(Struct, frozen=True):
    """A default computed from other keys, with its description for pages."""

    of: Callable[[Reading], Any]
    text: str


class Offer(Struct, frozen=True):
    """Texts that a form offers for a key. Whether another one may stand there is seen when it is read, or played."""

    words: str
    """The kind of words in which they are named; empty for names that the scenario gives itself."""
    listed: Callable[[RuleSet, Any, Any], Iterable[str]]
    """Returns them under a rule set, given the roster of the scenario, and the block in which that of the key stands;
    as a mapping with the name of each where no language has a word for it."""


class Told(Struct, frozen=True):
    """How a report lists a key among the policies; for a block, how it lists the keys in it."""

    name: str = ""
    """Id of the word for the policy, by default the name of the field."""
    side: str = ""
    """The side that has the policy; none if it is empty."""
    when: Callable[[Any], bool] = lambda _setup: True
    """Returns whether it matters, given the set-up."""
    rank: int = 0
    """Policies of a lower rank come first; within one they come in the order of the fields."""
    names: Mapping[str, str] = {}
    """Of a block: words of the policies in it that have another name here."""
    sequence: str = ""
    part: str = ""
    """Of a block that is a sequence of its own: the sequence of the words, and the name of the part."""
    whose: str = ""
    """The side that decides, where the word of the policy names it; by default `side`."""
    sides: Mapping[str, str] = {}
    """Of a block that is a sequence of its own: the sides of the whole that decide for sides of other names in it."""
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
    """Description for editors and pages."""
    usual: Any = None
    """Default: a value, `Usual` or `Of`; None for an optional key without one."""
    low: Limit | None = None
    high: Limit | None = None
    """`low`, `high`: limits of a number, or of the number of blocks."""
    values: tuple[str, ...] = ()
    """Allowed words, of a list for each of its texts."""
    pattern: str = ""
    """Regular expression for a text; for the texts of a list only in the JSON schema."""
    longest: int | None = None
    offer: Offer | None = None
    times: int | None = None
    """Highest count of a text in a list, written ``text x 3``; None if there are no counts."""
    tried: Sequence[int] | Callable[[Any], Sequence[int]] = ()
    """Values of a policy worth trying, or a function of the set-up that returns them."""
    idle: Callable[[Met], Sequence[Any]] = lambda _met: ()
    """Returns the words, and whether true, that change nothing in a scenario: no form and no study offers them."""
    block: Block | None = None
    """Declarations of a block, or of each of several."""
    at: str = ""
    """Place in the file: ``oil.men``, or ``oil.`` for the name of the field in that block; by default the name of the
    field. For a block, ``.`` means the enclosing block itself."""
    without: Any = REQUIRED
    """Value if its enclosing block is left out; by default that block is required if the key is."""
    told: Told | None = None
    """How it is listed as a policy; None if it is no policy."""
    read: Callable[[Reading, Node, str], Any] | None = None
    """Computes a value that differs from the file's, given the reading, the block of the file and the name there."""
    check: Callable[[Reading, Node, str, Any], None] | None = None
    """Takes the same and the value; raises a DataError if it conflicts with other keys."""
    part_of: str = ""
    """The key beside it of which this is a part: if it is all of that, it stays so when that one is replaced."""
    needs_block: bool = False
    """Whether its enclosing block is required though the key is optional."""
    entry: str = ""
    """The key beside it with the entry of the roster that says its value, under the same name, where it is missing."""

    @property
    def required(self) -> bool:
        return self.usual is REQUIRED and self.without is REQUIRED

    def type(self, low: int | None, high: int | None) -> Any:  # noqa: PLR0911 - one for each kind
        """Return the `msgspec` type of its value in a file, with these limits for numbers."""
        match self.kind:
            case "whole":
                return Annotated[int, Meta(ge=low, le=high)]
            case "one_of":
                return Annotated[Literal[self.values], self._words]
            case "flag":
                return bool
            case "text" if self.pattern == ID:
                return IDENTIFIER
            case "text" if self.pattern:
                one_line = f"a name is one line of at most {self.longest} letters"
                fault = {"fault": "must not be blank" if self.longest is None else one_line}
                return Annotated[str, Meta(pattern=self.pattern, max_length=self.longest, extra=fault)]
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


class Entry(NamedTuple):
    """A key at its place in a block."""

    field: str
    key: Key
    folders: tuple[str, ...]
    """Names of the nested blocks that contain it, outermost first."""
    last: str
    """Its name there; empty for a block with the keys of the enclosing one."""

    @property
    def path(self) -> tuple[str, ...]:
        return (*self.folders, self.last) if self.last else self.folders


@dataclass(frozen=True, eq=False)
class Block:
    """A block of keys, declared by the fields of a dataclass."""

    keys: type[Any]
    changed: Mapping[str, Key] = field(default_factory=dict)
    """Declarations that replace those of the dataclass here, by field."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Values of the names in braces in the places of its keys, such as ``{side}.men``."""
    empty: Any = REQUIRED
    """Value if the block is missing or empty; by default its keys are read nevertheless."""
    switch: str = ""
    """A flag of the file; while it is false the block is validated, and its value is None."""
    instead: str = ""
    """A key that may name a file instead of the other keys."""
    together: bool = False
    """Whether its keys are all present or all missing; then its value is None."""
    filled: tuple[str, ...] = ()
    """Names of its keys that the enclosing block supplies."""

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entry(declared.name, declared.metadata["key"]) for declared in fields(self.keys))

    def _entry(self, name: str, declared: Key) -> Entry:
        key = self.changed.get(name, declared)
        if key.at == ".":
            return Entry(name, key, (), "")
        *folders, last = (key.at or name).format(**self.names).split(".")
        return Entry(name, key, tuple(folders), last or name)

    @cached_property
    def own(self) -> Mapping[str, Entry]:
        return {entry.field: entry for entry in self.entries}


_root = cache(Block)


def root(keys: type[Any]) -> Block:
    """Return the declarations of a whole file as a block."""
    return _root(keys)  # type: ignore[arg-type]


Fault: TypeAlias = tuple[Any, ...]
"""Whether keys conflict, the message of the error, the key that is to blame with its value, and the values allowed."""


@dataclass_transform(frozen_default=True)
class Keys:
    """The keys of a block or file: a frozen dataclass, whose fields the functions below declare."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def faults(self) -> Iterator[Fault]:
        """Yield all ways in which its keys can conflict."""
        yield from ()

    def check(self, node: Node) -> None:
        """Raise a DataError for the first fault."""
        for conflicts, message, key, value, *allowed in self.faults():
            if conflicts:
                raise node.error(message, key, value=value, allowed=allowed)


# These functions declare a field; `where` are the other attributes of its `Key`, and the `default` of the field.


def _key(**where: Any) -> Any:
    return field(default=where.pop("default", MISSING), metadata={"key": Key(**where)})


def whole(low: Limit, high: Limit | None, meaning: str, usual: Any = REQUIRED, tried: Any = (), **where: Any) -> Any:
    """Declare a whole number within limits."""
    return _key(kind="whole", low=low, high=high, meaning=meaning, usual=usual, tried=tried, **where)


def one_of(values: Iterable[str], meaning: str, usual: Any = None, **where: Any) -> Any:
    """Declare one of several words, the first by default."""
    values = tuple(values)
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
    """Declare a field that is computed from other keys."""
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


class Met(Struct, frozen=True):
    """A key of a file that was read, with its value."""

    path: tuple[str, ...]
    """Its path, with numbers from 1 for the blocks of a list."""
    key: Key
    value: Any
    """Its value as read; None if it is missing."""
    said: Any
    """Its value in the file; None if it is missing."""
    setup: Any
    above: Any
    """`setup`, `above`: its block and the enclosing one, as read."""
    names: Mapping[str, str]
    """The `Block.names` of its block."""

    @property
    def offered(self) -> tuple[Any, ...]:
        """The words that a form and a study offer, or true and false; always the value as read."""
        idle = self.key.idle(self)
        every = (True, False) if self.key.kind == "flag" else self.key.values
        return tuple(value for value in every if value == self.value or value not in idle)


def walked(block: Block, setup: Any, content: Any, path: tuple[str, ...] = (), above: Any = None) -> Iterator[Met]:
    """Yield the keys of a block that was read, in order, with those of nested blocks of the same file."""
    for entry in block.entries:
        here = (*path, *entry.path)
        value, written = getattr(setup, entry.field, None), content_at(content, here)
        met = Met(here, entry.key, value, written, setup, above, block.names)
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
    """Return whether the keys of a block can be edited: it is present in this file, or has no required keys."""
    if said is None:
        return not any(entry.key.required for entry in block.entries)
    return not block.instead or block.instead not in said


def content_at(content: Any, path: tuple[str, ...]) -> Any:
    """Return the value at a path of a file, with numbers from 1 for the blocks of a list; None if there is none."""
    for name in path:
        if isinstance(content, list) and name.isascii() and name.isdecimal() and 0 < int(name) <= len(content):
            content = content[int(name) - 1]
        else:
            content = content.get(name) if isinstance(content, Mapping) else None
    return content


# The policies of the players, in the words of a language.


def option_kind(decision: str) -> str:
    """Return the name under which the options of a decision have words."""
    return decision.rpartition(".")[2].removeprefix("defence_")


@dataclass(frozen=True, slots=True)
class Decision:
    """A policy of a scenario, and the side that decides it."""

    side: str
    """The side that decides; empty if none of them does, or either may."""
    policy: str
    sequence: str
    """`policy`, `sequence`: its word, and the sequence of that word."""
    part: str = ""
    """The part of a scenario that it is a decision in; empty if it has no parts."""
    defines: bool = False
    """Whether it defines when its side has lost, and is no decision."""

    def said(self, value: object) -> str:
        """Return its value in words, without the side; with it if it is no decision."""
        name = self.named(self.side if self.defines else "")
        return say("frame.named", name=name, text=self.chosen(value))

    def chosen(self, value: object) -> str:
        """Return its value in words."""
        if isinstance(value, bool):
            return say("facts.yes" if value else "facts.no")
        if value is None:
            return say("report_endings.never")
        if isinstance(value, tuple):
            return ", ".join(self.chosen(choice) for choice in value)
        return words().word("choices", str(value), option_kind(self.policy))

    def named(self, side: str) -> str:
        """Return its name, with its part and a side."""
        name = words().word("policies", self.policy, self.sequence)
        if side:
            name = say("frame.named", name=words().word("sides", side), text=name)
        if not self.part:
            return name
        return say("frame.named", name=words().inside(words().word("parts", self.part)), text=name)


def decisions(keys: type[Any], sequence: str) -> Mapping[str, Decision]:
    """Return the policies that the keys of a sequence declare, by their dotted paths in a scenario."""
    return {".".join(path): decision for path, decision, *_ in _decided(root(keys), (), Told(sequence=sequence), None)}


class Choice(NamedTuple):
    """The value of a key that has several, and all that it may be; of numbers those worth trying."""

    value: Any
    allowed: tuple[Any, ...]


def choices_of(keys: type[Any], setup: Any, content: Mapping[str, Any]) -> dict[str, Choice]:
    """Return the choices of a scenario by dotted path, given its keys, the set-up and its file."""
    choices = {}
    for met in walked(root(keys), setup, content):
        key = met.key
        tried = key.tried(setup) if callable(key.tried) else key.tried
        allowed = met.offered if key.kind in ("flag", "one_of") else tuple(tried)
        if allowed:
            choices[".".join(met.path)] = Choice(met.value, allowed)
    # Those of a part of a scenario come after those of the whole.
    return dict(sorted(choices.items(), key=lambda choice: not choice[0].startswith("policies.")))


def policies_told(setup: Any, sequence: str) -> Facts:
    """Return name and value of each policy that a set-up was read with, those left out that do not matter.

    Its fields declare them; `sequence` is the one with the words for policies.
    """
    lines = _decided(root(type(setup)), (), Told(sequence=sequence), setup)
    return tuple((decision.named(side), decision.chosen(value)) for _, decision, side, value in lines)


_Line = tuple[tuple[str, ...], Decision, str, Any]
"""Path of a policy, the policy, the side whose policy it is, and its value."""


def _decided(block: Block, path: tuple[str, ...], around: Told, setup: Any) -> list[_Line]:
    """Return the policies in a block; of a set-up, those that matter, by side and rank."""
    lines: list[tuple[str, int, _Line]] = []
    for entry in block.entries:
        key, own, here = entry.key, entry.key.told, (*path, *entry.path)
        value = getattr(setup, entry.field, None)
        if own is None or key.kind == "given" or (setup is not None and (value is None or not own.when(setup))):
            continue
        side, sequence, part = own.side or around.side, own.sequence or around.sequence, own.part or around.part
        whose = own.whose or own.side or around.whose or around.side
        whose = around.sides.get(whose, whose)
        if key.kind == "block" and key.block is not None:
            owners = own.sides or around.sides
            inside = Told(side=side, whose=whose, sides=owners, names=own.names, sequence=sequence, part=part)
            lines += [(side, own.rank, line) for line in _decided(key.block, here, inside, value)]
        else:
            policy = around.names.get(entry.field) or own.name or entry.field
            lines.append((side, own.rank, (here, Decision(whose, policy, sequence, part, own.defines), side, value)))
    if setup is not None:
        sides = list(dict.fromkeys(side for side, _, _ in lines))
        lines.sort(key=lambda line: (sides.index(line[0]), line[1]))
    return [line for _, _, line in lines]

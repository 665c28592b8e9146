"""Keys of a file as fields of a dataclass: each declares once what it may hold, where it stands, and how it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar

from mangonel.systems.shapes import REQUIRED, Block, Blocks, Flag, Limit, Offer, OneOf, Shape, Text, Usual, Whole

if TYPE_CHECKING:
    from mangonel.tables.reading import Node

__all__ = [
    "DEFINES",
    "POLICY",
    "Key",
    "Reading",
    "Told",
    "block",
    "blocks",
    "flag",
    "given",
    "key",
    "keys_of",
    "one_of",
    "place_of",
    "read_fields",
    "text",
    "whole",
]

Setup = TypeVar("Setup")
_HERE = "."


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

    shape: Shape | None
    """What it may hold; None if the file does not say it."""
    meaning: str = ""
    """What it says, for editors and pages."""
    at: str = ""
    """Where it stands: ``oil.men``, or ``oil.`` for the name of the field in that block; by default the name of the
    field. Of a block, ``.`` is the place where the block stands that it is a part of."""
    without: Any = REQUIRED
    """Its value if the block that it stands in is left out; without it, that block is needed if the key is."""
    told: Told | None = None
    """How it is told as a policy; None if it is not."""
    read: Callable[[Reading, Node, str], Any] | None = None
    """Reads it where its shape alone does not say how: is given the reading, the block and the name of the key."""
    needs_block: bool = False
    """Whether the block that it stands in is needed though the key is not."""

    @property
    def required(self) -> bool:
        """Whether a file has to have it."""
        return getattr(self.shape, "usual", None) is REQUIRED and self.without is REQUIRED


def key(shape: Shape, meaning: str, read: Callable[[Reading, Node, str], Any] | None = None, **where: Any) -> Any:
    """Declare a key of any shape; `where` are the other attributes of a `Key`, and the `default` of the field."""
    return field(
        default=where.pop("default", MISSING), metadata={"key": Key(shape=shape, meaning=meaning, read=read, **where)}
    )


def whole(low: Limit, high: Limit | None, meaning: str, usual: Any = REQUIRED, tried: Any = (), **where: Any) -> Any:
    """Declare a whole number within limits."""
    return key(Whole(low, high, usual, tried), meaning, **where)


def one_of(values: tuple[str, ...], meaning: str, usual: str | Usual | None = None, **where: Any) -> Any:
    """Declare one of several words, the first by default."""
    return key(OneOf(values, values[0] if usual is None else usual), meaning, **where)


def flag(meaning: str, usual: bool | Usual = False, **where: Any) -> Any:  # noqa: FBT001, FBT002 - it is the value itself
    """Declare true or false."""
    return key(Flag(usual), meaning, **where)


def text(
    meaning: str,
    usual: Any = REQUIRED,
    *,
    identifier: bool = False,
    longest: int | None = None,
    offer: Offer | None = None,
    **where: Any,
) -> Any:
    """Declare a text."""
    return key(Text(usual, identifier, longest, offer), meaning, **where)


def given(of: Callable[[Reading], Any]) -> Any:
    """Declare a field that no key of this block says: other keys decide it."""
    return field(metadata={"key": Key(shape=None, read=lambda reading, _node, _name: of(reading))})


def block(keys: type[Any], meaning: str = "", **more: Any) -> Any:
    """Declare a block of keys.

    Parameters
    ----------
    more
        Attributes of a `Block` and of its `Key`; in `changed` stand fields as they are declared here.
    """
    of_key = {name: more.pop(name) for name in ("at", "without", "told", "read", "default") if name in more}
    changed = {name: declared.metadata["key"] for name, declared in more.pop("changed", {}).items()}
    return key(Block(keys, changed, **more), meaning, **of_key)


def blocks(keys: type[Any], meaning: str, read: Any = None, *, least: int = 0, most: int | None = None) -> Any:
    """Declare blocks of one name, ``[[name]]``."""
    return key(Blocks(keys, least, most), meaning, read)


def keys_of(keys: type[Any], changed: Mapping[str, Key]) -> Iterator[tuple[str, Key]]:
    """Yield the keys that a dataclass declares, by field, some of them as a block around it declares them."""
    for declared in fields(keys):
        yield declared.name, changed.get(declared.name, declared.metadata["key"])


def place_of(name: str, said: Key, names: Mapping[str, str]) -> tuple[tuple[str, ...], str]:
    """Return the blocks, from the outside, in which a key stands, and its name there (empty: it is that block)."""
    if said.at == _HERE:
        return (), ""
    *folders, last = (said.at or name).format(**names).split(".")
    return tuple(folders), last or name


class Reading:
    """A block that is being read: its fields by name, each read when it is first asked for.

    `context` is what its own readers need besides, such as a roster; `shape` is the block as it was declared, if it
    stands in another one, and `above` the reading of that one.
    """

    def __init__(
        self, keys: type[Any], node: Node, context: Any, shape: Block | None = None, above: Reading | None = None
    ) -> None:
        self.keys, self.node, self.context, self.above = keys, node, context, above
        self.names = shape.names if shape is not None else {}
        self._keys = dict(keys_of(keys, shape.changed if shape is not None else {}))
        self._values: dict[str, Any] = {}
        self._below: dict[str, Reading] = {}
        self.siblings: tuple[Reading, ...] = ()

    def __getitem__(self, name: str) -> Any:
        if name not in self._values:
            self._values[name] = self._read(name, self._keys[name])
        return self._values[name]

    def made(self) -> Any:
        """Return the dataclass, every key of it read and checked, and then what its ``check`` says of them together."""
        for name, key in self._keys.items():
            # Blocks are asked for first: one that is there is not what was meant by a key that is missing.
            if key.shape is not None:
                self._folder(place_of(name, key, self.names)[0])
        value = self.keys(**{name: self[name] for name in self._keys})
        if hasattr(value, "check"):
            value.check(self.node)
        return value

    def below(self, name: str) -> Reading:
        """Return the reading of a block in this one."""
        if name not in self._below:
            key = self._keys[name]
            assert isinstance(key.shape, Block)
            folders, last = place_of(name, key, self.names)
            place = self._folder((*folders, last) if last else folders)
            self._below[name] = Reading(key.shape.keys, place, self.context, key.shape, self)
        return self._below[name]

    def _read(self, name: str, said: Key) -> Any:
        shape = said.shape
        if shape is None:
            assert said.read is not None
            return said.read(self, self.node, name)
        if isinstance(shape, Block) and said.read is None:
            return self._block(name, shape)
        folders, last = place_of(name, said, self.names)
        place = self._folder(folders)
        if said.without is not REQUIRED and not place.keys():
            return said.without
        if said.read is not None:
            return said.read(self, place, last)
        if isinstance(shape, Blocks):
            return tuple(reading.made() for reading in self.listed(place, last, shape.keys))
        assert not isinstance(shape, Block)
        return shape.read(place, last, self)

    def _block(self, name: str, shape: Block) -> Any:
        on = not shape.switch or self.root.node.flag(shape.switch, default=False)
        below = self.below(name)
        if shape.empty is not REQUIRED and not below.node.keys():
            return shape.empty
        if shape.together and not any(
            place_of(*declared, shape.names)[1] in below.node for declared in keys_of(shape.keys, {})
        ):
            return None
        value = below.made()
        return value if on else None

    @property
    def root(self) -> Reading:
        """The reading of the whole file, or of the part of it that is a scenario by itself."""
        return self if self.above is None else self.above.root

    def listed(self, place: Node, name: str, keys: type[Any]) -> tuple[Reading, ...]:
        """Return the readings of blocks of one name, each of which knows the others."""
        readings = tuple(Reading(keys, reading, self.context, above=self) for reading in place.nodes(name))
        for reading in readings:
            reading.siblings = readings
        return readings

    def _folder(self, folders: tuple[str, ...]) -> Node:
        place = self.node
        for step in range(len(folders)):
            place = place.node(folders[step], required=self._is_needed(folders[: step + 1]))
        return place

    def _is_needed(self, folders: tuple[str, ...]) -> bool:
        return any(
            (key.required or key.needs_block) and place_of(name, key, self.names)[0] == folders
            for name, key in self._keys.items()
        )


def read_fields(keys: type[Setup], node: Node, context: Any) -> Setup:
    """Read and check every key of a file, or of a block of it, that a dataclass declares.

    `context` is what readers of the game's own keys need besides, such as a roster. The first value that is not allowed
    is a DataError.
    """
    return Reading(keys, node, context).made()

"""Files with keys declared as fields: their types, their JSON schemas, and the dataclass that is made of one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from mangonel.games.fields import REQUIRED, Block, Entry, Key, Limit, Of, Usual, root
from mangonel.rules.reading import Node, filled, validate

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """A key at its place in a file."""

    path: tuple[str, ...]
    """Names of the enclosing blocks, outermost first, and its own."""
    said: Key
    """Its declaration."""
    block: Block
    """The block in which it is declared."""
    whole: int = 0
    """Number of blocks on its path that are optional."""
    loose: bool = False
    """Whether its block may be present and empty."""
    part: int | None = None
    """Length of the path of the enclosing block that may name a file instead; None if there is none."""
    optional: bool = False
    """Whether it is optional here in any case."""


def key_places(keys: Block | type[Any]) -> Iterator[KeyPlace]:
    """Yield every key that a dataclass declares: blocks first, then the keys in them."""
    block = keys if isinstance(keys, Block) else root(keys)
    return _places(KeyPlace((), Key(kind="block", block=block), block), ())


def _places(around: KeyPlace, filled: tuple[str, ...]) -> Iterator[KeyPlace]:
    block = around.said.block
    assert block is not None
    for entry in block.entries:
        key, path = entry.key, (*around.path, *entry.path)
        if key.kind == "given":
            continue
        left_out = key.without is not REQUIRED
        whole = len(path) - 1 if left_out else around.whole
        yield KeyPlace(path, key, block, whole, around.loose or left_out, around.part, entry.last in filled)
        if key.kind != "block" or key.block is None:
            continue
        below = key.block
        empty = below.empty is not REQUIRED
        whole = len(path) if empty or key.read is not None else around.whole
        part = len(path) if below.instead else around.part
        if below.switch:
            root = around.part or 0
            switch = Key(kind="flag", usual=False, meaning="deaths can make men panic")
            yield KeyPlace((*path[:root], below.switch), switch, block, root, part=around.part)
        given = tuple(entry.last for entry in below.entries) if below.together else filled or below.filled
        yield from _places(KeyPlace(path, key, block, whole, empty, part), given)


@dataclass(eq=False)
class FileType:
    """The type of a file or block: `type` for `msgspec`, `schema` for editors."""

    properties: dict[str, Any] = field(default_factory=dict)
    """Nested blocks; for any other key its type and JSON schema."""
    required: set[str] = field(default_factory=set)
    if_any: set[str] = field(default_factory=set)
    of_part: set[str] = field(default_factory=set)
    together: tuple[str, ...] = ()
    instead: str = ""
    meaning: str = ""

    def at(self, path: Sequence[str]) -> FileType:
        place = self
        for step in path:
            place = place.properties.setdefault(step, FileType())
        return place

    @cached_property
    def named(self) -> FileType:
        """The type of the block if it names a file instead."""
        kind = filled("a scenario that comes with the program, or the path of one")
        kept = {name: below for name, below in self.properties.items() if name not in self.of_part}
        return FileType(kept | {self.instead: (kind, msgspec.json.schema(kind))})

    @cached_property
    def type(self) -> Any:
        """The struct, for a block that names no file."""
        keys = []
        for number, (name, below) in enumerate(self.properties.items()):
            # A block with two forms is validated separately, as structs have no unions.
            kind = (dict[str, Any] if below.instead else below.type) if isinstance(below, FileType) else below[0]
            needed = name in self.required
            default = msgspec.field(name=name) if needed else msgspec.field(name=name, default=UNSET)
            keys.append((f"key_{number}", kind if needed else kind | UnsetType, default))
        return msgspec.defstruct("Block", keys, kw_only=True, forbid_unknown_fields=True)

    def check(self, node: Node) -> None:
        """Validate a block of a file, and the nested blocks with two forms."""
        kind = self.named if self.instead and self.instead in node.content else self
        validate(node, kind.type)
        for name, below in kind.properties.items():
            if isinstance(below, FileType) and below.instead and name in node.content:
                below.check(node.node(name))

    def schema(self) -> Schema:
        """Return its JSON schema (draft 7)."""
        about: Schema = {"type": "object"} | ({"description": self.meaning} if self.meaning else {})
        if not self.instead:
            return about | self.keys_schema()
        two = {"then": self.named.keys_schema(), "else": self.keys_schema()}
        return about | {"if": {"required": [self.instead]}} | two

    def keys_schema(self) -> Schema:
        """Return the part of the schema that lists the keys, for a block that names no file."""
        below = {name: key.schema() if isinstance(key, FileType) else key[1] for name, key in self.properties.items()}
        schema: Schema = {"properties": below, "additionalProperties": False}
        if self.required:
            schema["required"] = [name for name in below if name in self.required]
        if self.together:
            schema["dependencies"] = {name: list(self.together) for name in self.together}
        if self.if_any:
            schema["anyOf"] = [{"maxProperties": 0}, {"required": [name for name in below if name in self.if_any]}]
        return schema


@cache
def _declared(block: Block) -> FileType:
    top = FileType()
    for place in key_places(block):
        key = place.said
        if key.kind == "block":
            assert key.block is not None
            here = top.at(place.path)
            here.meaning = here.meaning or (key.meaning if place.path else "")
            here.instead = here.instead or key.block.instead
            if key.block.together:
                here.together = tuple(entry.last for entry in key.block.entries)
            continue
        inside, name = top.at(place.path[:-1]), place.path[-1]
        inside.properties[name] = _value(key, place.block, name)
        if place.loose and key.usual is REQUIRED and not place.optional:
            inside.if_any.add(name)
        elif key.required and not place.optional:
            inside.required.add(name)
        if ((key.required and not place.optional) or key.needs_block) and not place.loose:
            for depth in range(place.whole, len(place.path) - 1):
                top.at(place.path[:depth]).required.add(place.path[depth])
        if place.part is not None:
            top.at(place.path[: place.part]).of_part.add(place.path[place.part])
    return top


def _value(key: Key, block: Block, name: str) -> tuple[Any, Schema]:
    about: Schema = {"description": key.meaning} if key.meaning else {}
    if isinstance(key.usual, bool | int) or (isinstance(key.usual, str) and key.usual):
        about["default"] = key.usual
    if key.block is None:
        kind = key.type(_bound(key.low, block, high=False), _bound(key.high, block, high=True))
        return kind, msgspec.json.schema(kind) | about
    low, high = key.low, key.high
    assert isinstance(low, int)
    assert not isinstance(high, Of)
    fault = f"at least {low} of {name} is needed" if high is None else f"{low} to {high} {name} are needed"
    kind = Annotated[list[_declared(key.block).type], Meta(min_length=low, max_length=high, extra={"fault": fault})]  # type: ignore[misc]
    limits = {"minItems": low} | ({} if high is None else {"maxItems": high})
    return kind, {"type": "array", "items": _declared(key.block).schema(), **limits, **about}


def _bound(limit: Limit | None, block: Block, *, high: bool) -> int | None:
    """Return the loosest value of a limit over all values of other keys; None if it is unbounded."""
    if not isinstance(limit, Of):
        return limit
    if limit.most is not None:
        return limit.most
    keys = (block.own[name].key for name in limit.names)
    numbers = [_bound(key.high if high else key.low, block, high=high) for key in keys]
    return None if None in numbers else limit.more + sum(number for number in numbers if number is not None)


def file_type(keys: type[Any], head: Mapping[str, Any] | None = None, needed: Collection[str] = ()) -> FileType:
    """Return the type of files with the keys that a dataclass declares, and with more keys at the head.

    The head has `msgspec` types by name; `needed` are the required keys among them.
    """
    inside = _declared(root(keys))
    first = {name: (kind, msgspec.json.schema(kind)) for name, kind in (head or {}).items()}
    return FileType(first | inside.properties, {*needed, *inside.required})


class Reading:
    """The fields of a block by name, each computed on first access, so that it can depend on any other.

    The values were validated one by one; only limits and defaults that depend on other keys are looked at here. The
    context is passed on to the `Key.read` of a game, such as a roster; `above` is the reading of the enclosing block,
    None for a whole file.
    """

    def __init__(self, block: Block, node: Node, context: Any, above: Any = None) -> None:
        self.block, self.node, self.context, self.above = block, node, context, above
        self.names = block.names
        self._values: dict[str, Any] = {}
        self._below: dict[str, Reading] = {}
        self.siblings: tuple[Reading, ...] = ()

    def __getitem__(self, name: str) -> Any:
        if name not in self._values:
            self._values[name] = self._read(self.block.own[name])
        return self._values[name]

    def made(self) -> Any:
        """Return the dataclass, after its own ``check`` has looked at all keys together."""
        for entry in self.block.entries:
            # Blocks are asked for first: one that is there is no misspelling of a missing key.
            if entry.key.kind != "given":
                self._folder(entry.folders)
        value = self.block.keys(**{entry.field: self[entry.field] for entry in self.block.entries})
        if hasattr(value, "check"):
            value.check(self.node)
        return value

    def below(self, name: str) -> Reading:
        if name not in self._below:
            entry = self.block.own[name]
            assert entry.key.block is not None
            self._below[name] = type(self)(entry.key.block, self._folder(entry.path), self.context, self)
        return self._below[name]

    @property
    def root(self) -> Reading:
        """The reading of the whole file, or of the part of a siege that this block belongs to."""
        return self if self.above is None else self.above.root

    def _read(self, entry: Entry) -> Any:
        key = entry.key
        if key.kind == "given":
            assert key.read is not None
            return key.read(self, self.node, entry.field)
        if key.block is not None and key.kind == "block" and key.read is None:
            return self._block(entry.field, key.block)
        place = self._folder(entry.folders)
        if key.without is not REQUIRED and not place.keys():
            return key.without
        if key.kind == "blocks":
            return self._blocks(entry, place)
        value = self._value(entry, place) if key.read is None else key.read(self, place, entry.last)
        if key.check is not None:
            key.check(self, place, entry.last, value)
        return value

    def _value(self, entry: Entry, place: Node) -> Any:
        key, value = entry.key, place.content.get(entry.last)
        if value is None:
            if key.usual is REQUIRED:
                beside = {other.last for other in self.block.entries if self.block.together}
                raise place.missing(entry.last, place.content.keys() - beside)
            return self._settled(key.usual)
        if isinstance(key.low, Of) or isinstance(key.high, Of):
            place.check_limits(entry.last, value, self._settled(key.low), self._settled(key.high))
        if key.kind == "pairs":
            return tuple(map(tuple, value))
        return tuple(value) if key.kind == "texts" else value

    def _settled(self, value: Any) -> Any:
        """Evaluate a limit or default that depends on other fields."""
        if isinstance(value, Usual):
            return value.of(self)
        return value.of(map(self._found, value.names)) if isinstance(value, Of) else value

    def _found(self, name: str) -> Any:
        """Return a field of this block or of an enclosing one, as `Of` names it."""
        first, _, rest = name.partition(".")
        place = self
        while first not in place.block.own and place.above is not None:
            place = place.above
        return getattr(place[first], rest) if rest else place[first]

    def _block(self, name: str, block: Block) -> Any:
        below = self.below(name)
        if block.empty is not REQUIRED and not below.node.keys():
            return block.empty
        if block.together and not any(entry.last in below.node for entry in block.entries):
            return None
        value = below.made()
        return value if not block.switch or self.root.node.content.get(block.switch, False) else None

    def _blocks(self, entry: Entry, place: Node) -> tuple[Any, ...]:
        key = entry.key
        assert key.block is not None
        readings = tuple(type(self)(key.block, node, self.context, self) for node in place.nodes(entry.last))
        for reading in readings:
            reading.siblings = readings
        if key.check is not None:
            key.check(self, place, entry.last, readings)
        return tuple(reading.made() for reading in readings)

    def _folder(self, folders: Iterable[str]) -> Node:
        place = self.node
        for folder in folders:
            place = place.node(folder, required=False)
        return place


def read(keys: type[Any], node: Node, context: Any) -> Any:
    """Validate and read a block with the keys that a dataclass declares; `context` is as in `Reading`.

    A DataError is raised for the first value that is not allowed.
    """
    file_type(keys).check(node)
    return Reading(root(keys), node, context).made()

"""Build the dataclass whose fields declare the keys of a file from a file that was validated."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mangonel.games.fields import REQUIRED, Block, Entry, Of, Usual, root
from mangonel.games.file_types import file_type
from mangonel.rules.reading import Node

__all__ = ["Reading", "read"]


class Reading:
    """The fields of a block by name, each computed on first access, so that it can depend on any other.

    The values were validated one by one; only limits and defaults that depend on other keys are looked at here. The
    context is passed on to the `Key.read` of a game, such as a roster; `above` is the reading of the enclosing block,
    None for a whole file.
    """

    def __init__(self, block: Block, node: Node, context: Any, above: Reading | None = None) -> None:
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
                raise place.missing(entry.last, [other.last for other in self.block.entries])
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
        return value.of(self[name] for name in value.names) if isinstance(value, Of) else value

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
    """Validate and read a block whose keys a dataclass declares; `context` is as in `Reading`.

    A DataError is raised for the first value that is not allowed.
    """
    file_type(keys).check(node)
    return Reading(root(keys), node, context).made()

"""Rosters: kinds of men or units with the values of their counters, which the sources do not reproduce."""

from __future__ import annotations

from dataclasses import dataclass, make_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from mangonel.errors import DataError
from mangonel.games.fields import Offer, blocks, root
from mangonel.games.file_types import VERSION, FileType, file_type, filled, identifier
from mangonel.games.reading import Reading
from mangonel.rules.files import shipped
from mangonel.rules.reading import Node, is_there

__all__ = ["KINDS", "Roster", "load_roster", "roster_names", "roster_type"]


class _Named(Protocol):
    @property
    def id(self) -> str: ...


Man = TypeVar("Man", bound=_Named)


@dataclass(frozen=True, slots=True)
class Roster(Generic[Man]):
    """Kinds of men by id, and what the reader should know of the values."""

    id: str
    title: str
    note: str
    kinds: tuple[Man, ...]
    file: Path

    def kind(self, node: Node, key: str = "kind") -> Man:
        """Return the kind that `node` names under `key`."""
        wanted = node.choice(key, [kind.id for kind in self.kinds])
        return next(kind for kind in self.kinds if kind.id == wanted)


KINDS = Offer("kinds", lambda _rules, roster, _above: {kind.id: kind.title for kind in roster.kinds})
"""The kinds of men or units of the roster that a scenario uses."""


def roster_names(system: str) -> tuple[str, ...]:
    """Return the names of the rosters that come with a game."""
    return tuple(shipped("rosters", system))


def load_roster(name: str, beside: Path, system: str, man: type[Man]) -> Roster[Man]:
    """Read a roster: one that comes with the game, by name, or a path relative to the folder `beside`.

    The fields of a dataclass declare the keys of a kind of men, ``id`` among them. It is a DataError if there is no
    such roster or it is not valid.
    """
    own = shipped("rosters", system)
    file = own.get(name, beside / name)
    if name not in own and not is_there(file):
        raise DataError("no such roster or file", value=name, allowed=own)
    return _read(Node.load(file), file, man)


@cache
def roster_type(man: type[Any]) -> FileType:
    """Return the type of rosters whose kinds of men have the keys that a dataclass declares."""
    head = {"schema": VERSION, "id": identifier(), "title": filled(), "note": filled()}
    return file_type(make_dataclass("Men", [("kinds", Any, blocks(man, "", at="kind"))]), head, head)


def _read(node: Node, file: Path, man: type[Man]) -> Roster[Man]:
    roster_type(man).check(node)
    block = root(man)
    kinds = tuple(Reading(block, kind, None).made() for kind in node.nodes("kind"))
    for number, kind in enumerate(kinds):
        if kind.id in (other.id for other in kinds[:number]):
            raise node.error("two kinds have the same id", f"kind.{number + 1}.id", value=kind.id)
    return Roster(node.content["id"], node.content["title"], node.content["note"], kinds, file)

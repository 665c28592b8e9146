"""Rosters: kinds of men or units with the values of their counters, for scenarios and as CSV files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, make_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from mangonel.errors import DataError, nearest
from mangonel.games.fields import REQUIRED, Key, Offer, Usual, blocks, root, text
from mangonel.games.reading import FileType, Reading, file_type, key_places, read
from mangonel.games.system import System, systems
from mangonel.rules.files import csv_text, quoted, read_csv, shipped
from mangonel.rules.reading import FILLED, IDENTIFIER, VERSION, Node, is_there
from mangonel.rules.words import say, words

Values = Mapping[str, str | int | bool]
"""The values of one kind of men, by column."""


@dataclass(frozen=True, slots=True)
class Roster:
    """Kinds of men by id, and a note on their values."""

    id: str
    title: str
    note: str
    kinds: tuple[Any, ...]
    file: Path

    def kind(self, node: Node, key: str = "kind") -> Any:
        """Return the kind that `node` names under `key`."""
        wanted = node.choice(key, [kind.id for kind in self.kinds])
        return next(kind for kind in self.kinds if kind.id == wanted)


KINDS = Offer("kinds", lambda _rules, roster, _above: {kind.id: kind.title for kind in roster.kinds})
"""The kinds of men or units of the roster that a scenario uses."""


def kind_of(meaning: str, usual: Any = REQUIRED, **where: Any) -> Any:
    """Declare the kind of the men or units of a block, by its id in the roster; None is allowed as a default."""

    def read_kind(reading: Reading, node: Node, name: str) -> Any:
        return None if usual is None and name not in node else reading.context.kind(node, name)

    return text(meaning, usual, offer=KINDS, read=read_kind, **where)


def roster_names(system: str) -> tuple[str, ...]:
    """Return the names of the rosters that come with a game."""
    return tuple(shipped("rosters", system))


def load_roster(name: str, beside: Path, system: str, man: type[Any]) -> Roster:
    """Read a roster: one that comes with the game, by name, or a path relative to the folder `beside`.

    The fields of a dataclass declare the keys of a kind of men, ``id`` among them. It is a DataError if there is no
    such roster or it is not valid.
    """
    file = _file_of(name, beside, system)
    return _read(Node.load(file), file, man)


def _file_of(name: str, beside: Path, system: str = "") -> Path:
    own = shipped("rosters", system)
    file = own.get(name, beside / name)
    if name not in own and not is_there(file):
        raise DataError("no such roster or file", value=name, allowed=own)
    return file


@cache
def roster_type(man: type[Any]) -> FileType:
    """Return the type of rosters of men with the keys that a dataclass declares."""
    head = {"schema": VERSION, "id": IDENTIFIER, "title": FILLED, "note": FILLED}
    return file_type(make_dataclass("Men", [("kinds", Any, blocks(man, "", at="kind"))]), head, head)


def _read(node: Node, file: Path, man: type[Any]) -> Roster:
    roster_type(man).check(node)  # type: ignore[arg-type, unused-ignore] # a class is hashable, whatever its type
    kinds = tuple(Reading(root(man), kind, None).made() for kind in node.nodes("kind"))
    for number, kind in enumerate(kinds):
        if kind.id in (other.id for other in kinds[:number]):
            raise node.error("two kinds have the same id", f"kind.{number + 1}.id", value=kind.id)
    return Roster(node.content["id"], node.content["title"], node.content["note"], kinds, file)


# Rosters of one's own, as CSV files and as TOML.


def _game_of(names: Iterable[str]) -> System:
    """Return the game with men of most of these keys; a DataError if no game has rosters."""
    asked = set(names)
    games = [system for system in systems() if system.man is not None]
    if not games:
        raise DataError("no game has rosters")
    return max(games, key=lambda system: len(asked & columns(system).keys()))


def columns(system: System) -> dict[str, Key]:
    """Return the keys of a kind of men, by the name of the column."""
    assert system.man is not None
    return {place.path[-1]: place.said for place in key_places(system.man()) if place.said.block is None}


def men_of(name: str) -> tuple[System, tuple[Values, ...]]:
    """Return the game of a roster, by name or path, and its kinds of men as the file says them.

    It is a DataError if there is none, or it is not valid.
    """
    file = _file_of(name, Path())
    node = Node.load(file)
    men = tuple(kind.content for kind in node.nodes("kind"))
    system = _game_of(key for man in men for key in man)
    assert system.man is not None
    _read(node, file, system.man())
    return system, men


def men_of_csv(file: Path) -> tuple[System, tuple[Values, ...]]:
    """Return the game and the kinds of men of a CSV file with a line of names of columns.

    Commas, semicolons or tabs separate them, and names may have blanks and capital letters. Without a column ``id`` the
    ids are made of the titles; columns without a value are left out.

    It is a DataError if it cannot be read, a column is unknown or missing, or a value is not allowed; it names the
    line.
    """
    lines = read_csv(file)
    if len(lines) < 2:
        raise DataError("needs a line of names of columns and a line for each kind of men", file=file)
    system = _game_of(map(_written, lines[0]))
    assert system.man is not None
    known = columns(system)
    heads = list(map(_written, lines[0]))
    if wrong := [name for name in lines[0] if _written(name) not in known]:
        raise DataError("no such column", file=file, path="line 1", value=wrong[0], allowed=known)
    if twice := next((name for name in heads if heads.count(name) > 1), None):
        raise DataError("two columns have the same name", file=file, path="line 1", value=twice)
    men = []
    for number, cells in enumerate(lines[1:], start=2):
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(heads):
            raise DataError(f"has {len(cells)} values for {len(heads)} columns", file=file, path=f"line {number}")
        values: dict[str, str | int | bool] = {
            name: _value(cell.strip(), known[name]) for name, cell in zip(heads, cells, strict=True) if cell.strip()
        }
        if "id" not in values and "title" in values:
            values["id"] = re.sub(r"[^a-z0-9]+", "-", str(values["title"]).lower()).strip("-")
        man = {name: values[name] for name in known if name in values}
        try:
            read(system.man(), Node(man), None)
        except DataError as error:
            place = f"line {number}, {error.path}"
            raise DataError(error.message, file=file, path=place, value=error.value, allowed=error.allowed) from None
        men.append(man)
    return system, tuple(men)


def _written(name: str) -> str:
    written = re.sub(r"[\s-]+", "_", name.strip().lower())
    return {"name": "title", "kind": "id"}.get(written, written)


def _value(cell: str, key: Key) -> str | int | bool:
    """Return a cell as a file would say it; one that is none of its kind is refused when the man is read."""
    # Python itself refuses thousands of digits.
    if key.kind == "whole" and re.fullmatch(r"-?[0-9]{1,1000}", cell):
        return int(cell)
    if key.kind == "flag" and cell.lower() in {"true", "false"}:
        return cell.lower() == "true"
    near = nearest(cell, key.values) if key.kind == "one_of" else None
    return near if near is not None and near.replace("-", " ") == cell.lower().replace("-", " ") else cell


def roster_text(name: str, title: str, note: str, men: Sequence[Values], system: System) -> str:
    """Return the file of a roster, with the meaning and limits of each value at its head, in a language."""
    known = columns(system)
    lines = [f"{key} = {quoted(text)}" for key, text in (("id", name), ("title", title), ("note", note))]
    comments = [f"# {column}: {_limits(key)}; {words().translated(key.meaning)}" for column, key in known.items()]
    parts = ["\n".join([*comments, "schema = 1", *lines])]
    for man in men:
        values = (f"{column} = {in_toml(value)}" for column, value in man.items())
        parts.append("\n".join(["[[kind]]", *values]))
    return "\n\n".join(parts) + "\n"


def roster_csv(men: Sequence[Values], system: System) -> str:
    """Return kinds of men as a CSV file, with a column for everything that can be said of them."""
    heads = list(columns(system))
    return csv_text([heads, *([man.get(head, "") for head in heads] for man in men)])


def _limits(said: Key) -> str:
    if said.kind == "whole":
        values = say("report.to", low=said.low, high=said.high)
    elif said.kind == "text":
        values = say("template.text")
    else:
        values = ", ".join(said.values or map(in_toml, (True, False)))
    if isinstance(said.usual, Usual):
        return say("template.usual", values=values, usual=words().translated(said.usual.text))
    return values if said.required else say("template.or_nothing", values=values)


def in_toml(value: str | int | bool) -> str:  # noqa: FBT001 - it is the value itself
    """Return a value as a file says it."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else quoted(value)

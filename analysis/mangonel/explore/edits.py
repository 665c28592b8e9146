"""Changes that are made to a rule set on the page: each is checked as a rule file of all of them would be."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from mangonel.errors import DataError, MangonelError
from mangonel.rules.change import CellChange, Change, place_of
from mangonel.rules.loading import no_option, rule_set_names
from mangonel.rules.overlay import apply_overlay
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.table import ROW_OFFSET
from mangonel.rules.table_files import SCHEMA

__all__ = ["MINE", "edited", "kept_changes", "kept_in", "overlay_text", "read_overlay", "undone"]

MINE = "my-rules"
"""The id of the rule file that is handed out."""


def overlay_text(base: RuleSet, changes: Sequence[Change], title: str) -> str:
    """Return a rule file that makes changes to a rule set.

    Parameters
    ----------
    base
        What it stands on: a rule set of the program, or one whose file lies beside it.
    changes
        The changes.
    title
        Its heading.
    """
    name = base.id if base.id in rule_set_names() or base.file is None else base.file.name
    keys = {"id": MINE, "title": title, "base": name}
    lines = [f"schema = {SCHEMA}", *(f"{key} = {_quoted(text)}" for key, text in keys.items())]
    options = [change for change in changes if change.kind == "option"]
    if options:
        lines += ["", "[options]", *(f"{_quoted(change.where)} = {_quoted(change.after)}" for change in options)]
    for change in changes:
        lines += _block(change)
    return "\n".join(lines) + "\n"


def _block(change: Change) -> list[str]:
    notes = {"source": change.source, "reason": change.reason}
    if change.cell is not None:
        cell = change.cell
        head = "change"
        keys = {"table": cell.table, "row": cell.row, "column": cell.column, "value": cell.value}
    elif change.addition is not None:
        new, head = change.addition, "add"
        if new.axis == "weapon":
            keys = {"table": new.table, "row": new.label, "column": ROW_OFFSET, "value": new.values[0]}
        else:
            keys = {"table": new.table, new.axis: new.label, "values": " ".join(new.values), "after": new.after}
    else:
        return []
    return [
        "",
        f"[[{head}]]",
        *(f"{key} = {_quoted(text)}" for key, text in (keys | notes).items() if text or key == "value"),
    ]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def read_overlay(raw: bytes, known: Callable[[str], RuleSet]) -> tuple[str, tuple[Change, ...]]:
    """Return the name of the rule set that a rule file stands on, and the changes that it makes to it.

    Parameters
    ----------
    raw
        What is in the file.
    known
        Returns a rule set by its name; a file that stands on another file cannot be read here.

    Raises
    ------
    DataError
        For the first thing in the file that is wrong.
    """
    node = Node.read(raw)
    if (schema := node.integer("schema")) != SCHEMA:
        raise node.error("unknown schema version", "schema", value=schema, allowed=[SCHEMA])
    base = known(node.text("base").removesuffix(".toml"))
    # What the base itself changes stays out of what the file changes.
    return base.id, apply_overlay(node, replace(base, changes=()), no_option).changes


def edited(base: RuleSet, changes: Sequence[Change], kind: str, where: str, value: str) -> tuple[Change, ...]:
    """Return the changes with one more, or without one that leads back to where it began.

    Parameters
    ----------
    base, changes
        The rule set, and what is changed in it so far.
    kind
        ``option`` or ``cell``.
    where
        The option, or the cell as ``table.row.column``.
    value
        What is to be there.

    Raises
    ------
    DataError
        If there is no such place, or it may not say so.
    """
    left = undone(changes, where)
    if kind == "option":
        before, cell = base.choice(where), None
    else:
        cell = CellChange(*place_of(where), value.strip())
        value, before = cell.value, _stands(base.applying(left), cell)
    if value == before:
        return left
    more = (*left, Change(kind, where, before, value, cell=cell))
    try:
        read_overlay(overlay_text(base, more, MINE).encode(), lambda _: base)
    except DataError as error:
        # Where it stands in the file says nothing to who has typed it into a table.
        raise DataError(
            error.message, path=where, value=error.value, allowed=error.allowed, limits=error.limits
        ) from None
    return more


def _stands(rules: RuleSet, cell: CellChange) -> str:
    table = rules.table(cell.table)
    return str(table.offset(cell.row)) if cell.column == ROW_OFFSET else table.printed(cell.row, cell.column)


def undone(changes: Sequence[Change], where: str) -> tuple[Change, ...]:
    """Return the changes without the one at a place."""
    return tuple(change for change in changes if change.where != where)


def kept_in(changes: Sequence[Change]) -> Mapping[str, str]:
    """Return changes of options and cells as texts that an address keeps."""
    return {f"{change.kind}.{change.where}": change.after for change in changes if change.addition is None}


def kept_changes(base: RuleSet, kept: Mapping[str, str]) -> tuple[Change, ...]:
    """Return the changes that an address has kept; what does not fit the rule set is left out."""
    changes: tuple[Change, ...] = ()
    for place, value in kept.items():
        kind, _, where = place.partition(".")
        try:
            changes = edited(base, changes, kind, where, value)
        except MangonelError:
            continue
    return changes

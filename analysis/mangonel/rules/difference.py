"""Differences of two rule sets, by table cell and by option, and put together as their makers meant them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from mangonel.errors import DataError
from mangonel.rules.change import Change, place_of
from mangonel.rules.loading import rule_set_names
from mangonel.rules.reading import Source
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.table import Table

ABSENT = "(absent)"


class Cited(Struct, frozen=True):
    """The authority for a value: a text of a rule file, the printed source of a whole table, or the rule set alone."""

    text: str = ""
    """As the file says it; ``(absent)`` where a rule set does not have the place at all."""
    table: Source | None = None
    """The printed source of the table."""
    rules: str = ""
    """Id of the rule set that changes the cell without naming a source."""

    def __str__(self) -> str:
        if self.rules:
            return f"rule set {self.rules}"
        return self.text if self.table is None else str(self.table)


class Difference(Struct, frozen=True):
    """One cell or option that differs."""

    kind: str
    """``cell`` or ``option``; `mangonel.rules.switching.switches` adds ``row``, ``column``, ``weapon`` and ``table``,
    and `mangonel.rules.difference.grouped` adds ``changes`` for several at once."""
    where: str
    """The cell as ``table.row.column``, or the id of the option; of several their name."""
    left: str
    right: str
    """`left`, `right`: the two values, ``(absent)`` where one rule set does not have the place at all."""
    source_left: Cited
    source_right: Cited
    """`source_left`, `source_right`: the authority on either side."""
    reason: str = ""
    """Why the overlay changes it, if it tells."""
    parts: tuple[Difference, ...] = ()
    """The parts of one of kind ``changes``; empty for a single one."""

    def plain(self) -> dict[str, str]:
        """Return the difference and its authorities as texts."""
        names = ("kind", "where", "left", "right", "source_left", "source_right")
        return {name: str(getattr(self, name)) for name in names}


def differences(left: RuleSet, right: RuleSet) -> tuple[Difference, ...]:
    """Return all cells and options in which two rule sets differ, cells first.

    Raises
    ------
    DataError
        If they are rule sets of two games.
    """
    check_one_game(left, right)
    return (*_cell_differences(left, right), *_option_differences(left, right))


def check_one_game(left: RuleSet, right: RuleSet) -> None:
    """Check that two rule sets are of one game.

    It is a DataError if they are of two.
    """
    if left.system != right.system:
        raise DataError(
            f"rule sets of two games cannot be compared, and {left.id} is one of another game",
            file=None if right.id in rule_set_names(right.system) else right.file,
            value=right.id,
            allowed=rule_set_names(left.system),
        )


def _cell_differences(left: RuleSet, right: RuleSet) -> Iterator[Difference]:
    for name in dict.fromkeys((*left.tables, *right.tables)):
        ours, theirs = left.tables.get(name), right.tables.get(name)
        if ours is theirs:
            continue
        here, there = ({} if table is None else table.entries for table in (ours, theirs))
        for place in dict.fromkeys((*here, *there)):
            before, after = here.get(place, ABSENT), there.get(place, ABSENT)
            # A change of a cell undoes its readings, even one to the printed value.
            if before == after and _readings(ours, place) != _readings(theirs, place):
                before, after = (rules.table(name).entries[place] for rules in (left, right))
            if before != after:
                where = f"{name}.{place}"
                source_left = Cited(ABSENT) if before == ABSENT else _cell_source(left, name, where)
                source_right = Cited(ABSENT) if after == ABSENT else _cell_source(right, name, where)
                yield Difference("cell", where, before, after, source_left, source_right)


def _readings(table: Table | None, place: str) -> list[tuple[str, str, str]]:
    readings = () if table is None else table.cells_if
    return [(reading.option, reading.value, reading.cells[place]) for reading in readings if place in reading.cells]


def _cell_source(rules: RuleSet, table: str, where: str) -> Cited:
    for change in reversed(rules.changes):
        if change.covers(where):
            return Cited(change.source) if change.source else Cited(rules=change.by)
    return Cited(table=rules.tables[table].source) if table in rules.tables else Cited(ABSENT)


def _option_differences(left: RuleSet, right: RuleSet) -> Iterator[Difference]:
    for name in dict.fromkeys((*left.options, *right.options)):
        before, after = left.values.get(name, ABSENT), right.values.get(name, ABSENT)
        if before != after:
            yield Difference("option", name, before, after, _option_source(left, name), _option_source(right, name))


def _option_source(rules: RuleSet, name: str) -> Cited:
    option = rules.options.get(name)
    return Cited(ABSENT if option is None else option.choice(rules.values[name]).source)


GROUPINGS: Final = ("block", "option", "file", "cell")
"""Ways of putting differences together: by block or name of an overlay, each option beside all tables together, by rule
set of a chain, or not at all."""
TABLES: Final = "tables"
"""The name of all differences of tables together."""


def grouped(parts: Sequence[Difference], left: RuleSet, right: RuleSet, *, by: str = "block") -> tuple[Difference, ...]:
    """Return differences put together as `GROUPINGS` says, in the order in which each group begins.

    The parts are the `mangonel.rules.switching.switches` of the two rule sets. Options are one each unless it is
    ``file``: an overlay has no blocks of them.
    """
    if by not in GROUPINGS:
        raise DataError("no such unit of a difference", path="by", value=by, allowed=GROUPINGS)
    if by == "cell":
        return tuple(parts)
    both = ((right, left), (left, right))
    changes = [each for mine, others in both for each in reversed(mine.changes) if each not in others.changes]
    groups: dict[tuple[str, str], list[tuple[Difference, str]]] = {}
    for part in parts:
        if by == "option":
            groups.setdefault(("", part.where if part.kind == "option" else TABLES), []).append((part, ""))
            continue
        maker = next((change for change in changes if _makes(change, part)), None)
        who, block, reason = ("", "", "") if maker is None else (maker.by, maker.block, maker.reason)
        key = (who, "" if by == "file" and who else block or f"{part.kind} {part.where}")
        groups.setdefault(key, []).append((part, reason))
    return tuple(_group(key, members) for key, members in groups.items())


def _makes(change: Change, part: Difference) -> bool:
    if "option" in (part.kind, change.kind):
        return (change.kind, change.where) == (part.kind, part.where)
    if change.where == part.where:
        return True
    if change.addition is not None and change.addition.covers(part.where):
        return True
    # A row of range bands is one part, whichever of its cells were changed.
    return part.kind == "row" and change.where.startswith(f"{part.where}.")


def _group(key: tuple[str, str], members: Sequence[tuple[Difference, str]]) -> Difference:
    by, block = key
    reason = "; ".join(dict.fromkeys(reason for _, reason in members if reason))
    if len(members) == 1:
        return replace(members[0][0], reason=reason)
    parts = tuple(part for part, _ in members)
    before, after = ("; ".join(texts) for texts in zip(*((part.left, part.right) for part in parts), strict=True))
    return Difference(
        "changes", _called(by, block, parts), before, after, Cited(rules=by), Cited(rules=by), reason, parts
    )


def _called(by: str, block: str, parts: Sequence[Difference]) -> str:
    """Return the name of several differences: their own, or the row or column that they are."""
    if not block:
        return by
    if not block.startswith(("change.", "add.")):
        return block
    places = [place_of(part.where) for part in parts]
    tables, rows, columns = (list(dict.fromkeys(place[at] for place in places)) for at in range(3))
    if len(tables) == 1 and len(columns) == 1:
        return f"{tables[0]}.*.{columns[0]}"
    if len(tables) == 1 and len(rows) == 1:
        return f"{tables[0]}.{rows[0]}"
    return f"{by} {block.replace('.', ' ')}"

"""Rule files of one's own: examples to begin with, and doubts about likely slips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from mangonel.games.cryhavoc.outcomes import worst_first
from mangonel.rules.cells import EMPTY, NO_EFFECT, UNKNOWN
from mangonel.rules.files import is_shipped
from mangonel.rules.loading import Example, Value, free_label
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.table import ROW_OFFSET, Table

__all__ = ["doubts", "examples"]


_WEAPON, _ENGINE, _TERRAIN = "sling", "bombard", "ditch"
_COLUMNS = ("15", "18", "21", "24")


def examples(base: RuleSet) -> Iterator[Example]:
    """Yield the examples for the tables of a rule set; each is accepted as it stands."""
    if table := base.tables.get("melee-foot"):
        cell = {"row": table.rows[2], "column": table.columns[0], "value": table.cells[2][0]}
        keys = {"source": "Our club, 4 May", "reason": "less bloody"}
        yield _change("One cell, with who says so and why", table, **cell, **keys)
        yield _change(
            "A whole column", table, column=table.columns[-1], values=" ".join(row[-1] for row in table.cells)
        )
    if table := base.tables.get("missile-foot"):
        yield _change("A whole row", table, row=table.rows[0], values=" ".join(table.cells[0]))
    if table := base.tables.get("terrain-shift"):
        yield _first_cell("A column shift: rows are the attacker's ground, columns the defender's", table)
    if table := base.tables.get("missile-modifiers"):
        yield _first_cell("A modifier of the die", table)
    if table := base.tables.get("breach"):
        yield _first_cell("A threshold", table)
    yield from _additions(base)


def _additions(base: RuleSet) -> Iterator[Example]:
    shots = [table.id for table in base.tables.values() if table.row_offset]
    ranges = [table.id for table in base.tables.values() if table.kind == "ranges"]
    if shots and ranges:
        weapon = free_label(base, _WEAPON)
        blocks = [
            _add(tables=shots, row=weapon, column=ROW_OFFSET, value="5"),
            _add(tables=ranges, row=weapon, values="1-15 16-30 31-45"),
        ]
        if "weapon-kinds" in base.tables:
            blocks.append(_add(table="weapon-kinds", row=weapon, values="bow"))
        about = "A new weapon: how many rows down it reads the missile tables, its ranges, and what it is"
        yield Example(about, tuple(blocks))
    points, burning = base.tables.get("machine-points"), base.tables.get("fire-targets")
    if points and burning:
        engine = free_label(base, _ENGINE)
        strength = _add(table=points.id, row=engine, values="6")
        fire = _add(table=burning.id, row=engine, values=burning.cells[0][0])
        yield Example("A new engine: its battering points, and how it catches fire", (strength, fire))
    if table := base.tables.get("terrain"):
        ground = _add(table=table.id, row=free_label(base, _TERRAIN), values="2 impassable light -")
        yield Example("A new terrain: cost on foot and mounted, cover, sign", (ground,))
    table = base.tables.get("battering")
    column = next((size for size in _COLUMNS if table is not None and size not in table.columns), None)
    if table is not None and column is not None:
        points_column = _add(table=table.id, column=column, values=" ".join(row[-1] for row in table.cells))
        yield Example("A new column, from the first row to the last", (points_column,))


def _change(about: str, table: Table, **keys: str) -> Example:
    return Example(about, (("change", {"table": table.id, **keys}),))


def _first_cell(about: str, table: Table) -> Example:
    return _change(about, table, row=table.rows[0], column=table.columns[0], value=table.cells[0][0])


def _add(**keys: Value) -> tuple[str, Mapping[str, Value]]:
    return "add", keys


_MISSILES = ("missile-foot", "missile-mounted")
_FALLING = ("melee-foot", "melee-mounted", *_MISSILES)
"""Tables in whose columns a higher die does less to the target."""

_PRINTED_ONLY = (("ladder", "turn_cost_each"), ("panicked", "radius"), ("panicked", "retreat"), ("panicked", "calm"))
"""Rows that stand on the sheets, and that no game asks for."""

_Step = tuple[str, str]


def doubts(rules: RuleSet, base: RuleSet | None) -> tuple[str, ...]:
    """Return likely slips in a rule set, in sentences; those of its base do not count."""
    known = set() if base is None else set(_weapons(base))
    lines = [weapon for weapon in _weapons(rules) if weapon not in known]
    for name in _FALLING:
        if name in rules.tables:
            lines += _rises(name, rules, base)
    lines += _idle_results(rules)
    for change in rules.changes:
        if change.by == rules.id and change.cell is not None and (change.cell.table, change.cell.row) in _PRINTED_ONLY:
            lines.append(f"{change.where} stands on the sheets only: no game asks for it")
    return tuple(lines)


def _weapons(rules: RuleSet) -> Iterator[str]:
    """Yield the missing half of incomplete weapons."""
    tables = [rules.tables[name] for name in _MISSILES if name in rules.tables]
    ranges = [table for table in rules.tables.values() if table.kind == "ranges"]
    shot = dict.fromkeys(weapon for table in tables for weapon in table.row_offset)
    for weapon in shot:
        yield from (
            f"{weapon} has no row offset in table {table.id}" for table in tables if weapon not in table.row_offset
        )
        yield from (f"{weapon} has no ranges in table {table.id}" for table in ranges if weapon not in table.rows)
    for table in ranges:
        for weapon, bands in zip(table.rows, table.cells, strict=True):
            if tables and weapon not in shot:
                yield f"{weapon} has ranges in table {table.id} and no row offset: nobody shoots with it"
            if set(bands) == {EMPTY}:
                yield f"{weapon} reaches nothing by table {table.id}"


def _rises(table: str, rules: RuleSet, base: RuleSet | None) -> Iterator[str]:
    """Yield where a higher die does more to the target than a lower one, unless the base has that step anywhere."""
    usual = set() if base is None or table not in base.tables else {step for _, _, step in _steps(base, table)}
    for column, row, (before, after) in _steps(rules, table):
        if (before, after) not in usual:
            place = f"table {table}, column {column}, row {row}"
            yield f"{place}: {after} comes after {before} and is worse for the target"


def _steps(rules: RuleSet, name: str) -> Iterator[tuple[str, str, _Step]]:
    """Yield column, row and the two results wherever a result is worse than the one in the row above."""
    table = rules.tables[name]
    order = {letter: place for place, letter in enumerate(worst_first(rules, name, table.result_codes))}
    for place, column in enumerate(table.columns):
        results = [NO_EFFECT if line[place] == EMPTY else line[place] for line in table.cells]
        for row, (before, after) in zip(table.rows[1:], pairwise(results), strict=True):
            # The printed tables of melee end with no effect, after harm to the attacker.
            if after != NO_EFFECT and UNKNOWN not in (before, after) and order[after] < order[before]:
                yield column, row, (before, after)


def _idle_results(rules: RuleSet) -> Iterator[str]:
    for table in rules.tables.values():
        if table.file is not None and not is_shipped(table.file):
            used = {cell for line in table.cells for cell in line} | {NO_EFFECT}
            yield from (
                f"table {table.id}: no roll comes to result {result}" for result in table.results if result not in used
            )

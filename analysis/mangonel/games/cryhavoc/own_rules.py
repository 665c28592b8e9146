"""Doubts about likely slips in rule files of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mangonel.games.cryhavoc.outcomes import worst_first
from mangonel.rules.cells import EMPTY, NO_EFFECT, UNKNOWN
from mangonel.rules.files import is_shipped
from mangonel.rules.ruleset import RuleSet

__all__ = ["doubts"]


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

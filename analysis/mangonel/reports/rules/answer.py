"""The answer of a report on two rule sets: how much differs, and where most."""

from __future__ import annotations

from dataclasses import astuple
from fractions import Fraction

from mangonel.charts.changes import LOST, NEW, written_points
from mangonel.locales import Locale
from mangonel.press.blocks import Bullets, Paragraph, Section
from mangonel.reports.rules.change import RuleChange
from mangonel.reports.rules.odds import OddsGrid, percent
from mangonel.tables.cells import UNKNOWN

__all__ = ["answer_section", "largest_change", "one_sided"]

_NAMED = 3
"""Rows that are named one by one; the tables have them all."""


def answer_section(change: RuleChange) -> Section:
    """Return how many options and cells differ, which table changes most, and which odds."""
    words = change.words
    heading = words.text("report_answer.heading")
    left, right = change.labels
    if not change.found and not change.lonely_tables:
        key = "report_rules.equal" if change.left.digest == change.right.digest else "report_rules.equal_cells"
        return Section("answer", heading, (Paragraph(words.text(key, left=left, right=right), "lead"),))
    shared = {name for name in change.left.tables if name in change.right.tables}
    lead = words.text(
        "report_rules.lead",
        left=left,
        right=right,
        options=words.number(len(change.options)),
        all_options=words.number(len({*change.left.options, *change.right.options})),
        cells=words.number(sum(len(cells) for cells in change.cells.values())),
        all_cells=words.number(sum(change.cell_count(name) for name in shared)),
    )
    items = [*_one_sided(change), *_tables(change), *_odds(change), *_unknown(change)]
    return Section("answer", heading, (Paragraph(lead, "lead"), *([Bullets(tuple(items))] if items else [])))


def largest_change(grid: OddsGrid, words: Locale) -> str | None:
    """Return the largest change of a chance in a grid, in words; None if no chance differs that both sides know."""
    place = grid.changes.largest
    if place is None:
        return None
    row, column = grid.changed_rows[place[0]], place[1]
    cell = grid.cells[row][column]
    first, second = (chance or Fraction(0) for chance in cell.chances)
    return words.text(
        "report_rules.largest",
        row=grid.row_in_words(row),
        column=grid.column_in_words(column),
        left=words.percentage(percent(first, words)),
        right=words.percentage(percent(second, words)),
        points=written_points(second - first, words),
    )


def one_sided(grid: OddsGrid, words: Locale) -> list[str]:
    """Return how many shots or other entries of a grid are no longer possible, and how many are new."""
    sentences = []
    for sign, key in ((LOST, "gone"), (NEW, "new")):
        count, rows = grid.only(sign)
        if count:
            shown = (*rows[:_NAMED], *(["\N{HORIZONTAL ELLIPSIS}"] if len(rows) > _NAMED else []))
            named = words.text("frame.semicolon").join(shown)
            kind = "shots" if grid.shots else "entries"
            sentences.append(words.text(f"report_rules.{key}_{kind}", count=words.number(count), rows=named))
    return sentences


def _one_sided(change: RuleChange) -> list[str]:
    """Return for each odds sheet what only one of the two rule sets has: no number of points says it."""
    words = change.words
    grids = change.sheet_odds or change.die_odds
    return [
        words.text("frame.named", name=grid.title, text=words.inside(text))
        for grid in grids
        for text in one_sided(grid, words)
    ]


def _tables(change: RuleChange) -> list[str]:
    """Return which table changes most, and which are there on one side only."""
    words = change.words
    items = []
    if change.cells:
        name = max(change.cells, key=lambda one: len(change.cells[one]))
        items.append(
            words.text(
                "report_rules.most",
                table=change.table_title(name),
                count=words.number(len(change.cells[name])),
                total=words.number(change.cell_count(name)),
            )
        )
    items += [
        words.text("report_rules.only", rules=change.labels[place], table=change.table_title(name))
        for name, place in change.lonely_tables.items()
    ]
    return items


def _odds(change: RuleChange) -> list[str]:
    """Return for each odds sheet how many of its cells differ, and the largest change in each of its grids."""
    words = change.words
    items: dict[str, list[str]] = {}
    for grid in change.sheet_odds or change.die_odds:
        # A sheet says itself how many of its cells differ, and counts those of all its grids.
        counts = (grid.title, grid.count, grid.size) if grid.sheet is None else astuple(grid.sheet)
        title, differing, cells = counts
        sentence = words.text(
            "report_rules.counted", title=title, count=words.number(differing), total=words.number(cells)
        )
        largest = largest_change(grid, words)
        items.setdefault(f"{sentence}.", []).extend([] if largest is None else [largest])
    return [" ".join((sentence, *largest)) for sentence, largest in items.items()] or [
        words.text("report_rules.no_odds")
    ]


def _unknown(change: RuleChange) -> list[str]:
    """Return how many of the cells that differ are not known on one side."""
    sides = zip(change.labels, ("left", "right"), strict=True)
    counts = {
        label: sum(getattr(cell, side) == UNKNOWN for cells in change.cells.values() for cell in cells)
        for label, side in sides
    }
    return [
        change.words.text("report_rules.lost", rules=label, count=change.words.number(count))
        for label, count in counts.items()
        if count
    ]

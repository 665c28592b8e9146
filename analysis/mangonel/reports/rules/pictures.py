"""The sections of a report on two rule sets that show odds: maps of what changes, with tables of both numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mangonel.charts.changes import LOST, NEW, change_height, change_map, change_width
from mangonel.press.blocks import NARROW_WIDTH, PICTURE_WIDTH, Block, Paragraph, Picture, Section, Table
from mangonel.reports.rules.answer import largest_change, one_sided
from mangonel.reports.rules.change import RuleChange
from mangonel.reports.rules.odds import OddsGrid
from mangonel.sheets.answers import MISSING
from mangonel.tables.cells import UNKNOWN

__all__ = ["odds_section"]

_WORTH_A_PICTURE: Final = 6
"""Changed chances below which the table alone shows more."""

_TALLEST: Final = 8.5  # inches; a taller picture would not fit on a page
_TALLEST_NARROW: Final = 24.0  # inches; a taller one would be longer than its tables on a phone


def odds_section(change: RuleChange, name: str, grids: Sequence[OddsGrid]) -> Section | None:
    """Return a section with what differs in some grids of odds; None if there is none.

    Parameters
    ----------
    change
        The two rule sets.
    name
        ``rolls`` for die tables, ``sheets`` for the odds sheets.
    grids
        The grids, each with at least one cell that differs.
    """
    if not grids:
        return None
    words = change.words
    blocks: list[Block] = [Paragraph(words.text(f"report_rules.{name}_note"), "note")]
    cells = [cell for grid in grids if grid.has_chances for row in grid.cells for cell in row]
    if any(cell.changed and MISSING in (cell.left, cell.right) for cell in cells):
        blocks.append(Paragraph(words.text("report_rules.missing_note", sign=MISSING), "note"))
    pictures = [picture for grid in grids if (picture := _picture(change, grid)) is not None]
    if pictures and any(cell.change in (LOST, NEW) for cell in cells):
        left, right = change.labels
        note = words.text("report_rules.one_sided_note", lost=LOST, new=NEW, left=left, right=right)
        blocks.append(Paragraph(note, "note"))
    if any(cell.change == UNKNOWN for cell in cells):
        blocks.append(Paragraph(words.text("report_rules.unknown_note", sign=UNKNOWN), "note"))
    for grid in grids:
        blocks += [picture for picture in pictures if picture.name == grid.id]
        blocks += _tables(change, grid)
    return Section(name, words.text(f"report_rules.{name}_heading"), tuple(blocks))


def _picture(change: RuleChange, grid: OddsGrid) -> Picture | None:
    """Return the map of what changes, if there is enough of it and room for its numbers."""
    words = change.words
    largest = largest_change(grid, words)
    finding = " ".join([*one_sided(grid, words), *([] if largest is None else [largest])])
    changes = grid.changes
    if not finding or grid.count < _WORTH_A_PICTURE:
        return None
    left, right = change.labels
    title = words.text("report_rules.picture_title", title=grid.title, left=left, right=right, largest=finding)
    height, needed = change_height(changes, title, PICTURE_WIDTH, words=words), change_width(changes, words)
    if needed > PICTURE_WIDTH or height > _TALLEST:
        return None
    tall = change_height(changes, title, NARROW_WIDTH, words=words)
    alt = words.text("report_rules.picture_alt", title=title)
    narrow = tall if tall <= _TALLEST_NARROW else None
    return Picture(grid.id, alt, height, narrow, lambda ax: change_map(changes, ax=ax, title=title, words=words))


def _tables(change: RuleChange, grid: OddsGrid) -> list[Table]:
    """Return the changed rows with both numbers, a table for each group of columns in which something differs."""
    words = change.words
    left, right = change.labels
    tables = []
    for group in grid.changed_groups:
        places = [place for place, (other, _) in enumerate(grid.columns) if other == group]
        rows = tuple(
            (grid.rows[row], *(grid.cells[row][place].text for place in places))
            for row in grid.changed_rows
            if any(grid.cells[row][place].changed for place in places)
        )
        title = words.text("frame.named", name=grid.title, text=group) if group else grid.title
        key = "report_rules.odds_caption" if grid.has_chances else "report_rules.words_caption"
        caption = words.text(key, title=title, left=left, right=right)
        corner = grid.corner or words.text("report_rules.row")
        tables.append(
            Table(caption, (corner, *(grid.columns[place][1] for place in places)), rows, numeric=grid.has_chances)
        )
    return tables

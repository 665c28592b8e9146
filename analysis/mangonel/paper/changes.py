"""Sheets of the differences between two rule sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from msgspec import structs

from mangonel.paper.blocks import CONTINUES, Block, Grid, Lines, Sheet
from mangonel.paper.catalogue import Catalogue
from mangonel.paper.frame import legend, names_of
from mangonel.paper.wanted import ARROW, MISSING, Asked

_NOTED = 4
"""Columns that are left where rows are told of by notes alone, which have to find room in them."""

_NOTHING, _LOST = "\N{EN DASH}", "?"

_Lines: TypeAlias = frozenset[tuple[str, str, str]]


def changed_sheet(catalogue: Catalogue, name: str, asked: Asked) -> Sheet:
    """Return a sheet or side with the rows, columns and lines alone that differ between two rule sets."""
    asked = replace(asked, only_changes=True)
    both = catalogue.build(name, asked)
    each = [catalogue.build(name, replace(asked, sets=(rules,))) for rules in asked.sets]
    lines = _entries(each[0]), _entries(each[1])

    def changed(blocks: Iterable[Block]) -> tuple[Block, ...]:
        changes: list[Block] = []
        for block in blocks:
            if isinstance(block, Lines):
                changes += _changed_lines(asked, block, lines)
            elif isinstance(block, Grid):
                changes += _changed_grids(asked, block, each)
        return tuple(changes)

    return structs.replace(both, main=changed(both.main), side=changed(both.side), last=changed(both.last))


def changes_sheet(catalogue: Catalogue, asked: Asked) -> Sheet:
    """Return one sheet of all that differs between two rule sets on the sides of the player aid, and of all options."""
    sides = [changed_sheet(catalogue, name, asked) for name in catalogue.sides]
    main = [_named(asked, side.title, block) for side in sides for block in (*side.main, *side.side, *side.last)]
    grids, lines = ([part for part in main if isinstance(part, kind)] for kind in (Grid, Lines))
    known = [name for name in asked.rules.options if all(name in rules.options for rules in asked.sets)]
    options = [name for name in known if len({rules.choice(name) for rules in asked.sets}) > 1]
    in_force = tuple(("", asked.rule(name, titled=catalogue.titled)) for name in options)
    left, right = asked.short_names()
    how = "differing_how" if grids or lines else "alike_but" if in_force else "alike"
    cells = [cell for grid in main if isinstance(grid, Grid) for row in grid.rows if not row.note for cell in row.cells]
    shown = {text for cell in cells for text in (cell.value, cell.other)}
    signs = [asked.text(f"frame.{how}", left=left, right=right), *legend(asked, cells)]
    signs += [asked.text("frame.nothing")] if _NOTHING in shown else []
    signs += [f"{asked.named(MISSING, asked.text('frame.missing'))}."] if MISSING in shown else []
    is_lost = any(_LOST in value for part in main if isinstance(part, Lines) for value, _ in part.entries)
    signs += [f"{asked.named(_LOST, asked.text('report_rules.unknown'))}."] if is_lost else []
    title = asked.text("frame.differing")
    return structs.replace(
        sides[0],
        id="changes",
        title=title,
        subtitle=names_of(asked),
        how=(" ".join(signs),),
        main=(*([Lines(asked.text("frame.options"), in_force)] if in_force else []), *grids),
        side=tuple(lines),
        last=(),
        foot=(),
        continued=asked.text("frame.continued", title=title),
    )


def _entries(sheet: Sheet) -> _Lines:
    return frozenset(
        (block.heading, *entry) for block in sheet.blocks if isinstance(block, Lines) for entry in block.entries
    )


def _changed_grids(asked: Asked, grid: Grid, sheets: Sequence[Sheet]) -> list[Grid]:
    """Return the differences in a grid; where its columns are hardly the same, the grids of both."""
    blocks = (block for sheet in sheets for block in sheet.blocks)
    known = [own for own in blocks if isinstance(own, Grid) and own.caption == grid.caption]
    if len(known) < len(sheets):
        # A grid that neither has alone is there for the difference: a table of each under its name.
        return [grid]
    heads = [{column.label for column in table.columns} for table in known]
    if grid.changes and 2 * len(heads[0] & heads[1]) <= max(map(len, heads)):
        names = zip(asked.short_names(), known, strict=True)
        return [structs.replace(table, caption=asked.named(table.caption, name), how="") for name, table in names]
    whole, rows = "", []
    for row in grid.rows:
        alone, _, case = row.label.partition(CONTINUES)
        whole = alone or whole
        if any(cell.changed for cell in row.cells) or ARROW in row.label:
            # The row that this one goes on with may be left out.
            rows.append(structs.replace(row, label=f"{whole}, {case}") if case and not alone else row)
    places: Sequence[int] = [
        place
        for place in range(len(grid.columns))
        if place < grid.keys or any(row.cells[place].changed and not row.note for row in rows)
    ]
    if not places:
        places = range(min(_NOTED if any(row.note for row in rows) else 1, len(grid.columns)))
    changed = structs.replace(grid, rows=tuple(rows), how="", framed=False).with_columns(places)
    return [changed] if changed.rows else []


def _changed_lines(asked: Asked, block: Lines, lines: tuple[_Lines, _Lines]) -> list[Lines]:
    """Return the lines that are not in both; those in one alone say in which, or their heading does for all."""
    entries = []
    for term, text in block.entries:
        known = [(block.heading, term, text) in own for own in lines]
        if not all(known):
            alone = asked.short_names()[known.index(True)] if any(known) else ""
            entries.append((term, text, alone))
    if not entries:
        return []
    having = [any(block.heading == heading for heading, _, _ in own) for own in lines]
    if not all(having) and any(having):
        heading = asked.text("frame.only", what=block.heading, rules=asked.short_names()[having.index(True)])
        return [structs.replace(block, heading=heading, entries=tuple((term, text) for term, text, _ in entries))]
    named = tuple((term, asked.named(alone, text) if alone else text) for term, text, alone in entries)
    return [structs.replace(block, entries=named)]


def _named(asked: Asked, title: str, block: Block) -> Block:
    if isinstance(block, Grid):
        return structs.replace(block, caption=asked.named(title, block.caption) if block.caption else title)
    if isinstance(block, Lines):
        return structs.replace(block, heading=asked.named(title, block.heading) if block.heading else title)
    return block

"""Grids set out: headings, and cells with letter and number, in pieces that stay together."""

from __future__ import annotations

from itertools import groupby, product
from typing import Final

from mangonel.sheets.blocks import Cell, Grid, Row
from mangonel.sheets.measuring import Flow, heading, line_height, longest_word, set_lines, width_of, wrap
from mangonel.sheets.paper import Box, Label, Piece
from mangonel.sheets.planning import PAD, Plan, cell_lines, cut, is_wordy, plan_grid, stretched, word_lines

__all__ = ["GridSetter"]

_SLACK: Final = 0.01
_DENSE_PAD: Final = 0.1
"""Free above and below the text of a row together, in units of the size of type, where rows stand closer."""

_STEPS: Final = 24
"""Heights tried for headings that run upwards, between their longest word and one line."""

_THIN, _THICK = 0.35, 1.3
_HEAD_SHADE: Final = 0.12
_WAYS: Final = tuple(product((False, True), (0, 1, 2), (True, False)))
"""Headings turned or not, lines of cells, and whether columns are even, in the order in which they are tried."""

_BAND_COST, _TURN_COST, _STACK_COST = 3.0, 1.5, 1.5
"""What it is worth, in points of type, not to cut a grid into bands, not to turn its headings, and to have letter and
number in one line."""


class GridSetter:
    """Sets one grid in one size of type.

    Parameters
    ----------
    grid
        The grid.
    size
        Size of type in points.
    dense
        Whether rows stand closer together than they need.
    """

    def __init__(self, grid: Grid, size: float, *, dense: bool = False) -> None:
        self._grid = grid
        self._size = size
        self._pad = PAD * size
        self._wordy = is_wordy(grid)
        self._dense = dense
        self.cost = 0.0
        """What the setting costs in legibility, in points of type; known after `flows`."""

    def natural(self) -> float:
        """Return the width that the grid would like to have."""
        return plan_grid(self._grid, self._size, 0, turned=False, room=float("inf")).total

    def least(self) -> float:
        """Return the width that the grid needs at least to be legible in one band with upright headings."""
        return plan_grid(self._grid, self._size, 0, turned=False, room=0.0, even=False).total

    def flows(self, width: float) -> list[Flow]:
        """Return the grid set out in so much width; a grid that is too wide comes in bands below one another."""
        for parts in range(1, len(self._grid.columns) - self._grid.keys + 1):
            bands = cut(self._grid, parts)
            found = self._fitting(bands, width)
            if found and not self._dense:
                self.cost, plans = min(found, key=lambda way: way[0])
                return self._set(bands, plans, width)
            if found:
                # Where rows stand close to save a page, what counts is how high they are.
                settings = [(self._set(bands, plans, width), cost) for cost, plans in found]
                flows, self.cost = min(settings, key=lambda way: sum(flow.height for flow in way[0]))
                return flows
        return self._set([self._grid], [plan_grid(self._grid, self._size, 0, turned=False, room=width)], width)

    def _fitting(self, bands: list[Grid], width: float) -> list[tuple[float, list[Plan]]]:
        """Return the ways to set bands in so much width, with what each costs; one that costs nothing is enough."""
        found: list[tuple[float, list[Plan]]] = []
        ways = self._ways()
        # What is too wide in the narrowest way is too wide in all.
        for turned, level, even in (*ways[:1], *ways[-1:], *ways[1:-1]):
            plans = [plan_grid(band, self._size, level, turned=turned, room=width, even=even) for band in bands]
            if all(plan.total <= width + _SLACK for plan in plans):
                cost = (len(bands) - 1) * _BAND_COST + turned * _TURN_COST + level * _STACK_COST
                found.append((cost, [stretched(plan, width) for plan in plans]))
                if not cost and not self._dense:
                    break
            elif (turned, level, even) == ways[-1]:
                break
        return found

    def _ways(self) -> list[tuple[bool, int, bool]]:
        """Return the ways to set it that can differ: without changed cells there is no second number to set below."""
        changed = any(cell.changed for cell in self._grid.cells)
        return [way for way in _WAYS if changed or way[1] != 1]

    def _set(self, bands: list[Grid], plans: list[Plan], width: float) -> list[Flow]:
        caption = (heading(self._grid.caption, width, self._size),) if self._grid.caption else ()
        return [
            Flow(plan.total, (*(caption if number == 0 else ()), self._head(band, plan)), tuple(self._body(band, plan)))
            for number, (band, plan) in enumerate(zip(bands, plans, strict=True))
        ]

    # ------------------------------------------------------------------ headings

    def _head(self, grid: Grid, plan: Plan) -> Piece:
        labels: list[Label] = []
        boxes: list[Box] = []
        over = self._groups_height(grid, plan)
        names = self._names_height(grid, plan)
        corners = [
            wrap(text, max(width - self._pad, 1.0), self._size, bold=True) if text else []
            for text, width in zip(grid.corner, (plan.group, plan.label), strict=True)
        ]
        needed = max(len(lines) for lines in corners) * line_height(self._size)
        over += max(needed - over - names, 0.0) if over else 0.0
        names += max(needed - over - names, 0.0)
        x, place = plan.left, 0
        for name, members in groupby(grid.columns, key=lambda column: column.group):
            columns = list(members)
            room = sum(plan.widths[place : place + len(columns)])
            if name:
                piece = self._heading(name, room, over)
                labels += [label.moved(x, 0) for label in piece.labels]
                boxes += [box.moved(x, 0) for box in piece.boxes]
            for column, width in zip(columns, plan.widths[place : place + len(columns)], strict=True):
                top = over if name else 0.0
                piece = self._heading(column.label, width, over + names - top, turned=plan.turned)
                labels += [label.moved(x, top) for label in piece.labels]
                boxes += [box.moved(x, top) for box in piece.boxes]
                x += width
            place += len(columns)
        high = over + names
        for lines, at, width in zip(corners, (0.0, plan.group), (plan.group, plan.label), strict=True):
            y = high - len(lines) * line_height(self._size)
            labels += set_lines(lines, at + self._pad, y, width - self._pad, self._size, bold=True)
        return Piece(high, tuple(labels), tuple(boxes))

    def _heading(self, text: str, width: float, height: float, *, turned: bool = False) -> Piece:
        box = Box(0, 0, width, height, _HEAD_SHADE, line=_THIN)
        if turned and width_of(text, self._size, bold=True) > width - self._pad:
            return Piece(height, self._turned(text, width, height), (box,))
        lines = wrap(text, width - self._pad, self._size, bold=True) if text else []
        spare = height - len(lines) * line_height(self._size)
        # Beside headings that run upwards from there a short one stands at the bottom too.
        top = spare - self._pad / 2 if turned else spare / 2
        return Piece(height, set_lines(lines, 0, top, width, self._size, bold=True, align="center"), (box,))

    def _turned(self, text: str, width: float, height: float) -> tuple[Label, ...]:
        """Return a heading that runs upwards, in as many lines as its length needs."""
        lines = wrap(text, height - 2 * self._pad + _SLACK, self._size, bold=True)
        high = line_height(self._size)
        left = (width - len(lines) * high) / 2
        return tuple(
            Label(
                line,
                left + (number + 0.5) * high,
                height - self._pad,
                self._size,
                (left + number * high, 0.0, left + (number + 1) * high, height),
                bold=True,
                align="center",
                turned=True,
            )
            for number, line in enumerate(lines)
        )

    def _turned_height(self, grid: Grid, plan: Plan) -> float:
        """Return the least height at which the headings that run upwards have room for all their lines."""
        least = max(longest_word(column.label, self._size, bold=True) for column in grid.columns)
        most = max(width_of(column.label, self._size, bold=True) for column in grid.columns)

        def fits(height: float) -> bool:
            return all(
                len(wrap(column.label, height + _SLACK, self._size, bold=True)) * line_height(self._size) <= width
                for column, width in zip(grid.columns, plan.widths, strict=True)
            )

        steps = (least + step * (most - least) / _STEPS for step in range(_STEPS))
        return next((height for height in steps if fits(height)), most)

    def _groups_height(self, grid: Grid, plan: Plan) -> float:
        """Return the height of the headings over several columns, 0 without any."""
        most, place = 0, 0
        for name, members in groupby(grid.columns, key=lambda column: column.group):
            count = len(list(members))
            if name:
                room = sum(plan.widths[place : place + count])
                most = max(most, len(wrap(name, room - self._pad, self._size, bold=True)))
            place += count
        return most * line_height(self._size) + self._pad if most else 0.0

    def _names_height(self, grid: Grid, plan: Plan) -> float:
        """Return the height of the headings of single columns, 0 without any."""
        if not any(column.label for column in grid.columns):
            return 0.0
        if plan.turned:
            return self._turned_height(grid, plan) + 3 * self._pad
        most = max(
            len(wrap(column.label, width - self._pad, self._size, bold=True))
            for column, width in zip(grid.columns, plan.widths, strict=True)
        )
        return most * line_height(self._size) + self._pad

    # ------------------------------------------------------------------ rows

    def _body(self, grid: Grid, plan: Plan) -> list[Piece]:
        pieces = []
        for name, members in groupby(grid.rows, key=lambda row: row.group):
            rows = list(members)
            pieces += [self._group(name, part, plan) for part in ([rows] if name else [[row] for row in rows])]
        return pieces

    def _group(self, name: str, rows: list[Row], plan: Plan) -> Piece:
        """Return the rows of a group, which stay together."""
        names = wrap(name, max(plan.group - self._pad, 1.0), self._size, bold=True) if name else []
        # Where rows stand close, the name of a group of one row has no more room than the row.
        line = line_height(self._size, close=self._dense)
        needed = len(names) * line + (_DENSE_PAD * self._size if self._dense else self._pad)
        extra = 0.0
        if needed > len(rows) * (line_height(self._size) + self._pad):
            extra = max(needed - sum(self._row(row, plan).height for row in rows), 0.0) / len(rows)
        labels: list[Label] = []
        boxes: list[Box] = []
        y = 0.0
        for row in rows:
            piece = self._row(row, plan, extra)
            labels += [label.moved(0, y) for label in piece.labels]
            boxes += [box.moved(0, y) for box in piece.boxes]
            y += piece.height
        if plan.group:
            boxes.append(Box(0, 0, plan.group, y, _HEAD_SHADE, line=_THIN))
            top = (y - len(names) * line) / 2
            width = plan.group - self._pad
            labels += set_lines(names, self._pad, top, width, self._size, bold=True, close=self._dense)
        return Piece(y, tuple(labels), tuple(boxes))

    def _row(self, row: Row, plan: Plan, extra: float = 0.0) -> Piece:
        size, pad = self._size, self._pad
        title = wrap(row.label, max(plan.label - 1.5 * pad, 1.0), size) if row.label else []
        cells = [self._lines(cell, width, plan.level) for cell, width in zip(row.cells, plan.widths, strict=True)]
        close = self._dense or not self._wordy
        tallest = max((len(lines) for lines in cells), default=0)
        # A single line keeps the usual height, so that rows of one line are not lower than their heading.
        named = line_height(size, close=self._dense)
        high = max(max(len(title), 1) * named, tallest * line_height(size, close=close)) + extra
        high += _DENSE_PAD * size if self._dense else pad
        labels: list[Label] = []
        boxes: list[Box] = []
        if plan.label:
            boxes.append(Box(plan.group, 0, plan.label, high, _HEAD_SHADE / 2, line=_THIN))
            top = (high - len(title) * named) / 2
            labels += set_lines(title, plan.group + pad, top, plan.label - pad, size, close=self._dense)
        x = plan.left
        frames = []
        for cell, lines, width in zip(row.cells, cells, plan.widths, strict=True):
            boxes.append(Box(x, 0, width, high, cell.shade, cell.kind if cell.shade else "", line=_THIN))
            if cell.changed:
                frames.append(Box(x + 0.6, 0.6, width - 1.2, high - 1.2, line=_THICK))
            top = (high - len(lines) * line_height(size, close=close)) / 2
            dim = cell.chance == 0 and not cell.changed
            labels += set_lines(lines, x, top, width, size, bold=cell.changed, align="center", dim=dim, close=close)
            x += width
        return Piece(high, tuple(labels), (*boxes, *frames))

    def _lines(self, cell: Cell, width: float, level: int) -> list[str]:
        if self._wordy and cell.chance is None:
            return word_lines(cell, width, self._size)
        return cell_lines(cell, level)

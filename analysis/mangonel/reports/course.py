"""The sections that show how a game goes: what is watched turn by turn, and what happens where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from mangonel.charts.findings import series_finding
from mangonel.charts.hexes import HexCell, hex_cells, hex_finding, hex_map, hexes_height, hexes_need
from mangonel.charts.numbers import brief, full, points
from mangonel.charts.series import series_curves, series_groups, series_height
from mangonel.odds.turns import some_turns
from mangonel.odds.words import spoken
from mangonel.reports.blocks import NARROW_WIDTH, PICTURE_WIDTH, Block, Picture, Section, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mangonel.odds.result import Result
    from mangonel.reports.study import Study

__all__ = ["MOST_COLUMNS", "Cell", "map_section", "series_section", "turn_tables"]

MOST_COLUMNS = 8
"""Columns of numbers in a table on a page, as long as they have no intervals."""

_MOST_ROWS = 24
_SPACE = "\N{NO-BREAK SPACE}"

Cell: TypeAlias = "Callable[[Result, str, int], str]"
"""Returns what a table says of a result, a name and a turn."""


def turn_tables(study: Study, caption: str, names: Sequence[str], cell: Cell, *, first: int) -> list[Table]:
    """Return numbers by turn, rule set beside rule set, in as many tables as fit the page.

    Parameters
    ----------
    study
        What the report is about.
    caption
        What the tables show, up to the word for a turn.
    names
        What has a column for each rule set.
    cell
        Returns the text for a result, a name and a turn.
    first
        The first turn to be shown: 0 for the start, or 1.
    """
    results = study.results
    exact = all(result.exact for result in results.values())
    # A number with its interval is about twice as wide.
    size = max(1, (MOST_COLUMNS if exact else MOST_COLUMNS // 2) // len(results))
    tables = []
    for group in (names[start : start + size] for start in range(0, len(names), size)):
        columns = [(name, label, result) for name in group for label, result in results.items()]
        rows, whole = _turn_rows(study, first, partial(_turn_cells, cell, columns))
        header = (study.unit, *(f"{spoken(name)}, {label}" for name, label, _ in columns))
        tail = "" if whole else f" (some {study.unit}s; the CSV file has all)"
        tables.append(Table(f"{caption} {study.unit}{tail}", header, rows))
    return tables


def _turn_cells(cell: Cell, columns: list[tuple[str, str, Result]], turn: int) -> tuple[str, ...]:
    return tuple(cell(result, name, turn) for name, _, result in columns)


def _turn_rows(
    study: Study, first: int, texts: Callable[[int], tuple[str, ...]]
) -> tuple[tuple[tuple[str, ...], ...], bool]:
    """Return the rows of a table by turn, turns that look the same in one, and whether they are about all turns."""
    last = study.comparison.left.turns
    runs: list[tuple[int, int, tuple[str, ...]]] = []
    for turn in range(first, last + 1):
        cells = texts(turn)
        if runs and runs[-1][2] == cells:
            runs[-1] = (runs[-1][0], turn, cells)
        else:
            runs.append((turn, turn, cells))
    whole = len(runs) <= _MOST_ROWS
    if not whole:
        runs = [(turn, turn, texts(turn)) for turn in some_turns(last, _MOST_ROWS) if turn >= first]
    return tuple(
        (str(one) if one == other else f"{one}{_SPACE}to{_SPACE}{other}", *cells) for one, other, cells in runs
    ), whole


def series_section(study: Study) -> Section | None:
    """Return charts and tables of what is watched turn by turn, or None if nothing is."""
    results = study.results
    if not all(result.series for result in results.values()):
        return None
    blocks: list[Block] = []
    for number, names in enumerate(series_groups(results), start=1):
        finding = series_finding(results, names)
        height = series_height(results, names)
        blocks.append(
            Picture(
                f"series-{number}",
                f"Curves: mean {' and '.join(map(spoken, names))} at the end of each {study.unit}. {finding}. "
                "The table below has the numbers.",
                height,
                height,
                partial(_draw_series, results, names),
            )
        )
        caption = f"{', '.join(map(spoken, names))}: mean at the end of each"
        blocks += turn_tables(study, caption, names, _mean, first=0)
    return Section("course", f"{study.unit} by {study.unit}".capitalize(), tuple(blocks))


def _mean(result: Result, name: str, turn: int) -> str:
    found = result.by_turn(name, turn)
    return brief(found) if found.exact else full(found, percent=False)


def _draw_series(results: dict[str, Result], names: tuple[str, ...], ax: Axes) -> Axes:
    return series_curves(results, series=names, ax=ax)


def map_section(study: Study) -> Section | None:
    """Return the map with the probability of each hex, or None if the sequence has no map."""
    left = study.comparison.left
    if left.hexes is None:
        return None
    what = left.hexes.what
    maps = {label: hex_cells(result) for label, result in study.results.items()}
    same = len({tuple(cell.chance.value for cell in cells) for cells in maps.values()}) == 1
    # Where the rules make no difference one map says it all.
    shown = {" and ".join(maps): next(iter(maps.values()))} if same else maps
    blocks: list[Block] = [
        _hex_picture(f"map-{number}", cells, what, f"{label}, {hex_finding(cells, what)}")
        for number, (label, cells) in enumerate(shown.items(), start=1)
    ]
    rows = []
    for one, counter in zip(left.hexes.hexes, left.hexes.counters, strict=True):
        change = study.change("counter", counter)
        rows.append((spoken(one.name), full(change.left), full(change.right), points(change.estimate)))
    blocks.append(Table(f"Probability of each hex: {spoken(what)}", ("hex", *study.labels, study.both), tuple(rows)))
    return Section("map", "On the map", tuple(blocks))


def _hex_picture(name: str, cells: tuple[HexCell, ...], what: str, title: str) -> Picture:
    narrow = hexes_height(cells, title, width=NARROW_WIDTH) if hexes_need(cells) <= NARROW_WIDTH else None
    return Picture(
        name,
        f"Map: {title}. Every hex holds its number in percent; the table below has them all.",
        hexes_height(cells, title, width=PICTURE_WIDTH),
        narrow,
        partial(_draw_map, cells, what, title),
    )


def _draw_map(cells: tuple[HexCell, ...], what: str, title: str, ax: Axes) -> Axes:
    return hex_map(cells, what=what, ax=ax, title=title)

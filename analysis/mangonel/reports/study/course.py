"""The sections that show how a game goes: what is watched turn by turn, and what happens where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from matplotlib.axes import Axes

from mangonel.charts.findings import series_finding
from mangonel.charts.hexes import HexCell, hex_cells, hex_finding, hex_map, hexes_height, hexes_need
from mangonel.charts.numbers import brief, full, points
from mangonel.charts.series import series_curves, series_groups, series_height
from mangonel.locales import capital
from mangonel.odds.result import Result
from mangonel.odds.turns import some_turns
from mangonel.press.blocks import NARROW_WIDTH, PICTURE_WIDTH, Block, Picture, Section, Table
from mangonel.reports.ids import turns_text
from mangonel.reports.study.id_words import comparing_head
from mangonel.reports.study.study import Study

__all__ = ["MOST_COLUMNS", "Cell", "map_section", "series_section", "turn_tables"]

MOST_COLUMNS = 8
"""Columns of numbers in a table on a page, as long as they have no intervals."""

_MOST_ROWS = 24

Cell: TypeAlias = "Callable[[Result, str, int], str]"
"""Returns what a table says of a result, a name and a turn."""


def turn_tables(study: Study, caption: str, kind: str, names: Sequence[str], cell: Cell, *, first: int) -> list[Table]:
    """Return numbers by turn, rule set beside rule set, in as many tables as fit the page.

    Parameters
    ----------
    study
        What the report is about.
    caption
        Key of the sentence for a unit that says what the tables show, with the place ``names``; the one with ``_some``
        after it is for tables that leave turns out.
    kind, names
        What has a column for each rule set: the kind of word, and the ids.
    cell
        Returns the text for a result, a name and a turn.
    words
        The language.
    first
        The first turn to be shown: 0 for the start, or 1.
    """
    words = study.words
    results = study.results
    # A number with its interval is about twice as wide.
    size = max(1, (MOST_COLUMNS if study.exact else MOST_COLUMNS // 2) // len(results))
    spoken = {name: words.word(kind, name, study.first.sequence) for name in names}
    listed = ", ".join(spoken.values())
    tables = []
    for group in (names[start : start + size] for start in range(0, len(names), size)):
        columns = [(name, label, result) for name in group for label, result in results.items()]
        rows, whole = _turn_rows(study, first, partial(_turn_cells, cell, columns))
        heads = (spoken[name] if len(results) == 1 else f"{spoken[name]}, {label}" for name, label, _ in columns)
        text = words.for_unit(caption if whole else f"{caption}_some", study.unit, names=listed)
        tables.append(Table(text, (words.word("units", study.unit), *heads), rows, folded=True, turns=True))
    return tables


def _turn_cells(cell: Cell, columns: list[tuple[str, str, Result]], turn: int) -> tuple[str, ...]:
    return tuple(cell(result, name, turn) for name, _, result in columns)


def _turn_rows(
    study: Study, first: int, texts: Callable[[int], tuple[str, ...]]
) -> tuple[tuple[tuple[str, ...], ...], bool]:
    """Return the rows of a table by turn, turns that look the same in one, and whether they are about all turns."""
    last = study.first.turns
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
    return tuple((turns_text(start, other, study.words), *cells) for start, other, cells in runs), whole


def series_section(study: Study) -> Section | None:
    """Return charts and tables of what is watched turn by turn, or None if nothing is."""
    words = study.words
    results = study.results
    if not all(result.series for result in results.values()):
        return None
    blocks: list[Block] = []
    for number, names in enumerate(series_groups(results), start=1):
        finding = series_finding(results, names, words=words)
        height, narrow = (
            series_height(results, names, width=inches, words=words) for inches in (PICTURE_WIDTH, NARROW_WIDTH)
        )
        listed = words.joined(words.word("series", name, study.first.sequence) for name in names)
        blocks.append(
            Picture(
                f"series-{number}",
                words.for_unit("report_course.alt", study.unit, names=listed, finding=finding),
                height,
                narrow,
                partial(_draw_series, study, names),
            )
        )
        blocks += turn_tables(study, "report_course.means", "series", names, partial(_mean, study), first=0)
    return Section("course", capital(words.for_unit("report_course.heading", study.unit)), tuple(blocks))


def _mean(study: Study, result: Result, name: str, turn: int) -> str:
    mean = result.by_turn(name, turn)
    return brief(mean, words=study.words) if mean.exact else full(mean, percent=False, words=study.words)


def _draw_series(study: Study, names: tuple[str, ...], ax: Axes) -> Axes:
    return series_curves(study.results, series=names, ax=ax, words=study.words)


def map_section(study: Study) -> Section | None:
    """Return the map with the probability of each hex, or None if the sequence has no map."""
    words = study.words
    hexes = study.first.hexes
    if hexes is None:
        return None
    counted = hexes.what
    maps = {label: hex_cells(result) for label, result in study.results.items()}
    same = len({tuple(cell.chance.value for cell in cells) for cells in maps.values()}) == 1
    # Where the rules make no difference one map says it all.
    drawn_maps = {words.joined(maps): next(iter(maps.values()))} if same else maps
    blocks: list[Block] = []
    for number, (label, cells) in enumerate(drawn_maps.items(), start=1):
        title = words.text("report_map.title", rules=label, finding=hex_finding(cells, counted, words=words))
        blocks.append(_hex_picture(study, f"map-{number}", cells, counted, title))
    rows = []
    for hexagon, counter in zip(hexes.hexes, hexes.counters, strict=True):
        number_of = study.number("counter", counter)
        cells_of = [full(estimate, words=words) for estimate in number_of.sides]
        if number_of.difference is not None:
            cells_of.append(points(number_of.difference, words=words))
        rows.append((words.place(hexagon.name), *cells_of))
    caption = words.text("report_map.caption", what=words.word("tallies", counted, study.first.sequence))
    header = (words.text("report_map.hex"), *comparing_head(study))
    blocks.append(Table(caption, header, tuple(rows)))
    return Section("map", words.text("report_map.heading"), tuple(blocks))


def _hex_picture(study: Study, name: str, cells: tuple[HexCell, ...], what: str, title: str) -> Picture:
    words = study.words
    narrow = (
        hexes_height(cells, title, width=NARROW_WIDTH, words=words)
        if hexes_need(cells, words=words) <= NARROW_WIDTH
        else None
    )
    return Picture(
        name,
        words.text("report_map.alt", finding=title),
        hexes_height(cells, title, width=PICTURE_WIDTH, words=words),
        narrow,
        partial(_draw_map, study, cells, what, title),
    )


def _draw_map(study: Study, cells: tuple[HexCell, ...], what: str, title: str, ax: Axes) -> Axes:
    return hex_map(cells, what=what, ax=ax, title=title, words=study.words)

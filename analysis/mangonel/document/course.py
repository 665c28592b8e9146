"""How a game goes: series turn by turn, the map, and the losses of each side."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np
from matplotlib.axes import Axes

from mangonel.document.study import Study, comparing_head
from mangonel.document.wording import turns_text
from mangonel.engine.intervals import Estimate
from mangonel.engine.result import Result
from mangonel.engine.turns import some_turns
from mangonel.paper.blocks import NARROW_WIDTH, PICTURE_WIDTH, Block, Paragraph, Picture, Section, Table
from mangonel.paper.charts.exchange import exchange_finding, exchange_height, exchange_ratio, loss_exchange
from mangonel.paper.charts.findings import series_finding
from mangonel.paper.charts.hexes import HexCell, hex_cells, hex_finding, hex_map, hexes_height, hexes_need
from mangonel.paper.charts.losses import loss_chart, loss_title, loss_values, losses_caption, losses_height, sides
from mangonel.paper.charts.numbers import brief, full, gap, points
from mangonel.paper.charts.series import series_curves, series_groups, series_height
from mangonel.rules.words import capital

__all__ = ["MOST_COLUMNS", "Cell", "losses_section", "map_section", "series_section", "turn_tables"]

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


_RARE = 0.0005  # the tail of a table of losses is left to the CSV file
_MOST_BANDS = 24
"""Where there are more losses, so many and one more and so on stand in a row; each by itself stands in the CSV file."""


def losses_section(study: Study) -> Section | None:
    """Return charts and tables of the losses of each side, or None if none were recorded."""
    words = study.words
    results = study.results
    blocks: list[Block] = []
    bleeding = []
    for number, side in enumerate(sides(study.first), start=1):
        if _most(results, side) == 0:
            key = "loses_nobody" if study.exact else "lost_nobody"
            never = words.text("frame.named", name=words.word("sides", side), text=words.text(f"report_losses.{key}"))
            blocks.append(Paragraph(capital(never)))
            continue
        bleeding.append(side)
        finding = loss_title(results, side, words=words)
        height = losses_height(results)
        blocks.append(
            Picture(
                f"losses-{number}",
                words.text("report_losses.alt", finding=finding),
                height,
                height,
                partial(_draw_losses, study, side),
            )
        )
        blocks.append(_loss_table(study, side))
    if len(bleeding) > 1:
        blocks += _exchange(study, bleeding[0], bleeding[1])
    return Section("losses", words.text("report_losses.heading"), tuple(blocks)) if blocks else None


def _most(results: Mapping[str, Result], side: str) -> int:
    return max(int(loss_values(result, side).max(initial=0)) for result in results.values())


def _draw_losses(study: Study, side: str, ax: Axes) -> Axes:
    return loss_chart(study.results, side, ax=ax, words=study.words)


def _loss_table(study: Study, side: str) -> Table:
    words = study.words
    results = study.results
    values = {label: loss_values(result, side) for label, result in results.items()}
    most = last = _most(results, side)
    while last > 0 and all(results[label].weights[losses >= last].sum() < _RARE for label, losses in values.items()):
        last -= 1
    together = math.ceil((last + 1) / _MOST_BANDS)
    bands: list[tuple[int, int, tuple[str, ...]]] = []
    for low in range(0, last + 1, together):
        high, cells = min(low + together - 1, last), []
        for label, losses in values.items():
            within, at_least = (
                results[label].estimate(chosen.astype(np.float64), proportion=True)
                for chosen in ((low <= losses) & (losses <= high), losses >= low)
            )
            # At least none is certain whatever was sampled.
            cells += [full(within, words=words), full(at_least if low else Estimate.of_exact(1.0), words=words)]
        if together == 1 and bands and bands[-1][2] == tuple(cells):
            # Of several numbers that look the same each comes so seldom.
            low = bands.pop()[0]
        bands.append((low, high, tuple(cells)))
    rows = [(turns_text(low, high, words), *cells) for low, high, cells in bands]
    header = [words.text(f"report_losses.{key}", rules=label) for label in results for key in ("exactly", "at_least")]
    caption = losses_caption(study.first, side, words=words)
    if last < most:
        rare = words.percentage(words.written(f"{100 * _RARE:g}"))
        caption = words.text("charts.tail", what=caption, number=last, chance=rare)
    return Table(caption, (words.text("report_losses.lost"), *header), tuple(rows), folded=True)


def _exchange(study: Study, across: str, down: str) -> list[Block]:
    words = study.words
    results = study.results
    spoken = {side: words.word("sides", side) for side in (across, down)}
    height = exchange_height(results, across, down, words=words)
    finding = exchange_finding(results, across, down, words=words)
    picture = Picture(
        "exchange",
        words.text("report_losses.exchange_alt", across=spoken[across], down=spoken[down], finding=finding),
        height,
        height,
        partial(_draw_exchange, study, across, down),
    )
    rows = []
    for payer, taker in ((across, down), (down, across)):
        ratios = [exchange_ratio(result, payer, taker) for result in results.values()]
        cells = ["-" if ratio is None else full(ratio, percent=False, words=words) for ratio in ratios]
        if len(ratios) > 1:
            known = [ratio for ratio in ratios if ratio is not None]
            both = len(known) == len(ratios)
            cells.append(points(gap(*known), percent=False, words=words) if both else "-")
        rows.append((words.text("report_losses.for_one", taker=spoken[taker], payer=spoken[payer]), *cells))
    header = (words.text("report_losses.ratio"), *comparing_head(study))
    return [picture, Table(words.text("report_losses.ratio_caption"), header, tuple(rows))]


def _draw_exchange(study: Study, across: str, down: str, ax: Axes) -> Axes:
    return loss_exchange(study.results, across=across, down=down, ax=ax, words=study.words)

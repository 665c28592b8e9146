"""How a game goes: endings and series turn by turn, the map, and the losses of each side."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np

from mangonel.document.answer import came_by, ending_tables
from mangonel.document.study import Study, comparing_head, ending_name
from mangonel.document.sweeps import SweepStudy, difference_pictures, heat_pictures
from mangonel.document.wording import engine_name, turns_text
from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import UNDECIDED, endings_meant
from mangonel.engine.result import Result
from mangonel.engine.turns import some_turns
from mangonel.paper.blocks import NARROW_WIDTH, PICTURE_WIDTH, Block, Paragraph, Picture, Section, Table
from mangonel.paper.charts.curves import curves_height, ending_curves
from mangonel.paper.charts.exchange import exchange_finding, exchange_height, exchange_ratio, loss_exchange
from mangonel.paper.charts.hexes import HexCell, hex_cells, hex_finding, hex_map, hexes_height, hexes_need
from mangonel.paper.charts.losses import loss_chart, loss_title, loss_values, losses_caption, losses_height, sides
from mangonel.paper.charts.numbers import brief, full, gap, points, series_finding, short
from mangonel.paper.charts.series import series_curves, series_groups, series_height
from mangonel.rules.words import capital
from mangonel.studies.sweep import Sweep

__all__ = [
    "MOST_COLUMNS",
    "Cell",
    "endings_section",
    "heat_section",
    "losses_section",
    "map_section",
    "series_section",
    "turn_tables",
]


MOST_COLUMNS = 8
"""Columns of numbers in a table on a page, as long as they have no intervals."""

_MOST_ROWS = 24

Cell: TypeAlias = "Callable[[Result, str, int], str]"
"""Returns what a table says of a result, a name and a turn."""


def turn_tables(study: Study, caption: str, kind: str, names: Sequence[str], cell: Cell, *, first: int) -> list[Table]:
    """Return numbers by turn, rule set beside rule set, in as many tables as fit the page.

    Parameters
    ----------
    caption
        Key of the sentence for a unit that says what the tables show, with the place ``names``; the one with ``_some``
        after it is for tables that leave turns out.
    kind, names
        What has a column for each rule set: the kind of word, and the ids.
    cell
        Returns the text for a result, a name and a turn.
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
                partial(series_curves, results, series=names, words=words),
            )
        )
        blocks += turn_tables(study, "report_course.means", "series", names, partial(_mean, study), first=0)
    return Section("course", capital(words.for_unit("report_course.heading", study.unit)), tuple(blocks))


def _mean(study: Study, result: Result, name: str, turn: int) -> str:
    mean = result.by_turn(name, turn)
    return brief(mean, words=study.words) if mean.exact else full(mean, percent=False, words=study.words)


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
        partial(hex_map, cells, what=what, title=title, words=words),
    )


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
                partial(loss_chart, results, side, words=words),
            )
        )
        blocks.append(_loss_table(study, side))
    if len(bleeding) > 1:
        blocks += _exchange(study, bleeding[0], bleeding[1])
    return Section("losses", words.text("report_losses.heading"), tuple(blocks)) if blocks else None


def _most(results: Mapping[str, Result], side: str) -> int:
    return max(int(loss_values(result, side).max(initial=0)) for result in results.values())


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
        partial(loss_exchange, results, across=across, down=down, words=words),
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


def endings_section(study: Study) -> Section:
    """Return how often each ending comes and when: the numbers of the chart of the answer, and the curves."""
    words = study.words
    results = study.results
    rules = words.joined(results)
    drawn = _likeliest(study)
    rise = _rise(study, drawn)
    # A curve along the axis, or its numbers, say nothing that the table of all endings does not say.
    coming = study.coming if drawn in study.coming else (drawn, *study.coming)
    height = curves_height(results, coming)
    curves = Picture(
        "curves",
        words.for_unit("report_charts.curves_alt", study.unit, rules=rules, finding=rise),
        height,
        height,
        lambda ax: ending_curves(results, endings=coming, asked=drawn, ax=ax, title=rise, words=words),
    )
    tables = turn_tables(
        study,
        "report_charts.by_turn",
        "endings",
        coming,
        lambda result, name, turn: (short if result.exact else full)(
            result.probability(name, by_turn=turn), words=words
        ),
        first=1,
    )
    chances, when = ending_tables(study)
    return Section("endings", words.text("report_endings.heading"), (chances, curves, when, *tables))


def _likeliest(study: Study) -> str:
    """Return the ending whose curve the chart of the curves is about: of what is asked for the one that comes most."""
    meant = endings_meant(study.main_ending, study.first.all_endings, study.first.sides)
    drawn = [ending for ending in meant if ending != UNDECIDED] or study.first.endings
    return max(drawn, key=lambda ending: max(result.probability(ending).value for result in study.results.values()))


def _rise(study: Study, drawn: str) -> str:
    """Say by which turn the curve of an ending is at half of its final height; once if it is the same for both."""
    words = study.words
    ending = ending_name(study, drawn)
    turns = {label: came_by(study, result, drawn, 0.5) for label, result in study.results.items()}
    if not any(turns.values()):
        return words.text("report_charts.rise_none" if study.exact else "report_charts.rise_unseen", ending=ending)
    labels: dict[str, list[str]] = {}
    for (label, by), result in zip(turns.items(), study.results.values(), strict=True):
        none = words.text("report_charts.none" if result.exact else "report_charts.unseen")
        text = none if by is None else words.for_unit("report_charts.half_by", study.unit, turn=by)
        labels.setdefault(text, []).append(label)
    sides = [
        words.text("report_answer.under", number=text, rules=words.joined(rules)) if len(turns) > 1 else text
        for text, rules in labels.items()
    ]
    return words.text("report_charts.rise", ending=ending, sides=", ".join(sides))


def heat_section(study: Study) -> Section | None:
    """Return the heat map with its numbers, of two results that of their differences; None if there is no sweep.

    A sentence stands for one that is the same everywhere.
    """
    words = study.words
    first = study.sweep
    if first is None:
        return None
    axes = tuple(words.path(name, first.sequence, first.rules) for name in (first.x_name, first.y_name))
    heading = capital(words.text("report_heat.heading", across=axes[0], down=axes[1]))
    sweeps = [swept for swept in (first, study.right_sweep) if swept is not None]
    blocks: list[Block] = []
    if len(sweeps) > 1:
        both = SweepStudy(dict(zip(study.labels, sweeps, strict=True)), study.first.endings, words)
        blocks += difference_pictures(both)
    differ = bool(blocks)
    for label, sweep in zip(study.labels, sweeps, strict=False):
        # One by itself needs no name: the note below says whose it is.
        blocks += _heat_blocks(study, sweep, axes, label if len(sweeps) > 1 else "", drawn=not differ)
    return Section("heat-map", heading, tuple(blocks))


def _heat_blocks(study: Study, sweep: Sweep, axes: tuple[str, ...], label: str, *, drawn: bool) -> list[Block]:
    words = study.words
    if not sweep.varies:
        return [Paragraph(_everywhere(study, sweep))]
    across, down = axes
    source = sweep.provenance
    engines = sorted({cell.engine for row in sweep.provenances for cell in row})
    exact = all(cell.exact for row in sweep.estimates for cell in row)
    table = len(sweep.xs) < MOST_COLUMNS
    note = words.text(
        "report_heat.note" if exact or table else "report_heat.note_sampled",
        rules=f"{source.rules} ({source.digest})",
        engine=words.joined(engine_name(engine, words) for engine in engines),
    )
    name = "heat-map-right" if sweep is study.right_sweep else "heat-map"
    blocks: list[Block] = [*heat_pictures(sweep, words, name=name, label=label)] if drawn else []
    if table:
        rows = tuple(
            (str(y), *((short if estimate.exact else full)(estimate, words=words) for estimate in row))
            for y, row in zip(sweep.ys, sweep.estimates, strict=True)
        )
        ending = words.word("endings", sweep.ending, sweep.sequence)
        caption = words.text("report_heat.caption", ending=ending, across=across, down=down)
        caption = words.text("frame.named", name=label, text=caption) if label else caption
        blocks.append(Table(caption, (down, *(str(x) for x in sweep.xs)), rows, folded=True))
    # The numbers of maps that are not drawn are in the tables and in the file of numbers.
    return [*blocks, Paragraph(note, "note")] if blocks else []


def _everywhere(study: Study, sweep: Sweep) -> str:
    """Say how often an ending comes that comes as often in every cell."""
    words = study.words
    estimates = [cell for row in sweep.estimates for cell in row]
    chance = short(estimates[0], words=words)
    values = {"rules": sweep.provenance.rules, "ending": words.word("endings", sweep.ending, sweep.sequence)}
    if all(cell.exact for cell in estimates):
        return words.text("report_sweep.everywhere", chance=chance, **values)
    return words.text("report_sweep.not_apart", low=chance, high=chance, **values)

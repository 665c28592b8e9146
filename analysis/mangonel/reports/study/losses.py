"""The section on losses: how many each side loses, and what one side pays for the losses of the other."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial

import numpy as np
from matplotlib.axes import Axes

from mangonel.charts.exchange import exchange_finding, exchange_height, exchange_ratio, loss_exchange
from mangonel.charts.losses import loss_chart, loss_title, loss_values, losses_caption, losses_height, sides
from mangonel.charts.numbers import full, gap, points
from mangonel.locales import capital
from mangonel.odds.intervals import Estimate
from mangonel.odds.result import Result
from mangonel.press.blocks import Block, Paragraph, Picture, Section, Table
from mangonel.reports.ids import turns_text
from mangonel.reports.study.id_words import comparing_head
from mangonel.reports.study.study import Study

__all__ = ["losses_section"]

_RARE = 0.0005  # the tail of a table of losses is left to the CSV file
_MOST_ROWS = 24
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
    together = math.ceil((last + 1) / _MOST_ROWS)
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
    """Return how often each pair of losses comes, and what one side pays for the losses of the other."""
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

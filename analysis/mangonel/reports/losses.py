"""The section on losses: how many each side loses, and what one side pays for the losses of the other."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from mangonel.charts.exchange import exchange_finding, exchange_height, exchange_ratio, loss_exchange
from mangonel.charts.losses import loss_chart, loss_title, loss_values, losses_height, sides
from mangonel.charts.numbers import full, gap, points
from mangonel.odds.intervals import Estimate
from mangonel.odds.words import spoken
from mangonel.reports.blocks import Block, Paragraph, Picture, Section, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mangonel.odds.result import Result
    from mangonel.reports.study import Study

__all__ = ["losses_section"]

_RARE = 0.0005  # the tail of a table of losses is left to the CSV file


def losses_section(study: Study) -> Section | None:
    """Return charts and tables of the losses of each side, or None if none were recorded."""
    results = study.results
    blocks: list[Block] = []
    bleeding = []
    for number, side in enumerate(sides(study.comparison.left), start=1):
        if _most(results, side) == 0:
            never = "loses nobody" if all(result.exact for result in results.values()) else "lost nobody in any trial"
            blocks.append(Paragraph(f"{spoken(side).capitalize()}: this side {never}."))
            continue
        bleeding.append(side)
        finding = loss_title(results, side)
        height = losses_height(results)
        blocks.append(
            Picture(
                f"losses-{number}",
                f"Bars and lines: probability of exactly and of at least so many losses. {finding}. "
                "The table below has the numbers.",
                height,
                height,
                partial(_draw_losses, results, side),
            )
        )
        blocks.append(_loss_table(study, side))
    if len(bleeding) > 1:
        blocks += _exchange(study, bleeding[0], bleeding[1])
    return Section("losses", "Losses", tuple(blocks)) if blocks else None


def _most(results: dict[str, Result], side: str) -> int:
    return max(int(loss_values(result, side).max(initial=0)) for result in results.values())


def _draw_losses(results: dict[str, Result], side: str, ax: Axes) -> Axes:
    return loss_chart(results, side, ax=ax)


def _loss_table(study: Study, side: str) -> Table:
    results = study.results
    values = {label: loss_values(result, side) for label, result in results.items()}
    most = last = _most(results, side)
    while last > 0 and all(results[label].weights[losses >= last].sum() < _RARE for label, losses in values.items()):
        last -= 1
    rows = []
    for k in range(last + 1):
        cells = [str(k)]
        for label, losses in values.items():
            exactly, at_least = (
                results[label].estimate(chosen.astype(np.float64), proportion=True)
                for chosen in (losses == k, losses >= k)
            )
            # At least none is certain whatever was sampled.
            cells += [full(exactly), full(at_least if k else Estimate.of_exact(1.0))]
        rows.append(tuple(cells))
    header = [f"{label}: {words}" for label in results for words in ("exactly", "at least")]
    tail = f" (more than {last}: under {100 * _RARE:g} %)" if last < most else ""
    return Table(f"Losses of {spoken(side)}, dead and wounded{tail}", ("lost", *header), tuple(rows))


def _exchange(study: Study, across: str, down: str) -> list[Block]:
    """Return how often each pair of losses comes, and what one side pays for the losses of the other."""
    results = study.results
    height = exchange_height(results, across, down)
    picture = Picture(
        "exchange",
        f"Tables of cells: probability of each pair of losses, {spoken(across)} along the columns and {spoken(down)} "
        f"along the rows. {exchange_finding(results, across, down)}. The CSV file has every pair.",
        height,
        height,
        partial(_draw_exchange, results, across, down),
    )
    rows = []
    for payer, taker in ((across, down), (down, across)):
        left, right = (exchange_ratio(result, payer, taker) for result in results.values())
        difference = "-" if left is None or right is None else points(gap(left, right), percent=False)
        shown = ("-" if ratio is None else full(ratio, percent=False) for ratio in (left, right))
        rows.append((f"{spoken(taker)} lost for each one lost by {spoken(payer)}", *shown, difference))
    caption = "Losses of one side for those of the other: ratio of the means"
    return [picture, Table(caption, ("ratio", *study.labels, study.both), tuple(rows))]


def _draw_exchange(results: dict[str, Result], across: str, down: str, ax: Axes) -> Axes:
    return loss_exchange(results, across=across, down=down, ax=ax)

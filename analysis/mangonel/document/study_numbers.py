"""Every number of the report on a study as rows.

The rows are data for programs: in every language of the report they name things by their ids, in English, and write
numbers with a decimal point.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from mangonel.document.model import NumberRow
from mangonel.document.study import Study
from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import winners
from mangonel.engine.result import Result
from mangonel.engine.turns import turn_quantile
from mangonel.paper.charts.exchange import exchange_frame, exchange_ratio
from mangonel.paper.charts.losses import loss_values, sides

__all__ = ["number_rows"]


def number_rows(study: Study) -> tuple[NumberRow, ...]:
    """Return every number that the report shows, unrounded."""
    rows: list[NumberRow] = []
    for label, result in zip(study.ids, study.results.values(), strict=True):
        rows += _result_rows(label, result)
    both = " minus ".join(reversed(study.ids))
    for number in study.numbers:
        if number.difference is not None:
            rows.append(NumberRow.of(f"difference-{number.kind}", both, number.name, number.difference))
    for effect in study.effects:
        change = f"{effect.difference.where} = {effect.difference.right}"
        for section, part in (("effect-alone", effect.alone), ("effect-last", effect.last)):
            rows.append(NumberRow.of(section, change, study.main_ending, part.chance_of(study.main_ending).estimate))
    rows += [
        NumberRow("effect-left-out", both, left_out.difference.where, text=left_out.reason)
        for left_out in study.left_out
    ]
    rows += [
        NumberRow("effect-unasked", both, difference.where, text="not asked in this scenario")
        for difference in study.unasked
    ]
    rows += _heat_rows(study)
    for label, result in zip(study.ids, study.results.values(), strict=True):
        rows += _source_rows(label, result)
    return tuple(rows)


def _heat_rows(study: Study) -> Iterator[NumberRow]:
    for sweep in (study.sweep, study.right_sweep):
        if sweep is None:
            continue
        name = f"{sweep.ending} by {sweep.x_name} (x), {sweep.y_name} (y)"
        for y, estimates in zip(sweep.ys, sweep.estimates, strict=True):
            for x, estimate in zip(sweep.xs, estimates, strict=True):
                yield NumberRow.of("heat-map", sweep.provenance.rules, name, estimate, x=x, y=y)


def _result_rows(label: str, result: Result) -> Iterator[NumberRow]:
    for ending in result.all_endings:
        yield NumberRow.of("ending", label, ending, result.probability(ending))
    for side in winners(result.all_endings, result.sides):
        yield NumberRow.of("side", label, side, result.probability(side))
    yield from _turn_rows(label, result)
    for ending in result.endings:
        for turn in range(result.turns + 1):
            yield NumberRow.of("curve", label, ending, result.probability(ending, by_turn=turn), turn=turn)
    for name in result.series:
        for turn in range(result.turns + 1):
            yield NumberRow.of("series", label, name, result.by_turn(name, turn), turn=turn)
    yield from _loss_rows(label, result)
    yield from _exchange_rows(label, result)
    for name in (result.unit, *result.measures):
        yield NumberRow.of("mean", label, name, result.mean(name))
    yield from _given_rows(label, result)
    for name in result.tallies:
        yield NumberRow.of("counter", label, name, result.tally(name))


def _given_rows(label: str, result: Result) -> Iterator[NumberRow]:
    for ending in result.all_endings:
        for name in (result.unit, *result.measures):
            mean = result.mean_given(name, ending)
            if mean is not None:
                yield NumberRow.of("mean-given", label, f"{name} given {ending}", mean)


def _turn_rows(label: str, result: Result) -> Iterator[NumberRow]:
    """Return by which turn half and nine in ten of each ending had come; nothing for one that never comes."""
    for share in (0.5, 0.9):
        for ending in result.endings:
            quantile = turn_quantile(result, ending, share)
            if quantile is not None:
                row = NumberRow("turn-quantile", label, ending, turn=quantile.turn, value=share)
                yield row if result.exact else replace(row, lo=quantile.low, hi=quantile.high, text="sampled")


def _loss_rows(label: str, result: Result) -> Iterator[NumberRow]:
    for side in sides(result):
        losses = loss_values(result, side)
        for k in range(int(losses.max(initial=0)) + 1):
            for section, chosen in (("loss-exactly", losses == k), ("loss-at-least", losses >= k)):
                if section == "loss-at-least" and k == 0:
                    continue  # certain whatever was sampled
                estimate = result.estimate(chosen.astype(np.float64), proportion=True)
                yield NumberRow.of(section, label, side, estimate, value=k)


def _exchange_rows(label: str, result: Result) -> Iterator[NumberRow]:
    bleeding = [side for side in sides(result) if loss_values(result, side).max(initial=0) > 0]
    if len(bleeding) < 2:
        return
    across, down = bleeding[:2]
    for pair in exchange_frame(result, across, down).to_dict("records"):
        estimate = Estimate(pair["p"], pair["p_se"], pair["p_lo"], pair["p_hi"], exact=result.exact)
        name = f"{across} (x), {down} (y)"
        yield NumberRow.of("loss-pair", label, name, estimate, x=int(pair["across"]), y=int(pair["down"]))
    for payer, taker in ((across, down), (down, across)):
        ratio = exchange_ratio(result, payer, taker)
        if ratio is not None:
            yield NumberRow.of("loss-ratio", label, f"{taker} for each of {payer}", ratio)


def _source_rows(label: str, result: Result) -> Iterator[NumberRow]:
    source = result.provenance
    yield NumberRow("provenance", label, "turns", value=result.turns)
    yield NumberRow("provenance", label, "unit", text=result.unit)
    for name in ("trials", "seed", "states"):
        number = getattr(source, name)
        if number is not None:
            yield NumberRow("provenance", label, name, value=number)
    for name in ("version", "numpy", "rules", "digest", "scenario", "scenario_digest", "engine", "note"):
        yield NumberRow("provenance", label, name, text=getattr(source, name))

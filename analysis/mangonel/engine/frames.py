"""Results as tidy pandas frames: one observation a row, no index tricks.

The column that holds a turn is called what a turn of the sequence is called: ``turn`` here, ``day`` where it is a day.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import winners
from mangonel.engine.result import Result
from mangonel.engine.turns import measure_quantile, turn_quantile
from mangonel.rules.files import without_formula

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "curve_frame",
    "endings_frame",
    "frame_csv",
    "given_frame",
    "means_frame",
    "outcome_frame",
    "plain_row",
    "plain_rows",
    "series_frame",
    "summary",
    "tallies_frame",
]


_DIGITS = 12
"""Of a float that are no noise of its sum."""
_SHARES = (("10", 0.1), ("25", 0.25), ("median", 0.5), ("75", 0.75), ("90", 0.9))


def _frame(rows: Sequence[Any], columns: Sequence[str] | None = None) -> pd.DataFrame:
    import pandas as pd  # a third of the time of a short run

    return pd.DataFrame(rows, columns=None if columns is None else list(columns))


def _fields(estimate: Estimate, name: str = "p") -> dict[str, float]:
    return {name: estimate.value, f"{name}_lo": estimate.low, f"{name}_hi": estimate.high, f"{name}_se": estimate.se}


def outcome_frame(result: Result) -> pd.DataFrame:
    """Return one row an outcome, the likeliest first.

    It has ``ending`` (categorical), ``turn``, the measures, ``p`` and, if sampled, ``n``.
    """
    import pandas as pd

    names = ["undecided", *result.endings]
    written = np.array(names, dtype=object)[result.outcomes[:, 0]]
    frame = pd.DataFrame({"ending": pd.Categorical(written, categories=names)})
    frame[result.unit] = result.outcomes[:, 1]
    for column, measure in enumerate(result.measures, start=2):
        frame[measure] = result.outcomes[:, column]
    frame["p"] = result.weights
    if result.provenance.trials is not None:
        frame["n"] = np.rint(result.weights * result.provenance.trials).astype(np.int64)
    return frame.sort_values("p", ascending=False, kind="stable", ignore_index=True)


def endings_frame(result: Result) -> pd.DataFrame:
    """Return ``ending``, ``p``, ``p_lo``, ``p_hi``, ``p_se``, and the turns by which shares of it came.

    These are ``turn_10``, ``turn_25``, ``turn_median``, ``turn_75`` and ``turn_90`` (among the games that end so), each
    with ``_lo`` and ``_hi``; missing (NA) where the ending never came.
    """
    rows = []
    for ending in result.all_endings:
        row: dict[str, object] = {"ending": ending, **_fields(result.probability(ending))}
        for label, share in _SHARES:
            name, quantile = f"{result.unit}_{label}", turn_quantile(result, ending, share)
            turns = (None,) * 3 if quantile is None else (quantile.turn, quantile.low, quantile.high)
            row |= zip((name, f"{name}_lo", f"{name}_hi"), turns, strict=True)
        rows.append(row)
    frame = _frame(rows)
    # Whole numbers stay whole where some are missing.
    return frame.astype(dict.fromkeys((name for name in frame if str(name).startswith(f"{result.unit}_")), "Int64"))


def frame_csv(frame: pd.DataFrame) -> str:
    """Return a frame as CSV without its index; see `mangonel.rules.files.without_formula`."""
    texts = {
        str(name): column.astype(object).map(without_formula)
        for name, column in frame.items()
        if column.dtype.kind not in "biuf"
    }
    return frame.assign(**texts).rename(columns=without_formula).to_csv(index=False)


def curve_frame(result: Result) -> pd.DataFrame:
    """Return ``ending``, ``turn`` and the probability ``p`` (``p_lo``, ``p_hi``, ``p_se``) that it has come by then."""
    rows: list[dict[str, object]] = []
    for ending in result.endings:
        rows.extend(
            {"ending": ending, result.unit: turn, **_fields(result.probability(ending, by_turn=turn))}
            for turn in range(result.turns + 1)
        )
    return _frame(rows)


def means_frame(result: Result) -> pd.DataFrame:
    """Return the turn and each measure: ``measure``, ``mean``, ``mean_lo``, ``mean_hi``, ``mean_se`` and quantiles.

    ``q10``, ``q50`` and ``q90`` are the values that are not exceeded with a probability of 10, 50 and 90 %.
    """
    rows = [
        {
            "measure": name,
            **_fields(result.mean(name), "mean"),
            **{f"q{share}": measure_quantile(result, name, share / 100) for share in (10, 50, 90)},
        }
        for name in (result.unit, *result.measures)
    ]
    return _frame(rows)


def given_frame(result: Result) -> pd.DataFrame:
    """Return the mean of the turn and of each measure among the games with each ending that comes.

    Columns ``ending``, ``measure``, ``mean``, ``mean_lo``, ``mean_hi``, ``mean_se``.
    """
    rows = [
        {"ending": ending, "measure": name, **_fields(mean, "mean")}
        for ending in result.all_endings
        for name in (result.unit, *result.measures)
        if (mean := result.mean_given(name, ending)) is not None
    ]
    return _frame(rows)


def tallies_frame(result: Result) -> pd.DataFrame:
    """Return the expected value of each counter: ``counter``, ``mean``, ``mean_lo``, ``mean_hi``, ``mean_se``."""
    columns = ["counter", "mean", "mean_lo", "mean_hi", "mean_se"]
    rows = [{"counter": name, **_fields(result.tally(name), "mean")} for name in result.tallies]
    return _frame(rows, columns)


def series_frame(result: Result) -> pd.DataFrame:
    """Return each series by turn: ``series``, ``turn``, ``mean`` (``mean_lo``, ``mean_hi``, ``mean_se``) and quantiles.

    ``q10``, ``q50`` and ``q90`` are the values that are not exceeded with a probability of 10, 50 and 90 %.
    """
    columns = ["series", result.unit, "mean", "mean_lo", "mean_hi", "mean_se", "q10", "q50", "q90"]
    rows = [
        {
            "series": series.name,
            result.unit: turn,
            **_fields(series.mean(turn), "mean"),
            **{f"q{share}": series.quantile(turn, share / 100) for share in (10, 50, 90)},
        }
        for series in result.watched
        for turn in range(result.turns + 1)
    ]
    return _frame(rows, columns)


def plain_rows(frame: pd.DataFrame) -> list[dict[str, object]]:
    """Return the rows of a frame as plain values that are valid JSON.

    What is not known is None. A number without an error has no ``_lo``, ``_hi`` and ``_se``, so an exact one stands
    there once; sums of floats are written as what they are a sum of.
    """
    return [plain_row(row) for row in frame.astype(object).where(frame.notna(), None).to_dict("records")]


def plain_row(row: Mapping[Any, object]) -> dict[str, object]:
    """Return one row as `plain_rows` does."""
    plain = {str(key): _plain(value) for key, value in row.items()}
    for name in [key.removesuffix("_lo") for key in plain if key.endswith("_lo")]:
        if plain[name] == plain[f"{name}_lo"] == plain[f"{name}_hi"]:
            for end in ("lo", "hi", "se"):
                plain.pop(f"{name}_{end}", None)
    return plain


def _plain(value: object) -> object:
    return float(f"{value:.{_DIGITS}g}") if isinstance(value, float) else value


def summary(result: Result) -> dict[str, object]:
    """Return endings, means, counters and provenance as plain values."""
    return {
        "sequence": result.sequence,
        "turns": result.turns,
        "unit": result.unit,
        "endings": plain_rows(endings_frame(result)),
        "sides": [
            plain_row({"side": side.name, "wins": list(side.wins), **_fields(result.probability(side.name))})
            for side in result.sides
            if side.name in winners(result.all_endings, result.sides)
        ],
        "curve": plain_rows(curve_frame(result)),
        "means": plain_rows(means_frame(result)),
        "means_by_ending": plain_rows(given_frame(result)),
        "counters": plain_rows(tallies_frame(result)),
        "by_turn": plain_rows(series_frame(result)),
        "provenance": result.provenance.plain(),
    }

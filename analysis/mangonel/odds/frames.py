"""Results as tidy pandas frames: one observation a row, no index tricks."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from mangonel.odds.intervals import Estimate
    from mangonel.odds.result import Result

__all__ = [
    "curve_frame",
    "endings_frame",
    "means_frame",
    "measure_frame",
    "outcome_frame",
    "plain_rows",
    "series_frame",
    "summary",
    "tallies_frame",
]


def _fields(estimate: Estimate, name: str = "p") -> dict[str, float]:
    return {name: estimate.value, f"{name}_lo": estimate.low, f"{name}_hi": estimate.high, f"{name}_se": estimate.se}


def outcome_frame(result: Result) -> pd.DataFrame:
    """Return one row an outcome: ``ending`` (categorical), ``turn``, the measures, ``p`` and, if sampled, ``n``."""
    names = ["undecided", *result.endings]
    written = np.array(names, dtype=object)[result.outcomes[:, 0]]
    frame = pd.DataFrame({"ending": pd.Categorical(written, categories=names)})
    frame["turn"] = result.outcomes[:, 1]
    for column, measure in enumerate(result.measures, start=2):
        frame[measure] = result.outcomes[:, column]
    frame["p"] = result.weights
    if result.provenance.trials is not None:
        frame["n"] = np.rint(result.weights * result.provenance.trials).astype(np.int64)
    return frame


def endings_frame(result: Result) -> pd.DataFrame:
    """Return ``ending``, ``p``, ``p_lo``, ``p_hi``, ``p_se``, and the turns by which half and nine tenths came."""
    rows = []
    for ending in result.all_endings:
        estimate = result.probability(ending)
        mine = result.outcomes[:, 0] == result.code(ending)
        rows.append(
            {
                "ending": ending,
                **_fields(estimate),
                "turn_median": _turn_quantile(result, mine, 0.5),
                "turn_90": _turn_quantile(result, mine, 0.9),
            }
        )
    return pd.DataFrame(rows)


def _turn_quantile(result: Result, chosen: np.ndarray, share: float) -> float:
    """Return the turn by which `share` of the chosen outcomes had come; nan if there are none."""
    total = result.weights[chosen].sum()
    if total <= 0:
        return float("nan")
    by_turn = np.bincount(result.outcomes[chosen, 1], weights=result.weights[chosen], minlength=result.turns + 1)
    return float(np.searchsorted(np.cumsum(by_turn) / total, share - 1e-12))


def curve_frame(result: Result) -> pd.DataFrame:
    """Return ``ending``, ``turn`` and the probability ``p`` (``p_lo``, ``p_hi``, ``p_se``) that it has come by then."""
    rows: list[dict[str, object]] = []
    for ending in result.endings:
        rows.extend(
            {"ending": ending, "turn": turn, **_fields(result.probability(ending, by_turn=turn))}
            for turn in range(result.turns + 1)
        )
    return pd.DataFrame(rows)


def measure_frame(result: Result, measure: str) -> pd.DataFrame:
    """Return the distribution of a measure by ending: ``ending``, ``value``, ``p``, ``p_lo``, ``p_hi``, ``p_se``."""
    values = result.column(measure)
    rows = []
    for ending in result.all_endings:
        mine = result.outcomes[:, 0] == result.code(ending)
        for value in range(int(values.max(initial=0)) + 1):
            chosen = (mine & (values == value)).astype(np.float64)
            rows.append({"ending": ending, "value": value, **_fields(result.estimate(chosen, proportion=True))})
    return pd.DataFrame(rows)


def means_frame(result: Result) -> pd.DataFrame:
    """Return the mean of the turn and of each measure: ``measure``, ``mean``, ``mean_lo``, ``mean_hi``, ``mean_se``."""
    return pd.DataFrame(
        [{"measure": name, **_fields(result.mean(name), "mean")} for name in ("turn", *result.measures)]
    )


def tallies_frame(result: Result) -> pd.DataFrame:
    """Return the expected value of each counter: ``counter``, ``mean``, ``mean_lo``, ``mean_hi``, ``mean_se``."""
    columns = ["counter", "mean", "mean_lo", "mean_hi", "mean_se"]
    rows = [{"counter": name, **_fields(result.tally(name), "mean")} for name in result.tallies]
    return pd.DataFrame(rows, columns=columns)


def series_frame(result: Result) -> pd.DataFrame:
    """Return each series by turn: ``series``, ``turn``, ``mean``, ``mean_lo``, ``mean_hi``, ``mean_se``."""
    columns = ["series", "turn", "mean", "mean_lo", "mean_hi", "mean_se"]
    rows = [
        {"series": name, "turn": turn, **_fields(result.by_turn(name, turn), "mean")}
        for name in result.series
        for turn in range(result.turns + 1)
    ]
    return pd.DataFrame(rows, columns=columns)


def plain_rows(frame: pd.DataFrame) -> list[dict[str, object]]:
    """Return the rows of a frame with nan as None, so that they are valid JSON."""
    return [
        {str(key): (None if isinstance(value, float) and np.isnan(value) else value) for key, value in row.items()}
        for row in frame.to_dict("records")
    ]


def summary(result: Result) -> dict[str, object]:
    """Return endings, means, counters and provenance as plain values."""
    return {
        "sequence": result.sequence,
        "turns": result.turns,
        "endings": plain_rows(endings_frame(result)),
        "means": plain_rows(means_frame(result)),
        "counters": plain_rows(tallies_frame(result)),
        "by_turn": plain_rows(series_frame(result)),
        "provenance": asdict(result.provenance),
    }

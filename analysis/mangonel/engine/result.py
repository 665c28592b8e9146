"""The one result type of all engines, its quantiles, its frames, and the question that is asked of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.board import HexMap
from mangonel.engine.intervals import Estimate, at_most, counted_mean, judged_mean, wilson
from mangonel.engine.notes import Note
from mangonel.engine.owners import UNDECIDED, Side, endings_meant, spelled, usually_asked, winners
from mangonel.engine.rolls import is_whole
from mangonel.errors import DataError
from mangonel.rules.files import without_formula
from mangonel.rules.words import say

if TYPE_CHECKING:
    import pandas as pd

NOISE = 1e-12
"""The rounding error by which sums of many small weights may miss a share."""


@dataclass(frozen=True)
class Provenance:
    """Where a result comes from: enough to make it again."""

    version: str
    numpy: str
    """`version`, `numpy`: versions of mangonel and of numpy."""
    rules: str
    digest: str
    """`rules`, `digest`: id of the rule set and digest of its content."""
    scenario: str
    scenario_digest: str
    """Title of the scenario and digest of its content; empty for a sequence built by hand."""
    engine: str
    """``exact``, ``counts`` or ``monte-carlo``; for an automatic run, the one it used."""
    trials: int | None = None
    """Number of trials behind a sampled result, None for an exact one."""
    seed: int | None = None
    """Seed of a sampled result, None for an exact one."""
    states: int | None = None
    """The most rows that the exact or counts engine held at once, None for Monte Carlo."""
    notes: tuple[Note, ...] = ()
    """Notes for the reader, for example from which turn the engine sampled, or that the run was interrupted."""
    interrupted: bool = False
    """Whether the run was stopped before it was complete."""

    @property
    def note(self) -> str:
        """All notes in English."""
        return "; ".join(map(str, self.notes))

    def plain(self) -> dict[str, object]:
        """Return all this as plain values, the notes in English."""
        names = ("note" if field.name == "notes" else field.name for field in fields(self))
        return {name: getattr(self, name) for name in names}


def _check_share(share: float) -> None:
    if not isinstance(share, (int, float)) or not 0 < share <= 1:
        raise DataError("a share is above 0 and at most 1", path="share", value=share)


@dataclass(frozen=True, eq=False)
class Watched:
    """A series: the distribution of a number turn by turn. Games that have ended keep the value they ended with."""

    name: str
    """For example ``fit``."""
    shares: NDArray[np.float64]
    """Probability (exact) or share of the trials (sampled) of each value, 0 first, at the start (turn 0) and at the end
    of each turn. Shape (1 + turns, values), rows sum to 1."""
    trials: int | None = None
    """Trials behind them; None if they are exact."""

    @property
    def turns(self) -> int:
        """The turn limit."""
        return len(self.shares) - 1

    @property
    def means(self) -> NDArray[np.float64]:
        """Mean at the start and at the end of each turn. Shape (1 + turns,)."""
        return self.shares @ np.arange(self.shares.shape[1], dtype=np.float64)

    def mean(self, turn: int) -> Estimate:
        """Return the expected value at the end of a turn, 0 being the start.

        Raises
        ------
        DataError
            If there is no such turn.
        """
        values = np.arange(self.shares.shape[1], dtype=np.float64)
        return at_most(self._judged(turn, values, proportion=False), float(values[-1]))

    def at_least(self, turn: int, value: int) -> Estimate:
        """Return the probability of at least so many at the end of a turn; errors as for `mean`."""
        return self._judged(turn, (np.arange(self.shares.shape[1]) >= value).astype(np.float64), proportion=True)

    def quantile(self, turn: int, share: float) -> int:
        """Return the value that is not exceeded with probability `share` at the end of a turn; errors as for `mean`."""
        self._check(turn)
        _check_share(share)
        return int(np.searchsorted(np.cumsum(self.shares[turn]), share - NOISE))

    def _judged(self, turn: int, values: NDArray[np.float64], *, proportion: bool) -> Estimate:
        self._check(turn)
        # All games start alike, unless they begin in a position.
        trials = None if turn == 0 and self.shares[0].max() > 1 - NOISE else self.trials
        return judged_mean(self.shares[turn], values, trials=trials, proportion=proportion)

    def _check(self, turn: int) -> None:
        if not is_whole(turn) or not 0 <= turn <= self.turns:
            raise DataError(f"a turn is one of 0 to {self.turns}", value=turn)


@dataclass(frozen=True, eq=False)
class Result:
    """Outcomes of a sequence with their weights.

    Attributes
    ----------
    sequence
        Name of the sequence.
    endings
        Names of the endings; code 0 in `outcomes` is ``undecided``, code k is ``endings[k - 1]``.
    measures
        Names of the numbers recorded with each ending, for example ``besiegers_dead``.
    turns
        The turn limit.
    outcomes
        One row an outcome: code of the ending, turn, then the measures. Shape (n, 2 + measures), integers.
    weights
        Probability (exact) or share of the trials (sampled) of each outcome. Shape (n,), sums to 1.
    tallies
        Names of the counters.
    tally_means
        Mean of each counter. Shape (tallies,).
    tally_errors
        Standard error of each mean; zeros for an exact result. Shape (tallies,).
    provenance
        Where the result comes from.
    watched
        The series, turn by turn.
    unit
        The name of a turn, for example ``day``; frames name the column of the turn after it.
    hexes
        Where the hexes lie that some of the counters are about; None if there is no map.
    sides
        The sides of the game; empty if the sequence does not say.
    maxima
        The largest value that each measure can take; empty if that is not known.
    """

    sequence: str
    endings: tuple[str, ...]
    measures: tuple[str, ...]
    turns: int
    outcomes: NDArray[np.int64]
    weights: NDArray[np.float64]
    tallies: tuple[str, ...]
    tally_means: NDArray[np.float64]
    tally_errors: NDArray[np.float64]
    provenance: Provenance
    watched: tuple[Watched, ...] = ()
    unit: str = "turn"
    hexes: HexMap | None = None
    sides: tuple[Side, ...] = ()
    maxima: tuple[int, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether the weights are exact probabilities."""
        return self.provenance.trials is None

    @property
    def all_endings(self) -> tuple[str, ...]:
        """The endings and, last, ``undecided``."""
        return (*self.endings, UNDECIDED)

    def estimate(self, values: NDArray[np.float64], *, proportion: bool = False) -> Estimate:
        """Return the mean of a quantity over the outcomes, with its error.

        Parameters
        ----------
        values
            The quantity for each outcome. Shape (n,). A series of pandas is sorted by its index, that of `to_frame`.
        proportion
            Whether `values` are 0 or 1, so that the interval can be one for a proportion.

        Raises
        ------
        DataError
            If there is not one number for each outcome.
        """
        numbers = np.asarray(values.sort_index() if hasattr(values, "sort_index") else values)
        count = len(self.weights)
        if numbers.dtype.kind not in "biuf" or numbers.shape not in ((), (count,)) or not np.isfinite(numbers).all():
            raise DataError(f"wants a number for each of {count} outcomes", path="values", value=values)
        return judged_mean(self.weights, numbers, trials=self.provenance.trials, proportion=proportion)

    def code(self, ending: str) -> int:
        """Return the code of an ending in `outcomes`.

        Raises
        ------
        DataError
            If the sequence has no such ending.
        """
        ending = spelled(ending, self.all_endings)
        if ending not in self.all_endings:
            raise DataError("no such ending", value=ending, allowed=self.all_endings)
        return 0 if ending == UNDECIDED else 1 + self.endings.index(ending)

    def among(self, ending: str) -> NDArray[np.bool_]:
        """Return which of the outcomes have an ending; names and errors as for `probability`. Shape (n,)."""
        meant = endings_meant(ending, self.all_endings, self.sides)
        return np.isin(self.outcomes[:, 0], [self.code(name) for name in meant])

    def probability(self, ending: str, *, by_turn: int | None = None) -> Estimate:
        """Return the probability of an ending, or of its having come by the end of a turn.

        Parameters
        ----------
        ending
            Its name, or that of a side for all that it wins by, or several joined by ``+``: ``foothold+cleared`` is one
            or the other.
        by_turn
            The turn; by default the turn limit.

        Raises
        ------
        DataError
            If the sequence has no such ending.
        """
        chosen = self.among(ending)
        if by_turn is not None:
            if not is_whole(by_turn):
                raise DataError("takes a whole number", path="by_turn", value=by_turn)
            chosen &= self.outcomes[:, 1] <= by_turn
        return self.estimate(chosen.astype(np.float64), proportion=True)

    def mean(self, measure: str, *, given: str | None = None) -> Estimate:
        """Return the expected value of a measure (in its own unit) or, for ``turn``, of the last turn played.

        Parameters
        ----------
        measure
            Its name. Of a sequence that is played in days, ``day`` is the turn as well.
        given
            Among the games with this ending only, or with one of several joined by ``+``.

        Raises
        ------
        DataError
            If there is no such measure or ending, or no game ended so.
        """
        if given is not None:
            among = self.mean_given(measure, given)
            if among is None:
                raise DataError("no game ended so: it has no mean", path="given", value=given)
            return among
        return at_most(self.estimate(self.column(measure).astype(np.float64)), self._most(measure))

    def _most(self, measure: str) -> float:
        """Return the largest value that a measure, or the turn, can take."""
        if measure in {"turn", self.unit}:
            return self.turns
        return self.maxima[self.measures.index(spelled(measure, self.measures))] if self.maxima else float("inf")

    def mean_given(self, measure: str, ending: str) -> Estimate | None:
        """Return the expected value of a measure among the games with an ending; None if it did not come.

        A sampled one is a quotient of two means; its error is that of the games' distances from it (the delta method).

        Parameters
        ----------
        measure, ending
            As for `mean`.

        Raises
        ------
        DataError
            If there is no such measure or ending.
        """
        mine = self.among(ending)
        values = self.column(measure).astype(np.float64)
        share = float(self.weights[mine].sum())
        if share <= 0:
            return None
        mean = float(self.weights[mine] @ values[mine]) / share
        trials = self.provenance.trials
        if trials is None:
            return Estimate.of_exact(mean)
        apart = self.estimate(np.where(mine, values - mean, 0.0) / share)
        return at_most(counted_mean(mean, apart.se, share * trials), self._most(measure))

    def column(self, measure: str) -> NDArray[np.int64]:
        """Return a measure, or ``turn``, for each outcome. Shape (n,)."""
        names = (self.unit, *self.measures)
        measure = spelled(measure, names)
        if measure in {"turn", self.unit}:
            return self.outcomes[:, 1]
        if measure not in names:
            raise DataError("no such measure", value=measure, allowed=names)
        return self.outcomes[:, 1 + names.index(measure)]

    def quantile(self, ending: str, share: float) -> int | None:
        """Return the turn by which `ending` has come with probability `share`, or None if it never does.

        Raises
        ------
        DataError
            If there is no such ending, or `share` is no probability above 0.
        """
        _check_share(share)
        for turn in range(1, self.turns + 1):
            # Sums of many small numbers may stay short of a share by their rounding.
            if self.probability(ending, by_turn=turn).value >= share - 1e-12:
                return turn
        return None

    def tally(self, name: str) -> Estimate:
        """Return the expected value of a counter; that of a hex on the map is a probability."""
        name = spelled(name, self.tallies)
        if name not in self.tallies:
            raise DataError("no such counter", value=name, allowed=self.tallies)
        row = self.tallies.index(name)
        value, se = float(self.tally_means[row]), float(self.tally_errors[row])
        trials = self.provenance.trials
        if trials is None:
            return Estimate.of_exact(value)
        if self.hexes is not None and name in self.hexes.counters:
            return Estimate(value, se, *wilson(value * trials, trials), exact=False)
        return counted_mean(value, se, trials)

    @property
    def series(self) -> tuple[str, ...]:
        """Names of the series."""
        return tuple(series.name for series in self.watched)

    def each_turn(self, name: str) -> Watched:
        """Return the series of a name.

        Raises
        ------
        DataError
            If there is nothing of this name.
        """
        name = spelled(name, self.series)
        if name not in self.series:
            raise DataError("no such series", value=name, allowed=self.series)
        return self.watched[self.series.index(name)]

    def by_turn(self, name: str, turn: int) -> Estimate:
        """Return the expected value of a series at the end of a turn, 0 being the start.

        Raises
        ------
        DataError
            If nothing of this name was watched, or there is no such turn.
        """
        return self.each_turn(name).mean(turn)

    def to_frame(self) -> pd.DataFrame:
        """Return one row an outcome, the likeliest first; the index is the row in `outcomes`.

        It has ``ending`` (categorical), the turn, the measures, ``p`` and, if sampled, ``n``.
        """
        import pandas as pd

        names = ["undecided", *self.endings]
        written = np.array(names, dtype=object)[self.outcomes[:, 0]]
        frame = pd.DataFrame({"ending": pd.Categorical(written, categories=names)})
        frame[[self.unit, *self.measures]] = self.outcomes[:, 1:]
        frame["p"] = self.weights
        if self.provenance.trials is not None:
            frame["n"] = np.rint(self.weights * self.provenance.trials).astype(np.int64)
        return frame.sort_values("p", ascending=False, kind="stable")

    def to_dict(self) -> dict[str, object]:
        """Return endings, means, counters and provenance as plain values, ready for JSON."""
        won = winners(self.all_endings, self.sides)
        return {
            "sequence": self.sequence,
            "turns": self.turns,
            "unit": self.unit,
            "endings": plain_rows(endings_frame(self)),
            "sides": [
                _plain_row({"side": side.name, "wins": list(side.wins), **_fields(self.probability(side.name))})
                for side in self.sides
                if side.name in won
            ],
            "curve": plain_rows(curve_frame(self)),
            "means": plain_rows(means_frame(self)),
            "means_by_ending": plain_rows(given_frame(self)),
            "counters": plain_rows(tallies_frame(self)),
            "by_turn": plain_rows(series_frame(self)),
            "provenance": self.provenance.plain(),
        }

    def __repr__(self) -> str:
        """Return a line with the endings that can come and the engine."""
        chances = {ending: self.probability(ending) for ending in self.all_endings}
        parts = ", ".join(f"{ending} {chance.text(percent=True)}" for ending, chance in chances.items() if chance.high)
        return f"<Result {self.sequence}: {parts}; {self.provenance.engine}>"

    def _repr_html_(self) -> str:
        """Return the table of endings for a notebook; `mangonel.simulate` shows more."""
        shown = ["ending", "p", *([] if self.exact else ["p_lo", "p_hi"]), f"{self.unit}_median"]
        return str(endings_frame(self)[shown].to_html(index=False))


_DIGITS = 12
"""Of a float that are no noise of its sum."""
_SHARES = (("10", 0.1), ("25", 0.25), ("median", 0.5), ("75", 0.75), ("90", 0.9))


def _frame(rows: Sequence[Any], columns: Sequence[str] | None = None) -> pd.DataFrame:
    import pandas as pd  # a third of the time of a short run

    return pd.DataFrame(rows, columns=None if columns is None else list(columns))


def _fields(estimate: Estimate, name: str = "p") -> dict[str, float]:
    return {name: estimate.value, f"{name}_lo": estimate.low, f"{name}_hi": estimate.high, f"{name}_se": estimate.se}


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
    return _frame([{"counter": name, **_fields(result.tally(name), "mean")} for name in result.tallies], columns)


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

    Unknown values are None. A number without an error has no ``_lo``, ``_hi`` and ``_se``, so an exact one stands
    there once; sums of floats are rounded.
    """
    return [_plain_row(row) for row in frame.astype(object).where(frame.notna(), None).to_dict("records")]


def _plain_row(row: Mapping[Any, object]) -> dict[str, object]:
    plain = {
        str(key): float(f"{value:.{_DIGITS}g}") if isinstance(value, float) else value for key, value in row.items()
    }
    for name in [key.removesuffix("_lo") for key in plain if key.endswith("_lo")]:
        if plain[name] == plain[f"{name}_lo"] == plain[f"{name}_hi"]:
            for end in ("lo", "hi", "se"):
                plain.pop(f"{name}_{end}", None)
    return plain


_STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Quantile:
    """The turn by which a share of an ending has come, among the games that end so."""

    turn: int
    """The turn."""
    low: int
    high: int
    """`low`, `high`: ends of its 95 % interval; equal to `turn` for an exact result."""

    def text(self) -> str:
        """Return the turn as text, with its interval if that is wider than the turn."""
        if self.low == self.high:
            return str(self.turn)
        return say("figures.interval", number=self.turn, low=self.low, high=self.high)


def turn_quantile(result: Result, ending: str, share: float) -> Quantile | None:
    """Return by which turn a share of an ending has come; None if the ending did not come at all.

    The interval of a sampled one holds every turn at which the share cannot be told from the share by then.

    Parameters
    ----------
    result
        Where to look.
    ending
        Name of the ending, or of a side, or several joined by ``+``.
    share
        Between 0 and 1, for example 0.5 for the turn by which half of it has come.

    Raises
    ------
    DataError
        If the sequence has no such ending.
    """
    mine = result.among(ending)
    total = result.weights[mine].sum()
    if total <= 0:
        return None
    at = result.outcomes[:, 1]
    by_turn = np.cumsum(np.bincount(at[mine], weights=result.weights[mine], minlength=result.turns + 1)) / total
    turn = int(np.searchsorted(by_turn, share - NOISE))
    if result.exact:
        return Quantile(turn, turn, turn)

    def beside(other: int) -> tuple[float, float]:
        """Return the interval of the share by a turn, less the share of all."""
        estimate = result.estimate((mine & (at <= other)) - share * mine)
        half = estimate.high - estimate.value
        return estimate.value - half, estimate.value + half

    low = high = turn
    while low > 1 and beside(low - 1)[1] >= 0:
        low -= 1
    while high < result.turns and beside(high)[0] < 0:
        high += 1
    return Quantile(turn, low, high)


def measure_quantile(result: Result, measure: str, share: float) -> int:
    """Return the value of a measure, or the turn, that is not exceeded with probability `share`.

    Raises
    ------
    DataError
        If there is no such measure.
    """
    by_value = np.bincount(result.column(measure), weights=result.weights)
    return int(np.searchsorted(np.cumsum(by_value), share - NOISE))


def some_turns(turns: int, most: int) -> tuple[int, ...]:
    """Return turns for a table of at most so many rows: the start (0), turns at even steps, and the last.

    Parameters
    ----------
    turns
        The turn limit.
    most
        The most rows, at least 2; all turns are returned if there is room.
    """
    scale = 1
    while True:
        for step in (scale * factor for factor in _STEPS):
            chosen = [*range(0, turns, step), turns]
            # The last two may be so near to each other that one of them says nothing new.
            if len(chosen) > 2 and chosen[-1] - chosen[-2] < step / 2:
                del chosen[-2]
            if len(chosen) <= most:
                return tuple(chosen)
        scale *= 10


def questions(endings: Sequence[str], sides: Sequence[Side]) -> tuple[str, ...]:
    """Return the possible questions, the usual one first, then the other sides, the endings, and that nothing comes."""
    known = (*endings, UNDECIDED)
    return tuple(dict.fromkeys((usually_asked(endings, sides), *winners(known, sides), *known)))


def first_open(chances: Mapping[str, Sequence[float]]) -> str:
    """Return the first question of which some chance is 1 to 99 %; else not 0 or 1; else the first that is not 0.

    Parameters
    ----------
    chances
        By question its chances under all that is compared, as shares of 1.
    """
    ways = (lambda chance: 0.01 <= chance <= 0.99, lambda chance: NOISE < chance < 1 - NOISE, lambda chance: chance > 0)
    return next((name for way in ways for name, of in chances.items() if any(map(way, of))), next(iter(chances)))


def asked_about(*results: Result) -> str:
    """Return the default question of a study of some results of one scenario.

    That is the victory of the side that owns the scenario, or the next question that is open if that hardly ever
    comes, or nearly always does.
    """
    first = results[0]
    names = questions(first.endings, first.sides)
    return first_open({name: [result.probability(name).value for result in results] for name in names})

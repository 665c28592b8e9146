"""Studies that show themselves: as a summary, in a notebook, and as a chart; and a scenario that was played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import partial
from math import nan
from typing import TYPE_CHECKING, Self

from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import naming
from mangonel.engine.result import Result, endings_frame, means_frame, series_frame, tallies_frame
from mangonel.engine.trace import Trace
from mangonel.errors import DataError
from mangonel.games.scenario import Scenario
from mangonel.rules.dice import Die
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import capital, speaking, words
from mangonel.rules.words.phrase_book import names_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from mangonel.engine.result import Provenance

_ENDS = ("", "_lo", "_hi")
"""Of the names of columns of an estimate: its value, and the interval."""


class Shown:
    """A study with a summary, as text and for notebooks."""

    def summary(self, *, everything: bool = False, lang: str = "en", width: int = 80) -> str:
        """Return the finding and the numbers behind it, as the command line prints them.

        Parameters
        ----------
        everything
            Every number, not only those that matter most.
        lang
            The language, by name or file.
        width
            Characters of a line.
        """
        from mangonel.document.summary import summary
        from mangonel.document.text import plain

        with speaking(lang):
            return plain(summary(self, everything=everything), width=width)

    def _repr_html_(self) -> str:
        from mangonel.document.html import notebook
        from mangonel.document.summary import summary

        return notebook(summary(self))


class DesignStudy(Shown):
    """The answer to a designer's question."""

    provenances: tuple[Provenance, ...]
    """Where its numbers come from."""

    def to_frame(self) -> pd.DataFrame:
        """Return its numbers as a tidy frame."""
        raise NotImplementedError

    def plot(self, part: str = "", *, ax: Axes | None = None) -> Axes:
        """Draw it.

        Parameters
        ----------
        part
            Of a sensitivity the table, by default that with the largest effect; of a solution the number of an answer.
        ax
            Where it is drawn; by default a new figure.

        Raises
        ------
        DataError
            If there is nothing to draw, or no such part.
        """
        from mangonel.document.designs import pictured

        return handed_to_pyplot(pictured(self, str(part)).draw(ax=ax), ax)


@dataclass(frozen=True, repr=False)
class ToldGame(Trace):
    """One game from start to end."""

    title: str = ""
    """The scenario and the rule set."""

    @classmethod
    def of(cls, game: Trace, title: str) -> Self:
        """Return a game with its title."""
        return cls(**{field.name: getattr(game, field.name) for field in fields(game)}, title=title)

    def _repr_html_(self) -> str:
        from mangonel.document.trace_map import trace_svg

        return trace_svg(self, self.title)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each event: ``turn``, ``phase``, the ``roller``, ``text``, ``dice`` and ``idle`` (or not).

        Dice are written as ``mangonel trace --dice`` takes them, ``7`` or ``5+6``; empty if nothing was rolled.
        """
        dice = ("" if event.die is None else Die.shown(event.die) for event in self.events)
        rows = (
            (event.turn, event.phase, event.who, event.text, thrown, event.idle)
            for event, thrown in zip(self.events, dice, strict=True)
        )
        return framed("turn phase roller text dice idle", rows)

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the watched numbers of the game, turn by turn.

        Parameters
        ----------
        ax
            Where it is drawn; by default a new figure.
        """
        from mangonel.paper.charts.series import watched_steps

        lines = {
            capital(words().word("series", name, self.sequence)): [frame.watched[name] for frame in self.frames]
            for name in self.frames[0].watched
        }
        return handed_to_pyplot(watched_steps(lines, words().word("units", self.unit), self.title, ax=ax), ax)


def chart_names(rules: Sequence[RuleSet]) -> tuple[str, ...]:
    """Return the names of rule sets in charts."""
    return names_of(rules)


def framed(columns: str, rows: Iterable[Sequence[object]]) -> pd.DataFrame:
    """Return rows as a frame.

    Parameters
    ----------
    columns
        Names of the columns. One with a sign, ``p±``, is of estimates: it becomes ``p``, ``p_lo`` and ``p_hi``, nan
        for None.
    rows
        Rows of values, one for each name.
    """
    import pandas as pd

    names = [tuple(f"{name[:-1]}{end}" for end in _ENDS) if name.endswith("±") else (name,) for name in columns.split()]
    lines = [
        [
            number
            for heads, value in zip(names, row, strict=True)
            for number in (_numbers(value) if heads[1:] else [value])
        ]
        for row in rows
    ]
    return pd.DataFrame(lines, columns=[head for heads in names for head in heads])


def _numbers(estimate: object) -> tuple[float, ...]:
    return (estimate.value, estimate.low, estimate.high) if isinstance(estimate, Estimate) else (nan,) * len(_ENDS)


def lean(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame without the columns of intervals where they are all as wide as nothing."""
    names = [str(name) for name in frame.columns]
    stems = {name.removesuffix("_lo") for name in names if name.endswith("_lo")}
    idle = [stem for stem in stems if (frame[f"{stem}_lo"].eq(frame[f"{stem}_hi"]) | frame[f"{stem}_lo"].isna()).all()]
    ends = {f"{stem}_{end}" for stem in idle for end in ("lo", "hi", "se")}
    return frame[[name for name in names if name not in ends]]


def plot(results: Mapping[str, Result | Simulation], kind: str = "endings", *, ax: Axes | None = None) -> Axes:
    """Draw results beside each other.

    Parameters
    ----------
    results
        Label to result, or to a simulation, of one sequence.
    kind
        ``endings`` as bars, ``turns`` for the endings turn by turn, ``series`` for the watched numbers turn by turn,
        ``exchange`` for the losses of one side against those of the other, ``map`` for harm in the hexes of the
        first, or a side for its losses.
    ax
        Where it is drawn; by default a new figure.

    Raises
    ------
    DataError
        If there is no such chart of them.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.plot({rules: mg.simulate("panic-one", rules) for rules in ("siege", "croisades")}, "turns")
    <Axes: ...>
    """
    from mangonel.paper.charts.bars import ending_bars
    from mangonel.paper.charts.curves import ending_curves
    from mangonel.paper.charts.exchange import loss_exchange
    from mangonel.paper.charts.hexes import hex_cells, hex_map
    from mangonel.paper.charts.losses import loss_chart, sides
    from mangonel.paper.charts.series import series_curves

    kinds = Result | Simulation
    if not (isinstance(results, Mapping) and results and all(isinstance(each, kinds) for each in results.values())):
        raise DataError('wants results by label: {"LABEL": RESULT}', path="results", value=results)
    plain = {label: each.result if isinstance(each, Simulation) else each for label, each in results.items()}
    first = next(iter(plain.values()))
    charts: dict[str, Callable[..., Axes]] = {
        "endings": partial(ending_bars, plain),
        "turns": partial(ending_curves, plain),
        **({"series": partial(series_curves, plain)} if first.series else {}),
        **({"exchange": partial(loss_exchange, plain)} if len(sides(first)) > 1 else {}),
        **{side: partial(loss_chart, plain, side) for side in sides(first)},
    }
    if first.hexes is not None:
        charts["map"] = partial(hex_map, hex_cells(first), what=first.hexes.what)
    if kind not in charts:
        raise DataError("no such chart of this", path="kind", value=kind, allowed=charts)
    with naming(first.sides):
        return handed_to_pyplot(charts[kind](ax=ax), ax)


def handed_to_pyplot(drawn: Axes, asked: Axes | None) -> Axes:
    """Hand a new figure to pyplot, so that notebooks show it and `pyplot.show` opens it."""
    if asked is None:
        import matplotlib.pyplot as plt

        # Before 3.11 pyplot takes no figure that it has not made; it is drawn all the same.
        with suppress(ValueError):
            plt.figure(drawn.get_figure(root=True))
    return drawn


@dataclass(frozen=True, eq=False, repr=False)
class Simulation(Shown):
    """A scenario, or a sequence, that was played.

    Attributes
    ----------
    result
        Everything that was counted; `mangonel.paper.charts` draw it.
    scenario, rules
        The scenario; None for a sequence of one's own.
    """

    result: Result
    scenario: Scenario | None = None
    rules: RuleSet | None = None

    @property
    def endings(self) -> pd.DataFrame:
        """Each ending with its chance ``p`` and the turns by which shares of it came, as `endings_frame` has them.

        Of an exact result without intervals, which would be the numbers again.
        """
        return lean(endings_frame(self.result))

    @property
    def means(self) -> pd.DataFrame:
        """Expected value of the turn and of each measure."""
        return lean(means_frame(self.result))

    @property
    def counters(self) -> pd.DataFrame:
        """Expected value of each counter."""
        return lean(tallies_frame(self.result))

    @property
    def turn_by_turn(self) -> pd.DataFrame:
        """The numbers watched turn by turn."""
        return lean(series_frame(self.result))

    def __getitem__(self, ending: str) -> Estimate:
        """Return the chance of an ending, or that a side wins; errors as of `probability`."""
        return self.result.probability(ending)

    def probability(self, ending: str, *, by_turn: int | None = None) -> Estimate:
        """Return the chance of an ending, or that a side wins; as `Result.probability`.

        Raises
        ------
        DataError
            If there is no such ending.
        """
        return self.result.probability(ending, by_turn=by_turn)

    def mean(self, measure: str, *, given: str | None = None) -> Estimate:
        """Return the expected value of a measure; as `Result.mean`.

        Raises
        ------
        DataError
            If there is no such measure.
        """
        return self.result.mean(measure, given=given)

    def to_frame(self) -> pd.DataFrame:
        """Return every outcome with its probability, the likeliest first."""
        return self.result.to_frame()

    def plot(self, kind: str = "endings", *, ax: Axes | None = None) -> Axes:
        """Draw it.

        Parameters
        ----------
        kind
            As in `mangonel.plot`: ``endings``, ``turns``, ``series``, ``exchange``, ``map``, or a side for its losses.
        ax
            Where it is drawn; by default a new figure.

        Raises
        ------
        DataError
            If there is no such chart.
        """
        label = self.result.sequence if self.rules is None else chart_names([self.rules])[0]
        return plot({label: self.result}, kind, ax=ax)

    def __repr__(self) -> str:
        """Return a line with the endings that can come and the engine."""
        return f"<Simulation {repr(self.result).removeprefix('<Result ')}"

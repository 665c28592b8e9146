"""Results that show themselves: as a sentence and a table, as frames, and as a chart.

>>> import mangonel as mg
>>> print(mg.simulate("panic-one").summary())
One death among nine men: the chances under Siege and Cry Havoc
<BLANKLINE>
Under Siege and Cry Havoc the enemies win in 10.0 % of the games; ...
>>> mg.compare("panic-one").plot("turns")
<Axes: ...>
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from mangonel.errors import DataError
from mangonel.locales import Locale, load_locale
from mangonel.odds.intervals import Estimate
from mangonel.odds.result import Result
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.compare import Comparison
from mangonel.studies.naming import names_of
from mangonel.studies.sweep import Sweep
from mangonel.studies.tactics import Tactics
from mangonel.systems.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from mangonel.press.blocks import Blocks

__all__ = ["Compared", "Ranked", "Shown", "Simulation", "Swept", "fields_of", "plot"]

_WIDTH = 80


class Shown(ABC):
    """What a terminal would print of it, as text and as HTML."""

    scenario: Scenario | None

    @abstractmethod
    def _told(self, words: Locale, *, everything: bool) -> Blocks: ...

    def summary(self, *, everything: bool = False, lang: str = "en", width: int = _WIDTH) -> str:
        """Return what was found, as the command line tells it.

        Parameters
        ----------
        everything
            Every number, not only those that matter most.
        lang
            The language, by name or file.
        width
            Characters of a line.
        """
        from mangonel.document.text import plain

        return plain(self._whole(lang, everything=everything), width=width)

    def _repr_html_(self) -> str:
        from mangonel.document.html import notebook

        return notebook(self._whole("en", everything=False))

    def _whole(self, lang: str, *, everything: bool) -> Blocks:
        from mangonel.document.wording import values_of

        words = load_locale(lang)
        values = () if self.scenario is None else values_of(self.scenario, words)
        return (*self._told(words, everything=everything), *values)


def _called(rules: Sequence[RuleSet]) -> tuple[str, ...]:
    """Return what rule sets are called in charts: their titles."""
    return names_of(rules, load_locale("en"))


@dataclass(frozen=True, eq=False, repr=False)
class Simulation(Shown):
    """A scenario, or a sequence, that was played.

    Attributes
    ----------
    result
        Everything that was counted; `mangonel.charts` draw it.
    scenario, rules
        What was played; None for a sequence of one's own.
    """

    result: Result
    scenario: Scenario | None = None
    rules: RuleSet | None = None

    @property
    def endings(self) -> pd.DataFrame:
        """Each ending with its chance ``p`` and the turns by which shares of it came, as `endings_frame` has them.

        Of an exact result without intervals, which would be the numbers again.
        """
        from mangonel.odds.frames import endings_frame

        return _lean(endings_frame(self.result))

    @property
    def means(self) -> pd.DataFrame:
        """Expected value of the turn and of each measure."""
        from mangonel.odds.frames import means_frame

        return _lean(means_frame(self.result))

    @property
    def counters(self) -> pd.DataFrame:
        """Expected value of each counter."""
        from mangonel.odds.frames import tallies_frame

        return _lean(tallies_frame(self.result))

    @property
    def turn_by_turn(self) -> pd.DataFrame:
        """What is watched turn by turn."""
        from mangonel.odds.frames import series_frame

        return _lean(series_frame(self.result))

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
        label = self.result.sequence if self.rules is None else _called([self.rules])[0]
        return plot({label: self.result}, kind, ax=ax)

    def _told(self, words: Locale, *, everything: bool) -> Blocks:
        from mangonel.document.results import result_told

        return result_told(self.result, words, rules=self.rules, everything=everything)

    def __repr__(self) -> str:
        """Return a line with the endings and the engine."""
        return f"<Simulation {repr(self.result).removeprefix('<Result ')}"


@dataclass(frozen=True, eq=False, repr=False)
class Compared(Comparison, Shown):
    """A comparison that shows itself."""

    scenario: Scenario | None = None
    rules: tuple[RuleSet, ...] = ()
    """`scenario`, `rules`: what was played."""

    @classmethod
    def of(cls, found: Comparison, scenario: Scenario, rules: tuple[RuleSet, RuleSet]) -> Self:
        """Return a comparison as one that shows itself."""
        return cls(**fields_of(found), scenario=scenario, rules=rules)

    @property
    def endings(self) -> pd.DataFrame:
        """Each ending and each side that wins: ``left``, ``right`` and ``difference``, as shares of 1."""
        frame = self.to_frame()
        return _lean(frame[frame["kind"].isin(["ending", "side"])].reset_index(drop=True))

    def plot(self, kind: str = "endings", *, ax: Axes | None = None) -> Axes:
        """Draw both sides; parameters and errors as for `Simulation.plot`."""
        return plot(dict(zip(_called(self.rules), (self.left, self.right), strict=True)), kind, ax=ax)

    def _told(self, words: Locale, *, everything: bool) -> Blocks:
        from mangonel.document.comparisons import comparison_told

        return comparison_told(self, words, rules=self.rules, everything=everything)


@dataclass(frozen=True, eq=False, repr=False)
class Swept(Sweep, Shown):
    """A sweep that shows itself."""

    scenario: Scenario | None = None
    rules: RuleSet | None = None
    """`scenario`, `rules`: what was played."""

    @classmethod
    def of(cls, found: Sweep, scenario: Scenario, rules: RuleSet) -> Self:
        """Return a sweep as one that shows itself."""
        return cls(**fields_of(found), scenario=scenario, rules=rules)

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw it as a curve, or as a map of cells if two numbers vary."""
        from mangonel.charts.heat import heat_finding, heat_map
        from mangonel.charts.sweeps import sweep_lines

        if not self.one_way:
            return _kept(heat_map(self, ax=ax), ax)
        assert self.rules is not None, "it was played under some rules"
        drawn = sweep_lines({_called([self.rules])[0]: self}, ax=ax, title=heat_finding(self), sides=self.sides)
        return _kept(drawn, ax)

    def _told(self, words: Locale, *, everything: bool) -> Blocks:
        from mangonel.document.sweeps import sweep_told

        del everything
        assert self.rules is not None, "it was played under some rules"
        return sweep_told(self, self.rules, words)


@dataclass(frozen=True, eq=False, repr=False)
class Ranked(Tactics, Shown):
    """Decisions that show themselves."""

    scenario: Scenario | None = None
    rules: RuleSet | None = None
    """`scenario`, `rules`: what was played."""
    asked: str = ""
    """The ending or side by which they are ranked; empty if each side has its own."""

    @classmethod
    def of(cls, found: Tactics, scenario: Scenario, rules: RuleSet, asked: str) -> Self:
        """Return decisions as such that show themselves."""
        return cls(**fields_of(found), scenario=scenario, rules=rules, asked=asked)

    def _told(self, words: Locale, *, everything: bool) -> Blocks:
        from mangonel.document.decisions import tactics_told
        from mangonel.odds.asking import asked_about

        del everything
        assert self.scenario is not None, "decisions are those of a scenario"
        assert self.rules is not None, "it was played under some rules"
        ending = self.asked or asked_about(self.base)
        return tactics_told(self, self.scenario, self.rules, ending, words, named=bool(self.asked))


def fields_of(found: Any) -> dict[str, Any]:
    """Return the fields of a dataclass by name."""
    return {declared.name: getattr(found, declared.name) for declared in fields(found)}


def _lean(frame: pd.DataFrame) -> pd.DataFrame:
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
        Label to result, of one sequence.
    kind
        ``endings`` as bars, ``turns`` for the endings turn by turn, ``series`` for what is watched turn by turn,
        ``exchange`` for the losses of one side against those of the other, ``map`` for what befalls the hexes of the
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
    from mangonel.charts import (
        ending_bars,
        ending_curves,
        hex_cells,
        hex_map,
        loss_chart,
        loss_exchange,
        series_curves,
        sides,
    )

    plain = {label: result.result if isinstance(result, Simulation) else result for label, result in results.items()}
    if not plain:
        raise DataError("nothing to draw: no result")
    first = next(iter(plain.values()))
    draw: dict[str, Callable[[], Axes]] = {
        "endings": lambda: ending_bars(plain, ax=ax),
        "turns": lambda: ending_curves(plain, ax=ax),
        **({"series": lambda: series_curves(plain, ax=ax)} if first.series else {}),
        **({"exchange": lambda: loss_exchange(plain, ax=ax)} if len(sides(first)) > 1 else {}),
        **{side: partial(loss_chart, plain, side, ax=ax) for side in sides(first)},
    }
    if (hexes := first.hexes) is not None:
        draw["map"] = lambda: hex_map(hex_cells(first), what=hexes.what, ax=ax)
    if kind not in draw:
        raise DataError("no such chart of this", path="kind", value=kind, allowed=draw)
    return _kept(draw[kind](), ax)


def _kept(drawn: Axes, asked: Axes | None) -> Axes:
    """Hand a new figure to pyplot, so that notebooks show it and `pyplot.show` opens it."""
    if asked is None:
        import matplotlib.pyplot as plt

        # Before 3.11 pyplot takes no figure that it has not made; it is drawn all the same.
        with suppress(ValueError):
            plt.figure(drawn.get_figure(root=True))
    return drawn

"""Which of several changed rules does it: the effect of each difference by itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mangonel.engine.result import asked_about
from mangonel.errors import DataError, UnknownCellError
from mangonel.rules.difference import Difference, grouped
from mangonel.rules.switching import switched, switches
from mangonel.rules.words import load_locale
from mangonel.rules.words.phrase_book import difference_named, titles_of
from mangonel.studies.compare import Comparison, compare, whole
from mangonel.studies.run_options import RulesLike, ScenarioLike, resolved_pair
from mangonel.studies.shown import Shown, chart_names, handed_to_pyplot

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["Attribution", "Effect", "LeftOut", "attribute", "ranked"]


@dataclass(frozen=True, eq=False)
class Effect:
    """The effect of one difference between two rule sets."""

    difference: Difference
    """The option or cell, the row, column, weapon or table that only one of them has, or a block of an overlay."""
    alone: Comparison
    """The left rule set against itself with only this difference made."""
    last: Comparison
    """The right rule set without this difference against the whole right rule set."""

    @property
    def idle(self) -> bool:
        """Whether it moves nothing in this scenario, though its rules are asked: no ending, mean or counter."""
        changes = (*self.alone.differences, *self.last.differences)
        return all(change.estimate.value == 0 for change in changes)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A difference of which no effect can be told."""

    difference: Difference
    """As of an `Effect`."""
    reason: str
    """The mistake in the rule sets that would have to be played, and its place, in English."""
    message: str = ""
    """The same without the place, which languages have phrases for."""


@dataclass(frozen=True, eq=False, repr=False)
class Attribution(Shown):
    """Every difference between two rule sets, with its effect or the reason why it has none to show."""

    comparison: Comparison
    """The two rule sets as wholes."""
    effects: tuple[Effect, ...]
    """In the order of the differences; `ranked` puts them by size."""
    left_out: tuple[LeftOut, ...]
    """Differences that cannot be made, or left out, alone."""
    unasked: tuple[Difference, ...]
    """Differences that neither rule set is asked about in the scenario, so that they cannot move anything in it."""

    def to_frame(self, ending: str = "") -> pd.DataFrame:
        """Return ``difference``, ``alone`` and ``last``, the largest first: effects on a chance, as shares of 1.

        Parameters
        ----------
        ending
            An ending, a side or several joined by ``+``; by default the usual question.

        Raises
        ------
        DataError
            If the sequence has no such ending.
        """
        import pandas as pd

        titles, words = titles_of(self.comparison.rules), load_locale("en")
        pair = self.comparison
        asked = ending or asked_about(pair.left, pair.right)
        rows = [
            {
                "difference": difference_named(effect.difference, titles, words),
                **{part: getattr(effect, part).chance_of(asked).estimate.value for part in ("alone", "last")},
            }
            for effect in ranked(self.effects, asked)
        ]
        return pd.DataFrame(rows, columns=["difference", "alone", "last"])

    def plot(self, ending: str = "", *, ax: Axes | None = None) -> Axes:
        """Draw the effect of each difference on a chance, alone and last; `ending` and errors as for `to_frame`."""
        from mangonel.paper.charts.tornado import cause_bars

        pair, titles, words = self.comparison, titles_of(self.comparison.rules), load_locale("en")
        asked = ending or asked_about(pair.left, pair.right)
        causes = {
            difference_named(effect.difference, titles, words): (
                effect.alone.chance_of(asked).estimate,
                effect.last.chance_of(asked).estimate,
            )
            for effect in ranked(self.effects, asked)
            if not effect.idle
        }
        names = chart_names(pair.rules)
        return handed_to_pyplot(
            cause_bars(causes, pair.chance_of(asked).estimate, names=(names[0], names[1]), ax=ax), ax
        )

    def __repr__(self) -> str:
        """Return a line with how many differences there are and how many move anything."""
        moving = sum(not effect.idle for effect in self.effects)
        count = len(self.effects) + len(self.left_out) + len(self.unasked)
        sides = self.comparison
        return (
            f"<Attribution {sides.left_rules} to {sides.right_rules}: {moving} of {count} differences move something>"
        )


def ranked(effects: Iterable[Effect], ending: str) -> tuple[Effect, ...]:
    """Return effects on an ending, of each alone or else last; the largest first."""

    def size(effect: Effect) -> tuple[float, float]:
        alone, last = (abs(part.chance_of(ending).estimate.value) for part in (effect.alone, effect.last))
        return max(alone, last), alone

    return tuple(sorted(effects, key=size, reverse=True))


def attribute(
    scenario: ScenarioLike,
    left: RulesLike = None,
    right: RulesLike = None,
    *,
    by: str = "block",
    **options: Any,
) -> Attribution:
    """Make each difference between two rule sets alone, and leave it out alone.

    The effects need not add up to the whole: where making a difference alone and making it last do not agree, it
    helps or hinders others. A row, column, weapon or table that only one of the rule sets has is one difference.
    A difference that the scenario never asks for is not played alone.

    Parameters
    ----------
    scenario, left, right
        As in `mangonel.compare`.
    by
        The unit of a difference: one of `mangonel.rules.difference.GROUPINGS`. By ``block`` it is one block of an
        overlay changes, or several blocks of one name; by ``file`` all that one rule set of a chain changes.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values of the scenario by their dotted paths.

    Raises
    ------
    DataError
        As in `mangonel.compare`.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.attribute("panic-one", "siege", "croisades")
    <Attribution siege to croisades: ... differences move something>
    """
    plan, scenario, left, right = resolved_pair(scenario, left, right, options)
    runs, each = plan.cache, plan.options(progress=None, precision=None)
    # Which rules a scenario asks for is known once it has been played.
    pair = compare(scenario, left, right, **each)
    differences = grouped(switches(left, right), left, right, by=by)
    effects, left_out, unasked = [], [], []
    for number, difference in enumerate(differences, start=1):
        try:
            with_it, without = switched(left, difference, right), switched(right, difference, left)
            if all(
                runs.same((scenario, side), (scenario, other)) for side, other in ((left, with_it), (right, without))
            ):
                unasked.append(difference)
                continue
            # An effect of which only a part was played stands for nothing.
            alone = compare(scenario, left, with_it, **each)
            whole(alone.left)
            last = compare(scenario, without, right, **each)
            whole(last.left)
        except (DataError, UnknownCellError) as error:
            left_out.append(LeftOut(difference, str(error), error.message))
        else:
            effects.append(Effect(difference, alone, last))
        finally:
            if plan.progress is not None:
                plan.progress(number / len(differences))
    return Attribution(pair, tuple(effects), tuple(left_out), tuple(unasked))

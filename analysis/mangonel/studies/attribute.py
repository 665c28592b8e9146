"""Which of several changed rules does it: the effect of each difference by itself."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from mangonel.engine.assemble import Progress
from mangonel.engine.run import DEFAULT_TRIALS
from mangonel.errors import DataError, UnknownCellError
from mangonel.rules.difference import Difference
from mangonel.rules.grouping import grouped
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.switching import switched, switches
from mangonel.studies.compare import Comparison, compare, whole
from mangonel.studies.kept import Runs
from mangonel.systems.scenario import Scenario

__all__ = ["Attribution", "Effect", "LeftOut", "attribute", "ranked"]


@dataclass(frozen=True, eq=False)
class Effect:
    """What one difference between two rule sets does."""

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
    """What is wrong with the rule sets that would have to be played, and where, in English."""
    message: str = ""
    """The same without the place, which languages have phrases for."""


@dataclass(frozen=True, eq=False)
class Attribution:
    """Every difference between two rule sets, with its effect or the reason why it has none to show."""

    effects: tuple[Effect, ...] = ()
    """In the order of the differences; `ranked` has them by size."""
    left_out: tuple[LeftOut, ...] = ()
    """Differences that cannot be made, or left out, alone."""
    unasked: tuple[Difference, ...] = ()
    """Differences that neither rule set is asked about in the scenario, so that they cannot move anything in it."""

    def ranked(self, ending: str) -> tuple[Effect, ...]:
        """Return the effects by what they do to an ending, a side or several joined by ``+``, the largest first."""
        return ranked(self.effects, ending)


def ranked(effects: Iterable[Effect], ending: str) -> tuple[Effect, ...]:
    """Return effects by what each does alone, or else last, to an ending; the largest first."""

    def size(effect: Effect) -> tuple[float, float]:
        alone, last = (abs(part.chance_of(ending).estimate.value) for part in (effect.alone, effect.last))
        return max(alone, last), alone

    return tuple(sorted(effects, key=size, reverse=True))


def attribute(
    scenario: Scenario,
    left: RuleSet,
    right: RuleSet,
    *,
    by: str = "block",
    engine: str = "auto",
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    runs: Runs | None = None,
) -> Attribution:
    """Make each difference between two rule sets alone, and leave it out alone.

    The effects need not add up to the whole: where making a difference alone and making it last do not agree, it
    helps or hinders others. A row, column, weapon or table that only one of the rule sets has is one difference.
    What no rule set is asked about in the scenario is not played alone.

    Parameters
    ----------
    scenario
        What is played.
    left, right
        The rule sets.
    by
        What is one difference: one of `mangonel.rules.grouping.GROUPINGS`. By ``block`` it is what one block of an
        overlay changes, or several blocks of one name; by ``file`` all that one rule set of a chain changes.
    engine, trials, seed, executor, progress, runs
        As in `mangonel.studies.compare.compare`.

    Raises
    ------
    DataError
        If the scenario cannot be played with one of them.
    """
    runs = Runs() if runs is None else runs
    how: dict[str, Any] = {"engine": engine, "trials": trials, "seed": seed, "executor": executor, "runs": runs}
    # Which rules a scenario asks for is known once it has been played.
    compare(scenario, left, right, **how)
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
            alone = compare(scenario, left, with_it, **how)
            whole(alone.left)
            last = compare(scenario, without, right, **how)
            whole(last.left)
        except (DataError, UnknownCellError) as error:
            left_out.append(LeftOut(difference, str(error), error.message))
        else:
            effects.append(Effect(difference, alone, last))
        finally:
            if progress is not None:
                progress(number / len(differences))
    return Attribution(tuple(effects), tuple(left_out), tuple(unasked))

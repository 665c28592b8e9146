"""Which of several changed rules does it: the effect of each difference by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.engine.assemble import Progress
from mangonel.engine.run import DEFAULT_TRIALS
from mangonel.rules.change import CellChange
from mangonel.rules.difference import ABSENT, Difference, differences
from mangonel.studies.compare import Comparison, compare, whole
from mangonel.systems.cryhavoc.scenario import Scenario

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet

__all__ = ["Effect", "attribute"]


@dataclass(frozen=True, eq=False)
class Effect:
    """What one difference between two rule sets does.

    Attributes
    ----------
    difference
        The option or cell.
    alone
        The left rule set against itself with only this difference made.
    last
        The right rule set without this difference against the whole right rule set.
    """

    difference: Difference
    alone: Comparison
    last: Comparison


def attribute(
    scenario: Scenario,
    left: RuleSet,
    right: RuleSet,
    *,
    engine: str = "auto",
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    progress: Progress | None = None,
) -> tuple[Effect, ...]:
    """Make each difference between two rule sets alone, and leave it out alone.

    The effects need not add up to the whole: where making a difference alone and making it last do not agree, it
    helps or hinders others. Cells and options that only one of the rule sets has are left out.

    Parameters
    ----------
    scenario
        What is played.
    left, right
        The rule sets.
    engine, trials, seed, progress
        As in `mangonel.studies.compare.compare`.
    """
    found = [one for one in differences(left, right) if ABSENT not in (one.left, one.right)]
    effects = []
    for number, difference in enumerate(found, start=1):
        with_it = _with(left, difference.where, difference.kind, difference.right)
        without = _with(right, difference.where, difference.kind, difference.left)
        alone = compare(scenario, left, with_it, engine=engine, trials=trials, seed=seed)
        last = compare(scenario, without, right, engine=engine, trials=trials, seed=seed)
        # An effect of which only a part was played stands for nothing.
        for result in (alone.left, alone.right, last.left, last.right):
            whole(result)
        effects.append(Effect(difference, alone, last))
        if progress is not None:
            progress(number / len(found))
    return tuple(effects)


def _with(rules: RuleSet, where: str, kind: str, value: str) -> RuleSet:
    if kind == "option":
        return rules.replaced(options={where: value})
    table, row, column = where.split(".", 2)
    return rules.replaced(cells=[CellChange(table, row, column, value)])

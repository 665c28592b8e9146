"""Chances that come from several tries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from mangonel.press.blocks import Cell
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Chance
from mangonel.sheets.asked import Asked

__all__ = ["tries_cells"]


def tries_cells(
    asked: Asked, ask: Callable[[RuleSet], Fraction | None], tries: Sequence[int], mark: str
) -> tuple[Cell, ...]:
    """Return the chance that at least one of so many tries succeeds, for each number of tries.

    Parameters
    ----------
    asked
        What was asked for.
    ask
        The chance of one try under a rule set, None where it allows none.
    tries
        Numbers of tries.
    mark
        The results that are successes, as printed.
    """
    chances = [ask(rules) for rules in asked.sets]

    def answers(count: int) -> list[Answer]:
        return [None if chance is None else Chance(mark, 1 - (1 - chance) ** count) for chance in chances]

    return tuple(asked.cell(answers(count), "out") for count in tries)

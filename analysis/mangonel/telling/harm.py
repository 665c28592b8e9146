"""How bad a result is, for colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mangonel.systems.registry import system_of
from mangonel.tables.cells import NO_EFFECT

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet

__all__ = ["harm"]


def harm(rules: RuleSet, table: str, letters: Sequence[str], letter: str) -> float:
    """Return how bad a result of a table is for whom it befalls, 0 to 1.

    Parameters
    ----------
    rules, table
        The rule set, and the id of its table.
    letters
        All results that can come.
    letter
        One of them.
    """
    if letter == NO_EFFECT:
        return 0.0
    fates = system_of(rules).fates()
    names = [fates.named(rules, table, each) for each in (letter, NO_EFFECT)]
    if not set(names) <= set(fates.outcomes):
        # What is no fate is as bad as its place among the others says.
        order = fates.worst_first(rules, table, letters)
        return 1 - order.index(letter) / len(order)
    place, nothing = map(fates.outcomes.index, names)
    far = nothing if place < nothing else len(fates.outcomes) - 1 - nothing
    return abs(place - nothing) / max(far, 1)

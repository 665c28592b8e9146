"""How bad a result is, as a colour."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mangonel.press.ink import fill_colour
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.registry import system_of
from mangonel.tables.cells import NO_EFFECT

__all__ = ["colour_of"]


def colour_of(rules: RuleSet, table: str, order: Sequence[str], backfires: Collection[str], letter: str) -> str:
    """Return the colour of a result: the worse for whom it befalls the darker, in a hue of its own for the attacker.

    Parameters
    ----------
    rules, table
        The rule set, and the id of its table; empty for results that stand on none.
    order
        All results that can come, from the worst for the target down.
    backfires
        Those of them that befall the attacker.
    letter
        One of them.
    """
    kind = "attacker" if letter in backfires else "out"
    return fill_colour(_harm(rules, table, order, backfires, letter), kind, "colour")


def _harm(rules: RuleSet, table: str, order: Sequence[str], backfires: Collection[str], letter: str) -> float:
    """Return how bad a result is for whom it befalls, 0 to 1."""
    if letter == NO_EFFECT:
        return 0.0
    fates = system_of(rules).fates()
    names = [fates.named(rules, table, each) for each in (letter, NO_EFFECT)] if table else [""]
    if set(names) <= set(fates.outcomes):
        place, nothing = map(fates.outcomes.index, names)
        far = nothing if place < nothing else len(fates.outcomes) - 1 - nothing
        return abs(place - nothing) / max(far, 1)
    # What is no fate is as bad as its place among the others says; what befalls the attacker is worst at the end.
    place = order.index(letter)
    return (place + 1 if letter in backfires else len(order) - place) / len(order)

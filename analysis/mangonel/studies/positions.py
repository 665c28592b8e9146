"""The positions that are asked for most: how games end by how much is left at the start of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mangonel.engine.owners import UNDECIDED, endings_meant
from mangonel.engine.values import outlook
from mangonel.errors import SequenceError, StateLimitError
from mangonel.games.scenario import Scenario, build
from mangonel.rules.ruleset import RuleSet

__all__ = ["Positions", "positions"]


_LEAST = 1e-4
"""A turn at whose start fewer games are open, or a position that comes more seldom, is not shown."""


@dataclass(frozen=True)
class Positions:
    """How often games come to an ending, by how much there is of something at the start of a turn."""

    name: str
    """The watched number: the first of the sequence."""
    ending: str
    """The question: an ending, a side, or several joined by ``+``."""
    unit: str
    """The name of a turn."""
    turns: tuple[int, ...]
    amounts: tuple[int, ...]
    """`turns`, `amounts`: the turns, and the amounts, the largest first."""
    chances: Mapping[tuple[int, int], float]
    """The chance by amount and turn, of positions that come at all."""


def positions(scenario: Scenario, rules: RuleSet, ending: str, *, most: int) -> Positions | None:
    """Return the table of positions of a scenario.

    Parameters
    ----------
    scenario, rules
        The scenario.
    ending
        The question.
    most
        The most turns that are to be in it.

    Returns
    -------
    Positions or None
        None if nothing is watched, or there are too many states for all positions to be known.
    """
    sequence = build(scenario, rules)
    if not sequence.series:
        return None
    look = sequence.series[0]
    try:
        shares = outlook(sequence, look)
    except (SequenceError, StateLimitError):
        return None
    known = (UNDECIDED, *sequence.endings)
    codes = [known.index(name) for name in endings_meant(ending, known, sequence.sides)]
    turns = [standing for standing in shares if standing.shares.sum() >= _LEAST]
    if len(turns) < 2:
        return None
    step = -(-len(turns) // most)
    shown = turns[step - 1 :: step]
    chances = {
        (amount, standing.turn): float(standing.chances[amount, codes].sum())
        for standing in shown
        for amount in range(look.maximum + 1)
        if standing.shares[amount] >= _LEAST
    }
    amounts = sorted({amount for amount, _ in chances}, reverse=True)
    return Positions(
        look.name, ending, sequence.unit, tuple(standing.turn for standing in shown), tuple(amounts), chances
    )

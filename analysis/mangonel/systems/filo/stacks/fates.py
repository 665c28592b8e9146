"""What results make of a stack, by number, for many games at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.situations.scales import ELIMINATED, STATES
from mangonel.systems.filo.situations.states import after_result

__all__ = ["DEMORALISED", "FRESH", "GONE", "ROUTED", "Fates", "is_demoralised", "is_fatigued", "is_routed"]

DEMORALISED, ROUTED, GONE = (STATES.index(name) for name in ("demoralised_fresh", "routed_fresh", ELIMINATED))
"""Numbers of states: below the first organised, then demoralised, routed, eliminated; odd ones are fatigued."""
FRESH = 0

Numbers = NDArray[np.integer]


def is_demoralised(state: Numbers) -> NDArray[np.bool_]:
    """Return where a state is that of somebody demoralised."""
    return (state >= DEMORALISED) & (state < ROUTED)


def is_routed(state: Numbers) -> NDArray[np.bool_]:
    """Return where a state is that of somebody routed."""
    return (state >= ROUTED) & (state < GONE)


def is_fatigued(state: Numbers) -> NDArray[np.bool_]:
    """Return where a state is that of somebody fatigued."""
    return (state < GONE) & (state % 2 == 1)


class Fates:
    """Results, the first of them without effect, and what they make of each state.

    ``states`` and ``hexes`` are the state after a result, and the hexes that the stack has gone, by number of the
    result and of the state before. Shape (results, 7). With an `edge` of the map, ``held`` is what results make of a
    stack whose retreat would lead over it, else None.
    """

    def __init__(self, rules: RuleSet, results: Sequence[str], room: str, *, edge: bool = False) -> None:
        rows = [[after_result(rules, state, result, room=room) for state in STATES[:GONE]] for result in results]
        self.states = np.array([[*(STATES.index(fate.state) for fate in row), GONE] for row in rows], dtype=np.int8)
        self.hexes = np.array([[*(fate.hexes for fate in row), 0] for row in rows], dtype=np.int8)
        self.held: Fates | None = None
        if edge and room == "open":
            # It costs one level of disorder, as a retreat forward does, but is not made.
            self.held = Fates(rules, results, "forward")
            self.held.hexes -= np.int8(rules.table("hexes").number("retreat"))

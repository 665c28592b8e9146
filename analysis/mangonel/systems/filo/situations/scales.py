"""Scales of the game that are no table: order, states, and what stands on a hex side."""

from __future__ import annotations

from typing import Final

__all__ = [
    "BONUSES",
    "DEMORALISED",
    "ELIMINATED",
    "HORSEMEN",
    "ON",
    "ORDERS",
    "ORGANISED",
    "PARAPET",
    "QUALITIES",
    "ROUTED",
    "SIDES",
    "STATES",
    "STRENGTHS",
    "TYPES",
    "state_of",
]

ORGANISED, DEMORALISED, ROUTED = ORDERS = ("organised", "demoralised", "routed")
ELIMINATED: Final = "eliminated"
STATES = (*(f"{order}_{fatigue}" for order in ORDERS for fatigue in ("fresh", "fatigued")), ELIMINATED)
"""The seven states of a unit, the best first."""

TYPES = ("Ch", "Ha", "Cl", "Pi", "Mi", "Il", "Ar", "Ab", "At")
HORSEMEN = ("Ch", "Ha", "Cl")
"""Types of units, and those that are on horseback if nothing else is said."""

PARAPET: Final = "parapet"
"""Stands on the map of Las Navas and not in the table of terrain (option ``parapet-row``)."""
SIDES = ("stream", "river_pond", "wall", "palisade", "gate", "one_level_up", "one_level_down", PARAPET)
"""Terrain that lies between attacker and defender."""

ON: Final = "on"
"""Value of an option whose special rule is in force."""

STRENGTHS = (1, 40)
QUALITIES = (0, 12)
BONUSES = (0, 9)
"""Lowest and highest strength, quality and bonus: no counter is in the source."""


def state_of(order: str, *, fatigued: bool) -> str:
    """Return the state of a unit that is not eliminated."""
    return f"{order}_{'fatigued' if fatigued else 'fresh'}"

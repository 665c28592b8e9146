"""How a side stands deaths among its men, as a scenario tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mangonel.systems.cryhavoc.men.roster import Kind
    from mangonel.tables.reading import Node

__all__ = ["PanicOf", "read_panic"]


@dataclass(frozen=True, slots=True)
class PanicOf:
    """How a side stands a death among its men.

    Attributes
    ----------
    rank
        ``knight``, ``soldier`` or ``peasant``; knights are never seized.
    rally
        How many panicked men are calmed in each movement phase of the side.
    followed
        Whether the enemy stays within six hexes of whoever panics. A scenario that does not say so means what the enemy
        has decided: he does if he goes after men who give ground.
    panics_first
        Who panics first, ``wounded`` or ``fit``: the owner's choice.
    """

    rank: str
    rally: int = 0
    followed: bool = False
    panics_first: str = "wounded"


def read_panic(
    node: Node, sides: Mapping[str, Kind], followed: Mapping[str, bool] | None = None
) -> dict[str, PanicOf | None]:
    """Read ``panic`` and ``[panic_of]``: how each side stands deaths, or None if there is no panic.

    Parameters
    ----------
    node
        The scenario.
    sides
        The kind of the men of each side that may be seized.
    followed
        What ``followed`` is for each side if nothing is said; false by default.
    """
    on, every = node.flag("panic", default=False), node.node("panic_of", required=False)
    told: dict[str, PanicOf | None] = {}
    for name, kind in sides.items():
        block = every if len(sides) == 1 else every.node(name, required=False)
        usual = "knight" if kind.dismounted_knight or kind.saddle is not None else "soldier"
        panic = PanicOf(
            block.choice("class", ("knight", "soldier", "peasant"), usual),
            block.integer("rally", 0, 20, 0),
            block.flag("followed", default=followed is not None and followed[name]),
            block.choice("panics_first", ("wounded", "fit"), "wounded"),
        )
        told[name] = panic if on else None
    return told

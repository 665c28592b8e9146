"""Kinds of units: the values printed on counters, which the source does not reproduce and the user supplies."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.games.fields import REQUIRED, Usual, flag, one_of, text, whole
from mangonel.games.filo.states import HORSEMEN, QUALITIES, STRENGTHS, TYPES
from mangonel.games.reading import Reading

__all__ = ["MOVEMENTS", "Kind"]


MOVEMENTS = (1, 30)
"""Lowest and highest movement points."""


def _rides(reading: Reading) -> bool:
    return reading["type"] in HORSEMEN


def _has_weapon(reading: Reading) -> bool:
    # 2.2: some light horse throws javelins, and its counter says so.
    return bool(reading["type"] != "Cl")


@dataclass(frozen=True, slots=True)
class Kind:
    """The two faces of a counter."""

    id: str = text("the name under which scenarios ask for it", identifier=True)
    title: str = text("what it is called")
    type: str = one_of(TYPES, "type of unit", REQUIRED)
    strength: int = whole(*STRENGTHS, "strength points")
    fatigued_strength: int = whole(*STRENGTHS, "strength points when fatigued")
    quality: int = whole(*QUALITIES, "quality")
    fatigued_quality: int = whole(*QUALITIES, "quality when fatigued")
    movement: int = whole(*MOVEMENTS, "movement points")
    fatigued_movement: int = whole(*MOVEMENTS, "movement points when fatigued")
    mounted: bool = flag("on horseback", Usual(_rides, "yes for Ch, Ha and Cl"))
    shoots: bool = flag("its counter shows a weapon that units of its type shoot with", Usual(_has_weapon, "no for Cl"))

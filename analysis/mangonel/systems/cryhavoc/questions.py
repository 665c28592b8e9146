"""All that ``mangonel odds`` can be asked about this game."""

from __future__ import annotations

from mangonel.systems.cryhavoc.questions_after import EXTINGUISH, FIRE, HEAL, OIL, PANIC
from mangonel.systems.cryhavoc.questions_combat import BATTER, MELEE, MISSED_SHOT, MISSILE, TOPPLE
from mangonel.systems.cryhavoc.questions_men import ANIMAL, ANIMAL_SHOT, DUEL

__all__ = ["QUESTIONS"]

QUESTIONS = (MELEE, MISSILE, MISSED_SHOT, TOPPLE, BATTER, FIRE, EXTINGUISH, OIL, HEAL, PANIC, DUEL, ANIMAL, ANIMAL_SHOT)

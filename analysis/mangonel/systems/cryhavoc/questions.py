"""All that ``mangonel odds`` can be asked about this game."""

from __future__ import annotations

from collections.abc import Iterator

from mangonel.systems.question import Question

__all__ = ["questions"]


def questions() -> Iterator[Question]:
    """Yield the questions, a file at a time: who asks one of the first does not wait for the others to be read."""
    from mangonel.systems.cryhavoc.questions_combat import BATTER, MELEE, MISSED_SHOT, MISSILE, TOPPLE

    yield from (MELEE, MISSILE, MISSED_SHOT, TOPPLE, BATTER)

    from mangonel.systems.cryhavoc.questions_after import EXTINGUISH, FIRE, HEAL, OIL, PANIC

    yield from (FIRE, EXTINGUISH, OIL, HEAL, PANIC)

    from mangonel.systems.cryhavoc.questions_men import ANIMAL, ANIMAL_SHOT, DUEL

    yield from (DUEL, ANIMAL, ANIMAL_SHOT)

"""All that ``mangonel odds`` can be asked about this game."""

from __future__ import annotations

from collections.abc import Iterator

from mangonel.systems.question import Question

__all__ = ["questions"]


def questions() -> Iterator[Question]:
    """Yield the questions, a file at a time: who asks one of the first does not wait for the others to be read."""
    from mangonel.systems.filo.questions_fight import COMBAT, FIRE

    yield from (COMBAT, FIRE)

    from mangonel.systems.filo.questions_tests import RALLY, REACTION_CHARGE, ROUT

    yield from (REACTION_CHARGE, ROUT, RALLY)

    from mangonel.systems.filo.questions_after import INITIATIVE, LEADER, STATES, VICTORY

    yield from (LEADER, INITIATIVE, STATES, VICTORY)

"""All that ``mangonel odds`` can be asked about this game."""

from __future__ import annotations

from mangonel.systems.filo.questions_after import INITIATIVE, LEADER, STATES, VICTORY
from mangonel.systems.filo.questions_fight import COMBAT, FIRE
from mangonel.systems.filo.questions_tests import RALLY, REACTION_CHARGE, ROUT

__all__ = ["QUESTIONS"]

QUESTIONS = (COMBAT, FIRE, REACTION_CHARGE, ROUT, RALLY, LEADER, INITIATIVE, STATES, VICTORY)

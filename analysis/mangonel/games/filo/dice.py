"""Rolls of the game by subject: the situations that ``mangonel odds`` asks, each built once."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

from mangonel.engine.notes import counted
from mangonel.engine.rolls import Roll, cached
from mangonel.games.filo.combat import ATTACKERS, DEFENDERS, Combat, combat_situation, reaction_of
from mangonel.games.filo.rolls import (
    DIES,
    NOTHING,
    WOUNDED,
    Rally,
    Shot,
    faces_of_test,
    fate_situation,
    fire_situation,
    loss_situation,
    rally_situation,
    rout_situation,
)
from mangonel.games.filo.states import Unit, shooter_of
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.dice import Throw
from mangonel.rules.ruleset import Cell, RuleSet
from mangonel.rules.situation import Joint, Modifier, Situation, possible

__all__ = ["CAPTURED", "CHARGED", "DIES", "NOTHING", "PASSES", "PLAIN", "RALLIES", "ROUTS", "SHOTS", "VOIDED", "Rolls"]

SHOTS = (NO_EFFECT, "D", "Dr")
"""Results of a shot."""
PLAIN, CHARGED, VOIDED = range(3)
"""How a combat is fought: without a charge, with one, with one that a reaction charge has voided."""
ROUTS, PASSES, RALLIES, CAPTURED = "Dr", "passes", "rallies", "capturado"
"""Outcomes of a friend passed by a rout, of a reaction charge, of a rally, of a leader without a banner."""


class Rolls:
    """The rolls of a game under a rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules

    @cached
    def shot(self, shooters: tuple[Unit, ...], hexes: int, ground: tuple[str, ...], tests: bool) -> Roll | None:  # noqa: FBT001
        """Return a shot, None if the rules allow none; outcomes are its result and whether it tests leaders.

        It never does if not `tests`, so that there are fewer outcomes where the target has no leader.
        """
        situation = possible(partial(fire_situation, self.rules, Shot(shooters, hexes, ground)))
        if situation is None:
            return None
        nines = faces_of_test(self.rules) if tests else ()
        letters = zip(situation.faces, situation.giving(SHOTS).outcomes(), strict=True)
        faces = tuple((letter, die in nines) for die, letter in letters)
        outcomes = tuple((letter, nine) for nine in ((False, True) if tests else (False,)) for letter in SHOTS)
        cells = (("shots", shooter_of(self.rules, shooters[0]), str(hexes)),) * len(faces)
        tell = partial(_told, situation, f"at {counted(hexes, 'hex')}: ")
        return Roll("shot", faces, situation.table.thrown, tell, outcomes, cells)

    @cached
    def combat(
        self,
        attackers: tuple[Unit, ...],
        defenders: tuple[Unit, ...],
        way: int,
        tests: bool,  # noqa: FBT001
    ) -> Roll | None:
        """Return a combat that is fought in a `way`, None if the rules allow none.

        Outcomes are the results of defenders and attackers, and whether it tests leaders (never if not `tests`).
        """
        combat = Combat(attackers, defenders, charge=way != PLAIN)
        joint = possible(partial(combat_situation, self.rules, combat, reacted=way == VOIDED))
        if joint is None:
            return None
        nines = faces_of_test(self.rules) if tests else ()
        pairs, cells, *beside = self._results(joint.situation.modifier)
        faces = tuple((*pair, die in nines) for die, pair in zip(joint.faces, pairs, strict=True))
        table = joint.situation.table
        letters = ((*table.column_results.get(column, ()), NO_EFFECT) for column in joint.columns)
        outcomes = tuple(product(*letters, (False, True) if tests else (False,)))
        return Roll("combat", faces, table.thrown, partial(_told, joint, ""), outcomes, cells, beside=tuple(beside))

    @cached
    def _results(self, modifier: int) -> tuple[Any, ...]:
        """Return the results of both sides for each die of a combat with such modifiers in all, and their cells."""
        plain = Situation(self.rules.table("combat-results"), DEFENDERS, modifiers=(Modifier("all", modifier),))
        joint = Joint(plain, (DEFENDERS, ATTACKERS))
        return joint.outcomes(), *map(_cells, joint.readings)

    @cached
    def reaction(self, unit: Unit) -> Roll | None:
        """Return the reaction charge of a unit that is charged; None if it may not try."""
        situation = reaction_of(self.rules, unit)
        return None if situation is None else _yes_or_no("reaction charge", situation, PASSES)

    @cached
    def rally(self, rally: Rally) -> Roll:
        return _yes_or_no("rally", rally_situation(self.rules, rally), RALLIES)

    @cached
    def passed(self, quality: int) -> Roll:
        return _yes_or_no("passed by a rout", rout_situation(self.rules, quality=quality), ROUTS)

    @cached
    def leader(self) -> Roll:
        return _roll("leader", loss_situation(self.rules), (NOTHING, WOUNDED, DIES))

    @cached
    def fate(self) -> Roll:
        return _roll("leader without a banner", fate_situation(self.rules), (DIES, CAPTURED))


def _roll(name: str, situation: Situation, letters: tuple[str, ...]) -> Roll:
    table = situation.table
    faces = situation.giving(letters).outcomes()
    return Roll(name, faces, table.thrown, partial(_told, situation, ""), letters, _cells(situation))


def _cells(situation: Situation) -> tuple[Cell, ...]:
    table = situation.table
    return tuple((table.id, table.rows[situation.row(die) - 1], situation.column) for die in situation.faces)


def _yes_or_no(name: str, situation: Situation, letter: str) -> Roll:
    # Its table is made for one roll: no cell of the rules stands behind it.
    letters = (NO_EFFECT, letter)
    faces = situation.giving(letters).outcomes()
    return Roll(name, faces, situation.table.thrown, partial(_told, situation, ""), letters)


def _told(asked: Situation | Joint, before: str, die: Throw) -> str:
    """Return a throw in words: the dice, the modifiers, and the result."""
    situation = asked.situation if isinstance(asked, Joint) else asked

    def words(letter: str) -> str:
        # A result that is no letter in print is told by its meaning alone.
        meaning = situation.meaning(letter)
        return f"{letter} ({meaning})" if letter == NO_EFFECT or letter[:1].isupper() else meaning

    if isinstance(asked, Joint):
        sides = zip(asked.columns, asked.outcome(die), strict=True)
        return f"{before}{situation.steps(die)} -> " + ", ".join(f"{who}: {words(letter)}" for who, letter in sides)
    return f"{before}{situation.steps(die)} -> {words(asked.outcome(die))}"

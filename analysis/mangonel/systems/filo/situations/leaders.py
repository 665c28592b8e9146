"""Leaders: who is wounded, dies or is captured (7.5, Efecto sobre los jefes)."""

from __future__ import annotations

from fractions import Fraction

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.situation import Situation

__all__ = [
    "DIES",
    "NOTHING",
    "WOUNDED",
    "faces_of_test",
    "fate_situation",
    "leader_odds",
    "loss_situation",
    "risk_of_test",
]

NOTHING, WOUNDED, DIES = "RAS", "herido", "muere"
_FACES = {"nine": (9,), "nine-and-zero": (0, 9)}
_SIDES = 10


def loss_situation(rules: RuleSet) -> Situation:
    """Return the roll for a leader who is tested."""
    return Situation(rules.table("leader-loss"), "leader").giving((NOTHING, WOUNDED, DIES))


def fate_situation(rules: RuleSet) -> Situation:
    """Return the roll for a leader whose banner is gone."""
    return Situation(rules.table("leader-fate"), "leader")


def risk_of_test(rules: RuleSet) -> Fraction:
    """Return the chance that an unmodified die tests leaders; the option ``leader-test-face`` counts."""
    return Fraction(len(faces_of_test(rules)), _SIDES)


def faces_of_test(rules: RuleSet) -> tuple[int, ...]:
    """Return which unmodified dice test leaders; the option ``leader-test-face`` counts."""
    return _FACES[rules.choice("leader-test-face")]


def leader_odds(rules: RuleSet, *, rolls: int, wounded: bool = False, tested: bool = False) -> dict[str, Fraction]:
    """Return the exact odds of what becomes of a leader; a second wound is death.

    Parameters
    ----------
    rolls
        Shots at his unit and attacks that it makes.
    wounded
        Whether he is wounded already.
    tested
        Whether it is known that each of these rolls tests him.

    Raises
    ------
    DataError
        If there is no roll at all.
    """
    if rolls < 1:
        raise DataError("at least one roll puts a leader at risk", value=rolls)
    once, risk = loss_situation(rules).odds(), Fraction(1) if tested else risk_of_test(rules)
    hurt, dead = (risk * once.get(letter, Fraction(0)) for letter in (WOUNDED, DIES))
    fit, wound, gone = (Fraction(0), Fraction(1), Fraction(0)) if wounded else (Fraction(1), Fraction(0), Fraction(0))
    for _ in range(rolls):
        fit, wound, gone = (
            fit * (1 - hurt - dead),
            fit * hurt + wound * (1 - hurt - dead),
            gone + fit * dead + wound * (hurt + dead),
        )
    # Who was wounded before is not wounded by this.
    odds = {DIES: gone, WOUNDED: Fraction(0) if wounded else wound, NOTHING: wound if wounded else fit}
    return {letter: chance for letter, chance in odds.items() if chance}

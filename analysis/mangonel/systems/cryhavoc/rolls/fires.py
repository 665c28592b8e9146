"""Rolls of fire that several sequences make."""

from __future__ import annotations

from mangonel.engine.rolls import Roll
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.rolls.table_rolls import table_roll
from mangonel.systems.cryhavoc.situations.fire import (
    ARROWS_OUT,
    CATCHES,
    COMES_ROUND,
    HITS,
    KILLED,
    PUT_OUT,
    arrow_hit_situation,
    comes_round_situation,
    extinguish_situation,
    fire_situation,
)
from mangonel.tables.cells import NO_EFFECT

__all__ = ["BURNS_ON", "arrow_hit_roll", "comes_round_roll", "extinguish_roll", "fire_roll"]

BURNS_ON = "the fire burns on: it was not caused by arrows alone"
"""What a trace says where a result would have put out a fire of arrows only."""
_NAMES = {"arrow": "fire arrow", "oil": "oil barrel", "hand": "fire by hand", "spread": "spread of fire"}
"""What is rolled for, by the cause of a fire."""


def arrow_hit_roll(rules: RuleSet) -> Roll | None:
    """Return the roll to hit of a fire arrow, or None if it needs none; every code but 0 is a hit."""
    hit = arrow_hit_situation(rules)
    return None if hit is None else table_roll("fire arrow to hit", [hit], (NO_EFFECT, HITS))


def fire_roll(rules: RuleSet, cause: str, target: str | None = None) -> Roll:
    """Return the roll that sets something alight; a target without a column in the rules is refused (DataError)."""
    return table_roll(_NAMES[cause], [fire_situation(rules, cause=cause, target=target)], (NO_EFFECT, CATCHES))


def comes_round_roll(rules: RuleSet) -> Roll:
    """Return the roll of a stunned man whom fire reaches."""
    return table_roll("in the fire", [comes_round_situation(rules)], (COMES_ROUND, KILLED))


def extinguish_roll(rules: RuleSet) -> Roll:
    """Return one man's try to put a fire out."""
    return table_roll("putting out", [extinguish_situation(rules)], (NO_EFFECT, PUT_OUT, ARROWS_OUT))

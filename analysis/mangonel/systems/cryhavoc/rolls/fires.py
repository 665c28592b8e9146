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

__all__ = [
    "BURNS_ON",
    "arrow_hit_roll",
    "arrow_roll",
    "comes_round_roll",
    "extinguish_roll",
    "hand_roll",
    "oil_barrel_roll",
    "spread_roll",
]

BURNS_ON = "the fire burns on: it was not caused by arrows alone"
"""What a trace says where a result would have put out a fire of arrows only."""
_FIRE = (NO_EFFECT, CATCHES)
"""Results that set alight or not, by code."""


def arrow_hit_roll(rules: RuleSet) -> Roll | None:
    """Return the roll to hit of a fire arrow, or None if it needs none; every code but 0 is a hit."""
    hit = arrow_hit_situation(rules)
    return None if hit is None else table_roll("fire arrow to hit", [hit], (NO_EFFECT, HITS))


def arrow_roll(rules: RuleSet, target: str) -> Roll:
    """Return the roll of a fire arrow at a kind of target; a DataError if the rules have no column for it."""
    return table_roll("fire arrow", [fire_situation(rules, cause="arrow", target=target)], _FIRE)


def oil_barrel_roll(rules: RuleSet) -> Roll:
    """Return the roll of a barrel of oil on an engine."""
    return table_roll("oil barrel", [fire_situation(rules, cause="oil")], _FIRE)


def hand_roll(rules: RuleSet) -> Roll:
    """Return the roll of fire set by hand, where the rules want one."""
    return table_roll("fire by hand", [fire_situation(rules, cause="hand")], _FIRE)


def spread_roll(rules: RuleSet) -> Roll:
    """Return the roll of a fire that may spread to a neighbouring hex."""
    return table_roll("spread of fire", [fire_situation(rules, cause="spread")], _FIRE)


def comes_round_roll(rules: RuleSet) -> Roll:
    """Return the roll of a stunned man whom fire reaches."""
    return table_roll("in the fire", [comes_round_situation(rules)], (COMES_ROUND, KILLED))


def extinguish_roll(rules: RuleSet) -> Roll:
    """Return one man's try to put a fire out."""
    return table_roll("putting out", [extinguish_situation(rules)], (NO_EFFECT, PUT_OUT, ARROWS_OUT))

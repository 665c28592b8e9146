"""Rolls of fire that several sequences make."""

from __future__ import annotations

from mangonel.rules.ruleset import RuleSet
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
from mangonel.walks.rolls import Roll

__all__ = ["BURNS_ON", "arrow_hit_roll", "comes_round_roll", "extinguish_roll", "fire_roll"]

BURNS_ON = "the fire burns on: it was not caused by arrows alone"
"""Note of a trace where a result would have put out a fire of arrows only."""
_NAMES = {"arrow": "fire arrow", "oil": "oil barrel", "hand": "fire by hand", "spread": "spread of fire"}
"""Name of the roll, by the cause of a fire."""


def arrow_hit_roll(rules: RuleSet) -> Roll | None:
    """Return the roll to hit of a fire arrow; None if it needs none."""
    hit = arrow_hit_situation(rules)
    name = "fire arrow to hit"
    return None if hit is None else Roll.on(hit, name, outcomes=(NO_EFFECT, HITS), key=name)


def fire_roll(rules: RuleSet, cause: str, target: str | None = None) -> Roll:
    """Return the roll that sets something alight; a target without a column in the rules is refused (DataError)."""
    situation = fire_situation(rules, cause=cause, target=target)
    return Roll.on(situation, _NAMES[cause], outcomes=(NO_EFFECT, CATCHES), key=(_NAMES[cause], target))


def comes_round_roll(rules: RuleSet) -> Roll:
    """Return the roll of a stunned man whom fire reaches."""
    return Roll.on(comes_round_situation(rules), "in the fire", outcomes=(COMES_ROUND, KILLED), key="in the fire")


def extinguish_roll(rules: RuleSet) -> Roll:
    """Return one man's try to put a fire out."""
    outcomes = (NO_EFFECT, PUT_OUT, ARROWS_OUT)
    return Roll.on(extinguish_situation(rules), "putting out", outcomes=outcomes, key="putting out")

"""Riderless horses and draught animals as targets: the tables for mounted targets, without what befalls a rider."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from mangonel.errors import NoRollError
from mangonel.rules.effects import struck
from mangonel.rules.meanings import effect_text
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.effects import TARGET, Effect, effect_of
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.situation import Situation
from mangonel.tables.table import Table

__all__ = ["against_animal", "check_animals", "voided"]


def check_animals(rules: RuleSet) -> None:
    """Check that animals can be attacked: else the option ``horse-defence`` has it refused (DataError)."""
    if rules.choice("horse-defence") == "none":
        raise NoRollError("no attack on animals: they have no defence under this rule set")


def against_animal(rules: RuleSet, situation: Situation) -> Situation:
    """Return a roll against a mounted target in which nothing but the horse counts: its death, and a retreat."""
    table = situation.table
    effects = {letter: effect_of(rules, table.id, letter) for letter in table.results}
    killed = {letter: "horse killed" for letter, effect in effects.items() if effect.horse_killed}
    driven = {
        letter: effect_text(Effect(TARGET, retreat=effect.retreat), struck(table.form))
        for letter, effect in effects.items()
        if effect.side == TARGET and effect.retreat
    }
    void = {
        letter
        for letter, effect in effects.items()
        if effect.side == TARGET and not effect.horse_killed and not effect.retreat
    }
    return replace(situation, table=voided(table.with_texts(driven | killed), void))


def voided(table: Table, letters: Container[str]) -> Table:
    """Return a table in which some results have no effect."""
    cells = tuple(tuple(NO_EFFECT if cell in letters else cell for cell in entries) for entries in table.cells)
    return replace(table, cells=cells)

"""Levels of height, and what they change."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import inf
from typing import Final

from mangonel.press.blocks import Lines
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import MISSING
from mangonel.sheets.wanted import Asked
from mangonel.tables.cells import UNKNOWN
from mangonel.tables.merging import in_order
from mangonel.tables.table import Table

__all__ = ["HEIGHT_OPTIONS", "heights"]

HEIGHT_OPTIONS: Final = ("rubble-battlement-combat", "downward-radius", "siege-tower-shooter-cover")
"""Options whose values say what a height changes."""

_NAMES: Final = ("terrain", "rule_rows")


def heights(asked: Asked) -> Lines:
    """Return which place has which level, and what height does to melee and shots."""
    places: dict[str, list[str]] = {}
    # From the lowest up, those without a number after them.
    for place in sorted(in_order([_levels(rules).rows for rules in asked.sets]), key=partial(_height, asked.rules)):
        level = asked.both(partial(_level, asked), place)
        places.setdefault(level, []).append(asked.locale.first_word(_NAMES, place))
    lines = [(level, ", ".join(names)) for level, names in places.items() if level != UNKNOWN]
    if UNKNOWN in places:
        lines.append((UNKNOWN, asked.text("terrain.no_height", places=", ".join(places[UNKNOWN]))))
    lines.append(("", asked.text("terrain.one_level")))
    lines += [("", asked.sentence(name)) for name in HEIGHT_OPTIONS]
    return Lines(asked.title("tables", "elevation-base"), tuple(lines))


def _levels(rules: RuleSet) -> Table:
    return rules.table("elevation-" + rules.choice("elevation-levels"))


def _cell(rules: RuleSet, place: str) -> str:
    table = _levels(rules)
    return table.cells[table.row_index(place)][0] if place in table.rows else MISSING


def _height(rules: RuleSet, place: str) -> float:
    level = _cell(rules, place)
    return inf if level in {MISSING, UNKNOWN} else float(level)


def _level(asked: Asked, rules: RuleSet, place: str) -> str:
    cell = _cell(rules, place)
    if cell in {MISSING, UNKNOWN}:
        return cell
    level = Fraction(cell)
    return asked.locale.number(level, 0 if level.denominator == 1 else 1)

"""What a battle is won by, where the special rules of one are in force."""

from __future__ import annotations

from typing import Final

from mangonel.errors import UnknownCellError
from mangonel.press.blocks import Lines
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Footnotes
from mangonel.sheets.wanted import Asked
from mangonel.systems.filo.sheets.counting import lost
from mangonel.systems.filo.states import ON
from mangonel.systems.filo.victory import ahead_at_the_end
from mangonel.tables.cells import UNKNOWN

__all__ = ["victory_lines", "victory_options", "victory_tables"]

_OPTIONS: Final = ("al-andalus-leaves", "time-limit", "fled-points", "victory-seven")
_TABLES: Final = ("victory", "types")
_POINTS: Final = ("leader_killed", "leader_captured")
_KEPT: Final = ("al-nasir", "mujahids")
"""Special rules on who moves, which stand nowhere else."""

_SPECIAL: Final = {"de-rada": "de_rada_lost", "ruy-diaz": "ruy_diaz_lost"}


def victory_tables(rules: RuleSet) -> tuple[str, ...]:
    """Return the tables that victory is read from; none where it is not that battle."""
    return _TABLES if _is_the_battle(rules) else ()


def victory_options(asked: Asked) -> tuple[str, ...]:
    """Return the options that count for victory; none where it is not that battle."""
    return _OPTIONS if any(map(_is_the_battle, asked.sets)) else ()


def victory_lines(asked: Asked, notes: Footnotes) -> list[Lines]:
    """Return the points of a battle and how it ends; none where it is not that battle."""
    if not any(map(_is_the_battle, asked.sets)):
        return []

    def number(row: str) -> str:
        return asked.both(lambda rules: asked.locale.number(rules.table("victory").number(row)))

    points = [
        (value, asked.text("victory.unit_gone", units=asked.text("frame.comma").join(names)))
        for value, names in _by_points(asked, notes).items()
    ]
    points += [(number(row), asked.word("table_rows", row)) for row in _POINTS]
    points += [
        (number(row), asked.word("table_rows", row))
        for option, row in _SPECIAL.items()
        if any(rules.choice(option) == ON for rules in asked.sets)
    ]
    if any(rules.choice("al-andalus-leaves") == "leaves" for rules in asked.sets):
        points.append(
            (number("al_andalus_gone"), asked.text("victory.al_andalus_gone", units=number("al_andalus_units")))
        )
    turns, limits = number("turns"), {rules.choice("time-limit") for rules in asked.sets if _is_the_battle(rules)}
    if limits != {ON}:
        points.append((number("no_christian_win"), asked.text("victory.no_win", turns=turns)))
    ends = [
        f"{asked.rule('fled-points', titled=True)}.",
        asked.text("victory.outright"),
        asked.text("victory.at_once", points=number("ahead_at_once")),
    ]
    if ON in limits:
        needed = asked.both(lambda rules: asked.locale.number(ahead_at_the_end(rules)))
        ends.append(asked.text("victory.at_the_end", turns=turns, points=needed))
    ends += [
        f"{asked.rule(name, titled=True)}."
        for name in _KEPT
        if any(name in rules.options and rules.choice(name) == ON for rules in asked.sets)
    ]
    return [Lines(asked.text("victory.caption"), (*points, *(("", text) for text in ends)))]


def _is_the_battle(rules: RuleSet) -> bool:
    return rules.choice("al-andalus-leaves") == "leaves" or rules.choice("time-limit") == ON


def _by_points(asked: Asked, notes: Footnotes) -> dict[str, list[str]]:
    """Return the points for a unit that is eliminated, each with the types."""
    types: dict[str, list[str]] = {}

    def points(rules: RuleSet, kind: str) -> str:
        try:
            return asked.locale.number(rules.table("types").number(kind, "points"))
        except UnknownCellError:
            return f"{UNKNOWN}{lost(asked, rules, 'types', f'{kind}.points', notes).note}"

    for kind in asked.rules.table("types").rows:
        value = asked.both(points, kind)
        types.setdefault(value, []).append(asked.word("unit_types", kind))
    return types

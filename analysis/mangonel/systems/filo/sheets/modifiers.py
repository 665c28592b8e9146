"""What is added to the die of a combat and of a shot, as the rolls themselves add it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mangonel.errors import NoRollError, UnknownCellError
from mangonel.press.blocks import Column, Grid, Lines, Row
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import MISSING, Footnotes
from mangonel.sheets.asked import Asked
from mangonel.systems.filo.sheets.counting import number_cell
from mangonel.systems.filo.situations.combat import Combat, combat_situation
from mangonel.systems.filo.situations.fire import Shot, fire_situation
from mangonel.systems.filo.situations.scales import DEMORALISED, HORSEMEN, ON, ROUTED
from mangonel.systems.filo.situations.units import Unit
from mangonel.tables.merging import in_order

__all__ = ["combat_lines", "combat_values", "fire_lines", "ratio_grid", "unit", "valued_lines"]

_EVEN: Final = 4
"""Strength at which nothing is added to a shot, and the quality of units that are alike."""


def unit(kind: str, **rest: object) -> Unit:
    """Return a unit of a type like all others in sheets, but for what is said of it."""
    plain = Unit(kind, strength=_EVEN, quality=_EVEN, most=_EVEN, mounted=kind in HORSEMEN)
    return replace(plain, **rest)  # type: ignore[arg-type]


def _combats() -> dict[str, tuple[Combat, Combat]]:
    """Return for each modifier a combat with it and the same one without."""
    foot, riders, archers, shaken = unit("Mi"), unit("Ch"), unit("Ar"), unit("Mi", order=DEMORALISED)
    routed, rear = unit("Mi", order=ROUTED), frozenset({"rear"})

    def against(mine: tuple[Unit, ...], others: tuple[Unit, ...], *, charge: bool = False) -> Combat:
        return Combat(mine, others, charge)

    even, horse = against((foot,), (foot,)), against((riders,), (foot,))
    pair, facing = against((foot, foot), (foot,)), against((foot,), (foot, foot))
    return {
        "quality_better": (even.better(1), even),
        "quality_worse": (against((foot,), (unit("Mi", quality=_EVEN + 1),)), even),
        "charge_front": (replace(horse, charge=True), horse),
        "charge_rear": (against((replace(riders, words=rear),), (foot,), charge=True), horse),
        "rear": (against((replace(foot, words=rear),), (foot,)), even),
        "offensive_fire": (
            against((replace(archers, words=frozenset({"shot"})),), (foot,)),
            against((archers,), (foot,)),
        ),
        "attackers_some_demoralised": (against((foot, shaken), (foot,)), pair),
        "attackers_all_demoralised": (against((shaken,), (foot,)), even),
        "defenders_some_demoralised": (against((foot,), (foot, shaken)), facing),
        "defenders_all_demoralised": (against((foot,), (shaken,)), even),
        "defenders_some_routed": (against((foot,), (foot, routed)), facing),
        "defenders_all_routed": (against((foot,), (routed,)), even),
    }


def combat_values(rules: RuleSet) -> dict[str, int]:
    """Return what each modifier adds to the die of a combat, by its id; those that the rules lack are left out."""
    values = {}
    for name, (with_it, without) in _combats().items():
        try:
            values[name] = _sum(rules, with_it) - _sum(rules, without)
        except (NoRollError, UnknownCellError):
            continue
    value = rules.table("navas-modifiers").number
    if rules.choice("ruy-diaz") == ON:
        mine = replace(unit("Mi"), words=frozenset({"ruy_diaz"}))
        even, plain = Combat((unit("Mi"),), (unit("Mi"),)), unit("Mi")
        values["ruy_diaz"] = value("ruy_diaz")
        values["ruy_diaz_defends"] = _sum(rules, Combat((plain,), (mine,))) - _sum(rules, even)
    return {name: value for name, value in values.items() if value}


def _sum(rules: RuleSet, combat: Combat) -> int:
    return sum(modifier.value for modifier in combat_situation(rules, combat).situation.modifiers)


def combat_lines(asked: Asked) -> Lines:
    """Return what is added to the die of a combat, and what has tables of its own."""
    low, high = (asked.both(lambda rules, end=end: _limit(asked, rules, end)) for end in (0, 1))  # type: ignore[misc]
    lines = valued_lines(asked, [combat_values(rules) for rules in asked.sets])
    return Lines(
        asked.text("combat.added", low=low, high=high),
        (("+ \N{MINUS SIGN}", asked.text("combat.leaders")), *lines),
    )


def _limit(asked: Asked, rules: RuleSet, end: int) -> str:
    limit = rules.table("combat-results").limit
    return MISSING if limit is None else asked.signed(limit[end])


def valued_lines(asked: Asked, by_set: list[dict[str, int]]) -> tuple[tuple[str, str], ...]:
    """Return values with what they are for; where rule sets differ in one it has both."""
    names = in_order([tuple(values) for values in by_set])

    def said(values: dict[str, int], name: str) -> str:
        return asked.signed(values[name]) if name in values else asked.signed(0)

    arrow = " \N{RIGHTWARDS ARROW} "
    return tuple(
        (arrow.join(dict.fromkeys(said(values, name) for values in by_set)), asked.word("modifiers", name))
        for name in names
    )


def ratio_grid(asked: Asked, notes: Footnotes) -> Grid:
    """Return what the force ratio adds."""
    table = "combat-ratio"
    columns = in_order([rules.table(table).columns for rules in asked.sets])
    heads = tuple(
        Column(asked.text("combat.worse") if column == "worse" else column.replace("/", ":")) for column in columns
    )
    cells = tuple(number_cell(asked, table, "modifier", column, notes) for column in columns)
    return Grid(asked.text("combat.ratio"), heads, (Row("", cells),))


def fire_lines(asked: Asked) -> Lines:
    """Return what is added to the die of a shot."""
    by_set = [_fire_values(rules) for rules in asked.sets]
    return Lines(asked.text("shots.added"), (*valued_lines(asked, by_set), ("", asked.text("shots.terrain"))))


def _fire_values(rules: RuleSet) -> dict[str, int]:
    """Return what each modifier adds to the die of a shot, by its id."""
    plain = unit("Ab", mounted=False)
    cases = {
        "strength_under_4": replace(plain, most=_EVEN - 1),
        "strength_over_4": replace(plain, most=_EVEN + 1),
        "strength_over_8": replace(plain, most=2 * _EVEN + 1),
        "moved": replace(plain, words=frozenset({"moved"})),
        "shooter_demoralised": replace(plain, order=DEMORALISED),
        "shooter_mounted": replace(plain, mounted=True),
    }
    values = {}
    for name, shooter in cases.items():
        try:
            values[name] = fire_situation(rules, Shot((shooter,), 1)).modifier
        except (NoRollError, UnknownCellError):
            continue
    if rules.choice("navas-archers") == ON:
        values["archers"] = rules.table("navas-modifiers").number("archers")
    return {name: value for name, value in values.items() if value}

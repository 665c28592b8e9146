"""What is added to the die of a combat and of a shot, as the rolls themselves add it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import Final

from mangonel.errors import NoRollError, UnknownCellError
from mangonel.press.blocks import Column, Grid, Lines, Row
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import ARROW, MISSING, Footnotes
from mangonel.sheets.wanted import Asked
from mangonel.systems.filo.combat import Combat, combat_situation
from mangonel.systems.filo.rolls import Shot, fire_situation
from mangonel.systems.filo.sheets.counting import lost, number_cell, reading_of
from mangonel.systems.filo.states import DEMORALISED, HORSEMEN, ON, ROUTED, Unit
from mangonel.tables.cells import UNKNOWN
from mangonel.tables.merging import in_order

__all__ = ["combat_lines", "combat_values", "fire_lines", "ratio_grid", "unit", "valued_lines"]

_EVEN: Final = 4
"""Strength at which nothing is added to a shot, and the quality of units that are alike."""
_READINGS: Final = {
    "charge_rear": "rear-charge",
    "attackers_some_demoralised": "demoralised-attackers",
    "strength_over_8": "fire-strength-steps",
    "ruy_diaz_defends": "ruy-diaz-defence",
}
"""Options that say what a modifier adds."""


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


def combat_values(rules: RuleSet) -> dict[str, int | None]:
    """Return what each modifier adds to the die of a combat, by its id; None if it is lost.

    Those that the rules lack, and that come to nothing, are left out.
    """
    known = _without_gaps(rules, "combat-types", "combat-ratio")
    values: dict[str, int | None] = {}
    for name, (with_it, without) in _combats().items():
        try:
            values[name] = _sum(known, with_it) - _sum(known, without)
        except NoRollError:
            continue
        except UnknownCellError:
            values[name] = None
    value = rules.table("navas-modifiers").number
    if rules.choice("ruy-diaz") == ON:
        mine = replace(unit("Mi"), words=frozenset({"ruy_diaz"}))
        even, plain = Combat((unit("Mi"),), (unit("Mi"),)), unit("Mi")
        values["ruy_diaz"] = value("ruy_diaz")
        values["ruy_diaz_defends"] = _sum(known, Combat((plain,), (mine,))) - _sum(known, even)
    return {name: value for name, value in values.items() if value != 0}


def _without_gaps(rules: RuleSet, *names: str) -> RuleSet:
    """Return rules in which lost cells of some tables say what another one does: it falls out of a difference."""
    filled = {}
    for name in names:
        table = rules.table(name)
        cells = {f"{row}.{column}": table.printed(row, column) for row, column in product(table.rows, table.columns)}
        known = next((cell for cell in cells.values() if cell != UNKNOWN and not cell.isalpha()), None)
        if known is not None and UNKNOWN in cells.values():
            gaps = {place: known for place, cell in cells.items() if cell == UNKNOWN}
            filled[name] = replace(table.with_cells(gaps), cells_if=())
    return replace(rules, tables={**rules.tables, **filled}) if filled else rules


def _sum(rules: RuleSet, combat: Combat) -> int:
    return sum(modifier.value for modifier in combat_situation(rules, combat).situation.modifiers)


def combat_lines(asked: Asked, notes: Footnotes, *, brief: bool = False) -> Lines:
    """Return what is added to the die of a combat, and what has tables of its own."""
    low, high = (asked.both(partial(_limit, asked), end) for end in (0, 1))
    lines = [("+ \N{MINUS SIGN}", asked.text("combat.leaders"))]
    lines += valued_lines(asked, asked.answers(combat_values), "combat-modifiers", notes)
    if not brief:
        lines.append(("", asked.text("combat.several")))
    return Lines(asked.text("combat.added", low=low, high=high), tuple(lines))


def _limit(asked: Asked, rules: RuleSet, end: int) -> str:
    limit = rules.table("combat-results").limit
    return MISSING if limit is None else asked.signed(limit[end])


def valued_lines(
    asked: Asked, by_set: list[dict[str, int | None]], table: str, notes: Footnotes
) -> tuple[tuple[str, str], ...]:
    """Return values of a table with what they are for: both where rule sets differ in one.

    Lost ones and readings are marked.
    """
    names = in_order([tuple(values) for values in by_set])

    def said(rules: RuleSet, values: dict[str, int | None], name: str) -> str:
        value = values.get(name, 0)
        if value is not None:
            read = name in _READINGS and name in values
            sign = reading_of(asked, rules, _READINGS[name], notes) if read else ""
            return asked.signed(value) + sign
        return f"{UNKNOWN}{lost(asked, rules, table, f'{name}.value', notes).note}"

    def both(name: str) -> str:
        lines = (said(rules, values, name) for rules, values in zip(asked.sets, by_set, strict=True))
        return f" {ARROW} ".join(dict.fromkeys(lines))

    return tuple((both(name), asked.word("modifiers", name)) for name in names)


def ratio_grid(asked: Asked, notes: Footnotes) -> Grid:
    """Return what the force ratio adds."""
    table = "combat-ratio"
    columns = in_order([rules.table(table).columns for rules in asked.sets])
    heads = tuple(
        Column(asked.text("combat.worse") if column == "worse" else column.replace("/", ":") + "+" * (not place))
        for place, column in enumerate(columns)
    )
    cells = tuple(number_cell(asked, table, "modifier", column, notes) for column in columns)
    return Grid(asked.text("combat.ratio"), heads, (Row("", cells),))


def fire_lines(asked: Asked, notes: Footnotes) -> Lines:
    """Return what is added to the die of a shot."""
    lines = valued_lines(asked, [_fire_values(rules) for rules in asked.sets], "fire-modifiers", notes)
    return Lines(asked.text("shots.added"), (*lines, ("+ \N{MINUS SIGN}", asked.text("shots.terrain"))))


def _fire_values(rules: RuleSet) -> dict[str, int | None]:
    """Return what each modifier adds to the die of a shot, by its id; None if it is lost."""
    known = _without_gaps(rules, "shots")
    plain = unit("Ab", mounted=False)
    cases = {
        "strength_under_4": replace(plain, most=_EVEN - 1),
        "strength_over_4": replace(plain, most=_EVEN + 1),
        "strength_over_8": replace(plain, most=2 * _EVEN + 1),
        "moved": replace(plain, words=frozenset({"moved"})),
        "shooter_demoralised": replace(plain, order=DEMORALISED),
        "shooter_mounted": replace(plain, mounted=True),
    }
    values: dict[str, int | None] = {}
    for name, shooter in cases.items():
        try:
            values[name] = fire_situation(known, Shot((shooter,), 1)).modifier
        except NoRollError:
            continue
        except UnknownCellError:
            values[name] = None
    if rules.choice("navas-archers") == ON:
        values["archers"] = rules.table("navas-modifiers").number("archers")
    return {name: value for name, value in values.items() if value != 0}

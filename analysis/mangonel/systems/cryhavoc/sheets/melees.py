"""Sheets of the combat tables: odds by column, ground, joint attacks."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mangonel.errors import NoRollError
from mangonel.press.blocks import Block, Column, Grid, Lines, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer
from mangonel.sheets.as_printed import table_grid
from mangonel.sheets.frame import make_sheet
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.ground import terrain_signs
from mangonel.systems.cryhavoc.rolls import melee_situation
from mangonel.systems.cryhavoc.sheets.measures import Measure, letters_of, measures, reading
from mangonel.tables.merging import in_order
from mangonel.tables.situation import Situation

__all__ = [
    "EXAMPLE",
    "GROUND_OPTIONS",
    "MELEE_AT_PLAY",
    "MELEE_OPTIONS",
    "OUTSIDE",
    "example_fight",
    "further_shifts",
    "melee_grid",
    "melee_rows",
    "melee_sheet",
    "shift_grid",
    "sign_text",
]

MELEE_OPTIONS = ("column-above-12-1", "shift-order")
MELEE_AT_PLAY = ("sub-one-to-one-odds", "column-below-1-1")
_FOOT = ("joint-bonus-number",)
_MOUNTED = ("mounted-two-hexes",)
GROUND_OPTIONS = ("ladder-combat-sign", "tower-door-sign", "siege-tower-top-sign", "rubble-sign", "window-combat")
_SIGN_TEXT: Final = {"-": "\N{MINUS SIGN}"}
OUTSIDE: Final = "attacked-from-outside"
"""Table of places whose attackers from outside have a sign of their own."""

_SIGN_ORDER: Final = ("+", "0", "-", "impossible")
EXAMPLE: Final = (24, 7)
"""The published example: attack 24 against defence 7."""


def melee_sheet(asked: Asked, *, mounted: bool) -> Sheet:
    """Return the sheet of attacks on men on foot or mounted men."""
    table = "melee-mounted" if mounted else "melee-foot"
    shown = measures(asked, table)
    side: list[Block] = [
        shift_grid(asked),
        Lines(asked.text("melee.more_shifts"), further_shifts(asked, mounted=mounted)),
        Lines(asked.text("melee.signs"), _sign_lines(asked)),
    ]
    if asked.view == "outcomes":
        side.append(Lines(asked.text("frame.results"), asked.results(table, letters_of(asked, table))))
    return make_sheet(
        asked,
        table,
        how=_how(asked, table, shown, mounted=mounted),
        main=[melee_grid(asked, mounted=mounted)],
        side=side,
        tables=lambda _rules: [table, "terrain-shift", "joint-attack", "panicked", "terrain"],
        at_play=MELEE_AT_PLAY,
        options=(*MELEE_OPTIONS, *(_MOUNTED if mounted else _FOOT), *GROUND_OPTIONS),
    )


def melee_grid(asked: Asked, *, mounted: bool, caption: str = "") -> Grid:
    """Return the results of attacks on men on foot or mounted men, by column."""
    table = "melee-mounted" if mounted else "melee-foot"
    columns = in_order([rules.table(table).columns for rules in asked.sets])
    rows = melee_rows(asked, table, measures(asked, table), columns)
    if asked.view == "table":
        # In one grid, so that one reads down from a chance to its faces of the die.
        printed = table_grid(asked, table)
        rows += tuple(replace(row, group=printed.corner[1]) for row in printed.rows)
    heads = tuple(Column(column, asked.text("melee.column")) for column in columns)
    return Grid(caption, heads, rows, ("", asked.text("frame.result")))


def melee_rows(
    asked: Asked, table: str, shown: tuple[Measure, ...], columns: list[str], group: str = ""
) -> tuple[Row, ...]:
    """Return a row for each thing that the view counts, over the columns of a combat table."""

    def answers(one: Measure, column: str) -> list[Answer]:
        return [
            one.of_roll(place, Situation(rules.table(table), column)) if column in rules.table(table).columns else None
            for place, rules in enumerate(asked.sets)
        ]

    return tuple(
        Row(
            measure.label,
            tuple(asked.cell(answers(measure, column), measure.kind) for column in columns),
            group or measure.mark,
        )
        for measure in shown
    )


def sign_text(asked: Asked, sign: str) -> str:
    """Return a terrain sign as it stands on the sheet."""
    return _SIGN_TEXT.get(sign, sign) if sign in ("-", "0", "+") else asked.word("signs", sign)


def shift_grid(asked: Asked) -> Grid:
    """Return how many columns an attack is moved for the signs of both grounds."""
    signs = in_order([rules.table("terrain-shift").columns for rules in asked.sets])
    rows = in_order([rules.table("terrain-shift").rows for rules in asked.sets])

    def moved(rules: RuleSet, row: str, column: str) -> str | None:
        table = rules.table("terrain-shift")
        there = row in table.rows and column in table.columns
        return asked.signed(table.number(row, column)) if there else None

    return Grid(
        asked.text("melee.shifts"),
        tuple(Column(sign_text(asked, sign), asked.text("melee.defender")) for sign in signs),
        tuple(
            Row(sign_text(asked, row), tuple(asked.cell(asked.answers(moved, row, sign)) for sign in signs))
            for row in rows
        ),
        ("", asked.text("melee.attacker")),
    )


def further_shifts(asked: Asked, *, mounted: bool) -> tuple[tuple[str, str], ...]:
    """Return the columns moved for all else."""

    def joint(rules: RuleSet) -> str:
        return asked.signed(rules.table("joint-attack").number("mounted" if mounted else "foot"))

    def panicked(rules: RuleSet) -> str:
        known = rules.choice("panic-rule") != "none"
        return asked.signed(rules.table("panicked").number("column_shift") if known else 0)

    nothing = asked.signed(0)
    entries = ((asked.both(joint), asked.text("melee.joint")), (asked.both(panicked), asked.text("melee.panicked")))
    # What moves no column under any of the rules says nothing.
    return (*(entry for entry in entries if entry[0] != nothing), ("", asked.text("melee.added_up")))


def _sign_lines(asked: Asked) -> tuple[tuple[str, str], ...]:
    """Return which ground has which sign; ground with two of them, or another under the other rules, in both lines."""
    places: dict[str, list[str]] = {sign: [] for sign in _SIGN_ORDER}
    for terrain in in_order([rules.table("terrain").rows for rules in asked.sets]):
        signs_by_set = [
            set(terrain_signs(rules, terrain)) for rules in asked.sets if terrain in rules.table("terrain").rows
        ]
        name = asked.word("terrain", terrain)
        outside = any(terrain in rules.table(OUTSIDE).rows for rules in asked.sets)
        starred = outside or len(signs_by_set[0]) > 1 or any(signs != signs_by_set[0] for signs in signs_by_set)
        for sign, names in places.items():
            if any(sign in signs for signs in signs_by_set):
                names.append(f"{name}*" if starred else name)
    lines = [(sign_text(asked, sign), ", ".join(names)) for sign, names in places.items() if names]
    return (*lines, ("*", asked.text("melee.starred")))


def example_fight(rules: RuleSet, *, mounted: bool) -> Situation:
    """Return the fight of the published example under a rule set."""
    attack, defence = EXAMPLE
    return melee_situation(rules, attack=attack, defence=defence, mounted=mounted)


def _how(asked: Asked, table: str, shown: tuple[Measure, ...], *, mounted: bool) -> tuple[str, ...]:
    attack, defence = EXAMPLE
    try:
        roll = example_fight(asked.rules, mounted=mounted)
    except NoRollError:
        return (asked.text("melee.how"),)
    example = asked.text("melee.example", attack=attack, defence=defence, column=roll.final_column)
    return (asked.text("melee.how"), f"{example} {reading(asked, table, roll, shown)}")

"""Sheets of the combat tables: odds by column, ground, joint attacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mangonel.errors import NoRollError
from mangonel.press.blocks import Column, Grid, Row
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.building import column_grid
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.sheets.measures import Measure, letters_of, measured_rows, measures, reading
from mangonel.systems.cryhavoc.situations.ground import terrain_signs
from mangonel.systems.cryhavoc.situations.melee import melee_situation
from mangonel.tables.situation import Situation

__all__ = ["EXAMPLE", "OUTSIDE", "example_fight", "melee_rows", "sign_text"]

_SIGN_TEXT: Final = {"-": "\N{MINUS SIGN}", "0": "0", "+": "+"}
OUTSIDE: Final = "attacked-from-outside"
"""Table of places whose attackers from outside have a sign of their own."""

EXAMPLE: Final = (24, 7)
"""The published example: attack 24 against defence 7."""


def results(asked: Asked, table: str) -> tuple[tuple[str, str], ...]:
    """Return the results of a table with their meanings."""
    return asked.results(table, letters_of(asked, table))


def melee_grid(asked: Asked, table: str) -> Grid:
    """Return the results of attacks by column, on men on foot or mounted men."""
    columns = asked.columns(table)
    rows = melee_rows(asked, table, measures(asked, table), columns)
    if asked.view == "table":
        # In one grid, so that one reads down from a chance to its faces of the die.
        printed = column_grid(asked, table)
        rows += tuple(replace(row, group=printed.corner[1]) for row in printed.rows)
    heads = tuple(Column(column, asked.text("melee.column")) for column in columns)
    return Grid("", heads, rows, ("", asked.text("frame.result")))


def melee_rows(
    asked: Asked, table: str, shown: Sequence[Measure], columns: Sequence[str], group: str = ""
) -> tuple[Row, ...]:
    """Return a row for each thing that the view counts, over the columns of a combat table."""

    def roll(rules: RuleSet, column: str) -> Situation | None:
        known = rules.table(table)
        return Situation(known, column) if column in known.columns else None

    return measured_rows(asked, shown, [asked.answers(roll, column) for column in columns], group)


def sign_text(asked: Asked, sign: str) -> str:
    """Return a terrain sign as it stands on the sheet."""
    return _SIGN_TEXT.get(sign) or asked.word("signs", sign)


def further_shifts(asked: Asked, target: str) -> list[tuple[str, str]]:
    """Return the columns moved for all else than the ground, on ``foot`` or ``mounted`` men."""

    def panicked(rules: RuleSet) -> str:
        known = rules.choice("panic-rule") != "none"
        return asked.signed(rules.table("panicked").number("column_shift") if known else 0)

    entries = [
        (asked.both(lambda rules: asked.signed(rules.table("joint-attack").number(target))), asked.text("melee.joint")),
        (asked.both(panicked), asked.text("melee.panicked")),
    ]
    # What moves no column under any of the rules says nothing.
    return [entry for entry in entries if entry[0] != asked.signed(0)]


def all_shifts(asked: Asked) -> list[tuple[str, str]]:
    """Return the same for both kinds of target; what holds for one of them only says for which."""
    foot, mounted = further_shifts(asked, "foot"), further_shifts(asked, "mounted")
    lines = [
        (term, text if (term, text) in other else asked.named(asked.text(f"aid.{name}"), text))
        for mine, other, name in ((foot, mounted, "foot"), (mounted, foot, "mounted"))
        for term, text in mine
    ]
    return list(dict.fromkeys(lines))


def sign_lines(asked: Asked) -> list[tuple[str, str]]:
    """Return which ground has which sign; ground with two of them, or another under the other rules, in both lines."""
    places: dict[str, list[str]] = {sign: [] for sign in ("+", "0", "-", "impossible")}
    for terrain in asked.rows("terrain"):
        signs_by_set = [
            set(terrain_signs(rules, terrain)) for rules in asked.sets if terrain in rules.table("terrain").rows
        ]
        outside = any(terrain in rules.table(OUTSIDE).rows for rules in asked.sets)
        starred = outside or len(signs_by_set[0]) > 1 or any(signs != signs_by_set[0] for signs in signs_by_set)
        for sign, names in places.items():
            if any(sign in signs for signs in signs_by_set):
                names.append(asked.word("terrain", terrain) + "*" * starred)
    return [(sign_text(asked, sign), ", ".join(names)) for sign, names in places.items() if names]


def example_fight(rules: RuleSet, *, mounted: bool) -> Situation:
    """Return the fight of the published example under a rule set."""
    attack, defence = EXAMPLE
    return melee_situation(rules, attack=attack, defence=defence, mounted=mounted)


def melee_example(asked: Asked, table: str) -> str:
    """Return the published example, read from the sheet."""
    attack, defence = EXAMPLE
    try:
        roll = example_fight(asked.rules, mounted=table == "melee-mounted")
    except NoRollError:
        return ""
    example = asked.text("melee.example", attack=attack, defence=defence, column=roll.final_column)
    return f"{example} {reading(asked, table, roll, measures(asked, table))}"

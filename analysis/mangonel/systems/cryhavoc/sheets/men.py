"""Sheets about men after the fight: healing and panic."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

from mangonel.press.blocks import Column, Grid, Lines, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Chance
from mangonel.sheets.as_printed import column_grid
from mangonel.sheets.asked import Asked
from mangonel.sheets.frame import make_sheet
from mangonel.sheets.tries import tries_cells
from mangonel.systems.cryhavoc.men.wounds import (
    DIES,
    NEVER,
    healing_odds,
    healing_situation,
    panic_effect,
    panic_situation,
)
from mangonel.systems.cryhavoc.sheets.measures import measures
from mangonel.tables.cells import NO_EFFECT

__all__ = ["PANICS", "back_within", "healing_days", "healing_sheet", "panic_chance", "panic_sheet"]

_DAYS_A_TURN: Final = 3
_SECOND: Final = "healing-croisades-reroll"
_DEATHS: Final = (1, 2, 3, 4, 5, 6)
_ROUT: Final = "R"
PANICS: Final = f"P/{_ROUT}"
"""What the results of panic and of rout begin with."""


def healing_sheet(asked: Asked) -> Sheet:
    """Return the sheet of healing: when a wounded man is back."""
    days = healing_days(asked)
    words = [word for word in (NEVER, DIES) if any(word in healing_odds(rules) for rules in asked.sets)]

    def on(rules: RuleSet, day: int) -> Answer:
        return Chance("", _by_day(rules).get(day, Fraction(0)))

    def by(rules: RuleSet, day: int) -> Answer:
        return Chance("", back_within(rules, day))

    def ends(rules: RuleSet, word: str) -> Answer:
        return Chance("", healing_odds(rules).get(word, Fraction(0)))

    rows = [
        Row(
            asked.text("healing.day", day=asked.locale.number(day)),
            (
                asked.cell([on(rules, day) for rules in asked.sets], "out"),
                asked.cell([by(rules, day) for rules in asked.sets], "out"),
            ),
        )
        for day in days
    ]
    blank = asked.words(lambda _rules: "\N{EN DASH}")
    rows += [
        Row(asked.text(f"healing.{word}"), (asked.cell([ends(rules, word) for rules in asked.sets], "nothing"), blank))
        for word in words
    ]
    main = [
        Grid(
            "",
            (Column(asked.text("healing.on")), Column(asked.text("healing.by"))),
            tuple(rows),
            ("", asked.text("healing.when")),
        )
    ]
    if asked.view == "table":
        main += _printed(asked)
    middle = days[len(days) // 2]
    example = asked.text("healing.example", day=middle, chance=asked.spoken(back_within(asked.rules, middle)))
    die = asked.both(lambda rules: asked.text("frame.die", faces=healing_situation(rules).table.die))
    return make_sheet(
        asked,
        "healing",
        how=(asked.text("healing.how", die=die), example),
        main=main,
        side=[],
        tables=_healing_tables,
        at_play=("healing-who-rolls",),
        options=("healing-table",),
    )


def _printed(asked: Asked) -> list[Grid]:
    """Return the tables as printed, of two rule sets all that either has, with its name."""
    found: dict[str, Grid] = {}
    for rules, name in zip(asked.sets, asked.short_names(), strict=True):
        one = Asked((rules,), asked.locale, asked.view)
        for table in _healing_tables(rules):
            grid = column_grid(one, table, list(rules.table(table).columns), "healing_columns", "healing_cells")
            caption = asked.text("healing.second") if table == _SECOND else grid.caption
            found[f"{rules.digest} {table}"] = replace(
                grid, caption=asked.named(name, caption) if len(asked.sets) > 1 else caption
            )
    return list(found.values())


def back_within(rules: RuleSet, days: int) -> Fraction:
    """Return the chance that a wounded man is back within so many days."""
    return sum((chance for day, chance in _by_day(rules).items() if day <= days), Fraction(0))


def healing_days(asked: Asked) -> list[int]:
    """Return the days on which a wounded man may be back."""
    return sorted({day for rules in asked.sets for day in _by_day(rules)})


def panic_sheet(asked: Asked) -> Sheet:
    """Return the sheet of panic after a death."""
    table = "panic"
    shown = measures(asked, table)

    found = [panic_odds(rules) for rules in asked.sets]
    chances = Grid(
        asked.text("panic.one_death"),
        (Column(asked.text("frame.chance")),),
        tuple(
            Row(
                one.label,
                (
                    asked.cell(
                        [None if odds is None else one.of(place, odds) for place, odds in enumerate(found)], one.kind
                    ),
                ),
                one.mark,
            )
            for one in shown
        ),
        (asked.text("frame.result"), ""),
    )

    def any_rout(rules: RuleSet) -> Fraction | None:
        odds = panic_odds(rules)
        if odds is None:
            return None
        return sum((chance for letter, chance in odds.items() if panic_effect(letter)[1]), Fraction(0))

    several = Grid(
        asked.text("panic.several"),
        tuple(Column(asked.locale.number(count), asked.text("panic.deaths")) for count in _DEATHS),
        (
            Row(asked.text("panic.any"), tries_cells(asked, panic_chance, _DEATHS, PANICS)),
            Row(asked.text("panic.rout"), tries_cells(asked, any_rout, _DEATHS, _ROUT)),
        ),
    )
    main = [chances, several]
    if asked.view == "table":
        main.insert(1, column_grid(asked, table, list(asked.rules.table(table).columns), "panic_columns"))
    numbers = [
        (asked.both(lambda rules, one=name: asked.locale.number(rules.table("panicked").number(one))), f"panic.{name}")  # type: ignore[misc]
        for name in ("radius", "retreat", "calm")
    ]
    shift = asked.both(lambda rules: asked.locale.signed(rules.table("panicked").number("column_shift")))
    first = panic_chance(asked.rules)
    example = "" if first is None else asked.text("panic.example", chance=asked.spoken(first))
    return make_sheet(
        asked,
        "panic",
        how=tuple(part for part in (asked.text("panic.how"), example) if part),
        main=main,
        side=[
            Lines(
                asked.text("panic.then"),
                (*((number, asked.text(key)) for number, key in numbers), (shift, asked.text("panic.column_shift"))),
            ),
        ],
        tables=lambda _rules: [table, "panicked"],
        options=("panic-rule", "second-panic", "panicked-reach"),
        # There is no attacker for whom a result could be better.
        at_least="views.at-least-more",
    )


def panic_odds(rules: RuleSet) -> dict[str, Fraction] | None:
    """Return the odds after a death, None where nobody panics."""
    return None if rules.choice("panic-rule") == "none" else panic_situation(rules).odds()


def panic_chance(rules: RuleSet) -> Fraction | None:
    """Return the chance that anybody panics after a death, None where nobody panics."""
    odds = panic_odds(rules)
    return None if odds is None else 1 - odds.get(NO_EFFECT, Fraction(0))


def _by_day(rules: RuleSet) -> dict[int, Fraction]:
    """Return the chance of each day on which a wounded man is back."""
    days = _DAYS_A_TURN if rules.choice("healing-table") == "croisades" else 1
    return {int(when) * days: chance for when, chance in healing_odds(rules).items() if when.isdecimal()}


def _healing_tables(rules: RuleSet) -> list[str]:
    if rules.choice("healing-table") == "croisades":
        return ["healing-croisades", _SECOND]
    return ["healing-d10"]

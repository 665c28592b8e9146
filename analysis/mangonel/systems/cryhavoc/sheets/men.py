"""Sheets about men after the fight: healing and panic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Final

from mangonel.press.blocks import Cell, Column, Grid, Lines, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Chance
from mangonel.sheets.as_printed import column_grid
from mangonel.sheets.frame import make_sheet
from mangonel.sheets.tries import Try, Way, faces_of, tries_cells, tries_columns
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.rolls import (
    DIES,
    NEVER,
    REROLL,
    healing_odds,
    healing_situation,
    panic_effect,
    panic_situation,
    reroll_situation,
)
from mangonel.systems.cryhavoc.sheets.measures import measures
from mangonel.tables.cells import NO_EFFECT

__all__ = [
    "PANICS",
    "PANIC_OPTIONS",
    "back_within",
    "healing_days",
    "healing_die",
    "healing_sheet",
    "healing_tables",
    "panic_sheet",
    "panicking",
]

PANIC_OPTIONS: Final = {"second-panic": "panic-rule", "panicked-reach": "panic-rule"}
"""Options that say nothing where nobody panics."""

_DAYS_A_TURN: Final = 3
_SECOND: Final = "healing-croisades-reroll"
_DEATHS: Final = (1, 2, 3, 4, 5, 6)
_ROUT: Final = "R"
PANICS: Final = f"P/{_ROUT}"
"""What the results of panic and of rout begin with."""


def healing_sheet(asked: Asked) -> Sheet:
    """Return the sheet of healing: when a wounded man is back."""
    days = healing_days(asked)
    die = healing_die(asked)
    words = [word for word in (NEVER, DIES) if any(word in healing_odds(rules) for rules in asked.sets)]

    def on(rules: RuleSet, result: str) -> Answer:
        healed = _healed(rules, result)
        return healed.rolled(asked) if asked.view == "faces" else Chance("", healed.chance)

    def by(rules: RuleSet, day: int) -> Answer:
        return Chance("", back_within(rules, day))

    def row(label: str, of: Callable[[RuleSet], str], kind: str, within: Cell) -> Row:
        return Row(label, (asked.cell([on(rules, of(rules)) for rules in asked.sets], kind), within))

    rows = [
        row(
            asked.text("healing.day", day=asked.locale.number(day)),
            partial(_after, day),
            "nothing",
            asked.cell(asked.answers(by, day), "nothing"),
        )
        for day in days
    ]
    blank = asked.words(lambda _rules: "\N{EN DASH}")
    rows += [
        row(asked.text(f"healing.{word}"), lambda _rules, word=word: word, kind, blank)  # type: ignore[misc]
        for word, kind in ((NEVER, "wounded"), (DIES, "out"))
        if word in words
    ]
    on_day = die if asked.view == "faces" else asked.text("healing.on")
    columns = (Column(on_day), Column(asked.counted(asked.text("healing.by"))))
    main = [Grid("", columns, tuple(rows), ("", asked.text("healing.when")))]
    if asked.view == "table":
        main += _printed(asked)
    middle = days[len(days) // 2]
    example = asked.text("healing.example", day=middle, chance=asked.spoken(back_within(asked.rules, middle)))
    return make_sheet(
        asked,
        "healing",
        how=(asked.text("healing.how", die=die), example),
        main=main,
        side=[],
        tables=healing_tables,
        at_play=("healing-who-rolls",),
        options=("healing-table",),
    )


def _printed(asked: Asked) -> list[Grid]:
    """Return the tables as printed, of two rule sets all that either has, with its name."""
    grids: dict[str, Grid] = {}
    for rules, name in zip(asked.sets, asked.short_names(), strict=True):
        single = Asked((rules,), asked.locale, asked.view)
        for table in healing_tables(rules):
            grid = column_grid(single, table, list(rules.table(table).columns), "healing_columns", "healing_cells")
            caption = asked.text("healing.second") if table == _SECOND else grid.caption
            grids[f"{rules.digest} {table}"] = replace(
                grid, caption=asked.named(name, caption) if len(asked.sets) > 1 else caption
            )
    return list(grids.values())


def healing_die(asked: Asked) -> str:
    """Return the die of the first roll for healing."""
    return asked.both(lambda rules: asked.text("frame.die", faces=healing_situation(rules).table.die))


def back_within(rules: RuleSet, days: int) -> Fraction:
    """Return the chance that a wounded man is back within so many days."""
    return sum((chance for day, chance in _by_day(rules).items() if day <= days), Fraction(0))


def _after(day: int, rules: RuleSet) -> str:
    """Return the result of the healing table that brings a man back on a day; another text if none does."""
    return str(Fraction(day, _days_a_number(rules)))


def _healed(rules: RuleSet, result: str) -> Try:
    """Return how a roll for healing comes to a result, in a second roll too."""
    first = healing_situation(rules)
    ways: list[Way] = [(faces,)] if (faces := faces_of(first, result)) else []
    again = faces_of(first, REROLL)
    if again and (faces := faces_of(reroll_situation(rules), result)):
        ways.append((again, faces))
    return Try(healing_odds(rules).get(result, Fraction(0)), tuple(ways))


def healing_days(asked: Asked) -> list[int]:
    """Return the days on which a wounded man may be back."""
    return sorted({day for rules in asked.sets for day in _by_day(rules)})


def panic_sheet(asked: Asked) -> Sheet:
    """Return the sheet of panic after a death."""
    table = "panic"
    shown = measures(asked, table)

    panic_chances = [None if _nobody(rules) else panic_situation(rules) for rules in asked.sets]
    chances = Grid(
        asked.text("panic.one_death"),
        (Column(asked.die(table) if asked.view == "faces" else asked.text("frame.chance")),),
        tuple(
            Row(measure.label, (asked.cell(measure.of_rolls(panic_chances), measure.kind),), measure.mark)
            for measure in shown
        ),
        (asked.text("frame.result"), ""),
    )

    several = Grid(
        asked.text("panic.several"),
        tries_columns(asked, _DEATHS, asked.text("panic.deaths"), asked.die(table)),
        (
            Row(asked.text("panic.any"), tries_cells(asked, panicking, _DEATHS, PANICS)),
            Row(asked.text("panic.rout"), tries_cells(asked, _routing, _DEATHS, _ROUT)),
        ),
    )
    main = [chances, several]
    if asked.view == "table":
        main.insert(1, column_grid(asked, table, list(asked.rules.table(table).columns), "panic_columns"))

    def number(rules: RuleSet, name: str) -> str:
        return asked.locale.number(rules.table("panicked").number(name))

    numbers = [(asked.both(number, name), f"panic.{name}") for name in ("radius", "retreat", "calm")]
    shift = asked.both(lambda rules: asked.locale.signed(rules.table("panicked").number("column_shift")))
    first = panicking(asked.rules)
    example = "" if first is None else asked.text("panic.example", chance=asked.spoken(first.chance))
    return make_sheet(
        asked,
        "panic",
        how=tuple(part for part in (asked.text("panic.how"), example) if part),
        main=main,
        side=[
            Lines(
                asked.text("panic.then"),
                (
                    *((number, asked.text(key)) for number, key in numbers),
                    (shift, asked.text("panic.column_shift")),
                    *(("", asked.text(f"panic.{rule}")) for rule in ("keep_away", "routed")),
                ),
            )
        ],
        tables=lambda _rules: [table, "panicked"],
        options=("panic-rule", *PANIC_OPTIONS),
        within=PANIC_OPTIONS,
        # There is no attacker for whom a result could be better.
        at_least="views.at-least-more",
    )


def panicking(rules: RuleSet) -> Try | None:
    """Return one roll after a death as a try to make anybody panic or rout, None where nobody panics."""
    return _hit(rules, routs=False)


def _routing(rules: RuleSet) -> Try | None:
    return _hit(rules, routs=True)


def _hit(rules: RuleSet, *, routs: bool) -> Try | None:
    if _nobody(rules):
        return None
    roll = panic_situation(rules)
    odds = roll.odds()
    letters = [letter for letter in odds if letter != NO_EFFECT and (panic_effect(letter)[1] or not routs)]
    return Try(sum((odds[letter] for letter in letters), Fraction(0)), ((faces_of(roll, *letters),),))


def _nobody(rules: RuleSet) -> bool:
    """Return whether nobody panics under a rule set."""
    return rules.choice("panic-rule") == "none"


def _by_day(rules: RuleSet) -> dict[int, Fraction]:
    """Return the chance of each day on which a wounded man is back."""
    days = _days_a_number(rules)
    return {int(when) * days: chance for when, chance in healing_odds(rules).items() if when.isdecimal()}


def _days_a_number(rules: RuleSet) -> int:
    """Return how many days the numbers of the healing table stand for."""
    return _DAYS_A_TURN if rules.choice("healing-table") == "croisades" else 1


def healing_tables(rules: RuleSet) -> list[str]:
    """Return the tables of the rolls for healing."""
    if rules.choice("healing-table") == "croisades":
        return ["healing-croisades", _SECOND]
    return ["healing-d10"]

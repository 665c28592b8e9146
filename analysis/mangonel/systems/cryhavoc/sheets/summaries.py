"""The one-page summary: the numbers that are asked for most."""

from __future__ import annotations

from itertools import chain
from typing import Final

from mangonel.errors import NoRollError
from mangonel.locales import capital
from mangonel.press.blocks import Column, Grid, Row
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Chance
from mangonel.sheets.tries import tries_grid
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.men.outcomes import NAMED_OUTCOMES, named_outcome, worst_first
from mangonel.systems.cryhavoc.sheets.measures import Measure, letters_of, named_measures
from mangonel.systems.cryhavoc.sheets.melees import EXAMPLE, example_fight, melee_rows
from mangonel.systems.cryhavoc.sheets.missiles import covers, missile_rows
from mangonel.systems.cryhavoc.sheets.works import (
    PANICS,
    at_least,
    back_within,
    damage_chance,
    fire_cases,
    panicking,
    toppling,
)
from mangonel.systems.cryhavoc.situations.walls import DAMAGE, TOPPLED, breach_count
from mangonel.systems.cryhavoc.told_tables import points_label

__all__ = []

_HURT: Final = NAMED_OUTCOMES[:2]
_TRIES: Final = (1, 2, 3)
_ROLLS: Final = (1, 8, 12)
_DAYS: Final = (3, 6, 9)


def summary_melee(asked: Asked) -> Grid:
    """Return the outcomes by name of both combat tables."""
    tables = ("melee-foot", "melee-mounted")
    columns = asked.columns(*tables)
    rows = (
        row
        for table in tables
        for row in melee_rows(asked, table, _named(asked, table), columns, asked.text(f"summary.{table}"))
    )
    heads = tuple(Column(column, asked.text("melee.column")) for column in columns)
    return Grid("", heads, tuple(rows), (asked.text("summary.target"), asked.text("frame.result")))


def summary_example(asked: Asked) -> str:
    """Return one fight read from the first grid."""
    try:
        roll = example_fight(asked.rules, mounted=False)
    except NoRollError:
        return ""
    measure = next(measure for measure in _named(asked, "melee-foot") if measure.of_roll(0, roll).chance)
    answer = measure.of_roll(0, roll)
    attack, defence = EXAMPLE
    return asked.text(
        "summary.example",
        attack=attack,
        defence=defence,
        column=roll.final_column,
        target=asked.text("summary.melee-foot"),
        outcome=f"{measure.label} ({answer.mark})",
        chance=asked.spoken(answer.chance),
    )


def _named(asked: Asked, table: str) -> tuple[Measure, ...]:
    """Return the outcomes by name, what befalls the attacker in one."""
    # Every cell has its letters: without them in the headings of rows the page has room for the rest.
    measures = named_measures(asked, table, lettered=False)
    target, attacker = (
        [measure for measure in measures if (measure.kind == "attacker") is own] for own in (False, True)
    )
    if not attacker:
        return tuple(target)
    counted = (
        worst_first(rules, table, chain.from_iterable(parts))
        for rules, *parts in zip(asked.sets, *(measure.letters for measure in attacker), strict=True)
    )
    return (*target, Measure("", asked.text("summary.attacker"), "attacker", tuple(counted)))


def summary_missiles(asked: Asked) -> Grid:
    """Return the chances that shots kill, stun or wound."""
    wanted, columns = [], []
    for table in ("missile-foot", "missile-mounted"):
        hurt = _hurt(asked, table)
        for cover in covers(asked, table):
            wanted.append((table, cover, hurt))
            columns.append(Column(asked.word("cover_columns", cover), asked.text(f"summary.{table}-cover")))
    corner = (asked.text("missile.weapon"), asked.text("missile.range"))
    return Grid("", tuple(columns), missile_rows(asked, wanted), corner)


def _hurt(asked: Asked, table: str) -> Measure:
    """Return the results that kill, stun or wound."""
    letters = letters_of(asked, table)

    def hurts(rules: RuleSet, letter: str) -> bool:
        return letter in rules.table(table).result_codes and named_outcome(rules, table, letter) in _HURT

    counted = tuple(tuple(letter for letter in letters if hurts(rules, letter)) for rules in asked.sets)
    # Results stand from the worst to the best: where the worst ones are counted, the best of them says it.
    worst = all(mine == letters[: len(mine)] for mine in counted) and len(set(counted)) == 1
    return Measure(f"{counted[0][-1]}+" if worst and counted[0] else "", "", "out", counted)


def summary_battering(asked: Asked) -> Grid:
    """Return the chance of damage in one roll, and of a breach in several."""
    columns = asked.columns("battering")

    def breach(rules: RuleSet, column: str, rolls: int) -> Answer:
        chance = damage_chance(rules, column)
        if chance is None:
            return None
        # A breach, which no single roll brings, has no letter.
        return Chance("", at_least(breach_count(rules), rolls, chance)) if rolls > 1 else Chance(DAMAGE, chance)

    def label(rolls: int) -> str:
        return capital(asked.text("summary.damage") if rolls == 1 else asked.text("summary.breach", rolls=rolls))

    rows = (
        Row(label(rolls), tuple(asked.cell(asked.answers(breach, column, rolls), "out") for column in columns))
        for rolls in _ROLLS
    )
    heads = (Column(points_label(columns, column), asked.text("battering.points")) for column in columns)
    return Grid("", tuple(heads), tuple(rows))


def summary_tries(asked: Asked) -> Grid:
    """Return the chances that grow with the number of tries: fire, and ladders."""

    def label(key: str, case: str | list[str]) -> str:
        if isinstance(case, str):
            return asked.text(case) if key == "fire.lighting" else asked.named(asked.text(key), asked.text(case))
        # The first target of a class stands for the others in a small grid.
        name = asked.word("targets", case[0])
        return asked.named(asked.text(key), asked.text("summary.likes", target=name) if len(case) > 1 else name)

    # What harms nobody has no shade.
    rows = [
        ("", capital(label(key, case)), ask, "/".join(letters), "nothing" if key == "fire.putting_out" else "out")
        for key, case, ask, letters in fire_cases(asked)
        if case != "fire.hand"
    ]
    rows.append(("", capital(asked.text("ladders.topple")), toppling, TOPPLED, "out"))
    return tries_grid(asked, _TRIES, rows, asked.text("fire.tries"), asked.die("fire"))


def summary_men(asked: Asked) -> Grid:
    """Return when wounded men are back, and how likely men panic."""

    def within(rules: RuleSet, days: int) -> Answer:
        return Chance("", back_within(rules, days))

    def panic(rules: RuleSet) -> Answer:
        odds = panicking(rules)
        return None if odds is None else Chance(PANICS, odds.chance)

    rows = [
        asked.row(capital(asked.text("summary.back", days=asked.number(days))), within, (days,), "nothing")
        for days in _DAYS
    ]
    rows.append(Row(capital(asked.text("summary.panic")), (asked.cell(asked.answers(panic), "out"),)))
    return Grid("", (Column(asked.text("frame.chance")),), tuple(rows))

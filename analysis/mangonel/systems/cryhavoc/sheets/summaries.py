"""The one-page summary: the numbers that are asked for most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import Final

from mangonel.errors import NoRollError
from mangonel.locales import capital
from mangonel.press.blocks import Column, Grid, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Chance, Footnotes
from mangonel.sheets.frame import make_sheet
from mangonel.sheets.tries import Try, tries_cells
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.fire_and_walls import CATCHES, DAMAGE, TOPPLED, breach_count
from mangonel.systems.cryhavoc.outcomes import NAMED_OUTCOMES, named_outcome, worst_first
from mangonel.systems.cryhavoc.sheets.breaches import at_least, damage_chance, points_label
from mangonel.systems.cryhavoc.sheets.fires import PUTS_OUT, arrow_targets, lighting, putting_out
from mangonel.systems.cryhavoc.sheets.ladders import toppling
from mangonel.systems.cryhavoc.sheets.measures import Measure, letters_of, named_measures
from mangonel.systems.cryhavoc.sheets.melees import EXAMPLE, example_fight, melee_rows
from mangonel.systems.cryhavoc.sheets.men import PANICS, back_within, panicking
from mangonel.systems.cryhavoc.sheets.missiles import covers, missile_rows
from mangonel.tables.merging import in_order

__all__ = ["summary_sheet"]

_OPTIONS = (
    "missile-ranges",
    "mounted-heavy-cover",
    "sub-one-to-one-odds",
    "between-columns",
    "fire-arrow-to-hit",
    "ladder-climb-and-cross",
    "healing-table",
    "panic-rule",
)
_HURT: Final = NAMED_OUTCOMES[:2]
_TRIES: Final = (1, 2, 3)
_ROLLS: Final = (1, 8, 12)
_DAYS: Final = (3, 6, 9)
_Ask = Callable[[RuleSet], Try | None]


def summary_sheet(asked: Asked) -> Sheet:
    """Return the sheet with the numbers of all tables that are asked for most."""
    notes = Footnotes()
    return make_sheet(
        asked,
        "summary",
        how=(asked.text("summary.how"), *_example(asked)),
        main=[_melee(asked), _missiles(asked, notes)],
        side=[_battering(asked), _tries(asked), _men(asked)],
        tables=lambda rules: [
            "melee-foot",
            "melee-mounted",
            "missile-foot",
            "missile-mounted",
            f"ranges-{rules.choice('missile-ranges')}",
            "battering",
            "fire",
            "ladder-topple",
            "healing-croisades" if rules.choice("healing-table") == "croisades" else "healing-d10",
            "panic",
        ],
        options=_OPTIONS,
        notes=notes,
        brief=True,
    )


def _melee(asked: Asked) -> Grid:
    tables = ("melee-foot", "melee-mounted")
    columns = in_order([rules.table(table).columns for table in tables for rules in asked.sets])
    rows = [
        row
        for table in tables
        for row in melee_rows(asked, table, _named(asked, table), columns, asked.text(f"summary.{table}"))
    ]
    return Grid(
        asked.text("summary.melee"),
        tuple(Column(column, asked.text("melee.column")) for column in columns),
        tuple(rows),
        (asked.text("summary.target"), asked.text("frame.result")),
    )


def _example(asked: Asked) -> tuple[str, ...]:
    """Return one fight read from the first grid."""
    try:
        roll = example_fight(asked.rules, mounted=False)
    except NoRollError:
        return ()
    odds = roll.odds()
    shown = _named(asked, "melee-foot")
    asked_measure = next(measure for measure in shown if measure.of(0, odds).chance)
    answer = asked_measure.of(0, odds)
    attack, defence = EXAMPLE
    return (
        asked.text(
            "summary.example",
            attack=attack,
            defence=defence,
            column=roll.final_column,
            target=asked.text("summary.melee-foot"),
            outcome=f"{asked_measure.label} ({answer.mark})",
            chance=asked.spoken(answer.chance),
        ),
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
    counted = [
        worst_first(rules, table, chain.from_iterable(parts))
        for rules, *parts in zip(asked.sets, *(measure.letters for measure in attacker), strict=True)
    ]
    return (*target, Measure("", asked.text("summary.attacker"), "attacker", tuple(counted)))


def _missiles(asked: Asked, notes: Footnotes) -> Grid:
    wanted, columns = [], []
    for mounted, table in ((False, "missile-foot"), (True, "missile-mounted")):
        hurt = _hurt(asked, table)
        for cover in covers(asked, mounted=mounted):
            wanted.append((mounted, cover, hurt))
            columns.append(Column(asked.word("cover_columns", cover), asked.text(f"summary.{table}-cover")))
    corner = (asked.text("missile.weapon"), asked.text("missile.range"))
    rows = missile_rows(asked, wanted, notes)
    return Grid(asked.text("summary.missiles"), tuple(columns), rows, corner)


def _hurt(asked: Asked, table: str) -> Measure:
    """Return the results that kill, stun or wound."""
    letters = letters_of(asked, table)
    counted = tuple(
        tuple(
            letter
            for letter in letters
            if letter in rules.table(table).result_codes and named_outcome(rules, table, letter) in _HURT
        )
        for rules in asked.sets
    )
    # Results stand from the worst to the best: where the worst ones are counted, the best of them says it.
    worst = all(mine == letters[: len(mine)] for mine in counted) and len(set(counted)) == 1
    return Measure(f"{counted[0][-1]}+" if worst and counted[0] else "", "", "out", counted)


def _battering(asked: Asked) -> Grid:
    columns = in_order([rules.table("battering").columns for rules in asked.sets])

    def breach(rules: RuleSet, column: str, rolls: int) -> Answer:
        chance = damage_chance(rules, column)
        if chance is None:
            return None
        # A breach, which no single roll brings, has no letter.
        if rolls > 1:
            return Chance("", at_least(breach_count(rules), rolls, chance))
        return Chance(DAMAGE, chance)

    return Grid(
        asked.text("summary.battering"),
        tuple(Column(points_label(columns, column), asked.text("battering.points")) for column in columns),
        tuple(
            Row(
                capital(asked.text("summary.damage") if rolls == 1 else asked.text("summary.breach", rolls=rolls)),
                tuple(asked.cell(asked.answers(breach, column, rolls), "out") for column in columns),
            )
            for rolls in _ROLLS
        ),
    )


def _tries(asked: Asked) -> Grid:
    """Return the chances that grow with the number of tries: fire, and ladders."""
    out = asked.text("fire.putting_out")
    # What harms nobody has no shade.
    cases: list[tuple[str, _Ask, str, str]] = [
        (asked.text("fire.spread"), partial(lighting, cause="spread"), CATCHES, "out"),
        (asked.text("fire.oil_barrel"), partial(lighting, cause="oil"), CATCHES, "out"),
    ]
    cases += [
        (
            asked.named(asked.text("fire.arrow"), _short(asked, targets)),
            partial(lighting, cause="arrow", target=targets[0]),
            CATCHES,
            "out",
        )
        for targets in arrow_targets(asked)
    ]
    cases += [
        (
            asked.named(out, asked.text(f"fire.{key}")),
            partial(putting_out, arrows_only=only),
            "/".join(letters),
            "nothing",
        )
        for key, only, letters in (("arrow_fire", True, PUTS_OUT), ("other_fire", False, PUTS_OUT[:1]))
    ]
    cases.append((asked.text("ladders.topple"), toppling, TOPPLED, "out"))
    return Grid(
        asked.text("summary.tries"),
        tuple(Column(asked.locale.number(count), asked.text("fire.tries")) for count in _TRIES),
        tuple(Row(capital(label), tries_cells(asked, ask, _TRIES, mark, kind)) for label, ask, mark, kind in cases),
    )


def _short(asked: Asked, targets: Sequence[str]) -> str:
    """Return the first target of a class, which stands for the others in a small grid."""
    name = asked.word("targets", targets[0])
    return asked.text("summary.likes", target=name) if len(targets) > 1 else name


def _men(asked: Asked) -> Grid:
    def within(rules: RuleSet, days: int) -> Answer:
        return Chance("", back_within(rules, days))

    def panic(rules: RuleSet) -> Answer:
        odds = panicking(rules)
        return None if odds is None else Chance(PANICS, odds.chance)

    rows = [
        Row(
            capital(asked.text("summary.back", days=asked.locale.number(days))),
            (asked.cell(asked.answers(within, days), "nothing"),),
        )
        for days in _DAYS
    ]
    rows.append(Row(capital(asked.text("summary.panic")), (asked.cell(asked.answers(panic), "out"),)))
    return Grid(asked.text("summary.men"), (Column(asked.text("frame.chance")),), tuple(rows))

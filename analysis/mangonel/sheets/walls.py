"""The sheet of the battering table: stone throwers and rams against walls."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import count
from math import comb
from typing import Final, TypeAlias

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import MISSING, Answer, Chance
from mangonel.sheets.as_printed import table_grid
from mangonel.sheets.asked import Asked
from mangonel.sheets.blocks import Cell, Column, Grid, Lines, Row, Sheet
from mangonel.sheets.examples import reading
from mangonel.sheets.frame import make_sheet
from mangonel.sheets.measures import Measure, measures
from mangonel.systems.cryhavoc.situations.walls import batter_situation, breach_count, damage_odds, machine_points
from mangonel.tables.cells import read_whole
from mangonel.tables.merging import in_order

__all__ = ["DAMAGE", "at_least", "battering_sheet", "damage_chance", "points_label", "ram_turns", "rolls_for"]

_START: Final = "ram-every-second-turn-start"
_OPTIONS = (
    "tower-keep-minus-one",
    "ram-rate",
    _START,
    "ram-tower-minus-one",
    "ram-bombarded-wall-minus-one",
    "ram-against-keep",
    "inner-wall-d-count",
    "engine-repair",
    "keep-bombardment-condition",
)
DAMAGE: Final = "D"
_ROLLS: Final = (4, 5, 6, 8, 10, 12, 15, 20, 25, 30)
_SURE: Final = (Fraction(1, 2), Fraction(9, 10))
_TARGETS: Final = ("wall", "tower")
_TURNS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20)
_EVERY_SECOND: Final = "every-second-turn"
_Chances: TypeAlias = tuple[Fraction | None, ...]


def battering_sheet(asked: Asked) -> Sheet:
    """Return the sheet of the battering table."""
    table = "battering"
    shown = measures(asked, table)
    columns = in_order([rules.table(table).columns for rules in asked.sets])
    main = [
        _one_roll(asked, shown, columns),
        _breach_grid(asked, columns),
        _until_grid(asked, columns),
        _ram_grid(asked),
    ]
    if asked.view == "table":
        main.insert(1, table_grid(asked, table))
    side = [
        Lines(asked.text("battering.engines"), _engines(asked)),
        Lines(asked.text("battering.breach"), _breaches(asked)),
    ]
    points = [read_whole(column.rstrip("+")) for column in asked.rules.table(table).columns]
    middle = points[len(points) // 2]
    roll = batter_situation(asked.rules, points=middle)
    example = asked.text("battering.example", points=middle, column=points_label(columns, roll.final_column))
    return make_sheet(
        asked,
        table,
        how=(asked.text("battering.how"), f"{example} {reading(asked, table, roll, shown, face=8)}"),
        main=main,
        side=side,
        tables=lambda _rules: [table, "battering-modifiers", "machine-points", "breach"],
        at_play=("between-columns",),
        options=[name for name in _OPTIONS if name != _START or any(map(_every_second, asked.sets))],
    )


def _one_roll(asked: Asked, shown: Sequence[Measure], columns: list[str]) -> Grid:
    """Return the chances of one roll on each column, against towers too where they have chances of their own."""

    def odds(rules: RuleSet, column: str, target: str) -> dict[str, Fraction] | None:
        if column not in rules.table("battering").columns:
            return None
        return batter_situation(rules, points=read_whole(column.rstrip("+")), target=target).odds()

    by_target = {
        target: {column: [odds(rules, column, target) for rules in asked.sets] for column in columns}
        for target in _TARGETS
    }
    points = asked.text("battering.points")
    one = all(found == by_target[_TARGETS[0]] for found in by_target.values())
    places = [(target, column) for target in _TARGETS[: 1 if one else None] for column in columns]

    def cell(measure: Measure, target: str, column: str) -> Cell:
        found = by_target[target][column]
        answers = [None if one is None else measure.of(place, one) for place, one in enumerate(found)]
        return asked.cell(answers, measure.kind)

    return Grid(
        asked.text("battering.one_roll"),
        tuple(
            Column(
                points_label(columns, column), points if one else asked.named(points, asked.text(f"battering.{target}"))
            )
            for target, column in places
        ),
        tuple(Row(measure.label, tuple(cell(measure, *place) for place in places), measure.mark) for measure in shown),
        (asked.text("frame.result"), ""),
    )


def at_least(wanted: int, rolls: int, chance: Fraction) -> Fraction:
    """Return the chance of at least so many successes in so many rolls."""
    failed = 1 - chance
    return 1 - sum(
        (comb(rolls, k) * chance**k * failed ** (rolls - k) for k in range(min(wanted, rolls + 1))), Fraction(0)
    )


def rolls_for(wanted: int, chance: Fraction, sure: Fraction) -> int | None:
    """Return after how many rolls so many successes are as likely as `sure`, None if they never are."""
    if not chance:
        return None
    return next(rolls for rolls in count(wanted) if at_least(wanted, rolls, chance) >= sure)


def damage_chance(rules: RuleSet, column: str, target: str = "wall") -> Fraction | None:
    """Return the chance that one roll of stone throwers on a column damages the wall, None if there is no such roll."""
    if column not in rules.table("battering").columns:
        return None
    try:
        return damage_odds(batter_situation(rules, points=read_whole(column.rstrip("+")), target=target))
    except DataError:
        return None


def points_label(columns: Sequence[str], column: str) -> str:
    """Return how a column of the battering table is headed: only the highest one is open, whichever was so in print."""
    return f"{column.rstrip('+')}{'+' if column == columns[-1] else ''}"


def ram_turns(rules: RuleSet, turns: int) -> int:
    """Return how often a ram rolls in so many turns."""
    if not _every_second(rules):
        return turns
    waits = rules.choice("ram-every-second-turn-start") == "second-turn"
    return (turns + (0 if waits else 1)) // 2


def _every_second(rules: RuleSet) -> bool:
    return rules.choice("ram-rate") == _EVERY_SECOND


def _breach_grid(asked: Asked, columns: list[str]) -> Grid:
    """Return the chance of a breach within n rolls of stone throwers, by column."""

    def within(rules: RuleSet, column: str, target: str, rolls: int) -> Answer:
        chance = damage_chance(rules, column, target)
        return None if chance is None else Chance("", at_least(breach_count(rules), rolls, chance))

    rows = [
        Row(
            points_label(columns, column),
            tuple(
                asked.cell([within(rules, column, target, rolls) for rules in asked.sets], "out") for rolls in _ROLLS
            ),
            asked.text(f"battering.{target}"),
        )
        for target in _TARGETS
        for column in columns
    ]
    needed = asked.both(lambda rules: asked.locale.number(breach_count(rules)))
    return Grid(
        asked.text("battering.within_rolls", count=needed),
        tuple(Column(asked.locale.number(rolls), asked.text("battering.rolls")) for rolls in _ROLLS),
        tuple(rows),
        (asked.text("battering.target"), asked.text("battering.points")),
    )


def _until_grid(asked: Asked, columns: list[str]) -> Grid:
    """Return after how many rolls a breach has become likely, by the damage that is still needed."""
    most = max(breach_count(rules) for rules in asked.sets)
    cases = [(needed, sure) for needed in range(most, 0, -1) for sure in _SURE]

    def rolls(rules: RuleSet, column: str, target: str, case: tuple[int, Fraction]) -> str | None:
        chance = damage_chance(rules, column, target)
        found = None if chance is None else rolls_for(case[0], chance, case[1])
        return None if found is None else asked.locale.number(found)

    rows = [
        Row(
            points_label(columns, column),
            tuple(asked.cell([rolls(rules, column, target, case) for rules in asked.sets]) for case in cases),
            asked.text(f"battering.{target}"),
        )
        for target in _TARGETS
        for column in columns
    ]
    return Grid(
        asked.text("battering.until"),
        tuple(
            Column(asked.locale.percentage(asked.locale.number(100 * sure)), f"{asked.locale.number(needed)} {DAMAGE}")
            for needed, sure in cases
        ),
        tuple(rows),
        (asked.text("battering.target"), asked.text("battering.points")),
    )


def _ram_grid(asked: Asked) -> Grid:
    """Return the chance that a ram breaches a wall within n turns, by the damage that is still needed."""
    most = max(breach_count(rules) for rules in asked.sets)

    def answers(chances: _Chances, needed: int, turns: int) -> list[Answer]:
        return [
            None if chance is None else Chance("", at_least(needed, ram_turns(rules, turns), chance))
            for rules, chance in zip(asked.sets, chances, strict=True)
        ]

    rows = [
        Row(
            asked.locale.number(needed),
            tuple(asked.cell(answers(chances, needed, turns), "out") for turns in _TURNS),
            ", ".join(asked.text(f"battering.{name}") for name in names),
        )
        for chances, names in _ram_targets(asked).items()
        for needed in range(most, 0, -1)
    ]
    return Grid(
        asked.text("battering.ram"),
        tuple(Column(asked.locale.number(turns), asked.text("battering.turns")) for turns in _TURNS),
        tuple(rows),
        (asked.text("battering.target"), asked.text("battering.needed")),
    )


def _ram_targets(asked: Asked) -> dict[_Chances, list[str]]:
    """Return what a ram may batter, by the chance of damage; targets with the same chance stand together."""

    def chance(rules: RuleSet, target: str, *, bombarded: bool) -> Fraction | None:
        try:
            points = machine_points(rules, "ram")
            return damage_odds(batter_situation(rules, points=points, ram=True, bombarded=bombarded, target=target))
        except DataError:
            return None

    cases = {"wall": ("wall", False), "bombarded": ("wall", True), "tower_only": ("tower", False)}
    found: dict[_Chances, list[str]] = {}
    for name, (target, bombarded) in {**cases, "keep_only": ("keep", False)}.items():
        chances = tuple(chance(rules, target, bombarded=bombarded) for rules in asked.sets)
        if any(one is not None for one in chances):
            found.setdefault(chances, []).append(name)
    return found


def _engines(asked: Asked) -> tuple[tuple[str, str], ...]:
    names = in_order([rules.table("machine-points").rows for rules in asked.sets])

    def points(rules: RuleSet, name: str) -> str:
        there = name in rules.table("machine-points").rows
        return asked.locale.number(machine_points(rules, name)) if there else MISSING

    def line(name: str) -> tuple[str, str]:
        return asked.both(lambda rules: points(rules, name)), asked.word("engines", name)

    return tuple(line(name) for name in names)


def _breaches(asked: Asked) -> tuple[tuple[str, str], ...]:
    def outer(rules: RuleSet) -> str:
        return asked.locale.number(breach_count(rules))

    def inner(rules: RuleSet) -> str:
        return asked.locale.number(breach_count(rules, inner=True))

    return (
        (asked.both(outer), f"{asked.text('battering.outer')}, {asked.text('battering.tower')}"),
        (asked.both(inner), asked.text("battering.inner")),
        ("", asked.text("battering.same_points")),
        ("", asked.text("battering.one_a_day")),
    )

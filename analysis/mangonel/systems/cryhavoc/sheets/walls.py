"""The sheet of the battering table: stone throwers and rams against walls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mangonel.errors import NoRollError
from mangonel.press.blocks import Block, Cell, Column, Grid, Lines, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import MISSING
from mangonel.sheets.as_printed import table_grid
from mangonel.sheets.frame import make_sheet
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.fire_and_walls import batter_situation, breach_count, machine_points
from mangonel.systems.cryhavoc.sheets.breaches import (
    RAM_START,
    TARGETS,
    breach_grid,
    every_second,
    points_label,
    ram_grid,
    until_grid,
)
from mangonel.systems.cryhavoc.sheets.measures import Measure, measures, reading
from mangonel.tables.cells import read_whole
from mangonel.tables.merging import in_order
from mangonel.tables.situation import Situation

__all__ = ["BATTERING_OPTIONS", "battering_sheet"]

BATTERING_OPTIONS = (
    "tower-keep-minus-one",
    "ram-rate",
    RAM_START,
    "ram-tower-minus-one",
    "ram-bombarded-wall-minus-one",
    "ram-against-keep",
    "inner-wall-d-count",
    "engine-repair",
    "keep-bombardment-condition",
)


def battering_sheet(asked: Asked) -> Sheet:
    """Return the sheet of the battering table."""
    table = "battering"
    shown = measures(asked, table)
    columns = in_order([rules.table(table).columns for rules in asked.sets])
    main = [_one_roll(asked, shown, columns), breach_grid(asked, columns), ram_grid(asked)]
    if asked.view == "table":
        labels = tuple(Column(points_label(columns, column)) for column in columns)
        main.insert(1, replace(table_grid(asked, table), columns=labels))
    side: list[Block] = [
        until_grid(asked, columns),
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
        options=[name for name in BATTERING_OPTIONS if name != RAM_START or any(map(every_second, asked.sets))],
    )


def _one_roll(asked: Asked, shown: Sequence[Measure], columns: list[str]) -> Grid:
    """Return the chances of one roll on each column, against towers too where they have chances of their own."""

    def roll(rules: RuleSet, column: str, target: str) -> Situation | None:
        try:
            return batter_situation(rules, points=read_whole(column.rstrip("+")), target=target)
        except NoRollError:
            return None

    by_target = {
        target: {column: [roll(rules, column, target) for rules in asked.sets] for column in columns}
        for target in TARGETS
    }
    points = asked.text("battering.points")

    def said(target: str) -> list[object]:
        situations = (situation for column in columns for situation in by_target[target][column])
        return [
            None if situation is None else situation.outcomes() if asked.view == "faces" else situation.odds()
            for situation in situations
        ]

    alike = all(said(target) == said(TARGETS[0]) for target in TARGETS)
    places = [(target, column) for target in TARGETS[: 1 if alike else None] for column in columns]

    def cell(measure: Measure, target: str, column: str) -> Cell:
        return asked.cell(measure.of_rolls(by_target[target][column]), measure.kind)

    return Grid(
        asked.text("battering.one_roll"),
        tuple(
            Column(
                points_label(columns, column),
                points if alike else asked.named(points, asked.text(f"battering.{target}")),
            )
            for target, column in places
        ),
        tuple(Row(measure.label, tuple(cell(measure, *place) for place in places), measure.mark) for measure in shown),
        (asked.text("frame.result"), ""),
    )


def _engines(asked: Asked) -> tuple[tuple[str, str], ...]:
    names = in_order([rules.table("machine-points").rows for rules in asked.sets])

    def points(rules: RuleSet, name: str) -> str:
        there = name in rules.table("machine-points").rows
        return asked.locale.number(machine_points(rules, name)) if there else MISSING

    def line(name: str) -> tuple[str, str]:
        return asked.both(points, name), asked.word("engines", name)

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
        ("", asked.text("battering.walls_said")),
    )

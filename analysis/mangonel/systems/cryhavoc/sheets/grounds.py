"""The sheet of the ground: what it costs, what cover and what sign it gives."""

from __future__ import annotations

from mangonel.press.blocks import Cell, Column, Grid, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.frame import make_sheet
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.ground import terrain_signs
from mangonel.systems.cryhavoc.missiles import terrain_covers
from mangonel.systems.cryhavoc.sheets.by_ground import cost_lines, plain_cost, starred
from mangonel.systems.cryhavoc.sheets.heights import heights
from mangonel.systems.cryhavoc.sheets.melees import OUTSIDE, sign_text
from mangonel.tables.merging import in_order

__all__ = ["COVER_OPTIONS", "terrain_sheet"]

COVER_OPTIONS = ("mantlet-cover", "slope-cover", "scrub-crossing-cover", "spiral-stairs")
_OPTIONS = (
    *COVER_OPTIONS,
    "ladder-combat-sign",
    "tower-door-sign",
    "siege-tower-top-sign",
    "rubble-sign",
    "window-combat",
)


def terrain_sheet(asked: Asked) -> Sheet:
    """Return the sheet of the terrain table as the options have it."""
    rows = in_order([rules.table("terrain").rows for rules in asked.sets])

    def cover(rules: RuleSet, row: str) -> str | None:
        if row not in rules.table("terrain").rows:
            return None
        return _two(asked, row, [asked.word("covers", cover_name) for cover_name in terrain_covers(rules, row)])

    def sign(rules: RuleSet, row: str) -> str | None:
        if row not in rules.table("terrain").rows:
            return None
        text = _two(asked, row, [sign_text(asked, sign_name) for sign_name in terrain_signs(rules, row)])
        outside = rules.table(OUTSIDE)
        if row not in outside.rows:
            return text
        return asked.listed(
            [text, asked.named(asked.text("terrain.outside"), sign_text(asked, outside.cell(row, "value")))]
        )

    grid = Grid(
        "",
        (
            Column(asked.text("terrain.foot"), asked.text("terrain.cost")),
            Column(asked.text("terrain.mounted"), asked.text("terrain.cost")),
            Column(asked.text("missile.cover")),
            Column(asked.text("terrain.sign")),
        ),
        tuple(
            Row(
                starred(asked, row, asked.word("terrain", row)),
                (
                    plain_cost(asked, row, "foot"),
                    plain_cost(asked, row, "mounted"),
                    _named(asked, [cover(rules, row) for rules in asked.sets]),
                    _named(asked, [sign(rules, row) for rules in asked.sets]),
                ),
            )
            for row in rows
        ),
    )
    return make_sheet(
        asked,
        "terrain",
        how=(asked.text("terrain.how"), *_example(asked)),
        main=[grid],
        side=[heights(asked), cost_lines(asked)],
        tables=lambda rules: ["terrain", OUTSIDE, f"elevation-{rules.choice('elevation-levels')}", "high-shooters"],
        options=_OPTIONS,
    )


def _named(asked: Asked, answers: list[str | None]) -> Cell:
    """Return a cell; where rule sets differ and one says several things, each is named, else none knew what changes."""
    several = any(answer is not None and asked.text("frame.semicolon") in answer for answer in answers)
    if not several or len(set(answers)) == 1:
        return asked.cell(answers)
    return asked.cell(
        [answer and asked.named(name, answer) for name, answer in zip(asked.short_names(), answers, strict=True)]
    )


def _example(asked: Asked) -> tuple[str, ...]:
    """Return the first ground that a man can enter on foot and mounted, and that is not flat, in words."""
    table = asked.rules.table("terrain")
    for row in table.rows:
        costs = {column: table.cell(row, column) for column in ("foot", "mounted")}
        cover, sign = terrain_covers(asked.rules, row), terrain_signs(asked.rules, row)
        if all(cost.isdecimal() for cost in costs.values()) and len(cover) == len(sign) == 1 and sign != ("0",):
            numbers = {column: asked.locale.number(int(cost)) for column, cost in costs.items()}
            words = {"cover": asked.word("covers", cover[0]), "sign": sign_text(asked, sign[0])}
            return (asked.text("terrain.example", terrain=asked.word("terrain", row), **numbers, **words),)
    return ()


def _two(asked: Asked, row: str, values: list[str]) -> str:
    """Return one value, or two with when the second one holds."""
    if len(values) == 1:
        return values[0]
    if not asked.locale.has_word("second", row):
        return " / ".join(values)
    return asked.listed([values[0], asked.named(asked.word("second", row), values[1])])

"""The sheet of scaling ladders."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Final

from mangonel.errors import NoRollError
from mangonel.press.blocks import Column, Grid, Lines, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.as_printed import column_grid
from mangonel.sheets.frame import make_sheet
from mangonel.sheets.tries import Try, faces_of, tries_cells, tries_columns
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.fire_and_walls import TOPPLED, topple_situation
from mangonel.systems.cryhavoc.ground import ground_shift
from mangonel.systems.cryhavoc.sheets.measures import letters_of

__all__ = ["LADDER_OPTIONS", "ladder_sheet", "toppling"]

LADDER_OPTIONS = (
    "ladder-topple-wounded",
    "ladder-topple-condition",
    "ladder-topple-from-below",
    "ladder-climb-and-cross",
    "movement-allowances",
    "ladder-combat-sign",
    "ladder-shooting",
)
_TRIES: Final = (1, 2, 3, 4, 5, 6)
_COSTS: Final = ("climb_cost", "ladder_to_battlement_cost", "carry_penalty_movement", "turn_cost_each")


def ladder_sheet(asked: Asked) -> Sheet:
    """Return the sheet of scaling ladders: toppling, costs, fighting from them."""
    cases = [("ladders.fit", False, False), ("ladders.wounded", True, False)]
    if all(toppling(rules) == toppling(rules, wounded=True) for rules in asked.sets):
        cases = [("ladders.fit_or_wounded", False, False)]
    if any(toppling(rules, below=True) is not None for rules in asked.sets):
        cases.append(("ladders.below", False, True))
    grid = Grid(
        asked.text("ladders.topple"),
        tries_columns(asked, _TRIES, asked.text("ladders.tries"), asked.die("ladder-topple")),
        tuple(
            Row(asked.text(key), tries_cells(asked, partial(toppling, wounded=wounded, below=below), _TRIES, TOPPLED))
            for key, wounded, below in cases
        ),
        ("", asked.text("ladders.toppler")),
    )
    main = [grid, _cost_grid(asked)]
    if asked.view == "table":
        main.insert(1, column_grid(asked, "ladder-topple", ["topple"], "ladder_columns"))
    topple = toppling(asked.rules)
    once = Fraction(0) if topple is None else topple.chance
    example = asked.text("ladders.example", once=asked.spoken(once), twice=asked.spoken(1 - (1 - once) ** 2))
    return make_sheet(
        asked,
        "ladders",
        how=(asked.text("ladders.how"), example),
        main=main,
        side=[
            Lines(asked.text("ladders.fighting"), _fighting(asked)),
            Lines(asked.text("frame.results"), asked.results("ladder-topple", letters_of(asked, "ladder-topple"))),
        ],
        tables=lambda _rules: ["ladder-topple", "ladder", "terrain", "terrain-shift"],
        options=LADDER_OPTIONS,
    )


def toppling(rules: RuleSet, *, wounded: bool = False, below: bool = False) -> Try | None:
    """Return one try to topple a ladder, None where the rule set allows none."""
    try:
        roll = topple_situation(rules, wounded=wounded, below=below)
    except NoRollError:
        return None
    return Try(roll.odds().get(TOPPLED, Fraction(0)), ((faces_of(roll, TOPPLED),),))


def _cost_grid(asked: Asked) -> Grid:
    def cost(rules: RuleSet, name: str) -> str:
        return asked.locale.number(rules.table("ladder").number(name))

    def together(rules: RuleSet) -> str:
        if rules.choice("ladder-climb-and-cross") != "by-allowance":
            return asked.text("facts.no")
        ladder = rules.table("ladder")
        return asked.locale.number(ladder.number("climb_cost") + ladder.number("ladder_to_battlement_cost"))

    rows = [Row(asked.word("costs", name), (asked.words(cost, name),)) for name in _COSTS]
    rows.append(Row(asked.text("ladders.climb_and_cross"), (asked.words(together),)))
    return Grid(asked.text("ladders.costs"), (Column(asked.text("ladders.points")),), tuple(rows))


def _fighting(asked: Asked) -> tuple[tuple[str, str], ...]:
    def moved(rules: RuleSet, *grounds: str) -> str:
        return asked.signed(sum(shift.columns for shift in ground_shift(rules, *grounds)))

    return (
        (asked.both(moved, "ladder", "battlement"), asked.text("ladders.moved")),
        (asked.both(moved, "battlement", "ladder"), asked.text("ladders.attacked")),
        ("", asked.text("ladders.no_cover")),
        ("", asked.text("ladders.fall")),
    )

"""How likely a wall is breached within so many rolls of stone throwers, or turns of a ram."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Final, TypeAlias

from mangonel.errors import NoRollError
from mangonel.press.blocks import Column, Grid, Row
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Chance
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.fire_and_walls import DAMAGE, batter_situation, breach_count, damage_odds, machine_points
from mangonel.tables.cells import read_whole

__all__ = [
    "MOST_ROLLS",
    "RAM_START",
    "TARGETS",
    "at_least",
    "breach_grid",
    "damage_chance",
    "every_second",
    "points_label",
    "ram_grid",
    "ram_turns",
    "rolled_on",
    "rolls_for",
    "until_grid",
]

RAM_START: Final = "ram-every-second-turn-start"
"""The option that says when a ram that rolls every second turn begins."""

TARGETS: Final = ("wall", "tower")
"""What stone throwers roll at with chances of its own."""

MOST_ROLLS: Final = 999
"""Rolls after which a sheet says only that it takes more."""

_ROLLS: Final = (4, 5, 6, 8, 10, 12, 15, 20, 25, 30)
_NEEDED: Final = 6
_SURE: Final = (Fraction(1, 2), Fraction(9, 10))
_TURNS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20)
_EVERY_SECOND: Final = "every-second-turn"
_Chances: TypeAlias = tuple[Fraction | None, ...]


def at_least(wanted: int, rolls: int, chance: Fraction) -> Fraction:
    """Return the chance of at least so many successes in so many rolls."""
    failed = 1 - chance
    return 1 - sum(
        (comb(rolls, k) * chance**k * failed ** (rolls - k) for k in range(min(wanted, rolls + 1))), Fraction(0)
    )


def rolls_for(wanted: int, chance: Fraction, sure: Fraction, most: int = MOST_ROLLS) -> int | None:
    """Return after how many rolls so many successes are as likely as `sure`; None if that takes more than `most`."""
    if wanted < 1:
        return 0
    hit, miss = chance.numerator, chance.denominator - chance.numerator
    # In so many of all throws of the dice there were 0, 1, ... successes so far; whole numbers are exact and quick.
    short = [1, *[0] * (wanted - 1)]
    every = 1
    for rolls in range(1, most + 1):
        short = [now * miss + before * hit for before, now in pairwise([0, *short])]
        every *= chance.denominator
        if (every - sum(short)) * sure.denominator >= sure.numerator * every:
            return rolls
    return None


def damage_chance(rules: RuleSet, column: str, target: str = "wall") -> Fraction | None:
    """Return the chance that one roll with the points of a column damages the wall, None if there is no such roll.

    Points between two columns, as another rule set may have one, roll as the rules say.
    """
    try:
        return damage_odds(batter_situation(rules, points=read_whole(column.rstrip("+")), target=target))
    except NoRollError:
        return None


def points_label(columns: Sequence[str], column: str) -> str:
    """Return how a column of the battering table is headed: only the highest one is open, whichever was so in print."""
    return f"{column.rstrip('+')}{'+' if column == columns[-1] else ''}"


def rolled_on(rules: RuleSet, column: str) -> str:
    """Return the column that points roll on under rules that may have no column of their own for them."""
    if column in rules.table("battering").columns:
        return column
    try:
        return batter_situation(rules, points=read_whole(column.rstrip("+"))).final_column
    except NoRollError:
        return column


def ram_turns(rules: RuleSet, turns: int) -> int:
    """Return how often a ram rolls in so many turns."""
    if not every_second(rules):
        return turns
    waits = rules.choice(RAM_START) == "second-turn"
    return (turns + (0 if waits else 1)) // 2


def every_second(rules: RuleSet) -> bool:
    """Return whether a ram rolls only every second turn."""
    return rules.choice("ram-rate") == _EVERY_SECOND


def breach_grid(asked: Asked, columns: list[str]) -> Grid:
    """Return the chance of a breach within n rolls of stone throwers, by column."""

    def within(rules: RuleSet, column: str, target: str, rolls: int) -> Answer:
        chance = damage_chance(rules, column, target)
        return None if chance is None else Chance("", at_least(breach_count(rules), rolls, chance))

    rows = [
        Row(
            points_label(columns, column),
            tuple(asked.cell(asked.answers(within, column, target, rolls), "out") for rolls in _ROLLS),
            asked.text(f"battering.{target}"),
        )
        for target in TARGETS
        for column in columns
    ]
    needed = asked.both(lambda rules: asked.locale.number(breach_count(rules)))
    return Grid(
        asked.text("battering.within_rolls", count=needed),
        tuple(Column(asked.locale.number(rolls), asked.counted(asked.text("battering.rolls"))) for rolls in _ROLLS),
        tuple(rows),
        (asked.text("battering.target"), asked.text("battering.points")),
    )


def until_grid(asked: Asked, columns: list[str]) -> Grid:
    """Return after how many rolls a breach has become likely, by the damage that is still needed."""
    most = max(breach_count(rules) for rules in asked.sets)
    # All that a printed rule needs; of a rule file that asks for more, what is needed at first and in the end.
    cases = [(needed, sure) for needed in (most, *range(min(most, _NEEDED) - 1, 0, -1)) for sure in _SURE]

    def rolls(rules: RuleSet, column: str, target: str, case: tuple[int, Fraction]) -> str | None:
        chance = damage_chance(rules, column, target)
        if not chance:
            return None
        rolls_needed = rolls_for(case[0], chance, case[1])
        return asked.locale.number(rolls_needed) if rolls_needed is not None else f">{asked.locale.number(MOST_ROLLS)}"

    rows = [
        Row(
            points_label(columns, column),
            tuple(asked.cell(asked.answers(rolls, column, target, case)) for case in cases),
            asked.text(f"battering.{target}"),
        )
        for target in TARGETS
        for column in columns
        if any(damage_chance(rules, column, target) for rules in asked.sets)
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


def ram_grid(asked: Asked) -> Grid:
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
        tuple(Column(asked.locale.number(turns), asked.counted(asked.text("battering.turns"))) for turns in _TURNS),
        tuple(rows),
        (asked.text("battering.target"), asked.text("battering.needed")),
    )


def _ram_targets(asked: Asked) -> dict[_Chances, list[str]]:
    """Return what a ram may batter, by the chance of damage; targets with the same chance stand together."""

    def chance(rules: RuleSet, target: str, *, bombarded: bool) -> Fraction | None:
        try:
            points = machine_points(rules, "ram")
            return damage_odds(batter_situation(rules, points=points, ram=True, bombarded=bombarded, target=target))
        except NoRollError:
            return None

    cases = {"wall": ("wall", False), "bombarded": ("wall", True), "tower_only": ("tower", False)}
    targets: dict[_Chances, list[str]] = {}
    for name, (target, bombarded) in {**cases, "keep_only": ("keep", False)}.items():
        chances = tuple(chance(rules, target, bombarded=bombarded) for rules in asked.sets)
        if any(odds_one is not None for odds_one in chances):
            targets.setdefault(chances, []).append(name)
    return targets

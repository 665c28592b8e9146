"""What the sheet of the tilt shows that is no table."""

from __future__ import annotations

from fractions import Fraction

from mangonel_games.tilt.system import lance

from mangonel.paper.blocks import Column, Grid, Row
from mangonel.paper.wanted import Asked, Chance, printed
from mangonel.rules.ruleset import RuleSet


def lance_grid(asked: Asked) -> Grid:
    """Return the odds of one pass by aim."""

    def row(aim: str) -> Row:
        def chance(rules: RuleSet, letter: str) -> Chance:
            return Chance(printed(letter), lance(rules, aim=aim).odds().get(letter, Fraction(0)))

        return asked.row(asked.word("aims", aim), chance, "UB-")

    table = asked.rules.table("lance")
    heads = tuple(Column(printed(letter)) for letter in "UB-")
    return Grid(table.title, heads, tuple(map(row, table.columns)), (asked.text("lance.aim"), ""))

"""The only sheet of the tilt."""

from __future__ import annotations

from fractions import Fraction

from mangonel_games.tilt.system import lance

from mangonel.press.blocks import Column, Grid, Row, Sheet
from mangonel.sheets.answers import Chance, printed
from mangonel.sheets.catalogue import Catalogue, Entry
from mangonel.sheets.frame import make_sheet
from mangonel.sheets.wanted import Asked

__all__ = ["CATALOGUE"]


def _lance_sheet(asked: Asked) -> Sheet:
    def chance(aim: str, letter: str) -> list[Chance]:
        return [Chance(printed(letter), lance(rules, aim=aim).odds().get(letter, Fraction(0))) for rules in asked.sets]

    table = asked.rules.table("lance")
    grid = Grid(
        table.title,
        tuple(Column(printed(letter)) for letter in "UB-"),
        tuple(
            Row(asked.word("aims", aim), tuple(asked.cell(chance(aim, letter)) for letter in "UB-"))
            for aim in table.columns
        ),
        (asked.text("lance.aim"), ""),
    )
    return make_sheet(
        asked, "lance", how=(asked.text("lance.how"),), main=[grid], side=[], tables=lambda _: ["lance"], options=[]
    )


CATALOGUE = Catalogue({"lance": Entry(_lance_sheet, ("percent", "tenths"))})

"""The sheet of initiative: by the difference of the bonuses of the army leaders."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Final

from mangonel.press.blocks import Cell, Column, Grid, Lines, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Chance
from mangonel.sheets.wanted import Asked
from mangonel.systems.filo.initiative import SIDES, initiative_odds
from mangonel.systems.filo.sheets.frame import make_sheet
from mangonel.systems.filo.sheets.results import band_text
from mangonel.tables.merging import in_order

__all__ = ["ORDER_OPTIONS", "class_bands", "class_lines", "initiative_grid", "initiative_sheet", "order_lines"]

ORDER_OPTIONS: Final = ("activation-order", "veto-alone")
_TABLE: Final = "initiative"
_DIFFERENCES: Final = range(7)
_KINDS: Final = dict(zip((*SIDES, ""), ("", "", "nothing"), strict=True))


def initiative_sheet(asked: Asked) -> Sheet:
    """Return the sheet of initiative."""
    return make_sheet(
        asked,
        "initiative",
        how=(asked.text("initiative.how"), *_example(asked)),
        main=[initiative_grid(asked)],
        side=[class_lines(asked), order_lines(asked)],
        tables=lambda _rules: [_TABLE],
        options=ORDER_OPTIONS,
    )


def initiative_grid(asked: Asked, caption: str = "") -> Grid:
    """Return the chances of each class for either side, and of either side to have the initiative at all."""
    names = {
        side: asked.text(f"initiative.{word}")
        for side, word in zip((*SIDES, ""), ("higher", "lower", "nobody"), strict=True)
    }
    classes = _classes(asked)
    higher, lower = SIDES
    wanted = [
        (letter, side)
        for side, letters in ((higher, classes[::-1]), ("", classes), (lower, classes))
        for letter in letters
    ]
    places = [place for place in wanted if any(place in _odds(rules, 0) for rules in asked.sets)]

    def cell(difference: int, letter: str, side: str) -> Cell:
        return asked.cell(asked.answers(_chance, difference, letter, side), _KINDS[side])

    rows = tuple(
        Row(
            asked.locale.number(difference),
            (*(cell(difference, *place) for place in places), *(cell(difference, "", side) for side in SIDES)),
        )
        for difference in _DIFFERENCES
    )
    columns = [Column(letter, names[side]) for letter, side in places]
    columns += [Column(names[side], asked.text("initiative.at_all")) for side in SIDES]
    return Grid(caption, tuple(columns), rows, ("", asked.text("initiative.difference")))


def _odds(rules: RuleSet, difference: int) -> dict[tuple[str, str], Fraction]:
    return initiative_odds(rules, bonus_a=difference, bonus_b=0)


def _chance(rules: RuleSet, difference: int, letter: str, side: str) -> Answer:
    """Return the chance that a side has the initiative, of a class or of any."""
    chances = _odds(rules, difference)
    return Chance(
        "",
        sum(
            (chance for (name, whose), chance in chances.items() if whose == side and letter in ("", name)), Fraction(0)
        ),
    )


def class_lines(asked: Asked) -> Lines:
    """Return the classes of initiative with the differences of the totals that bring them, and what each does."""
    return Lines(
        asked.text("initiative.classes"),
        tuple(
            (letter, asked.named(asked.both(partial(_bands, asked), letter), asked.each(asked.meaning, _TABLE, letter)))
            for letter in _classes(asked)
        ),
    )


def class_bands(asked: Asked) -> tuple[tuple[str, str], ...]:
    """Return in one line which differences of the totals bring each class."""
    letters = _classes(asked)
    bands = asked.listed([asked.both(partial(_bands, asked), letter) for letter in letters])
    return ((f"{letters[0]}\N{EN DASH}{letters[-1]}", asked.named(asked.text("initiative.classes"), bands)),)


def _classes(asked: Asked) -> list[str]:
    return in_order([tuple(rules.table(_TABLE).results) for rules in asked.sets])


def _bands(asked: Asked, rules: RuleSet, letter: str) -> str:
    table = rules.table(_TABLE)
    rows = [row for row in table.rows if table.cell(row, "class") == letter]
    return ", ".join(band_text(asked, row) + ("+" if row == table.rows[-1] else "") for row in rows)


def order_lines(asked: Asked) -> Lines:
    """Return in which order leaders act."""
    return Lines(
        asked.text("initiative.order"),
        (*(("", f"{asked.rule(name, titled=True)}.") for name in ORDER_OPTIONS), ("", asked.text("initiative.ties"))),
    )


def _example(asked: Asked) -> tuple[str, ...]:
    chances = [_chance(asked.rules, 1, "", side) for side in SIDES]
    chances_told = {
        name: asked.spoken(chance.chance)
        for name, chance in zip(("more", "less"), chances, strict=True)
        if isinstance(chance, Chance)
    }
    return (asked.text("initiative.example", **chances_told),)

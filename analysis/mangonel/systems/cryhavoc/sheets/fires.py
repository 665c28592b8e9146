"""The sheet of fire and oil."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from mangonel.errors import NoRollError
from mangonel.press.blocks import Column, Grid, Lines, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Chance
from mangonel.sheets.as_printed import table_grid
from mangonel.sheets.asked import Asked
from mangonel.sheets.frame import make_sheet
from mangonel.sheets.tries import tries_cells
from mangonel.systems.cryhavoc.men.order import worst_first
from mangonel.systems.cryhavoc.men.outcomes import NAMED_OUTCOMES, named_outcome
from mangonel.systems.cryhavoc.sheets.measures import letters_of
from mangonel.systems.cryhavoc.situations.fire import (
    ARROWS_OUT,
    CATCHES,
    COMES_ROUND,
    KILLED,
    PUT_OUT,
    extinguish_odds,
    fire_odds,
    oil_situation,
    stunned_in_fire_odds,
)
from mangonel.tables.merging import in_order

__all__ = ["PUTS_OUT", "arrow_targets", "catches", "fire_sheet"]

_OPTIONS = (
    "first-fire-column",
    "hand-ignition",
    "fire-arrow-to-hit",
    "fire-arrow-weapons",
    "fire-arrow-target-classes",
    "fire-spread-timing",
    "spread-rolls",
    "da-and-spread-fire",
    "fire-destruction",
    "burning-hex-occupants",
    "oil-targets",
    "oil-occupants-of-burning-machine",
    "oil-retreat",
    "stunned-in-fire",
)
_TARGET_TABLES = ("fire-targets", "fire-targets-protected", "fire-targets-italian")
_TRIES: Final = (1, 2, 3, 4, 6)
_TOGETHER: Final = "\N{NO-BREAK SPACE}"
PUTS_OUT: Final = (PUT_OUT, ARROWS_OUT)


def fire_sheet(asked: Asked) -> Sheet:
    """Return the sheet of the fire table and of boiling oil."""
    causes: list[tuple[str, Callable[[RuleSet], Fraction | None]]] = [
        ("fire.spread", lambda rules: catches(rules, "spread")),
        ("fire.oil_barrel", lambda rules: catches(rules, "oil")),
        ("fire.hand", lambda rules: catches(rules, "hand")),
    ]
    rows = [
        Row(asked.text(key), tries_cells(asked, ask, _TRIES, CATCHES), _lettered(asked.text("fire.lighting"), CATCHES))
        for key, ask in causes
    ]
    rows += [
        Row(
            ", ".join(asked.word("targets", target) for target in targets),
            tries_cells(asked, lambda rules, one=targets[0]: catches(rules, "arrow", one), _TRIES, CATCHES),  # type: ignore[misc]
            _lettered(asked.text("fire.arrow"), CATCHES),
        )
        for targets in arrow_targets(asked)
    ]
    rows += [
        Row(
            _lettered(asked.text(key), *letters),
            tries_cells(
                asked,
                lambda rules, only=only: extinguish_odds(rules, arrows_only=only),  # type: ignore[misc]
                _TRIES,
                "/".join(letters),
            ),
            asked.text("fire.putting_out"),
        )
        for key, only, letters in (("fire.arrow_fire", True, PUTS_OUT), ("fire.other_fire", False, PUTS_OUT[:1]))
    ]
    grid = Grid(
        asked.text("fire.within"),
        tuple(Column(asked.locale.number(count), asked.text("fire.tries")) for count in _TRIES),
        tuple(rows),
        ("", ""),
    )
    main = [grid]
    if asked.view == "table":
        main.append(table_grid(asked, "fire", "fire_columns"))
    spread = catches(asked.rules, "spread") or Fraction(0)
    out = extinguish_odds(asked.rules, arrows_only=True)
    example = asked.text(
        "fire.example",
        spread=asked.spoken(spread),
        men=asked.locale.number(3),
        out=asked.spoken(1 - (1 - out) ** 3),
    )
    return make_sheet(
        asked,
        "fire",
        how=(asked.text("fire.how"), example),
        main=main,
        side=[
            _oil_grid(asked),
            _stunned_grid(asked),
            Lines(asked.text("frame.results"), asked.results("fire", letters_of(asked, "fire"))),
            Lines(asked.text("fire.burning"), (("", asked.text("fire.three_turns")), ("", asked.text("fire.who")))),
        ],
        tables=_tables,
        options=_OPTIONS,
    )


def _lettered(label: str, *letters: str) -> str:
    """Return a label with the results that it stands for."""
    return f"{label} ({_TOGETHER.join(letters)})"


def catches(rules: RuleSet, cause: str, target: str | None = None) -> Fraction | None:
    """Return the chance that something catches fire, None where the rule set allows no such try."""
    tables = [rules.tables[name] for name in _TARGET_TABLES if name in rules.tables]
    if target is not None and not any(target in table.rows for table in tables):
        return None
    try:
        return fire_odds(rules, cause=cause, target=target).get(CATCHES, Fraction(0))
    except NoRollError:
        return None


def arrow_targets(asked: Asked) -> list[list[str]]:
    """Return the targets of fire arrows, those with the same chances together."""
    names = in_order(
        [rules.table(table).rows for rules in asked.sets for table in _TARGET_TABLES if table in rules.tables]
    )
    found: dict[tuple[Fraction | None, ...], list[str]] = {}
    for name in names:
        chances = tuple(catches(rules, "arrow", name) for rules in asked.sets)
        if any(chance is not None for chance in chances):
            found.setdefault(chances, []).append(name)
    return list(found.values())


def _oil_grid(asked: Asked) -> Grid:
    """Return what boiling oil does to an unprotected man."""
    odds = [oil_situation(rules).odds() for rules in asked.sets]
    table = "melee-foot"

    def answer(place: int, rules: RuleSet, name: str) -> Answer:
        letters = [one for one in worst_first(rules, table, odds[place]) if named_outcome(rules, table, one) == name]
        return Chance("".join(letters), sum((odds[place][letter] for letter in letters), Fraction(0)))

    shown = [
        name
        for name in NAMED_OUTCOMES
        if any(
            named_outcome(rules, table, letter) == name
            for rules, one in zip(asked.sets, odds, strict=True)
            for letter in one
        )
    ]
    column = asked.both(lambda rules: oil_situation(rules).final_column)
    return Grid(
        asked.text("fire.oil", column=column),
        (Column(asked.text("frame.chance")),),
        tuple(
            Row(
                asked.word("outcomes", name),
                (asked.cell([answer(place, rules, name) for place, rules in enumerate(asked.sets)], "out"),),
            )
            for name in shown
        ),
    )


def _stunned_grid(asked: Asked) -> Grid:
    """Return what becomes of a stunned man in a hex that catches fire."""

    def answer(rules: RuleSet, letter: str) -> Answer:
        return Chance(letter, stunned_in_fire_odds(rules).get(letter, Fraction(0)))

    return Grid(
        asked.text("fire.stunned"),
        (Column(asked.text("frame.chance")),),
        tuple(
            Row(
                asked.meaning(asked.rules, "stunned-in-fire", letter),
                (asked.cell([answer(rules, letter) for rules in asked.sets], kind),),
            )
            for letter, kind in ((COMES_ROUND, "nothing"), (KILLED, "out"))
        ),
    )


def _tables(rules: RuleSet) -> list[str]:
    found = ["fire", "oil", "stunned-in-fire"]
    found.append("fire-targets-italian" if rules.choice("fire-arrow-target-classes") == "italian" else "fire-targets")
    if rules.choice("fire-arrow-to-hit") != "none":
        found.append("fire-arrow-hit")
    return found

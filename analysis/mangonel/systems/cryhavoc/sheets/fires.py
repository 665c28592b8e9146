"""The sheet of fire and oil."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Final

from mangonel.errors import NoRollError
from mangonel.press.blocks import Column, Grid, Lines, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Chance
from mangonel.sheets.as_printed import table_grid
from mangonel.sheets.frame import make_sheet
from mangonel.sheets.tries import Try, faces_of, tries_cells, tries_columns
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.fire_and_walls import (
    ARROWS_OUT,
    CATCHES,
    COMES_ROUND,
    HITS,
    KILLED,
    PUT_OUT,
    arrow_hit_situation,
    comes_round_situation,
    extinguish_odds,
    extinguish_situation,
    fire_odds,
    fire_situation,
    oil_situation,
    puts_out,
    stunned_in_fire_odds,
)
from mangonel.systems.cryhavoc.sheets.measures import letters_of, named_measures
from mangonel.tables.merging import in_order

__all__ = ["FIRE_OPTIONS", "PUTS_OUT", "arrow_targets", "fire_sheet", "fire_tables", "lighting", "putting_out"]

FIRE_OPTIONS = (
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


def fire_sheet(asked: Asked, *, lettered: bool = True) -> Sheet:
    """Return the sheet of the fire table and of boiling oil; where they are not explained, without letters in words."""

    def named(label: str, *letters: str) -> str:
        return f"{label} ({_TOGETHER.join(letters)})" if lettered else label

    causes: list[tuple[str, Callable[[RuleSet], Try | None]]] = [
        ("fire.spread", partial(lighting, cause="spread")),
        ("fire.oil_barrel", partial(lighting, cause="oil")),
        ("fire.hand", partial(lighting, cause="hand")),
    ]
    rows = [
        Row(asked.text(key), tries_cells(asked, ask, _TRIES, CATCHES), named(asked.text("fire.lighting"), CATCHES))
        for key, ask in causes
    ]
    rows += [
        Row(
            ", ".join(asked.word("targets", target) for target in targets),
            tries_cells(asked, partial(lighting, cause="arrow", target=targets[0]), _TRIES, CATCHES),
            named(asked.text("fire.arrow"), CATCHES),
        )
        for targets in arrow_targets(asked)
    ]
    rows += [
        Row(
            named(asked.text(key), *letters),
            tries_cells(asked, partial(putting_out, arrows_only=only), _TRIES, "/".join(letters), "nothing"),
            asked.text("fire.putting_out"),
        )
        for key, only, letters in (("fire.arrow_fire", True, PUTS_OUT), ("fire.other_fire", False, PUTS_OUT[:1]))
    ]
    grid = Grid(
        asked.text("fire.within"),
        tries_columns(asked, _TRIES, asked.text("fire.tries"), asked.die("fire")),
        tuple(rows),
    )
    main = [grid]
    if asked.view == "table":
        main.append(table_grid(asked, "fire", "fire_columns"))
    spread = _caught(asked.rules, "spread", None) or Fraction(0)
    out = extinguish_odds(asked.rules, arrows_only=True)
    example = asked.text(
        "fire.example", spread=asked.spoken(spread), men=asked.locale.number(3), out=asked.spoken(1 - (1 - out) ** 3)
    )
    return make_sheet(
        asked,
        "fire",
        how=(asked.text("fire.how"), example),
        main=main,
        side=[
            _oil_grid(asked, lettered=lettered),
            _stunned_grid(asked),
            Lines(asked.text("frame.results"), asked.results("fire", letters_of(asked, "fire"))),
            Lines(asked.text("fire.burning"), (("", asked.text("fire.three_turns")), ("", asked.text("fire.who")))),
        ],
        tables=fire_tables,
        options=FIRE_OPTIONS,
    )


def lighting(rules: RuleSet, cause: str, target: str | None = None) -> Try | None:
    """Return one try to set something alight, None where the rule set allows no such try."""
    chance = _caught(rules, cause, target)
    if chance is None:
        return None
    try:
        caught = faces_of(fire_situation(rules, cause=cause, target=target), CATCHES)
    except NoRollError:
        return Try(chance)
    hit = arrow_hit_situation(rules) if cause == "arrow" else None
    return Try(chance, ((caught,) if hit is None else (faces_of(hit, HITS), caught),))


def putting_out(rules: RuleSet, *, arrows_only: bool) -> Try:
    """Return one man's try to put a fire out."""
    letters = [letter for letter in PUTS_OUT if puts_out(letter, arrows_only=arrows_only)]
    faces = faces_of(extinguish_situation(rules), *letters)
    return Try(extinguish_odds(rules, arrows_only=arrows_only), ((faces,),))


def _caught(rules: RuleSet, cause: str, target: str | None) -> Fraction | None:
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
    targets: dict[tuple[Fraction | None, ...], list[str]] = {}
    for name in names:
        chances = tuple(_caught(rules, "arrow", name) for rules in asked.sets)
        if any(chance is not None for chance in chances):
            targets.setdefault(chances, []).append(name)
    return list(targets.values())


def _oil_grid(asked: Asked, *, lettered: bool) -> Grid:
    """Return what boiling oil does to an unprotected man."""
    rolls = asked.answers(oil_situation)
    # Cells that say what to roll have no letters.
    shown = named_measures(asked, "melee-foot", lettered=lettered and asked.view == "faces")
    grid = [(chances, [chances.of_roll(place, roll) for place, roll in enumerate(rolls)]) for chances in shown]
    column = asked.both(lambda rules: oil_situation(rules).final_column)
    return Grid(
        asked.text("fire.oil", column=column),
        _single(asked, rolls[0].table.die),
        tuple(
            Row(chances.label, (asked.cell(answers, chances.kind),))
            for chances, answers in grid
            if any(answer.chance for answer in answers)
        ),
    )


def _single(asked: Asked, die: int) -> tuple[Column, ...]:
    """Return the only column of a grid of chances, or of what to roll."""
    return (Column(asked.text("frame.die", faces=die) if asked.view == "faces" else asked.text("frame.chance")),)


def _stunned_grid(asked: Asked) -> Grid:
    """Return what becomes of a stunned man in a hex that catches fire."""

    def answer(rules: RuleSet, letter: str) -> Answer:
        chance = stunned_in_fire_odds(rules).get(letter)
        if chance is None:
            return Chance(letter, Fraction(0), () if asked.view == "faces" else None)
        if asked.view != "faces":
            return Chance(letter, chance)
        roll = comes_round_situation(rules)
        return Chance(letter, chance, faces_of(roll, letter) if chance < 1 else faces_of(roll, *roll.outcomes()))

    return Grid(
        asked.text("fire.stunned"),
        _single(asked, asked.rules.table("stunned-in-fire").die),
        tuple(
            Row(
                asked.meaning(asked.rules, "stunned-in-fire", letter),
                (asked.cell(asked.answers(answer, letter), kind),),
                letter if asked.view == "faces" else "",
            )
            for letter, kind in ((COMES_ROUND, "nothing"), (KILLED, "out"))
        ),
    )


def fire_tables(rules: RuleSet) -> list[str]:
    """Return the tables that this sheet is made of."""
    tables = ["fire", "oil", "stunned-in-fire"]
    tables.append("fire-targets-italian" if rules.choice("fire-arrow-target-classes") == "italian" else "fire-targets")
    if rules.choice("fire-arrow-to-hit") != "none":
        tables.append("fire-arrow-hit")
    return tables

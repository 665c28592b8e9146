"""The sheet of fire: by weapon, range and total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mangonel.errors import NoRollError, UnknownCellError
from mangonel.press.blocks import Column, Grid, Lines, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Footnotes
from mangonel.sheets.frame import legend
from mangonel.sheets.wanted import Asked
from mangonel.systems.filo.rolls import Shot, fire_situation
from mangonel.systems.filo.sheets.counting import came, lost, read_cell
from mangonel.systems.filo.sheets.frame import make_sheet
from mangonel.systems.filo.sheets.grounds import GROUND_OPTIONS, ground_grid, ground_lines
from mangonel.systems.filo.sheets.modifiers import fire_lines, unit
from mangonel.systems.filo.sheets.qualities import tested_by
from mangonel.tables.cells import NO_EFFECT, UNKNOWN
from mangonel.tables.merging import in_order
from mangonel.tables.situation import Modifier, Situation

__all__ = [
    "SHOT_OPTIONS",
    "SHOT_TABLES",
    "hit_lines",
    "printed_shots",
    "read_alone",
    "shot_grid",
    "shot_lines",
    "shot_sheet",
]

SHOT_OPTIONS: Final = (
    "archer-row",
    "artillery-five",
    "bridge-fire",
    "fire-strength-steps",
    "rest-and-fire",
    "phase-b-shots",
    "routed-acts",
    "navas-archers",
)
SHOT_TABLES: Final = ("shots", "fire-modifiers", "types", "ground", "navas-modifiers")
_TABLE: Final = "shots"
_TOTALS: Final = range(-5, 4)
_RESULTS: Final = (("Dr", "out"), ("D", "wounded"), (NO_EFFECT, "nothing"))
_IMPOSSIBLE: Final = "\N{EN DASH}"


def shot_sheet(asked: Asked) -> Sheet:
    """Return the sheet of fire."""
    notes = Footnotes()
    grid = read_alone(asked, shot_grid(asked, notes))
    ground = ground_grid(asked, notes, ("fire",), asked.text("ground.fire_caption"))
    return make_sheet(
        asked,
        "shots",
        how=(asked.text("shots.how"), *_example(asked)),
        main=[grid],
        side=[
            printed_shots(asked, notes),
            fire_lines(asked, notes),
            *shot_lines(asked),
            ground_lines(asked, ground, "others", "sight"),
        ],
        last=[ground],
        tables=lambda _rules: [*SHOT_TABLES],
        options=(*SHOT_OPTIONS, *GROUND_OPTIONS),
        notes=notes,
    )


def read_alone(asked: Asked, grid: Grid) -> Grid:
    """Return the grid of shots with how to read it, which is left out with it where it is left out."""
    return replace(grid, how=" ".join((asked.text("shots.how"), *legend(asked, grid.cells))))


def _shooters(rules: RuleSet, weapon: str) -> list[str]:
    """Return the types that shoot with a weapon."""
    table = rules.table("types")
    return [row for row in table.rows if table.cell(row, "fires") == weapon]


def _weapons(asked: Asked) -> list[str]:
    return in_order([rules.table(_TABLE).rows for rules in asked.sets])


def _distances(asked: Asked) -> list[str]:
    return in_order([rules.table(_TABLE).columns for rules in asked.sets])


def _roll(rules: RuleSet, weapon: str, distance: str, total: int) -> Situation | str | None:
    """Return the roll of a shot with so much added in all; ``?`` if its figures are lost, None if there is none."""
    types = _shooters(rules, weapon) if weapon in rules.table(_TABLE).rows else []
    if not types:
        return None
    try:
        roll = fire_situation(rules, Shot((unit(types[0], mounted=False),), int(distance)))
    except NoRollError:
        return None
    except UnknownCellError:
        return UNKNOWN
    return replace(roll, modifiers=(Modifier("total", total),))


def shot_grid(asked: Asked, notes: Footnotes, caption: str = "", wanted: Sequence[int] = _TOTALS) -> Grid:
    """Return what to roll, or how likely it is, by weapon and hexes, for what is added to the die in all."""
    # One of them or nothing is certain: that has no column of its own among sums.
    letters = ("Dr", "D+") if asked.view == "at-least" else ("Dr", "D")

    def answer(rules: RuleSet, place: tuple[str, str], total: int, letter: str) -> Answer:
        roll = _roll(rules, *place, total)
        if roll is None:
            return None
        if isinstance(roll, str):
            return lost(asked, rules, _TABLE, ".".join(place), notes)
        return came(asked, roll, *(("Dr", "D") if letter == "D+" else (letter,)))

    def sign(rules: RuleSet, weapon: str, distance: str) -> str:
        known = _roll(rules, weapon, distance, 0)
        return read_cell(asked, rules, _TABLE, weapon, distance, notes) if isinstance(known, Situation) else ""

    rows = []
    for weapon in _weapons(asked):
        for distance in _distances(asked):
            if all(_roll(rules, weapon, distance, 0) is None for rules in asked.sets):
                continue
            cells = tuple(
                asked.cell(asked.answers(answer, (weapon, distance), total, letter), kind)
                for total in wanted
                for letter, (_, kind) in zip(letters, _RESULTS, strict=False)
            )
            gone = all(cell.other is not None and cell.other.startswith(UNKNOWN) for cell in cells)
            note = asked.text("shots.unknown", rules=asked.short_names()[-1]) if gone else ""
            signs = "".join(dict.fromkeys(asked.answers(sign, weapon, distance)))
            rows.append(Row(asked.locale.number(int(distance)) + signs, cells, asked.word("shooters", weapon), note))
    columns = tuple(Column(letter, asked.signed(total)) for total in wanted for letter in letters)
    corner = (asked.text("shots.weapon"), asked.text("shots.hexes"))
    return Grid(caption, columns, tuple(rows), corner, spread=True)


def printed_shots(asked: Asked, notes: Footnotes) -> Grid:
    """Return the figures: from which modified die a shot demoralises, and from which it routs."""

    def figures(rules: RuleSet, weapon: str, distance: str) -> Answer:
        table = rules.table(_TABLE)
        if weapon not in table.rows or distance not in table.columns:
            return None
        cell = table.printed(weapon, distance)
        if cell == UNKNOWN:
            return lost(asked, rules, _TABLE, f"{weapon}.{distance}", notes)
        numbers = table.figures(weapon, distance)
        # One figure alone demoralises: nothing routs.
        written = f"{cell}/{_IMPOSSIBLE}" if len(numbers) == 1 else cell if numbers else _IMPOSSIBLE
        return written + read_cell(asked, rules, _TABLE, weapon, distance, notes)

    return Grid(
        asked.text("shots.printed"),
        tuple(Column(distance, asked.text("shots.hexes")) for distance in _distances(asked)),
        tuple(
            Row(
                asked.word("shooters", weapon),
                tuple(asked.cell(asked.answers(figures, weapon, distance)) for distance in _distances(asked)),
            )
            for weapon in _weapons(asked)
        ),
    )


def shot_lines(asked: Asked) -> list[Lines]:
    """Return who shoots with what, and what a hit does."""

    def said(weapon: str) -> str:
        shooters = in_order(asked.answers(_shooters, weapon))
        word, types = asked.word("shooters", weapon), [asked.word("unit_types", name) for name in shooters]
        return asked.named(word, asked.text("frame.comma").join(types)) if len(types) > 1 else word

    who = tuple(
        (asked.both(lambda rules, weapon=weapon: " ".join(_shooters(rules, weapon))), said(weapon))  # type: ignore[misc]
        for weapon in _weapons(asked)
    )
    return [
        Lines(asked.text("shots.who"), (*who, ("", asked.text("shots.adjacent")), ("", asked.text("shots.together")))),
        Lines(
            asked.text("frame.results"),
            (*hit_lines(asked), ("", asked.text("shots.leaders", faces=tested_by(asked)))),
        ),
    ]


def hit_lines(asked: Asked) -> tuple[tuple[str, str], ...]:
    """Return what the letters of a hit mean."""
    return tuple((letter, asked.word("unit_results", letter)) for letter in ("Dr", "D"))


def _example(asked: Asked) -> tuple[str, ...]:
    """Return a shot of crossbowmen over two hexes, the one of the examples."""
    roll = _roll(asked.rules, "crossbowmen", "2", 0)
    if not isinstance(roll, Situation):
        return ()
    odds = roll.odds()
    chances = {name: asked.spoken(odds.get(letter, 0)) for name, letter in (("shaken", "D"), ("routed", "Dr"))}  # type: ignore[arg-type]
    return (asked.text("shots.example", weapon=asked.word("shooters", "crossbowmen"), **chances),)

"""Shots, tests by quality, leaders, initiative, terrain and victory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

from msgspec.structs import replace

from mangonel.errors import NoRollError, UnknownCellError
from mangonel.games.filo import rolls
from mangonel.games.filo.sheets.combats import band_text, came, unit
from mangonel.games.filo.states import PARAPET, grounds_of, types_with
from mangonel.paper.blocks import Cell, Column, Grid, Row
from mangonel.paper.catalogue import Case, faces_of
from mangonel.paper.wanted import Answer, Asked, Chance, face_ranges, unsigned
from mangonel.rules.cells import UNKNOWN, in_order
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Modifier, Situation

_SHOTS: Final = "shots"
_BARRED: Final = "\N{BLACK SQUARE}"
_NOTHING: Final = "\N{MIDDLE DOT}"
_COSTS: Final = ("infantry_and_leaders", "cavalry_and_artillery")
"""Columns of movement points."""

_BLOCKS: Final = "B"
"""Sign of a blocked line of sight, in cells of terrain."""


def _shot(rules: RuleSet, weapon: str, distance: str, total: int) -> Situation | str | None:
    """Return the roll of a shot with so much added in all; ``?`` if its figures are lost, None if there is none."""
    types = types_with(rules, "fires", weapon) if weapon in rules.table(_SHOTS).rows else []
    if not types:
        return None
    try:
        roll = rolls.fire_situation(rules, rolls.Shot((unit(types[0], mounted=False),), int(distance)))
    except NoRollError:
        return None
    except UnknownCellError:
        return UNKNOWN
    return replace(roll, modifiers=(Modifier("total", total),))


def shot_grid(asked: Asked, totals: Sequence[int]) -> Grid:
    # One of them or nothing is certain: that has no column of its own among sums.
    letters = {"Dr": "out", ("D+" if asked.view == "at-least" else "D"): "wounded"}

    def answer(rules: RuleSet, weapon: str, distance: str, total: int, letter: str) -> Answer:
        roll = _shot(rules, weapon, distance, total)
        if roll is None:
            return None
        if isinstance(roll, str):
            return asked.lost(rules, _SHOTS, f"{weapon}.{distance}")
        return came(asked, roll, *(("Dr", "D") if letter == "D+" else (letter,)))

    def sign(rules: RuleSet, weapon: str, distance: str) -> str:
        known = _shot(rules, weapon, distance, 0)
        return asked.readings(rules, _SHOTS, weapon, distance) if isinstance(known, Situation) else ""

    rows = []
    for weapon in asked.rows(_SHOTS):
        for distance in asked.columns(_SHOTS):
            if all(_shot(rules, weapon, distance, 0) is None for rules in asked.sets):
                continue
            cells = tuple(
                asked.cell(asked.answers(answer, weapon, distance, total, letter), kind)
                for total in totals
                for letter, kind in letters.items()
            )
            gone = all(cell.other is not None and cell.other.startswith(UNKNOWN) for cell in cells)
            note = asked.text("shots.unknown", rules=asked.short_names()[-1]) if gone else ""
            signs = "".join(dict.fromkeys(asked.answers(sign, weapon, distance)))
            rows.append(Row(asked.number(int(distance)) + signs, cells, asked.word("shooters", weapon), note))
    columns = tuple(Column(letter, asked.signed(total)) for total in totals for letter in letters)
    return Grid("", columns, tuple(rows), (asked.text("shots.weapon"), asked.text("shots.hexes")))


def printed_shots(asked: Asked) -> Grid:
    """Return the figures: from which modified die a shot demoralises, and from which it routs."""
    impossible = "\N{EN DASH}"

    def figures(weapon: str, rules: RuleSet, distance: str) -> Answer:
        def written(cell: str) -> str:
            # One figure alone demoralises: nothing routs.
            several = len(rules.table(_SHOTS).figures(weapon, distance))
            return f"{cell}/{impossible}" if several == 1 else cell if several else impossible

        return asked.marked(rules, _SHOTS, weapon, distance, written)

    distances = asked.columns(_SHOTS)
    return Grid(
        "",
        tuple(Column(distance, asked.text("shots.hexes")) for distance in distances),
        tuple(
            asked.row(asked.word("shooters", weapon), partial(figures, weapon), distances)
            for weapon in asked.rows(_SHOTS)
        ),
    )


def shooter_lines(asked: Asked) -> list[tuple[str, str]]:
    def said(weapon: str) -> str:
        shooters = in_order(asked.answers(types_with, "fires", weapon))
        word, types = asked.word("shooters", weapon), [asked.word("unit_types", name) for name in shooters]
        return asked.named(word, asked.text("frame.comma").join(types)) if len(types) > 1 else word

    def letters(rules: RuleSet, weapon: str) -> str:
        return " ".join(types_with(rules, "fires", weapon))

    return [(asked.both(letters, weapon), said(weapon)) for weapon in asked.rows(_SHOTS)]


def _rally(rules: RuleSet, quality: int, total: int) -> Situation:
    roll = rolls.rally_situation(rules, rolls.Rally(quality))
    return Situation(roll.table, roll.column, modifiers=(Modifier("total", total),), natural=roll.natural)


def tested(asked: Asked, rules: RuleSet, roll: Callable[..., Situation], letter: str, quality: int) -> Answer:
    return came(asked, roll(rules, quality=quality), letter)


def test_rows(asked: Asked) -> list[Case]:
    reaction, passed, rally = (asked.text(f"tests.{name}") for name in ("reaction", "passed", "rally"))
    totals = range(3, -4, -1)
    return [
        Case(asked.text("tests.void"), (rolls.reaction_situation, "passes"), reaction, "attacker"),
        Case(asked.text("tests.routs"), (rolls.rout_situation, "Dr"), passed, "out"),
        *(Case(asked.signed(total), (partial(_rally, total=total), "rallies"), rally, "nothing") for total in totals),
    ]


def leader_fate(asked: Asked, rules: RuleSet, letter: str, risks: int) -> Answer:
    """Return the chance of a fate in one test, for 0 risks, or after so many."""
    if not risks:
        return came(asked, rolls.loss_situation(rules), letter)
    return Chance("", rolls.leader_odds(rules, rolls=risks).get(letter, Fraction(0)))


def fate_lines(asked: Asked) -> list[tuple[str, str]]:
    def faces(rules: RuleSet, letter: str) -> str:
        return face_ranges(faces_of(rolls.fate_situation(rules), letter))

    letters = asked.rules.table("leader-fate").results
    return [(asked.both(faces, letter), asked.meaning(asked.rules, "leader-fate", letter)) for letter in letters]


def tested_by(asked: Asked) -> str:
    return asked.both(lambda rules: face_ranges(rolls.faces_of_test(rules)))


def initiative_grid(asked: Asked) -> Grid:
    higher, lower = rolls.SIDES
    names = {side: asked.text(f"initiative.{word}") for side, word in ((higher, "higher"), (lower, "lower"))}
    names[""] = asked.text("initiative.nobody")
    classes = _classes(asked)
    wanted = [
        (letter, side)
        for side, letters in ((higher, classes[::-1]), ("", classes), (lower, classes))
        for letter in letters
    ]
    places = [place for place in wanted if any(place in _odds(rules, 0) for rules in asked.sets)]

    def cell(difference: int, letter: str, side: str) -> Cell:
        return asked.cell(asked.answers(_chance, difference, letter, side), "" if side else "nothing")

    rows = (
        Row(
            asked.number(difference),
            tuple(cell(difference, *place) for place in (*places, *(("", side) for side in rolls.SIDES))),
        )
        for difference in range(7)
    )
    columns = [Column(letter, names[side]) for letter, side in places]
    columns += [Column(names[side], asked.text("initiative.at_all")) for side in rolls.SIDES]
    return Grid("", tuple(columns), tuple(rows), ("", asked.text("initiative.difference")))


def _odds(rules: RuleSet, difference: int) -> dict[tuple[str, str], Fraction]:
    return rolls.initiative_odds(rules, bonus_a=difference, bonus_b=0)


def _chance(rules: RuleSet, difference: int, letter: str, side: str) -> Chance:
    """Return the chance that a side has the initiative, of a class or of any."""
    chances = _odds(rules, difference).items()
    mine = (chance for (name, whose), chance in chances if whose == side and letter in ("", name))
    return Chance("", sum(mine, Fraction(0)))


def class_lines(asked: Asked) -> list[tuple[str, str]]:
    return [
        (letter, asked.named(_bands(asked, letter), asked.each(asked.meaning, "initiative", letter)))
        for letter in _classes(asked)
    ]


def _classes(asked: Asked) -> list[str]:
    return in_order([tuple(rules.table("initiative").results) for rules in asked.sets])


def _bands(asked: Asked, letter: str) -> str:
    def bands(rules: RuleSet) -> str:
        table = rules.table("initiative")
        rows = [row for row in table.rows if table.cell(row, "class") == letter]
        return ", ".join(band_text(asked, row) + ("+" if row == table.rows[-1] else "") for row in rows)

    return asked.both(bands)


def ground_grid(asked: Asked, columns: Sequence[str]) -> Grid:
    """Return some columns of the table of terrain, by the words for it; rows in which all is nothing are left out."""

    def cell(name: str, rules: RuleSet, column: str) -> Answer:
        def written(cell: str) -> str:
            return _written(asked, cell, signed=column not in _COSTS)

        if name != PARAPET:
            return asked.marked(rules, "ground", name, column, written)
        row = rules.choice("parapet-row")
        answer = asked.marked(rules, "ground", row, column, written) if row in rules.table("ground").rows else _NOTHING
        # Its row is another one's, by a reading, whose own readings are not told again.
        return (
            unsigned(answer) + asked.reading(rules, "parapet-row")
            if isinstance(answer, str) and answer != _NOTHING
            else answer
        )

    names = in_order([grounds_of(rules) for rules in asked.sets])
    rows = (asked.row(word, partial(cell, name), columns) for name, word in asked.by_word("ground", names))
    telling = tuple(row for row in rows if any(cell.value != _NOTHING or cell.changed for cell in row.cells))
    heads = (
        Column(asked.text(f"ground.{column}"), asked.text("ground.cost" if column in _COSTS else "ground.added"))
        for column in columns
    )
    return Grid("", tuple(heads), telling, fold=True)


def _written(asked: Asked, cell: str, *, signed: bool) -> str:
    """Return a cell as people read it; the letter of a blocked line of sight stays as printed."""

    def part(figure: str) -> str:
        if figure in ("NA", "SE"):
            return _BARRED if figure == "NA" else _NOTHING
        return asked.signed(int(figure)) if signed or figure[0] in "+-" else asked.number(int(figure))

    written = " / ".join(part(figure) for figure in cell.split("/") if figure != _BLOCKS)
    if _BLOCKS not in cell:
        return written
    return _BLOCKS if written in ("", _NOTHING) else f"{written} {_BLOCKS}"


def ground_signs(asked: Asked, *columns: str) -> str:
    """Return the meanings of the signs in these columns of the table of terrain."""
    values = "".join(text for cell in ground_grid(asked, columns).cells for text in (cell.value, cell.other or ""))
    signs = ((_BARRED, asked.text("ground.barred")), (_NOTHING, asked.text("frame.no_effect")))
    return " ".join(f"{asked.named(sign, text)}." for sign, text in signs if sign in values)


def needed_at_the_end(asked: Asked) -> str:
    return asked.both(lambda rules: asked.number(rolls.ahead_at_the_end(rules)))


def unit_points(asked: Asked) -> list[tuple[str, str]]:
    types: dict[str, list[str]] = {}

    def points(rules: RuleSet, kind: str) -> str:
        try:
            return asked.number(rules.table("types").number(kind, "points"))
        except UnknownCellError:
            return f"{UNKNOWN}{asked.lost(rules, 'types', f'{kind}.points').note}"

    for kind in asked.rules.table("types").rows:
        types.setdefault(asked.both(points, kind), []).append(asked.word("unit_types", kind))
    comma = asked.text("frame.comma")
    return [(value, asked.text("victory.unit_gone", units=comma.join(names))) for value, names in types.items()]

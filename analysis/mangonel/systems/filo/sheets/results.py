"""The combat results table by total: which faces bring what to either side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from mangonel.press.blocks import Column, Grid, Lines, Row
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import ARROW, Answer, Footnotes
from mangonel.sheets.wanted import Asked
from mangonel.systems.filo.combat import ATTACKERS, DEFENDERS
from mangonel.systems.filo.questions_fight import RANKS, result_order
from mangonel.systems.filo.sheets.counting import chance_of, lost, read_cell
from mangonel.systems.filo.states import ADVANCES, ORDERS, STATES, after_result
from mangonel.tables.cells import EMPTY, NO_EFFECT, UNKNOWN
from mangonel.tables.dice import Throw
from mangonel.tables.situation import Modifier, Situation

__all__ = [
    "BACK",
    "SHAKEN",
    "TABLE",
    "Harm",
    "advance_lines",
    "harm_answer",
    "printed_grid",
    "result_grid",
    "roll_at",
    "total_columns",
    "totals",
]

TABLE: Final = "combat-results"
SIDES: Final = (DEFENDERS, ATTACKERS)
BACK: Final = RANKS
SHAKEN: Final = RANKS[:2]
"""Results of a side that is driven back, and of one that is demoralised or routed."""

_KINDS = dict(zip(RANKS, ("out", "wounded", "back", "back"), strict=True))

Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Harm:
    """Results of one side that are counted together."""

    side: str
    """``defenders`` or ``attackers``."""
    letters: tuple[str, ...]
    """The results."""


def roll_at(rules: RuleSet, total: int) -> Situation:
    """Return the roll of a combat with so much added to the die in all."""
    return Situation(rules.table(TABLE), DEFENDERS, modifiers=(Modifier("total", total),))


def pairs_at(rules: RuleSet, total: int) -> dict[Throw, Pair]:
    """Return what each face brings to defenders and attackers; ``?`` where the source has lost it."""
    table, roll = rules.table(TABLE), roll_at(rules, total)
    rows = {face: table.rows[roll.row(face) - 1] for face in roll.faces}
    return {face: (_cell(rules, row, DEFENDERS), _cell(rules, row, ATTACKERS)) for face, row in rows.items()}


def _cell(rules: RuleSet, row: str, side: str) -> str:
    cell = rules.table(TABLE).printed(row, side)
    return NO_EFFECT if cell == EMPTY else cell


def totals(asked: Asked) -> range:
    """Return all that can be added to the die of a combat in all, or makes a difference to it."""
    ends = []
    for rules in asked.sets:
        table = rules.table(TABLE)
        faces = table.thrown.totals
        ends.append(table.limit or (table.bands[0][1] - faces[-1], table.bands[-1][0] - faces[0]))
    return range(min(low for low, _ in ends), max(high for _, high in ends) + 1)


def total_columns(asked: Asked) -> tuple[Column, ...]:
    """Return a column for each total."""
    return tuple(Column(asked.signed(total), asked.text("combat.total")) for total in totals(asked))


def result_grid(asked: Asked, notes: Footnotes, caption: str = "") -> Grid:
    """Return the results of both sides by total, the worst for the defenders first."""
    pairs = {pair for rules in asked.sets for total in totals(asked) for pair in pairs_at(rules, total).values()}
    ordered = result_order(pairs)
    if asked.view == "at-least":
        rows = _rows_of_harm(asked, ordered, notes)
    else:
        rows = tuple(_pair_row(asked, pair, notes) for pair in ordered)
    if asked.view == "table":
        caption = asked.text("frame.chances")
    return Grid(caption, total_columns(asked), rows, (asked.text("combat.who"), asked.text("frame.result")))


def _pair_row(asked: Asked, pair: Pair, notes: Footnotes) -> Row:
    def answer(rules: RuleSet, total: int) -> Answer:
        pairs = pairs_at(rules, total)
        return chance_of(asked, [face for face, brought in pairs.items() if brought == pair], tuple(pairs))

    who = [side for side, letter in zip(SIDES, pair, strict=True) if letter in RANKS]
    kind = _KINDS[pair[0]] if DEFENDERS in who else "attacker" if who else "nothing"
    sides = tuple(zip(SIDES, pair, strict=True))
    sentences = [_said(asked, side, letter, notes, alone=who == [side]) for side, letter in sides]
    label = asked.listed([text for text in sentences if text]) or asked.text("frame.no_effect")
    label += "".join(dict.fromkeys(sign for rules in asked.sets for sign in _read(asked, rules, pair, notes)))
    group = asked.text(f"combat.{who[0]}") if len(who) == 1 else asked.text("combat.both" if who else "combat.neither")
    cells = tuple(asked.cell(asked.answers(answer, total), kind) for total in totals(asked))
    short = "/".join(letter for letter in pair if letter in RANKS) or "\N{EN DASH}"
    return Row(label, cells, group, short=short)


def _said(asked: Asked, side: str, letter: str, notes: Footnotes, *, alone: bool) -> str:
    """Return what a row says of one side: nothing of an advance, which is told beside the grid."""
    if letter in (NO_EFFECT, *ADVANCES):
        return ""
    if letter == UNKNOWN:
        mark = f"{UNKNOWN}{_why(asked, side, notes)}"
        return asked.named(asked.text(f"combat.{side}"), mark)
    meaning = asked.both(asked.meaning, TABLE, letter)
    text = asked.named(letter, meaning)
    return text if alone else asked.named(asked.text(f"combat.{side}"), text)


def _read(asked: Asked, rules: RuleSet, pair: Pair, notes: Footnotes) -> list[str]:
    """Return the signs of readings of the cells that bring a pair of results."""
    rows = [row for row in rules.table(TABLE).rows if pair == tuple(_cell(rules, row, side) for side in SIDES)]
    return [read_cell(asked, rules, TABLE, row, side, notes) for row in rows for side in SIDES]


def _why(asked: Asked, side: str, notes: Footnotes) -> str:
    """Return the sign of the footnote on lost cells of a side."""
    signs = [
        lost(asked, rules, TABLE, place, notes).note
        for rules in asked.sets
        for place in rules.table(TABLE).unknown
        if place.endswith(f".{side}")
    ]
    return "".join(dict.fromkeys(signs))


def harm_answer(asked: Asked, rules: RuleSet, harm: Harm, total: int, notes: Footnotes) -> Answer:
    """Return the chance that a side comes to one of some results; not known where one that is lost can come."""
    place = SIDES.index(harm.side)
    pairs = pairs_at(rules, total)
    if any(pair[place] == UNKNOWN for pair in pairs.values()):
        row = next(roll_row(rules, total, face) for face, pair in pairs.items() if pair[place] == UNKNOWN)
        return lost(asked, rules, TABLE, f"{row}.{harm.side}", notes)
    return chance_of(asked, [face for face, pair in pairs.items() if pair[place] in harm.letters], tuple(pairs))


def roll_row(rules: RuleSet, total: int, face: Throw) -> str:
    """Return the row of the table that a face leads to."""
    return rules.table(TABLE).rows[roll_at(rules, total).row(face) - 1]


def harm_kind(harm: Harm) -> str:
    """Return of what kind results of a side are, by the mildest of them."""
    return _KINDS[harm.letters[-1]] if harm.side == DEFENDERS else "attacker"


def _rows_of_harm(asked: Asked, ordered: list[Pair], notes: Footnotes) -> tuple[Row, ...]:
    """Return a row for each result with all that are graver for the same side."""
    rows = []
    for place, side in enumerate(SIDES):
        come = [letter for letter in RANKS if any(pair[place] == letter for pair in ordered)]
        for count, letter in enumerate(come, start=1):
            harm = Harm(side, tuple(come[:count]))
            meaning = asked.both(asked.meaning, TABLE, letter)
            label = asked.text("frame.or_more", result=meaning) if count > 1 else meaning
            rows.append(harm_row(asked, harm, asked.named(letter, label), notes, asked.text(f"combat.{side}")))
    return tuple(rows)


def harm_row(asked: Asked, harm: Harm, label: str, notes: Footnotes, group: str = "") -> Row:
    """Return the chances of some results of a side by total."""
    cells = tuple(
        asked.cell([harm_answer(asked, rules, harm, total, notes) for rules in asked.sets], harm_kind(harm))
        for total in totals(asked)
    )
    return Row(label, cells, group)


def advance_lines(asked: Asked) -> Lines:
    """Return with which results of the other side a side advances."""
    entries: dict[tuple[str, str], dict[str, None]] = {}
    for rules in asked.sets:
        table = rules.table(TABLE)
        for row in table.rows:
            for side, other in (SIDES, SIDES[::-1]):
                letter = _cell(rules, row, side)
                if letter in ADVANCES:
                    entries.setdefault((side, letter), {})[_cell(rules, row, other)] = None
    # The same letters befall either side: whose result it is belongs to them.
    hit = dict(zip(SIDES, SIDES[::-1], strict=True))
    lines = tuple(
        (
            "",
            f"{asked.text(f'combat.{hit[side]}')} {', '.join(others)} {ARROW} "
            + asked.named(asked.text(f"combat.{side}"), asked.word("outcomes", letter)),
        )
        for (side, letter), others in entries.items()
    )
    return Lines(asked.text("combat.advance"), (*lines, ("", asked.text("combat.no_advance"))))


def printed_grid(asked: Asked, notes: Footnotes) -> Grid:
    """Return the table by the die with all that is added to it."""
    rows = list(dict.fromkeys(row for rules in asked.sets for row in rules.table(TABLE).rows))

    def said(rules: RuleSet, row: str, side: str) -> str | None:
        if row not in rules.table(TABLE).rows:
            return None
        letter = _cell(rules, row, side)
        if letter == UNKNOWN:
            return f"{UNKNOWN}{lost(asked, rules, TABLE, f'{row}.{side}', notes).note}"
        sign = read_cell(asked, rules, TABLE, row, side, notes)
        if letter == NO_EFFECT:
            return asked.text("frame.no_effect") + sign
        return (asked.word("outcomes", letter) if letter in ADVANCES else letter) + sign

    def cell(row: str, side: str) -> Callable[[RuleSet], str | None]:
        return lambda rules: said(rules, row, side)

    return Grid(
        asked.text("combat.printed"),
        tuple(Column(asked.text(f"combat.{side}")) for side in SIDES),
        tuple(Row(band_text(asked, row), tuple(asked.words(cell(row, side)) for side in SIDES)) for row in rows),
        ("", asked.text("combat.modified")),
    )


def band_text(asked: Asked, row: str) -> str:
    """Return the label of a row of modified dice as people write it."""
    low, dots, high = row.partition("..")
    first = asked.locale.number(int(low))
    return asked.text("combat.band", low=first, high=asked.locale.number(int(high))) if dots else first


def after_grids(asked: Asked, notes: Footnotes) -> list[Grid]:
    """Return the chances of what becomes of units by total, for each state in which they may be before."""
    return [_after_grid(asked, side, place, notes) for place, side in enumerate(SIDES)]


def _after_grid(asked: Asked, side: str, place: int, notes: Footnotes) -> Grid:
    def answer(rules: RuleSet, before: str, after: str, total: int) -> Answer:
        pairs = pairs_at(rules, total)
        if any(pair[place] == UNKNOWN for pair in pairs.values()):
            return harm_answer(asked, rules, Harm(side, RANKS), total, notes)
        thrown = [face for face, pair in pairs.items() if after_result(rules, before, pair[place]).state == after]
        return chance_of(asked, thrown, tuple(pairs))

    # Who is routed does not attack.
    orders = ORDERS if side == DEFENDERS else ORDERS[:-1]
    rows = []
    for before in (state for state in STATES if state.startswith(orders)):
        for after in STATES[::-1]:
            cells = tuple(
                asked.cell(asked.answers(answer, before, after, total), _after_kind(before, after))
                for total in totals(asked)
            )
            if any(cell.shade or cell.chance is None for cell in cells):
                rows.append(Row(asked.word("unit_states", after), cells, asked.word("unit_states", before)))
    corner = (asked.text("combat.before"), asked.text("combat.after"))
    return Grid(asked.text(f"combat.{side}"), total_columns(asked), tuple(rows), corner)


def chance_after(rules: RuleSet, before: str, after: str, total: int) -> Fraction | None:
    """Return the chance that a defender in one state comes to another; None where it is not known."""
    letters = [letter for letter, _ in pairs_at(rules, total).values()]
    if UNKNOWN in letters:
        return None
    return Fraction(sum(after_result(rules, before, letter).state == after for letter in letters), len(letters))


def _after_kind(before: str, after: str) -> str:
    """Return of what kind a state is for who comes to it."""
    if after == before:
        return "nothing"
    return {"organised": "back", "demoralised": "wounded"}.get(after.partition("_")[0], "out")


def chance_of_harm(rules: RuleSet, harm: Harm, total: int) -> Fraction | None:
    """Return the chance alone; None where it is not known."""
    place = SIDES.index(harm.side)
    pairs = list(pairs_at(rules, total).values())
    if any(pair[place] == UNKNOWN for pair in pairs):
        return None
    return Fraction(sum(pair[place] in harm.letters for pair in pairs), len(pairs))

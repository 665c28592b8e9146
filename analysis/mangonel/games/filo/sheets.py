"""The odds sheets of this game, as ``sheets.toml`` declares them.

Results, losses and advances of combats and modifiers of dice; then shots, tests by quality, leaders, initiative,
terrain and victory.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Final, TypeAlias

from msgspec import structs

from mangonel.errors import NoRollError, UnknownCellError
from mangonel.games.filo import rolls, states
from mangonel.games.filo.combat import ATTACKERS, DEFENDERS, Combat, combat_situation, totals
from mangonel.games.filo.questions import QUESTIONS, RANKS, result_order
from mangonel.games.question import attempt
from mangonel.paper.blocks import Cell, Column, Grid, Row
from mangonel.paper.catalogue import Case, Heads, faces_of, read_catalogue
from mangonel.paper.wanted import ARROW, MISSING, Answer, Asked, Chance, face_ranges, unsigned
from mangonel.rules.cells import EMPTY, NO_EFFECT, UNKNOWN, in_order
from mangonel.rules.dice import Throw
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Modifier, Situation
from mangonel.rules.words.locale import MINUS

# Parts that all have in common, and combats.

_EVEN: Final = 4
"""Strength at which nothing is added to a shot, and the quality of units that are alike."""


def chance_of(asked: Asked, thrown: Sequence[Throw], faces: Sequence[Throw]) -> Chance:
    """Return the chance of some of all faces of a die, with these faces where the view tells them."""
    shown = tuple(face for face in thrown if isinstance(face, int))
    return Chance("", Fraction(len(thrown), len(faces)), shown if asked.view == "faces" else None)


def came(asked: Asked, roll: Situation, *letters: str) -> Chance:
    """Return the chance that a roll comes to one of some results."""
    thrown = [face for face, letter in zip(roll.faces, roll.outcomes(), strict=True) if letter in letters]
    return chance_of(asked, thrown, roll.faces)


def unit(kind: str, **rest: object) -> states.Unit:
    """Return a unit of a type like all others in sheets, but for the given values."""
    plain = states.Unit(kind, strength=_EVEN, quality=_EVEN, most=_EVEN, mounted=kind in states.HORSEMEN)
    return replace(plain, **rest)  # type: ignore[arg-type]


def added_in_all(asked: Asked, end: str) -> str:
    """Return the least (0) or the most (1) that can be added to the die of a combat in all."""

    def limit(rules: RuleSet) -> str:
        limits = rules.table("combat-results").limit
        return MISSING if limits is None else asked.signed(limits[int(end)])

    return asked.both(limit)


def ratio_head(asked: Asked, column: str) -> str:
    """Return how a column of the force ratio is headed; the first one stands for all above."""
    first = column == asked.columns("combat-ratio")[0]
    return asked.text("combat.worse") if column == "worse" else column.replace("/", ":") + "+" * first


_TABLE: Final = "combat-results"
_TYPES: Final = "combat-types"
_SIDES: Final = (DEFENDERS, ATTACKERS)
_KINDS: Final = dict(zip(RANKS, ("out", "wounded", "back", "back"), strict=True))
_EXAMPLE: Final = 5
_AFTER: Final = ("organised_fresh", "demoralised_fresh")
"""States of a defender of the example before the fight, and perhaps after it."""

_SIGNS: Final = {**dict(zip(states.ORDERS, ("O", "D", "Dr"), strict=True)), states.ELIMINATED: "\N{DAGGER}"}
_STATE_ROWS: Final = ((RANKS, "of_combat"), (("Dr", "D"), "of_shots"), (("L", "rally", "rest"), "of_all_else"))

_Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Harm:
    """Results of one side that are counted together."""

    side: str
    letters: tuple[str, ...]

    @property
    def place(self) -> int:
        """Which of a pair of results is that of the side."""
        return _SIDES.index(self.side)


_MEASURES: Final = {
    "back": _Harm(DEFENDERS, RANKS),
    "shaken": _Harm(DEFENDERS, RANKS[:2]),
    "repulsed": _Harm(ATTACKERS, RANKS),
}
"""Results counted in sums: defenders driven back, demoralised or routed; attackers driven back."""


def _rows_at(rules: RuleSet, total: int) -> dict[Throw, str]:
    """Return the row of the table for each face, with so much added to the die in all."""
    table = rules.table(_TABLE)
    roll = Situation(table, DEFENDERS, modifiers=(Modifier("total", total),))
    return {face: table.rows[roll.row(face) - 1] for face in roll.faces}


def _pair_of(rules: RuleSet, row: str) -> _Pair:
    """Return the results of defenders and attackers in a row; ``?`` where the source has lost one."""
    table = rules.table(_TABLE)
    defenders, attackers = (NO_EFFECT if (cell := table.printed(row, side)) == EMPTY else cell for side in _SIDES)
    return defenders, attackers


def _pairs_at(rules: RuleSet, total: int) -> dict[Throw, _Pair]:
    return {face: _pair_of(rules, row) for face, row in _rows_at(rules, total).items()}


def _totals(asked: Asked) -> range:
    """Return all that can be added to the die of a combat in all, or makes a difference to it."""
    ends = [totals(rules) for rules in asked.sets]
    return range(min(each.start for each in ends), max(each.stop for each in ends))


def _total_columns(asked: Asked) -> tuple[Column, ...]:
    return tuple(column for column, _ in total_columns(asked))


def result_grid(asked: Asked) -> Grid:
    # Of pairs that are as bad those of lower totals come first.
    pairs = (pair for rules in asked.sets for total in _totals(asked) for pair in _pairs_at(rules, total).values())
    ordered = result_order(dict.fromkeys(pairs))
    rows = _rows_of_harm(asked, ordered) if asked.view == "at-least" else [_pair_row(asked, pair) for pair in ordered]
    caption = asked.text("frame.chances") if asked.view == "table" else ""
    return Grid(caption, _total_columns(asked), tuple(rows), (asked.text("combat.who"), asked.text("frame.result")))


def _pair_row(asked: Asked, pair: _Pair) -> Row:
    def answer(rules: RuleSet, total: int) -> Answer:
        pairs = _pairs_at(rules, total)
        return chance_of(asked, [face for face, brought in pairs.items() if brought == pair], tuple(pairs))

    who = [side for side, letter in zip(_SIDES, pair, strict=True) if letter in RANKS]
    kind = _KINDS[pair[0]] if DEFENDERS in who else "attacker" if who else "nothing"
    sentences = (_said(asked, side, letter, alone=who == [side]) for side, letter in zip(_SIDES, pair, strict=True))
    label = asked.listed([text for text in sentences if text]) or asked.text("frame.no_effect")
    read = ((rules, row) for rules in asked.sets for row in rules.table(_TABLE).rows if _pair_of(rules, row) == pair)
    label += "".join(dict.fromkeys(asked.readings(rules, _TABLE, row, side) for rules, row in read for side in _SIDES))
    group = asked.text(f"combat.{who[0]}") if len(who) == 1 else asked.text("combat.both" if who else "combat.neither")
    cells = asked.row("", answer, _totals(asked), kind).cells
    return Row(label, cells, group)


def _said(asked: Asked, side: str, letter: str, *, alone: bool) -> str:
    """Return the text of a row for one side: nothing of an advance, which is told beside the grid."""
    if letter in (NO_EFFECT, *states.ADVANCES):
        return ""
    if letter == UNKNOWN:
        # The signs of the footnotes on lost cells of the side.
        signs = [
            asked.lost(rules, _TABLE, place).note
            for rules in asked.sets
            for place in rules.table(_TABLE).unknown
            if place.endswith(f".{side}")
        ]
        return asked.named(asked.text(f"combat.{side}"), UNKNOWN + "".join(dict.fromkeys(signs)))
    text = asked.named(letter, asked.both(asked.meaning, _TABLE, letter))
    return text if alone else asked.named(asked.text(f"combat.{side}"), text)


def _harm_answer(asked: Asked, rules: RuleSet, total: int, harm: _Harm) -> Answer:
    """Return the chance that a side comes to one of some results; not known where one that is lost can come."""
    pairs = _pairs_at(rules, total)
    unknown = next((face for face, pair in pairs.items() if pair[harm.place] == UNKNOWN), None)
    if unknown is not None:
        return asked.lost(rules, _TABLE, f"{_rows_at(rules, total)[unknown]}.{harm.side}")
    return chance_of(asked, [face for face, pair in pairs.items() if pair[harm.place] in harm.letters], tuple(pairs))


def _harm_chance(rules: RuleSet, harm: _Harm, total: int) -> Fraction | None:
    letters = [pair[harm.place] for pair in _pairs_at(rules, total).values()]
    return None if UNKNOWN in letters else Fraction(sum(letter in harm.letters for letter in letters), len(letters))


def _rows_of_harm(asked: Asked, ordered: list[_Pair]) -> list[Row]:
    """Return a row for each result with all that are graver for the same side."""
    rows = []
    for place, side in enumerate(_SIDES):
        come = [letter for letter in RANKS if any(pair[place] == letter for pair in ordered)]
        for count, letter in enumerate(come, start=1):
            meaning = asked.both(asked.meaning, _TABLE, letter)
            label = asked.text("frame.or_more", result=meaning) if count > 1 else meaning
            answer = partial(_harm_answer, asked, harm=_Harm(side, tuple(come[:count])))
            kind = _KINDS[letter] if side == DEFENDERS else "attacker"
            rows.append(
                asked.row(asked.named(letter, label), answer, _totals(asked), kind, asked.text(f"combat.{side}"))
            )
    return rows


def harm(asked: Asked, rules: RuleSet, measure: str, total: int) -> Answer:
    return _harm_answer(asked, rules, total, _MEASURES[measure])


def total_columns(asked: Asked) -> Heads:
    return [(Column(asked.signed(total), asked.text("combat.total")), (total,)) for total in _totals(asked)]


def advance_lines(asked: Asked) -> list[tuple[str, str]]:
    entries: dict[tuple[str, str], dict[str, None]] = {}
    for rules in asked.sets:
        for row in rules.table(_TABLE).rows:
            pair = _pair_of(rules, row)
            for side, letter, other in zip(_SIDES, pair, pair[::-1], strict=True):
                if letter in states.ADVANCES:
                    entries.setdefault((side, letter), {})[other] = None
    # The same letters befall either side: its name belongs to them.
    hit = dict(zip(_SIDES, _SIDES[::-1], strict=True))
    return [
        (
            "",
            f"{asked.text(f'combat.{hit[side]}')} {', '.join(others)} {ARROW} "
            + asked.named(asked.text(f"combat.{side}"), asked.word("outcomes", letter)),
        )
        for (side, letter), others in entries.items()
    ]


def printed_result(asked: Asked, rules: RuleSet, row: str, side: str) -> Answer:
    def written(cell: str) -> str:
        if cell in (EMPTY, NO_EFFECT):
            return asked.text("frame.no_effect")
        return asked.word("outcomes", cell) if cell in states.ADVANCES else cell

    return asked.marked(rules, _TABLE, row, side, written)


def printed_rows(asked: Asked) -> list[Case]:
    return [Case(_band_text(asked, row), (row,)) for row in asked.rows(_TABLE)]


def _band_text(asked: Asked, row: str) -> str:
    """Return the label of a row of modified dice as people write it."""
    low, dots, high = row.partition("..")
    first = asked.number(int(low))
    return asked.text("combat.band", low=first, high=asked.number(int(high))) if dots else first


def after_grid(asked: Asked, side: str) -> Grid:
    place = _SIDES.index(side)

    def answer(rules: RuleSet, before: str, after: str, total: int) -> Answer:
        pairs = _pairs_at(rules, total)
        if any(pair[place] == UNKNOWN for pair in pairs.values()):
            return _harm_answer(asked, rules, total, _Harm(side, RANKS))
        fates = {face: states.after_result(rules, before, pair[place]).state for face, pair in pairs.items()}
        return chance_of(asked, [face for face, fate in fates.items() if fate == after], tuple(pairs))

    def kind(before: str, after: str) -> str:
        order = after.partition("_")[0]
        return "nothing" if after == before else {"organised": "back", "demoralised": "wounded"}.get(order, "out")

    # Routed units do not attack.
    orders = states.ORDERS if side == DEFENDERS else states.ORDERS[:-1]
    rows = []
    for before in (state for state in states.STATES if state.startswith(orders)):
        for after in states.STATES[::-1]:
            cells = tuple(
                asked.cell(asked.answers(answer, before, after, total), kind(before, after)) for total in _totals(asked)
            )
            if any(cell.shade or cell.chance is None for cell in cells):
                rows.append(Row(asked.word("unit_states", after), cells, asked.word("unit_states", before)))
    return Grid("", _total_columns(asked), tuple(rows), (asked.text("combat.before"), asked.text("combat.after")))


def combat_example(asked: Asked) -> str:
    chance = _harm_chance(asked.rules, _MEASURES["back"], _EXAMPLE)
    if chance is None or _EXAMPLE not in _totals(asked):
        return ""
    return asked.text("combat.example", total=asked.signed(_EXAMPLE), chance=asked.spoken(chance))


def after_example(asked: Asked) -> str:
    before, after = _AFTER
    letters = [letter for letter, _ in _pairs_at(asked.rules, _EXAMPLE).values()]
    if UNKNOWN in letters or _EXAMPLE not in _totals(asked):
        return ""
    fates = [states.after_result(asked.rules, before, letter).state for letter in letters]
    chance = Fraction(fates.count(after), len(letters))
    return asked.text(
        "combat.example_after",
        total=asked.signed(_EXAMPLE),
        before=asked.word("unit_states", before),
        after=asked.word("unit_states", after),
        chance=asked.spoken(chance),
    )


def worth(asked: Asked, rules: RuleSet, measure: str, value: int, total: int) -> str:
    """Return by how much a chance changes with so many points more than in all without them."""
    before, after = (_harm_chance(rules, _MEASURES[measure], at) for at in (total, total + value))
    if before is None or after is None:
        return "?"
    # A difference of chances has a sign, and nothing at all none.
    return "0" if after == before else f"{'+' if after > before else MINUS}{asked.amount(abs(after - before))}"


def worth_rows(asked: Asked, measure: str) -> list[Case]:
    return [Case(asked.signed(value), (measure, value)) for value in (5, 4, 3, 2, 1, -1, -2, -3)]


def worth_example(asked: Asked) -> str:
    low, high = _EXAMPLE - 2, _EXAMPLE
    before, after = (_harm_chance(asked.rules, _MEASURES["back"], total) for total in (low, high))
    if before is None or after is None:
        return ""
    chances = {"before": asked.spoken(before), "after": asked.spoken(after)}
    return asked.text("modifiers.example", less=asked.signed(low), more=asked.signed(high), **chances)


def state_after(asked: Asked, rules: RuleSet, result: str, state: str) -> str:
    # A unit that rallies or rests is in disorder or tired: of all others there is nothing to say.
    fate = states.after_result(rules, state, result)
    if fate.state == state and not fate.hexes:
        return "\N{EN DASH}"
    hexes = f" \N{LEFTWARDS ARROW}{asked.number(fate.hexes)}" if fate.hexes else ""
    order, _, fatigue = fate.state.partition("_")
    return f"{_SIGNS[order]}{'F' if fatigue == 'fatigued' else ''}{hexes}"


def state_rows(asked: Asked) -> list[Case]:
    return [
        Case(
            asked.word("unit_results", result) if group == "of_all_else" else result,
            (result,),
            asked.text(f"states.{group}"),
        )
        for results, group in _STATE_ROWS
        for result in results
    ]


def state_columns(asked: Asked) -> Heads:
    return [
        (Column(asked.word("unit_states", state), asked.text("states.before")), (state,))
        for state in states.STATES[:-1]
    ]


def state_signs(asked: Asked) -> list[tuple[str, str]]:
    words = [(sign, asked.word("unit_signs", order)) for order, sign in _SIGNS.items()]
    words += [("F", asked.word("unit_results", "F")), ("\N{LEFTWARDS ARROW}", asked.text("states.hexes"))]
    return [("", f"{asked.listed([asked.named(sign, word) for sign, word in words])}.")]


def _able(rules: RuleSet, what: str) -> list[str]:
    """Return the types that have an ability; of those that attack, the ones with a row of their own."""
    known = rules.table(_TYPES).rows
    return [row for row in states.types_with(rules, what) if what != "attacks" or row in known]


def reaction(asked: Asked) -> str:
    """Return the types that charge, that may void a charge, and that never attack and have no row of their own."""
    charging = asked.text("types.reaction", types=", ".join(in_order(asked.answers(_able, "charges"))))
    attackers = in_order(asked.answers(_able, "attacks"))
    idle = [name for name in asked.columns(_TYPES) if name not in attackers]
    never = [asked.text("types.idle", type=name, name=asked.word("unit_types", name)) for name in idle]
    return " ".join((charging, *never))


def type_harm(asked: Asked, rules: RuleSet, measure: str, mine: str, charge: bool, other: str) -> Answer:  # noqa: FBT001
    try:
        roll = combat_situation(rules, Combat((unit(mine),), (unit(other),), charge))
    except NoRollError:
        return None
    except UnknownCellError:
        return asked.lost(rules, _TYPES, f"{mine}.{other}")
    return harm(asked, rules, measure, roll.situation.modifier)


def type_rows(asked: Asked, measure: str) -> list[Case]:
    charging = {name for rules in asked.sets for name in _able(rules, "charges")}
    return [
        Case(asked.text("types.charge", type=mine) if charge else mine, (measure, mine, charge))
        for mine in in_order(asked.answers(_able, "attacks"))
        for charge in ((False, True) if mine in charging else (False,))
    ]


def type_columns(asked: Asked) -> Heads:
    return [(Column(name, asked.text("types.defends")), (name,)) for name in asked.columns(_TYPES)]


# All other rolls, terrain and victory.


_SHOTS: Final = "shots"
_BARRED: Final = "\N{BLACK SQUARE}"
_NOTHING: Final = "\N{MIDDLE DOT}"
_COSTS: Final = ("infantry_and_leaders", "cavalry_and_artillery")
"""Columns of movement points."""

_BLOCKS: Final = "B"
"""Sign of a blocked line of sight, in cells of terrain."""


def _shot(rules: RuleSet, weapon: str, distance: str, total: int) -> Situation | str | None:
    """Return the roll of a shot with so much added in all; ``?`` if its figures are lost, None if there is none."""
    types = states.types_with(rules, "fires", weapon) if weapon in rules.table(_SHOTS).rows else []
    if not types:
        return None
    try:
        roll = rolls.fire_situation(rules, rolls.Shot((unit(types[0], mounted=False),), int(distance)))
    except NoRollError:
        return None
    except UnknownCellError:
        return UNKNOWN
    return structs.replace(roll, modifiers=(Modifier("total", total),))


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


def printed_shot(asked: Asked, rules: RuleSet, weapon: str, distance: str) -> Answer:
    """Return the figures: from which modified die a shot demoralises, and from which it routs."""
    impossible = "\N{EN DASH}"

    def written(cell: str) -> str:
        # One figure alone demoralises: nothing routs.
        several = len(rules.table(_SHOTS).figures(weapon, distance))
        return f"{cell}/{impossible}" if several == 1 else cell if several else impossible

    return asked.marked(rules, _SHOTS, weapon, distance, written)


def weapons(asked: Asked) -> list[Case]:
    return [Case(asked.word("shooters", weapon), (weapon,)) for weapon in asked.rows(_SHOTS)]


def distances(asked: Asked) -> Heads:
    return [(Column(distance, asked.text("shots.hexes")), (distance,)) for distance in asked.columns(_SHOTS)]


def shooter_lines(asked: Asked) -> list[tuple[str, str]]:
    def said(weapon: str) -> str:
        shooters = in_order(asked.answers(states.types_with, "fires", weapon))
        word, types = asked.word("shooters", weapon), [asked.word("unit_types", name) for name in shooters]
        return asked.named(word, asked.text("frame.comma").join(types)) if len(types) > 1 else word

    def letters(rules: RuleSet, weapon: str) -> str:
        return " ".join(states.types_with(rules, "fires", weapon))

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
    def bands(letter: str, rules: RuleSet) -> str:
        table = rules.table("initiative")
        rows = [row for row in table.rows if table.cell(row, "class") == letter]
        return ", ".join(_band_text(asked, row) + ("+" if row == table.rows[-1] else "") for row in rows)

    return [
        (letter, asked.named(asked.both(partial(bands, letter)), asked.each(asked.meaning, "initiative", letter)))
        for letter in _classes(asked)
    ]


def _classes(asked: Asked) -> list[str]:
    return in_order([tuple(rules.table("initiative").results) for rules in asked.sets])


def ground_grid(asked: Asked, columns: Sequence[str]) -> Grid:
    """Return some columns of the table of terrain, by the words for it; rows in which all is nothing are left out."""

    def cell(name: str, rules: RuleSet, column: str) -> Answer:
        def written(cell: str) -> str:
            return _written(asked, cell, signed=column not in _COSTS)

        if name != states.PARAPET:
            return asked.marked(rules, "ground", name, column, written)
        row = rules.choice("parapet-row")
        answer = asked.marked(rules, "ground", row, column, written) if row in rules.table("ground").rows else _NOTHING
        # Its row is another one's, by a reading, whose own readings are not told again.
        return (
            unsigned(answer) + asked.reading(rules, "parapet-row")
            if isinstance(answer, str) and answer != _NOTHING
            else answer
        )

    names = in_order([states.grounds_of(rules) for rules in asked.sets])
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


CATALOGUE: Final = read_catalogue("filo", sys.modules[__name__], attempt=partial(attempt, QUESTIONS))

"""Sheets of the combat tables, and the counts of a view in a table: single results, sums, or named outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from msgspec import structs

from mangonel.games.cryhavoc.fire_and_walls import battering_effect
from mangonel.games.cryhavoc.outcomes import NAMED_OUTCOMES, named_outcome, worst_first
from mangonel.games.cryhavoc.rolls import has_effects, melee_situation, panic_effect
from mangonel.paper.blocks import Column, Grid, Row
from mangonel.paper.catalogue import column_grid
from mangonel.paper.wanted import Asked, Chance, face_ranges, printed
from mangonel.rules.cells import NO_EFFECT, in_order
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Situation, possible

_NO_ATTACKER = "panic"
_TOGETHER = "\N{NO-BREAK SPACE}"
_KINDS = dict(zip(NAMED_OUTCOMES, ("out", "wounded", "back", "back", "nothing", *["attacker"] * 3), strict=True))
_SIGN_TEXT: Final = {"-": "\N{MINUS SIGN}", "0": "0", "+": "+"}
EXAMPLE: Final = (24, 7)
"""The published example: attack 24 against defence 7."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A set of results with a chance, its label in words and its kind (`mangonel.paper.blocks.KINDS`).

    The mark stands in the cells: ``F``, ``F+``; it is empty if each cell says which letters came together in it, or
    could under other columns. Letters are the results counted, for each rule set. The faces of the die that bring it
    are told if it is `by_face`.
    """

    mark: str
    label: str
    kind: str
    letters: tuple[tuple[str, ...], ...]
    by_face: bool = False

    def of_roll(self, place: int, roll: Situation) -> Chance:
        """Return the chance of one roll under the rule set at a place, with its faces if they are told."""
        letters, outcomes = self.letters[place], roll.outcomes()
        come = [letter for letter in letters if letter in outcomes]
        mark = self.mark or "".join(printed(letter) for letter in come or letters)
        faces = [face for face, outcome in zip(roll.faces, outcomes, strict=True) if outcome in letters]
        single = tuple(face for face in faces if isinstance(face, int))
        by_face = self.by_face and all(isinstance(face, int) for face in roll.faces)
        return Chance(mark, Fraction(len(faces), len(outcomes)), single if by_face else None)

    def of_rolls(self, rolls: Sequence[Situation | None]) -> list[Chance | None]:
        """Return the chance of a roll under each rule set, None where there is no roll."""
        return [None if roll is None else self.of_roll(place, roll) for place, roll in enumerate(rolls)]


def measured_rows(
    asked: Asked, shown: Sequence[Measure], rolls: Sequence[Sequence[Situation | None]], group: str = ""
) -> tuple[Row, ...]:
    """Return a row for each thing that is counted, over rolls, each under all rule sets."""
    return tuple(
        Row(
            measure.label,
            tuple(asked.cell(measure.of_rolls(roll), measure.kind) for roll in rolls),
            group or measure.mark,
        )
        for measure in shown
    )


def letters_of(asked: Asked, table: str) -> tuple[str, ...]:
    """Return the results of a table under all rule sets, from the worst for the target to the best."""
    letters = in_order([rules.table(table).result_codes for rules in asked.sets if table in rules.tables])
    used = {cell for rules in asked.sets for line in rules.table(table).cells for cell in line}
    wanted = [letter for letter in letters if letter in used or letter == NO_EFFECT]
    return worst_first(asked.rules, table, wanted)


def kind_of(rules: RuleSet, table: str, letter: str) -> str:
    """Return the kind of a result, for hatch and colour."""
    if has_effects(rules, table):
        known = letter == NO_EFFECT or letter in rules.table(table).results
        return _KINDS[named_outcome(rules, table, letter)] if known else ""
    if letter == NO_EFFECT:
        return "nothing"
    if table == "battering":
        damage, loss = battering_effect(letter)
        return "out" if damage else "attacker" if loss else "nothing"
    return "out" if table != _NO_ATTACKER or panic_effect(letter)[1] else "wounded"


def measures(asked: Asked, table: str) -> tuple[Measure, ...]:
    """Return the counts of the view in a die table of all its rule sets."""
    letters = letters_of(asked, table)
    kinds = {letter: kind_of(asked.sets[-1], table, letter) for letter in letters}
    if asked.view == "outcomes" and has_effects(asked.rules, table):
        return named_measures(asked, table)
    if asked.view == "at-least":
        more = "frame.or_worse" if table != _NO_ATTACKER else "frame.or_more"
        return tuple(
            Measure(
                f"{printed(letter)}+",
                asked.text(more, result=_label(asked, table, letter)) if place else _label(asked, table, letter),
                # A sum over harm of the target and of the attacker says nothing of either.
                "nothing" if kinds[letter] == "attacker" else kinds[letter],
                (letters[: place + 1],) * len(asked.sets),
            )
            # The best for the target or any worse one is certain; it is shown only where nothing else can come.
            for place, letter in enumerate(letters[:-1] or letters)
        )
    return tuple(
        Measure(
            printed(letter),
            _label(asked, table, letter),
            kinds[letter],
            ((letter,),) * len(asked.sets),
            asked.view == "faces",
        )
        for letter in letters
    )


def _label(asked: Asked, table: str, letter: str) -> str:
    return asked.both(asked.meaning, table, letter)


def named_measures(asked: Asked, table: str, *, lettered: bool = True) -> tuple[Measure, ...]:
    """Return the outcomes by name of a missile or melee table, with their letters, those that some rule set has."""
    letters = letters_of(asked, table)
    named = [
        {letter: named_outcome(rules, table, letter) for letter in letters if letter in rules.table(table).result_codes}
        for rules in asked.sets
    ]
    present = [name for name in NAMED_OUTCOMES if any(name in by_letter.values() for by_letter in named)]
    # In one word, so that no line ends between the letters.
    counted = {
        name: _TOGETHER.join(printed(letter) for letter in letters if any(by.get(letter) == name for by in named))
        for name in present
    }
    return tuple(
        Measure(
            "",
            asked.word("outcomes", name) + (f" ({counted[name]})" if lettered else ""),
            _KINDS[name],
            tuple(tuple(letter for letter in letters if by_letter.get(letter) == name) for by_letter in named),
            asked.view == "faces",
        )
        for name in present
    )


def reading(asked: Asked, table: str, roll: Situation, shown: tuple[Measure, ...], face: int = 2) -> str:
    """Return one roll and one cell in words: the last part of a worked example.

    The roll is one under the first rule set; its face is `face` if that has an effect.
    """
    die = next((face for face in (face, *roll.faces) if roll.outcome(face) != NO_EFFECT), face)
    letter = roll.outcome(die)
    meaning = asked.meaning(asked.rules, table, letter)
    thrown = asked.text("frame.roll", die=die, letter=printed(letter), meaning=meaning)
    measure = next((measure for measure in shown if letter in measure.letters[0]), shown[0])
    answer = measure.of_roll(0, roll)
    cell = face_ranges(answer.faces) if answer.faces is not None else asked.amount(answer.chance)
    sentence = asked.text("frame.cell", cell=cell, meaning=measure.label, chance=asked.spoken(answer.chance))
    return f"{thrown} {sentence}"


def results(asked: Asked, table: str) -> tuple[tuple[str, str], ...]:
    letters = letters_of(asked, table)
    return tuple((printed(letter), asked.each(asked.meaning, table, letter)) for letter in letters)


def melee_grid(asked: Asked, table: str, *, named: bool = False) -> Grid:
    """Return the results of attacks by column, on men on foot or mounted men; perhaps outcomes by name."""

    def roll(rules: RuleSet, column: str) -> Situation | None:
        known = rules.table(table)
        return Situation(known, column) if column in known.columns else None

    columns = asked.columns(table)
    shown = named_measures(asked, table, lettered=False) if named else measures(asked, table)
    rows = measured_rows(asked, shown, [asked.answers(roll, column) for column in columns])
    if asked.view == "table":
        # In one grid, so that one reads down from a chance to its faces of the die.
        printed = column_grid(asked, table)
        rows += tuple(structs.replace(row, group=printed.corner[1]) for row in printed.rows)
    heads = tuple(Column(column, asked.text("melee.column")) for column in columns)
    return Grid("", heads, rows, ("", asked.text("frame.result")))


def sign_text(asked: Asked, sign: str) -> str:
    return _SIGN_TEXT.get(sign) or asked.word("signs", sign)


def further_shifts(asked: Asked, target: str) -> list[tuple[str, str]]:
    """Return the columns moved for all else than the ground, on ``foot`` or ``mounted`` men."""

    def panicked(rules: RuleSet) -> str:
        known = rules.choice("panic-rule") != "none"
        return asked.signed(rules.table("panicked").number("column_shift") if known else 0)

    entries = [
        (asked.both(lambda rules: asked.signed(rules.table("joint-attack").number(target))), asked.text("melee.joint")),
        (asked.both(panicked), asked.text("melee.panicked")),
    ]
    # Shifts of no column under any of the rules say nothing.
    return [entry for entry in entries if entry[0] != asked.signed(0)]


def all_shifts(asked: Asked) -> list[tuple[str, str]]:
    foot, mounted = further_shifts(asked, "foot"), further_shifts(asked, "mounted")
    lines = [
        (term, text if (term, text) in other else asked.named(asked.text(f"aid.{name}"), text))
        for mine, other, name in ((foot, mounted, "foot"), (mounted, foot, "mounted"))
        for term, text in mine
    ]
    return list(dict.fromkeys(lines))


def melee_example(asked: Asked, table: str, named: str = "") -> str:
    (attack, defence), mounted = EXAMPLE, table == "melee-mounted"
    roll = possible(lambda: melee_situation(asked.rules, attack=attack, defence=defence, mounted=mounted))
    if roll is None:
        return ""
    example = asked.text("melee.example", attack=attack, defence=defence, column=roll.final_column)
    shown = named_measures(asked, table, lettered=False) if named else measures(asked, table)
    return f"{example} {reading(asked, table, roll, shown)}"

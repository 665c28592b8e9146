"""What a view counts in a table: single results, results and all worse ones, or outcomes by name; an example of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mangonel.press.blocks import Row
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Chance, face_ranges, printed
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.men.effects import has_effects
from mangonel.systems.cryhavoc.men.outcomes import NAMED_OUTCOMES, named_outcome, worst_first
from mangonel.systems.cryhavoc.men.wounds import panic_effect
from mangonel.systems.cryhavoc.situations.walls import battering_effect
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.merging import in_order
from mangonel.tables.situation import Situation

__all__ = ["Measure", "letters_of", "measured_rows", "measures", "named_measures", "reading"]

_NO_ATTACKER = "panic"
_TOGETHER = "\N{NO-BREAK SPACE}"
_KINDS = dict(zip(NAMED_OUTCOMES, ("out", "wounded", "back", "back", "nothing", *["attacker"] * 3), strict=True))


@dataclass(frozen=True, slots=True)
class Measure:
    """Something whose chance is shown.

    Parameters
    ----------
    mark
        What the cells are marked with: ``F``, ``F+``; empty if each cell says which letters came together in it,
        or could under other columns.
    label
        The same in words.
    kind
        One of `mangonel.press.blocks.KINDS`.
    letters
        The results counted, for each rule set.
    by_face
        Whether the faces of the die are told that bring it.
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
        told = self.by_face and all(isinstance(face, int) for face in roll.faces)
        return Chance(mark, Fraction(len(faces), len(outcomes)), single if told else None)

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
    """Return of what kind a result is, for hatch and colour."""
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
    """Return what the view counts in a die table of all its rule sets."""
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
                # A sum over what befalls the target and what befalls the attacker says nothing of harm.
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
    return tuple(
        Measure(
            "",
            asked.word("outcomes", name) + (f" ({_counted(named, letters, name)})" if lettered else ""),
            _KINDS[name],
            tuple(tuple(letter for letter in letters if by_letter.get(letter) == name) for by_letter in named),
            asked.view == "faces",
        )
        for name in present
    )


def _counted(named: Sequence[Mapping[str, str]], letters: Sequence[str], name: str) -> str:
    """Return the results that some rule set counts as an outcome, in one word so that no line ends between them."""
    return _TOGETHER.join(
        printed(letter) for letter in letters if any(by_letter.get(letter) == name for by_letter in named)
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

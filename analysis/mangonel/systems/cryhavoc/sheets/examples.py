"""Worked examples: one roll and one cell of a sheet in words."""

from __future__ import annotations

from mangonel.sheets.answers import face_ranges, printed
from mangonel.sheets.asked import Asked
from mangonel.systems.cryhavoc.sheets.measures import Measure
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.situation import Situation

__all__ = ["reading"]


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

"""The die of a roll as a strip of faces: each with the result it brings, the worse the darker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from htmltools import Tag, tags

from mangonel.press.ink import fill_colour
from mangonel.systems.registry import system_of
from mangonel.tables.cells import NO_EFFECT

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.answer import Answer
    from mangonel.tables.situation import Situation

__all__ = ["harm", "strip"]


def harm(rules: RuleSet, table: str, letters: Sequence[str], letter: str) -> float:
    """Return how bad a result of a table is for whom it befalls, 0 to 1.

    Parameters
    ----------
    rules, table
        The rule set, and the id of its table.
    letters
        All results that can come.
    letter
        One of them.
    """
    if letter == NO_EFFECT:
        return 0.0
    fates = system_of(rules).fates()
    names = [fates.named(rules, table, each) for each in (letter, NO_EFFECT)]
    if not set(names) <= set(fates.outcomes):
        # What is no fate is as bad as its place among the others says.
        order = fates.worst_first(rules, table, letters)
        return 1 - order.index(letter) / len(order)
    place, nothing = map(fates.outcomes.index, names)
    far = nothing if place < nothing else len(fates.outcomes) - 1 - nothing
    return abs(place - nothing) / max(far, 1)


def strip(roll: Situation, answer: Answer, words: Locale) -> Tag:
    """Return the strip.

    Parameters
    ----------
    roll
        The roll.
    answer
        Its answer, in the language of the page, for what the results mean.
    words
        The language.
    """
    rules, table, letters = answer.rules, roll.table.id, tuple(dict.fromkeys(roll.outcomes()))
    fates = system_of(rules).fates()
    faces = []
    for face, letter in zip(roll.faces, roll.outcomes(), strict=True):
        backfires = fates.backfires(rules, table, letter)
        kind = "attacker" if backfires else "out"
        thrown = str(face) if isinstance(face, int) else "+".join(map(str, face))
        meaning = answer.meanings.get(letter, "")
        faces.append(
            tags.li(
                tags.span(thrown, class_="face"),
                tags.span(letter, class_="letter"),
                class_="backfires" if backfires else None,
                style=f"background: {fill_colour(harm(rules, table, letters, letter), kind, 'colour')}",
                title=words.text("frame.named", name=letter, text=meaning) if meaning else letter,
            )
        )
    return tags.ol(*faces, class_="strip", aria_label=words.text("explore.faces"))

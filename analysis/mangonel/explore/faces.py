"""The die of a roll as a strip of faces: each with the result it brings, the worse the darker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from htmltools import Tag, tags

from mangonel.press.ink import fill_colour
from mangonel.systems.registry import system_of
from mangonel.telling.harm import harm

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.systems.answer import Answer
    from mangonel.tables.situation import Situation

__all__ = ["strip"]


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

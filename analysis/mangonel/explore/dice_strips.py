"""The dice of an answer as strips of faces: each with the result it brings, the worse the darker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from htmltools import HTML, TagList, tags

from mangonel.document.html import breakable
from mangonel.document.rolls import colour_of, result_word
from mangonel.games.roll_answer import Answer
from mangonel.rules.words import Locale, PhraseBook, capital

if TYPE_CHECKING:
    from mangonel.games.thrown import Thrown

__all__ = ["strips"]


def strips(rolls: Sequence[Thrown], answer: Answer, book: PhraseBook, words: Locale) -> TagList:
    """Return a strip for each of some rolls, with what it is for, and how likely it is made, if there are several.

    Parameters
    ----------
    rolls
        What may be thrown.
    answer
        The answer; what results mean that it does not tell itself stands below the strip.
    book, words
        The words for what results mean, and the language.
    """
    return TagList(*(_strip(roll, answer, book, words) for roll in rolls))


def _strip(roll: Thrown, answer: Answer, book: PhraseBook, words: Locale) -> TagList:
    faces, meanings = [], {letter: book.meaning(text) for letter, text in roll.meanings.items()}
    for face, number, letter in roll.cells:
        meaning, shown = meanings[letter], result_word(letter, book, words)
        colour = colour_of(answer.rules, roll.table, roll.order, roll.backfires, letter)
        faces.append(
            tags.li(
                tags.span(face, class_="face"),
                tags.span(HTML(breakable(shown)), class_="letter"),
                class_="backfires" if letter in roll.backfires else None,
                style=f"flex-grow: {number}; background: {colour}",
                title=words.text("frame.named", name=shown, text=meaning) if meaning else shown,
            )
        )
    label, above = words.text("explore.faces"), None
    if roll.when:
        above = capital(book.told(roll.when) or roll.when)
        if roll.chance < 1:
            chance = words.percentage(words.number(100 * roll.chance, 2))
            above = words.text("frame.named", name=above, text=chance)
        label = words.text("frame.named", name=above, text=label)
    untold = {letter: meanings[letter] for letter in roll.order if letter not in answer.odds and meanings[letter]}
    legend = words.text("frame.comma").join(words.text("frame.named", name=each, text=untold[each]) for each in untold)
    return TagList(
        tags.p(above, class_="rolled", aria_hidden="true") if above else None,
        tags.ol(*faces, class_="strip", aria_label=label),
        tags.p(legend, class_="note") if legend else None,
    )

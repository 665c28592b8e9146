"""The answers to a question on the page, one below the other where rule sets differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from htmltools import HTML, Tag, TagList, tags

from mangonel.api.rolls import asked, values_of
from mangonel.document.html import fragment
from mangonel.document.rolls import alike, lettered, spoken
from mangonel.document.rule_odds import without_ids
from mangonel.engine.intervals import NO_BREAK, Estimate
from mangonel.errors import MangonelError
from mangonel.explore.dice_strips import strips
from mangonel.explore.question_forms import one_more
from mangonel.games.roll_answer import Answer
from mangonel.paper.blocks import Table
from mangonel.paper.charts.numbers import points
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale, PhraseBook, capital
from mangonel.studies.naming import names_of

if TYPE_CHECKING:
    from mangonel.games.question import Question

__all__ = ["answers_brief", "answers_html"]

_BY_DIE, _ROLL = "by die", "roll"
"""Names of lines: what the strip shows, and why there is none."""


def answers_html(question: Question, given: Mapping[str, Any], rule_sets: Sequence[RuleSet], words: Locale) -> TagList:
    """Return the answers.

    Parameters
    ----------
    question, given
        What is asked, and what is said, as `mangonel.api.rolls.asked` takes it.
    rule_sets
        The rule sets.
    words
        The language.

    Raises
    ------
    DataError
        If it cannot be asked so.
    """
    answers = asked(question, given, rule_sets).answers
    groups = alike(answers)
    parts: list[HTML | Tag | TagList] = []
    for group in groups:
        names = words.joined(words.translated(answers[at].rules.title) for at in group)
        same = len(groups) == 1 and len(answers) > 1
        heading = words.text("telling.same_under", rules=names).rstrip(":") if same else names
        parts.append(tags.h2(heading))
        parts.append(_one(question, given, answers[group[0]], words))
    return TagList(*parts)


def answers_brief(question: Question, given: Mapping[str, Any], rule_sets: Sequence[RuleSet], words: Locale) -> str:
    """Return the chances of the answers in a line, by rule set where they differ; arguments as for `answers_html`."""
    answers = asked(question, given, rule_sets).answers
    lines = []
    for first, *_ in alike(answers):
        answer = answers[first]
        book = PhraseBook(words, answer.rules.system)
        shown = lettered(spoken(without_ids(answer, words), book, words), book, words)
        # No line ends between a result and its chance.
        chances = words.text("frame.comma").join(
            f"{letter} {_percent(shown.odds[letter], words)}".replace(" ", NO_BREAK) for letter in shown.order
        )
        lines.append((names_of([answer.rules], words)[0], chances))
    return words.text("frame.semicolon").join(
        words.text("frame.named", name=name, text=text) if len(lines) > 1 else text for name, text in lines
    )


def _one(question: Question, given: Mapping[str, Any], answer: Answer, words: Locale) -> TagList:
    book = PhraseBook(words, answer.rules.system)
    in_words = spoken(without_ids(answer, words), book, words)
    parts: list[HTML | Tag | TagList] = []
    parts.append(strips(question.thrown(answer.rules, values_of(question, given)), answer, book, words))
    by_die, roll = (book.told(name) or name for name in (_BY_DIE, _ROLL))
    if roll in in_words.lines:
        parts.append(tags.p(words.text("frame.named", name=capital(roll), text=in_words.lines[roll]), class_="note"))
    facts = tuple((name, text) for name, text in in_words.lines.items() if text and name not in (by_die, roll))
    parts.append(
        HTML(
            fragment(
                (
                    _chances(lettered(in_words, book, words), words),
                    *_in_short(in_words, words),
                    *_worth(question, given, answer, words),
                )
            )
        )
    )
    if facts:
        parts.append(HTML(fragment((Table("", ("", ""), facts, text=(0, 1)),))))
    return TagList(*parts)


def _chances(answer: Answer, words: Locale) -> Table:
    head = ("telling.result", "frame.chance", "telling.at_least")
    rows = tuple(
        (
            letter,
            _percent(answer.odds[letter], words),
            _percent(answer.at_least[letter], words) if letter in answer.at_least else "",
            str(answer.odds[letter]),
            answer.meanings.get(letter, "") or (words.word("outcomes", "no effect") if letter == NO_EFFECT else ""),
        )
        for letter in answer.order
    )
    return Table("", (*(words.text(key) for key in head), "", ""), rows, text=(0, 4))


def _in_short(answer: Answer, words: Locale) -> tuple[Table, ...]:
    if not answer.named:
        return ()
    rows = tuple((name, _percent(chance, words)) for name, chance in answer.named.items())
    return (Table("", (words.text("telling.in_short"), words.text("frame.chance")), rows),)


def _worth(question: Question, given: Mapping[str, Any], answer: Answer, words: Locale) -> tuple[Table, ...]:
    """Return what one more of each number would change, in percentage points; what changes nothing says so."""
    before = _looked_at(answer)
    rows = []
    for name, more in one_more(question, given).items():
        if (changed := _changed(question, more, answer.rules, before, words)) is not None:
            label = words.text("explore.one_more", what=words.inside(words.word("parameters", name, question.name)))
            rows.append((label, changed))
    return (Table(words.text("explore.worth"), ("", ""), tuple(rows), text=(0, 1)),) if rows else ()


def _changed(
    question: Question, more: Mapping[str, Any], rules: RuleSet, before: Mapping[str, Fraction], words: Locale
) -> str | None:
    try:
        after = _looked_at(asked(question, more, (rules,)).answers[0])
    except MangonelError:
        # One more cannot be asked; what is asked has an answer all the same.
        return None
    changes = {each: after.get(each, Fraction(0)) - before.get(each, Fraction(0)) for each in (*before, *after)}
    shown = [
        words.text("frame.named", name=_said(each, PhraseBook(words, rules.system), words), text=_points(change, words))
        for each, change in changes.items()
        if change
    ]
    return words.text("frame.comma").join(shown) or words.text("explore.nothing")


def _looked_at(answer: Answer) -> dict[str, Fraction]:
    return dict(answer.named or answer.at_least or answer.odds)


def _said(name: str, book: PhraseBook, words: Locale) -> str:
    return words.word("outcomes", name) if words.has_word("outcomes", name) else book.told(name) or name


def _points(change: Fraction, words: Locale) -> str:
    return points(Estimate.of_exact(float(change)), in_title=True, words=words)


def _percent(chance: Fraction, words: Locale) -> str:
    return words.percentage(words.number(100 * chance, 2))

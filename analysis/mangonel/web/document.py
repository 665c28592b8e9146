"""All single rolls of a game under some rule sets as data: what can be asked, the tables, the answers, the words."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mangonel.locales import Locale, PhraseBook
from mangonel.reports.rules.cells import without_ids
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.question_fields import Field, tabled_fields
from mangonel.systems.roll_answer import Answer
from mangonel.systems.system import System
from mangonel.tables.cells import NO_EFFECT
from mangonel.telling.harm import colour_of
from mangonel.telling.odds import result_word, spoken
from mangonel.web.tabled import APART, Refusal, Tabled, tabled

if TYPE_CHECKING:
    from mangonel.systems.question import Question
    from mangonel.systems.thrown import Thrown

__all__ = ["document"]


@dataclass
class _Pool:
    """Things that are written once and named by their place from then on."""

    things: list[Any] = field(default_factory=list)
    places: dict[Hashable, int] = field(default_factory=dict)

    def place(self, key: Hashable, thing: Any) -> int:
        if key not in self.places:
            self.places[key] = len(self.things)
            self.things.append(thing)
        return self.places[key]


@dataclass
class _Writing:
    system: System
    languages: Sequence[Locale]
    books: Sequence[PhraseBook]
    texts: _Pool = field(default_factory=_Pool)
    tables: _Pool = field(default_factory=_Pool)
    rolls: _Pool = field(default_factory=_Pool)
    answers: _Pool = field(default_factory=_Pool)
    letters: dict[str, int] = field(default_factory=dict)
    """Results that are words and no printed letters, with their texts."""

    def text(self, said: Callable[[Locale], str]) -> int:
        """Return the place of a text in all languages."""
        texts = [said(words) for words in self.languages]
        return self.texts.place(tuple(texts), texts)

    def title(self, rules: RuleSet) -> int:
        """Return the place of what a rule set is called."""
        return self.text(lambda words: words.translated(rules.title))

    def question(self, question: Question, fields: Sequence[Field], under: Sequence[Tabled]) -> dict[str, Any]:
        diagrams = [each.diagram for each in under]
        first = diagrams[0]
        return {
            "name": question.name,
            "label": self.text(lambda words: words.word("questions", question.name, self.system.id)),
            "fields": [self._field(question, each) for each in fields],
            "nodes": [] if first is None else _nodes(first),
            "under": [
                {
                    "tables": []
                    if each.diagram is None
                    else [self.tables.place(tuple(node.table), node.table) for node in each.diagram.nodes],
                    "answers": [
                        self._answer(answer, rolls) for answer, rolls in zip(each.answers, each.rolls, strict=True)
                    ],
                }
                for each in under
            ],
        }

    def _field(self, question: Question, one: Field) -> dict[str, Any]:
        whole, dot, _ = one.key.partition(".")
        written: dict[str, Any] = {
            "key": one.key,
            "label": self.text(lambda words: words.word("parameters", one.parameter.name, question.name)),
            "usual": one.values.index(one.usual),
        }
        if dot:
            written["of"] = self.text(lambda words: words.word("parameters", whole, question.name))
        if one.parameter.kind == "flag":
            return written | {"kind": "flag", "size": len(one.values)}
        if one.parameter.kind == "number" and None not in one.values:
            return written | {"kind": "number", "low": one.values[0], "size": len(one.values)}
        named = [self.text(_named(one, value)) for value in one.values]
        return written | {"kind": "choice", "named": named, "ids": list(one.values), "size": len(one.values)}

    def _answer(self, answer: Answer | Refusal, rolls: Sequence[Thrown]) -> int:
        if isinstance(answer, Refusal):
            written: dict[str, Any] = {"refused": answer.reason}
        else:
            written = self._odds(answer, rolls)
        return self.answers.place(repr(written), written)

    def _odds(self, answer: Answer, rolls: Sequence[Thrown]) -> dict[str, Any]:
        worded = [
            spoken(without_ids(answer, words), book, words)
            for book, words in zip(self.books, self.languages, strict=True)
        ]
        table = str(answer.facts.get("table", ""))
        self._name(answer.order)
        # Where results are put together from several throws, or are no letters of a table, their place says how bad.
        alone = table if len(rolls) == 1 and set(answer.odds) <= set(rolls[0].order) else ""
        at_least = answer.at_least
        on, where, why = (
            [each.lines.get(book.told(name) or name, "") for each, book in zip(worded, self.books, strict=True)]
            for name in ("table", "column", "roll")
        )
        return {
            "table": self.texts.place(tuple(on), on),
            "column": self.texts.place(tuple(where), where),
            "rolls": [self._roll(answer.rules, roll) for roll in rolls],
            "why": self.texts.place(tuple(why), why),
            "odds": [
                [
                    letter,
                    str(answer.odds[letter]),
                    str(at_least[letter]) if letter in at_least else "",
                    self._meaning([each.meanings.get(letter, "") for each in worded], letter),
                ]
                for letter in answer.order
            ],
            "colours": [colour_of(answer.rules, alone, answer.order, answer.backfires, each) for each in answer.order],
            "named": [
                [self.texts.place(tuple(names), list(names)), str(chance)]
                for names, chance in zip(
                    zip(*(each.named for each in worded), strict=True), answer.named.values(), strict=True
                )
            ],
        }

    def _roll(self, rules: RuleSet, roll: Thrown) -> list[Any]:
        """Return dice as their place among all, what they are for, and how likely they are thrown."""
        self._name(roll.order)
        when = [book.told(roll.when) or roll.when for book in self.books] if roll.when else []
        written = {
            "cells": roll.cells,
            "order": roll.order,
            "meanings": [
                self._meaning([book.meaning(roll.meanings[letter]) for book in self.books], letter)
                for letter in roll.order
            ],
            "colours": [colour_of(rules, roll.table, roll.order, roll.backfires, letter) for letter in roll.order],
            "backfires": sorted(roll.backfires),
        }
        place = self.rolls.place(repr(written), written)
        return [place, self.texts.place(tuple(when), when), str(roll.chance)] if when else [place]

    def _name(self, letters: Sequence[str]) -> None:
        for letter in letters:
            named = [result_word(letter, book, words) for book, words in zip(self.books, self.languages, strict=True)]
            if set(named) != {letter}:
                self.letters[letter] = self.texts.place(tuple(named), named)

    def _meaning(self, meanings: list[str], letter: str) -> int:
        if letter == NO_EFFECT and not any(meanings):
            return self.text(lambda words: words.word("outcomes", "no effect"))
        return self.texts.place(tuple(meanings), meanings)


def document(system: System, rule_sets: Sequence[RuleSet], languages: Sequence[Locale]) -> dict[str, Any]:
    """Return all single rolls of a game as data that JSON takes.

    Parameters
    ----------
    system
        The game.
    rule_sets
        Rule sets of it, to be seen beside each other.
    languages
        The languages, that of the page first.
    """
    writing = _Writing(system, languages, [PhraseBook(words, system.id) for words in languages])
    questions = []
    for question in system.questions():
        fields = tabled_fields(system, question, rule_sets)
        under = [tabled(question, fields, rules) for rules in rule_sets]
        questions.append(writing.question(question, fields, under))
    return {
        "title": system.title,
        "apart": APART,
        "languages": [
            {"id": words.language, "name": words.name, "decimal": words.decimal, "percent": words.percent}
            for words in languages
        ],
        "page": {key: [words.text(f"web.{key}") for words in languages] for key in _PAGE},
        "rules": [{"id": rules.id, "digest": rules.digest, "title": writing.title(rules)} for rules in rule_sets],
        "questions": questions,
        "tables": writing.tables.things,
        "rolls": writing.rolls.things,
        "answers": writing.answers.things,
        "letters": writing.letters,
        "texts": writing.texts.things,
    }


_PAGE = (
    "heading",
    "language",
    "question",
    "faces",
    "result",
    "chance",
    "at_least",
    "exact",
    "meaning",
    "in_short",
    "table",
    "column",
    "same",
    "differs",
    "apart",
    "refused",
    "about",
    "less",
    "more",
    "usual",
)


def _nodes(diagram: Any) -> list[Any]:
    """Return of what each table takes its place: a field, or two tables before it."""
    places = {id(node): place for place, node in enumerate(diagram.nodes)}
    return [[places[id(part)] for part in node.parts] if node.parts else node.fields[0] for node in diagram.nodes]


def _named(one: Field, value: Any) -> Callable[[Locale], str]:
    if value is None:
        return lambda _words: "–"  # noqa: RUF001 - a dash between figures
    if not one.words:
        return lambda _words: str(value)
    return lambda words: words.word(one.words, value)

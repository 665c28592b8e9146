"""The offline page: one HTML file with all single rolls of some rule sets, and all positions of a game, as tables."""

from __future__ import annotations

import json
import random
from base64 import b64encode
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, count, product
from math import prod
from typing import Any, Self
from zlib import compress

from mangonel._version import __version__
from mangonel.document.positions import WholeGame, page_languages, written_game
from mangonel.document.rolls import colour_of, result_word, spoken
from mangonel.document.rule_odds import without_ids
from mangonel.errors import DataError, UnknownCellError
from mangonel.games.question import Answer, Field, Question, Thrown, asked, refused, tabled_fields
from mangonel.games.system import System, check_rules, system_of
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale, PhraseBook, capital, in_each, say, speaking, words
from mangonel.rules.words.loading import Said

Point = tuple[int, ...]
"""A value of each field, by its place."""
_BATCH = 16
"""Differences that are found before classes are made anew."""
_ALL, _DRAWN = 4_000, 3_000
"""Questions that are all asked if they are no more, and how many are drawn otherwise."""
_SHARES = (0.0, 0.3, 0.6, 0.85)
"""Of the fields of a random question that are left as usual: where everything is said much is refused."""


@dataclass
class Node:
    """Classes of the values of some fields."""

    fields: tuple[int, ...]
    """Which fields."""
    parts: tuple[Node, ...] = ()
    """The two nodes of the classes that are joined; none for a single field."""
    table: list[int] = field(default_factory=list)
    """The class of each value of a field, or of each pair of classes, those of the second part next to each other."""
    samples: list[Point] = field(default_factory=list)
    """Values of the fields that stand for each class."""
    beside: list[Point] = field(default_factory=list)
    """Questions that tell classes apart: values of all fields, of which those of other fields count."""

    def place(self, point: Point) -> int:
        """Return the class of the values of these fields in a question."""
        if not self.parts:
            return self.table[point[self.fields[0]]]
        first, second = self.parts
        return self.table[first.place(point) * len(second.samples) + second.place(point)]

    def within(self, point: Point, sample: Point) -> Point:
        """Return a question with other values of these fields."""
        values = list(point)
        for place, value in zip(self.fields, sample, strict=True):
            values[place] = value
        return tuple(values)

    def candidates(self, sizes: Sequence[int]) -> Iterator[Point]:
        """Return the candidates for classes: every value of the field, or every pair of samples of the parts."""
        if not self.parts:
            return ((value,) for value in range(sizes[self.fields[0]]))
        return (left + right for left in self.parts[0].samples for right in self.parts[1].samples)


@dataclass
class Diagram:
    """Tables that lead from the values of all fields to an answer."""

    nodes: list[Node]
    """In the order in which they are worked out; the last leads to the answers."""
    sizes: tuple[int, ...]
    """How many values each field has."""

    @property
    def samples(self) -> list[Point]:
        """A question for each answer."""
        whole = self.nodes[-1]
        return [whole.within((0,) * len(self.sizes), sample) for sample in whole.samples]

    def sample(self, point: Point) -> Point:
        """Return the question that stands for all that have the same answer."""
        return self.nodes[-1].within(point, self.nodes[-1].samples[self.place(point)])

    def place(self, point: Point) -> int:
        """Return the place of the answer to a question."""
        return self.nodes[-1].place(point)


def _diagram_of(
    sizes: Sequence[int], groups: Sequence[Sequence[int]], usual: Point, answer: Callable[[Point], Hashable]
) -> Diagram:
    """Return the tables of a question.

    They are done when they have answered questions as in `_points_to_check`, a new lot of them, without a fault.

    Parameters
    ----------
    sizes
        How many values each field has; at least one field.
    groups
        Fields that are joined before others, in the order in which they are joined.
    usual
        A question that is allowed.
    answer
        Answers a question. It is called once for each.
    """
    known: dict[Point, Hashable] = {}

    def asked(point: Point) -> Hashable:
        if point not in known:
            known[point] = answer(point)
        return known[point]

    grown = (_joined([Node((place,))] for place in group) for group in groups)
    diagram = Diagram(_joined(grown), tuple(sizes))
    for node in diagram.nodes:
        node.beside = [usual]
    _sort(diagram, asked)
    for seed in count():
        if not _corrected(diagram, _points_to_check(sizes, usual, seed), asked) and seed:
            return diagram
    raise AssertionError("what is counted has no end")


def _corrected(diagram: Diagram, checks: Sequence[Point], asked: Callable[[Point], Hashable]) -> bool:
    """Tell apart all differences in some questions, until there are none; return whether there were any."""
    ever, again = False, True
    while again:
        again, waiting = False, list(checks)
        while waiting:
            different: list[Point] = []
            while waiting and len(different) < _BATCH:
                point = waiting.pop()
                if asked(point) != asked(diagram.sample(point)):
                    different.append(point)
            for point in different:
                _tell_apart(diagram, point, asked)
            if different:
                # Classes have changed: all questions are asked again in the end.
                ever = again = True
                waiting += different
                _sort(diagram, asked)
    return ever


def _points_to_check(sizes: Sequence[int], usual: Point, seed: int) -> list[Point]:
    """Return questions: all if they are few, otherwise some thousands drawn by chance.

    Of those some have many fields as usual and some few. With the first seed, 0, go all pairs of values of any
    two fields beside the usual ones.
    """
    if prod(sizes) <= _ALL:
        return list(product(*map(range, sizes)))
    points: dict[Point, None] = {usual: None}
    for first, second in combinations(range(len(sizes)), 2) if not seed else ():
        for values in product(range(sizes[first]), range(sizes[second])):
            point = list(usual)
            point[first], point[second] = values
            points[tuple(point)] = None
    rng = random.Random(seed)  # noqa: S311 - no secret hangs on it
    for number in range(_DRAWN):
        share = _SHARES[number % len(_SHARES)]
        drawn = (held if rng.random() < share else rng.randrange(size) for held, size in zip(usual, sizes, strict=True))
        points[tuple(drawn)] = None
    return list(points)


def _joined(parts: Iterable[Iterable[Node]]) -> list[Node]:
    """Return the nodes of some parts, the last of each part after the first joined with all before it."""
    nodes: list[Node] = []
    whole: Node | None = None
    for part in parts:
        nodes += part
        if whole is not None:
            nodes.append(Node(whole.fields + nodes[-1].fields, (whole, nodes[-1])))
        whole = nodes[-1]
    return nodes


def _sort(diagram: Diagram, asked: Callable[[Point], Hashable]) -> None:
    """Sort everything into classes, by the answers beside the questions of each node."""
    for node in diagram.nodes:
        classes: dict[Hashable, int] = {}
        node.table, node.samples = [], []
        for sample in node.candidates(diagram.sizes):
            place = classes.setdefault(tuple(asked(node.within(point, sample)) for point in node.beside), len(classes))
            if place == len(node.samples):
                node.samples.append(sample)
            node.table.append(place)


def _tell_apart(diagram: Diagram, point: Point, asked: Callable[[Point], Hashable]) -> None:
    now, answer = point, asked(point)
    for node in diagram.nodes:
        then = node.within(now, node.samples[node.place(point)])
        if asked(then) != answer:
            node.beside.append(now)
            return
        now = then


def page_bytes(rule_sets: Sequence[RuleSet], language: str = "en", game: WholeGame | None = None) -> bytes:
    """Return the page as HTML in UTF-8.

    Parameters
    ----------
    rule_sets
        Rule sets of one game, to be seen beside each other; at least one.
    language
        The language in which it opens: the name of one of the program, all of which it speaks, or the path of one.
    game
        The positions of a scenario under these rule sets; None: the page has single rolls only.

    Raises
    ------
    DataError
        If the rule sets are of more than one game, or the language is unknown.
    """
    from markupsafe import Markup

    from mangonel.document import html

    system = system_of(rule_sets[0])
    for rules in rule_sets:
        check_rules(rules, system)
    languages = page_languages(language)
    writing = Writing.of(system, languages, system.id)
    played, tables = ({}, b"") if game is None else written_game(game, writing)
    data = json.dumps({**_written_rolls(writing, rule_sets), **played}, ensure_ascii=False, separators=(",", ":"))
    with speaking(languages[0]):
        title = say("web.heading") if game is None else words().translated(game.scenario.title)
        return html.page_bytes(
            "page.html",
            html.template_text("lookup.js", "page.js", "game.js"),
            letters="".join(set(data)),
            title=f"{system.title} – {title}",  # noqa: RUF001 - a dash between words
            version=__version__,
            style=Markup(html.template_text("pictures.css", "page.css")),  # noqa: S704 - a file of the program
            finding="" if game is None else game.findings[0],
            picture=Markup("" if game is None else game.pictures[0]),  # noqa: S704 - drawn by the program
            data=_packed(data.encode()),
            tables=_packed(tables),
        )


def _packed(data: bytes) -> str:
    return b64encode(compress(data, 7)).decode()


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
class Writing:
    """Texts, tables, rolls and answers of a page, each written once."""

    system: System
    languages: Sequence[Locale]
    books: Sequence[PhraseBook]
    texts: _Pool = field(default_factory=_Pool)
    tables: _Pool = field(default_factory=_Pool)
    rolls: _Pool = field(default_factory=_Pool)
    answers: _Pool = field(default_factory=_Pool)
    letters: dict[str, int] = field(default_factory=dict)
    """Results that are words and no printed letters, with their texts."""

    @classmethod
    def of(cls, system: System, languages: Sequence[Locale], game: str) -> Self:
        """Return a page without texts, in some languages and the phrases of a game."""
        return cls(system, languages, in_each(languages, partial(PhraseBook, game)))

    def text(self, said: Callable[[], str]) -> int:
        """Return the place of a text in all languages."""
        return self._said(in_each(self.languages, said))

    def _by_book(self, said: Callable[[PhraseBook], Said]) -> list[Said]:
        books = iter(self.books)
        return in_each(self.languages, lambda: said(next(books)))

    def told(self, text: str) -> int:
        """Return the place of a phrase of a game, with a capital letter."""
        return self._said([capital(book.told(text) or text) for book in self.books])

    def _said(self, texts: list[str]) -> int:
        return self.texts.place(tuple(texts), texts)

    def title(self, rules: RuleSet) -> int:
        """Return the place of the name of a rule set."""
        return self.text(lambda: words().translated(rules.title))

    def question(self, question: Question, fields: Sequence[Field], under: Sequence[Tabled]) -> dict[str, Any]:
        nodes = [[] if each.diagram is None else each.diagram.nodes for each in under]
        places = {id(node): place for place, node in enumerate(nodes[0])}
        return {
            "name": question.name,
            "label": self.text(lambda: words().word("questions", question.name, self.system.id)),
            "fields": [self._field(question, each) for each in fields],
            "nodes": [[places[id(part)] for part in node.parts] if node.parts else node.fields[0] for node in nodes[0]],
            "under": [
                {
                    "tables": [self.tables.place(tuple(node.table), node.table) for node in nodes_of],
                    "answers": list(map(self._answer, each.answers, each.rolls)),
                }
                for each, nodes_of in zip(under, nodes, strict=True)
            ],
        }

    def _field(self, question: Question, one: Field) -> dict[str, Any]:
        whole, dot, _ = one.key.partition(".")
        written: dict[str, Any] = {
            "key": one.key,
            "label": self.text(lambda: words().word("parameters", one.parameter.name, question.name)),
            "usual": one.values.index(one.usual),
        }
        if dot:
            written["of"] = self.text(lambda: words().word("parameters", whole, question.name))
        if one.parameter.kind == "flag":
            return written | {"kind": "flag", "size": len(one.values)}
        if one.parameter.kind == "number" and None not in one.values:
            return written | {"kind": "number", "low": one.values[0], "size": len(one.values)}
        named = [self.text(partial(_named, one, value)) for value in one.values]
        return written | {"kind": "choice", "named": named, "ids": list(one.values), "size": len(one.values)}

    def _answer(self, answer: Answer | str, rolls: Sequence[Thrown]) -> int:
        if isinstance(answer, str):
            written = {"refused": self._said([book.told(answer) or answer for book in self.books])}
        else:
            written = self._odds(answer, rolls)
        return self.answers.place(repr(written), written)

    def _odds(self, answer: Answer, rolls: Sequence[Thrown]) -> dict[str, Any]:
        worded = self._by_book(lambda book: spoken(without_ids(answer), book))
        table = str(answer.facts.get("table", ""))
        self._name(answer.order)
        # Where results are put together from several throws, or are no letters of a table, their place says how bad.
        alone = table if len(rolls) == 1 and set(answer.odds) <= set(rolls[0].order) else ""
        at_least = answer.at_least
        on, where, why = (
            [each.lines.get(book.told(name) or name, "") for each, book in zip(worded, self.books, strict=True)]
            for name in ("table", "column", "roll")
        )
        named = zip(zip(*(each.named for each in worded), strict=True), answer.named.values(), strict=True)
        return {
            "table": self._said(on),
            "column": self._said(where),
            "rolls": [self._roll(answer.rules, roll) for roll in rolls],
            "why": self._said(why),
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
            "named": [[self._said(list(names)), str(chance)] for names, chance in named],
        }

    def _roll(self, rules: RuleSet, roll: Thrown) -> list[Any]:
        self._name(roll.order)
        when = [book.told(roll.when) or roll.when for book in self.books] if roll.when else []
        meanings = {letter: [book.meaning(roll.meanings[letter]) for book in self.books] for letter in roll.order}
        written = {
            "cells": roll.cells,
            "order": roll.order,
            "meanings": [self._meaning(texts, letter) for letter, texts in meanings.items()],
            "colours": [colour_of(rules, roll.table, roll.order, roll.backfires, letter) for letter in roll.order],
            "backfires": sorted(roll.backfires),
        }
        place = self.rolls.place(repr(written), written)
        return [place, self._said(when), str(roll.chance)] if when else [place]

    def _name(self, letters: Sequence[str]) -> None:
        for letter in letters:
            named = self._by_book(partial(result_word, letter))
            if set(named) != {letter}:
                self.letters[letter] = self._said(named)

    def _meaning(self, meanings: list[str], letter: str) -> int:
        if letter == NO_EFFECT and not any(meanings):
            return self.text(lambda: words().word("outcomes", "no effect"))
        return self._said(meanings)


def _written_rolls(writing: Writing, rule_sets: Sequence[RuleSet]) -> dict[str, Any]:
    system, languages, questions = writing.system, writing.languages, []
    for question in system.questions():
        fields = tabled_fields(system, question, rule_sets)
        questions.append(writing.question(question, fields, [tabled(question, fields, rules) for rules in rule_sets]))
    shown = {key.removeprefix("web."): key for key in languages[0].phrases if key.startswith("web.")}
    shown["named"] = "frame.named"
    return {
        "title": system.title,
        "languages": [
            {"id": each.language, "name": each.name, "decimal": each.decimal, "percent": each.percent}
            for each in languages
        ],
        "page": {name: [each.phrases[key] for each in languages] for name, key in shown.items()},
        "rules": [{"id": rules.id, "digest": rules.digest, "title": writing.title(rules)} for rules in rule_sets],
        "questions": questions,
        "tables": writing.tables.things,
        "rolls": writing.rolls.things,
        "answers": writing.answers.things,
        "letters": writing.letters,
        "texts": writing.texts.things,
    }


def _named(one: Field, value: Any) -> str:
    if value is None:
        return "–"  # noqa: RUF001 - a dash between figures
    return words().word(one.words, value) if one.words else str(value)


_LOOKED_AT, _SEED = 300, 10_000
"""Questions with whole answers that are compared with the tables, and the seed of their choice."""


@dataclass(frozen=True, slots=True)
class Tabled:
    """A question with all its answers under one rule set."""

    diagram: Diagram | None
    """Leads to the answers; None for a question without fields, which has one."""
    answers: tuple[Answer | str, ...]
    """By their places; of a question that has none the reason, in words of the rules; empty if its parts do not fit."""
    rolls: tuple[tuple[Thrown, ...], ...]
    """The dice that may be thrown on the way to each of them."""


def tabled(question: Question, fields: Sequence[Field], rules: RuleSet) -> Tabled:
    """Return a question with all its answers."""
    ask = _Asking(question, fields, rules)
    if not fields:
        return Tabled(None, (ask.answer(()),), (ask.rolls(()),))
    sizes = tuple(len(field.values) for field in fields)
    usual = tuple(field.values.index(field.usual) for field in fields)
    diagram = _diagram_of(sizes, _groups(fields), usual, ask.quickly)
    points = _points_to_check(sizes, usual, _SEED)[:_LOOKED_AT]
    if any(ask.wholly(point) != ask.wholly(diagram.sample(point)) for point in points):
        # The dice do not say it all: with several tries the same roll has other odds.
        diagram = _diagram_of(sizes, _groups(fields), usual, ask.wholly)
    samples = diagram.samples
    return Tabled(diagram, tuple(map(ask.answer, samples)), tuple(map(ask.rolls, samples)))


@dataclass(frozen=True)
class _Asking:
    question: Question
    fields: Sequence[Field]
    rules: RuleSet

    def answer(self, point: Point) -> Answer | str:
        return self._tried(point, lambda values: self.question.odds(self.rules, values))

    def rolls(self, point: Point) -> tuple[Thrown, ...]:
        """Return the dice that may be thrown on the way to an answer; none if there is none."""
        rolls: tuple[Thrown, ...] | str = self._tried(point, lambda values: self.question.thrown(self.rules, values))
        return () if isinstance(rolls, str) else rolls

    def wholly(self, point: Point) -> Hashable:
        """Return all that the page shows of an answer."""
        return self._tried(point, self._shown)

    def _shown(self, values: Mapping[str, Any]) -> Hashable:
        answer = self.question.odds(self.rules, values)
        rolls = _dice(self.question.thrown(self.rules, values))
        meanings = tuple(answer.meanings.get(letter) for letter in answer.odds)
        where = (answer.lines.get("table"), answer.lines.get("column"))
        return (tuple(answer.odds.items()), answer.order, meanings, tuple(answer.named.items()), where, rolls)

    def quickly(self, point: Point) -> Hashable:
        """Return the rolls behind the answer, if they come sooner than the answer."""
        if (rolls := self.question.rolls) is not None:
            return self._tried(point, lambda values: _dice(rolls(self.rules, **values)))
        if (roll := self.question.roll) is not None:
            return self._tried(point, lambda values: _thrown(roll(self.rules, **values)))
        return self.wholly(point)

    def _tried(self, point: Point, ask: Any) -> Any:
        chosen: Mapping[str, Any] = {
            each.key: each.values[place] for each, place in zip(self.fields, point, strict=True)
        }
        values = asked(self.question, chosen)
        if refused(self.question, self.fields, chosen, values):
            return ""
        try:
            return ask(values)
        except DataError as error:
            return error.message
        except UnknownCellError as error:
            return str(error)


def _dice(rolls: Sequence[Thrown]) -> Hashable:
    return tuple((roll.table, roll.results, roll.chance, roll.when) for roll in rolls)


def _thrown(roll: Any) -> Hashable:
    return (roll.table.id, roll.column if roll.shifts else "", roll.final_column, roll.outcomes())


def _groups(fields: Sequence[Field]) -> list[list[int]]:
    """Return fields that are joined before others, in order.

    Those that say the same of several things go together: often their difference counts. Of many such
    groups those with few values come first, so that there are few classes for long.
    """
    groups: dict[str, list[int]] = {}
    for place, entry in enumerate(fields):
        groups.setdefault(entry.parameter.name, []).append(place)
    if len(groups) == len(fields):
        return list(groups.values())
    return sorted(groups.values(), key=lambda group: prod(len(fields[place].values) for place in group))

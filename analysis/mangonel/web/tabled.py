"""A question under one rule set, asked thousands of times: tables that lead to its answers, and the answers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

from mangonel.errors import DataError, UnknownCellError
from mangonel.systems.question_fields import Field, asked, refused
from mangonel.web.diagram import Diagram, Point, diagram_of, points_to_check

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.question import Question
    from mangonel.systems.roll_answer import Answer
    from mangonel.systems.thrown import Thrown

__all__ = ["APART", "Refusal", "Tabled", "tabled"]

APART = ""
"""Why a question is refused whose parts do not go together."""
_LOOKED_AT, _SEED = 300, 10_000
"""Questions whose whole answer is compared with the tables, and the seed of their choice."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A question that has no answer, and why: in words of the rules, or `APART`."""

    reason: str


@dataclass(frozen=True, slots=True)
class Tabled:
    """A question with all its answers under one rule set."""

    diagram: Diagram | None
    """Leads to the answers; None for a question without fields, which has one."""
    answers: tuple[Answer | Refusal, ...]
    """By their places."""
    rolls: tuple[tuple[Thrown, ...], ...]
    """The dice that may be thrown on the way to each of them."""

    def answer(self, point: Point) -> Answer | Refusal:
        """Return the answer to a question, given the place of the value of each field."""
        return self.answers[0 if self.diagram is None else self.diagram.place(point)]


def tabled(question: Question, fields: Sequence[Field], rules: RuleSet) -> Tabled:
    """Return a question with all its answers.

    Parameters
    ----------
    question, fields
        The question, and what is said in it.
    rules
        The rule set.
    """
    ask = _Asking(question, fields, rules)
    if not fields:
        return Tabled(None, (ask.answer(()),), (ask.rolls(()),))
    sizes = tuple(len(field.values) for field in fields)
    usual = tuple(field.values.index(field.usual) for field in fields)
    diagram = diagram_of(sizes, _groups(fields), usual, ask.quickly)
    points = points_to_check(sizes, usual, _SEED)[:_LOOKED_AT]
    if any(ask.wholly(point) != ask.wholly(diagram.sample(point)) for point in points):
        # The dice do not say it all: with several tries the same roll has other odds.
        diagram = diagram_of(sizes, _groups(fields), usual, ask.wholly)
    samples = diagram.samples
    return Tabled(diagram, tuple(map(ask.answer, samples)), tuple(map(ask.rolls, samples)))


@dataclass(frozen=True)
class _Asking:
    question: Question
    fields: Sequence[Field]
    rules: RuleSet

    def answer(self, point: Point) -> Answer | Refusal:
        return self._tried(point, lambda values: self.question.odds(self.rules, values))

    def rolls(self, point: Point) -> tuple[Thrown, ...]:
        """Return the dice that may be thrown on the way to an answer; none if there is none."""
        rolls: tuple[Thrown, ...] | Refusal
        rolls = self._tried(point, lambda values: self.question.thrown(self.rules, values))
        return () if isinstance(rolls, Refusal) else rolls

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
        """Return what the answer hangs on, as far as it is had sooner than the answer."""
        if self.question.rolls is not None:
            rolls = self.question.rolls
            return self._tried(point, lambda values: _dice(rolls(self.rules, **values)))
        if self.question.roll is not None:
            roll = self.question.roll
            return self._tried(point, lambda values: _thrown(roll(self.rules, **values)))
        return self.wholly(point)

    def _tried(self, point: Point, ask: Any) -> Any:
        chosen: Mapping[str, Any] = {
            field.key: field.values[place] for field, place in zip(self.fields, point, strict=True)
        }
        values = asked(self.question, chosen)
        if refused(self.question, self.fields, chosen, values):
            return Refusal(APART)
        try:
            return ask(values)
        except DataError as error:
            return Refusal(error.message)
        except UnknownCellError as error:
            return Refusal(str(error))


def _dice(rolls: Sequence[Thrown]) -> Hashable:
    return tuple((roll.table, roll.results, roll.chance, roll.when) for roll in rolls)


def _thrown(roll: Any) -> Hashable:
    return (roll.table.id, roll.column if roll.shifts else "", roll.final_column, roll.outcomes())


def _groups(fields: Sequence[Field]) -> list[list[int]]:
    """Return fields that are joined before others, in order.

    Those that say the same of several things go together: what they come to is often their difference. Of many such
    groups those with few values come first, so that there are few classes for long.
    """
    groups: dict[str, list[int]] = {}
    for place, field in enumerate(fields):
        groups.setdefault(field.parameter.name, []).append(place)
    if len(groups) == len(fields):
        return list(groups.values())
    return sorted(groups.values(), key=lambda group: prod(len(fields[place].values) for place in group))

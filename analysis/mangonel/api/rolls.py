"""The questions of ``mangonel odds`` as functions: ``mangonel.odds.melee(8, 3, terrain="ladder")``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from inspect import Parameter as Argument
from inspect import Signature
from typing import TYPE_CHECKING, Any

from mangonel.errors import DataError
from mangonel.games.question import Answer
from mangonel.games.system import System, check_rules, systems, usual_system
from mangonel.rules.loading import named_rules, rule_set_names

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from mangonel.games.question import Question


@dataclass(frozen=True, eq=False)
class Odds:
    """The answer to one question, under one rule set or several."""

    question: str
    """The question."""
    answers: tuple[Answer, ...]
    """One for each rule set."""

    def __getitem__(self, result: str) -> Fraction:
        """Return the chance of a result as printed, or of an outcome by name, under the first rule set.

        Raises
        ------
        DataError
            If the question has no such answer.
        """
        answer = self.answers[0]
        chances = {**answer.odds, **answer.named}
        if result not in chances:
            raise DataError("no such result or outcome", value=result, allowed=chances)
        return chances[result]

    def at_least(self, result: str) -> Fraction:
        """Return the chance of a result or a worse one, under the first rule set.

        Raises
        ------
        DataError
            If there is no such result.
        """
        known = self.answers[0].at_least
        if result not in known:
            raise DataError("no such result", value=result, allowed=known)
        return known[result]

    def to_frame(self) -> pd.DataFrame:
        """Return ``rules``, ``result``, ``p``, ``at_least`` and ``meaning``, a row for each result of each rule set."""
        from mangonel.studies.shown import framed

        rows = []
        for answer in self.answers:
            for letter in answer.order:
                worse = float(answer.at_least[letter]) if letter in answer.at_least else None
                odds, meaning = float(answer.odds[letter]), answer.meanings.get(letter, "")
                rows.append((answer.rules.id, letter, odds, worse, meaning))
        return framed("rules result p at_least meaning", rows)

    def summary(self, *, everything: bool = False, lang: str = "en", width: int = 80) -> str:
        """Return the answer as ``mangonel odds`` prints it, in a language and in lines of so many characters.

        With `everything` it has digests, ids of tables, fractions and sums, too.
        """
        from mangonel.document.rolls import answers_told
        from mangonel.document.text import plain
        from mangonel.rules.words import speaking

        with speaking(lang):
            return plain(answers_told(self.answers, width, everything=everything), width=width)

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the chance of each result: a dot for each rule set.

        Parameters
        ----------
        ax
            Where it is drawn; by default a new figure.
        """
        from mangonel.engine.intervals import Estimate
        from mangonel.paper.charts.bars import dot_chart
        from mangonel.rules.cells import in_order
        from mangonel.rules.words import words
        from mangonel.studies.shown import chart_names, handed_to_pyplot

        rows = {
            letter: [Estimate.of_exact(float(answer.odds.get(letter, 0))) for answer in self.answers]
            for letter in in_order([answer.order for answer in self.answers])
        }
        title = words().word("questions", self.question)
        names = chart_names([answer.rules for answer in self.answers])
        return handed_to_pyplot(dot_chart(rows, names, title=title, ax=ax), ax)

    def __repr__(self) -> str:
        """Return a line with the chances under each rule set."""
        parts = (
            f"{answer.rules.id}: " + ", ".join(f"{letter} {answer.odds[letter]}" for letter in answer.order)
            for answer in self.answers
        )
        return f"<Odds {self.question}; {'; '.join(parts)}>"

    def _repr_html_(self) -> str:
        from mangonel.document.html import notebook
        from mangonel.document.rolls import answers_told

        return notebook(answers_told(self.answers, 100))


class _Game:
    """The questions of one game."""

    def __init__(self, system: System) -> None:
        self._system = system

    def __getattr__(self, name: str) -> Callable[..., Odds]:
        known = _by_name(self._system)
        if name not in known:
            error = DataError(f"{self._system.title} has no such question", value=name, allowed=known)
            raise AttributeError(str(error))
        return _asking(self._system, known[name])

    def __dir__(self) -> list[str]:
        return sorted(_by_name(self._system))


def question_names() -> tuple[str, ...]:
    """Return the names of questions that belong to the usual game or one game alone, and the ids of all games."""
    return (*_game_of_question(), *(system.id for system in systems()))


def question(name: str) -> Any:
    """Return the function that asks a question, or the questions of the game of that id.

    A question that several games have is asked of the usual one.

    Raises
    ------
    AttributeError
        If there is neither.
    """
    game = next((system for system in systems() if system.id == name), None)
    if game is not None:
        return _Game(game)
    games = _game_of_question()
    if name not in games:
        raise AttributeError(str(DataError("no such question or game", value=name, allowed=question_names())))
    return getattr(_Game(games[name]), name)


def _game_of_question() -> dict[str, System]:
    """Return the game that is asked by the name of a question alone: the usual one, or the only one that has it."""
    names = [(name, system) for system in systems() for name in _by_name(system)]
    count = Counter(name for name, _ in names)
    return {name: system for name, system in names if count[name] == 1} | dict.fromkeys(
        _by_name(usual_system()), usual_system()
    )


def _by_name(system: System) -> dict[str, Question]:
    return {question.name.replace("-", "_"): question for question in system.questions()}


def _asking(system: System, one: Question) -> Callable[..., Odds]:
    """Return a question as a function; required parameters come first."""
    known = {parameter.key: parameter for parameter in one.parameters}
    arguments = [
        Argument(
            name, Argument.POSITIONAL_OR_KEYWORD, default=Argument.empty if parameter.required else parameter.usual
        )
        for name, parameter in sorted(known.items(), key=lambda item: not item[1].required)
    ]
    arguments.append(Argument("rules", Argument.KEYWORD_ONLY, default=system.rules))
    signature = Signature(arguments)

    def ask(*values: Any, **named: Any) -> Odds:
        for name in named:
            if name not in signature.parameters:
                raise DataError("no such argument", value=name, allowed=list(signature.parameters))
        try:
            bound = signature.bind(*values, **named)
        except TypeError as error:
            raise DataError(f"{one.name}: {error}; it is asked as {one.name}{signature}") from None
        rules = bound.arguments.pop("rules", system.rules)
        several = rules if isinstance(rules, Sequence) and not isinstance(rules, str) else [rules]
        rule_sets = [check_rules(named_rules(rule_set, system.rules), system) for rule_set in several]
        if not rule_sets:
            raise DataError("needs at least one rule set", path="rules", value=rules, allowed=rule_set_names(system.id))
        given = one.values(bound.arguments)
        return Odds(one.name, tuple(one.answered(rule_set, given) for rule_set in rule_sets))

    ask.__name__ = ask.__qualname__ = one.name.replace("-", "_")
    lines = [one.help, "", "Parameters", "----------"]
    for key, parameter in known.items():
        lines += [key, f"    {parameter.help}"]
    lines += ["rules", "    A rule set, its name or file, or several of them."]
    ask.__doc__ = "\n".join(lines)
    ask.__signature__ = signature  # type: ignore[attr-defined] # as inspect reads it
    return ask

"""What ``mangonel odds`` can be asked: a name, parameters, and how it is answered under a rule set."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from mangonel.games.roll_answer import Answer
    from mangonel.games.system import Names
    from mangonel.games.thrown import Thrown
    from mangonel.rules.ruleset import RuleSet
    from mangonel.rules.situation import Situation

__all__ = ["Parameter", "Question"]


def _nothing_joined(**_values: Any) -> str:
    return ""


@dataclass(frozen=True)
class Parameter:
    """One thing that has to be said, or can be."""

    name: str
    """As on the command line without ``--``; functions take it with ``_`` for ``-``."""
    help: str
    kind: Literal["number", "text", "flag"] = "text"
    """A whole number, a text, or whether it is said at all."""
    default: Any = None
    """What holds if it is not said; a tuple if there can be several."""
    required: bool = False
    several: bool = False
    """Whether it can be said more than once; functions take a tuple then."""
    lowest: int | None = None
    highest: int | None = None
    """`lowest`, `highest`: limits of a number; None for none."""
    metavar: str | None = None
    """What stands for a text in help."""
    also: tuple[str, ...] = ()
    """Other names of it on the command line, without ``--``."""
    names: str = ""
    """The kind of names of the game (`System.names`) that it takes; empty if it takes none."""
    offered: tuple[int, int] | Names | None = None
    """What a form offers: numbers from the first to the last, or some names. By default all within the limits, and all
    names of the kind."""
    parts: tuple[Parameter, ...] = ()
    """What a text is put together from, for a form that asks for each of them."""
    joined: Callable[..., str] = _nothing_joined
    """Puts it together, given the values of `parts` by name."""
    example: str = ""
    """What a form begins with that has to be filled in, as it is typed."""
    tabled: bool = True
    """Whether the page for the web offers it, which holds all answers as tables: what would multiply them stays out."""


def _nothing(_given: Collection[str], **_values: Any) -> str:
    return ""


@dataclass(frozen=True)
class Question:
    """A question about one roll, or about what a few rolls come to.

    Its functions are given the values of the parameters by name; what they raise is shown as it is.
    """

    name: str
    help: str
    """`name`, `help`: the command, and what it does: a sentence, and more below it."""
    parameters: tuple[Parameter, ...]
    answer: Callable[..., Answer] | None = None
    """Answers it under a rule set, exactly; None if the answer is the odds of `roll`."""
    roll: Callable[..., Situation] | None = None
    """The one roll that it is about, for whoever wants to see it thrown; None if there is not one."""
    rolls: Callable[..., tuple[Thrown, ...]] | None = None
    """All dice that may be thrown on the way to the answer, which their results and chances decide; none where nothing
    is thrown. None if they are those of `roll`."""
    besides: Callable[..., tuple[Mapping[str, Any], Mapping[str, str]]] | None = None
    """Facts and lines that are told with the answer, given a rule set; None if there are none. They may take their
    time: whoever looks at odds alone asks for `odds`."""
    refuses: Callable[..., str] = _nothing
    """What does not go together, in words; empty if all is well. It is given the names of the parameters that were
    said, ``trials`` among them if dice are asked for."""
    ratio: tuple[str, str] | None = None
    """Two parameters, numbers of which there can be several, that may be said in one word: ``8+6:5``."""

    def thrown(self, rules: RuleSet, values: Mapping[str, Any]) -> tuple[Thrown, ...]:
        """Return the dice that may be thrown on the way to the answer under a rule set."""
        from mangonel.games.thrown import thrown

        if self.rolls is not None:
            return self.rolls(rules, **values)
        return () if self.roll is None else (thrown(rules, self.roll(rules, **values)),)

    def odds(self, rules: RuleSet, values: Mapping[str, Any]) -> Answer:
        """Return the answer under a rule set, without what is told besides."""
        from mangonel.games.roll_answer import answer_of

        if self.answer is not None:
            return self.answer(rules, **values)
        assert self.roll is not None, "what has no answer of its own is about a roll"
        return answer_of(rules, self.roll(rules, **values))

    def answered(self, rules: RuleSet, values: Mapping[str, Any]) -> Answer:
        """Return the answer under a rule set; it names the readings that filled the cells that it came from."""
        from mangonel.games.roll_answer import naming, telling
        from mangonel.rules.asked_options import Asked

        asked = Asked()
        noting = rules.noting(asked)
        answer = self.odds(noting, values)
        if self.besides is not None:
            answer = telling(answer, *self.besides(noting, **values))
        return naming(answer, rules, asked.readings(rules))

"""A game as the rest of the program sees it: one record that says where everything of it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mangonel.records import dataclass

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet
    from mangonel.rules.template import Example
    from mangonel.sheets.catalogue import Catalogue
    from mangonel.systems.playable import Playable
    from mangonel.systems.question import Question
    from mangonel.systems.told_tables import Steps, TableWords

__all__ = ["Fates", "Names", "System"]


@dataclass(frozen=True, slots=True)
class Fates:
    """What the results of a game's tables are to those whom they befall.

    Attributes
    ----------
    worst_first
        Sorts results of a table, by its id, from the worst for the target to the best.
    named
        What a result of a table comes to: one of `outcomes`, or any other text if the table's results are no fate.
    outcomes
        The names of what can become of somebody, the worst for the target first.
    backfires
        Whether a result of a table befalls the attacker only.
    """

    worst_first: Callable[[RuleSet, str, Iterable[str]], tuple[str, ...]]
    named: Callable[[RuleSet, str, str], str]
    outcomes: tuple[str, ...]
    backfires: Callable[[RuleSet, str, str], bool]


@dataclass(frozen=True, slots=True)
class Names:
    """A kind of names that options of the command line take.

    Attributes
    ----------
    where
        Which options take them.
    listed
        The names under a rule set.
    words
        The kind of words of the languages that say what they mean.
    """

    where: str
    listed: Callable[[RuleSet], Iterable[str]]
    words: str


def _no_doubts(_rules: RuleSet, _base: RuleSet | None) -> tuple[str, ...]:
    return ()


def _no_words() -> TableWords:
    from mangonel.systems.told_tables import TableWords

    return TableWords()


def _no_examples(_base: RuleSet) -> Iterable[Example]:
    return ()


@dataclass(frozen=True, slots=True)
class System:
    """A game. What takes time to import is behind a function, which is called when it is needed.

    Attributes
    ----------
    id
        The folder of its code and of its data, and ``system`` in its base rule sets.
    rules, compared
        The rule set that it is usually played under, and the one that this is usually compared with.
    scenarios
        What a report is on if no scenario is named.
    playables
        Its sequences by name, in the order in which they are to be listed; no other game has one of the same name.
    questions
        What ``mangonel odds`` can be asked.
    sheets
        Its odds sheets.
    fates
        What results are to those whom they befall.
    names
        Kinds of names that its options take.
    doubts
        What looks like a slip in a rule set, in sentences without a full stop; given what it is based on, whose own
        doubts do not count, or None.
    examples
        Changes and additions for somebody who starts a rule file on a rule set.
    roster
        Reads the kinds of men that a scenario names under ``roster``, given the name or path and the folder of the
        scenario: anything with a text ``note``. None if the game has no such key.
    man
        The dataclass whose fields declare the keys of a kind of men in its rosters; None if it has none.
    usual_roster
        The roster of scenarios that name none; empty if they have to.
    steps
        The die tables whose columns are steps of a number.
    words
        The kinds of words that stand in its tables.
    typed
        What the help of a command shows as examples, as it is typed after ``mangonel``, by the command.
    """

    id: str
    title: str
    rules: str
    compared: str
    scenarios: tuple[str, ...]
    playables: Callable[[], Mapping[str, Playable]]
    questions: Callable[[], tuple[Question, ...]]
    sheets: Callable[[], Catalogue]
    fates: Callable[[], Fates]
    names: Callable[[], Mapping[str, Names]] = dict
    doubts: Callable[[RuleSet, RuleSet | None], tuple[str, ...]] = _no_doubts
    examples: Callable[[RuleSet], Iterable[Example]] = _no_examples
    roster: Callable[[str, Path], Any] | None = None
    man: Callable[[], type[Any]] | None = None
    usual_roster: str = ""
    steps: Callable[[], Mapping[str, Steps]] = dict
    words: Callable[[], TableWords] = _no_words
    typed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

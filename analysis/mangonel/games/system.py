"""A game as the rest of the program sees it: one record that says where everything of it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mangonel.games.playable import Playable
    from mangonel.games.question import Question
    from mangonel.games.roster import Roster
    from mangonel.games.told_tables import Steps, TableWords
    from mangonel.paper.catalogue import Catalogue
    from mangonel.rules.ruleset import RuleSet
    from mangonel.rules.template import Example

__all__ = ["Fates", "Names", "System"]


@dataclass(frozen=True)
class Fates:
    """What the results of a game's tables are to those whom they befall."""

    worst_first: Callable[[RuleSet, str, Iterable[str]], tuple[str, ...]]
    """Sorts results of a table, by its id, from the worst for the target to the best."""
    named: Callable[[RuleSet, str, str], str]
    """What a result of a table comes to: one of `outcomes`, or any other text if the table's results are no fate."""
    outcomes: tuple[str, ...]
    """The names of what can become of somebody, the worst for the target first."""
    backfires: Callable[[RuleSet, str, str], bool]
    """Whether a result of a table befalls the attacker only."""


@dataclass(frozen=True)
class Names:
    """A kind of names that options of the command line take."""

    where: str
    """Which options take them."""
    listed: Callable[[RuleSet], Iterable[str]]
    """The names under a rule set."""
    words: str
    """The kind of words of the languages that say what they mean."""


def _no_doubts(_rules: RuleSet, _base: RuleSet | None) -> tuple[str, ...]:
    return ()


def _no_words() -> TableWords:
    from mangonel.games.told_tables import TableWords

    return TableWords()


def _no_examples(_base: RuleSet) -> Iterable[Example]:
    return ()


@dataclass(frozen=True)
class System:
    """A game. What takes time to import is behind a function, which is called when it is needed."""

    id: str
    """The folder of its code and of its data, and ``system`` in its base rule sets."""
    title: str
    rules: str
    compared: str
    """`rules`, `compared`: the rule set that it is usually played under, and the one that this is usually compared
    with."""
    scenarios: tuple[str, ...]
    """What a report is on if no scenario is named."""
    playables: Callable[[], Mapping[str, Playable]]
    """Its sequences by name, in the order in which they are to be listed; no other game has one of the same name."""
    questions: Callable[[], Iterable[Question]]
    """What ``mangonel odds`` can be asked, the usual first."""
    sheets: Callable[[], Catalogue]
    """Its odds sheets."""
    fates: Callable[[], Fates]
    """What results are to those whom they befall."""
    names: Callable[[], Mapping[str, Names]] = dict
    """Kinds of names that its options take."""
    doubts: Callable[[RuleSet, RuleSet | None], tuple[str, ...]] = _no_doubts
    """What looks like a slip in a rule set, in sentences without a full stop; given what it is based on, whose own
    doubts do not count, or None."""
    examples: Callable[[RuleSet], Iterable[Example]] = _no_examples
    """Changes and additions for somebody who starts a rule file on a rule set."""
    man: Callable[[], type[Any]] | None = None
    """The dataclass whose fields declare the keys of a kind of men in its rosters; None if it has none, and its
    scenarios name none under ``roster``."""
    usual_roster: str = ""
    """The roster of scenarios that name none; empty if they have to."""
    steps: Callable[[], Mapping[str, Steps]] = dict
    """The die tables whose columns are steps of a number."""
    words: Callable[[], TableWords] = _no_words
    """The kinds of words that stand in its tables."""
    typed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What the help of a command shows as examples, as it is typed after ``mangonel``, by the command."""

    def roster(self, name: str, beside: Path) -> Roster[Any]:
        """Return the kinds of men of a roster of a game that has some; parameters and errors as for `load_roster`."""
        from mangonel.games.roster import load_roster

        assert self.man is not None
        return load_roster(name, beside, self.id, self.man())

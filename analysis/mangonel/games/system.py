"""A game as the rest of the program sees it: one record of where everything of it is, its sequences; and all games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, convert

from mangonel.errors import DataError
from mangonel.games import SHIPPED
from mangonel.rules.files import HELP_FILE, data_roots, other_games, read_toml, read_whole, shipped

if TYPE_CHECKING:
    from mangonel.engine.process import Dice, Process
    from mangonel.games.question import Question
    from mangonel.paper.catalogue import Catalogue
    from mangonel.rules.loading import Example
    from mangonel.rules.ruleset import RuleSet

Facts = tuple[tuple[str, str], ...]
"""Name and text of each fact, in the order in which they are to be read."""

Axis = tuple[str, tuple[int, ...]]
"""A value of the scenario by its dotted path, and the numbers it is to take."""


@dataclass(frozen=True)
class Playable:
    """A sequence by its name in scenario files.

    Its functions are given the keys of a scenario of the same sequence, as read.
    """

    name: str
    """Value of the key ``sequence`` of a scenario file."""
    keys: type[Any]
    """The frozen dataclass that declares the keys of its scenarios (`mangonel.games.fields`), one of them
    ``turns``; its ``repr`` tells all that can change a number. Its module must not import numpy."""
    make: Callable[[Any, RuleSet], Process]
    """Builds the process under a rule set; raises DataError if the rules do not allow it."""
    facts: Callable[[Any], Facts]
    """The fighters, their ground and their arms, in words."""
    sweep: Callable[[Any], tuple[Axis, Axis]]
    """The two values that a heat map varies if nothing is asked for."""
    assumed: tuple[str, ...] = ()
    """Its fixed assumptions, on which its numbers hang: ids of words of the kind
    ``assumed``, which results tell."""
    in_all: Callable[[Any], int] | None = None
    """How many men there are in all, where the file says how many are in each party."""
    starts: Callable[[Any], tuple[str, ...]] = lambda _setup: ()
    """The numbers, by their fields, that say how many there are at the start and nothing else: no phase and no rule of
    the plan asks for them."""


class _Playables(Mapping[str, Playable]):
    """Sequences by name; a file is imported when its sequence is asked for."""

    def __init__(self, game: str) -> None:
        self._game, self._files = game, dict[str, str]()
        for file in sorted(Path(__file__).with_name(game).glob("*.py")):
            if named := re.search(r'^PLAYABLE = Playable\(\s*(?:name=)?"(.+?)"', file.read_text("utf-8"), re.MULTILINE):
                self._files[named[1]] = file.stem

    def __getitem__(self, name: str) -> Playable:
        playable: Playable = modules_of(self._game)(self._files[name]).PLAYABLE
        return playable

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


@cache
def playables_in(game: str) -> Mapping[str, Playable]:
    """Return the sequences of a game by name: ``PLAYABLE`` of each file that has one."""
    return _Playables(game)


def end(s: Any, dice: Dice, endings: Mapping[str, str], name: str) -> None:
    """End a game by one of the endings of its sequence, with the note of a trace at it; none if that is empty."""
    s.ending = list(endings).index(name) + 1
    if endings[name]:
        dice.note(endings[name])


class Steps(Struct, frozen=True):
    """A die table with steps of a number as columns: any number rolls on one of them."""

    label: Callable[[Sequence[str], str], str]
    """The name of a column beside the others, given all of them and itself."""
    column: Callable[[RuleSet, str], str]
    """The column of a rule set's table that the number of another rule set's column rolls on."""


class KindWords(Struct, frozen=True):
    """Words that stand in tables of one kind only."""

    columns: tuple[str, ...] = ()
    """Kinds of words for columns, before those of all tables."""
    headed: Mapping[str, str] = {}
    """Key of the sentence that a column is called by, by its id."""
    cells: Mapping[str, tuple[str, ...]] = {}
    """Kinds of words for the cells of a column, instead of those of all tables."""
    parted: bool = False
    """Whether a cell has parts with a stroke between."""


class TableWords(Struct, frozen=True):
    """The kinds of words that stand in tables, in the order in which they are looked for."""

    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    """`rows`, `columns`, `cells`: those for rows, columns and cells."""
    rolled: tuple[str, ...] = ()
    """Those for the results of die tables that are words; others are letters."""
    kinds: Mapping[str, KindWords] = {}
    """Exceptions, by kind of table."""


class Fates(Struct, frozen=True):
    """The effects of the results of a game's tables."""

    worst_first: Callable[[RuleSet, str, Iterable[str]], tuple[str, ...]]
    """Sorts results of a table, by its id, from the worst for the target to the best."""
    named: Callable[[RuleSet, str, str], str]
    """The outcome of a result of a table: one of `outcomes`, or any other text if the table's results are no fate."""
    outcomes: tuple[str, ...]
    """The names of outcomes for a target, the worst for the target first."""
    backfires: Callable[[RuleSet, str, str], bool]
    """Whether a result of a table befalls the attacker only."""


class Names(Struct, frozen=True):
    """A kind of names that options of the command line take."""

    where: str
    """Which options take them."""
    listed: Callable[[RuleSet], Iterable[str]]
    """The names under a rule set."""
    words: str
    """The kind of words of the languages that explain them."""


@dataclass(frozen=True, eq=False)
class System:
    """A game. Functions import its modules when they are needed."""

    id: str
    """The folder of its code and of its data, and ``system`` in its base rule sets."""
    title: str
    rules: str
    compared: str
    """`rules`, `compared`: the rule set that it is usually played under, and the one that this is usually compared
    with."""
    scenarios: tuple[str, ...]
    """The scenarios of a report if none is named."""
    playables: Callable[[], Mapping[str, Playable]]
    """Its sequences by name, in the order in which they are to be listed; no other game has one of the same name."""
    questions: Callable[[], Iterable[Question]]
    """The questions of ``mangonel odds``, the usual first."""
    sheets: Callable[[], Catalogue]
    """Its odds sheets."""
    fates: Callable[[], Fates]
    """The effects of its results."""
    names: Callable[[], Mapping[str, Names]] = dict
    """Kinds of names that its options take."""
    doubts: Callable[[RuleSet, RuleSet | None], tuple[str, ...]] = lambda _rules, _base: ()
    """Likely slips in a rule set, in sentences without a full stop; given its base, the
    doubts do not count, or None."""
    man: Callable[[], type[Any]] | None = None
    """The dataclass that declares the keys of a kind of men in its rosters; None if it has none, and its
    scenarios name none under ``roster``."""
    usual_roster: str = ""
    """The roster of scenarios that name none; empty if they have to."""
    steps: Callable[[], Mapping[str, Steps]] = dict
    """The die tables with steps of a number as columns."""

    @property
    def typed(self) -> Mapping[str, Sequence[str]]:
        """Examples in the help of a command, as typed after ``mangonel``, by the command; from ``help.toml``."""
        return self._help.get("typed", {})

    def examples(self, base: RuleSet) -> Iterator[Example]:
        """Yield example changes and additions for a new rule file on a rule set."""
        from mangonel.rules.loading import examples_for

        return examples_for(base, self._help.get("example", ()))

    @cached_property
    def words(self) -> TableWords:
        """The kinds of words that stand in its tables; from ``help.toml``."""
        return convert(self._help.get("words", {}), TableWords)

    @cached_property
    def _help(self) -> Mapping[str, Any]:
        files = (root / "rules" / self.id / HELP_FILE for root in data_roots())
        return next((read_toml(read_whole(file), file)[0] for file in files if file.is_file()), {})


def modules_of(game: str) -> Callable[[str], Any]:
    """Return a function that gives a module of a game of the program, by name: it is read when it is asked for."""
    return lambda name: import_module(f"mangonel.games.{game}.{name}")


def systems() -> tuple[System, ...]:
    """Return all games, the usual one first.

    It is a DataError if two of them have the same id, or one of another package is no sound module or not called like
    its folder.
    """
    own = map(_own, SHIPPED)
    others = [_other(folder) for folder in other_games()]
    games: dict[str, System] = {}
    for system in (*own, *others):
        if system.id in games:
            raise DataError("two games have the same id", value=system.id)
        games[system.id] = system
    return tuple(games.values())


def _own(name: str) -> System:
    """Return a game of the program, which is read when it is asked for."""
    system: System = modules_of(name)("system").SYSTEM
    return system


def _other(folder: Path) -> System:
    file = folder / "system.py"
    try:
        system = import_module(f"mangonel_games.{folder.name}.system").SYSTEM
    except Exception as error:  # Its file has to answer for another package.
        raise DataError(f"this game cannot be used: {error}", file=file) from error
    if not isinstance(system, System):
        raise DataError("SYSTEM is not the record of a game", file=file, value=type(system).__name__)
    if system.id != folder.name:
        raise DataError("a game has the name of its folder", file=file, value=system.id, allowed=[folder.name])
    return system


def usual_system() -> System:
    """Return the game that is meant where nothing says which."""
    return _own(SHIPPED[0])


def system_of(rules: RuleSet) -> System:
    """Return the game of a rule set; one of none is a DataError: nothing describes its tables, or plays it."""
    if rules.system in SHIPPED:
        return _own(rules.system)
    games = {system.id: system for system in systems()}
    if rules.system not in games:
        raise DataError("no such game", file=rules.file, value=rules.system, allowed=games)
    return games[rules.system]


def sequences() -> Mapping[str, System]:
    """Return the game of each sequence, by the name that scenario files give it; two of one name are a DataError."""
    games: dict[str, System] = {}
    for system in systems():
        for name in system.playables():
            if name in games:
                raise DataError(f"{games[name].id} has a sequence of the same name as {system.id}", value=name)
            games[name] = system
    return games


def check_rules(rules: RuleSet, system: System, file: Path | None = None) -> RuleSet:
    """Return a rule set of a game, for which a scenario asks if `file` is given; of another game it is a DataError."""
    if rules.system != system.id:
        reason = "this is a scenario of" if file is not None else "this is asked of"
        message = f"{reason} {system.title}, and the rule set is one of {system_of(rules).title}"
        raise DataError(message, file=file, value=rules.id, allowed=shipped("rules", system.id))
    return rules

"""The declaration of a game: columns, phases, decisions and endings. A phase is a plain function of one game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from mangonel.engine.board import HexMap, Spot
from mangonel.engine.notes import Note
from mangonel.engine.owners import UNDECIDED, Side
from mangonel.engine.rolls import Roll, is_whole
from mangonel.errors import DataError, SequenceError

if TYPE_CHECKING:
    from mangonel.engine.state import Layout

LONGEST = 10_000
"""Turn limit of a process without one."""
_LARGEST = 2**15 - 1
"""Largest value of a column."""

Act: TypeAlias = Callable[[Any, Any], Any]
"""Plays a phase, or a part of it: ``act(s, dice)``."""
Rule: TypeAlias = Callable[..., Any]
"""How a plan answers a decision: ``rule(s, options, **context)`` returns one of the options."""


@dataclass(frozen=True, slots=True)
class Column:
    """A whole number, or a row of them, that a process remembers between phases.

    Attributes
    ----------
    name
        Attribute of the state by which phases read and write it.
    maximum
        The largest value it can take; the smallest is 0.
    start
        Its value at the start, or one value for each entry.
    size
        How many entries it has (a number for each ladder, say); None for a single number.
    """

    name: str
    maximum: int
    start: int | tuple[int, ...] = 0
    size: int | None = None

    def starts(self) -> tuple[int, ...]:
        """Return the starting value of each entry."""
        return self.start if isinstance(self.start, tuple) else (self.start,) * (1 if self.size is None else self.size)


class Dice(Protocol):
    """The dice of a phase."""

    def roll(self, roll: Roll, *, who: str = "") -> Any:
        """Roll, and return the outcome. `who` rolls, for a trace; by default the one named by the phase."""

    def choose(self, decision: Decision, options: Sequence[Any] | Options, **context: Any) -> Any:
        """Return the option that a player takes; a single one is not asked for. Rules of a plan get `context`, too."""

    def count(self, name: str, amount: Any = 1) -> None:
        """Add a whole number of at least 0 to a counter."""

    def note(self, text: str, *values: Any) -> None:
        """Tell the reader of a trace.

        Each ``{}`` in `text` is filled with the next of `values`, a function among them with its answer; with a word,
        as in ``{:hex}``, it is "1 hex" or "2 hexes". ``{who}`` is the one named by the phase.
        """


@dataclass(frozen=True, slots=True)
class Phase:
    """A step of a turn.

    Attributes
    ----------
    name
        Its name in a trace. Variants compared on common random numbers share them by phase name.
    act
        ``act(s, dice)`` plays it in one game: it reads and writes columns of the state ``s``, rolls with ``dice.roll``
        and asks players with ``dice.choose``. It may depend on nothing else. It may return a function of the same kind
        that goes on from there: what came before is not done again for each outcome of that. Phases with the same
        function, or with partial functions of equal arguments, are learnt once.
    who
        The name of the roller, for a trace, if several share one `act`.
    """

    name: str
    act: Act
    who: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A step of a turn in which another process is played from its start to its end: one storm of a siege, say.

    Attributes
    ----------
    name
        Its name in a trace.
    start
        Which process is played from a state: a plain function of one game that returns a process with a turn limit, or
        None if there is none. It returns the same object for the same start (see `mangonel.engine.rolls.cached`);
        make starts of one process with `Process.starting`, so that they share their tables, and leave out
        measures that are not read with `Process.reading`.
    reads
        Columns that take the results: the code of the ending (0: undecided), and by how much each measure
        of the process has grown, in their order. The phase after it uses them, and sets them to 0.
    """

    name: str
    start: Callable[[Any], Process | None]
    reads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that is recorded with each ending, or watched turn by turn.

    Attributes
    ----------
    name
        For example ``besiegers_dead``.
    maximum
        The largest value it can take; the smallest is 0.
    of
        Its value in a state: a plain function of one game.
    """

    name: str
    maximum: int
    of: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that the player of one side decides, at the moment at which the rules ask for it.

    Attributes
    ----------
    name
        Its name, by which a plan answers it; that of the scenario's key under ``policies`` where there is one.
    side
        The side that decides.
    frame
        Whether the scenario's rule for it sets the frame of the game, as that for breaking off does: it is decided
        otherwise only by name, or for a value that weighs measures. A chance to win is never larger without a fight.
    """

    name: str
    side: str
    frame: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a decision, of which each is looked at only when a plan asks for it.

    A plan that takes the first option it likes reads no more of the state than it needs: ``option in options``.

    Attributes
    ----------
    every
        The options there can be.
    allows
        Whether the rules allow one of them now.
    """

    every: Sequence[Any]
    allows: Callable[[Any], bool]

    def __contains__(self, option: object) -> bool:
        return option in self.every and self.allows(option)

    def __iter__(self) -> Iterator[Any]:
        return filter(self.allows, self.every)


@dataclass(frozen=True, slots=True)
class Identity:
    """The origin of a process, for the provenance of its results."""

    rules: str = ""
    digest: str = ""
    scenario: str = ""
    scenario_digest: str = ""


@dataclass(frozen=True, eq=False)
class Process:
    """A game of dice and decisions, played turn by turn.

    Attributes
    ----------
    name
        Its name.
    columns
        The columns, kept between phases. A column ``ending`` is added: 0 while the game is open.
    phases
        The phases of a turn, in order.
    endings
        Names of the endings; a phase that sets ``s.ending`` to k ends the game with ``endings[k - 1]`` once it is over.
    turns
        The turn limit; None plays until less than 1e-12 of the games are open, or for 10,000 turns.
    measures
        The numbers recorded with each ending.
    tallies
        Counters of events, for ``dice.count``; no phase can read them.
    series
        The numbers watched at the start and at the end of every turn; a game that has ended keeps its last value.
    plan
        How decisions are answered, by name.
    identity
        Its origin.
    recipe
        A function at module level and its arguments that build the same process again, for other processes of the
        machine; None if it can run in this one only.
    unit
        The name of a turn, in the singular: ``turn``, ``day``, ``round``. The plural takes an s.
    hexes
        Where the hexes lie that some of the counters are about; None if there is no map.
    sides
        The sides of the game, in the order of their colours.
    sampled
        Whether it has so many states that hardly two games are ever alike: `auto` samples it at once.
    looks
        Further numbers of a position, beside series and measures.
    game
        The game that lends a trace its words; empty for a process of one's own.
    notes
        Notes of every result.
    notes_at_zero
        Notes of a result in which a counter stays at 0, by the name of the counter.
    board
        Where the counters are in a state, for pictures of a game; None if it has no board.
    tested
        Whether tests look for phases that depend on anything but the state, the dice and the plan. All others are
        looked at as they are learnt, which takes time.
    hidden
        Columns that a side may not know when it decides, by its name; best decisions do without them.

    Raises
    ------
    SequenceError
        If two things have one name, a name is reserved, or a number is out of range.
    """

    name: str
    columns: Sequence[Column]
    phases: Sequence[Phase | Chapter]
    endings: tuple[str, ...]
    turns: int | None
    measures: tuple[Measure, ...] = ()
    tallies: tuple[str, ...] = ()
    series: tuple[Measure, ...] = ()
    plan: Mapping[str, Rule] = field(default_factory=dict)
    identity: Identity = field(default_factory=Identity)
    recipe: tuple[Callable[..., Process], tuple[Any, ...]] | None = None
    unit: str = "turn"
    hexes: HexMap | None = None
    sides: tuple[Side, ...] = ()
    sampled: bool = False
    looks: tuple[Measure, ...] = ()
    game: str = ""
    notes: tuple[Note, ...] = ()
    notes_at_zero: Mapping[str, Note] = field(default_factory=dict)
    board: Callable[[Any], tuple[Spot, ...]] | None = None
    tested: bool = False
    hidden: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:  # noqa: C901, PLR0912 - one check a line
        if self.turns is not None and (not is_whole(self.turns) or not 0 <= self.turns <= LONGEST):
            raise SequenceError(f"turns are a whole number from 0 to {LONGEST:,}, or None: {self.turns!r}")
        for name, kind in _LISTS.items():
            listed = getattr(self, name)
            if isinstance(listed, str) or not isinstance(listed, Sequence):
                raise SequenceError(f"{name} are several: write ({listed!r},)")
            for each in listed:
                if not isinstance(each, kind) or not isinstance(getattr(each, "name", ""), str):
                    raise SequenceError(f"{name}: {each!r} is none")
        for name, kind in _KINDS.items():
            if not isinstance(getattr(self, name), kind):
                raise SequenceError(f"{name}: {getattr(self, name)!r} is none")
        _check_different("columns and counters", [*(column.name for column in self.columns), *self.tallies])
        # Common random numbers go by the name of the phase; a chapter may have that of the phase after it.
        for kind in (Phase, Chapter):
            _check_different("phases", [phase.name for phase in self.phases if isinstance(phase, kind)])
        _check_different("endings", [UNDECIDED, *self.endings])
        for name in (*self.endings, *(side.name for side in self.sides)):
            if "+" in name:
                raise SequenceError(f"an ending or a side cannot be called {name!r}: + joins several")
        _check_different("measures", [measure.name for measure in self.measures])
        _check_different("series and looks", [watched.name for watched in (*self.series, *self.looks)])
        for column in self.columns:
            _check_column(column)
        single = {"ending", *(column.name for column in self.columns if column.size is None)}
        for chapter in [phase for phase in self.phases if isinstance(phase, Chapter)]:
            _check_different(f"columns that chapter {chapter.name!r} reads", chapter.reads)
            for name in chapter.reads:
                if name not in single:
                    raise SequenceError(f"chapter {chapter.name!r} reads {name!r}, which is no column of one number")
        for measure in (*self.measures, *self.series):
            if not is_whole(measure.maximum) or measure.maximum < 0:
                raise SequenceError(f"measure {measure.name!r}: its maximum is a whole number, not {measure.maximum!r}")
        taken = {"ending", "turn", "p", "n", self.unit} & {measure.name for measure in (*self.measures, *self.looks)}
        if taken:
            # A frame of outcomes has columns of these names already.
            raise SequenceError(f"a measure cannot be called {min(taken)!r}")
        mapped = self.hexes.counters if self.hexes is not None else ()
        _check_known("there is no counter {!r} for the map", mapped, self.tallies)
        lost, measured = [name for side in self.sides for name in side.losses], [each.name for each in self.measures]
        _check_known("a side cannot lose {!r}: that is not measured", lost, measured)
        hidden = [name for names in self.hidden.values() for name in names]
        _check_known("{!r} cannot be hidden: there is no such column", hidden, [column.name for column in self.columns])
        won = [ending for side in self.sides for ending in side.wins]
        _check_known("a side cannot win by {!r}: there is no such ending", won, self.endings)
        _check_different("endings by which sides win", won)

    def __repr__(self) -> str:
        """Return a line with its name, size and endings."""
        ends = ", ".join(self.endings)
        return f"<Process {self.name}: {len(self.phases)} phases, {self.turns} turns, endings {ends}>"

    @property
    def limit(self) -> int:
        """The turn limit."""
        return LONGEST if self.turns is None else self.turns

    @cached_property
    def layout(self) -> Layout:
        """Where its columns lie in a packed state."""
        from mangonel.engine.state import Layout

        return Layout([Column("ending", len(self.endings)), *self.columns], max(self.limit, 1))

    @cached_property
    def learnt(self) -> dict[str, Any]:
        """Tables learnt by playing it, kept as long as the process is."""
        return {}

    def starting(self, **starts: int | tuple[int, ...]) -> Process:
        """Return the process with other starting values of some columns; it has no `recipe`.

        Raises
        ------
        SequenceError
            If there is no such column.
        """
        _check_known("the process declares no column {!r}", starts, [column.name for column in self.columns])
        columns = [replace(column, start=starts.get(column.name, column.start)) for column in self.columns]
        other = replace(self, columns=columns, recipe=None)
        other.__dict__["learnt"] = self.learnt
        return other

    def reading(self, *names: str) -> Process:
        """Return the process as a chapter plays it: with some of its measures, without series."""
        known = {measure.name: measure for measure in self.measures}
        _check_known("the process has no measure {!r}", names, known)
        return replace(self, measures=tuple(known[name] for name in names), series=(), recipe=None, sides=())

    def lasting(self, turns: int | None) -> Process:
        """Return the process with another turn limit; a lower one shares its tables."""
        other = replace(self, turns=turns, recipe=None if self.recipe is None else (Process.lasting, (self, turns)))
        if other.limit <= self.limit:
            other.__dict__.update(learnt=self.learnt, layout=self.layout)
        return other

    def __reduce__(self) -> tuple[Callable[..., Process], tuple[Any, ...]]:
        """Travel as the recipe: phases are closures and cannot be pickled."""
        if self.recipe is None:
            raise TypeError(f"process {self.name!r} has no recipe and cannot be sent to another process")
        return self.recipe


_LISTS: dict[str, Any] = {"columns": Column, "phases": Phase | Chapter, "endings": str, "tallies": str, "sides": Side}
_LISTS |= dict.fromkeys(("measures", "series", "looks"), Measure)
"""The arguments of a process that are several, and their kind."""
_KINDS: dict[str, Any] = {"unit": str, "plan": Mapping, "hidden": Mapping, "board": Callable | None}


def _check_known(reason: str, names: Iterable[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            raise SequenceError(reason.format(name))


def _check_different(what: str, names: Sequence[str]) -> None:
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise SequenceError(f"{what} must have different names: {', '.join(sorted(twice))}")


def _check_column(column: Column) -> None:
    if column.name in ("ending", "turn") or column.name.startswith("_"):
        raise SequenceError(f"a column cannot be called {column.name!r}: the name is reserved")
    size = 1 if column.size is None else column.size
    starts = column.starts() if is_whole(size) else ()
    for number in (column.maximum, size, *starts):
        if not is_whole(number):
            raise SequenceError(f"column {column.name}: maximum, start and size are whole numbers, not {number!r}")
    if len(starts) != size:
        raise SequenceError(f"column {column.name}: {len(starts)} starting values for size={column.size}")
    if column.maximum > _LARGEST:
        raise SequenceError(f"column {column.name} may not exceed {_LARGEST}")
    if not all(0 <= value <= column.maximum for value in starts):
        raise SequenceError(f"column {column.name} starts outside 0..{column.maximum}")


def check_process(process: object) -> None:
    """Refuse a scenario, or its name, where a process is wanted."""
    if not isinstance(process, Process):
        shown = process if isinstance(process, str) else type(process).__name__
        raise DataError("wants a process; mangonel.build makes one, mangonel.simulate plays a scenario", value=shown)

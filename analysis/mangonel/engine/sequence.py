"""A sequence: what happens turn by turn, written once for all engines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.dice import Dice, Told
from mangonel.engine.slips import is_whole
from mangonel.engine.state import Column, Layout, State
from mangonel.errors import SequenceError
from mangonel.odds.hexes import HexMap
from mangonel.odds.notes import Note
from mangonel.odds.owners import Side
from mangonel.odds.result import UNDECIDED

if TYPE_CHECKING:
    from mangonel.engine.position import Position

__all__ = ["LONGEST", "Dice", "Identity", "Measure", "Phase", "PlaySequence", "Told"]

LONGEST = 10_000
"""Turns after which a sequence without a limit is left as it stands."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A step of a turn.

    Attributes
    ----------
    name
        Its name in the trace. Variants that are compared on the same dice share dice by phase name.
    act
        Changes the columns of the rows it is given; it may ask for any number of rolls. Only columns
        survive it, and it must do the same again when it is handed the same rows and answers.
    when
        The rows in which it does anything at all; None if that may be all of them. It is left out where there are none.
    """

    name: str
    act: Callable[[State, Dice], None]
    when: Callable[[State], NDArray[np.bool_]] | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that is recorded with each ending.

    Attributes
    ----------
    name
        For example ``besiegers_dead``.
    maximum
        The largest value it can take.
    of
        Its value in each row. Shape (rows,).
    rest_of
        Names of other measures of the sequence whose sum with this one is always `maximum`: the engines need not keep
        it, and it costs nothing. Empty if it is none's rest.
    """

    name: str
    maximum: int
    of: Callable[[State], NDArray[Any]]
    rest_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Identity:
    """What a sequence was built from, for the provenance of its results."""

    rules: str = ""
    digest: str = ""
    scenario: str = ""
    scenario_digest: str = ""


@dataclass(frozen=True, eq=False)
class PlaySequence:
    """Columns, phases and endings of something that is played turn by turn.

    Attributes
    ----------
    name
        Its name.
    columns
        What is remembered between phases. A column ``ending`` is added: 0 as long as the row is open.
    phases
        The phases of a turn, in order.
    endings
        Names of the endings; a phase that sets ``ending`` to k ends the row with ``endings[k - 1]`` once it is over.
    turns
        The turn limit; None plays until less than 1e-12 is open, or for 10,000 turns.
    measures
        What is recorded with each ending.
    tallies
        Counters that explain the result; they are only added to and never looked at by a phase.
    series
        What is watched at the start and at the end of every turn; a row that has ended keeps the value it ended with.
    identity
        What it was built from.
    recipe
        A function at module level and its arguments that build the same sequence again, for other processes; None if
        it can run in this process only.
    unit
        What a turn is called, in the singular: ``turn``, ``day``, ``round``. The plural takes an s.
    hexes
        Where the hexes lie that some of the counters are about; None if there is no map.
    sides
        The sides of the game and what is theirs, in the order of their colours; charts of a sequence that does not say
        have colours by place.
    compact
        Whether columns, counters and dice are handed to phases in the smallest numbers that hold them (8 or 16 bits)
        instead of 64. That is up to twice as fast, but arithmetic of the phases may run over without a word:
        only for sequences that are tested to give the same either way (``run(..., check=True)``).
    sampled
        Whether it has so many states that hardly two games ever stand alike: a run that chooses by itself draws trials
        one by one then, phase by phase, and tries neither to count nor to make tables.
    looks
        What else a position can be asked for, beside what is watched and recorded: see `at`.
    game
        The game whose words tell what happens; empty for a sequence of one's own.
    notes
        What a reader of any result of it should know beside the numbers, for example why nothing can happen.
    notes_at_zero
        What a reader should know of a result in which a counter stays at 0, by the name of the counter.

    Raises
    ------
    SequenceError
        If two things have one name, a name is reserved, or a number is none.
    """

    name: str
    columns: Sequence[Column]
    phases: Sequence[Phase]
    endings: tuple[str, ...]
    turns: int | None
    measures: tuple[Measure, ...] = ()
    tallies: tuple[str, ...] = ()
    series: tuple[Measure, ...] = ()
    identity: Identity = field(default_factory=Identity)
    recipe: tuple[Callable[..., PlaySequence], tuple[Any, ...]] | None = None
    unit: str = "turn"
    hexes: HexMap | None = None
    sides: tuple[Side, ...] = ()
    compact: bool = False
    sampled: bool = False
    looks: tuple[Measure, ...] = ()
    game: str = ""
    notes: tuple[Note, ...] = ()
    notes_at_zero: Mapping[str, Note] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.turns is not None and (not is_whole(self.turns) or self.turns < 0):
            raise SequenceError(f"turns are a whole number of at least 0, or None: {self.turns!r}")
        # Shared dice go by the name of the phase: two of one name would roll the same faces.
        _check_different("phases", [phase.name for phase in self.phases])
        _check_different("endings", [UNDECIDED, *self.endings])
        _check_different("measures", [measure.name for measure in self.measures])
        _check_different("series and looks", [watched.name for watched in (*self.series, *self.looks)])
        _check_rests(self.measures)
        taken = {"ending", "turn", self.unit} & {measure.name for measure in (*self.measures, *self.looks)}
        if taken:
            # A frame of outcomes has columns of these names already.
            raise SequenceError(f"a measure cannot be called {min(taken)!r}")
        missing = set(self.hexes.counters if self.hexes is not None else ()) - set(self.tallies)
        if missing:
            raise SequenceError(f"there is no counter {min(missing)!r} for the map")
        measured = [measure.name for measure in self.measures]
        for name in (name for side in self.sides for name in side.losses):
            if name not in measured:
                raise SequenceError(f"a side cannot lose {name!r}: that is not measured")
        won = [ending for side in self.sides for ending in side.wins]
        for ending in won:
            if ending not in self.endings:
                raise SequenceError(f"a side cannot win by {ending!r}: there is no such ending")
            if won.count(ending) > 1:
                raise SequenceError(f"two sides cannot win by the same ending {ending!r}")

    def __repr__(self) -> str:
        """Return a line that says which it is."""
        ends = ", ".join(self.endings)
        return f"<PlaySequence {self.name}: {len(self.phases)} phases, {self.turns} turns, endings {ends}>"

    @property
    def limit(self) -> int:
        """The turn limit."""
        return LONGEST if self.turns is None else self.turns

    def starting(self, **starts: int | tuple[int, ...]) -> PlaySequence:
        """Return the sequence with other starting values of some columns.

        It stays in this process: it has no `recipe`.

        Raises
        ------
        SequenceError
            If there is no such column.
        """
        unknown = set(starts) - {column.name for column in self.columns}
        if unknown:
            raise SequenceError(f"the sequence declares no column {min(unknown)!r}")
        columns = [replace(column, start=starts.get(column.name, column.start)) for column in self.columns]
        return replace(self, columns=columns, recipe=None)

    def at(self, turn: int, /, **wanted: int | tuple[int, int]) -> Position:
        """Return the games that stand in some way at the start of a turn: ``game.at(9, besiegers_living=4).run()``.

        Of what is not said, they have what games have that come to it, and as often.

        Parameters
        ----------
        turn
            The turn that comes next, from 1.
        **wanted
            What is known: a number, or the least and the largest that is meant, of what is watched, of `looks`,
            measures and columns by their names; of a column with entries, ``fit.1`` and so on.

        Raises
        ------
        DataError
            If there is no such turn or name, or no game ever stands so; the message says which values there are.
        StateLimitError
            If there are too many states to know it exactly.
        """
        from mangonel.engine.position import position

        return position(self, turn, wanted)

    @cached_property
    def layout(self) -> Layout:
        """Where the columns lie in the state matrix."""
        return Layout(self.columns, len(self.endings), self.tallies, compact=self.compact)

    @cached_property
    def found(self) -> dict[str, Any]:
        """What was found out about it by playing it, kept as long as the sequence is: see `engine.compiled`."""
        return {}

    def lasting(self, turns: int | None) -> PlaySequence:
        """Return the sequence with another turn limit; what is found out about one is known of the other."""
        recipe = None if self.recipe is None else (_lasting, (self, turns))
        other = replace(self, turns=turns, recipe=recipe)
        other.__dict__["found"] = self.found
        return other

    def __reduce__(self) -> tuple[Callable[..., PlaySequence], tuple[Any, ...]]:
        """Travel as the recipe: phases are closures and cannot."""
        if self.recipe is None:
            raise TypeError(f"sequence {self.name!r} has no recipe and cannot be sent to another process")
        return self.recipe


def _lasting(sequence: PlaySequence, turns: int | None) -> PlaySequence:
    return sequence.lasting(turns)


def _check_different(what: str, names: Sequence[str]) -> None:
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise SequenceError(f"{what} must have different names: {', '.join(sorted(twice))}")


def _check_rests(measures: Sequence[Measure]) -> None:
    kept = {measure.name for measure in measures if not measure.rest_of}
    for measure in measures:
        if not is_whole(measure.maximum) or measure.maximum < 0:
            raise SequenceError(f"measure {measure.name!r}: its maximum is a whole number, not {measure.maximum!r}")
        for name in measure.rest_of:
            if name not in kept:
                raise SequenceError(f"measure {measure.name!r} cannot be the rest of {name!r}: that is not measured")

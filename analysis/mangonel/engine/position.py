"""Games from a position on: those that stand so at the start of a turn, as often as they come to stand so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.assemble import Progress, assemble, provenance
from mangonel.engine.begun import Begun
from mangonel.engine.counts import counted
from mangonel.engine.endless import to_the_end
from mangonel.engine.exact import STATE_LIMIT, exactly, so_far
from mangonel.engine.keeping import Keeps
from mangonel.engine.ledger import Ledger
from mangonel.engine.monte_carlo import run_sampled
from mangonel.engine.propagation import Population, begin
from mangonel.engine.run import DEFAULT_TRIALS, check_arguments
from mangonel.engine.sampling import Span as Trials
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.slips import is_whole
from mangonel.engine.state import State
from mangonel.engine.ways import TABLES
from mangonel.errors import DataError, StateLimitError
from mangonel.odds.notes import Note
from mangonel.odds.result import Result
from mangonel.walks.process import Process

__all__ = ["NO_LIMIT", "Position", "Span", "columns_of", "looks_of", "position", "spans_of", "standing_at"]

Span: TypeAlias = "int | tuple[int, int]"
"""A number, or the least and the largest that is meant."""

NO_LIMIT = 32_767
"""No number of a position is larger."""

Look: TypeAlias = Callable[[State], NDArray[Any]]


def looks_of(sequence: PlaySequence) -> dict[str, Look]:
    """Return all that can be asked of a position, by name.

    That is what the sequence watches, what else it says of positions, what it records with endings, its sides for how
    many of each live, and its columns by themselves, of which the entries are numbered from 1: ``fit.1``.
    """
    looks = {look.name: look.of for look in (*sequence.series, *sequence.looks, *sequence.measures)}
    # Of a side, how many of it live.
    sides = {side.name: looks[f"{side.name}_living"] for side in sequence.sides if f"{side.name}_living" in looks}
    return {**columns_of(sequence), **sides, **looks}


def columns_of(sequence: PlaySequence) -> dict[str, Look]:
    """Return the columns of a sequence by name, each entry of those that have several by itself."""
    looks: dict[str, Look] = {}
    for column in sequence.columns:
        entries = range(column.size or 0)
        looks |= {f"{column.name}.{entry + 1}": _column(column.name, entry) for entry in entries}
        if column.size is None:
            looks[column.name] = _column(column.name)
    return looks


def _column(name: str, entry: int | None = None) -> Look:
    def look(state: State) -> NDArray[Any]:
        values: NDArray[Any] = getattr(state, name)
        return values if entry is None else values[entry]

    return look


@dataclass(frozen=True, eq=False)
class Position:
    """Games that stand in some way at the start of a turn."""

    sequence: PlaySequence
    """What is played."""
    turn: int
    """The turn that comes next."""
    wanted: Mapping[str, tuple[int, int]]
    """What is known of the position: the least and the largest value of each number, by name."""
    share: float
    """How many of all games come to it, from 0 to 1."""
    people: Population
    """The states that it may be, with weights that sum to 1: how often games that come to it stand so."""

    def __str__(self) -> str:
        """Return it as it would be typed."""
        parts = [f"{self.sequence.unit}={self.turn}"]
        for name, (low, high) in self.wanted.items():
            parts.append(f"{name}>={low}" if high >= NO_LIMIT else f"{name}={_values(low, high)}")
        return ", ".join(parts)

    def under(self, sequence: PlaySequence) -> Position:
        """Return the same states of a variant of the game.

        Raises
        ------
        DataError
            If the variant remembers other things, or not so much of them.
        """
        mine, its = ([(column.name, column.size) for column in game.columns] for game in (self.sequence, sequence))
        if mine != its or (self.people.matrix > sequence.layout.maxima[:, None]).any():
            raise DataError("the position is none of this game, which remembers other things")
        return replace(self, sequence=sequence)

    @property
    def done(self) -> int:
        """The turn at whose end games stand so."""
        return min(self.turn - 1, self.sequence.limit)

    @cached_property
    def begun(self) -> Begun:
        """Where games begin that are drawn."""
        return Begun.of(self.people.matrix, self.people.weights, self.done)

    def run(
        self,
        *,
        engine: str = "auto",
        trials: int = DEFAULT_TRIALS,
        seed: int = 0,
        precision: float | None = None,
        state_limit: int = STATE_LIMIT,
        executor: Executor | None = None,
        way: str = TABLES,
        keeps: Keeps | None = None,
        span: Trials | None = None,
        progress: Progress | None = None,
    ) -> Result:
        """Play on from here.

        Counters begin at 0 here; measures, such as the dead, count from the start of the game. What is watched stands
        as it is here in all turns before.

        Parameters
        ----------
        engine, trials, seed, precision, state_limit, executor, way, keeps, span, progress
            As in `mangonel.engine.run.run`. With ``monte-carlo`` each trial begins in one of the states, drawn as often
            as games come to it, and is played phase by phase.

        Raises
        ------
        DataError
            If an argument is out of range.
        StateLimitError
            If ``exact`` was asked for and there are too many states.
        """
        check_arguments(engine, trials, seed, precision)
        sampled: dict[str, Any] = {"precision": precision, "executor": executor, "keeps": keeps, "span": span}
        if self.sequence.turns is None:

            def play(limited: PlaySequence) -> Result:
                there = replace(self, sequence=limited)
                return there.run(engine=engine, trials=trials, seed=seed, state_limit=state_limit, way=way, **sampled)

            return to_the_end(self.sequence, play)
        if engine == "monte-carlo":
            result = run_sampled(
                self.sequence, trials=trials, seed=seed, begun=self.begun, progress=progress, **sampled
            )
        elif engine == "counts":
            result = counted(
                self.sequence, self.people, self.done, Ledger(self.sequence), trials, seed, executor, progress
            )
        else:
            result = self._exactly(engine, trials, seed, state_limit, way, executor, progress)
        return self.told(result)

    def told(self, result: Result) -> Result:
        """Return a result of games that began here, which says so."""
        note = Note("from_position", (("position", str(self)), ("share", f"{100 * self.share:.3g} %")))
        for watched in result.watched:
            watched.shares[: self.done] = watched.shares[self.done]
            if watched.repeats is not None:
                watched.repeats[:, : self.done] = watched.repeats[:, self.done : self.done + 1]
        return replace(result, provenance=replace(result.provenance, notes=(note, *result.provenance.notes)))

    def _exactly(
        self,
        engine: str,
        trials: int,
        seed: int,
        state_limit: int,
        way: str,
        executor: Executor | None,
        progress: Progress | None,
    ) -> Result:
        sequence, begun = self.sequence, (self.people, self.done)
        ledger, people, through, stopped = exactly(sequence, state_limit, way, progress, begun)
        if isinstance(stopped, KeyboardInterrupt):
            return so_far(sequence, ledger, people, through)
        if stopped is None:
            return assemble(sequence, [ledger], replace(provenance(sequence, "exact"), states=people.peak))
        if engine == "exact":
            raise StateLimitError(f"{sequence.name}: {stopped}; use the engine auto or counts")
        return counted(sequence, people, through, ledger, trials, seed, executor, progress)


def standing_at(
    sequence: PlaySequence, turn: int, *, state_limit: int = STATE_LIMIT, progress: Progress | None = None
) -> Population:
    """Return how games stand that are still open at the start of a turn; the weights sum to their share of all.

    Raises
    ------
    DataError
        If there is no such turn.
    StateLimitError
        If there are too many states to know it exactly.
    """
    if not is_whole(turn) or not 1 <= turn <= sequence.limit:
        raise DataError(f"there is no such {sequence.unit}", value=turn, allowed=[f"1..{sequence.limit}"])
    if turn == 1:
        return begin(sequence, 1.0)
    _, people, _, stopped = exactly(sequence.lasting(turn - 1), state_limit, TABLES, progress)
    if isinstance(stopped, KeyboardInterrupt):
        raise stopped
    if stopped is not None:
        reason = f"more than {state_limit:,} states before {sequence.unit} {turn}: positions are looked for exactly"
        raise StateLimitError(f"{sequence.name}: {reason}; allow more states (simulate --max-states, state_limit=)")
    return people


def position(
    sequence: PlaySequence,
    turn: int,
    wanted: Mapping[str, Span] | None = None,
    *,
    state_limit: int = STATE_LIMIT,
    progress: Progress | None = None,
) -> Position:
    """Return a position at the start of a turn.

    Of what is not said, games have what they have that come to it, and as often.

    Parameters
    ----------
    sequence
        What is played.
    turn
        The turn that comes next, from 1.
    wanted
        What is known of it, by the names of `looks_of`: a number, or the least and the largest.
    state_limit
        The most states there may be on the way to it.
    progress
        Called with the share of the way that is done.

    Raises
    ------
    DataError
        If there is no such turn or name, or no game ever stands so; the message says which values there are.
    StateLimitError
        If there are too many states to know it exactly.
    """
    if isinstance(sequence, Process):
        from mangonel.walks.position import position as of_process

        return of_process(sequence, turn, wanted, state_limit=state_limit, progress=progress)
    looks = looks_of(sequence)
    spans = {name: _span(name, value, looks) for name, value in (wanted or {}).items()}
    people = standing_at(sequence, turn, state_limit=state_limit, progress=progress)
    layout = sequence.layout
    for number, (name, (low, high)) in enumerate(spans.items()):
        state = State(layout, people.matrix, layout.counters(people.matrix.shape[1]), turn - 1)
        values = np.asarray(looks[name](state)).astype(np.int64)
        there = np.flatnonzero((values >= low) & (values <= high))
        if not len(there):
            others = f" if {', '.join(list(spans)[:number])} are as told" if number else ""
            reason = f"no game stands so at the start of {sequence.unit} {turn}{others}"
            raise DataError(
                reason, path=name, value=low if low == high else _values(low, high), allowed=spans_of(values)
            )
        people = Population(people.matrix[:, there], people.weights[there], people.counters[:, there])
    share = float(people.weights.sum())
    if not share:
        raise DataError(f"every game is over before {sequence.unit} {turn}", value=turn)
    rows = len(people.weights)
    begun = Population(people.matrix, people.weights / share, np.zeros((len(sequence.tallies), rows)), rows)
    return Position(sequence, turn, spans, share, begun)


def spans_of(values: NDArray[np.int64]) -> list[str]:
    """Return which values there are, those that follow each other as one: ``0``, ``2..5``."""
    there = np.unique(values)
    breaks = np.flatnonzero(np.diff(there) > 1) + 1
    ends = ((part[0], part[-1]) for part in np.split(there, breaks))
    return [_values(int(low), int(high)) for low, high in ends]


def _values(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}..{high}"


def _span(name: str, value: Span, looks: Mapping[str, Look]) -> tuple[int, int]:
    if name not in looks:
        raise DataError("no such number of a position", value=name, allowed=list(looks))
    low, high = value if isinstance(value, tuple) else (value, value)
    if not (is_whole(low) and is_whole(high)) or low > high:
        raise DataError("must be a whole number, or the least and the largest", path=name, value=value)
    return int(low), int(high)

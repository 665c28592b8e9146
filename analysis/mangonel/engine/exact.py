"""The exact engine: every state counted, or a refusal."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from mangonel.engine.assemble import Progress, assemble, provenance
from mangonel.engine.compiled import compiled_of
from mangonel.engine.interrupts import uninterrupted
from mangonel.engine.ledger import Ledger
from mangonel.engine.packing import AlikeError
from mangonel.engine.propagation import BranchLimitError, Population, Rule, advance, begin, by_phases, settle
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.settling import Settling
from mangonel.engine.splitting import ChanceSplit
from mangonel.engine.standing import Standing, play_by_tables, standing_of
from mangonel.engine.state import State
from mangonel.engine.ways import PHASES, TABLES
from mangonel.engine.wide import WidePhases
from mangonel.errors import StateLimitError
from mangonel.odds.notes import Note
from mangonel.odds.result import Result

__all__ = ["STATE_LIMIT", "Begun", "close", "exactly", "play_turn", "run_exact", "so_far"]

Begun: TypeAlias = tuple[Population, int]
"""Where games stand, and the turns that are over."""

STATE_LIMIT = 100_000
"""States the exact engine keeps before it gives up, unless told otherwise."""

_OFTEN = 2
"""Who plays a game once more after so many exact runs may play it often: all its tables cost about as much."""


def run_exact(
    sequence: PlaySequence, *, state_limit: int = STATE_LIMIT, way: str = TABLES, progress: Progress | None = None
) -> Result:
    """Count every state; refuse rather than truncate.

    Raises
    ------
    StateLimitError
        If more than `state_limit` states would have to be kept.
    """
    ledger, people, through, stopped = exactly(sequence, state_limit, way, progress)
    if isinstance(stopped, KeyboardInterrupt):
        return so_far(sequence, ledger, people, through)
    if stopped is not None:
        ways = "use the engine auto or counts, or allow more states (simulate --max-states, state_limit=)"
        reason = f"more than {state_limit:,} states in {sequence.unit} {through + 1}; {ways}"
        if isinstance(stopped, BranchLimitError):
            reason = f"{stopped} in {sequence.unit} {through + 1}; split it into phases with one roll each, or {ways}"
        raise StateLimitError(f"{sequence.name}: {reason}")
    return assemble(sequence, [ledger], replace(provenance(sequence, "exact"), states=people.peak))


def exactly(
    sequence: PlaySequence, state_limit: int, way: str, progress: Progress | None, begun: Begun | None = None
) -> tuple[Ledger, Population, int, StateLimitError | KeyboardInterrupt | None]:
    """Advance exactly as far as the limit allows, from the start or from where games stand in between.

    Returns
    -------
    Ledger
        What has been booked. What ends in a turn that cannot be completed is not.
    Population
        The states at the end of the last whole turn.
    int
        That turn.
    StateLimitError or KeyboardInterrupt
        What stopped the run there, if it was not complete.
    """
    by_tables = way == TABLES and len(sequence.phases) > 0
    compiled = compiled_of(sequence)
    known = by_tables and compiled.runs >= _OFTEN
    settling = Settling(sequence) if by_tables and not known else None
    plain = by_phases(sequence, ChanceSplit())
    rule = WidePhases(sequence, plain).ways if by_tables else plain

    def play(games: Standing | Population, ledger: Ledger, turn: int) -> Standing | Population:
        nonlocal settling
        if isinstance(games, Standing):
            after = play_by_tables(compiled, games, ledger, turn, state_limit)
            # Where every turn has its own, or there are too many states to be kept, tables are made for nothing.
            if not compiled.size or (settling is not None and compiled.uses_turn):
                settling = None
                return after.people(compiled)[0]
            return after
        people = play_turn(sequence, games, rule, ledger, turn, state_limit)
        if settling is not None and settling.settled(people, turn):
            return standing_of(compiled, people, turn + 1)
        return people

    people, done = (begin(sequence, 1.0), 0) if begun is None else begun
    games: Standing | Population = standing_of(compiled, people, done + 1) if known else people

    def to_tables(games: Standing | Population, turn: int) -> Standing | None:
        """Return games that are played phase by phase as they go on by tables, which split fewer rows at once."""
        return standing_of(compiled, games, turn) if by_tables and isinstance(games, Population) else None

    try:
        ledger, games, through, stopped = _advanced(sequence, games, done, play, to_tables, progress)
    except AlikeError:
        return exactly(sequence, state_limit, PHASES, progress, begun)
    if isinstance(games, Standing):
        compiled.runs = math.inf
    elif stopped is None:
        compiled.runs = -math.inf if known else compiled.runs + 1
    people = games.people(compiled)[0] if isinstance(games, Standing) else games
    if stopped is None:
        close(sequence, people, ledger)
    return ledger, people, through, stopped


def _advanced(
    sequence: PlaySequence,
    games: Standing | Population,
    done: int,
    play: Callable[[Standing | Population, Ledger, int], Standing | Population],
    to_tables: Callable[[Standing | Population, int], Standing | None],
    progress: Progress | None,
) -> tuple[Ledger, Standing | Population, int, StateLimitError | KeyboardInterrupt | None]:
    ledger = Ledger(sequence)
    for turn in range(done + 1, sequence.limit + 1):
        before, trial = games, Ledger(sequence, few=True)
        try:
            try:
                games = play(games, trial, turn)
            except BranchLimitError:
                standing = to_tables(games, turn)
                if standing is None:
                    raise
                trial = Ledger(sequence, few=True)
                games = play(standing, trial, turn)
            if progress is not None:
                progress(turn / sequence.limit)
        except StateLimitError as stopped:
            return ledger, before, turn - 1, stopped
        except KeyboardInterrupt as stopped:
            if turn == done + 1:
                raise
            return ledger, before, turn - 1, stopped
        with uninterrupted():
            ledger.merge(trial)
        if not games.weights.any():
            break
    return ledger, games, sequence.limit, None


def so_far(sequence: PlaySequence, ledger: Ledger, people: Population, through: int) -> Result:
    """Return what an interrupted run knew at the end of turn `through`: what was open then is undecided."""
    if len(people.weights):
        ledger.book(State(sequence.layout, people.matrix, people.counters, through), through, people.weights)
    note = Note("interrupted_after", (("turn", through), ("turns", sequence.limit)), sequence.unit)
    return assemble(
        sequence, [ledger], replace(provenance(sequence, "exact"), states=people.peak, notes=(note,), interrupted=True)
    )


def play_turn(
    sequence: PlaySequence, people: Population, rule: Rule, ledger: Ledger, turn: int, limit: int
) -> Population:
    """Play all phases of a turn; rows that end are booked on the way.

    How the turn before it ended is noted first, in the same ledger: it counts only if this turn is played.
    """
    if sequence.series:
        ledger.watch(State(sequence.layout, people.matrix, people.counters, turn - 1), turn - 1, people.weights)
    for phase in sequence.phases:
        people = advance(sequence, phase, people, rule, ledger, turn, limit)
        if len(people.weights) == 0:
            return people
    return settle(sequence, people)


def close(sequence: PlaySequence, people: Population, ledger: Ledger) -> None:
    """Book what is undecided at the turn limit."""
    if len(people.weights):
        state = State(sequence.layout, people.matrix, people.counters, sequence.limit)
        ledger.book(state, sequence.limit, people.weights)

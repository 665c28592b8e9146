"""Run a process: exactly, by counts, game by game, or as `auto` chooses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from typing import Any

import numpy as np

from mangonel.engine.counts import run_counts
from mangonel.engine.endless import to_the_end
from mangonel.engine.exact import STATE_LIMIT, Population, chain_of, run_exact, starting
from mangonel.engine.intervals import Estimate
from mangonel.engine.keeping import Keeps, decided_by
from mangonel.engine.ledger import Ledger, Part, Progress, assemble, booked, ledger_of, provenance
from mangonel.engine.notes import Note
from mangonel.engine.process import Process, check_process
from mangonel.engine.result import Result
from mangonel.engine.rolls import check_whole, is_whole
from mangonel.engine.sampling import Dice, Span, generator, play_block
from mangonel.engine.segments import turns_of
from mangonel.engine.state import Words
from mangonel.engine.trial_blocks import play_blocks
from mangonel.engine.workers import Workers
from mangonel.errors import DataError, SequenceError, StateLimitError

ENGINES = ("auto", "exact", "counts", "monte-carlo")
DEFAULT_TRIALS = 1_000_000
_LEAST, _MOST = 8, 10**15
"""Trials at least, and at most: floats still count them one by one."""


NO_LIMIT = 32_767
"""No number of a position is larger."""


@dataclass(frozen=True, eq=False)
class Position:
    """The conditional distribution of games that match at the start of a turn."""

    process: Process
    """The game."""
    turn: int
    """The turn that comes next."""
    wanted: Mapping[str, tuple[int, int]]
    """The numbers that were given: the least and the largest value of each number, by name."""
    share: float
    """The share of all games that reach it, from 0 to 1."""
    people: Population
    """The states of the games that match, with weights that sum to 1."""

    def __str__(self) -> str:
        """Return it as it would be typed."""
        parts = [f"{self.process.unit}={self.turn}"]
        for name, (low, high) in self.wanted.items():
            parts.append(f"{name}>={low}" if high >= NO_LIMIT else f"{name}={values_text(low, high)}")
        return ", ".join(parts)

    def __repr__(self) -> str:
        """Return a line with the numbers and the share of the games."""
        return f"<Position {self.process.name}: {self}; {100 * self.share:.1f} % of the games>"

    def under(self, process: Process) -> Position:
        """Return the same states of a variant of the game.

        Raises
        ------
        DataError
            If the variant remembers other things, or not so much of them.
        """
        words = states_under(process, self.people.words, self.process)
        if words is None:
            raise DataError("the position is none of this game, which remembers other things")
        return replace(self, process=process, people=replace(self.people, words=words))

    @property
    def done(self) -> int:
        """The turn that is over."""
        return min(self.people.through, self.process.limit)

    def run(self, **how: Any) -> Result:
        """Play on from here; arguments and errors are those of `mangonel.engine.run.run`.

        Counters begin at 0 here; measures, such as the dead, count from the start of the game. Series stay
        as it is here in all turns before. With ``monte-carlo`` each trial begins in one of the states, drawn as often
        as games reach it, and is played phase by phase.
        """
        return run(self.process, place=self, **how)

    def told(self, result: Result) -> Result:
        """Return a result of games that began here, which says so."""
        (share,) = Estimate.of_exact(self.share).digits(percent=True)
        note = Note("from_position", (("position", str(self)), ("share", share)))
        for series in result.watched:
            series.shares[: self.done] = series.shares[self.done]
        return replace(result, provenance=replace(result.provenance, notes=(note, *result.provenance.notes)))


def states_under(process: Process, words: Words, of: Process) -> Words | None:
    """Return states of another process as one packs them; None if it remembers other things, or not so much of them."""
    its, mine = ([(column.name, column.size) for column in game.columns] for game in (of, process))
    return None if mine != its else of.layout.repacked(words, process.layout)


def values_text(low: int, high: int) -> str:
    """Return the least and the largest value as text: ``0`` or ``2..5``."""
    return str(low) if low == high else f"{low}..{high}"


def run(
    process: Process,
    *,
    engine: str = "auto",
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    precision: float | None = None,
    state_limit: int = STATE_LIMIT,
    executor: Executor | None = None,
    workers: int = 1,
    keeps: Keeps | None = None,
    span: Span | None = None,
    place: Position | None = None,
    progress: Progress | None = None,
) -> Result:
    """Run a process by the engine of that name.

    Parameters
    ----------
    process
        The game.
    engine
        ``exact``; ``counts``, any number of games at the price of their states; ``monte-carlo``, game by game; or
        ``auto``: exact until the states outgrow the limit, else game by game.
    trials
        Trials of a sampled run.
    seed
        Seed of a sampled run. The same seed gives the same result for any number of workers.
    precision
        For ``monte-carlo``: stop once the standard error of every ending's probability is at most this, or at `trials`.
    state_limit
        The most states at once that exact runs and counts may keep.
    executor
        Where blocks of trials are played; by default in this process. How many tasks it does at once is its attribute
        ``workers``, if it has one.
    workers
        How many processes to start for this run, if there is no `executor`. The process must have a `recipe`.
    keeps
        Where blocks of games that are played one by one are cached.
    span
        For ``monte-carlo``: which trials of the run are played; all of them by default.
    place
        A position of the process that is played on from; by default it is played from the start.
    progress
        Called with the share of the work that is done.

    Raises
    ------
    DataError
        If an argument is out of range, or blocks cannot be cached.
    SequenceError
        If a phase asks or writes something that it cannot; the message names the phase and the line. Or if the process
        is to be sent to workers and has no recipe.
    StateLimitError
        If ``exact`` or ``counts`` was asked for and there are too many states.
    """
    check_process(process)
    check_arguments(engine, trials, seed, precision)
    check_whole("state_limit", state_limit)
    check_whole("workers", workers)
    if workers > 1 and engine == "exact":
        raise DataError("exact runs use one process", path="engine", value=engine)
    if workers > 1 and executor is None and process.recipe is None:
        raise SequenceError(f"process {process.name!r} has no recipe and cannot be sent to workers")
    if not isinstance(place, Position | None):
        raise DataError("wants a position; mangonel.position makes one", path="place", value=place)
    people = None if place is None else place.people
    with Workers(workers) if workers > 1 and executor is None else nullcontext(executor) as crew:
        sampled: dict[str, Any] = {"people": people, "trials": trials, "seed": seed, "progress": progress}
        blocks = sampled | {"keeps": keeps, "executor": crew}
        plays: dict[str, Callable[[Process], Result]] = {
            "exact": partial(run_exact, state_limit=state_limit, people=people, progress=progress),
            "counts": partial(run_counts, state_limit=state_limit, **sampled),
            "monte-carlo": partial(run_sampled, precision=precision, span=span, **blocks),
            "auto": partial(run_auto, state_limit=state_limit, **blocks),
        }
        result = to_the_end(process, plays[engine]) if process.turns is None else plays[engine](process)
    return result if place is None else place.told(result)


def check_arguments(engine: str, trials: int, seed: int, precision: float | None) -> None:
    """Check the arguments of `run`. It is a DataError if one is out of range."""
    if engine not in ENGINES:
        raise DataError("no such engine", value=engine, allowed=ENGINES)
    if not is_whole(trials):
        raise DataError("trials are a whole number", value=trials)
    if trials < _LEAST:
        raise DataError(f"too few trials (at least {_LEAST})", value=trials)
    if trials > _MOST:
        raise DataError(f"too many trials (at most {_MOST:,})", value=trials)
    if not is_whole(seed) or seed < 0:
        raise DataError("a seed is a whole number of at least 0", value=seed)
    if precision is not None and not (isinstance(precision, (int, float)) and 0 < precision < 1):
        raise DataError("a precision is a standard error between 0 and 1", value=precision)
    if precision is not None and engine != "monte-carlo":
        raise DataError("only monte-carlo runs to a precision", path="engine", value=engine, allowed=["monte-carlo"])


def play_trials(process: Process, people: Population | None, seed: int, block: int, size: int) -> Part:
    """Play a block of trials game by game; see `mangonel.engine.trial_blocks.Play`.

    Parameters
    ----------
    people
        Where games begin, in order; None if at the start.
    """
    chain, rng = chain_of(process), generator(seed, block)
    words, through = begin(process, people, size, rng)
    starts = process.layout.pack(process.layout.start) if people is None else people.words
    turns = turns_of(chain, process, starts, through)
    if turns is None:
        return booked(play_block(process, chain, Dice(rng), words, through).ledger, size)
    return booked(turns.play(words, rng), size)


def begin(process: Process, people: Population | None, size: int, rng: np.random.Generator) -> tuple[Words, int]:
    """Return where the games of a block begin, and the turns that are over. Shape (words, size)."""
    if people is None:
        return np.repeat(process.layout.pack(process.layout.start), size, axis=1), 0
    return people.words.take(rng.choice(len(people.weights), size, p=people.weights), axis=1), people.through


def run_sampled(
    process: Process,
    *,
    trials: int,
    seed: int = 0,
    precision: float | None = None,
    executor: Executor | None = None,
    keeps: Keeps | None = None,
    span: Span | None = None,
    people: Population | None = None,
    notes: tuple[Note, ...] = (),
    progress: Progress | None = None,
) -> Result:
    """Play trials game by game, in blocks; on KeyboardInterrupt report the blocks that are done, if there is one."""
    shape = Ledger(process).shape

    def enough(part: Part) -> bool:
        keys, counts = part.cells[0]
        shares = np.bincount(keys // prod(shape[1:]), counts, minlength=shape[0]) / part.trials
        return precision is not None and float(np.sqrt(shares * (1 - shares) / part.trials).max()) <= precision

    facts: dict[str, object] = {"play": "games", "precision": precision, "seed": seed}
    people = None if people is None else people.ordered
    if people is not None:
        facts["from"] = people.digest
    part, interrupted = play_blocks(
        partial(play_trials, process, people),
        Span(0, trials) if span is None else span,
        seed,
        executor=executor,
        look=None if precision is None else enough,
        keep=None if keeps is None else keeps.run(decided_by(process) | facts),
        progress=progress,
    )
    notes += notes_of(part, trials, precision, reached=enough(part), interrupted=interrupted)
    how = {"trials": part.trials, "seed": seed, "notes": notes, "interrupted": interrupted}
    return assemble(process, ledger_of(process, part), provenance(process, "monte-carlo", **how))


def notes_of(part: Part, trials: int, precision: float | None, *, reached: bool, interrupted: bool) -> tuple[Note, ...]:
    """Return the notes of trials: whether a precision was reached, and where they were interrupted."""
    notes: tuple[Note, ...] = ()
    if precision is not None:
        notes += (Note("precision_reached" if reached else "precision_not_reached", (("error", f"{precision:g}"),)),)
    if interrupted:
        notes += (Note("interrupted_after_trials", (("done", part.trials), ("trials", trials))),)
    return notes


def run_auto(
    process: Process,
    *,
    state_limit: int = STATE_LIMIT,
    people: Population | None = None,
    progress: Progress | None = None,
    **how: Any,
) -> Result:
    """Run exactly; sample at the state limit, or at once if the process says so: `how` are arguments of that run."""
    sampled = partial(run_sampled, process, people=people, progress=progress, **how)
    if process.sampled:
        return sampled()
    try:
        return run_exact(process, state_limit=state_limit, people=people, progress=progress)
    except StateLimitError:
        chain = chain_of(process)
        chain.forget()
        if state_limit >= STATE_LIMIT:
            # Nor are there few enough for segments, which need all that games reach.
            first = starting(process) if people is None else people.ordered
            chain.turns = {(first.words.tobytes(), first.through, process.limit): None}
    return sampled(notes=(Note("sampled_past_limit", (("states", state_limit),)),))

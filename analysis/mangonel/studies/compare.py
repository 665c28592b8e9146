"""Comparing two rule sets on one scenario: the difference, and how sure it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.assemble import Progress, assemble, provenance
from mangonel.engine.endless import HORIZONS, OPEN, open_share
from mangonel.engine.interrupts import uninterrupted
from mangonel.engine.ledger import Ledger
from mangonel.engine.run import DEFAULT_TRIALS, check_arguments, run
from mangonel.engine.sampling import BLOCK, play_block
from mangonel.engine.sequence import Identity, PlaySequence
from mangonel.errors import DataError
from mangonel.odds.intervals import Z95, Estimate
from mangonel.odds.notes import Note
from mangonel.odds.result import UNDECIDED, Result
from mangonel.odds.sides import endings_meant, winners
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.apart import Change, apart, apart_in, chance_of, numbers_of
from mangonel.studies.kept import Alone, Runs, named
from mangonel.studies.runs import played
from mangonel.systems.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "METHODS",
    "Comparison",
    "OnSharedDice",
    "compare",
    "compare_sequences",
    "unlike",
    "whole",
]

METHODS = ("exact", "common random numbers", "independent")


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two results of the same scenario under different rules.

    Attributes
    ----------
    left, right
        The results.
    left_rules, right_rules
        Ids of the rule sets.
    method
        How the difference was found, one of `METHODS`.
    differences
        Every number compared, right minus left.
    """

    left: Result
    right: Result
    left_rules: str
    right_rules: str
    method: str
    differences: tuple[Change, ...]

    @property
    def told_apart(self) -> bool:
        """Whether the probability of at least one ending surely differs."""
        return any(
            change.estimate.low > 0 or change.estimate.high < 0
            for change in self.differences
            if change.kind == "ending"
        )

    def __repr__(self) -> str:
        """Return a line with the endings and how they were compared."""
        parts = ", ".join(
            f"{change.name} {change.left.text(percent=True)} and {change.right.text(percent=True)}"
            for change in self.differences
            if change.kind == "ending"
        )
        return f"<Comparison {self.left_rules} and {self.right_rules}: {parts}; {self.method}>"

    def difference(self, name: str) -> Estimate:
        """Return how far an ending, side, measure or counter differs, right minus left."""
        # A side may be called like a measure of its own, and gives way to it.
        for change in sorted(self.differences, key=lambda change: change.kind == "side"):
            if change.name == name:
                return change.estimate
        raise DataError("nothing of this name was compared", value=name, allowed=[c.name for c in self.differences])

    def chance_of(self, ending: str) -> Change:
        """Return how often an ending comes, a side wins, or one of several comes that are joined by ``+``.

        Raises
        ------
        DataError
            If neither of the results has such an ending or side.
        """
        return chance_of(ending, self.differences, self.left, self.right)

    def to_frame(self) -> pd.DataFrame:
        """Return ``kind``, ``name``, ``left``, ``right``, ``difference`` and its ``_lo``, ``_hi``, ``_se``."""
        import pandas as pd

        rows = [
            {
                "kind": change.kind,
                "name": change.name,
                "left": change.left.value,
                "right": change.right.value,
                "difference": change.estimate.value,
                "difference_lo": change.estimate.low,
                "difference_hi": change.estimate.high,
                "difference_se": change.estimate.se,
            }
            for change in self.differences
        ]
        return pd.DataFrame(rows)


def compare(
    scenario: Scenario,
    left: RuleSet,
    right: RuleSet,
    *,
    engine: str = "auto",
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    precision: float | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    runs: Runs | None = None,
) -> Comparison:
    """Compare two rule sets on a scenario.

    Parameters
    ----------
    scenario
        What is played.
    left, right
        The rule sets; differences are right minus left.
    engine
        As in `mangonel.engine.run.run`. With ``monte-carlo`` both sides are played on common random numbers.
    trials, seed
        Budget and seed of sampled runs.
    precision
        For ``monte-carlo``: stop once the standard errors of the differences between endings are at most this.
    executor
        Other processes in which the two sides are played at once, unless they share their dice; by default this one.
    progress
        Called with the share of the work that is done.
    runs
        What was played before, and is not played again; by default nothing.

    Raises
    ------
    DataError
        If the scenario cannot be played under one of them, or an argument is out of range.
    """
    check_arguments(engine, trials, seed, precision)
    runs = Runs() if runs is None else runs
    what = unlike(*(runs.sequence(scenario, rules) for rules in (left, right)))
    if what:
        raise DataError(f"the two rule sets make games of different {what}, which cannot be compared")
    scenes = (scenario, left), (scenario, right)
    if engine == "monte-carlo":
        (found,) = runs.done(OnSharedDice(trials, seed, precision), [scenes], progress=progress)
        return replace(found, left_rules=left.id, right_rules=right.id)
    work = Alone(engine, trials, seed)
    one, other = map(whole, runs.done(work, [(scene,) for scene in scenes], executor=executor, progress=progress))
    return _as_they_are(one, other, (left.id, right.id))


@dataclass(frozen=True, slots=True)
class OnSharedDice:
    """Two games played on the same dice; attributes as of `compare`."""

    trials: int
    seed: int
    precision: float | None

    def __call__(self, *sequences: PlaySequence, progress: Progress | None = None) -> Comparison:
        """Play both."""
        one, other = sequences
        names = one.identity.rules, other.identity.rules
        return _on_shared_dice((one, other), names, self.trials, self.seed, self.precision, progress)

    def told_as(self, done: Comparison, *identities: Identity) -> Comparison:
        """Return the comparison of the same games under other names."""
        left, right = identities
        return replace(
            done,
            left=named(done.left, left),
            right=named(done.right, right),
            left_rules=left.rules,
            right_rules=right.rules,
        )

    def is_whole(self, done: Comparison) -> bool:
        """Return whether it was not interrupted."""
        return not done.left.provenance.interrupted


def _as_they_are(left: Result, right: Result, names: tuple[str, str]) -> Comparison:
    """Return the comparison of two results that know nothing of each other."""
    method = "exact" if left.exact and right.exact else "independent"
    return Comparison(left, right, *names, method, apart(left, right))


def compare_sequences(
    sequences: tuple[PlaySequence, PlaySequence],
    names: tuple[str, str],
    *,
    engine: str = "auto",
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    precision: float | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Compare two variants of a sequence, which must have the same endings, measures and counters.

    The larger turn limit holds for both.

    Raises
    ------
    DataError
        If they have not, or an argument is out of range.
    """
    check_arguments(engine, trials, seed, precision)
    sequences = _as_long(*sequences)
    what = unlike(*sequences)
    if what:
        raise DataError(f"the two sequences have different {what} and cannot be compared")
    if sequences[0].turns is None:

        def play(turns: int) -> Comparison:
            one, other = (sequence.lasting(turns) for sequence in sequences)
            return compare_sequences(
                (one, other), names, engine=engine, trials=trials, seed=seed, precision=precision, progress=progress
            )

        return _to_the_end(play)
    if engine == "monte-carlo":
        return _on_shared_dice(sequences, names, trials, seed, precision, progress)
    # Where they are played one after the other the progress is that of each, which fills up more smoothly.
    told = progress if executor is None else None
    jobs = [partial(run, each, engine=engine, trials=trials, seed=seed, progress=told) for each in sequences]
    one, other = map(whole, played(jobs, executor=executor, progress=None if executor is None else progress))
    return _as_they_are(one, other, names)


def _to_the_end(play: Callable[[int], Comparison]) -> Comparison:
    """Return a comparison with the first turn limit after which nothing is open on either side, or the longest."""
    for turns in HORIZONS:
        found = play(turns)
        sides = (found.left, found.right)
        if any(side.provenance.interrupted for side in sides) or max(map(open_share, sides)) < OPEN:
            break
    return found


def _as_long(left: PlaySequence, right: PlaySequence) -> tuple[PlaySequence, PlaySequence]:
    """Return both with the larger turn limit of the two."""
    if left.turns == right.turns:
        return left, right
    turns = None if left.turns is None or right.turns is None else max(left.turns, right.turns)
    return left.lasting(turns), right.lasting(turns)


def unlike(left: PlaySequence, right: PlaySequence) -> str:
    """Return in what two sequences differ that would have to be the same to compare them; empty if in nothing."""
    for what in ("endings", "tallies", "turns", "unit"):
        if getattr(left, what) != getattr(right, what):
            return what
    same = [measure.name for measure in left.measures] == [measure.name for measure in right.measures]
    return "" if same else "measures"


def whole(result: Result) -> Result:
    """Return a result that is complete, and go on with the interruption of one that is not.

    A part of one side set against the whole of the other would look like a difference of the rules.

    Raises
    ------
    KeyboardInterrupt
        If the run was interrupted.
    """
    if result.provenance.interrupted:
        raise KeyboardInterrupt
    return result


class _Pairs:
    """Sums over pairs of trials that shared their dice."""

    def __init__(self, sequences: tuple[PlaySequence, PlaySequence]) -> None:
        left = sequences[0]
        self.size = len(left.endings) + 1
        names = winners((UNDECIDED, *left.endings), left.sides)
        # Each side as a row of endings that are its own; the two variants may not agree on whose an ending is.
        self.won = tuple(_won_by(names, sequence) for sequence in sequences)
        numbers = self.size + len(names) + 1 + len(left.measures) + len(left.tallies)
        self.sums = np.zeros(numbers)
        self.squares = np.zeros(numbers)
        self.trials = 0

    def add(self, left: NDArray[np.int64], right: NDArray[np.int64]) -> None:
        """Add the same trials on both sides: ending, turn, measures, counters. Shape (trials, numbers)."""
        ending = (right[:, :1] == np.arange(self.size)).astype(np.int64) - (left[:, :1] == np.arange(self.size))
        won = self.won[1][:, right[:, 0]].T - self.won[0][:, left[:, 0]].T
        apart = np.concatenate([ending, won, right[:, 1:] - left[:, 1:]], axis=1).astype(np.float64)
        self.sums += apart.sum(axis=0)
        self.squares += (apart**2).sum(axis=0)
        self.trials += len(left)

    def estimate(self, number: int) -> Estimate:
        """Return the mean difference of ending `number` or, after them, of sides, turn, measures and counters."""
        mean = self.sums[number] / self.trials
        spread = max(0.0, self.squares[number] / self.trials - mean**2)
        se = float(np.sqrt(spread / self.trials))
        # Up to three in n pairs may still differ, or differ otherwise (rule of three, 95 %), by one at least.
        half = max(Z95 * se, 3.0 / self.trials)
        return Estimate(float(mean), se, float(mean) - half, float(mean) + half, exact=False)


def _won_by(names: Sequence[str], sequence: PlaySequence) -> NDArray[np.int64]:
    """Return for each side and each code of an ending whether the side wins by it. Shape (names, 1 + endings)."""
    endings = (UNDECIDED, *sequence.endings)
    known = winners(endings, sequence.sides)
    meant = [endings_meant(name, endings, sequence.sides) if name in known else () for name in names]
    rows = [[ending in mine for ending in endings] for mine in meant]
    return np.array(rows, dtype=np.int64).reshape(len(names), len(endings))


def _on_shared_dice(
    sequences: tuple[PlaySequence, PlaySequence],
    names: tuple[str, str],
    trials: int,
    seed: int,
    precision: float | None,
    progress: Progress | None,
) -> Comparison:
    ledgers = tuple(Ledger(sequence) for sequence in sequences)
    pairs = _Pairs(sequences)
    interrupted = False
    try:
        for block, first in enumerate(range(0, trials, BLOCK)):
            size = min(BLOCK, trials - first)
            played = [play_block(sequence, seed, block, size, shared=True) for sequence in sequences]
            trials_of = [np.concatenate([one.ledger.outcomes(one.cells), one.counters.T], axis=1) for one in played]
            with uninterrupted():
                for ledger, mine in zip(ledgers, played, strict=True):
                    ledger.merge(mine.ledger)
                pairs.add(trials_of[0], trials_of[1])
            if progress is not None:
                progress((first + size) / trials)
            if precision is not None and _worst(pairs) <= precision:
                break
    except KeyboardInterrupt:
        if not pairs.trials:
            raise
        interrupted = True
    results = []
    for sequence, ledger in zip(sequences, ledgers, strict=True):
        ledger.scale(1.0 / pairs.trials)
        notes = [Note("common")]
        if interrupted:
            notes.append(Note("interrupted_after_trials", (("done", pairs.trials), ("trials", trials))))
        source = replace(
            provenance(sequence, "monte-carlo"),
            trials=pairs.trials,
            seed=seed,
            notes=tuple(notes),
            interrupted=interrupted,
        )
        results.append(assemble(sequence, [ledger], source))
    left, right = results
    changes = []
    named = [("ending", UNDECIDED), *(number for number in numbers_of(left) if number != ("ending", UNDECIDED))]
    places = {number: place for place, number in enumerate(named)}
    for kind, name in numbers_of(left):
        changes.append(replace(apart_in(kind, name, left, right), estimate=pairs.estimate(places[kind, name])))
    return Comparison(left, right, *names, "common random numbers", tuple(changes))


def _worst(pairs: _Pairs) -> float:
    estimates = [pairs.estimate(number) for number in range(pairs.size)]
    # Where no pair has differed yet the standard error is unknown, and the interval speaks for it.
    return max((estimate.high - estimate.low) / (2 * Z95) for estimate in estimates)

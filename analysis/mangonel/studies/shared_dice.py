"""Two variants of a sequence on the same dice: the difference in each trial."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.exact import Population, chain_of
from mangonel.engine.intervals import Z95, Estimate
from mangonel.engine.keeping import Keeps, decided_by
from mangonel.engine.ledger import Gathered, Part, Progress, assemble, booked, ledger_of, provenance
from mangonel.engine.notes import Note
from mangonel.engine.owners import UNDECIDED, endings_meant, winners
from mangonel.engine.process import Process
from mangonel.engine.result import Result
from mangonel.engine.run import begin
from mangonel.engine.sampling import CommonDice, Played, Span, generator, play_block
from mangonel.engine.trial_blocks import play_blocks
from mangonel.studies.apart import Change, apart_in, numbers_of

__all__ = ["on_shared_dice"]


@dataclass(frozen=True, eq=False)
class _Pairs:
    """Two variants that are played on the same dice.

    Both are followed by sums, over pairs of trials, of right minus left and of its square: of endings,
    sides, the turn, measures and counters.
    """

    left: Process
    right: Process
    begun: Population | None = None

    def play(self, seed: int, span: Span) -> Part:
        """Play some trials of a run; see `mangonel.engine.trial_blocks.Game`."""
        gathered = Gathered()
        for block, size in span.blocks():
            both = [self._block(sequence, seed, block, size) for sequence in (self.left, self.right)]
            left, right = (np.concatenate([side.ledger.outcomes(side.cells), side.counters.T], axis=1) for side in both)
            parts = [booked(side.ledger, size) for side in both]
            differences = self._apart(left, right)
            sums = (*parts[0].sums, *parts[1].sums, differences.sum(axis=0), (differences**2).sum(axis=0))
            gathered.add(Part(size, (*parts[0].cells, *parts[1].cells), sums))
        return gathered.total()

    def _block(self, process: Process, seed: int, block: int, size: int) -> Played:
        """Play a block of one side; games of both begin in the same states."""
        words, through = begin(process, self.begun, size, generator(seed, block))
        return play_block(process, chain_of(process), CommonDice(seed, block, size), words, through)

    def _apart(self, left: NDArray[np.int64], right: NDArray[np.int64]) -> NDArray[np.int64]:
        codes = np.arange(len(self.left.endings) + 1)
        names = winners((UNDECIDED, *self.left.endings), self.left.sides)
        # Each side as a row of its own endings; the two variants may give an ending to different sides.
        mine, theirs = (_won_by(names, sequence) for sequence in (self.left, self.right))
        ending = (right[:, :1] == codes).astype(np.int64) - (left[:, :1] == codes)
        won = theirs[:, right[:, 0]].T - mine[:, left[:, 0]].T
        return np.concatenate([ending, won, right[:, 1:] - left[:, 1:]], axis=1)


def _won_by(names: Sequence[str], sequence: Process) -> NDArray[np.int64]:
    """Return for each side and each code of an ending whether the side wins by it. Shape (names, 1 + endings)."""
    endings = (UNDECIDED, *sequence.endings)
    known = winners(endings, sequence.sides)
    meant = [endings_meant(name, endings, sequence.sides) if name in known else () for name in names]
    rows = [[ending in mine for ending in endings] for mine in meant]
    return np.array(rows, dtype=np.int64).reshape(len(names), len(endings))


def _estimate(part: Part, number: int) -> Estimate:
    """Return the mean difference of ending `number` or, after them, of sides, turn, measures and counters."""
    *_, sums, squares = part.sums
    mean = float(sums[number]) / part.trials
    spread = max(0.0, float(squares[number]) / part.trials - mean**2)
    se = float(np.sqrt(spread / part.trials))
    # Up to three in n pairs may still differ, or differ otherwise (rule of three, 95 %), by one at least.
    half = max(Z95 * se, 3.0 / part.trials)
    return Estimate(mean, se, mean - half, mean + half, exact=False)


def _possible(kind: str, estimate: Estimate) -> Estimate:
    """Return an estimate with its interval cut at the limits of chances: none differ by more than one."""
    if kind not in ("ending", "side"):
        return estimate
    return replace(estimate, low=max(estimate.low, -1.0), high=min(estimate.high, 1.0))


def on_shared_dice(
    left: Process,
    right: Process,
    *,
    trials: int,
    seed: int,
    precision: float | None = None,
    executor: Executor | None = None,
    keeps: Keeps | None = None,
    begun: Population | None = None,
    progress: Progress | None = None,
) -> tuple[Result, Result, tuple[Change, ...]]:
    """Play both on the same dice; return their results, and how far they are apart in each number, right minus left.

    Arguments are those of `mangonel.engine.run.run_sampled`; the precision is that of the differences between
    endings. They must have the same endings, measures and counters, and the same turn limit.
    """

    def enough(part: Part) -> bool:
        estimates = [_estimate(part, number) for number in range(len(left.endings) + 1)]
        # Where no pair has differed yet the standard error is unknown, and the interval speaks for it.
        worst = max((estimate.high - estimate.low) / (2 * Z95) for estimate in estimates)
        return precision is not None and worst <= precision

    keep = None
    if keeps is not None:
        facts = {"play": "pairs", "precision": precision, "seed": seed, "other": decided_by(right)}
        if begun is not None:
            facts["from"] = begun.digest
        keep = keeps.run(decided_by(left) | facts)
    played = play_blocks(
        _Pairs(left, right, begun),
        Span(0, trials),
        seed,
        executor=executor,
        look=None if precision is None else enough,
        keep=keep,
        progress=progress,
    )
    done = played.part.trials
    notes = [Note("common")]
    if played.interrupted:
        notes.append(Note("interrupted_after_trials", (("done", done), ("trials", trials))))
    results = []
    for side, sequence in enumerate((left, right)):
        source = replace(
            provenance(sequence, "monte-carlo"),
            trials=done,
            seed=seed,
            notes=tuple(notes),
            interrupted=played.interrupted,
        )
        results.append(assemble(sequence, ledger_of(sequence, played.part, side), source))
    first, other = results
    numbers = numbers_of(first)
    named = [("ending", UNDECIDED), *(number for number in numbers if number != ("ending", UNDECIDED))]
    estimates = [_possible(kind, _estimate(played.part, named.index((kind, name)))) for kind, name in numbers]
    changes = [
        replace(apart_in(kind, name, first, other), estimate=estimate)
        for (kind, name), estimate in zip(numbers, estimates, strict=True)
    ]
    return first, other, tuple(changes)

"""How far two results are apart in each of their numbers: of independent runs, and of games on the same dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.exact import Population, chain_of
from mangonel.engine.intervals import Z95, Estimate, counted_mean
from mangonel.engine.keeping import Keeps, decided_by
from mangonel.engine.ledger import Ledger, Part, Progress, assemble, booked, ledger_of, provenance
from mangonel.engine.notes import Note
from mangonel.engine.owners import UNDECIDED, askable, endings_meant, normalised, winners
from mangonel.engine.process import Column, Measure, Process
from mangonel.engine.result import Result
from mangonel.engine.run import begin, notes_of, states_under
from mangonel.engine.sampling import CommonDice, Played, Span, generator, play_block
from mangonel.engine.trial_blocks import play_blocks
from mangonel.paper.charts.numbers import gap

KINDS = ("ending", "side", "mean", "counter")
"""Kinds of compared numbers, in the order in which they are listed."""


@dataclass(frozen=True, slots=True)
class Change:
    """How far one number differs: right minus left."""

    kind: str
    """One of `KINDS`: ``ending`` and ``side`` (the probability that it comes, or that the side wins), ``mean`` (of the
    turn, by its unit, or of a measure), ``counter``."""
    name: str
    """Name of the ending, side, measure or counter."""
    left: Estimate
    right: Estimate
    estimate: Estimate
    """`left`, `right`, `estimate`: the number on both sides, and the difference."""


def apart(left: Result, right: Result) -> tuple[Change, ...]:
    """Return every number of two results that know nothing of each other, and how far they are apart.

    A number that only one of them has - an ending that a rule of breaking off brings, a counter - is 0 in the other.
    """
    numbers = dict.fromkeys((*numbers_of(left), *numbers_of(right)))
    in_order = sorted(numbers, key=lambda number: KINDS.index(number[0]))
    return tuple(_apart_in(kind, name, left, right) for kind, name in in_order)


def numbers_of(result: Result) -> list[tuple[str, str]]:
    """Return kind and name of everything that is compared, in the order in which it is listed."""
    numbers = [("ending", name) for name in result.all_endings]
    numbers += [("side", name) for name in winners(result.all_endings, result.sides)]
    numbers += [("mean", name) for name in (result.unit, *result.measures)]
    return numbers + [("counter", name) for name in result.tallies]


def value_of(result: Result, kind: str, name: str) -> Estimate:
    """Return a number of a result by its kind and name; 0 if it has none of this name."""
    if kind in ("ending", "side"):
        known = [part for part in name.split("+") if part in askable(result.all_endings, result.sides)]
        return result.probability("+".join(known)) if known else Estimate.of_exact(0.0)
    if (kind, name) not in numbers_of(result):
        return Estimate.of_exact(0.0)
    return result.mean(name) if kind == "mean" else result.tally(name)


def _apart_in(kind: str, name: str, left: Result, right: Result) -> Change:
    """Return how far two independent results are apart in one number; a missing number is 0."""
    first, other = value_of(left, kind, name), value_of(right, kind, name)
    return Change(kind, name, first, other, gap(first, other))


def chance_of(ending: str, differences: Sequence[Change], left: Result, right: Result) -> Change:
    """Return how far two results are apart in an ending, a side, or several joined by ``+``.

    Parameters
    ----------
    ending
        The question.
    differences
        Differences already known of the two; those among them are taken over.
    left, right
        The results.

    Raises
    ------
    DataError
        If neither of them has such an ending or side.
    """
    known = {change.name: change for change in differences if change.kind == "side"}
    known |= {change.name: change for change in differences if change.kind == "ending"}
    names = dict.fromkeys(name for result in (left, right) for name in askable(result.all_endings, result.sides))
    ending = normalised(ending, tuple(names))
    # Of several endings at once the dice that both shared say nothing any more: as of independent runs.
    return known.get(ending) or _apart_in("ending", ending, left, right)


@dataclass(frozen=True, eq=False)
class _Pairs:
    """Two variants that are played on the same dice.

    Both are followed by sums, over pairs of trials, of right minus left and of its square: of endings,
    sides, the turn, measures and counters.
    """

    left: Process
    right: Process
    begun: Population | None = None

    def play(self, seed: int, block: int, size: int) -> Part:
        """Play a block of trials; see `mangonel.engine.trial_blocks.Play`."""
        both = [self._block(sequence, seed, block, size) for sequence in (self.left, self.right)]
        left, right = (np.concatenate([side.ledger.outcomes(side.cells), side.counters.T], axis=1) for side in both)
        parts = [booked(side.ledger, size) for side in both]
        codes = np.arange(len(self.left.endings) + 1)
        names = winners((UNDECIDED, *self.left.endings), self.left.sides)
        # Each side as a row of its own endings; the two variants may give an ending to different sides.
        mine, theirs = (_won_by(names, sequence) for sequence in (self.left, self.right))
        ending = (right[:, :1] == codes).astype(np.int64) - (left[:, :1] == codes)
        won = theirs[:, right[:, 0]].T - mine[:, left[:, 0]].T
        differences = np.concatenate([ending, won, right[:, 1:] - left[:, 1:]], axis=1)
        sums = (*parts[0].sums, *parts[1].sums, differences.sum(axis=0), (differences**2).sum(axis=0))
        return Part(size, (*parts[0].cells, *parts[1].cells), sums)

    def _block(self, process: Process, seed: int, block: int, size: int) -> Played:
        """Play a block of one side; games of both begin in the same states."""
        key = seed, block, size, None if self.begun is None else self.begun.digest
        # One game may be set against many others.
        known, played = process.__dict__.get("_block", (None, None))
        if known != key:
            words, through = begin(process, self.begun, size, generator(seed, block))
            packed = words if self.begun is None else states_under(process, words, self.left)
            assert packed is not None, "a position of both games"
            played = play_block(process, chain_of(process), CommonDice(seed, block, size), packed, through)
            process.__dict__["_block"] = key, played
        return played


def play_plans(games: Sequence[Process], learning: Callable[[Any], None], seed: int, size: int) -> None:
    """Play the first block of several games at once, by the phases of the first; `on_shared_dice` finds it.

    The number of a game is the column ``plan`` of its states. `learning` is called with the state that phases will be
    learnt on, and lets the keys that they ask for have the values of its plan.
    """
    many, first = len(games), games[0]

    def by_plan(series: Measure) -> Measure:
        width = series.maximum + 1
        return replace(series, maximum=many * width - 1, of=lambda s: s.plan * width + series.of(s))

    columns, watched = [*first.columns, Column("plan", many - 1)], tuple(map(by_plan, first.series))
    process = replace(first, columns=columns, series=watched, recipe=None)
    layout = process.layout
    learning(layout.learning)
    begun = np.concatenate([layout.pack([*layout.start[:-1], plan]) for plan in range(many)], axis=1)
    dice, words = CommonDice(seed, 0, size), np.repeat(begun, size, axis=1)
    played = play_block(process, chain_of(process), dice, words)
    for plan, game in enumerate(games):
        ledger, those = Ledger(game), slice(plan * size, (plan + 1) * size)
        cells, counters = played.cells[those], played.counters[:, those]
        ledger.add(cells, None)
        ledger.sums, ledger.squares = counters.sum(axis=1) * 1.0, (counters**2.0).sum(axis=1)
        ledger.watched = [each.reshape(len(each), many, -1)[:, plan] for each in played.ledger.watched]
        game.__dict__["_block"] = (seed, 0, size, None), Played(ledger, cells, counters)
    process.learnt.clear()


def _won_by(names: Sequence[str], sequence: Process) -> NDArray[np.int64]:
    """Return for each side and each code of an ending whether the side wins by it. Shape (names, 1 + endings)."""
    endings = (UNDECIDED, *sequence.endings)
    known = winners(endings, sequence.sides)
    meant = [endings_meant(name, endings, sequence.sides) if name in known else () for name in names]
    rows = [[ending in mine for ending in endings] for mine in meant]
    return np.array(rows, dtype=np.int64).reshape(len(names), len(endings))


def _estimate(part: Part, number: int, most: float = np.inf) -> Estimate:
    """Return the mean difference of ending `number` or, after them, of sides, turn, measures and counters."""
    *_, sums, squares = part.sums
    mean = float(sums[number]) / part.trials
    spread = max(0.0, float(squares[number]) / part.trials - mean**2)
    return counted_mean(mean, float(np.sqrt(spread / part.trials)), part.trials, -most, most)


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
    part, interrupted = play_blocks(
        _Pairs(left, right, begun).play,
        Span(0, trials),
        seed,
        executor=executor,
        look=None if precision is None else enough,
        keep=keep,
        progress=progress,
    )
    notes = Note("common"), *notes_of(part, trials, precision, reached=enough(part), interrupted=interrupted)
    how = {"trials": part.trials, "seed": seed, "notes": notes, "interrupted": interrupted}
    first, other = (
        assemble(each, ledger_of(each, part, side), provenance(each, "monte-carlo", **how))
        for side, each in enumerate((left, right))
    )
    numbers = numbers_of(first)
    named = [("ending", UNDECIDED), *(number for number in numbers if number != ("ending", UNDECIDED))]
    changes = []
    for kind, name in numbers:
        # No chances differ by more than one.
        estimate = _estimate(part, named.index((kind, name)), 1.0 if kind in ("ending", "side") else np.inf)
        changes.append(replace(_apart_in(kind, name, first, other), estimate=estimate))
    return first, other, tuple(changes)

"""Games that differ in how they start alone: compiled once, and carried forward from each start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.alike import Facts, facts_apart, watched
from mangonel.engine.assemble import Progress
from mangonel.engine.compiled import compiled_of
from mangonel.engine.packing import AlikeError
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.standing import begin_standing, carried
from mangonel.errors import StateLimitError

__all__ = ["Chances", "chances_from_starts"]


@dataclass(frozen=True, slots=True)
class Chances:
    """How a game ends from a start, exactly."""

    of: NDArray[np.float64]
    """The chance of each ending, undecided first. Shape (1 + endings,)."""
    states: int
    """The most states there were at once."""
    by: int
    """Number of the sequence by whose tables it was played."""


def chances_from_starts(
    sequences: Sequence[PlaySequence], limit: int, progress: Progress | None = None
) -> list[Chances | None]:
    """Return the exact chances of each of several sequences, those that are one game by the tables of one.

    Which are is looked up in the sequences themselves, and watched while they are played.

    Parameters
    ----------
    sequences
        The sequences, none of which was played before; each has a turn limit and phases.
    limit
        The most states there may be after a phase.
    progress
        Called with the share of the sequences that are done.

    Returns
    -------
    list
        In the order of the sequences; None for games in which there are more states from one start or other.
    """
    results: list[Chances | None] = [None] * len(sequences)
    # The largest first: what is found out about it is most of what is needed for the others.
    waiting = sorted(range(len(sequences)), key=lambda number: -int(sequences[number].layout.start.sum()))
    while waiting:
        head = sequences[waiting[0]]
        apart = [(number, facts_apart(head, sequences[number])) for number in waiting]
        family = [(sequences[number], number, facts) for number, facts in apart if facts is not None]
        for number, chances in _of_family(family, limit):
            results[number] = chances
            waiting.remove(number)
            if progress is not None:
                progress(1 - len(waiting) / len(sequences))
    return results


_Member = tuple[PlaySequence, int, Facts]


def _of_family(family: Sequence[_Member], limit: int) -> Iterator[tuple[int, Chances | None]]:
    """Yield number and chances of the first sequence, and of all that prove to be the same game."""
    first = family[0][0]
    lines = zip(*(sequence.columns for sequence, _, _ in family), strict=True)
    columns = [replace(line[0], maximum=max(column.maximum for column in line)) for line in lines]
    game = replace(first, columns=columns, measures=(), series=(), hexes=None, sides=(), recipe=None)
    small = True
    with watched({fact for _, _, facts in family for fact in facts}) as looked:
        for sequence, number, facts in family:
            # What was looked at for another start may have gone into the tables.
            if looked & facts:
                continue
            chances = _from_start(game, sequence, limit, family[0][1]) if small else None
            small = chances is not None
            if not looked & facts:
                yield number, chances


def _from_start(game: PlaySequence, sequence: PlaySequence, limit: int, by: int) -> Chances | None:
    """Return the chances of a sequence by the tables of the game that it is a start of."""
    compiled = compiled_of(game)
    standing = begin_standing(compiled, start=sequence.layout.rows(1), tallied=False)
    of = np.zeros(1 + len(game.endings))
    try:
        for turn in range(1, sequence.limit + 1):
            standing, ended = carried(compiled, standing.on(compiled.chain(turn)), turn, limit)
            codes = compiled.classes.words[0, : len(ended.weights)].astype(np.int64)
            of += np.bincount(codes, ended.weights[:, 0], minlength=len(of))
            compiled.forget()
            if not standing.weights.any():
                break
    except (StateLimitError, AlikeError):
        return None
    of[0] += standing.weights.sum()
    return Chances(of, standing.peak, by)

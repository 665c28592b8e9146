"""Monte Carlo runs: blocks of trials, until the target or the limit."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from mangonel.engine.assemble import Progress, assemble, provenance
from mangonel.engine.begun import Begun
from mangonel.engine.block import play_block
from mangonel.engine.keeping import Keeps, decided_by
from mangonel.engine.ledger import Ledger
from mangonel.engine.parts import Gathered, Part, booked, ledger_of
from mangonel.engine.sampling import Span
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.trial_blocks import play_blocks
from mangonel.engine.ways import PHASES, TABLES
from mangonel.odds.notes import Note
from mangonel.odds.result import Result

if TYPE_CHECKING:
    from mangonel.engine.compiled import Compiled
    from mangonel.engine.drawing import Drawing

__all__ = ["CHAPTERS", "ROUND", "Sampled", "run_sampled"]

CHAPTERS = "chapters"
"""Phase by phase, but for chapters; see `Sampled`."""

ROUND = 4
"""Blocks between two looks at the precision reached. Part of the seed contract of a run with a target."""

_TRIALS_A_PHASE, _TURNS = 256, 40
_TRIALS_A_STATE = 7
"""Tables pay from so many trials on: for each phase of each of so many turns, and for each state. Part of the
seed contract."""
_FOR_CHAPTERS = 1 << 18
"""Chapters are drawn from so many trials on. Part of the seed contract."""


@dataclass(frozen=True, eq=False)
class Sampled:
    """A sequence that is played trial by trial."""

    sequence: PlaySequence
    """The sequence."""
    play_by: str
    """``tables``: trials are drawn from them, turn by turn; then all that it can reach can be counted. ``phases``: each
    die is drawn. ``chapters``: the same, but chapters are drawn whole where they can be counted."""
    begun: Begun | None = None
    """Where trials begin that are not drawn from tables; None if at the start of the game."""

    def play(self, seed: int, span: Span) -> Part:
        """Play some trials of a run; see `mangonel.engine.trial_blocks.Game`."""
        if self.play_by != TABLES:
            drawn = self.play_by == CHAPTERS
            gathered = Gathered()
            for block, size in span.blocks():
                played = play_block(self.sequence, seed, block, size, chapters=drawn, begun=self.begun)
                gathered.add(booked(played.ledger, size))
            return gathered.total()
        compiled, drawing = self.drawing()
        return drawing.booked(compiled, drawing.sampler.play(seed, span), self.sequence)

    def drawing(self) -> tuple[Compiled, Drawing]:
        """Return what trials are drawn from; it is found once."""
        # With it comes scipy: half of what a worker that goes by phases would import.
        from mangonel.engine.compiled import COUNTED, compiled_of

        compiled = compiled_of(self.sequence).apart(self.sequence.limit)
        reached = compiled.reached(self.sequence.limit, COUNTED)
        assert reached is not None
        return compiled, compiled.drawing(reached)

    def __reduce__(self) -> tuple[Callable[..., Sampled], tuple[PlaySequence, str, Begun | None]]:
        """Travel as the sequence."""
        return _sampled, (self.sequence, self.play_by, self.begun)


def _sampled(sequence: PlaySequence, play_by: str, begun: Begun | None) -> Sampled:
    """Return it ready to be played by several threads at once."""
    game = Sampled(sequence, play_by, begun)
    if play_by == TABLES:
        game.drawing()
    return game


def run_sampled(
    sequence: PlaySequence,
    *,
    trials: int,
    seed: int = 0,
    precision: float | None = None,
    way: str = TABLES,
    executor: Executor | None = None,
    keeps: Keeps | None = None,
    span: Span | None = None,
    begun: Begun | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play trials one by one, in blocks; those that have `begun` somewhere phase by phase.

    On KeyboardInterrupt the blocks done so far are reported, if there is one.
    """
    from mangonel.engine.compiled import COUNTED, compiled_of

    compiled = compiled_of(sequence).apart(sequence.limit)
    worth = (
        way == TABLES
        and begun is None
        and trials >= _TRIALS_A_PHASE * len(sequence.phases) * min(sequence.limit, _TURNS)
    )
    reached = compiled.reached(sequence.limit, COUNTED, trials // _TRIALS_A_STATE) if worth else None
    by_phases = CHAPTERS if way == TABLES and trials >= _FOR_CHAPTERS else PHASES
    game = _sampled(sequence, by_phases if reached is None else TABLES, begun)

    shape = Ledger(sequence).shape

    def enough(part: Part) -> bool:
        keys, counts = part.cells[0]
        by_ending = np.bincount(keys // prod(shape[1:]), counts, minlength=shape[0])
        shares = by_ending / part.trials
        return precision is not None and float(np.sqrt(shares * (1 - shares) / part.trials).max()) <= precision

    facts = {"play": game.play_by, "precision": precision, "seed": seed}
    if begun is not None:
        facts["from"] = begun.digest
    played = play_blocks(
        game,
        Span(0, trials) if span is None else span,
        seed,
        executor=executor,
        look=None if precision is None else enough,
        every=ROUND,
        keep=None if keeps is None else keeps.run(decided_by(sequence) | facts),
        progress=progress,
    )
    done = played.part.trials
    notes = []
    if precision is not None:
        key = "precision_reached" if enough(played.part) else "precision_not_reached"
        notes.append(Note(key, (("error", f"{precision:g}"),)))
    if played.interrupted:
        notes.append(Note("interrupted_after_trials", (("done", done), ("trials", trials))))
    source = replace(
        provenance(sequence, "monte-carlo"), trials=done, seed=seed, notes=tuple(notes), interrupted=played.interrupted
    )
    return assemble(sequence, [ledger_of(sequence, played.part)], source)

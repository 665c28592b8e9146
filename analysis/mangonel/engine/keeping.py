"""What a run needs of a place where its blocks are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from mangonel.engine.code import code_digest
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.engine.ledger import Part
    from mangonel.engine.process import Process
    from mangonel.engine.sampling import Span

__all__ = ["Keep", "Keeps", "decided_by"]


class Keep(Protocol):
    """A place where the blocks of one run are kept."""

    def spans(self) -> list[Span]:
        """Return what is there."""
        ...

    def part(self, span: Span) -> Part:
        """Return what came of trials that are there."""
        ...

    def check(self, play: Callable[[Span], Part]) -> None:
        """Replay a block that is kept, before others are added to it.

        Raises
        ------
        DataError
            If it does not come out as it is kept.
        """
        ...

    def reached(self, span: Span, total: Callable[[], Part], *, now: bool = False) -> None:
        """Write what is played so far if it is time, or at once.

        Raises
        ------
        DataError
            If it cannot be written.
        """
        ...


class Keeps(Protocol):
    """A place where runs are kept."""

    def run(self, what: Mapping[str, object]) -> Keep:
        """Return the place of a run, by all that its blocks hang on."""
        ...


def decided_by(sequence: Process) -> dict[str, object]:
    """Return what the games of a sequence hang on, as plain values.

    Raises
    ------
    DataError
        If nobody knows what it was built from.
    """
    identity = sequence.identity
    if not identity.scenario_digest:
        raise DataError("is not built from a scenario, and cannot be kept", value=sequence.name)
    return {
        "sequence": sequence.name,
        "turns": sequence.turns,
        "rules": identity.digest,
        "scenario": identity.scenario_digest,
        "code": code_digest(sequence.game),
    }

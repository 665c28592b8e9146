"""Runs that are cut short: interruptions, the places that keep blocks, and the digest of the code they hang on."""

from __future__ import annotations

import contextlib
import hashlib
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Protocol

from mangonel.errors import DataError
from mangonel.rules.files import other_games

if TYPE_CHECKING:
    from mangonel.engine.ledger import Part
    from mangonel.engine.process import Process
    from mangonel.engine.sampling import Span


class Keep(Protocol):
    """A place where the blocks of one run are kept."""

    def spans(self) -> list[Span]:
        """Return the trials that are there."""

    def part(self, span: Span) -> Part:
        """Return the outcomes of trials that are there."""

    def check(self, play: Callable[[Span], Part]) -> None:
        """Replay a block that is kept, before others are added to it.

        Raises
        ------
        DataError
            If it does not come out as it is kept.
        """

    def reached(self, span: Span, total: Part, *, now: bool = False) -> None:
        """Write the trials played so far if it is time, or at once. It is a DataError if it cannot be written."""


class Keeps(Protocol):
    """A place where runs are kept."""

    def run(self, what: Mapping[str, object]) -> Keep:
        """Return the place of a run, by all that its blocks hang on."""


def decided_by(sequence: Process) -> dict[str, object]:
    """Return all that decides the games of a sequence, as plain values.

    Raises
    ------
    DataError
        If it was not built from a scenario.
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


_PACKAGE = Path(__file__).parent.parent


@lru_cache
def code_digest(game: str = "") -> str:
    """Return a digest of the source of this package and, if another package brings the game, of the game's folder.

    It is read once: a process goes on with the modules that it has loaded, even if their files change.
    """
    hashed = hashlib.sha256()
    for folder in (_PACKAGE, *(own for own in other_games() if own.name == game)):
        for file in sorted(folder.rglob("*.py")):
            source = file.read_bytes()
            hashed.update(f"{file.relative_to(folder).as_posix()} {len(source)}\n".encode() + source)
    return hashed.hexdigest()[:12]


@contextlib.contextmanager
def ends_as_interrupted() -> Iterator[None]:
    """Take the request to end (SIGTERM) as Ctrl-C inside, so that finished work is reported and nothing left behind."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, usual)


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold interruptions back until the steps inside are done: books and counts stay together."""
    handlers = {
        signal_number: handler
        for signal_number in (signal.SIGINT, signal.SIGTERM)
        if callable(handler := signal.getsignal(signal_number))
    }
    if threading.current_thread() is not threading.main_thread() or not handlers:
        yield
        return
    # Blocking the signals would not do: another thread could take one, and Python would still interrupt this one.
    came: list[tuple[int, FrameType | None]] = []
    for signal_number in handlers:
        signal.signal(signal_number, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        for signal_number, usual in handlers.items():
            signal.signal(signal_number, usual)
        if came:
            handlers[signal.Signals(came[0][0])](*came[0])

"""Interruptions: they come by Ctrl-C or as the request to end, and not between steps that belong together."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

__all__ = ["ends_as_interrupted", "uninterrupted"]


_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def ends_as_interrupted() -> Iterator[None]:
    """Take the request to end (SIGTERM) as Ctrl-C inside, so that what is done is reported and nothing left behind."""
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
    """Hold interruptions back until the steps inside are done: what is booked and what is counted stay together."""
    handlers = {
        signal_number: handler for signal_number in _SIGNALS if callable(handler := signal.getsignal(signal_number))
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

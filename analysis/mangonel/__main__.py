"""``python -m mangonel`` is the command ``mangonel``."""

import gc
import os
import sys
from contextlib import suppress

from mangonel.later import read_later

__all__ = ["start"]

_COLLECTED_AFTER = 200_000
"""Objects. What is read at the start stays; to look every few hundred of them for what could go takes its time."""

_ENDED_WELL = {"concurrent.futures", "cProfile", "multiprocessing", "numpy", "tempfile"}
"""Modules that have something to do when a process ends. Who only asks tables has none of them."""


def start() -> int:
    """Run the command of this process, and leave what it holds to the end of the process."""
    gc.set_threshold(_COLLECTED_AFTER)
    read_later()
    from mangonel.cli.main import main

    try:
        answer = main()
    finally:
        gc.freeze()
    if not sys.modules.keys() & _ENDED_WELL:
        _leave(answer)
    return answer


def _leave(answer: int) -> None:
    """End this process at once: all that it holds goes with it. What was not heard is for Python to complain of."""
    with suppress(OSError, ValueError):
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(answer)


if __name__ == "__main__":
    sys.exit(start())

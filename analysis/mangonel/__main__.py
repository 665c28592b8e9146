"""``python -m mangonel`` is the command ``mangonel``."""

import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from types import ModuleType

__all__ = ["Inspect", "Later", "start"]

_COLLECTED_AFTER = 200_000
"""Objects. What is read at the start stays; to look every few hundred of them for what could go takes its time."""

_ENDED_WELL = {"concurrent.futures", "cProfile", "multiprocessing", "numpy", "tempfile"}
"""Modules that have something to do when a process ends. Who only asks tables has none of them."""


class Later(ModuleType):
    """A module of the standard library that is read, by the function given, when something of it is asked for."""

    def __init__(self, name: str, read: Callable[[], ModuleType]) -> None:
        super().__init__(name)
        self._read = read

    def __getattr__(self, name: str) -> object:
        return getattr(self._whole(), name)

    def _whole(self) -> ModuleType:
        """Return the module itself, and have from then on all that it has."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        module = self._read()
        vars(self).update(vars(module))
        return module


class Inspect(Later):
    """The module `inspect`, without which the help of an option, a line, is set in order."""

    def cleandoc(self, text: str) -> str:
        """Return a text without the indentation of its lines."""
        return str(self._whole().cleandoc(text)) if "\n" in text or "\t" in text else text.lstrip()


def start() -> int:
    """Run the command of this process, and leave what it holds to the end of the process."""
    gc.set_threshold(_COLLECTED_AFTER)
    # Click, dataclasses and paths import them for what no plain question needs, a tenth of all that one costs.
    for later in (
        Inspect("inspect", lambda: import_module("inspect")),
        Later("ipaddress", lambda: import_module("ipaddress")),
        Later("ntpath", lambda: import_module("ntpath")),
    ):
        sys.modules.setdefault(later.__name__, later)
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

"""Modules of the standard library that other libraries import at once, and that hardly any command needs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType

__all__ = ["Inspect", "Later"]


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

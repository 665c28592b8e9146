"""Modules of the standard library that other libraries import at once, and that hardly any command needs."""

from __future__ import annotations

import os
import sys
import urllib
from collections.abc import Callable
from importlib import import_module
from types import ModuleType

__all__ = ["Later", "read_later"]


class Later(ModuleType):
    """A module of the standard library that is read, by the function given, when it is asked for what it lacks."""

    def __init__(self, name: str, read: Callable[[], ModuleType]) -> None:
        super().__init__(name)
        self._read = read

    def __getattr__(self, name: str) -> object:
        # Whoever imports a name from a module looks whether it is a package.
        if name == "__path__":
            raise AttributeError(name)
        return getattr(self._whole(), name)

    def _whole(self) -> ModuleType:
        """Return the module itself, and have from then on all that it has."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        module = self._read()
        vars(self).update(vars(module))
        return module


class _Inspect(Later):
    """The module `inspect`, without which the help of an option, a line, is set in order."""

    def cleandoc(self, text: str) -> str:
        """Return a text without the indentation of its lines."""
        return str(self._whole().cleandoc(text)) if "\n" in text or "\t" in text else text.lstrip()


class _Gettext(Later):
    """The module `gettext`, which click asks for its own words in other languages. There are none: help is English."""

    def gettext(self, text: str) -> str:
        """Return a text."""
        return text

    def ngettext(self, one: str, many: str, number: int) -> str:
        """Return the text that goes with a number."""
        return one if number == 1 else many


class _Datetime(Later):
    """The module `datetime`: up to Python 3.11 its file defines once more all that it then takes from `_datetime`."""

    def _whole(self) -> ModuleType:
        try:
            module = import_module("_datetime")
        except ImportError:
            return super()._whole()
        vars(self).update({name: thing for name, thing in vars(module).items() if not name.startswith("_")})
        return module


class _Parse(Later):
    """The module `urllib.parse`, in which paths see how they would be written as addresses."""

    def quote_from_bytes(self, *parts: object) -> str:
        """Return bytes as they stand in an address."""
        return str(self._whole().quote_from_bytes(*parts))


class _Platform(Later):
    """The module `platform`, which `uuid` asks for the system."""

    def system(self) -> str:
        """Return the name of the system."""
        return os.uname().sysname if hasattr(os, "uname") else str(self._whole().system())


def read_later() -> None:
    """Put off reading what click, dataclasses and paths import for what no plain question needs."""
    for later in (
        _Datetime("datetime", lambda: import_module("datetime")),
        _Gettext("gettext", lambda: import_module("gettext")),
        _Inspect("inspect", lambda: import_module("inspect")),
        Later("ipaddress", lambda: import_module("ipaddress")),
        Later("ntpath", lambda: import_module("ntpath")),
        _Platform("platform", lambda: import_module("platform")),
        _Parse("urllib.parse", lambda: import_module("urllib.parse")),
    ):
        sys.modules.setdefault(later.__name__, later)
    # Python sets it when it reads the module itself.
    vars(urllib).setdefault("parse", sys.modules["urllib.parse"])

"""The sheets of a game by name: how each is built, and in which views."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from mangonel.errors import DataError
from mangonel.press.blocks import Sheet
from mangonel.sheets.asked import Asked

__all__ = ["Catalogue", "Entry"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One sheet.

    Parameters
    ----------
    build
        Makes it.
    views
        The views that it has; the first one stands in for those that it has not.
    repeats
        Whether it only says again what other sheets say.
    pairs
        Whether one thing is rolled for in a row and a group of columns: a shot, by weapon and range.
    """

    build: Callable[[Asked], Sheet]
    views: tuple[str, ...]
    repeats: bool = False
    pairs: bool = False


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All sheets of a game.

    Parameters
    ----------
    entries
        Its sheets by name, in the order in which they are to be listed.
    groups
        Names that stand for several of them.
    about
        What the names of groups stand for, as half a sentence.
    """

    entries: Mapping[str, Entry]
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    about: str = ""

    @property
    def known(self) -> frozenset[str]:
        """The names that can be asked for: those of sheets and of groups."""
        return frozenset((*self.entries, *self.groups))

    def names(self, wanted: Iterable[str] = ()) -> tuple[str, ...]:
        """Return the names of sheets, all if none is wanted; that of a group stands for all that are in it.

        Raises
        ------
        DataError
            If there is no such sheet.
        """
        found: dict[str, None] = {}
        for name in wanted:
            if name not in self.known:
                raise DataError("no such sheet", value=name, allowed=(*self.entries, *self.groups))
            found |= dict.fromkeys(self.groups.get(name, (name,)))
        return tuple(found) or tuple(self.entries)

    def view_of(self, name: str, view: str) -> str:
        """Return the view in which a sheet is shown if this one is asked for."""
        views = self.entries[name].views
        return view if view in views else views[0]

    def build(self, name: str, asked: Asked) -> Sheet:
        """Return a sheet.

        Parameters
        ----------
        name
            One of `entries`.
        asked
            What was asked for; a view that the sheet does not have is replaced by its first one.

        Raises
        ------
        DataError
            If there is no such sheet, or the rule set lacks a table or option that it is made of.
        """
        if name not in self.entries:
            raise DataError("no such sheet", value=name, allowed=self.entries)
        view = self.view_of(name, asked.view)
        no_view = "" if view == asked.view else asked.view
        return self.entries[name].build(replace(asked, view=view, no_view=no_view))

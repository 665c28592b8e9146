"""The sheets of a game by name: how each is built, and in which views."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, Final

from mangonel.errors import DataError
from mangonel.paper.answers import Footnotes
from mangonel.paper.blocks import Sheet
from mangonel.paper.building import Builder, Declared
from mangonel.paper.frame import names_of
from mangonel.paper.wanted import Asked
from mangonel.rules.files import read_toml, read_whole
from mangonel.rules.locate import game_file

__all__ = ["EVERY", "Catalogue", "Entry", "player_aid", "read_catalogue"]

EVERY: Final = "sheets"
"""The name that stands for all sheets but the sides of the player aid."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One sheet."""

    build: Callable[[Asked], Sheet]
    """Makes it."""
    views: tuple[str, ...]
    """The views that it has; the first one stands in for those that it has not."""
    repeats: bool = False
    """Whether it only says again what other sheets say."""
    pairs: bool = False
    """Whether one thing is rolled for in a row and a group of columns: a shot, by weapon and range."""
    told_on: str = ""
    """Of a side without room for them: the one at whose foot its rules in force and sources are told."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All sheets of a game."""

    entries: Mapping[str, Entry]
    """Its sheets by name, in the order in which they are to be listed."""
    sides: Mapping[str, Entry] = field(default_factory=dict)
    """The sides of the player aid by name, which are printed together if no sheet is named; a game may have none."""
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names that stand for several sheets."""
    about: str = ""
    """What the names of groups stand for, as half a sentence."""

    @property
    def known(self) -> frozenset[str]:
        """The names that can be asked for: those of sheets, of sides and of groups, and the one of all sheets."""
        return frozenset((*self.entries, *self.sides, *self.groups, EVERY))

    @property
    def _every(self) -> tuple[str, ...]:
        """The name of all sheets as it is told: not where no name at all stands for them, too."""
        return (EVERY,) if self.sides else ()

    def entry(self, name: str) -> Entry:
        """Return a sheet or side by its name.

        Raises
        ------
        DataError
            If there is none.
        """
        entry = self.entries.get(name) or self.sides.get(name)
        if entry is None:
            raise DataError("no such sheet", value=name, allowed=(*self.entries, *self.sides))
        return entry

    def names(self, wanted: Iterable[str] = ()) -> tuple[str, ...]:
        """Return the names of sheets; that of a group stands for all that are in it.

        If none is wanted they are the sides of the player aid, or all sheets if the game has no sides.

        Raises
        ------
        DataError
            If there is no such sheet.
        """
        names: dict[str, None] = {}
        for name in wanted:
            if name not in self.known:
                raise DataError(
                    "no such sheet", value=name, allowed=(*self.entries, *self.sides, *self.groups, *self._every)
                )
            names |= dict.fromkeys(self.entries if name == EVERY else self.groups.get(name, (name,)))
        return tuple(names) or tuple(self.sides or self.entries)

    def view_of(self, name: str, view: str) -> str:
        """Return the view in which a sheet is shown if this one is asked for."""
        views = self.entry(name).views
        return view if view in views else views[0]

    def build(self, name: str, asked: Asked) -> Sheet:
        """Return a sheet.

        Parameters
        ----------
        name
            One of `entries` or `sides`.
        asked
            What was asked for; a view that the sheet does not have is replaced by its first one.

        Raises
        ------
        DataError
            If there is no such sheet, or the rule set lacks a table or option that it is made of.
        """
        entry = self.entry(name)
        view = self.view_of(name, asked.view)
        no_view = "" if view == asked.view else asked.view
        return entry.build(replace(asked, view=view, no_view=no_view, notes=Footnotes()))


def read_catalogue(system: str, *modules: ModuleType) -> Catalogue:
    """Return the sheets that a game declares in its ``sheets.toml``.

    Parameters
    ----------
    system
        Id of the game.
    *modules
        Where the functions are that the file names.
    """
    file = game_file(system, "sheets.toml")
    content, _ = read_toml(read_whole(file), file)
    functions = {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if getattr(value, "__module__", "") == module.__name__ and not name.startswith("_")
    }
    declared = Declared(content, functions)

    def entries(key: str) -> dict[str, Entry]:
        return {name: _entry(declared, name, spec) for name, spec in content.get(key, {}).items()}

    groups = {name: tuple(names) for name, names in content.get("groups", {}).items()}
    return Catalogue(entries("sheet"), entries("side"), groups, content.get("about", ""))


def _entry(declared: Declared, name: str, spec: Mapping[str, Any]) -> Entry:
    return Entry(
        lambda asked: Builder(asked, declared).sheet(name, spec),
        tuple(spec["views"]),
        repeats=spec.get("repeats", False),
        pairs=spec.get("pairs", False),
        told_on=spec.get("told-on", ""),
    )


def player_aid(catalogue: Catalogue, asked: Asked, *, dealt: bool = False, brief: bool = False) -> tuple[Sheet, ...]:
    """Return the sides of a game's player aid; how to read one, rules in force and sources stand at its foot.

    Parameters
    ----------
    catalogue
        The sheets of the game, which has sides.
    asked
        What was asked for.
    dealt
        Whether sides are dealt out to cards or small pages, where nothing that belongs to one stands with another, and
        how to read it at no foot.
    brief
        Whether rules in force and sources are left out.
    """
    whole = {name: catalogue.build(name, asked) for name in catalogue.sides}
    feet: dict[str, list[str]] = {name: [] for name in whole}
    for name, entry in catalogue.sides.items():
        foot = () if brief else whole[name].foot
        place = "" if brief or dealt else entry.told_on
        if not dealt:
            # What is needed in play stays above; how to read a side is read once.
            feet[name] += whole[name].how[:1]
        if place:
            foot = tuple(asked.named(whole[name].title, text) for text in foot)
        feet[place or name] += foot
    under = names_of(asked)
    return tuple(
        replace(
            sheet, subtitle=under, how=sheet.how[0 if dealt else 1 :], foot=tuple(feet[name]), tab=(number, len(whole))
        )
        for number, (name, sheet) in enumerate(whole.items(), start=1)
    )

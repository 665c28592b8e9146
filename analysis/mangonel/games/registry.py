"""The games that are there, found by their folders: those of the program, and those of other packages."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from mangonel.errors import DataError
from mangonel.games import SHIPPED
from mangonel.games.system import System
from mangonel.rules.locate import other_games, shipped

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet

__all__ = ["check_rules", "sequences", "system_of", "systems", "usual_system"]


def systems() -> tuple[System, ...]:
    """Return all games, the usual one first.

    Raises
    ------
    DataError
        If two of them have the same id, or one of another package is no sound module or not called like its folder.
    """
    own = map(_own, SHIPPED)
    others = [_other(folder) for folder in other_games()]
    games: dict[str, System] = {}
    for system in (*own, *others):
        if system.id in games:
            raise DataError("two games have the same id", value=system.id)
        games[system.id] = system
    return tuple(games.values())


def _own(name: str) -> System:
    """Return a game of the program, which is read when it is asked for."""
    system: System = import_module(f"mangonel.games.{name}.system").SYSTEM
    return system


def _other(folder: Path) -> System:
    """Return the game in a folder that another package has brought."""
    try:
        system = import_module(f"mangonel_games.{folder.name}.system").SYSTEM
    except Exception as error:  # What another package does wrong, its file has to answer for.
        raise DataError(f"this game cannot be used: {error}", file=folder / "system.py") from error
    if not isinstance(system, System):
        raise DataError("SYSTEM is not the record of a game", file=folder / "system.py", value=type(system).__name__)
    if system.id != folder.name:
        raise DataError(
            "a game has the name of its folder", file=folder / "system.py", value=system.id, allowed=[folder.name]
        )
    return system


def usual_system() -> System:
    """Return the game that is meant where nothing says which."""
    return _own(SHIPPED[0])


def system_of(rules: RuleSet) -> System:
    """Return the game of a rule set; one of none is a DataError: nothing says what its tables hold, or plays it."""
    if rules.system in SHIPPED:
        return _own(rules.system)
    games = {system.id: system for system in systems()}
    if rules.system not in games:
        raise DataError("no such game", file=rules.file, value=rules.system, allowed=games)
    return games[rules.system]


def sequences() -> Mapping[str, System]:
    """Return the game of each sequence, by the name that scenario files give it; two of one name are a DataError."""
    games: dict[str, System] = {}
    for system in systems():
        for name in system.playables():
            if name in games:
                raise DataError(f"{games[name].id} has a sequence of the same name as {system.id}", value=name)
            games[name] = system
    return games


def check_rules(rules: RuleSet, system: System, file: Path | None = None) -> None:
    """Check that a rule set is one of a game, for which a scenario asks if `file` is given; else it is a DataError."""
    if rules.system != system.id:
        theirs = system_of(rules).title
        allowed = shipped("rules", system.id)
        reason = "this is a scenario of" if file is not None else "this is asked of"
        raise DataError(
            f"{reason} {system.title}, and the rule set is one of {theirs}", file=file, value=rules.id, allowed=allowed
        )

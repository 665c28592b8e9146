"""All sheets by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from mangonel.errors import DataError
from mangonel.press.blocks import Sheet
from mangonel.sheets.asked import Asked
from mangonel.systems.cryhavoc.sheets.fires import fire_sheet
from mangonel.systems.cryhavoc.sheets.grounds import terrain_sheet
from mangonel.systems.cryhavoc.sheets.ladders import ladder_sheet
from mangonel.systems.cryhavoc.sheets.melees import melee_sheet
from mangonel.systems.cryhavoc.sheets.men import healing_sheet, panic_sheet
from mangonel.systems.cryhavoc.sheets.missiles import missile_sheet
from mangonel.systems.cryhavoc.sheets.summaries import summary_sheet
from mangonel.systems.cryhavoc.sheets.walls import battering_sheet

__all__ = ["SHEETS", "build_sheet", "sheet_names", "view_of"]

_ALL: Final = ("percent", "at-least", "outcomes", "tenths", "table")
_ROLLS: Final = ("percent", "tenths", "table")


@dataclass(frozen=True, slots=True)
class _Entry:
    build: Callable[[Asked], Sheet]
    views: tuple[str, ...]


SHEETS: Final = {
    "summary": _Entry(summary_sheet, ("percent", "tenths")),
    "missile-foot": _Entry(lambda asked: missile_sheet(asked, mounted=False), _ALL),
    "missile-mounted": _Entry(lambda asked: missile_sheet(asked, mounted=True), _ALL),
    "melee-foot": _Entry(lambda asked: melee_sheet(asked, mounted=False), _ALL),
    "melee-mounted": _Entry(lambda asked: melee_sheet(asked, mounted=True), _ALL),
    "terrain": _Entry(terrain_sheet, ("table",)),
    "battering": _Entry(battering_sheet, ("percent", "at-least", "tenths", "table")),
    "fire": _Entry(fire_sheet, _ROLLS),
    "ladders": _Entry(ladder_sheet, _ROLLS),
    "healing": _Entry(healing_sheet, _ROLLS),
    "panic": _Entry(panic_sheet, ("percent", "at-least", "tenths", "table")),
}
"""How each sheet is built, and the views that it has; the first one stands in for those that it has not."""

_GROUPS: Final = {
    "missile": ("missile-foot", "missile-mounted"),
    "melee": ("melee-foot", "melee-mounted"),
}


def sheet_names(wanted: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the names of sheets: all if none is wanted; ``missile`` and ``melee`` stand for two each.

    Raises
    ------
    DataError
        If there is no such sheet.
    """
    found: dict[str, None] = {}
    for name in wanted:
        if name not in SHEETS and name not in _GROUPS:
            raise DataError("no such sheet", value=name, allowed=(*SHEETS, *_GROUPS))
        found |= dict.fromkeys(_GROUPS.get(name, (name,)))
    return tuple(found) or tuple(SHEETS)


def view_of(name: str, view: str) -> str:
    """Return the view in which a sheet is shown if this one is asked for."""
    views = SHEETS[name].views
    return view if view in views else views[0]


def build_sheet(name: str, asked: Asked) -> Sheet:
    """Return a sheet.

    Parameters
    ----------
    name
        One of `SHEETS`.
    asked
        What was asked for; a view that the sheet does not have is replaced by its first one.

    Raises
    ------
    DataError
        If there is no such sheet, or the rule set lacks a table or option that it is made of.
    """
    if name not in SHEETS:
        raise DataError("no such sheet", value=name, allowed=SHEETS)
    view = view_of(name, asked.view)
    return SHEETS[name].build(replace(asked, view=view, no_view="" if view == asked.view else asked.view))

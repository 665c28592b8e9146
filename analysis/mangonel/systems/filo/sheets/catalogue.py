"""All sheets by name."""

from __future__ import annotations

from typing import Final

from mangonel.sheets.catalogue import Catalogue, Entry
from mangonel.systems.filo.sheets.combats import combat_sheet, modifier_sheet
from mangonel.systems.filo.sheets.initiatives import initiative_sheet
from mangonel.systems.filo.sheets.qualities import test_sheet
from mangonel.systems.filo.sheets.shots import shot_sheet
from mangonel.systems.filo.sheets.sides import combat_side, shot_side, turn_side, unit_side
from mangonel.systems.filo.sheets.summaries import summary_sheet
from mangonel.systems.filo.sheets.unit_types import type_sheet

__all__ = ["CATALOGUE"]

_SIDES: Final = ("faces", "percent", "tenths")

CATALOGUE: Final = Catalogue(
    entries={
        "summary": Entry(summary_sheet, ("percent", "tenths"), repeats=True),
        "combat": Entry(combat_sheet, ("faces", "percent", "at-least", "outcomes", "tenths", "table")),
        "modifiers": Entry(modifier_sheet, ("percent", "tenths"), repeats=True),
        "types": Entry(type_sheet, (*_SIDES, "table")),
        "shots": Entry(shot_sheet, ("faces", "percent", "at-least", "tenths", "table"), pairs=True),
        "tests": Entry(test_sheet, _SIDES),
        "initiative": Entry(initiative_sheet, ("percent", "tenths")),
    },
    sides={
        "aid-combat": Entry(combat_side, _SIDES),
        "aid-shots": Entry(shot_side, _SIDES),
        "aid-units": Entry(unit_side, _SIDES),
        "aid-turn": Entry(turn_side, _SIDES),
    },
)

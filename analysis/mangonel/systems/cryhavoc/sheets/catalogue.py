"""All sheets by name."""

from __future__ import annotations

from typing import Final

from mangonel.sheets.catalogue import Catalogue, Entry
from mangonel.systems.cryhavoc.sheets.fires import fire_sheet
from mangonel.systems.cryhavoc.sheets.grounds import terrain_sheet
from mangonel.systems.cryhavoc.sheets.ladders import ladder_sheet
from mangonel.systems.cryhavoc.sheets.melees import melee_sheet
from mangonel.systems.cryhavoc.sheets.men import healing_sheet, panic_sheet
from mangonel.systems.cryhavoc.sheets.missiles import missile_sheet
from mangonel.systems.cryhavoc.sheets.sides import melee_side, men_side, missile_side, wall_side
from mangonel.systems.cryhavoc.sheets.summaries import summary_sheet
from mangonel.systems.cryhavoc.sheets.walls import battering_sheet

__all__ = ["CATALOGUE"]

_ALL: Final = ("faces", "percent", "at-least", "outcomes", "tenths", "table")
_SIDES: Final = ("faces", "percent", "tenths")
_ROLLS: Final = ("faces", "percent", "tenths", "table")

CATALOGUE: Final = Catalogue(
    entries={
        "summary": Entry(summary_sheet, ("percent", "tenths"), repeats=True),
        "missile-foot": Entry(lambda asked: missile_sheet(asked, mounted=False), _ALL, pairs=True),
        "missile-mounted": Entry(lambda asked: missile_sheet(asked, mounted=True), _ALL, pairs=True),
        "melee-foot": Entry(lambda asked: melee_sheet(asked, mounted=False), _ALL),
        "melee-mounted": Entry(lambda asked: melee_sheet(asked, mounted=True), _ALL),
        "terrain": Entry(terrain_sheet, ("table",)),
        "battering": Entry(battering_sheet, ("faces", "percent", "at-least", "tenths", "table")),
        "fire": Entry(fire_sheet, _ROLLS),
        "ladders": Entry(ladder_sheet, _ROLLS),
        "healing": Entry(healing_sheet, _ROLLS),
        "panic": Entry(panic_sheet, ("faces", "percent", "at-least", "tenths", "table")),
    },
    sides={
        "aid-melee": Entry(melee_side, _SIDES),
        "aid-missiles": Entry(missile_side, _SIDES),
        "aid-walls": Entry(wall_side, _SIDES, told_on="aid-men"),
        "aid-men": Entry(men_side, _SIDES),
    },
    groups={"missile": ("missile-foot", "missile-mounted"), "melee": ("melee-foot", "melee-mounted")},
    about="missile and melee stand for two each",
)

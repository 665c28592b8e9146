"""The attack of a ram and its oracle."""

from typing import Any

from games.registry import Twin, said
from games.variants import FIRE_TABLES, MELEE_TABLES, MISSILE_TABLES, some_ram
from mangonel.games.cryhavoc.ram import RamSetup
from oracle.ram import play_ram


def oracle_setup(setup: RamSetup) -> dict[str, Any]:
    found = said(setup)
    found["sortie"]["kind"] = found["sortie"]["kind"] or found["besiegers"]["kind"]
    return found


TWIN = Twin(
    play_ram,
    some_ram,
    (*MELEE_TABLES, *MISSILE_TABLES, *FIRE_TABLES, "stunned-in-fire", "oil", "battering", "breach"),
    {"oil_poured": "oil", "battering_rolls": "battering"},
    excuse="marks",
    setup=oracle_setup,
)

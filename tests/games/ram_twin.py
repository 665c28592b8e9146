"""The attack of a ram and its oracle."""

from dataclasses import asdict
from typing import Any

from games.registry import Twin
from games.twins import shooters
from games.variants import FIRE_TABLES, MELEE_TABLES, MISSILE_TABLES, some_ram
from mangonel.games.cryhavoc.ram import RamSetup
from oracle.ram import play_ram

POLICIES = (
    "fire_policy",
    "fire_fighters",
    "room",
    "arrows",
    "arrow_aim",
    "attack",
    "defence_attack",
    "wound",
    "defence_wound",
)


def oracle_setup(setup: RamSetup) -> dict[str, Any]:
    sortie_kind = setup.sortie_kind or setup.besieger
    return {
        "turns": setup.turns,
        "first": setup.first,
        "approach": list(setup.approach),
        "wall": setup.wall,
        "marks": setup.marks,
        "bombarded": setup.bombarded,
        "man_on_wall": setup.man_on_wall,
        "besiegers": {"kind": asdict(setup.besieger), "men": setup.men, "rams": setup.rams},
        "archers": shooters(setup.archers, "aside"),
        "oil": {"barrels": setup.oil, "men": setup.oil_men},
        "sortie": {"men": setup.sortie_men, "kind": asdict(sortie_kind), "turn": setup.sortie_turn},
        "policies": {name: getattr(setup, name) for name in POLICIES},
        "break_off": {**asdict(setup.break_off), "sortie": asdict(setup.sortie_break_off)},
    }


TWIN = Twin(
    play_ram,
    oracle_setup,
    some_ram,
    (*MELEE_TABLES, *MISSILE_TABLES, *FIRE_TABLES, "stunned-in-fire", "oil", "battering", "breach"),
    {"oil_poured": "oil", "battering_rolls": "battering"},
    excuse="marks",
)

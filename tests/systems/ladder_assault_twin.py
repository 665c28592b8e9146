"""The ladder assault and its oracle."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from mangonel.systems.cryhavoc.ladder.setup import LadderSetup
from oracle.ladder import play_ladder
from systems.registry import Twin
from systems.twins import shooters
from systems.variants import LADDER_OPTIONS, some_ladder


def oracle_setup(setup: LadderSetup) -> dict[str, Any]:
    return {
        "turns": setup.turns,
        "first": setup.first,
        "approach": list(setup.approach),
        "width": setup.width,
        "foothold": setup.foothold,
        "mantlets": setup.mantlets,
        "besiegers": {"kind": asdict(setup.besieger), "ladders": setup.ladders, "men": setup.men},
        "covering": shooters(setup.covering, "distance"),
        "defenders": {
            "kind": asdict(setup.defender),
            "on_wall": setup.on_wall,
            "reserve": setup.reserve,
            "weapon": setup.weapon,
        },
        "oil": setup.oil,
        "towers": shooters(setup.towers, "aside"),
        "policies": asdict(setup.policies),
        "break_off": {"losses": setup.break_off_losses, "turn": setup.break_off_turn},
    }


TWIN = Twin(play_ladder, oracle_setup, some_ladder, LADDER_OPTIONS, {"oil_poured": "oil"})

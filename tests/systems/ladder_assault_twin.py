"""The ladder assault and its oracle."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

from mangonel.systems.cryhavoc.ladder.setup import LadderSetup
from mangonel.systems.cryhavoc.parts.morale import PanicOf
from mangonel.systems.cryhavoc.scenario import Scenario
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
        **({} if setup.panic is None else {"panic": True, "panic_of": panic_of(setup.panic)}),
    }


def panic_of(panic: PanicOf) -> dict[str, Any]:
    values = asdict(panic)
    return {"class": values.pop("rank"), **values}


def some_assault(draw: random.Random) -> Scenario:
    """Return a random scenario, half of them with panic, mostly among men who know it."""
    scenario = some_ladder(draw)
    changes: dict[str, object] = {
        "panic": draw.random() < 0.5,
        "panic_of.rally": draw.randint(0, 3),
        "panic_of.followed": draw.random() < 0.5,
        "panic_of.panics_first": draw.choice(("wounded", "fit")),
    }
    if draw.random() < 0.9:
        changes["panic_of.class"] = draw.choice(("soldier", "peasant"))
    return scenario.replaced(changes)


TWIN = Twin(
    play_ladder,
    oracle_setup,
    some_assault,
    (*LADDER_OPTIONS, "panic-rule", "second-panic", "panicked-reach"),
    {"oil_poured": "oil"},
)

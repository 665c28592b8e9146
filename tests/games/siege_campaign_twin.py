"""The siege and its oracle, which plays the parts of an assault by the oracles of their sequences."""

import random
from dataclasses import replace
from typing import Any

from games.registry import Twin, said, twin_of
from games.variants import KINDS, drawn
from mangonel.games.cryhavoc.siege_campaign import PARTS, SiegeSetup
from mangonel.games.scenario import Scenario, load_scenario
from oracle.campaign import play_campaign

SEQUENCES = {"ram": "ram", "breach": "melee", "tower": "siege-tower", "assault": "ladder-assault"}
HEAD = ("schema", "sequence", "title", "note", "roster")


def oracle_setup(setup: SiegeSetup) -> dict[str, Any]:
    hexes = [] if setup.bombardment is None else [spot.name for spot in setup.bombardment.hexes]
    parts: dict[str, Any] = dict.fromkeys(PARTS)
    for name, sequence in SEQUENCES.items():
        part = getattr(setup, name)
        if part is not None:
            parts[name] = {"setup": twin_of(sequence).setup(getattr(part, "setup", part))}
            if name in ("ram", "tower"):
                parts[name]["stock"] = part.stock
            if name == "ram":
                parts[name]["hex"] = None if part.place is None else hexes[part.place]
    bombardment = None if setup.bombardment is None else twin_of("bombardment").setup(setup.bombardment)
    return said(setup) | parts | {"bombardment": bombardment}


def some_part(draw: random.Random, name: str) -> dict[str, Any]:
    """Draw a part as the twin of its sequence draws a scenario, with few turns a day."""
    content = {
        key: value for key, value in twin_of(SEQUENCES[name]).some(draw).content.items() if key not in (*HEAD, "plans")
    }
    content["turns"] = draw.randint(1, 12)
    if name in ("ram", "tower"):
        content["stock"] = draw.randint(1, 2)
    # Near enough that something happens in so few turns.
    if "approach" in content:
        content["approach"] = content["approach"][:1] if draw.random() < 0.3 else []
    return content


def some_siege(draw: random.Random) -> Scenario:
    base = load_scenario("siege-breach")
    content: dict[str, Any] = {key: base.content[key] for key in HEAD} | {
        "turns": draw.randint(1, 20),
        "besiegers": {"kind": draw.choice(KINDS), "men": draw.randint(3, 30)},
        "defenders": {"kind": draw.choice(KINDS), "men": draw.randint(1, 20)},
        "policies": {**drawn(draw, "siege-policies"), "order": draw.sample(PARTS, 4)},
    }
    if draw.random() < 0.3:
        content["relief"] = draw.randint(1, 12)
    limits = {"losses": 30, "assaults": 4, "turn": 15}
    content["break_off"] = {key: draw.randint(1, most) for key, most in limits.items() if draw.random() < 0.25}
    if draw.random() < 0.7:
        keys = ("engines", "hexes", "policies", *(("wanted",) if draw.random() < 0.5 else ()))
        bombardment = twin_of("bombardment").some(draw).content
        content["bombardment"] = {key: bombardment[key] for key in keys}
    for name in draw.sample(PARTS, draw.randint(1, 4)):
        content[name] = some_part(draw, name)
        if name == "ram" and "bombardment" in content and draw.random() < 0.6:
            content[name]["hex"] = draw.choice(content["bombardment"]["hexes"])["name"]
    return replace(base, content=content).replaced({})


INSIDE = ("bombardment", *SEQUENCES.values())
TWIN = Twin(
    play_campaign,
    some_siege,
    tuple(dict.fromkeys(table for name in ("healing", *INSIDE) for table in twin_of(name).tables)),
    excuse="marks",
    setup=oracle_setup,
)

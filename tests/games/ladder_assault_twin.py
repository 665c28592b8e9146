"""The ladder assault and its oracle."""

import random
from dataclasses import asdict
from typing import Any

from games.registry import Twin
from games.twins import shooters
from games.variants import MELEE_TABLES, MISSILE_TABLES, WEAPONS, some_break_off, some_ladder
from mangonel.games.cryhavoc.keys import PanicOf
from mangonel.games.cryhavoc.ladder import LadderSetup
from mangonel.games.scenario import Scenario
from mutations.small import DISTANCES, Changes, Small, Smalls, small
from oracle.ladder import play_ladder


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
        "break_off": {
            "losses": setup.break_off_losses,
            "turn": setup.break_off_turn,
            "defenders": asdict(setup.defenders_break_off),
        },
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
        "policies.wound": draw.choice(("fit-first", "wounded-first")),
        "policies.defence_wound": draw.choice(("fit-first", "wounded-first")),
        "policies.aim": draw.choice(("fit", "wounded", "stunned")),
        "policies.oil_at": draw.choice(("climber", "climber-first", "ground-first")),
        "policies.shoot_wall": draw.choice(("never", "first", "last")),
        "policies.seek_fight": draw.random() < 0.5,
    }
    if draw.random() < 0.9:
        changes["panic_of.class"] = draw.choice(("soldier", "peasant"))
    chance = draw.random()
    if chance < 0.65:
        changes |= fight_on_the_wall(draw) | (wide_storm(draw) if chance < 0.35 else storm_of_a_few(draw))
    if not 0.35 <= chance < 0.65:
        changes |= some_break_off(draw, "break_off.defenders", 4, 10)
    return scenario.replaced(changes)


def fight_on_the_wall(draw: random.Random) -> dict[str, object]:
    """Draw what brings besiegers to a wide wall and leaves them to fight there."""
    weapon = draw.choice(("none", *WEAPONS))
    return {
        "width": 4,
        "foothold": 4,
        "turns": draw.randint(10, 30),
        "mantlets": False,
        "approach": ["flat_ground"] * draw.randint(0, 2),
        "defenders.oil": draw.randint(0, 3),
        "defenders.weapon": weapon,
        "policies.attack_from": "1-1",
        "policies.facing": "fight" if weapon == "none" else "shoot",
        "policies.oil_first": draw.random() < 0.7,
        "policies.topple_empty": False,
        "break_off.losses": draw.randint(15, 30),
    }


def wide_storm(draw: random.Random) -> dict[str, object]:
    """Draw attackers on many ladders who get hurt when they attack together."""
    return {
        "besiegers.kind": draw.choice(("man-at-arms", "spearman")),
        "besiegers.ladders": draw.randint(3, 4),
        "besiegers.men": draw.choice((2, 2, 3, 5, 8)),
        "covering.men": draw.randint(0, 2),
        "covering.distance": draw.randint(5, 20),
        "defenders.kind": draw.choice(("knight-on-foot", "man-at-arms")),
        "defenders.on_wall": draw.randint(1, 4),
        "defenders.reserve": draw.choice((0, 0, 3)),
        "policies.attack": draw.choice(("joint", "joint", "separate")),
        "policies.wound": draw.choice(("fit-first", "wounded-first", "wounded-first")),
    }


def storm_of_a_few(draw: random.Random) -> dict[str, object]:
    """Draw strong attackers whom many defenders fight from both sides, and get hurt."""
    ours, theirs = draw.choice((("knight-on-foot", "spearman"), ("man-at-arms", "bowman")))
    return {
        "turns": draw.randint(25, 40),
        "first": "defenders",
        "besiegers.kind": ours,
        "besiegers.ladders": 2,
        "besiegers.men": draw.randint(3, 6),
        "covering.men": draw.choice((0, 3)),
        "defenders.kind": theirs,
        "defenders.on_wall": draw.randint(2, 4),
        "defenders.reserve": draw.randint(5, 15),
        "defenders.oil": draw.choice((0, 0, 1)),
        "policies.attack_from": "3-1",
        "policies.defence_attack": "joint",
        "policies.defence_wound": "wounded-first",
        "policies.seek_fight": draw.random() < 0.7,
    }


TWIN = Twin(
    play_ladder,
    oracle_setup,
    some_assault,
    (*MELEE_TABLES, *MISSILE_TABLES, "ladder-topple", "oil", "panic"),
    {"oil_poured": "oil"},
)

ARMED = ("shortbow", "crossbow", "longbow")
WALKED = ("flat_ground", "scrub", "tree", "slope", "tent", "trench", "rubble", "filled_moat")


def assault(changes: Changes | None = None, **options: str) -> Small:
    plain: Changes = {
        "turns": 3,
        "width": 1,
        "foothold": 1,
        "approach": [],
        "besiegers": {"kind": "of-4", "ladders": 1, "men": 2},
        "defenders": {"kind": "of-2", "on_wall": 1},
        "towers": {},
        "covering": {},
        "policies": {},
        "break_off": {},
    }
    return small("ladder-one", {**plain, **(changes or {})}, **options)


def shot_at(distance: int, weapon: str, place: str = "flat_ground", **options: str) -> Small:
    towers = {"men": 1, "weapon": weapon, "aside": distance - 2}
    way = {"approach": [f"{place} x 1"], "first": "defenders", "turns": 1}
    return assault({**way, "towers": towers}, **options)


def carried(place: str, **options: str) -> Small:
    return assault({"approach": [f"{place} x 5"], "turns": 3, "defenders": {"kind": "of-2", "on_wall": 1}}, **options)


WIDE = {"width": 2, "foothold": 2}
SMALL: Smalls = {
    "one climber": assault(),
    "three on two": assault(
        {
            **WIDE,
            "besiegers": {"kind": "of-4", "ladders": 1, "men": 4},
            "defenders": {"kind": "of-2", "on_wall": 2},
            "turns": 5,
        }
    ),
    "an empty wall": assault({**WIDE, "defenders": {"kind": "of-2", "on_wall": 0, "reserve": 1}, "turns": 4}),
    "nobody there": assault({**WIDE, "defenders": {"kind": "of-2", "on_wall": 0}}),
    "oil": assault({"defenders": {"kind": "of-2", "on_wall": 1, "oil": 1}, "policies": {"oil_at": "climber-first"}}),
    "panic": assault({"panic": True, "besiegers": {"kind": "of-4", "ladders": 1, "men": 4}, "turns": 4}),
    "levy": assault(
        {
            "panic": True,
            "panic_of": {"followed": True},
            "first": "defenders",
            "approach": ["flat_ground x 1"],
            "towers": {"men": 3, "weapon": "crossbow", "aside": 0},
            "besiegers": {"kind": "of-4", "ladders": 1, "men": 6},
            "turns": 1,
        }
    ),
    "panic under fire": assault(
        {
            "panic": True,
            "approach": ["flat_ground x 40"],
            "towers": {"men": 3, "weapon": "longbow", "aside": 0},
            "besiegers": {"kind": "of-4", "ladders": 1, "men": 6},
            "turns": 2,
        }
    ),
    "covered": assault(
        {"covering": {"men": 1, "weapon": "crossbow", "distance": 2}, "policies": {"cover_fire": "always"}}
    ),
    "through moats": assault({"approach": ["flat_ground x 1", "moat x 2", "flat_ground x 1"], "turns": 6}),
    "attacked before he pours": assault(
        {"besiegers": {"kind": "of-1", "ladders": 1, "men": 2}, "defenders": {"kind": "of-2", "on_wall": 1, "oil": 1}}
    ),
    "a party that goes on": assault(
        {
            "approach": ["flat_ground x 6"],
            "besiegers": {"kind": "of-4", "ladders": 1, "men": 4},
            "towers": {"men": 1, "weapon": "longbow", "aside": 0},
            "turns": 4,
        }
    ),
    "mantlets": assault(
        {"approach": ["flat_ground x 8"], "mantlets": True, "towers": {"men": 1, "weapon": "longbow", "aside": 0}}
    ),
    **{f"over {place}": carried(place) for place in WALKED},
    **{f"shot at {far} by {weapon}": shot_at(far, weapon) for weapon in ARMED for far in DISTANCES[weapon]},
    "shot, croisades": shot_at(42, "shortbow", missile_ranges="croisades"),
    "shot where croisades has another range": shot_at(20, "shortbow"),
    "a ballista": shot_at(2, "ballista"),
    **{f"shot at {far} in {place}": shot_at(far, "longbow", place) for far in (8, 9) for place in ("scrub", "slope")},
    "weak climbers": assault(
        {
            **WIDE,
            "besiegers": {"kind": "of-1", "ladders": 1, "men": 4},
            "defenders": {"kind": "tough", "on_wall": 1},
            "turns": 5,
        }
    ),
    "one weak climber": assault({"besiegers": {"kind": "of-1", "ladders": 1, "men": 2}}),
    "strong climbers": assault({"besiegers": {"kind": "of-24", "ladders": 1, "men": 2}}),
    "three hexes": assault(
        {
            "width": 3,
            "foothold": 3,
            "besiegers": {"kind": "of-4", "ladders": 3, "men": 2},
            "defenders": {"kind": "of-2", "on_wall": 0, "reserve": 1},
            "turns": 3,
        }
    ),
    "three against one": assault(
        {
            "width": 3,
            "foothold": 3,
            "besiegers": {"kind": "of-1", "ladders": 3, "men": 2},
            "defenders": {"kind": "tough", "on_wall": 0, "reserve": 1},
            "turns": 4,
        }
    ),
    "three ladders on two": assault(
        {
            "width": 3,
            "foothold": 3,
            "besiegers": {"kind": "of-4", "ladders": 3, "men": 2},
            "defenders": {"kind": "of-2", "on_wall": 2},
            "turns": 4,
        }
    ),
    "three ladders, weaker": assault(
        {
            "width": 3,
            "foothold": 3,
            "besiegers": {"kind": "of-2", "ladders": 3, "men": 2},
            "defenders": {"kind": "of-2", "on_wall": 2},
            "turns": 4,
        }
    ),
    "three ladders": assault(
        {
            "width": 3,
            "foothold": 3,
            "besiegers": {"kind": "of-4", "ladders": 3, "men": 2},
            "defenders": {"kind": "of-2", "on_wall": 3},
            "turns": 3,
        }
    ),
    "facing, they fight": assault({"policies": {"facing": "fight"}}),
    "quick climbers": assault({**WIDE, "besiegers": {"kind": "quick", "ladders": 1, "men": 2}}),
    **{f"shot on {place}": shot_at(2, "longbow", place) for place in (*WALKED, "moat")},
    **{
        f"defenders shoot {weapon}": assault(
            {"defenders": {"kind": "of-2", "on_wall": 1, "weapon": weapon}, "policies": {"facing": "shoot"}}
        )
        for weapon in ARMED
    },
    "knights": assault(
        {"besiegers": {"kind": "knight", "ladders": 1, "men": 2}, "towers": {"men": 1, "weapon": "longbow", "aside": 0}}
    ),
}

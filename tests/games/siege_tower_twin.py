"""The attack with a siege tower and its oracle."""

import random
from dataclasses import asdict
from typing import Any

from games.melee_twin import flat_kind, some_policies
from games.registry import Twin
from games.twins import shooters
from games.variants import FIRE_TABLES, KINDS, MELEE_TABLES, MISSILE_TABLES, WEAPONS, some_break_off
from games.variants import shooters as some_shooters
from mangonel.games.cryhavoc.siege_tower import SiegeTowerSetup
from mangonel.games.scenario import Scenario, load_scenario
from mutations.small import DISTANCES, Changes, Small, Smalls, small
from oracle.siege_tower import play_siege_tower

TABLES = (*MELEE_TABLES, *MISSILE_TABLES, *FIRE_TABLES, "stunned-in-fire", "oil")


def oracle_setup(setup: SiegeTowerSetup) -> dict[str, Any]:
    return {
        "turns": setup.turns,
        "first": setup.first,
        "approach": list(setup.approach),
        "width": setup.width,
        "abreast": setup.abreast,
        "foothold": setup.foothold,
        "besiegers": {"kind": flat_kind(setup.besieger), "men": setup.men, "top": setup.top},
        "platform": {"weapon": setup.platform_weapon},
        "archers": shooters(setup.archers, "aside"),
        "oil": {"barrels": setup.oil, "men": setup.oil_men},
        "defenders": {"kind": flat_kind(setup.defender), "on_wall": setup.on_wall, "reserve": setup.reserve},
        "policies": {
            "platform": setup.platform,
            "fire_policy": setup.fire_policy,
            "fire_fighters": setup.fire_fighters,
            "arrows": setup.arrows,
            "arrow_aim": setup.arrow_aim,
            "shoot_wall": setup.shoot_wall,
            "strike": setup.strike,
            "besiegers": asdict(setup.besiegers_policies),
            "defenders": asdict(setup.defenders_policies),
        },
        "break_off": {
            "losses": setup.break_off_losses,
            "turn": setup.break_off_turn,
            "defenders": asdict(setup.defenders_break_off),
        },
    }


def some_siege_tower(draw: random.Random) -> Scenario:
    width = draw.randint(1, 4)
    ground = ("flat_ground", "flat_ground", "flat_ground", "filled_moat")
    top = draw.randint(0, 3)
    changes: dict[str, object] = {
        "turns": draw.randint(1, 30),
        "first": draw.choice(("besiegers", "defenders")),
        "approach": [f"{draw.choice(ground)} x {draw.randint(1, 6)}" for _ in range(draw.choice((0, 1, 1, 2)))],
        "width": width,
        "abreast": draw.randint(1, 3),
        "foothold": draw.randint(1, width),
        "besiegers.kind": draw.choice(KINDS),
        "besiegers.top": top,
        "besiegers.men": top + 3 + draw.randint(0, 5),
        "platform.weapon": draw.choice(("none", *WEAPONS)),
        **some_shooters(draw, "archers", "aside", 30 if draw.random() < 0.4 else 8),
        "oil.barrels": draw.randint(0, 3),
        "oil.men": draw.randint(1, 3),
        "defenders.kind": draw.choice(KINDS),
        "defenders.on_wall": draw.randint(0, width),
        "defenders.reserve": draw.randint(0, 4),
        "policies.platform": draw.choice(("shoot", "shoot", "hold")),
        "policies.fire_policy": draw.choice(("put-out", "fight-on")),
        "policies.fire_fighters": draw.randint(1, 6),
        "policies.arrows": draw.choice(("fire", "men")),
        "policies.arrow_aim": draw.choice(("front", "middle", "rear")),
        "policies.shoot_wall": draw.choice(("never", "first", "last")),
        "policies.strike": draw.choice(("wall", "top")),
        **some_policies(draw, "policies.besiegers", follow=False),
        **some_policies(draw, "policies.defenders", follow=False, advance=False),
    }
    changes |= some_break_off(draw, "break_off", 10, 15)
    changes |= some_break_off(draw, "break_off.defenders", 2, 12)
    return load_scenario("siege-tower-one").replaced(changes)


TWIN = Twin(play_siege_tower, oracle_setup, some_siege_tower, TABLES, {"oil_poured": "oil"})

ARMED = ("shortbow", "crossbow", "longbow")
ARCHER = {"men": 1, "weapon": "longbow", "aside": 1}
OIL = {"barrels": 1, "men": 1}


def tower(changes: Changes | None = None, **options: str) -> Small:
    plain: Changes = {
        "turns": 3,
        "approach": [],
        "width": 1,
        "abreast": 1,
        "foothold": 1,
        "besiegers": {"kind": "of-4", "men": 4, "top": 1},
        "platform": {},
        "archers": {},
        "oil": {},
        "defenders": {"kind": "of-4", "on_wall": 1},
        "policies": {},
        "break_off": {},
    }
    return small("siege-tower-one", {**plain, **(changes or {})}, **options)


SMALL: Smalls = {
    "one on one": tower(),
    "two abreast": tower(
        {
            "width": 2,
            "abreast": 2,
            "foothold": 2,
            "besiegers": {"kind": "of-2", "men": 5, "top": 2},
            "defenders": {"kind": "of-2", "on_wall": 2, "reserve": 1},
        }
    ),
    "on its way": tower({"approach": ["flat_ground x 2", "filled_moat x 1"], "turns": 5}),
    "oil": tower({"oil": OIL, "turns": 5}),
    "oil on men": tower({"oil": OIL, "turns": 5}, oil_occupants_of_burning_machine="attacked"),
    "oil on men who come round": tower(
        {"oil": OIL, "turns": 5}, oil_occupants_of_burning_machine="attacked", oil_retreat="comes-round"
    ),
    "fire arrows": tower({"archers": ARCHER, "approach": ["flat_ground x 4"], "turns": 5}),
    "hit first": tower({"archers": ARCHER, "approach": ["flat_ground x 2"]}, fire_arrow_to_hit="six-in-ten"),
    "arrows at men": tower({"archers": ARCHER, "approach": ["flat_ground x 3"], "policies": {"arrows": "men"}}),
    **{
        f"men shot at {far} by {weapon}": tower(
            {"archers": {"men": 1, "weapon": weapon, "aside": far - 1}, "policies": {"arrows": "men"}, "turns": 1}
        )
        for weapon in ARMED
        for far in DISTANCES[weapon]
    },
    "a ballista": tower({"archers": ARCHER | {"weapon": "ballista"}}),
    "shot where croisades has another range": tower(
        {"archers": {"men": 1, "weapon": "shortbow", "aside": 19}, "policies": {"arrows": "men"}, "turns": 1}
    ),
    "wounded men shoot back": tower(
        {
            "platform": {"weapon": "longbow"},
            "archers": ARCHER,
            "approach": ["flat_ground x 4"],
            "policies": {"arrows": "men"},
        }
    ),
    "alone against tough men": tower(
        {"besiegers": {"kind": "of-1", "men": 4, "top": 1}, "defenders": {"kind": "tough", "on_wall": 1}}
    ),
    **{
        f"alone on the wall, shot at {far} by {weapon}": tower(
            {
                "width": 2,
                "foothold": 2,
                "defenders": {"kind": "of-4", "on_wall": 0},
                "archers": {"men": 1, "weapon": weapon, "aside": far - 1},
                "policies": {"shoot_wall": "first"},
            }
        )
        for weapon in ARMED
        for far in DISTANCES[weapon]
    },
    "two defend": tower({"width": 2, "defenders": {"kind": "of-4", "on_wall": 2}, "policies": {"strike": "top"}}),
    "weak men on top": tower(
        {"besiegers": {"kind": "of-2", "men": 4, "top": 1}, "defenders": {"kind": "of-2", "on_wall": 1}}
    ),
    "weaker": tower(
        {
            "besiegers": {"kind": "of-1", "men": 5, "top": 2},
            "abreast": 2,
            "defenders": {"kind": "tough", "on_wall": 1},
            "policies": {"besiegers": {"together": 2}},
        }
    ),
    "strong men on top": tower({"besiegers": {"kind": "of-24", "men": 4, "top": 1}}),
    "strong men from below": tower(
        {"width": 2, "foothold": 2, "besiegers": {"kind": "of-24", "men": 4, "top": 0}, "turns": 2}
    ),
    "three on top": tower(
        {"besiegers": {"kind": "of-3", "men": 6, "top": 3}, "abreast": 3, "policies": {"besiegers": {"together": 3}}}
    ),
    **{
        f"{kind} men from below": tower(
            {"width": 2, "foothold": 2, "besiegers": {"kind": kind, "men": 4, "top": 0}, "turns": 2}
        )
        for kind in ("of-4", "slow", "slow-armoured")
    },
    **{
        f"over the heads of friends, {name}": tower(
            {"archers": ARCHER, "policies": {"arrows": "men"}}, elevation_levels=name
        )
        for name in ("extension", "italian")
    },
    **{
        f"platform with {weapon}": tower({"platform": {"weapon": weapon}, "approach": ["flat_ground x 3"]})
        for weapon in ARMED
    },
    "knights": tower(
        {
            "platform": {"weapon": "longbow"},
            "defenders": {"kind": "knight", "on_wall": 1},
            "archers": ARCHER,
            "besiegers": {"kind": "knight", "men": 4, "top": 1},
            "approach": ["flat_ground x 2"],
            "policies": {"arrows": "men"},
        }
    ),
}

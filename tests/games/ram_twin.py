"""The attack of a ram and its oracle."""

from dataclasses import asdict
from typing import Any

from games.registry import Twin
from games.twins import shooters
from games.variants import FIRE_TABLES, MELEE_TABLES, MISSILE_TABLES, some_ram
from mangonel.games.cryhavoc.ram import RamSetup
from mutations.small import DISTANCES, Changes, Small, Smalls, small
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

ARMED = ("shortbow", "crossbow", "longbow")


def ram(changes: Changes | None = None, **options: str) -> Small:
    plain: Changes = {
        "turns": 4,
        "approach": [],
        "wall": "outer",
        "marks": 3,
        "bombarded": False,
        "man_on_wall": False,
        "besiegers": {"kind": "of-2", "men": 4},
        "archers": {},
        "oil": {},
        "policies": {},
        "break_off": {},
    }
    return small("ram-gate", {**plain, **(changes or {})}, **options)


ARCHER = {"men": 1, "weapon": "longbow", "aside": 1}
OIL = {"barrels": 1, "men": 1}
SMALL: Smalls = {
    "breach": ram(),
    "first marks": ram({"marks": 2}),
    "bombarded": ram({"bombarded": True}),
    "bombarded, counting": ram({"bombarded": True}, ram_bombarded_wall_minus_one="-1"),
    "tower": ram({"wall": "tower"}),
    "tower, counting": ram({"wall": "tower"}, ram_tower_minus_one="-1"),
    "keep": ram({"wall": "keep"}),
    "inner": ram({"wall": "inner"}),
    "slow": ram({}, ram_rate="every-second-turn"),
    "on its way": ram({"approach": ["flat_ground x 4", "filled_moat x 1"], "turns": 6}),
    "on its way over rubble": ram({"approach": ["filled_moat x 3"], "turns": 4}),
    "oil": ram({"oil": OIL, "turns": 5}),
    "oil on men": ram({"oil": OIL, "turns": 5}, oil_occupants_of_burning_machine="attacked"),
    "oil on men who come round": ram(
        {"oil": OIL, "turns": 5}, oil_occupants_of_burning_machine="attacked", oil_retreat="comes-round"
    ),
    "fire arrows": ram({"archers": ARCHER, "turns": 5}),
    "hit first": ram({"archers": ARCHER, "turns": 2}, fire_arrow_to_hit="six-in-ten"),
    "crossbows": ram(
        {"archers": {"men": 1, "weapon": "crossbow", "aside": 0}}, fire_arrow_weapons="bows-and-crossbows"
    ),
    "fight on": ram(
        {"oil": OIL, "policies": {"fire_policy": "ram-on"}, "turns": 5}, burning_hex_occupants="wounded-then-dead"
    ),
    "sortie": ram({"sortie": {"kind": "of-2", "men": 1, "turn": 1}, "turns": 3, "policies": {"room": 1}}),
    "attacked before it batters": ram(
        {
            "first": "defenders",
            "sortie": {"kind": "of-2", "men": 1, "turn": 1},
            "turns": 3,
            "policies": {"room": 1},
        }
    ),
    "two at a time": ram(
        {
            "sortie": {"kind": "of-3", "men": 2, "turn": 1},
            "besiegers": {"kind": "of-2", "men": 5},
            "turns": 3,
            "policies": {"room": 2},
        }
    ),
    "three at a time": ram(
        {
            "sortie": {"kind": "of-1", "men": 3, "turn": 1},
            "besiegers": {"kind": "of-1", "men": 6},
            "turns": 3,
            "policies": {"room": 3},
        }
    ),
    "weak crew": ram(
        {
            "sortie": {"kind": "tough", "men": 2, "turn": 1},
            "besiegers": {"kind": "of-1", "men": 5},
            "turns": 3,
            "policies": {"room": 2},
        }
    ),
    "strong crew": ram(
        {
            "sortie": {"kind": "of-24", "men": 1, "turn": 1},
            "besiegers": {"kind": "of-24", "men": 4},
            "turns": 3,
            "policies": {"room": 1},
        }
    ),
    **{
        f"fire arrows at {far} by {weapon}": ram(
            {"archers": {"men": 1, "weapon": weapon, "aside": far - 1}, "turns": 2},
            fire_arrow_weapons="bows-and-crossbows",
        )
        for weapon in ARMED
        for far in (2, DISTANCES[weapon][1])
    },
    **{
        f"arrows at {far} by {weapon}": ram(
            {"archers": {"men": 1, "weapon": weapon, "aside": far - 1}, "policies": {"arrows": "men"}, "turns": 1}
        )
        for weapon in ARMED
        for far in DISTANCES[weapon]
    },
    "a ballista": ram({"archers": ARCHER | {"weapon": "ballista"}}),
    "crossbows without fire": ram({"archers": ARCHER | {"weapon": "crossbow"}, "turns": 2}),
    "fire arrows where croisades has another range": ram(
        {"archers": {"men": 1, "weapon": "shortbow", "aside": 19}, "turns": 2}
    ),
    "in the fire": ram({"oil": OIL, "policies": {"fire_policy": "ram-on"}, "turns": 4}),
    "one by one": ram(
        {
            "sortie": {"kind": "of-1", "men": 1, "turn": 1},
            "besiegers": {"kind": "of-1", "men": 3},
            "turns": 3,
            "marks": 0,
            "policies": {"attack": "separate"},
        }
    ),
    "nobody behind": ram(
        {
            "sortie": {"kind": "of-1", "men": 1, "turn": 1},
            "besiegers": {"kind": "of-1", "men": 3},
            "turns": 3,
            "marks": 0,
        }
    ),
}

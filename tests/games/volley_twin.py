"""A volley and its oracle."""

import random

from games.registry import Twin
from games.variants import KINDS, MISSILE_TABLES, RIDER_TABLES, WEAPONS
from mangonel.games.cryhavoc.keys import AIMS, APPROACH_TERRAINS
from mangonel.games.cryhavoc.volley import BANDS, PLACES, SIDES
from mangonel.games.scenario import Scenario, load_scenario
from oracle.volley import play_volley


def some_group(draw: random.Random) -> dict[str, object]:
    group: dict[str, object] = {
        "men": draw.randint(0, 4),
        "weapon": draw.choice((*WEAPONS, "ballista")),
        "place": draw.choice(PLACES),
        "aside": draw.choice((0, draw.randint(0, 12), draw.randint(0, 12), draw.randint(0, 120))),
    }
    if group["weapon"] == "ballista":
        return group | {"ready": draw.randint(1, 3)}
    return group | {"wounded": draw.randint(0, int(str(group["men"]))), "aptitude": draw.choice((0, 0, -3, -1, 2, 3))}


def some_volley(draw: random.Random) -> Scenario:
    mounted = draw.random() < 0.5
    mantlets = not mounted and draw.random() < 0.4
    ground = [place for place in APPROACH_TERRAINS if not mantlets or place not in ("tree", "tent", "rubble")]
    approach = [f"{draw.choice((*ground, 'flat_ground'))} x {draw.randint(1, 8)}" for _ in range(draw.randint(1, 5))]
    men = draw.randint(1, 16)
    groups = [some_group(draw) for _ in range(draw.randint(1, 3))]
    changes: dict[str, object] = {
        "turns": draw.randint(1, 15),
        "first": draw.choice(SIDES),
        "approach": approach,
        "mantlets": mantlets,
        "targets": {
            "kind": "knight" if mounted else draw.choice((*KINDS, "knight")),
            "men": men,
            "wounded": draw.randint(0, min(men, 3)),
            "mounted": mounted,
        },
        "shooters": groups,
        "policies": {
            "aim": draw.choice(tuple(AIMS)),
            "band": draw.choice(BANDS),
            "advance": draw.choice(("walk", "walk", "walk", "half", "half", "stand")),
            "pace": draw.choice(("fit", "slowest")),
            "unhorsed": draw.choice(("follow", "stay")),
        },
        "break_off": {},
    }
    if draw.random() < 0.4:
        friends = draw.randint(1, 6)
        changes["friends"] = {"men": friends, "wounded": draw.randint(0, friends)}
    if draw.random() < 0.3:
        changes["break_off.losses"] = draw.randint(1, men)
    if draw.random() < 0.3:
        changes["break_off.turn"] = draw.randint(1, 12)
    # The English text gives no radius to the top of a siege tower.
    if any(group["place"] == "siege_tower_top" for group in groups):
        changes["assumptions.downward-radius"] = draw.choice(("play-sheet", "german"))
    return load_scenario("volley-wall").replaced(changes)


TWIN = Twin(play_volley, some_volley, (*MISSILE_TABLES, *RIDER_TABLES, "missed-shot"))

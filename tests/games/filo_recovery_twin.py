"""Random recoveries within the keys that their page names."""

import random
from typing import Any

from games.filo_engagement_twin import ORDERS, allowed_to_both, some_stack
from games.filo_fire_fight_twin import SHOOTERS
from mangonel.games.scenario import Scenario, load_scenario


def some_scenario(draw: random.Random, stacking: str) -> Scenario:
    units = [some_stack(draw, fighting=False) for _ in range(draw.randint(1, 6))]
    for place, unit in enumerate(units):
        unit["state"] = f"{draw.choice(ORDERS)}_{draw.choice(('fresh', 'fatigued'))}"
        if draw.random() < 0.8:
            unit["edge"] = draw.randint(0, 12)
        if draw.random() < 0.4:
            unit["passes"] = draw.randint(0, len(units) - place - 1)
        for name in ("beside_enemy", "beside_banner"):
            if draw.random() < 0.2:
                unit[name] = True
    allowed_to_both(units, stacking)
    policies = {"rest": draw.random() < 0.6, "de_rada": draw.choice(("worst", "best", "none"))}
    if any("al_andalus" in unit for unit in units):
        # He is none of theirs.
        del policies["de_rada"]
    changes: dict[str, Any] = {"turns": draw.randint(1, 8), "units": units, "policies": policies}
    changes["together"] = draw.random() < 0.7
    if draw.random() < 0.6:
        shots: dict[str, Any] = {"kind": draw.choice(SHOOTERS), "distance": draw.randint(1, 6)}
        shots["in_sight"] = draw.choice((10, 10, 3, 7))
        if draw.random() < 0.4:
            shots["strength"] = draw.randint(1, 12)
        shots["units"] = draw.choice((1, 1, 2))
        allowed_to_both([shots], stacking)
        changes["shots"] = shots
    return load_scenario("recovery-vanguard").replaced(changes)

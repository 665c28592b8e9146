"""Small scenarios of every sequence, which together ask for every cell and option that it can ask for."""

from __future__ import annotations

from mutations.small import Smalls
from mutations.small_days import BOMBARDMENT, FIRE, HEALING, SIEGE_CAMPAIGN
from mutations.small_engines import RAM, TOWER
from mutations.small_fights import MELEE, PANIC, SORTIE
from mutations.small_ladders import LADDER
from mutations.small_shots import VOLLEY

__all__ = ["SMALL"]

SMALL: dict[str, Smalls] = {
    "ladder-assault": LADDER,
    "ram": RAM,
    "siege-tower": TOWER,
    "sortie": SORTIE,
    "melee": MELEE,
    "volley": VOLLEY,
    "panic": PANIC,
    "fire": FIRE,
    "bombardment": BOMBARDMENT,
    "healing": HEALING,
    "siege-campaign": SIEGE_CAMPAIGN,
}

"""The sequences that scenario files can ask for."""

from __future__ import annotations

from mangonel.systems.cryhavoc.bombardment.playable import BOMBARDMENT
from mangonel.systems.cryhavoc.fire.playable import FIRE_SEQUENCE
from mangonel.systems.cryhavoc.healing.playable import HEALING
from mangonel.systems.cryhavoc.ladder.playable import LADDER_ASSAULT
from mangonel.systems.cryhavoc.melee.playable import MELEE
from mangonel.systems.cryhavoc.panic.playable import PANIC
from mangonel.systems.cryhavoc.ram.playable import RAM
from mangonel.systems.cryhavoc.siege_campaign.playable import SIEGE_CAMPAIGN
from mangonel.systems.cryhavoc.siege_tower.playable import SIEGE_TOWER
from mangonel.systems.cryhavoc.sortie.playable import SORTIE
from mangonel.systems.cryhavoc.volley.playable import VOLLEY
from mangonel.systems.playable import Playable

__all__ = ["PLAYABLES"]

_ALL = (
    LADDER_ASSAULT,
    RAM,
    SIEGE_TOWER,
    SORTIE,
    MELEE,
    VOLLEY,
    PANIC,
    FIRE_SEQUENCE,
    BOMBARDMENT,
    HEALING,
    SIEGE_CAMPAIGN,
)

PLAYABLES: dict[str, Playable] = {playable.name: playable for playable in _ALL}
"""By name, in the order in which they are to be listed."""

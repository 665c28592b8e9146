"""The sequences that scenario files can ask for."""

from __future__ import annotations

from mangonel.systems.filo.battle.playable import BATTLE
from mangonel.systems.filo.command.playable import COMMAND
from mangonel.systems.filo.engagement.playable import ENGAGEMENT
from mangonel.systems.filo.fire_fight.playable import FIRE_FIGHT
from mangonel.systems.filo.line.playable import LINE
from mangonel.systems.filo.recovery.playable import RECOVERY
from mangonel.systems.filo.waves.playable import WAVES
from mangonel.systems.playable import Playable

__all__ = ["PLAYABLES"]

PLAYABLES: dict[str, Playable] = {
    playable.name: playable for playable in (ENGAGEMENT, FIRE_FIGHT, RECOVERY, LINE, COMMAND, WAVES, BATTLE)
}
"""By name, in the order in which they are to be listed."""

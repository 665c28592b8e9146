"""Names that options of the command line take: ground, weapons, covers and what burns."""

from __future__ import annotations

from mangonel.systems.cryhavoc.fire_and_walls import CAUSES
from mangonel.systems.cryhavoc.missiles import COVERS, weapons
from mangonel.systems.cryhavoc.outcomes import STATES
from mangonel.systems.system import Names

__all__ = ["NAMES"]

NAMES = {
    "terrain": Names("--terrain and --against of odds", lambda rules: rules.table("terrain").rows, "terrain"),
    "weapons": Names("--weapon", weapons, "weapons"),
    "covers": Names("--cover", lambda _: COVERS, "covers"),
    "causes": Names("--cause of odds fire", lambda _: CAUSES, "causes"),
    "battered": Names("--target of odds batter", lambda _: ("wall", "tower", "keep"), "battered"),
    "men-states": Names("--attacker-state and --target-state of odds duel", lambda _: STATES[:-1], "men_states"),
    "targets": Names("--target of odds fire", lambda rules: rules.table("fire-targets").rows, "targets"),
}
"""By kind, in the order in which they are to be listed."""

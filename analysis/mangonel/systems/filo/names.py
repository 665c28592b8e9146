"""Names that options of the command line take."""

from __future__ import annotations

from mangonel.systems.filo.keys.stacks import GROUND
from mangonel.systems.filo.situations.fire import SHOT_BEFORE
from mangonel.systems.filo.situations.scales import STATES
from mangonel.systems.filo.situations.states import RESULTS, ROOMS
from mangonel.systems.system import Names

__all__ = ["NAMES"]

NAMES = {
    "types": Names("units of odds combat and fire", lambda rules: rules.table("types").rows, "unit_types"),
    "ground": Names("--terrain, and units of odds combat", lambda rules: GROUND.listed(rules, None, None), "ground"),
    "states": Names("--state", lambda _: STATES, "unit_states"),
    "results": Names("--result of odds states", lambda _: RESULTS, "unit_results"),
    "rooms": Names("--room", lambda _: ROOMS, "rooms"),
    "shots-before": Names("--shot-before of odds fire", lambda _: SHOT_BEFORE, "shots_before"),
}
"""By kind, in the order in which they are to be listed."""

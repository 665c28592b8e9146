"""The hexes over which men and engines come up, with the mantlets that men may carry there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from mangonel.errors import DataError
from mangonel.games.cryhavoc.ground import IMPASSABLE, standings
from mangonel.games.fields import Offer, flag, texts
from mangonel.games.reading import Reading
from mangonel.rules.change import LABEL
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet

__all__ = [
    "APPROACH_TERRAINS",
    "ENGINE_GROUND",
    "STANDING",
    "WAY_OUT",
    "WAY_TO_A_WALL",
    "approach",
    "check_approach",
    "check_mantlets",
    "mantlets",
]


APPROACH_TERRAINS = ("flat_ground", "scrub", "tree", "slope", "tent", "trench", "rubble", "filled_moat")
"""Ground over which men come up to a wall."""
WAY_OUT = (*APPROACH_TERRAINS, "drawbridge")
"""Ground over which a sortie goes."""
WAY_TO_A_WALL = (*APPROACH_TERRAINS, "moat")
"""Ground over which ladders are carried up to a wall."""
ENGINE_GROUND = ("flat_ground", "filled_moat", "moat")
"""Ground over which the approach of a ram or siege tower may lead; a moat stops it."""
STANDING = Offer("terrain", lambda rules, _roster, _above: standings(rules))
"""Ground on which men stand and fight."""
_MOST_HEXES = 60
_NO_MANTLETS = ("tree", "tent", "rubble", "moat")
"""Ground over which no mantlet is carried: barred to horses (DE 5.21), but for filled moat."""
_BARRED = "mantlets cannot be carried over this ground"


def approach(usual: tuple[str, ...]) -> Any:
    """Declare the way that men or engines come, far to near: one terrain id a hex; `usual` are those of most rule sets.

    Any id may stand there: which there are is a matter of the rule set that the scenario is played with, and
    `check_approach` looks at it then.
    """
    offer = Offer("terrain", lambda rules, _roster, _above: (*usual, *rules.added("terrain")))
    pattern = f"^{LABEL}( x (0?[1-9]|[1-5][0-9]|60))?$"
    meaning = "terrains from far to near, each an id or `id x hexes`"
    return texts(meaning, offer=offer, times=_MOST_HEXES, pattern=pattern, read=_read_approach)


def _read_approach(_reading: Reading, node: Node, name: str) -> tuple[str, ...]:
    hexes: list[str] = []
    for number, entry in enumerate(node.texts(name, default=()), start=1):
        terrain, cross, count = entry.partition(" x ")
        if not re.fullmatch(LABEL, terrain):
            raise node.error("cannot be the id of a terrain", f"{name}.{number}", value=terrain)
        if cross and not (count.isascii() and count.isdigit() and len(count) <= 2 and 0 < int(count) <= _MOST_HEXES):
            raise node.error(f"the number of hexes must be 1 to {_MOST_HEXES}", f"{name}.{number}", value=count)
        hexes += [terrain] * (int(count) if cross else 1)
    if len(hexes) > _MOST_HEXES:
        raise node.error(f"an approach has at most {_MOST_HEXES} hexes", name, value=len(hexes))
    return tuple(hexes)


def check_approach(rules: RuleSet, approach: tuple[str, ...], usual: tuple[str, ...]) -> None:
    """Check that the sequence knows the ground of an approach: `usual` are the rows of the printed table that it knows.

    Rows that overlays add are allowed as well; another terrain is a DataError.
    """
    allowed = (*usual, *rules.added("terrain"))
    for terrain in approach:
        if terrain not in allowed:
            raise DataError("unknown terrain", path="approach", value=terrain, allowed=allowed)


def mantlets() -> Any:
    """Declare whether men carry mantlets along an approach; `check_mantlets` follows with the rule set."""
    return flag("the men carry mantlets along", check=_check_carried)


def _check_carried(reading: Reading, node: Node, _name: str, carried: bool) -> None:  # noqa: FBT001 - it is the value
    barred = sorted(set(reading["approach"]) & set(_NO_MANTLETS))
    if carried and barred:
        raise node.error(_BARRED, "approach", value=barred[0])


def check_mantlets(rules: RuleSet, approach: Sequence[str]) -> None:
    """Check that mantlets can be carried over the ground that the rule set adds: where horses can go."""
    for terrain in rules.added("terrain"):
        if terrain in approach and rules.table("terrain").cell(terrain, "mounted") == IMPASSABLE:
            raise DataError(_BARRED, path="approach", value=terrain)

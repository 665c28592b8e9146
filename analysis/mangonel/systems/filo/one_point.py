"""How far the next better total is, and what one more point of each kind is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mangonel.odds.counted import counted

__all__ = ["Kind", "told_worth"]


@dataclass(frozen=True)
class Kind:
    """A kind of points that somebody could have more of."""

    name: str
    """What one of them is called, for example ``strength point``."""
    total: Callable[[int], int]
    """What is added to the die with so many more: the higher, the better."""
    chance: Callable[[int], Fraction]
    """The chance that is looked at, with so many more."""
    most: int
    """How many more are tried."""


def told_worth(kinds: Mapping[str, Kind], what: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Return facts for JSON and lines for people, by kind; `what` is the chance that is looked at, in words."""
    facts: dict[str, Any] = {"next_total": {}, "one_more_point": {}}
    nexts, worths = [], []
    for key, kind in kinds.items():
        now, chance = kind.total(0), kind.chance(0)
        more = next((points for points in range(1, kind.most + 1) if kind.total(points) > now), None)
        total = None if more is None else kind.total(more)
        facts["next_total"][key] = None if more is None else {"points": more, "total": total}
        if more is not None and total is not None:
            nexts.append(f"{counted(more, f'more {kind.name}')} to {total:+d}")
        gain = kind.chance(1) - chance
        facts["one_more_point"][key] = float(gain)
        worths.append(f"{kind.name} {float(gain) * 100:+.2f} percentage points")
    lines = {"next better total": ", ".join(nexts) or "none", "one more point": f"{', '.join(worths)}: {what}"}
    return facts, lines

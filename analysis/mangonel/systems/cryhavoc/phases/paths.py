"""How far something comes along a given way with the movement points of one move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MOAT", "Advance", "advance_table", "check_way", "foot_costs", "mounted_costs", "moves_along"]


MOAT = "moat"
"""An unfilled moat, as a row of the terrain table."""


@dataclass(frozen=True, slots=True)
class Advance:
    """One move along a way, by the distance (hexes still to enter) before it."""

    reached: NDArray[np.int8]
    """Distance after it. Shape (hexes + 1,)."""
    cost: NDArray[np.int16]
    """Movement points the hexes entered cost. Shape (hexes + 1,)."""


def foot_costs(rules: RuleSet, way: Sequence[str]) -> tuple[int | None, ...]:
    """Return what each hex of a way costs on foot, coming from the hex before it; None where it cannot be entered.

    What the edge of an unfilled moat costs stands in the table ``moat``, and the option ``moat-cost`` says whether it
    costs as much to climb out of it (play sheet; German terrain table 1.1; Italian 2.11).
    """
    costs = _costs(rules, way, "foot")
    if MOAT not in way:
        return costs
    edge = rules.table(MOAT).number("edge_cost")
    both_ways = rules.choice("moat-cost") == "slope"
    from_moat = (False, *(place == MOAT for place in way[:-1]))

    def over_the_edge(place: str, *, before: bool) -> bool:
        return not before if place == MOAT else before and both_ways

    return tuple(
        edge if cost is not None and over_the_edge(place, before=before) else cost
        for place, cost, before in zip(way, costs, from_moat, strict=True)
    )


def mounted_costs(rules: RuleSet, way: Sequence[str]) -> tuple[int | None, ...]:
    """Return what each hex of a way costs a rider; None where horses cannot enter it."""
    return _costs(rules, way, "mounted")


def _costs(rules: RuleSet, way: Sequence[str], column: str) -> tuple[int | None, ...]:
    terrain = rules.table("terrain")
    costs = [terrain.cell(place, column) for place in way]
    return tuple(int(cost) if cost.isdigit() else None for cost in costs)


def check_way(
    way: Sequence[str], costs: Sequence[int | None], who: str, points: int | None = None, stops: Sequence[str] = ()
) -> None:
    """Check that every hex of an approach can be entered: whoever comes would stand before another for ever.

    `costs` are None where it cannot; `points` are those of one move if they are always the same. On ground that may
    stop him, as the printed table has it, he is allowed to stand. The error names him by `who`.
    """
    for place, cost in zip(way, costs, strict=True):
        if place in stops:
            continue
        if cost is None:
            message = f"the approach leads over ground that {who} cannot enter"
            raise DataError(message, path="approach", value=place)
        if points is not None and cost > points:
            message = f"the approach leads over ground that costs {cost} points, and {who} has {points}"
            raise DataError(message, path="approach", value=place)


def moves_along(costs: Sequence[int | None], points: int) -> tuple[list[int], list[int]]:
    """Return the distance after one move and the points it costs, for every distance before it.

    `costs` are those of entering each hex, far to near; None stops the way. Points that are left over are lost.
    """
    hexes = len(costs)
    reached, spent = list(range(hexes + 1)), [0] * (hexes + 1)
    for distance in range(hexes + 1):
        left = points
        while reached[distance]:
            cost = costs[hexes - reached[distance]]
            if cost is None or cost > left:
                break
            left -= cost
            spent[distance] += cost
            reached[distance] -= 1
    return reached, spent


def advance_table(costs: Sequence[int | None], points: int) -> Advance:
    """Return the same as arrays."""
    import numpy as np

    reached, spent = moves_along(costs, points)
    return Advance(np.array(reached, dtype=np.int8), np.array(spent, dtype=np.int16))

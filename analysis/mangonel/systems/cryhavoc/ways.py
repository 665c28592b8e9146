"""The hexes of a way: what they cost to enter, and how far the movement points of one move lead along it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet

__all__ = ["MOAT", "Moves", "check_way", "foot_costs", "mounted_costs", "moves"]


MOAT = "moat"
"""An unfilled moat, as a row of the terrain table."""


@dataclass(frozen=True, slots=True)
class Moves:
    """One move along a way, by the distance (hexes still to enter) before it.

    Attributes
    ----------
    reached
        The distance after it.
    cost
        The movement points that the hexes entered cost.
    """

    reached: tuple[int, ...]
    cost: tuple[int, ...]


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


def moves(costs: Sequence[int | None], points: int) -> Moves:
    """Return how far the movement points of one move lead from every distance; what is left over is lost.

    `costs` are those of entering each hex, far to near; None stops the way.
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
    return Moves(tuple(reached), tuple(spent))

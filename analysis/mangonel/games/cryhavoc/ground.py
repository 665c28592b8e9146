"""Ground: its sign in melee, its height, its cost, and how far a move leads (play sheet; EN 1.71, 1.72)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from mangonel.errors import DataError, NoRollError
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Shift

SIGNS = ("-", "0", "+", "impossible")
IMPASSABLE = "impassable"
"""The cost of a hex that nobody enters."""
_IMPOSSIBLE = "impossible"
_BARE = SIGNS[: SIGNS.index(_IMPOSSIBLE)]
_NEUTRAL = "0"
_BEST = "+"
_WINDOW = "window"
_ALIASES = {"ladder": "ladder_climb"}
_SECOND = {"siege_tower_top": "siege_tower"}
PLACES = (*_ALIASES, *_SECOND)
"""Names of places besides the rows of the terrain table."""
_HORSES_PASS = ("trench",)
"""Ground that horses cross without stopping in it (play sheet; IT 2.5; DE 3.1)."""

# The default of each of these options stands for the table itself, so that a changed cell counts.
_SIGN_OPTIONS = {
    "ladder_climb": "ladder-combat-sign",
    "tower_door": "tower-door-sign",
    "keep_door": "tower-door-sign",
    "rubble": "rubble-sign",
}
_TOP_OPTION = "siege-tower-top-sign"


def terrain_sign(rules: RuleSet, terrain: str) -> str:
    """Return the sign of a terrain in melee: ``-``, ``0`` or ``+``.

    It is the id of a row of the terrain table, ``ladder``, ``siege_tower_top``, a bare sign, or ``id/sign`` for one of
    two printed signs. The options ``ladder-combat-sign``, ``tower-door-sign``, ``siege-tower-top-sign``, ``rubble-
    sign``, ``spiral-stairs`` and ``window-combat`` count. It is a DataError if there is no such terrain or sign, or no
    melee there.
    """
    if terrain in SIGNS and terrain != _IMPOSSIBLE:
        return terrain
    named, slash, wanted = terrain.partition("/")
    name = _SECOND.get(named, _ALIASES.get(named, named))
    table = rules.table("terrain")
    if name not in table.rows:
        raise DataError("unknown terrain", value=named, allowed=(*table.rows, *PLACES))
    signs = _signs(rules, name, table.cell(name, "sign").split("/"))
    if named in _SECOND:
        signs = signs[1:] or signs
    if slash and wanted not in signs:
        raise DataError(f"the sign of {name} is another", value=wanted, allowed=signs)
    sign = wanted if slash else signs[0]
    if sign == _IMPOSSIBLE:
        others = [f"{name}/{other}" for other in signs if other != sign]
        raise NoRollError("no melee here", value=terrain, allowed=others)
    return sign


def standings(rules: RuleSet) -> tuple[str, ...]:
    """Return every ground that men can stand on: rows of the terrain table, other places, bare signs."""
    return (*rules.table("terrain").rows, *PLACES, *_BARE)


def check_standing(rules: RuleSet, terrain: str, path: str, *, mounted: bool = False) -> None:
    """Check that men, some of them `mounted`, can stand and fight on a terrain; of its signs the first counts.

    It is a row of the terrain table, ``ladder``, ``siege_tower_top`` or a bare sign. There must be such a terrain and a
    melee in it, and horses must be able to enter it and stop there: else it is refused (DataError) at `path`.
    """
    if terrain not in standings(rules):
        raise DataError("unknown terrain", path=path, value=terrain, allowed=standings(rules))
    try:
        terrain_sign(rules, terrain)
    except DataError as error:
        raise DataError(error.message, path=path, value=error.value, allowed=error.allowed) from None
    if mounted and (terrain in _HORSES_PASS or not horses_enter(rules, terrain)):
        raise DataError("horses cannot stop in this terrain", path=path, value=terrain)


def horses_enter(rules: RuleSet, terrain: str) -> bool:
    """Tell whether horses can enter a ground, as `check_standing` knows it: else no rider attacks it (EN, DE 1.74)."""
    row = _SECOND.get(_place(terrain), _name(terrain))
    return row in _BARE or rules.table("terrain").cell(row, "mounted").isdigit()


def terrain_signs(rules: RuleSet, terrain: str) -> tuple[str, ...]:
    """Return the one or two signs that the terrain table prints for a terrain, as the options have them.

    Unlike `terrain_sign` it does not refuse ``impossible``.
    """
    return tuple(_signs(rules, terrain, rules.table("terrain").cell(terrain, "sign").split("/")))


def ground_shift(
    rules: RuleSet, terrain: str | Sequence[str], against: str | Sequence[str], *, one_rider: bool = False
) -> tuple[Shift, ...]:
    """Return the columns moved for the ground of both sides, none or one shift.

    Of several attackers the worst ground counts, of several defenders the best. The defender may be `one_rider`: then
    there are two hexes he stands on, of which the option ``mounted-two-hexes`` takes one. It is a DataError if a
    terrain is unknown or allows no melee.
    """
    ours = [terrain] if isinstance(terrain, str) else list(terrain)
    theirs = [against] if isinstance(against, str) else list(against)
    if not ours or not theirs:
        raise DataError("both sides have to stand somewhere")
    # A place named with one of its signs, such as window/+, is still that place.
    targets = [_name(place) for place in theirs]
    through_window = _WINDOW in (*map(_place, ours), *targets) and rules.choice("window-combat") == "defence-plus"
    if through_window:
        ours = [_NEUTRAL if _place(place) == _WINDOW else place for place in ours]
    worst = min((terrain_sign(rules, place) for place in ours), key=SIGNS.index)
    signs = [terrain_sign(rules, place) for place in theirs]
    best = max(signs, key=SIGNS.index)
    if one_rider:
        best = min(signs, key=SIGNS.index) if rules.choice("mounted-two-hexes") == "worse" else signs[0]
    if through_window:
        best = _BEST
    outside = rules.table("attacked-from-outside")
    special = next((place for place in targets if place in outside.rows), None)
    if worst == _NEUTRAL and special is not None:
        worst = outside.cell(special, "value")
    columns = rules.table("terrain-shift").number(worst, best)
    return (Shift(f"ground {worst} against {best}", columns),) if columns else ()


def _place(terrain: str) -> str:
    return terrain.partition("/")[0]


def _signs(rules: RuleSet, name: str, printed: list[str]) -> list[str]:
    """Return the signs of a row of the terrain table as the options have them."""
    option = _SIGN_OPTIONS.get(name)
    if option is not None and not rules.is_base(option):
        return [rules.choice(option)]
    if name == "siege_tower" and not rules.is_base(_TOP_OPTION):
        return [printed[0], rules.choice(_TOP_OPTION)]
    if name == "spiral_stair" and rules.choice("spiral-stairs") != "play-sheet":
        return [_NEUTRAL]
    if name == _WINDOW and rules.choice("window-combat") != _IMPOSSIBLE:
        return [_BEST]
    return printed


_HIGHEST = 1
"""The most levels between two men in a fight."""
_LIES_AT = {"arrow_slit": ("tower",), "siege_tower": ("siege_tower_bottom", "flat_ground")} | dict.fromkeys(
    ("scrub", "tree", "tent", "trench", "covered_ram", "mantlet", "drawbridge"), ("flat_ground",)
)
"""Rows of the elevation tables that stand for a place without one."""


def level(rules: RuleSet, place: str) -> Fraction:
    """Return the level of height of a place (option ``elevation-levels``).

    It is a row of the elevation tables, or a terrain that lies on flat ground; ``siege_tower`` is its inside. It is a
    DataError if there is no such place in the table, an UnknownCellError if the source gives it no number.
    """
    table = rules.table("elevation-" + rules.choice("elevation-levels"))
    name = next((row for row in (_name(place), *_LIES_AT.get(_name(place), ())) if row in table.rows), None)
    if name is None:
        raise DataError("no level of height is known for this place", value=place, allowed=table.rows)
    return Fraction(table.cell(name, "value"))


def in_reach(rules: RuleSet, attacker: str, target: str) -> bool:
    """Tell whether men in two adjacent places, as for `level`, may fight in spite of their heights.

    The options ``elevation-levels`` and ``rubble-battlement-combat`` count.
    """
    places = {_name(attacker), _name(target)}
    if places == {"ladder_climb", "battlement"}:
        return True
    if places == {"rubble", "battlement"} and rules.choice("rubble-battlement-combat") == "allowed":
        return True
    return abs(level(rules, attacker) - level(rules, target)) <= _HIGHEST


def _name(place: str) -> str:
    """Return the name of a place in the tables, without the sign that may be named with it."""
    return _ALIASES.get(_place(place), _place(place))


def check_heights(rules: RuleSet, attackers: list[str], targets: list[str]) -> None:
    """Check that all attackers reach all targets: more than one level between two of them is refused (DataError)."""
    for ours, theirs in product(attackers, targets):
        if not in_reach(rules, ours, theirs):
            levels = f"{float(level(rules, ours)):g} and {float(level(rules, theirs)):g}"
            raise NoRollError("no attack over more than one level of height", value=f"{ours}, {theirs}: {levels}")


MOAT = "moat"
"""An unfilled moat, as a row of the terrain table."""


def foot_costs(rules: RuleSet, way: Sequence[str]) -> tuple[int | None, ...]:
    """Return the cost of each hex of a way on foot, coming from the hex before it; None where it cannot be entered.

    The cost of the edge of an unfilled moat stands in the table ``moat``, and the option ``moat-cost`` says whether it
    costs as much to climb out of it (play sheet; German terrain table 1.1; Italian 2.11).
    """
    costs = _costs(rules, way, "foot")
    if MOAT not in way:
        return costs
    edge = rules.table(MOAT).number("edge_cost")
    both_ways = rules.choice("moat-cost") == "slope"
    from_moat = (False, *(place == MOAT for place in way[:-1]))
    return tuple(
        edge if cost is not None and (not before if place == MOAT else before and both_ways) else cost
        for place, cost, before in zip(way, costs, from_moat, strict=True)
    )


def mounted_costs(rules: RuleSet, way: Sequence[str]) -> tuple[int | None, ...]:
    """Return the cost of each hex of a way for a rider; None where horses cannot enter it."""
    return _costs(rules, way, "mounted")


def _costs(rules: RuleSet, way: Sequence[str], column: str) -> tuple[int | None, ...]:
    costs = [rules.table("terrain").cell(place, column) for place in way]
    return tuple(int(cost) if cost.isdigit() else None for cost in costs)


def check_way(
    way: Sequence[str], costs: Sequence[int | None], who: str, points: int | None = None, stops: Sequence[str] = ()
) -> None:
    """Check that every hex of an approach can be entered: before another one men would stand for ever.

    `costs` are None where it cannot; `points` are those of one move if they are always the same. On ground that may
    stop him, as the printed table has it, he is allowed to stand. The error names him by `who`.
    """
    for place, cost in zip(way, costs, strict=True):
        if place in stops:
            continue
        if cost is None:
            raise DataError(f"the approach leads over ground that {who} cannot enter", path="approach", value=place)
        if points is not None and cost > points:
            message = f"the approach leads over ground that costs {cost} points, and {who} has {points}"
            raise DataError(message, path="approach", value=place)


def moves(costs: Sequence[int | None], points: int, riding: Sequence[str] = ()) -> tuple[int, ...]:
    """Return the distance (hexes still to enter) after one move from every distance; points left over are lost.

    `costs` are those of entering each hex, far to near (None: no further); `riding` is the way, if horses are on it.
    """
    hexes, reached = len(costs), list(range(len(costs) + 1))
    for distance in range(hexes + 1):
        left = points
        while reached[distance]:
            cost = costs[hexes - reached[distance]]
            if cost is None or cost > left:
                break
            left -= cost
            reached[distance] -= 1
        while riding and reached[distance] < distance and riding[hexes - 1 - reached[distance]] in _HORSES_PASS:
            reached[distance] += 1
    return tuple(reached)

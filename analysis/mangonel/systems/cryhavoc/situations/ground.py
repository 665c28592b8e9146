"""Ground in melee: the sign of each terrain, and the columns moved for it (play sheet; English rules 1.71, 1.72)."""

from __future__ import annotations

from mangonel.errors import DataError, NoRollError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.situations.scales import SIGNS
from mangonel.tables.situation import Shift

__all__ = ["PLACES", "check_standing", "ground_shift", "standings", "terrain_sign", "terrain_signs"]

_IMPOSSIBLE = "impossible"
_BARE = SIGNS[: SIGNS.index(_IMPOSSIBLE)]
_NEUTRAL = "0"
_BEST = "+"
_WINDOW = "window"
_ALIASES = {"ladder": "ladder_climb"}
_SECOND = {"siege_tower_top": "siege_tower"}
PLACES = (*_ALIASES, *_SECOND)
"""Names of places besides the rows of the terrain table."""

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

    Parameters
    ----------
    rules
        The rule set; the options ``ladder-combat-sign``, ``tower-door-sign``, ``siege-tower-top-sign``,
        ``rubble-sign``, ``spiral-stairs`` and ``window-combat`` count.
    terrain
        Id of a row of the terrain table, ``ladder``, ``siege_tower_top``, a bare sign, or ``id/sign`` for one of two
        printed signs.

    Raises
    ------
    DataError
        If there is no such terrain or sign, or no melee there.
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
    """Return whatever men can be said to stand on: rows of the terrain table, other places, bare signs."""
    return (*rules.table("terrain").rows, *PLACES, *_BARE)


def check_standing(rules: RuleSet, terrain: str, path: str, *, mounted: bool = False) -> None:
    """Check that men, some of them `mounted`, can stand and fight on a terrain, of whose signs the first counts.

    It is a row of the terrain table, ``ladder``, ``siege_tower_top`` or a bare sign. There must be such a terrain, a
    melee in it, and a cost for horses if they are to enter it: else it is refused (DataError) where `path` names it.
    """
    if terrain not in standings(rules):
        raise DataError("unknown terrain", path=path, value=terrain, allowed=standings(rules))
    try:
        terrain_sign(rules, terrain)
    except DataError as error:
        raise DataError(error.message, path=path, value=error.value, allowed=error.allowed) from None
    if mounted and terrain not in _BARE:
        row = _SECOND.get(terrain, _ALIASES.get(terrain, terrain))
        if not rules.table("terrain").cell(row, "mounted").isdigit():
            raise DataError("horses cannot enter this terrain", path=path, value=terrain)


def terrain_signs(rules: RuleSet, terrain: str) -> tuple[str, ...]:
    """Return the one or two signs that the terrain table prints for a terrain, as the options have them.

    Unlike `terrain_sign` it does not refuse ``impossible``.
    """
    return tuple(_signs(rules, terrain, rules.table("terrain").cell(terrain, "sign").split("/")))


def ground_shift(
    rules: RuleSet, terrain: str | list[str], against: str | list[str], *, one_rider: bool = False
) -> tuple[Shift, ...]:
    """Return the columns moved for the ground of both sides, none or one shift.

    Parameters
    ----------
    terrain, against
        Where the attackers and the defenders stand. Of several attackers the worst counts, of several defenders the
        best.
    one_rider
        Whether the defender is one mounted man; then `against` are the two hexes he stands on, of which the option
        ``mounted-two-hexes`` takes one.

    Raises
    ------
    DataError
        If a terrain is unknown or allows no melee.
    """
    ours = [terrain] if isinstance(terrain, str) else list(terrain)
    theirs = [against] if isinstance(against, str) else list(against)
    if not ours or not theirs:
        raise DataError("both sides have to stand somewhere")
    # A place named with one of its signs, such as window/+, is still that place.
    targets = [_place(place) for place in theirs]
    at_window = _WINDOW in (*map(_place, ours), *targets)
    through_window = at_window and rules.choice("window-combat") == "defence-plus"
    if through_window:
        ours = [_NEUTRAL if place == _WINDOW else place for place in ours]
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
    """Return a terrain without the sign that may be named with it."""
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

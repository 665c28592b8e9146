"""Shots: one roll on a missile table, from weapon, range, cover and target (English rules 1.3 to 1.5)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any

from mangonel.engine.notes import counted
from mangonel.errors import DataError, NoRollError, UnknownCellError
from mangonel.games.cryhavoc.men import FIT, HURT_RIDER, RIDER, RIDERS, STUNNED, WORDS, WOUNDED, Kind
from mangonel.games.cryhavoc.rolls import Blow, against_animal, blow, check_animals
from mangonel.rules.cells import EMPTY, NO_EFFECT, UNKNOWN, read_band
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Modifier, Situation, possible
from mangonel.rules.table import Table

COVERS = ("none", "light", "medium", "heavy", "infinite")
BANDS = ("short", "medium", "long")
SHOT_FIRST = (RIDER, FIT, STUNNED, HURT_RIDER, WOUNDED)
"""The order in which men are shot at, where nobody chooses."""
FRIEND_HIT = "W"
"""The result of a missed shot that hits a friend beside the target."""
_BOW = "bow"
_HEAVY = "heavy"
_INFINITE = "infinite"
_TOWER, _TOWER_TOP = "siege_tower", "siege_tower_top"
_SPIRAL = {"cover-only": "medium", "flat": "none"}
"""Cover of a spiral stair where the option ``spiral-stairs`` does not take the terrain table's."""


def weapons(rules: RuleSet) -> tuple[str, ...]:
    """Return the weapons of the missile tables."""
    return tuple(rules.table("missile-foot").row_offset)


def weapon_kind(rules: RuleSet, weapon: str) -> str:
    """Return the kind of a weapon, by the table ``weapon-kinds``: ``bow``, ``crossbow`` or, with a crew, ``engine``.

    A weapon of which the table says nothing is a bow; one that is not there is refused (DataError).
    """
    if weapon not in weapons(rules):
        raise DataError("unknown weapon", value=weapon, allowed=weapons(rules))
    table = rules.table("weapon-kinds")
    return table.cell(weapon, "value") if weapon in table.rows else _BOW


def shoots_in(rules: RuleSet, weapon: str, part: int) -> bool:
    """Tell whether men with a weapon shoot in missile phase `part` of a player turn: bows do in both (DE 1.21)."""
    return part == 1 or weapon_kind(rules, weapon) == _BOW


def missile_situation(
    rules: RuleSet,
    *,
    weapon: str,
    distance: int,
    cover: str,
    mounted: bool = False,
    wounded: bool = False,
    dismounted_knight: bool = False,
    aptitude: int = 0,
    friend_apart: float | None = None,
    from_siege_tower: bool = False,
    modifiers: tuple[Modifier, ...] = (),
) -> Situation:
    """Return the roll of one shot at a target so many hexes away, at least 1.

    Cover is ``none``, ``light``, ``medium``, ``heavy`` or ``infinite``; `terrain_cover` finds it for a terrain. That
    the shooter is `wounded` does not count for the crew of a ballista. The aptitude is the shooter's number of the
    optional German rule, added to the die: the lower, the better. `friend_apart` are the levels of height between the
    target and a friend of the shooter beside it, None without such a friend; the options ``friend-adjacent-height``,
    for which alone it counts whether the shooter stands on top of a siege tower, and ``missed-shot-rule`` tell whether
    the shot is allowed.

    It is a DataError if there is no such weapon or cover, or no shot: out of range, infinite cover, or a friend in the
    way; an UnknownCellError if the source has lost the range band.
    """
    table = rules.table("missile-mounted" if mounted else "missile-foot")
    rows_down = table.offset(weapon)
    if mounted and dismounted_knight:
        raise DataError("a target cannot be mounted and a dismounted knight at once")
    if (
        friend_apart is not None
        and rules.choice("missed-shot-rule") != "errare-humanum-est"
        and friend_forbids(rules, friend_apart, from_siege_tower=from_siege_tower)
    ):
        needed = rules.choice("friend-adjacent-height")
        message = f"no shot: a friend is beside the target (option friend-adjacent-height: {needed})"
        raise NoRollError(message, value=friend_apart)
    band = range_band(rules, weapon, distance)
    column = _cover_column(rules, table, cover, mounted=mounted)
    numbers = rules.table("missile-modifiers")
    parts = [Modifier(f"{band} range", numbers.number(band))]
    if wounded and weapon_kind(rules, weapon) != "engine":
        parts.append(Modifier("wounded shooter", numbers.number("shooter_wounded")))
    if dismounted_knight and rules.number("dismounted-knight"):
        parts.append(Modifier("dismounted knight", numbers.number("target_dismounted_knight")))
    parts += _aptitude(rules, aptitude)
    return Situation(table, column, modifiers=(*parts, *modifiers), row_offset=rows_down, row_reason=weapon)


def animal_shot_situation(rules: RuleSet, **factors: Any) -> Situation:
    """Return the roll of a shot at a riderless horse or a draught animal (by analogy with German rules 3.35).

    Takes the other arguments of `missile_situation`; errors are as there, and as of `check_animals`.
    """
    check_animals(rules)
    return against_animal(rules, missile_situation(rules, mounted=True, **factors))


def missed_shot_situation(
    rules: RuleSet, *, aptitude: int = 0, band: str = "short", wounded: bool = False
) -> Situation:
    """Return the roll after a miss beside friends of the shooter (German optional rule, errare humanum est).

    The shooter's number counts in any case, the range band of the shot and his wound by the option ``missed-shot-
    modifiers``. It is a DataError if there is no such range band, or the rule set gives shooters no number.
    """
    if band not in BANDS:
        raise DataError("unknown range band", value=band, allowed=BANDS)
    numbers = rules.table("missile-modifiers")
    modifiers = _aptitude(rules, aptitude)
    if rules.choice("missed-shot-modifiers") == "all":
        modifiers.append(Modifier(f"{band} range", numbers.number(band)))
        if wounded:
            modifiers.append(Modifier("wounded shooter", numbers.number("shooter_wounded")))
    return Situation(rules.table("missed-shot"), "friend", modifiers=tuple(modifiers)).giving((NO_EFFECT, FRIEND_HIT))


def band_limits(rules: RuleSet, weapon: str) -> dict[str, tuple[int, int]]:
    """Return first and last hex of each range band of a weapon, as far as the source gives them; as `range_table`."""
    table = range_table(rules, weapon)
    cells = {band: table.printed(weapon, band) for band in BANDS}
    return {band: read_band(cell) for band, cell in cells.items() if cell not in (EMPTY, UNKNOWN)}


def reach(rules: RuleSet, weapon: str) -> int:
    """Return the last hex that a weapon is known to reach."""
    return max((last for _, last in band_limits(rules, weapon).values()), default=0)


def range_band(rules: RuleSet, weapon: str, distance: int) -> str:
    """Return the range band of a distance: ``short``, ``medium`` or ``long``.

    A distance under 1 or beyond the last band is refused (DataError), and one of which the source has lost the band
    (UnknownCellError).
    """
    if distance < 1:
        raise DataError("a shot goes at least 1 hex far", value=distance)
    for band, (first, last) in band_limits(rules, weapon).items():
        if first <= distance <= last:
            return band
    table = range_table(rules, weapon)
    for band in BANDS:
        if table.printed(weapon, band) == UNKNOWN:
            reason = table.unknown.get(f"{weapon}.{band}", "the source does not give it")
            raise UnknownCellError(
                f"whether a {weapon} reaches {distance} hexes is unknown: {band} range in table {table.id}: {reason};"
                f" an overlay can supply it with a [[change]] of row {weapon}, column {band}"
            )
    raise NoRollError(f"no shot: a {weapon} reaches {reach(rules, weapon)} hexes", value=distance)


def terrain_cover(rules: RuleSet, terrain: str, *, second: bool = False) -> str:
    """Return the cover that a terrain gives against missiles (options ``mantlet-cover``, ``spiral-stairs``).

    It is the id of a row of the terrain table, or ``siege_tower_top``. Where the table prints two values, the `second`
    is that outside the wall, gate raised, or on top of a siege tower. It is a DataError if there is no such terrain, or
    it has no second value.
    """
    if terrain == _TOWER_TOP:
        return terrain_cover(rules, _TOWER, second=True)
    values = terrain_covers(rules, terrain)
    if second and len(values) == 1:
        raise DataError("this terrain has one value of cover only", value=terrain)
    return values[1 if second else 0]


def friend_forbids(rules: RuleSet, apart: float, *, from_siege_tower: bool = False) -> bool:
    """Tell whether a friend of the shooter beside the target is so near in height that there is no shot.

    `apart` are the levels between the two; the option ``friend-adjacent-height`` counts, and whether the shooter stands
    on top of a siege tower.
    """
    needed = rules.choice("friend-adjacent-height")
    if needed == "any-difference":
        return apart == 0
    return abs(apart) < 1 or (needed == "never-from-siege-tower" and from_siege_tower)


def terrain_covers(rules: RuleSet, terrain: str) -> tuple[str, ...]:
    """Return the one or two values of cover that the terrain table prints for a terrain, as the options have them."""
    values = tuple(rules.table("terrain").cell(terrain, "cover").split("/"))
    if terrain == "spiral_stair":
        return (_SPIRAL.get(rules.choice("spiral-stairs"), values[0]),)
    if terrain == "mantlet" and rules.choice("mantlet-cover") == _INFINITE:
        return (_INFINITE,)
    return values


def range_table(rules: RuleSet, weapon: str) -> Table:
    """Return the table that the ranges of a weapon stand in (options ``missile-ranges``, ``revised-ballista``).

    A weapon that is not there, or has no ranges under the rule set, is refused (DataError).
    """
    table = rules.table("ranges-" + rules.choice("missile-ranges"))
    if weapon not in table.rows and weapon == "ballista" and rules.choice("revised-ballista") == "base":
        table = rules.table("ranges-base")
    if weapon in weapons(rules) and weapon not in table.rows:
        raise NoRollError(f"no shot: table {table.id} has no ranges for this weapon", value=weapon)
    return table


def _cover_column(rules: RuleSet, table: Table, cover: str, *, mounted: bool) -> str:
    if cover == _INFINITE:
        raise NoRollError("no shot: the target has infinite cover")
    if cover not in COVERS:
        raise DataError("unknown cover", value=cover, allowed=COVERS)
    if mounted and cover == _HEAVY and all(table.printed(row, _HEAVY) == EMPTY for row in table.rows):
        return rules.choice("mounted-heavy-cover")
    return cover


def _aptitude(rules: RuleSet, aptitude: int) -> list[Modifier]:
    if aptitude and rules.choice("shooter-aptitude") == "none":
        raise DataError("shooters have no number of their own under this rule set", value=aptitude)
    numbers = rules.table("missile-modifiers")
    low, high = numbers.number("aptitude_lowest"), numbers.number("aptitude_highest")
    if not low <= aptitude <= high:
        raise DataError(f"a shooter's aptitude is {low} to {high}", value=aptitude)
    return [Modifier("shooter's aptitude", aptitude)] if aptitude else []


SHOOTERS = ("ground", "ladder", "battlement", "tower_slit", "siege_tower_top", "keep_slit")
"""Where a shooter may stand."""
_NONE, _LIGHT = "none", "light"
VOID_FROM_ABOVE = ("scrub", "slope")
_KEPT_FROM_TOWER = ("tree", "rubble", _TOWER, _TOWER_TOP)
"""Cover left against a shooter on a siege tower in the Italian supplement 2.82."""


def target_cover(
    rules: RuleSet,
    terrain: str | Sequence[str],
    *,
    shooter: str = "ground",
    distance: int | None = None,
    crosses: Sequence[str] = (),
    across_edge: bool = False,
) -> str:
    """Return the cover of a target for one shooter: ``none``, ``light``, ``medium``, ``heavy`` or ``infinite``.

    The target's ground is a row of the terrain table or ``siege_tower_top``, two for a mounted man, standing on two
    hexes (option ``mounted-two-hexes``). The shooter is at one of `SHOOTERS`: from a ladder the option ``ladder-
    shooting`` counts, from a height ``downward-radius`` and ``siege-tower-shooter-cover``, and at scrub and slopes the
    distance is needed then. The line of fire `crosses` ground on its way (option ``scrub-crossing-cover``), or the edge
    of a slope (option ``slope-cover``).

    It is a DataError if a terrain or shooter is unknown, the distance is missing, or no such shot is allowed, from a
    ladder or across a tree; an UnknownCellError if the source does not give the radius of a high shooter.
    """
    places = [terrain] if isinstance(terrain, str) else list(terrain)
    if not places:
        raise DataError("the target has to stand somewhere")
    if shooter not in SHOOTERS:
        raise DataError("unknown place of a shooter", value=shooter, allowed=SHOOTERS)
    if shooter == "ladder" and rules.choice("ladder-shooting") == "faced-battlement" and places != ["battlement"]:
        raise NoRollError("no shot from a ladder but at the battlement before it", value=places[0])
    if "tree" in crosses:  # From any height (EN 1.44; DE 1.44, 3.22).
        raise NoRollError("no shot: a tree is in its way")
    if len(places) > 1 and rules.choice("mounted-two-hexes") == "first":
        places = places[:1]
    covers = [_cover(rules, place, shooter, distance, crosses, across_edge=across_edge) for place in places]
    return max(covers, key=COVERS.index)


def cover_on_way(
    rules: RuleSet, way: Sequence[str], distance: int, *, hexes: int, shooter: str, mantlets: bool = False
) -> str:
    """Return the cover of men on a way, far to near: that of their hex, or of their mantlets if it is better.

    At a distance they stand in the hex they entered last; before their first move, in one like the first, and in the
    open if there is none. Mantlets cover until the end of the way. The shooter is `hexes` away.
    """
    terrain = way[max(0, len(way) - 1 - distance)] if way else "flat_ground"
    places = [terrain, "mantlet"] if mantlets and distance > 0 else [terrain]
    return max((target_cover(rules, place, shooter=shooter, distance=hexes) for place in places), key=COVERS.index)


def _cover(
    rules: RuleSet, place: str, shooter: str, distance: int | None, crosses: Sequence[str], *, across_edge: bool
) -> str:
    cover = terrain_cover(rules, place)
    if place == "slope" and across_edge and rules.choice("slope-cover") == "light-across-edge":
        cover = _LIGHT
    if shooter == _TOWER_TOP and rules.choice("siege-tower-shooter-cover") == "void":
        return cover if place in _KEPT_FROM_TOWER or cover == _INFINITE else _NONE
    scrub = "scrub" in crosses and rules.choice("scrub-crossing-cover") == _LIGHT
    if (place in VOID_FROM_ABOVE or scrub) and _from_above(rules, shooter, distance):
        return _NONE if place in VOID_FROM_ABOVE else cover
    return max(cover, _LIGHT, key=COVERS.index) if scrub else cover


def _from_above(rules: RuleSet, shooter: str, distance: int | None) -> bool:
    """Tell whether a shooter stands so high and near that scrub and slopes do not count."""
    table = rules.table("high-shooters")
    if shooter not in table.rows:
        return False
    if distance is None:
        raise DataError("a shot from a height at scrub or a slope needs its distance", value=shooter)
    return distance <= table.number(shooter, rules.choice("downward-radius"))


def shot(
    rules: RuleSet,
    target: Kind,
    state: str,
    weapon: str,
    hexes: int,
    cover: str,
    *,
    allowed: bool = False,
    told: str = "at a {man}, {away}",
    key: Hashable = None,
    **shooter: Any,
) -> Blow | None:
    """Return the shot at a man in a state, which a trace begins with `told`; `key`: as of `Roll`.

    The `shooter` is as of `missile_situation`. None if he is out of range, or the rules forbid it: of a shot that has
    to be `allowed` that is an error (DataError).
    """
    shooter |= {"mounted": state in RIDERS, "dismounted_knight": target.dismounted_knight and state not in RIDERS}
    situation = partial(missile_situation, rules, weapon=weapon, distance=hexes, cover=cover, **shooter)
    roll = situation() if allowed else possible(situation)
    against = told.format(man=WORDS[state], away=f"{counted(hexes, 'hex')} away")
    return None if roll is None else blow(rules, roll, weapon, against=against, key=key)

"""Fire, oil, ladders and battering: one roll each (EN 1.94; Italian 2.9 to 2.11; German rules 3.5, 4.2, 4.3, 5.3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from mangonel.engine.rolls import Roll
from mangonel.errors import DataError, NoRollError
from mangonel.games.cryhavoc.missiles import band_limits, weapon_kind, weapons
from mangonel.rules.cells import NO_EFFECT, read_whole
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Modifier, Situation
from mangonel.rules.table import Table

CAUSES = ("spread", "oil", "arrow", "hand")
OIL_PLACES = ("lower", "ladder", "same_height", "siege_tower_top")
"""The places where oil may be poured onto a man."""
CATCHES, HITS = "F", "H"
"""Results that set alight, and of the roll to hit that hit."""
PUT_OUT, ARROWS_OUT = "D", "DA"
"""Results that put any fire out, and one of arrows alone."""
COMES_ROUND, KILLED = "R", "K"
"""Results of a stunned man in a hex that catches fire."""
_COLUMNS = {"spread": "spread", "oil": "oil_barrel", "hand": "spread"}
_TARGETS = {
    "play-sheet": ("fire-targets",),
    "protected-mantlets": ("fire-targets-protected", "fire-targets"),
    "italian": ("fire-targets-italian",),
}
_FIRE_WEAPONS = {"bows": ("bow",), "bows-and-crossbows": ("bow", "crossbow")}
"""Kinds of weapons that shoot fire arrows, by the option ``fire-arrow-weapons``."""


def fire_situation(
    rules: RuleSet, *, cause: str = "spread", target: str | None = None, from_battlement: bool = False
) -> Situation:
    """Return the roll on the fire table: result ``F`` (catches) or ``-``.

    The target of an arrow, for which alone it counts, is a row of the table ``fire-targets`` (option ``fire-arrow-
    target-classes``). Fire may be set by hand `from_battlement` to an engine beside it (option ``hand-ignition``). It
    is a DataError if cause or target are unknown, or no roll is made: fire set by hand is certain unless the option
    ``first-fire-column`` says otherwise.
    """
    table = rules.table("fire")
    if cause not in CAUSES:
        raise DataError("unknown cause of fire", value=cause, allowed=CAUSES)
    if cause == "arrow":
        return Situation(table, _arrow_column(rules, target)).giving((NO_EFFECT, CATCHES))
    if _is_certain(rules, cause, from_battlement=from_battlement):
        raise NoRollError("no roll: fire set by hand catches for certain")
    return Situation(table, _COLUMNS[cause]).giving((NO_EFFECT, CATCHES))


def fire_odds(
    rules: RuleSet,
    *,
    cause: str = "spread",
    target: str | None = None,
    weapon: str = "longbow",
    distance: int | None = None,
    from_battlement: bool = False,
) -> dict[str, Fraction]:
    """Return the exact odds that something catches fire, the roll to hit with an arrow included, without zero entries.

    Parameters are as for `fire_situation`; for an arrow also the weapon, and the hexes to the target if they are to be
    checked against short range. It is a DataError if cause or target are unknown, or the weapon shoots no fire arrows
    so far.
    """
    if _is_certain(rules, cause, from_battlement=from_battlement):
        return {CATCHES: Fraction(1)}
    situation = fire_situation(rules, cause=cause, target=target, from_battlement=from_battlement)
    catches = situation.odds().get(CATCHES, Fraction(0))
    if cause == "arrow":
        check_fire_arrow(rules, weapon, distance)
        hit = arrow_hit_situation(rules)
        if hit is not None:
            catches *= 1 - hit.odds().get(NO_EFFECT, Fraction(0))
    odds = {CATCHES: catches, NO_EFFECT: 1 - catches}
    return {result: chance for result, chance in odds.items() if chance}


def arrow_hit_situation(rules: RuleSet) -> Situation | None:
    """Return the roll to hit of a fire arrow (``H`` or ``-``), None where the fire table alone decides."""
    if rules.choice("fire-arrow-to-hit") == "none":
        return None
    return Situation(rules.table("fire-arrow-hit"), "hit").giving((NO_EFFECT, HITS))


def check_fire_arrow(rules: RuleSet, weapon: str, distance: int | None = None) -> None:
    """Check that a weapon shoots fire arrows, and so far.

    It is refused (DataError) if the option ``fire-arrow-weapons`` leaves it out, or the target is beyond short range.
    """
    kinds = _FIRE_WEAPONS[rules.choice("fire-arrow-weapons")]
    allowed = [name for name in weapons(rules) if weapon_kind(rules, name) in kinds]
    if weapon not in allowed:
        if weapon in weapons(rules):
            raise NoRollError("this weapon shoots no fire arrows", value=weapon, allowed=allowed)
        raise DataError("unknown weapon", value=weapon, allowed=allowed)
    if distance is not None:
        band = band_limits(rules, weapon).get("short")
        if band is None:
            raise NoRollError("this weapon has no short range", value=weapon)
        first, last = band
        if not first <= distance <= last:
            raise NoRollError(f"fire arrows need short range, {first} to {last} hexes", value=distance)


def extinguish_situation(rules: RuleSet) -> Situation:
    """Return one man's try to put out a hex: result ``D``, ``DA`` (arrow fires only) or ``-``."""
    return Situation(rules.table("fire"), "extinguish").giving((NO_EFFECT, PUT_OUT, ARROWS_OUT))


def _puts_out(result: str, *, arrows_only: bool) -> bool:
    """Tell whether a result of `extinguish_situation` puts a fire out, one of arrows alone or any other."""
    return result == PUT_OUT or (arrows_only and result == ARROWS_OUT)


def extinguish_odds(rules: RuleSet, *, arrows_only: bool = False) -> Fraction:
    """Return the chance that one man's try puts a hex out."""
    odds = extinguish_situation(rules).odds()
    return sum((odds[result] for result in odds if _puts_out(result, arrows_only=arrows_only)), Fraction(0))


def oil_situation(rules: RuleSet, *, place: str = "lower") -> Situation:
    """Return the attack of boiling oil on an unprotected man: the foot table, without shifts.

    He is at one of `OIL_PLACES`; it is a DataError if there is no such place, or oil may not be poured there (option
    ``oil-targets``).
    """
    if place not in OIL_PLACES:
        raise DataError("unknown place for oil", value=place, allowed=OIL_PLACES)
    if place not in ("lower", "ladder") and rules.choice("oil-targets") == "lower":
        raise NoRollError("oil is poured onto lower hexes and ladders only", value=place)
    return Situation(rules.table("melee-foot"), rules.table("oil").cell("unprotected_character", "value"))


def stunned_in_fire_odds(rules: RuleSet) -> dict[str, Fraction]:
    """Return the odds of a stunned man in a hex that catches fire: ``R`` (comes round) and ``K`` (killed).

    The option ``stunned-in-fire`` counts.
    """
    if rules.choice("stunned-in-fire") == "killed":
        return {KILLED: Fraction(1)}
    return comes_round_situation(rules).odds()


def comes_round_situation(rules: RuleSet) -> Situation:
    """Return the roll of a stunned man in a burning hex: result ``R`` (he comes round) or ``K`` (he is killed)."""
    return Situation(rules.table("stunned-in-fire"), "fire").giving((COMES_ROUND, KILLED))


def burning_turns(rules: RuleSet) -> int:
    """Return at how many ends of a turn a fire has burnt when it destroys (option ``fire-three-turns``)."""
    return {"laid": 3, "turn-after": 4}[rules.choice("fire-three-turns")]


def _arrow_column(rules: RuleSet, target: str | None) -> str:
    tables = [rules.table(name) for name in _TARGETS[rules.choice("fire-arrow-target-classes")]]
    allowed = tables[-1].rows
    if target is None:
        raise DataError("a fire arrow needs a target", allowed=allowed)
    for table in tables:
        if target in table.rows:
            return table.cell(target, "value")
    if target in rules.table("fire-targets").rows:
        raise NoRollError(f"table {tables[-1].id} has no column for this target", value=target, allowed=allowed)
    raise DataError("unknown target of fire", value=target, allowed=allowed)


def _is_certain(rules: RuleSet, cause: str, *, from_battlement: bool) -> bool:
    """Return whether fire is set by hand and needs no roll; perhaps it may not be set from there (NoRollError)."""
    if cause == "hand" and from_battlement and rules.choice("hand-ignition") == "not-from-battlement":
        raise NoRollError("an engine beside the battlement is not set on fire by hand from there")
    return cause == "hand" and rules.choice("first-fire-column") != "also-hand-ignition"


_NAMES = {"arrow": "fire arrow", "oil": "oil barrel", "hand": "fire by hand", "spread": "spread of fire"}
"""Name of the roll, by the cause of a fire."""


def arrow_hit_roll(rules: RuleSet) -> Roll | None:
    """Return the roll to hit of a fire arrow; None if it needs none."""
    hit = arrow_hit_situation(rules)
    return None if hit is None else Roll.on(hit, "fire arrow to hit", key="fire arrow to hit")


def fire_roll(rules: RuleSet, cause: str, target: str | None = None) -> Roll:
    """Return the roll that sets something alight; a target without a column in the rules is refused (DataError)."""
    return Roll.on(fire_situation(rules, cause=cause, target=target), _NAMES[cause], key=(_NAMES[cause], target))


def comes_round_roll(rules: RuleSet) -> Roll:
    """Return the roll of a stunned man in a hex that catches fire."""
    return Roll.on(comes_round_situation(rules), "in the fire", key="in the fire")


def extinguish_roll(rules: RuleSet) -> Roll:
    """Return one man's try to put a fire out."""
    return Roll.on(extinguish_situation(rules), "putting out", key="putting out")


def put_out(dice: Any, roll: Roll, who: str, note: str, *, by_arrows: Callable[[], bool] = lambda: False) -> bool:
    """Let a man try to put a fire out, by arrows alone or not; return whether it is out."""
    dice.count("tries")
    result = dice.roll(roll, who=who)
    if _puts_out(result, arrows_only=result == ARROWS_OUT and by_arrows()):
        dice.count("put_out")
        dice.note(note)
        return True
    if result == ARROWS_OUT:
        dice.note("the fire burns on: it was not caused by arrows alone")
    return False


WALLS = ("wall", "tower", "keep")
"""Targets of battering."""
WALL_HEXES = ("outer", "inner", "tower", "keep")
"""Kinds of hexes of a castle's walls."""
TOPPLED = "T"
"""The result of toppling a ladder that topples it."""
DAMAGE = "D"
"""The result that damages a wall."""
_BATTERING = re.compile(f"{NO_EFFECT}|{DAMAGE}|(?:{DAMAGE}/)?([1-9])C")


def topple_situation(rules: RuleSet, *, wounded: bool = False, below: bool = False) -> Situation:
    """Return the roll to topple a ladder: result ``T`` or ``-`` (option ``ladder-topple-wounded``).

    From `below`, the ground beside the ladder, it is a DataError if the option ``ladder-topple-from-below`` forbids it.
    """
    if below and rules.choice("ladder-topple-from-below") == "forbidden":
        raise NoRollError("ladders are toppled from the battlement only")
    modifier = rules.number("ladder-topple-wounded") if wounded else 0
    modifiers = (Modifier("wounded", modifier),) if modifier else ()
    return Situation(rules.table("ladder-topple"), "topple", modifiers=modifiers).giving((NO_EFFECT, TOPPLED))


def batter_situation(
    rules: RuleSet,
    *,
    points: int,
    bombarded: bool = False,
    target: str = "wall",
    ram: bool = False,
    wall_whole: bool = False,
    keep_whole: bool = False,
) -> Situation:
    """Return one roll on the battering table with some points, which are at least 1 (`machine_points`).

    The target is ``wall``, ``tower`` or ``keep``. For a ram C results are void, and it counts whether stone throwers
    have shot at the wall before (`bombarded`). For stone throwers at the keep it counts whether the outer wall is
    whole, or the keep hexes beside this one are (option ``keep-bombardment-condition``). It is a DataError if there is
    nothing to batter with, no such target, or it may not be battered.
    """
    if target not in WALLS:
        raise DataError("unknown target of battering", value=target, allowed=WALLS)
    if ram and target == "keep" and rules.choice("ram-against-keep") == "forbidden":
        raise NoRollError("no ram is allowed against the keep")
    if target == "keep" and not ram:
        needed = rules.choice("keep-bombardment-condition")
        if {"outer-breach": wall_whole, "keep-damaged": keep_whole}[needed]:
            raise NoRollError("the keep may not be bombarded yet (option keep-bombardment-condition)", value=needed)
    table = rules.table("battering")
    numbers = rules.table("battering-modifiers")
    modifiers = []
    if target != "wall" and rules.number("ram-tower-minus-one" if ram else "tower-keep-minus-one"):
        modifiers.append(Modifier(f"against a {target}", numbers.number("tower_or_keep_hex")))
    if ram and bombarded and rules.number("ram-bombarded-wall-minus-one"):
        modifiers.append(Modifier("wall bombarded before", numbers.number("ram_on_wall_already_bombarded")))
    column = _points_column(rules, table, points)
    if ram:
        table = table.with_texts(_void_losses(table))
    known = [letter for letter in table.result_codes if _BATTERING.fullmatch(letter)]
    return Situation(table, column, modifiers=tuple(modifiers)).giving(known)


def battering_effect(result: str, *, ram: bool = False) -> tuple[int, int]:
    """Return the damage steps of the wall and the points lost for a result of the battering table, such as ``D/2C``.

    A ram loses none. Anything but such a result is refused (DataError).
    """
    match = _BATTERING.fullmatch(result)
    if match is None:
        raise DataError("no battering result", value=result, allowed=("-", "D", "1C", "D/1C"))
    return int(result.startswith(DAMAGE)), 0 if ram else int(match[1] or 0)


def damage_odds(situation: Situation) -> Fraction:
    """Return the chance that one battering roll damages the wall."""
    return sum((odds for result, odds in situation.odds().items() if battering_effect(result)[0]), Fraction(0))


def machine_points(rules: RuleSet, engine: str) -> int:
    """Return the battering points of an engine, for example of a ``ram``."""
    return rules.table("machine-points").number(engine)


def _points_column(rules: RuleSet, table: Table, points: int) -> str:
    if points < 1:
        raise NoRollError("there is nothing to batter with: at least 1 point is needed", value=points)
    limits = [read_whole(label.rstrip("+")) for label in table.columns]
    if rules.choice("between-columns") == "above":
        place = next((place for place, limit in enumerate(limits) if limit >= points), len(limits) - 1)
    else:
        place = max((place for place, limit in enumerate(limits) if limit <= points), default=-1)
    if place < 0:
        raise NoRollError(f"no roll below {limits[0]} points", value=points)
    return table.columns[place]


def _void_losses(table: Table) -> dict[str, str]:
    texts = {}
    for result in table.results:
        damage, loss = battering_effect(result) if _BATTERING.fullmatch(result) else (0, 0)
        if loss:
            kept = table.results.get(DAMAGE, "damage") if damage else table.results.get(NO_EFFECT, "no damage")
            texts[result] = f"{kept}; C is void for a ram"
    return texts


def marks_to_breach(rules: RuleSet, wall: str = "outer") -> int:
    """Return how many damage results bring a hex of this kind (one of `WALL_HEXES`) down (``inner-wall-d-count``)."""
    if wall in {"inner", "keep"}:
        return rules.number("inner-wall-d-count")
    return rules.table("breach").number("outer_wall")


def battered_as(wall: str) -> str:
    """Return the target of battering that a hex of this kind is: ``wall``, ``tower`` or ``keep``."""
    return wall if wall in {"tower", "keep"} else "wall"

"""Ladders and battering: one roll each (English rules 1.94; Italian supplement 2.9, 2.10; German rules 4.2, 4.3)."""

from __future__ import annotations

import re
from fractions import Fraction

from mangonel.errors import DataError, NoRollError
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.cells import NO_EFFECT, read_whole
from mangonel.tables.situation import Modifier, Situation
from mangonel.tables.table import Table

__all__ = [
    "DAMAGE",
    "TOPPLED",
    "WALLS",
    "WALL_HEXES",
    "batter_situation",
    "battered_as",
    "battering_effect",
    "breach_count",
    "damage_odds",
    "machine_points",
    "marks_to_breach",
    "topple_situation",
]

WALLS = ("wall", "tower", "keep")
"""Targets of battering."""
WALL_HEXES = ("outer", "inner", "tower", "keep")
"""Kinds of hexes of a castle's walls."""

TOPPLED = "T"
"""The result of toppling a ladder that topples it."""
DAMAGE = "D"
"""The result that damages a wall."""
_LOSS = "C"
_BATTERING = re.compile(f"{NO_EFFECT}|{DAMAGE}|(?:{DAMAGE}/)?([1-9]){_LOSS}")


def topple_situation(rules: RuleSet, *, wounded: bool = False, below: bool = False) -> Situation:
    """Return the roll of a man who topples a ladder: result ``T`` or ``-``.

    Parameters
    ----------
    rules
        The rule set; its options ``ladder-topple-wounded`` and ``ladder-topple-from-below`` count.
    below
        Whether he stands on the ground beside the ladder, and not on the wall before it.

    Raises
    ------
    DataError
        If ladders cannot be toppled from below.
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
    outer_breach: bool = True,
    keep_damaged: bool = True,
) -> Situation:
    """Return one roll on the battering table.

    Parameters
    ----------
    points
        Battering points used against the wall hex, at least 1; `machine_points` has those of each engine.
    bombarded
        Whether stone throwers have shot at this wall hex before; it counts for a ram only.
    target
        ``wall``, ``tower`` or ``keep``.
    ram
        Whether a ram batters; C results are void for it.
    outer_breach, keep_damaged
        For stone throwers at the keep: whether the outer wall has been breached, and whether a keep hex beside this
        one has been damaged. Which of them is needed is the option ``keep-bombardment-condition``.

    Raises
    ------
    DataError
        If there is nothing to batter with, no such target, or it may not be battered.
    """
    if target not in WALLS:
        raise DataError("unknown target of battering", value=target, allowed=WALLS)
    if ram and target == "keep" and rules.choice("ram-against-keep") == "forbidden":
        raise NoRollError("no ram is allowed against the keep")
    if target == "keep" and not ram:
        needed = rules.choice("keep-bombardment-condition")
        if not {"outer-breach": outer_breach, "keep-damaged": keep_damaged}[needed]:
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
    """Return what a result of the battering table, such as ``D/2C``, does: damage steps of the wall, and points lost.

    A ram loses none. What is no such result is refused (DataError).
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


def breach_count(rules: RuleSet, *, inner: bool = False) -> int:
    """Return how many damage results breach a wall hex, or an inner one behind a breach (``inner-wall-d-count``)."""
    if inner:
        return rules.number("inner-wall-d-count")
    return rules.table("breach").number("outer_wall")


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


def marks_to_breach(rules: RuleSet, wall: str) -> int:
    """Return how many damage results bring a hex of this kind (one of `WALL_HEXES`) down."""
    return breach_count(rules, inner=wall in {"inner", "keep"})


def battered_as(wall: str) -> str:
    """Return what a hex of this kind is as a target of battering: ``wall``, ``tower`` or ``keep``."""
    return wall if wall in {"tower", "keep"} else "wall"

"""Melee: one roll on a combat table, from strengths, ground and number of attackers (play sheet; English rules 1.7)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from mangonel.errors import DataError, NoRollError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.effects import ATTACKER, effect_of
from mangonel.systems.cryhavoc.situations.animals import against_animal, check_animals, voided
from mangonel.systems.cryhavoc.situations.ground import ground_shift, terrain_sign
from mangonel.systems.cryhavoc.situations.heights import check_heights
from mangonel.tables.situation import Shift, Situation
from mangonel.tables.table import Table

__all__ = ["animal_situation", "melee_situation", "next_column", "terrain_sign"]

_IMPOSSIBLE = "impossible"


def melee_situation(
    rules: RuleSet,
    *,
    attack: int | Sequence[int],
    defence: int | Sequence[int],
    attackers: int = 1,
    mounted: bool = False,
    terrain: str | Sequence[str] = "flat_ground",
    against: str | Sequence[str] = "flat_ground",
    panicked: bool = False,
    heights: bool = False,
    shifts: tuple[Shift, ...] = (),
) -> Situation:
    """Return the roll of one attack.

    Parameters
    ----------
    attack
        Attack strength, either the sum or one number for each attacker.
    defence
        Defence strength, either the sum or one number for each defender.
    attackers
        How many attack together, if `attack` is a sum.
    terrain
        Where the attackers stand: ids of the terrain table (``ladder`` for ``ladder_climb``) or bare signs. Of several
        the worst counts. Where the table prints two signs the first counts, unless the other is named as in
        ``spiral_stair/+``; ``siege_tower_top`` is the top of a siege tower.
    against
        Where the defenders stand; of several the best counts. For one mounted defender, the two hexes he stands on
        (option ``mounted-two-hexes``).
    panicked
        Whether the defenders have panicked (option ``panic-rule``): a column right, and nothing befalls the attacker.
    heights
        Whether to refuse an attack over more than one level of height (option ``elevation-levels``).
    shifts
        Further column shifts.

    Returns
    -------
    Situation
        On the column of the ratio rounded for the defender, with shifts for ground and joint attack.

    Raises
    ------
    DataError
        If a strength or terrain is no such thing, or the rules do not allow the attack.
    """
    total_attack, total_defence = _total(attack, "attack", 0), _total(defence, "defence", 1)
    number = _attackers(attack, attackers)
    table = rules.table("melee-mounted" if mounted else "melee-foot")
    column = _ratio_column(rules, table, total_attack, total_defence)
    if heights:
        check_heights(rules, _places(terrain), _places(against))
    one_rider = mounted and _is_one(defence, against)
    ground = ground_shift(rules, _places(terrain), _places(against), one_rider=one_rider)
    joint = _joint_shift(rules, number, mounted=mounted)
    moved = (*ground, *joint, *_panic_shift(rules, panicked=panicked), *shifts)
    moved = _moved(rules, table, column, _beyond(rules, table, total_attack, total_defence), moved)
    if panicked:
        table = voided(table, {name for name in table.results if effect_of(rules, table.id, name).side == ATTACKER})
    return Situation(table, column, shifts=moved)


def animal_situation(
    rules: RuleSet,
    *,
    attack: int | Sequence[int],
    attackers: int = 1,
    terrain: str | Sequence[str] = "flat_ground",
    against: str | Sequence[str] = "flat_ground",
) -> Situation:
    """Return the roll of an attack on a riderless horse or a draught animal.

    It is made on the table for mounted targets; what befalls a rider only is void. Parameters and errors are as for
    `melee_situation`, and `check_animals` as well.
    """
    check_animals(rules)
    situation = melee_situation(
        rules,
        attack=attack,
        defence=rules.table("riderless-animal").number("defence"),
        attackers=attackers,
        mounted=True,
        terrain=terrain,
        against=against,
    )
    return against_animal(rules, situation)


def next_column(
    rules: RuleSet,
    *,
    attack: int | Sequence[int],
    defence: int | Sequence[int],
    attackers: int = 1,
    mounted: bool = False,
    terrain: str | Sequence[str] = "flat_ground",
    against: str | Sequence[str] = "flat_ground",
    panicked: bool = False,
    heights: bool = False,
    shifts: tuple[Shift, ...] = (),
) -> int | None:
    """Return how many more attack points reach the next column, after all shifts.

    Takes the same arguments as `melee_situation`. Where no attack is allowed yet, it is the number of points that
    make one possible.

    Returns
    -------
    int or None
        At least 1, or None if no number of points makes the column better.

    Raises
    ------
    DataError
        If a strength or terrain is no such thing, or the ground allows no attack at any strength.
    """
    total_attack, total_defence = _total(attack, "attack", 0), _total(defence, "defence", 1)
    number = _attackers(attack, attackers)
    table = rules.table("melee-mounted" if mounted else "melee-foot")
    if heights:
        check_heights(rules, _places(terrain), _places(against))
    one_rider = mounted and _is_one(defence, against)
    ground = ground_shift(rules, _places(terrain), _places(against), one_rider=one_rider)
    joint = _joint_shift(rules, number, mounted=mounted)
    moved = (*ground, *joint, *_panic_shift(rules, panicked=panicked), *shifts)

    def place(points: int) -> int:
        try:
            column = _ratio_column(rules, table, points, total_defence)
            shifted = _moved(rules, table, column, _beyond(rules, table, points, total_defence), moved)
        except NoRollError:
            return -1
        wanted = table.column_index(column) + sum(shift.columns for shift in shifted)
        return min(max(wanted, 0), len(table.columns) - 1)

    now = place(total_attack)
    ratios = [_column_ratio(label) for label in table.columns]
    # Beyond the last column a further point may still make good for a shift to the left.
    most = sum(max(-shift.columns, 0) for shift in moved)
    for ratio in (*ratios, *(ratios[-1] + further for further in range(1, most + 1))):
        needed = -(-ratio.numerator * total_defence // ratio.denominator)
        if needed > total_attack and place(needed) > now:
            return needed - total_attack
    return None


def _total(strength: int | Sequence[int], what: str, least: int) -> int:
    parts = (strength,) if isinstance(strength, int) else tuple(strength)
    if not parts:
        raise DataError(f"the {what} needs at least one strength")
    for part in parts:
        if type(part) is not int or part < 0:
            raise DataError(f"a strength in {what} must be a whole number, not negative", value=part)
    total = sum(parts)
    if total < least:
        raise DataError(f"the {what} must be at least {least}", value=total)
    return total


def _attackers(attack: int | Sequence[int], attackers: int) -> int:
    if attackers < 1:
        raise DataError("somebody has to attack", value=attackers)
    if isinstance(attack, int):
        return attackers
    if attackers not in (1, len(attack)):
        raise DataError(f"{len(attack)} attack strengths are given for this many attackers", value=attackers)
    return len(attack)


@lru_cache(maxsize=128)
def _column_ratio(label: str) -> Fraction:
    strong, dash, weak = label.rstrip("+").partition("-")
    if not dash or not strong.isdecimal() or not weak.isdecimal() or not int(weak):
        raise DataError("a column of a combat table must be a ratio such as 3-1", value=label)
    return Fraction(int(strong), int(weak))


@lru_cache(maxsize=4096)
def _reached(columns: tuple[str, ...], attack: int, defence: int) -> str | None:
    """Return the last column that a ratio reaches; None if it is below the first."""
    ratios = ((label, _column_ratio(label)) for label in columns)
    reached = [label for label, ratio in ratios if ratio.numerator * defence <= attack * ratio.denominator]
    return reached[-1] if reached else None


def _ratio_column(rules: RuleSet, table: Table, attack: int, defence: int) -> str:
    reached = _reached(table.columns, attack, defence)
    if reached is not None:
        return reached
    if rules.choice("sub-one-to-one-odds") == _IMPOSSIBLE:
        raise NoRollError(f"no attack below {table.columns[0]}", value=f"{attack} against {defence}")
    return table.columns[0]


def _beyond(rules: RuleSet, table: Table, attack: int, defence: int) -> int:
    """Return how many columns beyond the last one a ratio counts for (option ``column-above-12-1``)."""
    if rules.choice("column-above-12-1") == "last-column":
        return 0
    return max(0, int(Fraction(attack, defence) - _column_ratio(table.columns[-1])))


def _moved(rules: RuleSet, table: Table, column: str, beyond: int, shifts: tuple[Shift, ...]) -> tuple[Shift, ...]:
    """Return shifts that, added up, lead from a column where the option ``shift-order`` has these shifts lead.

    Left of the first column the option ``column-below-1-1`` may allow no attack (DataError).
    """
    start, last = table.column_index(column) + beyond, len(table.columns) - 1
    shifted = [Shift("ratio beyond the table", beyond)] if beyond and shifts else []
    if rules.choice("shift-order") == "sum":
        lowest = start + sum(shift.columns for shift in shifts)
        shifted += shifts
    else:
        place = lowest = start
        for shift in shifts:
            wanted = place + shift.columns
            lowest, stop = min(lowest, wanted), min(max(wanted, 0), last)
            if stop != place:
                shifted.append(Shift(shift.reason, stop - place))
            place = stop
    if lowest < 0 and rules.choice("column-below-1-1") == _IMPOSSIBLE:
        raise NoRollError(f"no attack: the shifts lead left of column {table.columns[0]}", value=lowest)
    return tuple(shifted)


def _joint_shift(rules: RuleSet, attackers: int, *, mounted: bool) -> tuple[Shift, ...]:
    if attackers == 1:
        return ()
    columns = rules.table("joint-attack").number("mounted" if mounted else "foot")
    if rules.choice("joint-bonus-number") == "each":
        columns *= attackers - 1
    return (Shift(f"joint attack of {attackers}", columns),) if columns else ()


def _panic_shift(rules: RuleSet, *, panicked: bool) -> tuple[Shift, ...]:
    if not panicked:
        return ()
    if rules.choice("panic-rule") == "none":
        raise DataError("nobody panics under this rule set")
    return (Shift("panicked", rules.table("panicked").number("column_shift")),)


def _places(terrain: str | Sequence[str]) -> list[str]:
    return [terrain] if isinstance(terrain, str) else list(terrain)


def _is_one(defence: int | Sequence[int], against: str | Sequence[str]) -> bool:
    """Tell whether one man defends who stands on more than one hex."""
    return len(_places(against)) > 1 and (isinstance(defence, int) or len(defence) == 1)

"""Melee: one roll on a combat table, from strengths, ground and number of attackers (play sheet; English rules 1.7)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.cells import SIGNS
from mangonel.tables.situation import Shift, Situation
from mangonel.tables.table import Table

__all__ = ["melee_situation", "next_column", "terrain_sign"]

_IMPOSSIBLE = "impossible"
_NEUTRAL = "0"
_LADDER = "ladder_climb"
_ALIASES = {"ladder": _LADDER}


def melee_situation(
    rules: RuleSet,
    *,
    attack: int | Sequence[int],
    defence: int | Sequence[int],
    attackers: int = 1,
    mounted: bool = False,
    terrain: str | Sequence[str] = "flat_ground",
    against: str | Sequence[str] = "flat_ground",
    shifts: tuple[Shift, ...] = (),
) -> Situation:
    """Return the roll of one attack.

    Parameters
    ----------
    rules
        The rule set.
    attack
        Attack strength, either the sum or one number for each attacker.
    defence
        Defence strength, either the sum or one number for each defender.
    attackers
        How many attack together, if `attack` is a sum.
    mounted
        Whether the target is mounted.
    terrain
        Where the attackers stand: ids of the terrain table (``ladder`` for ``ladder_climb``) or bare signs. Of several
        the worst counts. Where the table prints two signs the first counts, unless the other is named as in
        ``siege_tower/-``.
    against
        Where the defenders stand; of several the best counts.
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
    moved = (*_ground_shift(rules, terrain, against), *_joint_shift(rules, number, mounted=mounted), *shifts)
    place = table.column_index(column) + sum(shift.columns for shift in moved)
    if place < 0 and rules.choice("column-below-1-1") == _IMPOSSIBLE:
        raise DataError(f"no attack: the shifts lead left of column {table.columns[0]}", value=place)
    return Situation(table, column, shifts=moved)


def next_column(
    rules: RuleSet,
    *,
    attack: int | Sequence[int],
    defence: int | Sequence[int],
    attackers: int = 1,
    mounted: bool = False,
    terrain: str | Sequence[str] = "flat_ground",
    against: str | Sequence[str] = "flat_ground",
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
    moved = (*_ground_shift(rules, terrain, against), *_joint_shift(rules, number, mounted=mounted), *shifts)

    def place(points: int) -> int:
        try:
            column = _ratio_column(rules, table, points, total_defence)
        except DataError:
            return -1
        wanted = table.column_index(column) + sum(shift.columns for shift in moved)
        if wanted < 0 and rules.choice("column-below-1-1") == _IMPOSSIBLE:
            return -1
        return min(max(wanted, 0), len(table.columns) - 1)

    now = place(total_attack)
    for ratio in (_column_ratio(label) for label in table.columns):
        needed = -(-ratio.numerator * total_defence // ratio.denominator)
        if needed > total_attack and place(needed) > now:
            return needed - total_attack
    return None


def terrain_sign(rules: RuleSet, terrain: str) -> str:
    """Return the sign of a terrain in melee: ``-``, ``0`` or ``+``.

    Parameters
    ----------
    rules
        The rule set; its option ``ladder-combat-sign`` counts.
    terrain
        Id of a row of the terrain table, ``ladder``, a bare sign, or ``id/sign`` for one of two printed signs.

    Raises
    ------
    DataError
        If there is no such terrain or sign, or no melee there.
    """
    if terrain in SIGNS and terrain != _IMPOSSIBLE:
        return terrain
    name, slash, wanted = terrain.partition("/")
    name = _ALIASES.get(name, name)
    table = rules.table("terrain")
    if name not in table.rows:
        raise DataError("unknown terrain", value=name, allowed=(*table.rows, *_ALIASES))
    signs = table.cell(name, "sign").split("/")
    chosen = rules.choice("ladder-combat-sign")
    # The option's default stands for the table itself, so that a changed cell counts.
    if name == _LADDER and chosen != rules.options["ladder-combat-sign"].default:
        signs = [chosen]
    if slash and wanted not in signs:
        raise DataError(f"the sign of {name} is another", value=wanted, allowed=signs)
    sign = wanted if slash else signs[0]
    if sign == _IMPOSSIBLE:
        raise DataError("no melee here", value=terrain, allowed=[f"{name}/{other}" for other in signs[1:]])
    return sign


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


def _column_ratio(label: str) -> Fraction:
    strong, dash, weak = label.rstrip("+").partition("-")
    if not dash or not strong.isdecimal() or not weak.isdecimal() or not int(weak):
        raise DataError("a column of a combat table must be a ratio such as 3-1", value=label)
    return Fraction(int(strong), int(weak))


def _ratio_column(rules: RuleSet, table: Table, attack: int, defence: int) -> str:
    ratio = Fraction(attack, defence)
    reached = [label for label in table.columns if _column_ratio(label) <= ratio]
    if reached:
        return reached[-1]
    if rules.choice("sub-one-to-one-odds") == _IMPOSSIBLE:
        raise DataError(f"no attack below {table.columns[0]}", value=f"{attack} against {defence}")
    return table.columns[0]


def _ground_shift(rules: RuleSet, terrain: str | Sequence[str], against: str | Sequence[str]) -> tuple[Shift, ...]:
    ours = [terrain] if isinstance(terrain, str) else list(terrain)
    theirs = [against] if isinstance(against, str) else list(against)
    if not ours or not theirs:
        raise DataError("both sides have to stand somewhere")
    worst = min((terrain_sign(rules, place) for place in ours), key=SIGNS.index)
    best = max((terrain_sign(rules, place) for place in theirs), key=SIGNS.index)
    outside = rules.table("attacked-from-outside")
    special = next((place for place in theirs if place in outside.rows), None)
    if worst == _NEUTRAL and special is not None:
        worst = outside.cell(special, "value")
    columns = rules.table("terrain-shift").number(worst, best)
    return (Shift(f"ground {worst} against {best}", columns),) if columns else ()


def _joint_shift(rules: RuleSet, attackers: int, *, mounted: bool) -> tuple[Shift, ...]:
    if attackers == 1:
        return ()
    columns = rules.table("joint-attack").number("mounted" if mounted else "foot")
    if rules.choice("joint-bonus-number") == "each":
        columns *= attackers - 1
    return (Shift(f"joint attack of {attackers}", columns),) if columns else ()

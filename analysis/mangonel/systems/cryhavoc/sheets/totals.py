"""Every total that can be added to the die of a shot, with its chances, whatever it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from mangonel.errors import NoRollError
from mangonel.press.blocks import Cell, Column, Grid, Row
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.missiles import band_limits, is_engine, missile_situation, weapons
from mangonel.systems.cryhavoc.sheets.measures import Measure
from mangonel.tables.merging import in_order
from mangonel.tables.situation import Modifier, Situation

__all__ = ["aptitudes", "knight_counts", "read_by_range", "totals_grid"]

_KNIGHT: Final = "target_dismounted_knight"

_Rolls: TypeAlias = tuple[Situation | None, ...]
_Wanted: TypeAlias = tuple[bool, str, Measure]


def totals_grid(asked: Asked, wanted: Sequence[_Wanted], *, mounted: bool) -> Grid:
    """Return a row for each total of range and modifiers; weapons whose chances are the same share a row.

    `wanted` is for each column whether the target is mounted, its cover, and what is counted; of `mounted` targets none
    is a dismounted knight.
    """
    names = in_order(asked.answers(weapons))
    covers = tuple(dict.fromkeys(cover for _, cover, _ in wanted))
    rows: dict[tuple[object, ...], tuple[float, dict[str, list[int]], dict[str, _Rolls]]] = {}
    ends: dict[str, tuple[int, int]] = {}
    for weapon in names:
        ends_by_set = asked.answers(ends_of, weapon, mounted=mounted)
        known = [each for each in ends_by_set if each is not None]
        if not known:
            continue
        ends[weapon] = min(low for low, _ in known), max(high for _, high in known)
        for total in range(ends[weapon][0], ends[weapon][1] + 1):
            rolls = {
                cover: tuple(_roll(rules, weapon, cover, total, mounted=mounted) for rules in asked.sets)
                for cover in covers
            }
            key = tuple(
                None if roll is None else tuple(roll.odds().items()) for cover in covers for roll in rolls[cover]
            )
            _, totals, _ = rows.setdefault(key, (_depth(rolls), {}, rolls))
            totals.setdefault(weapon, []).append(total)
    lines = []
    for _, totals, rolls in sorted(rows.values(), key=lambda row: row[0]):
        first = [Cell(value=_written(asked, totals.get(weapon, []), ends[weapon])) for weapon in ends]
        lines.append(
            Row("", (*first, *(asked.cell(each.of_rolls(rolls[cover]), each.kind) for _, cover, each in wanted)))
        )
    heads = [Column(asked.word("weapons", weapon), asked.text("missile.total")) for weapon in ends]
    heads += [Column(each.mark or each.label, asked.word("covers", cover)) for _, cover, each in wanted]
    return Grid(asked.text("missile.totals"), tuple(heads), tuple(lines), keys=len(ends))


def read_by_range(rules: RuleSet, cover: str, *, mounted: bool) -> bool:
    """Return whether what is added to the die besides the range can be read in the row of the range.

    The most that the die can show then has to bring what any more would bring; less than 1 is read at a shorter range.
    """
    numbers = rules.table("missile-modifiers")
    first, *others = [numbers.number(band) for band in ("short", "medium", "long")]
    if rules.table("missile-mounted" if mounted else "missile-foot").limit or others != [first + 1, first + 2]:
        return False
    for weapon in weapons(rules):
        ends = ends_of(rules, weapon, mounted=mounted)
        if ends is None:
            continue
        ways = {total: _roll(rules, weapon, cover, total, mounted=mounted) for total in range(ends[0], ends[1] + 1)}
        rolls = {total: roll for total, roll in ways.items() if roll is not None}
        low = {roll.outcome(roll.faces[0]) for total, roll in rolls.items() if total <= first}
        high = {roll.outcome(roll.faces[-1]) for total, roll in rolls.items() if total >= first}
        if len(low) > 1 or len(high) > 1:
            return False
    return True


def aptitudes(rules: RuleSet) -> tuple[int, int]:
    """Return the lowest and highest number of a shooter's own, both 0 where nobody has one."""
    if rules.choice("shooter-aptitude") == "none":
        return 0, 0
    numbers = rules.table("missile-modifiers")
    return numbers.number("aptitude_lowest"), numbers.number("aptitude_highest")


def knight_counts(rules: RuleSet) -> int:
    """Return what is added to the die for a target that is a dismounted knight."""
    return rules.table("missile-modifiers").number(_KNIGHT) if rules.number("dismounted-knight") else 0


def ends_of(rules: RuleSet, weapon: str, *, mounted: bool) -> tuple[int, int] | None:
    """Return the smallest and largest total that can come for a weapon, None if it has no ranges."""
    if weapon not in weapons(rules) or not _bands(rules, weapon):
        return None
    numbers = rules.table("missile-modifiers")
    # A band that the source has lost counts too: its number is known, its hexes are not.
    ranges = [numbers.number(band) for band in ("short", "medium", "long")]
    single = [0 if is_engine(rules, weapon) else numbers.number("shooter_wounded")]
    single += [] if mounted else [knight_counts(rules)]
    low, high = aptitudes(rules)
    return (
        min(ranges) + low + sum(min(number, 0) for number in single),
        max(ranges) + high + sum(max(number, 0) for number in single),
    )


def _bands(rules: RuleSet, weapon: str) -> dict[str, tuple[int, int]]:
    try:
        return band_limits(rules, weapon)
    except NoRollError:
        return {}


def _roll(rules: RuleSet, weapon: str, cover: str, total: int, *, mounted: bool) -> Situation | None:
    bands = _bands(rules, weapon) if weapon in weapons(rules) else {}
    if not bands:
        return None
    band, (first, _) = next(iter(bands.items()))
    rest = total - rules.table("missile-modifiers").number(band)
    return missile_situation(
        rules, weapon=weapon, distance=first, cover=cover, mounted=mounted, modifiers=(Modifier("all others", rest),)
    )


def _depth(rolls: dict[str, _Rolls]) -> float:
    """Return how far down the table a roll leads: the sum of its rows."""
    roll = next(situation for each in rolls.values() for situation in each if situation is not None)
    return sum(roll.row(face) for face in roll.faces)


def _written(asked: Asked, totals: Sequence[int], ends: tuple[int, int]) -> str:
    """Return the totals of a weapon in one row; the last row stands for all beyond."""
    if len(totals) < 2:
        return "".join(asked.locale.signed(total) for total in totals)
    if totals[-1] == ends[1]:
        return f"\N{GREATER-THAN OR EQUAL TO}\N{NO-BREAK SPACE}{asked.locale.signed(totals[0])}"
    return ", ".join(asked.locale.signed(total) for total in totals)

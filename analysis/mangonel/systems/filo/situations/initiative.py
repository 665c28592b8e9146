"""Initiative: two throws of 2d6, their difference, and who acts in which order (6.C)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Final

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.dice import Die

__all__ = ["SIDES", "class_of", "first_chance", "initiative_odds", "usual_order", "vetoes"]

SIDES = ("a", "b")
_TABLE = "initiative"
_VETO: Final = "C4"

Acting = tuple[str, int]
"""A side, and the value of its leader."""


def class_of(rules: RuleSet, difference: int) -> str:
    """Return the class of initiative of a difference between the totals, whoever has the higher one."""
    table = rules.table(_TABLE)
    reached = min(max(difference, table.bands[0][0]), table.bands[-1][1])
    row = next(row for row, (_, last) in zip(table.rows, table.bands, strict=True) if reached <= last)
    return table.cell(row, "class")


def initiative_odds(rules: RuleSet, *, bonus_a: int, bonus_b: int) -> dict[tuple[str, str], Fraction]:
    """Return the exact odds of each class and of the side that has it, which is empty if nobody is ahead.

    The bonuses are those of the leaders of the two armies.
    """
    totals = Counter(map(Die.total, rules.table(_TABLE).thrown.throws))
    differences: Counter[int] = Counter()
    for (first, times), (other, their_times) in product(totals.items(), totals.items()):
        differences[first + bonus_a - other - bonus_b] += times * their_times
    counts: Counter[tuple[str, str]] = Counter()
    for difference, times in differences.items():
        side = "" if difference == 0 else SIDES[difference < 0]
        counts[class_of(rules, abs(difference)), side] += times
    return {place: Fraction(times, counts.total()) for place, times in counts.items()}


def usual_order(rules: RuleSet, values: Sequence[Sequence[int]], begins: str) -> tuple[Acting, ...]:
    """Return the usual order of leaders.

    Parameters
    ----------
    rules
        The rule set; its option ``activation-order`` counts.
    values
        Of the leaders of side a, and of side b.
    begins
        The side that begins among equal values.

    Raises
    ------
    DataError
        If there is no such side.
    """
    if begins not in SIDES:
        raise DataError("unknown side", value=begins, allowed=SIDES)
    sides = {side: sorted(leader) for side, leader in zip(SIDES, values, strict=True)}
    first, second = (begins, SIDES[SIDES.index(begins) - 1])
    if rules.choice("activation-order") == "by-side":
        if sides[first] and sides[second] and sides[second][0] < sides[first][0]:
            first, second = second, first
        return _alternating(first, sides[first], second, sides[second])
    order: list[Acting] = []
    for value in sorted({value for leader in sides.values() for value in leader}):
        equal = [[leader for leader in sides[side] if leader == value] for side in (first, second)]
        order += _alternating(first, equal[0], second, equal[1])
    return tuple(order)


def first_chance(rules: RuleSet, values: Sequence[Sequence[int]], *, bonus_a: int, bonus_b: int) -> Fraction:
    """Return the chance that a leader of side a is the first to act; each side has one.

    Who has the initiative acts first; without it the usual order holds, and among equal values the side whose army
    leader has the smaller bonus begins, with equal bonuses each as likely as the other.
    """
    odds = initiative_odds(rules, bonus_a=bonus_a, bonus_b=bonus_b)
    nobody = sum((chance for (_, side), chance in odds.items() if not side), Fraction(0))
    even = dict.fromkeys(SIDES, Fraction(1, 2))
    begins = even if bonus_a == bonus_b else {SIDES[bonus_b < bonus_a]: Fraction(1)}
    usual = sum((share for side, share in begins.items() if usual_order(rules, values, side)[0][0] == "a"), Fraction(0))
    return nobody * usual + sum((chance for (_, side), chance in odds.items() if side == "a"), Fraction(0))


def vetoes(rules: RuleSet, letter: str, leaders: int) -> bool:
    """Tell whether a class of initiative silences a leader of a side with so many."""
    return letter == _VETO and (leaders > 1 or rules.choice("veto-alone") == "veto")


def _alternating(first: str, mine: Sequence[int], second: str, theirs: Sequence[int]) -> tuple[Acting, ...]:
    order: list[Acting] = []
    for place in range(max(len(mine), len(theirs))):
        order += [(first, value) for value in mine[place : place + 1]]
        order += [(second, value) for value in theirs[place : place + 1]]
    return tuple(order)

"""Two rams, one a day, as a process of your own: the attack of a ram is a process inside the days of the siege.

Run it: ``python docs/examples/two_rams.py``. Damage to the wall stays; a ram that burns is lost.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from mangonel import Chapter, Column, Dice, Measure, Phase, Process, Roll, run

CATCHES = Roll.at_least("catches fire", 10, 10)
BATTER = Roll.at_least("damage", 10, 5)
BREACH = 4
"""Damages that open the wall."""


def ram(turns: int = 6) -> Process:
    """Build the attack of one ram: every turn it may burn, else it batters."""

    def fire(s: Any, dice: Dice) -> None:
        if dice.roll(CATCHES, who="defenders") == "catches fire":
            dice.note("the ram burns")
            s.ending = 2

    def batter(s: Any, dice: Dice) -> None:
        if dice.roll(BATTER, who="ram") == "damage":
            s.marks += 1
        if s.marks == BREACH:
            s.ending = 1

    return Process(
        name="ram",
        columns=[Column("marks", BREACH)],
        phases=[Phase("fire arrows", fire), Phase("battering", batter)],
        endings=("breach", "burnt"),
        turns=turns,
        measures=(Measure("marks", BREACH, lambda s: s.marks),),
    )


def two_rams(turns: int = 6) -> Process:
    """Build the siege: a ram each day, of which there are two."""
    attack = ram(turns)

    @cache
    def attack_on(marks: int) -> Process:
        return attack.starting(marks=marks)

    def begin(s: Any) -> Process:
        # The new ram finds the wall as the last one left it.
        return attack_on(int(s.wall))

    def evening(s: Any, dice: Dice) -> None:
        s.wall += s.damage
        if s.ended == 1:
            s.ending = 1
        s.ended = s.damage = 0

    return Process(
        name="two rams",
        columns=[Column("wall", BREACH), Column("ended", 2), Column("damage", BREACH)],
        phases=[Chapter("ram", begin, reads=("ended", "damage")), Phase("evening", evening)],
        endings=("breach",),
        turns=2,
        measures=(Measure("marks", BREACH, lambda s: s.wall),),
        series=(Measure("marks on the wall", BREACH, lambda s: s.wall),),
        unit="day",
    )


if __name__ == "__main__":
    result = run(two_rams())
    for day in (1, 2):
        print("breach by day", day, result.probability("breach", by_turn=day).text(percent=True))

"""Two rams, one a day, as a sequence of one's own: the attack of a ram is a sequence inside the days of the siege.

Run it: ``python docs/examples/two_rams.py``. What one ram has battered stays; a ram that burns is lost.
"""

from __future__ import annotations

import numpy as np

from mangonel import Column, Dice, Measure, Phase, PlaySequence, Roll, State, Within, run

CATCHES = Roll.at_least("catches fire", 10, 10)
BATTER = Roll.at_least("damage", 10, 5)
BREACH = 4
"""Damages that open the wall."""


def ram(turns: int = 6) -> PlaySequence:
    """Build the attack of one ram: every turn it may burn, else it batters."""

    def fire(s: State, dice: Dice) -> None:
        burns = dice.roll(CATCHES, s.marks < BREACH, who="defenders")
        s.ending = 2 * burns

    def batter(s: State, dice: Dice) -> None:
        s.rolls += 1
        s.marks += dice.roll(BATTER, s.marks < BREACH, who="ram")
        s.ending = s.marks == BREACH

    return PlaySequence(
        name="ram",
        columns=[Column("marks", BREACH)],
        phases=[Phase("fire arrows", fire), Phase("battering", batter)],
        endings=("breach", "burnt"),
        turns=turns,
        tallies=("rolls",),
    )


def two_rams(turns: int = 6) -> PlaySequence:
    """Build the siege: a ram each day, of which there are two."""
    attack = Within("ram", ram(turns))

    def morning(s: State, _dice: Dice) -> None:
        # The new ram finds the wall as the last one left it.
        attack.begin(s, np.ones(s.size, dtype=bool), {"marks": s.wall})

    def evening(s: State, dice: Dice) -> None:
        s.wall = attack.column(s, "marks")
        dice.note("the ram has burnt", attack.ending(s) == 2)
        s.ending = attack.ending(s) == 1
        attack.leave(s, attack.begun(s))

    return PlaySequence(
        name="two rams",
        columns=[Column("wall", BREACH), *attack.columns],
        phases=[Phase("morning", morning), *attack.phases, Phase("evening", evening)],
        endings=("breach",),
        turns=2,
        measures=(Measure("marks", BREACH, lambda s: s.wall),),
        tallies=attack.tallies,
        series=(Measure("marks on the wall", BREACH, lambda s: s.wall),),
        unit="day",
    )


if __name__ == "__main__":
    result = run(two_rams(), engine="exact")
    for day in (1, 2):
        print("breach by day", day, result.probability("breach", by_turn=day).text(percent=True))

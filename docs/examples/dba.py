"""A combat of DBA as a process of your own: each side adds a die to its factor; twice the other's total destroys.

Run it: ``python docs/examples/dba.py``. Factor 4 against 2: doubled in 9 of 36, beaten in 17 of 36.
"""

from __future__ import annotations

from typing import Any

from mangonel import Dice, Phase, Process, Roll, run

DIE = Roll.of("die", range(1, 7))
ENDINGS = ("enemy doubled", "enemy beaten", "tie", "beaten", "doubled")


def dba(factor: int, enemy: int) -> Process:
    """Build one combat of two elements with their factors."""

    def combat(s: Any, dice: Dice) -> None:
        ours = factor + dice.roll(DIE, who="we")
        theirs = enemy + dice.roll(DIE, who="the enemy")
        if ours > theirs:
            s.ending = 1 if ours >= 2 * theirs else 2
        elif ours == theirs:
            s.ending = 3
        else:
            s.ending = 5 if theirs >= 2 * ours else 4

    return Process("dba", [], [Phase("combat", combat)], ENDINGS, turns=1)


if __name__ == "__main__":
    result = run(dba(4, 2))
    for ending in ENDINGS:
        print(ending, result.probability(ending).text(percent=True))

"""A combat of DBA as a sequence of one's own: each side adds a die to its factor; twice the other's total destroys.

Run it: ``python docs/examples/dba.py``. Factor 4 against 2: doubled in 9 of 36, beaten in 17 of 36.
"""

from __future__ import annotations

import numpy as np

from mangonel import Dice, Phase, PlaySequence, Roll, State, run

PIPS = ("1", "2", "3", "4", "5", "6")
DIE = Roll.of("die", PIPS, [PIPS])
ENDINGS = ("enemy doubled", "enemy beaten", "tie", "beaten", "doubled")


def dba(factor: int, enemy: int) -> PlaySequence:
    """Build one combat of two elements with their factors."""

    def combat(s: State, dice: Dice) -> None:
        everywhere = np.ones(s.size, dtype=bool)
        ours = factor + 1 + dice.roll(DIE, everywhere, who="we")
        theirs = enemy + 1 + dice.roll(DIE, everywhere, who="the enemy")
        s.ending = np.select([ours >= 2 * theirs, ours > theirs, ours == theirs, theirs < 2 * ours], [1, 2, 3, 4], 5)

    return PlaySequence("dba", [], [Phase("combat", combat)], ENDINGS, turns=1)


if __name__ == "__main__":
    result = run(dba(4, 2), engine="exact")
    for ending in ENDINGS:
        print(ending, result.probability(ending).text(percent=True))

"""Risk as a sequence of one's own: up to three dice against up to two, the highest compared in pairs.

Run it: ``python docs/examples/risk.py``. Ten armies that may attack against ten: 0.568, as published (J. A. Osborne,
"Markov chains for the Risk board game revisited", Mathematics Magazine 76, 2003).
"""

from __future__ import annotations

import numpy as np

from mangonel import Column, Dice, Measure, Phase, PlaySequence, Roll, State, run

PIPS = ("1", "2", "3", "4", "5", "6")
DIE = Roll.of("die", PIPS, [PIPS])
"""A die as it falls: code 0 is a one, code 5 a six."""
NONE = -1
"""Stands for a die that is not rolled; lower than any that is."""


def risk(attackers: int, defenders: int) -> PlaySequence:
    """Build a fight to the end.

    Parameters
    ----------
    attackers
        Armies that may attack: the one that has to stay behind is not counted.
    defenders
        Armies of the defender.
    """

    def fight(s: State, dice: Dice) -> None:
        # One die for each army, three and two at most; the rows keep their own numbers.
        red = np.array([np.where(s.red > n, dice.roll(DIE, s.red > n, who="attacker"), NONE) for n in range(3)])
        blue = np.array([np.where(s.blue > n, dice.roll(DIE, s.blue > n, who="defender"), NONE) for n in range(2)])
        red, blue = np.sort(red, axis=0)[::-1], np.sort(blue, axis=0)[::-1]
        for n in range(2):
            both = (red[n] != NONE) & (blue[n] != NONE)
            s.blue -= both & (red[n] > blue[n])
            s.red -= both & (red[n] <= blue[n])  # a tie is the defender's
        s.ending = np.where(s.blue == 0, 1, np.where(s.red == 0, 2, 0))

    return PlaySequence(
        name="risk",
        columns=[Column("red", attackers, attackers), Column("blue", defenders, defenders)],
        phases=[Phase("fight", fight)],
        endings=("conquered", "held"),
        turns=attackers + defenders,
        measures=(
            Measure("attackers_left", attackers, lambda s: s.red),
            Measure("defenders_left", defenders, lambda s: s.blue),
        ),
        series=(Measure("attackers", attackers, lambda s: s.red), Measure("defenders", defenders, lambda s: s.blue)),
    )


if __name__ == "__main__":
    for armies in (5, 10):
        result = run(risk(armies, armies), engine="exact")
        print(armies, "against", armies, result.probability("conquered").text(percent=True))

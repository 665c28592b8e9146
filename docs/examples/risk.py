"""Risk as a process of your own: up to three dice against up to two, the highest compared in pairs.

Run it: ``python docs/examples/risk.py``. Ten armies that may attack against ten: 0.568, as published (J. A. Osborne,
"Markov chains for the Risk board game revisited", Mathematics Magazine 76, 2003).
"""

from __future__ import annotations

from typing import Any

from mangonel import Column, Dice, Die, Measure, Phase, Process, Roll, run


def two_highest(dice: int) -> Roll:
    """Return a roll of one to three dice; its outcome is the two highest, the highest first."""
    throws = Die(6, dice).throws
    faces = [tuple(sorted(throw, reverse=True)[:2]) if isinstance(throw, tuple) else (throw,) for throw in throws]
    return Roll.of(f"{dice}d6", faces, Die(6, dice))


HIGHEST = {dice: two_highest(dice) for dice in (1, 2, 3)}


def risk(attackers: int, defenders: int) -> Process:
    """Build a fight to the end.

    Parameters
    ----------
    attackers
        Armies that may attack: the one that has to stay behind is not counted.
    defenders
        Armies of the defender.
    """

    def fight(s: Any, dice: Dice) -> None:
        red = dice.roll(HIGHEST[min(3, s.red)], who="attacker")
        blue = dice.roll(HIGHEST[min(2, s.blue)], who="defender")
        for ours, theirs in zip(red, blue, strict=False):
            if ours > theirs:
                s.blue -= 1
            else:  # a tie is the defender's
                s.red -= 1
        if s.blue == 0:
            s.ending = 1
        elif s.red == 0:
            s.ending = 2

    return Process(
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
        result = run(risk(armies, armies))
        print(armies, "against", armies, result.probability("conquered").text(percent=True))

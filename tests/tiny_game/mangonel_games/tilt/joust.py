"""A joust: pass after pass until a knight is unhorsed or has broken lances enough."""

from __future__ import annotations

from typing import Any

from mangonel.engine.owners import Side
from mangonel.engine.process import Column, Dice, Measure, Phase, Process
from mangonel.engine.rolls import Roll
from mangonel.rules.situation import Situation


def joust(situation: Situation, passes: int, wanted: int) -> Process:
    """Build the joust of so many passes; `wanted` broken lances win it."""
    roll = Roll.on(situation, f"lance at the {situation.column}")

    def meet(s: Any, dice: Dice) -> None:
        result = dice.roll(roll, who="the knight")
        if result == "U":
            s.ending = 1
        elif result == "B":
            s.lances += 1
            dice.note("a lance breaks")
            if s.lances == wanted:
                s.ending = 2

    return Process(
        name="joust",
        columns=[Column("lances", wanted)],
        phases=[Phase("pass at the tilt", meet)],
        endings=("unhorsed", "broken"),
        turns=passes,
        measures=(Measure("lances", wanted, lambda s: s.lances),),
        sides=(Side("knight", ("unhorsed", "broken"), own=("lances",)),),
    )

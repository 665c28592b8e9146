"""A joust: pass after pass until somebody is unhorsed or has broken lances enough."""

from __future__ import annotations

import numpy as np

from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, State
from mangonel.odds.owners import Side
from mangonel.tables.situation import Situation

__all__ = ["joust"]


def joust(situation: Situation, passes: int, wanted: int) -> PlaySequence:
    """Build the joust of so many passes; `wanted` broken lances win it."""
    name, letters = f"lance at the {situation.column}", ("-", "B", "U")
    roll = Roll.of(name, letters, [situation.outcomes()], explain=lambda _, die: situation.explain(die))

    def meet(s: State, dice: Dice) -> None:
        code = dice.roll(roll, np.ones(s.size, dtype=bool), who="the knight")
        s.lances += code == 1
        dice.note("a lance breaks", code == 1)
        s.ending = np.select([code == 2, s.lances >= wanted], [1, 2], 0)

    return PlaySequence(
        name="joust",
        columns=[Column("lances", wanted)],
        phases=[Phase("pass at the tilt", meet)],
        endings=("unhorsed", "broken"),
        turns=passes,
        measures=(Measure("lances", wanted, lambda s: s.lances),),
        sides=(Side("knight", ("unhorsed", "broken"), own=("lances",)),),
    )

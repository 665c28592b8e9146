"""What has become of the men of a side at the end of a game: dead, wounded, stunned or fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Measure
from mangonel.engine.state import State
from mangonel.systems.cryhavoc.men.groups import men_side

__all__ = ["men_side", "state_measures"]

Count: TypeAlias = Callable[[State], NDArray[Any]]


def state_measures(side: str, men: int, *, dead: Count, wounded: Count, stunned: Count | None) -> tuple[Measure, ...]:
    """Return how many men of a side are dead, wounded, stunned and fit at the end.

    Of its `men` in all whoever is not dead, wounded or stunned is fit, those too who had not come into the game yet.
    `stunned` is None if nobody can be so at the end: the men of the second player come round before a turn is over.
    """
    counts = {f"{side}_dead": dead, f"{side}_wounded": wounded}
    if stunned is not None:
        counts[f"{side}_stunned"] = stunned

    def fit(s: State) -> NDArray[Any]:
        rest = np.full(s.size, men, dtype=np.int64)
        for count in counts.values():
            rest -= count(s)
        return rest

    hurt = [Measure(name, men, count) for name, count in counts.items()]
    return (*hurt, Measure(f"{side}_fit", men, fit, rest_of=tuple(counts)))

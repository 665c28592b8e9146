"""The value of a game to a player: endings and measures with weights, as a player types them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mangonel.engine.exact import Chain
from mangonel.engine.owners import UNDECIDED, Side, called, spelled
from mangonel.engine.process import Decision, Measure, Process
from mangonel.engine.state import Floats, Ints
from mangonel.errors import DataError

_TERM = re.compile(r"\s*([+-])?\s*(?:(\d+(?:\.\d*)?|\.\d+)\s*\*?\s+)?([^\W\d][\w.:]*(?:[ -][^\W\d][\w.:]*)*)\s*")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A value: endings and measures with their weights."""

    text: str
    """It as it was asked for."""
    endings: Mapping[str, float]
    measures: Mapping[str, float]
    """`endings`, `measures`: weights by name."""

    @property
    def is_chance(self) -> bool:
        """Whether it is the probability of some endings."""
        return not self.measures and set(self.endings.values()) == {1.0}

    def sign(self, side: str, sides: Sequence[Side], decider: str) -> int:
        """Return +1 if a side wants much of it, else -1.

        The side whose victories weigh most in it wants much; if none do, `decider` does.
        """
        weights = {each.name: sum(self.endings.get(ending, 0.0) for ending in each.wins) for each in sides}
        least, most = min(weights.values(), default=0.0), max(weights.values(), default=0.0)
        if least == most or decider not in weights:
            return 1 if side == decider else -1
        return 1 if side == max(weights, key=lambda name: weights[name]) else -1

    def frees(self, decision: Decision) -> bool:
        """Return whether a decision is decided by state without being asked for; see `Decision.frame`."""
        return not decision.frame or bool(self.measures)

    def of(self, chain: Chain, states: Ints) -> Floats:
        """Return the worth of final states. Shape (states,)."""
        return self._worth(chain.process, chain.endings(states), lambda at, each: chain.measure(each, states))

    def by_trial(self, process: Process, outcomes: Ints) -> Floats:
        """Return the worth of trials by ending, turn and measures of each; see `Ledger.outcomes`. Shape (trials,)."""
        return self._worth(process, outcomes[:, 0], lambda at, each: outcomes[:, 2 + at])

    def _worth(self, process: Process, endings: Ints, amounts: Callable[[int, Measure], Ints]) -> Floats:
        by_ending = np.array([self.endings.get(name, 0.0) for name in (UNDECIDED, *process.endings)])
        worth: Floats = by_ending[endings]
        for at, measure in enumerate(process.measures):
            if weight := self.measures.get(measure.name):
                worth = worth + weight * amounts(at, measure)
        return worth


def wanted(text: str | None, process: Process) -> Wanted:
    """Parse a value: ``besiegers win - 0.08 besiegers dead``; None is that the first side wins.

    Raises
    ------
    DataError
        If it is not written so, has nothing in it, or names something that the process does not have.
    """
    if text is None:
        text = next((f"{side.name} win" for side in process.sides if side.wins), process.endings[0])
    if not isinstance(text, str):
        raise DataError('write it as "NAME - 0.1 NAME"', path="value", value=text)
    wins = {side.name: side.wins for side in process.sides if side.wins}
    measures = [measure.name for measure in process.measures]
    endings: dict[str, float] = {}
    measured: dict[str, float] = {}
    place = 0
    while place < len(text):
        match = _TERM.match(text, place)
        if match is None or (place and not match[1]):
            raise DataError('write it as "NAME - 0.1 NAME"', path="value", value=text[place:].strip() or text)
        place = match.end()
        weight = float(match[2] or 1) * (-1 if match[1] == "-" else 1)
        alone = called(match[3], process.sides) in wins and match[3] not in (*process.endings, *measures)
        name = f"{match[3]} win" if alone else match[3]
        winner = re.fullmatch(r"(.+?)[ _]wins?", name)
        if winner is not None and (side := spelled(called(winner[1], process.sides), list(wins))) in wins:
            for ending in wins[side]:
                endings[ending] = endings.get(ending, 0.0) + weight
        elif (known := spelled(name, [*process.endings, UNDECIDED])) in (*process.endings, UNDECIDED):
            endings[known] = endings.get(known, 0.0) + weight
        elif (known := spelled(name, measures)) in measures:
            measured[known] = measured.get(known, 0.0) + weight
        else:
            allowed = [*wins, *(f"{side} win" for side in wins), *process.endings, UNDECIDED, *measures]
            raise DataError("no such ending, side or measure", path="value", value=name, allowed=allowed)
    if not any((*endings.values(), *measured.values())):
        raise DataError("there is nothing in it", path="value", value=text)
    return Wanted(text.strip(), endings, measured)

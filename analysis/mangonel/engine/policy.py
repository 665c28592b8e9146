"""A policy by state as a process: every walk answers its decisions by the table of a chain."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mangonel.engine.chain import Chain, Step
from mangonel.engine.exact import Picks, default_picks
from mangonel.engine.learning import chosen
from mangonel.engine.process import Decision, Options, Phase, Process
from mangonel.engine.rolls import Roll
from mangonel.engine.state import Ints

__all__ = ["following", "owners"]


def owners(step: Step) -> Ints:
    """Return the row of each choice of a step. Shape (choices,)."""
    rows: Ints = np.searchsorted(step.root, step.option, side="right") - 1
    return rows


def following(chain: Chain, picks: Picks, decisions: Sequence[str]) -> Process:
    """Return the process of a chain with some decisions answered by a policy by state.

    Parameters
    ----------
    chain
        A chain in which these decisions are free, and all states are known.
    picks
        The option taken at each choice, by turn and phase.
    decisions
        The decisions that the policy answers; all others follow the plan.
    """
    process, answered = chain.process, frozenset(decisions)
    view = copy(chain)
    view.picks, view.turns = {}, {}
    for (turn, number), taken in picks.items():
        level = chain.levels[number]
        step = level.known(turn)
        assert step is not None
        mine = np.array([decision.name in answered for decision, _ in level.table.asked], dtype=np.bool_)[step.asked]
        view.picks[turn, number] = np.where(mine, taken, default_picks(level, step)[: len(taken)])
    phases = [
        replace(phase, act=_Followed(phase.act, view, number, answered)) if isinstance(phase, Phase) else phase
        for number, phase in enumerate(process.phases)
    ]
    played = replace(process, phases=phases, recipe=None)
    # Walks of many games use the chain as it is; what runs a phase itself, as a trace does, has the wrapped phases.
    played.learnt["chain"] = view
    return played


@dataclass(eq=False)
class _Followed:
    """A phase whose decisions are answered by the picks of a chain."""

    act: Any
    chain: Chain
    number: int
    decisions: frozenset[str]

    def __call__(self, s: Any, dice: Any) -> None:
        self.act(s, _FollowedDice(self, s, dice))

    def pick(self, s: Any, way: tuple[int, ...]) -> int | None:
        """Return the option at the choice to which a way through the phase leads; None in a state not known."""
        chain, level = self.chain, self.chain.levels[self.number]
        values = [s.read(cell) for cell in range(chain.layout.cells)]
        words, turn = chain.layout.pack(values), int(s.turn)
        taken = (chain.picks or {}).get((turn, self.number))
        local = level.table.choice_at[int(level.table.find(words, turn)[0])].get(way)
        number = int(level.states.add(words)[0])
        step = level.known(turn)
        if taken is None or local is None or step is None or step.row[number] < 0:
            return None
        choice = int(np.searchsorted(step.option, step.root[step.row[number]])) + local
        return int(taken[choice]) if choice < len(taken) else None


class _FollowedDice:
    """Dice that note the way through a phase, and answer the decisions of a policy."""

    def __init__(self, phase: _Followed, s: Any, dice: Any) -> None:
        self._phase, self._s, self._dice = phase, s, dice
        self._way: list[int] = []
        self.count, self.note = dice.count, dice.note

    def roll(self, roll: Roll, *, who: str = "") -> Any:
        outcome = self._dice.roll(roll, who=who)
        branches = [branch for branch, _ in self._phase.chain.rolls.branches(roll)[1]]
        if len(branches) > 1:
            self._way.append(branches.index(outcome))
        return outcome

    def choose(self, decision: Decision, options: Sequence[Any] | Options, **context: Any) -> Any:
        phase = self._phase
        if decision.name not in phase.chain.free:
            return self._dice.choose(decision, options, **context)
        options = tuple(options)
        if len(options) == 1:
            return options[0]
        pick = phase.pick(self._s, tuple(self._way)) if decision.name in phase.decisions else None
        if pick is not None:
            option = options[pick]
        elif decision.name in phase.decisions:
            # A state to which no game comes under any decision.
            option = chosen(phase.chain.process.plan, self._s, decision, options, context)
        else:
            option = self._dice.choose(decision, options, **context)
        self._way.append(options.index(option))
        return option

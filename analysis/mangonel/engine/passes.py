"""Forward passes over a chain whose states are known, under one policy by state after another."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator
from typing import TypeAlias

import numpy as np

from mangonel.engine.chain import Chain, Flow, Level, Step
from mangonel.engine.exact import Picks, default_picks, pushed, taken_picks
from mangonel.engine.policy import owners
from mangonel.engine.priority import option_text
from mangonel.engine.state import Floats, Ints, Words
from mangonel.engine.values import Utility, position_values

__all__ = ["Gained", "Passes", "came"]

_KEPT = 6_000_000
"""Edges in all flows that are kept at once."""

Gained: TypeAlias = "tuple[int, Ints, Floats]"
"""A phase, some of its states, and the gains of the options in them. Shapes (states,), (states, options)."""


class Passes:
    """Values of policies by state, by forward passes that share the flows of their phases.

    Policies differ in few phases, and turns hardly at all, so most flows are there already.

    Parameters
    ----------
    chain
        A chain whose states are all known (`Chain.reach`).
    turns
        The turn limit.
    utility
        What final states are worth, and states that are open at the limit.
    words, weights, through
        States in which games begin, their weights, and the turns that are over. Shapes (words, states), (states,).
    """

    def __init__(self, chain: Chain, turns: int, utility: Utility, start: tuple[Words, Floats, int]) -> None:
        self._chain, self._turns = chain, turns
        words, weights, self._through = start
        numbers = chain.first.states.add(words)
        self._start: Floats = np.bincount(numbers, weights, len(chain.first.states)).astype(np.float64)
        self._worth: Floats = utility(chain, chain.first, np.arange(len(self._start))).astype(np.float64)
        self._flows: OrderedDict[tuple[int, int], tuple[Ints | None, Flow]] = OrderedDict()
        self._edges = 0

    def masses(self, picks: Picks) -> Iterator[tuple[int, int, Step, Floats, Floats]]:
        """Carry games forward.

        Yields
        ------
        tuple
            Turn, phase, how its states go on, the weight of each state before it, and of each after it, ended ones
            included. Shapes (states,).
        """
        mass = self._start
        for turn in range(self._through + 1, self._turns + 1):
            for number, level in enumerate(self._chain.levels):
                step = level.known(turn)
                if step is None:
                    return
                arrived = mass.copy()
                if len(step.states):
                    arrived = pushed(
                        step, self.flow(step, level, number, picks.get((turn, number))), arrived, len(mass)
                    )
                yield turn, number, step, mass, arrived
                mass = arrived
                mass[step.over] = 0.0

    def value(self, picks: Picks) -> float:
        """Return the value of a policy; decisions without picks follow the plan."""
        total, mass = 0.0, self._start
        for _, _, step, _, arrived in self.masses(picks):
            total += float((arrived[step.over] * self._worth[step.over]).sum())
            mass = arrived
        return total + float((mass * self._worth).sum())

    def gains(self, picks: Picks) -> Iterator[tuple[int, int, Step, Floats]]:
        """Yield the gain of each option of each choice in all games, if it is taken there in that turn alone.

        Yields
        ------
        tuple
            Turn, phase, how its states go on, and the gains in the value; 0 where there is no such option. Shape
            (choices, options).
        """
        chain = self._chain
        walk: list[tuple[int, int, Step, Floats]] = []
        for turn, number, step, mass, _ in self.masses(picks):
            arrived = np.zeros(0)
            if len(step.asked):
                taken = taken_picks(chain.levels[number], step, picks.get((turn, number)))
                arrived = came(step, chain.weights(number), mass, taken)
            walk.append((turn, number, step, arrived))
        value = self._worth[:, None]
        for turn, number, step, arrived in reversed(walk):
            level = chain.levels[number]
            if not len(step.states):
                continue
            values, taken = position_values(step, level, chain.weights(number), value, {}, picks.get((turn, number)))
            value = value.copy()
            value[step.states] = values[step.root] if len(step.asked) else values
            if len(step.asked):
                yield turn, number, step, _gains(step, level, values[:, 0], arrived, taken)

    def by_decision(self, picks: Picks, names: Collection[str]) -> dict[tuple[str, tuple[str, ...]], list[Gained]]:
        """Return the gains of some decisions over all turns, by decision and options.

        Each entry is a phase, its states in which the decision makes a difference, and the gain of each option there.
        """
        sums: dict[tuple[int, int], tuple[Step, Floats]] = {}
        for _, number, step, gains in self.gains(picks):
            # Turns that are alike share a step.
            known = sums.get((number, id(step)))
            sums[number, id(step)] = step, gains if known is None else known[1] + gains
        gained: dict[tuple[str, tuple[str, ...]], list[Gained]] = {}
        for (number, _), (step, gains) in sums.items():
            states, differs = step.states[owners(step)], (gains != 0).any(axis=1)
            for asked in np.unique(step.asked[differs]).tolist():
                decision, options = step.table.asked[asked]
                if decision.name in names:
                    those = np.flatnonzero(differs & (step.asked == asked))
                    key = decision.name, tuple(map(option_text, options))
                    gained.setdefault(key, []).append((number, states[those], gains[those, : len(options)]))
        return gained

    def flow(self, step: Step, level: Level, number: int, picks: Ints | None) -> Flow:
        """Return a phase under a policy, by default the plan, as edges between states."""
        # Policies share their picks where they agree, and a kept array has its id for itself.
        key = id(step), id(picks)
        known = self._flows.pop(key, None)
        if known is None:
            taken = default_picks(level, step) if picks is None else picks
            known = picks, step.flow(self._chain.weights(number), taken)
            self._edges += len(known[1].weight)
        self._flows[key] = known
        while self._edges > _KEPT and len(self._flows) > 1:
            _, (_, forgotten) = self._flows.popitem(last=False)
            self._edges -= len(forgotten.weight)
        return known[1]


def came(step: Step, weights: Floats, mass: Floats, picks: Ints) -> Floats:
    """Return the weight of the games that come to each choice. Shape (choices,)."""
    return step.passed(weights, mass[step.states], picks)[1]


def _gains(step: Step, level: Level, values: Floats, arrived: Floats, picks: Ints) -> Floats:
    size = np.array(level.table.options, dtype=np.int64)[step.asked]
    gains = np.zeros((len(picks), int(size.max())))
    now = values[step.option + picks]
    for option in range(gains.shape[1]):
        those = np.flatnonzero((size > option) & (arrived > 0))
        gains[those, option] = arrived[those] * (values[step.option[those] + option] - now[those])
    return gains

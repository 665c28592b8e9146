"""Forward passes over a chain whose states are known, under one policy by state after another."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

import numpy as np

from mangonel.engine.chain import Chain, Flow, Level, Step
from mangonel.engine.exact import Picks, default_picks, pushed
from mangonel.engine.state import Floats, Ints, Words
from mangonel.engine.values import Utility, position_values

__all__ = ["Passes", "came"]

_KEPT = 6_000_000
"""Edges in all flows that are kept at once."""


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
        self._chain, self._turns, self._utility = chain, turns, utility
        words, weights, self._through = start
        numbers = chain.first.states.add(words)
        self._start: Floats = np.bincount(numbers, weights, len(chain.first.states)).astype(np.float64)
        self._over = [level.over() for level in chain.levels]
        self._worth = [utility(chain, level, over) for level, over in zip(chain.levels, self._over, strict=True)]
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
        chain, mass = self._chain, self._start
        for turn in range(self._through + 1, self._turns + 1):
            for number, level in enumerate(chain.levels):
                step = level.known(turn)
                if step is None:
                    return
                flow = self.flow(step, level, number, picks.get((turn, number)))
                arrived = pushed(step, flow, mass.copy(), len(mass)) if len(step.states) else mass.copy()
                yield turn, number, step, mass, arrived
                mass = arrived
                mass[step.over] = 0.0

    def value(self, picks: Picks) -> float:
        """Return the value of a policy; decisions without picks follow the plan."""
        chain, total, mass, last = self._chain, 0.0, self._start, 0
        for _, number, _, _, arrived in self.masses(picks):
            last, mass = (number + 1) % len(chain.levels), arrived
            total += float(mass[self._over[last]] @ self._worth[last])
        level = chain.levels[last] if chain.levels else chain.first
        left = np.flatnonzero(mass)
        left = left[~level.ended[left]] if chain.levels and self._turns > self._through else left
        return total + float(mass[left] @ self._utility(chain, level, left))

    def gains(self, picks: Picks) -> Iterator[tuple[int, int, Step, Floats]]:
        """Yield the gain of each option of each choice in all games, if it is taken there in that turn alone.

        Yields
        ------
        tuple
            Turn, phase, how its states go on, and the gains in the value; 0 where there is no such option. Shape
            (choices, options).
        """
        chain = self._chain
        walk = [(turn, number, step, mass) for turn, number, step, mass, _ in self.masses(picks)]
        value = self._utility(chain, chain.first, np.arange(len(chain.first.states)))[:, None].astype(np.float64)
        for turn, number, step, mass in reversed(walk):
            level = chain.levels[number]
            taken = picks.get((turn, number))
            weights = chain.weights(number)
            if not len(step.states):
                continue
            values, taken = position_values(step, level, weights, value, {}, taken)
            value = value.copy()
            value[step.states] = values[step.root] if len(step.asked) else values
            if len(step.asked):
                yield turn, number, step, _gains(step, level, weights, values[:, 0], mass, taken)

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


def _gains(step: Step, level: Level, weights: Floats, values: Floats, mass: Floats, picks: Ints) -> Floats:
    arrived = came(step, weights, mass, picks)
    size = np.array(level.table.options, dtype=np.int64)[step.asked]
    gains = np.zeros((len(picks), int(size.max())))
    now = values[step.option + picks]
    for option in range(gains.shape[1]):
        those = np.flatnonzero((size > option) & (arrived > 0))
        gains[those, option] = arrived[those] * (values[step.option[those] + option] - now[those])
    return gains

"""Forward passes over a chain whose states are known, under one policy by state after another."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import numpy as np

from mangonel.engine.chain import Chain, Level, Step
from mangonel.engine.exact import Picks, default_picks
from mangonel.engine.state import Floats, Ints, Words
from mangonel.engine.values import Utility, position_values

__all__ = ["Passes", "came"]

_KEPT = 6_000_000
"""Edges in all matrices that are kept at once."""


class Passes:
    """Values of policies by state, by forward passes that share the matrices of their phases.

    A phase under a policy is a sparse matrix from its states to those of the next phase. Policies differ in few phases,
    and turns hardly at all, so most matrices are there already.

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
        self._matrices: OrderedDict[tuple[int, int], tuple[Ints | None, Any]] = OrderedDict()
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
                arrived = mass.copy()
                if len(step.states):
                    arrived[step.states] = 0.0
                    arrived += self.matrix(step, level, number, picks.get((turn, number))) @ mass[step.states]
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
            before = value.copy()
            if len(step.asked):
                values, taken = position_values(step, level, weights, value, {}, taken)
                before[step.states] = values[step.root]
                yield turn, number, step, _gains(step, level, weights, values[:, 0], mass, taken)
            elif len(step.states):
                before[step.states] = self.matrix(step, level, number, None).T @ value
            value = before

    def matrix(self, step: Step, level: Level, number: int, picks: Ints | None) -> Any:
        """Return a phase under a policy as a sparse matrix. Shape (states, rows of the step)."""
        size = len(self._chain.states)
        if not len(step.asked):
            return step.layers[0].sparse(self._chain.weights(number), size, step.positions)
        # Policies share their picks where they agree, and a kept array has its id for itself.
        key = id(step), id(picks)
        known = self._matrices.pop(key, None)
        if known is None:
            matrix = _under(
                step, self._chain.weights(number), default_picks(level, step) if picks is None else picks, size
            )
            known = picks, matrix
            self._edges += matrix.nnz
        self._matrices[key] = known
        while self._edges > _KEPT and len(self._matrices) > 1:
            _, (_, forgotten) = self._matrices.popitem(last=False)
            self._edges -= forgotten.nnz
        return known[1]


def came(step: Step, weights: Floats, mass: Floats, picks: Ints) -> Floats:
    """Return the weight of the games that come to each choice. Shape (choices,)."""
    passed, flow = np.zeros(step.positions), np.zeros(len(step.option))
    passed[step.root] = mass[step.states]
    for layer in step.layers:
        if len(layer.choices):
            flow[layer.choice] = passed[layer.asking] * weights[layer.asking_edge]
            passed[step.option[layer.choices] + picks[layer.choices]] = flow[layer.choices]
    return flow


def _gains(step: Step, level: Level, weights: Floats, values: Floats, mass: Floats, picks: Ints) -> Floats:
    arrived = came(step, weights, mass, picks)
    size = np.array(level.table.options, dtype=np.int64)[step.asked]
    gains = np.zeros((len(picks), int(size.max())))
    now = values[step.option + picks]
    for option in range(gains.shape[1]):
        those = np.flatnonzero((size > option) & (arrived > 0))
        gains[those, option] = arrived[those] * (values[step.option[those] + option] - now[those])
    return gains


def _under(step: Step, weights: Floats, picks: Ints, size: int) -> Any:
    """Return a step under a policy as a sparse matrix. Shape (states, rows)."""
    from scipy.sparse import csc_array

    passed = np.zeros(step.positions)
    passed[step.root] = 1.0
    for layer in step.layers:
        if len(layer.choices):
            flow = np.zeros(len(step.option))
            flow[layer.choice] = passed[layer.asking] * weights[layer.asking_edge]
            passed[step.option[layer.choices] + picks[layer.choices]] = flow[layer.choices]
    parts = [
        (layer.position[those], layer.target[those], passed[layer.position[those]] * weights[layer.edge[those]])
        for layer in step.layers
        for those in (np.flatnonzero(passed[layer.position]),)
    ]
    position, target, weight = (np.concatenate(part) for part in zip(*parts, strict=True))
    row = step.owners()[position]
    order = np.argsort(row, kind="stable")
    first = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=len(step.root)))])
    return csc_array((weight[order], target[order], first), shape=(size, len(step.root)))

"""Other tables without a phase run, and the derivative of a value by the probability of every outcome."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

import numpy as np

from mangonel.engine.chain import Chain
from mangonel.engine.exact import Picks, default_picks, passing
from mangonel.engine.process import Process
from mangonel.engine.rolls import Roll
from mangonel.engine.state import Floats
from mangonel.engine.values import Utility, backward

__all__ = ["cells_of", "derivatives", "reweigh"]


def reweigh(chain: Chain, look_up: Callable[[Hashable], Roll | None] | None = None) -> None:
    """Take other probabilities of the outcomes; no phase is run again.

    Parameters
    ----------
    chain
        A chain with branches for every outcome (`every_outcome`).
    look_up
        Returns the roll of a key under the other tables; None takes back the rolls that were learnt from.

    Raises
    ------
    SequenceError
        If a roll is not possible under them, or has an outcome without a branch: then the chain is to be learnt anew.
    """
    chain.weigh(None if look_up is None else chain.rolls.weights(look_up))


def derivatives(
    chain: Chain,
    process: Process,
    utility: Utility,
    picks: Picks | None = None,
    each_turn: Utility | None = None,
) -> tuple[float, Floats]:
    """Return the expected utility of a process, and its derivative by the probability of every outcome.

    Parameters
    ----------
    chain
        A chain that has been carried forward.
    process
        What is played; it has a turn limit.
    utility
        What final states are worth, one number each.
    picks
        A policy by state. If it is the best one, the derivatives are those of the best value (envelope theorem).
    each_turn
        As in `mangonel.engine.values.backward`.

    Returns
    -------
    float
        The expected utility.
    numpy.ndarray
        Its derivatives by the factors of ``chain.rolls``. Shape (factors,).
    """
    solution = backward(chain, process.limit, utility, picks=picks, keep=True, each_turn=each_turn)
    factors = chain.rolls.weights() if chain.factors is None else chain.factors
    flows = [np.zeros(len(table.position)) for table in chain.tables]
    start = int(chain.first.states.add(process.layout.pack(process.layout.start))[0])
    mass = np.zeros((len(chain.first.states), 1))
    mass[start] = 1.0
    for turn in range(1, process.limit + 1):
        for number, level in enumerate(chain.levels):
            step = level.known(turn)
            if step is None or not mass.any():
                break
            chosen = (picks or {}).get((turn, number))
            taken = default_picks(level, step) if chosen is None else chosen
            worth = solution.worth[turn, number][:, 0]
            mass, passed, choices = passing(step, chain.weights(number), mass, len(level.states), taken, worth)
            for layer in step.layers:
                flow = passed[layer.position, 0] * worth[layer.target]
                flows[number] += np.bincount(layer.edge, flow, len(flows[number]))
                asked = passed[layer.asking, 0] * choices[layer.choice]
                flows[number] += np.bincount(layer.asking_edge, asked, len(flows[number]))
            mass[step.over] = 0.0
    slopes = np.zeros(len(factors))
    for flow, table in zip(flows, chain.tables, strict=True):
        edge, terms = table.term_arrays()
        values = factors[terms]
        for place in range(terms.shape[1]):
            others = np.delete(values, place, axis=1).prod(axis=1)
            slopes += np.bincount(terms[:, place], flow[edge] * others, len(slopes))
    slopes[0] = 0.0
    return float(solution.values[0][start, 0]), slopes


def cells_of(chain: Chain) -> Mapping[tuple[str, str, str], list[tuple[Roll, int, int]]]:
    """Return for each table cell that is rolled on the rolls that read it: the roll, its first factor, and faces."""
    rolls: dict[tuple[str, str, str], list[tuple[Roll, int, int]]] = {}
    for roll, first in chain.rolls.first.values():
        for cell in dict.fromkeys(roll.cells):
            rolls.setdefault(cell, []).append((roll, first, roll.cells.count(cell)))
    return rolls

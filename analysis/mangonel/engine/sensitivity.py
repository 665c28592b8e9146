"""Other tables without a phase run, and the derivative of a value by the probability of every outcome."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

import numpy as np

from mangonel.engine.chain import Chain, Step
from mangonel.engine.exact import Picks, pushed, taken_picks
from mangonel.engine.process import Process
from mangonel.engine.rolls import Roll
from mangonel.engine.state import Floats, Ints
from mangonel.engine.values import Utility, position_values

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
    factors = chain.rolls.weights() if chain.factors is None else chain.factors
    flows = [np.zeros(len(table.position)) for table in chain.tables]
    size = len(chain.states)
    start = chain.states.add(process.layout.pack(process.layout.start))
    mass = np.bincount(start, minlength=size).astype(np.float64)
    walk: list[tuple[int, Step, Ints, Floats]] = []
    for turn in range(1, process.limit + 1):
        for number, level in enumerate(chain.levels):
            step = level.known(turn)
            if step is None:
                break
            taken = taken_picks(level, step, (picks or {}).get((turn, number)))
            walk.append((number, step, taken, mass.take(step.states)))
            mass = pushed(step, step.flow(chain.weights(number), taken), mass, size)
            mass[step.over] = 0.0
    states = np.arange(size)
    value = utility(chain, chain.first, states).astype(np.float64).reshape(size)
    begins = None if each_turn is None else each_turn(chain, chain.first, states).reshape(size)
    for number, step, taken, begun in reversed(walk):
        level, weights = chain.levels[number], chain.weights(number)
        values, _ = position_values(step, level, weights, value[:, None], {}, taken)
        passed, _ = step.passed(weights, begun, taken)
        for layer in step.layers:
            flow = passed.take(layer.position) * value.take(layer.target)
            flows[number] += np.bincount(layer.edge, flow, len(flows[number]))
            if len(layer.choices):
                choice = values[step.option[layer.choice] + taken[layer.choice], 0]
                flows[number] += np.bincount(layer.asking_edge, passed[layer.asking] * choice, len(flows[number]))
        value[step.states] = values[step.root if len(step.asked) else slice(None), 0]
        if begins is not None and number == 0:
            value += begins
    slopes = np.zeros(len(factors))
    for flow, table in zip(flows, chain.tables, strict=True):
        edge, terms = table.term_arrays()
        values = factors[terms]
        for place in range(terms.shape[1]):
            others = np.delete(values, place, axis=1).prod(axis=1)
            slopes += np.bincount(terms[:, place], flow[edge] * others, len(slopes))
    slopes[0] = 0.0
    return float(value[start[0]]), slopes


def cells_of(chain: Chain) -> Mapping[tuple[str, str, str], list[tuple[Roll, int, int]]]:
    """Return for each table cell that is rolled on the rolls that read it: the roll, its first factor, and faces."""
    rolls: dict[tuple[str, str, str], list[tuple[Roll, int, int]]] = {}
    for roll, first in chain.rolls.first.values():
        for cell in dict.fromkeys(roll.cells):
            rolls.setdefault(cell, []).append((roll, first, roll.cells.count(cell)))
    return rolls

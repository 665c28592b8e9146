"""Other tables without a phase run, and the derivative of a value by the probability of every outcome."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

import numpy as np

from mangonel.walks.chain import Chain, Step
from mangonel.walks.exact import Picks, default_picks, push
from mangonel.walks.process import Process
from mangonel.walks.rolls import Roll
from mangonel.walks.state import Floats, Ints
from mangonel.walks.values import Utility, backward

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


def derivatives(chain: Chain, process: Process, utility: Utility, picks: Picks | None = None) -> tuple[float, Floats]:
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

    Returns
    -------
    float
        The expected utility.
    numpy.ndarray
        Its derivatives by the factors of ``chain.rolls``. Shape (factors,).
    """
    solution = backward(chain, process.limit, utility, picks=picks, keep=True)
    factors = chain.rolls.weights() if chain.factors is None else chain.factors
    flows = [np.zeros(len(table.position)) for table in chain.tables]
    start = chain.start(process)
    mass = np.zeros((len(chain.states), 1))
    mass[start] = 1.0
    for turn in range(1, process.limit + 1):
        for number, level in enumerate(chain.levels):
            step = level.known(turn)
            if step is None:
                continue
            weights, worth = chain.weights(number), solution.worth[turn, number][:, 0]
            taken = solution.picks.get((turn, number), default_picks(level, step))
            passed, choices = _passing(step, weights, mass[step.states, 0], taken, worth)
            for layer in step.moving():
                flow = passed[layer.position] * worth[layer.target]
                flows[number] += np.bincount(layer.edge, flow, len(flows[number]))
                asked = passed[layer.asking] * choices[layer.choice]
                flows[number] += np.bincount(layer.asking_edge, asked, len(flows[number]))
            push(step, weights, mass, taken)
        mass[chain.ending(np.arange(len(mass))) > 0] = 0.0
    slopes = np.zeros(len(factors))
    for flow, table in zip(flows, chain.tables, strict=True):
        edge, terms = table.term_arrays()
        values = factors[terms]
        for place in range(terms.shape[1]):
            others = np.delete(values, place, axis=1).prod(axis=1)
            slopes += np.bincount(terms[:, place], flow[edge] * others, len(slopes))
    slopes[0] = 0.0
    return float(solution.values[0][start, 0]), slopes


def _passing(step: Step, weights: Floats, mass: Floats, picks: Ints, worth: Floats) -> tuple[Floats, Floats]:
    """Return what passes each position, and the value of each choice. Shapes (positions,), (choices,)."""
    passed, value, choices = np.zeros(step.positions), np.zeros(step.positions), np.zeros(len(step.option))
    passed[step.root] = mass
    for layer in step.moving():
        if len(layer.choices):
            flow = np.bincount(layer.choice, passed[layer.asking] * weights[layer.asking_edge], len(step.option))
            passed[step.option[layer.choices] + picks[layer.choices]] = flow[layer.choices]
    for layer in reversed(step.moving() if len(step.moving()) > 1 else []):
        if len(layer.choices):
            choices[layer.choices] = value[step.option[layer.choices] + picks[layer.choices]]
            np.add.at(value, layer.asking, choices[layer.choice] * weights[layer.asking_edge])
        np.add.at(value, layer.position, worth[layer.target] * weights[layer.edge])
    return passed, choices


def cells_of(chain: Chain) -> Mapping[tuple[str, str, str], list[tuple[Roll, int, int]]]:
    """Return for each table cell that is rolled on the rolls that read it: the roll, its first factor, and faces."""
    found: dict[tuple[str, str, str], list[tuple[Roll, int, int]]] = {}
    for roll, first in chain.rolls.first.values():
        for cell in dict.fromkeys(roll.cells):
            found.setdefault(cell, []).append((roll, first, roll.cells.count(cell)))
    return found

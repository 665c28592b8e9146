"""Backward induction: values of states turn by turn, the best option at each decision, and derivatives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from mangonel.engine.chain import Chain, Level, Menu, Step, menus
from mangonel.engine.exact import Picks, carry, chain_of, default_picks, pushed, taken_picks
from mangonel.engine.process import Process
from mangonel.engine.state import Floats, Ints
from mangonel.errors import SequenceError

__all__ = [
    "MOST_STATES",
    "Solution",
    "Utility",
    "after_phases",
    "backward",
    "carried",
    "derivatives",
    "endings_of",
    "position_values",
]


MOST_STATES = 100_000
"""States before a phase up to which states are valued, unless told otherwise."""
_SEVERAL = 2
"""Dimensions of the picks of several policies."""
_TIE = 1e-12
"""Options whose values differ by less are equal."""

Utility = Callable[[Chain, Level, Ints], Floats]
"""What final states of a level are worth. Shape (states,) or (states, columns)."""


@dataclass(frozen=True)
class Solution:
    """The result of backward induction."""

    values: tuple[Floats, ...]
    """Of the states at the start of each turn, and at the end of the last: values of the states of the first level;
    nan where a state is not reached. Shape (states, columns) each."""
    picks: dict[tuple[int, int], Ints]
    """For each turn and phase the option taken at each choice of its step."""


def backward(
    chain: Chain,
    turns: int,
    utility: Utility,
    *,
    best: Mapping[str, int] | None = None,
    picks: Picks | None = None,
    each_turn: Utility | None = None,
) -> Solution:
    """Value the states of a chain that has been carried forward.

    Parameters
    ----------
    chain
        The chain; a forward run has found its states.
    turns
        The turn limit.
    utility
        What final states are worth, and states that are open at the limit.
    best
        Sides that decide: +1 for the larger value, -1 for the smaller. Decisions of other sides follow `picks`, or the
        plan.
    picks
        A policy by state; or several of them side by side, shape (choices, policies): each is valued in a column.
    each_turn
        What states are worth besides whenever a turn begins in them.
    """
    taken: dict[tuple[int, int], Ints] = {}
    value = _two(utility(chain, chain.first, np.arange(len(chain.first.states))))
    # Policies side by side are columns.
    wide = max((part.shape[1] for part in (picks or {}).values() if part.ndim == _SEVERAL), default=1)
    if wide > 1:
        value = np.repeat(value, wide, axis=1)
    states = np.arange(len(chain.first.states))
    begun = None if each_turn is None else _two(each_turn(chain, chain.first, states))
    by_turn = [value]
    for turn in range(turns, 0, -1):
        for number in reversed(range(len(chain.levels))):
            level = chain.levels[number]
            step = level.known(turn)
            value, options = _back(
                step, level, chain.weights(number), value, best or {}, (picks or {}).get((turn, number))
            )
            if len(options):
                taken[turn, number] = options
        if begun is not None:
            value = value + begun
        by_turn.append(value)
    return Solution(tuple(reversed(by_turn)), taken)


def after_phases(chain: Chain, solution: Solution, turn: int) -> list[Floats]:
    """Return the values of the states after each phase of a turn. Shape (states, columns) each."""
    after = [solution.values[turn]]
    for number, level in reversed([*enumerate(chain.levels)][1:]):
        picks = solution.picks.get((turn, number))
        after.append(_back(level.known(turn), level, chain.weights(number), after[-1], {}, picks)[0])
    return after[::-1]


def _two(values: Floats) -> Floats:
    return values[:, None] if values.ndim == 1 else values


def _back(
    step: Step | None, level: Level, weights: Floats, after: Floats, best: Mapping[str, int], picks: Ints | None
) -> tuple[Floats, Ints]:
    """Return the value of the states before a phase, and the option taken at each choice."""
    if step is None or not len(step.states):
        return after, np.zeros(0, dtype=np.int64)
    before = after.copy()
    value, picks = position_values(step, level, weights, after, best, picks)
    if step.positions == len(step.states):
        before[step.states] = value
    else:
        before[step.states] = value[step.root]
    return before, picks


def position_values(
    step: Step, level: Level, weights: Floats, after: Floats, best: Mapping[str, int], picks: Ints | None
) -> tuple[Floats, Ints]:
    """Return the value of every position of a step, and the option taken at each choice.

    Parameters
    ----------
    step, level
        How the states of a level go on.
    weights
        Of the edges of the phase. Shape (edges,).
    after
        Values of the states of the next level. Shape (states, columns).
    best, picks
        As in `backward`; of options with the same value, that of the plan is taken, else the first. The picks of each
        column may differ: shape (choices,) or (choices, columns).
    """
    picks = default_picks(level, step) if picks is None else picks.copy()
    value = np.zeros((step.positions, after.shape[1]))
    for layer in reversed(step.layers):
        if len(layer.choices):
            for menu in menus(level, step, layer) if best else ():
                if best.get(menu.side):
                    _decide(menu, best[menu.side], value[:, 0], picks)
            worth = np.zeros((len(step.option), after.shape[1]))
            taken = picks[layer.choices]
            if taken.ndim == _SEVERAL:
                first = step.option[layer.choices][:, None]
                worth[layer.choices] = value[first + taken, np.arange(after.shape[1])]
            else:
                worth[layer.choices] = value[step.option[layer.choices] + taken]
            value += layer.sparse_asking(weights, len(step.option), step.positions) @ worth
        if len(layer.edge):
            value += layer.sparse(weights, len(after), step.positions) @ after
    return value, picks


def _decide(menu: Menu, sign: int, value: Floats, picks: Ints) -> None:
    """Set the best option of each choice of a menu."""
    largest: Floats = value[menu.options[0]] * sign
    for options in menu.options[1:]:
        np.maximum(largest, value[options] * sign, out=largest)
    planned = value[menu.options[picks[menu.choices], np.arange(len(menu.choices))]] * sign
    those = np.flatnonzero(planned < largest - _TIE)
    if len(those):
        near = value[menu.options[:, those]] * sign >= largest[those] - _TIE
        picks[menu.choices[those]] = near.argmax(axis=0)


def endings_of(chain: Chain, level: Level, states: Ints) -> Floats:
    """Return 1 for the ending of each state, undecided first, else 0: the chance of each. Shape (states, endings)."""
    ending = level.states.of(states)[0] & chain.layout.mask[0]
    chances: Floats = np.eye(len(chain.process.endings) + 1)[ending]
    return chances


def carried(process: Process, limit: int) -> tuple[Chain, list[tuple[Ints, Floats]]]:
    """Carry a process forward; return its chain, and the states of open games at the start of each turn."""
    if not process.phases or process.turns == 0:
        raise SequenceError(f"{process.name}: nothing happens in it, so its states have no values")
    if process.turns is None:
        raise SequenceError(f"{process.name} has no turn limit: its states have no values turn by turn")
    chain = chain_of(process)
    people, epoch = [(chain.states.add(process.layout.pack(process.layout.start)), np.ones(1))], chain.epoch
    for turn in range(1, process.limit + 1):
        played = carry(chain, *people[-1], turn, limit)
        people.append((played.numbers, played.weights))
    return (chain, people) if chain.epoch == epoch else carried(process, limit)


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
        As in `backward`.

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

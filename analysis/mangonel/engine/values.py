"""Values of states turn by turn: backward induction, best options, derivatives, and policies valued forward."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.chain import Chain, Flow, Level, Menu, Step, menus
from mangonel.engine.exact import Picks, carry, chain_of, default_picks, pushed, taken_picks
from mangonel.engine.policy import option_text, owners
from mangonel.engine.process import Process
from mangonel.engine.state import Floats, Ints, Layout, Words
from mangonel.errors import DataError, SequenceError

__all__ = [
    "MOST_STATES",
    "Passes",
    "Solution",
    "Utility",
    "backward",
    "blanked",
    "came",
    "carried",
    "derivatives",
    "endings_of",
    "pooled",
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
    worth: dict[tuple[int, int], Floats]
    """For each turn and phase the value of the states after it, if it was kept."""


def backward(
    chain: Chain,
    turns: int,
    utility: Utility,
    *,
    best: Mapping[str, int] | None = None,
    picks: Picks | None = None,
    keep: bool = False,
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
    keep
        Whether to keep the value after each phase.
    each_turn
        What states are worth besides whenever a turn begins in them.
    """
    taken: dict[tuple[int, int], Ints] = {}
    worths: dict[tuple[int, int], Floats] = {}
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
            if keep:
                worths[turn, number] = value
            step = level.known(turn)
            value, options = _back(
                step, level, chain.weights(number), value, best or {}, (picks or {}).get((turn, number))
            )
            if len(options):
                taken[turn, number] = options
        if begun is not None:
            value = value + begun
        by_turn.append(value)
    return Solution(tuple(reversed(by_turn)), taken, worths)


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


_SWEEPS = 30
_EQUAL = 1e-12


def blanked(layout: Layout, words: Words, hidden: Sequence[str]) -> Words:
    """Return states with the cells of some columns at 0.

    Raises
    ------
    DataError
        If there is no such column.
    """
    seen = words.copy()
    for name in hidden:
        if name not in layout.first or name == "ending":
            raise DataError("no such column", path="hidden", value=name, allowed=[*layout.first][1:])
        first, size = layout.first[name]
        for cell in range(first, first + (size or 1)):
            word, shift, mask = layout.places[cell]
            seen[word] &= ~(mask << shift)
    return seen


def pooled(
    passes: Passes, chain: Chain, utility: Utility, picks: Picks, side: str, sign: int, hidden: Sequence[str]
) -> Picks:
    """Improve a policy of a side that does not know some columns until no decision alone can be improved.

    Each sweep goes back through the turns. At each decision the option is taken that is best on average over the games
    that come to it and look alike to the side, everything before and after it as it is. So no sweep is worse than the
    one before, and the last is a lower bound of the best.

    Parameters
    ----------
    passes
        Forward passes over the chain.
    chain, utility
        The chain, and what final states are worth.
    picks
        The policy to begin with, for all decisions; those of others stay.
    side, sign
        Who decides, and +1 if it wants a large value.
    hidden
        The columns.
    """
    groups: dict[tuple[int, int], Ints] = {}
    # A policy to begin with may look at hidden columns: the first sweep only makes it one that does not.
    picks = _sweep(passes, chain, utility, picks, side, sign, hidden, groups)
    value = sign * passes.value(picks)
    for _ in range(_SWEEPS):
        better = _sweep(passes, chain, utility, picks, side, sign, hidden, groups)
        reached = sign * passes.value(better)
        if reached <= value + _EQUAL:
            break
        picks, value = better, reached
    return picks


def _sweep(
    passes: Passes,
    chain: Chain,
    utility: Utility,
    picks: Picks,
    side: str,
    sign: int,
    hidden: Sequence[str],
    groups: dict[tuple[int, int], Ints],
) -> Picks:
    walk = [(turn, number, step, mass) for turn, number, step, mass, _ in passes.masses(picks)]
    after = utility(chain, chain.first, np.arange(len(chain.first.states)))[:, None].astype(np.float64)
    taken = dict(picks)
    for turn, number, step, mass in reversed(walk):
        level, weights = chain.levels[number], chain.weights(number)
        before = after.copy()
        if len(step.states):
            own = picks.get((turn, number))
            if own is None:
                own = default_picks(level, step)
            mine = np.array([decision.side == side for decision, _ in level.table.asked], dtype=np.bool_)
            if mine.any() and len(step.asked):
                if (number, id(step)) not in groups:
                    groups[number, id(step)] = _alike(chain, level, step, turn, hidden)
                arrived = came(step, weights, mass, own)
                own = own.copy()
                # The last decisions of a phase first, as what follows them is settled.
                for choices in _by_depth(step, mine):
                    values, _ = position_values(step, level, weights, after, {}, own)
                    _choose(step, level, values[:, 0] * sign, arrived, groups[number, id(step)], choices, own)
                taken[turn, number] = own
            values, _ = position_values(step, level, weights, after, {}, own)
            before[step.states] = values[step.root] if len(step.asked) else values
        after = before
    return taken


def _by_depth(step: Step, mine: NDArray[np.bool_]) -> Iterator[Ints]:
    for layer in reversed(step.layers):
        choices = layer.choices[mine[step.asked[layer.choices]]] if len(layer.choices) else layer.choices
        if len(choices):
            yield choices


def _choose(
    step: Step, level: Level, values: Floats, arrived: Floats, groups: Ints, choices: Ints, picks: Ints
) -> None:
    """Set the option that is best on average at the choices of each group."""
    number = np.array(level.table.options, dtype=np.int64)[step.asked[choices]]
    _, which = np.unique(groups[choices], return_inverse=True)
    size = int(which.max()) + 1
    weight = arrived[choices]
    # Where no game comes, all count alike.
    weight = np.where(np.bincount(which, weight, size)[which] > 0, weight, 1.0)
    means = np.full((size, int(number.max())), -np.inf)
    planned = np.zeros((size, int(number.max())))
    for option in range(means.shape[1]):
        there = number > option
        those = choices[there]
        means[np.unique(which[there]), option] = 0.0
        sums = np.bincount(which[there], weight[there] * values[step.option[those] + option], size)
        means[:, option] += sums
        planned[:, option] = np.bincount(which, weight * (picks[choices] == option), size)
    top = means.max(axis=1, keepdims=True)
    near = means >= top - _EQUAL * np.maximum(np.bincount(which, weight, size), 1.0)[:, None]
    picks[choices] = np.where(near, planned, -1.0).argmax(axis=1)[which]


def _alike(chain: Chain, level: Level, step: Step, turn: int, hidden: Sequence[str]) -> Ints:
    """Return a number for each choice; choices that look alike to the side have the same. Shape (choices,)."""
    table, owner = level.table, owners(step)
    words = level.states.of(step.states)
    blocks = table.find(words, turn)
    ways: dict[tuple[int, ...], int] = {}
    known = {
        block: [ways.setdefault(way, len(ways)) for way in table.choice_at[block]] for block in set(blocks.tolist())
    }
    local = np.arange(len(owner)) - np.searchsorted(owner, owner)
    way = np.array([known[block][place] for block, place in zip(blocks[owner].tolist(), local.tolist(), strict=True)])
    menus: dict[tuple[str, tuple[str, ...]], int] = {}
    texts = [(decision.name, tuple(map(option_text, options))) for decision, options in table.asked]
    asked = np.array([menus.setdefault(menu, len(menus)) for menu in texts])
    keys = np.vstack([blanked(chain.layout, words, hidden)[:, owner], way, asked[step.asked]])
    _, groups = np.unique(keys, axis=1, return_inverse=True)
    return groups.reshape(-1).astype(np.int64)

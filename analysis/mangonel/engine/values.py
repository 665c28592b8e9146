"""Values of states turn by turn: backward induction, best options, derivatives, and policies valued forward."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from mangonel.engine.chain import Level, Menu, Stage, Step
from mangonel.engine.exact import Chain, Picks, carry, chain_of, taken_picks
from mangonel.engine.learning import column, spread
from mangonel.engine.policy import option_text
from mangonel.engine.process import Decision, Process
from mangonel.engine.state import Floats, Ints, Layout, Words
from mangonel.errors import DataError, SequenceError

MOST_STATES = 100_000
"""States before a phase up to which states are valued, unless told otherwise."""
_TIE = 1e-12
"""Options with values closer than this are equal."""

Utility = Callable[[Chain, Ints], Floats]
"""The worth of final states. Shape (states,) or (states, columns)."""


Gained: TypeAlias = "tuple[int, Ints, Floats]"
"""A phase, states in which a decision makes a difference there, and its gains. Shapes (states,), (states, options)."""


@dataclass(frozen=True)
class Solution:
    """The result of backward induction."""

    values: tuple[Floats, ...]
    """Of the states at the start of each turn, and at the end of the last: values of the states of the first level;
    nan where a state is not reached. Shape (states, columns) each."""
    picks: dict[tuple[int, int], Ints]
    """For each turn and phase the option taken at each choice of its step."""

    def within(self, chain: Chain, turn: int) -> dict[int, Floats]:
        """Return the values of the positions of each phase of a turn, by phase. Shape (positions, columns) each."""
        after, values = self.values[turn].copy(), {}
        for number, level in reversed([*enumerate(chain.levels)]):
            step = level.known(turn)
            if step is not None and len(step.states):
                values[number] = _position_values(step, chain.weights(number), after, self.picks.get((turn, number)))
                after[step.states] = values[number].take(step.root, axis=0)
        return values


def backward(
    chain: Chain,
    turns: int,
    utility: Utility,
    *,
    best: Mapping[str, int] | None = None,
    picks: Picks | None = None,
    each_turn: Utility | None = None,
    since: int = 0,
) -> Solution:
    """Value the states of a chain that has been carried forward.

    Parameters
    ----------
    utility
        The worth of final states, and of states that are open at the limit.
    best
        Sides that decide: +1 for the larger value, -1 for the smaller. Decisions of other sides follow `picks`, or the
        plan.
    each_turn
        The worth of states besides, whenever a turn begins in them.
    since
        The turns that are over; the values before are those after them.
    """
    taken: dict[tuple[int, int], Ints] = {}
    latest: dict[int, Ints] = {}
    states = np.arange(len(chain.states))
    worth = _flat(utility(chain, states))
    begun = None if each_turn is None else _flat(each_turn(chain, states))
    reached, room = _with_room(chain, worth)
    by_turn, value = [worth], reached[room:]
    for turn in range(turns, since, -1):
        for number, step, _, own in _turn_back(chain, turn, reached, room, picks or {}, best or {}):
            if len(own):
                # Turns with the same options share them.
                later = latest.get(id(step), own)
                latest[id(step)] = taken[turn, number] = later if np.array_equal(later, own) else own
        if begun is not None:
            value += begun
        by_turn.append(value.copy())
    values = tuple(line.reshape(len(line), -1) for line in reversed(by_turn + by_turn[-1:] * since))
    return Solution(values, taken)


def _with_room(chain: Chain, values: Floats) -> tuple[Floats, int]:
    """Return values of states behind room for those of the choices of a phase, and how much room there is."""
    room = max((len(step.asked) for level in chain.levels for step in level.steps.values()), default=0)
    return np.concatenate([np.zeros((room, *values.shape[1:])), values]), room


def _turn_back(
    chain: Chain, turn: int, reached: Floats, room: int, picks: Picks, best: Mapping[str, int]
) -> Iterator[tuple[int, Step, list[Floats], Ints]]:
    """Go back through the phases of a turn that do something; the values of states are written after each.

    Yields
    ------
    tuple
        Phase, how its states go on, the values of the positions of each of its stages, of which those of the last are
        written, and the options taken.
    """
    for number, level in reversed([*enumerate(chain.levels)]):
        step = level.known(turn)
        if step is None or not len(step.states):
            continue
        own = taken_picks(step, picks.get((turn, number)))
        own = own.copy() if best else own
        stages, _ = step.stages(chain.weights(number))
        values = _valued(stages, reached[room - _choices(stages) :], own, best)
        yield number, step, values, own
        reached[room:][step.states] = values[-1]


def _flat(values: Floats) -> Floats:
    """Return one column as a vector, which is quicker to index."""
    return values.reshape(len(values)) if values.size == len(values) else values


def _position_values(step: Step, weights: Floats, after: Floats, picks: Ints | None) -> Floats:
    """Return the value of every position of a step.

    Parameters
    ----------
    step
        How the states of a level go on.
    weights
        Of the edges of the phase. Shape (edges,).
    after
        Values of the states of the next level. Shape (states,) or (states, columns).
    picks
        The option taken at each choice; by default that of the plan. Shape (choices,).
    """
    stages, place = step.stages(weights)
    reached = np.concatenate([np.zeros((_choices(stages), *after.shape[1:])), after])
    return np.concatenate(_valued(stages, reached, taken_picks(step, picks), {})).take(place, axis=0)


def _choices(stages: Sequence[Stage]) -> int:
    return sum(len(menu.choices) for stage in stages for menu in stage.menus)


def _valued(stages: Sequence[Stage], reached: Floats, picks: Ints, best: Mapping[str, int]) -> list[Floats]:
    """Return the values of the positions of each stage of a step.

    Parameters
    ----------
    reached
        The values of its choices, which are written here, then those of the states of the next level.
    picks
        The option taken at each choice; written here at those of sides that decide best.
    best
        As in `backward`. Of options with the same value, that of the plan is taken, else the first.
    """
    values = []
    for edges, menus in stages:
        given, first = isinstance(edges, np.ndarray), 0
        value = reached.take(edges, axis=0) if given else edges @ reached[: edges.shape[1]]
        for menu in menus:
            size = len(menu.choices)
            options = value[first : first + menu.options * size]
            taken = reached[menu.slot : menu.slot + size]
            place = np.multiply(picks.take(menu.choices), size, dtype=np.int64) + np.arange(size)
            options.take(place, axis=0, out=taken, mode="clip")
            if menu.side in best:
                _decide(menu, options.reshape(menu.options, size), best[menu.side], taken, picks)
            first += menu.options * size
        values.append(value)
    return values


def _decide(menu: Menu, options: Floats, sign: int, taken: Floats, picks: Ints) -> None:
    """Take the best option at those choices of a menu where another is taken that is worse."""
    top = options.max(axis=0) if sign > 0 else options.min(axis=0)
    gain = top - taken
    worse = np.flatnonzero(gain > _TIE if sign > 0 else gain < -_TIE)
    if len(worse):
        enough = top.take(worse) - sign * _TIE
        option, value = np.zeros(len(worse), dtype=picks.dtype), np.empty(len(worse))
        for place in reversed(range(menu.options)):
            here = options[place].take(worse)
            near = here >= enough if sign > 0 else here <= enough
            np.copyto(option, place, where=near)
            np.copyto(value, here, where=near)
        picks[menu.choices.take(worse)] = option
        taken[worse] = value


def endings_of(chain: Chain, states: Ints) -> Floats:
    """Return 1 for the ending of each state, undecided first, else 0: the chance of each. Shape (states, endings)."""
    return np.eye(len(chain.process.endings) + 1)[chain.endings(states)]


def chances_from(process: Process, starts: Words, limit: int) -> tuple[Floats, int]:
    """Return the chance of each ending, undecided first, from several states at the start; and how many states it took.

    Parameters
    ----------
    process
        A game with a turn limit.
    starts
        Shape (words, starts).
    limit
        The most states at once that games from all of them may have.

    Returns
    -------
    Floats
        Shape (starts, 1 + endings).
    int
        The most states there were before a phase.

    Raises
    ------
    StateLimitError
        If there are more states.
    """
    chain = chain_of(process)
    chain.reach(process, process.limit, limit, starts)
    chances = backward(chain, process.limit, endings_of).values[0][chain.states.add(starts)]
    return chances, max(states for met in chain.reached(process.limit).values() for states in met.states)


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


_KEPT = 1_000_000
"""Edges in all matrices that are kept at once."""


class Passes:
    """Policies by state, played forward and backward; policies that agree in a phase share its matrix.

    Parameters
    ----------
    chain
        A chain that knows all states (`Chain.reach`).
    utility
        The worth of final states, and of states that are open at the limit.
    start
        States in which games begin, their weights, and the turns that are over. Shapes (words, states), (states,).
    kept
        Edges in all matrices that are kept at once.
    """

    def __init__(
        self, chain: Chain, turns: int, utility: Utility, start: tuple[Words, Floats, int], kept: int = _KEPT
    ) -> None:
        self.chain, self._turns, self._most = chain, turns, kept
        words, weights, self._through = start
        numbers, size = chain.states.add(words), len(chain.states)
        self._start: Floats = np.bincount(numbers, weights, size).astype(np.float64)
        self._worth: Floats = utility(chain, np.arange(size)).astype(np.float64).reshape(size)
        self.forget()

    def forget(self) -> None:
        """Forget the matrices."""
        self._moves: dict[tuple[int, int], tuple[Ints | None, Any]] = {}
        self._edges = 0

    def masses(self, picks: Picks) -> Iterator[tuple[int, int, Step, Floats, Floats]]:
        """Carry games forward.

        Yields
        ------
        tuple
            Turn, phase, how its states go on, the weight of each state before it, and of each after it, ended ones
            included. Shapes (states,).
        """
        chain, mass = self.chain, self._start
        for turn in range(self._through + 1, self._turns + 1):
            for number, level in enumerate(chain.levels):
                step = level.known(turn)
                if step is None:
                    return
                arrived = mass.copy()
                begun = mass.take(step.states)
                rows = (begun > 0.0).nonzero()[0]
                if len(rows):
                    moves = self.moves(step, number, picks.get((turn, number)))
                    first = moves.indptr.take(rows)
                    width = moves.indptr.take(rows + 1) - first
                    edges = spread(first, width)
                    arrived[step.states.take(rows)] = 0.0
                    moved = moves.data.take(edges) * np.repeat(begun.take(rows), width)
                    np.add.at(arrived, moves.indices.take(edges), moved)
                yield turn, number, step, mass, arrived
                mass = arrived
                mass[step.over] = 0.0

    def value(self, picks: Picks) -> float:
        """Return the value of a policy by a backward pass; decisions without picks follow the plan."""
        values = self._worth.copy()
        for turn in range(self._turns, self._through, -1):
            for number, level in reversed([*enumerate(self.chain.levels)]):
                step = level.known(turn)
                if step is not None and len(step.states):
                    values[step.states] = self.moves(step, number, picks.get((turn, number))) @ values
        return float(self._start @ values)

    def attained(self, picks: Picks) -> float:
        """Return the same by a forward pass."""
        total, mass = 0.0, self._start
        for _, _, step, _, mass in self.masses(picks):
            total += float((mass[step.over] * self._worth[step.over]).sum())
        return total + float((mass * self._worth).sum())

    def back(
        self, picks: Picks, begins: Floats | float = 0.0
    ) -> Iterator[tuple[int, int, Step, Ints, Floats, Floats, list[Floats]]]:
        """Go backward through the phases to which games come.

        Parameters
        ----------
        begins
            The worth of states besides, whenever a turn begins in them. Shape (states,).

        Yields
        ------
        tuple
            Turn, phase, how its states go on, the option taken at each choice, the weight of each row, the value of
            each state after it, and those of the positions of each stage: others may take the place of the last. Shapes
            (choices,), (rows,), (states,), (positions,) each.
        """
        walk: dict[tuple[int, int], tuple[Ints, Floats]] = {}
        for turn, number, step, mass, _ in self.masses(picks):
            # Most rows have no weight: to a state that the chain knows games come in few turns.
            begun = mass.take(step.states)
            rows = (begun > 0.0).nonzero()[0]
            walk[turn, number] = rows.astype(np.int32), begun.take(rows)
        reached, room = _with_room(self.chain, self._worth)
        for turn in range(self._turns, self._through, -1):
            for number, step, values, taken in _turn_back(self.chain, turn, reached, room, picks, {}):
                if (turn, number) in walk:
                    begun, (rows, weight) = np.zeros(len(step.states)), walk[turn, number]
                    begun[rows] = weight
                    yield turn, number, step, taken, begun, reached[room:], values
            reached[room:] += np.ravel(begins)

    def gains(self, picks: Picks) -> Iterator[tuple[int, int, Step, Ints, Floats]]:
        """Yield the gain of each option of each choice in all games, if it is taken there in that turn alone.

        Yields
        ------
        tuple
            Turn, phase, how its states go on, the choices to which games come, and the gains in the value; 0 where
            there is no such option. Shapes (choices,), (choices, options).
        """
        for turn, number, step, taken, begun, _, values in self.back(picks):
            if len(step.asked):
                weights = self.chain.weights(number)
                arrived = step.passed(weights, begun, taken)[1]
                choices = (arrived > 0.0).nonzero()[0]
                options = column(step.table.options)
                every, may = np.arange(options.max()), options.take(step.asked.take(choices))[:, None]
                place = step.stages(weights)[1].take(step.option.take(choices)[:, None] + every, mode="clip")
                value = np.concatenate(values).take(place)
                less = value[np.arange(len(choices)), taken.take(choices)]
                gained = arrived.take(choices)[:, None] * (value - less[:, None])
                yield turn, number, step, choices, np.where(every < may, gained, 0.0)

    def by_decision(self, picks: Picks, names: Collection[str]) -> dict[tuple[str, tuple[str, ...]], list[Gained]]:
        """Return the gains of the options of some decisions over all turns, by decision and options."""
        sums: dict[tuple[int, int], tuple[Step, Floats]] = {}
        for _, number, step, choices, gains in self.gains(picks):
            # Turns that are alike share a step.
            if (number, id(step)) not in sums:
                sums[number, id(step)] = step, np.zeros((len(step.asked), gains.shape[1]))
            sums[number, id(step)][1][choices] += gains
        gained: dict[tuple[str, tuple[str, ...]], list[Gained]] = {}
        for (number, _), (step, gains) in sums.items():
            states, differs = step.states[step.owners()], (gains != 0).any(axis=1)
            for asked in np.unique(step.asked[differs]).tolist():
                decision, options = step.table.asked[asked]
                if decision.name in names:
                    those = np.flatnonzero(differs & (step.asked == asked))
                    key = decision.name, tuple(map(option_text, options))
                    gained.setdefault(key, []).append((number, states[those], gains[those, : len(options)]))
        return gained

    def moves(self, step: Step, number: int, picks: Ints | None) -> Any:
        """Return a phase under a policy, by default the plan: the share of each row that goes to each state.

        Returns
        -------
        scipy.sparse.csr_array
            Shape (rows, states).
        """
        from scipy.sparse import csr_array

        # Policies share their picks where they agree, and a kept array has its id for itself.
        key = id(step), id(picks)
        if key not in self._moves:
            flow = step.flow(self.chain.weights(number), taken_picks(step, picks))
            # Edges are in the order of their rows.
            ends = np.bincount(step.row.take(flow.source), minlength=len(step.states)).cumsum()
            edges = flow.weight, flow.target, np.append(0, ends)
            if self._edges + len(flow.weight) > self._most:
                self.forget()
            self._moves[key] = picks, csr_array(edges, (len(step.states), len(self._worth)))
            self._edges += len(flow.weight)
        return self._moves[key][1]


def options_met(
    step: Step, values: Floats, picks: Ints, arrived: Floats
) -> Iterator[tuple[Decision, Ints, list[tuple[str, Ints, Ints, Floats]]]]:
    """Yield the decisions to which games come, with their choices, and with their options as they are typed.

    Of each option there is where in these choices it may be taken, its place in the menu, and the value of the
    option taken there less its own.
    """
    for name, decision in {decision.name: decision for decision, _ in step.table.asked}.items():
        menus = [menu if other.name == name else () for other, menu in step.table.asked]
        those = np.flatnonzero(np.array([bool(menu) for menu in menus])[step.asked] & (arrived > 0))
        options = []
        for option in dict.fromkeys(option for menu in menus for option in menu) if len(those) else ():
            place = np.array([menu.index(option) if option in menu else -1 for menu in menus])[step.asked[those]]
            may = np.flatnonzero(place >= 0)
            first, taken = step.option[those[may]], picks[those[may]]
            if len(may):
                options.append(
                    (option_text(option), may, place[may], values[first + taken] - values[first + place[may]])
                )
        if options:
            yield decision, those, options


def derivatives(chain: Chain, process: Process, utility: Utility, each_turn: Utility | None = None) -> Floats:
    """Return the derivatives of the expected utility by the factors of ``chain.rolls``. Shape (factors,).

    Parameters
    ----------
    process
        The game; it has a turn limit.
    utility
        The worth of final states, one number each.
    each_turn
        As in `backward`.
    """
    factors = chain.rolls.weights() if chain.factors is None else chain.factors
    flows = [np.zeros(len(table.position)) for table in chain.tables]
    start = process.layout.pack(process.layout.start)
    passes = Passes(chain, process.limit, utility, (start, np.ones(1), 0))
    begins = 0.0 if each_turn is None else each_turn(chain, np.arange(len(chain.states)))
    for _, number, step, taken, begun, after, values in passes.back({}, begins):
        weights = chain.weights(number)
        passed, _ = step.passed(weights, begun, taken)
        leaf, value = step.leaves(), np.concatenate(values).take(step.stages(weights)[1])
        flow = passed.take(step.position[leaf]) * after.take(step.target[leaf])
        flows[number] += np.bincount(step.edge[leaf], flow, len(flows[number]))
        for layer in step.layers:
            choice = value[step.option[layer.choice] + taken[layer.choice]]
            flows[number] += np.bincount(layer.edge, passed[layer.position] * choice, len(flows[number]))
    slopes = np.zeros(len(factors))
    for flow, table in zip(flows, chain.tables, strict=True):
        edge, terms = table.term_arrays()
        shares = factors[terms]
        for place in range(terms.shape[1]):
            others = np.delete(shares, place, axis=1).prod(axis=1)
            slopes += np.bincount(terms[:, place], flow[edge] * others, len(slopes))
    slopes[0] = 0.0
    return slopes


_SWEEPS = 30
_EQUAL = 1e-12


def blanked(layout: Layout, words: Words, hidden: Sequence[str]) -> Words:
    """Return states with the cells of some columns at 0. It is a DataError if there is no such column."""
    seen = words.copy()
    for name in hidden:
        if name not in layout.first or name == "ending":
            raise DataError("no such column", path="hidden", value=name, allowed=[*layout.first][1:])
        first, size = layout.first[name]
        for cell in range(first, first + (size or 1)):
            word, shift, mask = layout.places[cell]
            seen[word] &= ~(mask << shift)
    return seen


def pooled(passes: Passes, picks: Picks, side: str, sign: int, hidden: Sequence[str]) -> Picks:
    """Improve a policy of a side that does not know some columns until no decision alone can be improved.

    Each sweep goes back through the turns. At each decision the option is taken that is best on average over the games
    that come to it and look alike to the side, everything before and after it as it is. So no sweep is worse than the
    one before, and the last is a lower bound of the best.

    Parameters
    ----------
    picks
        The policy to begin with, for all decisions; those of others stay.
    side, sign
        The side that decides, and +1 if it wants a large value.
    """
    groups: dict[tuple[int, int], Ints] = {}

    def swept(picks: Picks) -> Picks:
        better = dict(picks)
        for turn, number, step, taken, begun, after, values in passes.back(picks):
            level, weights = passes.chain.levels[number], passes.chain.weights(number)
            mine = np.array([decision.side == side for decision, _ in level.table.asked], dtype=np.bool_)[step.asked]
            if not mine.any():
                continue
            if (number, id(step)) not in groups:
                groups[number, id(step)] = _alike(level, step, turn, hidden)
            own, arrived = taken.copy(), step.passed(weights, begun, taken)[1]
            # The last decisions of a phase first, as all after them is settled.
            for layer in reversed(step.layers):
                choices = layer.choices[mine[layer.choices]]
                if len(choices):
                    value = sign * _position_values(step, weights, after, own)
                    _choose(step, level, value, arrived, groups[number, id(step)], choices, own)
            values[-1] = _position_values(step, weights, after, own).take(step.root)
            better[turn, number] = own
        return better

    # A policy to begin with may look at hidden columns: the first sweep only makes it one that does not.
    picks = swept(picks)
    value = sign * passes.value(picks)
    for _ in range(_SWEEPS):
        better = swept(picks)
        reached = sign * passes.value(better)
        if reached <= value + _EQUAL:
            break
        picks, value = better, reached
    return picks


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


def _alike(level: Level, step: Step, turn: int, hidden: Sequence[str]) -> Ints:
    """Return a number for each choice; choices that look alike to the side have the same. Shape (choices,)."""
    table, owner = level.table, step.owners()
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
    keys = np.vstack([blanked(level.table.layout, words, hidden)[:, owner], way, asked[step.asked]])
    _, groups = np.unique(keys, axis=1, return_inverse=True)
    return groups.reshape(-1).astype(np.int64)

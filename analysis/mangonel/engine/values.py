"""Backward induction: values of states turn by turn, and the best option at each decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from mangonel.engine.chain import Chain, Level, Menu, Step, menus
from mangonel.engine.exact import Picks, Population, carry, chain_of, default_picks, starting
from mangonel.engine.process import Measure, Process
from mangonel.engine.state import Floats, Ints, Words
from mangonel.errors import SequenceError, nearest

__all__ = [
    "MOST_STATES",
    "Outlook",
    "Solution",
    "Utility",
    "Values",
    "backward",
    "outlook",
    "position_values",
    "values",
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
    """
    taken: dict[tuple[int, int], Ints] = {}
    worths: dict[tuple[int, int], Floats] = {}
    value = _two(utility(chain, chain.first, np.arange(len(chain.first.states))))
    # Policies side by side are columns.
    wide = max((part.shape[1] for part in (picks or {}).values() if part.ndim == _SEVERAL), default=1)
    if wide > 1:
        value = np.repeat(value, wide, axis=1)
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
        by_turn.append(value)
    return Solution(tuple(reversed(by_turn)), taken, worths)


def _two(values: Floats) -> Floats:
    return values[:, None] if values.ndim == 1 else values


def _back(
    step: Step | None, level: Level, weights: Floats, after: Floats, best: Mapping[str, int], picks: Ints | None
) -> tuple[Floats, Ints]:
    """Return the value of the states before a phase, and the option taken at each choice."""
    before = after.copy()
    if step is None or not len(step.states):
        return before, np.zeros(0, dtype=np.int64)
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
            value += layer.sparse_asking(weights, len(step.option), step.positions).T @ worth
        if len(layer.edge):
            value += layer.sparse(weights, len(after), step.positions).T @ after
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


def _carried(process: Process, limit: int) -> tuple[Chain, list[Population]]:
    """Carry a process forward; return its chain and the games at the start of each turn."""
    if not process.phases or process.turns == 0:
        raise SequenceError(f"{process.name}: nothing happens in it, so its states have no values")
    if process.turns is None:
        raise SequenceError(f"{process.name} has no turn limit: its states have no values turn by turn")
    chain = chain_of(process)
    people, epoch = [starting(process)], chain.epoch
    for turn in range(1, process.limit + 1):
        people.append(carry(chain, people[-1], None, turn, limit, forget=False))
    return (chain, people) if chain.epoch == epoch else _carried(process, limit)


@dataclass(frozen=True)
class Values:
    """The chance of each ending from every state that can be reached, turn by turn."""

    process: Process
    """What is played."""
    chances: tuple[Floats, ...]
    """At the end of each turn, 0 being the start: the chance of each ending, undecided first, from each state of the
    first level; nan where it is not reached. Shape (states, 1 + endings) each."""
    _words: Words = field(repr=False)

    @property
    def turns(self) -> int:
        """The turn limit."""
        return len(self.chances) - 1

    def at(self, position: Mapping[str, int | tuple[int, ...]] | None = None, *, after: int = 0) -> dict[str, float]:
        """Return the chance of each ending from a position.

        Parameters
        ----------
        position
            Values of columns at the end of a turn; those that are not named are as at the start.
        after
            The turn, 0 being the start.

        Raises
        ------
        SequenceError
            If there is no such column or turn, or the position cannot be reached by then.
        """
        process = self.process
        if not 0 <= after <= self.turns:
            raise SequenceError(f"{process.name}: a turn is one of 0 to {self.turns}, not {after}")
        columns = [column.name for column in process.columns]
        for name in position or {}:
            if name not in columns:
                near = nearest(name, columns)
                hint = "" if near is None else f"; did you mean {near!r}?"
                raise SequenceError(f"the process declares no column {name!r}{hint}")
        start = process.layout.pack(process.starting(**(position or {})).layout.start)
        there = np.flatnonzero((self._words == start).all(axis=0))
        if not len(there) or np.isnan(self.chances[after][there[0]]).any():
            raise SequenceError(f"{process.name}: no such position comes at the end of turn {after}")
        names = ("undecided", *process.endings)
        return dict(zip(names, self.chances[after][there[0]].tolist(), strict=True))


def values(process: Process, *, limit: int = MOST_STATES) -> Values:
    """Value every state that can be reached, backward from the turn limit.

    Parameters
    ----------
    process
        What is played; it has a turn limit.
    limit
        The most states there may be before a phase.

    Raises
    ------
    SequenceError
        If it has no turn limit, or nothing happens.
    StateLimitError
        If there are more states.
    """
    chain, people = _carried(process, limit)
    by_turn = backward(chain, process.limit, endings_of).values
    size = len(chain.first.states)
    chances = []
    for after, there in zip(by_turn, people, strict=True):
        chance = np.full((size, after.shape[1]), np.nan)
        numbers = chain.first.states.add(there.words)
        chance[numbers] = after[numbers]
        chances.append(chance)
    return Values(process, tuple(chances), chain.first.states.words)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Games that are open at the start of a turn, by the value of a measure."""

    turn: int
    """The turn that comes next."""
    shares: Floats
    """Share of all games that are open and have each value. Shape (1 + maximum,)."""
    chances: Floats
    """How often those come to each ending, undecided first; nan where there are none. Shape (1 + maximum, 1 +
    endings)."""


def outlook(process: Process, look: Measure, *, limit: int = MOST_STATES) -> tuple[Outlook, ...]:
    """Return how games end by the value of a measure at the start of each turn, as long as some are open.

    Parameters
    ----------
    process
        What is played; it has a turn limit and phases.
    look
        The measure, at the end of the turn before.
    limit
        The most states there may be before a phase.

    Raises
    ------
    SequenceError
        If it has no turn limit, or nothing happens.
    StateLimitError
        If there are more states.
    """
    chain, people = _carried(process, limit)
    by_turn = backward(chain, process.limit, endings_of).values
    size, outlooks = look.maximum + 1, []
    for turn, (there, chance) in enumerate(zip(people[:-1], by_turn[:-1], strict=True), start=1):
        if not len(there.lines):
            break
        numbers = chain.first.states.add(there.words)
        amounts, weights = chain.measure(chain.first, look, numbers), there.lines[:, 0]
        shares = np.bincount(amounts, weights, size).astype(np.float64)
        sums = np.array([np.bincount(amounts, weights * column, size) for column in chance[numbers].T]).T
        with np.errstate(invalid="ignore"):
            outlooks.append(Outlook(turn, shares, sums / shares[:, None]))
    return tuple(outlooks)

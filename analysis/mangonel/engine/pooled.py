"""Policies of a side that does not know some columns: one option in all states that look alike to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.chain import Chain, Level, Step
from mangonel.engine.exact import Picks, default_picks
from mangonel.engine.passes import Passes, came
from mangonel.engine.policy import owners
from mangonel.engine.priority import option_text
from mangonel.engine.state import Floats, Ints, Layout, Words
from mangonel.engine.values import Utility, position_values
from mangonel.errors import DataError

__all__ = ["blanked", "pooled"]

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

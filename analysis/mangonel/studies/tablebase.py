"""Tablebases: the odds and the best decisions of every position of a game, as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from scipy.sparse import csr_array

from mangonel.engine.chain import Step
from mangonel.engine.ledger import Progress
from mangonel.engine.position import looks_of
from mangonel.engine.process import Process
from mangonel.engine.state import Floats, Ints
from mangonel.engine.values import MOST_STATES, Passes, endings_of, options_met
from mangonel.errors import DataError, StateLimitError
from mangonel.games.scenario import Scenario, build
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.decide import Best, best_of_all
from mangonel.studies.playing import played
from mangonel.studies.varying import varied

Played: TypeAlias = "tuple[Scenario, RuleSet, Mapping[str, Any], tuple[str, ...], str]"
"""A scenario, its rule set, other values of both by path, the numbers that name a position, and the question."""

_TREMBLE = 1e-12
"""Weight of games with best decisions beside those that follow the plans, and of all others beside them."""
_KEPT = 6_000_000
"""Edges of phases that are kept between turns."""
_NONE = np.zeros(0, dtype=np.int64)
_NEVER = 0.005
"""A decision that loses less wherever it comes is left out."""


@dataclass(frozen=True)
class Advice:
    """A decision of one phase in all positions; losses are summed over the games that reach it."""

    side: str
    phase: str
    decision: str
    options: tuple[str, ...]
    """As they are typed in a priority list."""
    share: Floats
    """How often the decision comes in the next turn. Shape (turns, rows)."""
    lost: Floats
    """The loss of each option against the best. Shape (options, turns, rows)."""
    allowed: Floats
    """How often each option may be taken. Shape (options, turns, rows)."""


@dataclass(frozen=True)
class Tablebase:
    """The positions of a game at the start of each turn; a row is one combination of the named numbers."""

    names: tuple[str, ...]
    """The numbers that name a position, as for `mangonel.engine.position.position`."""
    numbers: Ints
    """Shape (names, rows)."""
    weight: Floats
    """The share of games that reaches each position if all follow their plans; next to nothing, not 0, where only other
    decisions lead. 0 if none do. Shape (turns, rows)."""
    endings: Floats
    """The chance of each ending, undecided first, if all follow their plans. Shape (1 + endings, turns, rows)."""
    best: Floats
    """The chance that is wanted if every side decides best. Shape (turns, rows)."""
    signs: Mapping[str, int]
    """The sides that decide anything: +1 if they want it, -1 if not."""
    advice: tuple[Advice, ...]

    def pooled(self, names: Sequence[str]) -> Tablebase:
        """Return the same positions named by fewer numbers: averages over the others, as often as games have them."""
        kept = self.numbers[[self.names.index(name) for name in names]]
        numbers, group = np.unique(kept, axis=1, return_inverse=True)
        size = numbers.shape[1]
        weight = _summed(self.weight, group, size)

        def mean(values: Floats) -> Floats:
            total = _summed(values * self.weight, group, size)
            return np.divide(total, weight, out=np.zeros_like(total), where=weight > 0)

        advice = []
        for each in self.advice:
            lost, allowed = (np.stack([mean(values) for values in options]) for options in (each.lost, each.allowed))
            advice.append(replace(each, share=mean(each.share), lost=lost, allowed=allowed))
        endings = np.stack([mean(chances) for chances in self.endings])
        return Tablebase(tuple(names), numbers, weight, endings, mean(self.best), self.signs, tuple(advice))


def _summed(values: Floats, group: Ints, size: int) -> Floats:
    return np.stack([np.bincount(group.ravel(), line, size) for line in values])


def tablebases(
    games: Sequence[Played], *, state_limit: int = MOST_STATES, executor: Executor | None = None, progress: Progress
) -> list[Tablebase]:
    """Return the tablebases of several games; errors as of `tablebase`."""
    return played([partial(_tablebase_of, state_limit, game) for game in games], executor=executor, progress=progress)


def _tablebase_of(state_limit: int, game: Played) -> Tablebase:
    scenario, rules, values, names, asked = game
    process = build(*varied(scenario, rules, values))
    table = tablebase(process, names, asked, state_limit=state_limit)
    # Its chain holds the process, too: without it nothing has to wait for the garbage collector.
    process.learnt.clear()
    return table


def tablebase(process: Process, names: Sequence[str], asked: str, *, state_limit: int = MOST_STATES) -> Tablebase:
    """Return the tablebase of a game.

    Parameters
    ----------
    process
        The game; it has a turn limit.
    names
        The numbers by which positions are named, at least one.
    asked
        The ending that is wanted, or the side for all that it wins by.
    state_limit
        The most states before a phase.

    Raises
    ------
    DataError
        If it has no turn limit, or is sampled only.
    StateLimitError
        If there are too many states to know it exactly.
    """
    game = _solved(process, asked, state_limit)
    chain, looks, turns = game.chain, looks_of(process), process.limit
    reached = {turn: met.begun for turn, met in chain.reached(turns).items()}
    somewhere = np.unique(np.concatenate([*reached.values()]))
    known = [chain.measure(looks[name], somewhere) for name in names]
    numbers, group = np.unique(np.stack(known), axis=1, return_inverse=True)
    rows = np.zeros(len(chain.states), dtype=np.int64)
    rows[somewhere] = group.ravel()
    size = numbers.shape[1]
    passes = Passes(chain, turns, game.wanted.of, game.start, kept=_KEPT)
    # The weight of each state at the start of each turn if all follow their plans. Shape (turns, states).
    starts = np.zeros((turns, len(chain.states)))
    for turn, number, _, mass, _ in passes.masses({}):
        if number == 0:
            starts[turn - 1] = mass
    weight, best = np.zeros((turns, size)), np.zeros((turns, size))
    endings = np.zeros((1 + len(process.endings), turns, size))
    sums: dict[tuple[int, str], _Sums] = {}
    groups: list[Any] = []
    decided = starts[0].copy()
    for turn in range(1, turns + 1):
        line = starts[turn - 1] + _TREMBLE * decided
        line[reached.get(turn, _NONE)] += _TREMBLE**2
        total = weight[turn - 1] = np.bincount(rows, line, size)
        there = np.flatnonzero(line)
        games = csr_array((line[there] / total[rows[there]], (rows[there], there)), shape=(size, len(line)))
        groups.append(games)
        best[turn - 1] = games @ np.nan_to_num(game.solution.values[turn - 1][:, 0])
        decided = _decided(game, turn, passes, games, decided, sums, (turns, size))
    for turn, values in _planned(passes, turns):
        endings[:, turn - 1] = (groups[turn - 1] @ values).T
    advice = tuple(_advised(game, sums))
    signs = {decision.side: game.signs[decision.side] for table in chain.tables for decision, _ in table.asked}
    return Tablebase(tuple(names), numbers, weight, endings, best, signs, advice)


def _solved(process: Process, asked: str, state_limit: int) -> Best:
    if process.turns is None or process.sampled:
        raise DataError(
            "positions are found exactly, and it has no turn limit; set one (--set turns=20)"
            if process.turns is None
            else "positions are found exactly, and it has far too many states; take a smaller scenario",
            value=process.name,
        )
    try:
        return best_of_all(process, state_limit, asked)
    except StateLimitError as error:
        ways = (
            "play with fewer men (--set, --x, --y), shorten the game (--set turns=), "
            "or allow more states (--max-states)"
        )
        raise StateLimitError(f"{error}, too many for a page of all positions: {ways}") from None


def _planned(passes: Passes, turns: int) -> Iterator[tuple[int, Floats]]:
    """Yield the chance of each ending if all follow their plans, by the state at the start of each turn, from the last.

    Shape (states, 1 + endings) each; the array is used again.
    """
    chain = passes.chain
    values = endings_of(chain, np.arange(len(chain.states)))
    for turn in range(turns, 0, -1):
        for number, level in reversed([*enumerate(chain.levels)]):
            step = level.known(turn)
            if step is not None and len(step.states):
                values[step.states] = passes.moves(step, number, None) @ values
        yield turn, values


@dataclass
class _Sums:
    """Of one decision in one phase: sums over the games that reach it, and of each of its options."""

    share: Floats
    options: dict[str, tuple[Floats, Floats]]


def _advised(game: Best, sums: Mapping[tuple[int, str], _Sums]) -> Iterator[Advice]:
    chain = game.chain
    sides = {decision.name: decision.side for table in chain.tables for decision, _ in table.asked}
    for (number, name), part in sorted(sums.items()):
        if any((lost > _NEVER * part.share).any() for lost, _ in part.options.values()):
            lost, allowed = (np.stack(lines) for lines in zip(*part.options.values(), strict=True))
            yield Advice(
                sides[name], chain.process.phases[number].name, name, tuple(part.options), part.share, lost, allowed
            )


def _decided(
    game: Best,
    turn: int,
    passes: Passes,
    games: Any,
    mass: Floats,
    sums: dict[tuple[int, str], _Sums],
    shape: tuple[int, int],
) -> Floats:
    """Carry all games through a turn of best decisions, and add up the decisions that those of each position meet.

    Parameters
    ----------
    games
        The games of each position. Shape (positions, states).
    mass
        The weight of each state if every side decides best; returned for the next turn.
    sums
        By phase and decision; written for this turn.
    shape
        Of each sum: turns and positions.
    """
    chain, values = game.chain, game.solution.within(game.chain, turn)
    mass = mass.copy()
    for number, level in enumerate(chain.levels):
        step = level.known(turn)
        if step is None:
            return np.zeros(len(mass))
        picks = game.solution.picks.get((turn, number))
        if picks is not None:
            for name, option, summed in _choices(game, number, step, picks, values[number][:, 0], games):
                part = sums.setdefault((number, name), _Sums(np.zeros(shape), {}))
                if option is None:
                    part.share[turn - 1] = summed[0]
                else:
                    lost, allowed = part.options.setdefault(option, (np.zeros(shape), np.zeros(shape)))
                    lost[turn - 1], allowed[turn - 1] = summed
        if len(step.states):
            moves = passes.moves(step, number, picks)
            acting = mass.take(step.states)
            mass[step.states] = 0.0
            mass += moves.T @ acting
            games = _carried(games, step, moves)
        mass[step.over] = 0.0
    return mass


def _carried(games: Any, step: Step, moves: Any) -> Any:
    """Return the games of each position after a phase. Shape (positions, states) each."""
    row = step.row.take(games.indices)
    acting = row >= 0
    before = np.append(0, acting.cumsum())[games.indptr]
    begun = csr_array((games.data[acting], row[acting], before), (games.shape[0], len(step.states)))
    staying = csr_array((games.data[~acting], games.indices[~acting], games.indptr - before), games.shape)
    return staying + begun @ moves


def _choices(
    game: Best, number: int, step: Step, picks: Ints, values: Floats, games: Any
) -> Iterator[tuple[str, str | None, list[Floats]]]:
    """Yield the choices of a phase by decision, and by decision and option, summed over the games of each position.

    Yields
    ------
    tuple
        Name, option (None: all of them), and sums: how many games meet it, but of an option first how much it loses
        there. Shape (positions,) each.
    """
    there = np.bincount(games.indices, minlength=games.shape[1]) > 0
    flow = step.passed(game.chain.weights(number), there[step.states].astype(np.float64), picks)[1]
    state = step.states[step.owners()]
    names: list[tuple[str, str | None]] = []
    columns: list[tuple[Ints, Floats]] = []
    for decision, those, options in options_met(step, values, picks, flow):
        names.append((decision.name, None))
        columns.append((state[those], flow[those]))
        for text, may, _, less in options:
            loss = np.maximum(game.signs[decision.side] * less, 0.0)
            names.append((decision.name, text))
            columns += [(state[those[may]], flow[those[may]] * loss), (state[those[may]], flow[those[may]])]
    if not columns:
        return
    # One product for all of them.
    states, amounts = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    column = np.repeat(np.arange(len(columns)), [len(states) for states, _ in columns])
    summed = iter((games @ csr_array((amounts, (states, column)), (games.shape[1], len(columns)))).toarray().T)
    for name, option in names:
        yield name, option, [next(summed) for _ in range(1 if option is None else 2)]

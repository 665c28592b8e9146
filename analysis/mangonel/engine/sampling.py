"""Single games, a block at a time: each follows the dice through the trees of the phases."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.chain import distinct
from mangonel.engine.exact import Chain, ChapterTable, chain_of, changes, ends_of, taken_picks
from mangonel.engine.learning import CHOICE, LEAF, PhaseTable, column, spread
from mangonel.engine.ledger import Ledger
from mangonel.engine.process import Process
from mangonel.engine.state import Ints, Words
from mangonel.errors import SequenceError, StateLimitError

BLOCK = 1 << 18
"""Trials in a block. Part of the seed contract: block b of a run always holds the trials from b * BLOCK on."""


_ALIKE, _STATES_EACH, _DRAWN_STATES = 64, 32, 60_000
"""Games of a block that begin a chapter alike, from which on they are drawn from the ways in which it can end; and so
many states at once are counted to know these: for each of the games, and at most. With fewer games or more states it is
played game by game. Part of the seed contract."""
_GROWN = 1.1
"""So much more states than at the last time are merged again."""


class Span(NamedTuple):
    """Trials of a run from one on, which begins a block, and up to another, which is not among them."""

    start: int
    stop: int

    @property
    def whole(self) -> bool:
        """Whether they are whole blocks."""
        return self.stop % BLOCK == 0

    def blocks(self) -> list[tuple[int, int]]:
        """Return number and trials of each block."""
        return [(trial // BLOCK, min(BLOCK, self.stop - trial)) for trial in range(self.start, self.stop, BLOCK)]


def generator(seed: int, block: int) -> np.random.Generator:
    """Return the generator of a block of trials: the seed contract.

    Block `block` of a run with `seed` always uses ``SFC64(SeedSequence(seed, spawn_key=(block,)))``.
    """
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(block,))))


class Dice:
    """Dice for independent games."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def begin(self, turn: int, phase: str) -> None:
        """Begin a phase; independent dice do not care which."""

    def shares(self, games: Ints, numbers: Ints) -> NDArray[np.float32]:
        """Return a number from 0 to 1 for the next roll of each game. Shape (games,).

        `games` are their places in the block, `numbers` say which roll of the phase it is.
        """
        return self.rng.random(len(games), dtype=np.float32)


class CommonDice:
    """Dice that variants share: the same for a given game, turn, phase and number of the roll in the phase.

    Games from `size` on are those of another variant.
    """

    def __init__(self, seed: int, block: int, size: int) -> None:
        self._key = np.random.SeedSequence(seed, spawn_key=(block,)).generate_state(2, np.uint64)
        self._size = size
        self._place = (0, 0)

    def begin(self, turn: int, phase: str) -> None:
        """Begin a phase: its name and turn say which dice it gets."""
        self._place = (turn, zlib.crc32(phase.encode()))

    def shares(self, games: Ints, numbers: Ints) -> NDArray[np.float32]:
        """Return a number from 0 to 1 for the next roll of each game; see `Dice.shares`."""
        shares = np.empty(len(games), dtype=np.float32)
        for number in np.unique(numbers).tolist():
            counter = np.array([0, *self._place, number], dtype=np.uint64)
            drawn = np.random.Generator(np.random.Philox(key=self._key, counter=counter))
            those = np.flatnonzero(numbers == number)
            shares[those] = drawn.random(self._size, dtype=np.float32)[games[those] % self._size]
        return shares


class _Inside:
    """Dice of games that play a chapter."""

    def __init__(self, dice: GameDice, name: str, turn: int, place: Ints) -> None:
        self._dice, self._name, self._turn, self._place = dice, name, turn, place

    def begin(self, turn: int, phase: str) -> None:
        """Begin a phase of the chapter."""
        self._dice.begin(self._turn, f"{self._name}, {turn}: {phase}")

    def shares(self, games: Ints, numbers: Ints) -> NDArray[np.float32]:
        """Return a number from 0 to 1 for the next roll of each game; see `Dice.shares`."""
        return self._dice.shares(self._place[games], numbers)


GameDice: TypeAlias = Dice | CommonDice | _Inside
"""Dice of a block of games."""


@dataclass(frozen=True, eq=False)
class Played:
    """A block of games that has been played."""

    ledger: Ledger
    """The outcomes, each game with weight 1."""
    cells: Ints
    """The outcome cell of each game. Shape (games,)."""
    counters: Ints
    """The counters of each game. Shape (tallies, games)."""


class _Games:
    """Open games of a block, by the distinct states that they are in.

    Attributes
    ----------
    words
        The states. Shape (words, states).
    at
        State of each game. Shape (games,).
    place
        Place of each game in the block. Shape (games,).
    """

    def __init__(self, words: Words, *, merges: bool) -> None:
        self.words, self.at, self.place = words, np.arange(words.shape[1]), np.arange(words.shape[1])
        # Where hardly two games are ever alike, each keeps a state of its own.
        self._merges, self._merged = merges, words.shape[1]
        self.merge()

    def merge(self) -> None:
        """Give equal states one number."""
        if not self._merges:
            return
        _, sample, place = distinct(self.words)
        # Words stay contiguous, which columns picked by an index are not: all that follows reads them faster.
        self.words, self.at = self.words.take(sample, axis=1), place[self.at]
        self._merged = len(sample)

    def drop(self, over: NDArray[np.bool_]) -> None:
        """Leave out games in some of the states. Shape (states,)."""
        left = np.flatnonzero(~over[self.at])
        number = np.cumsum(~over) - 1
        self.words, self.at, self.place = self.words.compress(~over, axis=1), number[self.at[left]], self.place[left]

    def ended(self, mask: int) -> NDArray[np.bool_] | None:
        """Return the states that are endings, as `mask` cuts them out; None if there are none. Shape (states,)."""
        over: NDArray[np.bool_] = (self.words[0] & mask) != 0
        return over if over.any() else None

    def play(
        self,
        table: PhaseTable,
        turn: int,
        dice: GameDice,
        counters: Ints,
        policy: Callable[[Words], Ints] | None = None,
    ) -> None:
        """Play a phase, and count in `counters`. Shape (tallies, games of the block).

        A `policy` returns the option taken at each choice of some states. Shape (states, choices).
        """
        if not len(self.place):
            return
        if isinstance(table, ChapterTable):
            self.words = _drawn(table, self.words, self.at, self.place, turn, dice)
            self.at = np.arange(len(self.at))
            self.merge()
            return
        read_set = table.find(self.words, turn)
        acts = np.flatnonzero(table.acts().take(read_set))
        if not len(acts):
            return
        at, place = self.at, self.place
        if not self._merges:
            # Each game has a state of its own: those in which nothing happens are left out.
            read_set, at, place = read_set.take(acts), np.arange(len(acts)), place.take(acts)
        kinds, child, root = map(column, (table.node_kind, table.node_child, table.root))
        node = root.take(read_set)
        edge, rolls = child.take(node), kinds.take(node) != LEAF
        if rolls.any():
            edge, rolling = edge.take(at), np.flatnonzero(rolls.take(at))
            states = at.take(rolling)
            taken = None
            if policy is not None and table.asked:
                taken = policy(self.words)[states if self._merges else acts.take(states)]
            edge[rolling] = _rolled(table, node.take(states), dice, place.take(rolling), taken)
            if self._merges:
                read_set, edge = self._split(table, read_set, edge)
                at, acts = self.at, np.flatnonzero(table.acts().take(read_set))
        if table.counter:
            counting = column(table.counts).take(edge).take(at).nonzero()[0]
            which, counter, amount = table.counted(edge.take(at.take(counting)))
            counters[counter, place.take(counting).take(which)] += amount
        table.change(self.words, edge.take(acts) if self._merges else edge, acts)
        if len(edge) > _GROWN * self._merged:
            self.merge()

    def _split(self, table: PhaseTable, read_set: Ints, edge: Ints) -> tuple[Ints, Ints]:
        """Give each edge that games of a state take a state of its own; return the read set and edge of each.

        `edge` is that of each game.
        """
        # A slot for each edge of each state.
        width, first_edge = column(table.edges).take(read_set), column(table.first_edge).take(read_set)
        slot = (np.cumsum(width) - width - first_edge).take(self.at) + edge
        used = np.zeros(int(width.sum()), dtype=np.bool_)
        used[slot] = True
        of = np.repeat(np.arange(len(width)), width)[used]
        self.at, self.words = (np.cumsum(used) - 1).take(slot), self.words.take(of, axis=1)
        return read_set.take(of), spread(first_edge, width)[used]


def _rolled(table: PhaseTable, node: Ints, dice: GameDice, games: Ints, taken: Ints | None = None) -> Ints:
    """Return the edge that each game takes from a node that is no leaf, by its dice and decisions. Shape (games,)."""
    rolls = table.rolls
    kinds, first, numbers, child = map(column, (table.node_kind, table.node_child, table.node_number, table.child))
    sides, first_face, branch = map(column, (rolls.sides, rolls.first_face, rolls.branch))
    active = np.arange(len(node))
    here = node.copy()
    while len(active):
        asks = kinds[here] == CHOICE if taken is not None else None
        if taken is not None and asks is not None and asks.any():
            those = active[asks]
            here[asks] = node[those] = child[first[here[asks]] + taken[those, numbers[here[asks]]]]
            going = kinds[here] != LEAF
            active, here = active[going], here[going]
            continue
        roll = kinds.take(here)
        ways = sides.take(roll)
        face = np.minimum((dice.shares(games.take(active), numbers.take(here)) * ways).astype(np.int64), ways - 1)
        here = child.take(first.take(here) + branch.take(first_face.take(roll) + face))
        node[active] = here
        going = kinds[here] != LEAF
        active, here = active[going], here[going]
    return first[node]


def _taken(chain: Chain, turn: int, number: int, words: Words) -> Ints:
    """Return the option that a policy takes at each choice of some states. Shape (states, choices)."""
    level = chain.levels[number]
    states = level.states.add(words)
    step = level.step(turn, states)
    taken = taken_picks(step, (chain.picks or {}).get((turn, number)))
    # States in which the phase does nothing have no choice: their options are not looked at.
    root = np.append(step.root, 0)[step.row[states]]
    first = np.searchsorted(step.option, root)
    most = max(level.table.choices, default=0)
    return np.concatenate([taken, np.zeros(most, dtype=np.int64)])[first[:, None] + np.arange(most)]


def play_block(process: Process, chain: Chain, dice: GameDice, words: Words, through: int = 0) -> Played:
    """Play a block of games to the end."""
    mask, ledger, size = process.layout.mask[0], Ledger(process), words.shape[1]
    tallies = len(process.tallies)
    cells, counters = np.zeros(size, dtype=np.int64), np.zeros((tallies, size), dtype=np.int64)
    games = _Games(words, merges=not process.sampled)

    def book(states: NDArray[np.bool_], turn: int) -> None:
        there = games.words.compress(states, axis=1)
        values = [chain.reader(measure).of(there) for measure in process.measures]
        ends = np.zeros(len(states), dtype=np.int64)
        ends[states] = ledger.ends(there[0] & mask, values)
        those = np.flatnonzero(states[games.at])
        at, place = games.at[those], games.place[those]
        cells[place] = ledger.book(ends[at], turn, None)
        for tally in range(tallies):
            amounts = counters[tally, place]
            ledger.sums[tally] += amounts.sum()
            ledger.squares[tally] += (amounts.astype(np.float64) ** 2).sum()
        watch(there, np.bincount(at, minlength=len(states))[states], slice(turn, None))

    def watch(there: Words, often: Ints, turns: slice) -> None:
        for series, watched in zip(process.series, ledger.watched, strict=True):
            watched[turns] += np.bincount(chain.reader(series).of(there), often, series.maximum + 1)

    for turn in range(through + 1, process.limit + 1):
        watch(games.words, np.bincount(games.at, minlength=games.words.shape[1]), slice(turn - 1, turn))
        for number, (phase, table) in enumerate(zip(process.phases, chain.tables, strict=True)):
            dice.begin(turn, phase.name)
            policy = None if chain.picks is None else partial(_taken, chain, turn, number)
            games.play(table, turn, dice, counters, policy)
            if (over := games.ended(mask)) is not None:
                book(over, turn)
                games.drop(over)
                if not len(games.at):
                    return Played(ledger, cells, counters)
        games.merge()
    book(np.ones(games.words.shape[1], dtype=np.bool_), process.limit)
    return Played(ledger, cells, counters)


def _drawn(table: ChapterTable, words: Words, at: Ints, place: Ints, turn: int, dice: GameDice) -> Words:
    """Play a chapter in games; return the state of each after it. Shape (words, games).

    `words` are distinct states, `at` says which of them each game is in, and `place` where it is in its block.
    """
    of_game = table.start_of(words, turn)[at]
    reads = np.zeros((len(at), len(table.cells)), dtype=np.int64)
    playing = np.zeros(len(at), dtype=np.bool_)
    left: dict[int, list[Ints]] = {}
    # In the order of the games: starts are numbered by when they were met, which may have been in another run.
    numbers, first = np.unique(of_game, return_index=True)
    for number in numbers[np.argsort(first)].tolist():
        process = table.starts[number]
        if process is None:
            continue
        games = np.flatnonzero(of_game == number)
        playing[games] = True
        if len(games) >= _ALIKE and isinstance(dice, Dice):
            try:
                values, chances = ends_of(process, min(_STATES_EACH * len(games), _DRAWN_STATES))
            except StateLimitError:
                pass
            else:
                reads[games] = values[dice.rng.choice(len(chances), len(games), p=chances / chances.sum())]
                continue
        left.setdefault(id(process.learnt), []).append(games)
    for several in left.values():
        games = np.concatenate(several)
        inner = _Inside(dice, table.phase.name, turn, place[games])
        reads[games] = _played_inside(table.starts, of_game[games], inner)
    layout = table.layout
    if (reads < 0).any() or (reads > np.array(layout.maxima)[table.cells]).any():
        raise SequenceError(f"chapter {table.phase.name!r}: the numbers read at its end do not fit its columns")
    after = words.take(at, axis=1)
    for number, cell in enumerate(table.cells):
        word, shift, mask = layout.places[cell]
        after[word, playing] = (after[word, playing] & ~(mask << shift)) | (reads[playing, number] << shift)
    return after


def _played_inside(starts: Sequence[Process | None], numbers: Ints, dice: GameDice) -> Ints:
    """Play games of one process from their starts; return the numbers read at their ends. Shape (games, reads)."""
    several = np.unique(numbers)
    begun = [start for number in several.tolist() if (start := starts[number]) is not None]
    words = np.concatenate([start.layout.pack(start.layout.start) for start in begun], axis=1)
    played = play_block(begun[0], chain_of(begun[0]), dice, words.take(np.searchsorted(several, numbers), axis=1))
    outcomes = played.ledger.outcomes(played.cells)
    reads = np.delete(outcomes, 1, axis=1)
    for number, start in zip(several, begun, strict=True):
        reads[numbers == number] = changes(start, outcomes[numbers == number])
    return reads

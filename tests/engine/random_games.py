"""Games made at random of all that a phase may do, within the rules for phases."""

from __future__ import annotations

import operator
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from mangonel.engine.chapter import Chapter
from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, State
from mangonel.engine.within import Within
from mangonel.tables.dice import Die

Number = Callable[[State], Any]
Step = Callable[[State, Dice], None]

ROLLS = (
    Roll.at_least("half", 6, 4),
    Roll.chance("share", [0, 1, 3, 5], 5),
    Roll.at_least("two dice", Die(6, 2), 8),
    Roll.at_least("from 0", Die(10, 1, 0), 3),
    Roll.of(
        "wide",
        ("-", "x", "y", "z"),
        [["-", "x", "y", "z"], ["x", "x", "x", "y"], ["-", "-", "-", "z"]],
    ),
)
TURNS: tuple[Number, ...] = (
    lambda turn: turn % 3,
    lambda turn: (turn >= 3) + (turn - 1 == 1),
    lambda turn: 7 // (turn + 1),
    lambda turn: turn & 1,
    lambda turn: divmod(turn, 2)[0],
    lambda turn: abs(-turn),
    lambda turn: int(turn / 2),
    lambda turn: np.minimum(turn, 3),
    lambda turn: [4, 0, 2, 1][turn % 4],
    lambda turn: turn.bit_length(),
    lambda turn: 1 + isinstance(turn, int),
    lambda turn: min(turn - 1, 2),
    lambda turn: int(f"{turn}") + (turn in {2, 5}),
)


class Maker:
    """Makes the parts of one game.

    Parameters
    ----------
    random
        Decides.
    largest
        The most that a column may hold.
    """

    def __init__(self, random: Random, largest: tuple[int, ...] = (1, 2, 3, 5)) -> None:
        self._random = random
        columns = []
        for number in range(random.randint(1, 4)):
            maximum, size = random.choice(largest), random.choice([None, None, 2, 3])
            starts = tuple(random.randint(0, min(maximum, 3)) for _ in range(size or 1))
            columns.append(Column(f"c{number}", maximum, starts if size else starts[0], size))
        self.columns = columns
        self.tallies = ("t0", "t1")[: random.randint(0, 2)]

    def number(self, depth: int = 2) -> Number:
        """Return a number of each row, worked out from columns and the turn."""
        kind = self._random.randint(0, 8) if depth else 0
        if kind < 4:
            return self._of_column()
        if kind == 4:
            ask = self._random.choice(TURNS)
            return lambda s: np.full(s.size, ask(s.turn))
        one, other = self.number(depth - 1), self.number(depth - 1)
        if kind == 5:
            return lambda s: one(s) + other(s)
        if kind == 6:
            return lambda s: np.maximum(one(s), other(s))
        if kind == 7:
            return lambda s: np.where(one(s) > 1, other(s), 0)

        def lazy(s: State) -> Any:
            # Only looked at where it matters to some row.
            asked = one(s) > 1
            return np.where(asked, other(s), 1) if asked.any() else np.ones(s.size, dtype=np.int64)

        return lazy

    def _of_column(self) -> Number:
        column = self._random.choice(self.columns)
        name, size = column.name, column.size
        if size is None:
            return lambda s: getattr(s, name) + 0
        entry, kind = self._random.randrange(size), self._random.randint(0, 2)
        if kind == 0:
            return lambda s: getattr(s, name)[entry] + 0
        if kind == 1:
            return lambda s: getattr(s, name).sum(axis=0)
        return lambda s: np.asarray(getattr(s, name))[np.asarray(getattr(s, name)[0]) % size, np.arange(s.size)]

    def step(self) -> Step:
        """Return something that a phase does."""
        kinds = [self._whole, self._in_some_rows, self._in_place, self._ends, self._by_turn, *[self._rolls] * 3]
        if self.tallies:
            kinds.append(self._counts)
        return self._random.choice(kinds)(self._random.choice(self.columns))

    def _whole(self, column: Column) -> Step:
        value, size = self.number(), column.size

        def change(s: State, _dice: Dice) -> None:
            whole = value(s) % (column.maximum + 1)
            setattr(s, column.name, whole if size is None else np.broadcast_to(whole, (size, s.size)))

        return change

    def _in_some_rows(self, column: Column) -> Step:
        asked = self.number(1)

        def change(s: State, _dice: Dice) -> None:
            some, there = asked(s) > 1, getattr(s, column.name)
            there[..., some] = np.minimum(there[..., some] + 1, column.maximum)

        return change

    def _in_place(self, column: Column) -> Step:
        def change(s: State, _dice: Dice) -> None:
            there = getattr(s, column.name)
            there += 1
            there %= column.maximum + 1

        return change

    def _counts(self, _column: Column) -> Step:
        tally, roll = self._random.choice(self.tallies), ROLLS[0]
        value, asked = self.number(), self.number(1)

        def change(s: State, dice: Dice) -> None:
            some, there = asked(s) > 0, getattr(s, tally)
            there += dice.roll(roll, some) * value(s)
            there[some] += 2

        return change

    def _ends(self, _column: Column) -> Step:
        value, asked, most = self.number(), self.number(1), self._random.randint(3, 6)

        def change(s: State, _dice: Dice) -> None:
            # What has ended in this phase may be open again by its end.
            s.ending = np.where(value(s) >= most, 1, np.where(asked(s) >= most, 2, 0))

        return change

    def _by_turn(self, column: Column) -> Step:
        asked, limit = self.number(1), self._random.randint(2, 4)
        how = getattr(operator, self._random.choice(["lt", "ge", "eq", "ne", "gt", "le"]))

        def change(s: State, _dice: Dice) -> None:
            if how(s.turn, limit):
                there = getattr(s, column.name)
                there[...] = np.where(asked(s) > 0, column.maximum - there, there)

        return change

    def _rolls(self, column: Column) -> Step:
        most, size = column.maximum, column.size
        roll, other = self._random.choice(ROLLS), self._random.choice(ROLLS)
        value, asked, again = self.number(), self.number(1), self._random.random() < 0.4

        def change(s: State, dice: Dice) -> None:
            found = dice.roll(roll, asked(s) % 2 == 0, value(s) % len(roll.codes))
            if again:
                found = found + dice.roll(other, found > 0, found % len(other.codes))
            there = getattr(s, column.name)
            if size is None:
                setattr(s, column.name, (there + found) % (most + 1))
            else:
                there[0] = (there[0] + found) % (most + 1)
                there[-1] = (there[-1] + (found > 1)) % (most + 1)

        return change

    def phase(self, name: str) -> Phase:
        """Return a phase; some of them do something in some rows only."""
        steps = [self.step() for _ in range(self._random.randint(1, 3))]
        if self._random.random() < 0.7:

            def act(s: State, dice: Dice) -> None:
                for step in steps:
                    step(s, dice)

            return Phase(name, act)
        asked = self.number(1)
        names = [*(column.name for column in self.columns), "ending", *self.tallies]

        def when(s: State) -> Any:
            return np.asarray(asked(s) % 2 == 1)

        def act_there(s: State, dice: Dice) -> None:
            there = when(s)
            before = {name: np.array(getattr(s, name)) for name in names}
            for step in steps:
                step(s, dice)
            for column, values in before.items():
                setattr(s, column, np.where(there, getattr(s, column), values))

        return Phase(name, act_there, when)

    def measure(self, name: str) -> Measure:
        """Return something that is measured, or watched."""
        value = self.number(1)
        return Measure(name, 50, lambda s: value(s) % 51)

    def game(self, turns: int, name: str = "game") -> PlaySequence:
        """Return the game."""
        return PlaySequence(
            name,
            self.columns,
            [self.phase(f"phase {number}") for number in range(self._random.randint(1, 4))],
            ("over", "done"),
            turns,
            measures=tuple(self.measure(f"m{number}") for number in range(self._random.randint(0, 2))),
            tallies=self.tallies,
            series=tuple(self.measure(f"s{number}") for number in range(self._random.randint(0, 2))),
        )


def with_chapter(random: Random) -> PlaySequence:
    """Return a game with another one inside, which is asked for like a roll."""
    inner = Maker(random, (1, 2)).game(random.randint(1, 3), "inner")
    first = inner.columns[0]
    starts = [{}, {first.name: first.maximum}]
    chapter = Chapter("inside", inner, starts)
    maker = Maker(random, (1, 2, 3))
    outer = maker.game(random.randint(1, 3))
    column, asked, value = maker.columns[0], maker.number(1), maker.number(1)

    def act(s: State, dice: Dice) -> None:
        read = dice.play(chapter, asked(s) % 2 == 0, value(s) % 2)
        setattr(s, column.name, np.maximum(getattr(s, column.name), read[0]) % (column.maximum + 1))

    return _with(outer, [*outer.phases, Phase("a chapter", act)])


def with_another_within(random: Random) -> PlaySequence:
    """Return a game in which another one is played phase by phase."""
    maker = Maker(random, (1, 2))
    inner = Within("inner", maker.game(random.randint(1, 2), "inner"))
    outer = Maker(random, (1, 2))
    asked, column = outer.number(1), outer.columns[0]
    game = outer.game(random.randint(1, 3))

    def begin(s: State, _dice: Dice) -> None:
        inner.begin(s, asked(s) % 2 == 0)

    def leave(s: State, _dice: Dice) -> None:
        ended = inner.ending(s)
        setattr(s, column.name, np.maximum(getattr(s, column.name), ended) % (column.maximum + 1))
        inner.leave(s, np.ones(s.size, dtype=np.bool_))

    phases = [Phase("begin", begin), *inner.phases, Phase("leave", leave), *game.phases]
    return _with(game, phases, [*game.columns, *inner.columns], (*game.tallies, *inner.tallies))


def _with(
    game: PlaySequence,
    phases: list[Phase],
    columns: list[Column] | None = None,
    tallies: tuple[str, ...] | None = None,
) -> PlaySequence:
    return PlaySequence(
        game.name,
        game.columns if columns is None else columns,
        phases,
        game.endings,
        game.turns,
        measures=game.measures,
        tallies=game.tallies if tallies is None else tallies,
        series=game.series,
    )


def random_game(seed: int) -> PlaySequence:
    """Return a game."""
    random = Random(seed)
    kind = random.randint(0, 9)
    if kind == 0:
        return with_chapter(random)
    if kind == 1:
        return with_another_within(random)
    largest = (1, 2, 3, 5, 127, 300, 32767) if kind < 4 else (1, 2, 3, 5)
    return Maker(random, largest).game(random.choice([1, 2, 3, 4, 5, 7]))

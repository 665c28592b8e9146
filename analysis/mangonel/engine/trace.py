"""One row played with given or seeded dice, every roll told in the game's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.dice import Inset, Told
from mangonel.engine.mistakes import played
from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.slips import checked_mask, checked_place
from mangonel.engine.state import State
from mangonel.errors import MangonelError
from mangonel.locales import Locale, PhraseBook, capital, in_words
from mangonel.odds.counted import counted
from mangonel.tables.dice import Die, Throw
from mangonel.walks.process import Process

__all__ = ["DiceRanOutError", "Event", "Line", "Trace", "filled", "play_trace", "told_in_lines"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: a roll, or what came of it."""

    turn: int
    phase: str
    """`turn`, `phase`: when."""
    text: str
    """What, in the game's words."""
    die: Throw | None = None
    """What the die showed, or each of several thrown together; None if it was no roll."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One game from start to end."""

    events: tuple[Event, ...]
    """What happened, in order."""
    ending: str
    """Name of the ending, ``undecided`` at the turn limit, ``stopped`` if it was told only so far."""
    turn: int
    """The turn it came in."""
    measures: dict[str, int]
    tallies: dict[str, int]
    """`measures`, `tallies`: values at the end, by name."""
    seed: int | None
    """Seed of the dice; None if they were given."""
    unit: str = "turn"
    """What a turn is called."""
    sequence: str = ""
    """Name of the sequence, of which endings and counters are spoken."""
    game: str = ""
    """The game whose words tell it."""

    def __repr__(self) -> str:
        """Return a line that says how it ended; `lines` tell all of it."""
        dice = "given dice" if self.seed is None else f"seed {self.seed}"
        return f"<Trace {self.sequence}: {self.ending} in {self.unit} {self.turn}, {dice}>"

    def lines(self, words: Locale | None = None) -> Iterator[str]:
        """Yield the game as text, a line each, in English or another language."""
        for line in self.told(words):
            yield line.text

    def told(self, words: Locale | None = None) -> Iterator[Line]:
        """Yield the game a line each, and whether the language has no phrase for it."""
        yield from told_in_lines(self.events, self.unit, words, self.game)
        words = in_words(words)
        key = "told.last" if self.ending == "undecided" else "told.ending"
        ending = words.word("endings", self.ending, self.sequence)
        yield Line(words.for_unit(key, self.unit, ending=ending, turn=self.turn))
        for kind, numbers in (("losses", self.measures), ("tallies", self.tallies)):
            for name, value in numbers.items():
                number = words.word(kind, name, self.sequence)
                yield Line(f"  {words.text('frame.named', name=number, text=value)}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a game as it is told."""

    text: str
    """The line, with blanks before it."""
    in_english: bool = False
    """Whether it is in English because the language has no phrase for it, or one that is not translated."""


def told_in_lines(events: Iterable[Event], unit: str, words: Locale | None = None, game: str = "") -> Iterator[Line]:
    """Yield events, a line each, under their turns and phases, in English or another language."""
    words = in_words(words)
    book = PhraseBook(words, game)
    name = words.word("units", unit)
    turn, phase = 0, ""
    for event in events:
        if event.turn != turn:
            yield Line(words.text("told.turn", unit=capital(name), turn=event.turn))
            turn, phase = event.turn, ""
        if event.phase != phase:
            yield _line("  ", event.phase, book, words)
            phase = event.phase
        yield _line("    ", event.text, book, words)


def _line(blanks: str, text: str, book: PhraseBook, words: Locale) -> Line:
    sentence = book.told(text)
    # A phrase that nobody has translated yet says what it says in English.
    stayed = sentence is None or (sentence == text and not words.language.startswith("en"))
    return Line(blanks + (sentence or text), in_english=stayed)


class DiceRanOutError(MangonelError):
    """The dice that were given are fewer than the game needs.

    Parameters
    ----------
    message
        Where it was.
    events
        What had happened until then.
    """

    def __init__(self, message: str, events: tuple[Event, ...]) -> None:
        super().__init__(message)
        self.events = events


class _ToldDice:
    """Dice for a single row that remember what they were rolled for."""

    def __init__(self, dice: Callable[[Die], Throw], numbers: np.dtype[Any]) -> None:
        self.rows: int | None = None
        self._dice = dice
        self._numbers = numbers
        self.turn = 0
        self.phase = ""
        self.events: list[Event] = []

    def roll(
        self, roll: Roll, where: NDArray[np.bool_], situation: NDArray[Any] | int = 0, *, who: str = ""
    ) -> NDArray[Any]:
        checked_mask("roll", roll.name, where, self.rows)
        situation = checked_place("roll", roll.name, "situation", situation, where, len(roll.codes))
        if not where[0]:
            return np.zeros(1, dtype=self._numbers)
        try:
            throw = self._dice(roll.die)
        except StopIteration:
            message = f"the given dice ran out in turn {self.turn}, {self.phase}"
            raise DiceRanOutError(message, tuple(self.events)) from None
        if throw not in roll.die.throws:
            raise MangonelError(self._unfit(throw, roll.die))
        place = situation if isinstance(situation, int) else int(situation[0])
        subject = f"{who}: " if who else ""
        self.events.append(Event(self.turn, self.phase, f"{subject}{roll.name}, {roll.explain(place, throw)}", throw))
        face = roll.die.place(throw)
        return roll.codes[place, face : face + 1].astype(self._numbers)

    def _unfit(self, throw: Throw, die: Die) -> str:
        shown = die.shown(throw)
        if die.number > 1 or isinstance(throw, tuple):
            return f"dice of {shown} were given for {die.name} in turn {self.turn}"
        sides = f"{die.sides} sides{' that counts from 0' if die.zero else ''}"
        return f"a die of {shown} was given for a die with {sides} in turn {self.turn}"

    def play(self, chapter: Inset, where: NDArray[np.bool_], start: NDArray[Any] | int = 0) -> NDArray[Any]:
        checked_mask("chapter", chapter.name, where, self.rows)
        start = checked_place("chapter", chapter.name, "start", start, where, chapter.starts)
        numbers = np.result_type(np.int16, self._numbers)
        if not where[0]:
            return np.zeros((len(chapter.reads), 1), dtype=numbers)
        phase = self.phase
        first = np.array([start if isinstance(start, int) else start[0]], dtype=np.int64)
        ends = chapter.play_out(first, self, self._begin, keep_rows=True)
        self.phase = phase
        return ends.astype(numbers)

    def _begin(self, phase: str) -> None:
        self.phase = phase

    def note(self, text: str, where: Told, *values: Told) -> None:
        if _of_row(where):
            self.events.append(Event(self.turn, self.phase, filled(text, [_of_row(value) for value in values])))


def _of_row(told: Told) -> Any:
    return (told() if callable(told) else told)[0]


def filled(text: str, values: Iterable[Any]) -> str:
    """Return the text of a note with its numbers filled in, as `mangonel.engine.sequence.Dice.note` says."""
    return text.format(*map(_Number, values))


class _Number:
    """A number in a note: with a word behind a colon it is a number of things."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __format__(self, thing: str) -> str:
        return counted(int(self._value), thing) if thing else str(self._value)


def _given(dice: Iterable[Throw | str] | Callable[[int], int]) -> Callable[[Die], Throw]:
    if callable(dice):
        return _thrown_by(dice)
    left = iter(dice)

    def given(die: Die) -> Throw:
        face = next(left)
        return die.read(face) if isinstance(face, str) else face

    return given


def _thrown_by(one: Callable[[int], int]) -> Callable[[Die], Throw]:
    """Return what throws dice, each by a function that is handed its sides and counts from 1."""

    def thrown(die: Die) -> Throw:
        shown = tuple(one(die.sides) - die.zero for _ in range(die.number))
        return shown if die.number > 1 else shown[0]

    return thrown


def _seeded(seed: int) -> Callable[[Die], Throw]:
    rng = np.random.default_rng(seed)
    return _thrown_by(lambda sides: int(rng.integers(1, sides + 1)))


def play_trace(
    sequence: PlaySequence,
    *,
    dice: Iterable[Throw | str] | Callable[[int], int] | None = None,
    seed: int = 0,
    turns: int | None = None,
) -> Trace:
    """Play one game and tell it.

    Parameters
    ----------
    sequence
        What is played.
    dice
        The dice to use, in the order in which they are asked for, as they show: 7, (5, 6) for two that are thrown
        together, or written, "7" and "5+6". Or a function that is called with the sides of the next and gives a number
        from 1 to that, whatever the die counts from. By default they are drawn from `seed`.
    seed
        Seed of the dice if none are given.
    turns
        Stop after so many turns; by default at the turn limit.

    Raises
    ------
    DiceRanOutError
        If the given dice are too few.
    MangonelError
        If a given die does not fit the die asked for.
    DataError
        If a written one does not.
    """
    if isinstance(sequence, Process):
        from mangonel.walks.trace import play_trace as of_process

        return of_process(sequence, dice=dice, seed=seed, turns=turns)
    layout = sequence.layout
    matrix = layout.rows(1)
    counters = layout.counters(1)
    state = State(layout, matrix, counters, 0)
    dice_told = _ToldDice(_seeded(seed) if dice is None else _given(dice), layout.dtype)
    last = sequence.limit if turns is None else min(turns, sequence.limit)
    for turn in range(1, last + 1):
        dice_told.turn = turn
        state.begin_turn(turn)
        for phase in sequence.phases:
            dice_told.phase = phase.name
            before = counters.copy()
            played(phase, state, dice_told)
            layout.check(matrix, phase.name)
            layout.check_added(counters - before, phase.name)
            if state.ending[0]:
                return _told(sequence, state, dice_told, turn, None if dice is not None else seed)
    return _told(sequence, state, dice_told, last, None if dice is not None else seed)


def _told(sequence: PlaySequence, state: State, told: _ToldDice, turn: int, seed: int | None) -> Trace:
    code = int(state.ending[0])
    return Trace(
        tuple(told.events),
        sequence.endings[code - 1] if code else ("undecided" if turn == sequence.limit else "stopped"),
        turn,
        {measure.name: int(measure.of(state)[0]) for measure in sequence.measures},
        {name: int(getattr(state, name)[0]) for name in sequence.tallies},
        seed,
        sequence.unit,
        sequence.name,
        sequence.game,
    )

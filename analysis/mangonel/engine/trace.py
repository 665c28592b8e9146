"""One game played with given or seeded dice, every roll told in the game's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from mangonel.engine.board import Frame
from mangonel.engine.learning import begun, chosen, counting, measured, play_phase
from mangonel.engine.notes import counted
from mangonel.engine.owners import Side, naming
from mangonel.engine.process import Chapter, Decision, Options, Process, Rule, check_process
from mangonel.engine.rolls import Roll, check_whole
from mangonel.engine.state import SlipError, State, as_number
from mangonel.errors import MangonelError
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.dice import Die, Throw
from mangonel.rules.words import PhraseBook, capital, say, words


@dataclass(frozen=True, slots=True)
class Event:
    """A roll, or its consequence."""

    turn: int
    phase: str
    """`turn`, `phase`: when."""
    text: str
    """The event in the game's words."""
    die: Throw | None = None
    """The face of the die, or each of several thrown together; None if it was no roll."""
    who: str = ""
    """The player or side that rolled."""
    cells: tuple[tuple[str, str, str], ...] = ()
    """The cells that the throw read: table, row and column."""
    idle: bool = False
    """Whether it was a roll that came to nothing."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One game from start to end."""

    events: tuple[Event, ...]
    """The events in order."""
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
    """The name of a turn."""
    sequence: str = ""
    """Name of the process, of which endings and counters are spoken."""
    game: str = ""
    """The game that lends its words."""
    frames: tuple[Frame, ...] = ()
    """The game at the start, and at the end of each turn."""
    sides: tuple[Side, ...] = ()
    """The sides of the game, in the order of their colours."""

    def __repr__(self) -> str:
        """Return a line that says how it ended; `lines` tell all of it."""
        dice = "given dice" if self.seed is None else f"seed {self.seed}"
        return f"<Trace {self.sequence}: {self.ending} in {self.unit} {self.turn}, {dice}>"

    def lines(self, *, folded: bool = False) -> tuple[str, ...]:
        """Return the game as text, a line each, in the language that is spoken; `folded` as for `told_in_lines`."""
        return tuple(line.text for line in self.told(folded=folded))

    def told(self, *, folded: bool = False) -> tuple[Line, ...]:
        """Return the game a line each, and whether the language has no phrase for it."""
        with naming(self.sides):
            lines = told_in_lines(self.events, self.unit, self.game, folded=folded)
            key = "told.last" if self.ending == "undecided" else "told.ending"
            ending = words().word("endings", self.ending, self.sequence)
            lines.append(Line(words().for_unit(key, self.unit, ending=ending, turn=self.turn)))
            for kind, numbers in (("losses", self.measures), ("tallies", self.tallies)):
                for name, value in numbers.items():
                    number = words().word(kind, name, self.sequence)
                    lines.append(Line(f"  {say('frame.named', name=number, text=value)}"))
        return tuple(lines)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a game as it is told."""

    text: str
    """The line, with blanks before it."""
    in_english: bool = False
    """Whether it is in English because the language has no phrase for it, or one that is not translated."""


def told_in_lines(events: Iterable[Event], unit: str, game: str = "", *, folded: bool = False) -> list[Line]:
    """Return events, a line each, under their turns and phases, in the language that is spoken.

    Parameters
    ----------
    events, unit
        The events, and the name of a turn.
    game
        The game that lends its words.
    folded
        Whether rolls of a turn that came to nothing, with all that led to them, are one line at its end.
    """
    book, lines = PhraseBook(game), []
    name = words().word("units", unit)
    for turn, happened in groupby(events, key=lambda event: event.turn):
        lines.append(Line(say("told.turn", unit=capital(name), turn=turn)))
        missed: dict[str, list[str]] = {}
        for phase, group in groupby(happened, key=lambda event: event.phase):
            steps = list(group)
            if folded and steps[-1].idle and all(event.idle or event.die is None for event in steps):
                for event in steps:
                    if event.die is not None:
                        missed.setdefault(event.who or phase, []).append(Die.shown(event.die))
                continue
            if phase:
                lines.append(_line("  ", phase, book))
            lines += [_line("    ", event.text, book) for event in steps]
        if missed:
            rolls = (
                say("frame.named", name=book.told(who) or who, text=", ".join(dice)) for who, dice in missed.items()
            )
            lines.append(Line(f"  {say('told.idle', rolls=say('frame.semicolon').join(rolls))}"))
    return lines


def _line(blanks: str, text: str, book: PhraseBook) -> Line:
    sentence = book.told(text)
    # A phrase without a translation stays in English.
    stayed = sentence is None or (sentence == text and not words().language.startswith("en"))
    return Line(blanks + (sentence or text), in_english=stayed)


class DiceRanOutError(MangonelError):
    """The dice that were given are fewer than the game needs."""

    def __init__(self, message: str, events: tuple[Event, ...]) -> None:
        super().__init__(message)
        self.events = events


class _ToldDice:
    """Real dice of one game that remember each roll."""

    def __init__(
        self, dice: Callable[[Die], Throw], plan: Mapping[str, Rule], s: State, tallies: Sequence[str]
    ) -> None:
        self._dice, self.plan, self.s = dice, plan, s
        self.turn = 0
        self.phase = self.who = ""
        self.events: list[Event] = []
        self.tallies = dict.fromkeys(tallies, 0)

    def roll(self, roll: Roll, *, who: str = "") -> Any:
        """Roll and tell it."""
        if not isinstance(roll, Roll):
            raise SlipError(f"a roll is needed, not {roll!r}")
        try:
            throw = self._dice(roll.die)
        except StopIteration:
            message = f"the given dice ran out in turn {self.turn}, {self.phase}"
            raise DiceRanOutError(message, tuple(self.events)) from None
        if throw not in roll.die.throws:
            raise MangonelError(self._unfit(throw, roll.die))
        who = who or self.who
        subject = f"{who}: " if who else ""
        place = roll.die.place(throw)
        cells = tuple(cells[place] for cells in (roll.cells, *roll.beside) if cells)
        text = f"{subject}{roll.name}, {roll.told(throw)}"
        face = roll.faces[place]
        self.events.append(Event(self.turn, self.phase, text, throw, who, cells, face == NO_EFFECT))
        return face

    def _unfit(self, throw: Throw, die: Die) -> str:
        shown = die.shown(throw)
        if die.number > 1 or isinstance(throw, tuple):
            return f"dice of {shown} were given for {die.name} in turn {self.turn}"
        sides = f"{die.sides} sides{' that counts from 0' if die.zero else ''}"
        return f"a die of {shown} was given for a die with {sides} in turn {self.turn}"

    def choose(self, decision: Decision, options: Sequence[Any] | Options, **context: Any) -> Any:
        """Return the option that the plan takes."""
        if not isinstance(decision, Decision):
            raise SlipError(f"a decision is needed, not {decision!r}")
        if not isinstance(options, Options) and len(options) == 1:
            return options[0]
        return chosen(self.plan, self.s, decision, options, context)

    def count(self, name: str, amount: Any = 1) -> None:
        """Add to a counter."""
        added = counting(self.tallies, name, amount)
        self.tallies[name] += added

    def note(self, text: str, *values: Any) -> None:
        """Note an event."""
        self.events.append(Event(self.turn, self.phase, filled(text, values, self.who)))


def filled(text: str, values: Iterable[Any], who: str = "") -> str:
    """Return the text of a note with its values, and the name of the roller, filled in.

    Each ``{}`` is filled with the next of the values; with a word, as in ``{:hex}``, it is "1 hex" or "2 hexes".
    """
    return text.format(*map(_Number, values), who=who)


class _Number:
    """A value in a note: with a word behind a colon it is a number of things."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __format__(self, thing: str) -> str:
        value = as_number(self._value() if callable(self._value) else self._value)
        return counted(int(value), thing) if thing else str(value)


def _thrower(dice: Iterable[Throw | str] | Callable[[int], int]) -> Callable[[Die], Throw]:
    """Return a function that throws dice, given ones, or each by a function of its sides that counts from 1."""
    left = iter(()) if callable(dice) else iter(dice)

    def thrown(die: Die) -> Throw:
        if callable(dice):
            shown = tuple(dice(die.sides) - die.zero for _ in range(die.number))
            return shown if die.number > 1 else shown[0]
        face = next(left)
        return die.read(face) if isinstance(face, str) else face

    return thrown


def _played(
    process: Process, s: State, told: _ToldDice, turns: int, chapter: str = "", frames: list[Frame] | None = None
) -> tuple[list[int], int]:
    """Play turns of a process, or of a chapter; return the cells and the turn at the end, and add a frame for each."""
    values, turn = list(process.layout.start), 0
    if frames is not None:
        frames.append(_frame(process, s, values, 0))
    for turn in range(1, turns + 1):
        for phase in process.phases:
            if chapter:
                told.phase = f"{chapter}, {process.unit} {turn}: {phase.name}"
            else:
                told.turn, told.phase = turn, phase.name
            s.load(values, turn)
            if isinstance(phase, Chapter):
                _play_chapter(phase, s, told)
            else:
                told.who = phase.who
                play_phase(phase, s, told)
            values = s.values()
            if values[0]:
                break
        if frames is not None:
            frames.append(_frame(process, s, values, turn))
        if values[0]:
            break
    return values, turn


def _play_chapter(chapter: Chapter, s: State, told: _ToldDice) -> None:
    """Play a chapter and write its results."""
    process = begun(chapter, s)
    if process is None:
        return
    inner = process.layout.state()
    before = measured(process.measures, inner, process.layout.start)
    outer = told.phase, told.plan, told.s, told.tallies
    told.plan, told.s, told.tallies = process.plan, inner, dict.fromkeys(process.tallies, 0)
    values, _ = _played(process, inner, told, process.limit, chapter.name)
    told.phase, told.plan, told.s, told.tallies = outer
    grown = [now - before[name] for name, now in measured(process.measures, inner, values).items()]
    for name, value in zip(chapter.reads, (values[0], *grown), strict=True):
        setattr(s, name, value)


def play_trace(
    process: Process,
    *,
    dice: Iterable[Throw | str] | Callable[[int], int] | None = None,
    seed: int = 0,
    turns: int | None = None,
) -> Trace:
    """Play one game and tell it.

    Parameters
    ----------
    process
        The game.
    dice
        The dice to use, in the order in which they are rolled, as they show: 7, (5, 6) for two that are thrown
        together, or written, "7" and "5+6". Or a function that is called with the sides of the next and gives a number
        from 1 to that, even for a die that counts from 0. By default they are drawn from `seed`.
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
    check_process(process)
    check_whole("seed", seed, 0)
    check_whole("turns", process.limit if turns is None else turns, 0)
    s = process.layout.state()
    rng = np.random.default_rng(seed)
    thrown = _thrower((lambda sides: int(rng.integers(1, sides + 1))) if dice is None else dice)
    teller = _ToldDice(thrown, process.plan, s, process.tallies)
    frames: list[Frame] = []
    most = process.limit if turns is None else min(turns, process.limit)
    values, turn = _played(process, s, teller, most, frames=frames)
    ending = process.endings[values[0] - 1] if values[0] else ("undecided" if turn == process.limit else "stopped")
    return Trace(
        tuple(teller.events),
        ending,
        turn,
        measured(process.measures, s, values),
        teller.tallies,
        None if dice is not None else seed,
        process.unit,
        process.name,
        process.game,
        tuple(frames),
        process.sides,
    )


def _frame(process: Process, s: State, values: list[int], turn: int) -> Frame:
    s.load(values, max(turn, 1))
    return Frame(turn, () if process.board is None else process.board(s), measured(process.series, s, values))

"""Whatever a sequence can tell: every note, phase and roll that its phases ask for, whether or not it comes."""

from __future__ import annotations

import random
import re
from unittest.mock import patch

import numpy as np

from mangonel.engine.sampling import SampledDice
from mangonel.engine.state import State
from mangonel.engine.trace import filled
from mangonel.walks import trace
from mangonel.walks.process import Process

ROWS = 120
GAMES = 40
"""Games of a process, in which players decide at random."""


class ListeningDice(SampledDice):
    """Dice that write down what they are asked and told."""

    def __init__(self, seed):
        super().__init__(np.random.PCG64(seed))
        self.phases, self.notes, self.rolls = set(), set(), {}

    def roll(self, roll, where, situation=0, *, who=""):
        # A roll can grow: what is told of the last one is told of those before it.
        known = self.rolls.get((who, roll.explain))
        if known is None or len(known.codes) < len(roll.codes):
            self.rolls[who, roll.explain] = roll
        return super().roll(roll, where, situation)

    def play(self, chapter, where, start=0):
        rows = np.flatnonzero(where)
        ends = np.zeros((len(chapter.reads), len(where)), dtype=np.int16)
        if len(rows):
            starts = np.full(len(rows), start) if isinstance(start, int) else start[rows].astype(np.int64)
            ends[:, rows] = chapter.play_out(starts, self, self.phases.add, keep_rows=True)
        return ends

    def note(self, text, where, *values):
        del where
        self.notes.add((text, len(values)))


def played(sequence, seed=1):
    """Play some games at once and return the dice, who have heard everything."""
    dice = ListeningDice(seed)
    matrix = sequence.layout.rows(ROWS)
    state = State(sequence.layout, matrix, np.zeros((len(sequence.tallies), ROWS), dtype=np.int16), 0)
    dice.phases.update(phase.name for phase in sequence.phases)
    for turn in range(1, sequence.turns + 1):
        state.begin_turn(turn)
        for phase in sequence.phases:
            phase.act(state, dice)
        if (state.ending != 0).all():
            break
    return dice


class Heard(trace._ToldDice):
    """Dice of one game that write down what they are asked and told."""

    rolls, notes, drawn = {}, {}, random.Random(GAMES)

    def roll(self, roll, *, who=""):
        self.rolls[who, roll] = None
        return super().roll(roll, who=who)

    def choose(self, decision, options, **context):
        super().choose(decision, options, **context)
        return self.drawn.choice(tuple(options))

    def note(self, text, *values):
        self.notes[text, len(values)] = None


def texts_of_process(process, told):
    """Return all texts of a process."""
    Heard.rolls.clear()
    Heard.notes.clear()
    yield from (phase.name for phase in process.phases)
    with patch.object(trace, "_ToldDice", Heard):
        for seed in range(GAMES):
            trace.play_trace(process, seed=seed)
    for text, count in Heard.notes:
        for number in (1, 3):
            yield filled(text, [number] * count)
    for who, roll in Heard.rolls:
        of_whom = f"{who}: {roll.name}, " if who else f"{roll.name}, "
        first, *between, last = roll.die.throws
        ends = [roll.told(die) for die in (first, last)]
        if (kind_of(of_whom), *ends) not in told:
            told.add((kind_of(of_whom), *ends))
            yield from (of_whom + how for how in (*ends, *map(roll.told, between)))


def texts_of(sequence, told=None):
    """Return all texts of a sequence: phases, notes with one and with more of what they count, rolls with every die.

    ``told`` are rolls that sequences under the same rules have told: with other dice they tell nothing new, either.
    """
    told = set() if told is None else told
    if isinstance(sequence, Process):
        yield from texts_of_process(sequence, told)
        return
    dice = played(sequence)
    yield from dice.phases
    for text, count in dice.notes:
        for number in (1, 3):
            yield filled(text, [number] * count)
    for (who, _), roll in dice.rolls.items():
        of_whom = f"{who}: {roll.name}, " if who else f"{roll.name}, "
        first, *between, last = roll.die.throws
        for situation in range(len(roll.codes)):
            ends = [roll.explain(situation, die) for die in (first, last)]
            if "->" not in ends[0] or (kind_of(of_whom), *ends) in told:
                # Nobody can roll here, or what comes is known by its first and last die.
                continue
            told.add((kind_of(of_whom), *ends))
            yield from (of_whom + how for how in ends)
            yield from (of_whom + roll.explain(situation, die) for die in between)


def kind_of(text):
    """Return a text without its numbers: texts of one kind differ in them only."""
    return re.sub(r"\d+", "#", text)

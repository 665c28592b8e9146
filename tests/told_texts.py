"""Whatever a process can tell: every note, phase and roll of games in which players decide at random."""

import random
import re
from unittest.mock import patch

from mangonel.engine import trace

GAMES = 15
"""Games of a process."""


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
        self.notes[text.replace("{who}", self.who), len(values)] = None


def texts_of(process, told=None):
    """Return all texts of a process: phases, notes with one and with more of what they count, rolls with every die.

    ``told`` are rolls that processes under the same rules have told: with other dice they tell nothing new, either.
    """
    told = set() if told is None else told
    Heard.rolls.clear()
    Heard.notes.clear()
    yield from (phase.name for phase in process.phases)
    with patch.object(trace, "_ToldDice", Heard):
        for seed in range(GAMES):
            trace.play_trace(process, seed=seed)
    for text, count in Heard.notes:
        for number in (1, 3):
            yield trace.filled(text, [number] * count)
    for who, roll in Heard.rolls:
        of_whom = f"{who}: {roll.name}, " if who else f"{roll.name}, "
        first, *between, last = roll.die.throws
        ends = [roll.told(die) for die in (first, last)]
        if (kind_of(of_whom), *ends) not in told:
            told.add((kind_of(of_whom), *ends))
            yield from (of_whom + how for how in (*ends, *map(roll.told, between)))


def kind_of(text):
    """Return a text without its numbers: texts of one kind differ in them only."""
    return re.sub(r"\d+", "#", text)

"""A slow solver in fractions that shares nothing with the engine: states are plain numbers, dice fall in every way."""

from collections import defaultdict
from fractions import Fraction
from types import SimpleNamespace


class OutOfPathError(Exception):
    """A run asks for more than its path answers."""

    def __init__(self, ways):
        self.ways = ways


class Path:
    """Dice that give the outcomes of a path."""

    def __init__(self, process, s, path):
        self.process, self.s, self.left = process, s, list(path)
        self.counts = defaultdict(int)

    def roll(self, roll, *, who=""):
        if not self.left:
            shares = defaultdict(Fraction)
            for face in roll.faces:
                shares[face] += Fraction(1, len(roll.faces))
            raise OutOfPathError(shares)
        return self.left.pop(0)

    def choose(self, decision, options, **context):
        if len(options) == 1:
            return options[0]
        return self.process.plan[decision.name](self.s, options, **context)

    def count(self, name, amount=1):
        self.counts[name] += amount

    def note(self, text, *values):
        pass


def _state(process, values, turn):
    s = SimpleNamespace(turn=turn, ending=0)
    for column, value in zip(process.columns, values, strict=True):
        setattr(s, column.name, list(value) if column.size is not None else value)
    return s


def _values(process, s):
    values = (getattr(s, column.name) for column in process.columns)
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


def _branches(process, phase, values, turn):
    """Yield probability, ending, values and counts of every course of a phase."""
    paths = [((), Fraction(1))]
    while paths:
        path, chance = paths.pop()
        s = _state(process, values, turn)
        dice = Path(process, s, path)
        try:
            act = phase.act
            while callable(act):
                act = act(s, dice)
        except OutOfPathError as more:
            paths += [((*path, outcome), chance * share) for outcome, share in more.ways.items()]
            continue
        yield chance, s.ending, _values(process, s), dict(dice.counts)


def every_course(process):  # noqa: C901 - one function, so that nothing is shared
    """Return probabilities by (ending, turn, measures), mean counters by ending, and series by turn."""
    start = tuple(column.starts() if column.size is not None else column.starts()[0] for column in process.columns)
    people = {start: (Fraction(1), {name: Fraction(0) for name in process.tallies})}
    outcomes = defaultdict(Fraction)
    counters = defaultdict(Fraction)
    series = {watched.name: [defaultdict(Fraction) for _ in range(process.turns + 1)] for watched in process.series}

    def watch(values, chance, turns):
        s = _state(process, values, 0)
        for watched in process.series:
            for turn in turns:
                series[watched.name][turn][watched.of(s)] += chance

    def end(ending, turn, values, chance, sums):
        s = _state(process, values, turn)
        outcomes[ending, turn, *(measure.of(s) for measure in process.measures)] += chance
        for name, amount in sums.items():
            counters[name, ending] += amount
        watch(values, chance, range(turn, process.turns + 1))

    for turn in range(1, process.turns + 1):
        for values, (chance, _) in people.items():
            watch(values, chance, [turn - 1])
        for phase in process.phases:
            after = defaultdict(lambda: [Fraction(0), defaultdict(Fraction)])
            for values, (chance, sums) in people.items():
                for share, ending, reached, counts in _branches(process, phase, values, turn):
                    added = {name: share * (sums[name] + chance * counts.get(name, 0)) for name in process.tallies}
                    if ending:
                        end(ending, turn, reached, chance * share, added)
                        continue
                    after[reached][0] += chance * share
                    for name, amount in added.items():
                        after[reached][1][name] += amount
            people = {values: (chance, sums) for values, (chance, sums) in after.items()}
    for values, (chance, sums) in people.items():
        end(0, process.turns, values, chance, sums)
    return outcomes, counters, series

"""Small games of the tests, and games made at random of all that a phase may do."""

from random import Random

from mangonel.engine.process import Column, Decision, Measure, Phase, Process
from mangonel.engine.rolls import Roll, cached
from mangonel.rules.dice import Die

BATTER = Roll.at_least("damage", 10, 5)
HIT = Roll.chance("hit", 1, 3)
PUSH = Decision("push", "left")
STAND = Decision("stand", "right")


def battering(turns=60, marks=4):
    """One roll a turn, damage on 5 to 10, breach at so many damages."""

    def batter(s, dice):
        dice.count("rolls")
        if dice.roll(BATTER) == "damage":
            s.marks += 1
        if s.marks == marks:
            s.ending = 1

    return Process(
        name="battering",
        columns=[Column("marks", marks)],
        phases=[Phase("batter", batter)],
        endings=("breach",),
        turns=turns,
        measures=(Measure("marks", marks, lambda s: s.marks),),
        tallies=("rolls",),
    )


def never_over():
    """Nothing happens for ever."""
    return Process("never", [], [Phase("wait", lambda s, dice: None)], ("over",), None)


def duel(men=3, turns=12):
    """Both sides shoot in turn, a third of the shots hits."""

    def shot(side, other, ending):
        def act(s, dice):
            dice.count(f"{side}_shots")
            if dice.roll(HIT, who=side) == "hit":
                dice.note("{:man} left", getattr(s, other) - 1)
                setattr(s, other, getattr(s, other) - 1)
            if getattr(s, other) == 0:
                s.ending = ending

        return act

    return Process(
        name="duel",
        columns=[Column("left", men, men), Column("right", men, men)],
        phases=[Phase("left shoots", shot("left", "right", 1)), Phase("right shoots", shot("right", "left", 2))],
        endings=("left wins", "right wins"),
        turns=turns,
        measures=(Measure("dead", 2 * men, lambda s: 2 * men - s.left - s.right),),
        tallies=("left_shots", "right_shots"),
        series=(Measure("men", 2 * men, lambda s: s.left + s.right),),
    )


def gamble():
    """A toy with decisions: left may push his luck, and right answers after the roll.

    Left has two turns. Pushing succeeds in a third of the cases; then right chooses whether to stand, which costs left a
    half chance, or to yield, which gives it to him: he always stands. Not pushing wins in a sixth of the cases.
    """
    luck, half, sixth = Roll.chance("luck", 1, 3), Roll.chance("half", 1, 2), Roll.chance("sixth", 1, 6)

    def act(s, dice):
        if dice.choose(PUSH, ("push", "wait")) == "push":
            lucky = dice.roll(luck) == "luck"
            if lucky and (dice.choose(STAND, ("yield", "stand")) == "yield" or dice.roll(half) == "half"):
                s.ending = 1
        elif dice.roll(sixth) == "sixth":
            s.ending = 1

    return Process(
        name="gamble",
        columns=[],
        phases=[Phase("gamble", act)],
        endings=("won",),
        turns=2,
        plan={"push": lambda s, options: "wait", "stand": lambda s, options: "yield"},
    )


class Shots:
    """Rolls that are looked up by what is shot at."""

    @cached
    def at(self, distance, covered):
        return Roll.chance("hit", max(1, 5 - distance - covered), 6)


def skirmish(turns=8):
    """Rolls by cells of the state, sums of cells, a look at the turn, and writes that copy cells."""
    shots = Shots()

    def advance(s, dice):
        if s.distance > 0 and s.turn != 2:
            s.distance -= 1
        s.last = s.distance

    def shoot(s, dice):
        for man in range(2):
            if s.fit[man] and dice.roll(shots.at(s.distance, man)) == "hit":
                s.fit[man] -= 1
                s.hurt += 1
                dice.count("hits")

    def rally(s, dice):
        if sum(s.fit) + s.hurt < 3 and s.turn >= 4:
            s.ending = 2
        elif sum(s.fit) == 0:
            s.ending = 1
        elif s.distance == 0 and s.last == s.distance:
            s.ending = 3

    return Process(
        name="skirmish",
        columns=[Column("distance", 4, 4), Column("last", 4), Column("fit", 2, (2, 1), 2), Column("hurt", 3)],
        phases=[Phase("advance", advance), Phase("shoot", shoot), Phase("rally", rally)],
        endings=("shot down", "given up", "arrived"),
        turns=turns,
        measures=(Measure("hurt", 3, lambda s: s.hurt), Measure("far", 5, lambda s: s.distance + (s.hurt > 1))),
        tallies=("hits",),
        series=(Measure("fit", 3, lambda s: sum(s.fit)),),
    )


ROLLS = (
    Roll.at_least("half", 6, 4),
    Roll.chance("share", 3, 5),
    Roll.at_least("two dice", Die(6, 2), 8),
    Roll.at_least("from 0", Die(10, 1, zero=True), 3),
    Roll.of("wide", ["-", "x", "y", "z", "x", "x"]),
    Roll.of("number", [0, 1, 1, 2]),
)


class Maker:
    """Makes the parts of one game; all that they do is decided here, not when they are played."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.columns = []
        for number in range(random.randint(1, 4)):
            maximum, size = random.choice((1, 2, 3, 5)), random.choice([None, None, 2, 3])
            starts = tuple(random.randint(0, min(maximum, 3)) for _ in range(size or 1))
            self.columns.append(Column(f"c{number}", maximum, starts if size else starts[0], size))
        self.tallies = ("t0", "t1")[: random.randint(0, 2)]

    def place(self):
        column = self._random.choice(self.columns)
        entry = None if column.size is None else self._random.randrange(column.size)
        return column, entry

    def number(self, depth=2):  # noqa: PLR0911 - a return a kind
        """Return a number, worked out from columns and the turn."""
        random = self._random
        kind = random.randint(0, 9) if depth else random.randint(0, 2)
        if kind <= 2:
            column, entry = self.place()
            return lambda s: getattr(s, column.name) if entry is None else getattr(s, column.name)[entry]
        if kind == 3:
            constant = random.randint(0, 3)
            return lambda s: constant
        if kind == 4:
            wide = [column for column in self.columns if column.size is not None]
            if wide:
                column = random.choice(wide)
                return lambda s: sum(getattr(s, column.name))
        if kind == 5:
            ask = random.choice(
                (lambda t: t % 3, lambda t: t >= 3, lambda t: (t == 2) + 1, lambda t: min(t, 2), lambda t: abs(2 - t))
            )
            return lambda s: ask(s.turn) + 0
        one, other = self.number(depth - 1), self.number(depth - 1)
        if kind == 6:
            return lambda s: one(s) + other(s)
        if kind == 7:
            return lambda s: one(s) - other(s)
        if kind == 8:
            return lambda s: min(one(s), other(s)) if random is None else max(one(s), other(s))
        factor = random.randint(-2, 3)
        return lambda s: one(s) * factor

    def test(self):
        """Return a question about a state."""
        one, other = self.number(), self.number(1)
        kind = self._random.randint(0, 5)
        return (
            lambda s: one(s) > other(s),
            lambda s: one(s) <= 1,
            lambda s: one(s) == other(s),
            lambda s: bool(one(s)),
            lambda s: 0 <= one(s) < 3 and one(s) != 1,
            lambda s: one(s) in (0, 2),
        )[kind]

    def step(self, depth=2):
        """Return something that a phase does."""
        random, kind = self._random, self._random.randint(0, 6)
        if kind <= 2 or not depth:
            return self.write()
        if kind == 3:
            test, then = self.test(), self.steps(depth - 1)
            return lambda s, dice: then(s, dice) if test(s) else None
        if kind == 4 and self.tallies:
            name, amount = random.choice(self.tallies), random.randint(1, 3)
            return lambda s, dice: dice.count(name, amount)
        roll, then, other = random.choice(ROLLS), self.steps(depth - 1), self.steps(depth - 1)

        def rolled(s, dice):
            if dice.roll(roll) in (roll.outcomes[-1], "x"):
                then(s, dice)
            else:
                other(s, dice)

        return rolled

    def write(self):
        (column, entry), number = self.place(), self.number()

        def put(s, dice):
            value = number(s)
            # Within its range, by comparisons that both kinds of numbers answer.
            value = 0 if value < 0 else min(value, column.maximum)
            if entry is None:
                setattr(s, column.name, value)
            else:
                getattr(s, column.name)[entry] = value

        return put

    def steps(self, depth):
        several = [self.step(depth) for _ in range(self._random.randint(1, 2))]

        def every(s, dice):
            for one in several:
                one(s, dice)

        return every


def random_game(seed):
    """Return a game made at random."""
    random = Random(seed)
    maker = Maker(random)

    def ending():
        test, code = maker.test(), random.randint(1, 2)

        def end(s, dice):
            if test(s) and dice.roll(ROLLS[0]) == "half":
                s.ending = code

        return end

    phases = [Phase(f"p{number}", maker.steps(2)) for number in range(random.randint(1, 3))]
    top = sum(column.maximum * (column.size or 1) for column in maker.columns)
    return Process(
        name=f"random {seed}",
        columns=maker.columns,
        phases=[*phases, Phase("end", ending())],
        endings=("one", "two"),
        turns=random.randint(1, 4),
        measures=(Measure("sum", top, total(maker.columns)),),
        tallies=maker.tallies,
        series=(Measure("first", maker.columns[0].maximum, first_of(maker.columns[0])),),
    )


def total(columns):
    return lambda s: sum(sum(getattr(s, c.name)) if c.size is not None else getattr(s, c.name) for c in columns)


def first_of(column):
    return lambda s: getattr(s, column.name) if column.size is None else getattr(s, column.name)[0]

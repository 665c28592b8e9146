"""A phase reads numbers of the state as if they were plain ones."""

import sys
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from mangonel.engine.exact import Chain
from mangonel.engine.process import Column, Decision, Phase, Process
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run

FACES = range(6)
DIE = Roll.of("die", FACES)
LARGE = 10**12


def begins_as(s):
    match s.row:
        case [1, 2, last]:
            return last == s.a
    return False


@pytest.mark.parametrize(
    "holds",
    [
        lambda s: s.a < LARGE and s.a < sys.maxsize and s.a != LARGE and not s.a > LARGE and s.a > -LARGE,
        lambda s: min(s.a, LARGE) == 3 or s.a + s.b >= LARGE or s.a + s.b == LARGE,
        lambda s: s.a * LARGE >= 3 * LARGE,
        lambda s: s.a * LARGE == 3 * LARGE + 1,
        lambda s: s.a * LARGE >= 3 * s.b,
        lambda s: s.a * 4 >= s.b * 2 + 1,
        lambda s: s.a * 4 == s.b * 2 + 2,
        lambda s: s.a * 4 == s.b * 2 + 3,
        lambda s: s.a * 4 - s.b * 2 >= 7,
        lambda s: s.row == [s.a, 2, 3],
        lambda s: (1, s.a, 3) == tuple(s.row) or s.row != [1, 2, 3] or s.row == [1, 2],
        lambda s: ([1, s.a, 3] == s.row) is True,
        lambda s: "x" if s.row == "123" else s.row == s.row and s.a == 1,
        begins_as,
        lambda s: str(s.row) == f"[1, {s.a}, 3]" and s.row.index(2) == 1 and s.row.count(3) == 1,
        lambda s: s.a == Fraction(3) or s.a == Decimal(4) or Fraction(1) == s.a,
        lambda s: s.a != Fraction(3) and s.a > Fraction(7, 2) and Decimal("4.5") >= s.a,
        lambda s: s.a + Fraction(1, 2) > 3 and Decimal(1) - s.a < -2,
        lambda s: s.a >= np.float32(2.5) and np.int64(4) >= s.a,
        lambda s: divmod(s.a, 2) == (2, 1) or divmod(7, s.b) == (2, 1),
    ],
)
def test_a_state_is_read_as_plain_numbers_are(holds):
    def throw(s, dice):
        s.a = dice.roll(DIE)

    def ask(s, dice):
        if holds(s):
            s.ending = 1

    process = Process(
        "own",
        [Column("a", 6), Column("b", 6, 3), Column("row", 6, (1, 2, 3), 3)],
        [Phase("throw", throw), Phase("ask", ask)],
        ("yes",),
        1,
    )
    truly = sum(bool(holds(SimpleNamespace(a=face, b=3, row=[1, 2, 3]))) for face in FACES) / 6
    assert float(run(process, engine="exact").probability("yes")) == pytest.approx(truly)


def test_options_that_are_numbers_of_the_state_are_told_by_their_values():
    def throw(s, dice):
        s.a = dice.roll(DIE)

    def send(s, dice):
        s.a = dice.choose(Decision("send", "us"), (9, s.a))

    phases, plan = [Phase("throw", throw), Phase("send", send)], {"send": lambda s, options: options[1]}
    process = Process("own", [Column("a", 9)], phases, (), 1, plan=plan)
    chain = Chain(process, frozenset({"send"}))
    chain.reach(process, 1, 100)
    assert {options for _, options in chain.tables[1].asked} == {(9, face) for face in FACES}

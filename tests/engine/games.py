"""Small games written through the public interface, and a slow scalar solver in fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np

from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, State

BREACH_BY = {4: 0.1296, 5: 0.33696, 6: 0.54432, 7: 0.710208, 8: 0.8263296}
"""Four damages at 6 in 10 by roll 4 to 8: C(n, k) 0.6^k 0.4^(n-k) summed over k of at least 4."""

BATTER = Roll.at_least("damage", 10, 5)


def battering(turns: int | None = 60, marks: int = 4) -> PlaySequence:
    """One roll a turn, damage on 5 to 10, breach at so many damages."""

    def batter(s: State, dice: Dice) -> None:
        s.rolls += 1
        s.marks += dice.roll(BATTER, s.marks < marks)
        s.ending = s.marks == marks

    return PlaySequence(
        name="battering",
        columns=[Column("marks", marks)],
        phases=[Phase("batter", batter)],
        endings=("breach",),
        turns=turns,
        measures=(Measure("marks", marks, lambda s: s.marks),),
        tallies=("rolls",),
    )


def never_over() -> PlaySequence:
    """Nothing happens for ever."""
    return PlaySequence("never", [], [Phase("wait", lambda _s, _dice: None)], ("over",), None)


HIT = Roll.of("shot", ("-", "hit"), [["-"] * 4 + ["hit"] * 2, ["-"] * 2 + ["hit"] * 4])
"""By the number of shooters less one."""
ARMOUR = Roll.at_least("pierces", 4, 3)
MORALE = Roll.of("morale", ("-", "wavers", "runs"), [["runs"] + ["wavers"] * 3 + ["-"] * 6])
DUEL_ENDINGS = ("left falls", "right falls", "fled")


def duel(turns: int = 6) -> PlaySequence:
    """Two pairs of men shoot at each other in order, and may lose heart.

    It has a column with entries, several rolls in a phase, a roll for those whom the roll before it hit, rows that
    roll while others do not, three kinds of dice, and situations out of the table where nobody rolls.
    """

    def shots(s: State, dice: Dice) -> None:
        for side in (0, 1):
            shoots = (s.men[side] > 0) & (s.men[1 - side] > 0)
            s.shots += shoots
            # Without men the situation is not in the table.
            hit = dice.roll(HIT, shoots, np.where(s.men[side] == 0, 99, s.men[side] - 1)) == 1
            s.hits += hit
            s.men[1 - side] -= dice.roll(ARMOUR, hit)

    def morale(s: State, dice: Dice) -> None:
        shaken = (s.men.sum(axis=0) <= 2) & (s.men > 0).all(axis=0)
        s.fear += np.minimum(dice.roll(MORALE, shaken), 2 - s.fear)
        left, right, fled = s.men[0] == 0, s.men[1] == 0, s.fear == 2
        s.ending = np.where(left, 1, np.where(right, 2, 3 * fled))

    return PlaySequence(
        name="duel",
        columns=[Column("men", 2, (2, 2), 2), Column("fear", 2)],
        phases=[Phase("shots", shots), Phase("morale", morale)],
        endings=DUEL_ENDINGS,
        turns=turns,
        measures=(Measure("left", 2, lambda s: s.men[0]), Measure("right", 2, lambda s: s.men[1])),
        tallies=("shots", "hits"),
    )


Position = tuple[int, int, int]
Turn = tuple[int, Position, int, int]
"""Ending, position, shots and hits of one turn."""


def scalar_duel_turn(position: Position, die: Callable[[int], int]) -> Turn:
    """Play a turn of the duel man by man, without arrays."""
    men, fear = list(position[:2]), position[2]
    shots = hits = 0
    for side in (0, 1):
        if not men[side] or not men[1 - side]:
            continue
        shots += 1
        if die(6) >= (5 if men[side] == 1 else 3):
            hits += 1
            if die(4) >= 3:
                men[1 - side] -= 1
    if min(men) > 0 and sum(men) <= 2:
        fallen = die(10)
        fear = min(2, fear + (2 if fallen == 1 else 1 if fallen <= 4 else 0))
    ending = 1 if men[0] == 0 else 2 if men[1] == 0 else 3 if fear == 2 else 0
    return ending, (men[0], men[1], fear), shots, hits


class _MoreDiceError(Exception):
    """A turn asked for one die more than the script holds."""


def every_turn(position: Position) -> Iterator[tuple[Fraction, Turn]]:
    """Yield every way the dice of a turn may fall, with its probability."""
    scripts: list[tuple[Fraction, list[int]]] = [(Fraction(1), [])]
    while scripts:
        chance, script = scripts.pop()
        left = list(script)
        asked = 0

        def die(sides: int, left: list[int] = left) -> int:
            nonlocal asked
            if not left:
                asked = sides
                raise _MoreDiceError
            return left.pop(0)

        try:
            yield chance, scalar_duel_turn(position, die)
        except _MoreDiceError:
            scripts += [(chance / asked, [*script, face]) for face in range(1, asked + 1)]


Outcomes = dict[tuple[int, int, int, int], Fraction]
Counters = dict[tuple[int, str], Fraction]


def solve_duel(turns: int) -> tuple[Outcomes, Counters]:
    """Return the chance of each outcome (ending, turn, left, right), and each counter's mean by ending."""
    known: dict[Position, dict[Turn, Fraction]] = {}
    # Weight, weight times shots and weight times hits of every open position.
    open_rows: dict[Position, tuple[Fraction, Fraction, Fraction]] = {
        (2, 2, 0): (Fraction(1), Fraction(0), Fraction(0))
    }
    outcomes: Outcomes = defaultdict(Fraction)
    counters: Counters = defaultdict(Fraction)

    def book(ending: int, turn: int, position: Position, amounts: tuple[Fraction, Fraction, Fraction]) -> None:
        outcomes[ending, turn, position[0], position[1]] += amounts[0]
        counters[ending, "shots"] += amounts[1]
        counters[ending, "hits"] += amounts[2]

    for turn in range(1, turns + 1):
        after: dict[Position, tuple[Fraction, Fraction, Fraction]] = {}
        for position, (weight, shots, hits) in open_rows.items():
            if position not in known:
                ways: dict[Turn, Fraction] = defaultdict(Fraction)
                for chance, way in every_turn(position):
                    ways[way] += chance
                known[position] = ways
            for (ending, there, more_shots, more_hits), chance in known[position].items():
                amounts = (
                    weight * chance,
                    (shots + weight * more_shots) * chance,
                    (hits + weight * more_hits) * chance,
                )
                if ending:
                    book(ending, turn, there, amounts)
                else:
                    before = after.get(there, (Fraction(0),) * 3)
                    after[there] = tuple(a + b for a, b in zip(before, amounts, strict=True))
        open_rows = after
    for position, amounts in open_rows.items():
        book(0, turns, position, amounts)
    return dict(outcomes), dict(counters)


def outcome_chances(result) -> dict[tuple[int, ...], float]:
    """Return the weights of a result by its outcome rows."""
    return {tuple(row): weight for row, weight in zip(result.outcomes.tolist(), result.weights.tolist(), strict=True)}

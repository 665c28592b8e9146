"""Every course that a roll or a game can take, with its chance."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from oracle.filo.dice import Dice, NoDieLeftError
from oracle.filo.engagement import Engagement
from oracle.filo.rules import Rules
from oracle.filo.story import Story

Found = TypeVar("Found", bound=Hashable)


def odds(played: Callable[[Dice], Found]) -> dict[Found, Fraction]:
    """The chances of whatever comes of all dice there can be."""
    found: dict[Found, Fraction] = defaultdict(Fraction)
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        try:
            found[played(Dice(iter(faces)))] += chance
        except NoDieLeftError as error:
            waiting += [((*faces, face), chance / len(error.faces)) for face in error.faces]
    return dict(found)


def of_faces(told: Callable[[int], Found]) -> dict[Found, Fraction]:
    """The chances of what a d10 is told as."""
    return odds(lambda dice: told(dice.d10("")))


def by_turn(scenario: Mapping[str, Any], rules: Rules, turns: int, of: Callable[[Story], bool]) -> list[Fraction]:
    """The chance of a fact of games that are over, by the end of each turn.

    Initiative is thrown as 6+6 to 1+1: who acts first may not matter, as where only one side acts.
    """
    start = Engagement(scenario, rules, Dice(iter(())))
    known = {repr(start.snapshot()): (start.snapshot(), Fraction(1))}
    sum_, found = Fraction(0), []
    for turn in range(1, turns + 1):
        after: dict[str, tuple[Any, Fraction]] = {}
        for snapshot, chance in known.values():
            waiting: list[tuple[tuple[int, ...], Fraction]] = [((6, 6, 1, 1), chance)]
            while waiting:
                faces, share = waiting.pop()
                game = Engagement(scenario, rules, Dice(iter(faces)), snapshot)
                try:
                    game.turn(turn)
                except NoDieLeftError as error:
                    waiting += [((*faces, face), share / len(error.faces)) for face in error.faces]
                    continue
                if game.ending:
                    sum_ += share if of(game.story()) else 0
                    continue
                now = game.snapshot()
                after[repr(now)] = (now, share + after.get(repr(now), (None, Fraction(0)))[1])
        known = after
        found.append(sum_)
    return found

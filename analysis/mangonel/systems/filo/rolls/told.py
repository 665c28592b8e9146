"""How a throw is told: what the dice show, what is added, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.dice import Throw
from mangonel.tables.joint import Joint
from mangonel.tables.situation import Situation

__all__ = ["result_words", "telling"]


def result_words(letter: str, meaning: str) -> str:
    """Return a result with its meaning; one that is no letter in print by its meaning alone."""
    return f"{letter} ({meaning})" if letter == NO_EFFECT or letter[:1].isupper() else meaning


def telling(
    situations: Sequence[Situation | Joint], against: Sequence[str] | None = None
) -> Callable[[int, Throw], str]:
    """Return what tells a throw, from the number of its situation; `against` is what is said before each."""

    def tell(place: int, die: Throw) -> str:
        situation = situations[place]
        if isinstance(situation, Joint):
            roll, sides = situation.situation, zip(situation.columns, situation.outcome(die), strict=True)
            words = ", ".join(f"{who}: {result_words(letter, roll.meaning(letter))}" for who, letter in sides)
            text = f"{roll.steps(die)} -> {words}"
        else:
            letter = situation.outcome(die)
            text = f"{situation.steps(die)} -> {result_words(letter, situation.meaning(letter))}"
        return f"{against[place]}: {text}" if against is not None else text

    return tell

"""What is asked of a scenario if nobody says: a question that its games do not all answer alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mangonel.engine.owners import UNDECIDED, Side, usually_asked, winners
from mangonel.engine.result import Result

__all__ = ["asked_about", "first_open", "questions"]


_NOISE = 1e-12  # of sums of floats


def questions(endings: Sequence[str], sides: Sequence[Side]) -> tuple[str, ...]:
    """Return what may be asked, the usual question first, then the other sides, the endings, and that nothing comes."""
    known = (*endings, UNDECIDED)
    return tuple(dict.fromkeys((usually_asked(endings, sides), *winners(known, sides), *known)))


def first_open(chances: Mapping[str, Sequence[float]]) -> str:
    """Return the first question of which some chance is neither 0 nor 1; else the first of which one is not 0.

    Parameters
    ----------
    chances
        By question its chances under all that is compared, as shares of 1.
    """
    ways = (lambda chance: _NOISE < chance < 1 - _NOISE, lambda chance: chance > 0)
    return next((name for way in ways for name, of in chances.items() if any(map(way, of))), next(iter(chances)))


def asked_about(*results: Result) -> str:
    """Return what a study of some results of one scenario is about if nobody says so.

    That is the victory of the side whose scenario it is, or the next question that is open if that never comes, or
    always does.
    """
    first = results[0]
    names = questions(first.endings, first.sides)
    return first_open({name: [result.probability(name).value for result in results] for name in names})

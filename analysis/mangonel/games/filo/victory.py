"""Points of a side at Las Navas, and the winner by them (Victoria, Victoria con límite de tiempo)."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.errors import DataError
from mangonel.games.filo.states import ON, check_special
from mangonel.rules.ruleset import RuleSet

__all__ = ["WINNERS", "Losses", "ahead_at_the_end", "other_side", "points", "winner"]


WINNERS = ("christians", "muslims")
NOBODY, DRAWN = "nobody yet", "drawn"


@dataclass(frozen=True, slots=True)
class Losses:
    """Losses of a side."""

    eliminated: tuple[str, ...] = ()
    fled: tuple[str, ...] = ()
    """`eliminated`, `fled`: types of units that were eliminated, and of those that fled off the map."""
    killed: int = 0
    captured: int = 0
    """`killed`, `captured`: leaders, without Alfonso VIII and Al-Nasir."""
    al_andalus: int = 0
    """Units of Al-Andalus that are eliminated or routed."""
    de_rada: bool = False
    ruy_diaz: bool = False
    """`de_rada`, `ruy_diaz`: whether they are lost."""
    of: str = WINNERS[1]
    """The side that has lost all this."""


def other_side(side: str) -> str:
    """Return the other one of the two sides; one that is neither is refused (DataError)."""
    if side not in WINNERS:
        raise DataError("unknown side", value=side, allowed=WINNERS)
    return WINNERS[WINNERS.index(side) - 1]


def points(rules: RuleSet, lost: Losses) -> dict[str, int]:
    """Return the points that the losses of a side are worth to the other, by reason.

    Options ``fled-points`` and ``al-andalus-leaves`` count. An unknown type, or a special rule that is not in force, is
    a DataError, points that the source does not give are an UnknownCellError.
    """
    number = rules.table("victory").number
    _check_side(lost)
    parts = {"eliminated": sum(_worth(rules, kind) for kind in lost.eliminated)}
    fled = len(lost.fled) * number("fled")
    if lost.fled and rules.choice("fled-points") == "both":
        fled += sum(_worth(rules, kind) for kind in lost.fled)
    parts |= {"fled": fled, "leaders killed": lost.killed * number("leader_killed")}
    parts |= {"leaders captured": lost.captured * number("leader_captured")}
    if lost.al_andalus and rules.choice("al-andalus-leaves") == "leaves":
        gone = lost.al_andalus >= number("al_andalus_units")
        parts["Al-Andalus gone"] = number("al_andalus_gone") if gone else 0
    for claimed, option, row in (
        (lost.de_rada, "de-rada", "de_rada_lost"),
        (lost.ruy_diaz, "ruy-diaz", "ruy_diaz_lost"),
    ):
        if claimed:
            check_special(rules, option, option, option)
            parts[row.replace("_", " ")] = number(row)
    return {reason: value for reason, value in parts.items() if value}


def winner(rules: RuleSet, *, christians: int, muslims: int, turn: int) -> str:
    """Return the winner when a turn is over: a side, ``drawn``, or ``nobody yet``.

    Options ``time-limit`` and ``victory-seven`` count. Points are those of the two sides, without those for the last
    turn; a turn that there is not is a DataError.
    """
    number = rules.table("victory").number
    limited, over = rules.choice("time-limit") == ON, turn >= number("turns")
    if turn < 1 or (limited and turn > number("turns")):
        most = number("turns")
        raise DataError(f"there are turns 1 to {most}" if limited else "turns begin with 1", path="turn", value=turn)
    ahead = christians - muslims
    if abs(ahead) >= number("ahead_at_once"):
        return WINNERS[ahead < 0]
    if limited and over:
        return WINNERS[ahead < 0] if abs(ahead) >= ahead_at_the_end(rules) else DRAWN
    if over and abs(ahead - number("no_christian_win")) >= number("ahead_at_once"):
        return WINNERS[ahead < number("no_christian_win")]
    return NOBODY


def ahead_at_the_end(rules: RuleSet) -> int:
    """Return by how many points a side has to lead to win when the last turn is over."""
    return rules.table("victory").number("ahead_at_the_end") + (rules.choice("victory-seven") == "draw")


def _check_side(lost: Losses) -> None:
    christians = WINNERS[0]
    if lost.al_andalus and lost.of == christians:
        raise DataError("Al-Andalus is on the other side", value=lost.of, allowed=[WINNERS[1]])
    if (lost.de_rada or lost.ruy_diaz) and lost.of != christians:
        raise DataError("De Rada and Ruy Díaz are on the other side", value=lost.of, allowed=[christians])


def _worth(rules: RuleSet, kind: str) -> int:
    types = rules.table("types")
    if kind not in types.rows:
        raise DataError("unknown type of unit", value=kind, allowed=types.rows)
    return types.number(kind, "points")

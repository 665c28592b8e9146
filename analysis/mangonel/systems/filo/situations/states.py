"""What a result makes of a unit: its state, and the hexes that it goes (chapters 11 and 12, 10.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.situations.scales import ELIMINATED, ROUTED, STATES
from mangonel.tables.cells import NO_EFFECT

__all__ = [
    "ADVANCES",
    "MAY_ADVANCE",
    "MUST_ADVANCE",
    "RESULTS",
    "ROOMS",
    "Fate",
    "after_result",
    "after_results",
    "check_result",
    "others_take",
]

RESULTS = ("F", "D", "Dr", "R", "L", "rally", "rest")
"""Parts of a result, which are joined by a plus; ``L`` is one level of disorder more."""
ROOMS = ("open", "forward", "blocked")
"""Where a unit has to retreat: into a rear hex, into one of the others, or nowhere."""
ADVANCES = (MAY_ADVANCE, MUST_ADVANCE) = ("avance_posible", "avance_obligatorio")
"""Results of a combat that are an advance, for defenders and for attackers."""


@dataclass(frozen=True)
class Fate:
    """What has become of a unit: one of `STATES`, and the hexes that it has gone."""

    state: str
    hexes: int = 0


def check_result(result: str) -> None:
    """Check that a result can be carried out: an unknown part of it is refused (DataError)."""
    if result in (NO_EFFECT, *ADVANCES):
        return
    for part in result.split("+"):
        if part not in RESULTS:
            raise DataError("unknown result", value=part, allowed=(*RESULTS, NO_EFFECT, *ADVANCES))


def after_result(rules: RuleSet, state: str, result: str, *, room: str = ROOMS[0]) -> Fate:
    """Return what a result makes of a unit, its parts in the order in which they are printed.

    Parameters
    ----------
    rules
        The rule set; its options ``rout-and-retreat``, ``blocked-retreat-level`` and ``rest-outcome`` count.
    state
        One of `STATES`.
    result
        A result of combat or fire, or what is to be done to the unit, for example ``D+R``.
    room
        Where it has to retreat.

    Raises
    ------
    DataError
        If state, result or room are unknown.
    """
    for kind, value, allowed in (("state", state, STATES), ("room", room, ROOMS)):
        if value not in allowed:
            raise DataError(f"unknown {kind}", value=value, allowed=allowed)
    check_result(result)
    if result in (NO_EFFECT, *ADVANCES):
        return Fate(state)
    return _carried_out(rules, Fate(state), result.split("+"), room)


def after_results(rules: RuleSet, states: Sequence[str], result: str, *, room: str = ROOMS[0]) -> tuple[Fate, ...]:
    """Return what a result makes of all units of a side; of one who takes it by choice it is the first.

    Parameters
    ----------
    rules
        The rule set; its option ``results-on-all`` counts, and those of `after_result`.
    states
        Of the units.
    result, room
        As in `after_result`, whose errors are raised.
    """
    # Of one unit alone nobody asks who takes the result.
    if len(states) < 2 or rules.choice("results-on-all") == "all":
        return tuple(after_result(rules, state, result, room=room) for state in states)
    taken = (result, *(others_take(rules, result) for _ in states[1:]))
    return tuple(after_result(rules, *pair, room=room) for pair in zip(states, taken, strict=True))


def others_take(rules: RuleSet, result: str) -> str:
    """Return what all but the first unit of a side take of a result (option ``results-on-all``)."""
    if rules.choice("results-on-all") == "all":
        return result
    return "R" if "R" in result.split("+") else NO_EFFECT


def _carried_out(rules: RuleSet, fate: Fate, parts: Iterable[str], room: str) -> Fate:
    ran = False
    for part in parts:
        if fate.state == ELIMINATED:
            return fate
        if part == "R":
            fate = _retreat(rules, fate, room, ran=ran)
        else:
            before, fate = fate, _changed(rules, fate, part, room)
            ran = ran or fate.hexes > before.hexes
    return fate


def _changed(rules: RuleSet, fate: Fate, row: str, room: str) -> Fate:
    """Return what a row of table ``states`` makes of a unit, with the hexes of a rout."""
    state = rules.table("states").cell(row, fate.state)
    runs = state.startswith(ROUTED) and (not fate.state.startswith(ROUTED) or row == "D")
    if not runs:
        return Fate(state, fate.hexes)
    if room == "blocked":
        return Fate(ELIMINATED, fate.hexes)
    return Fate(state, fate.hexes + rules.table("hexes").number("rout"))


def _retreat(rules: RuleSet, fate: Fate, room: str, *, ran: bool) -> Fate:
    """Return a unit after its retreat, which the run of a rout stands for."""
    hexes = rules.table("hexes").number("retreat")
    if ran:
        return Fate(fate.state, fate.hexes + (hexes if rules.choice("rout-and-retreat") == "both" else 0))
    gone = fate if room == "blocked" else Fate(fate.state, fate.hexes + hexes)
    return gone if room == "open" else _changed(rules, gone, "L", room)

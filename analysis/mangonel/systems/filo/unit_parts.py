"""Units of questions as forms ask for them: what TYPE:STRENGTH:QUALITY and the words after it are put together from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mangonel.systems.filo.states import BONUSES, DEMORALISED, ORDERS, ORGANISED, PARAPET, ROUTED, SIDES
from mangonel.systems.question import Parameter
from mangonel.systems.system import Names

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet

__all__ = ["ATTACKER_PARTS", "DEFENDER_PARTS", "SHOOTER_PARTS", "joined_unit"]


def joined_unit(
    *,
    type: str,  # noqa: A002 - what the part is called
    strength: int,
    quality: int | None = None,
    with_strength: int | None = None,
    order: str = ORGANISED,
    leader: int = 0,
    ground: str | None = None,
    more: str | None = None,
    **said: bool,
) -> str:
    """Return the text of a unit, such as ``Pi:6:5:demoralised:wood``, from its parts.

    A leader whose bonus is 0 is left out: it changes nothing. What has no part of its own is said as `more`. With the
    strength of a second unit the two act as one, ``Mi:3+2:4+4``: of their qualities the lower one counts (5.2).
    """
    two = with_strength is not None
    words = [type, f"{strength}+{with_strength}" if two else str(strength)]
    if quality is not None:
        words.append(f"{quality}+{quality}" if two else str(quality))
    if order != ORGANISED:
        words.append(order)
    if leader:
        words.append(f"leader={leader}")
    if ground is not None:
        words.append(ground)
    return ":".join([*words, *(word for word, is_said in said.items() if is_said), *([more] if more else [])])


def _across(rules: RuleSet) -> tuple[str, ...]:
    return tuple(row for row in (*rules.table("ground").rows, PARAPET) if row in SIDES)


def _within(rules: RuleSet) -> tuple[str, ...]:
    return tuple(row for row in rules.table("ground").rows if row not in SIDES)


def _said(rules: RuleSet) -> tuple[str, ...]:
    return (*_SEATS, *(("ruy_diaz",) if rules.choice("ruy-diaz") == "on" else ()))


_STRENGTH = Parameter("strength", "Strength points.", "number", required=True, offered=(1, 10), example="5")
_UNIT = (
    Parameter("type", "Type of the unit.", required=True, names="types", example="Ch"),
    _STRENGTH,
    Parameter("quality", "On the face that is up.", "number", required=True, offered=(0, 8), example="6"),
)
_SECOND = Parameter(
    "with-strength",
    "Strength of a second unit that acts with it as one; the lower quality counts for both.",
    "number",
    offered=(1, 6),
    tabled=False,
)
_LEADER = Parameter("leader", "Bonus of the leader with it.", "number", default=BONUSES[0], offered=(0, 3))
_SEATS = "foot", "mounted"
_SEAT = Parameter("more", "How it is seated.", offered=Names("seats", lambda _: _SEATS, "offered"), tabled=False)
_MORE = Parameter(
    "more", "How it is seated, or who is with it.", offered=Names("words", _said, "offered"), tabled=False
)
_FATIGUED = Parameter("fatigued", "It is fatigued.", "flag", tabled=False)


def _order(*orders: str) -> Parameter:
    return Parameter("order", "Its order.", default=ORGANISED, offered=Names("units", lambda _: orders, "offered"))


ATTACKER_PARTS = (
    *_UNIT,
    _order(ORGANISED, DEMORALISED),
    _LEADER,
    Parameter("ground", "What it attacks across.", offered=Names("attackers", _across, "ground")),
    Parameter("rear", "Through a rear hex.", "flag"),
    Parameter("shot", "It has just made an offensive shot.", "flag"),
    _MORE,
    _SECOND,
    _FATIGUED,
)
DEFENDER_PARTS = (
    *_UNIT,
    _order(*ORDERS),
    _LEADER,
    Parameter("ground", "The terrain it stands in.", offered=Names("defenders", _within, "ground")),
    _MORE,
    _SECOND,
    _FATIGUED,
)
SHOOTER_PARTS = (
    replace(_UNIT[0], example="Ar"),
    _STRENGTH,
    _order(ORGANISED, DEMORALISED, ROUTED),
    Parameter("moved", "It has moved.", "flag"),
    Parameter("resting", "It rests.", "flag"),
    _SEAT,
    _SECOND,
    _FATIGUED,
)

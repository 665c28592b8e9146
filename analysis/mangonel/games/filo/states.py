"""Units in their states: scales, ground, a unit as single rolls take it, and the effects of results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from mangonel.errors import DataError, NoRollError
from mangonel.rules.cells import NO_EFFECT, read_whole
from mangonel.rules.ruleset import RuleSet

ORGANISED, DEMORALISED, ROUTED = ORDERS = ("organised", "demoralised", "routed")
ELIMINATED: Final = "eliminated"
STATES = (*(f"{order}_{fatigue}" for order in ORDERS for fatigue in ("fresh", "fatigued")), ELIMINATED)
"""The seven states of a unit, the best first."""

TYPES = ("Ch", "Ha", "Cl", "Pi", "Mi", "Il", "Ar", "Ab", "At")
HORSEMEN = ("Ch", "Ha", "Cl")
"""Types of units, and those that are on horseback if nothing else is said."""

PARAPET: Final = "parapet"
"""Stands on the map of Las Navas and not in the table of terrain (option ``parapet-row``)."""
SIDES = ("stream", "river_pond", "wall", "palisade", "gate", "one_level_up", "one_level_down", PARAPET)
"""Terrain that lies between attacker and defender."""

ON: Final = "on"
"""Value of an option whose special rule is in force."""

STRENGTHS = (1, 40)
QUALITIES = (0, 12)
BONUSES = (0, 9)
"""Lowest and highest strength, quality and bonus: no counter is in the source."""


def grounds_of(rules: RuleSet) -> tuple[str, ...]:
    """Return all terrain."""
    return (*rules.table("ground").rows, PARAPET)


def types_with(rules: RuleSet, ability: str, how: str = "yes") -> list[str]:
    """Return the types of units of which a column of their table says so."""
    types = rules.table("types")
    return [row for row in types.rows if types.cell(row, ability) == how]


_NONE, _NOT_ALLOWED, _BLOCKS = "SE", "NA", "B"
_LEVELS = ("one_level_up", "one_level_down")


def effect(rules: RuleSet, ground: str, column: str, *, second: bool = False) -> int:
    """Return the number that a terrain, a row of table ``ground`` or ``parapet``, adds to a die in a column.

    Columns are ``fire``, ``combat`` and ``charge`` (option ``parapet-row``). Where two figures are printed, the
    `second` is that of a shot from inside out.

    Raises
    ------
    DataError
        If there is no such terrain.
    NoRollError
        If the terrain does not allow it.
    UnknownCellError
        If the source has lost the cell, and no reading fills it.
    """
    row = rules.choice("parapet-row") if ground == PARAPET else ground
    if ground == PARAPET and row == "none":
        return 0
    cell = rules.table("ground").cell(row, column)
    figures = [part for part in cell.split("/") if part != _BLOCKS] or [_NONE]
    figure = figures[-1] if second else figures[0]
    if figure == _NOT_ALLOWED:
        raise NoRollError(f"no {column}: table ground does not allow it there", value=ground)
    return 0 if figure == _NONE else read_whole(figure)


def check_grounds(rules: RuleSet, grounds: Sequence[str], path: str) -> None:
    """Check that the terrain of a unit, and what lies before it, can be there together: a figure counts once (10.3).

    Unknown terrain is refused (DataError), a row named twice, and a hex that is both higher and lower.
    """
    known = grounds_of(rules)
    for ground in grounds:
        if ground not in known:
            raise DataError("no such ground", path=path, value=ground, allowed=known)
        if grounds.count(ground) > 1:
            raise DataError("named twice", path=path, value=ground)
    if set(_LEVELS) <= set(grounds):
        raise DataError("these do not go together", path=path, value=" ".join(_LEVELS))


Role = Literal["attacker", "defender", "shooter"]

_LEADER = "leader="
_FIGHTING = ("demoralised", "fatigued", "routed", "just_routed", "foot", "mounted")
_WORDS = {
    "attacker": (*_FIGHTING, "shot", "artillery", "rear", "ruy_diaz"),
    "defender": (*_FIGHTING, "ruy_diaz"),
    "shooter": ("demoralised", "routed", "foot", "mounted", "moved", "resting"),
}


@dataclass(frozen=True)
class Unit:
    """A unit, or two that act as one."""

    type: str
    """``Ch``, ``Ha``, ``Cl``, ``Pi``, ``Mi``, ``Il``, ``Ar``, ``Ab`` or ``At``."""
    strength: int
    quality: int
    """`strength`, `quality`: the sum of the two, and the lower one (5.2), on the face that is up."""
    most: int = 0
    """Strength of the stronger one of two: one of them shoots."""
    order: str = ORGANISED
    """``organised``, ``demoralised`` or ``routed``."""
    mounted: bool = False
    """Whether it is on horseback."""
    bonuses: tuple[int, ...] = ()
    """Of the leaders with it."""
    ground: tuple[str, ...] = ()
    """Of a defender the terrain it stands in, of an attacker what it attacks across."""
    words: frozenset[str] = frozenset()
    """All else that was said of it."""
    beside: tuple[str, ...] = ()
    """Types of units in its hex that are part of its strength and quality: artillery of infantry that defends (5.1)."""

    @property
    def just_routed(self) -> bool:
        return "just_routed" in self.words

    @property
    def state(self) -> str:
        return f"{self.order}_{'fatigued' if 'fatigued' in self.words else 'fresh'}"

    def more(self, name: str, points: int) -> Unit:
        """Return the unit with more ``strength``, ``most`` or ``quality``, or a ``leader`` whose bonus is higher."""
        if name == "leader":
            best, *rest = sorted(self.bonuses or (0,), reverse=True)
            return replace(self, bonuses=(best + points, *rest))
        values: dict[str, Any] = {name: getattr(self, name) + points}
        return replace(self, **values)


def read_unit(rules: RuleSet, text: str, role: Role) -> Unit:
    """Read a unit such as ``Ch:4:6``, ``Pi:6:5:demoralised:wood`` or ``Mi:3+2:4+3:leader=1``; else it is a DataError.

    It is type, strength, quality (a shooter needs none), then words in any order: ``demoralised``, ``routed`` or
    ``just_routed`` (by the fire before the combat); ``fatigued``; ``foot`` or ``mounted`` where it is not as usual;
    ``leader=BONUS``, as often as there are leaders; of a defender its terrain and what lies before it, as in scenarios;
    of an attacker what it alone attacks across, ``rear`` (through a rear hex), ``shot`` (it has just made an offensive
    shot; with ``artillery`` in its hex that has, 6.D); of a shooter ``moved``, ``resting``; ``ruy_diaz``.
    """
    parts, path = text.split(":"), f"{role} {text}"
    needed = ["TYPE", "STRENGTH"] if role == "shooter" else ["TYPE", "STRENGTH", "QUALITY"]
    if len(parts) < len(needed) or not all(parts[: len(needed)]):
        raise DataError(f"the {role} is {':'.join(needed)} and words with colons between them", path=role, value=text)
    types = rules.table("types")
    if parts[0] not in types.rows:
        raise DataError("unknown type of unit", path=path, value=parts[0], allowed=types.rows)
    strengths = _numbers(parts[1], STRENGTHS, "strength", path)
    has_quality = len(parts) > 2 and parts[2][:1].isdecimal()
    qualities = _numbers(parts[2], QUALITIES, "quality", path) if has_quality or role != "shooter" else (0,)
    if has_quality and len(strengths) != len(qualities):
        raise DataError("as many strengths as qualities", path=path, value=len(qualities), allowed=[len(strengths)])
    check_stacking(rules, parts[0], len(strengths), path)
    unit = Unit(parts[0], sum(strengths), min(qualities), max(strengths), mounted=parts[0] in HORSEMEN)
    return _with_words(rules, unit, parts[3 if has_quality or role != "shooter" else 2 :], role, path)


def shooter_of(rules: RuleSet, unit: Unit) -> str:
    """Return the weapon of a unit, a row of table ``shots``; ``-`` if it does not."""
    return rules.table("types").cell(unit.type, "fires")


def check_special(rules: RuleSet, option: str, who: str, path: str) -> None:
    """Check that a special rule of a battle is in force; else who asks for it at that path is refused (DataError)."""
    if rules.choice(option) != ON:
        raise DataError(f"this rule set knows no such rule (option {option}: off)", path=path, value=who)


def _numbers(text: str, limits: tuple[int, int], what: str, path: str) -> tuple[int, ...]:
    low, high = limits
    words = text.split("+")
    for word in words:
        if not (word.isascii() and word.isdecimal() and len(word) < 4 and low <= int(word) <= high):
            raise DataError(f"{what} is a whole number from {low} to {high}", path=path, value=word)
    return tuple(map(int, words))


def check_stacking(rules: RuleSet, kind: str, units: int, path: str) -> None:
    """Check that so many units of a type may act as one; else they are refused (DataError; option ``stacking``)."""
    if units == 1:
        return
    allowed = rules.choice("stacking")
    if allowed == "one" or (allowed == "militia" and kind != "Mi") or units > 2:
        most = "two units of a type" if allowed == "two" else "two units of Mi" if allowed == "militia" else "one unit"
        raise DataError(f"at most {most} act as one (option stacking: {allowed})", path=path, value=units)


def _with_words(rules: RuleSet, unit: Unit, words: Iterable[str], role: Role, path: str) -> Unit:
    grounds = [row for row in grounds_of(rules) if role == "defender" or (role == "attacker" and row in SIDES)]
    known = (*_WORDS[role], *grounds)
    taken: list[str] = []
    for word in words:
        if word.startswith(_LEADER) and role != "shooter":
            bonus = _numbers(word.removeprefix(_LEADER), BONUSES, "bonus of a leader", path)
            unit = replace(unit, bonuses=(*unit.bonuses, sum(bonus)))
        elif role == "attacker" and word in rules.table("ground").rows and word not in known:
            raise DataError("terrain is said of the defender who stands in it", path=path, value=word)
        elif word not in known:
            allowed = (*known, f"{_LEADER}BONUS") if role != "shooter" else known
            raise DataError(f"nothing that is said of the {role}", path=path, value=word, allowed=allowed)
        else:
            taken.append(word)
    if "ruy_diaz" in taken:
        check_special(rules, "ruy-diaz", "ruy_diaz", path)
    orders = [word for word in taken if word in ("demoralised", "routed", "just_routed")]
    seats = [word for word in taken if word in ("foot", "mounted")]
    for pair in (orders, seats):
        if len(pair) > 1:
            raise DataError("these do not go together", path=path, value=" ".join(pair))
    mounted = seats[0] == "mounted" if seats else unit.mounted
    if "artillery" in taken and (mounted or "shot" not in taken):
        raise DataError("artillery stands with infantry, and attacks by its shot only", path=path)
    ground = tuple(word for word in taken if word not in _WORDS[role])
    check_grounds(rules, ground, path)
    return replace(
        unit,
        order=ORGANISED if not orders else DEMORALISED if orders[0] == "demoralised" else ROUTED,
        mounted=mounted,
        ground=ground,
        words=frozenset(word for word in taken if word in _WORDS[role]),
    )


RESULTS = ("F", "D", "Dr", "R", "L", "rally", "rest")
"""Parts of a result, which are joined by a plus; ``L`` is one level of disorder more."""
ROOMS = ("open", "forward", "blocked")
"""Where a unit has to retreat: into a rear hex, into one of the others, or nowhere."""
ADVANCES = (MAY_ADVANCE, MUST_ADVANCE) = ("avance_posible", "avance_obligatorio")
"""Results of a combat that are an advance, for defenders and for attackers."""


@dataclass(frozen=True)
class Fate:
    """The fate of a unit: one of `STATES`, and the hexes that it has gone."""

    state: str
    hexes: int = 0


def after_result(rules: RuleSet, state: str, result: str, *, room: str = ROOMS[0]) -> Fate:
    """Return the fate of a unit after a result (11, 12), in one of `STATES`, its parts in the order of print.

    The result is one of combat or fire, or what is to be done to the unit, for example ``D+R``; `room` is where it has
    to retreat. Options ``rout-and-retreat``, ``blocked-retreat-level`` and ``rest-outcome`` count; what is unknown is a
    DataError.
    """
    for kind, value, allowed in (("state", state, STATES), ("room", room, ROOMS)):
        if value not in allowed:
            raise DataError(f"unknown {kind}", value=value, allowed=allowed)
    if result in (NO_EFFECT, *ADVANCES):
        return Fate(state)
    parts = result.split("+")
    for part in parts:
        if part not in RESULTS:
            raise DataError("unknown result", value=part, allowed=(*RESULTS, NO_EFFECT, *ADVANCES))
    fate, ran = Fate(state), False
    for part in parts:
        if fate.state == ELIMINATED:
            break
        if part == "R":
            fate = _retreat(rules, fate, room, ran=ran)
        else:
            before, fate = fate, _changed(rules, fate, part, room)
            runs = part == "D" or not before.state.startswith(ROUTED)
            ran = ran or (runs and fate.state.startswith(ROUTED))
    return fate


def after_results(rules: RuleSet, states: Sequence[str], result: str, *, room: str = ROOMS[0]) -> tuple[Fate, ...]:
    """Return the fates of all units of a side after a result (option ``results-on-all``; as in `after_result`).

    The first is the one that takes it by choice.
    """
    taken = (result, *(others_take(rules, result) for _ in states[1:]))
    return tuple(after_result(rules, *pair, room=room) for pair in zip(states, taken, strict=True))


def others_take(rules: RuleSet, result: str) -> str:
    """Return the part of a result that all but the first unit of a side take (option ``results-on-all``)."""
    if rules.choice("results-on-all") == "all":
        return result
    return "R" if "R" in result.split("+") else NO_EFFECT


def _changed(rules: RuleSet, fate: Fate, row: str, room: str) -> Fate:
    """Return a unit after a row of table ``states``, with the hexes of a rout."""
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

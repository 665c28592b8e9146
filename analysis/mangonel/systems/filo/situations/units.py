"""Units as somebody names them for a roll: type, strength, quality, and words for all else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.situations.ground import check_grounds
from mangonel.systems.filo.situations.scales import (
    BONUSES,
    DEMORALISED,
    HORSEMEN,
    ON,
    ORGANISED,
    PARAPET,
    QUALITIES,
    ROUTED,
    SIDES,
    STRENGTHS,
    state_of,
)

__all__ = ["Unit", "check_special", "check_stacking", "read_unit", "shooter_of"]

Role = Literal["attacker", "defender", "shooter"]

_LEADER = "leader="
_WORDS = {
    "attacker": ("demoralised", "fatigued", "routed", "just_routed", "foot", "mounted", "shot", "rear", "ruy_diaz"),
    "defender": ("demoralised", "fatigued", "routed", "just_routed", "foot", "mounted", "ruy_diaz"),
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

    @property
    def just_routed(self) -> bool:
        """Whether the fire before the combat has routed it."""
        return "just_routed" in self.words

    @property
    def state(self) -> str:
        """Its state, as table ``states`` names it."""
        return state_of(self.order, fatigued="fatigued" in self.words)

    def stronger(self, points: int) -> Unit:
        """Return the unit with more strength."""
        return replace(self, strength=self.strength + points)

    def better(self, points: int) -> Unit:
        """Return the unit with more quality."""
        return replace(self, quality=self.quality + points)

    def led(self, points: int) -> Unit:
        """Return the unit with a leader whose bonus is higher, or with one if it had none."""
        first, *rest = self.bonuses or (0,)
        return replace(self, bonuses=(first + points, *rest))


def read_unit(rules: RuleSet, text: str, role: Role) -> Unit:
    """Read a unit such as ``Ch:4:6``, ``Pi:6:5:demoralised:wood`` or ``Mi:3+2:4+3:leader=1``.

    Parameters
    ----------
    rules
        The rule set: its types, terrain and option ``stacking``.
    text
        Type, strength, quality (a shooter needs none), then words in any order: ``demoralised``, ``routed`` or
        ``just_routed`` (by the fire before the combat); ``fatigued``; ``foot`` or ``mounted`` where it is not as usual;
        ``leader=BONUS``, as often as there are leaders; of a defender its terrain, of an attacker what it attacks
        across, ``rear`` (through a rear hex), ``shot`` (it has just made an offensive shot); of a shooter ``moved``,
        ``resting``; ``ruy_diaz``.
    role
        What it does.

    Raises
    ------
    DataError
        For the first thing in the text that is not allowed.
    """
    parts = text.split(":")
    needed = ["TYPE", "STRENGTH"] if role == "shooter" else ["TYPE", "STRENGTH", "QUALITY"]
    if len(parts) < len(needed) or not all(parts[: len(needed)]):
        raise DataError(f"the {role} is {':'.join(needed)} and words with colons between them", path=role, value=text)
    types = rules.table("types")
    if parts[0] not in types.rows:
        raise DataError("unknown type of unit", path=f"{role} {text}", value=parts[0], allowed=types.rows)
    strengths = _numbers(parts[1], STRENGTHS, "strength", role, text)
    has_quality = len(parts) > 2 and parts[2][:1].isdecimal()
    qualities = _numbers(parts[2], QUALITIES, "quality", role, text) if has_quality or role != "shooter" else (0,)
    _check_stack(rules, parts[0], strengths, qualities if has_quality else strengths, f"{role} {text}")
    unit = Unit(parts[0], sum(strengths), min(qualities), max(strengths), mounted=parts[0] in HORSEMEN)
    return _with_words(rules, unit, parts[3 if has_quality or role != "shooter" else 2 :], role, text)


def shooter_of(rules: RuleSet, unit: Unit) -> str:
    """Return what a unit shoots with, a row of table ``shots``; ``-`` if it does not."""
    return rules.table("types").cell(unit.type, "fires")


def check_special(rules: RuleSet, option: str, who: str, path: str) -> None:
    """Check that a special rule of a battle is in force; else who asks for it at that path is refused (DataError)."""
    if rules.choice(option) != ON:
        raise DataError(f"this rule set knows no such rule (option {option}: off)", path=path, value=who)


def _numbers(text: str, limits: tuple[int, int], what: str, role: str, whole: str) -> tuple[int, ...]:
    low, high = limits
    words = text.split("+")
    for word in words:
        if not (word.isascii() and word.isdecimal() and len(word) < 4 and low <= int(word) <= high):
            raise DataError(f"{what} is a whole number from {low} to {high}", path=f"{role} {whole}", value=word)
    return tuple(map(int, words))


def _check_stack(rules: RuleSet, kind: str, strengths: tuple[int, ...], qualities: tuple[int, ...], path: str) -> None:
    if len(strengths) != len(qualities):
        raise DataError("as many strengths as qualities", path=path, value=len(qualities), allowed=[len(strengths)])
    check_stacking(rules, kind, len(strengths), path)


def check_stacking(rules: RuleSet, kind: str, units: int, path: str) -> None:
    """Check that so many units of a type may act as one; else they are refused (DataError; option ``stacking``)."""
    if units == 1:
        return
    allowed = rules.choice("stacking")
    if allowed == "one" or (allowed == "militia" and kind != "Mi") or units > 2:
        most = "two units of a type" if allowed == "two" else "two units of Mi" if allowed == "militia" else "one unit"
        raise DataError(f"at most {most} act as one (option stacking: {allowed})", path=path, value=units)


def _with_words(rules: RuleSet, unit: Unit, words: Iterable[str], role: Role, text: str) -> Unit:
    known = (*_WORDS[role], *(() if role == "shooter" else _grounds(rules, role)))
    taken: list[str] = []
    for word in words:
        if word.startswith(_LEADER) and role != "shooter":
            bonus = _numbers(word.removeprefix(_LEADER), BONUSES, "bonus of a leader", role, text)
            unit = replace(unit, bonuses=(*unit.bonuses, sum(bonus)))
        elif word not in known:
            allowed = (*known, f"{_LEADER}BONUS") if role != "shooter" else known
            raise DataError(f"nothing that is said of the {role}", path=f"{role} {text}", value=word, allowed=allowed)
        else:
            taken.append(word)
    if "ruy_diaz" in taken:
        check_special(rules, "ruy-diaz", "ruy_diaz", f"{role} {text}")
    orders = [word for word in taken if word in ("demoralised", "routed", "just_routed")]
    seats = [word for word in taken if word in ("foot", "mounted")]
    for pair in (orders, seats):
        if len(pair) > 1:
            raise DataError("these do not go together", path=f"{role} {text}", value=" ".join(pair))
    ground = tuple(word for word in taken if word not in _WORDS[role])
    check_grounds(ground, f"{role} {text}")
    return replace(
        unit,
        order=ORGANISED if not orders else DEMORALISED if orders[0] == "demoralised" else ROUTED,
        mounted=seats[0] == "mounted" if seats else unit.mounted,
        ground=ground,
        words=frozenset(word for word in taken if word in _WORDS[role]),
    )


def _grounds(rules: RuleSet, role: Role) -> tuple[str, ...]:
    rows = (*rules.table("ground").rows, PARAPET)
    return tuple(row for row in rows if (row in SIDES) is (role == "attacker"))

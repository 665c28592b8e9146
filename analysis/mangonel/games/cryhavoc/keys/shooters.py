"""Groups of men shooting and are not reached by anybody, and their weapons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mangonel.errors import DataError
from mangonel.games.cryhavoc.missiles import range_table, weapon_kind, weapons
from mangonel.games.fields import REQUIRED, Offer, block, text, whole
from mangonel.rules.cells import EMPTY
from mangonel.rules.ruleset import RuleSet

__all__ = ["NOBODY", "Shooters", "check_shooters", "check_weapon", "shooters", "weapon_or"]


def _known(rules: RuleSet, engines: tuple[str, ...]) -> list[str]:
    return [name for name in weapons(rules) if name in engines or weapon_kind(rules, name) != "engine"]


def weapon_or(*others: str) -> Offer:
    """Return the offer of weapons that men carry, and of something else that may stand for one."""
    return Offer("weapons", lambda rules, _roster, _above: dict.fromkeys((*others, *_known(rules, others)), ""))


@dataclass(frozen=True, slots=True)
class Shooters:
    """Men shooting out of everybody's reach.

    ``place`` is, for covering archers, how many hexes they are from the wall; for others by how many hexes their range
    is longer than that of a man right above the target.
    """

    men: int = whole(0, 12, "how many shoot")
    weapon: str = text("a weapon that men carry", identifier=True, offer=weapon_or())
    place: int = whole(0, 200, "hexes")


NOBODY = Shooters(0, "longbow", 0)
"""A group that no file names."""


def shooters(at: str, place: str, meaning: str, *, nearest: int = 0, usual: Any = REQUIRED) -> Any:
    """Declare a block of shooters; one that is missing is a group of nobody.

    `place` is the key in it that says where they stand: at least `nearest`, and `usual` if nothing is said.
    """
    return block(Shooters, at=at, empty=NOBODY, changed={"place": whole(nearest, 200, meaning, usual, at=place)})


def check_shooters(rules: RuleSet, key: str, group: Shooters) -> None:
    """Check the weapon of a group that is not nobody, as `check_weapon` does; `key` is the name of its block."""
    if group != NOBODY:
        check_weapon(rules, f"{key}.weapon", group.weapon)


def check_weapon(rules: RuleSet, path: str, weapon: str, engines: tuple[str, ...] = ()) -> None:
    """Check that the rule set knows a weapon that a man can carry, with its ranges, or that it is one of some engines.

    It is a DataError if it does not, or the weapon reaches nothing; `path` is where the scenario names it.
    """
    allowed = _known(rules, engines)
    if weapon not in allowed:
        raise DataError("unknown weapon", path=path, value=weapon, allowed=allowed)
    if weapon in engines:
        return
    try:
        bands = range_table(rules, weapon)
    except DataError as error:
        raise DataError(error.message, path=path, value=weapon) from None
    if all(bands.cell(weapon, band) == EMPTY for band in bands.columns):
        raise DataError(f"this weapon reaches nothing by table {bands.id}", path=path, value=weapon)

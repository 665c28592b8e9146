"""Tests of quality with one d10, 0 to 9: reaction charge (10.5), friends passed by a rout (12.2), rally (12.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mangonel.errors import DataError, NoRollError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.situations.scales import BONUSES, QUALITIES
from mangonel.systems.filo.situations.thresholds import threshold_table
from mangonel.systems.filo.situations.units import check_special
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.situation import Modifier, Situation

__all__ = [
    "DE_RADA",
    "Rally",
    "check_rally",
    "flight_points",
    "rally_situation",
    "reaction_situation",
    "rout_situation",
]

DE_RADA = ("none", "beside", "with")
_SOURCE_OF = "rally-modifiers"


@dataclass(frozen=True)
class Rally:
    """A unit that tries to rally."""

    quality: int
    """On the face that is up."""
    routed: bool = False
    fatigued: bool = False
    """`routed`, `fatigued`: its state; one that is not routed is demoralised."""
    bonuses: tuple[int, ...] = ()
    """Of its banner leader and of the army leader, if they are beside it or with it."""
    beside_enemy: bool = False
    """Whether an enemy is adjacent."""
    de_rada: str = DE_RADA[0]
    """Whether he is ``beside`` it, ``with`` it, or ``none`` of both."""
    banner: bool = False
    """Whether it is beside or at the Almohad banner."""
    al_andalus: bool = False
    """Whether it is one of Al-Andalus."""

    def better(self, points: int) -> Rally:
        """Return the same with more quality."""
        return replace(self, quality=self.quality + points)

    def led(self, points: int) -> Rally:
        """Return the same with a better leader."""
        return replace(self, bonuses=(max(self.bonuses, default=0) + points,))


def reaction_situation(rules: RuleSet, *, quality: int) -> Situation:
    """Return the test of a reaction charge: ``passes`` if the die is at most the quality."""
    return _at_most(rules, quality, "Reaction charge", {"passes": "the charge is void", NO_EFFECT: "the charge stands"})


def rout_situation(rules: RuleSet, *, quality: int) -> Situation:
    """Return the test of a friend that is passed by a rout: ``Dr`` if the die is more than its quality."""
    _check_quality(quality)
    results = {"Dr": "it routs too", NO_EFFECT: "it stands"}
    source = rules.table(_SOURCE_OF).source
    table = threshold_table(
        "passed-by-rout", "Passed by a rout", "friend", results, {NO_EFFECT: 0, "Dr": quality + 1}, source
    )
    return Situation(table, "friend")


def check_rally(rules: RuleSet, rally: Rally) -> None:
    """Check that a unit may try to rally, or rally with De Rada.

    There must be such a quality and bonus, and any special rule in force; De Rada does not help Al-Andalus (DataError).
    No enemy may be adjacent (NoRollError).
    """
    _check_quality(rally.quality)
    if rally.de_rada not in DE_RADA:
        raise DataError("unknown place of De Rada", value=rally.de_rada, allowed=DE_RADA)
    for claimed, option, who, path in (
        (rally.de_rada != DE_RADA[0], "de-rada", "De Rada", "de-rada"),
        (rally.banner, "almohad-banner", "the Almohad banner", "almohad-banner"),
        (rally.al_andalus, "al-andalus-rally", "Al-Andalus", "al-andalus"),
    ):
        if claimed:
            check_special(rules, option, who, path)
    if rally.al_andalus and rally.de_rada != DE_RADA[0]:
        raise DataError("De Rada does not help Muslims: it is of Al-Andalus", path="de-rada", value=rally.de_rada)
    for bonus in rally.bonuses:
        if not BONUSES[0] <= bonus <= BONUSES[1] + 1:
            raise DataError(f"a leader's bonus is {BONUSES[0]} to {BONUSES[1]}", value=bonus)
    if rally.beside_enemy:
        raise NoRollError("no rally: an enemy is adjacent", path="beside-enemy")


def rally_situation(rules: RuleSet, rally: Rally) -> Situation:
    """Return the test of a rally: ``rallies`` if die and modifiers are at most the quality, or at a natural 0.

    Parameters
    ----------
    rules
        The rule set; its options ``de-rada``, ``almohad-banner`` and ``al-andalus-rally`` count.
    rally
        Who tries, and what is near.

    Raises
    ------
    DataError
        If there is no such quality or bonus, a special rule is not in force, or De Rada is to help Al-Andalus.
    NoRollError
        If an enemy is adjacent, or De Rada is with the unit: then it rallies without a die.
    """
    check_rally(rules, rally)
    if rally.de_rada == "with":
        raise NoRollError("no die: with De Rada a unit rallies and is fresh")
    number, special = rules.table(_SOURCE_OF).number, rules.table("navas-modifiers").number
    modifiers = [
        *([Modifier("fatigued", number("fatigued"))] if rally.fatigued else []),
        *([Modifier("routed", number("routed"))] if rally.routed else []),
        Modifier("leader", -max(rally.bonuses, default=0)),
        *([Modifier("De Rada", special("de_rada_adjacent"))] if rally.de_rada == "beside" else []),
        *([Modifier("Almohad banner", special("almohad_banner"))] if rally.banner else []),
        *([Modifier("Al-Andalus", special("al_andalus"))] if rally.al_andalus else []),
    ]
    after = "demoralised" if rally.routed else "organised"
    failed = "it flees" if rally.routed else "it stays demoralised"
    roll = _at_most(rules, rally.quality, "Rally", {"rallies": f"it is {after}", NO_EFFECT: failed})
    return replace(roll, modifiers=tuple(modifier for modifier in modifiers if modifier.value), natural=(0,))


def _at_most(rules: RuleSet, quality: int, title: str, results: dict[str, str]) -> Situation:
    _check_quality(quality)
    passes, fails = results
    source = rules.table(_SOURCE_OF).source
    name = title.lower().replace(" ", "-")
    table = threshold_table(name, title, "unit", results, {passes: 0, fails: quality + 1}, source)
    return Situation(table, "unit")


def _check_quality(quality: int) -> None:
    # One more than what counters may have is asked for where it is told what one more point is worth.
    low, high = QUALITIES
    if not low <= quality <= high + 1:
        raise DataError(f"quality is a whole number from {low} to {high}", value=quality)


def flight_points(rules: RuleSet, movement: int, *, cavalry: bool) -> int:
    """Return the movement points that a unit that does not rally flees; the option ``cavalry-flight`` counts."""
    if movement < 1:
        raise DataError("a unit has at least 1 movement point", value=movement)
    half = cavalry and rules.choice("cavalry-flight") == "half"
    return (movement + 1) // 2 if half else movement

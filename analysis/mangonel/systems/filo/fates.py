"""What results of single rolls are to those whom they befall."""

from __future__ import annotations

from collections.abc import Iterable

from mangonel.rules.ruleset import RuleSet
from mangonel.tables.cells import NO_EFFECT

__all__ = ["OUTCOMES", "backfires", "named", "worst_first"]

OUTCOMES = ("routed", "demoralised", "no effect")
"""What becomes of the target of a shot, the worst first."""
_OF_SHOTS = dict(zip(("Dr", "D", NO_EFFECT), OUTCOMES, strict=True))


def worst_first(_rules: RuleSet, _table: str, results: Iterable[str]) -> tuple[str, ...]:
    """Return results in the order of their table, which is the worst first, with no effect last."""
    return tuple(sorted(results, key=NO_EFFECT.__eq__))


def named(_rules: RuleSet, table: str, letter: str) -> str:
    """Return one of `OUTCOMES` for a result of a shot, else nothing."""
    return _OF_SHOTS.get(letter, "") if table == "shots" else ""


def backfires(_rules: RuleSet, _table: str, _letter: str) -> bool:
    """Tell that no single result befalls the attacker alone; those of a combat are told of both sides."""
    return False

"""Differences of two rule sets put together as their makers meant them: by block of an overlay, by name, or by file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from mangonel.rules.change import Change, place_of
from mangonel.rules.difference import Cited, Difference
from mangonel.rules.ruleset import RuleSet

__all__ = ["GROUPINGS", "grouped"]

GROUPINGS: Final = ("block", "file", "cell")
"""Ways of putting differences together: by block or name of an overlay, by rule set of a chain, or not at all."""


@dataclass(frozen=True, slots=True)
class _Maker:
    """Who made a difference: the rule set, and the block or name in its file."""

    by: str
    block: str
    reason: str


def grouped(parts: Sequence[Difference], left: RuleSet, right: RuleSet, *, by: str = "block") -> tuple[Difference, ...]:
    """Return differences put together, in the order in which each group begins.

    Parameters
    ----------
    parts
        The `mangonel.rules.switching.switches` of the two rule sets.
    left, right
        The rule sets.
    by
        One of `GROUPINGS`. Options are one each unless it is ``file``: an overlay has no blocks of them.
    """
    if by == "cell":
        return tuple(parts)
    groups: dict[tuple[str, str], list[tuple[Difference, str]]] = {}
    for part in parts:
        maker = _maker(part, left, right)
        key = (maker.by, "" if by == "file" and maker.by else maker.block or f"{part.kind} {part.where}")
        groups.setdefault(key, []).append((part, maker.reason))
    return tuple(_group(key, members) for key, members in groups.items())


def _maker(part: Difference, left: RuleSet, right: RuleSet) -> _Maker:
    """Return who made a difference: what the right rule set has and the left has not, or the other way round."""
    for mine, others in ((right, left), (left, right)):
        for change in reversed(mine.changes):
            if change not in others.changes and _makes(change, part):
                return _Maker(change.by, change.block, change.reason)
    return _Maker("", "", "")


def _makes(change: Change, part: Difference) -> bool:
    if "option" in (part.kind, change.kind):
        return (change.kind, change.where) == (part.kind, part.where)
    if change.where == part.where:
        return True
    if change.addition is not None and change.addition.covers(part.where):
        return True
    # A row of range bands is one part, whichever of its cells were changed.
    return part.kind == "row" and change.where.startswith(f"{part.where}.")


def _group(key: tuple[str, str], members: Sequence[tuple[Difference, str]]) -> Difference:
    by, block = key
    reasons = dict.fromkeys(reason for _, reason in members if reason)
    reason = "; ".join(reasons)
    if len(members) == 1:
        return replace(members[0][0], reason=reason)
    parts = tuple(part for part, _ in members)
    before, after = ("; ".join(texts) for texts in zip(*((part.left, part.right) for part in parts), strict=True))
    return Difference(
        "changes", _called(by, block, parts), before, after, Cited(rules=by), Cited(rules=by), reason, parts
    )


def _called(by: str, block: str, parts: Sequence[Difference]) -> str:
    """Return what several differences are called: by their name, or by the row or column that they are."""
    if not block:
        return by
    if not block.startswith(("change.", "add.")):
        return block
    places = [place_of(part.where) for part in parts]
    tables, rows, columns = (list(dict.fromkeys(place[at] for place in places)) for at in range(3))
    if len(tables) == 1 and len(columns) == 1:
        return f"{tables[0]}.*.{columns[0]}"
    if len(tables) == 1 and len(rows) == 1:
        return f"{tables[0]}.{rows[0]}"
    return f"{by} {block.replace('.', ' ')}"

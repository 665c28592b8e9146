"""Distances cut where the range band changes, under one rule set or under either of two."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from mangonel.errors import NoRollError
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import MISSING
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.missiles import BANDS, band_limits, range_table, weapons
from mangonel.tables.cells import UNKNOWN
from mangonel.tables.merging import in_order

__all__ = ["Segment", "band_at", "segment_label", "segments", "why_unknown"]

_LONG: Final = BANDS[-1]


@dataclass(frozen=True, slots=True)
class Segment:
    """Distances of one weapon at which no rule set asked for changes the range band."""

    weapon: str
    first: int
    last: int | None
    """`first`, `last`: hexes; the last is None where the source has lost it."""


def segments(asked: Asked) -> list[Segment]:
    """Return the rows of a missile grid."""
    parts: list[Segment] = []
    for weapon in in_order(asked.answers(weapons)):
        starts: set[int] = set()
        ends: set[int] = set()
        for rules in asked.sets:
            limits = _limits(rules, weapon)
            starts |= {first for first, _ in limits.values()}
            ends |= {last for _, last in limits.values()}
            if _lost(rules, weapon):
                starts.add(max((last for _, last in limits.values()), default=0) + 1)
        edges = sorted(starts | {end + 1 for end in ends})
        rows = [Segment(weapon, first, following - 1) for first, following in pairwise(edges)]
        if edges and edges[-1] in starts:
            rows.append(Segment(weapon, edges[-1], None))
        parts += rows
    return parts


def band_at(rules: RuleSet, weapon: str, distance: int) -> str | None:
    """Return the range band at a distance, ``?`` where the source has lost it, None where there is no shot."""
    if weapon not in weapons(rules):
        return None
    limits = _limits(rules, weapon)
    band = next((band for band, (first, last) in limits.items() if first <= distance <= last), None)
    return UNKNOWN if band is None and _lost(rules, weapon) else band


def why_unknown(rules: RuleSet, weapon: str) -> str:
    """Return why a range band of a weapon is unknown, as the table's file says."""
    table = range_table(rules, weapon)
    return next((why for place, why in table.unknown.items() if place.startswith(f"{weapon}.")), "")


def segment_label(asked: Asked, segment: Segment, *, named: bool = True) -> str:
    """Return how a row is headed: die modifier, word for the range if it shall have one, and hexes."""
    bands = asked.answers(band_at, segment.weapon, segment.first)

    def number(band: str | None, rules: RuleSet) -> str:
        if band is None:
            return MISSING
        known = _LONG if band == UNKNOWN else band
        return asked.locale.signed(rules.table("missile-modifiers").number(known))

    numbers = " \N{RIGHTWARDS ARROW} ".join(
        dict.fromkeys(number(band, rules) for band, rules in zip(bands, asked.sets, strict=True))
    )
    first = _LONG if bands[0] == UNKNOWN else bands[0]
    word = asked.word("distances", first) if named and first is not None and len(set(bands)) == 1 else ""
    last = UNKNOWN if segment.last is None else asked.locale.number(segment.last)
    hexes = f"{asked.locale.number(segment.first)}\N{EN DASH}{last}"
    # Number and word stay in one line: a number alone says nothing.
    head = "\N{NO-BREAK SPACE}".join(part for part in (numbers, word) if part)
    # Without a word between them the number and the hexes would read as one sum.
    return f"{head} {hexes}" if word else asked.named(head, hexes)


def _limits(rules: RuleSet, weapon: str) -> dict[str, tuple[int, int]]:
    if weapon not in weapons(rules):
        return {}
    try:
        return band_limits(rules, weapon)
    except NoRollError:
        return {}


def _lost(rules: RuleSet, weapon: str) -> bool:
    """Return whether the source has lost a band of a weapon."""
    if weapon not in weapons(rules):
        return False
    try:
        table = range_table(rules, weapon)
    except NoRollError:
        return False
    return UNKNOWN in table.cells[table.row_index(weapon)]

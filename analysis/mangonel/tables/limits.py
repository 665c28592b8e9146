"""What the program reads of the tables of the series, and between which numbers it may lie.

A table that is not named here is read whole, whatever its rows and columns are called.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from mangonel.errors import DataError

__all__ = ["MAX_COST", "MAX_HEXES", "MAX_OFFSET", "check_labels", "number_fault", "word_fault"]

MAX_OFFSET = 100
"""Rows that a weapon may be further down than the common scale."""
MAX_COST = 30
"""Movement points that a hex may cost."""
MAX_HEXES = 300
"""Hexes that a range band may reach."""

_Limits = tuple[int, int]

_ANY = "*"
_DICE: _Limits = (-20, 20)
_SHIFTS: _Limits = (-12, 12)
_POINTS: _Limits = (0, 60)

_NUMBERS: Mapping[str, Mapping[str, _Limits]] = {
    "battering-modifiers": {
        "tower_or_keep_hex": _DICE,
        "ram_on_wall_already_bombarded": _DICE,
        "walls_beside_drawbridge": _DICE,
    },
    "breach": {"outer_wall": (1, 99)},
    "high-shooters": dict.fromkeys(
        ("ground", "ladder", "battlement", "tower_slit", "siege_tower_top", "keep_slit"), (0, MAX_HEXES)
    ),
    "joint-attack": {"foot": _SHIFTS, "mounted": _SHIFTS},
    "ladder": {
        "climb_cost": (0, MAX_COST),
        "ladder_to_battlement_cost": (0, MAX_COST),
        "carry_penalty_movement": (-20, 0),
        "carriers": (1, 9),
        "turn_characters": (1, 9),
        "turn_cost_each": (0, MAX_COST),
    },
    "machine-points": {
        "light_stone_thrower": _POINTS,
        "heavy_stone_thrower": _POINTS,
        "ram": _POINTS,
        _ANY: _POINTS,
    },
    "missile-modifiers": {
        "short": _DICE,
        "medium": _DICE,
        "long": _DICE,
        "shooter_wounded": _DICE,
        "target_dismounted_knight": _DICE,
        "aptitude_lowest": (-20, 0),
        "aptitude_highest": (0, 20),
    },
    "moat": {"edge_cost": (1, MAX_COST)},
    "movement-croisades": dict.fromkeys(("mounted_knight", "unarmoured", "unarmoured_wounded"), (0, 40)),
    "panicked": {
        "column_shift": _SHIFTS,
        "radius": (0, MAX_HEXES),
        "retreat": (0, MAX_HEXES),
        "calm": (0, MAX_HEXES),
    },
    "riderless-animal": {"defence": (1, 99)},
    "terrain-shift": dict.fromkeys(("-", "0", "+"), _SHIFTS),
}
"""Lowest and highest number by table and row; ``*`` stands for rows of any other name."""

_WORDS: Mapping[str, tuple[str, ...]] = {"oil": ("unprotected_character",)}
"""Rows that are read of tables of words."""

_SAID: Mapping[str, tuple[str, ...]] = {
    "attacked-from-outside": ("-", "0", "+"),
    "fire-targets": ("spread", "oil_barrel", "fire_arrow_a", "fire_arrow_b"),
    "fire-targets-italian": ("spread", "oil_barrel", "fire_arrow_a", "fire_arrow_b"),
    "fire-targets-protected": ("spread", "oil_barrel", "fire_arrow_a", "fire_arrow_b"),
    "weapon-kinds": ("bow", "crossbow", "engine"),
}
"""Words that are understood."""

_LEVEL = r"-?[0-9](?:\.[0-9])?"
"""A level of height."""

_NOT_NEEDED = {"high-shooters": ("ground", "ladder")}
"""Rows that are read if they are there, and need not be."""

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "fire": ("spread", "oil_barrel", "fire_arrow_a", "fire_arrow_b", "extinguish"),
    "fire-arrow-hit": ("hit",),
    "healing-croisades": ("turns",),
    "healing-croisades-reroll": ("turns",),
    "healing-d10": ("days",),
    "high-shooters": ("play-sheet", "english", "german"),
    "ladder-topple": ("topple",),
    "missed-shot": ("friend",),
    "missile-foot": ("none", "light", "medium", "heavy"),
    "missile-mounted": ("none", "light", "medium", "heavy"),
    "panic": ("panic",),
    "stunned-in-fire": ("fire",),
    "terrain-shift": ("-", "0", "+"),
}
"""Columns that are read, all of which a table needs."""

_RATIO = (r"(?:[1-9]|1[0-9]|2[0-4])-(?:[1-9]|1[0-9]|2[0-4])\+?", "a ratio such as 3-1, of numbers up to 24")
_SIZES: Mapping[str, tuple[str, str]] = {
    "battering": (r"(?:[1-9][0-9]?)\+?", "points from 1 to 99, such as 9 or 12+"),
    "melee-foot": _RATIO,
    "melee-mounted": _RATIO,
}
"""What the columns are called that a rule set may have as many of as it likes, as a pattern and in words."""


def number_fault(table: str, row: str, cell: str) -> DataError | None:
    """Say what is wrong with a number, or return None if the table may have it in that row.

    Parameters
    ----------
    table
        Id of the table.
    row
        Label of the row.
    cell
        A whole number as it is written.
    """
    rows = _NUMBERS.get(table, {})
    limits = rows.get(row, rows.get(_ANY))
    if limits is None or limits[0] <= int(cell) <= limits[1]:
        return None
    return DataError(f"must be {limits[0]} to {limits[1]}", value=cell)


def word_fault(table: str, word: str) -> DataError | None:
    """Say what is wrong with a word that a table may hold, or return None if it is understood."""
    said = _SAID.get(table)
    if said is not None and word not in said:
        return DataError(f"nothing understands this word in table {table}", value=word, allowed=said)
    if table.startswith("elevation-") and not re.fullmatch(_LEVEL, word):
        return DataError("a level of height is a number such as 1.5", value=word)
    return None


def check_labels(table: str, rows: Sequence[str], columns: Sequence[str], *, whole: bool = False) -> None:
    """Check that a table has no row or column that nothing reads.

    Parameters
    ----------
    table
        Id of the table.
    rows, columns
        Its labels.
    whole
        Whether to check as well that all that the program reads is there.

    Raises
    ------
    DataError
        For the first label that is not read, with the nearest of those that are, or the first that is missing.
    """
    numbers = _NUMBERS.get(table, {})
    known = {"row": _WORDS.get(table, () if _ANY in numbers else tuple(numbers)), "column": _COLUMNS.get(table, ())}
    for what, labels in (("row", rows), ("column", columns)):
        for label in labels:
            if known[what] and label not in known[what]:
                raise DataError(f"nothing reads such a {what} of table {table}", value=label, allowed=known[what])
        needed = [label for label in known[what] if label not in _NOT_NEEDED.get(table, ())] if whole else []
        for label in needed:
            if label not in labels:
                raise DataError(f"table {table} needs the {what} {label}")
    pattern, words = _SIZES.get(table, ("", ""))
    for label in columns if pattern else ():
        if not re.fullmatch(pattern, label):
            raise DataError(f"a column of table {table} must be {words}", value=label)

"""What a rule file of one's own starts from: its id, and examples of changes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mangonel.rules.loading import rule_set_names
from mangonel.rules.ruleset import RuleSet

__all__ = ["Example", "Value", "free_label", "overlay_id"]

Value = str | Sequence[str]


@dataclass(frozen=True, slots=True)
class Example:
    """Changes and additions that are shown to somebody who starts a rule file."""

    about: str
    """What they do, in words."""
    blocks: tuple[tuple[str, Mapping[str, Value]], ...]
    """``change`` or ``add``, and the keys of the block, for each."""


def overlay_id(stem: str, base: RuleSet) -> str:
    """Return an id for an overlay of `base` in a file of this name; none that another rule set has."""
    name = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-") or "my-rules"
    while name in (*base.chain, *rule_set_names()):
        name += "-of-mine"
    return name


def free_label(base: RuleSet, label: str) -> str:
    """Return a label that no table of the base has: this one, or one with a number."""
    taken = {row for table in base.tables.values() for row in (*table.rows, *table.row_offset)}
    number = 2
    free = label
    while free in taken:
        free, number = f"{label}-{number}", number + 1
    return free

"""How a small scenario is made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["COLUMNS", "CROISADES", "DISTANCES", "VIKINGS", "Changes", "Small", "Smalls", "small"]

ROSTER = str(Path(__file__).with_name("small.toml"))
COLUMNS = range(1, 13)
"""Kinds of-1 to of-12 of the roster have an attack of so much; every defence is 1."""

DISTANCES = {"shortbow": (2, 27, 52), "crossbow": (2, 27, 77), "longbow": (2, 32, 92)}
"""A distance in each range band, one hex farther than its first."""
CROISADES = {"shortbow": (2, 17, 42), "crossbow": (2, 27, 57), "longbow": (2, 32, 62)}
VIKINGS = {"shortbow": (2, 12), "crossbow": (2, 17, 32), "longbow": (2, 14, 32)}


@dataclass(frozen=True)
class Small:
    """A scenario made of a shipped one.

    Attributes
    ----------
    base
        Name of the shipped scenario.
    changes
        What is another in it, by dotted path.
    options
        Options of the rules that it is played by.
    """

    base: str
    changes: Mapping[str, Any]
    options: Mapping[str, str] = field(default_factory=dict)


Changes = Mapping[str, Any]
Smalls = dict[str, Small]


def small(base: str, changes: Mapping[str, Any], **options: str) -> Small:
    """Return a small scenario; options by their ids with ``_`` for ``-``."""
    return Small(
        base, {"roster": ROSTER} | dict(changes), {key.replace("_", "-"): value for key, value in options.items()}
    )

"""Every sequence with its oracle: `<sequence>_twin.py` says how both are given the same scenario."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from mangonel.games.cryhavoc.system import SYSTEM
from mangonel.games.scenario import Scenario

SEQUENCES = tuple(SYSTEM.playables())


@dataclass(frozen=True)
class Twin:
    """A sequence's oracle, and what may be varied.

    Attributes
    ----------
    oracle
        Plays a setup under rules with dice.
    setup
        The setup as the oracle reads it, from the package's.
    some
        Draws a scenario within what the scenario files allow.
    tables
        Ids of the tables whose results, or effects, count in it.
    tallies
        The oracle's name of a counter, where it is another.
    excuse
        The key that a random scenario may get wrong under random rules; none if it is empty.
    """

    oracle: Callable[..., Any]
    setup: Callable[[Any], dict[str, Any]]
    some: Callable[[random.Random], Scenario]
    tables: tuple[str, ...]
    tallies: Mapping[str, str] = field(default_factory=dict)
    excuse: str = ""


def twin_of(sequence: str) -> Twin:
    """Return the twin of a sequence by its name in scenario files."""
    twin = import_module(f"games.{sequence.replace('-', '_')}_twin").TWIN
    assert isinstance(twin, Twin)
    return twin

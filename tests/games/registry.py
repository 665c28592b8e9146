"""Every sequence with its oracle: `<sequence>_twin.py` says how both are given the same scenario."""

import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from importlib import import_module
from typing import Any

from mangonel.games.cryhavoc.men import Kind
from mangonel.games.cryhavoc.system import SYSTEM
from mangonel.games.fields import Block, root
from mangonel.games.scenario import Scenario

SEQUENCES = tuple(SYSTEM.playables())


def said(setup: Any) -> dict[str, Any]:
    """Return what a scenario says, defaults included, by the keys of its file: most oracles read it so."""
    return _filled(root(type(setup)), setup, {})


def _filled(block: Block, setup: Any, into: dict[str, Any]) -> dict[str, Any]:
    for entry in block.entries:
        key, value = entry.key, getattr(setup, entry.field)
        if key.block is not None and key.block.switch:
            into[key.block.switch] = value is not None or into.get(key.block.switch, False)
        if key.kind == "given" or (key.kind == "block" and entry.path and value is None):
            continue
        place = into
        for step in entry.path[:-1]:
            place = place.setdefault(step, {})
        if key.block is None:
            place[entry.last] = _plain(value)
        elif key.kind == "blocks":
            place[entry.last] = [_filled(key.block, one, {}) for one in value or ()]
        else:
            _filled(
                key.block, setup if value is None else value, place.setdefault(entry.last, {}) if entry.path else into
            )
    return into


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return flat_kind(value) if isinstance(value, Kind) else value


def flat_kind(kind: Kind) -> dict[str, Any]:
    """Return the values of a kind by the names they have in a roster."""
    values = asdict(kind)
    saddle = values.pop("saddle") or {}
    return values | {f"mounted_{name}": value for name, value in saddle.items()}


@dataclass(frozen=True)
class Twin:
    """A sequence's oracle, and what may be varied.

    Attributes
    ----------
    oracle
        Plays a setup under rules with dice.
    some
        Draws a scenario within what the scenario files allow.
    tables
        Ids of the tables whose results, or effects, count in it.
    tallies
        The oracle's name of a counter, where it is another.
    excuse
        The key that a random scenario may get wrong under random rules; none if it is empty.
    setup
        The setup as the oracle reads it, from the package's.
    """

    oracle: Callable[..., Any]
    some: Callable[[random.Random], Scenario]
    tables: tuple[str, ...]
    tallies: Mapping[str, str] = field(default_factory=dict)
    excuse: str = ""
    setup: Callable[[Any], dict[str, Any]] = said


def twin_of(sequence: str) -> Twin:
    """Return the twin of a sequence by its name in scenario files."""
    twin = import_module(f"games.{sequence.replace('-', '_')}_twin").TWIN
    assert isinstance(twin, Twin)
    return twin

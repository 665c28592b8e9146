"""Odds analyzer for the Cry Havoc / Siege / Croisades family of medieval wargames.

The public names below are imported when they are first used, so that ``import mangonel`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from mangonel._version import __version__

if TYPE_CHECKING:
    from mangonel.engine.forever import until_it_ends
    from mangonel.engine.rolls import Roll
    from mangonel.engine.run import run
    from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
    from mangonel.engine.state import Column, State
    from mangonel.engine.trace import play_trace
    from mangonel.engine.within import Within
    from mangonel.errors import MangonelError
    from mangonel.odds.hexes import Hex, HexMap
    from mangonel.odds.intervals import Estimate
    from mangonel.odds.result import Result
    from mangonel.odds.sides import Side
    from mangonel.rules.difference import differences
    from mangonel.rules.loading import load_rules
    from mangonel.studies.attribute import attribute
    from mangonel.studies.compare import compare
    from mangonel.studies.sweep import sweep
    from mangonel.studies.tactics import tactics
    from mangonel.systems.scenario import build, load_scenario
    from mangonel.tables.dice import Die

__all__ = [
    "Column",
    "Dice",
    "Die",
    "Estimate",
    "Hex",
    "HexMap",
    "MangonelError",
    "Measure",
    "Phase",
    "PlaySequence",
    "Result",
    "Roll",
    "Side",
    "State",
    "Within",
    "__version__",
    "attribute",
    "build",
    "compare",
    "differences",
    "load_rules",
    "load_scenario",
    "play_trace",
    "run",
    "sweep",
    "tactics",
    "until_it_ends",
]

_HOMES = {
    "Column": "engine.state",
    "Dice": "engine.sequence",
    "Die": "tables.dice",
    "Estimate": "odds.intervals",
    "Hex": "odds.hexes",
    "HexMap": "odds.hexes",
    "MangonelError": "errors",
    "Measure": "engine.sequence",
    "Phase": "engine.sequence",
    "PlaySequence": "engine.sequence",
    "Result": "odds.result",
    "Roll": "engine.rolls",
    "Side": "odds.sides",
    "State": "engine.state",
    "Within": "engine.within",
    "attribute": "studies.attribute",
    "build": "systems.scenario",
    "compare": "studies.compare",
    "differences": "rules.difference",
    "load_rules": "rules.loading",
    "load_scenario": "systems.scenario",
    "play_trace": "engine.trace",
    "run": "engine.run",
    "sweep": "studies.sweep",
    "tactics": "studies.tactics",
    "until_it_ends": "engine.forever",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'mangonel' has no attribute {name!r}")
    return getattr(import_module(f"mangonel.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)

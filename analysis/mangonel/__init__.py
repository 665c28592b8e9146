"""Odds analyzer for medieval wargames.

At a prompt or in a notebook:

>>> import mangonel as mg
>>> mg.odds.topple()
<Odds topple; siege: T 3/5, - 2/5>
>>> mg.simulate("panic-one").plot()
<Axes: ...>

The public names below are imported when they are first used, so that ``import mangonel`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from mangonel._version import __version__

if TYPE_CHECKING:
    from mangonel.api.play import build, differences, scenarios, simulate, trace
    from mangonel.engine.board import Hex, HexMap
    from mangonel.engine.endless import until_it_ends
    from mangonel.engine.intervals import Estimate
    from mangonel.engine.owners import Side
    from mangonel.engine.position import position
    from mangonel.engine.process import Chapter, Column, Decision, Dice, Measure, Phase, Process
    from mangonel.engine.result import Result
    from mangonel.engine.rolls import Roll
    from mangonel.engine.run import run
    from mangonel.engine.trace import play_trace
    from mangonel.errors import MangonelError
    from mangonel.games.scenario import load_scenario
    from mangonel.rules.dice import Die
    from mangonel.rules.loading import load_rules
    from mangonel.studies.attribute import attribute, shapley
    from mangonel.studies.compare import compare
    from mangonel.studies.decide import best
    from mangonel.studies.rank import rank
    from mangonel.studies.sampled_plans import best_plan
    from mangonel.studies.sensitivity import sensitivity
    from mangonel.studies.shown import Simulation, plot
    from mangonel.studies.solve import load_goals, solve
    from mangonel.studies.survey import survey
    from mangonel.studies.sweep import reach, sweep
    from mangonel.studies.tactics import tactics
    from mangonel.studies.worth import worth, worth_by_state

__all__ = [
    "Chapter",
    "Column",
    "Decision",
    "Dice",
    "Die",
    "Estimate",
    "Hex",
    "HexMap",
    "MangonelError",
    "Measure",
    "Phase",
    "Process",
    "Result",
    "Roll",
    "Side",
    "Simulation",
    "__version__",
    "attribute",
    "best",
    "best_plan",
    "build",
    "compare",
    "differences",
    "load_goals",
    "load_rules",
    "load_scenario",
    "odds",
    "play_trace",
    "plot",
    "position",
    "rank",
    "reach",
    "rules",
    "run",
    "scenarios",
    "sensitivity",
    "shapley",
    "simulate",
    "solve",
    "survey",
    "sweep",
    "tactics",
    "trace",
    "until_it_ends",
    "worth",
    "worth_by_state",
]

_HOMES = {
    "api.play": "build differences scenarios simulate trace",
    "engine.board": "Hex HexMap",
    "engine.endless": "until_it_ends",
    "engine.intervals": "Estimate",
    "engine.owners": "Side",
    "engine.position": "position",
    "engine.process": "Chapter Column Decision Dice Measure Phase Process",
    "engine.result": "Result",
    "engine.rolls": "Roll",
    "engine.run": "run",
    "engine.trace": "play_trace",
    "errors": "MangonelError",
    "games.scenario": "load_scenario",
    "rules.dice": "Die",
    "rules.loading": "load_rules",
    "studies.attribute": "attribute shapley",
    "studies.compare": "compare",
    "studies.decide": "best",
    "studies.rank": "rank",
    "studies.sampled_plans": "best_plan",
    "studies.sensitivity": "sensitivity",
    "studies.shown": "Simulation plot",
    "studies.solve": "load_goals solve",
    "studies.survey": "survey",
    "studies.sweep": "reach sweep",
    "studies.tactics": "tactics",
    "studies.worth": "worth worth_by_state",
}
"""The public names of each module."""


_ROOMS = ("odds", "rules")
"""Asked for by the name of a package: ``mangonel.odds.melee(8, 3)``, ``mangonel.rules()``."""


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return import_module(f"mangonel.{name}")
    home = next((module for module, names in _HOMES.items() if name in names.split()), None)
    if home is None:
        from mangonel.errors import nearest

        near = nearest(name, __all__)
        hint = f"; did you mean {near!r}?" if near else f"; there are {', '.join(__all__)}"
        raise AttributeError(f"module 'mangonel' has no attribute {name!r}{hint}")
    return getattr(import_module(f"mangonel.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)

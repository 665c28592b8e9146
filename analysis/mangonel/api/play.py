"""Playing by name: scenarios and rule sets are named, and numbers of a scenario are changed in the call.

>>> import mangonel as mg
>>> mg.simulate("panic-one", "croisades", **{"turns": 3})
<Simulation panic: ...; exact>
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mangonel.engine.exact import STATE_LIMIT
from mangonel.engine.position import Place, position_of
from mangonel.engine.process import Process
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.games.scenario import build as built
from mangonel.games.scenario import load_scenario, scenario_names
from mangonel.games.system import system_of
from mangonel.rules.difference import Difference
from mangonel.rules.difference import differences as differing
from mangonel.rules.loading import named_rules, named_several
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.run_options import RulesLike, Run, ScenarioLike, named_scene
from mangonel.studies.shown import Simulation, ToldGame, framed
from mangonel.studies.tactics import Value

if TYPE_CHECKING:
    import pandas as pd


def scenarios() -> pd.DataFrame:
    """Return ``scenario``, ``title`` and ``sequence`` of the scenarios that come with the program.

    >>> import mangonel as mg
    >>> list(mg.scenarios().columns)
    ['scenario', 'title', 'sequence']
    """
    every = {name: load_scenario(name) for name in scenario_names()}
    return framed("scenario title sequence", ((name, each.title, each.sequence) for name, each in every.items()))


def simulate(
    scenario: ScenarioLike | Process,
    rules: RulesLike = None,
    *,
    position: Place | None = None,
    state_limit: int = STATE_LIMIT,
    **options: Any,
) -> Simulation:
    """Play a scenario.

    Parameters
    ----------
    scenario
        Its name, its file, or a loaded scenario; or a sequence of your own.
    rules
        A rule set, its name or its file; by default the usual one of the game.
    position
        Play on from there: ``{"turn": 9, "besiegers": 4}``, the same as a text, as ``--from`` takes it, or a position.
    state_limit
        The most states at once that exact runs and counts may keep.
    options
        ``engine``, ``trials``, ``seed``, ``precision``, ``executor`` and ``progress`` as in `mangonel.run`; and other
        values of the scenario and of the rules by their dotted paths, as in `mangonel.studies.varying.varied`.

    Raises
    ------
    DataError
        If there is no such scenario or rule set, or it does not allow a value.

    Examples
    --------
    >>> import mangonel as mg
    >>> played = mg.simulate("panic-one", "croisades", **{"turns": 3})
    >>> round(played.probability("broken").value + played.probability("calm").value, 3) <= 1
    True
    >>> print(mg.simulate("panic-one").summary().splitlines()[2])
    Under Siege and Cry Havoc the enemies win in ...
    """
    plan, changes = Run.split(options)
    loaded, chosen = None, None
    if isinstance(scenario, Process):
        if rules is not None or changes:
            raise DataError("a sequence has its rules and values", value=scenario.name)
        sequence = scenario
    else:
        loaded, chosen = named_scene(scenario, rules, changes)
        sequence = built(loaded, chosen)
    work = replace(
        plan.work, state_limit=state_limit, place=None if position is None else position_of(sequence, position)
    )
    return Simulation(work(sequence, executor=plan.executor, progress=plan.progress), loaded, chosen)


def build(scenario: ScenarioLike, rules: RulesLike = None, **changes: Value) -> Process:
    """Return the sequence that plays a scenario under a rule set; parameters and errors as for `simulate`."""
    return built(*named_scene(scenario, rules, changes))


def trace(
    scenario: ScenarioLike, rules: RulesLike = None, *, seed: int = 0, turns: int | None = None, **changes: Value
) -> ToldGame:
    """Play one game of a scenario, told roll by roll.

    Parameters
    ----------
    scenario, rules
        As in `simulate`.
    seed
        Seed of the dice.
    turns
        Stop after so many turns.
    changes
        Other values by their dotted paths, as in `simulate`.

    Raises
    ------
    DataError
        As in `simulate`.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.trace("panic-one", seed=1).ending in {"broken", "calm", "undecided"}
    True
    """
    loaded, chosen = named_scene(scenario, rules, changes)
    game = play_trace(built(loaded, chosen), seed=seed, turns=turns)
    return ToldGame.of(game, f"{loaded.title}, {chosen.title}")


def differences(left: RuleSet | str | Path, right: RulesLike = None) -> tuple[Difference, ...]:
    """Return all cells and options in which two rule sets differ, cells first.

    Parameters
    ----------
    left, right
        Rule sets, their names or their files; the second is by default the one that the game's own is compared with. A
        file alone is compared with its own base.

    Raises
    ------
    DataError
        If there is no such rule set, or they are of two games.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.differences("siege", "croisades")[0].where
    'missile-ranges'
    """
    first = named_rules(left, "")
    return differing(*named_several((left, right), (first.id, system_of(first).compared)))

"""Playing by name: scenarios and rule sets are named, and numbers of a scenario are changed in the call.

>>> import mangonel as mg
>>> mg.simulate("panic-one", "croisades", **{"turns": 3})
<Simulation panic: ...; exact>
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from mangonel.engine.position import Position, position_read
from mangonel.engine.position import position as position_at
from mangonel.engine.process import Process
from mangonel.engine.result import Result
from mangonel.engine.run import run
from mangonel.engine.trace import Trace, play_trace
from mangonel.errors import DataError
from mangonel.games.scenario import Scenario, load_scenario, scenario_names
from mangonel.games.scenario import build as built
from mangonel.games.system import system_of, usual_system
from mangonel.rules.difference import Difference
from mangonel.rules.difference import differences as differing
from mangonel.rules.loading import named_pair, named_rules
from mangonel.rules.ruleset import RuleSet
from mangonel.studies import attribute as attributing
from mangonel.studies import compare as comparing
from mangonel.studies import decide
from mangonel.studies import survey as surveying
from mangonel.studies import sweep as sweeping
from mangonel.studies import tactics as deciding
from mangonel.studies.attribute import Attribution
from mangonel.studies.compare import Comparison
from mangonel.studies.run_options import Run, RunOptions
from mangonel.studies.sampled_plans import SampledPlan, sampled_plan
from mangonel.studies.shown import draw
from mangonel.studies.simulation import Simulation
from mangonel.studies.survey import Survey
from mangonel.studies.sweep import Sweep
from mangonel.studies.tactics import Tactics, Value

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = [
    "attribute",
    "best",
    "best_plan",
    "build",
    "compare",
    "differences",
    "named_scenario",
    "plot",
    "scenarios",
    "simulate",
    "survey",
    "sweep",
    "tactics",
    "trace",
]

Axis = tuple[str, Sequence[int]]
_MOST_AXES = 2


def scenarios() -> pd.DataFrame:
    """Return ``scenario``, ``title`` and ``sequence`` of the scenarios that come with the program.

    >>> import mangonel as mg
    >>> list(mg.scenarios().columns)
    ['scenario', 'title', 'sequence']
    """
    import pandas as pd

    rows = []
    for name in scenario_names():
        loaded = load_scenario(name)
        rows.append({"scenario": name, "title": loaded.title, "sequence": loaded.sequence})
    return pd.DataFrame(rows)


def simulate(
    scenario: Scenario | Process | str | Path,
    rules: RuleSet | str | Path | None = None,
    *,
    position: Position | str | None = None,
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
        Play on from there: ``"turn=9, besiegers=4"``, as ``mangonel simulate --from`` takes it, or a position.
    options
        ``engine``, ``trials``, ``seed``, ``precision``, ``executor`` and ``progress`` as in `mangonel.run`; and other
        values of the scenario by their dotted paths.

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
    how: dict[str, Any] = {**plan.alone.how, "executor": plan.executor, "progress": plan.progress}
    if isinstance(scenario, Process):
        if rules is not None or changes:
            raise DataError("a sequence has its rules and values", value=scenario.name)
        return Simulation(_played(scenario, position, how))
    loaded = named_scenario(scenario, changes)
    chosen = named_rules(rules, loaded.system.rules)
    return Simulation(_played(built(loaded, chosen), position, how), loaded, chosen)


def _played(sequence: Process, place: Position | str | None, how: Mapping[str, Any]) -> Result:
    if place is None:
        return run(sequence, **how)
    if isinstance(place, str):
        place = position_at(sequence, *position_read(place, sequence.unit))
    return place.under(sequence).run(**how)


def build(scenario: Scenario | str | Path, rules: RuleSet | str | Path | None = None, **changes: Value) -> Process:
    """Return the sequence that plays a scenario under a rule set; parameters and errors as for `simulate`."""
    loaded = named_scenario(scenario, changes)
    return built(loaded, named_rules(rules, loaded.system.rules))


def compare(
    scenario: Scenario | str | Path,
    left: RuleSet | str | Path | None = None,
    right: RuleSet | str | Path | None = None,
    *others: RuleSet | str | Path,
    **options: Any,
) -> Comparison:
    """Compare two rule sets on a scenario; differences are right minus left.

    Parameters
    ----------
    scenario, left, right
        Names, files, or loaded objects; by default the two rule sets that are usually compared. A file alone is
        compared with its own base.
    others
        More rule sets are refused: `survey` takes any number.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values of the scenario by their dotted paths.

    Raises
    ------
    DataError
        As in `simulate`.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.compare("panic-one", "siege", "croisades").endings
         kind ...
    """
    if others:
        raise DataError("two rule sets are compared; mangonel.survey takes any number", value=2 + len(others))
    plan, changes = Run.split(options)
    loaded = named_scenario(scenario, changes)
    rules = named_pair(left, right, (loaded.system.rules, loaded.system.compared))
    return comparing.compare(loaded, *rules, **plan.options())


def attribute(
    scenario: Scenario | str | Path,
    left: RuleSet | str | Path | None = None,
    right: RuleSet | str | Path | None = None,
    *,
    by: str = "block",
    **options: Any,
) -> Attribution:
    """Make each difference between two rule sets alone on a scenario, and leave it out alone.

    Parameters
    ----------
    scenario, left, right, options
        As in `compare`.
    by
        As in `mangonel.studies.attribute.attribute`.

    Raises
    ------
    DataError
        As in `simulate`.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.attribute("panic-one", "siege", "croisades")
    <Attribution siege to croisades: ... differences move something>
    """
    plan, changes = Run.split(options)
    loaded = named_scenario(scenario, changes)
    rules = named_pair(left, right, (loaded.system.rules, loaded.system.compared))
    return attributing.attribute(loaded, *rules, by=by, **plan.options())


def sweep(
    scenario: Scenario | str | Path,
    rules: RuleSet | str | Path | None = None,
    *,
    x: Axis | Mapping[str, Iterable[int]] | None = None,
    y: Axis | Mapping[str, Iterable[int]] | None = None,
    ending: str | None = None,
    **options: Any,
) -> Sweep:
    """Play a scenario for every value of one of its numbers, or for every combination of two.

    Parameters
    ----------
    scenario, rules
        As in `simulate`.
    x, y
        The numbers and their values as ``{"archers.men": range(3)}`` or ``("archers.men", range(3))``, if they are not
        given under `options`.
    ending
        The ending or side whose chance is wanted; by default the first question that they do not all answer alike.
    options
        Fields of `mangonel.studies.run_options.Run`, and numbers by dotted path: several values are what varies, one
        value is set.

    Raises
    ------
    DataError
        As in `simulate`, or if nothing varies or more than two numbers do.

    Examples
    --------
    >>> import mangonel as mg
    >>> found = mg.sweep("panic-one", turns=range(1, 4))
    >>> list(found.to_frame()["turns"])
    [1, 2, 3]
    """
    plan, changes = Run.split(options)
    several = {
        path: tuple(values)
        for path, values in changes.items()
        if isinstance(values, Iterable) and not isinstance(values, str)
    }
    axes = [*_axes("x", x), *_axes("y", y), *several.items()]
    if not 1 <= len(axes) <= _MOST_AXES:
        raise DataError("give several values to one number or to two", value=[path for path, _ in axes])
    fixed = {path: value for path, value in changes.items() if path not in several}
    # A setting may need the varied number.
    loaded = named_scenario(scenario, fixed | {path: values[0] for path, values in axes if fixed and len(values)})
    chosen = named_rules(rules, loaded.system.rules)
    across, down = (axes[0], axes[1]) if len(axes) == _MOST_AXES else (axes[0], None)
    return sweeping.sweep(loaded, chosen, x=across, y=down, ending=ending or "", **plan.options())


def _axes(name: str, axis: Axis | Mapping[str, Iterable[int]] | None) -> list[Axis]:
    """Return what varies, as path and values."""
    if axis is None:
        return []
    pairs = list(axis.items()) if isinstance(axis, Mapping) else [axis]
    for pair in pairs:
        if not (
            isinstance(pair, tuple)
            and len(pair) == 2
            and isinstance(pair[0], str)
            and isinstance(pair[1], Iterable)
            and not isinstance(pair[1], str)
        ):
            raise DataError('write it as {"archers.men": range(3)}', path=name, value=axis)
    return [(path, tuple(values)) for path, values in pairs]


def survey(
    *rules: RuleSet | str | Path,
    scenarios: Iterable[Scenario | str | Path] | None = None,
    ending: str = "",
    **how: Unpack[RunOptions],
) -> Survey:
    """Play many scenarios under several rule sets and rank them by what changes.

    Parameters
    ----------
    rules
        Rule sets, their names or files; by default the two that are usually compared. A file alone is compared with
        its own base.
    scenarios
        By default all shipped scenarios of the game.
    ending, how
        As in `mangonel.studies.survey.survey`.

    Raises
    ------
    DataError
        As in `mangonel.studies.survey.survey`, or if there is no such rule set or scenario.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.survey("siege", "croisades", scenarios=["healing-six", "panic-one"]).to_frame()
      scenario ...
    """
    usual = usual_system()
    first, second, *_ = (*rules, None, None)
    chosen = list(named_pair(first, second, (usual.rules, usual.compared)))
    chosen += [named_rules(name, usual.rules) for name in rules[2:]]
    names = scenario_names(chosen[0].system) if scenarios is None else scenarios
    return surveying.survey([named_scenario(name, {}) for name in names], chosen, ending=ending, **how)


def trace(
    scenario: Scenario | str | Path,
    rules: RuleSet | str | Path | None = None,
    *,
    seed: int = 0,
    turns: int | None = None,
    **changes: Value,
) -> Trace:
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
        Other values of the scenario by their dotted paths.

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
    return play_trace(build(scenario, rules, **changes), seed=seed, turns=turns)


def tactics(
    scenario: Scenario | str | Path,
    rules: RuleSet | str | Path | None = None,
    choices: Mapping[str, Sequence[Value]] | None = None,
    *,
    together: bool = False,
    ending: str = "",
    place: Position | None = None,
    **how: Unpack[RunOptions],
) -> Tactics:
    """Play a scenario with other decisions, and set each against the scenario as it is.

    Parameters
    ----------
    scenario, rules
        As in `simulate`.
    choices, together, place, how
        As in `mangonel.studies.tactics.tactics`.
    ending
        The ending or side by which all of them are ranked; by default each side by its own victory.

    Raises
    ------
    DataError
        As in `simulate` and in `mangonel.studies.tactics.tactics`.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.tactics("panic-one", choices={"policies.dies_first": ("panicked",)})
    <Tactics panic: 1 other decisions, exact>
    """
    loaded = named_scenario(scenario, {})
    chosen = named_rules(rules, loaded.system.rules)
    return deciding.tactics(loaded, chosen, choices, together=together, ending=ending, place=place, **how)


def plot(results: Mapping[str, Result | Simulation], kind: str = "endings", *, ax: Axes | None = None) -> Axes:
    """Draw results beside each other; parameters and errors as for `mangonel.studies.shown.draw`.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.plot({rules: mg.simulate("panic-one", rules) for rules in ("siege", "croisades")}, "turns")
    <Axes: ...>
    """
    plain = {label: result.result if isinstance(result, Simulation) else result for label, result in results.items()}
    return draw(plain, kind, ax=ax)


def differences(left: RuleSet | str | Path, right: RuleSet | str | Path | None = None) -> tuple[Difference, ...]:
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
    return differing(*named_pair(left, right, (first.id, system_of(first).compared)))


def named_scenario(scenario: Scenario | str | Path, changes: Mapping[str, Any]) -> Scenario:
    """Return a scenario with other values by their dotted paths.

    Raises
    ------
    DataError
        If there is no such scenario, or it does not allow a value.
    """
    if not isinstance(scenario, Scenario | str | Path):
        raise DataError("wants a scenario, its name or its file", value=type(scenario).__name__)
    loaded = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
    return loaded.replaced(changes) if changes else loaded


def best(
    scenario: Scenario | Process | str | Path,
    rules: RuleSet | str | Path | None = None,
    side: str = "",
    **how: Any,
) -> decide.Best:
    """Find the best decisions of a side by state; `best_plan` searches by sampling where there are too many states.

    Parameters
    ----------
    scenario, rules
        As in `simulate`.
    side
        The side that decides; by default the first with a decision.
    how
        ``against``, ``choose``, ``value``, ``position``, ``state_limit`` and ``progress``, as in
        `mangonel.studies.decide.best`.

    Raises
    ------
    DataError
        As in `simulate` and in `mangonel.studies.decide.best`.

    Examples
    --------
    >>> import mangonel as mg
    >>> found = mg.best("ram-gate", side="defenders", choose=["arrows"])
    >>> found.value <= found.shipped
    True
    """
    if isinstance(scenario, Process):
        if rules is not None:
            raise DataError("a sequence has its rules and values", value=scenario.name)
        return decide.best_of(scenario, side, **how)
    loaded = named_scenario(scenario, {})
    return decide.best(loaded, named_rules(rules, loaded.system.rules), side, **how)


def best_plan(
    scenario: Scenario | str | Path,
    rules: RuleSet | str | Path | None = None,
    side: str = "",
    **how: Any,
) -> SampledPlan:
    """Search the best plan of a side by sampled games; for games too large for `best`.

    Parameters
    ----------
    scenario, rules, side
        As in `best`.
    how
        ``value``, ``trials``, ``seed`` and ``progress``, as in `mangonel.studies.sampled_plans.sampled_plan`.

    Raises
    ------
    DataError
        As in `simulate` and in `mangonel.studies.sampled_plans.sampled_plan`.

    Examples
    --------
    >>> import mangonel as mg
    >>> found = mg.best_plan("volley-wall", trials=200)
    >>> found.trials
    200
    """
    loaded = named_scenario(scenario, {})
    return sampled_plan(loaded, named_rules(rules, loaded.system.rules), side, **how)

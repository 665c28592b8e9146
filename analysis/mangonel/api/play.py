"""Playing by name: scenarios and rule sets are named, and numbers of a scenario are changed in the call.

>>> import mangonel as mg
>>> mg.simulate("panic-one", "croisades", **{"turns": 3})
<Simulation panic: ...; exact>
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from mangonel.engine.position import Position
from mangonel.engine.process import Process
from mangonel.engine.result import Result
from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.scenario import Scenario, load_scenario, scenario_names
from mangonel.games.scenario import build as built
from mangonel.games.system import system_of
from mangonel.rules.difference import Difference
from mangonel.rules.difference import differences as differing
from mangonel.rules.loading import load_base, load_rules, rule_set_names
from mangonel.rules.ruleset import RuleSet
from mangonel.studies import attribute as attributing
from mangonel.studies import compare as comparing
from mangonel.studies import decide
from mangonel.studies import sweep as sweeping
from mangonel.studies import tactics as deciding
from mangonel.studies.attribute import Attribution
from mangonel.studies.compare import Comparison
from mangonel.studies.run_options import Run, RunOptions
from mangonel.studies.shown import draw
from mangonel.studies.simulation import Simulation
from mangonel.studies.sweep import Sweep
from mangonel.studies.tactics import Tactics, Value

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

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
    scenario: Scenario | Process | str | Path, rules: RuleSet | str | Path | None = None, **options: Any
) -> Simulation:
    """Play a scenario.

    Parameters
    ----------
    scenario
        Its name, its file, or a loaded scenario; or a sequence of your own.
    rules
        A rule set, its name or its file; by default the usual one of the game.
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
        return Simulation(run(scenario, **how))
    loaded = named_scenario(scenario, changes)
    chosen = named_rules(rules, loaded.system.rules)
    return Simulation(run(built(loaded, chosen), **how), loaded, chosen)


def build(scenario: Scenario | str | Path, rules: RuleSet | str | Path | None = None, **changes: Value) -> Process:
    """Return the sequence that plays a scenario under a rule set; parameters and errors as for `simulate`."""
    loaded = named_scenario(scenario, changes)
    return built(loaded, named_rules(rules, loaded.system.rules))


def compare(
    scenario: Scenario | str | Path,
    left: RuleSet | str | Path | None = None,
    right: RuleSet | str | Path | None = None,
    **options: Any,
) -> Comparison:
    """Compare two rule sets on a scenario; differences are right minus left.

    Parameters
    ----------
    scenario, left, right
        Names, files, or loaded objects; by default the two rule sets that are usually compared. A file alone is
        compared with its own base.
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
    x: Axis | None = None,
    y: Axis | None = None,
    ending: str | None = None,
    **options: Any,
) -> Sweep:
    """Play a scenario for every value of one of its numbers, or for every combination of two.

    Parameters
    ----------
    scenario, rules
        As in `simulate`.
    x, y
        Path and values of the numbers, if they are not given under `options`.
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
    >>> list(found.to_frame()["x"])
    [1, 2, 3]
    """
    plan, changes = Run.split(options)
    several = {
        path: tuple(values)
        for path, values in changes.items()
        if isinstance(values, Iterable) and not isinstance(values, str)
    }
    axes = [axis for axis in (x, y) if axis is not None] + list(several.items())
    if not 1 <= len(axes) <= _MOST_AXES:
        raise DataError("give several values to one number or to two", value=[path for path, _ in axes])
    fixed = {path: value for path, value in changes.items() if path not in several}
    # A setting may need the varied number.
    loaded = named_scenario(scenario, fixed | {path: values[0] for path, values in axes if fixed and len(values)})
    chosen = named_rules(rules, loaded.system.rules)
    across, down = (axes[0], axes[1]) if len(axes) == _MOST_AXES else (axes[0], None)
    return sweeping.sweep(loaded, chosen, x=across, y=down, ending=ending or "", **plan.options())


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


def named_rules(rules: RuleSet | str | Path | None, usual: str) -> RuleSet:
    """Return a rule set, or the usual one if none is named.

    Raises
    ------
    DataError
        If there is no such rule set.
    """
    return rules if isinstance(rules, RuleSet) else load_rules(str(usual if rules is None else rules))


def named_pair(
    left: RuleSet | str | Path | None, right: RuleSet | str | Path | None, usual: tuple[str, str]
) -> tuple[RuleSet, RuleSet]:
    """Return two rule sets to compare: a file that is named alone comes after its own base.

    Parameters
    ----------
    left, right
        The rule sets.
    usual
        The names of those that are compared if none is named.

    Raises
    ------
    DataError
        If there is no such rule set.
    """
    if right is None and isinstance(left, str | Path) and str(left) not in rule_set_names():
        base = load_base(left)
        if base is not None:
            return base, load_rules(left)
    return named_rules(left, usual[0]), named_rules(right, usual[1])


def best(
    scenario: Scenario | Process | str | Path,
    rules: RuleSet | str | Path | None = None,
    side: str = "",
    **how: Any,
) -> decide.Best:
    """Find the best decisions of a side by state.

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

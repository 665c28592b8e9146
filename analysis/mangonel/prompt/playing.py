"""Playing by name: scenarios and rule sets are named, and numbers of a scenario are changed in the call.

>>> import mangonel as mg
>>> mg.simulate("panic-one", "croisades", **{"turns": 3})
<Simulation panic: ...; exact>
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mangonel.engine.assemble import Progress
from mangonel.engine.position import Position
from mangonel.engine.process import Process
from mangonel.engine.run import DEFAULT_TRIALS, run
from mangonel.errors import DataError
from mangonel.prompt.named import named_pair, named_rules, named_scenario
from mangonel.prompt.shown import Compared, Ranked, Simulation, Swept
from mangonel.rules.ruleset import RuleSet
from mangonel.studies import compare as comparing
from mangonel.studies import decide
from mangonel.studies import sweep as sweeping
from mangonel.studies import tactics as deciding
from mangonel.studies.tactics import Value
from mangonel.systems.scenario import Scenario, load_scenario, scenario_names
from mangonel.systems.scenario import build as built

if TYPE_CHECKING:
    import pandas as pd


__all__ = ["best", "build", "compare", "scenarios", "simulate", "sweep", "tactics"]

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
    engine: str = "auto",
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    precision: float | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    **changes: Value,
) -> Simulation:
    """Play a scenario.

    Parameters
    ----------
    scenario
        Its name, its file, or a scenario that was read; or a sequence of one's own.
    rules
        A rule set, its name or its file; by default the usual one of the game.
    engine, trials, seed, precision, executor, progress
        As in `mangonel.run`.
    changes
        Other values of the scenario by their dotted paths.

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
    how: dict[str, Any] = {"engine": engine, "trials": trials, "seed": seed, "precision": precision}
    how |= {"executor": executor, "progress": progress}
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
    *,
    engine: str = "auto",
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    precision: float | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    **changes: Value,
) -> Compared:
    """Compare two rule sets on a scenario; differences are right minus left.

    Parameters
    ----------
    scenario, left, right
        Names, files, or what was read; by default the two rule sets that are usually compared. A file alone is compared
        with its own base.
    engine, trials, seed, precision, executor, progress
        As in `mangonel.studies.compare.compare`.
    changes
        Other values of the scenario by their dotted paths.

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
    loaded = named_scenario(scenario, changes)
    rules = named_pair(left, right, (loaded.system.rules, loaded.system.compared))
    comparison = comparing.compare(
        loaded,
        *rules,
        engine=engine,
        trials=trials,
        seed=seed,
        precision=precision,
        executor=executor,
        progress=progress,
    )
    return Compared.of(comparison, loaded, rules)


def sweep(
    scenario: Scenario | str | Path,
    rules: RuleSet | str | Path | None = None,
    *,
    x: Axis | None = None,
    y: Axis | None = None,
    ending: str | None = None,
    engine: str = "auto",
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    precision: float | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    **numbers: Value | Iterable[int],
) -> Swept:
    """Play a scenario for every value of one of its numbers, or for every combination of two.

    Parameters
    ----------
    scenario, rules
        As in `simulate`.
    x, y
        Path and values of the numbers, if they are not given under `numbers`.
    ending
        The ending or side whose chance is wanted; by default the first question that they do not all answer alike.
    engine, trials, seed, precision, executor, progress
        As in `mangonel.run`.
    numbers
        By dotted path: several values are what varies, one value is set.

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
    several = {
        path: tuple(values)
        for path, values in numbers.items()
        if isinstance(values, Iterable) and not isinstance(values, str)
    }
    axes = [axis for axis in (x, y) if axis is not None] + list(several.items())
    if not 1 <= len(axes) <= _MOST_AXES:
        raise DataError("give several values to one number or to two", value=[path for path, _ in axes])
    fixed = {path: value for path, value in numbers.items() if path not in several}
    # What is set may need what varies.
    loaded = named_scenario(scenario, fixed | {path: values[0] for path, values in axes if fixed and len(values)})
    chosen = named_rules(rules, loaded.system.rules)
    across, down = (axes[0], axes[1]) if len(axes) == _MOST_AXES else (axes[0], None)
    swept = sweeping.sweep(
        loaded,
        chosen,
        x=across,
        y=down,
        ending=ending or "",
        engine=engine,
        trials=trials,
        seed=seed,
        precision=precision,
        executor=executor,
        progress=progress,
    )
    return Swept.of(swept, loaded, chosen)


def tactics(
    scenario: Scenario | str | Path,
    rules: RuleSet | str | Path | None = None,
    choices: Mapping[str, Sequence[Value]] | None = None,
    *,
    together: bool = False,
    ending: str = "",
    engine: str = "auto",
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    precision: float | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    place: Position | None = None,
) -> Ranked:
    """Play a scenario with other decisions, and set each against the scenario as it is.

    Parameters
    ----------
    scenario, rules
        As in `simulate`.
    choices, together, engine, trials, seed, precision, executor, progress, place
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
    ranking = deciding.tactics(
        loaded,
        chosen,
        choices,
        together=together,
        ending=ending,
        engine=engine,
        trials=trials,
        seed=seed,
        precision=precision,
        executor=executor,
        progress=progress,
        place=place,
    )
    return Ranked.of(ranking, loaded, chosen, ending)


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
        Who decides; by default the first side that decides anything.
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

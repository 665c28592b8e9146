"""The designer's questions at a prompt: which cells carry a result, and which changes meet goals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mangonel.api.play import named_scenario
from mangonel.errors import DataError
from mangonel.games.scenario import Scenario
from mangonel.rules.loading import named_pair, named_rules
from mangonel.rules.ruleset import RuleSet
from mangonel.studies import rank as ranking
from mangonel.studies import reach as reaching
from mangonel.studies import sensitivity as sensitivities
from mangonel.studies import shapley as sharing
from mangonel.studies import solve as solving
from mangonel.studies import worth as weighing
from mangonel.studies.goals import Goals, load_goals
from mangonel.studies.rank import Ranking
from mangonel.studies.reach import Reach
from mangonel.studies.run_options import Run
from mangonel.studies.shapley import Shares
from mangonel.studies.solve import Solution
from mangonel.studies.worth import Worth
from mangonel.studies.worth_by_state import WorthByState, worth_by_state

__all__ = ["rank", "reach", "sensitivity", "shapley", "solve", "worth"]


def sensitivity(
    scenario: Scenario | str | Path, rules: RuleSet | str | Path | None = None, *, of: str = "", **options: Any
) -> sensitivities.Sensitivity:
    """Differentiate a number of a scenario by every cell of every table that is rolled on.

    Parameters
    ----------
    scenario, rules
        As in `mangonel.simulate`.
    of
        An ending, a side, several joined by ``+``, ``turns`` or a measure; by default the first question that is open.
    options
        ``tables`` and ``state_limit`` as in `mangonel.studies.sensitivity.sensitivity`, fields of
        `mangonel.studies.run_options.Run`, and other values of the scenario by their dotted paths.

    Raises
    ------
    DataError
        As in `mangonel.simulate`, or if there is no such number.

    Examples
    --------
    >>> import mangonel as mg
    >>> list(mg.sensitivity("panic-one").to_frame().columns)
    ['table', 'row', 'column', 'letter', 'to', 'slope', 'change']
    """
    plan, others = Run.split(options)
    own = {name: others.pop(name) for name in ("tables", "state_limit") if name in others}
    loaded = named_scenario(scenario, others)
    chosen = named_rules(rules, loaded.system.rules)
    return sensitivities.sensitivity(loaded, chosen, of=of, **own, **plan.options())


def rank(
    goals: Goals | str | Path, rules: Sequence[RuleSet | str | Path], *, help_nearest: bool = True, **how: Any
) -> Ranking:
    """Rank rule sets by how far they miss goals.

    Parameters
    ----------
    goals
        A file of goals, or what `mangonel.load_goals` has read.
    rules
        Rule sets, their names or their files.
    help_nearest
        Whether to look for the single cell that helps the nearest of those that miss a goal.
    how
        Fields of `mangonel.studies.run_options.Run`.

    Raises
    ------
    DataError
        If a file is wrong, or a goal does not go with a rule set.
    """
    return ranking.rank(_loaded(goals), [named_rules(each, "") for each in rules], help_nearest=help_nearest, **how)


def solve(goals: Goals | str | Path, rules: RuleSet | str | Path, *, cells: int = 2, **how: Any) -> Solution:
    """Find the smallest changes of cells that meet goals.

    Parameters
    ----------
    goals
        A file of goals, or what `mangonel.load_goals` has read.
    rules
        A rule set, its name or its file.
    cells
        The most cells that may change.
    how
        ``tables``, ``in_order`` and ``state_limit`` as in `mangonel.studies.solve.solve`, and fields of
        `mangonel.studies.run_options.Run`.

    Raises
    ------
    DataError, StateLimitError
        As in `mangonel.studies.solve.solve`.
    """
    return solving.solve(_loaded(goals), named_rules(rules, ""), cells=cells, **how)


def worth(
    scenario: Scenario | str | Path,
    rules: RuleSet | str | Path | None = None,
    *,
    of: str = "",
    by: str = "thing",
    **options: Any,
) -> Worth | WorthByState:
    """Weigh one more of every number of a scenario, one on every roll and one column on every table.

    Parameters
    ----------
    scenario, rules
        As in `mangonel.simulate`.
    of
        As in `mangonel.sensitivity`.
    by
        ``thing``, or ``state``: what one more is worth at the start of each turn, and by what is left.
    options
        ``also`` and ``state_limit`` as in `mangonel.studies.worth.worth`, fields of
        `mangonel.studies.run_options.Run`, and other values of the scenario by their dotted paths.

    Raises
    ------
    DataError
        As in `mangonel.simulate`, or if there is no such number.
    """
    plan, others = Run.split(options)
    own = {name: others.pop(name) for name in ("also", "state_limit") if name in others}
    loaded = named_scenario(scenario, others)
    if by not in ("thing", "state"):
        raise DataError("no such worth", path="by", value=by, allowed=["thing", "state"])
    weigh = worth_by_state if by == "state" else weighing.worth
    return weigh(loaded, named_rules(rules, loaded.system.rules), of=of, **own, **plan.options())


def reach(
    scenario: Scenario | str | Path,
    rules: RuleSet | str | Path | None = None,
    *,
    by: str,
    chance: float,
    of: str = "",
    **options: Any,
) -> Reach:
    """Find the smallest change of one number by which a chance is reached.

    Parameters
    ----------
    scenario, rules
        As in `mangonel.simulate`.
    by, chance, of
        As in `mangonel.studies.reach.reach`.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values of the scenario by their dotted paths.

    Raises
    ------
    DataError
        As in `mangonel.studies.reach.reach`.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.reach("panic-one", by="turns", chance=0.5, of="broken").value is None
    False
    """
    plan, others = Run.split(options)
    loaded = named_scenario(scenario, others)
    chosen = named_rules(rules, loaded.system.rules)
    return reaching.reach(loaded, chosen, by=by, chance=chance, of=of, **plan.options())


def shapley(
    scenario: Scenario | str | Path,
    left: RuleSet | str | Path | None = None,
    right: RuleSet | str | Path | None = None,
    *,
    by: str = "block",
    of: str = "",
    **options: Any,
) -> Shares:
    """Share the difference of two rule sets out among their differences: alone, last, and over all orders.

    Parameters
    ----------
    scenario, left, right
        As in `mangonel.compare`.
    by, of
        As in `mangonel.studies.shapley.shapley`.
    options
        ``orders`` as there, fields of `mangonel.studies.run_options.Run`, and other values of the scenario by their
        dotted paths.

    Raises
    ------
    DataError
        As in `mangonel.compare`.

    Examples
    --------
    >>> import mangonel as mg
    >>> shares = mg.shapley("panic-one", "siege", "croisades")
    >>> abs(sum(share.share.value for share in shares.shares) - (shares.after.value - shares.before.value)) < 1e-12
    True
    """
    plan, others = Run.split(options)
    own = {name: others.pop(name) for name in ("orders",) if name in others}
    loaded = named_scenario(scenario, others)
    rules = named_pair(left, right, (loaded.system.rules, loaded.system.compared))
    return sharing.shapley(loaded, *rules, by=by, of=of, **own, **plan.options())


def _loaded(goals: Goals | str | Path) -> Goals:
    return goals if isinstance(goals, Goals) else load_goals(goals)

"""The designer's questions at a prompt: which cells carry a result, and which changes meet goals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mangonel.api.play import named_rules, named_scenario
from mangonel.games.scenario import Scenario
from mangonel.rules.ruleset import RuleSet
from mangonel.studies import sensitivity as sensitivities
from mangonel.studies.run_options import Run

__all__ = ["sensitivity"]


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

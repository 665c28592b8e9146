"""Sweeps: one probability over a grid of two values of a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.engine.assemble import Progress
from mangonel.engine.run import DEFAULT_TRIALS, run
from mangonel.errors import DataError
from mangonel.odds.intervals import Estimate
from mangonel.odds.result import UNDECIDED, Provenance
from mangonel.studies.compare import whole
from mangonel.systems.cryhavoc.scenario import Scenario, build

if TYPE_CHECKING:
    import pandas as pd

    from mangonel.rules.ruleset import RuleSet

__all__ = ["Sweep", "sweep"]


@dataclass(frozen=True)
class Sweep:
    """The probability of an ending by two numbers of a scenario.

    Attributes
    ----------
    x_name, y_name
        Dotted paths of the two numbers in the scenario file.
    xs, ys
        Their values.
    ending
        The ending.
    estimates
        Its probability, ``estimates[iy][ix]``.
    provenances
        Where each of them comes from, in the same order.
    sequence
        The sequence that was played.
    """

    x_name: str
    y_name: str
    xs: tuple[int, ...]
    ys: tuple[int, ...]
    ending: str
    estimates: tuple[tuple[Estimate, ...], ...]
    provenances: tuple[tuple[Provenance, ...], ...]
    sequence: str = ""

    @property
    def provenance(self) -> Provenance:
        """Provenance of the first cell; the others differ in the scenario's digest and in states or trials."""
        return self.provenances[0][0]

    def to_frame(self) -> pd.DataFrame:
        """Return ``x``, ``y``, ``p``, ``p_lo``, ``p_hi`` and the ``engine`` of each cell."""
        import pandas as pd

        rows = [
            {
                "x": x,
                "y": y,
                "p": self.estimates[row][column].value,
                "p_lo": self.estimates[row][column].low,
                "p_hi": self.estimates[row][column].high,
                "engine": self.provenances[row][column].engine,
            }
            for row, y in enumerate(self.ys)
            for column, x in enumerate(self.xs)
        ]
        return pd.DataFrame(rows)


def sweep(
    scenario: Scenario,
    rules: RuleSet,
    *,
    x: tuple[str, Sequence[int]],
    y: tuple[str, Sequence[int]],
    ending: str,
    engine: str = "auto",
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    progress: Progress | None = None,
) -> Sweep:
    """Run a scenario for every combination of two of its numbers.

    Parameters
    ----------
    scenario, rules
        What is played.
    x, y
        Dotted path of a number in the scenario file, and the values it takes, for example
        ``("besiegers.men", (4, 6, 8))``.
    ending
        The ending whose probability is wanted, or several joined by ``+``.
    engine, trials, seed
        As in `mangonel.engine.run.run`.
    progress
        Called with the share of the work that is done.

    Raises
    ------
    DataError
        If the scenario has no such number, does not allow one of its values, or has no such ending.
    """
    (x_name, xs), (y_name, ys) = x, y
    if not xs or not ys:
        raise DataError("a sweep needs at least one value for each number")
    if x_name == y_name:
        raise DataError("a sweep is over two different numbers", value=x_name)
    endings = (*build(scenario, rules).endings, UNDECIDED)
    for one in ending.split("+"):
        if one not in endings:
            raise DataError("no such ending", value=one, allowed=endings)
    estimates, provenances = [], []
    done = 0
    for y_value in ys:
        results = []
        for x_value in xs:
            variant = scenario.replaced({x_name: x_value, y_name: y_value})
            results.append(whole(run(build(variant, rules), engine=engine, trials=trials, seed=seed)))
            done += 1
            if progress is not None:
                progress(done / (len(xs) * len(ys)))
        estimates.append(tuple(result.probability(ending) for result in results))
        provenances.append(tuple(result.provenance for result in results))
    return Sweep(
        x_name,
        y_name,
        tuple(xs),
        tuple(ys),
        ending,
        tuple(estimates),
        tuple(provenances),
        scenario.sequence,
    )

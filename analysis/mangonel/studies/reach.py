"""The smallest change of one number by which a chance is reached."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import UNDECIDED, endings_meant
from mangonel.engine.result import Provenance, asked_about
from mangonel.errors import DataError, UnknownCellError
from mangonel.games.scenario import build
from mangonel.studies.run_options import RulesLike, Run, ScenarioLike, resolved
from mangonel.studies.shown import DesignStudy
from mangonel.studies.sweep import Sweep, sweep
from mangonel.studies.varying import current, varied

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Reach", "reach"]


_FURTHEST = 24
"""Steps that are tried to each side."""
_LOOKED = 2
"""Steps after which it goes on only where they have led nearer."""
_STILL = 4
"""Steps without any change after which it goes no further."""
_NOISE = 1e-12


@dataclass(frozen=True, eq=False, repr=False)
class Reach(DesignStudy):
    """A chance by one number, and the value by which it is reached."""

    sweep: Sweep
    """The chance by the values that were tried."""
    chance: float
    """The chance that is wanted."""
    start: int
    """The value as it is."""
    provenances: tuple[Provenance, ...]
    value: int | None
    """The nearest value that reaches the chance; None if none does."""

    def __repr__(self) -> str:
        """Return a line with the answer."""
        answer = "cannot" if self.value is None else f"{self.value}: {self.at(self.value).text(percent=True)}"
        return f"<Reach {self.chance:.4g} of {self.sweep.ending} by {self.sweep.x_name}: {answer}>"

    def at(self, value: int) -> Estimate:
        """Return the chance at a value that was tried."""
        return self.sweep.estimates[0][self.sweep.xs.index(value)]

    @property
    def upward(self) -> bool:
        """Whether the chance has to become larger."""
        return self.at(self.start).value < self.chance

    @property
    def nearest(self) -> int:
        """The value that comes nearest, or reaches it."""
        if self.value is not None:
            return self.value
        sign = 1 if self.upward else -1
        return max(self.sweep.xs, key=lambda x: (sign * self.at(x).value, -abs(x - self.start)))

    @property
    def sure(self) -> bool:
        """Whether the interval at the answer does not reach across the chance."""
        chance = self.at(self.nearest)
        return chance.exact or not chance.low < self.chance < chance.high

    def to_frame(self) -> pd.DataFrame:
        """Return ``x``, ``p``, ``p_lo``, ``p_hi``, ``reached`` and the engine of every value that was tried."""
        frame = self.sweep.to_frame()
        reached = frame["p"] >= self.chance - _NOISE if self.upward else frame["p"] <= self.chance + _NOISE
        frame.insert(4, "reached", reached)
        return frame


def reach(
    scenario: ScenarioLike,
    rules: RulesLike = None,
    *,
    by: str,
    chance: float,
    of: str = "",
    **options: Any,
) -> Reach:
    """Find the smallest change of a number by which a chance is reached.

    Parameters
    ----------
    scenario, rules
        As in `mangonel.simulate`.
    by
        Path of the number: of the scenario, or a rule as in `mangonel.studies.varying.varied`.
    chance
        The chance, as a share of 1; from below it has to be at least this, from above at most.
    of
        An ending, a side, or several joined by ``+``; by default the first question that is open.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values of the scenario by their dotted paths.

    Raises
    ------
    DataError
        If there is no such number or ending, or the chance is none.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.reach("ram-gate:fire", by="archers.men", chance=0.5, of="besiegers").value
    3
    """
    if not 0 < chance < 1:
        raise DataError("a chance lies between 0 and 1", path="chance", value=chance)
    plan, scenario, rules = resolved(scenario, rules, options)
    start = current(scenario, rules, by)
    process = build(scenario, rules)
    if of:
        endings_meant(of, (*process.endings, UNDECIDED), process.sides)
    shipped = plan.cache.result(scenario, rules, plan.alone, executor=plan.executor)
    ending = of or asked_about(shipped)
    tried = {start: shipped.probability(ending)}

    def chance_at(value: int) -> Estimate:
        scene = varied(scenario, rules, {by: value})
        return plan.cache.result(*scene, plan.alone, executor=plan.executor).probability(ending)

    value = start if tried[start].value == chance else _walked(chance_at, tried, start, chance, plan)
    swept = sweep(scenario, rules, x=(by, tuple(sorted(tried))), ending=ending, **plan.options(progress=None))
    return Reach(swept, chance, start, swept.provenances[0], value)


def _walked(
    chance_at: Callable[[int], Estimate], tried: dict[int, Estimate], start: int, chance: float, plan: Run
) -> int | None:
    """Return the nearest value that reaches the chance, and add the values it tries to `tried`; None if none does."""
    sign = 1 if tried[start].value < chance else -1
    open_ends = {1, -1}
    for step in range(1, _FURTHEST + 1):
        reached = None
        for side in sorted(open_ends):
            value = start + side * step
            try:
                tried[value] = chance_at(value)
            except (DataError, UnknownCellError):
                open_ends.discard(side)
                continue
            if sign * (tried[value].value - chance) >= -_NOISE:
                reached = value
        if plan.progress is not None:
            plan.progress(step / _FURTHEST)
        # Where nothing moves any more, nothing will.
        open_ends = {side for side in open_ends if step < _STILL or not _still(tried, start, side, step)}
        if step == _LOOKED:
            # Where the first steps lead away from it, nothing is looked for beyond.
            gains = {side: sign * (tried[start + step * side].value - tried[start].value) for side in open_ends}
            open_ends = {side for side, gain in gains.items() if gain > 0}
        if reached is not None or not open_ends:
            return reached
    return None


def _still(tried: Mapping[int, Estimate], start: int, side: int, step: int) -> bool:
    """Return whether the last steps to a side have changed nothing."""
    last = {round(tried[start + side * (step - back)].value, 12) for back in range(_STILL)}
    return len(last) == 1

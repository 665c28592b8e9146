"""Which rule does it, asked by name: what two rule sets differ in, and the effect of each difference on a scenario."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from mangonel.engine.assemble import Progress
from mangonel.engine.run import DEFAULT_TRIALS
from mangonel.locales import Locale, load_locale
from mangonel.odds.asking import asked_about
from mangonel.prompt.named import named_pair, named_rules, named_scenario
from mangonel.prompt.shown import Shown, fields_of
from mangonel.rules.difference import Difference
from mangonel.rules.difference import differences as differing
from mangonel.rules.ruleset import RuleSet
from mangonel.studies import attribute as attributing
from mangonel.studies.attribute import Attribution
from mangonel.studies.compare import Comparison, compare
from mangonel.studies.kept import Runs
from mangonel.studies.naming import difference_named, titles_of
from mangonel.studies.tactics import Value
from mangonel.systems.registry import system_of
from mangonel.systems.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

    from mangonel.telling.blocks import Told

__all__ = ["Attributed", "attribute", "differences"]


@dataclass(frozen=True, eq=False, repr=False)
class Attributed(Attribution, Shown):
    """An attribution that shows itself.

    Attributes
    ----------
    scenario, rules
        What was played, and under which two rule sets.
    """

    scenario: Scenario | None = None
    comparison: Comparison | None = None
    """The two as wholes."""
    rules: tuple[RuleSet, ...] = ()

    @classmethod
    def of(cls, found: Attribution, scenario: Scenario, comparison: Comparison, rules: tuple[RuleSet, RuleSet]) -> Self:
        """Return an attribution as one that shows itself."""
        return cls(**fields_of(found), scenario=scenario, comparison=comparison, rules=rules)

    def to_frame(self, ending: str = "") -> pd.DataFrame:
        """Return ``difference``, ``alone`` and ``last``, the largest first: what each does to a chance, as shares of 1.

        Parameters
        ----------
        ending
            An ending, a side or several joined by ``+``; by default what is usually asked.

        Raises
        ------
        DataError
            If the sequence has no such ending.
        """
        import pandas as pd

        titles, words = titles_of(self.rules), load_locale("en")
        pair = self._pair()
        asked = ending or asked_about(pair.left, pair.right)
        rows = [
            {
                "difference": difference_named(effect.difference, titles, words),
                **{part: getattr(effect, part).chance_of(asked).estimate.value for part in ("alone", "last")},
            }
            for effect in self.ranked(asked)
        ]
        return pd.DataFrame(rows, columns=["difference", "alone", "last"])

    def _pair(self) -> Comparison:
        assert self.comparison is not None, "differences are those of two rule sets on a scenario"
        return self.comparison

    def _told(self, words: Locale, *, everything: bool) -> Told:
        from mangonel.telling.comparisons import comparison_told

        return comparison_told(self._pair(), words, rules=self.rules, single=self, everything=everything)

    def __repr__(self) -> str:
        """Return a line with how many differences there are and how many move anything."""
        moving = sum(not effect.idle for effect in self.effects)
        count = len(self.effects) + len(self.left_out) + len(self.unasked)
        sides = self._pair()
        return (
            f"<Attribution {sides.left_rules} to {sides.right_rules}: {moving} of {count} differences move something>"
        )


def attribute(
    scenario: Scenario | str | Path,
    left: RuleSet | str | Path | None = None,
    right: RuleSet | str | Path | None = None,
    *,
    by: str = "block",
    engine: str = "auto",
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    runs: Runs | None = None,
    **changes: Value,
) -> Attributed:
    """Make each difference between two rule sets alone on a scenario, and leave it out alone.

    Parameters
    ----------
    scenario, left, right, changes
        As in `mangonel.compare`.
    by, engine, trials, seed, executor, progress, runs
        As in `mangonel.studies.attribute.attribute`.

    Raises
    ------
    DataError
        As in `mangonel.simulate`.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.attribute("panic-one", "siege", "croisades")
    <Attribution siege to croisades: ... differences move something>
    """
    loaded = named_scenario(scenario, changes)
    rules = named_pair(left, right, (loaded.system.rules, loaded.system.compared))
    runs = Runs() if runs is None else runs
    pair = compare(loaded, *rules, engine=engine, trials=trials, seed=seed, executor=executor, runs=runs)
    effects = attributing.attribute(
        loaded, *rules, by=by, engine=engine, trials=trials, seed=seed, executor=executor, progress=progress, runs=runs
    )
    return Attributed.of(effects, loaded, pair, rules)


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
    >>> str(mg.differences("siege", "croisades")[0])
    '...'
    """
    first = named_rules(left, "")
    return differing(*named_pair(left, right, (first.id, system_of(first).compared)))

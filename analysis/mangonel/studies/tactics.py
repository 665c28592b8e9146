"""Tactics: what other decisions of the players would do to a scenario, one decision at a time or several together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from mangonel.engine.assemble import Progress
from mangonel.engine.run import DEFAULT_TRIALS, check_arguments, run
from mangonel.engine.sequence import PlaySequence
from mangonel.errors import DataError
from mangonel.odds.intervals import Estimate
from mangonel.odds.result import UNDECIDED, Result
from mangonel.odds.sides import askable
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.apart import Change, apart, chance_of
from mangonel.studies.compare import compare_sequences, unlike, whole
from mangonel.studies.runs import played
from mangonel.systems.scenario import Scenario, build

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Tactic", "Tactics", "Value", "policies_of", "tactics"]

Value = str | int | bool
"""What a scenario file may say under a key."""


@dataclass(frozen=True, eq=False)
class Tactic:
    """The scenario with other decisions.

    Attributes
    ----------
    changes
        What was decided otherwise: value by dotted path.
    base
        The odds of the scenario as it is.
    result
        The odds that come of it.
    differences
        Every number, less that of the base.
    """

    changes: Mapping[str, Value]
    base: Result
    result: Result
    differences: tuple[Change, ...]

    def difference(self, ending: str) -> Estimate:
        """Return how far the probability of an ending, a side, or several joined by ``+`` is from that of the base.

        Raises
        ------
        DataError
            If neither of them has such an ending or side.
        """
        return chance_of(ending, self.differences, self.base, self.result).estimate

    @property
    def idle(self) -> bool:
        """Whether no difference was found in anything: neither in an ending nor in a mean or counter."""
        return all(change.estimate.value == 0 for change in self.differences)


@dataclass(frozen=True, eq=False)
class Tactics:
    """A scenario as it is, and what other decisions make of it.

    Attributes
    ----------
    base
        The odds of the scenario as it is.
    choices
        The others, in the order in which they were asked for.
    left_out
        Decisions that the scenario or the rules do not allow, with the reason.
    method
        How the differences were found, as in `mangonel.studies.compare.METHODS`.
    """

    base: Result
    choices: tuple[Tactic, ...]
    left_out: tuple[tuple[Mapping[str, Value], str], ...]
    method: str

    def __repr__(self) -> str:
        """Return a line that says how many there are."""
        return f"<Tactics {self.base.sequence}: {len(self.choices)} other decisions, {self.method}>"

    def ranked(self, ending: str) -> tuple[Tactic, ...]:
        """Return the choices, those that bring the ending most often first."""
        return tuple(sorted(self.choices, key=lambda choice: -choice.difference(ending).value))

    def to_frame(self) -> pd.DataFrame:
        """Return ``choice``, ``kind``, ``name``, ``as_it_is``, ``value``, ``difference`` (``_lo``, ``_hi``)."""
        import pandas as pd

        rows = [
            {
                "choice": ", ".join(f"{path}={value}" for path, value in choice.changes.items()),
                "kind": change.kind,
                "name": change.name,
                "as_it_is": change.left.value,
                "value": change.right.value,
                "difference": change.estimate.value,
                "difference_lo": change.estimate.low,
                "difference_hi": change.estimate.high,
                "difference_se": change.estimate.se,
            }
            for choice in self.choices
            for change in choice.differences
        ]
        return pd.DataFrame(rows)


def policies_of(scenario: Scenario) -> dict[str, tuple[Value, ...]]:
    """Return the policies of a scenario with their other values, by dotted path.

    Policies that are numbers, such as how many men put a fire out, have too many values to be listed here.
    """
    return {
        path: tuple(value for value in choice.allowed if value != choice.value)
        for path, choice in scenario.choices.items()
        if "policies" in path.split(".")
    }


def tactics(
    scenario: Scenario,
    rules: RuleSet,
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
) -> Tactics:
    """Play a scenario with other decisions, and set each against the scenario as it is.

    Parameters
    ----------
    scenario, rules
        What is played.
    choices
        Values to try by dotted path, for example ``{"policies.facing": ("fight", "shoot")}``; by default every
        policy of the scenario that has named values, and of those that it does not allow the reason.
    together
        Whether to try every combination; by default one decision at a time is changed.
    ending
        An ending, a side, or several joined by ``+``, by which the choices will be ranked: one that none of them has is
        refused before anything is played.
    engine, trials, seed, precision
        As in `mangonel.studies.compare.compare`. With ``monte-carlo`` each is played on the dice of the base.
    executor
        Other processes in which the variants are played; by default this one.
    progress
        Called with the share of the work that is done.

    Raises
    ------
    DataError
        If there is nothing to choose, there is no such ending, or the scenario or the rules do not allow a value that
        was asked for.
    """
    check_arguments(engine, trials, seed, precision)
    as_it_is = build(scenario, rules)
    # All are built before the first is played, so that a wrong value costs nothing.
    sequences, left_out = [], []
    for changes in _variants(scenario, policies_of(scenario) if choices is None else choices, together=together):
        try:
            sequences.append((changes, build(scenario.replaced(changes), rules)))
        except DataError as error:
            if choices is not None:
                raise
            left_out.append((changes, error.message))

    _check_ending(ending, (as_it_is, *(sequence for _, sequence in sequences)))

    one = partial(_alone, engine=engine, trials=trials, seed=seed)
    two = partial(_on_its_dice, rules=rules.id, trials=trials, seed=seed, precision=precision)
    jobs: list[Callable[[], tuple[Result | None, Result, tuple[Change, ...]]]] = [
        partial(two, as_it_is, sequence)
        if engine == "monte-carlo" and not unlike(as_it_is, sequence)
        else partial(one, sequence)
        for _, sequence in sequences
    ]
    if engine != "monte-carlo" or all(unlike(as_it_is, sequence) for _, sequence in sequences):
        jobs.append(partial(one, as_it_is))
    done = played(jobs, executor=executor, progress=progress)
    # Of pairs each has the base that shared its dice; they are all the same games.
    base = next((left for left, _, _ in done if left is not None), done[-1][1])
    found = []
    for (changes, _), (left, result, differences) in zip(sequences, done, strict=False):
        mine = base if left is None else left
        found.append(Tactic(changes, mine, result, apart(mine, result) if left is None else differences))
    method = "exact" if base.exact and all(choice.result.exact for choice in found) else "independent"
    if engine == "monte-carlo":
        method = "common random numbers"
    return Tactics(base, tuple(found), tuple(left_out), method)


def _alone(sequence: PlaySequence, *, engine: str, trials: int, seed: int) -> tuple[None, Result, tuple[Change, ...]]:
    """Play one variant by itself."""
    return None, whole(run(sequence, engine=engine, trials=trials, seed=seed)), ()


def _on_its_dice(
    base: PlaySequence, sequence: PlaySequence, *, rules: str, trials: int, seed: int, precision: float | None
) -> tuple[Result, Result, tuple[Change, ...]]:
    """Play a variant on the dice of the base; return both, and how far they are apart."""
    pair = compare_sequences(
        (base, sequence), (rules, rules), engine="monte-carlo", trials=trials, seed=seed, precision=precision
    )
    return whole(pair.left), pair.right, pair.differences


def _check_ending(ending: str, sequences: Sequence[PlaySequence]) -> None:
    known = [*dict.fromkeys(name for one in sequences for name in askable(one.endings, one.sides)), UNDECIDED]
    for one in ending.split("+") if ending else ():
        if one not in known:
            raise DataError("no such ending", value=one, allowed=known)


def _variants(scenario: Scenario, asked: Mapping[str, Sequence[Value]], *, together: bool) -> list[dict[str, Value]]:
    """Return the changes of each variant: one decision each, or every combination."""
    if not any(asked.values()):
        raise DataError("there is nothing to choose in this scenario", file=scenario.file)
    if together:
        return [dict(zip(asked, values, strict=True)) for values in product(*asked.values())]
    return [{path: value} for path, values in asked.items() for value in values]

"""What a report is about: one result, or two that are compared, under labels that differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mangonel.errors import DataError
from mangonel.studies.compare import Comparison

if TYPE_CHECKING:
    from mangonel.odds.intervals import Estimate
    from mangonel.odds.result import Result
    from mangonel.rules.difference import Difference
    from mangonel.studies.attribute import Effect, LeftOut
    from mangonel.studies.sweep import Sweep

__all__ = ["Study", "StudyNumber", "asked_about", "study_of"]


def asked_about(found: Comparison | Result) -> str:
    """Return the ending a study is about if nobody says so: the first that comes at all on any side."""
    sides = (found.left, found.right) if isinstance(found, Comparison) else (found,)
    coming = (name for name in sides[0].endings if any(side.probability(name).value > 0 for side in sides))
    return next(coming, sides[0].endings[0])


@dataclass(frozen=True, slots=True)
class StudyNumber:
    """One number of a study.

    Attributes
    ----------
    kind, name
        ``ending``, ``mean`` or ``counter``, and which.
    sides
        The number of each result.
    difference
        Right minus left of two; None for one result.
    """

    kind: str
    name: str
    sides: tuple[Estimate, ...]
    difference: Estimate | None


@dataclass(frozen=True, eq=False)
class Study:
    """Everything with numbers in it that a report is made of.

    Attributes
    ----------
    results
        One result, or two that are compared, by label: the rule set, with more where that does not tell them apart.
    numbers
        Their endings, means and counters, with the differences.
    method
        How two results were compared, one of `mangonel.studies.compare.METHODS`; empty for one result.
    differences
        What differs between the two rule sets.
    sweep
        A heat map's numbers, or None.
    effects
        The effect of single differences; may be empty.
    left_out
        Differences of which no effect can be told.
    unasked
        Differences that no rule set is asked about in the scenario.
    main_ending
        The ending the question is about.
    """

    results: Mapping[str, Result]
    numbers: tuple[StudyNumber, ...]
    method: str
    main_ending: str
    differences: tuple[Difference, ...] = ()
    sweep: Sweep | None = None
    effects: tuple[Effect, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    unasked: tuple[Difference, ...] = ()

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What the results are called, left before right."""
        return tuple(self.results)

    @cached_property
    def first(self) -> Result:
        """The only result, or the left one; both are of the same sequence."""
        return next(iter(self.results.values()))

    @property
    def unit(self) -> str:
        """What a turn of the sequence is called."""
        return self.first.unit

    @property
    def exact(self) -> bool:
        """Whether no number was sampled."""
        return all(result.exact for result in self.results.values())

    def of_kind(self, kind: str) -> tuple[StudyNumber, ...]:
        """Return the numbers of a kind: ``ending``, ``mean`` or ``counter``."""
        return tuple(number for number in self.numbers if number.kind == kind)

    def number(self, kind: str, name: str) -> StudyNumber:
        """Return one number.

        Raises
        ------
        DataError
            If the study does not have it.
        """
        found = self.of_kind(kind)
        for number in found:
            if number.name == name:
                return number
        raise DataError(f"no {kind} of this name was recorded", value=name, allowed=[number.name for number in found])


def study_of(
    found: Comparison | Result,
    *,
    differences: Sequence[Difference] = (),
    sweep: Sweep | None = None,
    effects: Sequence[Effect] = (),
    left_out: Sequence[LeftOut] = (),
    unasked: Sequence[Difference] = (),
    ending: str = "",
) -> Study:
    """Return what a report on one result, or on two that were compared, is made of.

    Parameters
    ----------
    found
        The result or the comparison.
    differences, sweep, effects, left_out, unasked
        As in `Study`.
    ending
        The ending the question is about; by default the first that comes at all on any side.

    Raises
    ------
    DataError
        If the sequence has no such ending.
    """
    if isinstance(found, Comparison):
        results = dict(zip(_labels(found), (found.left, found.right), strict=True))
        changes = found.differences
        numbers = tuple(StudyNumber(one.kind, one.name, (one.left, one.right), one.estimate) for one in changes)
        method = found.method
    else:
        # A sequence made by hand has no rule set.
        label = found.provenance.rules or found.sequence
        results, numbers, method = {label: found}, _numbers(found), ""
    endings = next(iter(results.values())).all_endings
    if ending and ending not in endings:
        raise DataError("no such ending", value=ending, allowed=endings)
    return Study(
        results,
        numbers,
        method,
        ending or asked_about(found),
        tuple(differences),
        sweep,
        tuple(effects),
        tuple(left_out),
        tuple(unasked),
    )


def _labels(comparison: Comparison) -> tuple[str, str]:
    """Return what the two sides are called; two rule sets with one id are told apart by their digests."""
    left, right = comparison.left_rules, comparison.right_rules
    if left != right:
        return left, right
    one, other = comparison.left.provenance.digest, comparison.right.provenance.digest
    if one != other:
        return f"{left} ({one})", f"{right} ({other})"
    return f"{left} (1)", f"{right} (2)"


def _numbers(result: Result) -> tuple[StudyNumber, ...]:
    found = [("ending", name, result.probability(name)) for name in result.all_endings]
    found += [("mean", name, result.mean(name)) for name in (result.unit, *result.measures)]
    found += [("counter", name, result.tally(name)) for name in result.tallies]
    return tuple(StudyNumber(kind, name, (estimate,), None) for kind, name, estimate in found)

"""What a report is about: a comparison whose two results stand under labels that differ."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.odds.intervals import Estimate
    from mangonel.odds.result import Result
    from mangonel.rules.difference import Difference
    from mangonel.studies.attribute import Effect, LeftOut
    from mangonel.studies.compare import Change, Comparison
    from mangonel.studies.sweep import Sweep

__all__ = ["Study", "asked_about"]


def asked_about(comparison: Comparison) -> str:
    """Return the ending a comparison is about if nobody says so: the first that comes at all on either side."""
    sides = comparison.left, comparison.right
    coming = (name for name in sides[0].endings if any(side.probability(name).value > 0 for side in sides))
    return next(coming, sides[0].endings[0])


@dataclass(frozen=True, eq=False)
class Study:
    """Everything with numbers in it that a report is made of.

    Attributes
    ----------
    comparison
        The two results and their differences.
    differences
        What differs between the two rule sets.
    sweep
        A heat map's numbers, or None.
    effects
        The effect of single differences; may be empty.
    left_out
        Differences of which no effect can be told.
    ending
        The ending the question is about; empty for the first that comes at all on either side.
    """

    comparison: Comparison
    differences: tuple[Difference, ...] = ()
    sweep: Sweep | None = None
    effects: tuple[Effect, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    ending: str = ""

    @cached_property
    def labels(self) -> tuple[str, str]:
        """What the two sides are called; two rule sets with one id are told apart by their digests."""
        left, right = self.comparison.left_rules, self.comparison.right_rules
        if left != right:
            return left, right
        one, other = self.comparison.left.provenance.digest, self.comparison.right.provenance.digest
        if one != other:
            return f"{left} ({one})", f"{right} ({other})"
        return f"{left} (first)", f"{right} (second)"

    @property
    def results(self) -> dict[str, Result]:
        """The two results by label."""
        return dict(zip(self.labels, (self.comparison.left, self.comparison.right), strict=True))

    @cached_property
    def main_ending(self) -> str:
        """The ending the question is about.

        Raises
        ------
        DataError
            If the sequence has no such ending.
        """
        left = self.comparison.left
        if not self.ending:
            return asked_about(self.comparison)
        if self.ending not in left.all_endings:
            raise DataError("no such ending", value=self.ending, allowed=left.all_endings)
        return self.ending

    @property
    def unit(self) -> str:
        """What a turn of the sequence is called."""
        return self.comparison.left.unit

    @property
    def both(self) -> str:
        """Name of the difference between the two sides."""
        left, right = self.labels
        return f"{right} minus {left}"

    def changes(self, kind: str) -> tuple[Change, ...]:
        """Return the differences of a kind: ``ending``, ``mean`` or ``counter``."""
        return tuple(change for change in self.comparison.differences if change.kind == kind)

    def change(self, kind: str, name: str) -> Change:
        """Return one difference.

        Raises
        ------
        DataError
            If it was not compared.
        """
        found = self.changes(kind)
        for change in found:
            if change.name == name:
                return change
        raise DataError(f"no {kind} of this name was compared", value=name, allowed=[change.name for change in found])

    def difference(self, kind: str, name: str) -> Estimate:
        """Return right minus left of one number."""
        return self.change(kind, name).estimate

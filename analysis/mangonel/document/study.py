"""One result, or several that are compared, under labels that differ; and every number of them as rows for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, product
from typing import TypeAlias

import numpy as np

from mangonel.document.headline import Cause, comparison_finding, result_finding
from mangonel.document.model import NumberRow
from mangonel.document.wording import effects_head, endings_name, happens, measure_name, named_apart
from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import winners
from mangonel.engine.result import NOISE, Result, asked_about, turn_quantile
from mangonel.errors import DataError
from mangonel.games.scenario import with_assumptions
from mangonel.paper.blocks import Table
from mangonel.paper.charts.numbers import full, points
from mangonel.rules.difference import Difference, differences
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words
from mangonel.rules.words.phrase_book import difference_named, names_of, titles_of
from mangonel.studies.attribute import Attribution, Effect, ranked
from mangonel.studies.compare import Comparison, Comparisons
from mangonel.studies.differences import Change, numbers_of, value_of
from mangonel.studies.shown import Simulation


@dataclass(frozen=True, slots=True)
class StudyNumber:
    """One number of a study."""

    kind: str
    name: str
    """`kind`, `name`: ``ending``, ``side``, ``mean`` or ``counter``, and which."""
    sides: tuple[Estimate, ...]
    """The number of each result."""
    differences: tuple[Estimate, ...]
    """Of each result after the first one, less the first."""

    @property
    def difference(self) -> Estimate | None:
        """Right minus left of two results; None of one, or of more."""
        return self.differences[0] if len(self.differences) == 1 else None


@dataclass(frozen=True, eq=False)
class Study:
    """Everything with numbers in it that a report is made of."""

    results: Mapping[str, Result]
    """One result, or several that are compared, by label: the name of the rule set, with more where that does not tell
    them apart."""
    main_ending: str
    """The question: an ending, a side for all that it wins by, or several joined by ``+``."""
    rules: tuple[RuleSet, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    """`rules`, `titles`: the rule sets, where they are known, with the titles of their tables and options as in
    `titles_of`."""
    singles: tuple[Attribution, ...] = ()
    """The comparison of each other result with the first, and the effects of the differences where they are known."""
    differing: tuple[Difference, ...] = ()
    """Cells and options that differ, where the comparison does not know its rule sets."""

    @property
    def several(self) -> bool:
        """Whether there are more than two results."""
        return len(self.singles) > 1

    @property
    def single(self) -> Attribution | None:
        """The comparison of two results; None of one, or of more."""
        return self.singles[0] if len(self.singles) == 1 else None

    @property
    def pairs(self) -> tuple[Study, ...]:
        """The results two by two, the first with each of the others."""
        if not self.several:
            return (self,) * len(self.singles)
        first = self.labels[0]
        return tuple(
            replace(self, results={first: each.comparison.left, name: each.comparison.right}, singles=(each,))
            for name, each in zip(self.labels[1:], self.singles, strict=True)
        )

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Ids of the rule sets, in the same order, for files that programs read."""
        # A sequence made by hand has no rule set.
        return _ids(self.singles) if self.singles else (self.first.provenance.rules or self.first.sequence,)

    @cached_property
    def numbers(self) -> tuple[StudyNumber, ...]:
        """Their endings, means and counters, with the differences."""
        if not self.singles:
            first = self.first
            return tuple(StudyNumber(*each, (value_of(first, *each),), ()) for each in numbers_of(first))
        return tuple(map(_in_all, zip(*(each.comparison.differences for each in self.singles), strict=True)))

    @cached_property
    def asked(self) -> StudyNumber:
        """The number the question is about: of an ending, of a side's victory, or of one of several endings."""
        if not self.singles:
            return StudyNumber("ending", self.main_ending, (self.first.probability(self.main_ending),), ())
        changes = [each.comparison.chance_of(self.main_ending) for each in self.singles]
        return replace(_in_all(changes), name=self.main_ending)

    @property
    def method(self) -> str:
        """How they were compared, as in `mangonel.studies.compare.Comparison`; empty for one result."""
        methods = [each.comparison.method for each in self.singles]
        return next((method for method in methods if method != "exact"), (*methods, "")[0])

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """The differences between two rule sets, or of one to its base."""
        if self.differing or self.single is None or self.single.comparison.scenario is None:
            return self.differing
        pair = self.single.comparison
        left, right = (with_assumptions(self.single.comparison.scenario, rules) for rules in pair.rules)
        return differences(left, right)

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """The effect of single differences of two results, the largest first; may be empty."""
        return () if self.single is None else ranked(self.single.effects, self.main_ending)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Names of the results, left before right."""
        return tuple(self.results)

    @cached_property
    def first(self) -> Result:
        """The only result, or the left one; all are of the same sequence."""
        return next(iter(self.results.values()))

    @cached_property
    def drawn(self) -> Mapping[str, Result]:
        """The results that charts show: one under both names where the two are exactly alike."""
        first, *others = self.results.values()
        if not (others and self.exact):
            return self.results
        alike = all(
            np.array_equal(first.outcomes, other.outcomes)
            and np.allclose(first.weights, other.weights, rtol=0, atol=NOISE)
            for other in others
        )
        return {words().joined(self.labels): first} if alike else self.results

    @property
    def unit(self) -> str:
        """The word for a turn of the sequence."""
        return self.first.unit

    @property
    def exact(self) -> bool:
        """Whether no number was sampled."""
        return all(result.exact for result in self.results.values())

    @property
    def coming(self) -> tuple[str, ...]:
        """The endings that games came to under some rule set; all if none did."""
        names = self.first.endings
        likely = (name for name in names if any(result.probability(name).value > 0 for result in self.results.values()))
        return tuple(likely) or names

    def of_kind(self, *kinds: str) -> tuple[StudyNumber, ...]:
        """Return the numbers of some kinds: ``ending``, ``side``, ``mean`` or ``counter``."""
        return tuple(number for number in self.numbers if number.kind in kinds)

    @property
    def outcomes(self) -> list[StudyNumber]:
        """Victories of sides, and the endings that come; a side that wins by one of them only is that ending."""
        came = [number for number in self.of_kind("ending") if happens(*number.sides)]
        coming = {number.name for number in came}
        wins = {side.name: coming & set(side.wins) for side in self.first.sides}
        sides = [number for number in self.of_kind("side") if happens(*number.sides) and len(wins[number.name]) != 1]
        return [*sides, *came]

    def number(self, kind: str, name: str) -> StudyNumber:
        """Return one number. It is a DataError if the study does not have it."""
        numbers = self.of_kind(kind)
        for number in numbers:
            if number.name == name:
                return number
        raise DataError(f"no {kind} of this name was recorded", value=name, allowed=[number.name for number in numbers])


Found: TypeAlias = Result | Simulation | Comparison | Comparisons | Attribution | Sequence[Attribution]
"""One result, or several with the first: their comparisons alone, or with the effects of single differences."""


def study_of(
    found: Found, *, differences: Sequence[Difference] = (), ending: str = "", names: Sequence[str] = ()
) -> Study:
    """Return the study behind a page on one result, or on several that were compared with the first.

    Parameters
    ----------
    differences
        The differences between the rule sets, where the results do not know their rule sets.
    ending
        The question: an ending, a side, or several joined by ``+``; by default that of `asked_about`.
    names
        Names of the rule sets; by default their own where they are known, else their ids.
    """
    singles: tuple[Attribution, ...] = ()
    rules: tuple[RuleSet, ...] = ()
    if isinstance(found, Simulation | Result):
        result = found if isinstance(found, Result) else found.result
        rules = () if isinstance(found, Result) or found.rules is None else (found.rules,)
        results: tuple[Result, ...] = (result,)
        ids: tuple[str, ...] = (result.provenance.rules or say("report_provenance.by_hand"),)
    else:
        if isinstance(found, Comparison | Comparisons):
            singles = tuple(map(Attribution, found.pairs if isinstance(found, Comparisons) else (found,)))
        else:
            singles = (found,) if isinstance(found, Attribution) else tuple(found)
        results = (singles[0].comparison.left, *(each.comparison.right for each in singles))
        pairs, ids = [each.comparison.rules for each in singles], _ids(singles)
        rules = tuple(rules for place, pair in enumerate(pairs) for rules in (pair[1:] if place else pair))
    named = dict(zip(names or names_of(rules) or ids, results, strict=True))
    asked = ending or asked_about(*results)
    return Study(named, asked, rules, titles_of(rules), singles, tuple(differences))


def _in_all(changes: Sequence[Change]) -> StudyNumber:
    first, sides = changes[0], tuple(each.right for each in changes)
    return StudyNumber(first.kind, first.name, (first.left, *sides), tuple(each.estimate for each in changes))


def _ids(singles: Sequence[Attribution]) -> tuple[str, ...]:
    """Return the ids of rule sets that are compared; those with one id are distinguished by their digests."""
    pairs = [each.comparison for each in singles]
    first = [(pair.left_rules, pair.left.provenance.digest) for pair in pairs[:1]]
    return named_apart([*first, *((pair.right_rules, pair.right.provenance.digest) for pair in pairs)])


_KINDS = {"ending": "endings", "side": "endings", "counter": "tallies"}


def ending_name(study: Study, name: str) -> str:
    """Return the name of an ending of the sequence, or of the victory of a side, or of several joined by ``+``."""
    return endings_name(name, study.first.sequence)


def _number_name(study: Study, number: StudyNumber) -> str:
    if number.kind == "mean":
        return measure_name(study.first, number.name)
    return words().word(_KINDS[number.kind], number.name, study.first.sequence)


def comparing_head(study: Study) -> tuple[str, ...]:
    """Return the heads of the columns of numbers: each result and, of two, their difference."""
    if len(study.labels) != 2:
        return study.labels
    left, right = study.labels
    return left, right, say("report.minus", left=left, right=right)


def numbers_table(
    study: Study,
    numbers: Sequence[StudyNumber],
    caption: str,
    head: Sequence[str],
    *,
    interval: bool = True,
    folded: bool = False,
) -> Table:
    """Return some numbers of each result, and their differences as far as the head has room for them.

    Numbers that are 0 everywhere are left out and counted in the caption; results without a difference share a column.
    """
    rows = []
    there = [number for number in numbers if happens(*number.sides)]
    if caption and len(there) < len(numbers):
        caption = say("report_counters.zeros", caption=caption, number=len(numbers) - len(there))
    if study.singles and not happens(*(difference for number in there for difference in number.differences)):
        head = (head[0], words().joined(study.labels))
    room = len(head) - 1
    for number in there:
        percent = number.kind in ("ending", "side")
        sides = (full(side, percent=percent, interval=interval) for side in number.sides)
        apart = (points(difference, percent=percent) for difference in number.differences)
        rows.append((_number_name(study, number), *(*sides, *apart)[:room]))
    return Table(caption, tuple(head), tuple(rows), folded=folded)


def rule_set_table(study: Study) -> Table:
    """Return the chance in question under each rule set, and the differences to the first."""
    asked = study.asked
    apart = ("", *(points(difference) for difference in asked.differences))
    chances = (full(side) for side in asked.sides)
    name = _number_name(study, asked)
    head = (say("report_provenance.rules"), name, say("report_differences.difference"))
    caption = say("report_answer.by_rules", ending=name, rules=study.labels[0])
    return Table(caption, head, tuple(zip(study.labels, chances, apart, strict=True)))


def finding(study: Study, *, causes: bool = True) -> str:
    """Return the finding, in one sentence, with its causes or without."""
    asked = study.main_ending
    if study.single is None:
        return result_finding(study.first, asked, study.labels[0])
    acting = [Cause(difference_named(effect.difference, study.titles), effect.on(asked)[0]) for effect in study.effects]
    left, right = study.labels
    named = acting if causes else ()
    return comparison_finding(study.single.comparison, asked, (left, right), causes=named)


def effects_table(study: Study, effects: Sequence[Effect], *, ending: str = "", folded: bool = False) -> Table:
    """Return the effect of single differences on the chance in question or on another ending."""
    asked = ending or study.main_ending
    rows = []
    for effect in effects:
        name, reason = difference_named(effect.difference, study.titles), effect.difference.reason
        chances = (points(change) for change in effect.on(asked))
        rows.append((words().named(name, reason) if reason else name, *chances))
    left, right = study.labels
    caption = say("report_differences.effects", ending=ending_name(study, asked))
    return Table(caption, effects_head(left, right), tuple(rows), folded=folded)


_COLUMNS = 8
_FEW = 0.005
"""A mean that is written as 0.00 wherever it stands needs no row."""


def given_table(study: Study) -> tuple[Table, ...]:
    """Return the means of the games that end in each way: a column an ending and rule set; nothing if all end alike."""
    first, results = study.first, study.drawn
    coming = sorted(study.coming, key=lambda ending: -first.probability(ending).value)
    coming = coming[: max(2, _COLUMNS // len(results))]
    if len(coming) < 2:
        return ()
    columns = [(ending, label, result) for ending in coming for label, result in results.items()]
    rows = []
    for name in (first.unit, *first.measures):
        means = [result.mean_given(name, ending) for ending, _, result in columns]
        if any(mean is not None and mean.value >= _FEW for mean in means):
            cells = ("-" if mean is None else full(mean, percent=False, interval=False) for mean in means)
            rows.append((measure_name(first, name), *cells))
    heads = (ending_name(study, ending) + (f", {label}" if len(results) > 1 else "") for ending, label, _ in columns)
    header = (say("report_counters.quantity"), *heads)
    return (Table(say("report_counters.given"), header, tuple(rows)),) if rows else ()


def number_rows(study: Study) -> tuple[NumberRow, ...]:
    """Return every number that the report shows, unrounded."""
    results = study.results.values()
    rows = chain.from_iterable(map(_result_rows, study.ids, results))
    pairs = chain.from_iterable(map(_pair_rows, study.pairs or (study,)))
    return (*rows, *pairs, *chain.from_iterable(map(_source_rows, study.ids, results)))


def _pair_rows(study: Study) -> Iterator[NumberRow]:
    both = " minus ".join(reversed(study.ids))
    for number in study.numbers:
        if number.difference is not None:
            yield NumberRow.of(f"difference-{number.kind}", both, number.name, number.difference)
    for effect in study.effects:
        change = f"{effect.difference.where} = {effect.difference.right}"
        for section, part in zip(("effect-alone", "effect-last"), effect.on(study.main_ending), strict=True):
            yield NumberRow.of(section, change, study.main_ending, part)
    for left_out in study.single.left_out if study.single else ():
        yield NumberRow("effect-left-out", both, left_out.difference.where, text=left_out.reason)
    for difference in study.single.unasked if study.single else ():
        yield NumberRow("effect-unasked", both, difference.where, text="not asked in this scenario")


def _result_rows(label: str, result: Result) -> Iterator[NumberRow]:
    for ending in result.all_endings:
        yield NumberRow.of("ending", label, ending, result.probability(ending))
    for side in winners(result.all_endings, result.sides):
        yield NumberRow.of("side", label, side, result.probability(side))
    yield from _turn_rows(label, result)
    for ending, turn in product(result.endings, range(result.turns + 1)):
        yield NumberRow.of("curve", label, ending, result.probability(ending, by_turn=turn), turn=turn)
    for name, turn in product(result.series, range(result.turns + 1)):
        yield NumberRow.of("series", label, name, result.by_turn(name, turn), turn=turn)
    yield from _loss_rows(label, result)
    for name in (result.unit, *result.measures):
        yield NumberRow.of("mean", label, name, result.mean(name))
    for ending, name in product(result.all_endings, (result.unit, *result.measures)):
        if (mean := result.mean_given(name, ending)) is not None:
            yield NumberRow.of("mean-given", label, f"{name} given {ending}", mean)
    for name in result.tallies:
        yield NumberRow.of("counter", label, name, result.tally(name))


def _turn_rows(label: str, result: Result) -> Iterator[NumberRow]:
    for share, ending in product((0.5, 0.9), result.endings):
        if (quantile := turn_quantile(result, ending, share)) is not None:
            row = NumberRow("turn-quantile", label, ending, turn=quantile.turn, value=share)
            yield row if result.exact else replace(row, lo=quantile.low, hi=quantile.high, text="sampled")


def _loss_rows(label: str, result: Result) -> Iterator[NumberRow]:
    from mangonel.paper.charts.losses import loss_chances, sides

    for side in sides(result):
        for k, (exactly, at_least) in enumerate(loss_chances(result, side)):
            yield NumberRow.of("loss-exactly", label, side, exactly, value=k)
            if k:  # no losses or more are certain in any sample
                yield NumberRow.of("loss-at-least", label, side, at_least, value=k)


def _source_rows(label: str, result: Result) -> Iterator[NumberRow]:
    source = result.provenance
    yield NumberRow("provenance", label, "turns", value=result.turns)
    yield NumberRow("provenance", label, "unit", text=result.unit)
    for name in ("trials", "seed", "states"):
        number = getattr(source, name)
        if number is not None:
            yield NumberRow("provenance", label, name, value=number)
    for name in ("version", "numpy", "rules", "digest", "scenario", "scenario_digest", "engine", "note"):
        yield NumberRow("provenance", label, name, text=getattr(source, name))

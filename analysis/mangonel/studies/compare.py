"""Comparing rule sets on one scenario: the differences to the first, and how sure they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack, overload

from mangonel.engine.endless import HORIZONS, OPEN, open_share
from mangonel.engine.intervals import Estimate
from mangonel.engine.process import Process
from mangonel.engine.result import Result
from mangonel.engine.run import Position
from mangonel.errors import DataError
from mangonel.games.scenario import Scenario
from mangonel.paper.charts.numbers import differs
from mangonel.rules.difference import check_one_game
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.differences import Change, apart, chance_of
from mangonel.studies.playing import Work, played
from mangonel.studies.run_cache import Scene
from mangonel.studies.run_options import RulesLike, Run, RunOptions, ScenarioLike, resolved_several
from mangonel.studies.shown import Shown, chart_names, framed, lean, plot

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Shown):
    """Two results of the same scenario under different rules."""

    left: Result
    right: Result
    """`left`, `right`: the results."""
    left_rules: str
    right_rules: str
    """`left_rules`, `right_rules`: ids of the rule sets."""
    method: str
    """How the difference was found: ``exact``, ``common random numbers`` or ``independent``."""
    differences: tuple[Change, ...]
    """Every number compared, right minus left."""
    scenario: Scenario | None = None
    rules: tuple[RuleSet, ...] = ()
    """`scenario`, `rules`: names; of sequences of one's own neither is known."""

    @property
    def told_apart(self) -> bool:
        """Whether the probability of at least one ending surely differs."""
        return any(differs(change.estimate) for change in self.differences if change.kind == "ending")

    def __repr__(self) -> str:
        """Return a line with the endings that can come and how they were compared."""
        parts = ", ".join(
            f"{change.name} {change.left.text(percent=True)} and {change.right.text(percent=True)}"
            for change in self.differences
            if change.kind == "ending" and (change.left.high or change.right.high)
        )
        return f"<Comparison {self.left_rules} and {self.right_rules}: {parts}; {self.method}>"

    def difference(self, name: str) -> Estimate:
        """Return how far an ending, side, measure or counter differs, right minus left."""
        # A side may be called like a measure of its own, and gives way to it.
        for change in sorted(self.differences, key=lambda change: change.kind == "side"):
            if change.name == name:
                return change.estimate
        raise DataError("nothing of this name was compared", value=name, allowed=[c.name for c in self.differences])

    def chance_of(self, ending: str) -> Change:
        """Return how often an ending comes, a side wins, or one of several comes that are joined by ``+``.

        Raises
        ------
        DataError
            If neither of the results has such an ending or side.
        """
        return chance_of(ending, self.differences, self.left, self.right)

    @property
    def endings(self) -> pd.DataFrame:
        """Each ending and each side that wins: ``left``, ``right`` and ``difference``, as shares of 1."""
        frame = self.to_frame()
        return lean(frame[frame["kind"].isin(["ending", "side"])].reset_index(drop=True))

    def plot(self, kind: str = "endings", *, ax: Axes | None = None) -> Axes:
        """Draw both sides; parameters and errors as for `mangonel.plot`."""
        names = chart_names(self.rules) if self.rules else (self.left_rules, self.right_rules)
        return plot(dict(zip(names, (self.left, self.right), strict=True)), kind, ax=ax)

    def to_frame(self) -> pd.DataFrame:
        """Return ``kind``, ``name``, ``left``, ``right``, ``difference`` and its ``_lo``, ``_hi``, ``_se``."""
        rows = (
            (each.kind, each.name, each.left.value, each.right.value, each.estimate, each.estimate.se)
            for each in self.differences
        )
        return framed("kind name left right difference± difference_se", rows)


@dataclass(frozen=True, eq=False, repr=False)
class Comparisons(Shown):
    """Results of a scenario under three or more rule sets, each of them compared with the first."""

    pairs: tuple[Comparison, ...]
    """The first rule set with each of the others."""

    @property
    def scenario(self) -> Scenario | None:
        """The scenario."""
        return self.pairs[0].scenario

    @property
    def rules(self) -> tuple[RuleSet, ...]:
        """The rule sets."""
        return (self.pairs[0].rules[0], *(pair.rules[1] for pair in self.pairs))

    @property
    def results(self) -> tuple[Result, ...]:
        """The results, one for each rule set."""
        return (self.pairs[0].left, *(pair.right for pair in self.pairs))

    def __repr__(self) -> str:
        """Return a line with the rule sets and how they were compared."""
        methods = ", ".join(dict.fromkeys(pair.method for pair in self.pairs))
        return f"<Comparisons {', '.join(rules.id for rules in self.rules)}: {methods}>"

    def plot(self, kind: str = "endings", *, ax: Axes | None = None) -> Axes:
        """Draw the result of each rule set; parameters and errors as for `mangonel.plot`."""
        return plot(dict(zip(chart_names(self.rules), self.results, strict=True)), kind, ax=ax)

    def to_frame(self) -> pd.DataFrame:
        """Return a row a number and rule set: ``kind``, ``name``, ``rules``, ``value`` and ``difference``.

        Differences, with ``_lo``, ``_hi`` and ``_se``, are to the first rule set, which has none.
        """
        import pandas as pd

        frames = [
            pair.to_frame().rename(columns={"right": "value"}).drop(columns="left").assign(rules=rules.id)
            for pair, rules in zip(self.pairs, self.rules[1:], strict=True)
        ]
        known = ["kind", "name", "rules", "value"]
        base = self.pairs[0].to_frame().rename(columns={"left": "value"}).assign(rules=self.rules[0].id)[known]
        columns = [*known, *(name for name in frames[0].columns if name not in known)]
        return pd.concat([base, *frames], ignore_index=True)[columns]


@overload
def compare(scenario: ScenarioLike, left: RulesLike = None, right: RulesLike = None, **options: Any) -> Comparison: ...


@overload
def compare(
    scenario: ScenarioLike, left: RulesLike, right: RulesLike, *others: RulesLike, **options: Any
) -> Comparisons: ...


def compare(
    scenario: ScenarioLike, left: RulesLike = None, right: RulesLike = None, *others: RulesLike, **options: Any
) -> Comparison | Comparisons:
    """Compare two rule sets on a scenario, or several with the first one; differences are right minus left.

    Parameters
    ----------
    scenario, left, right
        Names, files, or loaded objects; by default the two rule sets that are usually compared. A file alone is
        compared with its own base.
    others
        More rule sets, each compared with `left`: then the answer has a comparison for each.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values by their dotted paths: of the scenario
        (``turns``), or of all rule sets (``rules.OPTION``, as in `mangonel.studies.varying.varied`).

    Raises
    ------
    DataError
        If there is no such scenario or rule set, it cannot be played under one of them, or an argument is out of range;
        or two of three or more rule sets are the same.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.compare("panic-one", "siege", "croisades").endings
         kind ...
    """
    plan, scenario, (left, *rest) = resolved_several(scenario, (left, right, *others), options)
    if others:
        check_several((left, *rest))
        return Comparisons(tuple(compare(scenario, left, other, **plan.options()) for other in rest))
    (right,) = rest
    difference = unlike(*(plan.cache.sequence(scenario, rules) for rules in (left, right)))
    if difference:
        raise DataError(f"the two rule sets make games of different {difference}, which cannot be compared")
    (comparison,) = set_against((scenario, left), [(scenario, right)], plan)
    return comparison


def set_against(
    base: Scene, others: Sequence[Scene], plan: Run, place: Position | None = None
) -> tuple[Comparison, ...]:
    """Play a game and others, and compare each of them with it.

    With ``monte-carlo`` those that have the same endings, measures and counters share its random numbers. They are
    played from the start, or on from a position of all of them. An interruption goes on, unless it is that of a single
    pair on the same dice.
    """
    runs, first = plan.cache, plan.cache.sequence(*base)
    shared = [plan.engine == "monte-carlo" and not unlike(first, runs.sequence(*scene)) for scene in others]
    work = Work(plan.engine, plan.trials, plan.seed, place=place)
    paired = [(base, scene) for scene, shares in zip(others, shared, strict=True) if shares]
    single = [scene for scene, shares in zip(others, shared, strict=True) if not shares]
    how: dict[str, Any] = {"executor": plan.executor}
    both = replace(work, precision=plan.precision)
    pairs = runs.pairs(both, paired, **how, progress=plan.progress if paired else None)
    # Each pair has the game that shared its dice; they are all the same.
    scenes = single if pairs or not single else [base, *single]
    alone = runs.results(work, scenes, **how, progress=None if pairs else plan.progress)
    left = pairs[0][0] if pairs else alone.pop(0) if alone else None
    compared = []
    for scene, shares in zip(others, shared, strict=True):
        names = base[1].id, scene[1].id
        if shares or left is None:
            before, after, changes = pairs.pop(0)
            comparison = Comparison(before, after, *names, "common random numbers", changes)
        else:
            comparison = _as_they_are(left, alone.pop(0), names)
        compared.append(replace(comparison, scenario=base[0], rules=(base[1], scene[1])))
    return tuple(compared)


def check_several(rules: Sequence[RuleSet]) -> None:
    """Check rule sets that are compared with the first of them.

    Raises
    ------
    DataError
        If there are fewer than two, two are the same, or they are of two games.
    """
    if len(rules) < 2:
        raise DataError("at least two rule sets are compared", value=len(rules))
    for place, each in enumerate(rules):
        check_one_game(rules[0], each)
        same = [other.id for other in rules[:place] if other.digest == each.digest]
        if same:
            raise DataError("two of the rule sets are the same", value=", ".join(dict.fromkeys((same[0], each.id))))


def _as_they_are(left: Result, right: Result, names: tuple[str, str]) -> Comparison:
    return Comparison(left, right, *names, "exact" if left.exact and right.exact else "independent", apart(left, right))


def compare_sequences(
    sequences: tuple[Process, Process], names: tuple[str, str], **how: Unpack[RunOptions]
) -> Comparison:
    """Compare two variants of a sequence, which must have the same endings, measures and counters.

    The larger turn limit holds for both.

    Raises
    ------
    DataError
        If they have not, or an argument is out of range.
    """
    plan = Run(**how)
    limits = [each.turns for each in sequences]
    turns = None if None in limits else max(limit for limit in limits if limit is not None)
    left, right = (each if each.turns == turns else each.lasting(turns) for each in sequences)
    attribute = unlike(left, right)
    if attribute:
        raise DataError(f"the two sequences have different {attribute} and cannot be compared")
    if turns is None:
        # Up to the first turn limit after which nothing is open on either side, or the longest.
        for horizon in HORIZONS:
            comparison = compare_sequences((left.lasting(horizon), right.lasting(horizon)), names, **how)
            sides = (comparison.left, comparison.right)
            if any(side.provenance.interrupted for side in sides) or max(map(open_share, sides)) < OPEN:
                break
        return comparison
    if plan.engine == "monte-carlo":
        before, after, changes = plan.work.pair(left, right, executor=plan.executor, progress=plan.progress)
        return Comparison(before, after, *names, "common random numbers", changes)
    jobs = [partial(replace(plan.work, precision=None), each) for each in (left, right)]
    first, other = played(jobs, executor=plan.executor, took=lambda _, result: whole(result), progress=plan.progress)
    return _as_they_are(first, other, names)


def unlike(left: Process, right: Process) -> str:
    """Return the differences of two sequences that forbid to compare them; empty if there are none."""
    for attribute in ("endings", "tallies", "turns", "unit"):
        if getattr(left, attribute) != getattr(right, attribute):
            return attribute
    same = [measure.name for measure in left.measures] == [measure.name for measure in right.measures]
    return "" if same else "measures"


def whole(result: Result) -> Result:
    """Return a result that is complete, and go on with the interruption of one that is not.

    A part of one side set against the whole of the other would look like a difference of the rules.

    Raises
    ------
    KeyboardInterrupt
        If the run was interrupted.
    """
    if result.provenance.interrupted:
        raise KeyboardInterrupt
    return result

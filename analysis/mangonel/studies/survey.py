"""A survey: the effect of any number of rule sets on many scenarios, the biggest change first."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import UNDECIDED, askable, normalised
from mangonel.engine.result import Provenance, Result, asked_about
from mangonel.errors import DataError, MangonelError, StateLimitError
from mangonel.games.scenario import Scenario, scenario_names, with_assumptions
from mangonel.games.system import usual_system
from mangonel.paper.charts.numbers import differs
from mangonel.rules.loading import named_several
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say
from mangonel.studies.compare import check_several, compare, whole
from mangonel.studies.differences import Change
from mangonel.studies.playing import Work, played
from mangonel.studies.run_options import Run, RunOptions, ScenarioLike, check_list, named_scenario
from mangonel.studies.shown import Shown, chart_names, framed, handed_to_pyplot
from mangonel.studies.varying import with_numbers, with_rules

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False)
class Surveyed:
    """A scenario under every rule set."""

    scenario: Scenario
    """The scenario."""
    asked: str
    """The question: the victory of the scenario's own side, unless another ending is wanted."""
    results: tuple[Result, ...]
    """The results, one for each rule set; that of the first where another answers as it does."""
    changes: tuple[Change, ...]
    """How far `asked` is apart under each rule set after the first: that rule set minus the first."""

    @property
    def chances(self) -> tuple[Estimate, ...]:
        """The chance under each rule set."""
        return tuple(result.probability(self.asked) for result in self.results)

    @property
    def size(self) -> float:
        """The largest of the changes, without its sign."""
        return max((abs(change.estimate.value) for change in self.changes), default=0.0)

    @property
    def told_apart(self) -> bool:
        """Whether at least one rule set surely differs from the first."""
        return any(differs(change.estimate) for change in self.changes)


@dataclass(frozen=True, slots=True)
class Refused:
    """A scenario that is left out."""

    scenario: Scenario
    """The scenario."""
    error: MangonelError
    """The mistake: a rule set that does not know its weapon, an ending that it does not have."""

    @classmethod
    def of(cls, scenario: Scenario, error: MangonelError) -> Self:
        """Return a scenario that is left out, by an error that need not name its file."""
        return cls(scenario, error.at(error.path) if isinstance(error, DataError) else error)

    @property
    def reason(self) -> str:
        """The mistake in English."""
        return str(self.error)


@dataclass(frozen=True, eq=False, repr=False)
class Survey(Shown):
    """Scenarios under rule sets."""

    rules: tuple[RuleSet, ...]
    """The rule sets; differences are to the first."""
    rows: tuple[Surveyed, ...]
    """The scenarios that surely differ under at least one rule set, the biggest change first."""
    close: tuple[Surveyed, ...] = ()
    """The scenarios that a rule set touches, and that these trials do not tell apart."""
    untouched: tuple[Scenario, ...] = ()
    """The scenarios of which every rule set gives the same answers to all that is asked: nothing can differ there, and
    they are not played."""
    refused: tuple[Refused, ...] = ()
    """The scenarios that cannot be played under all of them."""

    def __repr__(self) -> str:
        """Return a line with the rule sets and how many scenarios change."""
        count = len(self.rows) + len(self.close) + len(self.untouched)
        return f"<Survey {', '.join(each.id for each in self.rules)}: {len(self.rows)} of {count} scenarios change>"

    @property
    def provenances(self) -> tuple[Provenance, ...]:
        """How the numbers of each rule set were found, with all engines; nothing in it is of a single scenario."""
        played = [row.results for row in (*self.rows, *self.close)]
        engines = ", ".join(dict.fromkeys(result.provenance.engine for results in played for result in results))
        sampled = (results for results in played if results[0].provenance.trials is not None)
        return tuple(
            replace(result.provenance, engine=engines, scenario="", scenario_digest="", states=None)
            for result in next(sampled, played[0] if played else ())
        )

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the chance of each scenario that changes: a dot for each rule set.

        Raises
        ------
        DataError
            If nothing changes.
        """
        from mangonel.paper.charts.bars import dot_chart

        rows = {row.scenario.name: row.chances for row in self.rows}
        title = say("survey.rows_title", what=say("survey.what"))
        return handed_to_pyplot(dot_chart(rows, chart_names(self.rules), title=title, ax=ax), ax)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each scenario and rule set: the chance, the difference to the first, and their intervals.

        Untouched and refused scenarios have a row each without numbers.
        """
        columns = "scenario asked rules digest p± difference± engine trials seed scenario_digest note"
        rows: list[tuple[object, ...]] = []
        for row in (*self.rows, *self.close):
            name, changes = row.scenario.name, (None, *(change.estimate for change in row.changes))
            for rules, result, chance, change in zip(self.rules, row.results, row.chances, changes, strict=True):
                source, digest = result.provenance, row.scenario.digest
                how = source.engine, source.trials, source.seed, digest, ""
                rows.append((name, row.asked, rules.id, rules.digest, chance, change, *how))
        others = [(scenario, "untouched") for scenario in self.untouched]
        others += [(entry.scenario, entry.reason) for entry in self.refused]
        empty = (nan,) * (len(columns.split()) - 2)
        return framed(columns, (*rows, *((scenario.name, *empty, note) for scenario, note in others)))


def survey(
    *rules: RuleSet | str | Path, scenarios: Iterable[ScenarioLike] | None = None, ending: str = "", **options: Any
) -> Survey:
    """Play many scenarios under several rule sets and rank them by their largest change.

    Parameters
    ----------
    rules
        Rule sets, their names or files; by default the two that are usually compared. A file alone is compared with
        its own base. Differences are to the first.
    scenarios
        By default all shipped scenarios of the game.
    ending
        The question to every scenario: an ending or a side. By default of each the victory of the side whose scenario
        it is. Scenarios that do not have it are refused.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values of the scenarios and rule sets by their dotted
        paths; scenarios without such a value are refused. ``auto`` is exact up to the usual number of states, else
        ``monte-carlo``, where the rule sets share random numbers.

    Raises
    ------
    DataError
        If two of the rule sets are the same, or they are of two games, there is no such rule set or scenario, or no
        scenario or no rule set has such a value.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.survey("siege", "croisades", scenarios=["healing-six", "panic-one"]).to_frame()
      scenario ...
    """
    if scenarios is not None:
        check_list("scenarios", scenarios)
    usual = usual_system()
    plan, changes = Run.split(options)
    chosen = tuple(with_rules(each, changes) for each in named_several(rules, (usual.rules, usual.compared)))
    check_several(chosen)
    names = scenario_names(chosen[0].system) if scenarios is None else tuple(scenarios)
    games: list[Scenario] = []
    refused: list[Refused] = []
    errors: list[DataError] = []
    for name in names:
        scenario = named_scenario(name)
        try:
            games.append(with_numbers(scenario, changes))
        except DataError as error:
            refused.append(Refused.of(scenario, error))
            errors.append(error)
    if errors and not games:
        # The scenario that knows most of the path says best how it goes on.
        raise min(errors, key=lambda error: (error.suggestion is None, len(str(error.value))))
    if plan.cache.keeps is not None:
        # One after the other, so that all of it goes through one folder.
        how_each, executor = plan.options(progress=None), None
    else:
        how_each, executor = plan.options(progress=None, executor=None, runs=None), plan.executor
    jobs = [partial(_surveyed, game, ending, chosen, how_each) for game in games]
    results = played(jobs, executor=executor, progress=plan.progress)
    rows = sorted((rule_set for rule_set in results if isinstance(rule_set, Surveyed)), key=lambda row: -row.size)
    refused = [*(row for row in results if isinstance(row, Refused)), *refused]
    untouched = [row for row in results if isinstance(row, Scenario)]
    apart_rows = tuple(row for row in rows if row.told_apart)
    close = tuple(row for row in rows if not row.told_apart)
    return Survey(chosen, apart_rows, close, tuple(untouched), tuple(refused))


def _surveyed(
    scenario: Scenario, asked: str, rules: tuple[RuleSet, ...], how: RunOptions
) -> Surveyed | Refused | Scenario:
    """Play a scenario under every rule set; return the scenario if none of them moves anything in it."""
    plan = Run(**how)
    try:
        sequence = plan.cache.sequence(scenario, rules[0])
        if asked:
            # The scenario is refused if it has no such ending.
            asked = normalised(asked, askable((*sequence.endings, UNDECIDED), sequence.sides))
        if plan.engine == "auto":
            if not sequence.sampled:
                with suppress(StateLimitError):
                    return _compared(scenario, asked, rules, Run(**plan.options(engine="exact")))
            plan = Run(**plan.options(engine="monte-carlo"))
        return _compared(scenario, asked, rules, plan)
    except MangonelError as error:
        return Refused.of(scenario, error)


def _compared(scenario: Scenario, asked: str, rules: tuple[RuleSet, ...], plan: Run) -> Surveyed | Scenario:
    alone = Work(plan.engine, plan.trials, plan.seed)
    first = whole(plan.cache.result(scenario, rules[0], alone, executor=plan.executor))
    # Which rules a scenario asks for is known once it has been played.
    moving = [other for other in rules[1:] if not plan.cache.same((scenario, rules[0]), (scenario, other))]
    if not moving:
        return scenario
    pairs = {other.digest: compare(scenario, rules[0], other, **plan.options()) for other in moving}
    first = whole(next(iter(pairs.values())).left)
    asked = asked or asked_about(first, *(whole(pair.right) for pair in pairs.values()))
    same = Change("ending", asked, first.probability(asked), first.probability(asked), Estimate.of_exact(0.0))
    results, changes = [first], []
    for other in rules[1:]:
        pair = pairs.get(other.digest)
        digest = with_assumptions(scenario, other).digest
        alike = replace(first, provenance=replace(first.provenance, rules=other.id, digest=digest))
        results.append(alike if pair is None else pair.right)
        changes.append(same if pair is None else pair.chance_of(asked))
    return Surveyed(scenario, asked, tuple(results), tuple(changes))

"""Tactics: the effect of other decisions of the players, one decision at a time or several together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import UNDECIDED, askable, naming, normalised
from mangonel.engine.position import Place, position_of
from mangonel.engine.result import Result, asked_about
from mangonel.errors import DataError, UnknownCellError
from mangonel.games.fields import decisions
from mangonel.games.scenario import Scenario
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import capital, say, words
from mangonel.studies.compare import set_against, whole
from mangonel.studies.differences import Change, chance_of
from mangonel.studies.run_cache import Scene
from mangonel.studies.run_options import RulesLike, ScenarioLike, resolved
from mangonel.studies.shown import Shown, framed, handed_to_pyplot
from mangonel.studies.varying import varied

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

Value = str | int | bool
"""A value in a scenario file."""


@dataclass(frozen=True, eq=False)
class Tactic:
    """The scenario with other decisions."""

    changes: Mapping[str, Value]
    """The other decisions: value by dotted path."""
    base: Result
    """The odds of the scenario as it is."""
    result: Result
    """The odds that come of it."""
    differences: tuple[Change, ...]
    """Every number, less that of the base."""

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


@dataclass(frozen=True, eq=False, repr=False)
class Tactics(Shown):
    """A scenario as it is, and with other decisions."""

    base: Result
    """The odds of the scenario as it is."""
    choices: tuple[Tactic, ...]
    """The others, in the order in which they were asked for."""
    left_out: tuple[tuple[Mapping[str, Value], str], ...]
    """Decisions that the scenario or the rules do not allow, with the reason."""
    method: str
    """How the differences were found, as in `mangonel.studies.compare.Comparison`."""
    scenario: Scenario
    rules: RuleSet
    """`scenario`, `rules`: the game."""
    asked: str = ""
    """The ending or side by which all are ranked; empty if each side has its own."""

    def __repr__(self) -> str:
        """Return a line that says how many there are."""
        return f"<Tactics {self.base.sequence}: {len(self.choices)} other decisions, {self.method}>"

    def ranked(self, ending: str) -> tuple[Tactic, ...]:
        """Return the choices, those that bring the ending most often first."""
        return tuple(sorted(self.choices, key=lambda choice: -choice.difference(ending).value))

    def plot(self, ending: str = "", *, ax: Axes | None = None) -> Axes:
        """Draw a chance as it is and under each other decision that moves it.

        Parameters
        ----------
        ending
            An ending, a side, or several joined by ``+``; by default the one by which they are ranked, or the question
            that the result answers.
        ax
            Where it is drawn; by default a new figure.

        Raises
        ------
        DataError
            If no decision moves anything, or there is no such ending.
        """
        from mangonel.paper.charts.bars import dot_chart

        asked = ending or self.asked or asked_about(self.base)
        chances, base = {}, self.base.probability(asked)
        with naming(self.base.sides):
            for choice in self.ranked(asked):
                if not choice.idle:
                    named = decided(choice.changes, self.scenario, self.rules)
                    chances[named] = [base, choice.result.probability(asked)]
            labels = say("telling.as_it_is"), say("telling.changed")
            title = capital(words().word("endings", asked, self.base.sequence))
            return handed_to_pyplot(dot_chart(chances, labels, title=title, ax=ax), ax)

    def to_frame(self) -> pd.DataFrame:
        """Return ``choice``, ``kind``, ``name``, ``as_it_is``, ``value``, ``difference`` (``_lo``, ``_hi``)."""
        rows = []
        for choice in self.choices:
            for change in choice.differences:
                values, apart = (change.left.value, change.right.value), change.estimate
                rows.append((typed(choice.changes), change.kind, change.name, *values, apart, apart.se))
        return framed("choice kind name as_it_is value difference± difference_se", rows)


def decided(changes: Mapping[str, Value], scenario: Scenario, rules: RuleSet | None = None) -> str:
    """Return other values of a scenario, each decision with the side that makes it."""
    known = decisions(scenario.playable.keys, scenario.sequence)
    texts = []
    for path, value in changes.items():
        if path not in known:
            texts.append(words().named(words().path(path, scenario.sequence, rules), words().value(path, value, rules)))
            continue
        decision = known[path]
        text = decision.said(value)
        side = words().word("sides", decision.side) if decision.side else ""
        texts.append(f"{side}{say('frame.comma')}{text}" if side and not decision.defines else text)
    return words().with_commas(texts)


def typed(changes: Mapping[str, Value]) -> str:
    """Return decisions as they are typed: ``policies.facing=fight``."""
    return " ".join(
        f"{path}={str(value).lower() if isinstance(value, bool) else value}" for path, value in changes.items()
    )


def policies_of(scenario: Scenario, *, frame: bool = False) -> dict[str, tuple[Value, ...]]:
    """Return the policies of a scenario with their other values, by dotted path; with `frame` those of breaking off.

    Those that are numbers are there if their keys say which numbers are worth trying.
    """
    blocks = {"policies", "break_off"} if frame else {"policies"}
    known = decisions(scenario.playable.keys, scenario.sequence)
    given = {path for path, decision in known.items() if decision.defines}
    return {
        path: tuple(value for value in choice.allowed if value != choice.value)
        for path, choice in scenario.choices.items()
        if blocks & {*path.split(".")} and path not in given
    }


def tactics(
    scenario: ScenarioLike,
    rules: RulesLike = None,
    choices: Mapping[str, Sequence[Value]] | None = None,
    *,
    together: bool = False,
    ending: str = "",
    place: Place | None = None,
    **options: Any,
) -> Tactics:
    """Play a scenario with other decisions, and set each against the scenario as it is.

    Parameters
    ----------
    scenario, rules
        As in `mangonel.simulate`.
    choices
        Values to try by dotted path, for example ``{"policies.facing": ("fight", "shoot")}``; by default every
        policy of the scenario that has values to try, and of those that it does not allow the reason.
    together
        Whether to try every combination; by default one decision at a time is changed.
    ending
        An ending, a side, or several joined by ``+``, by which the choices will be ranked: one that none of them has is
        refused before anything is played.
    place
        A position of the scenario, as for `mangonel.simulate`, from which all are played on, with other decisions from
        then on. By default they are played from the start.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values of scenario and rules by their dotted paths. With
        ``monte-carlo`` each shares random numbers with the base.

    Raises
    ------
    DataError
        If there is nothing to choose, there is no such ending, or the scenario or the rules do not allow a value that
        was asked for.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.tactics("panic-one", choices={"policies.dies_first": ("panicked",)})
    <Tactics panic: 1 other decisions, exact>
    """
    if choices is not None and not (
        isinstance(choices, Mapping)
        and all(isinstance(values, Sequence) and not isinstance(values, str) for values in choices.values())
    ):
        raise DataError('write it as {"policies.facing": ["fight"]}', path="choices", value=choices)
    plan, scenario, rules = resolved(scenario, rules, options)
    base, runs = (scenario, rules), plan.cache
    as_it_is = runs.sequence(*base)
    place = None if place is None else position_of(as_it_is, place)
    # All are built before the first is played, so that a wrong value costs nothing.
    variants: list[tuple[Mapping[str, Value], Scene]] = []
    left_out: list[tuple[Mapping[str, Value], str]] = []
    endings = list(askable(as_it_is.endings, as_it_is.sides))
    changes: Mapping[str, Value]
    for changes in _variants(scenario, policies_of(scenario) if choices is None else choices, together=together):
        try:
            scene = varied(scenario, rules, changes)
            sequence = runs.sequence(*scene)
            if place is not None:
                place.under(sequence)
        except (DataError, UnknownCellError) as error:
            if choices is not None:
                raise error.at(error.path) if isinstance(error, DataError) else error from None
            left_out.append((changes, error.message))
            continue
        variants.append((changes, scene))
        endings += askable(sequence.endings, sequence.sides)
    ending = normalised(ending, (*dict.fromkeys(endings), UNDECIDED)) if ending else ""
    pairs = set_against(base, [scene for _, scene in variants], plan, place)
    if pairs:
        left = whole(pairs[0].left)
    else:
        left = whole(runs.result(*base, replace(plan.work, precision=None, place=place), executor=plan.executor))
    tried = tuple(
        Tactic(changes, whole(pair.left), pair.right, pair.differences)
        for (changes, _), pair in zip(variants, pairs, strict=True)
    )
    method = "exact" if left.exact and all(choice.result.exact for choice in tried) else "independent"
    if plan.engine == "monte-carlo":
        method = "common random numbers"
    return Tactics(left, tried, tuple(left_out), method, scenario, rules, ending)


def _variants(scenario: Scenario, asked: Mapping[str, Sequence[Value]], *, together: bool) -> list[dict[str, Value]]:
    if not any(asked.values()):
        raise DataError("there is nothing to choose in this scenario", file=scenario.file)
    if together:
        return [dict(zip(asked, values, strict=True)) for values in product(*asked.values())]
    return [{path: value} for path, values in asked.items() for value in values]

"""Playing and computing for each kind of report before it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mangonel.cli.play_options import Play, asked_ending, but
from mangonel.cli.setting import Axes, blaming, check_axes
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.document.background import Making
    from mangonel.document.model import ReportData
    from mangonel.engine.assemble import Progress
    from mangonel.engine.result import Result
    from mangonel.games.scenario import Scenario
    from mangonel.rules.ruleset import RuleSet
    from mangonel.studies.positions import Positions
    from mangonel.studies.sweep import Sweep

__all__ = ["Asked", "Axis", "comparison", "rule_changes", "scenario_report", "sweep_report"]


Axis = tuple[str, tuple[int, ...]]
Make = Callable[[], "ReportData"]
_NOISE = 1e-12  # of sums of floats


@dataclass(frozen=True)
class Asked:
    """The options of the command line."""

    names: tuple[str, ...]
    """One rule set, or two: names or files."""
    x: Axis | None
    y: Axis | None
    """`x`, `y`: the axes of a sweep, if they are not the usual ones."""
    sweep: bool
    """Whether a report has a heat map."""
    by: str
    """The unit of a change of the rules, one of `mangonel.rules.difference.GROUPINGS`."""
    ending: str | None
    """The ending or the side asked for; None for the usual."""
    play: Play
    """How scenarios are played."""
    making: Making
    """Command, date and language."""

    @cached_property
    def rules(self) -> tuple[RuleSet, ...]:
        """The rule sets."""
        from mangonel.rules.loading import load_rules

        return tuple(load_rules(name) for name in self.names)

    @property
    def axes(self) -> Axes:
        """The options of a sweep."""
        return {flag: axis for flag, axis in (("--x", self.x), ("--y", self.y)) if axis is not None}

    def under(self, scenario: Scenario) -> AbstractContextManager[dict[str, Any]]:
        """Return a function that yields the arguments of a run; see `Play.under`."""
        return self.play.under([scenario], self.rules, title=self.making.words.translated(scenario.title))

    def checked(self, scenario: Scenario) -> None:
        """Check everything that can be wrong with a scenario before the first one is played."""
        from mangonel.games.scenario import build

        # Under each rule set, for one of them may not allow this scenario.
        for rules in self.rules:
            asked_ending(self.ending, build(scenario, rules))
            check_axes(scenario, self.axes, rules)


def comparison(scenario: Scenario, asked: Asked) -> Make:
    """Return a function that compares two rule sets on a scenario, checked as far as can be without playing."""
    asked.checked(scenario)

    def make() -> ReportData:
        from mangonel.document.background import comparison_text
        from mangonel.document.scenario import build_report
        from mangonel.engine.asking import asked_about
        from mangonel.games.scenario import with_assumptions
        from mangonel.rules.difference import differences
        from mangonel.studies.attribute import attribute
        from mangonel.studies.compare import compare, whole

        left, right = asked.rules
        with asked.under(scenario) as how:
            progress = how.pop("progress")
            comparison = compare(scenario, left, right, **how, progress=_part(progress, 0.0, 0.3))
            # A report on a part would look like one on the whole.
            whole(comparison.left)
            single = attribute(
                scenario, left, right, by=asked.by, **but(how, "precision"), progress=_part(progress, 0.3, 0.3)
            )
            ending = asked.ending or asked_about(comparison.left, comparison.right)
            sides = comparison.left, comparison.right
            grids = _grids(scenario, asked, ending, how, _part(progress, 0.6, 0.3))
            return build_report(
                comparison,
                comparison_text(scenario, left, right, asked.making),
                differences=differences(*(with_assumptions(scenario, rule_set) for rule_set in asked.rules)),
                sweep=grids[0] if grids else None,
                right_sweep=grids[1] if grids else None,
                effects=single.effects,
                left_out=single.left_out,
                unasked=single.unasked,
                positions=[
                    _positions(scenario, rule_set, side, ending)
                    for rule_set, side in zip(asked.rules, sides, strict=True)
                ],
                ending=ending,
                words=asked.making.words,
            )

    return make


def front_picture(scenario: Scenario, asked: Asked) -> Callable[[], dict[str, bytes]]:
    """Return what makes the front picture of two rule sets on a scenario, as PNG and SVG by suffix."""
    asked.checked(scenario)

    def make() -> dict[str, bytes]:
        from mangonel.document.poster import build_poster
        from mangonel.engine.asking import asked_about
        from mangonel.paper.charts.poster import poster
        from mangonel.paper.charts.style import image
        from mangonel.studies.attribute import attribute

        with asked.under(scenario) as how:
            single = attribute(scenario, *asked.rules, by=asked.by, **but(how, "precision"))
        pair = single.comparison
        ending = asked.ending or asked_about(pair.left, pair.right)
        drawn = poster(build_poster(single, ending, asked.making.words))
        return {"png": image(drawn, "png"), "svg": image(drawn)}

    return make


def scenario_report(scenario: Scenario, asked: Asked) -> Make:
    """Return a function that makes the report on a scenario under one rule set."""
    asked.checked(scenario)

    def make() -> ReportData:
        from mangonel.document.background import scenario_text
        from mangonel.document.scenario import build_report
        from mangonel.engine.asking import asked_about
        from mangonel.games.scenario import with_assumptions
        from mangonel.rules.difference import differences
        from mangonel.rules.loading import load_base
        from mangonel.studies.compare import whole
        from mangonel.studies.work import Alone

        (rules,) = asked.rules
        with asked.under(scenario) as how:
            progress = how.pop("progress")
            runs, executor = how["runs"], how["executor"]
            work = Alone(**but(how, "runs", "executor"))
            result = whole(runs.result(scenario, rules, work, executor=executor, progress=_part(progress, 0.0, 0.4)))
            ending = asked.ending or asked_about(result)
            grids = _grids(scenario, asked, ending, how, _part(progress, 0.4, 0.5))
            played = with_assumptions(scenario, rules)
            base = load_base(asked.names[0])
            return build_report(
                result,
                scenario_text(scenario, rules, asked.making),
                rules=played,
                differences=() if base is None else differences(with_assumptions(scenario, base), played),
                sweep=grids[0] if grids else None,
                positions=[_positions(scenario, rules, result, ending)],
                ending=ending,
                words=asked.making.words,
            )

    return make


def sweep_report(scenario: Scenario, asked: Asked) -> Make:
    """Return a function that makes the report on a sweep.

    Raises
    ------
    DataError
        If there are two rule sets and they are the same.
    """
    asked.checked(scenario)
    if len({rule_set.digest for rule_set in asked.rules}) < len(asked.rules):
        raise DataError("the two rule sets are the same: --rules shows one by itself", value=asked.names[-1])

    def make() -> ReportData:
        from mangonel.document.background import sweep_text
        from mangonel.document.sweeps import build_sweep_report
        from mangonel.engine.asking import questions
        from mangonel.games.scenario import build
        from mangonel.studies.sweep import worth_showing

        sequence = build(scenario, asked.rules[0])
        endings = sequence.endings
        wanted = questions(endings, sequence.sides)
        share = 0.9 / len(asked.rules)
        with asked.under(scenario) as how:
            progress = how.pop("progress")
            grids = {
                label: _sweeps(scenario, rules, asked, wanted, how, _part(progress, number * share, share))
                for number, (label, rules) in enumerate(_labelled(asked.rules).items())
            }
            ending = worth_showing(*grids.values())
            sweeps = {label: swept[ending] for label, swept in grids.items()}
            first = next(iter(sweeps.values()))
            axes = [name for name in (first.x_name, first.y_name) if name]
            return build_sweep_report(
                sweeps,
                sweep_text(scenario, asked.rules, axes, ending, asked.making),
                endings=endings,
                words=asked.making.words,
            )

    return make


def rule_changes(asked: Asked) -> ReportData:
    """Return the report on the differences between two rule sets."""
    from mangonel.document.background import rules_text
    from mangonel.document.rules import build_rules_report

    left, right = asked.rules
    return build_rules_report(left, right, rules_text(left, right, asked.making), words=asked.making.words)


def _labelled(rules: tuple[RuleSet, ...]) -> Mapping[str, RuleSet]:
    """Return rule sets by name; two of one id by their digests."""
    if len({rule_set.id for rule_set in rules}) == len(rules):
        return {rule_set.id: rule_set for rule_set in rules}
    return {f"{rule_set.id} ({rule_set.digest})": rule_set for rule_set in rules}


def _positions(scenario: Scenario, rules: RuleSet, result: Result, ending: str) -> Positions | None:
    """Return how games end from the positions that are asked for most; None where all do alike, or that is too much."""
    from mangonel.document.course import MOST_COLUMNS
    from mangonel.engine.values import MOST_STATES
    from mangonel.studies.positions import positions

    states, chance = result.provenance.states, result.probability(ending).value
    if not _NOISE < chance < 1 - _NOISE:
        return None
    if not result.exact or (states is not None and states > MOST_STATES):
        return None
    return positions(scenario, rules, ending, most=MOST_COLUMNS)


def _grids(scenario: Scenario, asked: Asked, ending: str, how: dict[str, Any], progress: Progress) -> list[Sweep]:
    """Return the numbers of the heat map under each rule set, of another ending if this one is everywhere the same.

    Empty if the report is to have no heat map.
    """
    if not asked.sweep:
        return []
    from mangonel.studies.sweep import worth_showing

    endings = tuple(dict.fromkeys((ending, *how["runs"].sequence(scenario, asked.rules[0]).endings)))
    share = 1 / len(asked.rules)
    grids = [
        _sweeps(scenario, rules, asked, endings, how, _part(progress, number * share, share))
        for number, rules in enumerate(asked.rules)
    ]
    shown = worth_showing(*grids)
    return [grid[shown] for grid in grids]


def _sweeps(
    scenario: Scenario, rules: RuleSet, asked: Asked, endings: tuple[str, ...], how: dict[str, Any], progress: Progress
) -> dict[str, Sweep]:
    from mangonel.games.scenario import usual_sweep
    from mangonel.studies.sweep import sweeps

    x, y = usual_sweep(scenario) if asked.x is None else (asked.x, asked.y)
    blame = blaming(scenario, asked.axes) if asked.axes else nullcontext()
    with blame:
        return sweeps(
            scenario,
            rules,
            x=x,
            y=y,
            endings=endings if asked.ending is None else (asked.ending,),
            **but(how, "precision"),
            progress=progress,
        )


def _part(progress: Progress, start: float, size: float) -> Progress:
    return lambda share: progress(start + size * share)

"""The commands of a designer: ``worth``, ``reach``, ``sensitivity``, ``solve``, ``rank``, ``survey`` and ``sweep``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from mangonel.cli.options import Ending, Everything, Rules, ScenarioName, argument, declared, option
from mangonel.cli.output import Answer, ReportAnswer, check_target, write_last
from mangonel.cli.play_options import Play, asked_ending, but, sampling
from mangonel.cli.setting import Grid, Settings, Subject, blaming, check_axes, set_rules, set_scenario, set_values
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.games.scenario import Scenario
    from mangonel.rules.ruleset import RuleSet
    from mangonel.studies.shown import DesignStudy
    from mangonel.studies.solve import Goals

_MISSED = 1
_ELSE_SAMPLED = "exact until there are too many states, else monte-carlo"

Of = Annotated[
    str | None,
    option("An ending, a side, several joined by +, turns or a measure; by default an open question.", metavar="NAME"),
]


def _give(asked: _Asked | _Wanted, study: DesignStudy, name: str, about: Mapping[str, Any]) -> None:
    """Print a study, and write the files that are wanted; `about` are further keys of the JSON document."""
    from mangonel.document.designs import build_design_report, told
    from mangonel.engine.result import plain_rows

    answer, everything = asked.answer, asked.everything
    answer.give(
        study,
        lambda: {**about, "rows": plain_rows(study.to_frame())},
        lambda: told(study, everything=everything),
        more=not everything,
    )
    answer.report(study, name, build_design_report)


@dataclass(frozen=True)
class _Asked(Subject):
    """A scenario and a rule set that a study is about, and how it is played and answered."""

    play: Play
    everything: Everything
    answer: ReportAnswer

    @contextmanager
    def played(self, title: str) -> Iterator[tuple[Scenario, RuleSet, dict[str, Any]]]:
        """Yield scenario, rules and the other arguments of the study."""
        scenario, rules, _ = self.loaded
        title = title.format(scenario.title)
        with self.play.under([scenario], [rules], title=title, quiet=self.answer.as_json) as how:
            yield scenario, rules, how

    def give(self, study: DesignStudy, kind: str, **about: Any) -> None:
        """Print the study, and write the files that are wanted."""
        scenario, rules, _ = self.loaded
        about = {"scenario": scenario.title, "rules": rules.id, **about}
        _give(self, study, f"{scenario.file.stem}-{rules.id}-{kind}", about)


@declared()
def worth(
    *,
    of: Of,
    also: tuple[str, ...] = option(
        "Weigh other values, too; repeat it for several settings.", metavar="PATH=VALUE,PATH=VALUE"
    ),
    by: str = option(
        "With state, show what one more is worth at the start of each turn, and by what is left.",
        type=click.Choice(["thing", "state"]),
        default="thing",
    ),
    asked: Annotated[_Asked, {"rules": argument(), "play": sampling(50_000)}],
) -> None:
    """Weigh one more of every number of SCENARIO, one on every roll, and one column on every table.

    {examples}
    """
    from mangonel.studies.worth import worth as weighed
    from mangonel.studies.worth import worth_by_state

    if by == "state" and also:
        raise click.UsageError("--also goes with --by thing")
    others = [set_values(text.split(","), "--also") for text in also]
    with asked.played("weighing {}") as (scenario, rules, how):
        if by == "state":
            by_state = worth_by_state(scenario, rules, of=of or "", **how)
        else:
            study = weighed(scenario, rules, of=of or "", also=others, **how)
    if by == "state":
        asked.give(by_state, "worth-by-state", of=by_state.asked.text)
    else:
        asked.give(study, "worth", of=study.asked.text, value=study.value.value)


@declared()
def reach(
    *,
    chance: str = option("The chance that is wanted, for example 60%.", required=True, metavar="PERCENT"),
    by: str = option(
        "The number that may change: besiegers.men, rules.OPTION, rules.TABLE.ROW.COLUMN or rules.TABLE.COLUMN.",
        required=True,
        metavar="PATH",
    ),
    ending: Ending,
    asked: Annotated[_Asked, {"play": sampling(200_000)}],
) -> None:
    """Find the smallest change of one number of SCENARIO, or of its rules, by which a chance is reached.

    {examples}
    """
    from mangonel.studies.sweep import reach as reached

    match = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)\s*%?", chance.strip())
    # 0.6 may be meant as a share or as a percent.
    if match is None or not 0 < float(match[1]) < 100 or (float(match[1]) <= 1 and "%" not in chance):
        raise DataError("write it as 60%, between 0 and 100", path="--chance", value=chance)
    share = float(match[1]) / 100
    with asked.played(f"trying {by}") as (scenario, rules, how):
        study = reached(scenario, rules, by=by, chance=share, of=ending or "", **how)
    asked.give(study, "reach", ending=study.sweep.ending, by=by, chance=share, reached=study.value)


@declared()
def sensitivity(
    *,
    of: Of,
    tables: tuple[str, ...] = option("Only this table; repeat it for several.", "--table", metavar="ID"),
    asked: Annotated[_Asked, {"rules": argument(), "play": sampling(20_000, _ELSE_SAMPLED)}],
) -> None:
    """Show which cells of the tables carry a result of SCENARIO under RULES.

    Every cell that is rolled on gets every other letter: the effect to first order, and the exact one of the largest of
    each cell. The report draws the tables as printed, shaded by effect; cells that are never rolled on are white.

    {examples}
    """
    from mangonel.studies.sensitivity import sensitivity as weighed

    with asked.played("weighing {}") as (scenario, rules, how):
        study = weighed(scenario, rules, of=of or "", tables=tables, **how)
    asked.give(study, "sensitivity", of=study.asked.text, value=study.value.value)


@dataclass(frozen=True, kw_only=True)
class _Wanted:
    goals: str = argument(metavar="GOALS")
    settings: Settings
    play: Play
    everything: Everything
    answer: ReportAnswer

    @contextmanager
    def played(self, names: Sequence[str]) -> Iterator[tuple[Goals, tuple[RuleSet, ...], dict[str, Any]]]:
        """Yield the goals and rule sets, with the settings in all of them, and the other arguments of the study."""
        from mangonel.rules.loading import load_rules
        from mangonel.studies.solve import load_goals

        rules = set_rules(map(load_rules, names), self.settings)
        goals = load_goals(self.goals)
        many = len({scenario.file for scenario in goals.scenarios}) > 1
        goals = goals.varied(partial(set_scenario, settings=self.settings, one_of_many=many))
        with self.play.under(goals.scenarios, rules, title=goals.title, quiet=self.answer.as_json) as how:
            yield goals, rules, how


@declared()
def solve(
    *,
    wanted: Annotated[_Wanted, {"play": sampling(20_000, _ELSE_SAMPLED)}],
    rules: str = argument(),
    cells: int = option("The most cells that may change.", type=click.IntRange(1, 6), default=2),
    tables: tuple[str, ...] = option("Only cells of this table; repeat it for several.", "--table", metavar="ID"),
    any_order: bool = option("Letters need not stay in the order of the printed table."),
    write: Path | None = option("Write the best answer as a rule file.", metavar="FILE"),
    strict: bool = option("End with exit code 1 if the goals are not met."),
) -> int:
    """Find the smallest changes of cells of RULES that meet the goals of the file GOALS.

    All changes are weighed to first order, the most promising exactly, and the answers are confirmed by runs. Scenarios
    with too many states are sampled on common random numbers.

    {examples}
    """
    import os

    from mangonel.rules.files import is_shipped
    from mangonel.rules.loading import overlay_id
    from mangonel.studies.solve import solve as solved
    from mangonel.studies.varying import RULES

    check_target(write, force=wanted.answer.force)
    if write is not None and write.suffix != ".toml":
        raise DataError("the name of a rule file ends in .toml", value=str(write))
    if write is not None and any(setting.startswith(RULES) for setting in wanted.settings):
        raise click.UsageError(f"--write names {rules} as the base of the file: leave --set {RULES}OPTION out")
    with wanted.played([rules]) as (goals, (rule_set,), how):
        study = solved(goals, rule_set, cells=cells, tables=tables, in_order=not any_order, **how)
    if write is not None and study.answers:
        own = rule_set.file is not None and not is_shipped(rule_set.file)
        base = os.path.relpath(rule_set.file, write.parent) if own and rule_set.file is not None else rule_set.id
        overlay = study.overlay(name=overlay_id(write.stem, rule_set), base=base)
        write_last({write: overlay}, force=wanted.answer.force)
    about = {"title": goals.title, "rules": rule_set.id, "met": study.met, "considered": study.considered}
    _give(wanted, study, f"{Path(wanted.goals).stem}-{rule_set.id}-solve", {**about, "weighed": study.weighed})
    return _MISSED if strict and not study.met else 0


@declared()
def rank(
    *,
    wanted: Annotated[_Wanted, {"play": sampling(50_000)}],
    rules: tuple[str, ...] = argument(required=True),
    strict: bool = option("End with exit code 1 if a rule set misses a goal."),
    no_help: bool = option("Do not look for the cell that helps the nearest rule set."),
) -> int:
    """Rank RULES (names or files) by how far they miss the goals of the file GOALS.

    For the nearest of those that miss a goal, the single cell that helps most is looked for.

    {examples}
    """
    from mangonel.studies.rank import rank as ranked

    with wanted.played(rules) as (goals, rule_sets, how):
        study = ranked(goals, rule_sets, help_nearest=not no_help, **how)
    designs = [{"rules": design.rules.id, "missed_by": design.missed_by, "met": design.met} for design in study.designs]
    _give(wanted, study, f"{Path(wanted.goals).stem}-rank", {"title": goals.title, "designs": designs})
    sys.stdout.flush()
    return _MISSED if strict and not study.met else 0


@declared()
def survey(
    *,
    rules: tuple[str, ...] = argument(required=True),
    patterns: tuple[str, ...] = option(
        "What is played; repeat it for several. By default all scenarios of the game.",
        "--scenarios",
        metavar="NAME|PATTERN|FILE|FOLDER",
    ),
    settings: Settings,
    play: Annotated[Play, sampling(20_000, _ELSE_SAMPLED)],
    ending: Ending,
    everything: Everything,
    answer: ReportAnswer,
) -> None:
    """Play all scenarios under several RULES and show where they differ, the biggest change first.

    Differences are to the first rule set. A scenario of which all rule sets give the same answers is not played. Where
    the engine is monte-carlo the rule sets share their dice, so that few trials tell them apart.

    {examples}
    """
    from mangonel.document.surveys import build_survey_report, survey_told
    from mangonel.engine.result import plain_rows
    from mangonel.games.system import system_of
    from mangonel.rules.loading import load_rules
    from mangonel.studies.compare import check_several
    from mangonel.studies.survey import survey as surveyed
    from mangonel.studies.varying import is_rule

    rule_sets = set_rules(map(load_rules, rules), settings)
    check_several(rule_sets)
    scenarios = tuple(_chosen(patterns or ("*",), system_of(rule_sets[0]).id))
    own = {path: value for path, value in set_values(settings).items() if not is_rule(path)}
    with play.under(scenarios, rule_sets, title=f"surveying {len(scenarios)} scenarios", quiet=answer.as_json) as how:
        try:
            result = surveyed(*rule_sets, scenarios=scenarios, ending=ending or "", **but(how, "precision"), **own)
        except DataError as error:
            raise error.at(f"--set: {error.path}" if own else error.path, error.file) from None
    name = "-".join(rule_set.id for rule_set in result.rules) + "-survey"
    answer.give(
        result,
        lambda: {"rows": plain_rows(result.to_frame())},
        lambda: survey_told(result, everything=everything),
    )
    answer.report(result, name, build_survey_report)


def _chosen(patterns: Sequence[str], system: str) -> Iterator[Scenario]:
    """Yield the scenarios that are meant, each once: by name or pattern those of a game, files, files of a folder.

    It is a DataError if one means nothing, or a file is wrong.
    """
    from mangonel.games.scenario import load_scenario, scenario_names

    seen: set[tuple[Path, str]] = set()
    for pattern in patterns:
        path = Path(pattern)
        if path.is_dir():
            meant: Iterable[str | Path] = sorted(path.glob("*.toml"))
        elif any(sign in pattern for sign in "*?["):
            meant = [name for name in scenario_names() if fnmatchcase(name, pattern)]
            meant = [name for name in meant if load_scenario(name).system.id == system]
        else:
            meant = [pattern]
        if not meant:
            raise DataError("no scenario is meant by this", path="--scenarios", value=pattern, allowed=scenario_names())
        for name in meant:
            scenario = load_scenario(name)
            # Plans of one file are scenarios of their own.
            if (which := (scenario.file, scenario.digest)) not in seen:
                seen.add(which)
                yield scenario


@declared()
def sweep(
    scenario: ScenarioName,
    rules: Rules,
    play: Annotated[Play, sampling(50_000)],
    settings: Settings,
    everything: Everything,
    grid: Grid,
    ending: Ending,
    answer: Annotated[Answer, {"csv_file": {"help": "Write the grid to a CSV file."}}],
) -> None:
    """Show one probability of SCENARIO for every value of one of its numbers, or every combination of two.

    Rules vary like numbers: rules.OPTION, rules.TABLE.ROW.COLUMN for a cell, rules.TABLE.COLUMN for what is added to
    the die on a column.

    {examples}
    """
    from mangonel.games.scenario import build
    from mangonel.studies.varying import is_rule, varied

    loaded, rule_set, sequence = Subject(scenario=scenario, rules=rules, settings=()).loaded
    fixed, axes = set_values(settings), grid.axes(loaded)
    for flag, (path, _) in axes.items():
        if path in fixed:
            raise DataError(f"varies along {flag}: set it or let it vary", path="--set", value=path)
    if fixed:
        with blaming(loaded, axes, fixed):
            # A setting may need the varied number: archers have a weapon, and a number.
            firsts = {path: values[0] for path, values in axes.values() if not is_rule(path)}
            loaded, rule_set = varied(loaded, rule_set, fixed | firsts)
            sequence = build(loaded, rule_set)
    check_axes(loaded, axes, rule_set)
    wanted = asked_ending(ending, sequence)
    # Imported when nothing is refused any more: a mistake is answered at once.
    from mangonel.document.sweeps import sweep_told
    from mangonel.document.wording import with_values
    from mangonel.engine.result import plain_rows
    from mangonel.studies.sweep import sweep as sweeping

    with (
        play.under([loaded], [rule_set], title=f"sweeping {loaded.title}", quiet=answer.as_json) as how,
        blaming(loaded, axes),
    ):
        swept = sweeping(loaded, rule_set, x=axes["--x"], y=axes.get("--y"), ending=wanted, **how)

    def document() -> dict[str, Any]:
        cells, source = {swept.x_name: "x", swept.y_name: "y"}, swept.provenance
        return {
            "ending": swept.ending,
            "x": swept.x_name,
            "y": swept.y_name or None,
            "cells": plain_rows(swept.to_frame().rename(columns=cells)),
            "rules": source.rules,
            "digest": source.digest,
            "version": source.version,
            "set": fixed,
        }

    answer.give(swept, document, lambda: with_values(sweep_told(swept, everything=everything), loaded))

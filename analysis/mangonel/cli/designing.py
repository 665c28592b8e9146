"""The commands of the designer's desk: ``worth``, ``reach``, ``sensitivity``, ``rank``, ``solve``; how they answer."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mangonel.cli.options import Telling, json_option, lang_option, rules_option, scenario_argument, spoken
from mangonel.cli.output import check_target, dated, print_json, print_told, write_last, write_listed
from mangonel.cli.play_options import ENDING_HELP, Play, engine_options_with, scenario_and_rules
from mangonel.cli.setting import set_option, set_values, with_settings
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.games.scenario import Scenario
    from mangonel.paper.blocks import Blocks
    from mangonel.rules.ruleset import RuleSet
    from mangonel.rules.words import Locale
    from mangonel.studies.shown import DesignStudy

__all__ = ["ELSE_SAMPLED", "Answer", "answered", "rank", "reach", "sensitivity", "solve", "worth"]


Function = TypeVar("Function", bound=Callable[..., Any])

_MISSED = 1
_PERCENT = r"(\d+(?:\.\d*)?|\.\d+)\s*%?"
ELSE_SAMPLED = "exact until there are too many states, else monte-carlo"

of_option = click.option(
    "--of",
    metavar="NAME",
    help="An ending, a side, several joined by +, turns or a measure; by default an open question.",
)


@dataclass(frozen=True, slots=True)
class Answer:
    """How the answer is wanted."""

    lang: str
    as_json: bool
    csv_file: Path | None
    force: bool
    out: Path | None
    paper: str
    date: str | None

    @property
    def words(self) -> Locale:
        """The language."""
        return spoken(self.lang, as_json=self.as_json)

    def check(self) -> None:
        """Check that the files can be written, before anything is computed.

        Raises
        ------
        DataError
            If one exists, or cannot be written.
        """
        from mangonel.paper.writing import check_folder

        check_target(self.csv_file, force=self.force)
        if self.out is not None:
            check_folder(self.out)

    def give(
        self, study: Any, name: str, about: Mapping[str, Any], told: Callable[[], Blocks], report: Callable[..., Any]
    ) -> None:
        """Print a study, and write the files that are wanted.

        Parameters
        ----------
        study
            The answer, with its numbers as a frame.
        name
            The name of the report, without suffix.
        about
            Further keys of the JSON document.
        told
            Returns its summary.
        report
            Builds its report.
        """
        from mangonel.engine.result import frame_csv, plain_rows

        words = self.words
        frame = study.to_frame()
        if self.csv_file is not None:
            write_last({self.csv_file: frame_csv(frame)}, force=self.force)
        if self.as_json:
            print_json({**about, "rows": plain_rows(frame)})
        else:
            print_told(told())
        if self.out is not None:
            name = name if words.language == "en" else f"{name}-{words.language}"
            write_listed(report(study, dated(self.date, words)), self.out, name, self.paper, force=self.force)

    def design(self, study: DesignStudy, name: str, about: Mapping[str, Any]) -> None:
        """Give the answer to a designer's question."""
        from mangonel.document.designs import build_design_report, told

        self.give(study, name, about, lambda: told(study, self.words), build_design_report)


def answered(function: Function) -> Function:
    """Add the options that say how an answer is wanted, as an `Answer`."""

    @functools.wraps(function)
    def called(*args: Any, **options: Any) -> Any:
        answer = Answer(**{name: options.pop(name) for name in Answer.__dataclass_fields__})
        answer.check()
        return function(*args, answer=answer, **options)

    decorated: Any = called
    for option in (
        json_option,
        click.option("--force", is_flag=True, help="Replace files that exist."),
        click.option("--csv", "csv_file", type=click.Path(path_type=Path), help="Write the rows to a CSV file."),
        click.option("--date", help="Date printed in the report, today by default."),
        click.option(
            "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Paper of the PDF."
        ),
        click.option(
            "--out", type=click.Path(path_type=Path), help="Write a report into this folder: HTML, PDF and CSV."
        ),
        lang_option,
    ):
        decorated = option(decorated)
    return decorated


@dataclass(frozen=True)
class _Asked:
    """A scenario and a rule set that a study is about, and how it is played and answered."""

    scenario: Scenario
    rules: RuleSet
    play: Play
    answer: Answer

    @contextmanager
    def played(self, title: str) -> Iterator[dict[str, Any]]:
        """Yield the arguments of the study."""
        with self.play.under([self.scenario], [self.rules], title=title, quiet=self.answer.as_json) as how:
            yield how

    def give(self, study: DesignStudy, kind: str, **about: Any) -> None:
        """Print the study, and write the files that are wanted."""
        about = {"scenario": self.scenario.title, "rules": self.rules.id, **about}
        self.answer.design(study, f"{self.scenario.file.stem}-{self.rules.id}-{kind}", about)


def _of_scenario(function: Function) -> Function:
    """Hand a command the scenario and the rule set that its words name, as `_Asked`."""

    @functools.wraps(function)
    def called(play: Play, answer: Answer, **options: Any) -> Any:
        scenario, rules = scenario_and_rules(options.pop("scenario"), options.pop("rules"))
        scenario = with_settings(scenario, options.pop("settings"))
        return function(_Asked(scenario, rules, play, answer), **options)

    decorated: Any = set_option(answered(called))
    return decorated


@click.command(cls=Telling)
@scenario_argument
@click.argument("rules", required=False)
@of_option
@click.option(
    "--also",
    multiple=True,
    metavar="PATH=VALUE,PATH=VALUE",
    help="Weigh other values, too; repeat it for several settings.",
)
@click.option(
    "--by",
    type=click.Choice(["thing", "state"]),
    default="thing",
    show_default=True,
    help="With state, show what one more is worth at the start of each turn, and by what is left.",
)
@engine_options_with(trials=50_000)
@_of_scenario
def worth(asked: _Asked, of: str | None, also: tuple[str, ...], by: str) -> None:
    """Weigh one more of every number of SCENARIO, one on every roll, and one column on every table.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.studies.worth import worth as weighed
    from mangonel.studies.worth import worth_by_state

    if by == "state" and also:
        raise click.UsageError("--also goes with --by thing")
    others = [set_values(text.split(","), "--also") for text in also]
    with asked.played(f"weighing {asked.scenario.title}") as how:
        if by == "state":
            by_state = worth_by_state(asked.scenario, asked.rules, of=of or "", **how)
        else:
            study = weighed(asked.scenario, asked.rules, of=of or "", also=others, **how)
    if by == "state":
        asked.give(by_state, "worth-by-state", of=by_state.asked.text)
    else:
        asked.give(study, "worth", of=study.asked.text, value=study.value.value)


@click.command(cls=Telling)
@scenario_argument
@rules_option
@click.option("--chance", required=True, metavar="PERCENT", help="The chance that is wanted, for example 60%.")
@click.option(
    "--by",
    required=True,
    metavar="PATH",
    help="The number that may change: besiegers.men, rules.OPTION, rules.TABLE.ROW.COLUMN or rules.TABLE.COLUMN.",
)
@click.option("--ending", metavar="NAME", help=ENDING_HELP)
@engine_options_with(trials=200_000)
@_of_scenario
def reach(asked: _Asked, chance: str, by: str, ending: str | None) -> None:
    """Find the smallest change of one number of SCENARIO, or of its rules, by which a chance is reached.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.studies.sweep import reach as reached

    match = re.fullmatch(_PERCENT, chance.strip())
    if match is None or not 0 < float(match[1]) < 100:
        raise DataError("write it as 60%, between 0 and 100", path="--chance", value=chance)
    share = float(match[1]) / 100
    with asked.played(f"trying {by}") as how:
        study = reached(asked.scenario, asked.rules, by=by, chance=share, of=ending or "", **how)
    asked.give(study, "reach", ending=study.sweep.ending, by=by, chance=share, reached=study.value)


@click.command(cls=Telling)
@scenario_argument
@click.argument("rules", required=False)
@of_option
@click.option("--table", "tables", multiple=True, metavar="ID", help="Only this table; repeat it for several.")
@engine_options_with(trials=20_000, auto=ELSE_SAMPLED)
@_of_scenario
def sensitivity(asked: _Asked, of: str | None, tables: tuple[str, ...]) -> None:
    """Show which cells of the tables carry a result of SCENARIO under RULES.

    Every cell that is rolled on gets every other letter: the effect to first order, and the exact one of the largest of
    each cell. The report draws the tables as printed, shaded by effect; cells that are never rolled on are white.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.studies.sensitivity import sensitivity as weighed

    with asked.played(f"weighing {asked.scenario.title}") as how:
        study = weighed(asked.scenario, asked.rules, of=of or "", tables=tables, **how)
    asked.give(study, "sensitivity", of=study.asked.text, value=study.value.value)


@click.command(cls=Telling)
@click.argument("goals", metavar="GOALS")
@click.argument("rules")
@click.option(
    "--cells", type=click.IntRange(1, 6), default=2, show_default=True, help="The most cells that may change."
)
@click.option("--table", "tables", multiple=True, metavar="ID", help="Only cells of this table; repeat it for several.")
@click.option("--any-order", is_flag=True, help="Letters need not stay in the order of the printed table.")
@click.option("--write", type=click.Path(path_type=Path), metavar="FILE", help="Write the best answer as a rule file.")
@click.option("--strict", is_flag=True, help="End with exit code 1 if the goals are not met.")
@engine_options_with(trials=20_000, auto=ELSE_SAMPLED)
@answered
def solve(
    goals: str,
    rules: str,
    cells: int,
    tables: tuple[str, ...],
    any_order: bool,
    write: Path | None,
    strict: bool,
    play: Play,
    answer: Answer,
) -> int:
    """Find the smallest changes of cells of RULES that meet the goals of the file GOALS.

    All changes are weighed to first order, the most promising exactly, and the answers are confirmed by runs. Scenarios
    with too many states are sampled on common random numbers.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    import os

    from mangonel.rules.files import is_shipped
    from mangonel.rules.loading import load_rules, overlay_id
    from mangonel.studies.solve import load_goals
    from mangonel.studies.solve import solve as solved

    check_target(write, force=answer.force)
    loaded, rule_set = load_goals(goals), load_rules(rules)
    with play.under(loaded.scenarios, [rule_set], title=loaded.title, quiet=answer.as_json) as how:
        study = solved(loaded, rule_set, cells=cells, tables=tables, in_order=not any_order, **how)
    if write is not None and study.answers:
        own = rule_set.file is not None and not is_shipped(rule_set.file)
        base = os.path.relpath(rule_set.file, write.parent) if own and rule_set.file is not None else rule_set.id
        overlay = study.overlay(name=overlay_id(write.stem, rule_set), base=base)
        write_last({write: overlay}, force=answer.force)
    about = {"title": loaded.title, "rules": rule_set.id, "met": study.met, "considered": study.considered}
    answer.design(study, f"{Path(goals).stem}-{rule_set.id}-solve", {**about, "weighed": study.weighed})
    return _MISSED if strict and not study.met else 0


@click.command(cls=Telling)
@click.argument("goals", metavar="GOALS")
@click.argument("rules", nargs=-1, required=True)
@click.option("--strict", is_flag=True, help="End with exit code 1 if a rule set misses a goal.")
@click.option("--no-help", is_flag=True, help="Do not look for the cell that helps the nearest rule set.")
@engine_options_with(trials=50_000)
@answered
def rank(goals: str, rules: tuple[str, ...], strict: bool, no_help: bool, play: Play, answer: Answer) -> int:
    """Rank RULES (names or files) by how far they miss the goals of the file GOALS.

    For the nearest of those that miss a goal, the single cell that helps most is looked for.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.rules.loading import load_rules
    from mangonel.studies.rank import rank as ranked
    from mangonel.studies.solve import load_goals

    loaded = load_goals(goals)
    rule_sets = [load_rules(name) for name in rules]
    with play.under(loaded.scenarios, rule_sets, title=loaded.title, quiet=answer.as_json) as how:
        study = ranked(loaded, rule_sets, help_nearest=not no_help, **how)
    designs = [{"rules": design.rules.id, "missed_by": design.missed_by, "met": design.met} for design in study.designs]
    answer.design(study, f"{Path(goals).stem}-rank", {"title": loaded.title, "designs": designs})
    sys.stdout.flush()
    return _MISSED if strict and not study.met else 0

"""``mangonel report``: the main job, a comparison of rule sets on scenarios, and three other reports; their making."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import click

from mangonel.cli.options import (
    Ending,
    Lang,
    Paper,
    Show,
    argument,
    declared,
    either,
    given,
    option,
    scenarios,
    speak,
    usual_option,
)
from mangonel.cli.output import check_report, dated, print_told, replacements_named, write_listed
from mangonel.cli.play_options import Play, asked_ending, but
from mangonel.cli.setting import Grid, Settings, blaming, check_axes, set_rules, set_scenario
from mangonel.errors import DataError
from mangonel.rules.difference import GROUPINGS, differences
from mangonel.rules.loading import load_base, load_rules
from mangonel.rules.words import say, words

if TYPE_CHECKING:
    from mangonel.document.best import Advice
    from mangonel.document.levers import Tried
    from mangonel.document.model import Making, ReportData
    from mangonel.document.study import Study
    from mangonel.games.scenario import Scenario
    from mangonel.games.system import System
    from mangonel.rules.ruleset import RuleSet
    from mangonel.studies.attribute import Shares

_KINDS: Final = ("comparison", "scenario", "rules", "sweep")
_MOST: Final = {"rules": 2, "sweep": 2, "scenario": 1}
"""The most rule sets that a report takes; a comparison has no limit."""
_TRIALS: Final = 1_000
"""Games for each change of a scenario that is sampled."""
_POSTER: Final = 20_000
_POSTER_SAMPLED: Final = 1_000
"""Games under each rule set for a front picture, where there are too many states; of a game of which each variant takes
seconds to prepare."""
_MOST_TRIED: Final = 60
"""Other decisions, with more of which a game takes so long that a front picture tries none of them."""
_PLAYED: Final = ("comparison", "scenario", "sweep")
_TAKES: Final = {
    ("comparison", "rules", "sweep"): ("left", "right"),
    ("sweep",): ("x", "y"),
    ("comparison",): ("by", "shapley", "poster"),
    _PLAYED: ("ending", "engine", "trials", "seed", "workers", "cluster", "keep", "settings"),
    ("comparison", "scenario"): ("precision",),
}
"""The options that do something for some kinds only; the others are for all kinds."""


@dataclass(frozen=True, kw_only=True)
class _Asked:
    scenarios: tuple[str, ...] = argument(shell_complete=scenarios)
    kind: str = option("What it is about.", type=click.Choice(_KINDS), default="comparison")
    lang: Lang
    named: tuple[str, ...] = usual_option(
        "The rule set; repeat it to compare others with the first, as --left and --right do.", "--rules"
    )
    left: str | None = usual_option("The rule set to start from.")
    right: tuple[str, ...] = usual_option(
        "The rule set compared; comparison: repeat it to compare several.", usual="compared"
    )
    out: Path = option("Folder.", default=Path("reports"))
    paper: Paper
    grid: Annotated[
        Grid,
        {"x": {"help": "sweep: along the chart, for example turns=3..8."}, "y": {"help": "sweep: down the heat map."}},
    ]
    by: str = option(
        "comparison: what is one change of the rules: a block of a rule file (or blocks of one name), a file, a cell.",
        type=click.Choice(GROUPINGS),
        default=GROUPINGS[0],
    )
    shapley: bool = option("comparison: share the difference out among the changes, and say why.")
    ending: Ending
    date: str | None = option("Date printed in the report, today by default (for reports that stay the same).")
    force: bool = option("Replace files that are not mangonel's own, too.")
    poster: bool = option("comparison: the front picture alone, as PNG (1200 x 675) and SVG.")
    show: Show
    settings: Settings
    play: Play

    def check(self) -> None:
        """Refuse options that do nothing for this kind of report."""
        typed: list[tuple[str, tuple[str, ...]]] = [("SCENARIOS", _PLAYED)] if self.scenarios else []
        typed += [(flag, kinds) for kinds, names in _TAKES.items() for flag in given(*names)]
        for word, kinds in typed:
            if self.kind not in kinds:
                raise click.UsageError(f"--kind {self.kind} takes no {word}: it goes with --kind {either(kinds)}")
        if self.poster and (idle := given("shapley", "paper", "date")):
            raise click.UsageError(f"--poster goes without {either(idle)}")
        if self.named and given("left", "right"):
            raise click.UsageError("--rules names all rule sets: it goes without --left and --right")
        asker, most = ("--poster", 2) if self.poster else (f"--kind {self.kind}", _MOST.get(self.kind))
        if most is not None and len(self._named) > most:
            raise click.UsageError(f"{asker} takes {'one rule set' if most == 1 else 'two rule sets'}")
        if len(self._named) == 1 and self.kind in ("comparison", "rules"):
            raise click.UsageError(f"{asker} takes two rule sets: repeat --rules, or name one with --kind scenario")

    @cached_property
    def _named(self) -> tuple[str | None, ...]:
        """The rule sets that are named: one, or two or more; None for a usual one."""
        two = self.kind in ("comparison", "rules") or (self.kind == "sweep" and bool(given("left", "right")))
        return self.named or ((self.left, *(self.right or (None,))) if two else (None,))

    @cached_property
    def system(self) -> System:
        """The game: of the first scenario or rule set that is named, or the usual one."""
        from mangonel.games.scenario import load_scenario
        from mangonel.games.system import system_of, usual_system

        if self.scenarios:
            return load_scenario(self.scenarios[0]).system
        named = next(filter(None, self._named), None)
        return usual_system() if named is None else system_of(load_rules(named))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The rule sets: names or files."""
        usual = self.system.rules, self.system.compared
        return tuple(name or usual[place] for place, name in enumerate(self._named))

    @cached_property
    def rules(self) -> tuple[RuleSet, ...]:
        """The rule sets."""
        return set_rules(map(load_rules, self.names), self.settings)

    @cached_property
    def making(self) -> Making:
        """Command and date."""
        return dated(self.date)

    def is_dear(self, scenario: Scenario) -> bool:
        """Return whether decisions of a scenario are not tried for a front picture, unless they are valued exactly."""
        from mangonel.games.scenario import build
        from mangonel.studies.tactics import policies_of

        return build(scenario, self.rules[0]).sampled or sum(map(len, policies_of(scenario).values())) > _MOST_TRIED

    def under(self, scenario: Scenario) -> AbstractContextManager[dict[str, Any]]:
        """Return a function that yields the arguments of a run; see `Play.under`."""
        from mangonel.games.scenario import build

        play = self.play
        if self.poster:
            trials = _POSTER_SAMPLED if self.is_dear(scenario) else _POSTER
            play = play.affordable(build(scenario, self.rules[0]), trials)
        return play.under([scenario], self.rules, title=words().translated(scenario.title))


def _places() -> dict[str, str]:
    from mangonel.games.system import usual_system

    return {"scenarios": " and ".join(usual_system().scenarios)}


@declared(places=_places)
def command(asked: _Asked) -> None:
    """Write a report as HTML, PDF and CSV; a comparison on {scenarios} if nothing else is asked for.

    A report of the same name in the folder is replaced; if it was different, the command says so. Files that mangonel
    has not made are not replaced.

    Kinds, each on one of SCENARIOS (names or files):
      comparison  two or more rule sets on a scenario: the changes and their rules
      scenario    a scenario under one rule set
      rules       two rule sets: what differs, and what it does to single rolls
      sweep       one chance over one or two numbers of a scenario

      mangonel report
    {examples}
    """
    from mangonel.paper.blocks import Paragraph
    from mangonel.paper.writing import check_folder, check_replaceable, write_all

    speak(asked.lang)
    # Everything is read before the first file is written, so that a wrong name costs nothing.
    jobs = _jobs(asked)
    names, out = [name for name, _ in jobs], asked.out
    if not names:
        raise DataError("there are no scenarios of this game", value=asked.system.title)
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise DataError("two of the scenarios would be written to the same files", value=twice)
    check_folder(out)
    if asked.poster:
        check_replaceable((out / f"{name}.{kind}" for name in names for kind in ("png", "svg")), force=asked.force)
        for name, make in jobs:
            files = {out / f"{name}.{kind}": content for kind, content in make().items()}
            out.mkdir(parents=True, exist_ok=True)
            with replacements_named(files):
                write_all(files)
            click.echo("\n".join(map(str, files)))
            if asked.show:
                click.launch(str(next(iter(files))))
        return
    check_report(out, *names, force=asked.force)
    findings = []
    for name, make in jobs:
        data = make()
        write_listed(data, out, name, asked.paper, force=True)
        findings.append(data.finding)
    for name, finding in zip(names, findings, strict=True):
        click.echo()
        print_told((Paragraph(finding, "lead"),))
        # Not wrapped, so that it can be copied.
        click.echo(say("report.open", file=str(out / f"{name}.html")))
    if asked.show:
        click.launch(str(out / f"{names[0]}.html"))


def _jobs(asked: _Asked) -> list[tuple[str, Callable[[], Any]]]:
    """Return the names of the files without suffix, each with the function that makes its report, or its picture.

    They are checked as far as can be without playing.
    """
    from mangonel.document.rules import build_rules_report
    from mangonel.games.scenario import build, load_scenario
    from mangonel.studies.compare import check_several

    kind = "poster" if asked.poster else asked.kind
    rules = "-".join(rule_set.id for rule_set in asked.rules)
    language = words().language
    tail = ("" if kind == "comparison" else f"-{kind}") + ("" if language == "en" else f"-{language}")
    if kind == "rules":
        return [(f"{rules}{tail}", partial(build_rules_report, asked.rules[0], asked.rules[1], asked.making))]
    names = asked.scenarios or asked.system.scenarios
    loaded = [set_scenario(load_scenario(name), asked.settings, one_of_many=len(names) > 1) for name in names]
    # Under each rule set, for one of them may not allow this scenario.
    for scenario, rule_set in product(loaded, asked.rules):
        asked = replace(asked, ending=asked_ending(asked.ending, build(scenario, rule_set)) or None)
        check_axes(scenario, asked.grid.asked, rule_set)
    if kind == "sweep" and len({rule_set.digest for rule_set in asked.rules}) < len(asked.rules):
        raise DataError("the two rule sets are the same: --rules shows one by itself", value=asked.names[-1])
    if len(asked.rules) > 2:
        check_several(asked.rules)
    makers: dict[str, Callable[..., Any]] = {"sweep": _sweep_report, "poster": _front_picture}
    make = makers.get(kind, _scenario_report)
    return [(f"{scenario.file.stem}-{rules}{tail}", partial(make, scenario, asked)) for scenario in loaded]


def _scenario_report(scenario: Scenario, asked: _Asked) -> ReportData:
    from mangonel.document.model import scenario_text
    from mangonel.document.scenario import build_report, likely_game
    from mangonel.games.scenario import build

    study, tried, shares = _studied(scenario, asked)
    text = scenario_text(scenario, asked.rules, asked.making)
    game = likely_game(build(scenario, asked.rules[0]), study.first)
    return build_report(study, text, tried=tried, shares=shares, game=game)


def _studied(scenario: Scenario, asked: _Asked) -> tuple[Study, Tried, list[Shares]]:
    """Play the first rule set, compare each other one with it, and try other decisions and numbers under the first."""
    from mangonel.document.best import advice_of, value_of
    from mangonel.document.levers import tried_of
    from mangonel.document.study import Found, study_of
    from mangonel.engine.result import asked_about
    from mangonel.games.scenario import with_assumptions
    from mangonel.rules.words.phrase_book import names_of
    from mangonel.studies.attribute import attribute, shapley
    from mangonel.studies.compare import compare, whole
    from mangonel.studies.decide import best_of_sides
    from mangonel.studies.playing import Work
    from mangonel.studies.run_cache import part_of
    from mangonel.studies.shown import Simulation

    left, *others = asked.rules
    singles = []
    with asked.under(scenario) as how:
        progress, share, run = how.pop("progress"), 0.5 / len(asked.rules), but(how, "precision")
        how["runs"].hold((scenario, left))
        for place, right in enumerate(others):
            start = place * share
            pair = compare(scenario, left, right, **how, progress=part_of(progress, start, 0.6 * share))
            # A report on a part would look like one on the whole.
            whole(pair.left)
            part = part_of(progress, start + 0.6 * share, 0.4 * share)
            single = attribute(scenario, left, right, by=asked.by, last=not asked.poster, **run, progress=part)
            singles.append(replace(single, comparison=pair))
        if others:
            first = singles[0].comparison.left
        else:
            work = Work(**but(how, "runs", "executor"))
            playing = {"executor": how["executor"], "progress": part_of(progress, 0.0, 0.5)}
            first = whole(how["runs"].result(scenario, left, work, **playing))
        ending = asked.ending or asked_about(first, *(single.comparison.right for single in singles))
        advice: tuple[Advice, ...] = ()
        few: dict[str, Any] = {}
        if first.exact:
            advice = best_of_sides(scenario, left, ending, value_of if asked.poster else advice_of)
        else:
            few = {"engine": "monte-carlo", "trials": min(_TRIALS, first.provenance.trials or _TRIALS)}
        deciding = first.exact or not (asked.poster and asked.is_dear(scenario))
        tried = tried_of(scenario, left, advice, deciding=deciding, **(run | few), progress=part_of(progress, 0.5, 0.5))
        wanted = others if asked.shapley else []
        shares = [shapley(scenario, left, right, by=asked.by, of=ending, **run) for right in wanted]
    played = with_assumptions(scenario, left)
    base = None if others else load_base(asked.names[0])
    outcome: Found = singles or Simulation(first, scenario, played)
    changes = () if base is None else differences(with_assumptions(scenario, base), played)
    study = study_of(outcome, differences=changes, ending=ending, names=names_of(asked.rules))
    return study, tried, shares


def _front_picture(scenario: Scenario, asked: _Asked) -> dict[str, bytes]:
    from mangonel.document.levers import build_poster, levers_of, sampled_told
    from mangonel.engine.owners import naming
    from mangonel.paper.charts.poster import poster
    from mangonel.paper.charts.style import image

    study, tried, _ = _studied(scenario, asked)
    foot = [f"mangonel {study.first.provenance.version}", sampled_told(study)]
    all_tried = study.exact or not asked.is_dear(scenario)
    foot += [] if all_tried else [say("poster.untried")]
    foot += [f"{rules.id} {rules.digest}" for rules in asked.rules]
    foot += [] if scenario.roster is None else [words().translated(scenario.roster.note)]
    title = words().translated(scenario.title)
    with naming(study.first.sides):
        levers = levers_of(study, tried)
        drawn = poster(build_poster(study, levers, title, words().with_semicolons(foot), all_tried=all_tried))
    return {"png": image(drawn, "png"), "svg": image(drawn)}


def _sweep_report(scenario: Scenario, asked: _Asked) -> ReportData:
    from mangonel.document.sweeps import build_sweep_report
    from mangonel.document.wording import named_apart
    from mangonel.engine.result import questions
    from mangonel.games.scenario import build
    from mangonel.studies.run_cache import part_of
    from mangonel.studies.sweep import sweeps, worth_showing

    sequence, axes = build(scenario, asked.rules[0]), asked.grid.axes(scenario)
    wanted = questions(sequence.endings, sequence.sides) if asked.ending is None else (asked.ending,)
    share, labels = 0.9 / len(asked.rules), named_apart((each.id, each.digest) for each in asked.rules)
    grids = {}
    with asked.under(scenario) as how, blaming(scenario, axes) if asked.grid.x else nullcontext():
        progress, run = how.pop("progress"), but(how, "precision")
        for number, (label, rules) in enumerate(zip(labels, asked.rules, strict=True)):
            part = part_of(progress, number * share, share)
            x, y = axes["--x"], axes.get("--y")
            grids[label] = sweeps(scenario, rules, x=x, y=y, endings=wanted, **run, progress=part)
    ending = worth_showing(*grids.values())
    return build_sweep_report({label: swept[ending] for label, swept in grids.items()}, asked.making)

"""``mangonel report``: the main job, a comparison of rule sets on scenarios, and three other reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from mangonel.cli.options import Telling, given, lang_option, open_option, usual_option
from mangonel.cli.options import scenarios as scenario_names
from mangonel.cli.output import check_report, dated, print_told, write_listed
from mangonel.cli.play_options import ENDING_HELP, Play, engine_options
from mangonel.cli.setting import numbers, set_option, with_settings
from mangonel.errors import DataError
from mangonel.rules.difference import GROUPINGS

if TYPE_CHECKING:
    from mangonel.cli.report_making import Asked
    from mangonel.games.system import System

__all__ = ["command"]


_KINDS: Final = ("comparison", "scenario", "rules", "sweep")
_TWO: Final = 2
_PLAYED: Final = ("comparison", "scenario", "sweep")
_TAKES: Final = {
    "rules": ("scenario", "sweep"),
    "left": ("comparison", "rules", "sweep"),
    "right": ("comparison", "rules", "sweep"),
    "across": ("sweep",),
    "down": ("sweep",),
    "by": ("comparison",),
    "shapley": ("comparison",),
    "ending": _PLAYED,
    "engine": _PLAYED,
    "trials": _PLAYED,
    "seed": _PLAYED,
    "precision": ("comparison", "scenario"),
    "workers": _PLAYED,
    "cluster": _PLAYED,
    "keep": _PLAYED,
    "settings": _PLAYED,
    "poster": ("comparison",),
}
"""The kinds for which an option does something; the others are for all kinds."""


def _places() -> dict[str, str]:
    from mangonel.games.system import usual_system

    return {"scenarios": " and ".join(usual_system().scenarios)}


@click.command(cls=Telling, places=_places)
@click.argument("scenarios", nargs=-1, shell_complete=scenario_names)
@click.option("--kind", type=click.Choice(_KINDS), default="comparison", show_default=True, help="What it is about.")
@lang_option
@usual_option("--rules", "scenario, sweep: the rule set.")
@usual_option("--left", "The rule set to start from.")
@usual_option("--right", "The rule set compared; comparison: repeat it to compare several.", "compared", multiple=True)
@click.option("--out", type=click.Path(path_type=Path), default=Path("reports"), show_default=True, help="Folder.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Paper of the PDF.")
@click.option("--x", "across", metavar="PATH=VALUES", help="sweep: along the chart, for example turns=3..8.")
@click.option("--y", "down", metavar="PATH=VALUES", help="sweep: down the heat map.")
@click.option(
    "--by",
    type=click.Choice(GROUPINGS),
    default=GROUPINGS[0],
    show_default=True,
    help="comparison: what is one change of the rules: a block of a rule file (or blocks of one name), a file, a cell.",
)
@click.option("--shapley", is_flag=True, help="comparison: share the difference out among the changes, and say why.")
@click.option("--ending", metavar="NAME", help=ENDING_HELP)
@click.option("--date", help="Date printed in the report, today by default (for reports that stay the same).")
@click.option("--force", is_flag=True, help="Replace files that are not mangonel's own, too.")
@click.option("--poster", is_flag=True, help="comparison: the front picture alone, as PNG (1200 x 675) and SVG.")
@open_option
@set_option
@engine_options
def command(
    scenarios: tuple[str, ...],
    kind: str,
    lang: str,
    rules: str | None,
    left: str | None,
    right: tuple[str, ...],
    out: Path,
    paper: str,
    across: str | None,
    down: str | None,
    by: str,
    shapley: bool,
    ending: str | None,
    date: str | None,
    force: bool,
    poster: bool,
    show: bool,
    settings: tuple[str, ...],
    play: Play,
) -> None:
    """Write a report as HTML, PDF and CSV; a comparison on {scenarios} if nothing else is asked for.

    A report of the same name in the folder is replaced; if it was different, the command says so. Files that mangonel
    has not made are not replaced.

    \b
    Kinds, each on one of SCENARIOS (names or files):
      comparison  two or more rule sets on a scenario: the changes and their rules
      scenario    a scenario under one rule set
      rules       two rule sets: what differs, and what it does to single rolls
      sweep       one chance over one or two numbers of a scenario

    \b
    Examples:
      mangonel report
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.cli.report_making import Asked
    from mangonel.paper.blocks import Paragraph
    from mangonel.paper.writing import check_folder
    from mangonel.rules.words import load_locale

    _check_options(kind, scenarios)
    if down is not None and across is None:
        raise click.UsageError("--y goes with --x")
    two = kind in ("comparison", "rules") or (kind == "sweep" and bool(given("left", "right")))
    named = (left, *(right or (None,))) if two else (rules,)
    if len(named) > _TWO and (kind != "comparison" or poster):
        raise click.UsageError(
            "--right is repeated for a comparison only: "
            + ("--poster" if poster else f"--kind {kind}")
            + " takes two rule sets"
        )
    system = _system(scenarios, named)
    asked = Asked(
        names=tuple(name or (system.rules, system.compared)[place] for place, name in enumerate(named)),
        x=None if across is None else numbers(across, "--x"),
        y=None if down is None else numbers(down, "--y"),
        by=by,
        shapley=shapley,
        ending=ending,
        play=play,
        making=dated(date, load_locale(lang)),
    )
    # Everything is read before the first file is written, so that a wrong name costs nothing.
    jobs = _jobs("poster" if poster else kind, scenarios or system.scenarios, settings, asked)
    names = [name for name, _ in jobs]
    if not names:
        raise DataError("there are no scenarios of this game", value=system.title)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise DataError("two of the scenarios would be written to the same files", value=twice)
    check_folder(out)
    if poster:
        _write_posters(jobs, out, show=show)
        return
    check_report(out, *names, force=force)
    findings = []
    for name, make in jobs:
        data = make()
        write_listed(data, out, name, paper, force=True)
        findings.append(data.finding)
    for name, finding in zip(names, findings, strict=True):
        click.echo()
        print_told((Paragraph(finding, "lead"),))
        # Not wrapped, so that it can be copied.
        click.echo(asked.making.words.text("report.open", file=str(out / f"{name}.html")))
    if show:
        click.launch(str(out / f"{names[0]}.html"))


def _write_posters(jobs: Sequence[tuple[str, Callable[[], Any]]], out: Path, *, show: bool) -> None:
    from mangonel.paper.writing import write_all

    for name, make in jobs:
        files = {out / f"{name}.{kind}": content for kind, content in make().items()}
        out.mkdir(parents=True, exist_ok=True)
        write_all(files)
        click.echo("\n".join(map(str, files)))
        if show:
            click.launch(str(next(iter(files))))


def _check_options(kind: str, scenarios: Sequence[str]) -> None:
    """Refuse options that do nothing for this kind of report."""
    typed: list[tuple[str, tuple[str, ...]]] = [("SCENARIOS", _PLAYED)] if scenarios else []
    typed += [(flag, kinds) for name, kinds in _TAKES.items() for flag in given(name)]
    for word, kinds in typed:
        if kind not in kinds:
            others = " and ".join(f"--kind {kind_name}" for kind_name in kinds)
            raise click.UsageError(f"--kind {kind} takes no {word}; {others} {'does' if len(kinds) == 1 else 'do'}")
    if kind == "sweep" and given("rules") and given("left", "right"):
        raise click.UsageError("--rules is for one rule set, --left and --right are for two")


def _system(scenarios: Sequence[str], rules: Sequence[str | None]) -> System:
    """Return the game that a report is about: of the first scenario or rule set that is named, or the usual one."""
    from mangonel.games.scenario import load_scenario
    from mangonel.games.system import system_of, usual_system
    from mangonel.rules.loading import load_rules

    if scenarios:
        return load_scenario(scenarios[0]).system
    named = next((name for name in rules if name is not None), None)
    return usual_system() if named is None else system_of(load_rules(named))


def _jobs(
    kind: str, scenarios: Sequence[str], settings: Sequence[str], asked: Asked
) -> list[tuple[str, Callable[[], Any]]]:
    """Return the names of the files without suffix, each with the function that makes its report, or its picture."""
    from mangonel.cli.report_making import comparison, front_picture, rule_changes, scenario_report, sweep_report
    from mangonel.games.scenario import load_scenario

    rules = "-".join(rule_set.id for rule_set in asked.rules)
    words = asked.making.words
    tail = ("" if kind == "comparison" else f"-{kind}") + ("" if words.language == "en" else f"-{words.language}")
    if kind == "rules":
        return [(f"{rules}{tail}", lambda: rule_changes(asked))]
    makers = {"comparison": comparison, "scenario": scenario_report, "sweep": sweep_report, "poster": front_picture}
    loaded = [with_settings(load_scenario(name), settings) for name in scenarios]
    return [(f"{scenario.file.stem}-{rules}{tail}", makers[kind](scenario, asked)) for scenario in loaded]

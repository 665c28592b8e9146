"""``mangonel report``: the main job, a comparison of rule sets on scenarios, and three other reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from mangonel.cli.options import declared
from mangonel.cli.output import check_report, print_told, write_listed
from mangonel.cli.report_making import Asked
from mangonel.cli.setting import with_settings
from mangonel.errors import DataError


def _places() -> dict[str, str]:
    from mangonel.games.system import usual_system

    return {"scenarios": " and ".join(usual_system().scenarios)}


@declared(places=_places)
def command(asked: Asked) -> None:
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
    from mangonel.paper.writing import check_folder

    # Everything is read before the first file is written, so that a wrong name costs nothing.
    jobs = _jobs(asked)
    names, out = [name for name, _ in jobs], asked.out
    if not names:
        raise DataError("there are no scenarios of this game", value=asked.system.title)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise DataError("two of the scenarios would be written to the same files", value=twice)
    check_folder(out)
    if asked.poster:
        _write_posters(jobs, out, show=asked.show)
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
        click.echo(asked.making.words.text("report.open", file=str(out / f"{name}.html")))
    if asked.show:
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


def _jobs(asked: Asked) -> list[tuple[str, Callable[[], Any]]]:
    """Return the names of the files without suffix, each with the function that makes its report, or its picture."""
    from mangonel.cli.report_making import front_picture, rule_changes, scenario_report, sweep_report
    from mangonel.games.scenario import load_scenario

    kind = "poster" if asked.poster else asked.kind
    rules = "-".join(rule_set.id for rule_set in asked.rules)
    language = asked.making.words.language
    tail = ("" if kind == "comparison" else f"-{kind}") + ("" if language == "en" else f"-{language}")
    if kind == "rules":
        return [(f"{rules}{tail}", lambda: rule_changes(asked))]
    makers: dict[str, Callable[..., Callable[[], Any]]] = {"sweep": sweep_report, "poster": front_picture}
    names = asked.scenarios or asked.system.scenarios
    loaded = [with_settings(load_scenario(name), asked.settings) for name in names]
    return [
        (f"{scenario.file.stem}-{rules}{tail}", makers.get(kind, scenario_report)(scenario, asked))
        for scenario in loaded
    ]

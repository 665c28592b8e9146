"""``mangonel report``: the main job, a comparison of two rule sets on real scenarios as HTML, PDF and CSV."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mangonel.cli.options import engine_options, progress_bar
from mangonel.cli.sweep import Axes, blaming, check_axes, numbers
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.engine.assemble import Progress
    from mangonel.reports.report_model import ReportText
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.scenario import Scenario

__all__ = ["command"]

_SCENARIOS = ("ladder-one", "ram-gate")


@click.command()
@click.argument("scenarios", nargs=-1)
@click.option("--left", default="siege", show_default=True, metavar="NAME|FILE", help="The rule set to start from.")
@click.option("--right", default="croisades", show_default=True, metavar="NAME|FILE", help="The rule set compared.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("reports"), show_default=True, help="Folder.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Paper of the PDF.")
@click.option("--x", "across", metavar="PATH=VALUES", help="Across the heat map, for example besiegers.men=3..8.")
@click.option("--y", "down", metavar="PATH=VALUES", help="Down the heat map.")
@click.option("--no-sweep", is_flag=True, help="Leave the heat map out.")
@click.option("--date", help="Date printed in the report, today by default (for reports that stay the same).")
@engine_options
def command(
    scenarios: tuple[str, ...],
    left: str,
    right: str,
    out: Path,
    paper: str,
    across: str | None,
    down: str | None,
    no_sweep: bool,
    date: str | None,
    engine: str,
    trials: int,
    seed: int,
    precision: float | None,
) -> None:
    """Write a comparison report on each of SCENARIOS (names or files; by default ladder-one and ram-gate).

    \b
    Examples:
      mangonel report
      mangonel report ladder-two --left siege --right my-rules.toml --out my-reports --paper letter
      mangonel report my-assault.toml --x besiegers.men=4..8 --y towers.men=0..3
    """  # noqa: D301 - click reads the escape as one
    from mangonel.reports import asked_about, build_report, write_report
    from mangonel.reports.writing import check_folder
    from mangonel.rules.difference import differences
    from mangonel.rules.loading import load_rules
    from mangonel.studies.attribute import attribute
    from mangonel.studies.compare import compare, whole
    from mangonel.studies.sweep import sweep
    from mangonel.systems.cryhavoc.describe import usual_sweep
    from mangonel.systems.cryhavoc.scenario import load_scenario, with_assumptions

    if (across is None) != (down is None):
        raise click.UsageError("--x and --y go together")
    if no_sweep and across is not None:
        raise click.UsageError("--x and --y say what the heat map shows; --no-sweep leaves it out")
    asked = None if across is None or down is None else (numbers(across, "--x"), numbers(down, "--y"))
    # Everything is read before the first file is written, so that a wrong name costs nothing.
    loaded = [load_scenario(name) for name in scenarios or _SCENARIOS]
    rule_sets = load_rules(left), load_rules(right)
    names = [f"{scenario.file.stem}-{rule_sets[0].id}-{rule_sets[1].id}" for scenario in loaded]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise DataError("two of the scenarios would be written to the same files", value=twice)
    check_folder(out)
    axes: Axes = {} if asked is None else {"--x": asked[0], "--y": asked[1]}
    for scenario in loaded:
        check_axes(scenario, axes)
    for scenario, name in zip(loaded, names, strict=True):
        with progress_bar(scenario.title) as progress:
            found = compare(
                scenario,
                *rule_sets,
                engine=engine,
                trials=trials,
                seed=seed,
                precision=precision,
                progress=_part(progress, 0.0, 0.3),
            )
            # A report on a part would look like one on the whole.
            whole(found.left)
            single = attribute(
                scenario,
                *rule_sets,
                engine=engine,
                trials=trials,
                seed=seed,
                progress=_part(progress, 0.3, 0.3),
            )
            grid = None
            if not no_sweep:
                x, y = asked or usual_sweep(scenario)
                ending = asked_about(found)
                with blaming(scenario, axes) if axes else nullcontext():
                    grid = sweep(
                        scenario,
                        rule_sets[0],
                        x=x,
                        y=y,
                        ending=ending,
                        engine=engine,
                        trials=trials,
                        seed=seed,
                        progress=_part(progress, 0.6, 0.3),
                    )
            text = _text(scenario, rule_sets, date)
            data = build_report(
                found,
                text,
                differences=differences(*(with_assumptions(scenario, one) for one in rule_sets)),
                sweep=grid,
                effects=single.effects,
                left_out=single.left_out,
                ending=asked_about(found),
            )
            files = write_report(data, out, name, paper=paper)
        for file in files:
            click.echo(file)


def _part(progress: Progress, start: float, size: float) -> Progress:
    """Return a progress that fills only a part of another."""
    return lambda share: progress(start + size * share)


def _text(scenario: Scenario, rule_sets: tuple[RuleSet, RuleSet], date: str | None) -> ReportText:
    """Return the words of a report: question, facts, one game told, and how to make it again."""
    import datetime as dt
    import shlex

    from mangonel.engine.trace import play_trace
    from mangonel.reports.report_model import ReportText
    from mangonel.systems.cryhavoc.describe import assumptions_in_force, policies_in_force, scenario_facts
    from mangonel.systems.cryhavoc.scenario import build

    left, right = rule_sets
    sequence = build(scenario, left)
    game = play_trace(sequence, seed=1)
    titles = {name: table.title for name, table in left.tables.items()}
    titles |= {name: option.title for name, option in left.options.items()}
    return ReportText(
        title=f"{scenario.title}: {left.title} against {right.title}",
        question=(
            f"{scenario.title}: what changes if it is played by the rule set {right.title} ({right.id}) "
            f"instead of {left.title} ({left.id})?"
        ),
        scenario=scenario_facts(scenario, sequence.unit),
        policies=policies_in_force(scenario),
        assumptions=assumptions_in_force(scenario, left),
        trace="\n".join((f"One game under {left.id}, dice of seed 1", *game.lines())),
        command=shlex.join(["mangonel", *sys.argv[1:]]),
        date=date if date is not None else dt.datetime.now(tz=dt.UTC).date().isoformat(),
        titles=titles,
    )

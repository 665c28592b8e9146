"""``mangonel solve``: the smallest changes of cells that meet goals."""

from __future__ import annotations

from pathlib import Path

import click

from mangonel.cli.designing import Answer, answered
from mangonel.cli.output import check_target, write_last
from mangonel.cli.play_options import Play, engine_options_with
from mangonel.cli.telling import Telling

__all__ = ["command"]


_MISSED = 1


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
@engine_options_with(trials=20_000, auto="exact until there are too many states, else monte-carlo")
@answered
def command(
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
    from mangonel.studies.goals import load_goals
    from mangonel.studies.solve import solve

    check_target(write, force=answer.force)
    loaded, rule_set = load_goals(goals), load_rules(rules)
    with play.under(loaded.scenarios, [rule_set], title=loaded.title, quiet=answer.as_json) as how:
        study = solve(loaded, rule_set, cells=cells, tables=tables, in_order=not any_order, **how)
    if write is not None and study.answers:
        own = rule_set.file is not None and not is_shipped(rule_set.file)
        base = os.path.relpath(rule_set.file, write.parent) if own and rule_set.file is not None else rule_set.id
        overlay = study.overlay(name=overlay_id(write.stem, rule_set), base=base)
        write_last({write: overlay}, force=answer.force)
    about = {"title": loaded.title, "rules": rule_set.id, "met": study.met, "considered": study.considered}
    answer.give(study, f"{Path(goals).stem}-{rule_set.id}-solve", {**about, "weighed": study.weighed})
    return _MISSED if strict and not study.met else 0

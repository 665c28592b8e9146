"""``mangonel rank``: rule sets by how far they miss goals."""

from __future__ import annotations

import sys

import click

from mangonel.cli.designing import Answer, answered
from mangonel.cli.play_options import Play, engine_options_with
from mangonel.cli.telling import Telling

__all__ = ["command"]


_MISSED = 1


@click.command(cls=Telling)
@click.argument("goals", metavar="GOALS")
@click.argument("rules", nargs=-1, required=True)
@click.option("--strict", is_flag=True, help="End with exit code 1 if a rule set misses a goal.")
@click.option("--no-help", is_flag=True, help="Do not look for the cell that helps the nearest rule set.")
@engine_options_with(trials=50_000)
@answered
def command(
    goals: str,
    rules: tuple[str, ...],
    strict: bool,
    no_help: bool,
    play: Play,
    answer: Answer,
) -> int:
    """Rank RULES (names or files) by how far they miss the goals of the file GOALS.

    For the nearest of those that miss a goal, the single cell that helps most is looked for.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from pathlib import Path

    from mangonel.rules.loading import load_rules
    from mangonel.studies.goals import load_goals
    from mangonel.studies.rank import rank

    loaded = load_goals(goals)
    rule_sets = [load_rules(name) for name in rules]
    with play.under(loaded.scenarios, rule_sets, title=loaded.title, quiet=answer.as_json) as how:
        study = rank(loaded, rule_sets, help_nearest=not no_help, **how)
    designs = [{"rules": design.rules.id, "missed_by": design.missed_by, "met": design.met} for design in study.designs]
    answer.give(study, f"{Path(goals).stem}-rank", {"title": loaded.title, "designs": designs})
    sys.stdout.flush()
    return _MISSED if strict and not study.met else 0

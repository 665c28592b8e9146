"""``mangonel sensitivity``: which cells of the printed tables carry a result."""

from __future__ import annotations

import click

from mangonel.cli.designing import Answer, answered, of_option
from mangonel.cli.options import scenario_argument
from mangonel.cli.play_options import Play, engine_options_with, scenario_and_rules
from mangonel.cli.setting import set_option, with_settings
from mangonel.cli.telling import Telling

__all__ = ["command"]


@click.command(cls=Telling)
@scenario_argument
@click.argument("rules", required=False)
@of_option
@click.option("--table", "tables", multiple=True, metavar="ID", help="Only this table; repeat it for several.")
@engine_options_with(trials=20_000, auto="exact until there are too many states, else monte-carlo")
@set_option
@answered
def command(
    scenario: str,
    rules: str | None,
    of: str | None,
    tables: tuple[str, ...],
    play: Play,
    settings: tuple[str, ...],
    answer: Answer,
) -> None:
    """Show which cells of the tables carry a result of SCENARIO under RULES.

    Every cell that is rolled on gets every other letter: the effect to first order, and the exact one of the largest of
    each cell. The report draws the tables as printed, shaded by effect; cells that are never rolled on are white.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.studies.sensitivity import sensitivity

    loaded, rule_set = scenario_and_rules(scenario, rules)
    loaded = with_settings(loaded, settings)
    with play.under([loaded], [rule_set], title=f"weighing {loaded.title}", quiet=answer.as_json) as how:
        study = sensitivity(loaded, rule_set, of=of or "", tables=tables, **how)
    about = {"scenario": loaded.title, "rules": rule_set.id, "of": study.asked.text, "value": study.value.value}
    answer.give(study, f"{loaded.file.stem}-{rule_set.id}-sensitivity", about)

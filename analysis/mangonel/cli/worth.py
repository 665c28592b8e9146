"""``mangonel worth``: what one more of each thing changes."""

from __future__ import annotations

import click

from mangonel.cli.designing import Answer, answered, of_option
from mangonel.cli.options import scenario_argument
from mangonel.cli.play_options import Play, engine_options_with, scenario_and_rules
from mangonel.cli.setting import set_option, set_values, with_settings
from mangonel.cli.telling import Telling

__all__ = ["command"]


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
@set_option
@answered
def command(
    scenario: str,
    rules: str | None,
    of: str | None,
    also: tuple[str, ...],
    by: str,
    play: Play,
    settings: tuple[str, ...],
    answer: Answer,
) -> None:
    """Weigh one more of every number of SCENARIO, one on every roll, and one column on every table.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.studies.worth import worth

    loaded, rule_set = scenario_and_rules(scenario, rules)
    loaded = with_settings(loaded, settings)
    if by == "state" and also:
        raise click.UsageError("--also goes with --by thing")
    others = [set_values(text.split(","), "--also") for text in also]
    with play.under([loaded], [rule_set], title=f"weighing {loaded.title}", quiet=answer.as_json) as how:
        if by == "state":
            from mangonel.studies.worth_by_state import worth_by_state

            by_state = worth_by_state(loaded, rule_set, of=of or "", **how)
        else:
            study = worth(loaded, rule_set, of=of or "", also=others, **how)
    about: dict[str, object] = {"scenario": loaded.title, "rules": rule_set.id}
    if by == "state":
        answer.give(by_state, f"{loaded.file.stem}-{rule_set.id}-worth-by-state", about | {"of": by_state.asked.text})
        return
    about |= {"of": study.asked.text, "value": study.value.value}
    answer.give(study, f"{loaded.file.stem}-{rule_set.id}-worth", about)

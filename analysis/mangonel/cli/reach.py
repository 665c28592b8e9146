"""``mangonel reach``: the smallest change of one number by which a chance is reached."""

from __future__ import annotations

import re

import click

from mangonel.cli.designing import Answer, answered
from mangonel.cli.options import rules_option, scenario_argument
from mangonel.cli.play_options import ENDING_HELP, Play, engine_options_with, scenario_and_rules
from mangonel.cli.setting import set_option, with_settings
from mangonel.cli.telling import Telling
from mangonel.errors import DataError

__all__ = ["command"]


_PERCENT = r"(\d+(?:\.\d*)?|\.\d+)\s*%?"


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
@set_option
@answered
def command(
    scenario: str,
    rules: str | None,
    chance: str,
    by: str,
    ending: str | None,
    play: Play,
    settings: tuple[str, ...],
    answer: Answer,
) -> None:
    """Find the smallest change of one number of SCENARIO, or of its rules, by which a chance is reached.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.studies.reach import reach

    loaded, rule_set = scenario_and_rules(scenario, rules)
    loaded = with_settings(loaded, settings)
    share = _share(chance)
    with play.under([loaded], [rule_set], title=f"trying {by}", quiet=answer.as_json) as how:
        study = reach(loaded, rule_set, by=by, chance=share, of=ending or "", **how)
    about = {"scenario": loaded.title, "rules": rule_set.id, "ending": study.sweep.ending, "by": by, "chance": share}
    answer.give(study, f"{loaded.file.stem}-{rule_set.id}-reach", {**about, "reached": study.value})


def _share(text: str) -> float:
    match = re.fullmatch(_PERCENT, text.strip())
    if match is None or not 0 < float(match[1]) < 100:
        raise DataError("write it as 60%, between 0 and 100", path="--chance", value=text)
    return float(match[1]) / 100

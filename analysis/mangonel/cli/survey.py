"""``mangonel survey``: the effect of rule sets on all scenarios, the biggest change first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from mangonel.cli.designing import ELSE_SAMPLED
from mangonel.cli.options import Ending, Everything, argument, declared, option
from mangonel.cli.output import ReportAnswer
from mangonel.cli.play_options import Play, but, sampling
from mangonel.cli.setting import Settings, with_settings
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.games.scenario import Scenario


@declared()
def command(
    *,
    rules: tuple[str, ...] = argument(required=True),
    patterns: tuple[str, ...] = option(
        "What is played; repeat it for several. By default all scenarios of the game.",
        "--scenarios",
        metavar="NAME|PATTERN|FILE|FOLDER",
    ),
    settings: Settings,
    play: Annotated[Play, sampling(20_000, ELSE_SAMPLED)],
    ending: Ending,
    everything: Everything,
    answer: ReportAnswer,
) -> None:
    """Play all scenarios under several RULES and show where they differ, the biggest change first.

    Differences are to the first rule set. A scenario of which all rule sets give the same answers is not played. Where
    the engine is monte-carlo the rule sets share their dice, so that few trials tell them apart.

    {examples}
    """
    from mangonel.document.surveys import build_survey_report, survey_told
    from mangonel.engine.result import plain_rows
    from mangonel.games.system import system_of
    from mangonel.rules.loading import load_rules
    from mangonel.studies.survey import survey

    if play.precision is not None:
        raise click.UsageError("a survey plays the same trials everywhere: it takes no --precision")
    rule_sets = [load_rules(name) for name in rules]
    chosen = _chosen(patterns or ("*",), system_of(rule_sets[0]).id)
    scenarios = [with_settings(scenario, settings, one_of_many=True) for scenario in chosen]
    title = f"surveying {len(scenarios)} scenarios"
    with play.under(scenarios, rule_sets, title=title, quiet=answer.as_json) as how:
        result = survey(scenarios, rule_sets, ending=ending or "", **but(how, "precision"))
    name, words = "-".join(rule_set.id for rule_set in result.rules) + "-survey", answer.words
    answer.give(
        result,
        lambda: {"rows": plain_rows(result.to_frame())},
        lambda: survey_told(result, words, everything=everything),
    )
    answer.report(result, name, build_survey_report)


def _chosen(patterns: Sequence[str], system: str) -> Iterator[Scenario]:
    """Yield the scenarios that are meant, each once: by name or pattern those of a game, files, files of a folder.

    It is a DataError if one means nothing, or a file is wrong.
    """
    from mangonel.games.scenario import load_scenario, scenario_names

    seen: set[Path] = set()
    for pattern in patterns:
        path = Path(pattern)
        if path.is_dir():
            meant: Iterable[str | Path] = sorted(path.glob("*.toml"))
        elif any(sign in pattern for sign in "*?["):
            meant = [name for name in scenario_names() if fnmatchcase(name, pattern)]
            meant = [name for name in meant if load_scenario(name).system.id == system]
        else:
            meant = [pattern]
        if not meant:
            raise DataError("no scenario is meant by this", path="--scenarios", value=pattern, allowed=scenario_names())
        for name in meant:
            scenario = load_scenario(name)
            if scenario.file not in seen:
                seen.add(scenario.file)
                yield scenario

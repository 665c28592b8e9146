"""``mangonel survey``: the effect of rule sets on all scenarios, the biggest change first."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mangonel.cli.options import all_option, lang_option, spoken
from mangonel.cli.output import check_target, print_json, print_told, write_last, write_listed
from mangonel.cli.play_options import Play, answer_options, engine_options_with
from mangonel.cli.telling import Telling
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.games.scenario import Scenario
    from mangonel.rules.ruleset import RuleSet
    from mangonel.rules.words import Locale
    from mangonel.studies.survey import Survey

__all__ = ["command"]


@click.command(cls=Telling)
@click.argument("rules", nargs=-1, required=True)
@click.option(
    "--scenarios",
    "patterns",
    multiple=True,
    metavar="NAME|PATTERN|FILE|FOLDER",
    help="What is played; repeat it for several. By default all scenarios of the game.",
)
@engine_options_with(trials=20_000, auto="exact until there are too many states, else monte-carlo")
@all_option
@lang_option
@click.option("--out", type=click.Path(path_type=Path), help="Write a report into this folder: HTML, PDF and CSV.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Paper of the PDF.")
@click.option("--date", help="Date printed in the report, today by default.")
@answer_options("Write every number to a CSV file.")
def command(
    rules: tuple[str, ...],
    patterns: tuple[str, ...],
    play: Play,
    everything: bool,
    lang: str,
    out: Path | None,
    paper: str,
    date: str | None,
    ending: str | None,
    csv_file: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Play all scenarios under several RULES and show where they differ, the biggest change first.

    Differences are to the first rule set. A scenario of which all rule sets give the same answers is not played. Where
    the engine is monte-carlo the rule sets share their dice, so that few trials tell them apart.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.document.surveys import survey_told
    from mangonel.engine.result import frame_csv, plain_rows
    from mangonel.games.system import system_of
    from mangonel.rules.loading import load_rules
    from mangonel.studies.survey import survey

    words = spoken(lang, as_json=as_json)
    check_target(csv_file, force=force)
    if play.precision is not None:
        raise click.UsageError("a survey plays the same trials everywhere: it takes no --precision")
    rule_sets = [load_rules(name) for name in rules]
    scenarios = list(_chosen(patterns or ("*",), system_of(rule_sets[0]).id))
    with play.under(scenarios, rule_sets, title=f"surveying {len(scenarios)} scenarios", quiet=as_json) as how:
        how.pop("precision")
        result = survey(scenarios, rule_sets, ending=ending or "", **how)
    if csv_file is not None:
        write_last({csv_file: frame_csv(result.to_frame())}, force=force)
    if as_json:
        print_json({"rows": plain_rows(result.to_frame())})
    else:
        print_told(survey_told(result, words, everything=everything))
    if out is not None:
        _write(result, out, paper, date, words, force=force)


def _chosen(patterns: Sequence[str], system: str) -> Iterator[Scenario]:
    """Yield the scenarios that are meant, each once: by name or pattern those of a game, files, files of a folder.

    Raises
    ------
    DataError
        If one means nothing, or a file is wrong.
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


def _write(found: Survey, out: Path, paper: str, date: str | None, words: Locale, *, force: bool) -> None:
    import datetime as dt
    import shlex

    from mangonel.document.background import Making
    from mangonel.document.surveys import build_survey_report
    from mangonel.paper.writing import check_folder, check_replaceable

    making = Making(
        command=shlex.join(["mangonel", *sys.argv[1:]]),
        date=date if date is not None else dt.datetime.now(tz=dt.UTC).date().isoformat(),
        words=words,
    )
    name = "-".join(_ids(found.rules)) + "-survey" + ("" if words.language == "en" else f"-{words.language}")
    check_folder(out)
    check_replaceable((out / f"{name}.{suffix}" for suffix in ("html", "pdf", "csv")), force=force)
    write_listed(build_survey_report(found, making), out, name, paper)


def _ids(rules: Sequence[RuleSet]) -> list[str]:
    return [rule_set.id for rule_set in rules]

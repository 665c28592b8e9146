"""``mangonel simulate``: the odds of a scenario; ``mangonel merge``: the kept blocks of several runs in one folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mangonel.cli.options import (
    Telling,
    all_option,
    given,
    json_option,
    lang_option,
    rules_option,
    scenario_argument,
    spoken,
)
from mangonel.cli.output import check_target, print_json, print_told, write_last
from mangonel.cli.play_options import Play, but, engine_options, scenario_and_rules
from mangonel.cli.setting import LIST, from_option, placed, set_option, with_settings
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.engine.position import Position
    from mangonel.engine.process import Process
    from mangonel.engine.result import Result
    from mangonel.engine.sampling import Span

__all__ = ["command", "merge"]


@click.command(cls=Telling)
@scenario_argument
@rules_option
@engine_options
@set_option
@from_option
@click.option("--max-states", type=click.IntRange(1), help="exact, auto: the most states to keep; 100,000 unless told.")
@click.option("--blocks", metavar="A..B", help="monte-carlo: play these blocks of 262,144 trials only, into --keep.")
@click.option("--until-it-ends", is_flag=True, help="Play on past the turn limit, until it is decided.")
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path),
    help="Write every outcome to a CSV file, and what is watched turn by turn to one beside it (NAME-by-turn.csv).",
)
@click.option("--force", is_flag=True, help="Replace CSV files that exist.")
@all_option
@lang_option
@json_option
def command(
    scenario: str,
    rules: str | None,
    play: Play,
    settings: tuple[str, ...],
    start: str | None,
    max_states: int | None,
    blocks: str | None,
    until_it_ends: bool,
    csv_file: Path | None,
    force: bool,
    everything: bool,
    lang: str,
    as_json: bool,
) -> int:
    """Play SCENARIO (a name or a file) and give the odds of its endings.

    \b
    Examples:
    {examples}
      mangonel simulate my-assault.toml --rules my-rules.toml --csv outcomes.csv
    """  # noqa: D301 - click reads the escape as one
    from mangonel.games.scenario import build

    words = spoken(lang, as_json=as_json)
    check_target(csv_file, force=force)
    _check(play, max_states, blocks)
    span = None if blocks is None else _span(blocks, play.trials)
    loaded, rule_set = scenario_and_rules(scenario, rules)
    loaded = with_settings(loaded, settings)
    sequence = build(loaded, rule_set)
    # Imported when nothing is refused any more: a mistake is answered at once.
    from mangonel.document.decisions import looks_told, position_told
    from mangonel.document.summary import result_told
    from mangonel.document.wording import values_of
    from mangonel.engine.exact import STATE_LIMIT
    from mangonel.engine.result import frame_csv, series_frame

    if start == LIST:
        print_told(looks_told(sequence, words))
        return 0
    if until_it_ends:
        sequence = sequence.lasting(None)
    limit = STATE_LIMIT if max_states is None else max_states
    place = None if start is None else placed(sequence, start, state_limit=limit)
    series_file = None
    if csv_file is not None:
        if sequence.series:
            series_file = csv_file.with_name(f"{csv_file.stem}-by-{sequence.unit}{csv_file.suffix}")
        check_target(series_file, force=force)
    with play.under([loaded], [rule_set], title=loaded.title, quiet=as_json, shown=blocks is None) as how:
        result = _played(sequence, place, limit, span, how)
    if blocks is not None:
        click.echo(f"{result.provenance.trials:,} of {play.trials:,} trials are kept in {play.keep}")
        return 130 if result.provenance.interrupted else 0
    if csv_file is not None:
        files = {csv_file: frame_csv(result.to_frame())}
        if series_file is not None:
            files[series_file] = frame_csv(series_frame(result))
        write_last(files, force=force)
    if as_json:
        print_json(result.to_dict())
    else:
        lines = () if place is None else position_told(place, words)
        lines += result_told(
            result, words, rules=rule_set, everything=everything, since=0 if place is None else place.turn - 1
        )
        print_told((*lines, *values_of(loaded, words)))
        if not everything:
            click.echo(f"\n{words.text('telling.all')}")
    return 130 if result.provenance.interrupted else 0


def _check(play: Play, max_states: int | None, blocks: str | None) -> None:
    if play.engine == "exact" and given("workers", "cluster"):
        raise click.UsageError("--engine exact is one process: it takes no --workers and no --cluster")
    if blocks is not None and (play.engine != "monte-carlo" or play.keep is None or play.precision is not None):
        raise click.UsageError("--blocks goes with --engine monte-carlo and --keep, without --precision")
    if blocks is not None and given("until_it_ends"):
        raise click.UsageError("--blocks are those of a run with a turn limit: leave --until-it-ends out")
    if max_states is not None and play.engine not in {"auto", "exact"}:
        raise click.UsageError("--max-states goes with --engine auto or exact")


def _played(sequence: Process, place: Position | None, limit: int, span: Span | None, how: dict[str, Any]) -> Result:
    from mangonel.studies.work import Work

    work = Work(state_limit=limit, span=span, place=place, **but(how, "runs", "executor", "progress"))
    return work(sequence, executor=how["executor"], keeps=how["runs"].keeps, progress=how["progress"])


def _span(blocks: str, trials: int) -> Span:
    """Return the trials of some blocks of a run.

    Raises
    ------
    DataError
        If the run has no such blocks.
    """
    from mangonel.engine.sampling import BLOCK, Span

    first, _, last = blocks.partition("..")
    most = -(-trials // BLOCK) - 1
    if not (first.isdecimal() and last.isdecimal() and int(first) <= int(last) <= most):
        advice = f"write it as 0..9; the last block of {trials:,} trials is {most}"
        raise DataError(advice, path="--blocks", value=blocks)
    return Span(int(first) * BLOCK, min((int(last) + 1) * BLOCK, trials))


@click.command(cls=Telling)
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--into",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Where all of it comes to, beside what is there.",
)
@lang_option
def merge(folders: tuple[Path, ...], into: Path, lang: str) -> None:
    """Merge the blocks that runs on several machines have kept in FOLDERS with --keep.

    They have to be of the same version, scenarios and rule sets. FOLDERS stay as they are.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.studies.folder import merge as merged

    words = spoken(lang, as_json=False)
    for folder, number in merged(folders, into).items():
        click.echo(words.plural("listed.taken", number, folder=folder))

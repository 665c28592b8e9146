"""``mangonel simulate``: the odds of a scenario; ``mangonel merge``: the kept blocks of several runs in one folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from mangonel.cli.options import Everything, Lang, argument, declared, either, folder, given, option, speak
from mangonel.cli.output import Answer, check_target, print_told
from mangonel.cli.play_options import Play, but
from mangonel.cli.setting import LIST, Start, Subject, placed
from mangonel.errors import DataError
from mangonel.rules.words import say, words

if TYPE_CHECKING:
    from mangonel.engine.sampling import Span
    from mangonel.paper.blocks import Blocks

_CSV = "Write every outcome to a CSV file, and what is watched turn by turn to one beside it (NAME-by-turn.csv)."


@declared()
def command(
    *,
    subject: Subject,
    play: Play,
    start: Start,
    max_states: int | None = option(
        "exact, auto: the most states to keep; 100,000 unless told.", type=click.IntRange(1)
    ),
    blocks: str | None = option("monte-carlo: play these blocks of 262,144 trials only, into --keep.", metavar="A..B"),
    until_it_ends: bool = option("Play on past the turn limit, until it is decided."),
    everything: Everything,
    answer: Annotated[Answer, {"csv_file": {"help": _CSV}}],
) -> int:
    """Play SCENARIO (a name or a file) and give the odds of its endings.

    {examples}
      mangonel simulate my-assault.toml --rules my-rules.toml --csv outcomes.csv
    """
    _check(play, max_states, blocks)
    span = None if blocks is None else _span(blocks, play.trials)
    scenario, rules, sequence = subject.loaded
    # Imported when nothing is refused any more: a mistake is answered at once.
    from mangonel.document.decisions import looks_told, position_told
    from mangonel.document.study import study_of
    from mangonel.document.summary import study_told
    from mangonel.document.wording import with_values
    from mangonel.engine.exact import STATE_LIMIT
    from mangonel.engine.result import series_frame
    from mangonel.studies.playing import Work
    from mangonel.studies.shown import Simulation

    if start == LIST:
        print_told(looks_told(sequence))
        return 0
    if until_it_ends:
        sequence = sequence.lasting(None)
    limit = STATE_LIMIT if max_states is None else max_states
    place = None if start is None else placed(sequence, start, state_limit=limit)
    file = answer.csv_file if sequence.series else None
    series_file = None if file is None else file.with_stem(f"{file.stem}-by-{sequence.unit}")
    check_target(series_file, force=answer.force)
    with play.under([scenario], [rules], title=scenario.title, quiet=answer.as_json, shown=blocks is None) as how:
        work = Work(state_limit=limit, span=span, place=place, **but(how, "runs", "executor", "progress"))
        result = work(sequence, executor=how["executor"], keeps=how["runs"].keeps, progress=how["progress"])
    interrupted = 130 if result.provenance.interrupted else 0
    if blocks is not None:
        of = {"number": words().number(result.provenance.trials or 0), "total": words().number(play.trials)}
        click.echo(say("listed.kept", **of, folder=play.keep))
        return interrupted

    def told() -> Blocks:
        lines = () if place is None else position_told(place)
        since = 0 if place is None else place.turn - 1
        study = study_of(Simulation(result, rules=rules))
        lines += study_told(study, everything=everything, since=since)
        return with_values(lines, scenario)

    beside = {} if series_file is None else {series_file: series_frame(result)}
    answer.give(result, result.to_dict, told, more=not everything, beside=beside)
    return interrupted


def _check(play: Play, max_states: int | None, blocks: str | None) -> None:
    if play.engine == "exact" and given("workers", "cluster"):
        raise click.UsageError("--engine exact is one process: it takes no --workers or --cluster")
    if blocks is not None and (play.engine != "monte-carlo" or play.keep is None or play.precision is not None):
        raise click.UsageError("--blocks goes with --engine monte-carlo and --keep, without --precision")
    if blocks is not None and given("until_it_ends"):
        raise click.UsageError("--blocks are those of a run with a turn limit: leave --until-it-ends out")
    if blocks is not None and (idle := given("csv_file", "as_json", "everything")):
        raise click.UsageError(f"--blocks goes without {either(idle)}")
    if max_states is not None and play.engine not in {"auto", "exact"}:
        raise click.UsageError("--max-states goes with --engine auto or exact")


def _span(blocks: str, trials: int) -> Span:
    """Return the trials of some blocks of a run. It is a DataError if the run has no such blocks."""
    from mangonel.engine.sampling import BLOCK, Span

    first, _, last = blocks.partition("..")
    most = -(-trials // BLOCK) - 1
    if not (first.isdecimal() and last.isdecimal() and int(first) <= int(last) <= most):
        advice = f"write it as 0..9; the last block of {trials:,} trials is {most}"
        raise DataError(advice, path="--blocks", value=blocks)
    return Span(int(first) * BLOCK, min((int(last) + 1) * BLOCK, trials))


@declared()
def merge(
    *,
    folders: tuple[Path, ...] = argument(required=True, type=folder),
    into: Path = option(
        "The folder for all of it, beside its own results.", required=True, type=folder, metavar="FOLDER"
    ),
    lang: Lang,
) -> None:
    """Merge the blocks that runs on several machines have kept in FOLDERS with --keep.

    They have to be of the same version, scenarios and rule sets. FOLDERS stay as they are.

    {examples}
    """
    from mangonel.studies.run_folder import merge as merged

    speak(lang)
    for source, number in merged(folders, into).items():
        click.echo(words().plural("listed.taken", number, folder=source))

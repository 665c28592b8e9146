"""``mangonel simulate``: the odds of a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mangonel.cli.options import given, json_option, rules_option
from mangonel.cli.output import check_target, print_json, print_provenance, print_table, write_last
from mangonel.cli.playing import Play, engine_options, scenario_and_rules
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.engine.sampling import Span
    from mangonel.odds.result import Result

__all__ = ["command"]

_MOST_TURNS = 12


@click.command()
@click.argument("scenario")
@rules_option
@engine_options
@click.option("--max-states", type=click.IntRange(1), help="exact, auto: the most states to keep; 100,000 unless told.")
@click.option("--blocks", metavar="A..B", help="monte-carlo: play these blocks of 65,536 trials only, into --keep.")
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path),
    help="Write every outcome to a CSV file, and what is watched turn by turn to one beside it (NAME-by-turn.csv).",
)
@click.option("--force", is_flag=True, help="Replace CSV files that exist.")
@json_option
def command(
    scenario: str,
    rules: str | None,
    play: Play,
    max_states: int | None,
    blocks: str | None,
    csv_file: Path | None,
    force: bool,
    as_json: bool,
) -> int:
    """Play SCENARIO (a name or a file) and give the odds of its endings.

    \b
    Examples:
      mangonel simulate ladder-one
      mangonel simulate ram-gate --engine monte-carlo --precision 0.001 --seed 7
      mangonel simulate my-assault.toml --rules my-rules.toml --csv outcomes.csv
    """  # noqa: D301 - click reads the escape as one
    from mangonel.engine.exact import STATE_LIMIT
    from mangonel.odds.frames import series_frame
    from mangonel.studies.work import Alone
    from mangonel.systems.scenario import build

    check_target(csv_file, force=force)
    if play.engine == "exact" and given("workers", "cluster"):
        raise click.UsageError("--engine exact is one process: it takes no --workers and no --cluster")
    if blocks is not None and (play.engine != "monte-carlo" or play.keep is None or play.precision is not None):
        raise click.UsageError("--blocks goes with --engine monte-carlo and --keep, without --precision")
    span = None if blocks is None else _span(blocks, play.trials)
    if max_states is not None and play.engine not in {"auto", "exact"}:
        raise click.UsageError("--max-states goes with --engine auto or exact")
    loaded, rule_set = scenario_and_rules(scenario, rules)
    sequence = build(loaded, rule_set)
    series_file = None
    if csv_file is not None:
        if sequence.series:
            series_file = csv_file.with_name(f"{csv_file.stem}-by-{sequence.unit}{csv_file.suffix}")
        check_target(series_file, force=force)
    limit = STATE_LIMIT if max_states is None else max_states
    with play.under(loaded, rule_set, title=loaded.title, quiet=as_json) as how:
        work = Alone(play.engine, play.trials, play.seed, play.precision, limit, span)
        result = how["runs"].result(loaded, rule_set, work, executor=how["executor"], progress=how["progress"])
    if blocks is not None:
        click.echo(f"{result.provenance.trials:,} of {play.trials:,} trials are kept in {play.keep}")
        return 130 if result.provenance.interrupted else 0
    if csv_file is not None:
        files = {csv_file: result.to_frame().to_csv(index=False)}
        if series_file is not None:
            files[series_file] = series_frame(result).to_csv(index=False)
        write_last(files, force=force)
    if as_json:
        print_json(result.to_dict())
    else:
        _print_result(result)
    return 130 if result.provenance.interrupted else 0


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
        raise DataError(
            f"write it as 0..9; the last block of {trials:,} trials is {most}", path="--blocks", value=blocks
        )
    return Span(int(first) * BLOCK, min((int(last) + 1) * BLOCK, trials))


def _print_result(result: Result) -> None:
    """Print the odds of the endings, expected values, what is watched turn by turn, and where all of it comes from."""
    from mangonel.locales import in_words
    from mangonel.odds.by_ending import measure_quantile
    from mangonel.odds.result import UNDECIDED
    from mangonel.odds.sides import winners
    from mangonel.odds.turns import some_turns, turn_quantile

    if result.provenance.interrupted:
        # Before the numbers: they are those of a game that was not played to its end.
        click.echo(f"Not complete: {result.provenance.note}")
    words, rows = in_words(None), []
    for ending in result.all_endings:
        # What is undecided has come by no turn.
        found = [None if ending == UNDECIDED else turn_quantile(result, ending, share) for share in (0.1, 0.5, 0.9)]
        when = ("-" if one is None else one.text() for one in found)
        name = words.word("endings", ending, result.sequence)
        rows.append((name, result.probability(ending).text(percent=True), *when))
    for side in winners(result.all_endings, result.sides):
        found = [turn_quantile(result, side, share) for share in (0.1, 0.5, 0.9)]
        when = ("-" if one is None else one.text() for one in found)
        name = words.word("endings", side, result.sequence)
        rows.append((name, result.probability(side).text(percent=True), *when))
    head = ["ending", "probability", f"a tenth of it by {result.unit}", "half by", "nine tenths by"]
    print_table(result.provenance.scenario, head, rows)
    means = [
        (said, result.mean(name).text(), *(str(measure_quantile(result, name, share)) for share in (0.1, 0.5, 0.9)))
        for name, said in _measured(result)
    ]
    plain = [name for name in result.tallies if ":" not in name]
    means += [(words.word("tallies", name, result.sequence), result.tally(name).text(), "", "", "") for name in plain]
    print_table("Expected values", ["", "mean", "10 %: at most", "50 %", "90 %"], means)
    _print_given(result)
    if len(plain) < len(result.tallies):
        _print_places(result)
    if result.series:
        chosen = some_turns(result.turns, _MOST_TURNS)
        lines = [(str(turn), *(result.by_turn(name, turn).text() for name in result.series)) for turn in chosen]
        few = "" if len(chosen) > result.turns else f" (some {result.unit}s; --csv and --json have all)"
        title = f"Expected values at the end of each {result.unit}{few}"
        watched = (words.word("series", name, result.sequence) for name in result.series)
        print_table(title, [result.unit, *watched], lines, text=())
    print_provenance(result.provenance)


def _measured(result: Result) -> list[tuple[str, str]]:
    """Return name and words of the turn and of each measure."""
    from mangonel.locales import in_words

    said = ((name, in_words(None).word("losses", name, result.sequence)) for name in result.measures)
    return [(result.unit, f"last {result.unit}"), *said]


def _print_given(result: Result) -> None:
    """Print the expected values among the games of each ending: losses and endings hang together."""
    from mangonel.locales import in_words
    from mangonel.odds.by_ending import mean_given

    coming = [ending for ending in result.all_endings if result.probability(ending).value > 0]
    if len(coming) < 2:
        return
    rows = []
    for name, said in _measured(result):
        found = (mean_given(result, name, ending) for ending in coming)
        rows.append((said, *("-" if one is None else one.text() for one in found)))
    names = (in_words(None).word("endings", ending, result.sequence) for ending in coming)
    print_table("Expected values by ending: means of the games that end so", ["", *names], rows)


def _print_places(result: Result) -> None:
    """Print the counters of something that has a name, ``lost:cart``: a row a name, a column what is counted of it."""
    from mangonel.locales import in_words

    words = in_words(None)
    found = [name.partition(":")[::2] for name in result.tallies if ":" in name]
    kinds, places = (list(dict.fromkeys(parts)) for parts in zip(*found, strict=True))
    rows = []
    for place in places:
        cells = []
        for kind in kinds:
            known = f"{kind}:{place}" in result.tallies
            # What is drawn on a map is a probability.
            percent = result.hexes is not None and kind == result.hexes.what
            cells.append(result.tally(f"{kind}:{place}").text(percent=percent) if known else "-")
        rows.append((words.place(place), *cells))
    print_table(
        "Expected values by place", ["", *(words.word("tallies", kind, result.sequence) for kind in kinds)], rows
    )

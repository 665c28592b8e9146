"""``mangonel simulate``: the odds of a scenario."""

from __future__ import annotations

from pathlib import Path

import click

from mangonel.cli.options import engine_options, executor, json_option, progress_bar, rules_option
from mangonel.cli.output import check_target, print_json, print_provenance, print_table, write_file

__all__ = ["command"]


@click.command()
@click.argument("scenario")
@rules_option
@engine_options
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="monte-carlo: processes.")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), help="Write every outcome to a CSV file.")
@click.option("--force", is_flag=True, help="Replace the CSV file if it exists.")
@json_option
def command(
    scenario: str,
    rules: str,
    engine: str,
    trials: int,
    seed: int,
    precision: float | None,
    workers: int,
    csv_file: Path | None,
    force: bool,
    as_json: bool,
) -> int:
    """Play SCENARIO (a name or a file) and give the odds of its endings.

    \b
    Examples:
      mangonel simulate ladder-one
      mangonel simulate ram-gate --rules croisades --engine monte-carlo --precision 0.001 --seed 7
      mangonel simulate my-assault.toml --rules my-rules.toml --csv outcomes.csv
    """  # noqa: D301 - click reads the escape as one
    from mangonel.engine.run import run
    from mangonel.odds.frames import endings_frame, means_frame, tallies_frame
    from mangonel.rules.loading import load_rules
    from mangonel.systems.cryhavoc.scenario import build, load_scenario

    check_target(csv_file, force=force)
    if workers > 1 and engine != "monte-carlo":
        raise click.UsageError("--workers goes with --engine monte-carlo")
    sequence = build(load_scenario(scenario), load_rules(rules))
    with executor(workers) as pool, progress_bar(sequence.name, quiet=as_json) as progress:
        result = run(
            sequence,
            engine=engine,
            trials=trials,
            seed=seed,
            precision=precision,
            executor=pool,
            progress=progress,
        )
    if csv_file is not None:
        write_file(csv_file, result.to_frame().to_csv(index=False), force=force)
    if as_json:
        print_json(result.to_dict())
    else:
        turns = endings_frame(result)
        rows = []
        unit = result.unit
        for ending, median, late in zip(turns["ending"], turns[f"{unit}_median"], turns[f"{unit}_90"], strict=True):
            chance = result.probability(ending)
            rows.append((ending, chance.text(percent=True), *(_whole(turn) for turn in (median, late))))
        print_table(
            result.provenance.scenario, ["ending", "probability", f"half of it by {unit}", "nine tenths by"], rows
        )
        means = [(str(name), result.mean(str(name)).text()) for name in means_frame(result)["measure"]]
        counters = [(str(name), result.tally(str(name)).text()) for name in tallies_frame(result)["counter"]]
        print_table(
            "Expected values", ["", "mean"], [(name.replace("_", " "), text) for name, text in means + counters]
        )
        print_provenance(result.provenance)
    return 130 if result.provenance.interrupted else 0


def _whole(turn: float) -> str:
    return f"{turn:.0f}" if turn == turn else "-"  # noqa: PLR0124 - nan is not itself

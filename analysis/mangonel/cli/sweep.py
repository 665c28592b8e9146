"""``mangonel sweep``: one probability over one number of a scenario or over two."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mangonel.cli.options import rules_option
from mangonel.cli.output import check_target, print_json, print_table, write_last
from mangonel.cli.playing import Play, answer_options, asked_ending, engine_options, scenario_and_rules
from mangonel.cli.setting import blaming, check_axes, numbers, set_option, set_values
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.studies.sweep import Sweep

__all__ = ["command"]

_MOST_DIGESTS = 4


@click.command()
@click.argument("scenario")
@rules_option
@engine_options
@set_option
@click.option("--x", "across", required=True, metavar="PATH=VALUES", help="For example besiegers.men=4..8.")
@click.option("--y", "down", metavar="PATH=VALUES", help="A second number, for example defenders.oil=0,1,2.")
@answer_options("Write the grid to a CSV file.")
def command(
    scenario: str,
    rules: str | None,
    play: Play,
    settings: tuple[str, ...],
    across: str,
    down: str | None,
    ending: str | None,
    csv_file: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Show one probability of SCENARIO for every value of one of its numbers, or every combination of two.

    \b
    Examples:
      mangonel sweep ladder-one --x besiegers.men=3..8 --y defenders.oil=0..3
      mangonel sweep ram-gate --x archers.men=0..5 --ending destroyed
      mangonel sweep ladder-one --x covering.men=0..3 \\
        --set covering.weapon=longbow --set covering.distance=6
    """  # noqa: D301 - click reads the escape as one
    from mangonel.odds.frames import plain_rows
    from mangonel.studies.sweep import sweep
    from mangonel.systems.scenario import build

    check_target(csv_file, force=force)
    loaded, rule_set = scenario_and_rules(scenario, rules)
    fixed = set_values(settings)
    x, y = numbers(across, "--x"), None if down is None else numbers(down, "--y")
    axes = {"--x": x} | ({} if y is None else {"--y": y})
    for option, (path, _) in axes.items():
        if path in fixed:
            raise DataError(f"varies along {option}: set it or let it vary", path="--set", value=path)
    # Built as it is first: whatever is refused after that is asked for by the options.
    sequence = build(loaded, rule_set)
    if fixed:
        with blaming(loaded, axes, fixed):
            # What is set may need what varies: archers have a weapon, and a number.
            loaded = loaded.replaced(fixed | {path: values[0] for path, values in axes.values()})
            sequence = build(loaded, rule_set)
    check_axes(loaded, axes)
    wanted = asked_ending(ending, sequence)
    with play.under(loaded, rule_set, title=f"sweeping {loaded.title}", quiet=as_json) as how, blaming(loaded, axes):
        found = sweep(loaded, rule_set, x=x, y=y, ending=wanted, **how)
    if csv_file is not None:
        write_last({csv_file: found.to_frame().to_csv(index=False)}, force=force)
    if as_json:
        axes_named = {"x": found.x_name, "y": found.y_name or None}
        source = found.provenance
        rules_named = {"rules": source.rules, "digest": source.digest, "version": source.version}
        document = {"ending": found.ending, **axes_named, "cells": plain_rows(found.to_frame())}
        print_json(document | rules_named | {"set": fixed})
        return
    _print(found)


def _print(found: Sweep) -> None:
    from mangonel.charts.numbers import full
    from mangonel.locales import in_words
    from mangonel.odds.intervals import NO_BREAK

    said = in_words(None).word("endings", found.ending, found.sequence)
    rows = [[full(one).replace(NO_BREAK, " ") for one in line] for line in found.estimates]
    if found.one_way:
        line = [(str(value), number) for value, number in zip(found.xs, rows[0], strict=True)]
        print_table(f"{said} by {found.x_name}", [found.x_name, said], line)
    else:
        lines = [(str(value), *row) for value, row in zip(found.ys, rows, strict=True)]
        print_table(f"{said}: {found.x_name} across, {found.y_name} down", ["", *map(str, found.xs)], lines)
    _print_sources(found)


def _print_sources(found: Sweep) -> None:
    """Print where the numbers of all cells come from."""
    cells = [cell for row in found.provenances for cell in row]
    first = cells[0]
    engines = [(name, sum(cell.engine == name for cell in cells)) for name in sorted({cell.engine for cell in cells})]
    states = [cell.states for cell in cells if cell.states is not None]
    sampled = [cell.trials for cell in cells if cell.trials is not None]
    digests = sorted({cell.scenario_digest for cell in cells})
    shown = ", ".join(digests) if len(digests) <= _MOST_DIGESTS else f"{len(digests)} digests, in --csv and --json"
    seeds = {cell.seed for cell in cells if cell.trials is not None}
    parts = [
        f"{len(cells)} cells",
        "engine " + ", ".join(name if len(engines) == 1 else f"{name} in {count}" for name, count in engines),
        f"{_span(sampled)} trials, seed {seeds.pop()}" if sampled else "",
        f"{_span(states)} states" if states else "",
        *dict.fromkeys(cell.note for cell in cells if cell.note),
        f"rules {first.rules} [{first.digest}]",
        f"scenario {first.scenario} [{shown}]",
        f"mangonel {first.version}",
    ]
    click.echo("; ".join(part for part in parts if part))


def _span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"

"""``mangonel sweep``: one probability over a grid."""

from __future__ import annotations

from pathlib import Path

import click

from mangonel.cli.options import json_option, progress_bar, rules_option
from mangonel.cli.output import print_json, print_provenance, print_table, write_file
from mangonel.errors import DataError

__all__ = ["command", "numbers"]

_MOST = 50


def numbers(text: str, path: str) -> tuple[str, tuple[int, ...]]:
    """Read ``name=1,2,5`` or ``name=1..5``.

    Raises
    ------
    DataError
        If it is neither.
    """
    wrong = DataError("write it as besiegers.men=4,6,8 or besiegers.men=4..8", path=path, value=text)
    name, equals, values = text.partition("=")
    first, dots, last = values.partition("..")
    if not equals or not name:
        raise wrong
    try:
        found = range(int(first), int(last) + 1) if dots else [int(word) for word in values.split(",")]
    except ValueError:
        raise wrong from None
    # Looked at before it is written out: 1..999999999 would fill the memory.
    if not found or len(found[: _MOST + 1]) > _MOST:
        raise DataError(f"a sweep takes 1 to {_MOST} values", path=path, value=text)
    return name, tuple(found)


@click.command()
@click.argument("scenario")
@rules_option
@click.option("--x", "across", required=True, metavar="PATH=VALUES", help="For example besiegers.men=4..8.")
@click.option("--y", "down", required=True, metavar="PATH=VALUES", help="For example defenders.oil=0,1,2.")
@click.option("--ending", help="Whose probability; by default the first ending of the sequence.")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), help="Write the grid to a CSV file.")
@click.option("--force", is_flag=True, help="Replace the CSV file if it exists.")
@json_option
def command(
    scenario: str,
    rules: str,
    across: str,
    down: str,
    ending: str | None,
    csv_file: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Show one probability of SCENARIO for every combination of two of its numbers.

    \b
    Example:
      mangonel sweep ladder-one --x besiegers.men=3..8 --y defenders.oil=0..3
    """  # noqa: D301 - click reads the escape as one
    from mangonel.odds.frames import plain_rows
    from mangonel.rules.loading import load_rules
    from mangonel.studies.sweep import sweep
    from mangonel.systems.cryhavoc.scenario import build, load_scenario

    if csv_file is not None and csv_file.exists() and not force:
        raise click.UsageError(f"{csv_file} exists already; --force replaces it")
    loaded, rule_set = load_scenario(scenario), load_rules(rules)
    wanted = ending or build(loaded, rule_set).endings[0]
    x, y = numbers(across, "--x"), numbers(down, "--y")
    with progress_bar("sweeping", quiet=as_json) as progress:
        found = sweep(loaded, rule_set, x=x, y=y, ending=wanted, progress=progress)
    if csv_file is not None:
        write_file(csv_file, found.to_frame().to_csv(index=False), force=force)
    if as_json:
        print_json({"ending": wanted, "x": found.x_name, "y": found.y_name, "cells": plain_rows(found.to_frame())})
        return
    rows = [
        (str(value), *(estimate.text(percent=True, most=1) for estimate in line))
        for value, line in zip(found.ys, found.estimates, strict=True)
    ]
    print_table(f"{wanted}: {found.x_name} across, {found.y_name} down", ["", *map(str, found.xs)], rows)
    print_provenance(found.provenance)

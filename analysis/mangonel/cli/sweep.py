"""``mangonel sweep``: one probability over one number of a scenario or over two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mangonel.cli.options import ENDING_HELP, asked_ending, json_option, progress_bar, rules_option
from mangonel.cli.output import check_target, print_json, print_provenance, print_table, write_file
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.systems.cryhavoc.scenario import Scenario

__all__ = ["Axes", "blaming", "check_axes", "command", "numbers"]

Axes = Mapping[str, tuple[str, tuple[int, ...]]]
"""Dotted path of a number and the values it takes, by the option that names them."""

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


@contextmanager
def blaming(scenario: Scenario, axes: Axes) -> Iterator[None]:
    """Make errors of variants of a scenario that is sound itself blame the options that ask for them, not its file.

    Parameters
    ----------
    scenario
        The scenario as it was read.
    axes
        Path and values by option, for example ``{"--x": ("besiegers.men", (3, 4)), "--y": ("turns", (8, 9))}``.
    """
    try:
        yield
    except DataError as error:
        if error.file != str(scenario.file):
            raise
        guilty = [option for option, (path, _) in axes.items() if f"{error.path}.".startswith(f"{path}.")]
        place = ": ".join(part for part in (guilty[0] if guilty else " with ".join(axes), error.path) if part)
        raise DataError(error.message, path=place, value=error.value, allowed=error.allowed) from None


def check_axes(scenario: Scenario, axes: Axes) -> None:
    """Check that a scenario allows every combination of values, before the first of them is played.

    Raises
    ------
    DataError
        If it does not; the error blames the option.
    """
    paths = [path for path, _ in axes.values()]
    with blaming(scenario, axes):
        for values in product(*(values for _, values in axes.values())):
            scenario.replaced(dict(zip(paths, values, strict=True)))


@click.command()
@click.argument("scenario")
@rules_option
@click.option("--x", "across", required=True, metavar="PATH=VALUES", help="For example besiegers.men=4..8.")
@click.option("--y", "down", metavar="PATH=VALUES", help="A second number, for example defenders.oil=0,1,2.")
@click.option("--ending", metavar="NAME", help=ENDING_HELP)
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), help="Write the grid to a CSV file.")
@click.option("--force", is_flag=True, help="Replace the CSV file if it exists.")
@json_option
def command(
    scenario: str,
    rules: str,
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
    """  # noqa: D301 - click reads the escape as one
    from mangonel.locales import in_words
    from mangonel.odds.frames import plain_rows
    from mangonel.rules.loading import load_rules
    from mangonel.studies.sweep import sweep
    from mangonel.systems.cryhavoc.scenario import build, load_scenario

    check_target(csv_file, force=force)
    loaded, rule_set = load_scenario(scenario), load_rules(rules)
    # Built as it is first: whatever is refused after that is asked for by the options.
    sequence = build(loaded, rule_set)
    x, y = numbers(across, "--x"), None if down is None else numbers(down, "--y")
    axes = {"--x": x} | ({} if y is None else {"--y": y})
    check_axes(loaded, axes)
    with progress_bar("sweeping", quiet=as_json) as progress, blaming(loaded, axes):
        found = sweep(loaded, rule_set, x=x, y=y, ending=asked_ending(ending, sequence), progress=progress)
    if csv_file is not None:
        write_file(csv_file, found.to_frame().to_csv(index=False), force=force)
    if as_json:
        axes_named = {"x": found.x_name, "y": found.y_name or None}
        print_json({"ending": found.ending, **axes_named, "cells": plain_rows(found.to_frame())})
        return
    said = in_words(None).word("endings", found.ending, found.sequence)
    if found.one_way:
        line = [
            (str(value), estimate.text(percent=True, most=1))
            for value, estimate in zip(found.xs, found.estimates[0], strict=True)
        ]
        print_table(f"{said} by {found.x_name}", [found.x_name, said], line)
        print_provenance(found.provenance)
        return
    rows = [
        (str(value), *(estimate.text(percent=True, most=1) for estimate in line))
        for value, line in zip(found.ys, found.estimates, strict=True)
    ]
    print_table(f"{said}: {found.x_name} across, {found.y_name} down", ["", *map(str, found.xs)], rows)
    print_provenance(found.provenance)

"""``mangonel sweep``: one probability over one number of a scenario or over two."""

from __future__ import annotations

from pathlib import Path

import click

from mangonel.cli.options import Telling, all_option, lang_option, rules_option, scenario_argument, spoken
from mangonel.cli.output import check_target, print_json, print_told, write_last
from mangonel.cli.play_options import Play, answer_options, asked_ending, engine_options_with, scenario_and_rules
from mangonel.cli.setting import blaming, check_axes, numbers, set_option, set_values
from mangonel.errors import DataError

__all__ = ["command"]


@click.command(cls=Telling)
@scenario_argument
@rules_option
@engine_options_with(trials=50_000)
@set_option
@all_option
@lang_option
@click.option("--x", "across", metavar="PATH=VALUES", help="For example turns=4..8; by default two of its numbers.")
@click.option("--y", "down", metavar="PATH=VALUES", help="A second number, for example turns=4,6,8.")
@answer_options("Write the grid to a CSV file.")
def command(
    scenario: str,
    rules: str | None,
    play: Play,
    settings: tuple[str, ...],
    everything: bool,
    lang: str,
    across: str | None,
    down: str | None,
    ending: str | None,
    csv_file: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Show one probability of SCENARIO for every value of one of its numbers, or every combination of two.

    Rules vary like numbers: rules.OPTION, rules.TABLE.ROW.COLUMN for a cell, rules.TABLE.COLUMN for what is added to
    the die on a column.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.games.scenario import build, usual_sweep
    from mangonel.studies.varying import is_rule

    words = spoken(lang, as_json=as_json)
    if down is not None and across is None:
        raise click.UsageError("--y goes with --x")
    check_target(csv_file, force=force)
    loaded, rule_set = scenario_and_rules(scenario, rules)
    fixed = set_values(settings)
    options = {"--x": across, "--y": down}
    axes = {option: numbers(text, option) for option, text in options.items() if text is not None}
    axes = axes or dict(zip(options, usual_sweep(loaded), strict=True))
    x, y = axes["--x"], axes.get("--y")
    for option, (path, _) in axes.items():
        if path in fixed:
            raise DataError(f"varies along {option}: set it or let it vary", path="--set", value=path)
    # Built as it is first: any later error comes from the options.
    sequence = build(loaded, rule_set)
    if fixed:
        with blaming(loaded, axes, fixed):
            # A setting may need the varied number: archers have a weapon, and a number.
            firsts = {path: values[0] for path, values in axes.values() if not is_rule(path)}
            loaded = loaded.replaced(fixed | firsts)
            sequence = build(loaded, rule_set)
    check_axes(loaded, axes, rule_set)
    wanted = asked_ending(ending, sequence)
    # Imported when nothing is refused any more: a mistake is answered at once.
    from mangonel.document.sweeps import sweep_told
    from mangonel.document.wording import values_of
    from mangonel.engine.result import frame_csv, plain_rows
    from mangonel.studies.sweep import sweep

    with (
        play.under([loaded], [rule_set], title=f"sweeping {loaded.title}", quiet=as_json) as how,
        blaming(loaded, axes),
    ):
        swept = sweep(loaded, rule_set, x=x, y=y, ending=wanted, **how)
    if csv_file is not None:
        write_last({csv_file: frame_csv(swept.to_frame())}, force=force)
    if as_json:
        cells = {swept.x_name: "x", swept.y_name: "y"}
        axes_named = {"x": swept.x_name, "y": swept.y_name or None}
        source = swept.provenance
        rules_named = {"rules": source.rules, "digest": source.digest, "version": source.version}
        document = {"ending": swept.ending, **axes_named, "cells": plain_rows(swept.to_frame().rename(columns=cells))}
        print_json(document | rules_named | {"set": fixed})
        return
    print_told((*sweep_told(swept, words, everything=everything), *values_of(loaded, words)))

"""``mangonel sweep``: one probability over one number of a scenario or over two."""

from __future__ import annotations

from typing import Annotated, Any

from mangonel.cli.options import Ending, Everything, Rules, ScenarioName, declared
from mangonel.cli.output import Answer
from mangonel.cli.play_options import Play, asked_ending, sampling
from mangonel.cli.setting import Grid, Settings, Subject, blaming, check_axes, set_values
from mangonel.errors import DataError


@declared()
def command(
    scenario: ScenarioName,
    rules: Rules,
    play: Annotated[Play, sampling(50_000)],
    settings: Settings,
    everything: Everything,
    grid: Grid,
    ending: Ending,
    answer: Annotated[Answer, {"csv_file": {"help": "Write the grid to a CSV file."}}],
) -> None:
    """Show one probability of SCENARIO for every value of one of its numbers, or every combination of two.

    Rules vary like numbers: rules.OPTION, rules.TABLE.ROW.COLUMN for a cell, rules.TABLE.COLUMN for what is added to
    the die on a column.

    {examples}
    """
    from mangonel.games.scenario import build
    from mangonel.studies.varying import is_rule

    loaded, rule_set, sequence = Subject(scenario=scenario, rules=rules, settings=()).loaded
    fixed, axes = set_values(settings), grid.axes(loaded)
    for flag, (path, _) in axes.items():
        if path in fixed:
            raise DataError(f"varies along {flag}: set it or let it vary", path="--set", value=path)
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
    from mangonel.engine.result import plain_rows
    from mangonel.studies.sweep import sweep

    with (
        play.under([loaded], [rule_set], title=f"sweeping {loaded.title}", quiet=answer.as_json) as how,
        blaming(loaded, axes),
    ):
        swept = sweep(loaded, rule_set, x=axes["--x"], y=axes.get("--y"), ending=wanted, **how)

    def document() -> dict[str, Any]:
        cells, source = {swept.x_name: "x", swept.y_name: "y"}, swept.provenance
        return {
            "ending": swept.ending,
            "x": swept.x_name,
            "y": swept.y_name or None,
            "cells": plain_rows(swept.to_frame().rename(columns=cells)),
            "rules": source.rules,
            "digest": source.digest,
            "version": source.version,
            "set": fixed,
        }

    words = answer.words
    answer.give(swept, document, lambda: (*sweep_told(swept, words, everything=everything), *values_of(loaded, words)))

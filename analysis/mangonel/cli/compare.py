"""``mangonel compare``: two rule sets on one scenario."""

from __future__ import annotations

from pathlib import Path

import click

from mangonel.cli.options import engine_options, json_option, progress_bar
from mangonel.cli.output import check_target, print_json, print_provenance, print_table, write_file

__all__ = ["command"]

_KINDS = {"ending": "endings", "mean": "losses", "counter": "tallies"}
"""Kinds of words, by kind of what is compared."""


@click.command()
@click.argument("scenario")
@click.argument("left", default="siege")
@click.argument("right", default="croisades")
@engine_options
@click.option("--attribute", "by_difference", is_flag=True, help="Show what each difference does by itself, too.")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), help="Write the differences to a CSV file.")
@click.option("--force", is_flag=True, help="Replace the CSV file if it exists.")
@json_option
def command(
    scenario: str,
    left: str,
    right: str,
    engine: str,
    trials: int,
    seed: int,
    precision: float | None,
    by_difference: bool,
    csv_file: Path | None,
    force: bool,
    as_json: bool,
) -> int:
    """Compare rule sets LEFT and RIGHT on SCENARIO; differences are right minus left.

    \b
    Examples:
      mangonel compare ladder-one siege croisades
      mangonel compare ram-gate siege my-rules.toml --attribute
      mangonel compare ladder-two --engine monte-carlo --precision 0.0005
    """  # noqa: D301 - click reads the escape as one
    from mangonel.locales import in_words
    from mangonel.odds.frames import plain_rows
    from mangonel.rules.loading import load_rules
    from mangonel.studies.attribute import Attribution, attribute
    from mangonel.studies.compare import compare
    from mangonel.systems.cryhavoc.scenario import load_scenario

    check_target(csv_file, force=force)
    loaded, rule_sets = load_scenario(scenario), (load_rules(left), load_rules(right))
    with progress_bar("comparing", quiet=as_json) as progress:
        found = compare(
            loaded, *rule_sets, engine=engine, trials=trials, seed=seed, precision=precision, progress=progress
        )
    single = attribute(loaded, *rule_sets, engine=engine, trials=trials, seed=seed) if by_difference else Attribution()
    if csv_file is not None:
        write_file(csv_file, found.to_frame().to_csv(index=False), force=force)
    if as_json:
        print_json(
            {
                "method": found.method,
                "left": found.left.to_dict(),
                "right": found.right.to_dict(),
                "differences": plain_rows(found.to_frame()),
                "by_difference": [
                    {
                        "kind": effect.difference.kind,
                        "where": effect.difference.where,
                        "idle": effect.idle,
                        "alone": plain_rows(effect.alone.to_frame()),
                        "last": plain_rows(effect.last.to_frame()),
                    }
                    for effect in single.effects
                ],
                "left_out": [
                    {"kind": one.difference.kind, "where": one.difference.where, "reason": one.reason}
                    for one in single.left_out
                ],
                "not_asked": [{"kind": one.kind, "where": one.where} for one in single.unasked],
            }
        )
    else:
        rows, words = [], in_words(None)
        for change in found.differences:
            percent = change.kind == "ending"
            texts = (part.text(percent=percent) for part in (change.left, change.right, change.estimate))
            rows.append((words.word(_KINDS[change.kind], change.name, found.left.sequence), *texts))
        print_table(f"{loaded.title} ({found.method})", ["", found.left_rules, found.right_rules, "difference"], rows)
        moving = [effect for effect in single.effects if not effect.idle]
        if moving:
            lines = [
                (
                    effect.difference.where,
                    how,
                    *(part.difference(name).text(percent=True) for name in found.left.endings),
                )
                for effect in moving
                for how, part in (("alone", effect.alone), ("last", effect.last))
            ]
            print_table("Each difference: made alone, or made last", ["", "", *found.left.endings], lines, text=(0, 1))
        for effect in single.effects:
            if effect.idle:
                click.echo(f"asked, moves nothing here: {effect.difference.where}")
        for difference in single.unasked:
            click.echo(f"not asked in this scenario: {difference.where}")
        for one in single.left_out:
            click.echo(f"left out, because it cannot be switched alone: {one.difference.where}: {one.reason}")
        for result in (found.left, found.right):
            print_provenance(result.provenance)
    return 130 if found.left.provenance.interrupted else 0

"""``mangonel compare``: two rule sets on one scenario."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mangonel.cli.output import chance_difference, check_target, print_json, print_provenance, print_table, write_last
from mangonel.cli.playing import ENDING_HELP, Play, answer_options, asked_ending, but, engine_options

if TYPE_CHECKING:
    from mangonel.studies.attribute import Attribution
    from mangonel.studies.compare import Comparison

__all__ = ["command"]

_KINDS = {"ending": "endings", "side": "endings", "mean": "losses", "counter": "tallies"}
"""Kinds of words, by kind of what is compared."""


@click.command()
@click.argument("scenario")
@click.argument("left", required=False)
@click.argument("right", required=False)
@engine_options
@click.option("--attribute", "by_difference", is_flag=True, help="Show what each difference does by itself, too.")
@answer_options("Write the differences to a CSV file.", ending=f"--attribute: {ENDING_HELP}")
def command(
    scenario: str,
    left: str | None,
    right: str | None,
    play: Play,
    by_difference: bool,
    ending: str | None,
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
    from mangonel.rules.loading import load_rules
    from mangonel.studies.attribute import Attribution, attribute
    from mangonel.studies.compare import compare
    from mangonel.systems.scenario import build, load_scenario

    check_target(csv_file, force=force)
    if ending is not None and not by_difference:
        raise click.UsageError("--ending goes with --attribute: without it every ending is shown")
    loaded = load_scenario(scenario)
    rule_sets = load_rules(left or loaded.system.rules), load_rules(right or loaded.system.compared)
    wanted = asked_ending(ending, build(loaded, rule_sets[0]))
    single = Attribution()
    with play.under(loaded, *rule_sets, title=f"comparing {loaded.title}", quiet=as_json) as how:
        found = compare(loaded, *rule_sets, **how)
        if by_difference and not found.left.provenance.interrupted:
            single = attribute(loaded, *rule_sets, **but(how, "precision"))
    if csv_file is not None:
        write_last({csv_file: found.to_frame().to_csv(index=False)}, force=force)
    if as_json:
        print_json(_document(found, single))
    else:
        _print(found, f"{loaded.title} ({found.method})")
        _print_attribution(found, single, wanted, alone=ending is not None)
        for result in (found.left, found.right):
            print_provenance(result.provenance)
    return 130 if found.left.provenance.interrupted else 0


def _document(found: Comparison, single: Attribution) -> dict[str, Any]:
    from mangonel.odds.frames import plain_rows

    return {
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


def _print(found: Comparison, title: str) -> None:
    from mangonel.locales import in_words

    rows, words = [], in_words(None)
    if found.left.provenance.interrupted:
        click.echo(f"Not complete: {found.left.provenance.note}")
    for change in found.differences:
        percent = change.kind in ("ending", "side")
        texts = (part.text(percent=percent) for part in (change.left, change.right))
        name = words.word(_KINDS[change.kind], change.name, found.left.sequence)
        if (change.kind, change.name) == ("mean", found.left.unit):
            name = f"last {change.name}"
        rows.append((name, *texts, chance_difference(change.estimate, percent=percent)))
    print_table(title, ["", found.left_rules, found.right_rules, "difference"], rows)


def _print_attribution(found: Comparison, single: Attribution, wanted: str, *, alone: bool) -> None:
    """Print what each difference does to what is wanted, `alone` or beside all endings."""
    from mangonel.locales import in_words

    words = in_words(None)
    names = (wanted,) if alone else tuple(dict.fromkeys((wanted, *found.left.endings)))
    lines = [
        (effect.difference.where, how, *(chance_difference(part.chance_of(name).estimate) for name in names))
        for effect in single.effects
        if not effect.idle
        for how, part in (("alone", effect.alone), ("last", effect.last))
    ]
    if lines:
        heads = (words.word("endings", name, found.left.sequence) for name in names)
        print_table("Each difference: made alone, or made last", ["", "", *heads], lines, text=(0, 1))
    for effect in single.effects:
        if effect.idle:
            click.echo(f"asked, moves nothing here: {effect.difference.where}")
    for difference in single.unasked:
        click.echo(f"not asked in this scenario: {difference.where}")
    for one in single.left_out:
        click.echo(f"left out, because it cannot be switched alone: {one.difference.where}: {one.reason}")

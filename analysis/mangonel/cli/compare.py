"""``mangonel compare``: two rule sets on one scenario."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mangonel.cli.options import Telling, all_option, lang_option, rule_sets, scenario_argument, spoken
from mangonel.cli.output import check_target, print_json, print_told, write_last
from mangonel.cli.play_options import Play, answer_options, asked_ending, engine_options
from mangonel.cli.setting import set_option, with_settings
from mangonel.rules.difference import GROUPINGS

if TYPE_CHECKING:
    from mangonel.studies.attribute import Attribution
    from mangonel.studies.compare import Comparison

__all__ = ["command"]


@click.command(cls=Telling)
@scenario_argument
@click.argument("left", required=False, shell_complete=rule_sets)
@click.argument("right", required=False, shell_complete=rule_sets)
@engine_options
@click.option(
    "--decisions",
    "decided",
    type=click.Choice(["shipped", "best"]),
    default="shipped",
    show_default=True,
    help="With best, show what is left of the difference if both sides decide as well as they can.",
)
@click.option("--attribute", "by_difference", is_flag=True, help="Show what each difference does by itself, too.")
@set_option
@click.option(
    "--shapley", is_flag=True, help="Share the difference out among the rules: alone, last, over all orders, and why."
)
@click.option(
    "--by",
    type=click.Choice(GROUPINGS),
    default=GROUPINGS[0],
    show_default=True,
    help="--attribute, --shapley: what is one difference.",
)
@all_option
@lang_option
@answer_options("Write the differences to a CSV file.")
def command(
    scenario: str,
    left: str | None,
    right: str | None,
    play: Play,
    by_difference: bool,
    settings: tuple[str, ...],
    shapley: bool,
    by: str,
    decided: str,
    everything: bool,
    lang: str,
    ending: str | None,
    csv_file: Path | None,
    force: bool,
    as_json: bool,
) -> int:
    """Compare rule sets LEFT and RIGHT on SCENARIO; differences are right minus left.

    A rule file that is named alone is compared with its own base.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.games.scenario import build, load_scenario
    from mangonel.rules.loading import named_pair

    words = spoken(lang, as_json=as_json)
    check_target(csv_file, force=force)
    loaded = with_settings(load_scenario(scenario), settings)
    rule_sets = named_pair(left, right, (loaded.system.rules, loaded.system.compared))
    wanted = asked_ending(ending, build(loaded, rule_sets[0]))
    # Imported when nothing is refused any more: a mistake is answered at once.
    from mangonel.document.best import best_compared
    from mangonel.document.designs import told
    from mangonel.document.summary import comparison_told
    from mangonel.document.wording import values_of
    from mangonel.engine.result import frame_csv, plain_rows
    from mangonel.paper.blocks import Paragraph
    from mangonel.studies import shapley as sharing
    from mangonel.studies.attribute import attribute
    from mangonel.studies.compare import compare
    from mangonel.studies.decide import best

    single = shares = None
    best_of_both = [best(loaded, each, against="best") for each in rule_sets] if decided == "best" else []
    with play.under([loaded], rule_sets, title=f"comparing {loaded.title}", quiet=as_json) as how:
        comparison = compare(loaded, *rule_sets, **how)
        if by_difference and not comparison.left.provenance.interrupted:
            single = attribute(loaded, *rule_sets, by=by, **how)
        if shapley and not comparison.left.provenance.interrupted:
            shares = sharing.shapley(loaded, *rule_sets, by=by, of=wanted, **how)
    if csv_file is not None:
        write_last({csv_file: frame_csv(comparison.to_frame())}, force=force)
    if as_json:
        document = _document(comparison, single)
        if shares is not None:
            document |= {"shares": plain_rows(shares.to_frame())}
        if best_of_both:
            document |= {
                "best": [
                    {"value": each.value, "shipped": each.shipped, "wanted": each.wanted.text} for each in best_of_both
                ]
            }
        print_json(document)
    else:
        lines = comparison_told(comparison, words, single=single, everything=everything, ending=wanted)
        base, mine = rule_sets
        alone = right is None and left not in (None, base.id) and mine.chain[:-1] == base.chain
        titles = {"base": words.translated(base.title), "rules": words.translated(mine.title)}
        own = [Paragraph(words.text("telling.own_base", **titles))] if alone else []
        labels = words.translated(base.title), words.translated(mine.title)
        at_best = best_compared(best_of_both, labels, words) if best_of_both else ()
        print_told((*own, *at_best, *lines, *values_of(loaded, words)))
        if shares is not None:
            click.echo()
            print_told(told(shares, words)[1:])
        if not everything:
            click.echo(f"\n{words.text('telling.all')}")
    return 130 if comparison.left.provenance.interrupted else 0


def _document(found: Comparison, single: Attribution | None) -> dict[str, Any]:
    from mangonel.engine.result import plain_rows

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
            for effect in (single.effects if single else ())
        ],
        "left_out": [
            {"kind": difference.difference.kind, "where": difference.difference.where, "reason": difference.reason}
            for difference in (single.left_out if single else ())
        ],
        "not_asked": [
            {"kind": difference.kind, "where": difference.where} for difference in (single.unasked if single else ())
        ],
    }

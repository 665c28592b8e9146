"""``mangonel compare``: rule sets on one scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mangonel.cli.options import Telling, all_option, lang_option, rule_sets, scenario_argument, spoken
from mangonel.cli.output import check_target, print_json, print_told, write_last
from mangonel.cli.play_options import Play, answer_options, asked_ending, engine_options
from mangonel.cli.setting import set_option, with_settings
from mangonel.rules.difference import GROUPINGS

if TYPE_CHECKING:
    from mangonel.paper.blocks import Block
    from mangonel.rules.ruleset import RuleSet
    from mangonel.rules.words import Locale
    from mangonel.studies.attribute import Attribution, Shares
    from mangonel.studies.compare import Comparison
    from mangonel.studies.decide import Best

__all__ = ["command"]


@click.command(cls=Telling)
@scenario_argument
@click.argument("rules", nargs=-1, shell_complete=rule_sets)
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
    rules: tuple[str, ...],
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
    """Compare RULES, two or more, on SCENARIO; differences are to the first of them.

    A rule file that is named alone is compared with its own base. Of three or more rule sets each is compared with the
    first, with --attribute, --shapley and --decisions, too.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.games.scenario import build, load_scenario
    from mangonel.rules.loading import load_rules, named_pair

    words = spoken(lang, as_json=as_json)
    check_target(csv_file, force=force)
    loaded = with_settings(load_scenario(scenario), settings)
    left, right, *more = (*rules, None, None)[: max(2, len(rules))]
    base, mine = named_pair(left, right, (loaded.system.rules, loaded.system.compared))
    others = [mine, *map(load_rules, filter(None, more))]
    wanted = asked_ending(ending, build(loaded, base))
    # Imported when nothing is refused any more: a mistake is answered at once.
    from mangonel.document.summary import comparison_told
    from mangonel.document.wording import values_of
    from mangonel.engine.result import frame_csv
    from mangonel.paper.blocks import Paragraph
    from mangonel.studies.attribute import attribute
    from mangonel.studies.attribute import shapley as shared
    from mangonel.studies.compare import Comparison, compare
    from mangonel.studies.decide import best

    singles, shares = [], []
    bests = [best(loaded, each, against="best") for each in (base, *others)] if decided == "best" else []
    with play.under([loaded], (base, *others), title=f"comparing {loaded.title}", quiet=as_json) as how:
        compared = compare(loaded, base, *others, **how)
        pairs = (compared,) if isinstance(compared, Comparison) else compared.pairs
        interrupted = any(pair.left.provenance.interrupted for pair in pairs)
        for other in others if not interrupted else ():
            if by_difference:
                singles.append(attribute(loaded, base, other, by=by, **how))
            if shapley:
                shares.append(shared(loaded, base, other, by=by, of=wanted, **how))
    if csv_file is not None:
        write_last({csv_file: frame_csv(compared.to_frame())}, force=force)
    if as_json:
        documents = [
            _document(pair, single, share, bests[:1] + bests[place : place + 1])
            for place, (pair, single, share) in enumerate(zip_longest(pairs, singles, shares), start=1)
        ]
        print_json(documents[0] if len(documents) == 1 else {"pairs": documents})
    else:
        lines = comparison_told(compared, words, singles=singles, everything=everything, ending=wanted)
        alone = right is None and left not in (None, base.id) and mine.chain[:-1] == base.chain
        titles = {"base": words.translated(base.title), "rules": words.translated(mine.title)}
        own = [Paragraph(words.text("telling.own_base", **titles))] if alone else []
        at_best = _at_best((base, *others), bests, words) if bests else ()
        print_told((*own, *at_best, *lines, *values_of(loaded, words)))
        for each in shares:
            from mangonel.document.designs import told

            click.echo()
            print_told(told(each, words)[1:])
        if not everything:
            click.echo(f"\n{words.text('telling.all')}")
    return 130 if interrupted else 0


def _at_best(rules: Sequence[RuleSet], bests: Sequence[Best], words: Locale) -> Iterator[Block]:
    """Yield the difference to the first rule set if both sides decide as well as they can."""
    from mangonel.document.best import best_compared

    first, *titles = (words.translated(each.title) for each in rules)
    for title, other in zip(titles, bests[1:], strict=True):
        yield from best_compared((bests[0], other), (first, title), words)


def _document(
    found: Comparison, single: Attribution | None, shares: Shares | None, bests: Sequence[Best]
) -> dict[str, Any]:
    from mangonel.engine.result import plain_rows

    values = [{"value": each.value, "shipped": each.shipped, "wanted": each.wanted.text} for each in bests]
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
        **({} if shares is None else {"shares": plain_rows(shares.to_frame())}),
        **({"best": values} if values else {}),
    }

"""``mangonel compare``: rule sets on one scenario."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated, Any

import click

from mangonel.cli.options import Ending, Everything, ScenarioName, argument, declared, given, option, rule_sets
from mangonel.cli.output import Answer
from mangonel.cli.play_options import Play, asked_ending
from mangonel.cli.setting import Settings, set_rules, set_scenario
from mangonel.rules.difference import GROUPINGS
from mangonel.rules.loading import named_several
from mangonel.rules.words import say, words
from mangonel.rules.words.phrase_book import names_of

if TYPE_CHECKING:
    from mangonel.paper.blocks import Blocks
    from mangonel.rules.difference import Difference
    from mangonel.studies.attribute import Attribution, Shares
    from mangonel.studies.compare import Comparison
    from mangonel.studies.decide import Best


@declared()
def command(
    *,
    scenario: ScenarioName,
    rules: tuple[str, ...] = argument(shell_complete=rule_sets),
    settings: Settings,
    play: Play,
    decisions: str = option(
        "With best, show what is left of the difference if both sides decide as well as they can.",
        type=click.Choice(["shipped", "best"]),
        default="shipped",
    ),
    by_difference: bool = option("Show what each difference does by itself, too.", "--attribute"),
    shapley: bool = option("Share the difference out among the rules: alone, last, over all orders, and why."),
    by: str = option(
        "--attribute, --shapley: what is one difference.", type=click.Choice(GROUPINGS), default=GROUPINGS[0]
    ),
    everything: Everything,
    ending: Ending,
    answer: Annotated[Answer, {"csv_file": {"help": "Write the differences to a CSV file."}}],
) -> int:
    """Compare RULES, two or more, on SCENARIO; differences are to the first of them.

    A rule file that is named alone is compared with its own base. Of three or more rule sets each is compared with the
    first, with --attribute, --shapley and --decisions, too.

    {examples}
    """
    from mangonel.games.scenario import build, load_scenario

    if not (by_difference or shapley) and given("by"):
        raise click.UsageError("--by goes with --attribute or --shapley")
    loaded = set_scenario(load_scenario(scenario), settings)
    usual = loaded.system.rules, loaded.system.compared
    base, *others = set_rules(named_several(rules, usual), settings)
    wanted = asked_ending(ending, build(loaded, base))
    from mangonel.studies.compare import check_several

    check_several((base, *others))
    # Imported when nothing is refused any more: a mistake is answered at once.
    from mangonel.document.best import best_compared
    from mangonel.document.designs import told
    from mangonel.document.study import study_of
    from mangonel.document.summary import study_told
    from mangonel.document.wording import with_values
    from mangonel.paper.blocks import Paragraph
    from mangonel.studies.attribute import attribute
    from mangonel.studies.attribute import shapley as shared
    from mangonel.studies.compare import Comparison, compare
    from mangonel.studies.decide import best

    singles, shares = [], []
    bests = [best(loaded, each, against="best") for each in (base, *others)] if decisions == "best" else []
    with play.under([loaded], (base, *others), title=f"comparing {loaded.title}", quiet=answer.as_json) as how:
        compared = compare(loaded, base, *others, **how)
        pairs = (compared,) if isinstance(compared, Comparison) else compared.pairs
        interrupted = any(pair.left.provenance.interrupted for pair in pairs)
        for other, pair in zip(others, pairs, strict=True) if not interrupted else ():
            if by_difference:
                singles.append(replace(attribute(loaded, base, other, by=by, **how), comparison=pair))
            if shapley:
                shares.append(shared(loaded, base, other, by=by, of=wanted, **how))

    def document() -> Any:
        at_best = [[bests[0], other] for other in bests[1:]]
        known = zip_longest(pairs, singles, shares, at_best)
        documents = [_document(pair, single, share, both or ()) for pair, single, share, both in known]
        return documents[0] if len(documents) == 1 else {"pairs": documents}

    def shown() -> Blocks:
        lines = study_told(study_of(singles or compared, ending=wanted), everything=everything)
        mine = others[0]
        alone = len(rules) == 1 and rules[0] != base.id and mine.chain[:-1] == base.chain
        titles = {"base": words().translated(base.title), "rules": words().translated(mine.title)}
        own = [Paragraph(say("telling.own_base", **titles))] if alone else []
        first, *names = names_of((base, *others))
        at_best = (
            block
            for name, other in zip(names, bests[1:], strict=False)
            for block in best_compared((bests[0], other), (first, name))
        )
        shared_out = (block for each in shares for block in told(each)[1:])
        return (*own, *at_best, *with_values(lines, loaded), *shared_out)

    answer.give(compared, document, shown, more=not everything)
    return 130 if interrupted else 0


def _document(
    found: Comparison, single: Attribution | None, shares: Shares | None, bests: Sequence[Best]
) -> dict[str, Any]:
    from mangonel.engine.result import plain_rows

    values = [{"value": each.value, "shipped": each.shipped, "wanted": each.wanted.text} for each in bests]
    effects, left_out, unasked = (single.effects, single.left_out, single.unasked) if single else ((), (), ())

    def named(difference: Difference) -> dict[str, Any]:
        return {"kind": difference.kind, "where": difference.where}

    return {
        "method": found.method,
        "left": found.left.to_dict(),
        "right": found.right.to_dict(),
        "differences": plain_rows(found.to_frame()),
        "by_difference": [
            {
                **named(effect.difference),
                "idle": effect.idle,
                "alone": plain_rows(effect.alone.to_frame()),
                "last": plain_rows(effect.last.to_frame()),
            }
            for effect in effects
        ],
        "left_out": [named(each.difference) | {"reason": each.reason} for each in left_out],
        "not_asked": list(map(named, unasked)),
        **({} if shares is None else {"shares": plain_rows(shares.to_frame())}),
        **({"best": values} if values else {}),
    }

"""How ``mangonel odds`` is asked: options of all its commands, and one answer for each rule set."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mangonel.cli.odds_answer import Answer, answer_of, sampled
from mangonel.cli.odds_printing import print_answers
from mangonel.cli.options import given, json_option

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet
    from mangonel.tables.situation import Situation

__all__ = ["Told", "plain", "print_under", "rolled", "show", "tries_option"]

Function = TypeVar("Function", bound=Callable[..., Any])
Told = tuple[dict[str, Any], str]
"""What is to be told besides the odds: for JSON, and as a text for people."""

_rules_option = click.option(
    "--rules",
    "names",
    default=("siege",),
    show_default=True,
    multiple=True,
    metavar="NAME|FILE",
    help="Rule set, or a file of your own; repeat it to see several side by side.",
)


tries_option = click.option(
    "--tries", type=click.IntRange(1, 100), default=1, show_default=True, help="Tries, of which one has to succeed."
)


def plain(function: Function) -> Function:
    """Add the options of every single roll."""
    return _rules_option(json_option(function))


def rolled(function: Function) -> Function:
    """Add the options of a single roll that can be sampled too."""
    trials = click.option(
        "--trials", type=click.IntRange(1, 10**11), help="Roll so many dice, too, and show what came."
    )
    seed = click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of those dice.")
    return plain(trials(seed(function)))


def show(
    names: tuple[str, ...],
    make: Callable[[RuleSet], Situation],
    *,
    as_json: bool,
    dice: tuple[int | None, int],
    more: Callable[[RuleSet], Told] | None = None,
    name: str = "next column",
) -> None:
    """Print the odds of a situation under each rule set, with what `more` says under `name`."""
    if dice[0] is None and given("seed"):
        raise click.UsageError("--seed goes with --trials: without them no dice are rolled")

    def answer(rules: RuleSet) -> Answer:
        situation = make(rules)
        facts, text = more(rules) if more is not None else ({}, "")
        dice_rolled = sampled(situation, *dice)
        lines = {name: text}
        if dice_rolled:
            came = ", ".join(f"{letter} {share}" for letter, share in dice_rolled["came"].items())
            lines |= {"rolled": dice_rolled["rolled"], "came": came}
        return answer_of(rules, situation, {**facts, **dice_rolled}, lines)

    print_under(names, as_json, answer)


def print_under(names: tuple[str, ...], as_json: bool, answer: Callable[[RuleSet], Answer]) -> None:
    """Print the answer under each of the named rule sets."""
    from mangonel.rules.loading import load_rules

    print_answers([answer(load_rules(name)) for name in names], as_json=as_json)

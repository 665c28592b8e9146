"""How ``mangonel odds`` is asked: a command for each question of a game, and one answer for each rule set."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from mangonel.cli.options import given, json_option
from mangonel.cli.output import print_json
from mangonel.rules.loading import load_rules
from mangonel.systems.registry import check_rules
from mangonel.telling.odds import answers_told

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.answer import Answer
    from mangonel.systems.question import Parameter, Question
    from mangonel.systems.system import System

__all__ = ["command_of"]

Function = Callable[..., Any]

_trials_option = click.option(
    "--trials", type=click.IntRange(1, 10**11), help="Roll so many dice, too, and show what came."
)
_seed_option = click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of those dice.")


def command_of(system: System, question: Question) -> click.Command:
    """Return the command that asks a question of a game."""

    def ask(names: tuple[str, ...], as_json: bool, trials: int | None = None, seed: int = 0, **values: Any) -> None:
        said = {name for name in (*(one.name for one in question.parameters), "trials") if given(_key(name))}
        if text := question.refuses(said, **values):
            raise click.UsageError(text)
        if trials is None and given("seed"):
            raise click.UsageError("--seed goes with --trials: without them no dice are rolled")
        found = [_answer(question, _rules_of(system, name), values, trials, seed) for name in names]
        if as_json:
            documents = [answer.to_dict() for answer in found]
            print_json(documents[0] if len(documents) == 1 else documents)
            return
        for line in answers_told(found, shutil.get_terminal_size().columns):
            click.echo(line)

    made: Function = ask
    if question.roll is not None:
        made = _trials_option(_seed_option(made))
    made = _rules_option(system)(json_option(made))
    for one in reversed(question.parameters):
        made = _option(one)(made)
    return click.command(question.name, help=question.help)(made)


def _answer(question: Question, rules: RuleSet, values: Mapping[str, Any], trials: int | None, seed: int) -> Answer:
    found = question.answered(rules, values)
    if trials is None or question.roll is None:
        return found
    from mangonel.systems.answer import with_dice

    return with_dice(found, question.roll(rules, **values), trials, seed)


def _rules_of(system: System, name: str) -> RuleSet:
    rules = load_rules(name)
    check_rules(rules, system)
    return rules


def _rules_option(system: System) -> Callable[[Function], Function]:
    return click.option(
        "--rules",
        "names",
        default=(system.rules,),
        show_default=True,
        multiple=True,
        metavar="NAME|FILE",
        help="Rule set, or a file of your own; repeat it to see several side by side.",
    )


def _key(name: str) -> str:
    return name.replace("-", "_")


def _option(one: Parameter) -> Callable[[Function], Function]:
    """Return the option that asks for a parameter."""
    if one.kind == "flag":
        return click.option(f"--{one.name}", is_flag=True, help=one.help)
    # To click a default of None is one, and nothing would be missing.
    usual = {} if one.default is None else {"default": one.default, "show_default": True}
    limited = one.lowest is not None or one.highest is not None
    number = click.IntRange(one.lowest, one.highest) if limited else click.INT
    return click.option(
        f"--{one.name}",
        type=number if one.kind == "number" else click.STRING,
        required=one.required,
        multiple=one.several,
        metavar=one.metavar,
        help=one.help,
        **usual,
    )

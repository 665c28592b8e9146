"""``mangonel trace``: one game, told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mangonel.cli.options import given, json_option, lang_option, rules_option, scenario_argument, spoken
from mangonel.cli.output import print_json
from mangonel.cli.play_options import scenario_and_rules
from mangonel.cli.telling import Telling

if TYPE_CHECKING:
    from mangonel.engine.process import Process
    from mangonel.engine.trace import Trace


@click.command(cls=Telling)
@scenario_argument
@rules_option
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the dice.")
@click.option(
    "--dice",
    help="Use these dice instead, for example 3,10,7, or 5+6 for two at once; 0 on a ten-sided die is 10 "
    "where it counts from 1.",
)
@click.option("--turns", type=click.IntRange(1), help="Stop after so many turns.")
@lang_option
@json_option
def command(
    scenario: str, rules: str | None, seed: int, dice: str | None, turns: int | None, lang: str, as_json: bool
) -> None:
    """Play one game of SCENARIO (a name or a file) and tell every roll in the game's words.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from dataclasses import asdict

    from mangonel.engine.trace import DiceRanOutError, told_in_lines
    from mangonel.games.scenario import build

    if dice is not None and given("seed"):
        raise click.UsageError("--seed and --dice do not go together: the dice are given")
    words = spoken(lang, as_json=as_json)
    loaded, rule_set = scenario_and_rules(scenario, rules)
    sequence = build(loaded, rule_set)
    try:
        game = _played(sequence, dice, seed=seed, turns=turns)
    except DiceRanOutError as error:
        # The events so far are told before the error.
        if not as_json:
            for line in told_in_lines(error.events, sequence.unit, words, sequence.game):
                click.echo(line.text)
        raise
    if as_json:
        print_json(asdict(game) | {"rules": rule_set.id, "digest": rule_set.digest})
        return
    click.echo(
        f"{words.translated(loaded.title)}, {words.translated(rule_set.title)} [{rule_set.id} {rule_set.digest}]"
    )
    if loaded.note:
        click.echo(words.translated(loaded.note))
    click.echo(words.text("told.dice_given") if dice is not None else words.text("told.seed", seed=seed))
    for text in game.lines(words):
        click.echo(text)


def _played(sequence: Process, dice: str | None, *, seed: int, turns: int | None) -> Trace:
    """Play a game with seeded dice or with those that are written down, ``3,0,5+6``, as each roll reads them."""
    from mangonel.engine.trace import play_trace
    from mangonel.errors import DataError
    from mangonel.rules.dice import Die

    if dice is None:
        return play_trace(sequence, seed=seed, turns=turns)
    words = iter([word.strip() for word in dice.split(",")])
    try:
        game = play_trace(sequence, dice=words, turns=turns)
    except DataError as error:
        # Nothing but a die is read without a place.
        raise error if error.path else error.at("--dice") from None
    for word in words:
        if not Die.is_throw(word):
            raise DataError("is no throw of dice, such as 7 or 5+6", path="--dice", value=word)
    return game

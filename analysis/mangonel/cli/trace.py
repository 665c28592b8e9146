"""``mangonel trace``: one game, told."""

from __future__ import annotations

import click

from mangonel.cli.options import given, json_option, rules_option
from mangonel.cli.output import print_json

__all__ = ["command"]


@click.command()
@click.argument("scenario")
@rules_option
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the dice.")
@click.option("--dice", help="Use these dice instead, for example 3,10,7; 0 on a ten-sided die is 10.")
@click.option("--turns", type=click.IntRange(1), help="Stop after so many turns.")
@click.option("--lang", default="en", show_default=True, metavar="NAME|FILE", help="en, fr, es, de, it, or a file.")
@json_option
def command(
    scenario: str, rules: str | None, seed: int, dice: str | None, turns: int | None, lang: str, as_json: bool
) -> None:
    """Play one game of SCENARIO (a name or a file) and tell every roll in the game's words.

    \b
    Examples:
      mangonel trace ladder-one --seed 4
      mangonel trace ram-gate --rules croisades --turns 12
      mangonel trace ladder-one --turns 1 --dice 3,7
      mangonel trace ladder-one --lang de
    """  # noqa: D301 - click reads the escape as one
    from dataclasses import asdict

    from mangonel.engine.trace import DiceRanOutError, play_trace, told_in_lines
    from mangonel.locales import load_locale
    from mangonel.rules.loading import load_rules
    from mangonel.systems.scenario import build, load_scenario

    if dice is not None and given("seed"):
        raise click.UsageError("--seed and --dice do not go together: the dice are given")
    if as_json and given("lang"):
        raise click.UsageError("--lang and --json do not go together: what programs read is in English")
    words = load_locale(lang)
    loaded = load_scenario(scenario)
    rule_set = load_rules(rules or loaded.system.rules)
    told = None if dice is None else _dice(dice)
    sequence = build(loaded, rule_set)
    try:
        game = play_trace(sequence, dice=told, seed=seed, turns=turns)
    except DiceRanOutError as error:
        # What was played is told before the error says what is missing.
        if not as_json:
            for line in told_in_lines(error.events, sequence.unit, words):
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
    click.echo(words.text("told.dice_given") if told is not None else words.text("told.seed", seed=seed))
    for text in game.lines(words):
        click.echo(text)


def _dice(text: str) -> list[int]:
    """Return the dice of ``3,10,7``; 0 is a 10."""
    from mangonel.errors import DataError

    told = []
    for word in text.split(","):
        if not word.strip().isdecimal() or len(word.strip()) > 2 or int(word) > 10:
            raise DataError("a die is a whole number from 1 to 10 (or 0 for 10)", path="--dice", value=word)
        told.append(int(word) or 10)
    return told

"""``mangonel trace``: one game, told."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mangonel.cli.options import Everything, Json, Lang, declared, given, new_file, option, speak
from mangonel.cli.output import check_target, print_json, write_last
from mangonel.cli.setting import Subject
from mangonel.errors import DataError
from mangonel.rules.dice import Die
from mangonel.rules.words import say, words

if TYPE_CHECKING:
    from mangonel.engine.process import Process
    from mangonel.engine.trace import Trace


@declared()
def command(
    *,
    subject: Subject,
    seed: int = option("Seed of the dice.", type=click.IntRange(0), default=0),
    dice: str | None = option(
        "Use these dice instead, for example 3,10,7, or 5+6 for two at once; 0 on a ten-sided die is 10 "
        "where it counts from 1."
    ),
    turns: int | None = option("Stop after so many turns.", type=click.IntRange(1)),
    picture: Path | None = option(
        "Draw the game as a map, a frame a turn, into an animated SVG file.", "--svg", type=new_file, metavar="FILE"
    ),
    still: bool = option("With --svg: eight frames of it beside each other, for paper."),
    force: bool = option("Replace the SVG file if it exists."),
    everything: Everything,
    lang: Lang,
    as_json: Json,
) -> None:
    """Play one game of SCENARIO (a name or a file) and tell it in the game's words.

    Rolls of a turn that come to nothing are one line; --all shows each.

    {examples}
    """
    from mangonel.engine.owners import naming
    from mangonel.engine.trace import DiceRanOutError, told_in_lines

    if dice is not None and given("seed"):
        raise click.UsageError("--seed and --dice do not go together: the dice are given")
    if still and picture is None:
        raise click.UsageError("--still goes with --svg")
    speak(lang, as_json=as_json)
    check_target(picture, force=force)
    loaded, rule_set, sequence = subject.loaded
    try:
        game = _played(sequence, dice, seed=seed, turns=turns)
    except DiceRanOutError as error:
        # The events so far are told before the error.
        if not as_json:
            with naming(sequence.sides):
                for line in told_in_lines(error.events, sequence.unit, sequence.game):
                    click.echo(line.text)
        raise
    title = f"{words().translated(loaded.title)}, {words().translated(rule_set.title)}"
    if picture is not None:
        from mangonel.document.trace_map import trace_svg

        write_last({picture: trace_svg(game, title, still=still)}, force=force)
    if as_json:
        print_json(asdict(game) | {"rules": rule_set.id, "digest": rule_set.digest})
        return
    click.echo(f"{title} [{rule_set.id} {rule_set.digest}]")
    if loaded.note:
        click.echo(words().translated(loaded.note))
    click.echo(say("told.dice_given") if dice is not None else say("told.seed", seed=seed))
    for text in game.lines(folded=not everything):
        click.echo(text)


def _played(sequence: Process, dice: str | None, *, seed: int, turns: int | None) -> Trace:
    """Play a game with seeded dice or with those that are written down, ``3,0,5+6``, as each roll reads them."""
    from mangonel.engine.trace import play_trace

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

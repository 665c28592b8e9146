"""``mangonel odds``: one roll in one situation, exactly."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

import click

from mangonel.cli.options import (
    Beside,
    Everything,
    Group,
    Json,
    Lang,
    TellingGroup,
    argument,
    either,
    given,
    of_game,
    option,
    speak,
)
from mangonel.cli.output import in_colour, print_json, terminal_width
from mangonel.document.rolls import answers_told
from mangonel.document.text import plain
from mangonel.errors import DataError
from mangonel.games.question import Answer, Parameter, Question, with_dice
from mangonel.games.system import System, check_rules, systems, usual_system
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import RuleSet

_TRIALS = option("Also roll N dice and show the result.", type=click.IntRange(1, 10**11))
_SEED = option("Seed of those dice.", type=click.IntRange(0), default=0)
_RULES = "Rule set, or a file of your own; repeat it to see several side by side."
_SHARED = {"everything": Everything, "lang": Lang, "as_json": Json}


def _command_of(system: System, question: Question) -> click.Command:

    def ask(
        names: tuple[str, ...],
        as_json: bool,
        trials: int | None = None,
        seed: int = 0,
        everything: bool = False,
        lang: str = "en",
        ratio: tuple[str, ...] = (),
        **values: Any,
    ) -> None:
        speak(lang, as_json=as_json)
        if question.ratio is not None:
            values |= _in_a_word(question, ratio, values)
        keys = {parameter.key: parameter.name for parameter in question.parameters} | {"trials": "trials"}
        if text := question.refuses({name for key, name in keys.items() if given(key)}, **values):
            raise click.UsageError(text)
        if trials is None and given("seed"):
            raise click.UsageError("--seed goes with --trials: without them no dice are rolled")
        answers = [_answer(question, check_rules(load_rules(name), system), values, trials, seed) for name in names]
        if as_json:
            documents = [answer.to_dict() for answer in answers]
            print_json(documents[0] if len(documents) == 1 else documents)
            return
        width = terminal_width()
        blocks = answers_told(answers, width, everything=everything, colour=in_colour())
        click.echo(plain(blocks, width=width))

    params: list[click.Parameter] = []
    if question.ratio is not None:
        params.append(argument(metavar="[A:B]").parameter("ratio", tuple[str, ...], required=False))
    params += [_option(system, each, in_a_word=each.name in (question.ratio or ())) for each in question.parameters]
    params += [
        get_args(Beside)[1].parameter("names", tuple[str, ...], default=(system.rules,), help=_RULES),
        *(get_args(hint)[1].parameter(name, get_args(hint)[0]) for name, hint in _SHARED.items()),
    ]
    if question.roll is not None:
        params += [_TRIALS.parameter("trials", int), _SEED.parameter("seed", int)]
    return click.Command(question.name, help=question.help, params=params, callback=ask)


def _answer(question: Question, rules: RuleSet, values: Mapping[str, Any], trials: int | None, seed: int) -> Answer:
    """Return an answer; errors name the option: the one of their path, or the only one that has their value."""
    try:
        answer = question.answered(rules, values)
    except DataError as error:
        by_name = {parameter.name: values[parameter.key] for parameter in question.parameters}
        guilty = [name for name in by_name if name == error.path.partition(" ")[0]]
        if not error.path:
            guilty = [name for name, value in by_name.items() if _is_among(error.value, value)]
        if error.file is not None or len(guilty) != 1:
            raise
        raise error.at(f"--{error.path or guilty[0]}") from None
    if trials is None or question.roll is None:
        return answer
    from mangonel.engine.keeping import ends_as_interrupted

    with ends_as_interrupted():
        return with_dice(answer, question.roll(rules, **values), trials, seed)


def _is_among(value: object, given: object) -> bool:
    """Tell whether a value was given, or is one of several given; no flag is a number."""
    entries = given if isinstance(given, tuple) else (given,)
    return value is not None and any(type(entry) is type(value) and entry == value for entry in entries)


def _in_a_word(question: Question, ratio: tuple[str, ...], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values in one word, ``8+6:5``, or see that options gave them.

    It is a UsageError if it is said twice, or not at all, or the word is no such word.
    """
    assert question.ratio is not None
    keys = [next(each.key for each in question.parameters if each.name == name) for name in question.ratio]
    if not ratio:
        for name, key in zip(question.ratio, keys, strict=True):
            if not values[key]:
                raise click.UsageError(f"missing option '--{name}'; or say both as 8:3", click.get_current_context())
        return {}
    word = " ".join(ratio)
    if twice := given(*keys):
        raise click.UsageError(f"{word} says {' and '.join(question.ratio)}: it takes no {either(twice)}")
    match = re.fullmatch(r"([0-9]{1,4}(?:\+[0-9]{1,4})*):([0-9]{1,4}(?:\+[0-9]{1,4})*)", word)
    if match is None:
        # Two numbers with something else between them are meant as a ratio.
        meant = re.sub(r"^([\d+]+)[^\d+]+([\d+]+)$", r"\1:\2", word)
        form = "8:3, or 8+6:5 for two who attack together" if meant == word else meant
        raise DataError(f"write it as {form}", path="A:B", value=word)
    return {key: tuple(map(int, side.split("+"))) for key, side in zip(keys, match.groups(), strict=True)}


def _option(system: System, one: Parameter, *, in_a_word: bool) -> click.Parameter:
    flags = [f"--{name}" for name in (one.name, *one.also)]
    if one.kind == "flag":
        return option(one.help, *flags).parameter(one.key, bool)
    # To click a default of None is one, and nothing would be missing.
    usual = {} if one.default is None else {"default": one.default, "show_default": True}
    limited = one.lowest is not None or one.highest is not None
    number = click.IntRange(one.lowest, one.highest) if limited else click.INT
    return click.Option(
        [*flags, one.key],
        type=number if one.kind == "number" else click.STRING,
        required=one.required and not in_a_word,
        multiple=one.several,
        metavar=one.metavar,
        shell_complete=of_game(system.id, one.names) if one.names else None,
        help=one.help,
        **usual,
    )


class _Questions(TellingGroup):
    """The questions of all games by their names, and a group of each game's own where there are several games.

    A question of several games is asked of the usual one, if it is among them.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        games = systems()
        names = sorted(name for name, own in _by_name().items() if len(own) == 1 or usual_system() in own)
        return [*names, *([system.id for system in games] if len(games) > 1 else [])]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        # Other games are not read for a question of the usual one.
        system = usual_system()
        question = _question(system, cmd_name)
        if question is None:
            own = _by_name().get(cmd_name, [])
            if len(own) > 1:
                message, games = "more than one game has this question: name the game too", [each.id for each in own]
                raise DataError(message, value=cmd_name, allowed=[f"{game} {cmd_name}" for game in games])
            if own:
                system, question = own[0], _question(own[0], cmd_name)
        if question is not None:
            return _command_of(system, question)
        game = next((system for system in systems() if system.id == cmd_name), None)
        if game is None:
            return None
        commands = {question.name: _command_of(game, question) for question in game.questions()}
        return Group(cmd_name, commands, help=f"Questions about {game.title}.")


def _question(system: System, name: str) -> Question | None:
    return next((question for question in system.questions() if question.name == name), None)


def _by_name() -> dict[str, list[System]]:
    games: dict[str, list[System]] = {}
    for system in systems():
        for question in system.questions():
            games.setdefault(question.name, []).append(system)
    return games


@click.group(cls=_Questions)
def command() -> None:
    """Exact odds of one roll on one table.

    "At least" is the chance of a result or of a worse one for the target; of a result that befalls the attacker, of a
    worse one for him.

    {examples}
    """

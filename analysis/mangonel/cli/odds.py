"""``mangonel odds``: one roll in one situation, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mangonel.cli.odds_asking import command_of
from mangonel.cli.telling import Group, TellingGroup
from mangonel.errors import DataError
from mangonel.games.system import System, systems, usual_system

if TYPE_CHECKING:
    from mangonel.games.question import Question

__all__ = ["command"]


class _Questions(TellingGroup):
    """The questions of all games by their names, and a group of each game's own where there are several games.

    A question of several games is asked of the usual one, if it is among them.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        games = systems()
        return sorted(name for name, own in _by_name().items() if len(own) == 1 or usual_system() in own) + (
            [system.id for system in games] if len(games) > 1 else []
        )

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        # Other games are not read for a question of the usual one.
        system = usual_system()
        question = _question(system, cmd_name)
        if question is None:
            own = _by_name().get(cmd_name, [])
            if len(own) > 1:
                allowed = [f"{system.id} {cmd_name}" for system in own]
                raise DataError(
                    "more than one game has this question: name the game too", value=cmd_name, allowed=allowed
                )
            if own:
                system, question = own[0], _question(own[0], cmd_name)
        if question is not None:
            return command_of(system, question)
        game = next((system for system in systems() if system.id == cmd_name), None)
        return None if game is None else Group(cmd_name, _commands(game), help=f"Questions about {game.title}.")


def _question(system: System, name: str) -> Question | None:
    return next((question for question in system.questions() if question.name == name), None)


def _by_name() -> dict[str, list[System]]:
    games: dict[str, list[System]] = {}
    for system in systems():
        for question in system.questions():
            games.setdefault(question.name, []).append(system)
    return games


def _commands(system: System) -> dict[str, click.Command]:
    return {question.name: command_of(system, question) for question in system.questions()}


@click.group(cls=_Questions)
def command() -> None:
    """Exact odds of one roll on one table.

    "At least" is the chance of a result or of a worse one for the target; of a result that befalls the attacker, of a
    worse one for him.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one

"""What an oracle of this game hands back."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from oracle.filo.dice import Dice
from oracle.filo.rules import Rules


@dataclass
class Story:
    """How a game has gone; rolls are the names of what was thrown for, and the faces."""

    ending: str
    turn: int
    measures: dict[str, int]
    tallies: dict[str, int]
    rolls: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)


Play = Callable[[Mapping[str, Any], Rules, Iterator[int]], Story]


def player(begun: Callable[[Mapping[str, Any], Rules, Dice], Any]) -> Play:
    """Return how a scenario is played as its file says it, with dice from an iterator."""

    def play(scenario: Mapping[str, Any], rules: Rules, dice: Iterator[int]) -> Story:
        game = begun(scenario, rules.changed(scenario.get("assumptions", {})), Dice(dice))
        for turn in range(1, scenario["turns"] + 1):
            game.turn(turn)
            if game.ending:
                break
        return game.story()  # type: ignore[no-any-return]

    return play

"""What an oracle hands back, and what the games of all oracles have in common: dice, turns of two halves, and counts."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Self

from oracle.men import Given, Man, count
from oracle.rules import Rules, rules_of


@dataclass
class Outcome:
    ending: str
    turn: int
    attackers_dead: int = 0
    attackers_wounded: int = 0
    defenders_dead: int = 0
    defenders_wounded: int = 0
    attackers_stunned: int = 0
    attackers_fit: int = 0
    defenders_stunned: int = 0
    defenders_fit: int = 0
    marks: int = 0
    attackers_horses: int = 0
    defenders_horses: int = 0
    engines_lost: int = 0
    tallies: Counter[str] = field(default_factory=Counter)
    events: list[str] = field(default_factory=list)
    measures: dict[str, int] = field(default_factory=dict)  # of sequences that have others than those above


@dataclass
class Game:
    """A game that is played turn by turn, and writes down its rolls."""

    setup: dict[str, Any]
    rules: Rules
    roll: Callable[..., int]
    turn: int = 0
    tallies: Counter[str] = field(default_factory=Counter)
    events: list[str] = field(default_factory=list)
    sides = ("besiegers", "defenders")

    @classmethod
    def begun(cls, setup: dict[str, Any], given: Given, roll: Callable[..., int]) -> Self:
        """Return a game set up and not yet begun."""
        game = cls(setup, rules_of(given), roll)
        game.set_up()
        return game

    def set_up(self) -> None:
        raise NotImplementedError

    def die(self, what: str) -> int:
        value = self.roll()
        self.events.append(f"T{self.turn} {what}, die {value}")
        return value

    def note(self, result: str) -> None:
        self.events[-1] += f" -> {result}"

    def tally(self, name: str) -> None:
        self.tallies[name] += 1

    def player_turn(self, side: str) -> None:
        getattr(self, f"{side}_turn")()

    def over_at_once(self) -> str | None:
        """The ending that a player turn may bring at once."""

    def end_of_turn(self) -> None:
        """Play what belongs to no side."""

    def ending(self) -> str | None:
        raise NotImplementedError

    def outcome(self, ending: str) -> Outcome:
        raise NotImplementedError

    def came(self, ending: str, **counted: Any) -> Outcome:
        return Outcome(ending, self.turn, tallies=self.tallies, events=self.events, **counted)

    def play(self) -> Outcome:
        order = self.sides if self.setup["first"] == self.sides[0] else self.sides[::-1]
        for turn in range(1, self.setup["turns"] + 1):
            self.turn = turn
            for side in order:
                self.player_turn(side)
                if ending := self.over_at_once():
                    return self.outcome(ending)
            self.end_of_turn()
            if ending := self.ending():
                return self.outcome(ending)
        return self.outcome("undecided")


def counts(attackers: Iterable[Man], defenders: Iterable[Man]) -> dict[str, int]:
    """How many of both sides are in each state, by the field of an outcome."""
    sides = {"attackers": list(attackers), "defenders": list(defenders)}
    return {f"{side}_{state}": count(men, state) for side, men in sides.items() for state in STATES}


STATES = ("dead", "wounded", "stunned", "fit")

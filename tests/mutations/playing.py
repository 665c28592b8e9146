"""Small games with their exact results, and whether a change of the rules moves them."""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path

import numpy as np

from mangonel.engine.result import Result
from mangonel.engine.run import run
from mangonel.errors import MangonelError
from mangonel.games.scenario import Scenario, build, load_scenario
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import Asked, Cell, RuleSet
from mangonel.studies.editable import EditableGame
from mutations.scenarios import SMALL

SIEGE = load_rules("siege")
_FIRST = tomllib.loads((Path(__file__).parent / "first.toml").read_text(encoding="utf-8"))
_NOISE = 1e-12
"""What sums of the same weights in another order may differ by."""


@dataclass(frozen=True, eq=False)
class Game:
    """A small scenario as its rules play it.

    Attributes
    ----------
    name
        Its name in `SMALL`.
    scenario, rules
        What is played.
    asked
        What the rule set is asked for it, up to the end or to what the rules do not allow.
    result
        The odds; None if the rules do not allow the scenario.
    """

    name: str
    scenario: Scenario
    rules: RuleSet
    asked: Asked
    result: Result | None

    @cached_property
    def editable(self) -> EditableGame | None:
        """The game as one whose dice tables can be edited; None if it is none."""
        with suppress(MangonelError):
            game = EditableGame(self.scenario, self.rules)
            assert self.result is not None
            assert not _apart(self.result, game.result())
            return game
        return None


def _played(scenario: Scenario, rules: RuleSet, asked: Asked | None = None) -> Result | None:
    """Return the odds of a scenario; None if the rules do not allow it."""
    try:
        return run(build(scenario, rules, asked), engine="exact")
    except MangonelError:
        return None


@cache
def game_of(sequence: str, name: str) -> Game:
    """Return a small game of a sequence, played once."""
    small = SMALL[sequence][name]
    scenario, rules = load_scenario(small.base).replaced(small.changes), SIEGE.replaced(options=small.options)
    assert scenario.sequence == sequence
    asked = Asked()
    return Game(name, scenario, rules, asked, _played(scenario, rules, asked))


def games(sequence: str) -> tuple[Game, ...]:
    """Return the small games of a sequence."""
    return tuple(game_of(sequence, name) for name in SMALL[sequence])


@lru_cache
def smallest_first(sequence: str) -> list[Game]:
    """Return the small games of a sequence, those first that ask for the fewest cells."""
    return sorted(games(sequence), key=lambda game: len(game.asked.cells))


def tried_first(sequence: str, case: str, every: Iterable[Game]) -> list[Game]:
    """Return games, the one first that moved a case when `first.toml` was written: it saves time and decides nothing."""
    return sorted(every, key=lambda game: game.name != _FIRST.get(sequence, {}).get(case))


def moves(asking: list[Game], change: Callable[[RuleSet], Iterable[RuleSet]]) -> bool:
    """Tell whether a change moves any number of any of some games.

    Parameters
    ----------
    asking
        The games. One that moves goes to the front, for the next cell is often asked for in the same place.
    change
        Returns the rule sets that a rule set may become.

    Notes
    -----
    That a scenario is refused moves it, too.
    """
    for game in asking:
        for rules in change(game.rules):
            other = _played(game.scenario, rules)
            if game.result is not None if other is None else _apart(game.result, other):
                asking.remove(game)
                asking.insert(0, game)
                return True
    return False


def moves_weighed(every: Iterable[Game], cell: Cell) -> Iterator[tuple[Game, str, Result]]:
    """Yield games that another letter in a cell moves, with the letter and their odds, by tables that are learnt once."""
    for game in every if SIEGE.tables[cell[0]].kind == "die" else ():
        if cell in game.asked.cells and game.editable is not None:
            for letter in game.editable.letters.get(cell, ()):
                edited = game.editable.edited({cell: letter})
                if edited is not None and _apart(game.result, edited):
                    yield game, letter, edited


def plays_as_weighed(cell: Cell, game: Game, letter: str, edited: Result) -> bool:
    """Tell whether a game played by rules with a letter in a cell has the odds that were weighed."""
    played = _played(game.scenario, game.rules.replaced(cells=[CellChange(*cell, letter)]))
    return played is not None and not _apart(played, edited)


def _apart(one: Result | None, other: Result) -> bool:
    if one is None:
        return True
    names = [(each.endings, each.measures, each.tallies) for each in (one, other)]
    if names[0] != names[1]:
        return True
    here, there = (
        dict(zip(map(tuple, each.outcomes.tolist()), each.weights.tolist(), strict=True)) for each in (one, other)
    )
    if any(abs(here.get(key, 0.0) - there.get(key, 0.0)) > _NOISE for key in {*here, *there}):
        return True
    if not np.allclose(one.tally_means, other.tally_means, rtol=0, atol=_NOISE):
        return True
    pairs = zip(one.watched, other.watched, strict=True)
    return any(
        mine.shares.shape != its.shares.shape or not np.allclose(mine.shares, its.shares, rtol=0, atol=_NOISE)
        for mine, its in pairs
    )

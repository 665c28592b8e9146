"""Cases worked by hand of ¡Al filo de la Espada!, played by the oracle and by the package with the same dice."""

import copy
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from games.filo_twins import story_of
from mangonel.engine.process import Process
from mangonel.engine.result import Result
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.games.filo.keys import Kind
from mangonel.games.filo.system import SYSTEM
from mangonel.games.reading import read
from mangonel.games.roster import load_roster
from mangonel.games.scenario import Scenario, build
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet
from oracle.filo.rules import Rules
from oracle.filo.story import Story

HERE = Path(__file__)
TEN = 10


def as_scenario(sequence: str, content: Mapping[str, Any]) -> Scenario:
    """Return the scenario that a file of this content would be."""
    roster = load_roster(SYSTEM.usual_roster, HERE.parent, SYSTEM.id, Kind)
    setup = read(SYSTEM.playables()[sequence].keys, Node(dict(content), file=HERE), roster)
    return Scenario("worked by hand", sequence, "", roster, setup, {}, HERE, content)


def our_rules(rules: Rules) -> RuleSet:
    """Return rules of the oracle as the package has them."""
    changed = [CellChange(*place, value) for place, value in rules.changes.items()]
    return shipped().replaced(options=dict(rules.options)).replaced(cells=changed)


@cache
def shipped() -> RuleSet:
    return load_rules("filo")


class Kept:
    """Faces of dice that are remembered as they are taken."""

    def __init__(self, faces: Iterator[int]) -> None:
        self.left, self.taken = faces, []

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        self.taken.append(next(self.left))
        return self.taken[-1]


class Both:
    """A sequence as oracle and package play it."""

    def __init__(self, sequence: str) -> None:
        self.sequence = sequence
        self.oracle: Callable[..., Story] = import_module(f"oracle.filo.{sequence.replace('-', '_')}").play
        self._known: tuple[Any, Rules, Process] | None = None

    def __call__(self, content: Mapping[str, Any], rules: Rules, faces: Iterator[int]) -> Story:
        """Play with these faces by both, see that they tell the same and take as many, and return what the oracle tells."""
        kept = Kept(iter(faces))
        story = self.oracle(content, rules, kept)
        left = iter(kept.taken)
        # The package is handed dice that count from 1.
        game = play_trace(self.built(content, rules), dice=lambda sides: next(left) + (sides == TEN))
        assert story_of(game) == story, list(game.lines())
        assert next(left, None) is None, "the oracle throws more dice"
        return story

    def built(self, content: Mapping[str, Any], rules: Rules) -> Process:
        """Return the sequence that plays a scenario; the last one is known, for what is asked of all dice."""
        if self._known is None or self._known[0] != content or self._known[1] is not rules:
            made = build(as_scenario(self.sequence, content), our_rules(rules))
            self._known = copy.deepcopy(content), rules, made
        return self._known[2]

    def exactly(self, content: Mapping[str, Any], rules: Rules) -> Result:
        """Return the odds of the package alone."""
        return run(self.built(content, rules), engine="exact")

"""The scalar oracles of the tests, ready to be timed: plain Python, a game at a time."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module

from mangonel.engine.trace import play_trace
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.scenario import Scenario, build
from systems import filo_twins, twins
from systems.registry import twin_of

__all__ = ["oracle_games"]


def oracle_games(scenario: Scenario, rules: RuleSet, games: int) -> tuple[Callable[[], object], Callable[[], float]]:
    """Return what plays so many games by the oracle, and what tells the dice of a game after that."""
    return (_of_filo if scenario.system.id == "filo" else _of_cryhavoc)(scenario, rules, games)


def _of_cryhavoc(scenario: Scenario, rules: RuleSet, games: int) -> tuple[Callable[[], object], Callable[[], float]]:
    other = twin_of(scenario.sequence)
    setup, options = other.setup(scenario.setup), twins.oracle_rules(rules, scenario)
    draw, rolled, played = random.Random(1), [0], [0]

    def die(sides: int = 10) -> int:
        rolled[0] += 1
        return draw.randint(1, sides)

    def play() -> None:
        for _ in range(games):
            other.oracle(setup, options, die)
        played[0] += games

    return play, lambda: rolled[0] / played[0]


def _of_filo(scenario: Scenario, rules: RuleSet, games: int) -> tuple[Callable[[], object], Callable[[], float]]:
    """Draw games beforehand: these oracles are handed the faces that come up."""
    sequence, draw = build(scenario, rules), random.Random(1)
    drawn = [
        [
            face
            for _, shown in filo_twins.thrown(play_trace(sequence, dice=lambda sides: draw.randint(1, sides)))
            for face in shown
        ]
        for _ in range(games)
    ]
    told = filo_twins.oracle_rules(rules.replaced(options=scenario.assumptions))
    oracle = import_module(f"oracle.filo.{scenario.sequence.replace('-', '_')}").play

    def play() -> None:
        for faces in drawn:
            oracle(scenario.content, told, iter(faces))

    return play, lambda: sum(map(len, drawn)) / games

"""Scripted dice for the tests of the oracles, and every course a short game can take."""

import copy
import tomllib
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from oracle.outcome import Outcome
from oracle.rules import read_rules

Setup = dict[str, Any]
Play = Callable[..., Outcome]
NO_ATTACK = {"attack_from": "12-1+"}
_KINDS = tomllib.loads(Path(__file__).with_name("midgame").joinpath("melee.toml").read_text(encoding="utf-8"))["kinds"]
SERGEANT, KNIGHT = (_KINDS[name] for name in ("sergeant", "knight"))


class _NoDiceLeftError(Exception):
    pass


class Dice:
    """Scripted dice; asking for one too many is an error."""

    def __init__(self, *values: int) -> None:
        self.left = list(values)

    def __call__(self) -> int:
        if not self.left:
            raise _NoDiceLeftError
        return self.left.pop(0)


def changed(base: Setup, changes: Setup) -> Setup:
    setup = copy.deepcopy(base)
    for key, value in changes.items():
        setup[key] = changed(setup[key], value) if isinstance(value, dict) and key in setup else value
    return setup


def named(options: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in options.items()}


def every_course(play: Play, setup: Setup, of: Callable[[Outcome], Any], **options: str) -> dict[Any, Fraction]:
    """The chances of everything that can happen, from all dice there can be."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    waiting: list[tuple[int, ...]] = [()]
    rules = read_rules(options=named(options))
    while waiting:
        values = waiting.pop()
        try:
            outcome = play(setup, rules, Dice(*values))
        except _NoDiceLeftError:
            waiting += [(*values, face) for face in range(1, 11)]
        else:
            found[of(outcome)] += Fraction(1, 10 ** len(values))
    return dict(found)

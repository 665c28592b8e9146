"""A bombardment's scenario and rule set, looked up once for all phases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.bombardment import Battery, BombardmentSetup, Group, WallHex
from mangonel.systems.cryhavoc.rolls.table_rolls import table_roll
from mangonel.systems.cryhavoc.situations.walls import batter_situation, battered_as, battering_effect, marks_to_breach
from mangonel.systems.possible import possible

__all__ = ["BombardmentGame", "Target", "bombardment_game"]


@dataclass(frozen=True)
class Target:
    """A wall hex as the phases see it."""

    name: str
    need: int
    """Marks that bring it down."""
    opened_by: tuple[tuple[int, int], ...] | None
    """Places of hexes and the marks one of which has to have so many; None if it may be shot at from the start."""
    roll: Roll
    """What is rolled for it, its situations numbered as `BombardmentGame.points`."""


@dataclass(frozen=True)
class BombardmentGame:
    """Everything the phases of a bombardment look up.

    What shoots at a hex, and what is under repair, is one number, its *code*; 0 is nothing. Under ``engine-repair`` =
    ``engines`` it stands for a group of light and heavy engines, under ``points`` for so many points. The code of two
    groups together is the sum of their codes.
    """

    setup: BombardmentSetup
    targets: tuple[Target, ...]
    """The wall hexes."""
    by_engines: bool
    """Whether whole engines are under repair."""
    light: NDArray[np.int16]
    heavy: NDArray[np.int16]
    points: NDArray[np.int16]
    """`light`, `heavy`, `points`: what a code stands for; engines are 0 where points are repaired. Shape (codes,)."""
    plans: NDArray[np.int16]
    """Code of what shoots at the first, second, ... hex that may be shot at, by the number of those hexes and by what
    is under repair. Shape (hexes + 1, codes, hexes)."""
    damage: NDArray[np.int8]
    """Marks by outcome of the roll. Shape (outcomes,)."""
    losses: NDArray[np.int16]
    """Points that the engines lose, by what has shot and by outcome. Shape (codes, outcomes)."""
    repairs: NDArray[np.int16]
    """Code of what is under repair then. Shape (codes, outcomes)."""

    @property
    def most_marks(self) -> int:
        """Marks that the hexes can take together."""
        return sum(target.need for target in self.targets)


def bombardment_game(setup: BombardmentSetup, rules: RuleSet) -> BombardmentGame:
    """Look up everything a bombardment needs."""
    battery = Battery.of(rules, setup.light, setup.heavy)
    by_engines = rules.choice("engine-repair") == "engines"
    total = battery.points((setup.light, setup.heavy))
    groups: Sequence[Group] = battery.groups() if by_engines else [(0, 0)] * (total + 1)
    points = [battery.points(group) for group in groups] if by_engines else list(range(total + 1))
    needs = [marks_to_breach(rules, spot.wall) for spot in setup.hexes]
    letters = _letters(rules)
    targets = []
    for place, (spot, need) in enumerate(zip(setup.hexes, needs, strict=True)):
        if spot.marks >= need:
            path = f"hexes.{place + 1}.marks"
            raise DataError("the hex is down by so many marks already", path=path, value=spot.marks)
        opened_by = _opened_by(setup.hexes, needs, place, rules.choice("keep-bombardment-condition"))
        targets.append(Target(spot.name, need, opened_by, _roll(rules, spot, points, letters)))
    effects = [battering_effect(letter) for letter in letters]
    losses = [[min(loss, most) for _, loss in effects] for most in points]
    if by_engines:
        repairs = [
            [groups.index(battery.damaged(group, loss, setup.damaged)) for loss in row]
            for group, row in zip(groups, losses, strict=True)
        ]
        plans = _plans_of_engines(battery, groups, len(targets), setup.allocation)
    else:
        repairs = losses
        plans = _plans_of_points(battery, len(targets), setup.allocation)
    return BombardmentGame(
        setup=setup,
        targets=tuple(targets),
        by_engines=by_engines,
        light=_numbers([light for light, _ in groups]),
        heavy=_numbers([heavy for _, heavy in groups]),
        points=_numbers(points),
        plans=plans,
        damage=np.array([min(damage, 1) for damage, _ in effects], dtype=np.int8),
        losses=_numbers(losses),
        repairs=_numbers(repairs),
    )


def _numbers(values: Any) -> NDArray[np.int16]:
    return np.array(values, dtype=np.int16)


def _letters(rules: RuleSet) -> tuple[str, ...]:
    """Return the results of the battering table by code, the one without effect first."""
    table = rules.table("battering")
    return ("-", *(letter for letter in table.result_codes if letter != "-"))


def _roll(rules: RuleSet, spot: WallHex, points: Sequence[int], letters: Sequence[str]) -> Roll:
    situations = [
        possible(partial(batter_situation, rules, points=number, target=battered_as(spot.wall))) for number in points
    ]
    return table_roll("bombardment", situations, letters)


def _opened_by(
    hexes: Sequence[WallHex], needs: Sequence[int], place: int, keep: str
) -> tuple[tuple[int, int], ...] | None:
    """Return the hexes one of which opens the way to the hex at `place`, and the marks that it must have."""
    spot = hexes[place]
    if spot.wall in {"outer", "tower"}:
        return None
    if spot.wall == "keep" and keep == "keep-damaged":
        return tuple(
            (other, 1) for other, hex_before in enumerate(hexes) if hex_before.wall == "keep" and other != place
        )
    if spot.before is not None:
        return ((spot.before, needs[spot.before]),)
    return tuple(
        (other, needs[other]) for other, hex_before in enumerate(hexes) if hex_before.wall in {"outer", "tower"}
    )


def _plans_of_engines(battery: Battery, groups: Sequence[Group], hexes: int, policy: str) -> NDArray[np.int16]:
    code = {group: number for number, group in enumerate(groups)}
    plans = np.zeros((hexes + 1, len(groups), hexes), dtype=np.int16)
    for targets in range(1, hexes + 1):
        for number, (light, heavy) in enumerate(groups):
            aims = battery.allotted((battery.light - light, battery.heavy - heavy), targets, policy)
            # Engines too weak for any column do not roll.
            rolling = [code[aim] if battery.columns[battery.points(aim)] else 0 for aim in aims]
            plans[targets, number, :targets] = rolling
    return plans


def _plans_of_points(battery: Battery, hexes: int, policy: str) -> NDArray[np.int16]:
    total = len(battery.columns) - 1
    plans = np.zeros((hexes + 1, total + 1, hexes), dtype=np.int16)
    for targets in range(1, hexes + 1):
        aims = battery.allotted((battery.light, battery.heavy), targets, policy)
        for missing in range(total + 1):
            shot = battery.less(aims, missing)
            plans[targets, missing, :targets] = [number if battery.columns[number] else 0 for number in shot]
    return plans

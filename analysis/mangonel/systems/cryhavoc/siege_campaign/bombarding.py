"""One day of bombardment: the phases that a siege can be made of."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.odds.counted import counted
from mangonel.systems.cryhavoc.keys.words import in_note
from mangonel.systems.cryhavoc.siege_campaign.bombarded import BombardmentGame, Target

__all__ = ["day_columns", "day_phases", "day_tallies", "hexes_down"]


def day_columns(game: BombardmentGame) -> list[Column]:
    """Return what is remembered from day to day: ``marks`` of each hex and ``repair``; ``aim`` is 0 over night."""
    size, codes = len(game.targets), len(game.points)
    most = max(target.need for target in game.targets)
    return [
        Column("marks", most, tuple(spot.marks for spot in game.setup.hexes), size),
        Column("repair", codes - 1),
        Column("aim", codes - 1, 0, size),
    ]


def day_tallies(game: BombardmentGame, *, in_full: bool = True) -> tuple[str, ...]:
    """Return the counters that the phases of a day add to."""
    few = ("rolls", "damages", "points_damaged")
    return (*few, "idle_days", *(f"down:{target.name}" for target in game.targets)) if in_full else few


def day_phases(
    game: BombardmentGame, goes: Callable[[State], Mask] | None = None, *, in_full: bool = True
) -> list[Phase]:
    """Return the phases of a day: the engines are allotted, then each hex is shot at (bombardment, one day).

    They are used in the rows that `goes` returns, in all if it is None; `in_full` keeps all counters of `day_tallies`.
    They end nothing. ``aim`` tells after the first of them what shoots at which hex, and is 0 after the last; what is
    damaged today is in ``repair`` then. Engines that were under repair are whole, whether they are used or not.
    """
    return [
        Phase("engines are allotted", _allot(game, goes, in_full=in_full)),
        *(_shooting(game, place, in_full=in_full) for place in range(len(game.targets))),
    ]


def hexes_down(game: BombardmentGame, marks: NDArray[np.integer]) -> NDArray[np.int8]:
    """Return how many hexes are down, from the marks of each. Shapes (hexes, rows) and (rows,)."""
    down = np.zeros(marks.shape[1], dtype=np.int8)
    for target, have in zip(game.targets, marks, strict=True):
        down += have >= target.need
    return down


def _may_be_shot_at(target: Target, place: int, marks: NDArray[np.integer]) -> Mask:
    standing: Mask = marks[place] < target.need
    if target.opened_by is None:
        return standing
    opened: Mask = np.zeros_like(standing)
    for other, enough in target.opened_by:
        opened |= marks[other] >= enough
    return standing & opened


def _allot(
    game: BombardmentGame, goes: Callable[[State], Mask] | None, *, in_full: bool
) -> Callable[[State, Dice], None]:
    """Allot the engines at hand, and let those under repair be whole again (bombardment, one day, 1 and 3)."""
    _, codes, size = game.plans.shape
    plans = game.plans.reshape(-1)

    def allot(s: State, dice: Dice) -> None:
        open_hexes = np.array([_may_be_shot_at(target, place, s.marks) for place, target in enumerate(game.targets)])
        used = np.ones(s.size, dtype=np.bool_) if goes is None else goes(s)
        open_hexes &= used
        number = open_hexes.sum(axis=0, dtype=np.int32)
        plan = (number * codes + s.repair) * size
        rank = np.zeros(s.size, dtype=np.int32)
        for aim, is_open in zip(s.aim, open_hexes, strict=True):
            aim[...] = plans.take((plan + rank) * is_open) * is_open
            rank += is_open
        _tell_plan(game, s, dice, used)
        if in_full:
            s.idle_days += ~s.aim.any(axis=0)
        s.repair = 0

    return allot


def _tell_plan(game: BombardmentGame, s: State, dice: Dice, used: Mask) -> None:
    dice.note(f"under repair: {_group_words(game)}", (s.repair > 0) & used, *_group_values(game, s.repair))
    for target, aim in zip(game.targets, s.aim, strict=True):
        dice.note(f"at {in_note(target.name)}: {_group_words(game)}", aim > 0, *_group_values(game, aim))
    dice.note("nobody shoots", used & ~s.aim.any(axis=0))


def _group_words(game: BombardmentGame) -> str:
    kinds = ", ".join(f"{{}} {name}" for name, _ in _kinds(game))
    return f"{kinds} ({{:point}})" if kinds else "engines of {:point}"


def _group_values(game: BombardmentGame, codes: NDArray[np.integer]) -> list[NDArray[np.int16]]:
    return [number.take(codes) for number in (*(numbers for _, numbers in _kinds(game)), game.points)]


def _kinds(game: BombardmentGame) -> list[tuple[str, NDArray[np.int16]]]:
    """Return the kinds of engines that there are, with what a code says of each; none where points are repaired."""
    return [(name, numbers) for name, numbers in (("light", game.light), ("heavy", game.heavy)) if numbers.any()]


def _shooting(game: BombardmentGame, place: int, *, in_full: bool) -> Phase:
    """Return the roll at one target (bombardment, one day, 2)."""
    target = game.targets[place]
    name = in_note(target.name)
    outcomes = len(game.damage)
    losses, repairs = game.losses.reshape(-1), game.repairs.reshape(-1)

    def shoot(s: State, dice: Dice) -> None:
        aim, marks = s.aim[place], s.marks[place]
        shot = aim > 0
        result = dice.roll(target.roll, shot, aim, who=target.name)
        hit = game.damage.take(result) * shot
        marks += hit
        damage = aim.astype(np.int32) * outcomes + result
        lost = repairs.take(damage)
        s.repair += lost
        down = (hit > 0) & (marks == target.need)
        s.rolls += shot
        s.damages += hit
        s.points_damaged += losses.take(damage)
        if in_full:
            tally = getattr(s, f"down:{target.name}")
            tally += down
        dice.note(f"{name} has {{}} of {counted(target.need, 'D mark')}", (hit > 0) & ~down, marks)
        dice.note(f"{name} is down", down)
        dice.note(f"damaged, under repair tomorrow: {_group_words(game)}", lost > 0, *_group_values(game, lost))
        aim[...] = 0

    return Phase(f"shots at {target.name}", shoot, lambda s: s.aim[place] > 0)

"""Missile phases of the ladder assault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.ladder.along import in_sight
from mangonel.systems.cryhavoc.ladder.board import (
    DEFENDER_WOUNDED,
    NOBODY,
    able_defender,
    besieger,
    defender,
    neighbours,
)
from mangonel.systems.cryhavoc.ladder.game import CARRIERS, LadderGame, TargetRoll
from mangonel.systems.cryhavoc.ladder.nerves import with_panic
from mangonel.systems.cryhavoc.ladder.oil import strike_party
from mangonel.systems.cryhavoc.ladder.posts import Climber
from mangonel.systems.cryhavoc.ladder.wall_posts import Guard, OnWall
from mangonel.systems.cryhavoc.rolls.blows import Blow
from mangonel.systems.cryhavoc.situations.missile import shoots_twice

__all__ = ["covering_phases", "defending_phases"]


def covering_phases(game: LadderGame, part: int) -> list[Phase]:
    """Return the shots of the covering archers in missile phase `part` (1 or 2) of the besiegers."""
    covering = game.setup.covering
    if game.setup.policies.cover_fire == "never" or not _shoots(game, covering.men, covering.weapon, part):
        return []
    return [
        Phase(f"besiegers' missiles {part}, covering archer {number + 1}", _covering_shot(game, part))
        for number in range(covering.men)
    ]


def _covering_shot(game: LadderGame, part: int) -> Callable[[State, Dice], None]:
    setup, shots = game.setup, game.covering
    assert shots is not None
    # Driven off he is away from the wall, whatever room there is beside it.
    guards = [Guard(game, number, leaves=True) for number in game.hexes]

    def shoot(s: State, dice: Dice) -> None:
        free = np.ones(s.size, dtype=np.bool_)
        if setup.policies.cover_fire == "approach":
            free &= ~_somebody_climbs(game, s, part)
        targets = []
        for number in range(setup.width):
            # Nobody shoots at a man who has one of the shooter's side beside him at the same height.
            mine = defender(s.hex[number]) & free
            if number < setup.ladders:
                mine &= s.climber[number] == 0
            for other in neighbours(number, setup.width):
                mine &= ~besieger(s.hex[other])
            free &= ~mine
            targets.append(mine)
        rolling = np.logical_or.reduce(targets)
        if not rolling.any():
            return
        for number, mine in enumerate(targets):
            dice.note(f"covering archer aims at the man on wall hex {number + 1}", mine)
        blow = shots.effects.target.blow(dice.roll(shots.roll, rolling, who="covering archer"))
        s.cover_shots += rolling
        s.cover_hits += blow.hits
        for guard, mine in zip(guards, targets, strict=True):
            if mine.any():
                guard.suffer(s, dice, blow.on(mine))

    return shoot


def _somebody_climbs(game: LadderGame, s: State, part: int) -> Mask:
    """Return where a man is on a ladder or could climb one in this player turn: no time to empty the hex before him."""
    tables = game.tables
    somebody = np.zeros(s.size, dtype=np.bool_)
    for ladder in range(game.setup.ladders):
        fit, wounded, away = s.fit[ladder], s.wounded[ladder], s.distance[ladder]
        climbs = (fit > 0) & (tables.fit_allowance >= tables.climb)
        climbs |= (wounded > 0) & (tables.wounded_allowance >= tables.climb)
        upright = s.upright[ladder] == 1
        somebody |= upright & (climbs | (s.climber[ladder] != NOBODY))
        if part == 1:
            left = np.where(
                fit >= CARRIERS, tables.carry_fit.reached.take(away), tables.carry_wounded.reached.take(away)
            )
            somebody |= ~upright & (fit + wounded >= CARRIERS) & (left == 0)
    return somebody


def defending_phases(game: LadderGame, part: int) -> list[Phase]:
    """Return the shots of the defenders in their missile phase `part`: towers first, then the wall."""
    phases = []
    towers = game.setup.towers
    if _shoots(game, towers.men, towers.weapon, part):
        phases += [
            Phase(
                f"defenders' missiles {part}, tower {number + 1}", _shot_at_party(game, game.towers, number, None, part)
            )
            for number in range(towers.men)
        ]
    if game.wall is not None and _shoots(game, game.setup.width, game.setup.weapon, part):
        phases += [
            Phase(
                f"defenders' missiles {part}, wall hex {number + 1}",
                _shot_at_party(game, game.wall, number, number, part),
            )
            for number in range(game.setup.width)
        ]
    return with_panic(game.nerves, phases)


def _shoots(game: LadderGame, men: int, weapon: str, part: int) -> bool:
    """Tell whether there are men with a weapon who shoot in missile phase `part`."""
    return men > 0 and (part == 1 or shoots_twice(game.rules, weapon))


def _shot_at_party(
    game: LadderGame, shots: TargetRoll, number: int, stands: int | None, part: int
) -> Callable[[State, Dice], None]:
    """Return the phase of one shooter; `stands` is his hex of the wall, None for a tower."""
    setup = game.setup
    start = number % setup.ladders if setup.policies.fire == "spread" else 0
    order = [(start + step) % setup.ladders for step in range(setup.ladders)]
    at_wall = setup.policies.shoot_wall
    who = f"tower shooter {number + 1}" if stands is None else f"man on wall hex {number + 1}"

    def shoot(s: State, dice: Dice) -> None:
        others, facing = _who_shoots(game, s, stands, part)
        aim = _Aim(np.zeros(s.size, dtype=np.int16))
        if at_wall == "first":
            others = _aim_at_wall(game, s, shots, stands, others, aim)
        others = _aim_at_parties(game, s, shots, order, others, facing, aim, stands)
        if at_wall == "last":
            _aim_at_wall(game, s, shots, stands, others, aim)
        rolling = aim.somebody
        if not rolling.any():
            return
        if stands is not None:
            aim.situation += (s.hex[stands] == DEFENDER_WOUNDED) * np.int16(len(shots.reach))
            s.shot[stands] |= rolling
        _tell_aim(s, dice, who, aim)
        blow = shots.effects.target.blow(dice.roll(shots.roll, rolling, aim.situation, who=who))
        s.shots += rolling
        s.hits += blow.hits
        _hit(game, s, dice, aim, blow)

    return shoot


@dataclass
class _Aim:
    """Whom a shooter takes: the situation of his roll, and rows by ladder and by hex of the wall."""

    situation: NDArray[np.int16]
    climber: dict[int, Mask] = field(default_factory=dict)
    ground: dict[int, Mask] = field(default_factory=dict)
    wall: dict[int, Mask] = field(default_factory=dict)

    @property
    def somebody(self) -> Mask:
        """Where there is a target."""
        return np.logical_or.reduce([*self.climber.values(), *self.ground.values(), *self.wall.values()])


def _aim_at_wall(game: LadderGame, s: State, shots: TargetRoll, stands: int | None, free: Mask, aim: _Aim) -> Mask:
    """Let him take a besieger on the wall where he can; return where he is still free."""
    aim.wall, along = in_sight(game, s, shots, stands, free)
    aim.situation += along
    return free & (along == 0)


def _aim_at_parties(
    game: LadderGame,
    s: State,
    shots: TargetRoll,
    order: list[int],
    others: Mask,
    facing: Mask,
    aim: _Aim,
    stands: int | None,
) -> Mask:
    """Let him take a climber or a man on the ground, ladder by ladder; return where he is still free.

    Where he is `facing` a ladder he has only its climber to shoot at.
    """
    climber_first = game.setup.policies.shoot_first == "climber"
    for ladder in order:
        at_climber = others & (s.climber[ladder] != 0) & ~defender(s.hex[ladder])
        at_climber &= shots.reach[shots.climber]
        at_ground = others & (s.fit[ladder] + s.stunned[ladder] + s.wounded[ladder] > 0)
        at_ground &= shots.reach.take(s.distance[ladder])
        others = others & ~(at_climber | at_ground)
        if climber_first:
            at_ground &= ~at_climber
        else:
            at_climber &= ~at_ground
        if ladder == stands:
            at_climber |= facing & (s.climber[ladder] != 0) & bool(shots.reach[shots.climber])
        aim.situation += at_climber * np.int16(shots.climber)
        aim.situation += at_ground * s.distance[ladder]
        aim.climber[ladder], aim.ground[ladder] = at_climber, at_ground
    return others


def _who_shoots(game: LadderGame, s: State, stands: int | None, part: int) -> tuple[Mask, Mask]:
    """Return where the shooter is free to choose a target, and where he has only the climber before him."""
    everywhere = np.ones(s.size, dtype=np.bool_)
    if stands is None:
        return everywhere, ~everywhere
    able = able_defender(s.hex[stands])
    if part == 1:
        # Who was in a melee in the last turn shoots in the second missile phase only [1.2, phases 1 and 3].
        able &= s.in_melee[stands] == 0
    for other in neighbours(stands, game.setup.width):
        able &= ~besieger(s.hex[other])
    if stands >= game.setup.ladders:
        return able, ~everywhere
    upright = s.upright[stands] == 1
    facing = able & upright if game.setup.policies.facing == "shoot" else ~everywhere
    return able & ~upright, facing


def _tell_aim(s: State, dice: Dice, who: str, aim: _Aim) -> None:
    """Tell whom a shooter takes."""
    for ladder, mine in aim.climber.items():
        dice.note(f"{who} aims at the man on ladder {ladder + 1}", mine)
        away, ground = s.distance[ladder], aim.ground[ladder]
        dice.note(f"{who} aims at party {ladder + 1}, {{:hex}} from the wall", ground & (away > 0), away)
        dice.note(f"{who} aims at party {ladder + 1} at the foot of the wall", ground & (away == 0))
    for place, mine in aim.wall.items():
        dice.note(f"{who} aims at the man on wall hex {place + 1}", mine)


def _hit(game: LadderGame, s: State, dice: Dice, aim: _Aim, blow: Blow) -> None:
    """Let a shot befall whomever it was aimed at."""
    for ladder, mine in aim.climber.items():
        if mine.any():
            Climber(game, ladder).suffer(s, dice, blow.on(mine))
        at_ground = aim.ground[ladder]
        if at_ground.any():
            party = blow.on(at_ground)
            _fall_back(game, s, dice, ladder, strike_party(game, s, dice, ladder, at_ground, party), party)
    for place, mine in aim.wall.items():
        if mine.any():
            OnWall(game, place).suffer(s, dice, blow.on(mine))


def _fall_back(game: LadderGame, s: State, dice: Dice, ladder: int, driven: Mask, blow: Blow) -> None:
    """Let a party go back with the man of it who is driven back, unless he stands at the foot or it waits for him."""
    if not driven.any():
        return
    away = s.distance[ladder]
    farther = driven & (away > 0)
    if game.enough_to_hold is not None:
        # The man himself is still among them.
        farther &= s.fit[ladder] + s.wounded[ladder] <= game.enough_to_hold
    np.minimum(away + blow.hexes * farther, len(game.setup.approach), out=away, casting="unsafe")
    dice.note(f"party {ladder + 1} falls back, {{:hex}} to go", farther, away)
    holds = driven & (away > 0) & ~farther
    dice.note("he is back with his party at once", holds)
    dice.note("he is back at the foot at once", driven & ~farther & ~holds)

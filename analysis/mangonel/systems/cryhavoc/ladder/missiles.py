"""Shots of the defenders in the ladder assault (defenders, 1 and 3 of `docs/sequences/ladder-assault.md`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.ladder.board import (
    DEFENDER_WOUNDED,
    EMPTY,
    NOBODY,
    able_defender,
    besieger,
    defender,
    neighbours,
)
from mangonel.systems.cryhavoc.ladder.game import LadderGame, TargetRoll
from mangonel.systems.cryhavoc.ladder.nerves import with_panic
from mangonel.systems.cryhavoc.ladder.oil import strike_party
from mangonel.systems.cryhavoc.ladder.posts import Climber
from mangonel.systems.cryhavoc.ladder.wall_posts import OnWall
from mangonel.systems.cryhavoc.rolls.blows import Blow
from mangonel.systems.cryhavoc.situations.missile import shoots_in

__all__ = ["defending_phases"]


def defending_phases(game: LadderGame, part: int) -> list[Phase]:
    """Return the shots of missile phase `part` (1 or 2): towers first, then the wall (defenders, 1 and 3)."""
    setup, towers, title = game.setup, game.setup.towers, f"defenders' missiles {part}"
    phases = []
    if towers.men and shoots_in(game.rules, towers.weapon, part):
        phases += [
            Phase(f"{title}, tower {number + 1}", _shot(game, game.towers, number, None, part))
            for number in range(towers.men)
        ]
    if game.wall is not None and shoots_in(game.rules, setup.weapon, part):
        phases += [
            Phase(f"{title}, wall hex {number + 1}", _shot(game, game.wall, number, number, part))
            for number in game.hexes
        ]
    return with_panic(game.nerves, phases)


def _shot(
    game: LadderGame, shots: TargetRoll, number: int, stands: int | None, part: int
) -> Callable[[State, Dice], None]:
    """Return the phase of one shooter (defenders, 1 and 3); `stands` is his hex of the wall, None for a tower."""
    setup, at_wall = game.setup, game.setup.policies.shoot_wall
    first = number % setup.ladders if setup.policies.fire == "spread" else 0
    order = [(first + step) % setup.ladders for step in range(setup.ladders)]
    who = f"tower shooter {number + 1}" if stands is None else f"man on wall hex {number + 1}"

    def shoot(s: State, dice: Dice) -> None:
        free, facing = _who_shoots(game, s, stands, part)
        aim = _Aim(np.zeros(s.size, dtype=np.int16))
        if at_wall == "first":
            free = _aim_at_wall(game, s, shots, stands, free, aim)
        free = _aim_at_parties(game, s, shots, order, free, facing, aim, stands)
        if at_wall == "last":
            _aim_at_wall(game, s, shots, stands, free, aim)
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
    """Let him take the besieger on the lowest hex of the wall whom he may shoot at; return where he is still free."""
    for number in game.hexes:
        away = None if stands is None else abs(number - stands)
        if away is not None and away < 2:
            continue
        shot = shots.climber if away is None else shots.along(away)
        takes = free & besieger(s.hex[number]) & bool(shots.reach[shot])
        # Nobody shoots at a man who has one of the shooter's side beside him at the same height (EN, DE 1.44).
        for other in neighbours(number, game.setup.width):
            takes &= ~defender(s.hex[other])
        if stands is not None:
            for between in range(min(number, stands) + 1, max(number, stands)):
                takes &= s.hex[between] == EMPTY
        free = free & ~takes
        aim.wall[number] = takes
        aim.situation += takes * np.int16(shot)
    return free


def _aim_at_parties(
    game: LadderGame,
    s: State,
    shots: TargetRoll,
    order: list[int],
    free: Mask,
    facing: Mask,
    aim: _Aim,
    stands: int | None,
) -> Mask:
    """Let him take a climber or a man on the ground, ladder by ladder; return where he is still free.

    Where he is `facing` a ladder he has only its climber to shoot at.
    """
    climber_first = game.setup.policies.shoot_first == "climber"
    for ladder in order:
        at_climber = free & (s.climber[ladder] != NOBODY) & ~defender(s.hex[ladder])
        at_climber &= shots.reach[shots.climber]
        at_ground = free & (s.fit[ladder] + s.stunned[ladder] + s.wounded[ladder] > 0)
        at_ground &= shots.reach.take(s.distance[ladder])
        free = free & ~(at_climber | at_ground)
        if climber_first:
            at_ground &= ~at_climber
        else:
            at_climber &= ~at_ground
        if ladder == stands:
            at_climber |= facing & (s.climber[ladder] != NOBODY) & bool(shots.reach[shots.climber])
        aim.situation += at_climber * np.int16(shots.climber)
        aim.situation += at_ground * s.distance[ladder]
        aim.climber[ladder], aim.ground[ladder] = at_climber, at_ground
    return free


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

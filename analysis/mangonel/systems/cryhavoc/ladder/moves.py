"""Movement phases of the ladder assault: carrying, raising, climbing, crossing, and filling the wall."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.ladder.board import (
    BESIEGER_FIT,
    CLIMBER_FIT,
    CLIMBER_WOUNDED,
    DEFENDER_FIT,
    DEFENDER_WOUNDED,
    EMPTY,
    NOBODY,
    able_besieger,
    able_defender,
    defender,
    neighbours,
)
from mangonel.systems.cryhavoc.ladder.game import CARRIERS, LadderGame

__all__ = ["besiegers_move", "defenders_move"]


def besiegers_move(game: LadderGame) -> Phase:
    """Return the movement of the besiegers: make room on the wall, then ladder by ladder (besiegers, 2)."""

    def move(s: State, dice: Dice) -> None:
        sought = _seek_fight(game, s, dice) if game.setup.policies.seek_fight else np.zeros(s.size, dtype=np.bool_)
        if game.setup.policies.make_room and not sought.all():
            _make_room(game, s, dice, ~sought)
        for ladder in range(game.setup.ladders):
            standing = s.upright[ladder] == 1
            _carry(game, s, dice, ladder, ~standing)
            _climb_and_cross(game, s, dice, ladder, standing)

    return Phase("besiegers' movement", move)


def _seek_fight(game: LadderGame, s: State, dice: Dice) -> Mask:
    """Step towards the nearest defender on the wall; return where there is one (besiegers, 2, Seeking the fight).

    Who is beside him already stays: the hex towards him is not empty.
    """
    width = game.setup.width
    held = defender(s.hex)
    for up in (True, False):
        order = range(width - 2, -1, -1) if up else range(1, width)
        for number in order:
            onto = number + 1 if up else number - 1
            steps = able_besieger(s.hex[number]) & (s.hex[onto] == EMPTY)
            steps &= _nearest_is_above(held, number) if up else _nearest_is_below(held, number)
            s.hex[onto] += s.hex[number] * steps
            s.hex[number] *= ~steps
            dice.note(f"the man on wall hex {number + 1} steps towards the enemy, to hex {onto + 1}", steps)
    return np.logical_or.reduce(held)


def _nearest_is_above(held: Mask, number: int) -> Mask:
    """Return where a hex above is held by a defender, and none below that is as near."""
    nearest = np.zeros(held.shape[1], dtype=np.bool_)
    nearer = ~nearest
    for away in range(1, len(held)):
        if number - away >= 0:
            nearer = nearer & ~held[number - away]
        if number + away < len(held):
            nearest |= nearer & held[number + away]
    return nearest


def _nearest_is_below(held: Mask, number: int) -> Mask:
    """Return where a hex below is held by a defender, and none above that is nearer."""
    return np.logical_or.reduce(held[:number]) & ~_nearest_is_above(held, number)


def _make_room(game: LadderGame, s: State, dice: Dice, where: Mask) -> None:
    """Step on along the wall, the highest hex first, so that the next man can come up (besiegers, 2, Otherwise)."""
    for number in range(min(game.setup.ladders, game.setup.width - 1) - 1, -1, -1):
        steps = able_besieger(s.hex[number]) & (s.upright[number] == 1) & (s.hex[number + 1] == EMPTY) & where
        s.hex[number + 1] += s.hex[number] * steps
        s.hex[number] *= ~steps
        dice.note(f"the man on wall hex {number + 1} steps on to hex {number + 2}", steps)


def _carry(game: LadderGame, s: State, dice: Dice, ladder: int, down: Mask) -> None:
    """Carry a ladder with two able men, and raise it at the foot (besiegers, 2, Ladder down)."""
    fit, wounded, away = s.fit[ladder], s.wounded[ladder], s.distance[ladder]
    carried = down & (fit + wounded >= CARRIERS)
    if not carried.any():
        return
    tables = game.tables
    by_fit = carried & (fit >= CARRIERS)
    by_wounded = carried & ~by_fit
    lay_at_foot = away == 0
    cost = tables.carry_fit.cost.take(away) * by_fit + tables.carry_wounded.cost.take(away) * by_wounded
    reached = tables.carry_fit.reached.take(away) * by_fit + tables.carry_wounded.reached.take(away) * by_wounded
    away *= ~carried
    away += reached
    raised = carried & (away == 0)
    s.upright[ladder] |= raised
    dice.note(f"ladder {ladder + 1} is carried on, {{:hex}} to go", carried & ~raised, away)
    dice.note(f"ladder {ladder + 1} is raised", raised)
    if game.is_on("ladder-hex-points", "ladder"):
        cost = cost - tables.last * (raised & ~lay_at_foot)
    _climb_when_raised(game, s, dice, ladder, raised, lay_at_foot, cost)


def _climb_when_raised(
    game: LadderGame, s: State, dice: Dice, ladder: int, raised: Mask, lay_at_foot: Mask, cost: NDArray[Any]
) -> None:
    """Let a man climb in the move in which his ladder is raised (besiegers, 2, Climbing in the raising move).

    Where it has `lay_at_foot` before, nobody has moved; else every man of the party has spent `cost`.
    """
    fit, wounded, tables = s.fit[ladder], s.wounded[ladder], game.tables
    climbing = game.options["climb-in-raising-move"]
    if climbing == "forbidden":
        return
    if climbing == "carrier":
        # Which two carry, and who of them stands in its hex, is their owner's choice.
        _mount(s, dice, ladder, raised & (fit > 0), raised & (fit == 0))
        return
    # On the way fit men carry, because they are faster; a ladder that lies there is lifted by wounded men first.
    carriers_fit = np.where(lay_at_foot, CARRIERS - np.minimum(wounded, CARRIERS), np.minimum(fit, CARRIERS))
    fit_climbs = raised & (fit > carriers_fit) & (tables.fit_allowance - cost >= tables.climb)
    wounded_climbs = raised & ~fit_climbs & (wounded > CARRIERS - carriers_fit)
    wounded_climbs &= tables.wounded_allowance - cost >= tables.climb
    _mount(s, dice, ladder, fit_climbs, wounded_climbs)
    left = np.where(fit_climbs, tables.fit_allowance, tables.wounded_allowance) - cost - tables.climb
    _cross(game, s, dice, ladder, (fit_climbs | wounded_climbs) & (left >= tables.cross), at_once=True)


def _climb_and_cross(game: LadderGame, s: State, dice: Dice, ladder: int, standing: Mask) -> None:
    """Cross from a ladder that stood upright already, and climb it (besiegers, 2, Ladder upright)."""
    if not standing.any():
        return
    tables = game.tables
    climber = s.climber[ladder]
    able = (climber == CLIMBER_FIT) & (tables.fit_allowance >= tables.cross)
    able |= (climber == CLIMBER_WOUNDED) & (tables.wounded_allowance >= tables.cross)
    _cross(game, s, dice, ladder, standing & able, at_once=False)
    # The second man can only follow if the first has crossed in the same move.
    for _ in range(2):
        free = standing & (climber == NOBODY)
        fit_climbs = free & (s.fit[ladder] > 0) & (tables.fit_allowance >= tables.climb)
        wounded_climbs = free & ~fit_climbs & (s.wounded[ladder] > 0) & (tables.wounded_allowance >= tables.climb)
        _mount(s, dice, ladder, fit_climbs, wounded_climbs)
        needed = tables.climb + tables.cross
        far = fit_climbs & (tables.fit_allowance >= needed) | wounded_climbs & (tables.wounded_allowance >= needed)
        _cross(game, s, dice, ladder, far, at_once=True)


def _mount(s: State, dice: Dice, ladder: int, fit_climbs: Mask, wounded_climbs: Mask) -> None:
    s.fit[ladder] -= fit_climbs
    s.wounded[ladder] -= wounded_climbs
    s.climber[ladder] += CLIMBER_FIT * fit_climbs.view("i1") + CLIMBER_WOUNDED * wounded_climbs.view("i1")
    dice.note(f"a man climbs ladder {ladder + 1}", fit_climbs)
    dice.note(f"a wounded man climbs ladder {ladder + 1}", wounded_climbs)


def _cross(game: LadderGame, s: State, dice: Dice, ladder: int, where: Mask, *, at_once: bool) -> None:
    """Let the climber step onto an empty hex; in the move in which he climbed only if the rules allow it."""
    if at_once and not game.is_on("ladder-climb-and-cross", "by-allowance"):
        return
    over = where & (s.hex[ladder] == EMPTY)
    s.hex[ladder] += (s.climber[ladder] + (BESIEGER_FIT - CLIMBER_FIT)) * over
    s.climber[ladder] *= ~over
    s.crossings += over
    dice.note(f"he crosses from ladder {ladder + 1} onto the wall", over)


def defenders_move(game: LadderGame) -> Phase:
    """Return their movement: the reserve steps onto empty hexes, unarmed neighbours close up (defenders, 2)."""
    setup = game.setup
    marks = game.is_on("ladder-topple-condition", "no-move")

    def move(s: State, dice: Dice) -> None:
        # The first missile phase is over, and with it what the last melee bars a man from.
        s.in_melee = 0
        for number in range(setup.width):
            place = s.hex[number]
            empty = place == EMPTY
            if not empty.any():
                continue
            from_fit = empty & (s.reserve_fit > 0)
            from_wounded = empty & ~from_fit & (s.reserve_wounded > 0)
            s.reserve_fit -= from_fit
            s.reserve_wounded -= from_wounded
            place += DEFENDER_FIT * from_fit.view("i1") + DEFENDER_WOUNDED * from_wounded.view("i1")
            came = from_fit | from_wounded
            dice.note(f"a man of the reserve steps onto wall hex {number + 1}", came)
            if not game.pours_after_fight:
                s.attacked[number] *= ~came
            if setup.weapon == "none" and number < setup.ladders:
                came |= _close_up(game, s, dice, number, empty & ~came & (s.upright[number] == 1))
            if marks:
                s.moved[number] |= came

    return Phase("defenders' movement", move)


def _close_up(game: LadderGame, s: State, dice: Dice, number: int, gap: Mask) -> Mask:
    """Fill the gap from the higher, else the lower neighbour, if no upright ladder leans on his own hex."""
    closed = gap & False
    for other in reversed(neighbours(number, game.setup.width)):
        steps = gap & ~closed & able_defender(s.hex[other])
        if other < game.setup.ladders:
            steps &= s.upright[other] == 0
        s.hex[number] += s.hex[other] * steps
        s.hex[other] *= ~steps
        if not game.pours_after_fight:
            s.attacked[number] *= ~steps
            s.attacked[number] |= s.attacked[other] & steps
            s.attacked[other] *= ~steps
        closed |= steps
    dice.note(f"a neighbour closes up to wall hex {number + 1}", closed)
    return closed

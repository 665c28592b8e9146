"""Melee phases of the ladder assault: on the ladders, along the wall, oil and toppling."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.systems.cryhavoc.ladder.board import (
    BESIEGER_FIT,
    BESIEGER_STUNNED,
    BESIEGER_WOUNDED,
    DEFENDER_FIT,
    DEFENDER_WOUNDED,
    EMPTY,
    FIT,
    NOBODY,
    WOUNDED,
    able_besieger,
    able_defender,
    besieger,
    defender,
    hurt,
    neighbours,
    retreat_climber,
    retreat_defender,
    tell_wound,
)
from mangonel.systems.cryhavoc.ladder.nerves import with_panic
from mangonel.systems.cryhavoc.ladder.oil import has_oil, pour_below, pour_on_climber, pours_below

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.engine.state import State
    from mangonel.systems.cryhavoc.ladder.game import LadderGame
    from mangonel.systems.cryhavoc.parts.rolls import FightRoll

    Mask = NDArray[np.bool_]
    Act = Callable[[State, Dice], None]

__all__ = ["besiegers_melee", "defenders_melee"]

_A, _B, _C, _D, _E, _F = 1, 2, 3, 4, 5, 6
_T = TypeVar("_T")


def besiegers_melee(game: LadderGame) -> list[Phase]:
    """Return the besiegers' attacks on each hex that holds a defender, jointly or man by man."""
    phases: list[Phase] = []
    for number in range(game.setup.width):
        beside = neighbours(number, game.setup.width)
        ladder = number if number < game.setup.ladders else None
        groups: list[tuple[int | None, tuple[int, ...]]] = [(ladder, beside)]
        if game.setup.policies.attack == "separate":
            groups = [] if ladder is None else [(ladder, ())]
            groups += [(None, (other,)) for other in beside]
        for part, (climbing, walking) in enumerate(groups):
            name = f"besiegers' melee at wall hex {number + 1}" + (f", {part + 1}" if part else "")
            attack = Phase(name, _attack_on_hex(game, number, climbing, walking))
            # Of those who retreat the climber is the first.
            phases += with_panic(game.nerves, [attack], number)
    return phases


def _attack_on_hex(game: LadderGame, number: int, ladder: int | None, beside: tuple[int, ...]) -> Act:
    """Return the attack on the defender of a hex by the climber of `ladder` and besiegers on the hexes `beside`."""
    fight = game.climb_fight if ladder is not None else game.wall_fight
    who = f"besiegers against the man on wall hex {number + 1}"

    def attack(s: State, dice: Dice) -> None:
        place = s.hex[number]
        target = defender(place)
        part = {other: target & able_besieger(s.hex[other]) & (s.acted[other] == 0) for other in beside}
        climbing = target & (False if ladder is None else (s.climber[ladder] == FIT) | (s.climber[ladder] == WOUNDED))
        joining = np.logical_or.reduce([climbing, *part.values()])
        if not joining.any():
            return
        # Numbered as the situations of the fight roll: climber, lower, higher, then how the target defends.
        situation = np.zeros(s.size, dtype=np.int16)
        if ladder is not None:
            situation += s.climber[ladder] * climbing
        for other in (number - 1, number + 1):
            situation *= 3
            if other in part:
                situation += (s.hex[other] - (BESIEGER_FIT - 1)) * part[other]
        codes = _strike(dice, fight, situation, place - DEFENDER_FIT, joining, who)
        fought = joining & (codes >= 0)
        codes = np.maximum(codes, 0)
        if game.wall is not None:
            s.in_melee[number] |= fought
        for other, mask in part.items():
            s.acted[other] |= mask & fought
        _wound_one(game, s, dice, codes == _A, number, ladder, climbing, part)
        _attackers_retreat(game, s, dice, codes == _B, number, ladder, climbing, part)
        retreat_defender(s, dice, number, codes == _C, into_reserve=game.is_on("wall-retreat", "reserve"))
        was_fit = place == DEFENDER_FIT
        hurt(place, DEFENDER_FIT, wounded=codes == _E, stunned=codes == _D, killed=codes == _F)
        dice.note("he was hurt already and dies", ((codes == _D) | (codes == _E)) & ~was_fit)
        if ladder is not None:
            _advance(s, dice, ladder, climbing & fought & (codes >= _C) & (place == EMPTY))

    return attack


def _strike(
    dice: Dice, fight: FightRoll, situation: NDArray[np.int16], target: NDArray[np.int8], joining: Mask, who: str
) -> NDArray[np.int8]:
    """Roll where the odds allow it, -1 elsewhere; `target` is 0 for a fit man, 1 for a wounded, 2 for a stunned one."""
    situation *= 3
    situation += target
    situation *= joining
    rolling = joining & fight.allowed.take(situation)
    codes = dice.roll(fight.roll, rolling, situation, who=who)
    codes -= ~rolling
    return codes


def _wound_one(
    game: LadderGame,
    s: State,
    dice: Dice,
    where: Mask,
    number: int,
    ladder: int | None,
    climbing: Mask,
    part: dict[int, Mask],
) -> None:
    """Give the wound to one attacker, by the policy, on the wall before on the ladder."""
    left = where
    states = ((BESIEGER_FIT, FIT), (BESIEGER_WOUNDED, WOUNDED))
    for state, climber_state in _in_order(states, game.setup.policies.wound):
        for other in (number - 1, number + 1):
            if other in part:
                his = left & part[other] & (s.hex[other] == state)
                left = left & ~his
                tell_wound(dice, f"the man on wall hex {other + 1}", s.hex[other], BESIEGER_FIT, his)
                game.mourn(s, other, hurt(s.hex[other], BESIEGER_FIT, wounded=his))
        if ladder is not None:
            his = left & climbing & (s.climber[ladder] == climber_state)
            left = left & ~his
            tell_wound(dice, f"the man on ladder {ladder + 1}", s.climber[ladder], FIT, his)
            game.mourn(s, ladder, hurt(s.climber[ladder], FIT, wounded=his))


def _in_order(states: tuple[_T, _T], wound: str) -> tuple[_T, ...]:
    """Return the states fit and wounded in the order in which men take a wound."""
    return states if wound == "fit-first" else states[::-1]


def _attackers_retreat(
    game: LadderGame,
    s: State,
    dice: Dice,
    where: Mask,
    number: int,
    ladder: int | None,
    climbing: Mask,
    part: dict[int, Mask],
) -> None:
    """Make all attackers retreat: the climber down, men on the wall away from the hex they attacked."""
    if ladder is not None:
        to_foot = game.is_on("retreat-from-ladder", "foot")
        game.mourn(s, ladder, retreat_climber(s, dice, ladder, where & climbing, to_foot=to_foot))
    width = game.setup.width
    for other, mask in part.items():
        back = 2 * other - number
        beyond = 2 * back - other
        going = where & mask
        free = going & False
        if 0 <= back < width:
            free = going & (s.hex[back] == EMPTY)
            if 0 <= beyond < width:
                free &= ~defender(s.hex[beyond])
            s.hex[back] += s.hex[other] * free
            s.acted[back] |= free
            s.hex[other] *= ~free
        who = f"the man on wall hex {other + 1}"
        dice.note(f"{who} falls back along the wall", free)
        stays = going & ~free
        dice.note(f"{who} finds no room behind him", stays)
        tell_wound(dice, who, s.hex[other], BESIEGER_FIT, stays)
        game.mourn(s, other, hurt(s.hex[other], BESIEGER_FIT, wounded=stays))


def _advance(s: State, dice: Dice, ladder: int, where: Mask) -> None:
    """Step from the ladder into the hex that has become empty."""
    s.hex[ladder] += (s.climber[ladder] + (BESIEGER_FIT - FIT)) * where
    s.climber[ladder] *= ~where
    s.acted[ladder] |= where
    s.crossings += where
    dice.note(f"the man on ladder {ladder + 1} advances onto the wall", where)


def defenders_melee(game: LadderGame) -> list[Phase]:
    """Return what the defenders do in their melee phase: at the ladders, along the wall, at empty ladders."""
    setup = game.setup
    phases = [
        Phase(f"defenders' melee at ladder {ladder + 1}", _face_climber(game, ladder))
        for ladder in range(setup.ladders)
    ]
    for number in range(setup.width):
        beside = neighbours(number, setup.width)
        groups = [beside] if setup.policies.defence_attack == "joint" else [(other,) for other in beside]
        for part, walking in enumerate(groups):
            name = f"defenders' melee against wall hex {number + 1}" + (f", {part + 1}" if part else "")
            phases.append(Phase(name, _attack_besieger(game, number, walking)))
    phases = with_panic(game.nerves, phases)
    if setup.policies.topple_empty and setup.policies.facing != "shoot":
        phases += [
            Phase(f"defenders topple empty ladder {ladder + 1}", _topple_empty(game, ladder))
            for ladder in range(setup.ladders)
        ]
    return phases


def _face_climber(game: LadderGame, ladder: int) -> Act:
    """Return what the man before a climber does: oil, topple or fight."""
    policies = game.setup.policies
    no_move = game.is_on("ladder-topple-condition", "no-move")
    who = f"man on wall hex {ladder + 1}"

    def face(s: State, dice: Dice) -> None:
        place, climber = s.hex[ladder], s.climber[ladder]
        facing = able_defender(place) & (s.upright[ladder] == 1) & (climber != NOBODY)
        below = pours_below(game, s, ladder, facing)
        if not (facing | below).any():
            return
        pour_below(game, s, dice, ladder, below, who)
        facing &= ~below
        none = facing & False
        pours = facing & has_oil(game, s, ladder)
        topples = facing & ~pours if policies.facing == "topple" else none
        fights = facing & ~pours if policies.facing == "fight" else none
        if no_move:
            fights = fights | (topples & (s.moved[ladder] == 1))
            topples = topples & (s.moved[ladder] == 0)
        pour_on_climber(game, s, dice, ladder, pours, who)
        _topple(game, s, dice, ladder, topples, who)
        fought = _fight_climber(game, s, dice, ladder, fights, climber, who)
        s.acted[ladder] |= below | pours | topples | fought
        if game.wall is not None:
            s.in_melee[ladder] |= fought

    return face


def _topple(game: LadderGame, s: State, dice: Dice, ladder: int, where: Mask, who: str) -> None:
    """Topple a ladder with whoever stands on it: a fit man falls and is wounded, another dies."""
    if not where.any():
        return
    situation = (s.hex[ladder] == DEFENDER_WOUNDED).astype(np.int16)
    down = dice.roll(game.topple, where, situation, who=who) == 1
    climber = s.climber[ladder]
    falls = down & (climber != NOBODY)
    s.upright[ladder] *= ~down
    s.topples += down
    s.falls += falls
    if game.is_on("fall-on-man", "always"):
        under = falls & (s.fit[ladder] > 0)
        s.fit[ladder] -= under
        s.stunned[ladder] += under
        dice.note("he falls on a man, who is stunned", under)
    s.wounded[ladder] += falls & (climber == FIT)
    dice.note(f"the man on ladder {ladder + 1} falls and is wounded", falls & (climber == FIT))
    dice.note(f"the man on ladder {ladder + 1} falls to his death", falls & (climber != FIT))
    game.mourn(s, ladder, falls & (climber != FIT))
    climber *= ~falls


def _fight_climber(
    game: LadderGame, s: State, dice: Dice, ladder: int, where: Mask, climber: NDArray[np.int8], who: str
) -> Mask:
    """Attack the climber; return where the odds allowed it."""
    if not where.any():
        return where
    place = s.hex[ladder]
    situation = (place * where).astype(np.int16)
    codes = _strike(dice, game.facing_fight, situation, climber - FIT, where, who)
    fought = where & (codes >= 0)
    codes = np.maximum(codes, 0)
    tell_wound(dice, f"the man on wall hex {ladder + 1}", place, DEFENDER_FIT, codes == _A)
    hurt(place, DEFENDER_FIT, wounded=codes == _A)
    retreat_defender(s, dice, ladder, codes == _B, into_reserve=game.is_on("wall-retreat", "reserve"))
    able = (s.climber[ladder] == FIT) | (s.climber[ladder] == WOUNDED)
    _advance(s, dice, ladder, fought & (place == EMPTY) & able)
    dice.note("he was hurt already and dies", lambda: ((codes == _D) | (codes == _E)) & (s.climber[ladder] != FIT))
    dead = retreat_climber(s, dice, ladder, codes == _C, to_foot=game.is_on("retreat-from-ladder", "foot"))
    dead |= hurt(s.climber[ladder], FIT, wounded=codes == _E, stunned=codes == _D, killed=codes == _F)
    game.mourn(s, ladder, dead)
    return fought


def _attack_besieger(game: LadderGame, number: int, beside: tuple[int, ...]) -> Act:
    """Return the attack of defenders on the hexes `beside` on the besieger of a hex."""
    who = f"defenders against the man on wall hex {number + 1}"

    def attack(s: State, dice: Dice) -> None:
        place = s.hex[number]
        target = besieger(place)
        part = {other: target & able_defender(s.hex[other]) & (s.acted[other] == 0) for other in beside}
        joining = np.logical_or.reduce([target & False, *part.values()])
        if not joining.any():
            return
        situation = np.zeros(s.size, dtype=np.int16)
        for other in (number - 1, number + 1):
            situation *= 3
            if other in part:
                situation += s.hex[other] * part[other]
        codes = _strike(dice, game.defender_fight, situation, place - BESIEGER_FIT, joining, who)
        fought = joining & (codes >= 0)
        codes = np.maximum(codes, 0)
        left = codes == _A
        for state in _in_order((DEFENDER_FIT, DEFENDER_WOUNDED), game.setup.policies.defence_wound):
            for other, mask in part.items():
                his = left & mask & (s.hex[other] == state)
                left = left & ~his
                tell_wound(dice, f"the man on wall hex {other + 1}", s.hex[other], DEFENDER_FIT, his)
                hurt(s.hex[other], DEFENDER_FIT, wounded=his)
        for other, mask in part.items():
            s.acted[other] |= mask & fought
            if game.wall is not None:
                s.in_melee[other] |= mask & fought
            back = mask & (codes == _B)
            retreat_defender(s, dice, other, back, into_reserve=game.is_on("wall-retreat", "reserve"))
        was_fit = place == BESIEGER_FIT
        _besieger_retreats(game, s, dice, number, codes == _C)
        dead = hurt(place, BESIEGER_FIT, wounded=codes == _E, stunned=codes == _D, killed=codes == _F)
        game.mourn(s, number, dead)
        dice.note("he was hurt already and dies", ((codes == _D) | (codes == _E)) & ~was_fit)

    return attack


def _besieger_retreats(game: LadderGame, s: State, dice: Dice, number: int, where: Mask) -> None:
    """Make a besieger retreat to a neighbouring hex beside no defender, the lower first; else he is wounded."""
    place, width = s.hex[number], game.setup.width
    going = where & (place != BESIEGER_STUNNED)
    dead = where & (place == BESIEGER_STUNNED)
    place *= ~dead
    dice.note("stunned as he is, he dies", dead)
    for other in neighbours(number, width):
        beyond = 2 * other - number
        free = going & (s.hex[other] == EMPTY)
        if 0 <= beyond < width:
            free &= ~defender(s.hex[beyond])
        s.hex[other] += place * free
        place *= ~free
        going = going & ~free
        dice.note(f"he falls back along the wall to hex {other + 1}", free)
    dice.note("he finds no room behind him", going)
    tell_wound(dice, "he", place, BESIEGER_FIT, going)
    game.mourn(s, number, dead | hurt(place, BESIEGER_FIT, wounded=going))


def _topple_empty(game: LadderGame, ladder: int) -> Act:
    no_move = game.is_on("ladder-topple-condition", "no-move")

    def topple(s: State, dice: Dice) -> None:
        free = able_defender(s.hex[ladder]) & (s.acted[ladder] == 0) & (s.upright[ladder] == 1)
        free &= s.climber[ladder] == NOBODY
        if no_move:
            free &= s.moved[ladder] == 0
        _topple(game, s, dice, ladder, free, f"man on wall hex {ladder + 1}")

    return topple

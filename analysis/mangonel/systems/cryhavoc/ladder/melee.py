"""Melee phases of the ladder assault: on the ladders, along the wall, oil and toppling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.ladder.attack import Attack
from mangonel.systems.cryhavoc.ladder.board import CLIMBER_FIT, DEFENDER_WOUNDED, NOBODY, able_defender
from mangonel.systems.cryhavoc.ladder.game import LadderGame
from mangonel.systems.cryhavoc.ladder.nerves import with_panic
from mangonel.systems.cryhavoc.ladder.oil import has_oil, pour_below, pour_on_climber, pours_below
from mangonel.systems.cryhavoc.ladder.posts import Climber, Guard, OnWall, Post

__all__ = ["besiegers_melee", "defenders_melee"]

Act: TypeAlias = Callable[[State, Dice], None]


def besiegers_melee(game: LadderGame) -> list[Phase]:
    """Return the besiegers' attacks on each hex that holds a defender, jointly or man by man."""
    policies = game.setup.policies
    phases: list[Phase] = []
    for number in game.hexes:
        beside = _beside(game, number, OnWall)
        climber = Climber(game, number) if number < game.setup.ladders else None
        joint: tuple[Post | None, ...] = beside if climber is None else (climber, *beside)
        groups = [joint] if policies.attack == "joint" else _one_by_one(joint)
        for part, posts in enumerate(groups):
            name = f"besiegers' melee at wall hex {number + 1}" + (f", {part + 1}" if part else "")
            who = f"besiegers against the man on wall hex {number + 1}"
            fight = game.wall_fight if climber is None else game.climb_fight
            attack = Attack(who, fight, posts, Guard(game, number), policies.wound)
            # Of those who retreat the climber is the first.
            phases += with_panic(game.nerves, [Phase(name, attack.act)], number)
    return phases


def _beside(game: LadderGame, number: int, post: type[Post]) -> tuple[Post | None, Post | None]:
    """Return the posts of a side on the hexes beside one, the lower first; None where the sector ends."""
    lower, higher = (post(game, other) if other in game.hexes else None for other in (number - 1, number + 1))
    return lower, higher


def _one_by_one(posts: Sequence[Post | None]) -> list[tuple[Post | None, ...]]:
    """Return a group for each post that has a man, with the places of the others empty."""
    return [tuple(post if post is mine else None for post in posts) for mine in posts if mine is not None]


def defenders_melee(game: LadderGame) -> list[Phase]:
    """Return what the defenders do in their melee phase: at the ladders, along the wall, at empty ladders."""
    setup = game.setup
    ladders = range(setup.ladders)
    phases = [Phase(f"defenders' melee at ladder {ladder + 1}", _face_climber(game, ladder)) for ladder in ladders]
    for number in game.hexes:
        beside = _beside(game, number, Guard)
        groups = [beside] if setup.policies.defence_attack == "joint" else _one_by_one(beside)
        for part, posts in enumerate(groups):
            name = f"defenders' melee against wall hex {number + 1}" + (f", {part + 1}" if part else "")
            who = f"defenders against the man on wall hex {number + 1}"
            attack = Attack(who, game.defender_fight, posts, OnWall(game, number), setup.policies.defence_wound)
            phases.append(Phase(name, attack.act))
    phases = with_panic(game.nerves, phases)
    if setup.policies.topple_empty and setup.policies.facing != "shoot":
        phases += [
            Phase(f"defenders topple empty ladder {ladder + 1}", _topple_empty(game, ladder)) for ladder in ladders
        ]
    return phases


def _face_climber(game: LadderGame, ladder: int) -> Act:
    """Return what the man before a climber does: oil, topple or fight."""
    policies = game.setup.policies
    no_move = game.is_on("ladder-topple-condition", "no-move")
    who = f"man on wall hex {ladder + 1}"
    climber = Climber(game, ladder)
    fight = Attack(who, game.facing_fight, [Guard(game, ladder)], climber, policies.defence_wound)

    def face(s: State, dice: Dice) -> None:
        facing = able_defender(s.hex[ladder]) & (s.upright[ladder] == 1) & climber.there(s)
        below = pours_below(game, s, ladder, facing)
        if not (facing | below).any():
            return
        pour_below(game, s, dice, ladder, below, who)
        facing &= ~below
        pours = facing & has_oil(game, s, ladder)
        pour_on_climber(game, s, dice, ladder, pours, who)
        facing &= ~pours
        s.acted[ladder] |= below | pours
        if policies.facing == "topple":
            topples = facing & (s.moved[ladder] == 0) if no_move else facing
            _topple(game, s, dice, ladder, topples, who)
            s.acted[ladder] |= topples
            facing = facing & ~topples
        if policies.facing != "shoot" and facing.any():
            fight.make(s, dice, facing)

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
    s.wounded[ladder] += falls & (climber == CLIMBER_FIT)
    dice.note(f"the man on ladder {ladder + 1} falls and is wounded", falls & (climber == CLIMBER_FIT))
    dice.note(f"the man on ladder {ladder + 1} falls to his death", falls & (climber != CLIMBER_FIT))
    game.mourn(s, ladder, falls & (climber != CLIMBER_FIT))
    climber *= ~falls


def _topple_empty(game: LadderGame, ladder: int) -> Act:
    no_move = game.is_on("ladder-topple-condition", "no-move")

    def topple(s: State, dice: Dice) -> None:
        free = able_defender(s.hex[ladder]) & (s.acted[ladder] == 0) & (s.upright[ladder] == 1)
        free &= s.climber[ladder] == NOBODY
        if no_move:
            free &= s.moved[ladder] == 0
        _topple(game, s, dice, ladder, free, f"man on wall hex {ladder + 1}")

    return topple

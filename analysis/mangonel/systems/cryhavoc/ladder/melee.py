"""Melee phases of the ladder assault; steps in brackets are those of `docs/sequences/ladder-assault.md`.

A state ``s`` holds many games at once, one a row, and a man is that man in each of them. What is true of some games
only is a mask over the rows: ``&``, ``|`` and ``~`` are and, or and not, game by game. Each ladder or hex is a phase of
the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.ladder.attack import Attack
from mangonel.systems.cryhavoc.ladder.board import DEFENDER_WOUNDED, NOBODY, able_defender
from mangonel.systems.cryhavoc.ladder.game import LadderGame
from mangonel.systems.cryhavoc.ladder.nerves import with_panic
from mangonel.systems.cryhavoc.ladder.oil import may_pour, pour_at_foot, pour_on_climber, pours_at_foot
from mangonel.systems.cryhavoc.ladder.posts import Climber, Post
from mangonel.systems.cryhavoc.ladder.wall_posts import Guard, OnWall

__all__ = ["besiegers_melee", "defenders_melee"]

Act: TypeAlias = Callable[[State, Dice], None]


def besiegers_melee(game: LadderGame) -> list[Phase]:
    """Return the besiegers' attacks on each hex that holds a defender, jointly or man by man (besiegers, 4)."""
    policies = game.setup.policies
    phases: list[Phase] = []
    for number in game.hexes:
        beside = _beside(game, number, OnWall)
        climber = Climber(game, number) if number < game.setup.ladders else None
        attackers = beside if climber is None else (climber, *beside)
        melee = game.attack_along_wall if climber is None else game.attack_with_climber
        for part, posts in enumerate(_groups(attackers, policies.attack)):
            name = f"besiegers' melee at wall hex {number + 1}" + (f", {part + 1}" if part else "")
            who = f"besiegers against the man on wall hex {number + 1}"
            attack = Attack(who, melee, posts, Guard(game, number), policies.wound)
            # Of those who retreat the climber is the first.
            phases += with_panic(game.nerves, [Phase(name, attack.act)], number)
    return phases


def defenders_melee(game: LadderGame) -> list[Phase]:
    """Return what the defenders do at the ladders, along the wall and at empty ladders (defenders, 4)."""
    policies, ladders = game.setup.policies, range(game.setup.ladders)
    phases = [Phase(f"defenders' melee at ladder {ladder + 1}", _face_climber(game, ladder)) for ladder in ladders]
    phases += _along_the_wall(game)
    phases = with_panic(game.nerves, phases)
    if policies.topple_empty and policies.facing != "shoot":
        phases += [
            Phase(f"defenders topple empty ladder {ladder + 1}", partial(_topple_empty, game, ladder))
            for ladder in ladders
        ]
    return phases


def _face_climber(game: LadderGame, ladder: int) -> Act:
    """Return what the man before a ladder does: oil at its foot or on it, topple, fight (defenders, 4, first point)."""
    policies = game.setup.policies
    guard, climber = Guard(game, ladder), Climber(game, ladder)
    who = f"man on wall hex {ladder + 1}"
    attack = Attack(who, game.defence_at_ladder, [guard], climber, policies.defence_wound)

    def act(s: State, dice: Dice) -> None:
        facing = able_defender(s.hex[ladder]) & (s.upright[ladder] == 1) & climber.there(s)
        at_foot = pours_at_foot(game, s, ladder, facing)
        if not (facing | at_foot).any():
            return
        pour_at_foot(game, s, dice, ladder, at_foot, who)
        facing &= ~at_foot
        on_climber = facing & may_pour(game, s, ladder)
        pour_on_climber(game, s, dice, ladder, on_climber, who)
        facing &= ~on_climber
        guard.acts(s, at_foot | on_climber)
        if policies.facing == "topple":
            tries = facing & _may_topple(game, s, ladder)
            _topple(game, s, dice, ladder, tries, who)
            guard.acts(s, tries)
            facing &= ~tries
        if policies.facing != "shoot":
            attack.act(s, dice, facing)

    return act


def _along_the_wall(game: LadderGame) -> list[Phase]:
    """Return the attacks on each hex that holds a besieger, jointly or man by man (defenders, 4, second point)."""
    policies = game.setup.policies
    phases = []
    for number in game.hexes:
        for part, posts in enumerate(_groups(_beside(game, number, Guard), policies.defence_attack)):
            name = f"defenders' melee against wall hex {number + 1}" + (f", {part + 1}" if part else "")
            who = f"defenders against the man on wall hex {number + 1}"
            attack = Attack(who, game.defence_along_wall, posts, OnWall(game, number), policies.defence_wound)
            phases.append(Phase(name, attack.act))
    return phases


def _topple_empty(game: LadderGame, ladder: int, s: State, dice: Dice) -> None:
    """Let a man who has not acted try to topple an upright, empty ladder (defenders, 4, third point)."""
    idle = able_defender(s.hex[ladder]) & (s.acted[ladder] == 0)
    empty = (s.upright[ladder] == 1) & (s.climber[ladder] == NOBODY)
    _topple(game, s, dice, ladder, idle & empty & _may_topple(game, s, ladder), f"man on wall hex {ladder + 1}")


def _may_topple(game: LadderGame, s: State, ladder: int) -> Mask | bool:
    """Return where the man before a ladder may topple it: under ``no-move`` not if he has moved. Shape (rows,)."""
    return s.moved[ladder] == 0 if game.is_on("ladder-topple-condition", "no-move") else True


def _topple(game: LadderGame, s: State, dice: Dice, ladder: int, where: Mask, who: str) -> None:
    """Try to topple a ladder; if that succeeds it is down, and whoever stands on it falls (defenders, 4, Topple)."""
    if not where.any():
        return
    wounded = s.hex[ladder] == DEFENDER_WOUNDED
    down = dice.roll(game.topple, where, wounded.astype(np.int16), who=who) == 1
    s.upright[ladder] *= ~down
    s.topples += down
    Climber(game, ladder).fall(s, dice, down)


def _beside(game: LadderGame, number: int, post: type[OnWall | Guard]) -> tuple[Post | None, Post | None]:
    """Return the posts of a side on the hexes beside one, the lower first; None where the sector ends."""
    lower, higher = (post(game, other) if other in game.hexes else None for other in (number - 1, number + 1))
    return lower, higher


def _groups(posts: Sequence[Post | None], attack: str) -> list[Sequence[Post | None]]:
    """Return those who attack together: all, or each by himself, in the place that he has in the roll."""
    if attack == "joint":
        return [posts]
    return [[post if post is mine else None for post in posts] for mine in posts if mine is not None]

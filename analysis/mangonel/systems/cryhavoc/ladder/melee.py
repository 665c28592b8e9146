"""Melee phases of the ladder assault; steps in brackets are those of `docs/sequences/ladder-assault.md`.

A state ``s`` holds many games at once, one a row: ``s.hex[2]`` is who stands on the third hex of the wall in each of
them, ``s.upright[0]`` is 1 where the first ladder stands and 0 where it is down. What is true of some games only is a
mask over the rows: ``&``, ``|`` and ``~`` are and, or and not, game by game, and a number times a mask is 0 where it is
not true. Each ladder or hex is a phase of the engine.
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
from mangonel.systems.cryhavoc.ladder.melee_roll import MeleeRoll
from mangonel.systems.cryhavoc.ladder.nerves import with_panic
from mangonel.systems.cryhavoc.ladder.oil import may_pour, pour_at_foot, pour_on_climber, pours_at_foot
from mangonel.systems.cryhavoc.ladder.posts import Climber, Post
from mangonel.systems.cryhavoc.ladder.wall_posts import Guard, OnWall
from mangonel.systems.cryhavoc.situations.walls import TOPPLED

__all__ = ["besiegers_melee", "defenders_melee"]

Act: TypeAlias = Callable[[State, Dice], None]


def besiegers_melee(game: LadderGame) -> list[Phase]:
    """Return the besiegers' attacks on each hex that holds a defender, jointly or man by man (besiegers, 4)."""
    policies = game.setup.policies
    phases: list[Phase] = []
    for number in game.hexes:
        # To a hex beyond the last ladder nobody climbs.
        climber = Climber(game, number) if number < game.setup.ladders else None
        beside = _beside(game, number, OnWall)
        attackers = beside if climber is None else (climber, *beside)
        attacks = _attacks(
            f"besiegers' melee at wall hex {number + 1}",
            f"besiegers against the man on wall hex {number + 1}",
            game.attack_along_wall if climber is None else game.attack_with_climber,
            _groups(attackers, policies.attack),
            Guard(game, number),
            policies.wound,
        )
        # Of those who retreat the climber is the first.
        phases += with_panic(game.nerves, attacks, number)
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
    fight = Attack(who, game.defence_at_ladder, [guard], climber, policies.defence_wound)

    def act(s: State, dice: Dice) -> None:
        faces_climber = able_defender(s.hex[ladder]) & (s.upright[ladder] == 1) & climber.there(s)
        # First oil on the men at the foot, if he pours it there.
        at_foot = pours_at_foot(game, s, ladder, faces_climber)
        if not (faces_climber | at_foot).any():
            return
        pour_at_foot(game, s, dice, ladder, at_foot, who)
        # Else, with a climber before him, oil on the climber.
        on_climber = faces_climber & ~at_foot & may_pour(game, s, ladder)
        pour_on_climber(game, s, dice, ladder, on_climber, who)
        guard.acts(s, at_foot | on_climber)
        # Else, by the policy, he topples the ladder, fights, or does nothing here because he shoots.
        idle = faces_climber & ~at_foot & ~on_climber
        if policies.facing == "topple":
            topples = idle & _may_topple(game, s, ladder)
            _topple(game, s, dice, ladder, topples, who)
            guard.acts(s, topples)
            idle &= ~topples
        if policies.facing != "shoot":
            fight.act(s, dice, idle)

    return act


def _along_the_wall(game: LadderGame) -> list[Phase]:
    """Return the attacks on each hex that holds a besieger, jointly or man by man (defenders, 4, second point)."""
    policies = game.setup.policies
    phases: list[Phase] = []
    for number in game.hexes:
        phases += _attacks(
            f"defenders' melee against wall hex {number + 1}",
            f"defenders against the man on wall hex {number + 1}",
            game.defence_along_wall,
            _groups(_beside(game, number, Guard), policies.defence_attack),
            OnWall(game, number),
            policies.defence_wound,
        )
    return phases


def _topple_empty(game: LadderGame, ladder: int, s: State, dice: Dice) -> None:
    """Let a man who has not acted try to topple an upright, empty ladder (defenders, 4, third point)."""
    idle = able_defender(s.hex[ladder]) & (s.acted[ladder] == 0)
    empty = (s.upright[ladder] == 1) & (s.climber[ladder] == NOBODY)
    _topple(game, s, dice, ladder, idle & empty & _may_topple(game, s, ladder), f"man on wall hex {ladder + 1}")


def _may_topple(game: LadderGame, s: State, ladder: int) -> Mask | bool:
    """Return where the man before a ladder may topple it: under ``no-move`` not if he has moved. Shape (rows,).

    That he has not shot (EN, DE 1.94) need not be asked: with an upright ladder before him a man shoots by the policy
    ``facing = "shoot"`` only, and then he topples none (defenders, 1 and 4).
    """
    return s.moved[ladder] == 0 if game.is_on("ladder-topple-condition", "no-move") else True


def _topple(game: LadderGame, s: State, dice: Dice, ladder: int, where: Mask, who: str) -> None:
    """Try to topple a ladder; if that succeeds it is down, and whoever stands on it falls (defenders, 4, Topple)."""
    if not where.any():
        return
    # The roll of a wounded man is situation 1, with the modifier of ``ladder-topple-wounded``; that of a fit one is 0.
    wounded = (s.hex[ladder] == DEFENDER_WOUNDED).astype(np.int16)
    falls = dice.roll(game.topple, where, wounded, who=who) == game.topple.code(TOPPLED)
    s.upright[ladder] *= ~falls
    s.topples += falls
    Climber(game, ladder).fall(s, dice, falls)


def _attacks(
    title: str, who: str, melee: MeleeRoll, groups: Sequence[Sequence[Post | None]], target: Post, wound: str
) -> list[Phase]:
    """Return a phase for the attack of each group on one man, from the second on with its number."""
    return [
        Phase(title if number == 1 else f"{title}, {number}", Attack(who, melee, group, target, wound).act)
        for number, group in enumerate(groups, start=1)
    ]


def _beside(game: LadderGame, number: int, post: type[OnWall | Guard]) -> tuple[Post | None, Post | None]:
    """Return the posts of a side on the hexes beside one, the lower first; None where the sector ends."""
    lower, higher = (post(game, other) if other in game.hexes else None for other in (number - 1, number + 1))
    return lower, higher


def _groups(posts: Sequence[Post | None], attack: str) -> list[Sequence[Post | None]]:
    """Return those who attack together: all in one group, or each in one of his own.

    A man keeps the place that he has in the roll; the places of the others are None.
    """
    if attack == "joint":
        return [posts]
    return [[post if post is mine else None for post in posts] for mine in posts if mine is not None]

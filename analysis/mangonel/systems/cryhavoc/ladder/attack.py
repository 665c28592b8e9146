"""One attack in the ladder assault: men on a ladder or on the wall against the man on a post beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.ladder.board import EMPTY
from mangonel.systems.cryhavoc.ladder.fights import FightRoll
from mangonel.systems.cryhavoc.ladder.posts import Climber, Post, WallPost
from mangonel.systems.cryhavoc.rolls.blows import Blow

__all__ = ["Attack"]

_FIT, _WOUNDED = 0, 1
_WOUNDS = {"fit-first": (_FIT, _WOUNDED), "wounded-first": (_WOUNDED, _FIT)}


@dataclass(frozen=True, eq=False)
class Attack:
    """The attack of the able men on some posts on the man on another.

    Attributes
    ----------
    who
        Who rolls, in traces.
    fight
        The roll.
    posts
        Where the attackers stand, in the order of the places of the roll; None for a place that nobody attacks from.
    target
        Where the man stands who is attacked.
    wound
        Which of several attackers is hurt: ``fit-first`` or ``wounded-first``.
    """

    who: str
    fight: FightRoll
    posts: Sequence[Post | None]
    target: Post
    wound: str
    _group: tuple[Post, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_group", tuple(post for post in self.posts if post is not None))

    def act(self, s: State, dice: Dice) -> None:
        """Attack wherever there is somebody to attack; the act of a phase."""
        self.make(s, dice)

    def make(self, s: State, dice: Dice, where: Mask | None = None) -> Mask:
        """Attack in the rows of `where`, in all by default; return where the odds allowed it. Shape (rows,)."""
        there = self.target.there(s) if where is None else where & self.target.there(s)
        part = {post: there & post.able(s) for post in self._group}
        joining: Mask = np.logical_or.reduce(list(part.values()))
        if not joining.any():
            return joining
        states = [None if post is None else (post.code(s) - (post.fit - 1)) * part[post] for post in self.posts]
        situation, fought = self.fight.situation(states, self.target.code(s) - self.target.fit)
        codes = dice.roll(self.fight.roll, fought, situation, who=self.who)
        self.target.met(s, fought)
        self.target.attacked(s, fought)
        for post in self._group:
            part[post] &= fought
            post.mark(s, part[post])
            post.met(s, part[post])
        self._befall_group(s, dice, part, self.fight.effects.attacker.blow(codes))
        self.target.suffer(s, dice, self.fight.effects.target.blow(codes))
        self._advance(s, dice, part, fought)
        return fought

    def _advance(self, s: State, dice: Dice, part: dict[Post, Mask], fought: Mask) -> None:
        """Let one man of the side that won step into a hex of the wall that the other side has left (EN, DE 1.73)."""
        if isinstance(self.target, WallPost):
            onto = self.target.number
            left = fought & (s.hex[onto] == EMPTY)
            for post in self._group:
                if not left.any():
                    break
                if isinstance(post, Climber):
                    post.advance(s, dice, left & part[post])
                    left &= s.hex[onto] == EMPTY
                elif isinstance(post, WallPost):
                    left &= ~post.advance(s, dice, onto, left & part[post])
            stays = fought & self.target.there(s)
            for post in self._group:
                if isinstance(post, WallPost):
                    stays &= ~self.target.advance(s, dice, post.number, stays & part[post])
        elif isinstance(self.target, Climber):
            self.target.advance(s, dice, fought)

    def _befall_group(self, s: State, dice: Dice, part: dict[Post, Mask], blow: Blow) -> None:
        """Hurt one of those who took part, and drive all of them back, away from the man they attacked."""
        if not blow.touches.any():
            return
        harm = blow.in_place
        left = blow.hits
        # Men on the wall are hurt before the man on the ladder.
        order = sorted(self._group, key=lambda post: isinstance(post, Climber))
        for state in _WOUNDS[self.wound]:
            for post in order:
                his = left & part[post] & (post.code(s) == post.fit + state)
                left = left & ~his
                if his.any():
                    post.suffer(s, dice, harm.on(his))
        for hexes, driven in blow.by_hexes():
            for post in self._group:
                away = (post.number - self.target.number,)
                post.give_ground(s, dice, driven & part[post] & post.there(s), hexes, away)

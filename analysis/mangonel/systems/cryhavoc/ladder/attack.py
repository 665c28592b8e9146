"""One attack in the ladder assault: men on a ladder or on the wall against the man on a post beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.ladder.melee_roll import MeleeRoll
from mangonel.systems.cryhavoc.ladder.posts import Climber, Post
from mangonel.systems.cryhavoc.rolls.blows import Blow

__all__ = ["Attack"]

_FIT, _WOUNDED = 1, 2
_WOUNDS = {"fit-first": (_FIT, _WOUNDED), "wounded-first": (_WOUNDED, _FIT)}

Party = Mapping[Post, Mask]
"""Where the man on each post takes part in an attack. Shape (rows,) each."""


@dataclass(frozen=True, eq=False)
class Attack:
    """The attack of the able men on some posts on the man on another ("Melee" and "Advance" of the ladder assault)."""

    who: str
    """Who rolls, in traces."""
    melee: MeleeRoll
    posts: Sequence[Post | None]
    """Where the attackers stand, in the order of the places of the roll; None for a place that nobody attacks from."""
    target: Post
    """Where the man stands who is attacked."""
    wound: str
    """Which of several attackers is hurt: ``fit-first`` or ``wounded-first``."""
    _attackers: tuple[Post, ...] = field(init=False)
    _wall_first: tuple[Post, ...] = field(init=False)

    def __post_init__(self) -> None:
        attackers = tuple(post for post in self.posts if post is not None)
        object.__setattr__(self, "_attackers", attackers)
        wall_first = sorted(attackers, key=lambda post: isinstance(post, Climber))
        object.__setattr__(self, "_wall_first", tuple(wall_first))

    def act(self, s: State, dice: Dice, where: Mask | None = None) -> None:
        """Attack in the rows of `where`, by default wherever one man may attack another (besiegers, 4; defenders, 4).

        In this order: who takes part, the roll, what befalls the attackers (A, B), what befalls the man attacked (C to
        F), and who steps into a hex that has become empty (Advance).
        """
        attacked = self.target.there(s) if where is None else where & self.target.there(s)
        party = {post: attacked & post.may_attack(s) for post in self._attackers}
        if not np.logical_or.reduce(list(party.values())).any():
            return
        odds, fought = self._odds(s, party)
        result = dice.roll(self.melee.roll, fought, odds, who=self.who)
        party = {post: takes_part & fought for post, takes_part in party.items()}
        self.target.is_attacked(s, fought)
        for post, takes_part in party.items():
            post.attacks(s, takes_part)
        self._attackers_suffer(s, dice, party, self.melee.effects.attacker.blow(result))
        self.target.suffer(s, dice, self.melee.effects.target.blow(result))
        self._advance(s, dice, party, fought)

    def _odds(self, s: State, party: Party) -> tuple[NDArray[np.int16], Mask]:
        """Return the situation of the roll, and where the odds and the policy ``attack_from`` allow the attack."""
        attackers = [None if post is None else post.state(s) * party[post] for post in self.posts]
        return self.melee.situation(attackers, self.target.state(s))

    def _attackers_suffer(self, s: State, dice: Dice, party: Party, blow: Blow) -> None:
        """Results A and B of the printed table: one of the attackers is hurt, all of them retreat."""
        if not blow.touches.any():
            return
        self._hurt_one(s, dice, party, blow)
        for hexes, driven in blow.by_hexes():
            for post, takes_part in party.items():
                away = (post.number - self.target.number,)
                post.give_ground(s, dice, driven & takes_part & post.there(s), hexes, away)

    def _hurt_one(self, s: State, dice: Dice, party: Party, blow: Blow) -> None:
        """Hurt one of the attackers, by the policy ``wound``: of men in one state those on the wall come first."""
        hurts_one = blow.hits
        for state in _WOUNDS[self.wound]:
            for post in self._wall_first:
                takes_it = hurts_one & party[post] & (post.state(s) == state)
                hurts_one &= ~takes_it
                if takes_it.any():
                    post.suffer(s, dice, blow.in_place.on(takes_it))

    def _advance(self, s: State, dice: Dice, party: Party, fought: Mask) -> None:
        """Let one man of the side that won step into a hex that a man of the other side has left (EN, DE 1.73)."""
        open_hex = fought & self.target.left_empty(s)
        for post, takes_part in party.items():
            if not open_hex.any():
                break
            open_hex &= ~post.advance(s, dice, self.target.number, open_hex & takes_part)
        stays = fought & self.target.there(s)
        for post, took_part in party.items():
            stays &= ~self.target.advance(s, dice, post.number, stays & took_part)

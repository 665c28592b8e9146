"""Oil from the wall in the ladder assault: on the climber, or on men at the foot (defenders, 4; IT 2.11.1, DE 5.32)."""

from __future__ import annotations

import numpy as np

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.ladder.board import able_defender, besieger, neighbours
from mangonel.systems.cryhavoc.ladder.game import LadderGame
from mangonel.systems.cryhavoc.ladder.posts import Climber
from mangonel.systems.cryhavoc.men.fates import strike
from mangonel.systems.cryhavoc.men.pools import AIMED, aimed_at
from mangonel.systems.cryhavoc.men.retreats import WayBack
from mangonel.systems.cryhavoc.rolls.blows import Blow

__all__ = ["may_pour", "pour_at_foot", "pour_on_climber", "pours_at_foot", "strike_party"]


def may_pour(game: LadderGame, s: State, ladder: int) -> Mask:
    """Return where the man on the hex of a ladder may pour oil: instead of shooting (DE 5.32). Shape (rows,)."""
    if not game.setup.policies.oil_first:
        return np.zeros(s.size, dtype=np.bool_)
    may = (s.oil > 0) & (s.shot[ladder] == 0)
    return may if game.pours_after_fight else may & (s.attacked[ladder] == 0)


def pours_at_foot(game: LadderGame, s: State, ladder: int, faces: Mask) -> Mask:
    """Return where he pours it on the men at the foot; `faces` is where he has a climber before him. Shape (rows,)."""
    oil_at = game.setup.policies.oil_at
    if oil_at == "climber":
        return faces & False
    at_foot = (s.distance[ladder] == 0) & (s.fit[ladder] + s.stunned[ladder] + s.wounded[ladder] > 0)
    pours = able_defender(s.hex[ladder]) & may_pour(game, s, ladder) & at_foot
    if oil_at == "climber-first":
        pours &= ~faces
    for other in neighbours(ladder, game.setup.width):
        pours &= ~besieger(s.hex[other])
    return pours


def pour_at_foot(game: LadderGame, s: State, dice: Dice, ladder: int, where: Mask, who: str) -> None:
    """Pour oil on a man at the foot; driven back he is there again in his next move."""
    if not where.any():
        return
    dice.note(f"{who} aims at a man at the foot of ladder {ladder + 1}", where)
    strike_party(game, s, dice, ladder, where, _pour(game, s, dice, where, who))


def pour_on_climber(game: LadderGame, s: State, dice: Dice, ladder: int, where: Mask, who: str) -> None:
    """Pour oil on the man on the ladder."""
    if where.any():
        Climber(game, ladder).suffer(s, dice, _pour(game, s, dice, where, who))


def _pour(game: LadderGame, s: State, dice: Dice, where: Mask, who: str) -> Blow:
    s.oil -= where
    s.oil_poured += where
    return game.oil.effects.target.blow(dice.roll(game.oil.roll, where, who=who))


def strike_party(game: LadderGame, s: State, dice: Dice, ladder: int, where: Mask, blow: Blow) -> Mask:
    """Let a result befall a man of a party on the ground, by the policy; return where he lives and is driven back."""
    party = game.party(ladder)
    on = aimed_at(party.of(s), AIMED[game.setup.policies.aim], where)
    fate = strike(s, dice, party, on, blow, WayBack())
    game.mourn(s, ladder, fate.died, on_ground=True)
    return fate.gave_ground

"""Oil from the wall in the ladder assault: on the climber, or on men at the foot (IT 2.11.1; DE 5.32)."""

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

__all__ = ["has_oil", "pour_below", "pour_on_climber", "pours_below", "strike_party"]


def has_oil(game: LadderGame, s: State, ladder: int) -> Mask:
    """Return where the man on the hex of a ladder may pour oil: instead of shooting (DE 5.32). Shape (rows,)."""
    if not game.setup.policies.oil_first:
        return np.zeros(s.size, dtype=np.bool_)
    has: Mask = (s.oil > 0) & (s.shot[ladder] == 0)
    if not game.pours_after_fight:
        has &= s.attacked[ladder] == 0
    return has


def pours_below(game: LadderGame, s: State, ladder: int, facing: Mask) -> Mask:
    """Return where he pours it on the men at the foot; `facing` is where he has a climber before him."""
    oil_at = game.setup.policies.oil_at
    if oil_at == "climber":
        return facing & False
    pours: Mask = able_defender(s.hex[ladder]) & has_oil(game, s, ladder) & (s.distance[ladder] == 0)
    pours &= s.fit[ladder] + s.stunned[ladder] + s.wounded[ladder] > 0
    if oil_at == "climber-first":
        pours &= ~facing
    for other in neighbours(ladder, game.setup.width):
        pours &= ~besieger(s.hex[other])
    return pours


def pour_below(game: LadderGame, s: State, dice: Dice, ladder: int, where: Mask, who: str) -> None:
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

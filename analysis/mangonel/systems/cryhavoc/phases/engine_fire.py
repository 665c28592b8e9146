"""Fire at an engine: arrows, oil, putting out, spread and burning down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.systems.cryhavoc.keys.shooters import Shooters
from mangonel.systems.cryhavoc.men.fates import strike
from mangonel.systems.cryhavoc.men.pools import FIT, STUNNED, aimed_at
from mangonel.systems.cryhavoc.men.retreats import WayBack
from mangonel.systems.cryhavoc.phases.engines import HEXES, EngineFire
from mangonel.systems.cryhavoc.rolls.fires import BURNS_ON
from mangonel.systems.cryhavoc.situations.fire import ARROWS_OUT, COMES_ROUND, PUT_OUT

__all__ = [
    "FIRE_TALLIES",
    "aged",
    "arrow_possible",
    "burn_down",
    "burning",
    "burning_hexes",
    "fight_fire_phases",
    "fire_columns",
    "oil_phases",
    "open_hexes",
    "shoot_arrow",
    "spread_phase",
    "tell_distance",
]

FIRE_TALLIES = ("fire_arrows", "fires", "tries", "put_out", "spreads", "oil_poured")
"""Counters of fire at an engine."""
# A burning hex: the cause, and the age of the fire in turns. _ARROWS + 2 is an arrow fire two turns old.
_ARROWS, _OTHER = 1, 5
_AGES = 4
"""The most turns a hex may burn until the engine is lost."""


def fire_columns(oil: int) -> list[Column]:
    """Return what is remembered: ``flame`` of each hex, and how many of the barrels of ``oil`` are left."""
    return [Column("flame", 2 * _AGES, 0, HEXES), Column("oil", oil, oil)]


def burning(s: State) -> Mask:
    """Return where any hex of the engine burns."""
    return (s.flame[0] | s.flame[1] | s.flame[2]) != 0


def burning_hexes(s: State) -> NDArray[np.int8]:
    """Return how many hexes of the engine burn. Shape (rows,)."""
    return (s.flame != 0).sum(axis=0, dtype=np.int8)


def open_hexes(s: State, hexes: int = HEXES) -> NDArray[np.int8]:
    """Return how many of the first `hexes` hexes do not burn. Shape (rows,)."""
    return (s.flame[:hexes] == 0).sum(axis=0, dtype=np.int8)


def aged(flame: NDArray[Any], turns: int) -> Mask:
    """Return where the fire of a hex is so many turns old."""
    return (flame == _ARROWS + turns) | (flame == _OTHER + turns)


def arrow_possible(fire: EngineFire, s: State) -> Mask:
    """Return where an archer can shoot a fire arrow: within reach, at a hex that does not burn."""
    target = (s.flame[0] == 0) | (s.flame[1] == 0) | (s.flame[2] == 0)
    return target & fire.reach.take(s.distance)


def tell_distance(
    fire: EngineFire, s: State, dice: Dice, where: Callable[[], Mask], archers: Shooters, number: int
) -> None:
    """Tell how far away the engine is, once for all archers: with the first of them."""
    if number == 0:
        dice.note(f"the {fire.engine} is {{:hex}} away", where, lambda: s.distance + np.int8(1 + archers.place))


def shoot_arrow(fire: EngineFire, s: State, dice: Dice, where: Mask, who: str) -> None:
    """Shoot a fire arrow at the first hex aimed at that does not burn (ram, defenders, 1)."""
    s.fire_arrows += where
    if fire.arrow_hit is not None:
        where = dice.roll(fire.arrow_hit, where, who=who) != 0
    left = dice.roll(fire.arrow, where, who=who) == 1
    if not left.any():
        return
    s.fires += left
    code = np.int8(_ARROWS if fire.causes_count else _OTHER)
    for number in fire.aim:
        flame = s.flame[number]
        catches = left & (flame == 0)
        left &= ~catches
        flame += code * catches
        dice.note(f"{fire.engine} hex {number + 1} is on fire", catches)
    if fire.caught is not None:
        fire.caught(s, dice)


def oil_phases(fire: EngineFire) -> list[Phase]:
    """Return the barrels poured on the front of the engine, in the defenders' melee phase (Oil, of both engines)."""
    return [
        Phase(f"defenders pour oil, man {number + 1}", _pour(fire, number), _pours) for number in range(fire.oil_men)
    ]


def _pours(s: State) -> Mask:
    return (s.oil > 0) & (s.distance == 0) & (s.flame[0] == 0)


def _pour(fire: EngineFire, number: int) -> Callable[[State, Dice], None]:
    """Return the barrel of one man: does the engine catch fire, and what of the man at its front (Oil)."""
    who = f"man {number + 1} with oil"
    attacked = fire.rules.choice("oil-occupants-of-burning-machine") == "attacked"

    def pour(s: State, dice: Dice) -> None:
        pours = _pours(s)
        s.oil -= pours
        s.oil_poured += pours
        catches = dice.roll(fire.barrel, pours, who=who) == 1
        if not catches.any():
            return
        s.flame[0] += np.int8(_OTHER) * catches
        s.fires += catches
        dice.note(f"{fire.engine} hex 1 is on fire", catches)
        if fire.caught is not None:
            fire.caught(s, dice)
        if attacked:
            _burn_crew(fire, s, dice, catches)

    return pour


def _burn_crew(fire: EngineFire, s: State, dice: Dice, where: Mask) -> None:
    """Attack the man at the front with oil that sets it alight; he leaves whatever comes (ram, defenders, 3, Oil)."""
    where = where & (fire.crew.living(s) > 0)
    codes = dice.roll(fire.oil.roll, where, who=f"man at the front of the {fire.engine}")
    men, blow = fire.crew.of(s), fire.oil.effects.target.blow(codes, where)
    on = aimed_at(men, fire.front, where)
    strike(s, dice, fire.crew, on, blow.in_place, WayBack())
    # Stunned and forced out is dead, unless he comes round in time.
    lies = (on[FIT] & blow.stunned) | (on[STUNNED] & blow.driven & ~blow.hits)
    men[STUNNED] -= lies
    if fire.comes_round is None:
        dice.note("stunned as he is, he dies", lies)
        return
    fate = dice.roll(fire.comes_round, lies, who=f"stunned man at the front of the {fire.engine}")
    round_again = lies & (fate == fire.comes_round.code(COMES_ROUND))
    men[FIT] += round_again
    dice.note(f"he leaves the {fire.engine}", round_again)


def fight_fire_phases(men: int, able: Callable[[State], NDArray[Any]], fire: EngineFire) -> list[Phase]:
    """Return the tries to put fires out, of as many men as are `able`, each at the oldest fire (Fire-fighting)."""
    return [_put_out(fire, number, able) for number in range(men)]


def _put_out(fire: EngineFire, number: int, able: Callable[[State], NDArray[Any]]) -> Phase:
    """Return the try of one man at the oldest fire; of several he has the lowest hex (Fire-fighting)."""
    code_all, code_arrows = fire.extinguish.code(PUT_OUT), fire.extinguish.code(ARROWS_OUT)
    who = f"man {number + 1}"

    def concerned(s: State) -> Mask:
        burns = burning(s)
        return burns & (able(s) > number) if burns.any() else burns

    def put_out(s: State, dice: Dice) -> None:
        tries = concerned(s)
        if not tries.any():
            return
        s.tries += tries
        codes = dice.roll(fire.extinguish, tries, who=who)
        out_all = codes == code_all
        out_arrows = codes == code_arrows
        ages = [flame - np.int8(_AGES) * (flame >= _OTHER) for flame in s.flame]
        oldest = np.maximum(np.maximum(ages[0], ages[1]), ages[2])
        dice.note(BURNS_ON, lambda: out_arrows & (np.select([age == oldest for age in ages], list(s.flame)) >= _OTHER))
        for place, (flame, age) in enumerate(zip(s.flame, ages, strict=True), start=1):
            tried = tries & (age == oldest)
            tries &= ~tried
            out = tried & (out_all | (out_arrows & (flame < _OTHER)))
            flame *= ~out
            s.put_out += out
            dice.note(f"the fire in {fire.engine} hex {place} is out", out)

    return Phase(f"besiegers put out fire, man {number + 1}", put_out, concerned)


def spread_phase(fire: EngineFire) -> Phase:
    """Return the spread of the fires that burn, hex by hex, to neighbouring hexes that do not (Spread)."""
    arrows_stay = fire.rules.choice("da-and-spread-fire") == "arrows"

    def spread(s: State, dice: Dice) -> None:
        if not s.flame.any():
            return
        before = s.flame.copy()
        # Of age 0 are the fires laid in this turn.
        spreads = (before > 0) & (before != _OTHER) if fire.oil_waits else before > 0
        caught = False
        for number in range(HEXES):
            for other in (number - 1, number + 1):
                if not 0 <= other < HEXES:
                    continue
                rolls = spreads[number] & (s.flame[other] == 0)
                catches = dice.roll(fire.spread, rolls, who=f"fire in {fire.engine} hex {number + 1}") == 1
                if not catches.any():
                    continue
                by_arrows = catches & (before[number] < _OTHER) & arrows_stay
                s.flame[other] += np.int8(_ARROWS) * by_arrows + np.int8(_OTHER) * (catches & ~by_arrows)
                s.spreads += catches
                dice.note(f"{fire.engine} hex {other + 1} is on fire", catches)
                caught = True
        if caught and fire.caught is not None:
            fire.caught(s, dice)

    return Phase("fire spreads", spread, burning)


def burn_down(fire: EngineFire, s: State, dice: Dice) -> Mask:
    """Let every fire grow a turn older; return where the engine is lost (ram, end of the game turn, 2)."""
    lost: Mask = np.zeros(s.size, dtype=np.bool_)
    for flame in s.flame:
        last = aged(flame, fire.turns - 1)
        flame += (flame > 0) & ~last
        lost |= last
    dice.note(f"the {fire.engine} has burnt", lost)
    return lost

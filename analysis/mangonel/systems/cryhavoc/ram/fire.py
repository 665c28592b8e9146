"""Fire at a ram: arrows, oil, putting out, spread and burning down."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.systems.cryhavoc.parts.fires import COMES_ROUND, PUT_OUT
from mangonel.systems.cryhavoc.ram.game import CREW, RamGame
from mangonel.systems.cryhavoc.situations.missile import shoots_twice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.engine.state import State

    Mask = NDArray[np.bool_]

__all__ = ["HEXES", "arrow_phases", "burn_down", "burning", "fight_fire_phases", "oil_phases", "spread_phase"]

HEXES = 3
# A burning hex: the cause, and the age of the fire in turns. ARROWS + 2 is an arrow fire two turns old.
ARROWS, OTHER = 1, 4
_C, _D, _E = 3, 4, 5
_AGES = 3
"""Turns a hex burns until the ram is lost (IT 2.11.4; DE 3.55)."""


def burning(s: State) -> Mask:
    """Return where any hex of the ram burns."""
    somewhere: Mask = (s.flame[0] | s.flame[1] | s.flame[2]) != 0
    return somewhere


def arrow_phases(game: RamGame, part: int) -> list[Phase]:
    """Return the fire arrows of the defenders' missile phase `part`."""
    archers = game.setup.archers
    if not archers.men or not game.reach.any() or (part == 2 and not shoots_twice(game.rules, archers.weapon)):
        return []
    return [
        Phase(f"defenders' missiles {part}, archer {number + 1}", _arrow(game, number)) for number in range(archers.men)
    ]


def _arrow(game: RamGame, number: int) -> Callable[[State, Dice], None]:
    who = f"archer {number + 1}"

    def shoot(s: State, dice: Dice) -> None:
        shoots = (s.flame[0] == 0) | (s.flame[1] == 0) | (s.flame[2] == 0)
        shoots &= game.reach.take(s.distance)
        s.fire_arrows += shoots
        if game.arrow_hit is not None:
            shoots = dice.roll(game.arrow_hit, shoots, who=who) == 1
        _lay(s, dice.roll(game.arrow, shoots, who=who) == 1, ARROWS)

    return shoot


def _lay(s: State, where: Mask, code: int) -> None:
    """Lay a fire in the lowest hex that does not burn."""
    if not where.any():
        return
    left = where.copy()
    for flame in s.flame:
        catches = left & (flame == 0)
        left &= ~catches
        flame += np.int8(code) * catches
    s.fires += where


def oil_phases(game: RamGame) -> list[Phase]:
    """Return the barrels poured on the front of the ram."""
    if not game.setup.oil:
        return []
    return [Phase(f"defenders pour oil, man {number + 1}", _pour(game, number)) for number in range(game.setup.oil_men)]


def _pour(game: RamGame, number: int) -> Callable[[State, Dice], None]:
    who = f"man {number + 1} with oil"
    attacked = game.is_on("oil-occupants-of-burning-machine", "attacked")

    def pour(s: State, dice: Dice) -> None:
        pours = (s.oil > 0) & (s.distance == 0) & (s.flame[0] == 0)
        s.oil -= pours
        s.oil_poured += pours
        catches = dice.roll(game.barrel, pours, who=who) == 1
        s.flame[0] += np.int8(OTHER) * catches
        s.fires += catches
        if attacked:
            _burn_crew(game, s, dice, catches & (s.fit + s.stunned + s.wounded > 0))

    return pour


def _burn_crew(game: RamGame, s: State, dice: Dice, where: Mask) -> None:
    """Attack the man at the front with the oil that set the ram alight; he must leave whatever comes."""
    codes = dice.roll(game.oil, where, who="man at the front of the ram")
    on_fit = where & (s.fit > 0)
    on_stunned = where & ~on_fit & (s.stunned > 0)
    on_wounded = where & ~on_fit & ~on_stunned
    # Stunned and forced out is dead, unless he comes round in time; so is a man who is hurt again.
    lies = (on_fit & (codes == _D)) | (on_stunned & (codes == _C))
    round_again = lies & False
    if game.comes_round is not None:
        fate = dice.roll(game.comes_round, lies, who="stunned man at the front of the ram")
        round_again = lies & (fate == COMES_ROUND.index("R"))
        dice.note("he leaves the ram", round_again)
    hurt = codes >= _D
    s.fit -= on_fit & hurt
    s.wounded += on_fit & (codes == _E)
    s.stunned -= on_stunned & (codes >= _C)
    s.wounded -= on_wounded & hurt
    s.fit += round_again


def fight_fire_phases(game: RamGame) -> list[Phase]:
    """Return the tries to put fires out, man after man, each at the oldest fire still burning."""
    return [
        Phase(f"besiegers put out fire, man {number + 1}", _put_out(game, number))
        for number in range(min(game.setup.fire_fighters, game.most_men))
    ]


def _put_out(game: RamGame, number: int) -> Callable[[State, Dice], None]:
    code_all, code_arrows = PUT_OUT.index("D"), PUT_OUT.index("DA")
    spared = CREW if game.stays_in_fire else 0
    who = f"man {number + 1}"

    def put_out(s: State, dice: Dice) -> None:
        tries = burning(s) & (s.smoke == 1) & (s.fit + s.wounded - spared > number)
        if not tries.any():
            return
        s.tries += tries
        codes = dice.roll(game.extinguish, tries, who=who)
        out_all = codes == code_all
        out_arrows = codes == code_arrows
        ages = [flame - np.int8(_AGES) * (flame >= OTHER) for flame in s.flame]
        oldest = np.maximum(np.maximum(ages[0], ages[1]), ages[2])
        for flame, age in zip(s.flame, ages, strict=True):
            here = tries & (age == oldest)
            tries &= ~here
            out = here & (out_all | (out_arrows & (flame < OTHER)))
            flame *= ~out
            s.put_out += out
            dice.note("the fire is out", out)

    return put_out


def spread_phase(game: RamGame) -> Phase:
    """Return the spread of the fires that burn, hex by hex, to neighbouring hexes that do not."""
    arrows_stay = game.is_on("da-and-spread-fire", "arrows")

    def spread(s: State, dice: Dice) -> None:
        if not s.flame.any():
            return
        before = s.flame.copy()
        for number in range(HEXES):
            for other in (number - 1, number + 1):
                if not 0 <= other < HEXES:
                    continue
                rolls = (before[number] > 0) & (s.flame[other] == 0)
                catches = dice.roll(game.spread, rolls, who=f"fire in ram hex {number + 1}") == 1
                if not catches.any():
                    continue
                by_arrows = catches & (before[number] < OTHER) & arrows_stay
                s.flame[other] += np.int8(ARROWS) * by_arrows + np.int8(OTHER) * (catches & ~by_arrows)
                s.spreads += catches

    return Phase("fire spreads", spread)


def burn_down(game: RamGame, s: State, dice: Dice) -> Mask:
    """Let every fire grow a turn older; return where the ram is lost."""
    lost: Mask = np.zeros(s.size, dtype=np.bool_)
    for flame in s.flame:
        last = (flame == ARROWS + _AGES - 1) | (flame == OTHER + _AGES - 1)
        if game.stays_in_fire:
            _scorch(s, (flame == ARROWS + 1) | (flame == OTHER + 1), killed=False)
            _scorch(s, last, killed=True)
        flame += (flame > 0) & ~last
        lost |= last
    dice.note("the ram has burnt", lost)
    return lost


def _scorch(s: State, where: Mask, *, killed: bool) -> None:
    """Hurt the man who stays in a burning hex: wounded first, dead the turn after."""
    first, second = (s.wounded, s.fit) if killed else (s.fit, s.wounded)
    on_first = where & (first > 0)
    on_second = where & ~on_first & (second > 0)
    first -= on_first
    second -= on_second
    if not killed:
        s.wounded += on_first

"""Fires that are laid, and fires that spread."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.fire.flames import (
    ARROWS,
    CAUGHT_ARROWS,
    CAUGHT_OTHER,
    FRESH_OIL,
    OTHER,
    by_arrows,
    catch_fire,
    spreading,
)
from mangonel.systems.cryhavoc.fire.game import FireGame

__all__ = ["laying_phases", "spread_phases"]


def laying_phases(game: FireGame) -> list[Phase]:
    """Return the fires of the scenario, a phase for each arrow, barrel or brand (the side that lays fire)."""
    return [
        Phase(f"fire {number + 1}, try {attempt + 1}" if fire.tries else f"fire {number + 1}", *_laying(game, number))
        for number, fire in enumerate(game.setup.fires)
        for attempt in range(max(fire.tries, 1))
    ]


def _laying(game: FireGame, number: int) -> tuple[Callable[[State, Dice], None], Callable[[State], Mask]]:
    """Return a try to lay a fire (the side that lays fire), and where there is something to be lit."""
    fire, rolls = game.setup.fires[number], game.laying[number]
    cause = ARROWS if fire.cause == "arrow" and game.cause_counts else OTHER
    if fire.cause == "oil" and game.rules.choice("fire-spread-timing") == "oil-from-next-turn":
        cause = FRESH_OIL
    who = f"{fire.cause} at {game.names[fire.place]}"

    def now(s: State) -> Mask:
        return (s.flame[fire.place] == 0) & (s.turn == fire.turn)

    def lay(s: State, dice: Dice) -> None:
        laid = now(s)
        for roll in (rolls.hit, rolls.catch):
            if roll is not None:
                laid = dice.roll(roll, laid, who=who) != 0
        s.fires += laid
        catch_fire(game, s, dice, fire.place, laid, cause)

    return lay, now


def spread_phases(game: FireGame) -> list[Phase]:
    """Return the spread of fires: unburnt hexes ask their neighbours (end of the game turn, 1; owner, 3)."""
    if game.rules.choice("spread-rolls") == "each-hex":
        return [
            Phase(f"fire spreads to {game.names[place]}", *_spread(game, place, around))
            for place, around in enumerate(game.neighbours)
            if around
        ]
    return [
        Phase(f"fire spreads to {game.names[place]} (from neighbour {side})", *_spread(game, place, (other,)))
        for place, around in enumerate(game.neighbours)
        for side, other in enumerate(around, start=1)
    ]


def _spread(
    game: FireGame, place: int, others: Sequence[int]
) -> tuple[Callable[[State, Dice], None], Callable[[State], Mask]]:
    """Return one roll for a hex beside one or more others (end of the game turn, Spread).

    It burns by arrows only if all of them that burn do.
    """
    stays_arrows = game.rules.choice("da-and-spread-fire") == "arrows" and game.cause_counts
    who = f"fire in {game.names[others[0]]}" if len(others) == 1 else "fires around"
    beside = np.array(others)

    def concerned(s: State) -> Mask:
        return (s.flame[place] == 0) & spreading(s.flame[beside]).any(axis=0)

    def spread(s: State, dice: Dice) -> None:
        catches = dice.roll(game.spread, concerned(s), who=f"{who}, to {game.names[place]}") == 1
        if not catches.any():
            return
        s.spreads += catches
        near = s.flame[beside]
        arrows = stays_arrows & ~(spreading(near) & ~by_arrows(near)).any(axis=0)
        catch_fire(game, s, dice, place, catches, np.where(arrows, CAUGHT_ARROWS, CAUGHT_OTHER))

    return spread, concerned

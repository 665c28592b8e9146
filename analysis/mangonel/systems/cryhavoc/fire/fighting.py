"""Putting fires out: the men who stay in a burning hex, and the fighters who go from fire to fire."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.systems.cryhavoc.fire.flames import OTHER, OUT, anything_burns, burning, by_arrows
from mangonel.systems.cryhavoc.fire.game import FireGame
from mangonel.systems.cryhavoc.keys.words import in_note
from mangonel.systems.cryhavoc.rolls.fires import BURNS_ON
from mangonel.systems.cryhavoc.situations.fire import ARROWS_OUT, PUT_OUT

__all__ = ["fighter_columns", "fighter_phases", "stayer_phases"]

_NEIGHBOURS = 6


def stayer_phases(game: FireGame) -> list[Phase]:
    """Return the tries of the men who stay, each at his own hex until it is out (owner, 1)."""
    return [
        _stayer(game, line, place, man) for line, (place, men) in enumerate(game.staying.items()) for man in range(men)
    ]


def _stayer(game: FireGame, line: int, place: int, man: int) -> Phase:
    """Return the try of a man who stays in a hex that burns, at the fire in it (owner, 1)."""
    name = game.names[place]

    def concerned(s: State) -> Mask:
        return burning(s.flame[place]) & (s.fit[line] + s.wounded[line] > man)

    def put_out(s: State, dice: Dice) -> None:
        tries = concerned(s)
        out = _is_out(game, s, dice, tries, by_arrows(s.flame[place]), f"man {man + 1} in {name}")
        s.flame[place] *= ~out

    return Phase(f"man {man + 1} who stays in {name}", put_out, concerned)


def _is_out(game: FireGame, s: State, dice: Dice, tries: Mask, arrows: Mask, who: str) -> Mask:
    """Let a man try in the rows of `tries`; return where the fire is out."""
    codes = dice.roll(game.extinguish, tries, who=who)
    by_arrows_alone = codes == game.extinguish.code(ARROWS_OUT)
    out: Mask = (codes == game.extinguish.code(PUT_OUT)) | (by_arrows_alone & arrows)
    s.tries += tries
    s.put_out += out
    dice.note("the fire is out", out)
    dice.note(BURNS_ON, lambda: by_arrows_alone & ~out)
    return out


def fighter_columns(game: FireGame) -> list[Column]:
    """Return what is remembered while fires are fought: the fire at which the last man tried, and tries at it."""
    if not game.setup.fighters:
        return []
    most = min(game.setup.room, game.setup.fighters)
    return [Column("rank", (_NEIGHBOURS + 1) * len(game.names)), Column("tried", most)]


def fighter_phases(game: FireGame) -> list[Phase]:
    """Return the tries of the fighters, man after man, and a last phase that forgets what they did (owner, 2)."""
    men = game.setup.fighters
    if not men:
        return []
    return [*(_fighter(game, man) for man in range(men)), Phase("smoke clears", _clear, _has_tried)]


def _has_tried(s: State) -> Mask:
    return (s.flame == OUT).any(axis=0) | (s.rank > 0)


def _clear(s: State, dice: Dice) -> None:
    """Turn what was put out into unburnt hexes, and forget at which fire the last man stood (owner, 2)."""
    del dice
    s.flame *= s.flame != OUT
    s.rank = 0
    s.tried = 0


def _fighter(game: FireGame, man: int) -> Phase:
    """Return the try of one man, at the first fire in rank that has room for him (owner, 2)."""
    setup = game.setup
    who = f"man {man + 1}"

    def concerned(s: State) -> Mask:
        return anything_burns(s.flame) & (s.turn >= setup.fighters_from)

    def fight(s: State, dice: Dice) -> None:
        ranks = _ranks(game, s.flame)
        # At the same fire as the man before, as long as it burns and there is room; else at the next.
        beyond = s.rank - (s.tried < setup.room)
        none = np.int16(_NEIGHBOURS * len(game.names) + len(game.names) + 1)
        ranks = np.where(burning(s.flame) & (ranks > beyond), ranks, none)
        chosen = ranks.min(axis=0)
        tries = (chosen < none) & (s.turn >= setup.fighters_from)
        tried = (ranks == chosen) & tries
        for name, at in zip(game.names, tried, strict=True):
            dice.note(f"{who} is at the fire in {in_note(name)}", at)
        out = _is_out(game, s, dice, tries, (tried & by_arrows(s.flame)).any(axis=0), who)
        s.flame = np.where(tried & out, OUT, s.flame)
        s.tried = np.where(tries, np.where(chosen == s.rank, s.tried + 1, 1), s.tried)
        s.rank = np.where(tries, chosen, s.rank)

    return Phase(f"fire is fought, man {man + 1}", fight, concerned)


def _ranks(game: FireGame, flame: NDArray[Any]) -> NDArray[np.int16]:
    """Return the rank of each hex by the policy ``aim``, 1 the first, as if all burnt. Shape (hexes, rows).

    Hexes are ranked once, before anybody tries (owner, 2). To rank them anew for each man comes to the same: no fire
    grows older meanwhile, and what is put out is OUT and not yet unburnt, so no number of unburnt neighbours changes.
    """
    hexes = len(game.names)
    if game.setup.aim == "most-neighbours":
        unburnt = (flame == 0).astype(np.int16)
        first = np.array([_NEIGHBOURS - unburnt[list(around)].sum(axis=0) for around in game.neighbours])
    else:
        age = (flame - 1) % (OTHER - 1)
        first = age if game.setup.aim == "youngest" else OTHER - 2 - age
    return first.astype(np.int16) * hexes + np.arange(1, hexes + 1, dtype=np.int16)[:, None]

"""A day of a siege: the morning, a storm or a bombardment, the evening."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.systems.cryhavoc.siege_campaign.bombarding import day_columns, day_phases, hexes_down
from mangonel.systems.cryhavoc.siege_campaign.game import SiegeGame
from mangonel.systems.cryhavoc.siege_campaign.storms import Ended
from mangonel.systems.endings import Endings

__all__ = ["ENDINGS", "all_down", "siege_columns", "siege_phases"]

ENDINGS = Endings(
    {
        "taken": "the castle is taken",
        "given_up": "the siege is given up",
        "relieved": "the relieving army is there",
    }
)
_WON = {
    "breach": "the besiegers are through the breach",
    "tower": "the besiegers come over the wall from the tower",
    "assault": "the besiegers come over the wall by ladder",
}
_HELD = {"breach": "the breach is held", "tower": "the tower is beaten off", "assault": "the ladders are beaten off"}
"""What a trace says of a part that is won, or not."""
_CALLED_OFF = "night falls on the {}, nothing is decided, and it is called off"


def siege_columns(game: SiegeGame) -> list[Column]:
    """Return what is remembered: over night only men, wounded men, marks, repair, stocks and the days of rest."""
    setup, parts = game.setup, len(game.parts)
    columns = [
        Column("besiegers_fit", setup.besiegers, setup.besiegers),
        Column("defenders_fit", setup.defenders, setup.defenders),
        *game.ours.columns(),
        *game.theirs.columns(),
        Column("rest", setup.rest),
        Column("told", setup.besiegers, 0, parts),
        Column("posted", setup.defenders, 0, parts),
    ]
    if game.bombardment is not None:
        columns += day_columns(game.bombardment)
    if setup.ram is not None:
        columns.append(Column("rams", setup.ram.stock, setup.ram.stock))
        if game.own_hex:
            columns.append(Column("ram_marks", game.ram_need, setup.ram.setup.marks))
        if len(game.parts["ram"].chapters) > 1:
            columns.append(Column("shelled", 1))
    if setup.tower is not None:
        columns.append(Column("towers", setup.tower.stock, setup.tower.stock))
    if setup.assaults is not None:
        columns.append(Column("assaults_made", setup.assaults))
    return columns


def siege_phases(game: SiegeGame) -> list[Phase]:
    """Return the phases of a day."""
    parts = {"ram": _ram, "breach": _breach, "tower": _tower, "assault": _assault}
    storm = [
        Phase(name, partial(parts[name], game, place), partial(_told_off, place))
        for place, name in enumerate(game.parts)
    ]
    return [
        Phase("morning", partial(_morning, game)),
        *_bombardment(game),
        *storm,
        Phase("evening", partial(_evening, game)),
        *(_healing(game) if game.setup.healing else []),
    ]


def all_down(game: SiegeGame, s: State) -> NDArray[np.int8]:
    """Return how many hexes are down, that of the ram among them. Shape (rows,)."""
    down = np.zeros(s.size, dtype=np.int8)
    if game.bombardment is not None:
        down += hexes_down(game.bombardment, s.marks)
    if game.own_hex:
        down += s.ram_marks >= game.ram_need
    return down


def _ram_marks(game: SiegeGame, s: State) -> NDArray[Any]:
    ram = game.setup.ram
    assert ram is not None
    return s.ram_marks if ram.place is None else s.marks[ram.place]


def _morning(game: SiegeGame, s: State, dice: Dice) -> None:
    """See who is back, and whether it is an assault day, and for what men are told off (morning; assault day, 1)."""
    setup = game.setup
    _, most, parts = game.told.shape
    men_told, posted = game.told.reshape(-1, parts), game.posted.reshape(-1, parts)
    for who, wounded, fit in (("besieger", game.ours, s.besiegers_fit), ("defender", game.theirs, s.defenders_fit)):
        back = wounded.morning(s)
        fit += back
        tally = getattr(s, f"{who}s_back")
        tally += back
        dice.note(f"{who}s who are fit again: {{}}", back > 0, back)
    down = all_down(game, s)
    wanted = (down >= setup.breaches) & (setup.breaches > 0)
    if setup.from_day is not None and s.turn >= setup.from_day:
        wanted[...] = True
    wanted &= s.rest == 0
    what_is_open = 2 * (down > 0).astype(np.int64)
    if setup.ram is not None:
        what_is_open += (s.rams > 0) & (_ram_marks(game, s) < game.ram_need)
    if setup.tower is not None:
        what_is_open += 4 * (s.towers > 0)
    numbers = men_told[what_is_open * most + s.besiegers_fit].T * wanted
    played = np.zeros(s.size, dtype=np.int64)
    for place, men in enumerate(numbers):
        played += (men > 0).astype(np.int64) << place
    storming = played > 0
    s.told = numbers
    s.posted = posted[played * (setup.defenders + 1) + s.defenders_fit].T
    s.assaults += storming
    if setup.assaults is not None:
        s.assaults_made += storming
    dice.note("a day of assault", storming)
    for place, name in enumerate(game.parts):
        dice.note(f"told off for the {name}: {{:besieger}}, {{:defender}}", numbers[place] > 0, *_men(s, place))


def _men(s: State, place: int) -> tuple[NDArray[Any], NDArray[Any]]:
    return s.told[place], s.posted[place]


def _told_off(place: int, s: State) -> Mask:
    return s.told[place] > 0


def _storming(s: State) -> Mask:
    return s.told.any(axis=0)


def _bombardment(game: SiegeGame) -> list[Phase]:
    """Return the bombardment, which goes on where there is no assault (other days)."""
    if game.bombardment is None:
        return []
    bombardment, wanted = game.bombardment, game.bombardment.setup.wanted

    def goes(s: State) -> Mask:
        return ~_storming(s) & (hexes_down(bombardment, s.marks) < wanted)

    allotting, *shooting = day_phases(bombardment, goes, in_full=False)
    ram = game.setup.ram
    if ram is None or len(game.parts["ram"].chapters) == 1:
        return [allotting, *shooting]

    def shot_at(s: State) -> Mask:
        return s.aim[ram.place] > 0

    def remember(s: State, dice: Dice) -> None:
        """Remember for the ram that its wall has been bombarded (assault day, 2, bombarded)."""
        del dice
        s.shelled |= shot_at(s)

    return [allotting, Phase("the ram's wall is shot at", remember, shot_at), *shooting]


def _losses(game: SiegeGame, s: State, dice: Dice, ended: Ended) -> None:
    """Bury the dead of a part, and let the wounded heal (assault day, 3)."""
    for who, wounded, dead, hurt in (
        ("besiegers", game.ours, ended.besiegers_dead, ended.besiegers_wounded),
        ("defenders", game.theirs, ended.defenders_dead, ended.defenders_wounded),
    ):
        fit = getattr(s, f"{who}_fit")
        fit -= (dead + hurt).astype(fit.dtype)
        wounded.admit(s, hurt)
        dice.note(f"{who} lost: {{}} dead, {{}} wounded", dead + hurt > 0, dead, hurt)


def _tell_end(s: State, dice: Dice, name: str, place: int, played: Mask, ended: Ended) -> None:
    """Tell how a part that can take the castle has ended."""
    dice.note(_WON[name], ended.won)
    dice.note(_CALLED_OFF.format(name), ended.undecided)
    dice.note(_HELD[name], lambda: played & ~ended.won & ~ended.undecided)
    dice.note(
        "back unhurt: {:besieger}",
        lambda: played & ~ended.won,
        lambda: s.told[place] - ended.besiegers_dead - ended.besiegers_wounded,
    )


def _take(s: State, dice: Dice, name: str, taken: Mask) -> None:
    tally = getattr(s, f"by_{name}")
    tally += taken
    ENDINGS.decide(s, dice, taken=taken)


def _ram(game: SiegeGame, place: int, s: State, dice: Dice) -> None:
    """Let the ram do what it does on an assault day (assault day, 2)."""
    storm = game.parts["ram"]
    several = len(storm.chapters) > 1
    marks = _ram_marks(game, s)
    ended = storm.play(dice, s.told[place] > 0, _men(s, place), marks, s.shelled == 1 if several else None)
    dice.note("the ram brings the wall down", ended.breached)
    dice.note("the ram is lost", ended.destroyed)
    dice.note(_CALLED_OFF.format("ram"), ended.undecided)
    others = (ended.breached, ended.destroyed, ended.undecided)
    dice.note("too few of the crew are left", lambda: (s.told[place] > 0) & ~np.logical_or.reduce(others))
    _losses(game, s, dice, ended)
    marks += ended.marks.astype(marks.dtype)
    s.ram_breaches += ended.breached
    s.rams_lost += ended.destroyed
    s.rams -= ended.destroyed


def _breach(game: SiegeGame, place: int, s: State, dice: Dice) -> None:
    """Storm a breach (assault day, 2)."""
    _storm(game, s, dice, "breach", place, all_down(game, s) > 0)


def _assault(game: SiegeGame, place: int, s: State, dice: Dice) -> None:
    """Assault the wall by ladder (assault day, 2)."""
    _storm(game, s, dice, "assault", place, np.ones(s.size, dtype=np.bool_))


def _tower(game: SiegeGame, place: int, s: State, dice: Dice) -> None:
    """Attack with a siege tower (assault day, 2)."""
    ended = _storm(game, s, dice, "tower", place, np.ones(s.size, dtype=np.bool_))
    s.towers_lost += ended.destroyed
    s.towers -= ended.destroyed


def _storm(game: SiegeGame, s: State, dice: Dice, name: str, place: int, possible: Mask) -> Ended:
    """Play a part that takes the castle if it is won, or if nobody is there to defend."""
    goes = possible & (s.told[place] > 0)
    undefended = goes & (s.posted[place] == 0)
    dice.note("nobody is there to defend", undefended)
    ended = game.parts[name].play(dice, goes & ~undefended, _men(s, place))
    _tell_end(s, dice, name, place, goes & ~undefended, ended)
    _losses(game, s, dice, ended)
    _take(s, dice, name, undefended | ended.won)
    return ended


def _evening(game: SiegeGame, s: State, dice: Dice) -> None:
    """Look for what ends (evening, 1; endings), and count the days of rest (morning, 2)."""
    setup = game.setup
    hope = game.ours.healing(s) > 0 if setup.healing else np.zeros(s.size, dtype=np.bool_)
    up = (s.besiegers_fit == 0) & ~hope
    if setup.losses is not None:
        up |= setup.besiegers - s.besiegers_fit >= setup.losses
    if setup.assaults is not None:
        up |= s.assaults_made >= setup.assaults
    up |= setup.last_day is not None and s.turn >= setup.last_day
    ENDINGS.decide(s, dice, given_up=up, relieved=np.full(s.size, s.turn == setup.relief))
    storming = _storming(s)
    s.rest = np.where(storming, setup.rest, np.maximum(s.rest - 1, 0))
    s.told = 0
    s.posted = 0


def _healing(game: SiegeGame) -> list[Phase]:
    """Return the healing of both sides (evening, 2)."""
    setup = game.setup
    return [
        *game.ours.evening("besiegers heal", setup.besiegers),
        *game.theirs.evening("defenders heal", setup.defenders),
    ]

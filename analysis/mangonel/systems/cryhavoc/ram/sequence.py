"""The attack of a ram as a sequence; `docs/sequences/ram.md` says in words what is played here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.pools import FIT, Pool
from mangonel.systems.cryhavoc.men.states import men_side, state_measures
from mangonel.systems.cryhavoc.phases.engine_fire import (
    FIRE_TALLIES,
    burning,
    burning_hexes,
    fire_columns,
    oil_phases,
    spread_phase,
)
from mangonel.systems.cryhavoc.phases.engines import CREW, HEXES, move_engine
from mangonel.systems.cryhavoc.ram.fire import arrow_phases, burn_on, put_out_phases
from mangonel.systems.cryhavoc.ram.game import RamGame, break_offs, ram_game
from mangonel.systems.cryhavoc.ram.setup import RamSetup
from mangonel.systems.cryhavoc.ram.sortie import crew_fights, fight_columns, sortie_attacks
from mangonel.systems.endings import Endings

__all__ = ["ENDINGS", "ram_attack", "ram_start"]

ENDINGS = Endings(
    {
        "breach": "the wall is breached",
        "destroyed": "",
        "crew_lost": "the crew is lost",
        "repulsed": "the besiegers break off",
    }
)
"""Endings; ``repulsed`` only if the besiegers may break off. What burns down is told with the fire."""


def ram_attack(setup: RamSetup, rules: RuleSet) -> PlaySequence:
    """Build the attack of a ram of a scenario; it is refused (DataError) if the wall is breached from the start."""
    game = ram_game(setup, rules)
    spread = spread_phase(game.fire)
    besiegers = [
        Phase("besiegers' movement", partial(_move, game)),
        Phase("besiegers' melee, fire in the ram", _look_for_fire),
        *put_out_phases(game),
        *crew_fights(game),
        Phase("battering", _batter(game)),
        *([] if game.fire.spreads_at_end else [spread]),
        Phase("besiegers recover", partial(_recover, game.crew)),
    ]
    defenders = [
        *arrow_phases(game, 1),
        *arrow_phases(game, 2),
        *oil_phases(game.fire),
        *sortie_attacks(game),
        Phase("defenders recover", partial(_recover, game.party)),
    ]
    sides = [besiegers, defenders] if setup.first == "besiegers" else [defenders, besiegers]
    endings = (ENDINGS if setup.break_off.given else ENDINGS.without("repulsed")).names
    return PlaySequence(
        name="ram",
        columns=_columns(game),
        phases=[
            *sides[0],
            *sides[1],
            *([spread] if game.fire.spreads_at_end else []),
            Phase("end of the turn", _end(game)),
        ],
        endings=endings,
        turns=setup.turns,
        sides=(men_side("besiegers", ("breach",)), men_side("defenders", endings[1:])),
        measures=_measures(game),
        tallies=(*FIRE_TALLIES, "battering_rolls"),
        series=(Measure("marks", game.need, lambda s: s.marks), Measure("hexes_burning", HEXES, burning_hexes)),
        looks=(Measure("besiegers_living", game.most_men, game.crew.living),),
    )


def ram_start(setup: RamSetup, men: int, sortie: int, marks: int) -> dict[str, int]:
    """Return the columns at the start of a ram with fewer men and other marks than the scenario has."""
    start = {"fit": men, "sortie_fit": sortie, "marks": marks}
    ours, theirs = break_offs(setup)
    return start | ours.start(setup.men - men) | theirs.start(setup.sortie_men - sortie)


def _columns(game: RamGame) -> list[Column]:
    setup = game.setup
    return [
        Column("distance", len(setup.approach), len(setup.approach)),
        Column("marks", game.need, setup.marks),
        Column("wait", 1, _first_wait(game)),
        *fire_columns(setup.oil),
        Column("smoke", 1),
        Column("engaged", 1),
        Column("fought", 1),
        *game.crew.columns({FIT: setup.men}),
        Column("rams_left", setup.rams - 1, setup.rams - 1),
        *game.party.columns({FIT: setup.sortie_men}),
        *fight_columns(game),
        *(column for side in break_offs(setup) for column in side.columns),
    ]


def _first_wait(game: RamGame) -> int:
    """Return whether a ram that starts at the wall waits for a turn before its first roll."""
    return int(game.waits_first and not game.setup.approach)


def _move(game: RamGame, s: State, dice: Dice) -> None:
    """Move the ram (besiegers, 1)."""
    goes = (s.distance > 0) & (s.fit + s.wounded >= CREW) & (s.engaged == 0) & (s.fought == 0) & ~burning(s)
    # A crew that fought in its last melee phase does not move this once (IT 2.81; DE 2.41).
    s.fought = 0
    before = s.distance.copy()
    move_engine("ram", game.advance, s, dice, goes)
    if game.waits_first:
        s.wait |= (before > 0) & (s.distance == 0)


def _look_for_fire(s: State, dice: Dice) -> None:
    """Remember whether a hex burns as the melee phase begins (besiegers, 2): then nobody rams, whatever is put out."""
    s.smoke = burning(s)
    for number, flame in enumerate(s.flame):
        dice.note(f"ram hex {number + 1} burns", flame > 0)


def _batter(game: RamGame) -> Callable[[State, Dice], None]:
    """Return the roll of the ram at the wall, the end of the melee phase: the crew is engaged no more.

    By then an engaged crew has not moved the ram once (IT 2.81, DE 2.41), and has not battered in the turn that the
    option ``attacked-crew`` says (besiegers, 2, Battering).
    """
    every_second = game.rules.choice("ram-rate") == "every-second-turn"
    held_up = game.is_held_up

    def batter(s: State, dice: Dice) -> None:
        if game.batter is not None:
            rams = (s.distance == 0) & (s.fit + s.wounded >= CREW) & (s.fought == 0)
            if held_up:
                rams &= s.engaged == 0
            if not game.stays_in_fire:
                rams &= s.smoke == 0
            if every_second:
                rams &= s.wait == 0
                s.wait = rams
            s.battering_rolls += rams
            s.marks += dice.roll(game.batter, rams, who="ram")
            breach = s.marks >= game.need
            ENDINGS.decide(s, dice, breach=breach)
            if game.setup.man_on_wall:
                dice.note("the man on the wall is wounded by the fall", breach)
        s.engaged = 0
        s.smoke = 0

    return batter


def _recover(men: Pool, s: State, dice: Dice) -> None:
    """Let stunned men be fit again (besiegers, 3; defenders, 4)."""
    del dice
    men.recover(s)


def _end(game: RamGame) -> Callable[[State, Dice], None]:
    """Return how fires grow older, the next ram follows a burnt one, and what ends.

    These are the last steps of the end of the game turn (end of the game turn, 2 and 3; endings).
    """
    setup = game.setup
    limits, _ = break_offs(setup)

    def lost_men(s: State) -> NDArray[np.int64]:
        return _dead(game, s) + s.wounded

    def end(s: State, dice: Dice) -> None:
        lost = burn_on(game, s, dice)
        follows = np.zeros(s.size, dtype=np.bool_)
        few = game.crew.living(s) < CREW
        if lost.any() or few.any():
            follows = (lost | few) & (s.rams_left > 0)
            dice.note("the next ram sets out", follows)
            for flame in s.flame:
                flame *= ~(lost | follows)
            s.wait += (np.int8(_first_wait(game)) - s.wait) * follows
            s.engaged *= ~follows
            s.fought *= ~follows
            s.fit += np.int8(setup.men) * follows
            s.rams_left -= follows
            s.distance += (np.int8(len(setup.approach)) - s.distance) * follows
        ENDINGS.decide(
            s,
            dice,
            destroyed=lost & ~follows,
            crew_lost=game.crew.living(s) < CREW,
            repulsed=limits.comes(s, lost_men),
        )

    return end


def _dead(game: RamGame, s: State) -> NDArray[np.int64]:
    """Return how many besiegers have died. Shape (rows,)."""
    arrived = np.int64(game.setup.men) * (game.setup.rams - s.rams_left.astype(np.int64))
    return arrived - game.crew.living(s)


def _measures(game: RamGame) -> tuple[Measure, ...]:
    setup, men = game.setup, game.most_men
    fallen = int(setup.man_on_wall)

    return (
        *state_measures(
            "besiegers", men, dead=partial(_dead, game), wounded=lambda s: s.wounded, stunned=lambda s: s.stunned
        ),
        *state_measures(
            "defenders",
            setup.sortie_men + fallen,
            dead=lambda s: setup.sortie_men - game.party.living(s),
            wounded=lambda s: s.sortie_wounded + fallen * ENDINGS.reached(s, "breach"),
            stunned=(lambda s: s.sortie_stunned) if setup.sortie_men else None,
        ),
        Measure("marks", game.need, lambda s: s.marks),
    )

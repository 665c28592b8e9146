"""The ladder assault as a sequence; `docs/sequences/ladder-assault.md` says in words what is played here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, Mask, State
from mangonel.odds.notes import Note
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.policies import BreakOff
from mangonel.systems.cryhavoc.ladder.board import (
    BESIEGER_FIT,
    BESIEGER_STUNNED,
    BESIEGER_WOUNDED,
    CLIMBER_FIT,
    CLIMBER_STUNNED,
    CLIMBER_WOUNDED,
    DEFENDER_FIT,
    DEFENDER_STUNNED,
    DEFENDER_WOUNDED,
    EMPTY,
    NOBODY,
    besieger,
    defender,
)
from mangonel.systems.cryhavoc.ladder.covering import covering_phases
from mangonel.systems.cryhavoc.ladder.game import CARRIERS, LadderGame, ladder_game
from mangonel.systems.cryhavoc.ladder.melee import besiegers_melee, defenders_melee
from mangonel.systems.cryhavoc.ladder.missiles import defending_phases
from mangonel.systems.cryhavoc.ladder.moves import besiegers_move, defenders_move
from mangonel.systems.cryhavoc.ladder.setup import LadderSetup
from mangonel.systems.cryhavoc.men.states import men_side, state_measures
from mangonel.systems.cryhavoc.phases.break_off import BreakingOff
from mangonel.systems.cryhavoc.phases.panic import PANIC_TALLIES
from mangonel.systems.endings import Endings

__all__ = ["ENDINGS", "ladder_assault", "ladder_start"]

ENDINGS = Endings(
    {
        "foothold": "the besiegers have a foothold on the wall",
        "repulsed": "the besiegers are repulsed",
        "cleared": "the wall is cleared",
        "abandoned": "the defenders give up the wall",
    }
)
"""Endings; ``abandoned`` only if the defenders may break off."""
_TALLIES = ("shots", "hits", "cover_shots", "cover_hits", "topples", "falls", "crossings", "oil_poured")


def ladder_assault(setup: LadderSetup, rules: RuleSet) -> PlaySequence:
    """Build the ladder assault of a scenario under a rule set.

    It is refused (DataError) if the rules do not allow what the scenario needs, such as covering archers out of range.
    """
    game = ladder_game(setup, rules)
    besiegers = [
        *covering_phases(game, 1),
        besiegers_move(game),
        *([] if game.nerves is None else game.nerves.recovery()),
        *covering_phases(game, 2),
        *besiegers_melee(game),
        Phase("besiegers recover", _besiegers_recover),
    ]
    defenders = [
        *defending_phases(game, 1),
        defenders_move(game),
        *defending_phases(game, 2),
        *defenders_melee(game),
        Phase("defenders recover", partial(_defenders_recover, game)),
    ]
    sides = [besiegers, defenders] if setup.first == "besiegers" else [defenders, besiegers]
    endings = (ENDINGS if setup.defenders_break_off.given else ENDINGS.without("abandoned")).names
    return PlaySequence(
        name="ladder-assault",
        columns=_columns(game),
        phases=[*sides[0], *sides[1], Phase("end of the turn", _end(game))],
        endings=endings,
        turns=setup.turns,
        sides=(men_side("besiegers", ("foothold", *endings[2:])), men_side("defenders", ("repulsed",))),
        measures=_measures(game),
        tallies=(*_TALLIES, *(() if game.nerves is None else PANIC_TALLIES)),
        notes_at_zero=_fire_held(setup),
        series=(
            Measure("besiegers_living", setup.men * setup.ladders, partial(_living, game)),
            Measure("defenders_living", setup.on_wall + setup.reserve, _living_defenders),
        ),
        looks=(
            Measure("besiegers_on_wall", setup.width, lambda s: besieger(s.hex).sum(axis=0)),
            Measure("besiegers_on_ladders", setup.ladders, lambda s: (s.climber != NOBODY).sum(axis=0)),
            Measure("ladders_up", setup.ladders, lambda s: s.upright.sum(axis=0)),
            Measure("defenders_on_wall", setup.width, lambda s: defender(s.hex).sum(axis=0)),
        ),
    )


def _fire_held(setup: LadderSetup) -> dict[str, Note]:
    """Return what to say of covering archers who have targets and never shoot."""
    policy = setup.policies.cover_fire
    if policy not in ("approach", "beside") or not setup.covering.men or not setup.on_wall + setup.reserve:
        return {}
    return {"cover_shots": Note("cover_fire_held", (("policy", policy),))}


def ladder_start(setup: LadderSetup, besiegers: int, defenders: int) -> dict[str, Any]:
    """Return the columns at the start with fewer men than the scenario has.

    Besiegers are whole parties from the first ladder on; the next party is what is left, if that is two men or more.
    Defenders stand on the wall first, then in the reserve.
    """
    parties = []
    for _ in range(setup.ladders):
        party = min(setup.men, besiegers)
        parties.append(party if party >= CARRIERS else 0)
        besiegers -= party
    on_wall = min(defenders, setup.on_wall)
    start: dict[str, Any] = {
        "fit": parties,
        "hex": [DEFENDER_FIT if number < on_wall else EMPTY for number in range(setup.width)],
        "reserve_fit": defenders - on_wall,
    }
    ours, theirs = _break_offs(setup)
    return start | ours.start(ours.most - sum(parties)) | theirs.start(theirs.most - defenders)


def _break_offs(setup: LadderSetup) -> tuple[BreakingOff, BreakingOff]:
    """Return when the besiegers break off, and when the defenders."""
    limits = BreakOff(setup.break_off_losses, setup.break_off_turn)
    return (
        BreakingOff(limits, "missing", setup.men * setup.ladders),
        BreakingOff(setup.defenders_break_off, "missing_defenders", setup.on_wall + setup.reserve),
    )


def _columns(game: LadderGame) -> list[Column]:
    setup = game.setup
    defenders = setup.on_wall + setup.reserve
    wall = tuple(DEFENDER_FIT if number < setup.on_wall else EMPTY for number in range(setup.width))
    return [
        Column("distance", len(setup.approach), len(setup.approach), setup.ladders),
        Column("upright", 1, 0, setup.ladders),
        Column("fit", setup.men, setup.men, setup.ladders),
        Column("wounded", setup.men, 0, setup.ladders),
        Column("stunned", setup.men, 0, setup.ladders),
        Column("climber", CLIMBER_STUNNED, NOBODY, setup.ladders),
        Column("hex", BESIEGER_STUNNED, wall, setup.width),
        Column("acted", 1, 0, setup.width),
        Column("moved", 1, 0, setup.width),
        Column("shot", 1, 0, setup.width),
        Column("in_melee", 1, 0, setup.width),
        *([] if game.pours_after_fight else [Column("attacked", 1, 0, setup.width)]),
        Column("reserve_fit", defenders, setup.reserve),
        Column("reserve_wounded", defenders, 0),
        Column("oil", setup.oil, setup.oil),
        *(column for side in _break_offs(setup) for column in side.columns),
        *([] if game.nerves is None else game.nerves.columns),
    ]


def _besiegers_recover(s: State, dice: Dice) -> None:
    """Stunned besiegers lost this player turn and are fit again; who acted may act again next time (besiegers, 5)."""
    del dice
    s.fit += s.stunned
    s.stunned = 0
    s.climber -= (s.climber == CLIMBER_STUNNED) * np.int8(CLIMBER_STUNNED - CLIMBER_FIT)
    s.hex -= (s.hex == BESIEGER_STUNNED) * np.int8(BESIEGER_STUNNED - BESIEGER_FIT)
    s.acted = 0


def _defenders_recover(game: LadderGame, s: State, dice: Dice) -> None:
    """Stunned defenders are fit again; what a man did in this turn is forgotten (defenders, 5)."""
    del dice
    s.hex -= (s.hex == DEFENDER_STUNNED) * np.int8(DEFENDER_STUNNED - DEFENDER_FIT)
    s.acted = 0
    s.moved = 0
    s.shot = 0
    if not game.pours_after_fight:
        s.attacked = 0


def _living(game: LadderGame, s: State) -> NDArray[np.int16]:
    """Return how many besiegers live, those who have panicked or routed too. Shape (rows,)."""
    total = np.zeros(s.size, dtype=np.int16)
    for fit, stunned, wounded, climber in zip(s.fit, s.stunned, s.wounded, s.climber, strict=True):
        total += fit + stunned + wounded + (climber != NOBODY)
    for place in s.hex:
        total += besieger(place)
    if game.nerves is not None:
        total += game.nerves.panicked(s) + game.nerves.routed(s)
    return total


def _hurt(game: LadderGame, s: State) -> NDArray[np.int16]:
    """Return how many besiegers are wounded and have not routed. Shape (rows,)."""
    total = np.zeros(s.size, dtype=np.int16)
    for wounded, climber in zip(s.wounded, s.climber, strict=True):
        total += wounded + (climber == CLIMBER_WOUNDED)
    for place in s.hex:
        total += place == BESIEGER_WOUNDED
    if game.nerves is not None:
        total += game.nerves.panicked_wounded(s)
    return total


def _wounded(game: LadderGame, s: State) -> NDArray[np.int16]:
    """Return how many besiegers are wounded, those who have routed too. Shape (rows,)."""
    return _hurt(game, s) if game.nerves is None else _hurt(game, s) + s.routed_wounded


def _stunned(s: State) -> NDArray[np.int64]:
    """Return how many besiegers are stunned. Shape (rows,)."""
    above = (s.climber == CLIMBER_STUNNED).sum(axis=0, dtype=np.int64) + (s.hex == BESIEGER_STUNNED).sum(
        axis=0, dtype=np.int64
    )
    return s.stunned.sum(axis=0, dtype=np.int64) + above


def _stunned_defenders(s: State) -> NDArray[np.int64]:
    return (s.hex == DEFENDER_STUNNED).sum(axis=0, dtype=np.int64)


def _living_defenders(s: State) -> NDArray[np.int64]:
    return s.reserve_fit + s.reserve_wounded + defender(s.hex).sum(axis=0, dtype=np.int64)


def _wounded_defenders(s: State) -> NDArray[np.int64]:
    return s.reserve_wounded + (s.hex == DEFENDER_WOUNDED).sum(axis=0, dtype=np.int64)


def _measures(game: LadderGame) -> tuple[Measure, ...]:
    setup = game.setup
    men, defenders = setup.men * setup.ladders, setup.on_wall + setup.reserve
    return (
        *state_measures(
            "besiegers",
            men,
            dead=lambda s: men - _living(game, s),
            wounded=partial(_wounded, game),
            stunned=_stunned if setup.first == "besiegers" else None,
        ),
        *state_measures(
            "defenders",
            defenders,
            dead=lambda s: defenders - _living_defenders(s),
            wounded=_wounded_defenders,
            stunned=_stunned_defenders if setup.first == "defenders" else None,
        ),
        *(() if game.nerves is None else game.nerves.measures),
    )


def _end(game: LadderGame) -> Callable[[State, Dice], None]:
    """Return the phase that looks for an ending at the end of a game turn (Endings)."""
    setup, tables = game.setup, game.tables
    fit_climbs = tables.fit_allowance >= tables.climb
    wounded_climbs = tables.wounded_allowance >= tables.climb
    # A party that is not at the foot must be able to enter the next hex.
    steps = np.arange(len(setup.approach) + 1)
    fit_moves = (tables.carry_fit.reached < steps) | (steps == 0)
    wounded_moves = (tables.carry_wounded.reached < steps) | (steps == 0)

    def usable(s: State, ladder: int) -> Mask:
        fit = s.fit[ladder] + s.stunned[ladder]
        wounded = s.wounded[ladder]
        if game.nerves is not None:
            # They can be calm again in time.
            fit, wounded = fit + s.panicked_fit[ladder], wounded + s.panicked_wounded[ladder]
        somebody: Mask = (fit > 0) & fit_climbs | (wounded > 0) & wounded_climbs
        away = s.distance[ladder]
        moves = np.where(fit >= 2, fit_moves.take(away), wounded_moves.take(away))
        somebody &= (s.upright[ladder] == 1) | ((fit + wounded >= 2) & moves)
        return somebody

    ours, theirs = _break_offs(setup)

    def lost(s: State) -> NDArray[np.int16]:
        return np.int16(ours.most) - _living(game, s) + _hurt(game, s)

    def lost_defenders(s: State) -> NDArray[np.int64]:
        return theirs.most - _living_defenders(s) + _wounded_defenders(s)

    def end(s: State, dice: Dice) -> None:
        on_wall = np.zeros(s.size, dtype=np.int8)
        defended = (s.reserve_fit + s.reserve_wounded) > 0
        for place in s.hex:
            on_wall += besieger(place)
            defended |= defender(place)
        out = on_wall == 0
        for ladder in range(setup.ladders):
            out &= s.climber[ladder] == NOBODY
            if out.any():
                out &= ~usable(s, ladder)
        ENDINGS.decide(
            s,
            dice,
            foothold=on_wall >= setup.foothold,
            repulsed=out | ours.comes(s, lost),
            cleared=~defended & (on_wall > 0),
            abandoned=theirs.comes(s, lost_defenders),
        )

    return end

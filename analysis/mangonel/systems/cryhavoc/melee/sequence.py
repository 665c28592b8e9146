"""A melee of two groups as a sequence; `docs/sequences/melee.md` says in words what is played here."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.policies import BreakOff
from mangonel.systems.cryhavoc.melee.game import MeleeGame, Party, melee_game
from mangonel.systems.cryhavoc.melee.setup import SIDES, MeleeSetup, MeleeSide
from mangonel.systems.cryhavoc.men.states import men_side, state_measures
from mangonel.systems.cryhavoc.phases.break_off import BreakingOff
from mangonel.systems.cryhavoc.phases.melee import melee_columns, melee_tallies
from mangonel.systems.cryhavoc.phases.panic import PANIC_TALLIES
from mangonel.systems.endings import Endings

__all__ = ["ENDINGS", "melee_battle", "melee_start"]

ENDINGS = Endings(
    {
        "attackers_win": "no defender is left",
        "defenders_win": "no attacker is left",
        "attackers_break_off": "the attackers break off",
        "defenders_break_off": "the defenders break off",
    }
)


def melee_battle(setup: MeleeSetup, rules: RuleSet) -> PlaySequence:
    """Build the melee of a scenario under a rule set.

    It is refused (DataError) if there is no such terrain, or no melee or no riding there.
    """
    game = melee_game(setup, rules)
    parties = game.parties if setup.first == "attackers" else game.parties[::-1]
    phases = [phase for ours, theirs in (parties, parties[::-1]) for phase in _player_turn(ours, theirs)]
    seized = any(party.men.nerves is not None for party in game.parties)
    return PlaySequence(
        name="melee",
        columns=_columns(game),
        phases=[*phases, Phase("end of the turn", partial(_end, game))],
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=tuple(measure for party in game.parties for measure in _losses(party, first=party is parties[0])),
        tallies=(
            *(party.men.attacks for party in game.parties),
            *melee_tallies(*(party.men.pool for party in game.parties)),
            *(PANIC_TALLIES if seized else ()),
        ),
        sides=(
            men_side("attackers", ("attackers_win", "defenders_break_off")),
            men_side("defenders", ("defenders_win", "attackers_break_off")),
        ),
        series=tuple(Measure(f"{party.men.name}_living", party.side.men, party.men.living) for party in game.parties),
    )


def melee_start(setup: MeleeSetup, attackers: int, defenders: int) -> dict[str, int]:
    """Return the columns at the start with fewer men than the scenario has, all of them on foot."""
    start: dict[str, int] = {}
    for name, side, men in zip(SIDES, (setup.attackers, setup.defenders), (attackers, defenders), strict=True):
        start |= {f"{name}_fit": men} | _breaking_off(name, side).start(side.men - men)
    return start


def _breaking_off(name: str, side: MeleeSide) -> BreakingOff:
    """Return when a side breaks off."""
    return BreakingOff(BreakOff(side.losses, side.turn), f"{name}_missing", side.men)


def _columns(game: MeleeGame) -> list[Column]:
    columns = melee_columns(*(party.melee for party in game.parties))
    for party in game.parties:
        columns += [*party.men.columns(party.start), *_breaking_off(party.men.name, party.side).columns]
    return columns


def _player_turn(ours: Party, theirs: Party) -> list[Phase]:
    """Return the player turn of a side (one game turn, 1 to 3)."""
    men = ours.men

    def stunned(s: State) -> Mask:
        return men.pool.stunned(s) > 0

    def recover(s: State, dice: Dice) -> None:
        """Let stunned men of the side be fit again (one game turn, 3)."""
        dice.note(f"fit again: {{}} of the {men.name}", stunned(s), men.pool.stunned(s))
        men.pool.recover(s)

    return [_movement(ours, theirs), *ours.melee.phases, Phase(f"{men.name} recover", recover, stunned)]


def _movement(ours: Party, theirs: Party) -> Phase:
    """Return the movement: men come back, are followed and caught, or are calm again (one game turn, 1)."""
    men, other = ours.men, theirs.men
    followed = other if ours.side.policies.follow else None
    caught = None if followed is None else followed.nerves

    def concerned(s: State) -> Mask:
        somebody: Mask = men.away.living(s) > 0
        if followed is not None:
            somebody |= followed.away.living(s) > 0
        if caught is not None:
            somebody |= caught.fled.living(s) > 0
        return somebody if men.nerves is None else somebody | (men.nerves.panicked(s) > 0)

    def move(s: State, dice: Dice) -> None:
        back, everywhere = men.away.living(s), np.ones(s.size, dtype=np.bool_)
        dice.note(f"back in the fight: {{}} of the {men.name}", back > 0, back)
        men.pool.join(s, men.away)
        if followed is not None:
            number = followed.away.living(s)
            dice.note(f"followed: {{}} of the {other.name}", number > 0, number)
            followed.pool.join(s, followed.away)
        if caught is not None:
            caught.catch(s, dice, everywhere)
        if men.nerves is not None:
            men.nerves.calm(s, dice, everywhere)
        dice.note(f"none of the {other.name} is in reach", lambda: (men.here(s) > 0) & other.out_of_reach(s))

    return Phase(f"{men.name}' movement", move, concerned)


def _end(game: MeleeGame, s: State, dice: Dice) -> None:
    """Look who is left at the end of a game turn, and who has had enough (Endings)."""
    ours, theirs = game.parties
    ENDINGS.decide(
        s,
        dice,
        attackers_win=theirs.men.left(s) == 0,
        defenders_win=ours.men.left(s) == 0,
        attackers_break_off=_breaks_off(ours, s),
        defenders_break_off=_breaks_off(theirs, s),
    )


def _breaks_off(party: Party, s: State) -> Mask:
    side, men = party.side, party.men

    def lost(s: State) -> NDArray[np.int16]:
        # Men who have routed are no losses, wounded or not.
        return side.men - men.living(s) + men.hurt(s)

    return _breaking_off(men.name, side).comes(s, lost)


def _losses(party: Party, *, first: bool) -> list[Measure]:
    men, number, mounted = party.men, party.side.men, party.side.mounted
    measures = [
        *state_measures(
            men.name,
            number,
            dead=lambda s: number - men.living(s),
            wounded=men.wounded,
            stunned=men.pool.stunned if first else None,
        )
    ]
    if mounted:
        measures.append(Measure(f"{men.name}_horses", mounted, lambda s: getattr(s, f"{men.name}_horses")))
    return [*measures, *men.measures(number)]

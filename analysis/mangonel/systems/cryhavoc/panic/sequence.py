"""A panic as a sequence; `docs/sequences/panic.md` says in words what is played here."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, State
from mangonel.odds.owners import Side
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.pools import total
from mangonel.systems.cryhavoc.panic.classes import PanicGame, panic_game
from mangonel.systems.cryhavoc.panic.death import death_phase
from mangonel.systems.cryhavoc.panic.setup import PanicSetup
from mangonel.systems.endings import Endings

__all__ = ["ENDINGS", "panic"]

ENDINGS = Endings({"broken": "", "calm": "all are calm"})
"""Endings; how many are out of hand is told with the first."""


def panic(setup: PanicSetup, rules: RuleSet) -> PlaySequence:
    """Build the panic of a scenario under a rule set; one that knows none is refused (DataError)."""
    game = panic_game(setup, rules)
    everybody = game.total
    return PlaySequence(
        name="panic",
        columns=[
            *(column for group in game.men for column in group.columns),
            Column("knights", setup.knights, setup.knights),
            Column("gone", everybody),
        ],
        phases=[
            death_phase(game),
            Phase("men in rout run", partial(_run, game)),
            Phase("leaders rally", partial(_rally, game)),
            Phase("end of the turn", partial(_end, game)),
        ],
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=(
            Measure("panicked", everybody, game.panicked),
            Measure("routed", everybody, game.routed),
            Measure("gone", everybody, lambda s: s.gone),
            Measure("dead", everybody + setup.knights, game.dead),
        ),
        tallies=("tests", "panics", "routs", "rallied"),
        series=(
            Measure("calm", everybody, game.calm),
            Measure("panicked", everybody, game.panicked),
            Measure("routed", everybody, game.routed),
        ),
        sides=(
            Side("enemies", ("broken",)),
            Side("men", ("calm",), own=("calm", "panicked", "routed", "gone", "dead")),
        ),
    )


def _run(game: PanicGame, s: State, dice: Dice) -> None:
    """Let routed men run, and panic end where no enemy follows (one game turn, 2)."""
    setup = game.setup
    if setup.edge > 1:
        for group in game.men:
            routed = group.routed(s)
            gone = routed[-1].copy()
            routed[1:] = routed[:-1].copy()
            routed[0] = 0
            s.gone += gone
            dice.note(f"gone for good: {{}} of the {group.name}", gone > 0, gone)
    if not setup.enemy_follows:
        for group in game.men:
            panicked = group.panicked(s)
            dice.note(f"calm again, far from the enemy: {{}} of the {group.name}", panicked > 0, panicked.copy())
            _calm(group.calm(s), panicked, panicked.copy())


def _rally(game: PanicGame, s: State, dice: Dice) -> None:
    """Let each leader calm a few men, in the order of the policy (one game turn, 2)."""
    setup = game.setup
    leaders = s.knights + np.int16(setup.leaders if s.turn >= setup.leaders_from else 0)
    left = leaders * np.int16(setup.rally_each)
    panicked = [(group, group.panicked(s)) for group in game.men]
    # Those who have run most first.
    routed = [(group, men) for group in game.men for men in group.routed(s)[::-1]]
    order = {"panicked": [*panicked, *routed], "routed": [*routed, *panicked], "panicked-only": panicked}
    for group, men in order[setup.rally]:
        calmed = np.minimum(men, left)
        left = left - calmed
        _calm(group.calm(s), men, calmed)
        s.rallied += calmed
        dice.note(f"rallied: {{}} of the {group.name}", calmed > 0, calmed)


def _calm(calm: NDArray[Any], men: NDArray[Any], number: NDArray[Any]) -> None:
    calm += number.astype(calm.dtype)
    men -= number.astype(men.dtype)


def _end(game: PanicGame, s: State, dice: Dice) -> None:
    """Look whether too many are out of hand, or all are calm and nobody is to die any more (Endings)."""
    setup = game.setup
    broken = game.total - game.calm(s) >= setup.broken
    restless = total([np.zeros(s.size, dtype=np.int8), *game.out_of_hand(s)]) > 0
    over = (game.reached(s) == 0) | (s.turn > setup.more)
    dice.note("the men are broken, out of hand: {}", broken, game.total - game.calm(s))
    ENDINGS.decide(s, dice, broken=broken, calm=~restless & over)

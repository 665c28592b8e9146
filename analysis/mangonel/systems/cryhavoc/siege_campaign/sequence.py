"""A siege as a sequence; `docs/sequences/siege-campaign.md` says in words what is played here."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Measure, PlaySequence
from mangonel.engine.state import State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.states import men_side
from mangonel.systems.cryhavoc.phases.healing import Infirmary
from mangonel.systems.cryhavoc.siege_campaign.bombarding import day_tallies
from mangonel.systems.cryhavoc.siege_campaign.day import ENDINGS, all_down, siege_columns, siege_phases
from mangonel.systems.cryhavoc.siege_campaign.game import SiegeGame, siege_game
from mangonel.systems.cryhavoc.siege_campaign.setup import SiegeSetup

__all__ = ["siege_campaign"]


def siege_campaign(setup: SiegeSetup, rules: RuleSet) -> PlaySequence:
    """Build the siege of a scenario under a rule set.

    It is refused (DataError) if a hex is down from the start, or the rules do not allow what a part of an assault
    needs.
    """
    game = siege_game(setup, rules)
    return PlaySequence(
        name="siege-campaign",
        columns=siege_columns(game),
        phases=siege_phases(game),
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=(
            *_losses("besiegers", setup.besiegers, game.ours),
            *_losses("defenders", setup.defenders, game.theirs),
            Measure("breaches", game.most_down, lambda s: all_down(game, s)),
        ),
        tallies=_tallies(game),
        series=(
            Measure("besiegers_fit", setup.besiegers, lambda s: s.besiegers_fit),
            Measure("defenders_fit", setup.defenders, lambda s: s.defenders_fit),
            Measure("hexes_down", game.most_down, lambda s: all_down(game, s)),
        ),
        unit="day",
        sides=(men_side("besiegers", ("taken",)), men_side("defenders", ("given_up", "relieved"))),
    )


def _losses(side: str, men: int, infirmary: Infirmary) -> tuple[Measure, Measure]:
    def dead(s: State) -> NDArray[np.int16]:
        return np.int16(men) - infirmary.wounded(s) - getattr(s, f"{side}_fit")

    return Measure(f"{side}_dead", men, dead), Measure(f"{side}_wounded", men, infirmary.wounded)


def _tallies(game: SiegeGame) -> tuple[str, ...]:
    setup = game.setup
    return (
        "assaults",
        *(day_tallies(game.bombardment, in_full=False) if game.bombardment is not None else ()),
        *(("ram_breaches", "rams_lost") if setup.ram is not None else ()),
        *(("towers_lost",) if setup.tower is not None else ()),
        *(f"by_{name}" for name in game.parts if name != "ram"),
        "besiegers_back",
        "defenders_back",
    )

"""A siege's scenario and rule set, looked up once for all phases."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.phases.healing import Infirmary
from mangonel.systems.cryhavoc.siege_campaign.bombarded import BombardmentGame, bombardment_game
from mangonel.systems.cryhavoc.siege_campaign.orders import OPEN, post_defenders, tell_off
from mangonel.systems.cryhavoc.siege_campaign.setup import SiegeSetup
from mangonel.systems.cryhavoc.siege_campaign.storms import Storm, in_block, storms
from mangonel.systems.cryhavoc.situations.walls import marks_to_breach

__all__ = ["SiegeGame", "siege_game"]


@dataclass(frozen=True)
class SiegeGame:
    """Everything the phases of a siege look up."""

    setup: SiegeSetup
    bombardment: BombardmentGame | None
    """Stone throwers; None if there are none."""
    parts: dict[str, Storm]
    """The parts of an assault by name, in the order in which they are played."""
    ram_need: int
    """Marks that bring the hex of the ram down; 0 without a ram."""
    ours: Infirmary
    theirs: Infirmary
    """`ours`, `theirs`: wounded besiegers and defenders."""
    told: NDArray[np.int16]
    """Besiegers told off for each part, by what is open (a bit for each of `orders.OPEN`) and by fit besiegers. Shape
    (2 ** 3, besiegers + 1, parts)."""
    posted: NDArray[np.int16]
    """Defenders posted against each part, by which parts are played (a bit for each part) and by fit defenders. Shape
    (2 ** parts, defenders + 1, parts)."""

    @property
    def own_hex(self) -> bool:
        """Whether the ram batters a hex that is none of the bombardment's."""
        return self.setup.ram is not None and self.setup.ram.place is None

    @property
    def most_down(self) -> int:
        """Hexes that may be down."""
        return (0 if self.bombardment is None else len(self.bombardment.targets)) + int(self.own_hex)


def siege_game(setup: SiegeSetup, rules: RuleSet) -> SiegeGame:
    """Look up everything a siege needs."""
    bombardment = None
    if setup.bombardment is not None:
        with in_block("bombardment"):
            bombardment = bombardment_game(setup.bombardment, rules)
    parts = storms(setup, rules)
    last = min(day for day in (setup.turns, setup.relief, setup.last_day) if day is not None)
    return SiegeGame(
        setup=setup,
        bombardment=bombardment,
        parts=parts,
        ram_need=0 if setup.ram is None else marks_to_breach(rules, setup.ram.setup.wall),
        ours=Infirmary(rules, setup.besiegers, prefix="besiegers_", count_dead=False, last=last),
        theirs=Infirmary(rules, setup.defenders, prefix="defenders_", count_dead=False, last=last),
        told=_told(setup, parts),
        posted=_posted(setup, parts),
    )


def _told(setup: SiegeSetup, parts: dict[str, Storm]) -> NDArray[np.int16]:
    wants = {name: part.wants for name, part in parts.items()}
    men_told = np.zeros((2 ** len(OPEN), setup.besiegers + 1, len(parts)), dtype=np.int16)
    for code, men in product(range(len(men_told)), range(setup.besiegers + 1)):
        is_open = {part_open: bool(code >> bit & 1) for bit, part_open in enumerate(OPEN)}
        numbers = tell_off(setup.order, wants, men, is_open)
        men_told[code, men] = [numbers.get(name, 0) for name in parts]
    return men_told


def _posted(setup: SiegeSetup, parts: dict[str, Storm]) -> NDArray[np.int16]:
    wants = {name: part.wants for name, part in parts.items()}
    posted = np.zeros((2 ** len(parts), setup.defenders + 1, len(parts)), dtype=np.int16)
    for code, men in product(range(len(posted)), range(setup.defenders + 1)):
        played = [name for bit, name in enumerate(parts) if code >> bit & 1]
        numbers = post_defenders(setup.garrison, wants, men, played)
        posted[code, men] = [numbers.get(name, 0) for name in parts]
    return posted

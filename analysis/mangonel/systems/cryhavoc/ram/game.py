"""A ram's scenario and rule set, looked up once for all phases."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.engine.state import Mask, State
from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.approach import ENGINE_GROUND, check_approach
from mangonel.systems.cryhavoc.keys.shooters import check_shooters
from mangonel.systems.cryhavoc.men.pools import FIT, ON_FOOT, WOUNDED, Men, Pool
from mangonel.systems.cryhavoc.phases.break_off import BreakingOff
from mangonel.systems.cryhavoc.phases.engines import CREW, HEXES, EngineFire, engine_advance, engine_fire
from mangonel.systems.cryhavoc.phases.paths import Advance
from mangonel.systems.cryhavoc.phases.shots import PoolShots
from mangonel.systems.cryhavoc.ram.setup import RamSetup
from mangonel.systems.cryhavoc.rolls.groups import GroupRoll
from mangonel.systems.cryhavoc.situations.cover import cover_on_way
from mangonel.systems.cryhavoc.situations.walls import (
    batter_situation,
    battered_as,
    battering_effect,
    machine_points,
    marks_to_breach,
)
from mangonel.systems.possible import possible

__all__ = ["RamGame", "ram_game"]


@dataclass(frozen=True)
class RamGame:
    """Everything the phases of a ram's attack look up.

    ``batter`` is None if no ram is allowed against the wall, ``men_shots`` if nobody shoots at the men behind the ram,
    and the fights if there is no sortie.
    """

    setup: RamSetup
    rules: RuleSet
    need: int
    advance: Advance
    batter: Roll | None
    fire: EngineFire
    men_shots: PoolShots | None
    crew_fight: GroupRoll | None
    sortie_fight: GroupRoll | None

    @property
    def crew(self) -> Pool:
        """The besiegers under and behind the ram."""
        return Pool("", self.most_men)

    @property
    def party(self) -> Pool:
        """The men of the sortie."""
        return Pool("sortie_", self.setup.sortie_men)

    def behind(self, s: State) -> Men:
        """Return who stands behind the ram: the able men beyond three, wounded men first, for the fit are inside."""
        number = np.maximum(s.fit + s.wounded - CREW, 0)
        wounded = np.minimum(s.wounded, number)
        return {FIT: number - wounded, WOUNDED: wounded}

    def sortie_out(self, s: State, since: int) -> Mask:
        """Return where men of the sortie are beside the ram, if they are there from turn `since` on. Shape (rows,)."""
        return (self.party.living(s) > 0) & np.bool_(s.turn >= since) & ~self.sortie_home(s)

    def sortie_home(self, s: State) -> Mask:
        """Return where the sortie has broken off. Shape (rows,)."""
        _, limits = break_offs(self.setup)
        # Its limit of turns is one for whole turns.
        return limits.comes(s, self._sortie_lost, turns=s.turn - 1)

    def _sortie_lost(self, s: State) -> NDArray[np.int16]:
        return self.setup.sortie_men - self.party.living(s) + s.sortie_wounded

    @property
    def most_men(self) -> int:
        """Besiegers there can be at once."""
        return self.setup.men * self.setup.rams

    @property
    def stays_in_fire(self) -> bool:
        """Whether the crew rams on in a burning ram."""
        stays = self.rules.choice("burning-hex-occupants") == "wounded-then-dead"
        return stays and self.setup.fire_policy == "ram-on"

    @property
    def is_held_up(self) -> bool:
        """Whether an attack on the crew keeps the ram from its next roll (IT 2.92; DE 4.3.4).

        With the besiegers first they have rolled before they are attacked in a turn.
        """
        choice = self.rules.choice("attacked-crew")
        return choice == "next-turn" or (choice == "this-turn" and self.setup.first == "defenders")

    @property
    def waits_first(self) -> bool:
        """Whether a ram rolls for the first time in the turn after it has come to the wall."""
        every_second = self.rules.choice("ram-rate") == "every-second-turn"
        return every_second and self.rules.choice("ram-every-second-turn-start") == "second-turn"


def break_offs(setup: RamSetup) -> tuple[BreakingOff, BreakingOff]:
    """Return when the besiegers break off, and when the sortie."""
    return (
        BreakingOff(setup.break_off, "missing", setup.men * setup.rams),
        BreakingOff(setup.sortie_break_off, "sortie_missing", setup.sortie_men),
    )


def ram_game(setup: RamSetup, rules: RuleSet) -> RamGame:
    """Look up everything the attack of a ram needs."""
    check_approach(rules, setup.approach, ENGINE_GROUND)
    check_shooters(rules, "archers", setup.archers)
    need = marks_to_breach(rules, setup.wall)
    if setup.marks >= need:
        raise DataError("the wall is breached by so many marks already", path="marks", value=setup.marks)
    crew_fight = sortie_fight = None
    if setup.sortie_kind is not None:
        fight = partial(GroupRoll, rules, states=ON_FOOT, targets=ON_FOOT, most=setup.room)
        ours, theirs = setup.besieger, setup.sortie_kind
        crew_fight = fight(
            attacker=ours,
            target=theirs,
            places=("flat_ground", "covered_ram"),
            stands="flat_ground",
            sides=("besieger", "defender"),
        )
        sortie_fight = fight(
            attacker=theirs, target=ours, places=("flat_ground",), stands="covered_ram", sides=("defender", "besieger")
        )
    return RamGame(
        setup=setup,
        rules=rules,
        need=need,
        advance=engine_advance(rules, setup.approach),
        batter=_batter_roll(setup, rules),
        fire=engine_fire(
            rules,
            engine="ram",
            target="ram",
            crew=Pool("", setup.men * setup.rams),
            archers=setup.archers,
            oil_men=setup.oil_men if setup.oil else 0,
            hexes=len(setup.approach),
            fought=setup.fire_fighters > 0,
            arrow_aim=setup.arrow_aim,
            wound=setup.wound,
        ),
        men_shots=_men_shots(setup, rules),
        crew_fight=crew_fight,
        sortie_fight=sortie_fight,
    )


def _men_shots(setup: RamSetup, rules: RuleSet) -> PoolShots | None:
    """Return the shots at the men behind the ram, by its distance; no roof is over them (IT 2.91)."""
    archers = setup.archers
    if not archers.men or setup.arrows == "fire":
        return None
    spots = []
    for distance in range(len(setup.approach) + 1):
        hexes = distance + 1 + HEXES + archers.place
        cover = cover_on_way(rules, setup.approach, distance + HEXES, hexes=hexes, shooter="battlement")
        spots.append((hexes, cover))
    return PoolShots(rules, weapon=archers.weapon, target=setup.besieger, targets=(FIT, WOUNDED), spots=spots)


def _batter_roll(setup: RamSetup, rules: RuleSet) -> Roll | None:
    """Return the roll of the ram: D or nothing, C results being void."""
    situation = possible(
        partial(
            batter_situation,
            rules,
            points=machine_points(rules, "ram"),
            bombarded=setup.bombarded,
            target=battered_as(setup.wall),
            ram=True,
        )
    )
    if situation is None:
        return None
    damage = ["D" if battering_effect(letter, ram=True)[0] else "-" for letter in situation.outcomes()]
    return Roll.of("ram", ("-", "D"), [damage], lambda _place, die: situation.explain(die))

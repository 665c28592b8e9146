"""A sortie's scenario and rule set, looked up once for all phases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.engine.state import Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.approach import WAY_OUT, check_approach
from mangonel.systems.cryhavoc.keys.shooters import check_shooters
from mangonel.systems.cryhavoc.men.pools import FIT, HURT_RIDER, MOUNTED, ON_FOOT, RIDER, STUNNED, WOUNDED, Pool
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.cryhavoc.phases.fighters import Group
from mangonel.systems.cryhavoc.phases.melee import Melee
from mangonel.systems.cryhavoc.phases.paths import advance_table, check_way, foot_costs, mounted_costs
from mangonel.systems.cryhavoc.phases.shots import PoolShots
from mangonel.systems.cryhavoc.rolls.fires import extinguish_roll, fire_roll
from mangonel.systems.cryhavoc.situations.cover import target_cover
from mangonel.systems.cryhavoc.situations.ground import check_standing
from mangonel.systems.cryhavoc.sortie.setup import SortieSetup

__all__ = ["GOING_HOME", "HOME", "INSIDE", "OUT", "SortieGame", "sortie_game"]

INSIDE, OUT, GOING_HOME, HOME = range(4)
"""Stages of a sortie: not yet out, out, on its way back, over."""
_GATE_COST = 1
_WALKERS = (FIT, WOUNDED, RIDER, HURT_RIDER)
"""Who sets the pace, each by a bit of the number of the pace."""


@dataclass(frozen=True)
class SortieGame:
    """Everything the phases of a sortie look up.

    ``party`` and ``guards`` are the two sides, ``home`` are men of the party who are out of it; ``busy`` are men of
    either side who have to do with fire in this player turn. ``way_out`` and ``way_home`` tell the distance
    after a move by the pace and the distance before it. ``shots`` is None without archers, ``ignition`` if fire set by
    hand is certain.
    """

    setup: SortieSetup
    rules: RuleSet
    party: Group
    guards: Group
    home: Pool
    busy: Pool
    party_melee: Melee
    guards_melee: Melee
    way_out: NDArray[np.int8]
    way_home: NDArray[np.int8]
    shots: PoolShots | None
    ignition: Roll | None
    extinguish: Roll

    @property
    def length(self) -> int:
        """Hexes of the way; at this distance the party is in the gate."""
        return len(self.setup.approach)

    @property
    def besiegers(self) -> int:
        """Besiegers there are in all, those who come later too."""
        return self.setup.besiegers + self.setup.relief

    def whole(self, s: State) -> NDArray[np.int8]:
        """Return how many engines are whole. Shape (rows,)."""
        return np.int8(self.setup.engines) - s.burnt - self.burning(s)

    def burning(self, s: State) -> NDArray[np.int8]:
        """Return how many engines burn. Shape (rows,)."""
        return s.fire.sum(axis=0, dtype=np.int8)

    def out(self, s: State) -> Mask:
        """Return where the party is out and some of it are left, be they in panic. Shape (rows,)."""
        return ((s.stage == OUT) | (s.stage == GOING_HOME)) & (s.distance < self.length) & (self.party.left(s) > 0)

    def come_home(self, s: State, where: Mask, kinds: Sequence[int] = MOUNTED) -> NDArray[np.int16]:
        """Let men with the party be home and safe; return how many they are. Shape (rows,)."""
        home, before = self.home.of(s), self.party.here(s)
        for pool in (self.party.pool, self.party.away):
            for kind, men in pool.of(s).items():
                if kind in kinds:
                    home[WOUNDED if kind in (WOUNDED, HURT_RIDER) else FIT] += men * where
                    men *= ~where
        return before - self.party.here(s)

    def walk_home(self, s: State, where: Mask) -> NDArray[np.int16]:
        """Let a fit man on foot be home and safe where he has just lost his horse; return how many they are."""
        walks = where & (self.party.pool.of(s)[FIT] > 0)
        self.party.pool.of(s)[FIT] -= walks
        self.home.of(s)[FIT] += walks
        return walks.astype(np.int16)

    def left_behind(self, s: State, where: Mask) -> None:
        """Let the stunned men of the party count as dead."""
        stunned = self.party.pool.of(s)[STUNNED]
        s.left_behind += stunned * where
        stunned *= ~where

    def pace(self, s: State) -> NDArray[np.int8]:
        """Return the number of the pace of the party: who can walk is in it, each by his bit. Shape (rows,)."""
        number = np.zeros(s.size, dtype=np.int8)
        for bit, kind in enumerate(_WALKERS):
            walkers = np.zeros(s.size, dtype=np.bool_)
            for pool in (self.party.pool, self.party.away):
                if kind in pool.kinds:
                    walkers |= pool.of(s)[kind] > 0
            number += np.int8(1 << bit) * walkers
        return number


def sortie_game(setup: SortieSetup, rules: RuleSet) -> SortieGame:
    """Look up everything a sortie needs."""
    _check_ground(setup, rules)
    kinds = MOUNTED if setup.mounted else ON_FOOT
    men = setup.besiegers + setup.relief
    party = Group.of(
        rules,
        "defenders",
        kind=setup.party,
        men=setup.men,
        mounted=setup.mounted > 0,
        terrain=setup.approach[-1],
        policies=setup.policies,
        room=setup.room,
        panic=setup.panic,
        followed=setup.besiegers_policies.follow,
    )
    guards = Group.of(
        rules,
        "besiegers",
        kind=setup.besieger or setup.party,
        men=men,
        mounted=False,
        terrain=setup.terrain,
        policies=setup.besiegers_policies,
        room=setup.besiegers_room,
        panic=setup.besiegers_panic,
        followed=setup.policies.follow,
    )
    busy = Pool("busy_", max(setup.men, men), party.pool.able().kinds)
    fights, pursues = _where_they_meet()
    return SortieGame(
        setup=setup,
        rules=rules,
        party=party,
        guards=guards,
        home=Pool("home_", setup.men, (FIT, WOUNDED)),
        busy=busy,
        party_melee=Melee(rules, party, guards, title="sortie's melee", busy=busy, where=fights, follow_up=True),
        guards_melee=Melee(rules, guards, party, busy=busy, where=pursues, follow_up=True),
        way_out=_paces(setup, rules, home=False),
        way_home=_paces(setup, rules, home=True),
        shots=_shots(setup, rules, kinds),
        ignition=fire_roll(rules, "hand") if rules.choice("first-fire-column") == "also-hand-ignition" else None,
        extinguish=extinguish_roll(rules),
    )


def _check_ground(setup: SortieSetup, rules: RuleSet) -> None:
    check_approach(rules, setup.approach, WAY_OUT)
    check_shooters(rules, "archers", setup.archers)
    check_way(setup.approach, foot_costs(rules, setup.approach), "a man on foot")
    if setup.mounted:
        check_way(setup.approach, mounted_costs(rules, setup.approach), "horses")
    check_standing(rules, setup.terrain, "besiegers.terrain")


def _where_they_meet() -> tuple[Callable[[State], Mask], Callable[[State], Mask]]:
    """Return where the party fights, and where besiegers can fight it."""

    def fights(s: State) -> Mask:
        return (s.distance == 0) & (s.stage == OUT)

    def met(s: State) -> Mask:
        return s.distance == 0

    return fights, met


def _paces(setup: SortieSetup, rules: RuleSet, *, home: bool) -> NDArray[np.int8]:
    """Return the distance after a move, by pace and distance before it. Shape (paces, hexes + 1)."""
    hexes = len(setup.approach)
    on_foot = foot_costs(rules, setup.approach)
    mounted = mounted_costs(rules, setup.approach) if setup.mounted else ()
    steps = np.arange(hexes + 1, dtype=np.int8)
    paces = []
    for number in range(1 << len(_WALKERS)):
        walkers = [kind for bit, kind in enumerate(_WALKERS) if number >> bit & 1]
        if not walkers or (not setup.mounted and {RIDER, HURT_RIDER} & set(walkers)):
            paces.append(steps)
            continue
        riders_only = set(walkers) <= {RIDER, HURT_RIDER}
        points = min(_allowance(setup.party, rules, kind) for kind in walkers)
        costs: Sequence[int | None] = mounted if riders_only else on_foot
        if home:
            # From beside the engines back to the first hex, and into the gate.
            back = (*costs[-2::-1], _GATE_COST)
            paces.append((hexes - advance_table(back, points).reached[::-1]).astype(np.int8))
        else:
            paces.append(advance_table(costs, points).reached)
    return np.array(paces, dtype=np.int8)


def _allowance(kind: Kind, rules: RuleSet, state: int) -> int:
    return kind.allowance(rules, wounded=state in (WOUNDED, HURT_RIDER), mounted=state in (RIDER, HURT_RIDER))


def _shots(setup: SortieSetup, rules: RuleSet, kinds: Sequence[int]) -> PoolShots | None:
    """Return the archers' shots at the party by its distance."""
    archers = setup.archers
    if not archers.men:
        return None
    spots = []
    for distance in range(len(setup.approach)):
        hexes = distance + archers.place
        terrain = setup.approach[len(setup.approach) - 1 - distance]
        spots.append((hexes, target_cover(rules, terrain, distance=hexes)))
    return PoolShots(rules, weapon=archers.weapon, target=setup.party, targets=kinds, spots=spots)

"""A melee's scenario and rule set, looked up once for all phases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.melee.setup import SIDES, MeleeSetup, MeleeSide
from mangonel.systems.cryhavoc.men.pools import FIT, RIDER
from mangonel.systems.cryhavoc.phases.fighters import Group
from mangonel.systems.cryhavoc.phases.melee import Melee
from mangonel.systems.cryhavoc.situations.ground import check_standing

__all__ = ["MeleeGame", "Party", "melee_game"]


@dataclass(frozen=True)
class Party:
    """One side: what the scenario says of it, its men, and its melee phase."""

    side: MeleeSide
    men: Group
    melee: Melee

    @property
    def start(self) -> Mapping[int, int]:
        """Its men at the start, by state."""
        riders = {RIDER: self.side.mounted} if self.side.mounted else {}
        return {FIT: self.side.men - self.side.mounted} | riders


@dataclass(frozen=True)
class MeleeGame:
    """Both sides, the attackers first."""

    setup: MeleeSetup
    parties: tuple[Party, Party]


def melee_game(setup: MeleeSetup, rules: RuleSet) -> MeleeGame:
    """Look up everything a melee needs."""
    sides = (setup.attackers, setup.defenders)
    men = [
        _group(rules, name, side, followed=other.policies.follow)
        for name, side, other in zip(SIDES, sides, sides[::-1], strict=True)
    ]
    attackers, defenders = (
        Party(side, ours, Melee(rules, ours, theirs, front=side.front, follow_up=True))
        for side, ours, theirs in zip(sides, men, men[::-1], strict=True)
    )
    return MeleeGame(setup, (attackers, defenders))


def _group(rules: RuleSet, name: str, side: MeleeSide, *, followed: bool) -> Group:
    check_standing(rules, side.terrain, f"{name}.terrain", mounted=side.mounted > 0)
    return Group.of(
        rules,
        name,
        kind=side.kind,
        men=side.men,
        mounted=side.mounted > 0,
        terrain=side.terrain,
        policies=side.policies,
        room=side.room,
        panic=side.panic,
        followed=followed,
    )

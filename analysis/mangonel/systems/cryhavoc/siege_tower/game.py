"""A siege tower's scenario and rule set, looked up once for all phases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.approach import ENGINE_GROUND, check_approach
from mangonel.systems.cryhavoc.keys.shooters import check_shooters, check_weapon
from mangonel.systems.cryhavoc.men.pools import FIT, ON_FOOT, WOUNDED, Men, Pool
from mangonel.systems.cryhavoc.men.retreats import WayBack
from mangonel.systems.cryhavoc.phases.engines import EngineFire, engine_advance, engine_fire
from mangonel.systems.cryhavoc.phases.fighters import Fighters
from mangonel.systems.cryhavoc.phases.melee import Melee
from mangonel.systems.cryhavoc.phases.paths import Advance
from mangonel.systems.cryhavoc.phases.shots import PoolShots
from mangonel.systems.cryhavoc.rolls.table_rolls import NO_COVER
from mangonel.systems.cryhavoc.siege_tower.places import Places, siege_tower_places, transfer
from mangonel.systems.cryhavoc.siege_tower.setup import NO_WEAPON, SiegeTowerSetup
from mangonel.systems.cryhavoc.situations.cover import target_cover
from mangonel.systems.cryhavoc.situations.heights import level
from mangonel.systems.cryhavoc.situations.missile import friend_forbids, terrain_cover

__all__ = ["TOWER", "SiegeTowerGame", "siege_tower_game"]

TOWER = "siege tower"
_TOP, _BATTLEMENT = "siege_tower_top", "battlement"
_FLOORS = {"two": 1, "three": 2}
"""Floors between the inside and the top; each costs as much as to enter the tower (DE 2.42; IT 2.81)."""


@dataclass(frozen=True)
class SiegeTowerGame:
    """Everything the phases of an attack with a siege tower look up."""

    setup: SiegeTowerSetup
    rules: RuleSet
    places: Places
    advance: Advance
    """How far the tower comes in a move."""
    allowance: Mapping[int, int]
    """Movement points of the besiegers by state."""
    climb: int
    cross: int
    """`climb`, `cross`: points from below to the top, and from the top to the wall."""
    fire: EngineFire
    platform: PoolShots | None
    archers: PoolShots | None
    """`platform`, `archers`: shots from the top at the wall, and of the archers at the top, both by distance; None if
    there are none."""
    wall_archers: PoolShots | None
    """Shots of the archers at besiegers on the wall; None if there are none."""
    past_friends: bool
    """Whether archers shoot at men on top although their own stand on the battlement beside them."""
    from_wall: Melee
    from_top: Melee
    """`from_wall`, `from_top`: melee phases of the besiegers on the wall and on top."""
    at_wall: Melee
    at_top: Melee
    """`at_wall`, `at_top`: melee phases of the defenders against the men on the wall and on top."""

    @property
    def defenders_fights(self) -> tuple[Melee, Melee]:
        """The two melee phases of the defenders in their order."""
        return (self.at_wall, self.at_top) if self.setup.strike == "wall" else (self.at_top, self.at_wall)


def siege_tower_game(setup: SiegeTowerSetup, rules: RuleSet) -> SiegeTowerGame:
    """Look up everything an attack with a siege tower needs."""
    check_approach(rules, setup.approach, ENGINE_GROUND)
    check_shooters(rules, "archers", setup.archers)
    if setup.platform_weapon != NO_WEAPON:
        check_weapon(rules, "platform.weapon", setup.platform_weapon)
    places = siege_tower_places(setup, all_come_down=rules.choice("tower-top-fire") == "all")
    own = _besiegers_fights(setup, rules, places)
    theirs = _defenders_fights(setup, rules, places)
    return SiegeTowerGame(
        setup=setup,
        rules=rules,
        places=places,
        advance=engine_advance(rules, setup.approach),
        allowance={
            FIT: setup.besieger.allowance(rules, wounded=False),
            WOUNDED: setup.besieger.allowance(rules, wounded=True),
        },
        climb=_FLOORS[rules.choice("siege-tower-levels")] * rules.table("terrain").number("siege_tower", "foot"),
        cross=rules.number("siege-tower-exit"),
        fire=engine_fire(
            rules,
            engine=TOWER,
            target="siege_tower",
            crew=places.below,
            archers=setup.archers,
            oil_men=setup.oil_men if setup.oil else 0,
            hexes=len(setup.approach),
            fought=setup.fire_policy == "put-out",
            arrow_aim=setup.arrow_aim,
            caught=places.come_down,
        ),
        platform=_platform(setup, rules),
        archers=_archers(setup, rules),
        wall_archers=_wall_archers(setup, rules),
        past_friends=not friend_forbids(rules, float(level(rules, _TOP) - level(rules, _BATTLEMENT))),
        from_wall=own[0],
        from_top=own[1],
        at_wall=theirs[0],
        at_top=theirs[1],
    )


def _platform(setup: SiegeTowerSetup, rules: RuleSet) -> PoolShots | None:
    if setup.platform_weapon == NO_WEAPON or setup.platform == "hold" or not setup.approach:
        return None
    cover = partial(target_cover, rules, _BATTLEMENT, shooter=_TOP)
    spots = [(hexes, cover(distance=hexes)) for hexes in range(1, len(setup.approach) + 2)]
    return PoolShots(
        rules, weapon=setup.platform_weapon, target=setup.defender, targets=ON_FOOT, spots=spots, shooters=(False, True)
    )


def _archers(setup: SiegeTowerSetup, rules: RuleSet) -> PoolShots | None:
    archers = setup.archers
    if not archers.men:
        return None
    cover = terrain_cover(rules, _TOP)
    spots = [(distance + 1 + archers.place, cover) for distance in range(len(setup.approach) + 1)]
    return PoolShots(rules, weapon=archers.weapon, target=setup.besieger, targets=ON_FOOT, spots=spots)


def _wall_archers(setup: SiegeTowerSetup, rules: RuleSet) -> PoolShots | None:
    """Return the shots at besiegers on the wall, which do not cross the battlements (EN, DE 1.51)."""
    archers = setup.archers
    if not archers.men or setup.shoot_wall == "never":
        return None
    spots = [(1 + archers.place, NO_COVER)] * (len(setup.approach) + 1)
    return PoolShots(rules, weapon=archers.weapon, target=setup.besieger, targets=ON_FOOT, spots=spots)


def _nowhere(s: State) -> NDArray[np.int16]:
    return np.zeros(s.size, dtype=np.int16)


def _way_back(rules: RuleSet, option: str, value: str, to: Pool) -> WayBack:
    """Return a way to a place with room for all, or none where the option has another value."""
    return WayBack(to) if rules.choice(option) == value else WayBack(None, _nowhere)


def _besiegers(setup: SiegeTowerSetup, rules: RuleSet, places: Places) -> tuple[Fighters, Fighters]:
    """Return the besiegers on the wall and on top."""
    fighters = Fighters(
        name="besiegers",
        pool=places.wall,
        kind=setup.besieger,
        terrain=_BATTLEMENT,
        policies=setup.besiegers_policies,
        back=WayBack(places.top, places.room_on_top),
    )
    down = _way_back(rules, "tower-top-retreat", "inside", places.below)
    return fighters, replace(fighters, pool=places.top, terrain=_TOP, back=down)


def _defenders(setup: SiegeTowerSetup, rules: RuleSet, places: Places) -> Fighters:
    return Fighters(
        name="defenders",
        pool=places.guard,
        kind=setup.defender,
        terrain=_BATTLEMENT,
        policies=setup.defenders_policies,
        back=_way_back(rules, "wall-retreat", "reserve", places.reserve),
    )


def _besiegers_fights(setup: SiegeTowerSetup, rules: RuleSet, places: Places) -> tuple[Melee, Melee]:
    on_wall, on_top = _besiegers(setup, rules, places)
    defenders = _defenders(setup, rules, places)
    # Who falls back from the wall to the top is not among those who attack from there in the same player turn.
    falling_back = replace(on_wall, back=WayBack(places.back, places.room_on_top))
    return (
        Melee(rules, falling_back, defenders, title="besiegers' melee on the wall"),
        Melee(
            rules,
            on_top,
            defenders,
            title="besiegers' melee from the top",
            front=places.at_wall,
            advance=partial(_advance, places) if setup.besiegers_policies.advance else None,
        ),
    )


def _advance(places: Places, s: State, dice: Dice, where: Mask, group: Men) -> None:
    """Let a man of the group step from the top onto the wall."""
    fit = where & (group[FIT] > 0)
    transfer(places.top.of(s), places.wall.of(s), {FIT: fit, WOUNDED: where & ~fit})
    s.crossings += where
    dice.note("a man of the group advances onto the wall", where)


def _counter(places: Places, s: State, dice: Dice, man: dict[int, Mask]) -> Mask:
    """Let a man on top take the hex that one of those who attacked him has left; return where he does."""
    way = places.at_wall(s) > 0
    over = {kind: men & way for kind, men in man.items()}
    transfer(places.top.of(s), places.wall.of(s), over)
    crosses: Mask = np.logical_or.reduce(list(over.values()))
    s.crossings += crosses
    dice.note("the man on top advances onto the wall", crosses)
    return crosses


def _defenders_fights(setup: SiegeTowerSetup, rules: RuleSet, places: Places) -> tuple[Melee, Melee]:
    on_wall, on_top = _besiegers(setup, rules, places)
    defenders = _defenders(setup, rules, places)
    together = np.int8(setup.defenders_policies.together)

    def at_top(s: State) -> NDArray[np.int8]:
        return places.at_wall(s) * together

    # In their second fight are those only who were not ready in the first.
    at_wall_first = setup.strike == "wall"
    return (
        Melee(
            rules,
            defenders,
            on_wall,
            title="defenders' melee on the wall",
            chosen_from=None if at_wall_first else places.idle,
        ),
        Melee(
            rules,
            defenders,
            on_top,
            title="defenders' melee against the top",
            front=at_top,
            counter=partial(_counter, places) if setup.besiegers_policies.advance else None,
            chosen_from=places.idle if at_wall_first else None,
        ),
    )

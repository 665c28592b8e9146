"""A ladder assault's scenario and rule set, looked up once for all phases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from mangonel.engine.rolls import Roll
from mangonel.engine.state import Mask, State
from mangonel.errors import DataError
from mangonel.odds.counted import counted
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.approach import WAY_TO_A_WALL, check_approach, check_mantlets
from mangonel.systems.cryhavoc.keys.shooters import Shooters, check_shooters, check_weapon
from mangonel.systems.cryhavoc.ladder.melee_roll import MeleeRoll, melee_roll
from mangonel.systems.cryhavoc.ladder.nerves import PartyNerves, party_nerves
from mangonel.systems.cryhavoc.ladder.setup import NO_WEAPON, LadderSetup
from mangonel.systems.cryhavoc.men.pools import FIT, WOUNDED, Pool
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.cryhavoc.phases.paths import Advance, advance_table, foot_costs
from mangonel.systems.cryhavoc.phases.shots import cover_on_way
from mangonel.systems.cryhavoc.rolls.blows import EffectCodes, EffectRoll, effect_roll
from mangonel.systems.cryhavoc.rolls.table_rolls import NO_COVER, side_names, table_roll
from mangonel.systems.cryhavoc.situations.fire import oil_situation
from mangonel.systems.cryhavoc.situations.missile import missile_situation, terrain_cover
from mangonel.systems.cryhavoc.situations.walls import TOPPLED, topple_situation
from mangonel.systems.possible import possible
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.situation import Situation

__all__ = ["CARRIERS", "LadderGame", "LadderTables", "TargetRoll", "ladder_game"]


CARRIERS = 2
"""Men who carry a ladder."""

_IN_PLAY = (
    "climb-in-raising-move",
    "fall-on-man",
    "ladder-climb-and-cross",
    "ladder-hex-points",
    "ladder-topple-condition",
)
"""Options that phases ask for; the rule set is asked before the game begins."""


@dataclass(frozen=True, slots=True)
class TargetRoll:
    """Shots of one group: situation d is the ground at distance d, then come the climber and men along the wall.

    With wounded shooters, the same situations follow once more for them.
    """

    roll: Roll
    effects: EffectCodes
    reach: Mask
    """Whether the weapon reaches. Shape (situations for a shooter who is not wounded,)."""
    climber: int
    """Number of the situation of a shot at the climber."""

    def along(self, hexes: int) -> int:
        """Return the situation of a shot at a man on the wall: as at a climber, so many hexes along it."""
        return self.climber + hexes - 1


@dataclass(frozen=True, slots=True)
class LadderTables:
    """Movement of the besiegers: allowances, costs (`last` is that of the foot), and how far parties are carried."""

    fit_allowance: int
    wounded_allowance: int
    climb: int
    cross: int
    last: int
    carry_fit: Advance
    carry_wounded: Advance


@dataclass(frozen=True)
class LadderGame:
    """Everything the phases of a ladder assault look up."""

    setup: LadderSetup
    rules: RuleSet
    options: Mapping[str, str]
    tables: LadderTables
    towers: TargetRoll
    wall: TargetRoll | None
    covering: EffectRoll | None
    """`towers`, `wall`, `covering`: shots from the towers, from the wall and of the covering archers; None where nobody
    has a weapon."""
    topple: Roll
    oil: EffectRoll
    attack_with_climber: MeleeRoll
    attack_along_wall: MeleeRoll
    """`attack_with_climber`, `attack_along_wall`: attacks on a man on the wall: from his ladder and the hexes beside
    him, and from those alone."""
    defence_along_wall: MeleeRoll
    defence_at_ladder: MeleeRoll
    """Attacks of men on the wall: on a besieger beside them, and on the climber before one of them."""
    climbers_go_down: bool
    guards_leave: bool
    """`climbers_go_down`, `guards_leave`: whether a climber who is driven back goes to the foot of his ladder, and a
    defender into the reserve; else they are wounded."""
    enough_to_hold: int | None
    """With how many able men, besides the one who is driven back, a party loses no ground; None if it always does."""
    pours_after_fight: bool
    """Whether a man who was attacked since his last melee phase may pour oil (DE 5.32)."""
    nerves: PartyNerves | None
    """How the besiegers stand deaths; None if they are never seized."""

    @property
    def hexes(self) -> range:
        """Numbers of the hexes of the sector."""
        return range(self.setup.width)

    @property
    def reserve(self) -> Pool:
        """The defenders behind the wall."""
        return Pool("reserve_", kinds=(FIT, WOUNDED))

    def party(self, ladder: int) -> Pool:
        """Return the men of a ladder's party who are on the ground."""
        return Pool("", at=ladder)

    def is_on(self, option: str, value: str) -> bool:
        """Return whether the rule set has this value of an option."""
        return self.options[option] == value

    def leans(self, s: State, number: int) -> Mask:
        """Return where an upright ladder leans on a hex of the wall. Shape (rows,)."""
        if number >= self.setup.ladders:
            return np.zeros(s.size, dtype=np.bool_)
        return s.upright[number] == 1

    def mourn(self, s: State, number: int, dead: Mask, *, on_ground: bool = False) -> None:
        """Note deaths in a party on the ground, or on the ladder or the wall hex of its number."""
        if self.nerves is not None:
            self.nerves.mourn(s, number, dead, on_ground=on_ground)


def ladder_game(setup: LadderSetup, rules: RuleSet) -> LadderGame:
    """Look up everything a ladder assault needs."""
    _check(setup, rules)
    besieger, defender = setup.besieger, setup.defender
    lowest = setup.policies.attack_from
    sides = ("besieger", "defender")
    attack = partial(melee_roll, rules, attacker=besieger, target=defender, stands="battlement", sides=sides)
    attack = partial(attack, lowest=lowest)
    defence = partial(melee_roll, rules, attacker=defender, target=besieger, sides=sides[::-1])
    return LadderGame(
        setup=setup,
        rules=rules,
        options={option: rules.choice(option) for option in _IN_PLAY},
        tables=_movement(setup, rules),
        towers=_target_roll(setup, rules, setup.towers.weapon, setup.towers.place, wounded=False),
        wall=None if setup.weapon == NO_WEAPON else _target_roll(setup, rules, setup.weapon, 0, wounded=True),
        covering=_covering_roll(setup.covering, defender, rules),
        topple=_topple_roll(rules),
        oil=effect_roll(rules, "oil", [oil_situation(rules, place="ladder")], called=[side_names(*sides[::-1])]),
        attack_with_climber=attack(places=("ladder_climb", "battlement", "battlement")),
        attack_along_wall=attack(places=("battlement", "battlement")),
        defence_along_wall=defence(places=("battlement", "battlement"), stands="battlement"),
        defence_at_ladder=defence(places=("battlement",), stands="ladder_climb"),
        climbers_go_down=rules.choice("retreat-from-ladder") == "foot",
        guards_leave=rules.choice("wall-retreat") == "reserve",
        enough_to_hold={"holds": 0, "holds-with-two": CARRIERS}.get(rules.choice("carrier-retreat")),
        pours_after_fight=rules.choice("oil-after-fight") == "allowed",
        nerves=party_nerves(setup, rules),
    )


def _check(setup: LadderSetup, rules: RuleSet) -> None:
    check_approach(rules, setup.approach, WAY_TO_A_WALL)
    if setup.mantlets:
        check_mantlets(rules, setup.approach)
    check_shooters(rules, "covering", setup.covering)
    check_shooters(rules, "towers", setup.towers)
    if setup.weapon != NO_WEAPON:
        check_weapon(rules, "defenders.weapon", setup.weapon)


def _topple_roll(rules: RuleSet) -> Roll:
    """Return the roll of a man who topples a ladder; situation 1 is that of a wounded one."""
    situations = [topple_situation(rules), topple_situation(rules, wounded=True)]
    return table_roll("topple", situations, (NO_EFFECT, TOPPLED))


def _covering_roll(covering: Shooters, defender: Kind, rules: RuleSet) -> EffectRoll | None:
    if not covering.men:
        return None
    cover = terrain_cover(rules, "battlement")
    shot = missile_situation(
        rules,
        weapon=covering.weapon,
        distance=covering.place,
        cover=cover,
        dismounted_knight=defender.dismounted_knight,
    )
    return effect_roll(rules, covering.weapon, [shot], [_away(covering.place)])


def _target_roll(setup: LadderSetup, rules: RuleSet, weapon: str, aside: int, *, wounded: bool) -> TargetRoll:
    """Return the shots at a party, on the ground at every distance and on the ladder, and at men on the wall."""
    farthest = max(setup.width, 2) if wounded and setup.policies.shoot_wall != "never" else 2
    situations: list[Situation | None] = []
    against: list[str] = []
    for shooter_wounded in (False, True) if wounded else (False,):
        shot = partial(
            missile_situation,
            rules,
            weapon=weapon,
            dismounted_knight=setup.besieger.dismounted_knight,
            shooter_wounded=shooter_wounded,
        )
        for distance in range(len(setup.approach) + 1):
            hexes = distance + 1 + aside
            cover = cover_on_way(
                rules,
                setup.approach,
                distance,
                hexes=hexes,
                shooter="battlement" if wounded else "tower_slit",
                mantlets=setup.mantlets,
            )
            situations.append(possible(partial(shot, distance=hexes, cover=cover)))
            against.append(_away(hexes))
        # No shot along the wall crosses the battlements (EN, DE 1.51).
        situations += [possible(partial(shot, distance=hexes + aside, cover=NO_COVER)) for hexes in range(1, farthest)]
        against += [_away(hexes + aside) for hexes in range(1, farthest)]
    climber = len(setup.approach) + 1
    half = climber + farthest - 1
    reach = np.array([situation is not None for situation in situations[:half]], dtype=np.bool_)
    rolled = effect_roll(rules, weapon, situations, against)
    return TargetRoll(rolled.roll, rolled.effects, reach, climber)


def _away(hexes: int) -> str:
    return f"{counted(hexes, 'hex')} away"


def _movement(setup: LadderSetup, rules: RuleSet) -> LadderTables:
    ladder = rules.table("ladder")
    fit = setup.besieger.allowance(rules, wounded=False)
    hurt = setup.besieger.allowance(rules, wounded=True)
    costs = foot_costs(rules, setup.approach)
    if None in costs:
        stop = setup.approach[costs.index(None)]
        raise DataError("the approach leads over ground that cannot be entered on foot", path="approach", value=stop)
    load = ladder.number("carry_penalty_movement")
    return LadderTables(
        fit,
        hurt,
        ladder.number("climb_cost"),
        ladder.number("ladder_to_battlement_cost"),
        costs[-1] or 0 if costs else 0,
        advance_table(costs, fit + load),
        advance_table(costs, hurt + load),
    )

"""A ram's scenario and rule set, looked up once for all phases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from mangonel.engine.rolls import Roll
from mangonel.errors import DataError
from mangonel.systems.cryhavoc.parts.blocks import ENGINE_GROUND, check_approach, check_shooters
from mangonel.systems.cryhavoc.parts.engines import EngineFire, engine_advance, engine_fire
from mangonel.systems.cryhavoc.parts.paths import Advance
from mangonel.systems.cryhavoc.parts.pools import Pool
from mangonel.systems.cryhavoc.parts.rolls import MELEE, FightRoll, possible, table_roll
from mangonel.systems.cryhavoc.parts.walls import battered_as, marks_to_breach
from mangonel.systems.cryhavoc.situations.melee import melee_situation
from mangonel.systems.cryhavoc.situations.walls import batter_situation, battering_effect, machine_points

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.men.roster import Kind
    from mangonel.systems.cryhavoc.ram.setup import RamSetup
    from mangonel.tables.situation import Situation

__all__ = ["RamGame", "ram_game"]


@dataclass(frozen=True)
class RamGame:
    """Everything the phases of a ram's attack look up.

    ``batter`` is None if no ram is allowed against the wall, and the fights if there is no sortie.
    """

    setup: RamSetup
    rules: RuleSet
    need: int
    advance: Advance
    batter: Roll | None
    fire: EngineFire
    crew_fight: FightRoll | None
    sortie_fight: FightRoll | None

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
    def waits_first(self) -> bool:
        """Whether a ram rolls for the first time in the turn after it has come to the wall."""
        every_second = self.rules.choice("ram-rate") == "every-second-turn"
        return every_second and self.rules.choice("ram-every-second-turn-start") == "second-turn"

    def is_on(self, option: str, value: str) -> bool:
        """Return whether the rule set has this value of an option."""
        return self.rules.choice(option) == value


def ram_game(setup: RamSetup, rules: RuleSet) -> RamGame:
    """Look up everything the attack of a ram needs.

    Raises
    ------
    DataError
        If the rule set does not know the ground or the weapon, or the wall has as many marks as breach it already.
    """
    check_approach(rules, setup.approach, ENGINE_GROUND)
    check_shooters(rules, "archers", setup.archers)
    need = marks_to_breach(rules, setup.wall)
    if setup.marks >= need:
        raise DataError("the wall is breached by so many marks already", path="marks", value=setup.marks)
    crew_fight = sortie_fight = None
    if setup.sortie_kind is not None:
        crew_fight = _group_fight(
            rules, setup.besieger, setup.room, setup.sortie_kind, ("flat_ground", "covered_ram"), "flat_ground"
        )
        sortie_fight = _group_fight(
            rules, setup.sortie_kind, setup.room, setup.besieger, ("flat_ground",), "covered_ram"
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
        ),
        crew_fight=crew_fight,
        sortie_fight=sortie_fight,
    )


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


def _group_fight(
    rules: RuleSet, attacker: Kind, men: int, target: Kind, places: Sequence[str], stands: str
) -> FightRoll:
    """Return the roll of any number of men, all in one place, against one man.

    Its situations are numbered fit men, wounded men, place, and whether the target defends as a wounded man.
    """
    situations: list[Situation | None] = []
    for fit in range(men + 1):
        for wounded in range(men + 1):
            for place in places:
                for defence in (target.defence, target.wounded_defence):
                    if not 0 < fit + wounded <= men:
                        situations.append(None)
                        continue
                    make = partial(
                        melee_situation,
                        rules,
                        attack=[attacker.attack] * fit + [attacker.wounded_attack] * wounded,
                        defence=defence,
                        terrain=place,
                        against=stands,
                    )
                    situations.append(possible(make))
    return FightRoll(table_roll("melee", situations, MELEE), [situation is not None for situation in situations])

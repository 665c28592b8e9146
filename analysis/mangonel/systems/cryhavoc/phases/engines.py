"""Rams and siege towers: engines of three hexes, moved by the men inside, which fire arrows and oil can set alight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice
from mangonel.engine.state import Mask, State
from mangonel.errors import NoRollError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.shooters import Shooters
from mangonel.systems.cryhavoc.men.pools import FIT, STUNNED, WOUNDED, Pool
from mangonel.systems.cryhavoc.phases.paths import Advance, advance_table, check_way, foot_costs
from mangonel.systems.cryhavoc.rolls.blows import EffectRoll, effect_roll
from mangonel.systems.cryhavoc.rolls.fires import arrow_hit_roll, comes_round_roll, extinguish_roll, fire_roll
from mangonel.systems.cryhavoc.rolls.table_rolls import side_names
from mangonel.systems.cryhavoc.situations.fire import burning_turns, check_fire_arrow, oil_situation

__all__ = ["CREW", "HEXES", "EngineFire", "engine_advance", "engine_fire", "move_engine"]

HEXES = 3
"""Hexes of an engine, the front first."""
CREW = 3
"""Men who move it (IT 2.81, 2.91; DE 2.41, 4.3.1)."""
_CARRIES = ("flat_ground", "filled_moat")
_AIMS = {"front": (0, 1, 2), "middle": (1, 0, 2), "rear": (2, 1, 0)}
_FRONTS = {"fit-first": (FIT, STUNNED, WOUNDED), "wounded-first": (WOUNDED, STUNNED, FIT)}
_POINTS = 2
"""Its movement points a turn (IT 2.81; DE 2.41)."""


@dataclass(frozen=True)
class EngineFire:
    """What fire at an engine looks up."""

    rules: RuleSet
    engine: str
    """What the engine is called in traces."""
    crew: Pool
    """The men of whom one is at its front."""
    oil_men: int
    fought: bool
    """Whether anybody puts fires out."""
    reach: Mask
    """Whether fire arrows reach it, by distance. Shape (hexes of the approach + 1,)."""
    arrow_hit: Roll | None
    """The roll to hit with a fire arrow; None if there is none."""
    arrow: Roll
    barrel: Roll
    oil: EffectRoll
    """The attack of burning oil on a man."""
    comes_round: Roll | None
    """Whether a man whom it stuns comes round in time; None if he is dead without a roll."""
    spread: Roll
    extinguish: Roll
    turns: int
    """Turns a hex burns until the engine is lost (IT 2.11.4; DE 3.55; option ``fire-three-turns``)."""
    aim: tuple[int, ...]
    """Its hexes in the order in which fire arrows are aimed at them."""
    front: tuple[int, ...]
    """The states of the crew in the order in which a man of it is at its front."""
    caught: Callable[[State, Dice], None] | None = None
    """What follows as soon as a hex has caught fire; None if nothing does."""

    @property
    def spreads_at_end(self) -> bool:
        """Whether spread is rolled at the end of the game turn, and not of the besiegers' player turn."""
        return self.rules.choice("fire-spread-timing") != "end-of-opponents-turn"

    @property
    def causes_count(self) -> bool:
        """Whether it makes a difference what has caused a fire: to whoever puts it out, or to its spread."""
        return self.fought or self.oil_waits

    @property
    def oil_waits(self) -> bool:
        """Whether there is oil, and a fire that it has lit does not spread in its first turn (IT 2.11.1 (c) (2))."""
        return self.oil_men > 0 and self.rules.choice("fire-spread-timing") == "oil-from-next-turn"


def engine_fire(
    rules: RuleSet,
    *,
    engine: str,
    target: str,
    crew: Pool,
    archers: Shooters,
    oil_men: int,
    hexes: int,
    fought: bool,
    arrow_aim: str,
    wound: str = "fit-first",
    caught: Callable[[State, Dice], None] | None = None,
) -> EngineFire:
    """Look up what fire at an engine needs.

    `target` is its row in the table of targets of fire arrows; `arrow_aim` and `wound` are the policies of those names:
    of the archers, and of the crew for the man at its front. The rest is as in `EngineFire`.
    """
    return EngineFire(
        rules=rules,
        engine=engine,
        crew=crew,
        oil_men=oil_men,
        fought=fought,
        reach=_arrow_reach(rules, archers, hexes),
        arrow_hit=arrow_hit_roll(rules),
        arrow=fire_roll(rules, "arrow", target),
        barrel=fire_roll(rules, "oil"),
        oil=effect_roll(rules, "burning oil", [oil_situation(rules)], called=[side_names("defender", "besieger")]),
        comes_round=comes_round_roll(rules) if rules.choice("oil-retreat") == "comes-round" else None,
        spread=fire_roll(rules, "spread"),
        extinguish=extinguish_roll(rules),
        turns=burning_turns(rules),
        aim=_AIMS[arrow_aim],
        front=_FRONTS[wound],
        caught=caught,
    )


def engine_advance(rules: RuleSet, approach: Sequence[str]) -> Advance:
    """Return how far an engine comes in one move: of the printed ground flat ground and filled moat carry it.

    Ground that carries it and is too dear for it under the rule set, or impassable, is a DataError.
    """
    costs = foot_costs(rules, approach)
    carry = (*_CARRIES, *rules.added("terrain"))
    check_way(approach, costs, "an engine", _POINTS, stops=[place for place in approach if place not in carry])
    ways = [cost if place in carry else None for place, cost in zip(approach, costs, strict=True)]
    return advance_table(ways, _POINTS)


def move_engine(engine: str, advance: Advance, s: State, dice: Dice, where: Mask) -> None:
    """Move an engine on in the rows of `where`, as far as it comes by `engine_advance`."""
    if not where.any():
        return
    steps = (s.distance - advance.reached.take(s.distance)) * where
    s.distance -= steps
    dice.note(f"the {engine} moves up, {{:hex}} to go", (steps > 0) & (s.distance > 0), s.distance)
    dice.note(f"the {engine} reaches the wall", (steps > 0) & (s.distance == 0))


def _arrow_reach(rules: RuleSet, archers: Shooters, hexes: int) -> Mask:
    def reaches(distance: int) -> bool:
        try:
            check_fire_arrow(rules, archers.weapon, distance + 1 + archers.place)
        except NoRollError:
            return False
        return True

    return np.array([reaches(distance) for distance in range(hexes + 1)], dtype=np.bool_)

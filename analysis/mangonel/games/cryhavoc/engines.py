"""Rams and siege towers: engines of three hexes, moved by the men inside, that fire arrows and oil can set alight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

from msgspec import structs

from mangonel.engine.board import Counter, Spot
from mangonel.engine.process import Column, Decision, Measure, Phase, Rule
from mangonel.games.cryhavoc import fire_and_walls as fire
from mangonel.games.cryhavoc import keys
from mangonel.games.cryhavoc.fire_and_walls import CATCHES, COMES_ROUND, HITS
from mangonel.games.cryhavoc.ground import check_way, foot_costs, moves
from mangonel.games.cryhavoc.men import FIT, STUNNED, WOUNDED
from mangonel.games.cryhavoc.rolls import blow, called
from mangonel.games.cryhavoc.sides import Men, alike, as_said, first_of, in_turn, one_by_one, shots
from mangonel.rules.effects import TARGET
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import possible

HEXES = 3
"""Hexes of an engine, the front first."""
CREW = 3
"""Its crew (IT 2.81, 2.91; DE 2.41, 4.3.1)."""
FRONT = (FIT, STUNNED, WOUNDED)
"""The order in which a man of the crew is at its front, where nobody chooses."""
FIRE_TALLIES = ("fire_arrows", "fires", "tries", "put_out", "spreads", "oil_poured")
"""Counters of fire at an engine."""
ARROWS, _ARROW_AIM = Decision("arrows", "defenders"), Decision("arrow_aim", "defenders")
_CARRIES = ("flat_ground", "filled_moat")
_POINTS = 2
"""Its movement points a turn (IT 2.81; DE 2.41)."""
# A burning hex: the cause, and the age of the fire in turns. _ARROWS + 2 is an arrow fire two turns old.
_ARROWS, _OTHER = 1, 5
_AGES = 4
"""The most turns a hex may burn until the engine is lost."""


@dataclass(eq=False)
class Engine:
    """An engine with its crew, its way, and the fires in its hexes.

    The scenario tells its approach, archers and oil. `front` is the decision which of the `crew` is at its front; None:
    in the order `FRONT`. `fought` tells whether any men may put fires out; `caught` is called as soon as a hex
    has caught fire. It is refused (DataError) if it cannot enter a hex of its approach, the rule set does not know the
    ground there or the archers' weapon, or fire arrows have no column for it.
    """

    rules: RuleSet
    name: str
    setup: Any
    crew: Men
    front: Decision | None = None
    fought: bool = True
    caught: Callable[[Any, Any], None] | None = None

    def __post_init__(self) -> None:
        rules, setup = self.rules, self.setup
        keys.check_approach(rules, setup.approach, keys.ENGINE_GROUND)
        keys.check_shooters(rules, "archers", setup.archers)
        self.length, self._oil_men = len(setup.approach), setup.oil_men if setup.oil else 0
        # Flat ground, filled moat and ground of an overlay carry it, unless it is too dear (DataError); others stop it.
        costs, carry = foot_costs(rules, setup.approach), (*_CARRIES, *rules.added("terrain"))
        stops = [place for place in setup.approach if place not in carry]
        check_way(setup.approach, costs, "an engine", _POINTS, stops=stops)
        ways = [None if place in stops else cost for place, cost in zip(setup.approach, costs, strict=True)]
        self._reached = moves(ways, _POINTS)

        def reaches(distance: int) -> bool:
            fire.check_fire_arrow(rules, setup.archers.weapon, distance + 1 + setup.archers.place)
            return True

        # Short range has a first and a last hex, so that distances within reach have, too.
        self._within_reach = [away for away in range(self.length + 1) if possible(partial(reaches, away))]
        self._arrow_hit = fire.arrow_hit_roll(rules)
        self._arrow = fire.fire_roll(rules, "arrow", self.name.replace(" ", "_"))
        self._barrel = fire.fire_roll(rules, "oil")
        names = called("defender", "besieger")
        self._burning_oil = blow(rules, fire.oil_situation(rules), "burning oil", called=names, key="burning oil")
        self._comes_round = fire.comes_round_roll(rules) if rules.choice("oil-retreat") == "comes-round" else None
        self._attacked = rules.choice("oil-occupants-of-burning-machine") == "attacked"
        self._spread_roll = fire.fire_roll(rules, "spread")
        self._arrows_stay = rules.choice("da-and-spread-fire") == "arrows"
        self._one_roll = rules.choice("spread-rolls") == "each-hex"
        self._extinguish = fire.extinguish_roll(rules)
        self._turns = fire.burning_turns(rules)
        # A fire lit by oil does not spread in its first turn (IT 2.11.1 (c) (2)).
        self._oil_waits = self._oil_men > 0 and rules.choice("fire-spread-timing") == "oil-from-next-turn"
        # Where the cause makes no difference it is not kept.
        self._by_arrows = _ARROWS if self.fought or self._oil_waits else _OTHER

    @property
    def columns(self) -> list[Column]:
        length, oil = self.length, self.setup.oil
        return [Column("distance", length, length), Column("flame", 2 * _AGES, 0, HEXES), Column("oil", oil, oil)]

    @property
    def plan(self) -> dict[str, Rule]:
        return as_said(self.setup, ARROWS) | {_ARROW_AIM.name: first_of(keys.ARROW_AIMS[self.setup.arrow_aim])}

    @property
    def hexes_burning(self) -> Measure:
        return Measure("hexes_burning", HEXES, lambda s: sum(flame > 0 for flame in s.flame))

    def way(self, s: Any, thing: str, row: int = 0) -> list[Spot]:
        """Return its way to the wall for a picture, with it, its fires and its crew."""
        flames = [Counter("", "flame", fires)] if (fires := sum(bool(flame > 0) for flame in s.flame)) else []
        engine = (Counter("", thing), *flames, *self.crew.counters(s, "besiegers"))
        return [
            Spot(self.length - away, row, "open" if away else "foot", engine if s.distance == away else ())
            for away in range(self.length, -1, -1)
        ]

    def burns(self, s: Any) -> bool:
        return bool(s.total(s.flame) > 0)

    def move(self, s: Any, dice: Any) -> None:
        before = s.distance
        s.distance = self._reached[before]
        if s.distance == 0:
            dice.note(f"the {self.name} reaches the wall")
        elif s.distance < before:
            dice.note(f"the {self.name} moves up, {{:hex}} to go", s.distance)

    def tell_distance(self, s: Any, dice: Any, *, first: bool) -> None:
        """Tell how far away it is, once for all archers: with the `first` of them."""
        if first:
            dice.note(f"the {self.name} is {{:hex}} away", s.distance + 1 + self.setup.archers.place)

    def archers(self, part: int, shoot: Callable[..., None]) -> list[Phase]:
        """Return the shots of a missile phase: `shoot` is called with state, dice, and whether it is the `first`."""
        title = f"defenders' missiles {part}, archer {{}}"
        phases = shots(self.rules, self.setup.archers, part, title, "archer {}", partial(shoot, first=False))
        return [replace(phase, act=partial(shoot, first=True)) for phase in phases[:1]] + phases[1:]

    def shoot_arrow(self, s: Any, dice: Any, *, first: bool) -> bool:
        """Shoot a fire arrow at a hex that does not burn, if it is within reach; return whether it is."""
        reach = self._within_reach
        if not reach or not reach[0] <= s.distance <= reach[-1]:
            return False
        hexes = [at for at in range(HEXES) if s.flame[at] == 0]
        if not hexes:
            return False
        self.tell_distance(s, dice, first=first)
        dice.count("fire_arrows")
        if self._arrow_hit is not None and dice.roll(self._arrow_hit) != HITS:
            return True
        if dice.roll(self._arrow) == CATCHES:
            self._catch(s, dice, dice.choose(_ARROW_AIM, hexes), self._by_arrows)
        return True

    def _catch(self, s: Any, dice: Any, at: int, cause: int) -> None:
        s.flame[at] = cause
        dice.count("fires")
        dice.note(f"{self.name} hex {at + 1} is on fire")
        if self.caught is not None:
            self.caught(s, dice)

    def oil_phases(self) -> list[Phase]:
        """Return the barrels poured on its front in the defenders' melee phase, a phase for each man."""
        return alike("defenders pour oil, man {}", "man {} with oil", self._oil_men, self._pour)

    def _pour(self, s: Any, dice: Any) -> None:
        """Pour a barrel on the front, if it does not burn (ram, defenders, 3, Oil)."""
        if s.distance > 0 or s.oil == 0 or s.flame[0] > 0:
            return
        s.oil -= 1
        dice.count("oil_poured")
        if dice.roll(self._barrel) == CATCHES:
            self._catch(s, dice, 0, _OTHER)
            if self._attacked:
                self._burn_front_man(s, dice)

    def _burn_front_man(self, s: Any, dice: Any) -> None:
        """Attack the man at the front with burning oil; he leaves after any result (ram, defenders, 3, Oil)."""
        men = self.crew.of(s)
        there = [state for state in FRONT if men[state] > 0]
        if not there:
            return
        state = there[0] if self.front is None else dice.choose(self.front, there)
        effect = self._burning_oil.strikes(dice, f"man at the front of the {self.name}")
        if effect.side != TARGET:
            return
        fate = self.crew.suffer(s, dice, state, structs.replace(effect, retreat=0))
        if fate.state != STUNNED or (state == STUNNED and not effect.retreat):
            return
        # Stunned and forced out he is dead, unless he comes round in time.
        men[STUNNED] -= 1
        if self._comes_round is None:
            dice.note("stunned as he is, he dies")
        elif dice.roll(self._comes_round, who=f"stunned man at the front of the {self.name}") == COMES_ROUND:
            men[FIT] += 1
            dice.note(f"he leaves the {self.name}")

    def fire_fighting(self, men: int, tries: Callable[[Any, Any, int], bool]) -> list[Phase]:
        """Return the tries of so many men at fires; ``tries(s, dice, number)`` tells whether a man makes his."""
        return one_by_one("besiegers put out fire, man {}", range(men), self._put_out, tries)

    def _put_out(self, tries: Callable[[Any, Any, int], bool], number: int, s: Any, dice: Any) -> None:
        """Try to put out the oldest fire; of several the one in the lowest hex (ram, besiegers, 2, Fire-fighting)."""
        oldest = self._oldest_fire(s)
        if oldest is None or not tries(s, dice, number):
            return
        at, by_arrows = oldest
        out = f"the fire in {self.name} hex {at + 1} is out"
        if fire.put_out(dice, self._extinguish, f"man {number + 1}", out, by_arrows=lambda: by_arrows):
            s.flame[at] = 0

    def _oldest_fire(self, s: Any) -> tuple[int, bool] | None:
        """Return the hex of the oldest fire, and whether arrows alone have caused it."""
        if not self.burns(s):
            return None
        fires = product(range(self._turns - 1, -1, -1), range(HEXES), (_OTHER, _ARROWS))
        return next(((at, cause == _ARROWS) for age, at, cause in fires if s.flame[at] == cause + age), None)

    def turn(self, besiegers: list[Phase], recovery: Phase, defenders: list[Phase], end: Phase) -> list[Phase]:
        """Return the phases of a game turn, with the spread of fires before the besiegers' recovery or at its end."""
        spread = [Phase("fire spreads", self._spread)]
        at_end = self.rules.choice("fire-spread-timing") != "end-of-opponents-turn"
        sides = {"besiegers": [*besiegers, *([] if at_end else spread), recovery], "defenders": defenders}
        return in_turn(self.setup.first, sides, *(spread if at_end else []), end)

    def _spread(self, s: Any, dice: Any) -> None:
        """Roll for each hex that does not burn and the fires beside it (ram, end of the game turn, 1, Spread)."""
        if not self.burns(s):
            return
        before, caught = list(s.flame), False
        spreading = [at for at in range(HEXES) if before[at] > 0 and not (self._oil_waits and before[at] == _OTHER)]
        for at in range(HEXES):
            fires = [other for other in spreading if abs(other - at) == 1]
            # A hex with one roll catches a fire of arrows only if all beside it are.
            for other in sorted(fires, key=before.__getitem__)[-1:] if self._one_roll else fires:
                who = f"fire in {self.name} hex {other + 1}"
                if s.flame[at] == 0 and dice.roll(self._spread_roll, who=who) == CATCHES:
                    s.flame[at] = _ARROWS if self._arrows_stay and before[other] < _OTHER else _OTHER
                    dice.count("spreads")
                    dice.note(f"{self.name} hex {at + 1} is on fire")
                    caught = True
        if caught and self.caught is not None:
            self.caught(s, dice)

    @staticmethod
    def is_aged(flame: Any, turns: int) -> bool:
        return bool(flame == _OTHER + turns or flame == _ARROWS + turns)

    def burn(self, s: Any, dice: Any) -> bool:
        """Let every fire grow a turn older; return whether the engine is lost (ram, end of the game turn, 2)."""
        if not self.burns(s):
            return False
        lost = False
        for at, flame in enumerate(s.flame):
            if self.is_aged(flame, self._turns - 1):
                lost = True
            elif flame > 0:
                s.flame[at] += 1
        if lost:
            dice.note(f"the {self.name} has burnt")
        return lost

"""Units that act as one: their columns, values and states, their leaders, results, and measures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from mangonel.engine import board
from mangonel.engine.notes import Note
from mangonel.engine.owners import Side
from mangonel.engine.process import Column, Decision, Dice, Measure, Options, Rule
from mangonel.engine.rolls import cached
from mangonel.errors import DataError
from mangonel.games.filo import states
from mangonel.games.filo.combat import ROUTS, Rolls
from mangonel.games.filo.keys import ARTILLERY, BY_UNITS, Kind, UnitKeys
from mangonel.games.filo.rolls import DIES, NOTHING
from mangonel.rules.ruleset import RuleSet

FRESH = 0
DEMORALISED, ROUTED, GONE = map(states.STATES.index, ("demoralised_fresh", "routed_fresh", states.ELIMINATED))
"""States by number: organised below `DEMORALISED`, then demoralised, routed and eliminated; odd ones are fatigued."""
FIT, WOUNDED, DEAD, CAPTURED = range(4)
"""States of a leader; when he is dead or captured another one has his place."""
FLED, LEFT = GONE + 1, GONE + 2
"""Other ways to be gone, where they are told apart: off the map in flight, and of one's own will."""
_TOLD = (*(f"is {state.replace('_', ', ')}" for state in states.STATES), "has fled off the map", "has left")
TURN_AWAY = 2
"""Sides of a hex by which the hex behind a unit becomes one of its three front hexes (3.1, 8.2)."""
TALLIES = ("shots", "hits", "charges", "reactions", "combats", "routs", "rallies")
"""Counters of a side."""


@cache
def _decision(side: str, name: str) -> Decision:
    return Decision(f"{side}.{name}" if side in ("a", "b") else name, side)


def decide(dice: Dice, side: str, name: str, options: Sequence[Any] | Options, **context: Any) -> Any:
    """Return the option that the player of a side takes in a decision, by its name among the policies of the side."""
    return dice.choose(_decision(side, name), options, **context)


def plan_of(side: str, policies: Any, *names: str) -> dict[str, Rule]:
    """Return how policies of a side answer decisions; an impossible answer gives way to the first option."""

    def drop(s: Any, options: Sequence[Any], *, stack: Stack) -> bool:
        """Drop a combat only if the shots before it have demoralised the attacker."""
        return bool(policies.drop) and bool(stack.state(s) >= DEMORALISED)

    def choose(name: str, s: Any, options: Sequence[Any] | Options, **_: Any) -> Any:
        wanted = getattr(policies, name)
        # A stack that cannot shoot stands instead.
        return wanted if wanted in options else tuple(options)[-1 if wanted == "shoot" else 0]

    return {f"{side}.{name}": drop if name == "drop" else partial(choose, name) for name in names}


class Parts:
    """The columns of a thing, which begin with its `name`: ``a`` has ``a_state``; with an `entry` it shares them."""

    name: str
    entry: int | None = None
    parts: Any
    """Its columns: name, maximum and start of each."""

    def get(self, s: Any, part: str) -> Any:
        column = getattr(s, f"{self.name}_{part}")
        return column if self.entry is None else column[self.entry]

    def put(self, s: Any, part: str, value: Any) -> None:
        if self.entry is None:
            setattr(s, f"{self.name}_{part}", value)
        else:
            getattr(s, f"{self.name}_{part}")[self.entry] = value


class Leader(Parts):
    """A leader: his bonuses when he is fit, wounded, and lost (those of his replacement), and the `part` of his state.

    If he `returns`, ``hurt`` tells whether he is a wounded prisoner; ``follower``, whether his replacement is wounded.
    """

    returns = False
    again = False
    """Whether his replacement can be lost, too (7.6)."""

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        marks = {"hurt": self.returns, "follower": self.again}
        return [(self.part, CAPTURED, FIT), *((mark, 1, 0) for mark, there in marks.items() if there)]

    def __init__(self, rolls: Rolls, who: str, bonuses: Sequence[int], name: str, entry: int | None = None) -> None:
        self.rolls, self.who, self.bonuses, self.name, self.entry = rolls, who, bonuses, name, entry
        self.part = "leader" if entry is None else "leaders"

    def leader(self, s: Any) -> Any:
        return self.get(s, self.part)

    def counters(self, s: Any, side: str) -> tuple[board.Counter, ...]:
        """Return him for a picture of the game, as long as he is not lost."""
        shown = {FIT: "leader", WOUNDED: "wounded_leader"}.get(int(self.leader(s)))
        return (board.Counter(side, shown),) if shown else ()

    def become(self, s: Any, dice: Dice, after: int) -> None:
        """Let him, or his replacement if he is lost, be wounded, dead or captured."""
        dice.note(f"{self.who} is {('wounded', 'dead', 'captured')[after - WOUNDED]}")
        if self.leader(s) >= DEAD:
            self.put(s, "follower", int(after == WOUNDED))
            return
        if self.returns and after == CAPTURED and self.leader(s) == WOUNDED:
            self.put(s, "hurt", 1)
        self.put(s, self.part, after)

    def be_freed(self, s: Any, dice: Dice, who: str) -> None:
        """Let him be free, wounded if he was when he was captured (7.5.1)."""
        dice.note(f"{who} is freed")
        dice.count(f"{self.name}_freed")
        self.put(s, self.part, WOUNDED if self.get(s, "hurt") == 1 else FIT)
        for mark in ("hurt", *["follower"] * self.again):
            self.put(s, mark, 0)

    def bonus(self, s: Any) -> int:
        return _as_he_is(self.bonuses, self.leader(s))

    def here(self, s: Any, stack: Stack) -> bool:
        return True

    def near(self, s: Any, stack: Stack) -> bool:
        """Return whether he is with a stack or beside it."""
        return True

    def dies(self, s: Any, dice: Dice, who: str = "") -> bool:
        """Test him (7.5), which may wound him; return whether he dies: a second wound is death."""
        lost = bool(self.leader(s) >= DEAD)
        if (lost and not self.again) or (outcome := dice.roll(self.rolls.leader(), who=who or self.who)) == NOTHING:
            return False
        if outcome == DIES or (self.get(s, "follower") == 1 if lost else self.leader(s) == WOUNDED):
            return True
        self.become(s, dice, WOUNDED)
        return False


class Stack(Parts):
    """One unit, or two that act as one.

    `policies` are those of its player that a sequence asks the stack for. A trace calls it `who` and its name; `side`
    begins its counters, `path` is its place in the scenario, both its name by default. On a map it can go back the
    `edge` of its keys, and has `before` hexes in front of it at the start. With as many `markers` as it has units it
    mounts and dismounts. So many units that the rules do not allow them together, and an unknown ground, are a
    DataError.
    """

    helping: Any = None
    """In a line, those of its side that help each other."""
    placed = False
    """Whether it has left its hex of the start matters without a ground, too."""

    def __init__(
        self,
        rolls: Rolls,
        name: str,
        keys: UnitKeys,
        policies: Any = None,
        *,
        entry: int | None = None,
        before: int = 0,
        markers: int = 0,
        who: str = "side",
        side: str = "",
        path: str = "",
    ) -> None:
        self.rolls, self.rules, self.name, self.keys, self.policies = rolls, rolls.rules, name, keys, policies
        self.who, self.side, self.path, self.entry = f"{who} {name}", side or name, path or name, entry
        self.label = "" if name == self.side else name
        self._ruy_diaz = getattr(keys, "ruy_diaz", False) and self.rules.choice("ruy-diaz") == states.ON
        self.start = states.STATES.index(keys.state)
        self.edge: int | None = getattr(keys, "edge", None)
        self._most_edge = None if self.edge is None else self.edge + before
        self.placed = self.placed or bool(keys.ground)
        states.check_stacking(self.rules, keys.kind.type, keys.units, f"{self.path}.units")
        states.check_grounds(self.rules, keys.ground, f"{self.path}.ground")
        self.mounted, self.markers = keys.kind.mounted, markers
        self.sharing: Sequence[Stack] = (self,)
        way = getattr(policies, "withdraw", "none")
        self.withdraws, self.marches = way != "none", way == "turn"
        self.drops = hasattr(policies, "drop") and self.rules.choice("combat-declared") == "after-shots"
        self.movements, self.strengths, self.qualities = map(keys.both, ("movement", "strength", "quality"))
        self.artillery: Kind | None = getattr(keys, "artillery", None)
        self.weapon = ARTILLERY if self.artillery else keys.kind.type
        """The type of units as which it shoots."""
        self.remounts = markers >= keys.units and self.weapon != ARTILLERY
        armed = keys.kind.shoots or bool(self.artillery)
        self.shoots = armed and states.shooter_of(self.rules, self.shooter(FRESH)) != "-"
        types = self.rules.table("types")
        self.can_charge = (self.mounted or self.remounts) and types.cell(keys.kind.type, "charges") == "yes"
        self.attacks = types.cell(keys.kind.type, "attacks") != "no"
        self.chief: Any = None
        if keys.leader is not None:
            self.chief = Leader(rolls, f"leader of {self.who}", keys.leader.bonuses, name, entry)
        kept = {"stands": self.placed, "edge": self.edge is not None, "seat": self.remounts}
        self.forgotten = ["rests", *(part for part, holds in kept.items() if holds)]
        """Parts that matter no more when it is gone: equal situations are equal states."""

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        parts = [("state", GONE, self.start), ("rests", 1, 0)]
        parts += [] if self.keys.leader is None else self.chief.parts
        parts += [("seat", 1, 0)] if self.remounts else []
        parts += [("turned", 2, 0)] if self.marches else []
        parts += [("stands", 1, 1)] if self.placed else []
        return [*parts, ("edge", self._most_edge, self.edge or 0)] if self._most_edge is not None else parts

    def state(self, s: Any) -> Any:
        return self.get(s, "state")

    def fatigued(self, s: Any) -> bool:
        return self.state(s) in (1, 3, 5)

    def quality(self, s: Any) -> int:
        return self.qualities[self.fatigued(s)]

    def rests(self, s: Any) -> bool:
        return bool(self.get(s, "rests") == 1)

    @property
    def led(self) -> bool:
        return self.chief is not None

    def bonuses(self, s: Any, *, near: bool = False) -> tuple[int, ...]:
        """Return the bonus of its leader: he counts in combat where he is, in rallies also where he is `near`."""
        if self.chief is None or not (self.chief.near if near else self.chief.here)(s, self):
            return ()
        return (self.chief.bonus(s),)

    def ground(self, s: Any) -> tuple[str, ...]:
        """Return the ground that the scenario names, as long as it stands there."""
        return self.keys.ground if self.keys.ground and self.get(s, "stands") == 1 else ()

    def rides(self, s: Any) -> bool:
        return self.mounted != (self.remounts and bool(self.get(s, "seat") == 1))

    def markers_left(self, s: Any) -> int:
        """Return how many markers its side has left for it to mount or dismount (8.4)."""
        others = [stack for stack in self.sharing if stack is not self and stack.remounts]
        return self.markers - sum(stack.keys.units for stack in others if stack.get(s, "seat") == 1)

    def faces(self, s: Any) -> bool:
        """Return whether its front is towards the enemy: it has not turned round to march off (8.2)."""
        return not self.marches or bool(self.get(s, "turned") != 1)

    def just_turned(self, s: Any) -> bool:
        return self.marches and bool(self.get(s, "turned") == 2)

    def movement(self, s: Any) -> int:
        """Return its movement points: less in another seat, after it has turned back, and with artillery (8.2, 8.4)."""
        tired = self.fatigued(s)
        points = self.movements[tired]
        if self.remounts and self.get(s, "seat") == 1:
            points = self.points(f"{'on_horse' if self.rides(s) else 'on_foot'}{'_fatigued' if tired else ''}")
        if self.artillery:
            points = min(points, self.artillery.fatigued_movement if tired else self.artillery.movement)
        return max(0, points - TURN_AWAY * self.points("turn")) if self.just_turned(s) else points

    def points(self, row: str) -> int:
        return self.rules.table("movement").number(row)

    def broken(self, s: Any) -> bool:
        return bool(self.state(s) >= (ROUTED if self.policies.until == "rout" else GONE))

    def counters(self, s: Any) -> tuple[board.Counter, ...]:
        """Return its units, with the artillery in its hex."""
        state = states.STATES[min(int(self.state(s)), GONE)]
        guns = () if self.artillery is None else (board.Counter(self.side, state, letters=self.artillery.type),)
        return (board.Counter(self.side, state, self.keys.units, self.keys.kind.type), *guns)

    def spot(self, s: Any, column: int, row: int, *more: board.Counter, kind: str = "open") -> board.Spot:
        """Return its place with its units and its leader, named as in a trace."""
        led = () if self.chief is None or not self.chief.here(s, self) else self.chief.counters(s, self.side)
        return board.Spot(column, row, kind, (*self.counters(s), *led, *more), self.label)

    def out(self, s: Any) -> bool:
        """Return whether it is out of command in this turn (7.4)."""
        return False

    def away(self, s: Any) -> bool:
        """Return whether it helps in another lane, and does nothing in its own."""
        return self.helping is not None and bool(self.get(s, "helps") != 0)

    def has_fought(self, s: Any, dice: Dice, enemy: Any, *, attacked: bool) -> None:
        """See the effect of a combat on leaders beside their capture."""

    def shift(self, s: Any, hexes: Any) -> None:
        """Note a move of so many hexes forward."""

    def free(self, s: Any) -> bool:
        """Return whether no enemy is adjacent: else it neither rests nor rallies."""
        return True

    def fronted(self, s: Any) -> bool:
        """Return whether it is in a front hex of an enemy, which costs more to leave (8.3)."""
        return not self.free(s)

    def may_rally(self, s: Any) -> bool:
        """Return whether it tests if it is demoralised or routed."""
        return self.free(s)

    def beside(self, s: Any) -> tuple[bool, bool]:
        """Return whether De Rada and the Almohad banner are beside it."""
        return False, False

    def has_fled(self, s: Any, dice: Dice, hexes: int) -> None:
        """Move it by the hexes of its flight, and look at the endings."""

    def has_rested(self, s: Any, dice: Dice) -> bool:
        """Return whether it has kept its mark and is free; the mark goes."""
        if not self.rests(s):
            return False
        self.put(s, "rests", 0)
        return self.free(s)

    @cached
    def unit(
        self,
        state: int,
        bonuses: tuple[int, ...] = (),
        ground: tuple[str, ...] = (),
        words: tuple[str, ...] = (),
        mounted: bool | None = None,  # noqa: FBT001
    ) -> states.Unit:
        """Return the stack as single rolls take it, in a state, with the bonuses of leaders.

        `ground` is that of its hex and what lies before it, if it is attacked; `words` are those of `odds`; `mounted`
        is how it sits now, if not as on its counter.
        """
        tired, keys = state % 2, self.keys
        holds = {"fatigued": tired, "ruy_diaz": self._ruy_diaz, "artillery": self.artillery is not None}
        more = (word for word, is_so in holds.items() if is_so)
        return states.Unit(
            keys.kind.type,
            self.strengths[tired] * keys.units,
            self.qualities[tired],
            self.strengths[tired],
            order=states.ORDERS[state // 2],
            mounted=self.mounted if mounted is None else mounted,
            bonuses=bonuses,
            ground=ground,
            words=frozenset((*words, *more)),
        )

    @cached
    def shooter(self, state: int, words: tuple[str, ...] = (), mounted: bool | None = None) -> states.Unit:  # noqa: FBT001
        """Return the unit that shoots: with artillery in its hex that, as shaken and as tired as the stack."""
        gun = self.artillery
        if gun is None:
            return self.unit(state, (), (), words, mounted)
        strength, quality = (gun.fatigued_strength, gun.fatigued_quality) if state % 2 else (gun.strength, gun.quality)
        return states.Unit(
            gun.type, strength, quality, strength, order=states.ORDERS[state // 2], words=frozenset(words)
        )

    @cached
    def defender(self, state: int, bonuses: tuple[int, ...], ground: tuple[str, ...]) -> states.Unit:
        """Return the stack as it is attacked, with the artillery in its hex (5.1)."""
        unit = self.unit(state, bonuses, ground)
        if self.artillery is None:
            return unit
        gun = self.shooter(state)
        strength, quality = unit.strength + gun.strength, max(unit.quality, gun.quality)
        return replace(unit, strength=strength, quality=quality, beside=(gun.type,))

    @cached
    def after(self, state: int, result: str, room: str = "") -> tuple[int, int]:
        """Return its state after a result, and the hexes that it has gone; `room` is that of its keys by default."""
        fate = states.after_result(self.rules, states.STATES[state], result, room=room or self.keys.room)
        return states.STATES.index(fate.state), fate.hexes

    def count(self, dice: Dice, event: str) -> None:
        dice.count(f"{self.side}_{event}")

    def disturb(self, s: Any, dice: Dice) -> None:
        """Take the mark of its rest away."""
        if self.rests(s):
            dice.note(f"{self.who} rests no more")
            self.put(s, "rests", 0)

    def change(self, s: Any, dice: Dice, after: int) -> None:
        if self.state(s) == after:
            return
        dice.note(f"{self.who} {_TOLD[after]}")
        self.put(s, "state", after)
        if after >= ROUTED:
            self.turn_freely(s)
        if after >= GONE:
            for part in self.forgotten:
                self.put(s, part, 0)

    def turn_freely(self, s: Any) -> None:
        """Let it face the enemy, after an advance (10.8), a rally (12.3), or a rout, in which it has no facing."""
        if self.marches:
            self.put(s, "turned", 0)

    def suffer(self, s: Any, dice: Dice, result: str, *, combat: bool = False) -> int:
        """Carry a result out; return the hexes that it goes back.

        Its leader is captured if a `combat` eliminates it, but not if it runs off the map (7.5).
        """
        state, room = int(self.state(s)), self.keys.room
        after, hexes = self.after(state, result)
        if self.edge is not None and room == "open" and after < ROUTED and hexes and self.get(s, "edge") < hexes:
            # Only a unit in flight leaves the map; this retreat is impossible, and costs a level (10.7, 12.2).
            after, hexes = self.after(state, result, "forward")
            hexes -= self.rules.table("hexes").number("retreat")
        if state < ROUTED <= after < GONE:
            self.count(dice, "routs")
        self.change(s, dice, after)
        if combat and after == GONE and self.led and self.chief.here(s, self) and self.chief.leader(s) < DEAD:
            self.chief.become(s, dice, CAPTURED)
        self.go_back(s, dice, hexes)
        return hexes

    def go_back(self, s: Any, dice: Dice, hexes: int) -> None:
        """Let it go back, which may take it off the map."""
        if not hexes:
            return
        dice.note(f"{self.who} goes back, {{:hex}}", hexes)
        self.leave(s)
        off = self.edge is not None and bool(self.get(s, "edge") < hexes)
        if self.edge is not None:
            self.put(s, "edge", 0 if off else self.get(s, "edge") - hexes)
        if off and self.state(s) < GONE:
            dice.note(f"{self.who} is off the map")
            self.change(s, dice, GONE)
        self.shift(s, -hexes)

    def go_forward(self, s: Any, hexes: Any) -> None:
        if hexes == 0:
            return
        self.leave(s)
        if self._most_edge is not None:
            self.put(s, "edge", min(self.get(s, "edge") + hexes, self._most_edge))
        self.shift(s, hexes)

    def leave(self, s: Any) -> None:
        """Let it leave its hex of the start."""
        if self.placed:
            self.put(s, "stands", 0)

    def can_go_back(self, s: Any) -> bool:
        return self.keys.room == "open" and (self.edge is None or bool(self.get(s, "edge") > 0))

    def is_passed(self, s: Any, dice: Dice) -> bool:
        """Test its quality after a rout has passed it (12.2); return whether it routs too."""
        return dice.roll(self.rolls.passed(self.quality(s)), who=self.who) == ROUTS

    def test_leader(self, s: Any, dice: Dice) -> None:
        if self.led and self.chief.here(s, self) and self.chief.dies(s, dice, f"leader of {self.who}"):
            self.chief.become(s, dice, DEAD)


class Army:
    """The leaders of a side: their states, and which of them, by place, leads the army (7.5, 7.6).

    Each has `bonuses` and `values`: when he is fit, wounded, and lost (those of his replacement).
    """

    def __init__(self, rolls: Rolls, side: str, leaders: Sequence[Any], leads: int = 0) -> None:
        self.rolls, self.side, self.keys, self.leads = rolls, side, leaders, leads
        self.leaders = [
            Leader(rolls, f"leader {side}{place + 1}", keys.bonuses, side, place) for place, keys in enumerate(leaders)
        ]
        self.frees = any(getattr(keys, "freed", 0) for keys in leaders)
        """Whether one of them can be freed; then it is remembered which prisoners are wounded."""
        for leader in self.leaders:
            leader.returns, leader.again = self.frees, True

    @property
    def columns(self) -> list[Column]:
        return [*columns_of(self.leaders), Column(f"{self.side}_army", len(self.leaders), self.leads)]

    def states(self, s: Any) -> Any:
        return getattr(s, f"{self.side}_leaders")

    def army(self, s: Any) -> Any:
        return getattr(s, f"{self.side}_army")

    def value(self, s: Any, place: int) -> int:
        return _as_he_is(self.keys[place].values, self.states(s)[place])

    def army_bonus(self, s: Any) -> int:
        return self.leaders[int(self.army(s))].bonus(s)

    def lost(self, s: Any) -> bool:
        return bool(self.states(s)[self.leads] >= DEAD)

    def lose(self, s: Any, dice: Dice, place: int, after: int) -> bool:
        """Let a leader be lost, and one of the highest value lead the army if he did; return whether that counts.

        The first army leader is worth no points; his replacements are (7.6).
        """
        counts = place != self.leads or self.lost(s)
        self.leaders[place].become(s, dice, after)
        follower = max(range(len(self.leaders)), key=lambda place: (self.value(s, place), -place))
        if self.army(s) == place != follower:
            dice.note(f"{self.leaders[follower].who} leads the army")
            setattr(s, f"{self.side}_army", follower)
        return counts


def _as_he_is(numbers: Sequence[int], state: Any) -> int:
    """Return the number of a leader in his state, by asking no more than that needs."""
    for after, (number, following) in enumerate(pairwise(numbers), start=1):
        if number != following and state < after:
            return number
    return numbers[-1]


def hexes_between(aside: int, ahead: Any) -> int:
    """Return the hexes between two places: each column aside goes half a hex forward or back as well."""
    return abs(aside) + max(0, abs(int(ahead)) - abs(aside) // 2)


def columns_of(things: Iterable[Parts]) -> list[Column]:
    """Return the columns of some things; those that are entries of the same ones follow each other by entry."""
    columns: dict[str, tuple[int, list[int], bool]] = {}
    for thing in things:
        for part, maximum, start in thing.parts:
            name = f"{thing.name}_{part}"
            most, starts, _ = columns.get(name, (0, [], False))
            columns[name] = max(most, maximum), [*starts, start], thing.entry is None
    return [
        Column(name, most, starts[0]) if single else Column(name, most, tuple(starts), len(starts))
        for name, (most, starts, single) in columns.items()
    ]


_ORDERS: Mapping[str, Callable[[Any], Any]] = {
    "eliminated": lambda state: state == GONE,
    "routed": lambda state: ROUTED <= state < GONE,
    "demoralised": lambda state: DEMORALISED <= state < ROUTED,
    "fatigued": lambda state: state in (1, 3, 5),
    "organised": lambda state: state < DEMORALISED,
    "fresh": lambda state: state == FRESH,
    "left": lambda state: state < GONE,
}
"""Orders that a state counts for at the end of a game."""


def units_in(prefix: str, stacks: Sequence[Stack], *orders: str) -> list[Measure]:
    """Return how many units of some stacks are in each of some orders, as ``a_routed``."""

    def number(order: str, s: Any) -> int:
        return sum(stack.keys.units for stack in stacks if _ORDERS[order](stack.state(s)))

    most = sum(stack.keys.units for stack in stacks)
    return [Measure(f"{prefix}_{order}", most, partial(number, order)) for order in orders]


FATES = ("eliminated", "routed", "demoralised", "fatigued")
"""Orders of units that are measured at the end of a game."""


def fates_in(sides: Mapping[str, Sequence[Stack]], leaders: str = "") -> tuple[Measure, ...]:
    """Return the units of each side by their orders at the end, and its leaders after the word for them."""
    return tuple(
        measure
        for side, stacks in sides.items()
        for measure in (
            *units_in(side, stacks, *FATES),
            *leaders_in(f"{side}{leaders}", [stack.chief for stack in stacks if stack.led]),
        )
    )


def leaders_in(prefix: str, leaders: Sequence[Leader]) -> list[Measure]:
    """Return how many of some leaders are wounded, dead and captured, as ``a_dead``."""

    def number(fate: int, s: Any) -> int:
        return sum(1 for leader in leaders if leader.leader(s) == fate)

    fates = {"wounded": WOUNDED, "dead": DEAD, "captured": CAPTURED} if leaders else {}
    return [Measure(f"{prefix}_{name}", len(leaders), partial(number, fate)) for name, fate in fates.items()]


def broken_in(stacks: Sequence[Stack], s: Any) -> int:
    """Return how many of some stacks are broken."""
    return sum(stack.broken(s) for stack in stacks)


def left_in(name: str, stacks: Sequence[Stack]) -> Measure:
    """Return how many of some stacks are not broken."""
    return Measure(name, len(stacks), lambda s: len(stacks) - broken_in(stacks, s))


def owners(
    wins: Mapping[str, Sequence[str]],
    losses: Sequence[str] = ("eliminated", "routed", "demoralised"),
    kinds: str = "broken_units",
    stacks: Iterable[Stack] = (),
    yielded: Mapping[str, str] = MappingProxyType({}),
    called: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Side, ...]:
    """Return the sides, each with its endings, its losses, and its name: the type of half or more of its units."""
    types = {side: Counter[str]() for side in wins}
    for stack in stacks:
        types[stack.side[0]][stack.keys.kind.type] += stack.keys.units
    names = {
        side: next((kind for kind, few in types[side].most_common(1) if 2 * few >= types[side].total()), "")
        for side in wins
    } | {side: name for side, name in called.items() if name != BY_UNITS}
    return tuple(
        Side(
            side,
            tuple(endings),
            losses=tuple(f"{side}_{loss}" for loss in losses),
            kinds=kinds,
            yielded=yielded.get(side, ""),
            units=names[side],
        )
        for side, endings in wins.items()
    )


def never_charges(**policies: Any) -> Mapping[str, Note]:
    """Return notes for sides whose scenario asks a charge, by the counters that are 0 where they never make one."""
    asked = (side for side, of in policies.items() if of.charge_asked and of.charge)
    return {f"{side}_charges": Note("never_charges", (("side", side),)) for side in asked}


def check_charge_asked(rules: RuleSet, policies: Any, stacks: Iterable[Stack], side: str) -> None:
    """Check that a side of which a scenario asks a charge has a stack that ever charges; else it is a DataError.

    Where the scenario is silent, stacks that can charge do, and the others attack.
    """
    if not any(stack.can_charge for stack in stacks) and policies.charge and policies.charge_asked:
        able = " and ".join(states.types_with(rules, "charges"))
        message = f"none of these units ever charges, only those of {able} on horseback do"
        raise DataError(message, path=f"policies.{side}.charge", value=True, allowed=["false"])

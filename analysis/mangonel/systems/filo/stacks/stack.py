"""A stack in many games at once: its columns, its values by state, and what happens to it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure
from mangonel.engine.state import Column, Mask, State
from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.keys.stacks import Policies, UnitKeys
from mangonel.systems.filo.situations.ground import check_grounds
from mangonel.systems.filo.situations.scales import ON, ORDERS, PARAPET, SIDES, STATES
from mangonel.systems.filo.situations.units import Unit, check_stacking, shooter_of
from mangonel.systems.filo.stacks.fates import DEMORALISED, GONE, ROUTED, Fates, is_demoralised, is_fatigued, is_routed

__all__ = ["CAPTURED", "DEAD", "FIT", "TALLIES", "WOUNDED", "Stack", "check_ground"]

FIT, WOUNDED, DEAD, CAPTURED = range(4)
"""What has become of a leader."""
TALLIES = ("shots", "hits", "charges", "reactions", "combats", "routs", "rallies")
"""What is counted for a side."""


class Stack:
    """A stack; its columns begin with its name, and its counters with its side, if that is another.

    `edge` are the hexes that it can go back on the map, None if there is no edge, and `before` those that it could go
    forward at the start; it is `placed` if it matters, also without a ground, whether it stands where it stood then;
    `path` is where the scenario says it, if that is not its name. It is refused (DataError) if the rules do not allow
    so many units together, or know no such ground.
    """

    def __init__(
        self,
        rules: RuleSet,
        name: str,
        keys: UnitKeys,
        policies: Policies,
        *,
        edge: int | None = None,
        before: int = 0,
        ruy_diaz: bool = False,
        who: str = "side",
        side: str = "",
        placed: bool = False,
        path: str = "",
    ) -> None:
        self.rules, self.name, self.keys, self.policies = rules, name, keys, policies
        self.who, self._side, self.path = f"{who} {name}", side or name, path or name
        self._ruy_diaz = ruy_diaz and rules.choice("ruy-diaz") == ON
        self.edge = edge
        self._placed = placed or bool(keys.ground)
        self._units: dict[tuple[int, int, tuple[str, ...], tuple[str, ...]], Unit] = {}
        check_stacking(rules, keys.kind.type, keys.units, f"{self.path}.units")
        check_ground(rules, self.path, keys.ground)
        self.mounted = keys.kind.mounted
        self.shoots = keys.kind.shoots and shooter_of(rules, self.unit(0)) != "-"
        self._charges = self.mounted and rules.table("types").cell(keys.kind.type, "charges") == "yes"
        self._most_edge = None if edge is None else edge + before

    def unit(self, state: int, leader: int = FIT, *, stands: bool = True, words: tuple[str, ...] = ()) -> Unit:
        """Return the stack as single rolls take it, in a state by number, with what has become of its leader.

        If it `stands`, it is still on the ground that the scenario names; only what it stands in counts here.
        """
        return self._unit(state, leader, self.inside if stands else (), words)

    def attacking(self, state: int, leader: int, *, words: tuple[str, ...] = (), across: tuple[str, ...] = ()) -> Unit:
        """Return the stack as an attacker, with what lies between; otherwise as `unit`."""
        return self._unit(state, leader, across, words)

    def _unit(self, state: int, leader: int, ground: tuple[str, ...], words: tuple[str, ...]) -> Unit:
        # A roll of two stacks asks for each of them once for every state of the other.
        place = state, leader, ground, words
        if place not in self._units:
            self._units[place] = self._made(*place)
        return self._units[place]

    def _made(self, state: int, leader: int, ground: tuple[str, ...], words: tuple[str, ...]) -> Unit:
        tired, keys = state % 2, self.keys
        strength, quality = keys.both("strength", 1)[tired], keys.both("quality", 0)[tired]
        parts = [*words, *(["fatigued"] if tired else [])]
        if self._ruy_diaz:
            parts.append("ruy_diaz")
        return Unit(
            keys.kind.type,
            strength * keys.units,
            quality,
            strength,
            order=ORDERS[state // 2],
            mounted=keys.kind.mounted,
            bonuses=keys.bonuses[leader : leader + 1],
            ground=ground,
            words=frozenset(parts),
        )

    @property
    def inside(self) -> tuple[str, ...]:
        """The terrain of the hex that it stands in at the start."""
        return tuple(ground for ground in self.keys.ground if ground not in SIDES)

    @property
    def across(self) -> tuple[str, ...]:
        """What lies before that hex."""
        return tuple(ground for ground in self.keys.ground if ground in SIDES)

    @property
    def strengths(self) -> tuple[int, int]:
        """Strength of one of its units, fresh and fatigued: one of them shoots."""
        return self.keys.both("strength", 1)

    @property
    def movement(self) -> NDArray[np.int8]:
        """Its movement points by state. Shape (7,)."""
        both = self.keys.both("movement", 1)
        return np.array([*(both[state % 2] for state in range(GONE)), 0], dtype=np.int8)

    @property
    def can_charge(self) -> bool:
        """Whether it is of those who charge."""
        return self._charges

    @property
    def leaders(self) -> range:
        """What can have become of its leader while the stack is there; one number if it has none."""
        return range(DEAD + 1) if self.keys.leader is not None else range(1)

    @property
    def stances(self) -> range:
        """1 and 0 if it stands on ground that can be left, else 0."""
        return range(2) if self.keys.ground else range(1)

    @property
    def columns(self) -> list[Column]:
        """What is remembered of it."""
        name, keys = self.name, self.keys
        columns = [Column(f"{name}_state", GONE, STATES.index(keys.state))]
        if self.policies.rest:
            columns.append(Column(f"{name}_rests", 1))
        if keys.leader is not None:
            columns.append(Column(f"{name}_leader", CAPTURED))
        if self._placed:
            columns.append(Column(f"{name}_stands", 1, 1))
        if self._most_edge is not None:
            columns.append(Column(f"{name}_edge", self._most_edge, self.edge or 0))
        return columns

    @property
    def tallies(self) -> tuple[str, ...]:
        """Names of its counters."""
        return tuple(f"{self.name}_{counted}" for counted in TALLIES)

    @property
    def measures(self) -> list[Measure]:
        """Its units by state at the end, and what has become of its leader."""
        name, units = self.name, self.keys.units
        measures = [
            Measure(f"{name}_eliminated", units, lambda s: units * (self.state(s) == GONE)),
            Measure(f"{name}_routed", units, lambda s: units * is_routed(self.state(s))),
            Measure(f"{name}_demoralised", units, lambda s: units * is_demoralised(self.state(s))),
            Measure(f"{name}_fatigued", units, lambda s: units * is_fatigued(self.state(s))),
        ]
        if self.keys.leader is not None:
            measures += [
                Measure(f"{name}_leader_wounded", 1, lambda s: self.leader(s) == WOUNDED),
                Measure(f"{name}_leader_dead", 1, lambda s: self.leader(s) == DEAD),
                Measure(f"{name}_leader_captured", 1, lambda s: self.leader(s) == CAPTURED),
            ]
        return measures

    @property
    def organised(self) -> Measure:
        """Its units that are organised."""
        units = self.keys.units
        return Measure(f"{self.name}_organised", units, lambda s: units * (self.state(s) < DEMORALISED))

    def state(self, s: State) -> NDArray[Any]:
        """Return its state, a number in `STATES`. Shape (rows,)."""
        return getattr(s, f"{self.name}_state")

    def leader(self, s: State) -> NDArray[Any]:
        """Return what has become of its leader. Shape (rows,)."""
        return getattr(s, f"{self.name}_leader") if self.keys.leader is not None else np.zeros_like(self.state(s))

    def stands(self, s: State) -> NDArray[Any]:
        """Return whether it is on the ground of the start. Shape (rows,)."""
        return getattr(s, f"{self.name}_stands") if self._placed else np.zeros_like(self.state(s))

    def rests(self, s: State) -> Mask:
        """Return where it rests."""
        return getattr(s, f"{self.name}_rests") > 0 if self.policies.rest else np.zeros(s.size, dtype=np.bool_)

    def count(self, s: State, what: str, where: NDArray[Any]) -> None:
        """Add to one of its counters."""
        counter = getattr(s, f"{self._side}_{what}")
        counter += where

    def begin_rest(self, s: State, dice: Dice, where: Mask) -> None:
        """Mark it as resting."""
        if self.policies.rest:
            setattr(s, f"{self.name}_rests", where.astype(np.int8))
            dice.note(f"{self.who} rests", where)

    def disturb(self, s: State, dice: Dice, where: Mask) -> None:
        """Take the mark of its rest away."""
        if self.policies.rest:
            rested = self.rests(s)
            dice.note(f"{self.who} rests no more", rested & where)
            setattr(s, f"{self.name}_rests", (rested & ~where).astype(np.int8))

    def change(self, s: State, dice: Dice, where: Mask, after: NDArray[Any]) -> None:
        """Give it another state."""
        before = self.state(s)
        changed = where & (after != before)
        routs = changed & is_routed(after) & ~is_routed(before)
        self.count(s, "routs", routs)
        setattr(s, f"{self.name}_state", np.where(where, after, before))
        for number, name in enumerate(STATES):
            dice.note(f"{self.who} is {name.replace('_', ', ')}", changed & (after == number))

    def suffer(
        self, s: State, dice: Dice, where: Mask, fates: Fates, result: NDArray[Any], *, combat: bool = False
    ) -> NDArray[Any]:
        """Carry a result out, by its number among the fates; return the hexes that it goes back. Shape (rows,).

        Its leader is captured where a `combat` eliminates it, but not where it runs off the map (7.5).
        """
        before = self.state(s)
        after, hexes = fates.states[result, before], fates.hexes[result, before]
        if fates.held is not None:
            # Who is not in flight does not leave the map: its retreat is not possible (10.7, 12.2).
            held = (after < ROUTED) & (hexes > getattr(s, f"{self.name}_edge"))
            after = np.where(held, fates.held.states[result, before], after)
            hexes = np.where(held, fates.held.hexes[result, before], hexes)
        hexes = np.where(where, hexes, 0)
        self.change(s, dice, where, after)
        if combat:
            self._capture_leader(s, dice, where)
        self.go_back(s, dice, hexes)
        return hexes

    def go_back(self, s: State, dice: Dice, hexes: NDArray[Any]) -> None:
        """Let it go back so many hexes, which may take it off the map."""
        dice.note(f"{self.who} goes back, {{:hex}}", hexes > 0, hexes)
        self._leave(s, hexes > 0)
        if self._most_edge is not None:
            left = getattr(s, f"{self.name}_edge") - hexes
            setattr(s, f"{self.name}_edge", np.maximum(left, 0))
            off = (left < 0) & (self.state(s) < GONE)
            dice.note(f"{self.who} is off the map", off)
            self.change(s, dice, off, np.full(s.size, GONE, dtype=np.int8))

    def go_forward(self, s: State, hexes: NDArray[Any]) -> None:
        """Let it go forward so many hexes."""
        self._leave(s, hexes > 0)
        if self._most_edge is not None:
            gained = getattr(s, f"{self.name}_edge") + hexes
            setattr(s, f"{self.name}_edge", np.minimum(gained, self._most_edge))

    def can_go_back(self, s: State) -> Mask:
        """Return where it has a free hex behind it."""
        free = np.full(s.size, self.keys.room == "open")
        return free if self._most_edge is None else free & (getattr(s, f"{self.name}_edge") > 0)

    def broken(self, s: State) -> Mask:
        """Return where it is broken, as its policy says."""
        return self.state(s) >= (ROUTED if self.policies.until == "rout" else GONE)

    def _capture_leader(self, s: State, dice: Dice, where: Mask) -> None:
        if self.keys.leader is None:
            return
        taken = where & (self.state(s) == GONE) & (self.leader(s) < DEAD)
        dice.note(f"the leader of {self.who} is captured", taken)
        setattr(s, f"{self.name}_leader", np.where(taken, CAPTURED, self.leader(s)))

    def _leave(self, s: State, where: Mask) -> None:
        if self._placed:
            setattr(s, f"{self.name}_stands", self.stands(s) * ~where)


def check_ground(rules: RuleSet, path: str, grounds: tuple[str, ...]) -> None:
    """Check that there are such grounds, and that they go together; `path` is that of who stands in them."""
    known = (*rules.table("ground").rows, PARAPET)
    for ground in grounds:
        if ground not in known:
            raise DataError("no such ground", path=f"{path}.ground", value=ground, allowed=known)
    check_grounds(grounds, f"{path}.ground")

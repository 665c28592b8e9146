"""The melee phase of one side, as `docs/sequences/melee.md` tells it: a phase of the engine for each attack."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.fates import strike, strike_one
from mangonel.systems.cryhavoc.men.pools import (
    ABLE,
    FIT,
    HURT_RIDER,
    RIDER,
    RUNNING,
    STUNNED,
    WOUNDED,
    WOUNDS_FIRST,
    Men,
    Pool,
    aimed_at,
    first_of,
    total,
)
from mangonel.systems.cryhavoc.men.retreats import give_ground
from mangonel.systems.cryhavoc.phases.fighters import Fighters
from mangonel.systems.cryhavoc.rolls.groups import GroupRoll

__all__ = ["LETTER_TALLIES", "Melee", "melee_columns", "melee_tallies"]

LETTER_TALLIES = ("self_wounds", "repulses", "driven_back", "stuns", "wounds", "kills")
"""Counters by what was rolled."""

_TARGETS = {
    "stunned": (STUNNED, FIT, RIDER, WOUNDED, HURT_RIDER),
    "fit": (FIT, RIDER, WOUNDED, HURT_RIDER, STUNNED),
    "wounded": (WOUNDED, HURT_RIDER, STUNNED, FIT, RIDER),
    "mounted": (RIDER, HURT_RIDER, STUNNED, FIT, WOUNDED),
}


class Melee:
    """The melee phase of one side against another.

    A sequence declares the columns of all its melee phases by `melee_columns`, those of the pools, and the counters
    `melee_tallies` and ``attacks`` of each side; then it takes over `phases`. Two melee phases can use the same
    columns, since nobody is ready or passed when one is over.

    Parameters
    ----------
    ours, theirs
        Who attacks, and who may be attacked.
    title
        What the phase is called; ``attackers' melee`` by default.
    front
        How many may attack, one number or shape (rows,); all by default.
    chosen_from
        Those of the able men who may attack; all by default. They are told off before, and forgotten with the first
        attack.
    busy
        Those of the able men who do something else, told off and forgotten in the same way.
    seen
        The men of theirs who may be attacked, by state; the whole pool by default. It is asked before every attack.
    where
        The rows in which there is a melee phase; all by default.
    follow_up
        Whether who gives ground is followed at once where the policy ``advance`` of the other side says so: he stays in
        contact, and takes no place on his way back.
    advance
        What happens when the place of a man who was attacked becomes empty: called with the rows, the dice, where that
        is so and the group that attacked him, which is then unhurt and in its place.
    counter
        What happens when a man of the group has left his place and the man whom it attacked is able: called with the
        rows, the dice and that man, as rows by state; returns where he has left his own place.
    marks
        What the names of its own columns begin with.

    Raises
    ------
    DataError
        If there can be no melee between the places of both sides.
    """

    def __init__(
        self,
        rules: RuleSet,
        ours: Fighters,
        theirs: Fighters,
        *,
        title: str = "",
        front: Callable[[State], NDArray[Any]] | int | None = None,
        chosen_from: Pool | None = None,
        busy: Pool | None = None,
        seen: Callable[[State], Men] | None = None,
        where: Callable[[State], Mask] | None = None,
        follow_up: bool = False,
        advance: Callable[[State, Dice, Mask, Men], None] | None = None,
        counter: Callable[[State, Dice, dict[int, Mask]], Mask] | None = None,
        marks: str = "",
    ) -> None:
        self.ours, self.theirs = ours, theirs
        self._title = title or f"{ours.name}' melee"
        self._front = front
        self._able = ours.pool.able() if chosen_from is None else chosen_from
        self._told_off = [pool for pool in (chosen_from, busy) if pool is not None]
        self._busy = busy
        self._seen = theirs.pool.of if seen is None else seen
        self._where = where
        self._advance, self._counter = advance, counter
        self._back = theirs.back.followed() if follow_up and ours.policies.advance else theirs.back
        self._follows = follow_up and theirs.policies.advance
        together = ours.policies.together
        most = min(ours.pool.most, together * theirs.pool.most)
        self._most = min(most, front) if isinstance(front, int) else most
        # Of joint groups there are never more than men to attack, unless some of these run.
        self._may_repeat = ours.policies.attack != "joint" or theirs.nerves is not None
        self._size = max(1, min(together if ours.policies.attack == "joint" else 1, self._most))
        self._ready = Pool(f"{marks}ready_", max(1, self._most), ours.pool.able().kinds)
        self._passed = Pool(f"{marks}passed_", theirs.pool.most, theirs.pool.kinds)
        self._fight = GroupRoll(
            rules,
            attacker=ours.kind,
            states=ours.pool.able().kinds,
            most=self._size,
            places=[ours.terrain],
            target=theirs.kind,
            targets=theirs.pool.kinds,
            stands=theirs.terrain,
            lowest=ours.policies.attack_from,
            sides=(ours.one, theirs.one),
        )
        # Panicked men within reach come before all others.
        order = (*RUNNING, *_TARGETS[ours.policies.target])
        self._targets = [kind for kind in order if kind in theirs.pool.kinds]
        self._wounds = [kind for kind in WOUNDS_FIRST[ours.policies.wound] if kind in ours.pool.kinds]

    @property
    def columns(self) -> list[Column]:
        """Columns of its own; `melee_columns` joins those of several."""
        return [*self._ready.columns(), *self._passed.columns()]

    @property
    def phases(self) -> list[Phase]:
        """A phase for each attack there can be, and for the panic after it."""
        phases = []
        for number in range(-(-self._most // self._size)):
            concerned = self._later if number else self._first
            phases.append(Phase(f"{self._title}, attack {number + 1}", partial(self._attack, number), concerned))
            if self.ours.nerves is not None or self.theirs.nerves is not None:
                phases.append(Phase(f"{self._title}, panic {number + 1}", self._panic, self._deaths))
        return phases

    def chosen(self, s: State) -> Men:
        """Return who attacks, by state: as many able men as find room, in the order in which men are chosen."""
        room = self.ours.policies.together * total(self._seen(s).values())
        if self._front is not None:
            room = np.minimum(room, self._front if isinstance(self._front, int) else self._front(s))
        if self._where is not None:
            room = room * self._where(s)
        able = self._able.of(s)
        if self._busy is not None:
            busy = self._busy.of(s)
            able = {kind: men - busy[kind] if kind in busy else men for kind, men in able.items()}
        return first_of(able, ABLE, room)

    def _first(self, s: State) -> Mask:
        # Who is told off is forgotten also where nobody attacks.
        return total([*self.chosen(s).values(), *(pool.living(s) for pool in self._told_off)]) > 0

    def _later(self, s: State) -> Mask:
        return total(self._ready.of(s).values()) > 0

    def _attack(self, number: int, s: State, dice: Dice) -> None:
        """Attack with the next man or group, at first with who is ready (melee, melee phase of one side, 1 and 2)."""
        ready = self._ready.of(s)
        if number == 0:
            for kind, men in self.chosen(s).items():
                ready[kind][...] = men
            for pool in self._told_off:
                for men in pool.of(s).values():
                    men[...] = 0
        acting = total(ready.values()) > 0
        if not acting.any():
            return
        group = first_of(ready, ABLE, self._size)
        on, situation = self._aim(s, acting, group)
        attacking = situation >= 0
        codes = dice.roll(self._fight.roll, attacking, situation * attacking, who=self.ours.name)
        attacks = getattr(s, self.ours.attacks)
        attacks += attacking
        for kind, men in ready.items():
            men -= group[kind]
            men *= attacking
        before = self.ours.pool.living(s)
        self._befall_group(s, dice, group, on, codes)
        if self._counter is not None:
            on = self._answer(s, dice, on, self.ours.pool.living(s) < before)
        self._befall_target(s, dice, group, on, codes, attacking)
        self._close(s)

    def _close(self, s: State) -> None:
        """Forget who is ready and who is passed where the phase is over (melee, melee phase of one side, 3)."""
        ready, passed = self._ready.of(s), self._passed.of(s)
        over = (total(ready.values()) == 0) | (total(self._seen(s).values()) == 0)
        for men in (*ready.values(), *passed.values()):
            men *= ~over

    def _deaths(self, s: State) -> Mask:
        waiting = np.zeros(s.size, dtype=np.bool_)
        for side in (self.ours, self.theirs):
            if side.nerves is not None:
                waiting |= side.nerves.asked(s)
        return waiting

    def _panic(self, s: State, dice: Dice) -> None:
        """Make the tests for the deaths of the attack; men not ready, or not passed, run first (melee, panic)."""
        for side in (self.ours, self.theirs):
            if side.nerves is not None:
                side.nerves.tests(s, dice)
        for marks, pool in ((self._ready, self.ours.pool), (self._passed, self.theirs.pool)):
            there = pool.of(s)
            for kind, men in marks.of(s).items():
                np.minimum(men, there[kind], out=men)
        self._close(s)

    def _aim(self, s: State, acting: Mask, group: Men) -> tuple[dict[int, Mask], NDArray[np.int16]]:
        """Return whom the group attacks, as rows by state, and the situation of the roll: -1 where there is none."""
        passed, seen = self._passed.of(s), self._seen(s)
        free = {kind: men > passed[kind] for kind, men in seen.items()}
        if self._may_repeat:
            again = acting & ~np.logical_or.reduce(list(free.values()))
            if again.any():
                for kind, men in passed.items():
                    men *= ~again
                    free[kind] = free[kind] | (again & (seen[kind] > 0))
        line = self._fight.line(group)
        left = acting
        on: dict[int, Mask] = {}
        for kind in self._targets:
            on[kind] = left & free[kind] & (self._fight.situation(line, kind) >= 0)
            left = left & ~on[kind]
        return on, self._fight.aimed(line, on)

    def _befall_group(self, s: State, dice: Dice, group: Men, on: dict[int, Mask], codes: NDArray[np.int8]) -> None:
        """Let the group suffer what the result does to it (melee, melee phase of one side, 2, Result)."""
        blow, pool = self._fight.effects.attacker.blow(codes), self.ours.pool
        s.self_wounds += blow.hits
        group, unhorsed = strike_one(s, dice, pool, group, blow, self._wounds, f"of the {self.ours.name}")
        if RIDER in pool.kinds:
            s.unhorsed += unhorsed
        if blow.driven.any():
            s.repulses += blow.driven & ~blow.hits
            gone = give_ground(s, dice, pool, group, blow.driven, self.ours.back, self._wounds)
            s.retreats += total(gone.values())
            if self._follows:
                self._step_after(s, dice, gone, on)

    def _answer(self, s: State, dice: Dice, on: dict[int, Mask], left: Mask) -> dict[int, Mask]:
        """Let an able man who was attacked take the place of one who has left it; return who still stands."""
        assert self._counter is not None
        if not left.any():
            return on
        steps = self._counter(s, dice, {kind: left & on[kind] for kind in ABLE if kind in on})
        return {kind: men & ~steps for kind, men in on.items()}

    def _step_after(self, s: State, dice: Dice, gone: Men, on: dict[int, Mask]) -> None:
        """Let an able man who was attacked follow one of those who gave ground: that one stays in contact."""
        able = np.logical_or.reduce([here for kind, here in on.items() if kind in ABLE])
        order = _TARGETS[self.theirs.policies.target]
        men, there = self.ours.pool.of(s), self.ours.back.places(s)
        followed = aimed_at(gone, order, able)
        for kind, his in followed.items():
            there[kind] -= his
            men[kind] += his
        dice.note(
            f"a man of the {self.theirs.name} steps after one of them",
            lambda: np.logical_or.reduce(list(followed.values())),
        )

    def _befall_target(
        self, s: State, dice: Dice, group: Men, on: dict[int, Mask], codes: NDArray[np.int8], attacking: Mask
    ) -> None:
        """Let the man who was attacked suffer the result, or pass him (melee, melee phase of one side, 2, Result)."""
        blow = self._fight.effects.target.blow(codes)
        passed = self._passed.of(s)
        for kind, men in passed.items():
            men += on[kind] & ~blow.touches
        if not blow.touches.any():
            return
        s.driven_back += blow.driven & ~(blow.stunned | blow.wounded | blow.killed)
        s.stuns += blow.stunned
        s.wounds += blow.wounded
        s.kills += blow.killed
        fate = strike(s, dice, self.theirs.pool, on, blow, self._back)
        s.retreats += fate.gave_ground
        if self._back is not self.theirs.back:
            followed = {kind: here & fate.gave_ground for kind, here in on.items() if kind not in RUNNING}
            for kind, here in followed.items():
                passed[kind] += here & ~blow.hits
            dice.note(
                f"a man of the {self.ours.name} steps after him", lambda: np.logical_or.reduce(list(followed.values()))
            )
        if RIDER in self.theirs.pool.kinds:
            s.unhorsed += fate.unhorsed
        if self._advance is not None:
            self._advance(s, dice, attacking & (fate.died | fate.gave_ground), group)


def melee_tallies(*pools: Pool) -> tuple[str, ...]:
    """Return the counters that melee phases between men of these pools need, besides the attacks of each side."""
    riders = any(RIDER in pool.kinds for pool in pools)
    return (*LETTER_TALLIES, "retreats", *(["unhorsed"] if riders else []))


def melee_columns(*melees: Melee) -> list[Column]:
    """Return the columns that some melee phases need, each once."""
    joined: dict[str, Column] = {}
    for column in (column for melee in melees for column in melee.columns):
        known = joined.get(column.name)
        if known is None or column.maximum > known.maximum:
            joined[column.name] = column
    return list(joined.values())

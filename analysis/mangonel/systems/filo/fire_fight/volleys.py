"""Whom a group shoots at, who of its kind shoots with it, and what comes of it (chapter 9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.fire_fight.line import Group, Line
from mangonel.systems.filo.phases.lane import Judge
from mangonel.systems.filo.phases.leaders import Leaders
from mangonel.systems.filo.rolls.shots import read_shot
from mangonel.systems.filo.rolls.volleys import VolleyRoll
from mangonel.systems.filo.stacks.fates import GONE, ROUTED, is_demoralised
from mangonel.systems.filo.stacks.stack import Stack

__all__ = ["Volleys"]

_NOBODY = 10_000


class Volleys:
    """The shots of a line at another one; the judge looks at the endings."""

    def __init__(self, rules: RuleSet, line: Line, targets: Line, judge: Judge) -> None:
        self._line, self._targets, self._judge = line, targets, judge
        self._leaders = Leaders(rules, [target.stack for target in targets.groups])
        self._rest_shoots = rules.choice("rest-and-fire") == "yes"
        self._routed_shoot = rules.choice("routed-acts") == "yes"
        grounds = list(dict.fromkeys(((), *(group.stack.keys.ground for group in targets.groups))))
        self._grounds = [grounds.index(group.stack.keys.ground) for group in targets.groups]
        self._tests = any(group.stack.keys.leader is not None for group in targets.groups)
        self._rolls = {
            kind: VolleyRoll(rules, [group.stack for group in mates], grounds, tests=self._tests)
            for kind, mates in self._by_kind().items()
        }

    def _by_kind(self) -> dict[str, list[Group]]:
        """Return the shooters by kind; each by itself where they do not shoot together."""
        kinds: dict[str, list[Group]] = {}
        for group in self._line.groups:
            if group.stack.shoots:
                kind = group.stack.keys.kind.id if self._line.policies.join else group.stack.name
                kinds.setdefault(kind, []).append(group)
        return kinds

    def reach(self, hexes: int) -> bool:
        """Return whether anybody can shoot so far at any target."""
        far, grounds = np.array([hexes]), {0, *self._grounds}
        weapons = [rolls for rolls in self._rolls.values() if rolls.roll is not None]
        return any(rolls.allowed(far, ground)[0] for rolls in weapons for ground in grounds)

    def phases(self, name: str, types: Sequence[str], where: Callable[[State], Mask]) -> list[Phase]:
        """Return the shots of groups of some types, one phase for each that can choose a target, in some rows."""
        phases = []
        for kind, mates in self._by_kind().items():
            if self._rolls[kind].roll is None or mates[0].stack.keys.kind.type not in types:
                continue
            for place, group in enumerate(mates):
                act = self._shooting(self._rolls[kind], mates[place:], where)
                phases.append(Phase(f"{name}: shot of {group.stack.who}", act))
        return phases

    def _shooting(
        self, rolls: VolleyRoll, mates: list[Group], where: Callable[[State], Mask]
    ) -> Callable[[State, Dice], None]:
        """Return the shot of the first of some groups that may shoot, with all who join it (Shots)."""
        first, roll = mates[0], rolls.roll
        assert roll is not None

        def shoot(s: State, dice: Dice) -> None:
            able = where(s) & self._may_shoot(s, first)
            chosen = self._choose(s, able, first, rolls)
            shoots = chosen >= 0
            ground = self._ground(s, chosen)
            strength, hexes = np.zeros(s.size, dtype=np.int16), np.zeros(s.size, dtype=np.int16)
            moved, shaken = np.zeros(s.size, dtype=np.bool_), np.zeros(s.size, dtype=np.bool_)
            for number, target in enumerate(self._targets.groups):
                dice.note(f"{first.stack.who} shoots at {target.stack.who}", chosen == number)
            for mate in mates:
                far = self._distance(s, mate, chosen)
                joins = shoots & self._may_shoot(s, mate) & self._allowed(rolls, far, ground)
                state = mate.stack.state(s)
                strength += np.where(joins, np.where(state % 2 == 1, *mate.stack.strengths[::-1]), 0).astype(np.int16)
                hexes = np.maximum(hexes, np.where(joins, far, 0))
                moved |= joins & mate.has(s, "moved")
                shaken |= joins & is_demoralised(state)
                mate.mark(s, "done", joins)
                if mate is not first:
                    dice.note(f"{mate.stack.who} shoots with {first.stack.who}", joins)
            place = rolls.number(strength, hexes, moved, shaken, ground)
            code = dice.roll(roll, shoots, np.maximum(place, 0), who=first.stack.who)
            self._hit(s, dice, first.stack, chosen, code)

        return shoot

    def _hit(self, s: State, dice: Dice, first: Stack, chosen: NDArray[Any], code: NDArray[Any]) -> None:
        letter, tests = read_shot(code)
        first.count(s, "shots", chosen >= 0)
        first.count(s, "hits", letter > 0)
        for number, target in enumerate(self._targets.groups):
            here = chosen == number
            self._leaders.test(s, dice, here & tests, target.stack)
            target.be_shot_at(s, dice, here, letter)
        self._judge(s, dice)

    def _may_shoot(self, s: State, group: Group) -> Mask:
        stack = group.stack
        most = GONE if self._routed_shoot else ROUTED
        rests = stack.rests(s) & (not self._rest_shoots)
        return (stack.state(s) < most) & ~rests & ~group.has(s, "done")

    def _distance(self, s: State, group: Group, chosen: NDArray[Any]) -> NDArray[Any]:
        """Return the hexes to the chosen target. Shape (rows,)."""
        behind = [target.behind(s) for target in self._targets.groups]
        back = np.select([chosen == number for number in range(len(behind))], behind, 0)
        return s.gap.astype(np.int16) + 1 + group.behind(s) + back

    def _ground(self, s: State, chosen: NDArray[Any]) -> NDArray[Any]:
        """Return the number of the terrain that the chosen target stands in. Shape (rows,)."""
        stands = [(chosen == number) & (group.stack.stands(s) > 0) for number, group in enumerate(self._targets.groups)]
        return np.select(stands, self._grounds, 0)

    def _allowed(self, rolls: VolleyRoll, far: NDArray[Any], ground: NDArray[Any]) -> Mask:
        """Return where the rules allow a shot: a cell of the table of shots or of the ground may bar it."""
        return np.logical_or.reduce([(ground == number) & rolls.allowed(far, number) for number in {0, *self._grounds}])

    def _choose(self, s: State, able: Mask, group: Group, rolls: VolleyRoll) -> NDArray[np.int16]:
        """Return the number of the target of each row; -1 where there is none. Shape (rows,)."""
        best, chosen = np.full(s.size, _NOBODY), np.full(s.size, -1, dtype=np.int16)
        for number, target in enumerate(self._targets.groups):
            everywhere = np.full(s.size, number)
            state, far = target.stack.state(s), self._distance(s, group, everywhere)
            may = self._allowed(rolls, far, self._ground(s, everywhere))
            can = able & (state < GONE) & ~target.has(s, "hit") & may
            rank = np.where(can, self._rank(s, target, far) + _NOBODY // 2 * target.stack.broken(s), _NOBODY)
            chosen = np.where(rank < best, number, chosen).astype(np.int16)
            best = np.minimum(rank, best)
        return chosen

    def _rank(self, s: State, target: Group, far: NDArray[Any]) -> NDArray[Any]:
        """Return what makes a target the one to shoot at: the lowest is taken, of equal ones the first."""
        policy, state = self._line.policies.target, target.stack.state(s)
        if policy == "first":
            return np.zeros(s.size, dtype=np.int64)
        if policy == "nearest":
            return far.astype(np.int64)
        fresh, tired = target.stack.keys.both("quality", 0)
        return np.where(state % 2 == 1, tired, fresh) * 2 + (1 - is_demoralised(state))

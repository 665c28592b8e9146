"""Stone throwers: how many of them shoot at which hex, and which are damaged.

Groups of engines are pairs (light, heavy). Nothing here is rolled.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import product

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.situations.walls import batter_situation, machine_points
from mangonel.systems.possible import possible

__all__ = ["Battery", "Group"]

Group = tuple[int, int]
"""Light and heavy engines."""
_NONE: Group = (0, 0)


@dataclass(frozen=True)
class Battery:
    """All the engines there are, under a rule set."""

    light: int
    heavy: int
    """`light`, `heavy`: how many of each."""
    light_points: int
    heavy_points: int
    """`light_points`, `heavy_points`: points of one of them."""
    columns: tuple[str | None, ...]
    """Column of the battering table by points, from 0 up; None where no roll is made."""

    @classmethod
    def of(cls, rules: RuleSet, light: int, heavy: int) -> Battery:
        """Look up the points of so many engines."""
        ones, threes = machine_points(rules, "light_stone_thrower"), machine_points(rules, "heavy_stone_thrower")
        columns = []
        for points in range(light * ones + heavy * threes + 1):
            situation = possible(partial(batter_situation, rules, points=points))
            columns.append(None if situation is None else situation.column)
        return cls(light, heavy, ones, threes, tuple(columns))

    def points(self, group: Group) -> int:
        """Return the points of a group together."""
        return group[0] * self.light_points + group[1] * self.heavy_points

    def groups(self) -> list[Group]:
        """Return all groups there can be: nobody first, one heavy engine more each time, then one light more."""
        return list(product(range(self.light + 1), range(self.heavy + 1)))

    def allotted(self, whole: Group, targets: int, policy: str) -> list[Group]:
        """Return the engines aimed at each of so many targets, in the order in which they are wanted."""
        if policy == "spread":
            return self._spread(whole, targets)
        aims, left = [], whole
        for _ in range(targets):
            aim = self._enough(left) if policy == "keep-back" else left
            aims.append(aim)
            left = (left[0] - aim[0], left[1] - aim[1])
        return aims

    def _spread(self, whole: Group, targets: int) -> list[Group]:
        """Aim heavy engines and then light ones, each at the target with the fewest points so far."""
        aims = [_NONE] * targets
        for engine in [(0, 1)] * whole[1] + [(1, 0)] * whole[0]:
            if targets:
                least = min(range(targets), key=lambda place: self.points(aims[place]))
                aims[least] = (aims[least][0] + engine[0], aims[least][1] + engine[1])
        return aims

    def _enough(self, left: Group) -> Group:
        """Return the fewest points, in whole engines, that reach the column of all of them together."""
        column = self.columns[self.points(left)]
        if column is None:
            return _NONE
        reaching = [group for group in _parts(left) if self.columns[self.points(group)] == column]
        return min(reaching, key=lambda group: (self.points(group), -group[1]))

    def damaged(self, group: Group, points: int, policy: str) -> Group:
        """Return the engines of a group that take so many points of damage, or all if they have no more."""
        light, heavy = group
        if policy == "least":
            taking = [part for part in _parts(group) if self.points(part) >= min(points, self.points(group))]
            return min(taking, key=lambda part: (self.points(part), -part[1]))
        if policy == "light-first":
            ones = min(light, _engines_for(points, self.light_points))
            return ones, min(heavy, _engines_for(points - ones * self.light_points, self.heavy_points))
        threes = min(heavy, _engines_for(points, self.heavy_points))
        return min(light, _engines_for(points - threes * self.heavy_points, self.light_points)), threes

    def less(self, aims: list[Group], missing: int) -> list[int]:
        """Return the points shot at each target if some are missing: at first those of engines that stay back.

        The others are missing at the last target that has any, then at the one before it, and so on.
        """
        shot = [self.points(aim) for aim in aims]
        missing -= min(missing, self.points((self.light, self.heavy)) - sum(shot))
        for place in reversed(range(len(shot))):
            gone = min(missing, shot[place])
            shot[place] -= gone
            missing -= gone
        return shot


def _parts(group: Group) -> list[Group]:
    return list(product(range(group[0] + 1), range(group[1] + 1)))


def _engines_for(points: int, each: int) -> int:
    """Return how many engines share out so many points, each taking up to its own."""
    return -(-max(points, 0) // each) if each else 0

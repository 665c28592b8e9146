"""The leader of a banner whose stacks stand beside each other: with whom he is, who is in command, his capture (7).

Steps in brackets are those of `docs/sequences/line.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from mangonel.engine.process import Column, Decision, Dice, Measure
from mangonel.games.fields import whole
from mangonel.games.filo.initiative import Place
from mangonel.games.filo.keys.stacks import LeaderKeys
from mangonel.games.filo.kinds import MOVEMENTS
from mangonel.games.filo.lanes import LaneStack
from mangonel.games.filo.units import CAPTURED, DEAD, FIT, GONE, ROUTED, WOUNDED

__all__ = ["LEADER_LANE", "BannerLeader", "BannerLeaderKeys", "Commanded"]

LEADER_LANE = {side: Decision(f"{side}.leader_lane", side) for side in ("a", "b")}
_START, _FARTHEST = 20, 40
"""Where a front stands at the start, and the farthest forward that is told apart."""


@dataclass(frozen=True)
class BannerLeaderKeys(LeaderKeys):
    """The leader of all stacks of a side, who is with one of them."""

    lane: int = whole(1, 4, "the lane in which he is at the start", 1)
    radius: int | None = whole(1, 30, "hexes within which a stack is in command, else all are", None)
    movement: int = whole(*MOVEMENTS, "his movement points", 6)


class Commanded(LaneStack):
    """A stack in a lane that a leader of the side may be with; without one it is by itself."""

    commander: BannerLeader | None = None
    place: int
    """Of its lane, from 0."""
    support = 0
    """Stacks behind it, which may take its place."""

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        """Its own; where it stands, and whether it is out of command in this turn."""
        if self.commander is None:
            return super().parts
        own = [part for part in super().parts if part[0] != "leader"]
        return [*own, ("at", _FARTHEST, _START), ("out", 1, 0)]

    def leader(self, s: Any) -> Any:
        """Return the state of its leader."""
        return super().leader(s) if self.commander is None else self.commander.state(s)

    def put(self, s: Any, part: str, value: Any) -> None:
        """Write a part of what is remembered of it, or of its leader."""
        if part == "leader" and self.commander is not None:
            self.commander.become(s, value)
        else:
            super().put(s, part, value)

    def here(self, s: Any) -> bool:
        """Return whether its leader is with it."""
        return self.commander is None or bool(self.commander.lane(s) == self.place)

    def near(self, s: Any) -> bool:
        """Return whether its leader is with it or beside it."""
        return self.commander is None or self.commander.distance(s, self) <= 1

    def out(self, s: Any) -> bool:
        """Return whether it is out of command in this turn."""
        return self.commander is not None and bool(self.get(s, "out") == 1)

    def go_back(self, s: Any, dice: Dice, hexes: int) -> None:
        """Let it go back."""
        super().go_back(s, dice, hexes)
        self.shift(s, -hexes)

    def go_forward(self, s: Any, hexes: Any) -> None:
        """Let it go forward."""
        super().go_forward(s, hexes)
        self.shift(s, hexes)

    def shift(self, s: Any, hexes: Any) -> None:
        """Remember that it stands so many hexes further forward."""
        if self.commander is not None and hexes != 0 and self.state(s) < GONE:
            self.put(s, "at", max(0, min(_FARTHEST, self.get(s, "at") + hexes)))

    def change(self, s: Any, dice: Dice, after: int) -> None:
        """Give it another state; where it was matters no more when it is gone."""
        super().change(s, dice, after)
        if after == GONE and self.commander is not None:
            self.put(s, "out", 0)
            if not self.support:
                self.put(s, "at", 0)

    def way_to_leader(self, s: Any) -> int:
        """Return how many hexes, forward or back, it may go towards its leader out of command (7.4; 8.3)."""
        commander = self.commander
        assert commander is not None, "without a leader nobody is out of command"
        before = commander.distance(s, self)
        half = (int(self.movement(s)) + 1) // 2
        ahead = min(half, int(self.lane.gap(s)))
        ways = [*range(1, ahead + 1), *([-1] if self.can_go_back(s) else [])]
        nearer = [way for way in ways if commander.distance(s, self, way) < before]
        # As near as it can, with as few hexes as that takes.
        return min(nearer, key=lambda way: (commander.distance(s, self, way), abs(way)), default=0)

    def has_fought(self, s: Any, dice: Dice, enemy: LaneStack, *, attacked: bool) -> None:
        """See whether its leader is a prisoner now, and free the one whom it held if an attack has eliminated it."""
        if self.state(s) < GONE or not isinstance(enemy, Commanded):
            return
        if self.commander is not None and self.here(s) and self.commander.state(s) == CAPTURED:
            self.commander.held_by(s, enemy)
        if attacked and enemy.commander is not None:
            enemy.commander.freed(s, dice, self, enemy)


class BannerLeader:
    """The leader of a side: his state, the lane in which he is, and who has taken him.

    Columns: ``leader``: his state; ``leader_lane``: his lane, from 0; ``captor``: the lane, from 1, of the enemy who
    holds him, 0 if none does, one more than there are if he has left the field; ``hurt``: the prisoner is wounded.
    """

    def __init__(self, side: str, keys: BannerLeaderKeys, fronts: Sequence[Commanded]) -> None:
        self.side, self.keys, self.fronts = side, keys, fronts

    @property
    def columns(self) -> list[Column]:
        """His state, his place, and his captivity."""
        most = len(self.fronts)
        return [
            Column(f"{self.side}_leader", CAPTURED, FIT),
            Column(f"{self.side}_leader_lane", most - 1, self.keys.lane - 1),
            Column(f"{self.side}_captor", most + 1),
            Column(f"{self.side}_hurt", 1),
        ]

    @property
    def measures(self) -> list[Measure]:
        """Whether he is wounded, dead, captured."""
        fates = {"wounded": WOUNDED, "dead": DEAD, "captured": CAPTURED}
        return [Measure(f"{self.side}_leader_{name}", 1, partial(self._is, fate)) for name, fate in fates.items()]

    def _is(self, fate: int, s: Any) -> int:
        return int(self.state(s) == fate)

    def state(self, s: Any) -> Any:
        """Return his state; who replaces him is told by it, too."""
        return getattr(s, f"{self.side}_leader")

    def lane(self, s: Any) -> Any:
        """Return the place of his lane."""
        return getattr(s, f"{self.side}_leader_lane")

    def become(self, s: Any, after: Any) -> None:
        """Give him another state."""
        if after == CAPTURED and self.state(s) == WOUNDED:
            setattr(s, f"{self.side}_hurt", 1)
        setattr(s, f"{self.side}_leader", after)

    def distance(self, s: Any, front: Commanded, further: int = 0) -> int:
        """Return the hexes from him to a front, or to where it would be so many hexes further forward."""
        with_him = self.fronts[int(self.lane(s))]
        if with_him is front:
            return 0
        aside = abs(with_him.place - front.place)
        # Each column aside goes half a hex forward or back as well.
        return aside + max(0, abs(int(with_him.get(s, "at") - front.get(s, "at")) - further) - aside // 2)

    def check(self, s: Any, dice: Dice) -> None:
        """See who is out of command (the leader of a side, Command)."""
        radius = self.keys.radius
        if radius is None:
            return
        for front in self.fronts:
            if front.state(s) < ROUTED and self.distance(s, front) > radius:
                dice.note(f"{front.who} is out of command")
                front.put(s, "out", 1)

    def forget(self, s: Any) -> None:
        """Forget who was out of command."""
        for front in self.fronts:
            if front.out(s):
                front.put(s, "out", 0)

    def go(self, place: Place, s: Any, dice: Dice) -> None:
        """Go to another front, or stay (the leader of a side, Leader)."""
        if not place.when(s):
            return
        now = int(self.lane(s))
        others = [
            front.place + 1
            for front in self.fronts
            if front.place != now and front.state(s) < GONE and self.distance(s, front) <= self.keys.movement
        ]
        if others:
            lane = int(dice.choose(LEADER_LANE[self.side], (now + 1, *others)))
            self._join(s, dice, lane - 1)

    def settle(self, s: Any, dice: Dice) -> None:
        """Let him, or who replaces him, be with the nearest front if his own is gone (leaders)."""
        now = self.fronts[int(self.lane(s))]
        if now.state(s) < GONE:
            return
        left = [front for front in self.fronts if front.state(s) < GONE]
        if left:
            nearest = min(left, key=lambda front: (abs(front.place - now.place), front.place))
            self._join(s, dice, nearest.place)

    def held_by(self, s: Any, enemy: Commanded) -> None:
        """Remember who has taken him."""
        if getattr(s, f"{self.side}_captor") == 0:
            setattr(s, f"{self.side}_captor", enemy.place + 1)

    def released(self, s: Any, enemy: Commanded) -> None:
        """Let him leave the field with the stack that holds him."""
        if getattr(s, f"{self.side}_captor") == enemy.place + 1:
            setattr(s, f"{self.side}_captor", len(self.fronts) + 1)
            setattr(s, f"{self.side}_hurt", 0)

    def freed(self, s: Any, dice: Dice, enemy: Commanded, by: Commanded) -> None:
        """Free him if the stack that an attack has eliminated held him (7.5.1)."""
        if getattr(s, f"{self.side}_captor") != enemy.place + 1:
            return
        dice.note(f"the leader of side {self.side} is freed")
        dice.count(f"{self.side}_freed")
        after = WOUNDED if getattr(s, f"{self.side}_hurt") == 1 else FIT
        for column, value in (("captor", 0), ("hurt", 0), ("leader", after)):
            setattr(s, f"{self.side}_{column}", value)
        self._join(s, dice, by.place)

    def _join(self, s: Any, dice: Dice, place: int) -> None:
        if self.lane(s) != place:
            dice.note(f"the leader of side {self.side} goes to {self.fronts[place].who}")
            setattr(s, f"{self.side}_leader_lane", place)

"""What a stack does before it moves and fights: mounting, turning round, withdrawing from a front (chapter 8)."""

from __future__ import annotations

from typing import Any, Protocol

from mangonel.engine.process import Decision, Dice
from mangonel.games.filo.units import ACT, DEMORALISED, HALF_TURN, ROUTED, Stack

__all__ = [
    "CHARGES",
    "CLOSES",
    "DROP",
    "FIGHTS",
    "MOVED",
    "NOTHING",
    "REGROUP",
    "SEAT",
    "STANDS",
    "WITHDRAW",
    "prepare",
]

NOTHING, STANDS, MOVED, FIGHTS, CLOSES, CHARGES = range(6)
"""What a stack does in its activation: nothing, stand, move, fight where it is, move and fight, charge."""
SEAT = {side: Decision(f"{side}.seat", side) for side in ("a", "b")}
WITHDRAW = {side: Decision(f"{side}.withdraw", side) for side in ("a", "b")}
DROP = {side: Decision(f"{side}.drop", side) for side in ("a", "b")}
REGROUP = {side: Decision(f"{side}.regroup", side) for side in ("a", "b")}
"""Decisions: to mount or dismount, to leave an enemy's front, to drop a combat after the shots, to go to the leader."""


class Between(Protocol):
    """Where a stack stands: the empty hexes to the one that it faces."""

    def other(self, stack: Stack) -> Stack:
        """Return the stack that a stack faces."""

    def gap(self, s: Any) -> Any:
        """Return the empty hexes between them."""

    def widen(self, s: Any, hexes: Any) -> None:
        """Let the gap grow, or get smaller."""


def prepare(lane: Between, stack: Stack, s: Any, dice: Dice) -> int | None:
    """Mount, turn back and withdraw before all else; return how the activation goes on, None if that is still open.

    (engagement, activation of a stack, Before it)
    """
    if stack.out(s):
        regroup(lane, stack, s, dice)
        return NOTHING
    if stack.remounts and lane.gap(s) > 0:
        change_seat(stack, s, dice)
    if not stack.faces(s):
        dice.note(f"{stack.who} turns back")
        stack.put(s, "turned", 2)
    elif stack.withdraws and lane.gap(s) == 0 and stack.state(s) < DEMORALISED and lane.other(stack).state(s) < ROUTED:
        return withdraw(lane, stack, s, dice)
    return None


def change_seat(stack: Stack, s: Any, dice: Dice) -> None:
    """Mount or dismount, if there is a marker for it and no enemy is adjacent (8.4)."""
    sits = stack.rides(s)
    if stack.get(s, "seat") == 0 and stack.markers_left(s) < stack.keys.units:
        return
    if dice.choose(SEAT[stack.side], ("same", "foot" if sits else "mounted")) != "same":
        dice.note(f"{stack.who} {'dismounts' if sits else 'mounts'}")
        stack.put(s, "seat", 1 - stack.get(s, "seat"))


def regroup(lane: Between, stack: Stack, s: Any, dice: Dice) -> None:
    """Let a stack out of command go towards its leader, or stay: it does nothing else (7.4)."""
    hexes = stack.way_to_leader(s)
    if hexes and dice.choose(REGROUP[stack.side], (True, False), stack=stack):
        if hexes > 0:
            dice.note(f"{stack.who} goes forward, {{:hex}}", hexes)
            stack.go_forward(s, hexes)
        else:
            stack.go_back(s, dice, -hexes)
        lane.widen(s, -hexes)


def withdraw(lane: Between, stack: Stack, s: Any, dice: Dice) -> int | None:
    """Leave the front of an enemy: one hex back with the same facing, or round and away (8.2, 8.3)."""
    if not stack.can_go_back(s):
        return None
    march = 0
    if stack.marches:
        march = int(stack.movement(s)) - HALF_TURN * stack.points("turn") - stack.points("leave_front")
    ways = ("turn", "step", "none") if march > 0 else ("step", "none")
    way = dice.choose(WITHDRAW[stack.side], ways, stack=stack)
    if way == "none":
        return None
    dice.note(f"{stack.who} withdraws")
    hexes = 1 if way == "step" else stack.room_behind(s, march)
    stack.go_back(s, dice, hexes)
    lane.widen(s, hexes)
    if way == "turn":
        stack.put(s, "turned", 1)
        return NOTHING
    shoots = stack.shoots and dice.choose(ACT[stack.side], ("shoot", "hold"), stack=stack) == "shoot"
    return MOVED if shoots else NOTHING

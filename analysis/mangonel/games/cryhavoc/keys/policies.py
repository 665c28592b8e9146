"""The decisions of a side: how to attack, targets, wounds, when to break off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mangonel.games.fields import POLICY, Told, block, flag, one_of, whole

__all__ = [
    "AIMS",
    "ARROW_AIMS",
    "ATTACKS",
    "ODDS",
    "SHOOT_WALL",
    "WOUNDS",
    "BreakOff",
    "MeleePolicies",
    "after_turn",
    "at_losses",
    "breaking_off",
]


BESIEGERS, DEFENDERS = Told(whose="besiegers"), Told(whose="defenders")
"""The ways in which a policy of one side is named by its word."""
ODDS = (*(f"{odds}-1" for odds in range(1, 12)), "12-1+")
"""Columns of the melee tables."""
AIMS = ("fit", "wounded", "stunned")
"""The first target among several men: values of the policy ``aim``."""
ARROW_AIMS = ("front", "middle", "rear")
"""Which hex of an engine fire arrows are aimed at first: values of the policy ``arrow_aim``."""
ATTACKS = ("joint", "separate")
"""How several men attack one: values of the policy ``attack``."""
SHOOT_WALL = ("never", "first", "last")
"""Whether besiegers on the wall are shot at, where that is allowed: values of the policy ``shoot_wall``."""
WOUNDS = ("fit-first", "wounded-first")
"""The man to take a wound among several: values of the policy ``wound``."""


def at_losses(most: int, at: str = "", told: Told = POLICY) -> Any:
    """Declare the dead and wounded men, up to so many, at which a side breaks off."""
    return whole(1, most, "dead and wounded men at which it breaks off", None, at=at, told=told)


def after_turn(at: str = "", told: Told = POLICY) -> Any:
    """Declare the turn after which a side breaks off."""
    return whole(1, 60, "the turn after which it breaks off", None, at=at, told=told)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeleePolicies:
    """The decisions of a side in melee, each with the default of a sensible player."""

    attack: str = one_of(ATTACKS, "how several men attack one", told=POLICY)
    together: int = whole(1, 6, "the most men who attack one man", 3, told=POLICY)
    attack_from: str = one_of(ODDS, "the lowest column, after shifts, at which to attack", told=POLICY)
    target: str = one_of(("stunned", "fit", "wounded", "mounted"), "whom to attack first", told=POLICY)
    wound: str = one_of(WOUNDS, "who takes a wound", told=POLICY)
    # EN, DE 1.73.
    advance: bool = flag("a man steps into the place that an enemy has left in a fight", usual=True, told=POLICY)
    follow: bool = flag("a man who was driven back is given no rest", told=POLICY)


@dataclass(frozen=True, slots=True)
class BreakOff:
    """When a side breaks off: at so many dead and wounded men, after a turn; None where it does not."""

    losses: int | None = at_losses(60)
    turn: int | None = after_turn()

    @property
    def given(self) -> bool:
        """Whether it ever breaks off."""
        return self.losses is not None or self.turn is not None


def breaking_off(most: int, at: str, told: Told) -> Any:
    """Declare the block that says when a side breaks off, with the most men that it can wait for."""
    return block(BreakOff, at=at, told=told, changed={"losses": at_losses(most)})

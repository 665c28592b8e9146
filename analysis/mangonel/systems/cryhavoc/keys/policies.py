"""What a side decides: how to attack, whom to aim at, who takes a wound, when to break off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mangonel.tables.reading import Node

__all__ = [
    "AIMS",
    "ARROW_AIMS",
    "ATTACKS",
    "ODDS",
    "SHOOT_WALL",
    "WOUNDS",
    "BreakOff",
    "MeleePolicies",
    "read_break_off",
    "read_melee_policies",
]

ODDS = (*(f"{odds}-1" for odds in range(1, 12)), "12-1+")
"""Columns of the melee tables."""
AIMS = ("fit", "wounded", "stunned")
"""Whom of several men to shoot at first: values of the policy ``aim``."""
ARROW_AIMS = ("front", "middle", "rear")
"""Which hex of an engine fire arrows are aimed at first: values of the policy ``arrow_aim``."""
ATTACKS = ("joint", "separate")
"""How several men attack one: values of the policy ``attack``."""
SHOOT_WALL = ("never", "first", "last")
"""Whether besiegers on the wall are shot at, where that is allowed: values of the policy ``shoot_wall``."""
WOUNDS = ("fit-first", "wounded-first")
"""Who of several men takes a wound: values of the policy ``wound``."""


@dataclass(frozen=True, slots=True)
class MeleePolicies:
    """What a side decides in melee, each with the default of a sensible player.

    Attributes
    ----------
    attack
        ``joint`` or ``separate``.
    together
        The most men who attack one man.
    attack_from
        The lowest column, after shifts, at which to attack.
    target
        Whom to attack first: ``stunned``, ``fit``, ``wounded`` or ``mounted``.
    wound
        Who takes a wound: ``fit-first`` or ``wounded-first``.
    advance
        Whether a man steps into the place that an enemy has left in a fight (EN, DE 1.73).
    follow
        Whether a man who was driven back is given no rest.
    """

    attack: str = "joint"
    together: int = 3
    attack_from: str = "1-1"
    target: str = "stunned"
    wound: str = "fit-first"
    advance: bool = True
    follow: bool = False


def read_melee_policies(
    block: Node, plain: MeleePolicies | None = None, *, follows: bool = True, advances: bool = True
) -> MeleePolicies:
    """Read what a side decides in melee; other keys of the block are left for the caller.

    Parameters
    ----------
    block
        Where they stand.
    plain
        What holds if nothing is said.
    follows, advances
        Whether the keys ``follow`` and ``advance`` are among them.
    """
    usual = plain or MeleePolicies()
    return MeleePolicies(
        attack=block.choice("attack", ATTACKS, usual.attack),
        together=block.integer("together", 1, 6, usual.together),
        attack_from=block.choice("attack_from", ODDS, usual.attack_from),
        target=block.choice("target", ("stunned", "fit", "wounded", "mounted"), usual.target),
        wound=block.choice("wound", WOUNDS, usual.wound),
        advance=block.flag("advance", usual.advance) if advances else usual.advance,
        follow=block.flag("follow", usual.follow) if follows else usual.follow,
    )


@dataclass(frozen=True, slots=True)
class BreakOff:
    """When a side breaks off: at so many dead and wounded men, after a turn; None where it does not."""

    losses: int | None = None
    turn: int | None = None

    @property
    def given(self) -> bool:
        """Whether it ever breaks off."""
        return self != BreakOff()


def read_break_off(block: Node, most: int) -> BreakOff:
    """Read ``losses`` (1 to `most`) and ``turn`` of a block of limits; other keys are left for the caller."""
    return BreakOff(
        block.integer("losses", 1, most) if "losses" in block else None,
        block.integer("turn", 1, 60) if "turn" in block else None,
    )

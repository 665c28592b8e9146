"""What a side decides in melee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mangonel.tables.reading import Node

__all__ = ["ODDS", "MeleePolicies", "read_melee_policies"]

ODDS = (*(f"{odds}-1" for odds in range(1, 12)), "12-1+")
"""Columns of the melee tables."""


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
    follow
        Whether a man who was driven back is given no rest.
    """

    attack: str = "joint"
    together: int = 3
    attack_from: str = "1-1"
    target: str = "stunned"
    wound: str = "fit-first"
    follow: bool = False


def read_melee_policies(block: Node, plain: MeleePolicies | None = None, *, follows: bool = True) -> MeleePolicies:
    """Read what a side decides in melee; other keys of the block are left for the caller.

    Parameters
    ----------
    block
        Where they stand.
    plain
        What holds if nothing is said.
    follows
        Whether the key ``follow`` is one of them.
    """
    usual = plain or MeleePolicies()
    return MeleePolicies(
        attack=block.choice("attack", ("joint", "separate"), usual.attack),
        together=block.integer("together", 1, 6, usual.together),
        attack_from=block.choice("attack_from", ODDS, usual.attack_from),
        target=block.choice("target", ("stunned", "fit", "wounded", "mounted"), usual.target),
        wound=block.choice("wound", ("fit-first", "wounded-first"), usual.wound),
        follow=block.flag("follow", usual.follow) if follows else usual.follow,
    )

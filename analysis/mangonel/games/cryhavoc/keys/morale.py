"""How a side stands deaths among its men, as a scenario tells it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mangonel.games.fields import Usual, block, flag, one_of, whole
from mangonel.games.reading import Reading

__all__ = ["PanicOf", "panic_of"]


_RANKS = ("knight", "soldier", "peasant")
_RANK, _FOLLOWED = "what the men are; knights are never seized", "the enemy stays within six hexes of whoever panics"


@dataclass(frozen=True, slots=True)
class PanicOf:
    """How a side stands a death among its men."""

    rank: str = one_of(_RANKS, _RANK, at="class")
    rally: int = whole(0, 20, "panicked men who are calmed in each movement phase of the side", 0)
    followed: bool = flag(_FOLLOWED)
    panics_first: str = one_of(("wounded", "fit"), "who panics first: the owner's choice")


def panic_of(at: str, kind: Callable[[Reading], Any], followed: Callable[[Reading], bool] | None = None) -> Any:
    """Declare the block that says how a side stands deaths: None if the file has no ``panic``.

    `kind` tells the kind of the men that panic may seize, from the reading of the block around it, and `followed`
    the default of ``followed``: false if not given.
    """

    def rank(panic: Reading) -> str:
        assert panic.above is not None
        men = kind(panic.above)
        return "knight" if men.dismounted_knight or men.saddle is not None else "soldier"

    def goes_after(panic: Reading) -> bool:
        return followed is not None and panic.above is not None and followed(panic.above)

    usual = Usual(rank, "`knight` for kinds with a horse or of that armour, else `soldier`")
    changed = {"rank": one_of(_RANKS, _RANK, usual, at="class")}
    if followed is not None:
        changed["followed"] = flag(_FOLLOWED, Usual(goes_after, "the other side's `follow`"))
    return block(PanicOf, at=at, changed=changed, switch="panic")

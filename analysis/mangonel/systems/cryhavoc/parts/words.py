"""Parts of a scenario in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from mangonel.odds.words import counted

if TYPE_CHECKING:
    from mangonel.systems.cryhavoc.men.roster import Kind
    from mangonel.systems.cryhavoc.parts.morale import PanicOf
    from mangonel.systems.cryhavoc.parts.playable import Facts
    from mangonel.systems.cryhavoc.parts.shooters import Shooters

__all__ = ["in_note", "kind_words", "panic_words", "policy_words", "rider_words", "shooter_words", "way_words"]


def kind_words(kind: Kind) -> str:
    """Return what a kind of men is called, with his values."""
    fit = f"{kind.attack}/{kind.defence}/{kind.movement}"
    wounded = f"{kind.wounded_attack}/{kind.wounded_defence}/{kind.wounded_movement}"
    stunned = "" if kind.stunned_defence is None else f"stunned -/{kind.stunned_defence}/-, "
    return f"{kind.title} (attack/defence/movement {fit}, wounded {wounded}, {stunned}{kind.armour})"


def panic_words(sides: Mapping[str, PanicOf | None]) -> str:
    """Return how each side stands a death among its men; nothing if there is no panic."""
    return "; ".join(
        f"{name}: {panic.rank}s"
        + (f", {panic.rally} rallied each turn" if panic.rally else "")
        + ("" if panic.followed else ", not followed")
        + f", {panic.panics_first} men run first"
        for name, panic in sides.items()
        if panic is not None
    )


def rider_words(mounted: int) -> str:
    """Return how many of some men ride; nothing if nobody does."""
    return f", {mounted} of them mounted," if mounted else ""


def shooter_words(group: Shooters, place: str) -> str:
    """Return a group of shooters and where they stand, for example so many hexes "aside"; nothing if there are none."""
    return f"{group.men} with {group.weapon}, {counted(group.place, 'hex')} {place}" if group.men else ""


def in_note(name: str) -> str:
    """Return a name as it has to stand in the text of a note, where braces are places to be filled in."""
    return name.replace("{", "{{").replace("}", "}}")


def way_words(way: Sequence[str]) -> str:
    """Return the hexes of a way, far to near."""
    runs = [(terrain, len(list(hexes))) for terrain, hexes in groupby(way)]
    return (
        ", ".join(f"{count} x {terrain.replace('_', ' ')}" for terrain, count in runs) or "at the wall from the start"
    )


def policy_words(policies: Mapping[str, object]) -> Facts:
    """Return policies by name; those that are None are left out."""
    return tuple((name.replace("_", " "), _plain(value)) for name, value in policies.items() if value is not None)


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)

"""Ids and numbers of things as words."""

from __future__ import annotations

__all__ = ["counted", "spoken"]


def spoken(name: str) -> str:
    """Return an id as words: ``crew_lost`` is "crew lost", ``besiegers.men`` is "besiegers men"."""
    words = name.replace("_", " ").replace(".", " ")
    # A counter of something that has a name: ``lost:cart``.
    return ": ".join(part.strip() for part in words.split(":"))


def counted(number: int, one: str) -> str:
    """Return a number of things as words: "1 barrel", "2 hexes", "3 stunned men"."""
    if number == 1:
        return f"1 {one}"
    if one.endswith("man"):
        return f"{number} {one.removesuffix('man')}men"
    return f"{number} {one}{'es' if one.endswith('x') else 's'}"

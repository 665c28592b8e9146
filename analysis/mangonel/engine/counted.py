"""Numbers of things as words, for what is told in English and then put into other languages as a whole."""

from __future__ import annotations


def counted(number: int, one: str) -> str:
    """Return a number of things as words: "1 barrel", "2 hexes", "3 stunned men", "4 men on foot"."""
    return f"{number} {one if number == 1 else _several(one)}"


def _several(one: str) -> str:
    thing, on, where = one.partition(" on ")
    if thing.endswith("man"):
        thing = f"{thing.removesuffix('man')}men"
    elif thing.endswith("try"):
        thing = f"{thing.removesuffix('y')}ies"
    else:
        thing += "es" if thing.endswith("x") else "s"
    return thing + on + where

"""Hexes of a map whose fate a sequence counts, so that it can be drawn where it happens."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.errors import SequenceError


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex by its name and its place.

    Attributes
    ----------
    name
        What it is called.
    q, r
        Axial coordinates: its neighbours differ by (1, 0), (0, 1), (1, -1) or the negative of one of these.
    """

    name: str
    q: int
    r: int


@dataclass(frozen=True)
class HexMap:
    """Hexes with a counter each.

    Attributes
    ----------
    what
        What happens to a hex, for example ``lost``. The counter ``lost:<name>`` of each hex is 0 or 1 in every game, so
        that its mean is a probability.
    hexes
        The hexes, in the order in which they are to be listed.
    """

    what: str
    hexes: tuple[Hex, ...]

    def __post_init__(self) -> None:
        for kind, labels in (
            ("name", [place.name for place in self.hexes]),
            ("place", [(place.q, place.r) for place in self.hexes]),
        ):
            if len(set(labels)) < len(labels):
                raise SequenceError(f"two hexes have one {kind}")

    @property
    def counters(self) -> tuple[str, ...]:
        """Name of the counter of each hex."""
        return tuple(f"{self.what}:{place.name}" for place in self.hexes)

"""Where things of a game are: hexes of a map, and counters on a board, for pictures."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.errors import SequenceError


@dataclass(frozen=True, slots=True)
class Counter:
    """Counters of one kind on a hex."""

    side: str
    """Empty for one of neither side."""
    state: str
    """A word of the kind ``men_states``, ``counters`` or ``unit_states``."""
    number: int = 1
    letters: str = ""
    """Those printed on a counter that is a unit."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex, or another place for counters."""

    column: int
    row: int
    """`column`, `row`: from the left, where the attackers come from, and from above; where 0 is does not matter."""
    kind: str
    """A word of the kind ``grounds``, or ``open``; a ``banner`` is a box for many counters."""
    counters: tuple[Counter, ...] = ()
    label: str = ""
    """Its name in a trace, or a number of hexes."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A game at the end of a turn."""

    turn: int
    """0 is the start."""
    spots: tuple[Spot, ...]
    """Empty if the game has no board."""
    watched: dict[str, int]
    """The values of its series, by name."""


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex by its name and its place.

    Attributes
    ----------
    name
        Its name.
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
        The fate that is counted, for example ``lost``. The counter ``lost:<name>`` of each hex is 0 or 1 in every game,
        so that its mean is a probability.
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

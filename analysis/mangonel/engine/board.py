"""Where the counters of a game are, as a player sees them: hexes side by side, for pictures of a game."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Counter", "Frame", "Spot"]


@dataclass(frozen=True, slots=True)
class Counter:
    """Counters of one kind on a hex."""

    side: str
    """Empty for one that is nobody's."""
    state: str
    """A word of the kind ``men_states`` or ``counters``."""
    number: int = 1


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex, or another place for counters."""

    column: int
    row: int
    """`column`, `row`: from the left, where the attackers come from, and from above."""
    kind: str
    """A word of the kind ``grounds``: ``open``, ``foot``, ``ladder``, ``wall``, ``behind``."""
    counters: tuple[Counter, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """A game at the end of a turn."""

    turn: int
    """0 is the start."""
    spots: tuple[Spot, ...]
    """Empty if the game has no board."""
    watched: dict[str, int]
    """What is watched of it, by name."""

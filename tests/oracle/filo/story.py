"""What an oracle of this game hands back."""

from dataclasses import dataclass, field


@dataclass
class Story:
    """How a game has gone; rolls are the names of what was thrown for, and the faces."""

    ending: str
    turn: int
    measures: dict[str, int]
    tallies: dict[str, int]
    rolls: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)

"""What an oracle hands back."""

from dataclasses import dataclass, field


@dataclass
class Outcome:
    ending: str
    turn: int
    attackers_dead: int = 0
    attackers_wounded: int = 0
    defenders_dead: int = 0
    defenders_wounded: int = 0
    attackers_stunned: int = 0
    attackers_fit: int = 0
    defenders_stunned: int = 0
    defenders_fit: int = 0
    marks: int = 0
    attackers_horses: int = 0
    defenders_horses: int = 0
    engines_lost: int = 0
    tallies: dict[str, int] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)
    measures: dict[str, int] = field(default_factory=dict)  # of sequences that have others than those above

"""What healing needs to know, and reading it from a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mangonel.systems.cryhavoc.men.roster import Roster
    from mangonel.tables.reading import Node

__all__ = ["SOURCES", "Casualties", "HealingSetup", "read_healing_setup"]

SOURCES = ("fit", "outside")
"""Where the wounded come from: of the men here, or new ones."""
_MOST_DAYS = 200
_MOST_FIT = 500
_MOST_WOUNDED = 60


@dataclass(frozen=True, slots=True)
class Casualties:
    """Men who are wounded on one day, `source` being one of `SOURCES`."""

    day: int
    men: int
    source: str


@dataclass(frozen=True, slots=True)
class HealingSetup:
    """Wounded men; every field is a key of the scenario file of the same name. ``wanted`` is None if nobody asks."""

    turns: int
    fit: int
    wounded: int
    casualties: tuple[Casualties, ...]
    wanted: int | None

    def wounded_on(self, day: int, source: str) -> int:
        """Return how many men of a source are wounded on a day, if there are so many."""
        return sum(one.men for one in self.casualties if (one.day, one.source) == (day, source))

    @property
    def most_wounded(self) -> int:
        """Men who are wounded in all, at most."""
        return self.wounded + sum(one.men for one in self.casualties)

    @property
    def most_men(self) -> int:
        """Men there are in all."""
        return self.fit + self.wounded + sum(one.men for one in self.casualties if one.source == "outside")


def read_healing_setup(node: Node, roster: Roster) -> HealingSetup:
    """Read and check the keys of healing.

    Raises
    ------
    DataError
        For the first value that is not allowed.
    """
    del roster
    turns = node.integer("turns", 1, _MOST_DAYS)
    setup = HealingSetup(
        turns=turns,
        fit=node.integer("fit", 0, _MOST_FIT, 0),
        wounded=node.integer("wounded", 0, _MOST_WOUNDED, 0),
        casualties=tuple(_read_casualties(block, turns) for block in node.nodes("casualties")),
        wanted=node.integer("wanted", 1, _MOST_FIT) if "wanted" in node else None,
    )
    if not 1 <= setup.most_wounded <= _MOST_WOUNDED:
        raise node.error(f"1 to {_MOST_WOUNDED} wounded men are needed in all", "wounded", value=setup.most_wounded)
    return setup


def _read_casualties(block: Node, turns: int) -> Casualties:
    # Who is wounded on day 1 is one of `wounded`.
    day = block.integer("day", 2)
    if day > turns:
        raise block.error(f"day {turns} is the last", "day", value=day)
    return Casualties(day, block.integer("men", 1, _MOST_WOUNDED), block.choice("from", SOURCES, SOURCES[0]))

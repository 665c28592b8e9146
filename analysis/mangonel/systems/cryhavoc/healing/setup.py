"""What healing needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.systems.fields import Reading, blocks, key, one_of, whole
from mangonel.systems.shapes import Whole
from mangonel.tables.reading import Node

__all__ = ["SOURCES", "Casualties", "HealingSetup"]

SOURCES = ("fit", "outside")
"""Where the wounded come from: of the men here, or new ones."""
_MOST_DAYS = 200
_MOST_FIT = 500
_MOST_WOUNDED = 60
# Who is wounded on day 1 is one of `wounded`.
_DAY = Whole(2, None)


def _day(reading: Reading, node: Node, name: str) -> int | None:
    day, last = _DAY.read(node, name, reading), reading.root["turns"]
    if day is not None and day > last:
        raise node.error(f"day {last} is the last", name, value=day)
    return day


@dataclass(frozen=True, slots=True)
class Casualties:
    """Men who are wounded on one day, `source` being one of `SOURCES`."""

    day: int = key(_DAY, "when", _day)
    men: int = whole(1, _MOST_WOUNDED, "how many")
    source: str = one_of(SOURCES, "of those who are fit that day, or joining from outside", at="from")


@dataclass(frozen=True, slots=True)
class HealingSetup:
    """Wounded men; ``wanted`` is None if nobody asks."""

    turns: int = whole(1, _MOST_DAYS, "the most days that are played")
    fit: int = whole(0, _MOST_FIT, "fit men", 0)
    wounded: int = whole(0, _MOST_WOUNDED, f"men who are wounded on day 1; {_MOST_WOUNDED} in all", 0)
    casualties: tuple[Casualties, ...] = blocks(Casualties, "men who are wounded later")
    wanted: int | None = whole(1, _MOST_FIT, "so many fit men end it", None)

    def wounded_on(self, day: int, source: str) -> int:
        """Return how many men of a source are wounded on a day, if there are so many."""
        return sum(casualty.men for casualty in self.casualties if (casualty.day, casualty.source) == (day, source))

    @property
    def most_wounded(self) -> int:
        """Men who are wounded in all, at most."""
        return self.wounded + sum(casualty.men for casualty in self.casualties)

    @property
    def most_men(self) -> int:
        """Men there are in all."""
        return (
            self.fit + self.wounded + sum(casualty.men for casualty in self.casualties if casualty.source == "outside")
        )

    def check(self, node: Node) -> None:
        """Check how many are wounded in all."""
        if not 1 <= self.most_wounded <= _MOST_WOUNDED:
            message = f"1 to {_MOST_WOUNDED} wounded men are needed in all"
            raise node.error(message, "wounded", value=self.most_wounded)

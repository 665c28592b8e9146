"""Wounded men who return day by day; see `docs/sequences/healing.md`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from mangonel.engine.process import Column, Measure, Phase, Process
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.infirmary import Infirmary
from mangonel.systems.endings import Endings
from mangonel.systems.fields import blocks, one_of, whole
from mangonel.systems.playable import Axis, Facts, Playable
from mangonel.systems.reading import Reading
from mangonel.tables.reading import Node

if TYPE_CHECKING:
    from mangonel.locales import Locale

__all__ = ["ENDINGS", "PLAYABLE", "SOURCES", "Casualties", "HealingSetup", "healing_days"]

SOURCES = ("fit", "outside")
"""Where the wounded come from: of the men here, or new ones."""
ENDINGS = Endings({"strength": "", "all_back": "nobody is left to come back"})
"""Endings; ``strength`` only if one is wanted, and its note tells the men there are."""
_MOST_DAYS = 200
_MOST_FIT = 500
_MOST_WOUNDED = 60


# Keys.


# Men who are wounded on day 1 are `wounded`.
def _day(reading: Reading, node: Node, name: str, day: int) -> None:
    if day > (last := reading.root["turns"]):
        raise node.error(f"day {last} is the last", name, value=day)


@dataclass(frozen=True, slots=True)
class Casualties:
    """Men who are wounded on one day, `source` being one of `SOURCES`."""

    day: int = whole(2, None, "when", check=_day)
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

    @property
    def by_day(self) -> dict[int, tuple[int, int]]:
        """Casualties by day: those from each of `SOURCES`, if there are so many."""
        days: dict[int, tuple[int, int]] = {}
        for group in self.casualties:
            hurt, others = days.get(group.day, (0, 0))
            days[group.day] = (hurt + group.men, others) if group.source == "fit" else (hurt, others + group.men)
        return days

    @property
    def most_wounded(self) -> int:
        """Men who are wounded in all, at most."""
        return self.wounded + sum(group.men for group in self.casualties)

    @property
    def most_men(self) -> int:
        """Men there are in all."""
        return self.fit + self.wounded + sum(group.men for group in self.casualties if group.source == "outside")

    def check(self, node: Node) -> None:
        """Check how many are wounded in all."""
        if not 1 <= self.most_wounded <= _MOST_WOUNDED:
            message = f"1 to {_MOST_WOUNDED} wounded men are needed in all"
            raise node.error(message, "wounded", value=self.most_wounded)


# The game.


def healing_days(setup: HealingSetup, rules: RuleSet) -> Process:
    """Build the days of healing of a scenario under a rule set."""
    most, hurt = setup.most_men, setup.most_wounded
    infirmary = Infirmary(rules, hurt)
    rolling = hurt if infirmary.daily else max(setup.wounded, *map(sum, setup.by_day.values()), 0)
    fit, wounded = Measure("fit", most, lambda s: s.fit), Measure("wounded", hurt, infirmary.healing)
    endings = ENDINGS if setup.wanted is not None else ENDINGS.without("strength")
    return Process(
        name="healing",
        columns=[Column("fit", most, setup.fit), *infirmary.columns(setup.wounded)],
        phases=[
            Phase("morning", partial(_morning, infirmary)),
            Phase("casualties", partial(_casualties, infirmary, setup.by_day)),
            *infirmary.evening("evening", rolling, rolls="rolls"),
            Phase("night", partial(_night, infirmary, setup, endings)),
        ],
        endings=endings.names,
        turns=setup.turns,
        measures=(fit, wounded, Measure("out", hurt, infirmary.out), Measure("dead", hurt, infirmary.died)),
        tallies=("rolls", "returned"),
        series=(fit, wounded),
        unit="day",
    )


def _morning(infirmary: Infirmary, s: Any, dice: Any) -> None:
    """Let men be back (one day, 1)."""
    back = infirmary.morning(s)
    if back > 0:
        s.fit += back
        dice.count("returned", back)
        dice.note("fit again: {}", back)


def _casualties(infirmary: Infirmary, by_day: dict[int, tuple[int, int]], s: Any, dice: Any) -> None:
    """Let men be wounded, those who are fit before those from outside (one day, 2)."""
    for day, (hurt, others) in by_day.items():
        if s.turn != day:
            continue
        fallen = min(s.fit, hurt)
        s.fit -= fallen
        infirmary.admit(s, fallen + others)
        if fallen > 0:
            dice.note("wounded: {}", fallen)
        if others:
            dice.note(f"{others} wounded men join")


def _night(infirmary: Infirmary, setup: HealingSetup, endings: Endings, s: Any, dice: Any) -> None:
    """See whether there are men enough, or all are back (Endings)."""
    last = max(setup.by_day, default=1)
    if setup.wanted is not None and s.fit >= setup.wanted:
        dice.note("{:fit man} again, as many as are wanted", s.fit)
        endings.end(s, dice, "strength")
    elif s.turn >= last and infirmary.healing(s) == 0:
        endings.end(s, dice, "all_back")


# Facts.


def _facts(setup: HealingSetup, words: Locale) -> Facts:
    def told(group: Casualties) -> str:
        return words.plural(f"facts.casualties_{group.source}", group.men, day=group.day)

    return (
        (words.text("facts.fit_men"), str(setup.fit)),
        (words.text("facts.wounded_first"), str(setup.wounded)),
        (words.text("facts.wounded_later"), words.text("frame.semicolon").join(map(told, setup.casualties))),
        (words.text("facts.fit_wanted"), "" if setup.wanted is None else str(setup.wanted)),
    )


def _sweep(setup: HealingSetup) -> tuple[Axis, Axis]:
    few = max(1, setup.wounded - 3)
    return ("wounded", tuple(range(few, few + 5))), ("fit", tuple(range(max(0, setup.fit - 2), setup.fit + 3)))


PLAYABLE = Playable(name="healing", keys=HealingSetup, make=healing_days, facts=_facts, sweep=_sweep)

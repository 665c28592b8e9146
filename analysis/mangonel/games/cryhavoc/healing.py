"""Return of the wounded, day by day; see `docs/sequences/healing.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from mangonel.engine.process import Column, Measure, Phase, Process
from mangonel.engine.rolls import Roll
from mangonel.games.cryhavoc.rolls import DIES, NEVER, REROLL, days_a_number, healing_situation, reroll_situation
from mangonel.games.cryhavoc.sides import Men, alike, columns_of
from mangonel.games.fields import Fault, Keys, Of, blocks, one_of, whole
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.cells import read_whole
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

SOURCES = ("fit", "outside")
"""Where the wounded come from: of the men here, or new ones."""
ENDINGS = {"strength": "", "all_back": "nobody is left to come back"}
_MOST_DAYS = 200
_MOST_FIT = 500
_MOST_WOUNDED = 60


class Casualties(Keys):
    """Men wounded on one day, `source` being one of `SOURCES`."""

    day: int = whole(2, Of(("turns",), most=_MOST_DAYS), "when")
    men: int = whole(1, _MOST_WOUNDED, "how many")
    source: str = one_of(SOURCES, "of those who are fit that day, or joining from outside", at="from")


class HealingSetup(Keys):
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
        return self.wounded + sum(group.men for group in self.casualties)

    def faults(self) -> Iterator[Fault]:
        wrong = not 1 <= self.most_wounded <= _MOST_WOUNDED
        yield wrong, f"1 to {_MOST_WOUNDED} wounded men are needed in all", "wounded", self.most_wounded


class Infirmary:
    """The wounded men of one side, counted by the days until they are back (German rules 5.4; Italian 2.12).

    Of `most` men some are `new` at the start: they have not rolled yet. A sequence declares `columns`, sends men in
    with `admit`, takes those back in the `morning`, and takes over the phases of the `evening`. It counts those `dead`
    of their wounds only if it is to. After day `last` men back later are not told apart, so that more states are equal.
    All roll, and not those of the day only, if `daily` (options ``healing-who-rolls``, ``healing-table``).
    """

    def __init__(
        self, rules: RuleSet, most: int, new: int = 0, *, prefix: str = "", dead: bool = True, last: int | None = None
    ) -> None:
        self.daily = rules.choice("healing-who-rolls") == "daily"
        states = ("new", *(["waiting"] if self.daily else []), "out", *(["died"] if dead else []))
        self._men = Men(prefix, most, states, start={"new": new})
        self._due = f"{prefix}due"
        self._last = last
        self._unit = days_a_number(rules)
        # Days from one evening with rolls to the next.
        self._every = self._unit if self.daily else 1
        self._first = Roll.on(healing_situation(rules), "healing", key="healing")
        self._second = Roll.on(reroll_situation(rules), "second roll", key="second roll")
        days = [self._days(letter) for roll in (self._first, self._second) for letter in roll.faces]
        self._longest = max((day for day in days if not self._too_late(day)), default=1) or 1

    def _days(self, letter: str) -> int:
        """Return the days until a man is back; 0 if a result gives none."""
        return 0 if letter in (NEVER, DIES, REROLL) else self._unit * read_whole(letter)

    def _too_late(self, days: int) -> bool:
        return self.daily and days > self._every

    @property
    def columns(self) -> list[Column]:
        return columns_of(self._men, Column(self._due, self._men.most, 0, self._longest))

    def out(self, s: Any) -> Any:
        return self._men.of(s)["out"]

    def died(self, s: Any) -> Any:
        return self._men.of(s)["died"]

    def healing(self, s: Any) -> Any:
        """Return how many are wounded and can come back."""
        return self._men.number(s, ("new", "waiting")) + s.total(getattr(s, self._due))

    def wounded(self, s: Any) -> Any:
        """Return the number of wounded alive, with those not back in this siege."""
        return self.healing(s) + self.out(s)

    def admit(self, s: Any, men: Any) -> None:
        self._men.of(s)["new"] += men

    def morning(self, s: Any) -> Any:
        """Let a night pass, and return how many are back (healing, one day, 1)."""
        due, longest = getattr(s, self._due), self._longest - 1
        back = due[0]
        for line in range(longest):
            due[line] = due[line + 1]
        due[longest] = 0
        for line in range(longest):
            if self._last is not None and s.turn >= self._last - line:
                due[longest] += due[line]
                due[line] = 0
        return back

    def evening(self, title: str, men: int, *, rolls: str = "") -> list[Phase]:
        """Return the rolls of an evening, of up to so many men; `rolls` names their counter (healing, one day, 3)."""
        phases = alike(f"{title}, man {{}}", "man {}", men, partial(self._heal, rolls))
        return [*phases, Phase(f"{title} is over", self._night)] if self.daily else phases

    def _heal(self, rolls: str, s: Any, dice: Any) -> None:
        """Roll for one man, and at once once more if the table says so (healing, one day, 3)."""
        men = self._men.of(s)
        if men["new"] == 0 or (self._every > 1 and s.turn % self._every):
            return
        men["new"] -= 1
        if rolls:
            dice.count(rolls)
        letter = dice.roll(self._first)
        if letter == REROLL:
            letter = dice.roll(self._second)
        days = self._days(letter)
        if letter == NEVER:
            men["out"] += 1
        elif letter == DIES:
            if "died" in self._men.states:
                men["died"] += 1
        elif self._too_late(days):
            men["waiting"] += 1
            dice.note("he rolls again before that")
        else:
            # Men back after the last day wait together.
            late = self._last is not None and s.turn > self._last - days
            getattr(s, self._due)[(self._longest if late else days) - 1] += 1

    def _night(self, s: Any, _dice: Any) -> None:
        """Let men with too late a day be new again: they roll anew (healing, one day, 3, daily)."""
        men = self._men.of(s)
        men["new"] += men["waiting"]
        men["waiting"] = 0


def _healing_days(setup: HealingSetup, rules: RuleSet) -> Process:
    hurt = setup.most_wounded
    most = setup.fit + setup.wounded + sum(group.men for group in setup.casualties if group.source == "outside")
    infirmary = Infirmary(rules, hurt, setup.wounded)
    rolling = hurt if infirmary.daily else max(setup.wounded, *map(sum, setup.by_day.values()), 0)
    fit, wounded = Measure("fit", most, lambda s: s.fit), Measure("wounded", hurt, infirmary.healing)
    endings = ENDINGS if setup.wanted is not None else {"all_back": ENDINGS["all_back"]}
    return Process(
        name="healing",
        columns=columns_of(Column("fit", most, setup.fit), infirmary),
        phases=[
            Phase("morning", partial(_morning, infirmary)),
            Phase("casualties", partial(_casualties, infirmary, setup.by_day)),
            *infirmary.evening("evening", rolling, rolls="rolls"),
            Phase("night", partial(_night, infirmary, setup, endings)),
        ],
        endings=tuple(endings),
        turns=setup.turns,
        measures=(fit, wounded, Measure("out", hurt, infirmary.out), Measure("dead", hurt, infirmary.died)),
        tallies=("rolls", "returned"),
        series=(fit, wounded),
        unit="day",
    )


def _morning(infirmary: Infirmary, s: Any, dice: Any) -> None:
    """Let men be back (one day, 1)."""
    if (back := infirmary.morning(s)) > 0:
        s.fit += back
        dice.count("returned", back)
        dice.note("fit again: {}", back)


def _casualties(infirmary: Infirmary, by_day: dict[int, tuple[int, int]], s: Any, dice: Any) -> None:
    """Let men be wounded, fit ones before those from outside (one day, 2)."""
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


def _night(infirmary: Infirmary, setup: HealingSetup, endings: Mapping[str, str], s: Any, dice: Any) -> None:
    """See whether there are men enough, or all are back (Endings)."""
    last = max(setup.by_day, default=1)
    if setup.wanted is not None and s.fit >= setup.wanted:
        dice.note("{:fit man} again, as many as are wanted", s.fit)
        end(s, dice, endings, "strength")
    elif s.turn >= last and infirmary.healing(s) == 0:
        end(s, dice, endings, "all_back")


def _facts(setup: HealingSetup) -> Facts:
    def told(group: Casualties) -> str:
        return words().plural(f"facts.casualties_{group.source}", group.men, day=group.day)

    return (
        (say("facts.fit_men"), str(setup.fit)),
        (say("facts.wounded_first"), str(setup.wounded)),
        (say("facts.wounded_later"), words().with_semicolons(map(told, setup.casualties))),
        (say("facts.fit_wanted"), "" if setup.wanted is None else str(setup.wanted)),
    )


def _sweep(setup: HealingSetup) -> tuple[Axis, Axis]:
    wounded = range(max(1, setup.wounded - 3), _MOST_WOUNDED - setup.most_wounded + setup.wounded + 1)
    return ("wounded", tuple(wounded[:5])), ("fit", tuple(range(max(0, setup.fit - 2), _MOST_FIT + 1)[:5]))


PLAYABLE = Playable(name="healing", keys=HealingSetup, make=_healing_days, facts=_facts, sweep=_sweep)

"""Wounded men who heal: rolls in the evening, returns in the morning (German rules 5.4; Italian 2.12)."""

from __future__ import annotations

from functools import partial
from typing import Any

from mangonel.engine.process import Column, Phase
from mangonel.engine.rolls import Roll
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.groups import Men
from mangonel.systems.cryhavoc.men.wounds import DIES, NEVER, REROLL, healing_situation, reroll_situation
from mangonel.tables.cells import read_whole

__all__ = ["Infirmary"]

_DAYS_OF_A_TURN = 3
"""Days of siege in a turn of the strategic game, for which the Croisades table counts (play sheet, healing table)."""


class Infirmary:
    """The wounded men of one side, counted by the days until they are back.

    A sequence declares `columns`, sends men in with `admit`, takes those who are back in the `morning`, and takes over
    the phases of the `evening`. The options ``healing-who-rolls`` and ``healing-table`` count.

    Parameters
    ----------
    most
        The most men there can be in it, with those who never come back.
    prefix
        The beginning of the names of its columns.
    count_dead
        Whether a column counts men who die of their wounds.
    last
        The last day that counts: men who are back later are not told apart, so that more states are equal.

    Attributes
    ----------
    daily
        Whether all wounded men roll, and not those of the day only.
    """

    def __init__(
        self, rules: RuleSet, most: int, *, prefix: str = "", count_dead: bool = True, last: int | None = None
    ) -> None:
        self.daily = rules.choice("healing-who-rolls") == "daily"
        states = ("new", *(["waiting"] if self.daily else []), "out", *(["died"] if count_dead else []))
        self._men = Men(prefix, most, states)
        self._due = f"{prefix}due"
        self._last = last
        self._unit = _DAYS_OF_A_TURN if rules.choice("healing-table") == "croisades" else 1
        # Days from one evening with rolls to the next.
        self._every = self._unit if self.daily else 1
        self._first, self._second = (
            Roll.on(situation, name, key=name)
            for name, situation in (("healing", healing_situation(rules)), ("second roll", reroll_situation(rules)))
        )
        days = [self._days(letter) for roll in (self._first, self._second) for letter in roll.faces]
        self._longest = max((day for day in days if not self._too_late(day)), default=1) or 1

    def _days(self, letter: str) -> int:
        """Return the days until a man is back; 0 if a result gives none."""
        return 0 if letter in (NEVER, DIES, REROLL) else self._unit * read_whole(letter)

    def _too_late(self, days: int) -> bool:
        """Return whether a man rolls again before his day is there."""
        return self.daily and days > self._every

    def columns(self, new: int = 0) -> list[Column]:
        """Return the columns to declare, with so many men at the start who have not rolled yet."""
        return [*self._men.columns({"new": new}), Column(self._due, self._men.most, 0, self._longest)]

    def out(self, s: Any) -> Any:
        """Return how many are not back in this siege."""
        return self._men.of(s)["out"]

    def died(self, s: Any) -> Any:
        """Return how many have died of their wounds, if they are counted."""
        return self._men.of(s)["died"]

    def healing(self, s: Any) -> Any:
        """Return how many are wounded and can come back."""
        return self._men.number(s, ("new", "waiting")) + s.total(getattr(s, self._due))

    def wounded(self, s: Any) -> Any:
        """Return how many are wounded and live, with those who are not back in this siege."""
        return self.healing(s) + self.out(s)

    def admit(self, s: Any, men: Any) -> None:
        """Take in so many men who have just been wounded."""
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
        """Return the rolls of an evening, of up to so many men one by one (healing, one day, 3).

        `rolls` names the counter of the men who are rolled for; without a name nobody counts them.
        """
        phases = [
            Phase(f"{title}, man {number}", partial(self._heal, f"man {number}", rolls)) for number in range(1, men + 1)
        ]
        return [*phases, Phase(f"{title} is over", self._night)] if self.daily else phases

    def _heal(self, who: str, rolls: str, s: Any, dice: Any) -> None:
        """Roll for one man, and at once once more if the table says so (healing, one day, 3)."""
        men = self._men.of(s)
        if men["new"] == 0 or (self._every > 1 and s.turn % self._every):
            return
        men["new"] -= 1
        if rolls:
            dice.count(rolls)
        letter = dice.roll(self._first, who=who)
        if letter == REROLL:
            letter = dice.roll(self._second, who=who)
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
            # Men who are back after the last day wait together.
            late = self._last is not None and s.turn > self._last - days
            getattr(s, self._due)[(self._longest if late else days) - 1] += 1

    def _night(self, s: Any, _dice: Any) -> None:
        """Let men be new again whose day would come too late: they roll anew (healing, one day, 3, daily)."""
        men = self._men.of(s)
        men["new"] += men["waiting"]
        men["waiting"] = 0

"""Wounded men who heal: the rolls of the evening, and who is back in the morning (German rules 5.4; Italian 2.12)."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.wounds import DIES, NEVER, REROLL, healing_situation, reroll_situation
from mangonel.tables.cells import read_whole
from mangonel.tables.situation import Situation

__all__ = ["Infirmary"]

_DAYS_OF_A_TURN = 3
"""Days of siege in a turn of the strategic game, for which the Croisades table counts (play sheet, healing table)."""
_NOTHING, _WAITS = "-", "waits"
_FINAL = (NEVER, DIES, REROLL)


class Infirmary:
    """The wounded men of one side, counted by the days until they are back.

    A sequence declares `columns`, sends men in with `admit`, takes those who are back in the `morning`, and takes over
    the phases of the `evening`. Whether all wounded men roll, and not those of the day only (`daily`), is the option
    ``healing-who-rolls``; ``healing-table`` counts, too.

    `most` are the most men there can be in it, with those who never come back; those who die of their wounds have a
    column of their own if it is to `count_dead`. Days after the `last` one that counts are not told apart, so that more
    rows are equal.
    """

    def __init__(
        self, rules: RuleSet, most: int, *, prefix: str = "", count_dead: bool = True, last: int | None = None
    ) -> None:
        self._most = most
        self._last = last
        self._prefix = prefix
        self._final = [("out", NEVER), ("died", DIES)] if count_dead else [("out", NEVER)]
        unit = _DAYS_OF_A_TURN if rules.choice("healing-table") == "croisades" else 1
        self.daily = rules.choice("healing-who-rolls") == "daily"
        # Days from one evening with rolls to the next.
        self._every = unit if self.daily else 1
        tables = (healing_situation(rules), reroll_situation(rules))
        fates = [[self._fate(result, unit) for result in table.outcomes()] for table in tables]
        days = sorted({fate for row in fates for fate in row if isinstance(fate, int)})
        names = [_NOTHING, _WAITS, *_FINAL, *(f"back in {day}" for day in days)]
        codes: dict[str | int, str] = {name: name for name in names} | dict(
            zip(days, names[len(names) - len(days) :], strict=True)
        )
        self._first, self._second = (
            Roll.of(name, names, [[codes[fate] for fate in row]], partial(_told, table))
            for name, table, row in zip(("healing", "second roll"), tables, fates, strict=True)
        )
        self._days = {self._first.code(f"back in {day}"): day for day in days}
        self._longest = max(days, default=1)

    def _fate(self, result: str, unit: int) -> str | int:
        """Return what a result means: the days until he is back, or a word."""
        if result in _FINAL:
            return result
        later = unit * read_whole(result)
        # Under daily rolls only he comes back whose day is there before he rolls again.
        return _WAITS if self.daily and later > self._every else later

    def columns(self, new: int = 0) -> list[Column]:
        """Return the columns to be declared, with so many men at the start who have not rolled yet."""
        names = [*(["waiting"] if self.daily else []), *(name for name, _ in self._final)]
        return [
            Column(f"{self._prefix}new", self._most, new),
            *(Column(self._prefix + name, self._most) for name in names),
            Column(f"{self._prefix}due", self._most, 0, self._longest),
        ]

    def out(self, s: State) -> NDArray[Any]:
        """Return how many are not back in this siege. Shape (rows,)."""
        return self._of(s, "out")

    def died(self, s: State) -> NDArray[Any]:
        """Return how many have died of their wounds, if they are counted. Shape (rows,)."""
        return self._of(s, "died")

    def healing(self, s: State) -> NDArray[np.int16]:
        """Return how many are wounded and can come back. Shape (rows,)."""
        men = self._of(s, "due").sum(axis=0, dtype=np.int16)
        for name in ("new", "waiting") if self.daily else ("new",):
            men += self._of(s, name)
        return men

    def wounded(self, s: State) -> NDArray[np.int16]:
        """Return how many are wounded and live, with those who are not back in this siege. Shape (rows,)."""
        return self.healing(s) + self.out(s)

    def admit(self, s: State, men: NDArray[Any] | int) -> None:
        """Take in so many men who have just been wounded. Shape (rows,), or one number for all rows."""
        new = self._of(s, "new")
        new += np.asarray(men).astype(new.dtype)

    def morning(self, s: State) -> NDArray[Any]:
        """Let a night pass, and return how many are back (healing, one day, 1). Shape (rows,)."""
        due = self._of(s, "due")
        back: NDArray[Any] = due[0].copy()
        due[:-1] = due[1:].copy()
        due[-1] = 0
        if self._last is not None:
            late = due[max(self._last - int(s.turn), 0) :]
            if len(late) > 1:
                late[-1] = late.sum(axis=0)
                late[:-1] = 0
        return back

    def evening(self, title: str, men: int, *, rolls: str | None = None) -> list[Phase]:
        """Return the rolls of an evening, of up to so many men one by one (healing, one day, 3).

        `rolls` names the counter of the men who are rolled for; None if nobody counts them.
        """
        new, waiting = partial(self._some, "new"), partial(self._some, "waiting")
        phases = [
            Phase(f"{title}, man {number + 1}", partial(self._heal, f"man {number + 1}", rolls), new)
            for number in range(men)
        ]
        return [*phases, Phase(f"{title} is over", self._night, waiting)] if self.daily else phases

    def _of(self, s: State, name: str) -> NDArray[Any]:
        return getattr(s, self._prefix + name)

    def _some(self, name: str, s: State) -> Mask:
        if s.turn % self._every:
            return np.zeros(s.size, dtype=np.bool_)
        return self._of(s, name) > 0

    def _heal(self, who: str, rolls: str | None, s: State, dice: Dice) -> None:
        """Roll for one man, and at once once more if the table says so (healing, one day, 3)."""
        tries = self._some("new", s)
        codes = dice.roll(self._first, tries, who=who)
        again = codes == self._first.code(REROLL)
        if again.any():
            codes = np.where(again, dice.roll(self._second, again, who=who), codes)
        if rolls is not None:
            counter = getattr(s, rolls)
            counter += tries
        new, due = self._of(s, "new"), self._of(s, "due")
        new -= tries
        if self.daily:
            waits = codes == self._first.code(_WAITS)
            waiting = self._of(s, "waiting")
            waiting += waits
            dice.note("he rolls again before that", waits)
        for name, fate in self._final:
            column = self._of(s, name)
            column += codes == self._first.code(fate)
        for code, day in self._days.items():
            due[self._line(day, int(s.turn))] += codes == code

    def _line(self, day: int, turn: int) -> int:
        """Return where a man waits who is back in so many days."""
        # All who come too late wait in the last line: whoever is put there or left there comes after the last day.
        return self._longest - 1 if self._last is not None and turn + day > self._last else day - 1

    def _night(self, s: State, dice: Dice) -> None:
        """Let him be new again whose day would come too late: he rolls anew (healing, one day, 3, daily)."""
        del dice
        new, waiting = self._of(s, "new"), self._of(s, "waiting")
        new += waiting
        waiting[...] = 0


def _told(table: Situation, _place: int, die: int) -> str:
    return table.explain(die)

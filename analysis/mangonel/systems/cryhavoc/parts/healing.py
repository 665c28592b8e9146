"""Wounded men of one side, who come back day by day (Italian supplement 2.12; German rules 5.4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column
from mangonel.systems.cryhavoc.men.wounds import healing_situation, reroll_situation
from mangonel.systems.cryhavoc.parts.rolls import table_roll

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.engine.rolls import Roll
    from mangonel.engine.state import State
    from mangonel.rules.ruleset import RuleSet
    from mangonel.tables.situation import Situation

    Mask = NDArray[np.bool_]

__all__ = ["Healing", "Wounded"]

_DAYS_OF_A_TURN = 3
"""Days of a turn of the table since Croisades (play sheet, healing table)."""
_NEVER, _DIES, _AGAIN = "never", "dies", "reroll"


@dataclass(frozen=True)
class _HealingRoll:
    """A healing roll, and what its outcomes mean by code; days are 0 where the man is not due. Shape (outcomes,)."""

    roll: Roll
    days: NDArray[np.int16]
    never: Mask
    dies: Mask
    again: Mask

    @classmethod
    def of(cls, name: str, situation: Situation, unit: int) -> _HealingRoll:
        letters = tuple(dict.fromkeys(situation.outcomes()))
        return cls(
            roll=table_roll(name, [situation], letters),
            days=np.array([int(letter) * unit if letter.isdecimal() else 0 for letter in letters], dtype=np.int16),
            never=np.array([letter == _NEVER for letter in letters]),
            dies=np.array([letter == _DIES for letter in letters]),
            again=np.array([letter == _AGAIN for letter in letters]),
        )


class Healing:
    """What a wounded man rolls, when, and what comes of it; the same for all sides.

    Parameters
    ----------
    rules
        The rule set; its options ``healing-table`` and ``healing-who-rolls`` count.
    """

    def __init__(self, rules: RuleSet) -> None:
        in_turns = rules.choice("healing-table") == "croisades"
        unit = _DAYS_OF_A_TURN if in_turns else 1
        self.first = _HealingRoll.of("healing", healing_situation(rules), unit)
        self.second = _HealingRoll.of("healing, second roll", reroll_situation(rules), unit) if in_turns else None
        self.daily = rules.choice("healing-who-rolls") == "daily"
        self.every = unit if self.daily else 1
        """Rolls are made on days that can be divided by this."""

    @cached_property
    def longest(self) -> int:
        """The greatest number of days to be remembered: who rolls again before his day comes waits for that roll."""
        if self.daily:
            return self.every
        return max(int(one.days.max()) for one in (self.first, self.second) if one is not None)


@dataclass(frozen=True)
class Wounded:
    """The wounded men of one side, in columns.

    Attributes
    ----------
    healing
        The rules.
    prefix
        What the names of its columns begin with.
    who
        What one of these men is called in traces.
    most
        The most of them there can be.
    last
        The last day that counts; who would come back later need not be told apart. None: there is none.

    Notes
    -----
    ``new`` have no day yet, ``due`` are back in one day, two days and so on, ``out`` are out for this siege;
    ``rolling`` is 0 but during an evening.
    """

    healing: Healing
    prefix: str
    who: str
    most: int
    last: int | None = None

    def columns(self) -> list[Column]:
        """Return the columns to be declared."""
        return [
            Column(f"{self.prefix}new", self.most),
            Column(f"{self.prefix}rolling", self.most),
            Column(f"{self.prefix}due", self.most, 0, self.healing.longest),
            Column(f"{self.prefix}out", self.most),
        ]

    def _column(self, s: State, name: str) -> NDArray[Any]:
        column: NDArray[Any] = getattr(s, self.prefix + name)
        return column

    def number(self, s: State) -> NDArray[np.int16]:
        """Return how many of them live. Shape (rows,)."""
        number: NDArray[np.int16] = self._column(s, "due").sum(axis=0, dtype=np.int16)
        number += self._column(s, "new")
        number += self._column(s, "out")
        return number

    def hopeful(self, s: State) -> Mask:
        """Return where one of them may come back. Shape (rows,)."""
        hopeful: Mask = (self._column(s, "new") > 0) | self._column(s, "due").any(axis=0)
        return hopeful

    def admit(self, s: State, men: NDArray[np.integer]) -> None:
        """Take in so many men who were wounded today. Shape (rows,)."""
        new = self._column(s, "new")
        new += men.astype(new.dtype)

    def back(self, s: State) -> NDArray[np.integer]:
        """Begin a day: let go the men whose day it is; return how many. Shape (rows,)."""
        due = self._column(s, "due")
        back: NDArray[np.integer] = due[0].copy()
        due[:-1] = due[1:].copy()
        due[-1] = 0
        if self.last is not None:
            # The last of the days to be remembered is after the last that counts, too: all wait for it.
            late = due[max(self.last - int(s.turn), 0) :]
            if len(late) > 1:
                late[-1] = late.sum(axis=0)
                late[:-1] = 0
        return back

    def evening(self) -> list[Phase]:
        """Return the rolls of an evening, a phase for each man."""
        name = f"{self.who}s heal"
        return [
            Phase(f"{name}: who rolls", self._begin, lambda s: self._rolls_today(s) & self.hopeful(s)),
            *(Phase(f"{name}, man {man + 1}", self._roll, self._is_rolling) for man in range(self.most)),
        ]

    def _rolls_today(self, s: State) -> bool:
        return int(s.turn) % self.healing.every == 0

    def _is_rolling(self, s: State) -> Mask:
        rolling: Mask = self._column(s, "rolling") > 0
        return rolling

    def _begin(self, s: State, dice: Dice) -> None:
        del dice
        if not self._rolls_today(s):
            return
        new, due, rolling = (self._column(s, name) for name in ("new", "due", "rolling"))
        rolling += new
        new[...] = 0
        if self.healing.daily:
            # The new day takes the place of the old one (Italian supplement 2.12.1).
            rolling += due.sum(axis=0, dtype=rolling.dtype)
            due[...] = 0

    def _roll(self, s: State, dice: Dice) -> None:
        first, second = self.healing.first, self.healing.second
        rolls = self._is_rolling(s)
        codes = dice.roll(first.roll, rolls, who=self.who)
        days, never = first.days.take(codes) * rolls, first.never.take(codes) & rolls
        if second is not None:
            again = first.again.take(codes) & rolls
            codes = dice.roll(second.roll, again, who=self.who)
            days += second.days.take(codes) * again
            never |= second.never.take(codes) & again
            dice.note("he dies of his wound", second.dies.take(codes) & again)
        rolling, due, out, new = (self._column(s, name) for name in ("rolling", "due", "out", "new"))
        rolling -= rolls
        out += never
        if self.last is not None:
            late = (days > self.last - int(s.turn)) & (days <= self.healing.longest)
            days = np.where(late, self.healing.longest, days)
        for day, men in enumerate(due, start=1):
            men += days == day
        # Who is due later than he rolls again need not remember his day.
        new += days > self.healing.longest

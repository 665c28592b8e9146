"""Posts of the ladder assault: a ladder, or a hex of the wall (`wall_posts`), as the place of one man."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.ladder.board import BESIEGER_FIT, CLIMBER_FIT, EMPTY, able_climber
from mangonel.systems.cryhavoc.ladder.game import LadderGame
from mangonel.systems.cryhavoc.men.pools import FIT, WOUNDED, Men
from mangonel.systems.cryhavoc.rolls.blows import Blow

__all__ = ["Climber", "Post"]


@dataclass(frozen=True, eq=False)
class Post(ABC):
    """The place of one man of a side; a column says by its code whether he is there, and his state."""

    game: LadderGame
    number: int
    """Number of the ladder or of the hex."""
    fit = CLIMBER_FIT
    """Code of a fit man; a wounded one has the next code, a stunned one the code after that."""
    besieges = True
    """Whether he is a besieger, after whose death others are tested for panic."""

    @property
    @abstractmethod
    def who(self) -> str:
        """What the man there is called."""

    @abstractmethod
    def code(self, s: State) -> NDArray[Any]:
        """Return the column; changing it changes the state. Shape (rows,)."""

    def state(self, s: State) -> NDArray[Any]:
        """Return in what state he is where he is there: 1 fit, 2 wounded, 3 stunned. Shape (rows,)."""
        return self.code(s) - (self.fit - 1)

    def there(self, s: State) -> Mask:
        """Return where a man of this side is there. Shape (rows,)."""
        code = self.code(s)
        return (code >= self.fit) & (code <= self.fit + 2)

    @abstractmethod
    def may_attack(self, s: State) -> Mask:
        """Return where he is able, and has not acted in this phase. Shape (rows,)."""

    @abstractmethod
    def attacks(self, s: State, where: Mask) -> None:
        """Remember what follows from his taking part in an attack."""

    def is_attacked(self, s: State, where: Mask) -> None:
        """Remember what follows from his being attacked; to a besieger nothing."""
        del s, where

    @abstractmethod
    def left_empty(self, s: State) -> Mask | bool:
        """Return where he has left a hex of the wall, which others can step into."""

    @abstractmethod
    def advance(self, s: State, dice: Dice, onto: int, where: Mask) -> Mask:
        """Let him step into a hex of the wall that an enemy has left, if he is able and would; return where he does."""

    def suffer(self, s: State, dice: Dice, blow: Blow, ways: tuple[int, ...] = (-1, 1)) -> None:
        """Let a result befall him: he is hurt first and driven back then, if it does both.

        It does nothing in rows in which he is not there. `ways` are the steps along the wall that he may be driven, in
        the order in which he looks for room.
        """
        dead = self._hurt(s, dice, blow.wounded, blow.stunned, blow.killed)
        for hexes, driven in blow.by_hexes():
            self.give_ground(s, dice, driven & ~dead, hexes, ways)

    @abstractmethod
    def give_ground(self, s: State, dice: Dice, where: Mask, hexes: int, ways: tuple[int, ...]) -> None:
        """Drive him back by so many hexes; a stunned man dies. Parameters as in `suffer`."""

    def _hurt(self, s: State, dice: Dice, wounded: Mask, stunned: Mask, killed: Mask) -> Mask:
        """Wound, stun or kill him; return where he dies: a man who is not fit survives none of it."""
        hurt = wounded | stunned
        if not (hurt | killed).any():
            return killed
        code, who = self.code(s), self.who
        fit = code == self.fit
        again = hurt & ~fit
        dead = killed | again
        dice.note(f"{who} is wounded", lambda: wounded & fit)
        dice.note(f"{who} is stunned", lambda: stunned & fit)
        dice.note(f"{who} is hurt again and dies", again)
        dice.note(f"{who} is killed", killed)
        code += (hurt & fit).view("i1")
        code += (stunned & fit).view("i1")
        code *= ~dead
        self._mourn(s, dead)
        return dead

    def _cornered(self, s: State, dice: Dice, where: Mask, told: str) -> None:
        """Wound him where he stands, since he cannot be driven back."""
        dice.note(f"{self.who} {told}", where)
        none = where & False
        self._hurt(s, dice, where, none, none)

    def _leave(self, s: State, dice: Dice, where: Mask, men: Men, told: str) -> None:
        """Let him leave his post for good and join some men; a stunned man dies."""
        if not where.any():
            return
        code = self.code(s)
        fit, wounded = where & (code == self.fit), where & (code == self.fit + 1)
        stunned = where & ~(fit | wounded)
        dice.note(f"{self.who} {told}", where & ~stunned)
        dice.note(f"{self.who} is stunned and dies", stunned)
        men[FIT] += fit
        men[WOUNDED] += wounded
        code *= ~where
        self._mourn(s, stunned)

    def _mourn(self, s: State, dead: Mask) -> None:
        """Note deaths that ask for a panic test; defenders make none."""
        if self.besieges:
            self.game.mourn(s, self.number, dead)


class Climber(Post):
    """A besieger on a ladder."""

    @property
    def who(self) -> str:
        """What the man there is called."""
        return f"the man on ladder {self.number + 1}"

    def code(self, s: State) -> NDArray[Any]:
        """Return the column; changing it changes the state. Shape (rows,)."""
        return s.climber[self.number]

    def may_attack(self, s: State) -> Mask:
        """Return where he is not stunned: he attacks one hex only, and so but once. Shape (rows,)."""
        return able_climber(self.code(s))

    def attacks(self, s: State, where: Mask) -> None:
        """Do nothing: that a man has acted is remembered of those on the wall."""

    def left_empty(self, s: State) -> bool:
        """Return False: nobody climbs down a ladder by advancing."""
        del s
        return False

    def advance(self, s: State, dice: Dice, onto: int, where: Mask) -> Mask:
        """Let him step from his ladder into the hex before him that has become empty: if he is able he always would."""
        place, code = s.hex[onto], self.code(s)
        steps = where & (place == EMPTY) & able_climber(code)
        if steps.any():
            place += (code + np.int8(BESIEGER_FIT - CLIMBER_FIT)) * steps
            code *= ~steps
            s.acted[onto] |= steps
            s.crossings += steps
            dice.note(f"{self.who} advances onto the wall", steps)
        return steps

    def give_ground(self, s: State, dice: Dice, where: Mask, hexes: int, ways: tuple[int, ...]) -> None:
        """Drive him down to the party at the foot of his ladder, or wound him where he is (``retreat-from-ladder``)."""
        del hexes, ways
        if self.game.climbers_go_down:
            self._leave(s, dice, where, self.game.party(self.number).of(s), "goes down to its foot")
        else:
            self._cornered(s, dice, where, "finds no way back")

    def fall(self, s: State, dice: Dice, where: Mask) -> None:
        """Let him fall with his ladder: a fit man is wounded, another dies (``fall-on-man``: he falls on a fit one)."""
        code, party = self.code(s), self.game.party(self.number)
        falls = where & self.there(s)
        lives = falls & (code == self.fit)
        dies = falls & ~lives
        s.falls += falls
        if self.game.is_on("fall-on-man", "always"):
            under = falls & (s.fit[self.number] > 0)
            s.fit[self.number] -= under
            s.stunned[self.number] += under
            dice.note("he falls on a man, who is stunned", under)
        party.of(s)[WOUNDED] += lives
        dice.note(f"{self.who} falls and is wounded", lives)
        dice.note(f"{self.who} falls to his death", dies)
        self._mourn(s, dies)
        code *= ~falls

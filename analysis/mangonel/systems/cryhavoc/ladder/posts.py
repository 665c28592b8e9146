"""Posts of the ladder assault: a ladder, or a hex of the wall, as the place of one man, and what befalls him there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.ladder.board import (
    BESIEGER_FIT,
    BESIEGER_STUNNED,
    CLIMBER_FIT,
    DEFENDER_FIT,
    EMPTY,
    able_climber,
    defender,
)
from mangonel.systems.cryhavoc.ladder.game import LadderGame
from mangonel.systems.cryhavoc.men.pools import FIT, WOUNDED, Men
from mangonel.systems.cryhavoc.rolls.blows import Blow

__all__ = ["Climber", "Guard", "OnWall", "Post", "WallPost"]


@dataclass(frozen=True, eq=False)
class Post:
    """The place of one man of a side; a column says by its code whether he is there, and his state.

    Attributes
    ----------
    game
        The game.
    number
        Number of the ladder or of the hex.
    fit
        Code of a fit man; a wounded one has the next code, a stunned one the code after that.
    """

    game: LadderGame
    number: int
    fit = CLIMBER_FIT

    @property
    def who(self) -> str:
        """What the man there is called."""
        return f"the man on wall hex {self.number + 1}"

    def code(self, s: State) -> NDArray[Any]:
        """Return the column; changing it changes the state. Shape (rows,)."""
        return s.hex[self.number]

    def there(self, s: State) -> Mask:
        """Return where a man of this side is there. Shape (rows,)."""
        code = self.code(s)
        return (code >= self.fit) & (code <= self.fit + 2)

    def able(self, s: State) -> Mask:
        """Return where one is there who is not stunned and has not acted in this phase. Shape (rows,)."""
        code = self.code(s)
        return ((code == self.fit) | (code == self.fit + 1)) & (s.acted[self.number] == 0)

    def mark(self, s: State, where: Mask) -> None:
        """Remember that he has acted in this phase."""
        s.acted[self.number] |= where

    def met(self, s: State, where: Mask) -> None:
        """Remember that he was in a melee; besiegers on the wall do not shoot."""

    def attacked(self, s: State, where: Mask) -> None:
        """Remember that he was attacked; that keeps no besieger from anything."""

    def mourn(self, s: State, dead: Mask) -> None:
        """Note deaths that ask for a panic test; defenders make none."""

    def suffer(self, s: State, dice: Dice, blow: Blow, ways: tuple[int, ...] = (-1, 1)) -> None:
        """Let a result befall him: he is hurt first and driven back then, if it does both.

        Parameters
        ----------
        s, dice
            The rows, and who hears what happens.
        blow
            What befalls him; nothing in rows in which he is not there.
        ways
            Steps along the wall that he may be driven, in the order in which he looks for room.
        """
        dead = self._hurt(s, dice, blow.wounded, blow.stunned, blow.killed)
        for hexes, driven in blow.by_hexes():
            self.give_ground(s, dice, driven & ~dead, hexes, ways)

    def _hurt(self, s: State, dice: Dice, wounded: Mask, stunned: Mask, killed: Mask) -> Mask:
        """Wound, stun or kill him; return where he dies: a man who is not fit survives none of it."""
        hurt = wounded | stunned
        if not (hurt | killed).any():
            return killed
        code, who = self.code(s), self.who
        fit = code == self.fit
        again = hurt & ~fit
        dead: Mask = killed | again
        dice.note(f"{who} is wounded", lambda: wounded & fit)
        dice.note(f"{who} is stunned", lambda: stunned & fit)
        dice.note(f"{who} is hurt again and dies", again)
        dice.note(f"{who} is killed", killed)
        code += (hurt & fit).view("i1")
        code += (stunned & fit).view("i1")
        code *= ~dead
        self.mourn(s, dead)
        return dead

    def _cornered(self, s: State, dice: Dice, where: Mask) -> None:
        """Wound him where he stands, since he cannot be driven back."""
        none = where & False
        self._hurt(s, dice, where, none, none)

    def give_ground(self, s: State, dice: Dice, where: Mask, hexes: int, ways: tuple[int, ...]) -> None:
        """Drive him back by so many hexes; a stunned man dies. Parameters as in `suffer`."""
        raise NotImplementedError

    def _leave(self, s: State, dice: Dice, where: Mask, men: Men, how: str) -> None:
        """Let him leave his post for good and join some men; a stunned man dies."""
        if not where.any():
            return
        code = self.code(s)
        fit, wounded = where & (code == self.fit), where & (code == self.fit + 1)
        stunned = where & ~(fit | wounded)
        dice.note(f"{self.who} {how}", where & ~stunned)
        dice.note(f"{self.who} is stunned and dies", stunned)
        men[FIT] += fit
        men[WOUNDED] += wounded
        code *= ~where
        self.mourn(s, stunned)


class WallPost(Post):
    """A hex of the wall as the place of a man of one side."""

    def would_advance(self, s: State, onto: int) -> Mask | bool:
        """Return where it is of use to his side that he steps into a hex beside him. Shape (rows,), or one answer."""
        raise NotImplementedError

    def advance(self, s: State, dice: Dice, onto: int, where: Mask) -> Mask:
        """Let him step into a hex beside him that an enemy has left, if he is able and would; return where he does."""
        code = self.code(s)
        steps: Mask = where & (s.hex[onto] == EMPTY) & ((code == self.fit) | (code == self.fit + 1))
        steps &= self.would_advance(s, onto)
        if not steps.any():
            return steps
        s.hex[onto] += code * steps
        code *= ~steps
        s.acted[onto] |= steps
        self._take_along(s, onto, steps)
        dice.note(f"{self.who} advances to hex {onto + 1}", steps)
        return steps

    def _take_along(self, s: State, onto: int, steps: Mask) -> None:
        """Let what is remembered of him go with him."""


class Climber(Post):
    """A besieger on a ladder."""

    @property
    def who(self) -> str:
        """What the man there is called."""
        return f"the man on ladder {self.number + 1}"

    def code(self, s: State) -> NDArray[Any]:
        """Return the column; changing it changes the state. Shape (rows,)."""
        return s.climber[self.number]

    def able(self, s: State) -> Mask:
        """Return where he is not stunned: he attacks one hex only, and so but once. Shape (rows,)."""
        return able_climber(self.code(s))

    def mark(self, s: State, where: Mask) -> None:
        """Do nothing: that he has acted is said of the man on the hex before him."""

    def mourn(self, s: State, dead: Mask) -> None:
        """Note deaths that ask for a panic test."""
        self.game.mourn(s, self.number, dead)

    def advance(self, s: State, dice: Dice, where: Mask) -> None:
        """Let him step from the ladder into the hex that has become empty, if he is able."""
        onto = s.hex[self.number]
        steps = where & (onto == EMPTY) & self.able(s)
        if not steps.any():
            return
        code = self.code(s)
        onto += (code + np.int8(BESIEGER_FIT - CLIMBER_FIT)) * steps
        code *= ~steps
        s.acted[self.number] |= steps
        s.crossings += steps
        dice.note(f"{self.who} advances onto the wall", steps)

    def give_ground(self, s: State, dice: Dice, where: Mask, hexes: int, ways: tuple[int, ...]) -> None:
        """Drive him down to the party at the foot of his ladder, or wound him where he is."""
        del hexes, ways
        if self.game.climbers_go_down:
            self._leave(s, dice, where, self.game.party(self.number).of(s), "goes down to its foot")
        else:
            dice.note(f"{self.who} finds no way back", where)
            self._cornered(s, dice, where)


class OnWall(WallPost):
    """A besieger on a hex of the wall."""

    fit = BESIEGER_FIT

    def would_advance(self, s: State, onto: int) -> Mask | bool:
        """Return where an upright ladder leans on his own hex: he makes room for the man behind him."""
        del onto
        return self.game.setup.policies.advance and self.game.leans(s, self.number)

    def mourn(self, s: State, dead: Mask) -> None:
        """Note deaths that ask for a panic test."""
        self.game.mourn(s, self.number, dead)

    def give_ground(self, s: State, dice: Dice, where: Mask, hexes: int, ways: tuple[int, ...]) -> None:
        """Drive him along the wall: all hexes on the way are empty, and none of the enemy is beside the last."""
        if not where.any():
            return
        code, who = self.code(s), self.who
        dead = where & (code == BESIEGER_STUNNED)
        dice.note(f"{who} is stunned and dies", dead)
        code *= ~dead
        self.mourn(s, dead)
        left = where & ~dead
        for step in ways:
            way = range(self.number + step, self.number + (hexes + 1) * step, step)
            if way[-1] not in self.game.hexes:
                continue
            goes = left.copy()
            for number in way:
                goes &= s.hex[number] == EMPTY
            beyond = way[-1] + step
            if beyond in self.game.hexes:
                goes &= ~defender(s.hex[beyond])
            s.hex[way[-1]] += code * goes
            s.acted[way[-1]] |= goes & (s.acted[self.number] == 1)
            code *= ~goes
            left &= ~goes
            dice.note(f"{who} falls back along the wall to hex {way[-1] + 1}", goes)
        dice.note(f"{who} finds no room behind him", left)
        self._cornered(s, dice, left)


@dataclass(frozen=True, eq=False)
class Guard(WallPost):
    """A defender on a hex of the wall.

    Attributes
    ----------
    leaves
        Whether he leaves the wall when he is driven back, whatever the rules say of a melee: before a shot.
    """

    leaves: bool = False
    fit = DEFENDER_FIT

    def met(self, s: State, where: Mask) -> None:
        """Remember that he was in a melee, if that keeps him from shooting."""
        if self.game.wall is not None:
            s.in_melee[self.number] |= where

    def attacked(self, s: State, where: Mask) -> None:
        """Remember that he was attacked, if that keeps him from pouring oil."""
        if not self.game.pours_after_fight:
            s.attacked[self.number] |= where

    def would_advance(self, s: State, onto: int) -> Mask | bool:
        """Return where an upright ladder leans on that hex, and none on his own."""
        if not self.game.setup.policies.defence_advance:
            return False
        return self.game.leans(s, onto) & ~self.game.leans(s, self.number)

    def _take_along(self, s: State, onto: int, steps: Mask) -> None:
        """Let it go with him that he was in a melee, and that he was attacked."""
        marks = [s.in_melee] if self.game.pours_after_fight else [s.in_melee, s.attacked]
        for mark in marks:
            mark[onto] *= ~steps
            mark[onto] |= mark[self.number] & steps
            mark[self.number] *= ~steps

    def give_ground(self, s: State, dice: Dice, where: Mask, hexes: int, ways: tuple[int, ...]) -> None:
        """Drive him into the reserve, or wound him where he stands."""
        del hexes, ways
        if self.leaves or self.game.guards_leave:
            self._leave(s, dice, where, self.game.reserve.of(s), "leaves the wall")
        else:
            dice.note(f"{self.who} finds no way back", where)
            self._cornered(s, dice, where)

"""A hex of the wall as the place of one man: a besieger, or a defender."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.ladder.board import BESIEGER_FIT, BESIEGER_STUNNED, DEFENDER_FIT, EMPTY, defender
from mangonel.systems.cryhavoc.ladder.posts import Post

__all__ = ["Guard", "OnWall", "WallPost"]


class WallPost(Post):
    """A hex of the wall as the place of a man of one side."""

    @property
    def who(self) -> str:
        """What the man there is called."""
        return f"the man on wall hex {self.number + 1}"

    def code(self, s: State) -> NDArray[Any]:
        """Return the column; changing it changes the state. Shape (rows,)."""
        return s.hex[self.number]

    def may_attack(self, s: State) -> Mask:
        """Return where he is not stunned, and has not acted in this phase. Shape (rows,)."""
        return self._able(s) & (s.acted[self.number] == 0)

    def _able(self, s: State) -> Mask:
        code = self.code(s)
        return (code == self.fit) | (code == self.fit + 1)

    def acts(self, s: State, where: Mask) -> None:
        """Remember that he has acted in this phase."""
        s.acted[self.number] |= where

    def attacks(self, s: State, where: Mask) -> None:
        """Remember that he has acted in this phase."""
        self.acts(s, where)

    def left_empty(self, s: State) -> Mask:
        """Return where nobody stands on his hex any more. Shape (rows,)."""
        return s.hex[self.number] == EMPTY

    def advance(self, s: State, dice: Dice, onto: int, where: Mask) -> Mask:
        """Let him step into the hex beside him, with his state and what is remembered of him."""
        code = self.code(s)
        steps = where & (s.hex[onto] == EMPTY) & self._able(s)
        steps &= self._would_advance(s, onto)
        if steps.any():
            s.hex[onto] += code * steps
            code *= ~steps
            s.acted[onto] |= steps
            self._take_along(s, onto, steps)
            dice.note(f"{self.who} advances to hex {onto + 1}", steps)
        return steps

    @abstractmethod
    def _would_advance(self, s: State, onto: int) -> Mask | bool:
        """Return where it is of use to his side that he steps into a hex beside him. Shape (rows,), or one answer."""

    def _take_along(self, s: State, onto: int, steps: Mask) -> None:
        """Let what is remembered of him besides go with him."""


class OnWall(WallPost):
    """A besieger on a hex of the wall."""

    fit = BESIEGER_FIT

    def _would_advance(self, s: State, onto: int) -> Mask | bool:
        """Return where an upright ladder leans on his own hex: he makes room for the man behind him."""
        del onto
        return self.game.setup.policies.advance and self.game.leans(s, self.number)

    def give_ground(self, s: State, dice: Dice, where: Mask, hexes: int, ways: tuple[int, ...]) -> None:
        """Drive him along the wall to the first side where there is room, or wound him where he stands."""
        if not where.any():
            return
        code = self.code(s)
        dead = where & (code == BESIEGER_STUNNED)
        dice.note(f"{self.who} is stunned and dies", dead)
        code *= ~dead
        self._mourn(s, dead)
        left = where & ~dead
        for step in ways:
            onto = self.number + hexes * step
            if onto not in self.game.hexes:
                continue
            goes = left & self._finds_room(s, onto, step)
            s.hex[onto] += code * goes
            s.acted[onto] |= goes & (s.acted[self.number] == 1)
            code *= ~goes
            left &= ~goes
            dice.note(f"{self.who} falls back along the wall to hex {onto + 1}", goes)
        self._cornered(s, dice, left, "finds no room behind him")

    def _finds_room(self, s: State, onto: int, step: int) -> Mask:
        """Return where all hexes up to `onto` are empty, with no living defender on the next one beyond them."""
        room = np.ones(s.size, dtype=np.bool_)
        for number in range(self.number + step, onto + step, step):
            room &= s.hex[number] == EMPTY
        if onto + step in self.game.hexes:
            room &= ~defender(s.hex[onto + step])
        return room


@dataclass(frozen=True, eq=False)
class Guard(WallPost):
    """A defender on a hex of the wall."""

    leaves: bool = False
    """Whether he leaves the wall when he is driven back, whatever the rules say of a melee: before a shot."""
    fit = DEFENDER_FIT
    besieges = False

    def attacks(self, s: State, where: Mask) -> None:
        """Remember that he has acted in this phase, and that he was in a melee."""
        self.acts(s, where)
        self._meet(s, where)

    def is_attacked(self, s: State, where: Mask) -> None:
        """Remember that he was in a melee, and attacked, if that keeps him from pouring oil."""
        self._meet(s, where)
        if not self.game.pours_after_fight:
            s.attacked[self.number] |= where

    def _meet(self, s: State, where: Mask) -> None:
        """Remember that he was in a melee, if that keeps him from shooting."""
        if self.game.wall is not None:
            s.in_melee[self.number] |= where

    def _would_advance(self, s: State, onto: int) -> Mask | bool:
        """Return where an upright ladder leans on that hex, and none on his own."""
        if not self.game.setup.policies.defence_advance:
            return False
        return self.game.leans(s, onto) & ~self.game.leans(s, self.number)

    def _take_along(self, s: State, onto: int, steps: Mask) -> None:
        """Let it go with him that he was in a melee, and that he was attacked."""
        for mark in [s.in_melee] if self.game.pours_after_fight else [s.in_melee, s.attacked]:
            mark[onto] *= ~steps
            mark[onto] |= mark[self.number] & steps
            mark[self.number] *= ~steps

    def give_ground(self, s: State, dice: Dice, where: Mask, hexes: int, ways: tuple[int, ...]) -> None:
        """Drive him into the reserve, or wound him where he stands (``wall-retreat``)."""
        del hexes, ways
        if self.leaves or self.game.guards_leave:
            self._leave(s, dice, where, self.game.reserve.of(s), "leaves the wall")
        else:
            self._cornered(s, dice, where, "finds no way back")

"""Points of both sides of a battle, and who has won by them (Las Navas, Victoria)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.battle.banner import Banner
from mangonel.systems.filo.battle.host import Host
from mangonel.systems.filo.situations.scales import ON
from mangonel.systems.filo.situations.victory import DRAWN, WINNERS, Losses, points, winner
from mangonel.systems.filo.stacks.fates import ROUTED

__all__ = ["Reckoning"]

_VERDICTS = ("", *WINNERS, DRAWN)


class Reckoning:
    """What the losses of the two sides are worth.

    Parameters
    ----------
    rules
        The rule set.
    hosts
        The two sides; the first are the Christians of the table of victory.

    Attributes
    ----------
    has_al_andalus
        Whether there is a banner that may leave, if the rules say so.
    al_andalus
        The banner that leaves when it has lost too many units; None if there is none, or it stays.
    most
        The most points that each side can have.
    """

    def __init__(self, rules: RuleSet, hosts: tuple[Host, Host]) -> None:
        self._rules, self._hosts = rules, hosts
        rules.ask_ahead(["victory"], ["time-limit", "victory-seven"])
        self._number = rules.table("victory").number
        self._leaders = self._number("leader_killed"), self._number("leader_captured")
        self._worth = {banner: _worth(rules, banner) for host in hosts for banner in host.banners}
        leaves = rules.choice("al-andalus-leaves") == "leaves"
        named = next((banner for banner in hosts[1].banners if banner.keys.al_andalus), None)
        self.has_al_andalus = named is not None
        self.al_andalus = named if leaves else None
        left = Losses(al_andalus=self._number("al_andalus_units"))
        self._left = _sum(rules, left) if self.al_andalus is not None else 0
        men = Losses(de_rada=True, of=WINNERS[0]), Losses(ruy_diaz=True, of=WINNERS[0])
        self._men = [_sum(rules, lost) if there else 0 for lost, there in zip(men, hosts[0].has_men, strict=True)]
        self.most = [self._most(1) + self._left, self._most(0) + sum(self._men)]
        self._limited = rules.choice("time-limit") == ON
        self._read: dict[int, NDArray[np.int8]] = {}

    @property
    def columns(self) -> list[Column]:
        """Whether Al-Andalus has left."""
        return [] if self.al_andalus is None else [Column("al_andalus", 1)]

    def points(self, s: State, side: int) -> NDArray[Any]:
        """Return the points of a side, by its number. Shape (rows,)."""
        other = self._hosts[1 - side]
        total = other.army.points(s, *self._leaders).astype(np.int16)
        for banner in other.banners:
            codes = banner.codes(s)
            for code, worth in zip((banner.gone, banner.fled), self._worth[banner], strict=True):
                total += worth @ (codes == code).astype(np.int16)
        if side == 0:
            return total + np.int16(self._left) * self.left(s)
        for points_for, lost in zip(self._men, other.lost_men(s), strict=True):
            total += np.int16(points_for) * lost
        return total

    def left(self, s: State) -> NDArray[Any]:
        """Return whether Al-Andalus has left. Shape (rows,)."""
        return np.zeros(s.size, dtype=np.int16) if self.al_andalus is None else s.al_andalus

    def leave(self, s: State, dice: Dice) -> None:
        """Let Al-Andalus leave where it has lost too many units."""
        banner = self.al_andalus
        if banner is None:
            return
        goes = (banner.number(s, ROUTED, banner.left) >= self._number("al_andalus_units")) & (s.al_andalus == 0)
        dice.note(f"Al-Andalus leaves: {banner.who}", goes)
        codes = banner.codes(s)
        here = goes & (codes < banner.gone)
        self._hosts[1].count_losses(s, banner, here, np.zeros_like(here))
        codes[...] = np.where(here, np.int8(banner.left), codes)
        s.al_andalus = s.al_andalus | goes

    def verdicts(self, s: State) -> dict[str, Mask]:
        """Return where a side has won when a turn is over, or the battle is drawn, by the name of the ending."""
        ahead = self.points(s, 0).astype(np.int64) - self.points(s, 1)
        verdict = self._verdict(s.turn).take(ahead + self.most[1])
        far = np.ones(s.size, dtype=np.bool_)
        if self._limited and s.turn >= self._number("turns"):
            far = np.abs(ahead) >= self._number("ahead_at_once")
        wins = [verdict == _VERDICTS.index(name) for name in WINNERS]
        return {
            "a_far_ahead": wins[0] & far,
            "b_far_ahead": wins[1] & far,
            "a_ahead": wins[0],
            "b_ahead": wins[1],
            "drawn": verdict == _VERDICTS.index(DRAWN),
        }

    def _verdict(self, turn: int) -> NDArray[np.int8]:
        """Return who has won, by how far the first side is ahead, from as far as it can be behind. Shape (points,)."""
        turn = min(turn, self._number("turns"))
        if turn not in self._read:
            ways = range(-self.most[1], self.most[0] + 1)
            names = [winner(self._rules, christians=max(by, 0), muslims=max(-by, 0), turn=turn) for by in ways]
            codes = [_VERDICTS.index(name) if name in _VERDICTS else 0 for name in names]
            self._read[turn] = np.array(codes, dtype=np.int8)
        return self._read[turn]

    def _most(self, side: int) -> int:
        """Return the most that the units and leaders of a side can be worth to the other."""
        banners = self._hosts[side].banners
        units = sum(int(np.maximum(*self._worth[banner]).sum()) for banner in banners)
        return units + max(self._leaders) * (len(banners) - 1)


def _worth(rules: RuleSet, banner: Banner) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the points for each stack of a banner when it is eliminated, and when it has fled."""
    kinds = [banner.companies[company].keys.kind.type for company in banner.company]
    eliminated = [_sum(rules, Losses(eliminated=(kind,))) for kind in kinds]
    fled = [_sum(rules, Losses(fled=(kind,))) for kind in kinds]
    return np.array(eliminated, dtype=np.int16) * banner.units, np.array(fled, dtype=np.int16) * banner.units


def _sum(rules: RuleSet, lost: Losses) -> int:
    return sum(points(rules, lost).values())

"""An attack of a banner on another one: pair after pair from the left (activation of a banner, 1 to 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Mask, State
from mangonel.engine.within import SomeRows
from mangonel.systems.filo.battle.banner import NOBODY, Banner
from mangonel.systems.filo.battle.combats import Combats, Meeting, Pair
from mangonel.systems.filo.battle.host import Host
from mangonel.systems.filo.rolls.fights import CHARGE, PLAIN, VOIDED
from mangonel.systems.filo.rolls.tests import ReactionRoll, leader_roll
from mangonel.systems.filo.stacks.fates import ROUTED

__all__ = ["Clash"]


@dataclass(slots=True)
class _Part:
    """A banner in the rows in which it fights."""

    banner: Banner
    codes: NDArray[Any]
    fought: NDArray[Any]
    """`codes`, `fought`: of its stacks, as they become. Shape (stacks, rows)."""
    keys: NDArray[np.int16]
    """Of those who are in the front, by pair. Shape (pairs, rows)."""

    def put(self, number: NDArray[Any], where: Mask, after: NDArray[Any]) -> None:
        """Give one stack a row another code, and note that it has fought."""
        rows = np.flatnonzero(where)
        place = number[rows]
        self.codes[place, rows] = after[rows]
        self.fought[place, rows] = 1


class Clash:
    """Attacks of a banner on another one.

    Parameters
    ----------
    combats
        All combats of the battle.
    hosts
        That of the attackers, and that of the defenders.
    attacker, defender
        The banners.
    frontage, pursuit
        Stacks of a side that fight, and hexes that a routed one has gone back at most.
    """

    def __init__(
        self,
        combats: Combats,
        hosts: tuple[Host, Host],
        attacker: Banner,
        defender: Banner,
        frontage: int,
        pursuit: int,
    ) -> None:
        self._combats, self._hosts = combats, hosts
        self._attacker, self._defender = attacker, defender
        self._frontage, self._pursuit = frontage, pursuit
        self._meeting = Meeting(combats, attacker, defender)
        self._reaction = ReactionRoll(combats.rules, defender.companies)
        self._test = leader_roll(combats.rules)
        self._mine, self._theirs = attacker.after(combats.results), defender.after(combats.results)
        charges = hosts[0].policies.charge
        self._can_charge = tuple(charges and able for able in self._meeting.charges)

    def fight(self, s: State, dice: Dice, where: Mask, contact: Mask) -> None:
        """Attack in some rows, in which both sides have whom it needs."""
        rows = np.flatnonzero(where)
        if not len(rows):
            return
        attacker, defender = self._attacker, self._defender
        dice.note(f"{attacker.who} attacks {defender.who}", where)
        mine, theirs = (
            _Part(banner, banner.codes(s)[:, rows], banner.fought(s)[:, rows], np.empty(0, dtype=np.int16))
            for banner in (attacker, defender)
        )
        mine.keys = attacker.attackers(mine.codes, self._frontage)
        theirs.keys = defender.defenders(theirs.codes, self._frontage, self._pursuit)
        before = [part.codes.copy() for part in (mine, theirs)]
        part = SomeRows(dice, rows, s.size)
        free = ~contact[rows]
        for place in range(self._frontage):
            self._pair(s, dice, part, rows, place, (mine, theirs), free)
        for party, (was, host) in zip((mine, theirs), zip(before, self._hosts, strict=True), strict=True):
            party.banner.codes(s)[:, rows] = party.codes
            party.banner.fought(s)[:, rows] = party.fought
            routs = ((party.codes >= ROUTED) & (party.codes < party.banner.gone) & (was < ROUTED)).sum(axis=0)
            host.count(s, "routs", routs, rows)
            new = was < party.banner.gone
            host.count_losses(
                s,
                party.banner,
                new & (party.codes >= party.banner.gone),
                new & (party.codes == party.banner.fled),
                rows,
            )
        defender.wake(s, dice, where)
        # Who is attacked counts for the fate of a leader before who attacks.
        for party, was, host in ((theirs, before[1], self._hosts[1]), (mine, before[0], self._hosts[0])):
            eliminated = np.zeros((party.banner.size, s.size), dtype=np.bool_)
            eliminated[:, rows] = (party.codes == party.banner.gone) & (was < party.banner.gone)
            host.lose(s, dice, party.banner, where, eliminated)

    def _pair(
        self,
        s: State,
        dice: Dice,
        part: SomeRows,
        rows: NDArray[np.int64],
        place: int,
        parts: tuple[_Part, _Part],
        free: Mask,
    ) -> None:
        mine, theirs = parts
        key, other = mine.keys[place], theirs.keys[place]
        meets = (key < NOBODY) & (other < NOBODY)
        if not meets.any() and place:
            return
        attacker, defender = self._attacker, self._defender
        joiner = self._joiner(mine.keys, theirs.keys, place)
        (number, code), (foe, state), (helper, state_of_helper) = (
            attacker.of_key(stack) for stack in (np.where(meets, key, 0), np.where(meets, other, 0), joiner)
        )
        joins = meets & (joiner < NOBODY)
        helper = np.where(joins, helper, 0)
        company, its, enemy = attacker.company_of(number), attacker.company_of(helper), defender.company_of(foe)
        order = defender.order.take(state)
        charge = meets & free & self._charging(company) & (~joins | self._charging(its))
        self._tell(part, meets, joins, charge, (number, helper, foe))
        reacts = self._react(part, charge, enemy, order)
        leads, resists = (host.leader_of(s, banner, rows) if place == 0 else 0 for host, banner in self._sides)
        ruys = [host.ruy(s, banner, rows) if place == 0 else 0 for host, banner in self._sides]
        met = self._meeting.number(
            Pair(
                way=np.where(charge, np.where(reacts, VOIDED, CHARGE), PLAIN),
                first=2 * company + code,
                joined=np.where(joins, 2 * its + state_of_helper + 1, 0),
                other=6 * enemy + order,
                leads=leads,
                resists=resists,
                ruy_attacks=ruys[0],
                ruy_defends=ruys[1],
            ),
            meets,
        )
        assert self._combats.roll is not None
        roll = self._combats.roll
        thrown = part.roll(roll, meets, met).astype(np.int16)
        us, them = self._hosts
        for name, counted in (("combats", meets), ("charges", charge)):
            us.count(s, name, counted, rows)
        them.count(s, "reactions", reacts, rows)
        if place == 0:
            us.test(s, dice, attacker, _wide(s, rows, meets & self._combats.nines.take(thrown)), self._test)
        after = self._after(self._theirs, self._combats.defender_result, thrown, state)
        defender.tell(part, foe, meets, state, after)
        theirs.put(foe, meets, after)
        ours = self._after(self._mine, self._combats.attacker_result, thrown, code)
        attacker.tell(part, number, meets, code, ours)
        mine.put(number, meets, ours)
        if joins.any():
            helped = self._after(self._mine, self._combats.joined_result, thrown, np.where(joins, state_of_helper, 0))
            attacker.tell(part, helper, joins, state_of_helper, helped)
            mine.put(helper, joins, helped)
        if place == 0:
            them.capture(s, dice, defender, _wide(s, rows, meets & (after == defender.gone)))
            us.capture(s, dice, attacker, _wide(s, rows, meets & (ours == attacker.gone)))

    @property
    def _sides(self) -> tuple[tuple[Host, Banner], tuple[Host, Banner]]:
        return (self._hosts[0], self._attacker), (self._hosts[1], self._defender)

    def _joiner(self, keys: NDArray[np.int16], others: NDArray[np.int16], place: int) -> NDArray[np.int16]:
        """Return the key of who joins a pair; `NOBODY` where nobody does. Shape (rows,)."""
        joiner = np.full(keys.shape[1], NOBODY, dtype=np.int16)
        for count in range(place + 1, self._frontage - place):
            here = others[count] >= NOBODY
            here &= others[count - 1] < NOBODY
            np.copyto(joiner, keys[count + place], where=here)
        return joiner

    def _charging(self, company: NDArray[np.int16]) -> Mask:
        charging = np.zeros(len(company), dtype=np.bool_)
        for place, able in enumerate(self._can_charge):
            if able:
                charging |= company == place
        return charging

    def _react(self, part: SomeRows, charge: Mask, enemy: NDArray[np.int16], order: NDArray[np.int8]) -> Mask:
        if self._reaction.roll is None or not any(self._can_charge):
            return np.zeros(len(charge), dtype=np.bool_)
        place = np.where(charge, self._reaction.number(order, enemy), -1)
        return part.roll(self._reaction.roll, place >= 0, np.maximum(place, 0), who=self._defender.who) > 0

    @staticmethod
    def _after(
        fates: NDArray[np.int8], results: NDArray[np.int16], thrown: NDArray[np.int16], code: NDArray[np.int16]
    ) -> NDArray[np.int8]:
        return fates.ravel().take(results.take(thrown) * np.int16(fates.shape[1]) + code)

    def _tell(
        self, dice: Dice, meets: Mask, joins: Mask, charge: Mask, who: tuple[NDArray[Any], NDArray[Any], NDArray[Any]]
    ) -> None:
        number, helper, foe = who
        ours, theirs = f"of {self._attacker.who}", f"of {self._defender.who}"
        stacks = lambda: number + 1, lambda: helper + 1, lambda: foe + 1
        for verb, verbs, here in (("attacks", "attack", ~charge), ("charges", "charge", charge)):
            alone, together = meets & ~joins & here, joins & here
            dice.note(f"stack {{}} {ours} {verb} stack {{}} {theirs}", alone, stacks[0], stacks[2])
            dice.note(f"stacks {{}} and {{}} {ours} {verbs} stack {{}} {theirs}", together, *stacks)


def _wide(s: State, rows: NDArray[np.int64], where: Mask) -> Mask:
    wide = np.zeros(s.size, dtype=np.bool_)
    wide[rows] = where
    return wide

"""The sectors of a battle: who is in front there, and whether they are in contact."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.battle.banner import Banner
from mangonel.systems.filo.battle.host import Host
from mangonel.systems.filo.battle.setup import BattleSetup
from mangonel.systems.filo.situations.scales import ON

__all__ = ["Field"]

_NOT, _STILL, _NOW = range(3)
"""Whether a sector is in contact: not; since a turn before; by an attack of this turn."""


class Field:
    """The sectors.

    Parameters
    ----------
    rules
        The rule set.
    setup
        What the scenario says.
    hosts
        The two sides.
    """

    def __init__(self, rules: RuleSet, setup: BattleSetup, hosts: tuple[Host, Host]) -> None:
        self._hosts, self.sectors = hosts, setup.sectors
        self._stay = rules.choice("mujahids") == ON
        self.camps = rules.choice("almohad-banner") == ON
        self._queues = [
            [[banner for banner in host.banners if banner.keys.sector == number] for host in hosts]
            for number in range(1, len(setup.sectors) + 1)
        ]

    @property
    def columns(self) -> list[Column]:
        """The front banner of each side in each sector, from 1, and whether they are in contact."""
        size = len(self.sectors)
        fronts = [
            Column(
                f"{host.side}_front",
                len(host.banners),
                tuple(queues[side][0].place + 1 if queues[side] else 0 for queues in self._queues),
                size,
            )
            for side, host in enumerate(self._hosts)
        ]
        return [*fronts, Column("contact", _NOW, size=size)]

    def facing(self, banner: Banner) -> list[Banner]:
        """Return the banners of the other side in the sector of one."""
        queues = self._queues[banner.keys.sector - 1]
        return queues[1] if banner.side == self._hosts[0].side else queues[0]

    def in_front(self, s: State, banner: Banner) -> Mask:
        """Return where a banner is a front banner."""
        fronts: NDArray[Any] = getattr(s, f"{banner.side}_front")
        front: Mask = fronts[banner.keys.sector - 1] == banner.place + 1
        return front

    def at_front(self, s: State, banner: Banner) -> Mask:
        """Return where a banner is a front banner, faces one, and may attack in this turn."""
        sector = banner.keys.sector - 1
        if s.turn < self.sectors[sector].contact:
            return np.zeros(s.size, dtype=np.bool_)
        here = self.in_front(s, banner)
        for host in self._hosts:
            here = here & (getattr(s, f"{host.side}_front")[sector] > 0)
        return here

    def in_contact(self, s: State, banner: Banner) -> Mask:
        """Return where the sector of a banner is in contact."""
        contact: Mask = s.contact[banner.keys.sector - 1] != _NOT
        return contact

    def look(self, s: State, dice: Dice, sector: int, fought: Mask | None = None) -> None:
        """Look for the front banners of a sector, in which there has been an attack in some rows."""
        changed = np.zeros(s.size, dtype=np.bool_)
        for host, queue in zip(self._hosts, self._queues[sector], strict=True):
            fronts = getattr(s, f"{host.side}_front")
            after = self._front(s, host, queue, fronts[sector])
            new = after != fronts[sector]
            for banner in queue:
                dice.note(f"{banner.who} is in front", new & (after == banner.place + 1))
            changed |= new
            fronts[sector] = after
        contact = s.contact[sector] if fought is None else np.where(fought, np.int8(_NOW), s.contact[sector])
        s.contact[sector] = np.where(changed, np.int8(_NOT), contact)

    def look_everywhere(self, s: State, dice: Dice) -> None:
        """Look at all sectors when a turn is over: contact is lost where nobody has attacked."""
        for sector in range(len(self.sectors)):
            self.look(s, dice, sector)
        s.contact = np.maximum(s.contact - np.int8(1), np.int8(_NOT))

    def reached(self, s: State) -> Mask:
        """Return where side a has come to the Almohad banner."""
        reached = np.zeros(s.size, dtype=np.bool_)
        for number, (sector, (ours, theirs)) in enumerate(zip(self.sectors, self._queues, strict=True)):
            if sector.camp and self.camps and ours and theirs:
                reached |= (s.a_front[number] > 0) & (s.b_front[number] == 0)
        return reached

    def beside_camp(self, banner: Banner) -> bool:
        """Return whether the Almohad banner is beside the stacks of a banner."""
        number = banner.keys.sector - 1
        return self.camps and self.sectors[number].camp and banner in self._queues[number][1][-1:]

    def _front(self, s: State, host: Host, queue: list[Banner], before: NDArray[Any]) -> NDArray[np.int8]:
        """Return the front banner: the one before as long as it can be, else the next one behind. Shape (rows,)."""
        commit, count = host.policies.commit, len(queue)
        places = [banner.place + 1 for banner in queue]
        at = np.zeros(s.size, dtype=np.int8)
        for number, place in enumerate(places):
            at[before == place] = number
        best, chosen = np.full(s.size, 2 * count, dtype=np.int8), np.zeros(s.size, dtype=np.int8)
        for number, banner in enumerate(queue):
            behind = np.int8(number) - at
            behind += np.int8(count) * (behind < 0)
            if commit is not None and not (banner.keys.mujahids and self._stay):
                # Who would be relieved is in front only where there is nobody else.
                behind += np.int8(count) * (banner.broken(s) >= commit)
            nearer = ~banner.spent(s) & (behind < best)
            np.copyto(best, behind, where=nearer)
            np.copyto(chosen, np.int8(banner.place + 1), where=nearer)
        return chosen

"""Phase E of a battle: rest, De Rada, rallies, flights (6.E, 11.2, 12.3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.battle.banner import Banner
from mangonel.systems.filo.battle.field import Field
from mangonel.systems.filo.battle.host import Host
from mangonel.systems.filo.rolls.tests import RallyRoll
from mangonel.systems.filo.stacks.fates import DEMORALISED, ROUTED

__all__ = ["evening"]


def evening(rules: RuleSet, hosts: tuple[Host, Host], field: Field) -> list[Phase]:
    """Return phase E.

    Parameters
    ----------
    rules
        The rule set.
    hosts
        The two sides.
    field
        Where they meet.
    """
    return [
        *(Phase(f"phase E: rest of side {host.side}", partial(_rest, host)) for host in hosts if host.policies.rest),
        *(Phase("De Rada", partial(_help, host)) for host in hosts if host.has_rada),
        *(
            Phase(f"phase E: rally of {banner.who}", _rally(rules, host, banner, field), partial(_shaken, host, banner))
            for host in hosts
            for banner in host.banners
        ),
        *(
            Phase(f"phase E: flight of {banner.who}", partial(_flee, host, banner), partial(_routed, banner))
            for host in hosts
            for banner in host.banners
        ),
    ]


def _rest(host: Host, s: State, dice: Dice) -> None:
    """Let who is fatigued and has not fought be fresh (phase E, 1).

    The rule asks for no adjacent enemy, at the start and at the end of the turn (11.2): there is no map, and to have
    fought stands for one (assumption ``fought-is-adjacent``).
    """
    for banner in host.banners:
        codes, fought = banner.codes(s), banner.fought(s)
        tired = (codes < ROUTED) & ((codes & 1) > 0) & (fought == 0)
        for place in range(banner.size):
            after = np.where(tired[place], banner.rested.take(codes[place]), codes[place])
            number = np.full(s.size, place)
            banner.tell(dice, number, tired[place], codes[place].copy(), after)
            codes[place] = after


def _help(host: Host, s: State, dice: Dice) -> None:
    """Let De Rada go to who needs him most (phase E, 2)."""
    banner = host.rada_banner
    codes, fought = banner.codes(s), banner.fought(s)
    worst, chosen = np.zeros(s.size, dtype=np.int8), np.zeros(s.size, dtype=np.int8)
    for place in range(banner.size):
        order = banner.order.take(codes[place])
        needs = (codes[place] > 0) & (codes[place] < banner.gone) & ((codes[place] >= ROUTED) | (fought[place] == 0))
        worse = needs & (order > worst)
        chosen = np.where(worse, np.int8(place + 1), chosen)
        worst = np.where(worse, order, worst)
    comes = (chosen > 0) & (host.rada_beside(s, banner) > 0)
    dice.note(f"De Rada is with stack {{}} of {banner.who}", comes, chosen)
    s.rada = np.where(comes, chosen, s.rada)
    for place in range(banner.size):
        here = comes & (chosen == place + 1)
        after = np.where(here, banner.helped.take(codes[place]), codes[place])
        banner.tell(dice, chosen - 1, here, codes[place].copy(), after)
        codes[place] = after


def _waits(host: Host, banner: Banner, s: State) -> NDArray[np.bool_]:
    """Return which stacks test: not the one with De Rada, who is with somebody else only if nobody is to test.

    Shape (stacks, rows).
    """
    codes = banner.codes(s)
    free: NDArray[np.bool_] = (codes >= ROUTED) | (banner.fought(s) == 0)
    free &= (codes >= DEMORALISED) & (codes < banner.gone)
    if host.has_rada and host.rada_banner is banner:
        free &= np.arange(1, banner.size + 1)[:, None] != s.rada
    return free


def _shaken(host: Host, banner: Banner, s: State) -> Mask:
    shaken: Mask = np.any(_waits(host, banner, s), axis=0)
    return shaken


def _rally(rules: RuleSet, host: Host, banner: Banner, field: Field) -> Callable[[State, Dice], None]:
    """Return the throws of the shaken stacks of a banner (phase E, rally)."""
    camp = field.beside_camp(banner)
    rolls = [RallyRoll(rules, stack, de_rada=host.has_rada, banner=camp) for stack in banner.companies]

    def rally(s: State, dice: Dice) -> None:
        codes, waits = banner.codes(s), _waits(host, banner, s)
        leader, rada = host.army.state(s)[banner.place], host.rada_beside(s, banner)
        for place, company in enumerate(banner.company):
            roll, rows = rolls[company], np.flatnonzero(waits[place])
            number = np.zeros(s.size, dtype=np.int16)
            states = banner.order.take(codes[place][rows])
            number[rows] = roll.number(states, leader[rows], rada[rows], int(camp))
            rallied = dice.roll(roll.roll, waits[place], number, who=f"stack {place + 1} of {banner.who}") > 0
            after = np.where(rallied, banner.rallied.take(codes[place]), codes[place])
            banner.tell(dice, np.full(s.size, place), rallied, codes[place].copy(), after)
            codes[place] = after
            host.count(s, "rallies", rallied)

    return rally


def _routed(banner: Banner, s: State) -> Mask:
    codes = banner.codes(s)
    routed: Mask = np.any((codes >= ROUTED) & (codes < banner.gone), axis=0)
    return routed


def _flee(host: Host, banner: Banner, s: State, dice: Dice) -> None:
    """Let who is routed and has not rallied go back; it may be off the map with that (phase E, flight)."""
    codes = banner.codes(s)
    before = codes.copy()
    for place, company in enumerate(banner.company):
        codes[place] = banner.flight[company].take(codes[place])
        banner.tell(dice, np.full(s.size, place), before[place] >= ROUTED, before[place], codes[place])
    fled = (codes == banner.fled) & (before < banner.gone)
    host.count_losses(s, banner, fled, fled)

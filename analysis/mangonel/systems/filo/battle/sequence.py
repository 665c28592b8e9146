"""A battle as a sequence; `docs/sequences/battle.md` says in words what is played here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Mask, State
from mangonel.odds.owners import Side
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.endings import Endings
from mangonel.systems.filo.battle.banner import Banner
from mangonel.systems.filo.battle.clash import Clash
from mangonel.systems.filo.battle.combats import Combats
from mangonel.systems.filo.battle.evening import evening
from mangonel.systems.filo.battle.field import Field
from mangonel.systems.filo.battle.host import Host
from mangonel.systems.filo.battle.precedence import Order, Turn
from mangonel.systems.filo.battle.reckoning import Reckoning
from mangonel.systems.filo.battle.setup import BattleSetup
from mangonel.systems.filo.stacks.charging import check_charge_asked
from mangonel.systems.filo.stacks.fates import DEMORALISED, ROUTED

__all__ = ["ENDINGS", "battle"]

ENDINGS = Endings(
    {
        "b_leader_lost": "side b has lost its army leader",
        "a_leader_lost": "side a has lost its army leader",
        "a_reaches_camp": "side a has reached the Almohad banner",
        "a_far_ahead": "side a is far ahead in points",
        "b_far_ahead": "side b is far ahead in points",
        "a_ahead": "side a is ahead in points",
        "b_ahead": "side b is ahead in points",
        "drawn": "the battle is drawn",
    }
)
_WINS = {
    "a": ("b_leader_lost", "a_reaches_camp", "a_far_ahead", "a_ahead"),
    "b": ("a_leader_lost", "b_far_ahead", "b_ahead"),
}
_COUNTED = 8
"""Stacks of both sides in a battle that can be counted."""
_LOSSES = ("eliminated", "routed", "demoralised")


def battle(setup: BattleSetup, rules: RuleSet) -> PlaySequence:
    """Build the battle of a scenario under a rule set.

    Parameters
    ----------
    setup
        What the scenario says.
    rules
        The rule set, with the scenario's assumptions set.

    Raises
    ------
    DataError
        If the rules do not allow what the scenario needs, or the source has lost it.
    """
    hosts = Host(rules, "a", setup.a, setup.policies_a), Host(rules, "b", setup.b, setup.policies_b)
    for host in hosts:
        stacks = [stack for banner in host.banners for stack in banner.companies]
        check_charge_asked(rules, host.policies, stacks, host.side)
    field = Field(rules, setup, hosts)
    order, reckoning = Order(rules, hosts, field), Reckoning(rules, hosts)
    clashes = _clashes(setup, rules, hosts, field)
    judge = _judge(setup, hosts, field)
    return PlaySequence(
        name="battle",
        columns=[
            *(column for host in hosts for column in host.columns),
            *field.columns,
            *order.columns,
            *reckoning.columns,
        ],
        phases=[
            *order.phases,
            *(
                _activation(turn, hosts, field, clashes[turn.banner], reckoning, judge)
                for turn in order.turns()
                if clashes[turn.banner]
            ),
            *evening(rules, hosts, field),
            Phase("end of the turn", _end(hosts, field, reckoning)),
        ],
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=tuple(_measures(hosts, reckoning)),
        tallies=tuple(tally for host in hosts for tally in host.tallies),
        sides=tuple(
            Side(name, wins, losses=tuple(f"{name}_{how}" for how in _LOSSES), kinds="broken_units")
            for name, wins in _WINS.items()
        ),
        series=tuple(_series(hosts, reckoning)),
        compact=True,
        sampled=sum(banner.size for host in hosts for banner in host.banners) > _COUNTED,
    )


def _clashes(
    setup: BattleSetup, rules: RuleSet, hosts: tuple[Host, Host], field: Field
) -> dict[Banner, list[tuple[Banner, Clash]]]:
    """Return what each banner can do to those that it can come to face; nothing if it holds."""
    combats = Combats(rules)
    clashes: dict[Banner, list[tuple[Banner, Clash]]] = {}
    for pair in (hosts, hosts[::-1]):
        for banner in pair[0].banners:
            frontage = setup.sectors[banner.keys.sector - 1].frontage
            facing = field.facing(banner) if banner.keys.act == "attack" and any(banner.fights) else []
            clashes[banner] = [
                (other, Clash(combats, pair, banner, other, frontage, setup.pursuit)) for other in facing
            ]
    return clashes


def _activation(
    turn: Turn,
    hosts: tuple[Host, Host],
    field: Field,
    clashes: list[tuple[Banner, Clash]],
    reckoning: Reckoning,
    judge: Callable[[State, Dice], None],
) -> Phase:
    """Return what a banner does in its place of a turn: its attack, and what follows (activation of a banner)."""
    banner = turn.banner
    able = np.array([banner.fights[company] for company in banner.company])

    def when(s: State) -> Mask:
        here = turn.when(s) & field.at_front(s, banner) & banner.awake(s) & (s.ending == 0)
        organised: Mask = (banner.codes(s)[able] < DEMORALISED).any(axis=0)
        return here & organised

    def act(s: State, dice: Dice) -> None:
        here = when(s)
        contact = field.in_contact(s, banner)
        led = [host.army.led(s) for host in hosts]
        faced = [(here & field.in_front(s, other), clash) for other, clash in clashes]
        for where, clash in faced:
            clash.fight(s, dice, where, contact)
        for host, before in zip(hosts, led, strict=True):
            host.army.succeed(s, dice, before)
        reckoning.leave(s, dice)
        field.look(s, dice, banner.keys.sector - 1, here)
        judge(s, dice)

    return Phase(f"{banner.who} {turn.words}", act, when)


def _judge(setup: BattleSetup, hosts: tuple[Host, Host], field: Field) -> Callable[[State, Dice], None]:
    """Return what looks for the endings that come after an activation (points and endings)."""

    def judge(s: State, dice: Dice) -> None:
        lost = [host.army.lost(s) & setup.decisive for host in hosts]
        ENDINGS.decide(s, dice, a_leader_lost=lost[0], b_leader_lost=lost[1], a_reaches_camp=field.reached(s))

    return judge


def _end(hosts: tuple[Host, Host], field: Field, reckoning: Reckoning) -> Callable[[State, Dice], None]:
    """Return the end of a turn: fronts and contact, then points and endings (one game turn, 4)."""

    def end(s: State, dice: Dice) -> None:
        field.look_everywhere(s, dice)
        for host in hosts:
            for banner in host.banners:
                banner.fought(s)[...] = 0
        for column in ("begins", "lead", "named", "silent"):
            setattr(s, column, 0)
        ENDINGS.decide(s, dice, **reckoning.verdicts(s))

    return end


def _measures(hosts: tuple[Host, Host], reckoning: Reckoning) -> list[Measure]:
    measures = _points(hosts, reckoning)
    for host in hosts:
        units = sum(int(banner.units.sum()) for banner in host.banners)
        measures += [Measure(f"{host.side}_{how}", units, _in_state(host, how)) for how in _LOSSES]
    return [*measures, Measure("al_andalus_left", 1, reckoning.left)] if reckoning.has_al_andalus else measures


def _points(hosts: tuple[Host, Host], reckoning: Reckoning) -> list[Measure]:
    return [
        Measure(f"{host.side}_points", most, _points_of(reckoning, side))
        for side, (host, most) in enumerate(zip(hosts, reckoning.most, strict=True))
    ]


def _points_of(reckoning: Reckoning, side: int) -> Callable[[State], NDArray[Any]]:
    return lambda s: reckoning.points(s, side)


def _in_state(host: Host, how: str) -> Callable[[State], NDArray[Any]]:
    """Return what counts the units of a side that are in a state; who is not on the map counts as eliminated."""

    def units(s: State) -> NDArray[Any]:
        total = np.zeros(s.size, dtype=np.int16)
        for banner in host.banners:
            limits = {
                "eliminated": (banner.gone, banner.left + 1),
                "routed": (ROUTED, banner.gone),
                "demoralised": (DEMORALISED, ROUTED),
                "organised": (0, DEMORALISED),
            }
            total += banner.number(s, *limits[how])
        return total

    return units


def _series(hosts: tuple[Host, Host], reckoning: Reckoning) -> list[Measure]:
    series = _points(hosts, reckoning)
    for host in hosts:
        units = sum(int(banner.units.sum()) for banner in host.banners)
        series.append(Measure(f"{host.side}_organised", units, _in_state(host, "organised")))
    return [*series, Measure("al_andalus_left", 1, reckoning.left)] if reckoning.has_al_andalus else series

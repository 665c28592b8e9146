"""A volley's scenario and rule set, looked up once for all phases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.engine.state import State
from mangonel.errors import NoRollError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.approach import APPROACH_TERRAINS, check_approach, check_mantlets
from mangonel.systems.cryhavoc.keys.shooters import check_weapon
from mangonel.systems.cryhavoc.men.pools import FIT, HURT_RIDER, MOUNTED, ON_FOOT, RIDER, WOUNDED, Pool
from mangonel.systems.cryhavoc.phases.paths import advance_table, check_way, foot_costs, mounted_costs
from mangonel.systems.cryhavoc.phases.shots import PoolShots
from mangonel.systems.cryhavoc.rolls.table_rolls import table_roll
from mangonel.systems.cryhavoc.situations.cover import cover_on_way
from mangonel.systems.cryhavoc.situations.missile import (
    FRIEND_HIT,
    is_engine,
    missed_shot_situation,
    range_band,
    shoots_twice,
)
from mangonel.systems.cryhavoc.volley.setup import BALLISTA, BANDS, VolleySetup
from mangonel.tables.cells import NO_EFFECT

__all__ = ["Band", "Salvo", "VolleyGame", "volley_game"]

_STOPS_HORSES = ("tree", "tent", "rubble", "filled_moat")
"""Ground of an approach that the printed table bars to horses: a band of riders stands before it."""
_STATES = {"riders": (RIDER, HURT_RIDER), "foot": ON_FOOT}


@dataclass(frozen=True)
class Band:
    """Targets who keep together."""

    name: str
    """``riders`` or ``foot``."""
    pool: Pool
    reached: NDArray[np.int8] | None
    """Distance after a move at the pace of the fit and of the wounded, by the distance before it; None if they stand.
    Shape (2, hexes + 1)."""

    @property
    def able(self) -> tuple[int, int]:
        """States of its fit and of its wounded men."""
        return (RIDER, HURT_RIDER) if self.name == "riders" else (FIT, WOUNDED)

    def distance(self, s: State) -> NDArray[Any]:
        """Return how many hexes it still has to enter, 0 if nobody lives; changing it changes the state."""
        return getattr(s, f"{self.name}_distance")

    def fell_back(self, s: State) -> NDArray[Any]:
        """Return whether it has fallen back in this player turn; changing it changes the state."""
        return getattr(s, f"{self.name}_fell_back")


@dataclass(frozen=True)
class Salvo:
    """The shots of the men of a group who are in the same state."""

    group: int
    who: tuple[str, ...]
    """What each of them is called in phases and traces."""
    twice: bool
    """Whether they shoot in the second missile phase too."""
    ready: int | None
    """Turn of the first shot, after which every third follows; None if they shoot in every turn."""
    shots: PoolShots
    """The roll, by state and distance of the target."""
    missed: Roll | None
    """The roll after a miss beside friends; None if there are none."""
    friend: NDArray[np.int16]
    """Its situation by distance of the target. Shape (hexes + 1,)."""


@dataclass(frozen=True)
class VolleyGame:
    """Everything the phases of a volley look up.

    ``bands`` are in the order in which they move. ``friends`` is None if there are none.
    """

    setup: VolleySetup
    pool: Pool
    bands: tuple[Band, ...]
    friends: Pool | None
    salvos: tuple[Salvo, ...]
    falls_back: str

    @property
    def start(self) -> dict[int, int]:
        """Targets at the start by state."""
        setup = self.setup
        fit, hurt = (RIDER, HURT_RIDER) if setup.mounted else (FIT, WOUNDED)
        return {fit: setup.men - setup.wounded, hurt: setup.wounded}

    def unhurt(self, s: State) -> NDArray[np.int16]:
        """Return how many targets live and are not wounded. Shape (rows,)."""
        return self.pool.living(s) - self.pool.hurt(s)


def volley_game(setup: VolleySetup, rules: RuleSet) -> VolleyGame:
    """Look up everything a volley needs."""
    _check(setup, rules)
    errs = rules.choice("missed-shot-rule") == "errare-humanum-est"
    friends = Pool("friends_", setup.friends, (FIT, WOUNDED)) if setup.friends else None
    salvos = []
    # Nobody shoots at a man with a friend of the shooter beside him at the same height (EN 1.5), and they all stay.
    for number, group in enumerate(setup.shooters if errs or friends is None else (), start=1):
        who = [f"shooter {man}" for man in range(1, group.men + 1)]
        fit = group.men - group.wounded
        salvos += [
            _salvo(setup, rules, number, tuple(numbers), wounded=wounded)
            for wounded, numbers in ((False, who[:fit]), (True, who[fit:]))
            if numbers
        ]
    return VolleyGame(
        setup=setup,
        pool=Pool("targets_", setup.men, MOUNTED if setup.mounted else ON_FOOT),
        bands=tuple(_band(setup, rules, name) for name in (BANDS if setup.mounted else BANDS[1:])),
        friends=friends,
        salvos=tuple(salvos),
        falls_back=rules.choice("band-retreat"),
    )


def _band(setup: VolleySetup, rules: RuleSet, name: str) -> Band:
    mounted = name == "riders"
    pool = Pool("targets_", setup.men, _STATES[name])
    if setup.advance == "stand" or (setup.mounted and not mounted and setup.unhorsed == "stay"):
        return Band(name, pool, None)
    costs = (mounted_costs if mounted else foot_costs)(rules, setup.approach)
    stops = (*_STOPS_HORSES, *rules.added("terrain")) if mounted else ()
    check_way(setup.approach, costs, "horses" if mounted else "a man on foot", stops=stops)
    reached = []
    for wounded in (False, True):
        points = setup.kind.allowance(rules, wounded=wounded, mounted=mounted)
        reached.append(advance_table(costs, points // 2 if setup.advance == "half" else points).reached)
    return Band(name, pool, np.array(reached))


def _check(setup: VolleySetup, rules: RuleSet) -> None:
    check_approach(rules, setup.approach, APPROACH_TERRAINS)
    if setup.mantlets:
        check_mantlets(rules, setup.approach)
    for number, group in enumerate(setup.shooters, start=1):
        check_weapon(rules, f"shooters.{number}.weapon", group.weapon, engines=(BALLISTA,))


def _salvo(setup: VolleySetup, rules: RuleSet, number: int, who: tuple[str, ...], *, wounded: bool) -> Salvo:
    group = setup.shooters[number - 1]
    aptitude = group.aptitude if rules.choice("shooter-aptitude") == "optional" else 0
    hexes = [distance + 1 + group.aside for distance in range(len(setup.approach) + 1)]
    ranges = [_range(rules, group.weapon, far) for far in hexes]
    missed, friend = None, np.zeros(len(hexes), dtype=np.int16)
    if setup.friends:
        missed, friend = _missed(rules, ranges, aptitude, wounded=wounded)
    covers = [
        cover_on_way(rules, setup.approach, distance, hexes=far, shooter=group.place, mantlets=setup.mantlets)
        for distance, far in enumerate(hexes)
    ]
    return Salvo(
        group=number,
        who=who,
        twice=shoots_twice(rules, group.weapon),
        ready=group.ready if is_engine(rules, group.weapon) else None,
        shots=PoolShots(
            rules,
            weapon=group.weapon,
            target=setup.kind,
            targets=MOUNTED if setup.mounted else ON_FOOT,
            spots=list(zip(hexes, covers, strict=True)),
            shooters=(wounded,),
            aptitude=aptitude,
        ),
        missed=missed,
        friend=friend,
    )


def _range(rules: RuleSet, weapon: str, hexes: int) -> str | None:
    """Return the range band of a distance; None if the weapon does not reach so far, or has no ranges at all."""
    try:
        return range_band(rules, weapon, hexes)
    except NoRollError:
        return None


def _missed(
    rules: RuleSet, ranges: list[str | None], aptitude: int, *, wounded: bool
) -> tuple[Roll, NDArray[np.int16]]:
    """Return the roll after a miss beside friends, and its situation by distance."""
    bands = sorted({band for band in ranges if band is not None})
    situations = [missed_shot_situation(rules, aptitude=aptitude, band=band, shooter_wounded=wounded) for band in bands]
    roll = table_roll("missed shot beside friends", list(situations) or [None], (NO_EFFECT, FRIEND_HIT))
    return roll, np.array([0 if band is None else bands.index(band) for band in ranges], dtype=np.int16)

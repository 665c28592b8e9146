"""The sortie against a ram: defenders fall on the crew, and the men behind it fall on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.systems.cryhavoc.men.fates import strike, strike_one
from mangonel.systems.cryhavoc.men.pools import (
    FIT,
    STUNNED,
    WOUNDED,
    WOUNDS_FIRST,
    Men,
    Pool,
    aimed_at,
    first_of,
    total,
)
from mangonel.systems.cryhavoc.men.retreats import WayBack
from mangonel.systems.cryhavoc.phases.engines import CREW
from mangonel.systems.cryhavoc.ram.game import RamGame
from mangonel.systems.cryhavoc.ram.setup import MOST_ROOM
from mangonel.systems.cryhavoc.rolls.groups import GroupRoll

__all__ = ["crew_fights", "fight_columns", "sortie_attacks"]

_ABLE = (FIT, WOUNDED)
"""Who attacks, in the order in which men find room and attack one by one."""


@dataclass(frozen=True)
class _Fight:
    """The attack of one side on a man of the other."""

    name: str
    roll: GroupRoll
    """The roll; place 1, where there is one, is the inside of the ram."""
    ours: Pool
    theirs: Pool
    wound: str
    """Who of several attackers takes a wound."""
    targets: tuple[int, ...]
    """The states of those attacked, in the order in which they are taken."""
    group: Callable[[State], tuple[Men, Mask]]
    """Returns who attacks, by state, and where they do so from inside."""
    attacked: Callable[[State, Mask, Mask], None]
    """Called where an attack was made, and where that was from inside."""

    def jointly(self) -> list[Phase]:
        """Return the attack of all together."""
        return [Phase(self.name, self._together)]

    def _together(self, s: State, dice: Dice) -> None:
        """Attack with all of a group at once (besiegers, 2, Fight with the sortie; defenders, 3, Sortie)."""
        group, inside = self.group(s)
        if total(group.values()).any():
            self._strike(s, dice, group, inside)

    def one_by_one(self, most: int) -> list[Phase]:
        """Return the attacks of up to so many men, each by himself."""
        return [
            Phase(f"{self.name}, attack {number + 1}", partial(self._single, number), _some_ready if number else None)
            for number in range(most)
        ]

    def _single(self, number: int, s: State, dice: Dice) -> None:
        """Attack with one man of a group counted before (besiegers, 2, Fight with the sortie; defenders, 3, Sortie)."""
        ready = _READY.of(s)
        if number == 0:
            group, inside = self.group(s)
            for kind, men in ready.items():
                men[...] = group[kind]
            s.ready_inside = inside
        if not total(ready.values()).any():
            return
        man = first_of(ready, _ABLE, 1)
        for kind, men in ready.items():
            men -= man[kind]
        self._strike(s, dice, man, s.ready_inside == 1)
        s.ready_inside *= total(ready.values()) > 0

    def _strike(self, s: State, dice: Dice, group: Men, inside: Mask) -> None:
        """Let a group attack the first of the other side, where the odds allow it."""
        on = aimed_at(self.theirs.of(s), self.targets, total(group.values()) > 0)
        situation = self.roll.aimed(self.roll.line(group, place=inside), on)
        rolling = situation >= 0
        codes = dice.roll(self.roll.roll, rolling, situation * rolling, who=self.name)
        self.attacked(s, rolling, inside)
        ours, theirs = self.roll.effects.attacker.blow(codes), self.roll.effects.target.blow(codes)
        strike_one(s, dice, self.ours, group, ours, WOUNDS_FIRST[self.wound], "who attacked")
        dice.note("they are back at once", lambda: ours.driven)
        fate = strike(s, dice, self.theirs, on, theirs, WayBack())
        dice.note("he is back at once", fate.gave_ground)


_READY = Pool("ready_", MOST_ROOM, _ABLE)
"""Those who have yet to attack by themselves."""


def _some_ready(s: State) -> Mask:
    return _READY.living(s) > 0


def fight_columns(game: RamGame) -> list[Column]:
    """Return what is remembered between the attacks of men who attack one by one."""
    setup = game.setup
    if setup.sortie_kind is None or "separate" not in (setup.attack, setup.defence_attack):
        return []
    return [*_READY.columns(), Column("ready_inside", 1)]


def crew_fights(game: RamGame) -> list[Phase]:
    """Return the attack by the men behind, or by a crew that has none (besiegers, 2, Fight with the sortie)."""
    roll, setup = game.crew_fight, game.setup
    if roll is None:
        return []
    # The men of the sortie are out once they have had a player turn.
    out_from = setup.sortie_turn + (setup.first == "besiegers")

    def group(s: State) -> tuple[Men, Mask]:
        behind, inside = game.behind(s), first_of({FIT: s.fit, WOUNDED: s.wounded}, _ABLE, CREW)
        target = game.sortie_out(s, out_from) & (s.smoke == 0)
        by_crew = target & (total(behind.values()) == 0) & (s.engaged == 1)
        men = {kind: np.where(by_crew, inside[kind], behind[kind]) * target for kind in _ABLE}
        return first_of(men, _ABLE, setup.room), by_crew

    def attacked(s: State, rolling: Mask, inside: Mask) -> None:
        s.fought |= rolling & inside

    fight = _Fight(
        "besiegers against the sortie",
        roll,
        game.crew,
        game.party,
        setup.wound,
        (STUNNED, FIT, WOUNDED),
        group,
        attacked,
    )
    return fight.jointly() if setup.attack == "joint" else fight.one_by_one(min(setup.room, game.most_men))


def sortie_attacks(game: RamGame) -> list[Phase]:
    """Return the attack of the sortie on men of the crew, which keeps the ram from working (defenders, 3, Sortie)."""
    roll, setup = game.sortie_fight, game.setup
    if roll is None:
        return []

    def group(s: State) -> tuple[Men, Mask]:
        out = game.sortie_out(s, setup.sortie_turn) & (game.crew.living(s) > 0)
        men = {FIT: s.sortie_fit * out, WOUNDED: s.sortie_wounded * out}
        return first_of(men, _ABLE, setup.room), out & False

    def attacked(s: State, rolling: Mask, inside: Mask) -> None:
        del inside
        s.engaged |= rolling

    fight = _Fight(
        "sortie against the crew",
        roll,
        game.party,
        game.crew,
        setup.defence_wound,
        (FIT, WOUNDED, STUNNED),
        group,
        attacked,
    )
    return fight.jointly() if setup.defence_attack == "joint" else fight.one_by_one(min(setup.room, setup.sortie_men))

"""A melee of two groups as a sequence; `docs/sequences/melee.md` says in words what is played here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column
from mangonel.systems.cryhavoc.melee.game import Group, MeleeGame, melee_game
from mangonel.systems.cryhavoc.melee.setup import SIDES
from mangonel.systems.cryhavoc.parts.melee import MELEE_TALLIES, melee_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.engine.state import State
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.melee.setup import MeleeSetup

__all__ = ["ENDINGS", "melee_battle", "melee_start"]

ENDINGS = ("attackers_win", "defenders_win", "attackers_break_off", "defenders_break_off")


def melee_battle(setup: MeleeSetup, rules: RuleSet) -> PlaySequence:
    """Build the melee of a scenario under a rule set.

    Parameters
    ----------
    setup
        What the scenario says.
    rules
        The rule set, with the scenario's assumptions set.

    Raises
    ------
    DataError
        If there is no such terrain, or no melee or no riding there.
    """
    game = melee_game(setup, rules)
    groups = game.groups if setup.first == "attackers" else game.groups[::-1]
    phases = [phase for group, other in zip(groups, groups[::-1], strict=True) for phase in _player_turn(group, other)]
    return PlaySequence(
        name="melee",
        columns=_columns(game),
        phases=[*phases, Phase("end of the turn", _end(game))],
        endings=ENDINGS,
        turns=setup.turns,
        measures=tuple(measure for group in game.groups for measure in _losses(group)),
        tallies=(*(group.fighters.attacks for group in game.groups), *MELEE_TALLIES),
        series=tuple(_able(group) for group in game.groups),
    )


def melee_start(setup: MeleeSetup, attackers: int, defenders: int) -> dict[str, int]:
    """Return the columns at the start with fewer men than the scenario has, all of them on foot."""
    start = {}
    for name, side, men in zip(SIDES, (setup.attackers, setup.defenders), (attackers, defenders), strict=True):
        start[f"{name}_fit"] = men
        if side.losses is not None:
            start[f"{name}_missing"] = side.men - men
    return start


def _columns(game: MeleeGame) -> list[Column]:
    columns = melee_columns(*(group.melee for group in game.groups))
    for group in game.groups:
        columns += [*group.pool.columns(group.start), *group.away.columns()]
        if group.side.losses is not None:
            # Men of the scenario who were not there from the start are no losses.
            columns.append(Column(f"{group.name}_missing", group.side.men))
    return columns


def _player_turn(group: Group, other: Group) -> list[Phase]:
    name = group.name

    def away(s: State) -> NDArray[np.bool_]:
        somebody: NDArray[np.bool_] = group.away.living(s) > 0
        return somebody | (other.away.living(s) > 0) if group.follows else somebody

    def move(s: State, dice: Dice) -> None:
        back = group.away.living(s)
        dice.note(f"back in the fight: {{}} of the {name}", back > 0, back)
        group.pool.join(s, group.away)
        if group.follows:
            followed = other.away.living(s)
            dice.note(f"followed: {{}} of the {other.name}", followed > 0, followed)
            other.pool.join(s, other.away)

    def stunned(s: State) -> NDArray[np.bool_]:
        somebody: NDArray[np.bool_] = group.pool.stunned(s) > 0
        return somebody

    def recover(s: State, dice: Dice) -> None:
        dice.note(f"fit again: {{}} of the {name}", stunned(s), group.pool.stunned(s))
        group.pool.recover(s)

    return [
        Phase(f"{name}' movement", move, away),
        *group.melee.phases,
        Phase(f"{name} recover", recover, stunned),
    ]


def _end(game: MeleeGame) -> Callable[[State, Dice], None]:
    """Return the end of a game turn: who is left, and who has had enough."""

    def end(s: State, dice: Dice) -> None:
        ours, theirs = game.groups
        ends = [theirs.living(s) == 0, ours.living(s) == 0, *(_breaks_off(group, s) for group in game.groups)]
        is_open = s.ending == 0
        for code, here in enumerate(ends, start=1):
            s.ending += np.int8(code) * (is_open & here)
            is_open &= ~here
        dice.note("no defender is left", s.ending == 1)
        dice.note("no attacker is left", s.ending == 2)
        dice.note("the attackers break off", s.ending == 3)
        dice.note("the defenders break off", s.ending == 4)

    return end


def _breaks_off(group: Group, s: State) -> NDArray[np.bool_]:
    side = group.side
    if side.turn is not None and s.turn >= side.turn:
        return np.ones(s.size, dtype=np.bool_)
    if side.losses is None:
        return np.zeros(s.size, dtype=np.bool_)
    there = side.men - getattr(s, f"{group.name}_missing")
    enough: NDArray[np.bool_] = there - group.living(s) + group.wounded(s) >= side.losses
    return enough


def _losses(group: Group) -> list[Measure]:
    name, men = group.name, group.side.men
    measures = [
        Measure(f"{name}_dead", men, lambda s: men - group.living(s)),
        Measure(f"{name}_wounded", men, group.wounded),
    ]
    if group.side.mounted:
        measures.append(Measure(f"{name}_horses", group.side.mounted, lambda s: getattr(s, f"{name}_horses")))
    return measures


def _able(group: Group) -> Measure:
    """Watch how many men of a side can fight at the end of each turn; the stunned are fit again by their next one."""
    return Measure(f"{group.name}_living", group.side.men, group.living)

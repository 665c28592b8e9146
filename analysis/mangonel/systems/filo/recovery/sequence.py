"""A recovery as a sequence; `docs/sequences/recovery.md` says in words what is played here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Mask, State
from mangonel.errors import DataError
from mangonel.odds.owners import Side
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.endings import Endings
from mangonel.systems.filo.keys.stacks import ROOMS, UnitKeys, standing
from mangonel.systems.filo.phases.evening import Evening, rest_marks
from mangonel.systems.filo.phases.leaders import Leaders
from mangonel.systems.filo.recovery.helpers import Helpers
from mangonel.systems.filo.recovery.setup import RecoverySetup, ShotsKeys
from mangonel.systems.filo.rolls.shots import LETTERS, read_shot
from mangonel.systems.filo.rolls.tests import RoutRoll
from mangonel.systems.filo.rolls.volleys import VolleyRoll
from mangonel.systems.filo.situations.scales import STATES
from mangonel.systems.filo.stacks.fates import DEMORALISED, FRESH, GONE, ROUTED, Fates, is_demoralised, is_routed
from mangonel.systems.filo.stacks.stack import Stack
from mangonel.tables.dice import Die

__all__ = ["ENDINGS", "recovery"]

ENDINGS = Endings({"all_organised": "all who are left are organised", "none_left": "nobody is left"})
_SIDE = "units"
_LOSSES = ("units_eliminated", "units_routed", "units_demoralised")
_TEN = 10
_UNSEEN, _SEEN = "no target in sight", "a target in sight"
_D10 = Die(_TEN, zero=True)


def recovery(setup: RecoverySetup, rules: RuleSet) -> PlaySequence:
    """Build the recovery of a scenario under a rule set.

    It is refused if the rules do not allow what the scenario needs (DataError), or the source has lost it.
    """
    policies = standing(rest=setup.rest, until="eliminated")
    stacks = [
        Stack(
            rules,
            str(number),
            unit,
            policies,
            edge=unit.edge,
            who="unit",
            side=_SIDE,
            placed=True,
            path=f"units.{number}",
        )
        for number, unit in enumerate(setup.units, start=1)
    ]
    helpers = Helpers(setup, rules, stacks)
    free = helpers.free
    evening = Evening(rules, stacks, free, _nothing, _wait, helper=helpers, tested=helpers.is_tested)
    judge = partial(_judge, stacks)
    return PlaySequence(
        name="recovery",
        columns=[*(column for stack in stacks for column in stack.columns), *helpers.columns],
        phases=[
            *_passed(setup, rules, stacks),
            *rest_marks(stacks, free),
            *_shots(setup.shots, rules, stacks),
            *helpers.phases,
            *evening.phases,
            Phase("end of the turn", judge),
        ],
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=tuple(_measures(setup, stacks)),
        tallies=tuple(f"{_SIDE}_{counted}" for counted in ("shots", "hits", "routs", "rallies")),
        sides=(Side(_SIDE, ("all_organised",), losses=_LOSSES, kinds="broken_strays"),),
        series=(_measure(setup, stacks, "organised"), _measure(setup, stacks, "left")),
    )


def _nothing(_s: State, _stack: Stack, _hexes: NDArray[Any]) -> None:
    """Nobody is left behind."""


def _wait(_s: State, _dice: Dice) -> None:
    """Leave the endings to the end of the turn."""


def _judge(stacks: Sequence[Stack], s: State, dice: Dice) -> None:
    """Look whether all who are left are organised, or nobody is left (Endings)."""
    left = [stack.state(s) < GONE for stack in stacks]
    calm = [(stack.state(s) < DEMORALISED) | (stack.state(s) == GONE) for stack in stacks]
    none = ~np.logical_or.reduce(left)
    ENDINGS.decide(s, dice, none_left=none, all_organised=np.logical_and.reduce(calm) & ~none)


_STATES: dict[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    "organised": lambda state: state < DEMORALISED,
    "fresh": lambda state: state == FRESH,
    "demoralised": is_demoralised,
    "routed": is_routed,
    "eliminated": lambda state: state == GONE,
    "left": lambda state: state < GONE,
}


def _measure(setup: RecoverySetup, stacks: Sequence[Stack], name: str) -> Measure:
    def units(s: State) -> NDArray[Any]:
        return np.sum([stack.keys.units * _STATES[name](stack.state(s)) for stack in stacks], axis=0)

    return Measure(f"{_SIDE}_{name}", sum(unit.units for unit in setup.units), units)


def _measures(setup: RecoverySetup, stacks: Sequence[Stack]) -> list[Measure]:
    return [_measure(setup, stacks, name) for name in _STATES if name != "left"]


def _passed(setup: RecoverySetup, rules: RuleSet, stacks: Sequence[Stack]) -> list[Phase]:
    """Return the tests of those whom a rout passes (before the first turn, 1)."""
    return [
        Phase(f"{stack.who} passes {friend.who}", _test(rules, stack, friend), _first)
        for place, (unit, stack) in enumerate(zip(setup.units, stacks, strict=True), start=1)
        for friend in stacks[place : place + unit.passes]
    ]


def _first(s: State) -> Mask:
    return np.full(s.size, s.turn == 1)


def _test(rules: RuleSet, stack: Stack, friend: Stack) -> Callable[[State, Dice], None]:
    """Return the test of a unit that a routed one passes (before the first turn, 1)."""
    tests = RoutRoll(rules, friend)
    fates = Fates(rules, LETTERS, friend.keys.room)

    def test(s: State, dice: Dice) -> None:
        state = friend.state(s)
        here = _first(s) & is_routed(stack.state(s)) & (state < ROUTED)
        runs = dice.roll(tests.roll, here, np.where(here, state, 0), who=friend.who)
        friend.suffer(s, dice, runs > 0, fates, np.full(s.size, LETTERS.index("Dr")))

    return test


def _shots(keys: ShotsKeys | None, rules: RuleSet, stacks: Sequence[Stack]) -> list[Phase]:
    """Return the shot of a turn (one game turn, 2)."""
    if keys is None:
        return []
    shooter = Stack(rules, "shots", _unit(keys), standing(rest=False, until="rout"))
    if not shooter.shoots:
        raise DataError("such units do not shoot", path="shots.kind", value=keys.kind.id)
    grounds = list(dict.fromkeys(((), *(stack.keys.ground for stack in stacks))))
    rolls = VolleyRoll(rules, [shooter], grounds, tests=any(stack.keys.leader is not None for stack in stacks))
    if rolls.roll is None or keys.distance > rolls.reach:
        raise DataError(f"such units shoot {rolls.reach} hexes", path="shots.distance", value=keys.distance)
    return [Phase("shot of the enemy", _shot(keys, rules, stacks, rolls, grounds))]


def _unit(keys: ShotsKeys) -> UnitKeys:
    return UnitKeys(keys.kind, keys.units, keys.strength, None, None, STATES[FRESH], (), ROOMS[0], False, None)  # noqa: FBT003


def _shot(
    keys: ShotsKeys, rules: RuleSet, stacks: Sequence[Stack], rolls: VolleyRoll, grounds: list[tuple[str, ...]]
) -> Callable[[State, Dice], None]:
    """Return the shot at the first unit that can be shot at, if the enemy sees one (one game turn, 2)."""
    assert rolls.roll is not None
    roll, leaders = rolls.roll, Leaders(rules, stacks)
    fates = {stack: Fates(rules, LETTERS, stack.keys.room) for stack in stacks}
    faces = [_SEEN] * keys.in_sight + [_UNSEEN] * (_TEN - keys.in_sight)
    sight = Roll.of("sight", (_UNSEEN, _SEEN), [faces], lambda _, die: f"die {die} -> {faces[int(die)]}", _D10)
    strength = keys.strength or keys.kind.strength

    def shoot(s: State, dice: Dice) -> None:
        left, none = np.ones(s.size, dtype=np.bool_), np.zeros(s.size, dtype=np.bool_)
        place, aimed = np.zeros(s.size, dtype=np.int16), []
        for stack in stacks:
            ground = np.where(stack.stands(s) > 0, grounds.index(stack.keys.ground), 0)
            at = rolls.number(np.full(s.size, strength), np.full(s.size, keys.distance), none, none, ground)
            here = left & (stack.state(s) < ROUTED) & (at >= 0)
            place = np.where(here, at, place)
            aimed.append(here)
            left &= ~here
        able = ~left
        if keys.in_sight < _TEN:
            able &= dice.roll(sight, able, who="enemy") > 0
        code = dice.roll(roll, able, place, who="enemy")
        letter, tests = read_shot(code)
        for here, stack in zip(aimed, stacks, strict=True):
            hit = here & able
            dice.note(f"the enemy shoots at {stack.who}", hit)
            stack.count(s, "shots", hit)
            stack.count(s, "hits", hit & (letter > 0))
            stack.disturb(s, dice, hit)
            leaders.test(s, dice, hit & tests, stack)
            stack.suffer(s, dice, hit & (letter > 0), fates[stack], letter)

    return shoot

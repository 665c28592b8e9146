"""A line as a sequence; `docs/sequences/line.md` says in words what is played here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Mask, State
from mangonel.odds.owners import Side
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.endings import Endings
from mangonel.systems.filo.line.front import Front
from mangonel.systems.filo.line.helping import Helping, LaneActivation
from mangonel.systems.filo.line.setup import LineSetup
from mangonel.systems.filo.phases.attack import ACTING
from mangonel.systems.filo.phases.evening import Evening, rest_marks
from mangonel.systems.filo.phases.initiative import INITIATIVE_COLUMNS, Acting, Initiative, activations
from mangonel.systems.filo.phases.lane import FARTHEST, Lane
from mangonel.systems.filo.phases.phase_b import phase_b
from mangonel.systems.filo.stacks.charging import check_charge_asked
from mangonel.systems.filo.stacks.fates import GONE, is_demoralised, is_fatigued, is_routed
from mangonel.systems.filo.stacks.stack import TALLIES, Stack

__all__ = ["ENDINGS", "line"]

ENDINGS = Endings(
    {
        "b_broken": "side b is broken",
        "a_broken": "side a is broken",
        "b_gives_up": "side b breaks off",
        "a_gives_up": "side a breaks off",
    }
)
_STATES: dict[str, tuple[Callable[[NDArray[Any]], NDArray[Any]], str]] = {
    "eliminated": (lambda state: state == GONE, "gone"),
    "routed": (is_routed, "routed"),
    "demoralised": (is_demoralised, ""),
    "fatigued": (is_fatigued, ""),
}


def line(setup: LineSetup, rules: RuleSet) -> PlaySequence:
    """Build the line of a scenario under a rule set.

    It is refused if the rules do not allow what the scenario needs (DataError), or the source has lost it.
    """
    sides = [
        [Front(rules, "a", number, lane.a, setup.policies_a) for number, lane in enumerate(setup.lanes, start=1)],
        [Front(rules, "b", number, lane.b, setup.policies_b) for number, lane in enumerate(setup.lanes, start=1)],
    ]
    for fronts, policies, name in zip(sides, (setup.policies_a, setup.policies_b), ("a", "b"), strict=True):
        check_charge_asked(rules, policies, fronts, name)
    judge = _judge(setup, sides)
    places = range(len(setup.lanes))
    lanes: list[Lane] = []
    joint = any(policies.exploit != "none" for policies in (setup.policies_a, setup.policies_b))

    def relieved(looked_at: Iterable[int], s: State, dice: Dice) -> None:
        """Let supports come forward where a front is routed or gone, and look for what ends (support; endings)."""
        for at in looked_at:
            for fronts, help_of in zip(sides, helping, strict=True):
                if fronts[at].behind:
                    help_of.forget(s, at, fronts[at].relieve(s, dice, lanes[at]))
        judge(s, dice)

    for at in places:
        # Who helps may be routed in a lane that is not its own.
        looked_at = places if joint else [at]
        pair = sides[0][at], sides[1][at]
        lanes.append(Lane(rules, pair, setup.lanes[at].gap, partial(relieved, looked_at), str(at + 1)))
    helping = [Helping(mine, theirs) for mine, theirs in (sides, sides[::-1])]
    acts = [
        [LaneActivation(lanes[at], side[at], at, activation) for at in places]
        for side, activation in zip(sides, helping, strict=True)
    ]
    commands = setup.a, setup.b
    turns = [
        _activation(acts[activation.side], helping[activation.side], activation) for activation in activations(commands)
    ]
    of = {stack: lane for lane in lanes for stack in lane.stacks}
    everybody = [stack for side in sides for stack in side]

    def apart(s: State, stack: Stack) -> Mask:
        return (of[stack].gap(s) > 0) | (of[stack].other(stack).state(s) == GONE)

    def back(s: State, stack: Stack, hexes: NDArray[Any]) -> None:
        of[stack].widen(s, hexes)

    return PlaySequence(
        name="line",
        columns=[
            *(column for lane in lanes for column in lane.columns),
            *(column for activation in helping for column in activation.columns),
            *INITIATIVE_COLUMNS,
            *ACTING,
        ],
        phases=[
            *rest_marks(everybody, apart),
            *phase_b(lanes),
            *Initiative(rules, commands).phases,
            *(phase for turn in turns for phase in turn),
            *Evening(rules, everybody, apart, back, judge).phases,
        ],
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=tuple(measure for side, other in (sides, sides[::-1]) for measure in _measures(side, other)),
        tallies=tuple(f"{side}_{counted}" for side in "ab" for counted in (*TALLIES, "passed")),
        sides=tuple(_side(*pair) for pair in ("ab", "ba")),
        series=tuple(_standing(side) for side in sides),
        looks=tuple(Measure(f"gap{at}", FARTHEST, lane.gap) for at, lane in enumerate(lanes, start=1)),
    )


def _judge(setup: LineSetup, sides: Sequence[Sequence[Front]]) -> Callable[[State, Dice], None]:
    """Return what looks for the endings (endings)."""
    most = len(setup.lanes)
    limits = [policies.give_up or most for policies in (setup.policies_a, setup.policies_b)]

    def judge(s: State, dice: Dice) -> None:
        broken = [np.sum([front.broken(s) for front in side], axis=0) for side in sides]
        ENDINGS.decide(
            s,
            dice,
            a_broken=broken[0] == most,
            b_broken=broken[1] == most,
            a_gives_up=broken[0] >= limits[0],
            b_gives_up=broken[1] >= limits[1],
        )

    return judge


def _activation(acts: Sequence[LaneActivation], helping: Helping, acting: Acting) -> list[Phase]:
    """Return an activation: who helps, then lane after lane (activation of a side, 1 and 2)."""
    name = f"side {'ab'[acting.side]} {acting.words}"
    lanes = [
        phase for number, act in enumerate(acts, start=1) for phase in act.phases(f"{name}, lane {number}", acting.when)
    ]

    def settle(s: State, dice: Dice) -> None:
        """Note that the first activation of who helps is over (activation of a side, 3)."""
        del dice
        helping.settle(s, acting.when(s))

    return [*helping.phase(name, acting.when), *lanes, *([Phase(f"{name}: end", settle)] if helping.on else [])]


def _measures(side: Sequence[Front], other: Sequence[Front]) -> list[Measure]:
    name = side[0].name[0]
    measures = [Measure(f"{name}_{counted}", _most(side), _units(side, *has)) for counted, has in _STATES.items()]
    return [
        *measures,
        Measure(f"{name}_lanes", len(side), lambda s: np.sum([front.broken(s) for front in other], axis=0)),
    ]


def _most(side: Sequence[Front]) -> int:
    return sum(front.keys.units * (1 + front.behind) for front in side)


def _units(
    side: Sequence[Front], has: Callable[[NDArray[Any]], NDArray[Any]], out: str
) -> Callable[[State], NDArray[Any]]:
    return lambda s: np.sum([front.keys.units * front.stacks(s, has, out=out) for front in side], axis=0)


def _standing(side: Sequence[Front]) -> Measure:
    name = side[0].name[0]
    return Measure(f"{name}_standing", len(side), lambda s: np.sum([~front.broken(s) for front in side], axis=0))


def _side(name: str, other: str) -> Side:
    losses = (f"{name}_eliminated", f"{name}_routed", f"{name}_demoralised")
    return Side(name, (f"{other}_broken", f"{other}_gives_up"), losses=losses, kinds="broken_units")

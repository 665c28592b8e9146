"""A fire-fight as a sequence; `docs/sequences/fire-fight.md` says in words what is played here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, Mask, State
from mangonel.odds.notes import Note
from mangonel.odds.owners import Side
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.endings import Endings
from mangonel.systems.filo.fire_fight.line import FARTHEST, Group, Line
from mangonel.systems.filo.fire_fight.setup import FireFightSetup
from mangonel.systems.filo.fire_fight.volleys import Volleys
from mangonel.systems.filo.keys.stacks import ARTILLERY
from mangonel.systems.filo.phases.evening import Evening, rest_marks
from mangonel.systems.filo.phases.initiative import INITIATIVE_COLUMNS, Acting, Initiative, activations
from mangonel.systems.filo.situations.scales import TYPES
from mangonel.systems.filo.stacks.fates import DEMORALISED, GONE, is_demoralised, is_fatigued, is_routed
from mangonel.systems.filo.stacks.stack import Stack

__all__ = ["ENDINGS", "fire_fight"]

ENDINGS = Endings(
    {"b_broken": "side b is broken", "a_broken": "side a is broken", "reached": "the lines are in contact"}
)
_COUNTS = ("shots", "hits", "routs", "rallies")


def fire_fight(setup: FireFightSetup, rules: RuleSet) -> PlaySequence:
    """Build the fire-fight of a scenario under a rule set.

    It is refused if the rules do not allow what the scenario needs (DataError), or the source has lost it.
    """
    lines = Line(rules, "a", setup.a, setup.policies_a), Line(rules, "b", setup.b, setup.policies_b)
    volleys = [Volleys(rules, mine, theirs, partial(_judge, lines)) for mine, theirs in (lines, lines[::-1])]
    commands = setup.a, setup.b
    return PlaySequence(
        name="fire-fight",
        columns=[
            Column("gap", FARTHEST, setup.gap),
            *(column for line in lines for group in line.groups for column in group.columns),
            *INITIATIVE_COLUMNS,
        ],
        phases=[
            *rest_marks(list(_stacks(lines)), _free),
            *_phase_b(rules, lines, volleys),
            *Initiative(rules, commands).phases,
            *(
                phase
                for activation in activations(commands)
                for phase in _activation(lines, volleys[activation.side], activation)
            ),
            *_evening(rules, lines).phases,
        ],
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=tuple(measure for line in lines for measure in _measures(line)),
        tallies=(*(f"{line.side}_{counted}" for line in lines for counted in _COUNTS),),
        sides=tuple(_side(mine, theirs) for mine, theirs in (lines, lines[::-1])),
        series=(*(_organised(line) for line in lines), Measure("gap", FARTHEST, lambda s: s.gap)),
        notes=_out_of_reach(setup, lines, volleys),
    )


def _out_of_reach(setup: FireFightSetup, lines: tuple[Line, Line], volleys: list[Volleys]) -> tuple[Note, ...]:
    """Return that nobody can ever shoot, if the lines stay that far apart."""
    closest = min([setup.gap, *(line.policies.stop for line in lines if line.policies.act == "attack")])
    if not closest or any(shots.reach(gap + 1) for shots in volleys for gap in range(closest, setup.gap + 1)):
        return ()
    return (Note("out_of_reach", (("gap", closest),), number=closest),)


def _judge(lines: tuple[Line, Line], s: State, dice: Dice) -> None:
    """Look for what ends (endings)."""
    ENDINGS.decide(s, dice, a_broken=lines[0].broken(s), b_broken=lines[1].broken(s))


def _free(s: State, _stack: Stack) -> Mask:
    return np.ones(s.size, dtype=np.bool_)


def _stacks(lines: tuple[Line, Line]) -> dict[Stack, Group]:
    return {group.stack: group for line in lines for group in line.groups}


def _evening(rules: RuleSet, lines: tuple[Line, Line]) -> Evening:
    """Return phase E of all groups (one game turn, 5)."""
    groups = _stacks(lines)
    return Evening(
        rules, list(groups), _free, lambda s, stack, hexes: groups[stack].fall_behind(s, hexes), partial(_judge, lines)
    )


def _phase_b(rules: RuleSet, lines: tuple[Line, Line], volleys: list[Volleys]) -> list[Phase]:
    """Return the shots of artillery and archers in their four steps (one game turn, 2)."""
    once = rules.choice("phase-b-shots") == "per-phase"
    steps = (("artillery", ARTILLERY, 0), ("artillery", ARTILLERY, 1), ("archers", "Ar", 1), ("archers", "Ar", 0))
    phases = []
    for title, kind, side in steps:
        name = f"phase B: {title} of side {lines[side].side}"
        if shots := volleys[side].phases(name, (kind,), lambda s: np.ones(s.size, dtype=np.bool_)):
            phases += [*shots, _forget(f"{name}: end", lines[side], lines[1 - side], once=once)]
    return [*phases, _forget("phase B: end", *lines)] if phases and once else phases


def _forget(name: str, line: Line, targets: Line, *, once: bool = False) -> Phase:
    """Return the end of a step or an activation: who has shot, and at whom, is forgotten (one game turn, 2 and 4)."""

    def forget(s: State, dice: Dice) -> None:
        del dice
        for group in line.groups:
            group.forget(s, "done", "moved")
        for group in () if once else (*line.groups, *targets.groups):
            group.forget(s, "hit")

    return Phase(name, forget)


def _activation(lines: tuple[Line, Line], volleys: Volleys, acting: Acting) -> list[Phase]:
    """Return an activation: movement, then shots (one game turn, 4).

    There are no combats: the game ends where the lines meet (``contact-ends-it`` of the assumptions).
    """
    line, other = lines[acting.side], lines[1 - acting.side]
    name = f"side {line.side} {acting.words}"

    def move(s: State, dice: Dice) -> None:
        ENDINGS.decide(s, dice, reached=line.go_forward(s, dice, acting.when(s)))

    moves = [Phase(f"{name}: movement", move, acting.when)] if line.policies.act == "attack" else []
    shots = volleys.phases(name, TYPES, acting.when)
    return [*moves, *shots, _forget(f"{name}: end", line, other)] if moves or shots else []


def _measures(line: Line) -> list[Measure]:
    """Return the units of a line by state at the end."""
    states = {
        "eliminated": lambda one: one == GONE,
        "routed": is_routed,
        "demoralised": is_demoralised,
        "fatigued": is_fatigued,
    }
    most = sum(group.stack.keys.units for group in line.groups)
    return [Measure(f"{line.side}_{name}", most, partial(_units, line, has)) for name, has in states.items()]


def _units(line: Line, has: Callable[[NDArray[Any]], NDArray[Any]], s: State) -> NDArray[Any]:
    return np.sum([group.stack.keys.units * has(group.stack.state(s)) for group in line.groups], axis=0)


def _organised(line: Line) -> Measure:
    most = sum(group.stack.keys.units for group in line.groups)
    return Measure(f"{line.side}_organised", most, partial(_units, line, lambda state: state < DEMORALISED))


def _side(line: Line, other: Line) -> Side:
    name = line.side
    losses = (f"{name}_eliminated", f"{name}_routed", f"{name}_demoralised")
    return Side(name, (f"{other.side}_broken",), losses=losses, kinds="broken_units")

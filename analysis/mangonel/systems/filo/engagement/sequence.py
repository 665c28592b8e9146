"""An engagement as a sequence; `docs/sequences/engagement.md` says in words what is played here."""

from __future__ import annotations

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Mask, State
from mangonel.odds.owners import Side
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.endings import Endings
from mangonel.systems.filo.engagement.setup import EngagementSetup
from mangonel.systems.filo.keys.stacks import StackKeys
from mangonel.systems.filo.phases.attack import ACTING, Activation
from mangonel.systems.filo.phases.evening import Evening, rest_marks
from mangonel.systems.filo.phases.initiative import INITIATIVE_COLUMNS, Initiative, activations
from mangonel.systems.filo.phases.lane import FARTHEST, Lane
from mangonel.systems.filo.phases.phase_b import phase_b
from mangonel.systems.filo.stacks.charging import check_charge_asked
from mangonel.systems.filo.stacks.stack import Stack

__all__ = ["ENDINGS", "engagement"]

ENDINGS = Endings({"b_broken": "side b is broken", "a_broken": "side a is broken"})


def engagement(setup: EngagementSetup, rules: RuleSet) -> PlaySequence:
    """Build the engagement of a scenario under a rule set.

    It is refused if the rules do not allow what the scenario needs (DataError), or the source has lost it.
    """
    stacks = (_stack(rules, "a", setup.a, setup), _stack(rules, "b", setup.b, setup))
    for stack in stacks:
        check_charge_asked(rules, stack.policies, [stack], stack.name)
    lane = Lane(rules, stacks, setup.gap, lambda s, dice: _judge(stacks, s, dice))
    evening = Evening(rules, stacks, _apart, lambda s, _stack, hexes: lane.widen(s, hexes), lane.judge)
    return PlaySequence(
        name="engagement",
        columns=[*lane.columns, *INITIATIVE_COLUMNS, *ACTING],
        phases=[
            *rest_marks(stacks, _apart),
            *phase_b([lane]),
            *Initiative(rules, (setup.a, setup.b)).phases,
            *_activations(lane, (setup.a, setup.b)),
            *evening.phases,
        ],
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=tuple(measure for stack in stacks for measure in stack.measures),
        tallies=tuple(name for stack in stacks for name in stack.tallies),
        sides=tuple(_side(stack, other) for stack, other in (stacks, stacks[::-1])),
        series=(*(stack.organised for stack in stacks), Measure("gap", FARTHEST, lambda s: s.gap)),
    )


def _stack(rules: RuleSet, name: str, keys: StackKeys, setup: EngagementSetup) -> Stack:
    policies = setup.policies_a if name == "a" else setup.policies_b
    return Stack(rules, name, keys, policies, edge=keys.edge, before=setup.gap, ruy_diaz=keys.ruy_diaz)


def _apart(s: State, _stack: Stack) -> Mask:
    """Return where nobody is adjacent to an enemy (one game turn, 1 and 5)."""
    return s.gap > 0


def _judge(stacks: tuple[Stack, Stack], s: State, dice: Dice) -> None:
    """Look for what ends (endings)."""
    ENDINGS.decide(s, dice, a_broken=stacks[0].broken(s), b_broken=stacks[1].broken(s))


def _side(stack: Stack, other: Stack) -> Side:
    name = stack.name
    losses = (f"{name}_eliminated", f"{name}_routed", f"{name}_demoralised")
    return Side(name, (f"{other.name}_broken",), losses=losses, kinds="broken_units")


def _activations(lane: Lane, commands: tuple[StackKeys, StackKeys]) -> list[Phase]:
    """Return first activations, then second ones of those who have one (one game turn, 4)."""
    acts = [Activation(lane, stack) for stack in lane.stacks]
    return [
        phase
        for act in activations(commands)
        for phase in acts[act.side].phases(f"{lane.stacks[act.side].who} {act.words}", act.when)
    ]

"""An engagement: one stack against one. Steps in brackets are those of `docs/sequences/engagement.md`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mangonel.engine.process import Dice, Measure, Process
from mangonel.games.fields import Fault, Keys, block, whole
from mangonel.games.filo.combat import Rolls
from mangonel.games.filo.keys import StackKeys, StackPolicies, around, facts_between, policies_of, stack_faults
from mangonel.games.filo.lanes import ACTING, DUEL_POLICIES, FARTHEST, Activation, Lane, LaneStack, never_drops, phase_b
from mangonel.games.filo.turn import TwoSides, turn_of
from mangonel.games.filo.units import TALLIES, check_charge_asked, fates_in, never_charges, owners, plan_of, units_in
from mangonel.games.system import Axis, Playable, end
from mangonel.rules.ruleset import RuleSet

ENDINGS = {"b_broken": "side b is broken", "a_broken": "side a is broken"}


class EngagementSetup(Keys):
    """One stack against one."""

    turns: int = whole(1, 60, "the most turns that are played")
    gap: int = whole(0, 10, "empty hexes between the two")
    a: StackKeys = block(StackKeys, at="a")
    b: StackKeys = block(StackKeys, at="b")
    policies_a: StackPolicies = policies_of(StackPolicies, "a")
    policies_b: StackPolicies = policies_of(StackPolicies, "b")

    def faults(self) -> Iterator[Fault]:
        yield from stack_faults("a", self.a, self.policies_a)
        yield from stack_faults("b", self.b, self.policies_b)


def engagement(setup: EngagementSetup, rules: RuleSet) -> Process:
    """Return the engagement of a scenario (one game turn, 1 to 5); one against rules or lost cells is a DataError."""
    rolls, commands = Rolls(rules), (setup.a, setup.b)
    stacks = tuple(
        LaneStack(rolls, name, keys, policies, before=setup.gap, markers=keys.markers)
        for name, keys, policies in (("a", setup.a, setup.policies_a), ("b", setup.b, setup.policies_b))
    )  # fmt: skip
    for stack in stacks:
        check_charge_asked(rules, stack.policies, [stack], stack.name)

    def judge(s: Any, dice: Dice) -> None:
        """Look for an ending (endings)."""
        for stack in stacks:
            if stack.broken(s):
                end(s, dice, ENDINGS, f"{stack.name}_broken")
                return

    lane = Lane(rolls, stacks, setup.gap, judge)
    acts = [Activation(lane, stack) for stack in stacks]
    for act in acts:
        act.check()
    order = TwoSides(rules, commands)
    activations = [
        phase
        for place in order.places()
        for phase in acts[place.leader].phases(f"{stacks[place.leader].who} {place.words}", place)
    ]
    return Process(
        name="engagement",
        columns=[*lane.columns, *order.columns, *ACTING],
        phases=turn_of(stacks, phase_b([lane]), order.throw, activations, order.forget),
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=fates_in({stack.name: [stack] for stack in stacks}, "_leader"),
        tallies=tuple(f"{side}_{counted}" for side in "ab" for counted in TALLIES),
        series=(
            *(measure for stack in stacks for measure in units_in(stack.name, [stack], "organised")),
            Measure("gap", FARTHEST, lane.gap),
        ),
        board=lambda s: tuple(lane.spots(s, 0)),
        plan=plan_of("a", setup.policies_a, *DUEL_POLICIES) | plan_of("b", setup.policies_b, *DUEL_POLICIES),
        sides=owners({"a": ["b_broken"], "b": ["a_broken"]}, stacks=stacks),
        notes=never_drops(acts),
        notes_at_zero=never_charges(a=setup.policies_a, b=setup.policies_b),
    )


def _sweep(setup: EngagementSetup) -> tuple[Axis, Axis]:
    return ("gap", tuple(range(6))), ("b.quality", around(setup.b.both("quality")[0], 5))


PLAYABLE = Playable(name="engagement", keys=EngagementSetup, make=engagement, facts=facts_between, sweep=_sweep)

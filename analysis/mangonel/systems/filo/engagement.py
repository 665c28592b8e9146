"""An engagement: one stack against one. Steps in brackets are those of `docs/sequences/engagement.md`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mangonel.odds.owners import Side
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.fields import Told, block, whole
from mangonel.systems.filo.dice import Rolls
from mangonel.systems.filo.evening import Evening, rest_marks
from mangonel.systems.filo.fights import ACTING, FIGHT_POLICIES, Activation
from mangonel.systems.filo.fire import FARTHEST, Lane, phase_b
from mangonel.systems.filo.keys.stacks import Policies, StackKeys, check_stack
from mangonel.systems.filo.keys.words import stack_words
from mangonel.systems.filo.order import TwoSides
from mangonel.systems.filo.units import Stack, check_charge_asked, end, plan_of, units_in
from mangonel.systems.playable import Axis, Facts, Playable
from mangonel.tables.reading import Node
from mangonel.walks.process import Dice, Measure, Phase, Process

if TYPE_CHECKING:
    from mangonel.locales import Locale

__all__ = ["PLAYABLE", "EngagementSetup", "engagement"]

ENDINGS = {"b_broken": "side b is broken", "a_broken": "side a is broken"}


# Keys of its scenarios. ----------------------------------------------------------------------------------------------


def _policies(side: str) -> Any:
    return block(Policies, at=f"policies.{side}", names={"side": side}, told=Told(side=side))


@dataclass(frozen=True, slots=True)
class EngagementSetup:
    """One stack against one."""

    turns: int = whole(1, 60, "the most turns that are played")
    gap: int = whole(0, 10, "empty hexes between the two")
    a: StackKeys = block(StackKeys, at="a")
    b: StackKeys = block(StackKeys, at="b")
    policies_a: Policies = _policies("a")
    policies_b: Policies = _policies("b")

    def check(self, node: Node) -> None:
        """Check both stacks."""
        check_stack(node, "a", self.a, self.policies_a)
        check_stack(node, "b", self.b, self.policies_b)


# The game. -----------------------------------------------------------------------------------------------------------


def engagement(setup: EngagementSetup, rules: RuleSet) -> Process:
    """Return the engagement of a scenario under a rule set.

    Raises
    ------
    DataError
        If the rules do not allow what the scenario needs, or the source has lost it.
    """
    rolls, commands = Rolls(rules), (setup.a, setup.b)
    stacks = (
        Stack(rolls, "a", setup.a, setup.policies_a, edge=setup.a.edge, before=setup.gap, ruy_diaz=setup.a.ruy_diaz),
        Stack(rolls, "b", setup.b, setup.policies_b, edge=setup.b.edge, before=setup.gap, ruy_diaz=setup.b.ruy_diaz),
    )
    for stack in stacks:
        check_charge_asked(rules, stack.policies, [stack], stack.name)

    def judge(s: Any, dice: Dice) -> None:
        """Look for an ending (endings)."""
        for stack in stacks:
            if stack.broken(s):
                end(s, dice, ENDINGS, f"{stack.name}_broken")
                return

    def apart(s: Any, stack: Stack) -> bool:
        """Return whether they are not in contact (one game turn, 1 and 5)."""
        del stack
        return bool(lane.gap(s) > 0)

    lane = Lane(rolls, stacks, setup.gap, judge)
    acts = [Activation(lane, stack) for stack in stacks]
    for act in acts:
        act.check()
    order = TwoSides(rules, commands)
    evening = Evening(
        stacks, apart, lambda s, dice, _stack: judge(s, dice), lambda s, _stack, hexes: lane.widen(s, hexes)
    )
    activations = [
        phase
        for place in order.places()
        for phase in acts[place.leader].phases(f"{stacks[place.leader].who} {place.words}", place)
    ]
    return Process(
        name="engagement",
        columns=[*lane.columns, *order.columns, *ACTING],
        phases=[
            rest_marks(stacks, apart),
            *phase_b([lane]),
            Phase("initiative", order.throw),
            *activations,
            Phase("activations: end", order.forget),
            *evening.phases,
        ],
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=tuple(
            measure
            for stack in stacks
            for measure in (
                *units_in(stack.name, [stack], "eliminated", "routed", "demoralised", "fatigued"),
                *stack.leader_measures,
            )
        ),
        tallies=(*stacks[0].tallies, *stacks[1].tallies),
        series=(
            *(measure for stack in stacks for measure in units_in(stack.name, [stack], "organised")),
            Measure("gap", FARTHEST, lane.gap),
        ),
        plan={
            **plan_of("a", setup.policies_a, *FIGHT_POLICIES),
            **plan_of("b", setup.policies_b, *FIGHT_POLICIES),
        },
        sides=tuple(
            Side(
                stack.name,
                (f"{other.name}_broken",),
                losses=tuple(f"{stack.name}_{order}" for order in ("eliminated", "routed", "demoralised")),
                kinds="broken_units",
            )
            for stack, other in (stacks, stacks[::-1])
        ),
    )


# What it says of itself. ---------------------------------------------------------------------------------------------


def _facts(setup: EngagementSetup, words: Locale) -> Facts:
    return (
        (words.text("facts.side_a"), stack_words(setup.a, words)),
        (words.text("facts.side_b"), stack_words(setup.b, words)),
        (words.text("facts.between"), words.plural("facts.empty_hexes", setup.gap)),
    )


def _sweep(setup: EngagementSetup) -> tuple[Axis, Axis]:
    quality = setup.b.both("quality", 0)[0]
    low = min(max(0, quality - 2), 8)
    return ("gap", tuple(range(6))), ("b.quality", tuple(range(low, low + 5)))


PLAYABLE = Playable(name="engagement", keys=EngagementSetup, make=engagement, facts=_facts, sweep=_sweep)

"""A line: lanes beside each other, in each a stack against a stack, with help from beside and stacks behind.

Steps in brackets are those of `docs/sequences/line.md`; all else is as in an engagement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from mangonel.engine.process import Dice, Measure, Phase, Process
from mangonel.games.fields import Keys, block, blocks, whole
from mangonel.games.filo import keys, states, units
from mangonel.games.filo.combat import Rolls
from mangonel.games.filo.fronts import (
    LANES,
    BannerLeader,
    BannerLeaderKeys,
    Front,
    FrontKeys,
    Helping,
    LineArmyKeys,
    LinePolicies,
)
from mangonel.games.filo.lanes import ACTING, DUEL_POLICIES, FARTHEST, Activation, Lane, never_drops, phase_b
from mangonel.games.filo.turn import Place, TwoSides, turn_of
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale

ENDINGS = {
    "b_broken": "side b is broken",
    "a_broken": "side a is broken",
    "b_gives_up": "side b breaks off",
    "a_gives_up": "side a breaks off",
}


class LaneKeys(Keys):
    """A stack against a stack."""

    gap: int = whole(0, 10, "empty hexes between the two")
    a: FrontKeys = block(FrontKeys, at="a")
    b: FrontKeys = block(FrontKeys, at="b")


class LineSetup(Keys):
    """Two lines of stacks."""

    turns: int = whole(1, 60, "the most turns that are played")
    a: LineArmyKeys = block(LineArmyKeys, at="a")
    b: LineArmyKeys = block(LineArmyKeys, at="b")
    lanes: tuple[LaneKeys, ...] = blocks(LaneKeys, "lanes, from the left", least=LANES[0], most=LANES[1])
    policies_a: LinePolicies = keys.policies_of(LinePolicies, "a", "lanes.a")
    policies_b: LinePolicies = keys.policies_of(LinePolicies, "b", "lanes.b")

    def check(self, node: Node) -> None:
        """Check that artillery does not attack, and which fronts can have support."""
        for side in "ab":
            if all(getattr(lane, side).state == states.ELIMINATED for lane in self.lanes):
                raise node.error("nobody stands in any lane", f"lanes.1.{side}.state", value=states.ELIMINATED)
        for side, policies in (("a", self.policies_a), ("b", self.policies_b)):
            army: LineArmyKeys = getattr(self, side)
            keys.check_seat(node, side, army, policies)
            self._check_leader(node, side, army.leader, policies)
            for number, lane in enumerate(self.lanes, start=1):
                front: FrontKeys = getattr(lane, side)
                front.check_artillery(node, f"lanes.{number}.{side}")
                if front.support and front.state.startswith((states.ROUTED, states.ELIMINATED)):
                    path = f"lanes.{number}.{side}.support"
                    raise node.error("nobody stands behind a routed front", path, value=front.support)
                if front.kind.type == keys.ARTILLERY and policies.act == "attack":
                    raise node.error("artillery does not attack", f"lanes.{number}.{side}.kind", value=keys.ARTILLERY)

    def _check_leader(self, node: Node, side: str, leader: BannerLeaderKeys | None, policies: LinePolicies) -> None:
        """Check that the leader of a side is with a stack, and is its only one."""
        if leader is None:
            if policies.leader_lane is not None:
                path = f"policies.{side}.leader_lane"
                raise node.error("no leader of the side to go there", path, value=policies.leader_lane)
            return
        if getattr(self.lanes[leader.lane - 1], side).state == states.ELIMINATED:
            raise node.error("nobody stands in this lane", f"{side}.leader.lane", value=leader.lane)
        for number, lane in enumerate(self.lanes, start=1):
            if getattr(lane, side).leader is not None:
                raise node.error(
                    "leaders of lanes and one of the side do not go together", f"lanes.{number}.{side}.leader"
                )


def _beside(setup: LineSetup) -> tuple[list[LaneKeys], list[int], dict[tuple[int, int], list[int]]]:
    """Return the lanes, with one that nobody faces for each stack that stands beside a front and not behind it.

    With them come the numbers among these of the lanes of the file, and by side and place of a front the places of
    those beside it.
    """
    lanes: list[LaneKeys] = []
    numbers, mates = [], {}
    for lane in setup.lanes:
        numbers.append(len(lanes) + 1)
        extra = list[LaneKeys]()
        for side, policies in enumerate((setup.policies_a, setup.policies_b)):
            own, other = "ab"[side], "ba"[side]
            front: FrontKeys = getattr(lane, own)
            if policies.together and front.support:
                alone = replace(front, support=0, leader=None, ground=(), state=states.STATES[units.FRESH])
                nobody = replace(getattr(lane, other), support=0, leader=None, artillery=None, state=states.ELIMINATED)
                next_to: dict[str, Any] = {own: alone, other: nobody}
                after = len(lanes) + 1 + len(extra)
                mates[side, len(lanes)] = list(range(after, after + front.support))
                extra += [replace(lane, **next_to)] * front.support
                first: dict[str, Any] = {own: replace(front, support=0)}
                lane = replace(lane, **first)
        lanes += [lane, *extra]
    return lanes, numbers, mates


def _placed(army: LineArmyKeys, policies: LinePolicies, numbers: Sequence[int]) -> tuple[LineArmyKeys, LinePolicies]:
    """Return the keys of a side with the numbers of all lanes in place of those of the file."""
    if army.leader is not None:
        army = replace(army, leader=replace(army.leader, lane=numbers[army.leader.lane - 1]))
    if policies.leader_lane is not None:
        policies = replace(policies, leader_lane=numbers[policies.leader_lane - 1])
    return army, policies


class Game:
    """The lanes of a line, with the fronts, helpers and leaders of both sides."""

    def __init__(self, setup: LineSetup, rules: RuleSet) -> None:
        rolls = Rolls(rules)
        self.keys, numbers, mates = _beside(setup)
        armies = [_placed(setup.a, setup.policies_a, numbers), _placed(setup.b, setup.policies_b, numbers)]
        self.policies = [policies for _, policies in armies]
        self.sides, self.leaders = list[list[Front]](), list[BannerLeader]()
        for name, (army, policies) in zip("ab", armies, strict=True):
            leader = None if army.leader is None else BannerLeader(rolls, name, army.leader)
            self.leaders += [] if leader is None else [leader]
            stacks = [getattr(lane, name) for lane in self.keys]
            fronts = [Front(rolls, name, at, keys, policies, army, leader) for at, keys in enumerate(stacks, start=1)]
            for front in fronts:
                front.sharing, front.leaders = fronts, self.leaders
            for front in fronts:
                front.reserves += [fronts[mate] for mate in mates.get(("ab".index(name), front.place), ())]
                # Where a front stood matters to the stack that takes its place.
                front.forgotten += [] if leader is None or front.reserves else ["at"]
            units.check_charge_asked(rules, policies, fronts, name)
            self.sides.append(fronts)
        self.helping = [Helping(self.sides[at], self.sides[1 - at], self.policies[at]) for at in (0, 1)]
        self.lanes = [
            Lane(rolls, (mine, theirs), lane.gap, partial(self.judge, [at]), str(at + 1))
            for at, (mine, theirs, lane) in enumerate(zip(*self.sides, self.keys, strict=True))
        ]
        self.acts = [
            [Activation(self.lanes[front.place], front, self.judge) for front in fronts] for fronts in self.sides
        ]
        for act in (*self.acts[0], *self.acts[1]):
            act.check()
        self.order = TwoSides(rules, (setup.a, setup.b), apart=bool(self.leaders))

    def judge(self, places: Iterable[int], s: Any, dice: Dice) -> None:
        """Look at some lanes: stacks behind their fronts come forward, and the game may end (support; endings)."""
        looked_at = list(places)
        for at in places:
            for fronts in self.sides:
                other = fronts[at].relieve(s, dice, self.lanes[at])
                looked_at += [other.place] if isinstance(other, Front) else []
        for leader in self.leaders:
            leader.settle(s, dice)
        all_broken, give_up = [], []
        for side, fronts, policies in zip("ab", self.sides, self.policies, strict=True):
            limit = sum(front.absent for front in fronts) + (policies.give_up or len(fronts))
            # They are counted where one of them may just have broken, or enough of them were broken from the start.
            begun = sum(front.begins_broken for front in fronts) >= limit
            broken = units.broken_in(fronts, s) if begun or any(fronts[at].broken(s) for at in looked_at) else 0
            all_broken += [f"{side}_broken"] if broken == len(fronts) else []
            give_up += [f"{side}_gives_up"] if broken >= limit else []
        for ending in (*all_broken, *give_up)[:1]:
            end(s, dice, ENDINGS, ending)

    def forget(self, s: Any, dice: Dice) -> None:
        """Forget the order of the turn and the stacks out of command (engagement, one game turn, 4)."""
        self.order.forget(s, dice)
        for leader in self.leaders:
            leader.forget(s)

    @property
    def phases(self) -> list[Phase]:
        activations = [phase for place in self.order.places() for phase in self._activation(place)]
        return [
            *(Phase(f"command of side {leader.side}", leader.check) for leader in self.leaders if leader.keys.radius),
            *turn_of([*self.sides[0], *self.sides[1]], phase_b(self.lanes), self.order.throw, activations, self.forget),
        ]

    def _activation(self, place: Place) -> list[Phase]:
        """Return an activation: the leader goes, some help, then lane after lane (activation of a side, 1 and 2)."""
        side, helping = "ab"[place.leader], self.helping[place.leader]
        name = f"side {side} {place.words}"
        own = replace(place, when=place.own)
        phases = [Phase(f"{name}: leader", partial(leader.go, own)) for leader in self.leaders if leader.side == side]
        phases += [Phase(f"{name}: help", partial(helping.assign, place))] if helping.on else []
        for number, act in enumerate(self.acts[place.leader], start=1):
            phases += act.phases(f"{name}, lane {number}", place)
        return [*phases, *([Phase(f"{name}: end", partial(helping.settle, place))] if helping.on else [])]


def line(setup: LineSetup, rules: RuleSet) -> Process:
    """Return the line of a scenario under a rule set.

    A scenario that the rules or lost cells do not allow is a DataError.
    """
    game = Game(setup, rules)
    sides, decisions = game.sides, (*DUEL_POLICIES, "exploit", "advances", "leader_lane", "regroup")
    return Process(
        name="line",
        columns=[
            *(column for lane in game.lanes for column in lane.columns),
            *units.columns_of(reserve for fronts in game.sides for front in fronts for reserve in front.behind),
            *units.columns_of(game.leaders),
            *game.order.columns,
            *ACTING,
        ],
        phases=game.phases,
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=(
            *(measure for pair in (sides, sides[::-1]) for measure in _measures(*pair)),
            *(measure for leader in game.leaders for measure in units.leaders_in(f"{leader.side}_leader", [leader])),
        ),
        tallies=(
            *(f"{side}_{counted}" for side in "ab" for counted in (*units.TALLIES, "passed")),
            *(f"{leader.side}_freed" for leader in game.leaders),
        ),
        series=(
            *(units.left_in(f"{name}_standing", fronts) for name, fronts in zip("ab", sides, strict=True)),
            *(_any_won(f"{name}_won", enemies) for name, enemies in zip("ab", sides[::-1], strict=True)),
        ),
        looks=tuple(Measure(f"gap{at}", FARTHEST, lane.gap) for at, lane in enumerate(game.lanes, start=1)),
        board=lambda s: tuple(spot for row, lane in enumerate(game.lanes) for spot in lane.spots(s, row)),
        plan=units.plan_of("a", game.policies[0], *decisions) | units.plan_of("b", game.policies[1], *decisions),
        sides=units.owners(
            {"a": ["b_broken", "b_gives_up"], "b": ["a_broken", "a_gives_up"]},
            stacks=[*sides[0], *sides[1]],
            yielded={"a": "b_gives_up", "b": "a_gives_up"},
        ),
        notes=never_drops([act for acts in game.acts for act in acts]),
        notes_at_zero=units.never_charges(a=setup.policies_a, b=setup.policies_b),
    )


def _any_won(name: str, enemies: Sequence[Front]) -> Measure:
    """Return whether the enemy is broken in at least one lane; its mean is the chance of that at the end of a turn."""
    there = [enemy for enemy in enemies if not enemy.absent]
    return Measure(name, 1, lambda s: int(any(enemy.broken(s) for enemy in there)))


def _measures(fronts: Sequence[Front], enemies: Sequence[Front]) -> list[Measure]:
    name = fronts[0].side
    stacks = [stack for front in fronts if not front.absent for stack in (front, *front.behind)]
    there = [enemy for enemy in enemies if not enemy.absent]
    lanes = Measure(f"{name}_lanes", len(fronts), partial(units.broken_in, there))
    return [*units.units_in(name, stacks, *units.FATES), lanes]


def _facts(setup: LineSetup, words: Locale) -> Facts:
    return (
        (words.text("facts.side_a"), _side([lane.a for lane in setup.lanes], setup.a, words)),
        (words.text("facts.side_b"), _side([lane.b for lane in setup.lanes], setup.b, words)),
        (words.text("facts.between"), words.with_commas(str(lane.gap) for lane in setup.lanes)),
    )


def _side(fronts: list[FrontKeys], army: LineArmyKeys, words: Locale) -> str:
    parts, leader = list[str](), army.leader
    for front in fronts:
        behind = [words.plural("facts.stacks_behind", front.support)] if front.support else []
        parts.append(words.with_commas((*keys.unit_words(front, words), *behind)))
    if leader is not None:
        parts.append(words.text("facts.led_in_lane", bonus=leader.bonus, lane=leader.lane))
        parts += [] if leader.radius is None else [words.plural("facts.radius", leader.radius)]
    return words.with_semicolons((*parts, *keys.command_words(army, words)))


def _sweep(setup: LineSetup) -> tuple[Axis, Axis]:
    return ("lanes.1.gap", (0, 1, 2, 3)), ("lanes.1.b.quality", keys.around(setup.lanes[0].b.both("quality")[0], 3))


PLAYABLE = Playable(name="line", keys=LineSetup, make=line, facts=_facts, sweep=_sweep)

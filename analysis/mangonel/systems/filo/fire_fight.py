"""A fire-fight: groups that shoot at groups. Steps in brackets are those of `docs/sequences/fire-fight.md`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from mangonel.engine.process import Column, Decision, Dice, Measure, Phase, Process, Rule
from mangonel.engine.rolls import Roll, cached
from mangonel.odds.notes import Note
from mangonel.odds.owners import Side
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.fields import DEFINES, POLICY, Told, block, blocks, flag, one_of, whole
from mangonel.systems.filo.dice import Rolls
from mangonel.systems.filo.evening import Evening, rest_marks
from mangonel.systems.filo.fire import FARTHEST, STEPS, check_shots, reach_of, shoot_at
from mangonel.systems.filo.keys.stacks import CommandKeys, UnitKeys, standing
from mangonel.systems.filo.keys.words import command_words, unit_words
from mangonel.systems.filo.order import Place, TwoSides
from mangonel.systems.filo.situations.scales import ORDERS, TYPES
from mangonel.systems.filo.units import ACT, DEMORALISED, FRESH, GONE, ROUTED, Stack, columns_of, end, plan_of, units_in
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.locales import Locale

__all__ = ["PLAYABLE", "FireFightSetup", "LineKeys", "LinePolicies", "fire_fight"]

Volleys: TypeAlias = "Sequence[tuple[Group, Callable[[Any, Dice], None]]]"
ENDINGS = {"b_broken": "side b is broken", "a_broken": "side a is broken", "reached": "the lines are in contact"}
TARGET = {side: Decision(f"{side}.target", side) for side in ("a", "b")}


# Keys of its scenarios. ----------------------------------------------------------------------------------------------

_MOST = 4


@dataclass(frozen=True)
class LineKeys(CommandKeys):
    """A line of groups beside each other."""

    groups: tuple[UnitKeys, ...] = blocks(UnitKeys, "stacks beside each other", least=1, most=_MOST)


@dataclass(frozen=True, slots=True)
class LinePolicies:
    """What the player of a line decides."""

    act: str = one_of(("shoot", "attack"), "stand and shoot; close and shoot", told=POLICY)
    stop: int = whole(
        0, 9, 'with `act = "attack"`: the gap at which it stops; 0: contact', 1, (0, 1, 2, 3), told=POLICY
    )
    target: str = one_of(("nearest", "weakest", "first"), "whom to shoot at", told=Told("shoots_at"))
    join: bool = flag("groups of one kind shoot together", usual=True, told=POLICY)
    rest: bool = flag("groups rest when they may", told=Told("rests"))
    until: str = one_of(("rout", "eliminated"), "when a group is broken", told=DEFINES)


def _policies(side: str) -> Any:
    return block(LinePolicies, at=f"policies.{side}", told=Told(side=side))


@dataclass(frozen=True, slots=True)
class FireFightSetup:
    """A line against a line."""

    turns: int = whole(1, 60, "the most turns that are played")
    gap: int = whole(1, 10, "empty hexes between the two lines")
    a: LineKeys = block(LineKeys, at="a")
    b: LineKeys = block(LineKeys, at="b")
    policies_a: LinePolicies = _policies("a")
    policies_b: LinePolicies = _policies("b")


# Groups and lines. ---------------------------------------------------------------------------------------------------


class Group(Stack):
    """A stack in a line, so many hexes ``behind`` it; ``hit``, ``done`` and ``moved`` are what it did in a step."""

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        """Its own, and its place in the line."""
        return [*super().parts, ("behind", FARTHEST, 0), *((mark, 1, 0) for mark in ("hit", "done", "moved"))]

    def change(self, s: Any, dice: Dice, after: int) -> None:
        """Give it another state."""
        super().change(s, dice, after)
        if after == GONE:
            self.put(s, "behind", 0)

    def fall_behind(self, s: Any, hexes: Any) -> None:
        """Let it be further behind its line."""
        if hexes != 0 and self.state(s) < GONE:
            self.put(s, "behind", min(self.get(s, "behind") + hexes, FARTHEST))

    def able(self, s: Any) -> bool:
        """Return whether it can go forward."""
        return bool(self.state(s) < DEMORALISED) and not self.rests(s)


class Line:
    """The groups of a side."""

    def __init__(self, rolls: Rolls, side: str, keys: LineKeys, policies: LinePolicies) -> None:
        self.side, self.policies, self.rolls = side, policies, rolls
        habits = standing(rest=policies.rest, until=policies.until)
        self.groups = [
            Group(rolls, f"{side}{number}", group, habits, who="group", side=side, path=f"{side}.groups.{number}")
            for number, group in enumerate(keys.groups, start=1)
        ]
        self.begins_broken = policies.until == "rout" and all(group.start >= ROUTED for group in self.groups)
        rules = rolls.rules
        self._shooting_states = GONE if rules.choice("routed-acts") == "yes" else ROUTED
        self._rest_shoots = rules.choice("rest-and-fire") == "yes"

    def broken(self, s: Any) -> bool:
        """Return whether all groups are broken."""
        return all(group.broken(s) for group in self.groups)

    @property
    def parties(self) -> list[list[Group]]:
        """Its shooters by kind; each by itself where they do not shoot together."""
        kinds: dict[str, list[Group]] = {}
        for group in self.groups:
            if group.shoots:
                kinds.setdefault(group.keys.kind.id if self.policies.join else group.name, []).append(group)
        return list(kinds.values())

    def may_shoot(self, s: Any, group: Group) -> bool:
        """Return whether a group has a shot left (Shots)."""
        able = group.state(s) < self._shooting_states and group.get(s, "done") == 0
        return bool(able) and (self._rest_shoots or not group.rests(s))

    @cached
    def reached(self, group: Group, ground: tuple[str, ...]) -> tuple[int, ...]:
        """Return from how far the rules allow a shot at a target in some terrain."""
        hexes = range(1, reach_of(group) + 1)
        return tuple(far for far in hexes if self.rolls.shot(group.unit(FRESH), far, ground, False) is not None)  # noqa: FBT003

    def allows(self, group: Group, hexes: Any, ground: tuple[str, ...]) -> bool:
        """Return whether the rules allow a group a shot so far."""
        reached = self.reached(group, ground)
        if not reached or hexes > reached[-1]:
            return False
        return len(reached) == reached[-1] or int(hexes) in reached

    @cached
    def shot(
        self,
        group: Group,
        strength: int,
        hexes: int,
        moved: bool,  # noqa: FBT001
        shaken: bool,  # noqa: FBT001
        target: Group,
        covered: bool,  # noqa: FBT001
    ) -> Roll:
        """Return the shot of groups of one kind together."""
        words, order = frozenset(("moved",) if moved else ()), ORDERS[1 if shaken else 0]
        unit = replace(group.unit(FRESH), strength=strength, most=strength, order=order, words=words)
        roll = self.rolls.shot(unit, hexes, target.keys.ground if covered else (), target.led)
        assert roll is not None
        return roll

    def go_forward(self, s: Any, dice: Dice) -> bool:
        """Go forward, and let groups behind catch up; return whether the line has come into contact (Movement)."""
        able = [group.able(s) for group in self.groups]
        inline = [can and bool(group.get(s, "behind") == 0) for can, group in zip(able, self.groups, strict=True)]
        paces = [group.movement(s) for here, group in zip(inline, self.groups, strict=True) if here]
        steps = max(min(*paces, s.gap - self.policies.stop), 0) if paces else 0
        if steps > 0:
            dice.note(f"side {self.side} goes forward, {{:hex}}", steps)
        for group, can, here in zip(self.groups, able, inline, strict=True):
            moved = steps
            if not can:
                group.fall_behind(s, steps)
                continue
            if not here:
                back = group.get(s, "behind") + steps
                moved = min(group.movement(s), back)
                group.put(s, "behind", min(back - moved, FARTHEST))
            group.go_forward(s, moved)
            if moved > 0:
                group.put(s, "moved", 1)
        s.gap -= steps
        return bool(steps > 0 and s.gap == 0)


# The game. -----------------------------------------------------------------------------------------------------------


def fire_fight(setup: FireFightSetup, rules: RuleSet) -> Process:
    """Return the fire-fight of a scenario under a rule set.

    Raises
    ------
    DataError
        If the rules do not allow what the scenario needs, or the source has lost it.
    """
    rolls, commands = Rolls(rules), (setup.a, setup.b)
    lines = Line(rolls, "a", setup.a, setup.policies_a), Line(rolls, "b", setup.b, setup.policies_b)
    groups = [group for line in lines for group in line.groups]
    for line, targets in (lines, lines[::-1]):
        for party in line.parties:
            check_shots(rolls, party[0], targets.groups, range(1, reach_of(party[0]) + 1))

    def judge(s: Any, dice: Dice, changed: Stack) -> None:
        """Look for an ending: a side can break where one of its groups has (endings)."""
        for line in lines:
            now = line.begins_broken or (changed.side == line.side and changed.broken(s))
            if now and line.broken(s):
                end(s, dice, ENDINGS, f"{line.side}_broken")
                return

    def back(s: Any, stack: Stack, hexes: int) -> None:
        assert isinstance(stack, Group)
        stack.fall_behind(s, hexes)

    order = TwoSides(rules, commands)
    evening = Evening(groups, lambda _s, _stack: True, judge, back)
    # Shots of phase B, and of activations: those come in several places of a turn.
    early, shots = (
        [_volleys(*pair, judge, activated=activated) for pair in (lines, lines[::-1])] for activated in (False, True)
    )
    return Process(
        name="fire-fight",
        columns=[Column("gap", FARTHEST, setup.gap), *columns_of(groups), *order.columns, Column("acting", 1)],
        phases=[
            rest_marks(groups, lambda _s, _stack: True),
            *_phase_b(rules, lines, early),
            Phase("initiative", order.throw),
            *(phase for place in order.places() for phase in _activation(lines, shots[place.leader], place)),
            Phase("activations: end", order.forget),
            *evening.phases,
        ],
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=tuple(
            measure
            for line in lines
            for measure in units_in(line.side, line.groups, "eliminated", "routed", "demoralised", "fatigued")
        ),
        tallies=tuple(f"{side}_{counted}" for side in "ab" for counted in ("shots", "hits", "routs", "rallies")),
        series=(
            *(measure for line in lines for measure in units_in(line.side, line.groups, "organised")),
            Measure("gap", FARTHEST, lambda s: s.gap),
        ),
        plan={
            **{f"{line.side}.target": _target_rule(line, targets) for line, targets in (lines, lines[::-1])},
            **plan_of("a", setup.policies_a, "act", "rest"),
            **plan_of("b", setup.policies_b, "act", "rest"),
        },
        sides=tuple(
            Side(
                line.side,
                (f"{other.side}_broken",),
                losses=tuple(f"{line.side}_{state}" for state in ("eliminated", "routed", "demoralised")),
                kinds="broken_units",
            )
            for line, other in (lines, lines[::-1])
        ),
        notes=_out_of_reach(setup, lines),
    )


def _out_of_reach(setup: FireFightSetup, lines: tuple[Line, Line]) -> tuple[Note, ...]:
    """Return that nobody can ever shoot, if the lines stay that far apart."""
    closest = min([setup.gap, *(line.policies.stop for line in lines if line.policies.act == "attack")])
    reached = {
        hexes
        for line, targets in (lines, lines[::-1])
        for party in line.parties
        for ground in ((), *(target.keys.ground for target in targets.groups))
        for hexes in line.reached(party[0], ground)
    }
    if not closest or any(gap + 1 in reached for gap in range(closest, setup.gap + 1)):
        return ()
    return (Note("out_of_reach", (("gap", closest),), number=closest),)


def _phase_b(rules: RuleSet, lines: tuple[Line, Line], volleys: Sequence[Volleys]) -> list[Phase]:
    """Return the shots of artillery and archers in their four steps (one game turn, 2)."""
    once = rules.choice("phase-b-shots") == "per-phase"
    phases: list[Phase] = []
    for title, kind, side in STEPS:
        name = f"phase B: {title} of side {lines[side].side}"
        if shots := _shots(name, volleys[side], (kind,)):
            phases += [*shots, _forget(f"{name}: end", lines[side], [] if once else lines)]
    return [*phases, _forget("phase B: end", lines[0], lines)] if phases and once else phases


def _forget(name: str, line: Line, targets: Sequence[Line]) -> Phase:
    """Return the end of a step or an activation: who has shot, and at whom, is forgotten (one game turn, 2 and 4)."""

    def forget(s: Any, dice: Dice) -> None:
        del dice
        for group in line.groups:
            group.put(s, "done", 0)
            group.put(s, "moved", 0)
        for group in (group for other in targets for group in other.groups):
            group.put(s, "hit", 0)
        s.acting = 0

    return Phase(name, forget)


def _activation(lines: tuple[Line, Line], volleys: Volleys, place: Place) -> list[Phase]:
    """Return an activation: movement, then shots (one game turn, 4).

    There are no combats: the game ends where the lines meet (``contact-ends-it`` of the assumptions).
    """
    line = lines[place.leader]
    name = f"side {line.side} {place.words}"

    def move(s: Any, dice: Dice) -> None:
        if not place.when(s):
            return
        s.acting = 1
        if dice.choose(ACT[line.side], ("shoot", "attack")) == "attack" and line.go_forward(s, dice):
            end(s, dice, ENDINGS, "reached")

    return [
        Phase(f"{name}: movement", move),
        *_shots(name, volleys, TYPES),
        _forget(f"{name}: end", line, lines),
    ]


def _shots(name: str, volleys: Volleys, types: Sequence[str]) -> list[Phase]:
    """Return the shots of groups of some types, a phase for each that can choose a target (Shots)."""
    return [Phase(f"{name}: shot of {group.who}", act) for group, act in volleys if group.keys.kind.type in types]


def _volleys(line: Line, targets: Line, judge: Callable[[Any, Dice, Stack], None], *, activated: bool) -> Volleys:
    """Return what each group of a line does that can choose a target: in all turns, or if the line is `activated`."""
    return [
        (group, partial(_volley, line, targets, judge, party[number:], activated))
        for party in line.parties
        if line.reached(party[0], ())
        for number, group in enumerate(party)
    ]


def _volley(
    line: Line,
    targets: Line,
    judge: Callable[[Any, Dice, Stack], None],
    mates: Sequence[Group],
    activated: bool,  # noqa: FBT001
    s: Any,
    dice: Dice,
) -> None:
    """Let the first of some groups shoot, with all who join it (Shots)."""
    first = mates[0]
    if (activated and s.acting == 0) or not line.may_shoot(s, first):
        return

    def in_reach(group: Group, target: Group) -> bool:
        return line.allows(group, _distance(s, group, target), _ground(s, target))

    options = [
        number
        for number, target in enumerate(targets.groups)
        if target.state(s) < GONE and target.get(s, "hit") == 0 and in_reach(first, target)
    ]
    if not options:
        return
    target = targets.groups[dice.choose(TARGET[line.side], options, shooter=first)]
    dice.note(f"{first.who} shoots at {target.who}")
    strength, hexes, moved, shaken = 0, 0, False, False
    for mate in mates:
        if not line.may_shoot(s, mate) or not in_reach(mate, target):
            continue
        strength += mate.strengths[mate.fatigued(s)]
        hexes = max(hexes, int(_distance(s, mate, target)))
        moved = moved or bool(mate.get(s, "moved") == 1)
        shaken = shaken or bool(DEMORALISED <= mate.state(s) < ROUTED)
        mate.put(s, "done", 1)
        if mate is not first:
            dice.note(f"{mate.who} shoots with {first.who}")
    roll = line.shot(first, strength, hexes, moved, shaken, target, target.on_its_ground(s))
    target.put(s, "hit", 1)
    target.fall_behind(s, shoot_at(s, dice, target, roll, who=first.who, side=first.side))
    judge(s, dice, target)


def _distance(s: Any, shooter: Group, target: Group) -> Any:
    return s.gap + 1 + shooter.get(s, "behind") + target.get(s, "behind")


def _ground(s: Any, target: Group) -> tuple[str, ...]:
    return target.keys.ground if target.on_its_ground(s) else ()


def _target_rule(line: Line, targets: Line) -> Rule:
    """Return how the policy `target` chooses: whoever is not broken goes before whoever is."""

    def choose(s: Any, options: Sequence[int], *, shooter: Group) -> int:
        policy = line.policies.target
        standing = [number for number in options if not targets.groups[number].broken(s)] or list(options)
        if policy == "first":
            return standing[0]
        if policy == "nearest":
            return min(standing, key=lambda number: _distance(s, shooter, targets.groups[number]))

        def weakness(number: int) -> tuple[int, bool]:
            group = targets.groups[number]
            quality = group.keys.both("quality", 0)[group.fatigued(s)]
            return quality, not DEMORALISED <= group.state(s) < ROUTED

        return min(standing, key=weakness)

    return choose


# What it says of itself. ---------------------------------------------------------------------------------------------


def _facts(setup: FireFightSetup, words: Locale) -> Facts:
    return (
        (words.text("facts.side_a"), _line(setup.a, words)),
        (words.text("facts.side_b"), _line(setup.b, words)),
        (words.text("facts.between"), words.plural("facts.empty_hexes", setup.gap)),
    )


def _line(line: LineKeys, words: Locale) -> str:
    groups = [words.text("frame.comma").join(unit_words(group, words)) for group in line.groups]
    return words.text("frame.semicolon").join((*groups, *command_words(line, words)))


def _sweep(setup: FireFightSetup) -> tuple[Axis, Axis]:
    strength = setup.a.groups[0].both("strength", 1)[0]
    low = max(1, strength - 2)
    return ("gap", tuple(range(1, 6))), ("a.groups.1.strength", tuple(range(low, low + 6)))


PLAYABLE = Playable(name="fire-fight", keys=FireFightSetup, make=fire_fight, facts=_facts, sweep=_sweep)

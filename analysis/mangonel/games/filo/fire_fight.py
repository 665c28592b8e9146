"""A fire-fight: groups that shoot at groups. Steps in brackets are those of `docs/sequences/fire-fight.md`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from mangonel.engine.board import Spot
from mangonel.engine.notes import Note
from mangonel.engine.process import Column, Dice, Measure, Phase, Process
from mangonel.engine.rolls import cached
from mangonel.games.fields import DEFINES, POLICY, Keys, Told, block, blocks, flag, one_of, whole
from mangonel.games.filo import units
from mangonel.games.filo.combat import Rolls
from mangonel.games.filo.keys import CommandKeys, UnitKeys, command_words, facts_between, lead, policies_of, unit_words
from mangonel.games.filo.lanes import FARTHEST, STEPS, check_shots, column_of, ground, reach_of, shoot_at
from mangonel.games.filo.states import STRENGTHS
from mangonel.games.filo.turn import Place, TwoSides, turn_of
from mangonel.games.system import Axis, Playable, end
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import words

Volleys: TypeAlias = "Sequence[tuple[Group, Callable[[Any, Dice], None]]]"
ENDINGS = {"b_broken": "side b is broken", "a_broken": "side a is broken", "reached": "the lines are in contact"}
_MOST = 4


class LineKeys(CommandKeys):
    """A line of groups beside each other."""

    groups: tuple[UnitKeys, ...] = blocks(UnitKeys, "stacks beside each other", least=1, most=_MOST)


class LinePolicies(Keys):
    """Decisions of the player of a line."""

    act: str = one_of(("shoot", "attack"), "stand and shoot; close and shoot", told=POLICY)
    stop: int = whole(
        0, 9, 'with `act = "attack"`: the gap at which it stops; 0: contact', 1, (0, 1, 2, 3), told=POLICY
    )
    target: str = one_of(("nearest", "weakest", "first"), "whom to shoot at", told=Told("shoots_at"))
    join: bool = flag("groups of one type shoot together", usual=True, told=POLICY)
    rest: bool = flag("groups rest when they may", told=Told("rests"))
    lead: str = lead()
    until: str = one_of(("rout", "eliminated"), "when a group is broken", told=DEFINES)


class FireFightSetup(Keys):
    """A line against a line."""

    turns: int = whole(1, 60, "the most turns that are played")
    gap: int = whole(1, 10, "empty hexes between the two lines")
    a: LineKeys = block(LineKeys, at="a")
    b: LineKeys = block(LineKeys, at="b")
    policies_a: LinePolicies = policies_of(LinePolicies, "a")
    policies_b: LinePolicies = policies_of(LinePolicies, "b")


class Group(units.Stack):
    """A stack in a line, so many hexes ``behind`` it; ``hit``, ``done`` and ``moved`` are its deeds in a step."""

    line: Line

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        return [*super().parts, ("behind", FARTHEST, 0), *((mark, 1, 0) for mark in ("hit", "done", "moved"))]

    def fall_behind(self, s: Any, hexes: Any) -> None:
        if hexes != 0 and self.state(s) < units.GONE:
            self.put(s, "behind", min(self.get(s, "behind") + hexes, FARTHEST))

    def has_fled(self, s: Any, dice: Dice, hexes: int) -> None:
        self.fall_behind(s, hexes)
        self.line.judge(s, dice, self)


class Line:
    """The groups of a side; `targets` are those of the other, and `judge` looks at the endings after one changes."""

    targets: Line
    judge: Callable[[Any, Dice, Group], None]

    def __init__(self, rolls: Rolls, side: str, keys: LineKeys, policies: LinePolicies) -> None:
        self.side, self.policies, self.rolls = side, policies, rolls
        self.groups = [
            Group(rolls, f"{side}{number}", group, policies, who="group", side=side, path=f"{side}.groups.{number}")
            for number, group in enumerate(keys.groups, start=1)
        ]
        for group in self.groups:
            group.line = self
            group.forgotten.append("behind")
        self.begins_broken = policies.until == "rout" and all(group.start >= units.ROUTED for group in self.groups)
        rules = rolls.rules
        self._shooting_states = units.GONE if rules.choice("routed-acts") == "yes" else units.ROUTED
        self._rest_shoots = rules.choice("rest-and-fire") == "yes"

    def broken(self, s: Any) -> bool:
        return all(group.broken(s) for group in self.groups)

    @property
    def parties(self) -> list[list[Group]]:
        """Its shooters by type; each by itself where they do not shoot together."""
        types: dict[str, list[Group]] = {}
        for group in self.groups:
            if group.shoots:
                types.setdefault(group.weapon if self.policies.join else group.name, []).append(group)
        return list(types.values())

    def may_shoot(self, s: Any, group: Group) -> bool:
        """Return whether a group has a shot left (Shots)."""
        able = group.state(s) < self._shooting_states and group.get(s, "done") == 0
        return bool(able) and (self._rest_shoots or not group.rests(s))

    @cached
    def reached(self, group: Group, ground: tuple[str, ...]) -> tuple[int, ...]:
        """Return from how far the rules allow a shot at a target in some terrain."""
        hexes, unit = range(1, reach_of(group) + 1), group.unit(units.FRESH)
        return tuple(far for far in hexes if self.rolls.shot((unit,), far, ground, False) is not None)  # noqa: FBT003

    def in_reach(self, s: Any, group: Group, target: Group) -> bool:
        hexes, reached = _distance(s, group, target), self.reached(group, target.ground(s))
        near = bool(reached) and hexes <= reached[-1]
        return near and (len(reached) == reached[-1] or int(hexes) in reached)

    def volleys(self, *, activated: bool) -> Volleys:
        """Return the shot of each group that can choose a target: in all turns, or if the line is `activated`."""
        return [
            (group, partial(self.volley, party[number:], activated))
            for party in self.parties
            if self.reached(party[0], ())
            for number, group in enumerate(party)
        ]

    def volley(self, mates: Sequence[Group], activated: bool, s: Any, dice: Dice) -> None:  # noqa: FBT001
        """Let the first of some groups shoot, with all that join it (Shots)."""
        first = mates[0]
        if (activated and s.acting == 0) or not self.may_shoot(s, first):
            return
        options = [
            number
            for number, target in enumerate(self.targets.groups)
            if target.state(s) < units.GONE and target.get(s, "hit") == 0 and self.in_reach(s, first, target)
        ]
        if not options:
            return
        target = self.targets.groups[units.decide(dice, self.side, "target", options, shooter=first)]
        dice.note(f"{first.who} shoots at {target.who}")
        shooters, hexes = [], 0
        for mate in mates:
            if not self.may_shoot(s, mate) or not self.in_reach(s, mate, target):
                continue
            moved = ("moved",) if mate.get(s, "moved") == 1 else ()
            shooters.append(mate.unit(mate.state(s), (), (), moved))
            hexes = max(hexes, int(_distance(s, mate, target)))
            mate.put(s, "done", 1)
            if mate is not first:
                dice.note(f"{mate.who} shoots with {first.who}")
        roll = self.rolls.shot(tuple(shooters), hexes, target.ground(s), target.led)
        assert roll is not None
        target.put(s, "hit", 1)
        target.fall_behind(s, shoot_at(s, dice, target, roll, who=first.who, side=first.side))
        self.judge(s, dice, target)

    def go_forward(self, s: Any, dice: Dice) -> bool:
        """Go forward, and let groups behind catch up; return whether the line has come into contact (Movement)."""
        able = [bool(group.state(s) < units.DEMORALISED) and not group.rests(s) for group in self.groups]
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


def _fire_fight(setup: FireFightSetup, rules: RuleSet) -> Process:
    """Return the fire-fight of a scenario; one that the rule set or its lost cells do not allow is a DataError."""
    rolls, commands = Rolls(rules), (setup.a, setup.b)
    lines = Line(rolls, "a", setup.a, setup.policies_a), Line(rolls, "b", setup.b, setup.policies_b)
    groups = [group for line in lines for group in line.groups]

    def judge(s: Any, dice: Dice, changed: Group) -> None:
        """Look for an ending: a side can break where one of its groups has (endings)."""
        for line in lines:
            now = line.begins_broken or (changed.side == line.side and changed.broken(s))
            if now and line.broken(s):
                end(s, dice, ENDINGS, f"{line.side}_broken")
                return

    for line, targets in (lines, lines[::-1]):
        line.targets, line.judge = targets, judge
        for party in line.parties:
            check_shots(rolls, party[0], targets.groups, range(1, reach_of(party[0]) + 1))
    order = TwoSides(rules, commands)
    # Shots of activations come in several places of a turn.
    shots = [line.volleys(activated=True) for line in lines]
    return Process(
        name="fire-fight",
        columns=[Column("gap", FARTHEST, setup.gap), *units.columns_of(groups), *order.columns, Column("acting", 1)],
        phases=turn_of(
            groups,
            _phase_b(rules, lines),
            order.throw,
            [phase for place in order.places() for phase in _activation(lines, shots[place.leader], place)],
            order.forget,
        ),
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=tuple(measure for line in lines for measure in units.units_in(line.side, line.groups, *units.FATES)),
        tallies=tuple(f"{side}_{counted}" for side in "ab" for counted in ("shots", "hits", "routs", "rallies")),
        series=(
            *(measure for line in lines for measure in units.units_in(line.side, line.groups, "organised")),
            Measure("gap", FARTHEST, lambda s: s.gap),
        ),
        board=partial(_board, lines),
        plan={
            **{f"{line.side}.target": partial(_aim, line) for line in lines},
            **units.plan_of("a", setup.policies_a, "act", "rest", "lead"),
            **units.plan_of("b", setup.policies_b, "act", "rest", "lead"),
        },
        sides=units.owners({"a": ["b_broken"], "b": ["a_broken"]}, stacks=groups),
        notes=_out_of_reach(setup, lines),
    )


def _board(lines: tuple[Line, Line], s: Any) -> tuple[Spot, ...]:
    """Return the groups of both sides in front of each other, those behind their line further back."""
    gap, rows = int(s.gap), range(max(len(line.groups) for line in lines))
    groups = [
        group.spot(s, column_of(side, gap, int(group.get(s, "behind"))), row)
        for side, line in enumerate(lines)
        for row, group in enumerate(line.groups)
    ]
    return (*(spot for row in rows for spot in ground(row, gap)), *groups)


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


def _phase_b(rules: RuleSet, lines: tuple[Line, Line]) -> list[Phase]:
    """Return the shots of artillery and archers in their four steps (one game turn, 2)."""
    once = rules.choice("phase-b-shots") == "per-phase"
    volleys = [line.volleys(activated=False) for line in lines]
    phases: list[Phase] = []
    for title, kind, side in STEPS:
        name = f"phase B: {title} of side {lines[side].side}"
        if shots := [
            Phase(f"{name}: shot of {group.who}", act) for group, act in volleys[side] if group.keys.kind.type == kind
        ]:
            phases += [*shots, Phase(f"{name}: end", partial(_forget, lines[side], [] if once else lines))]
    return [*phases, Phase("phase B: end", partial(_forget, lines[0], lines))] if phases and once else phases


def _forget(line: Line, targets: Sequence[Line], s: Any, dice: Dice) -> None:
    """Forget at the end of a step or an activation the shots and their targets (one game turn, 2 and 4)."""
    marks = [(group, mark) for group in line.groups for mark in ("done", "moved")]
    marks += [(group, "hit") for other in targets for group in other.groups]
    if s.total([s.acting, *(group.get(s, mark) for group, mark in marks)]) > 0:
        s.acting = 0
        for group, mark in marks:
            group.put(s, mark, 0)


def _activation(lines: tuple[Line, Line], volleys: Volleys, place: Place) -> list[Phase]:
    """Return an activation: movement, then shots; contact ends the game before a combat (one game turn, 4)."""
    line = lines[place.leader]
    name = f"side {line.side} {place.words}"

    def move(s: Any, dice: Dice) -> None:
        if not place.when(s):
            return
        s.acting = 1
        if units.decide(dice, line.side, "act", ("shoot", "attack")) == "attack" and line.go_forward(s, dice):
            end(s, dice, ENDINGS, "reached")

    return [
        Phase(f"{name}: movement", move),
        *(Phase(f"{name}: shot of {group.who}", act) for group, act in volleys),
        Phase(f"{name}: end", partial(_forget, line, lines)),
    ]


def _distance(s: Any, shooter: Group, target: Group) -> Any:
    return s.gap + 1 + shooter.get(s, "behind") + target.get(s, "behind")


def _aim(line: Line, s: Any, options: Sequence[int], *, shooter: Group) -> int:
    """Return the target that the policy `target` chooses: unbroken targets go before broken ones."""
    targets, policy = line.targets.groups, line.policies.target
    standing = [number for number in options if not targets[number].broken(s)] or list(options)
    if policy == "first":
        return standing[0]
    if policy == "nearest":
        return min(standing, key=lambda number: _distance(s, shooter, targets[number]))
    weakest = [(group.quality(s), not units.DEMORALISED <= group.state(s) < units.ROUTED) for group in targets]
    return min(standing, key=weakest.__getitem__)


def _line(line: LineKeys) -> str:
    groups = [words().with_commas(unit_words(group)) for group in line.groups]
    return words().with_semicolons((*groups, *command_words(line)))


def _sweep(setup: FireFightSetup) -> tuple[Axis, Axis]:
    low = max(1, setup.a.groups[0].both("strength")[0] - 2)
    return ("gap", tuple(range(1, 6))), ("a.groups.1.strength", tuple(range(low, STRENGTHS[1] + 1)[:6]))


_facts = partial(facts_between, told=_line)
PLAYABLE = Playable(name="fire-fight", keys=FireFightSetup, make=_fire_fight, facts=_facts, sweep=_sweep)

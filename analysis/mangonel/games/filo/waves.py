"""Waves against lines in depth. Steps in brackets are those of `docs/sequences/waves.md`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, product
from typing import Any

from mangonel.engine.board import Spot
from mangonel.engine.process import Act, Column, Dice, Measure, Phase, Process, Rule
from mangonel.games.fields import DEFINES, POLICY, Fault, Keys, Of, Told, block, blocks, flag, given, one_of, whole
from mangonel.games.filo import keys, lanes, states, units
from mangonel.games.filo.combat import ROUTS, Rolls
from mangonel.games.filo.turn import Order, Place, turn_of
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

ENDINGS = {"last_line_reached": "the last line is reached", "waves_broken": "all waves are broken"}
_PHASE_B = {kind: title for title, kind, _ in lanes.STEPS}
_MOST = 4


class _LedKeys(keys.UnitKeys):
    """A stack, and the leader that activates it."""

    value: int = whole(*keys.LEADER_VALUES, "of the leader who activates it")
    activations: int = whole(1, 2, "2: the army leader activates it once more", 1)


class WaveKeys(_LedKeys):
    """A stack of the side that attacks."""

    gap: int = whole(0, 10, "empty hexes between it and the first line")
    ruy_diaz: bool = flag("Ruy Díaz is with it (option `ruy-diaz`)")


class LineKeys(_LedKeys):
    """A stack of the side that is attacked."""

    mujahids: bool = flag("it never goes back of its own will (option `mujahids`)")
    al_nasir: bool = flag("it waits until it is attacked or shot at (option `al-nasir`)")

    def faults(self) -> Iterator[Fault]:
        yield self.state.startswith(states.ROUTED), "it is broken as it begins", "state", self.state


class ArmyKeys(Keys):
    """The leader of an army."""

    army_bonus: int = whole(*states.BONUSES, "of the army leader, for the initiative", 0)
    army_leader: int | None = whole(1, _MOST, "number of his wave or line, else the last", None)
    radius: int | None = whole(
        1, 30, "hexes within which he activates others with his own, in place of their `activations`", None
    )


_NAMED = "which rival has to act at once at class C3 and C4"


class WavePolicies(keys.Policies):
    """Decisions of the player of the waves."""

    act: str = given(lambda _: keys.ACTS[0])
    until: str = one_of(("rout", "eliminated"), "when a wave is broken", told=DEFINES)
    order: str = one_of(
        ("forward", "backward"), "which of waves with the same value acts first", told=Told("wave_order")
    )
    reserve: int = whole(
        0,
        Of(("waves",), -1, _MOST - 1),
        "waves that have to be broken before the last one acts",
        0,
        lambda setup: range(len(setup.waves)),
        told=POLICY,
    )
    lead: str = one_of(("lowest", "highest"), "the value of who acts first with the initiative", told=POLICY)
    named: str = one_of(("front", "army"), _NAMED, told=POLICY)
    together: bool = flag(
        "those whom the army leader reaches attack with his own wave, else only in their own activations",
        usual=True,
        told=Told("attacks_together"),
    )


class LinePolicies(keys.Policies):
    """Decisions of the player of the lines."""

    act: str = keys.acts(meaning="fight who is in contact, else shoot; shoot; shoot in defence only")
    charge: bool = given(lambda _: False)
    charge_asked: bool = given(lambda _: False)
    until: str = given(lambda _: "rout")
    named: str = one_of(("front", "army"), _NAMED, told=POLICY)


class WavesSetup(Keys):
    """Waves against lines."""

    turns: int = whole(1, 60, "the most turns that are played")
    depth: int = whole(1, 10, "empty hexes from a wave in contact to the next line, when the line in front has broken")
    banner: bool = flag("the Almohad banner is in the hex of the last line (option `almohad-banner`)")
    a: ArmyKeys = block(ArmyKeys, at="a")
    b: ArmyKeys = block(ArmyKeys, at="b")
    waves: tuple[WaveKeys, ...] = blocks(WaveKeys, "stacks that attack", least=1, most=_MOST)
    lines: tuple[LineKeys, ...] = blocks(LineKeys, "stacks behind each other, from the front", least=1, most=_MOST)
    policies_a: WavePolicies = keys.policies_of(WavePolicies, "a", "waves")
    policies_b: LinePolicies = keys.policies_of(LinePolicies, "b", "lines")

    def faults(self) -> Iterator[Fault]:
        sides = (("waves", "a", self.a, self.waves), ("lines", "b", self.b, self.lines))
        for name, side, army, stacks in sides:
            few = army.army_leader is not None and army.army_leader > len(stacks)
            yield few, f"there are {len(stacks)} {name}", f"{side}.army_leader", army.army_leader
            attack = (self.policies_a if side == "a" else self.policies_b).act == "attack"
            for number, stack in enumerate(stacks, start=1):
                path, gun = f"{name}.{number}", stack.kind.type == keys.ARTILLERY
                yield gun and attack, "artillery does not attack", f"{path}.kind", keys.ARTILLERY
                twice, message = stack.activations > 1, "the radius of the army leader decides whom he activates"
                yield twice and army.radius is not None, message, f"{path}.activations", stack.activations
        over = self.policies_a.until == "rout" and all(wave.state.startswith(states.ROUTED) for wave in self.waves)
        yield over, "all waves are broken as they begin", "waves.1.state", self.waves[0].state
        for number in [number for number, wave in enumerate(self.waves, start=1) if wave.ruy_diaz][1:]:
            yield True, "Ruy Díaz is with another wave", f"waves.{number}.ruy_diaz", True


class Wave(units.Stack):
    """A wave; its moves change its own gap."""

    def __init__(self, game: Game, place: int) -> None:
        keys, path, policies = game.setup.waves[place], f"waves.{place + 1}", game.setup.policies_a
        super().__init__(game.rolls, f"a{place + 1}", keys, policies, who="wave", side="a", path=path)
        self.game, self.number, self.value, self.activations = game, place + 1, keys.value, keys.activations
        self.gap_column = Column(f"gap{self.number}", lanes.FARTHEST, keys.gap)

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        """Its own; its deed in the activation of the army leader, once all have moved."""
        return [*super().parts, *([("way", lanes.CHARGES, 0)] if self in self.game.led else [])]

    def free(self, s: Any) -> bool:
        return bool(self.gap(s) > 0)

    def has_fled(self, s: Any, dice: Dice, hexes: int) -> None:
        self.game.judge(self.game.waves[-1], self.game.lines[-1], s, dice)

    def gap(self, s: Any) -> Any:
        """Return the empty hexes between it and the line in front."""
        return getattr(s, self.gap_column.name)

    def widen(self, s: Any, hexes: Any) -> None:
        setattr(s, self.gap_column.name, max(min(self.gap(s) + hexes, lanes.FARTHEST), 0))

    def distance(self, s: Any, other: Wave) -> int:
        return units.hexes_between(self.number - other.number, self.gap(s) - other.gap(s))

    def touches(self, s: Any) -> bool:
        return bool(self.gap(s) == 0 and self.state(s) < units.GONE)

    def shift(self, s: Any, hexes: Any) -> None:
        self.widen(s, -hexes)


class BattleLine(units.Stack):
    """A line; its moves change the gaps of all waves."""

    def __init__(self, game: Game, place: int) -> None:
        keys, setup, name = game.setup.lines[place], game.setup, f"b{place + 1}"
        super().__init__(game.rolls, name, keys, setup.policies_b, who="line", side="b", path=f"lines.{place + 1}")
        self.game, self.place, self.number = game, place, len(game.waves) + place + 1
        self.value, self.activations = keys.value, keys.activations
        self.last, self._depth = place + 1 == len(setup.lines), setup.depth
        # The farthest that it routs, with a retreat besides where the rules add it.
        farthest = max(self.after(state, "Dr+R")[1] for state in range(units.GONE))
        self.crosses = not self.last and farthest >= setup.depth
        self._stays = keys.mujahids and self.rules.choice("mujahids") == states.ON
        self._banner = setup.banner and self.last and self.rules.choice("almohad-banner") == states.ON
        self.waits = keys.al_nasir and self.rules.choice("al-nasir") == states.ON

    def free(self, s: Any) -> bool:
        return not self.in_front(s) or not any(wave.touches(s) for wave in self.game.waves)

    def may_rally(self, s: Any) -> bool:
        return self.free(s) and not self.broken(s)

    def beside(self, s: Any) -> tuple[bool, bool]:
        return False, self._banner and bool(self.retreat(s) == 0)

    def distance(self, s: Any, other: BattleLine) -> int:
        return abs(self.place - other.place) * self._depth

    def in_front(self, s: Any) -> bool:
        return bool(s.front == self.place)

    def retreat(self, s: Any) -> Any:
        """Return how many hexes the last line stands behind its hex of the start."""
        return s.retreat - lanes.FARTHEST

    def asleep(self, s: Any) -> bool:
        """Return whether it waits to be attacked or shot at."""
        return self.waits and bool(s.awake == 0)

    def disturb(self, s: Any, dice: Dice) -> None:
        """Take the mark of its rest away, and wake the banner of Al-Nasir."""
        super().disturb(s, dice)
        if self.asleep(s):
            dice.note("the banner of Al-Nasir may fight now")
            s.awake = 1

    def can_go_back(self, s: Any) -> bool:
        return not self._stays and not self.asleep(s) and super().can_go_back(s)

    def shift(self, s: Any, hexes: Any) -> None:
        """Note a move towards the waves, in hexes; if it is broken, the next line counts (moves and distances)."""
        if self.state(s) < units.ROUTED:
            for wave in self.game.waves:
                wave.widen(s, -hexes)
            if self.last:
                s.retreat = max(min(s.retreat - hexes, 2 * lanes.FARTHEST), 0)

    def suffer(self, s: Any, dice: Dice, result: str, *, combat: bool = False) -> int:
        """Carry a result out; if it breaks, the next line is further away (moves and distances)."""
        stood = self.state(s) < units.ROUTED
        hexes = super().suffer(s, dice, result, combat=combat)
        if not self.last and stood and self.state(s) >= units.ROUTED:
            for wave in self.game.waves:
                wave.widen(s, self._depth)
            if hexes >= self._depth and self.state(s) < units.GONE:
                self.game.lines[self.place + 1].be_crossed(s, dice)
        return hexes

    def be_crossed(self, s: Any, dice: Dice) -> None:
        """Test its quality after a rout has crossed it (moves and distances)."""
        if self.is_passed(s, dice):
            self.count(dice, "passed")
            # It is not attacked: only the mark of its rest goes.
            super().disturb(s, dice)
            self.suffer(s, dice, ROUTS)


class Meeting(lanes.Lane):
    """A wave and a line; the gap between them is the wave's."""

    def widen(self, s: Any, hexes: Any) -> None:
        """Do nothing: stacks change the gaps as they move."""


class WaveActivation(lanes.Activation):
    """The activation of a wave against a line, by its own leader, or by the army leader with others."""

    def close_in(self, s: Any, dice: Dice) -> None:
        """Move, which may take it into the hex of the last line (activation of a wave)."""
        super().close_in(s, dice)
        self.lane.judge(s, dice)

    def come(self, place: Place, s: Any, dice: Dice) -> None:
        """Move, or wait, and keep all else for when the others have moved (activation by the army leader, 1)."""
        his = self.own is self.own.game.led[-1]
        if place.when(s) and (his or units.decide(dice, "a", "together", (True, False), stack=self.own)):
            self.move(place, s, dice)
            if s.way >= lanes.FIGHTS or (s.way != lanes.NOTHING and self.own.shoots):
                self.own.put(s, "way", int(s.way))
            s.way = lanes.NOTHING

    def lead(self, s: Any, dice: Dice) -> None:
        """Attack with all in contact; it is a charge only if all charge (activation by the army leader, 3)."""
        attackers = self.own.game.attackers(s)
        if self.own in attackers[:1] and self.other.in_front(s):
            charge = all(wave.get(s, "way") == lanes.CHARGES for wave in attackers)
            s.way = lanes.CHARGES if charge else min(int(self.own.get(s, "way")), lanes.CLOSES)

    def defend(self, s: Any, dice: Dice) -> None:
        """Let the line shoot, unless it has just routed the first attacker (activation by the army leader, 3)."""
        if not any(wave.get(s, "way") >= lanes.FIGHTS and wave.state(s) >= units.ROUTED for wave in self.own.game.led):
            super().defend(s, dice)

    def shoot_before(self, s: Any, dice: Dice) -> None:
        """Shoot before the combat, unless the line has been shot at (activation by the army leader, 3)."""
        if s.target == 0:
            super().shoot_before(s, dice)

    def fight(self, s: Any, dice: Dice) -> Act | None:
        """Throw for all attackers (activation by the army leader, 3)."""
        if not self._goes_on(s):
            return None
        others = [wave for wave in self.own.game.attackers(s) if wave is not self.own]
        self.own.game.forget_ways(s)
        return self._fight(s, dice, others)

    def follows_up(self, s: Any, dice: Dice, helpers: list[Any]) -> bool:
        """Let the first of them that is organised advance (activation by the army leader, 3)."""
        able = [wave for wave in (self.own, *helpers) if wave.state(s) < units.DEMORALISED]
        for wave in able[:1]:
            self._advance(s, dice, wave)
            if wave is not self.own:
                self.own.game.judge(wave, self.other, s, dice)
        return False


class LineActivation(lanes.Activation):
    """The activation of a line against a wave, and all others that are in contact."""

    def allies(self, s: Any, dice: Dice) -> list[Any]:
        """Return the other waves in its front hexes (activation of a line, 2)."""
        return [wave for wave in self.other.game.waves if wave is not self.other and wave.touches(s)]

    def close_in(self, s: Any, dice: Dice) -> None:
        """Fight a wave in contact, or stand (activation of a line, 2 and 3)."""
        if self.lane.gap(s) > 0 or self.own.asleep(s):
            s.way = lanes.STANDS
        else:
            super().close_in(s, dice)


def _nearest(s: Any, waves: Iterable[Wave]) -> int:
    """Return the wave with the smallest gap, of equal ones the lowest number; 0 if there is none."""
    nearest = min(waves, key=lambda wave: wave.gap(s), default=None)
    return 0 if nearest is None else nearest.number


def waves(setup: WavesSetup, rules: RuleSet) -> Process:
    """Return the waves of a scenario; one that the rule set or its lost cells do not allow is a DataError."""
    game = Game(setup, rules)
    sides: dict[str, Sequence[units.Stack]] = {"a": game.waves, "b": game.lines}
    return Process(
        name="waves",
        columns=game.columns,
        phases=game.phases,
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=(
            *units.fates_in(sides),
            Measure("lines_broken", len(game.lines), partial(units.broken_in, game.lines)),
        ),
        tallies=(
            *(f"{side}_{counted}" for side in sides for counted in units.TALLIES),
            *(["b_passed"] if any(line.crosses for line in game.lines) else []),
        ),
        series=(units.left_in("waves_left", game.waves), units.left_in("lines_left", game.lines)),
        board=game.board,
        plan=game.plan,
        sides=units.owners(
            {side: [ending] for side, ending in zip(sides, ENDINGS, strict=True)}, stacks=[*game.waves, *game.lines]
        ),
        notes_at_zero=units.never_charges(a=setup.policies_a),
    )


class Game:
    """Waves and lines, the phases of a turn, and the choice of leaders with the initiative, by number among all."""

    def __init__(self, setup: WavesSetup, rules: RuleSet) -> None:
        self.setup, self.rolls = setup, Rolls(rules)
        self._bonuses, self._radii = (setup.a.army_bonus, setup.b.army_bonus), (setup.a.radius, setup.b.radius)
        self.waves = [Wave(self, place) for place in range(len(setup.waves))]
        units.check_charge_asked(rules, setup.policies_a, self.waves, "a")
        self.lines = [BattleLine(self, place) for place in range(len(setup.lines))]
        self.stacks: list[Any] = [*self.waves, *self.lines]
        self._army = self.waves[(setup.a.army_leader or 0) - 1], self.lines[(setup.b.army_leader or 0) - 1]
        reached = self._led(self._army[0])
        self.led = reached if len(reached) > 1 else []
        self._meetings, self._acts = dict[Any, Meeting](), dict[Any, Any]()
        for wave, line in product(self.waves, self.lines):
            meeting = Meeting(self.rolls, (wave, line), 0, partial(self.judge, wave, line), str(wave.number))
            self._meetings[wave, line] = meeting
            self._acts[wave, line] = WaveActivation(meeting, wave)
            self._acts[line, wave] = LineActivation(meeting, line)
        for act in self._acts.values():
            act.check()
        leaders = [place + 1 for place in self._by_value()], [line.number for line in self.lines]
        values = {stack.number: stack.value for stack in self.stacks}
        begins = None if self._bonuses[0] == self._bonuses[1] else int(self._bonuses[1] < self._bonuses[0])
        self._order = Order(rules, leaders, values.__getitem__, begins)

    @property
    def columns(self) -> list[Column]:
        """Columns of all of them.

        ``retreat``: where the last line stands, counted from `FARTHEST` hexes before its hex of the start; ``front``:
        the place of the line in front; ``awake``: whether the banner of Al-Nasir may fight; ``target``: the wave that
        the line in front fights or shoots at.
        """
        return [
            *units.columns_of(self.stacks),
            *(wave.gap_column for wave in self.waves),
            Column("retreat", 2 * lanes.FARTHEST, lanes.FARTHEST),
            Column("front", len(self.lines) - 1),
            *([Column("awake", 1)] if any(line.waits for line in self.lines) else []),
            *self._order.columns,
            Column("target", len(self.waves)),
            *lanes.ACTING,
        ]

    @property
    def phases(self) -> list[Phase]:
        places = self._places()
        last = {place.leader: place for place in places}
        return turn_of(
            self.stacks,
            self._phase_b(),
            self._throw,
            [phase for place in places for phase in self._activation(place, last=place is last[place.leader])],
            self._order.forget,
            self.waves,
        )

    def board(self, s: Any) -> tuple[Spot, ...]:
        """Return the waves before the line in front, the lines behind it, and below them those that are broken."""
        middle, depth, last = (len(self.waves) - 1) // 2, self.setup.depth, self.lines[-1]
        columns = [line.place * depth + (int(last.retreat(s)) if line is last else 0) for line in self.lines]
        front, camp = columns[int(s.front)], (last.place * depth, middle) if self.setup.banner else None
        spots = [Spot(column, middle, "open") for column in range(front + 1, columns[-1])]
        spots += [Spot(*camp, "camp")] if camp else []
        for line, column in zip(self.lines, columns, strict=True):
            row = len(self.waves) if line.place < s.front or line.broken(s) else middle
            spots.append(line.spot(s, column, row, kind="camp" if (column, row) == camp else "open"))
        for row, wave in enumerate(self.waves):
            column = front - 1 - int(wave.gap(s))
            # The line in front stands before all of them.
            ways = range(column + 1, front + (row != middle))
            spots += [Spot(between, row, "open") for between in ways if (between, row) != camp]
            spots.append(wave.spot(s, column, row, kind="camp" if (column, row) == camp else "open"))
        return tuple(spots)

    def judge(self, wave: Wave, line: BattleLine, s: Any, dice: Dice) -> None:
        """Look for an ending after an action of a wave or of the line in front (endings)."""
        last = self.lines[-1]
        entered = line is last and wave.gap(s) < last.retreat(s) and wave.state(s) < units.ROUTED
        if entered or (line.broken(s) and last.broken(s)):
            end(s, dice, ENDINGS, "last_line_reached")
        elif wave.broken(s) and all(each.broken(s) for each in self.waves):
            end(s, dice, ENDINGS, "waves_broken")

    def _phase_b(self) -> list[Phase]:
        """Return the shots of artillery and archers of the line in front (one game turn, 2)."""
        shots = [
            Phase(
                f"phase B: {_PHASE_B[line.keys.kind.type]} of {line.who}, {wave.who}",
                partial(self._shoot_early, wave, line),
            )
            for line in self.lines
            if line.keys.kind.type in _PHASE_B and line.shoots
            for wave in self.waves
        ]
        over = Phase("phase B: end", partial(self._settle, 0))
        return [Phase("phase B: target", self._aim), *shots, over] if shots else []

    def _shoot_early(self, wave: Wave, line: BattleLine, s: Any, dice: Dice) -> None:
        """Let the line in front shoot at its target (one game turn, 2)."""
        if line.in_front(s) and s.target == wave.number:
            lanes.shoot_in_phase_b(self._meetings[wave, line], line, s, dice)

    def _throw(self, s: Any, dice: Dice) -> None:
        """Throw for the initiative; see the leaders that lead, are named and are silenced (one game turn, 3)."""
        ahead, letter = self._order.initiative.throw(dice, self._bonuses)
        self._order.begin(s, dice, self._bonuses)
        self._order.settle(s, dice, ahead, letter, self)
        chosen = {"acts first": s.lead, "has to act at once": s.named, "does not act": s.silent}
        for number, stack in enumerate(self.stacks, start=1):
            for part, leader in chosen.items():
                if leader == number:
                    dice.note(f"{stack.who} {part}")

    def _places(self) -> list[Place]:
        """Return the places of a turn: at once, named, the usual order (one game turn, 4)."""

        def when(number: int, *columns: str) -> Callable[[Any], bool]:
            return lambda s: any(getattr(s, column) == number for column in columns)

        return [
            *(Place(line.number, "acts first", when(line.number, "lead")) for line in self.lines),
            # The leader that leads and the one that is named are of different sides: waves need no place for each.
            *(Place(wave.number, "acts at once", when(wave.number, "lead", "named")) for wave in self.waves),
            *(Place(line.number, "acts after it", when(line.number, "named")) for line in self.lines),
            *chain.from_iterable(self._order.usual("acts", ("acts", "acts in turn"))),
        ]

    def _led(self, leader: Any) -> list[Any]:
        """Return the stacks that a leader can activate: those in reach of an army leader, and his own last."""
        side = int(isinstance(leader, BattleLine))
        others: Any = (self.waves, self.lines)[side] if leader is self._army[side] else []
        near = [stack for stack in others if stack.activations > 1 or self._radii[side] is not None]
        return [*(stack for stack in near if stack is not leader), leader]

    def _reached(self, place: Place, stack: Any) -> Place:
        """Return a place of a leader for a stack that he can activate, if it is in his radius then (7.2)."""
        leader = self.stacks[place.leader - 1]
        radius = self._radii[isinstance(stack, BattleLine)]
        if stack is leader or radius is None:
            return place
        return replace(place, when=lambda s: place.when(s) and stack.distance(s, leader) <= radius)

    def _activation(self, place: Place, *, last: bool) -> list[Phase]:
        """Return the activation of a leader against all that can be met (one game turn, 4)."""
        leader = self.stacks[place.leader - 1]
        name, phases = f"{leader.who} {place.words}", list[Phase]()
        joint = self.led and leader is self._army[0]
        for line in self.lines if joint else ():
            phases += self._joint(name, place, line)
        for stack in [] if joint else self._led(leader):
            title, here = name if stack is leader else f"{name}, {stack.who}", self._reached(place, stack)
            if isinstance(stack, BattleLine):
                phases.append(Phase(f"{title}: target", partial(self._aim_in, here, stack)))
            for other in self.lines if isinstance(stack, Wave) else self.waves:
                met = replace(here, when=partial(self._meets, here, stack, other))
                phases += self._acts[stack, other].phases(f"{title}, {other.who}", met)
        return [*phases, Phase(f"{name}: end", partial(self._settle, place.leader if last else 0))]

    def _joint(self, name: str, place: Place, line: BattleLine) -> list[Phase]:
        """Return the activation of the waves that the army leader reaches, against a line (7.2)."""
        moves, attacks = list[Phase](), list[Phase]()
        for wave in self.led:
            title, here = f"{name}, {wave.who}, {line.who}", self._reached(place, wave)
            here, act = replace(here, when=partial(self._meets, here, wave, line)), self._acts[wave, line]
            movement, *steps = act.phases(title, here)
            moves.append(Phase(movement.name, partial(act.come, here)))
            attacks += [Phase(f"{title}: attack", act.lead), *steps]
        shots = [Phase(f"{name}, {line.who}: shot", partial(self._shoot, line))]
        return [*moves, *(shots if any(wave.shoots for wave in self.led) else []), *attacks]

    def _shoot(self, line: BattleLine, s: Any, dice: Dice) -> None:
        """Let the first wave that can shoot at the line, and no other one (activation by the army leader, 2)."""
        for wave in self.led:
            way, meeting = wave.get(s, "way"), self._meetings[wave, line]
            if s.target == 0 and line.in_front(s) and way in (lanes.STANDS, lanes.MOVED) and wave.gap(s) > 0:
                s.target = wave.number * meeting.shoot(s, dice, wave, moved=bool(way == lanes.MOVED))[0]

    def attackers(self, s: Any) -> list[Wave]:
        """Return the waves that are to attack in the activation of the army leader."""
        ready = (wave for wave in self.led if wave.get(s, "way") >= lanes.FIGHTS)
        return [wave for wave in ready if wave.touches(s) and wave.state(s) < units.ROUTED]

    def forget_ways(self, s: Any) -> None:
        for wave in self.led:
            wave.put(s, "way", lanes.NOTHING)

    @staticmethod
    def _meets(place: Place, stack: Any, other: Any, s: Any) -> bool:
        """Return whether it meets a line in front in its place, or the wave that the line in front has taken."""
        if isinstance(other, Wave):
            return stack.in_front(s) and bool(s.target == other.number)
        return other.in_front(s) and place.when(s)

    def _aim_in(self, place: Place, line: BattleLine, s: Any, dice: Dice) -> None:
        """Let a line in front take a wave (activation of a line, 1)."""
        if line.in_front(s) and place.when(s):
            self._aim(s, dice)

    def _aim(self, s: Any, dice: Dice) -> None:
        """Take the first wave in contact, else the nearest (activation of a line, 1)."""
        s.target = _nearest(s, (wave for wave in self.waves if wave.state(s) < units.ROUTED or wave.touches(s)))

    def _settle(self, leader: int, s: Any, dice: Dice) -> None:
        """Let the next line be in front if one is broken, forget the target (moves and distances).

        After the last place of a `leader` he is forgotten, too (one game turn, 4).
        """
        if s.target != 0:
            s.target = 0
        if s.total([wave.get(s, "way") for wave in self.led]) > 0:
            self.forget_ways(s)
        for line in self.lines[:-1]:
            if line.in_front(s) and line.broken(s):
                s.front = line.place + 1
                dice.note(f"{self.lines[line.place + 1].who} is in front now")
        if leader:
            self._order.leave(s, leader)

    def lead(self, s: Any, dice: Dice, side: int) -> int:
        """Return the leader of a side that acts at once: a wave that can, or the line in front (one game turn, 3)."""
        if side == 1:
            return self._front(s).number
        able = [wave.number for wave in self.waves if wave.state(s) < units.ROUTED and not wave.rests(s)]
        return int(units.decide(dice, "a", "lead", (*able, 0)))

    def named(self, s: Any, dice: Dice, side: int, lead: int) -> int:
        """Return the rival that a side names, and that then has to act."""
        return int(units.decide(dice, "ab"[side], "named", (*self._standing(s, 1 - side), 0)))

    def silenced(self, s: Any, dice: Dice, side: int, named: int) -> int:
        """Return the other rival that a side silences."""
        others = [number for number in self._standing(s, 1 - side) if number != named]
        return int(units.decide(dice, "ab"[side], "silenced", (*others, 0), named=named))

    def only(self, s: Any, side: int) -> int:
        """Return the only leader of a side that is neither routed nor eliminated."""
        standing = self._standing(s, side)
        return standing[0] if len(standing) == 1 else 0

    def _front(self, s: Any) -> BattleLine:
        return next(line for line in self.lines if line.in_front(s))

    def _standing(self, s: Any, side: int) -> list[int]:
        if side == 0:
            return [wave.number for wave in self.waves if wave.state(s) < units.ROUTED]
        return [line.number for line in self.lines[self._front(s).place :]]

    @property
    def plan(self) -> dict[str, Rule]:
        plan: dict[str, Rule] = {"a.lead": self._leads, **units.plan_of("a", self.setup.policies_a, "together")}
        for side, policies in (("a", self.setup.policies_a), ("b", self.setup.policies_b)):
            plan |= units.plan_of(side, policies, *lanes.FIGHT_POLICIES)
            plan[f"{side}.named"] = partial(self._wanted, side, policies.named)
            plan[f"{side}.silenced"] = partial(self._unwanted, side, policies.named)
        for name in ("a.act", "a.demoralised"):
            plan[name] = partial(self._unless_kept_back, plan[name])
        return plan

    def _unless_kept_back(self, rule: Rule, s: Any, options: Sequence[str], stack: Any) -> str:
        return "hold" if self._kept_back(s, stack) else rule(s, options)

    def _by_value(self, *, highest: bool = False) -> list[int]:
        """Return the places of waves by value, those of equal value by the policy `order`."""
        keys, back = self.setup.waves, -1 if self.setup.policies_a.order == "backward" else 1
        return sorted(range(len(keys)), key=lambda place: (keys[place].value * (-1 if highest else 1), place * back))

    def _kept_back(self, s: Any, wave: Any) -> bool:
        reserve = self.setup.policies_a.reserve
        return reserve > 0 and wave.number == len(self.waves) and sum(each.broken(s) for each in self.waves) < reserve

    def _leads(self, s: Any, options: Sequence[int]) -> int:
        ordered = (self.waves[place] for place in self._by_value(highest=self.setup.policies_a.lead == "highest"))
        return next((wave.number for wave in ordered if wave.number in options and not self._kept_back(s, wave)), 0)

    def _wanted(self, side: str, policy: str, s: Any, options: Sequence[int]) -> int:
        """Return the rival that a side names by a policy: the one in front, or the army leader's wave or line."""
        wave, line = self._army
        if side == "a":
            front = self._front(s).place
            return self.lines[max(front, line.place) if policy == "army" else front].number
        return wave.number if policy == "army" and wave.state(s) < units.ROUTED else self._nearest_able(s)

    def _unwanted(self, side: str, policy: str, s: Any, options: Sequence[int], named: int) -> int:
        """Return the rival that a side silences: the one that the other policy names, or the next one."""
        other = self._wanted(side, "army" if policy == "front" else "front", s, options)
        if other in (named, 0) and side == "b":
            other = self._nearest_able(s, but=named)
        elif other == named:
            other = next((line.number for line in self.lines[self._front(s).place + 1 :]), 0)
        return other if other in options else 0

    def _nearest_able(self, s: Any, but: int = 0) -> int:
        able = (
            wave
            for wave in self.waves
            if wave.number != but
            and wave.state(s) < units.ROUTED
            and not wave.rests(s)
            and not self._kept_back(s, wave)
        )
        return _nearest(s, able)


def _facts(setup: WavesSetup) -> Facts:
    gaps = words().with_commas(str(wave.gap) for wave in setup.waves)
    banner = [say("facts.at_banner")] if setup.banner else []
    return (
        (say("facts.side_a"), _side(setup.waves, setup.a, [])),
        (say("facts.side_b"), _side(setup.lines, setup.b, banner)),
        (say("facts.before_the_waves"), gaps),
        (say("facts.between_lines"), words().plural("facts.empty_hexes", setup.depth)),
    )


def _side(stacks: Sequence[WaveKeys | LineKeys], army: ArmyKeys, more: list[str]) -> str:
    twice = say("facts.twice", value=stacks[(army.army_leader or 0) - 1].value)
    each = []
    for stack in stacks:
        leader = [say("facts.leaders_value", value=stack.value), *([twice] if stack.activations > 1 else [])]
        each.append(words().with_commas((*keys.unit_words(stack), *leader)))
    radius = [] if army.radius is None else [words().plural("facts.radius", army.radius)]
    return words().with_semicolons((*each, say("facts.army_bonus", bonus=army.army_bonus), *radius, *more))


def _sweep(setup: WavesSetup) -> tuple[Axis, Axis]:
    return ("depth", (1, 2, 3)), ("lines.1.quality", keys.around(setup.lines[0].both("quality")[0], 3))


_ASSUMED = ("waves-go-on", "lines-behind-wait", "waves-beside-each-other")
PLAYABLE = Playable(name="waves", keys=WavesSetup, make=waves, facts=_facts, sweep=_sweep, assumed=_ASSUMED)

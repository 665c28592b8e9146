"""Waves as a sequence; `docs/sequences/waves.md` says in words what is played here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, Mask, State
from mangonel.odds.owners import Side
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.endings import Endings
from mangonel.systems.filo.keys.stacks import ARTILLERY
from mangonel.systems.filo.phases.attack import ACTING
from mangonel.systems.filo.phases.evening import Evening, rest_marks
from mangonel.systems.filo.phases.lane import FARTHEST, Shooting
from mangonel.systems.filo.phases.phase_b import ARCHERS
from mangonel.systems.filo.stacks.charging import check_charge_asked
from mangonel.systems.filo.stacks.fates import GONE, ROUTED, is_demoralised, is_fatigued, is_routed
from mangonel.systems.filo.stacks.stack import CAPTURED, DEAD, TALLIES, WOUNDED, Stack
from mangonel.systems.filo.waves.acting import LineActivation, Meeting, WaveActivation
from mangonel.systems.filo.waves.order import Order, Turn
from mangonel.systems.filo.waves.setup import WavesSetup
from mangonel.systems.filo.waves.stacks import BattleLine, BesideBanner, Wave

__all__ = ["ENDINGS", "waves"]

ENDINGS = Endings({"last_line_reached": "the last line is reached", "waves_broken": "all waves are broken"})
_PHASE_B = {ARTILLERY: "artillery", ARCHERS: "archers"}
_STATES: dict[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    "eliminated": lambda state: state == GONE,
    "routed": is_routed,
    "demoralised": is_demoralised,
    "fatigued": is_fatigued,
}
_LEADERS = {"wounded": WOUNDED, "dead": DEAD, "captured": CAPTURED}


def waves(setup: WavesSetup, rules: RuleSet) -> PlaySequence:
    """Build the waves of a scenario under a rule set.

    Parameters
    ----------
    setup
        What the scenario says.
    rules
        The rule set, with the scenario's assumptions set.

    Raises
    ------
    DataError
        If the rules do not allow what the scenario needs, or the source has lost it.
    """
    battle = _Battle(setup, rules)
    sides: dict[str, Sequence[Stack]] = {"a": battle.waves, "b": battle.lines}
    return PlaySequence(
        name="waves",
        columns=battle.columns,
        phases=battle.phases,
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=(
            *(measure for side, stacks in sides.items() for measure in _measures(side, stacks)),
            Measure("lines_broken", len(battle.lines), lambda s: _broken(battle.lines, s)),
        ),
        tallies=(
            *(f"{side}_{counted}" for side in sides for counted in TALLIES),
            *(["b_passed"] if any(line.crosses for line in battle.lines) else []),
        ),
        sides=(_side("a", "last_line_reached"), _side("b", "waves_broken")),
        series=tuple(
            Measure(name, len(stacks), _left(stacks))
            for name, stacks in (("waves_left", battle.waves), ("lines_left", battle.lines))
        ),
    )


class _Battle:
    """All stacks, and the phases of a turn."""

    def __init__(self, setup: WavesSetup, rules: RuleSet) -> None:
        self.waves = [Wave(rules, place, setup) for place in range(len(setup.waves))]
        check_charge_asked(rules, setup.policies_a, self.waves, "a")
        self.lines: list[BattleLine] = []
        for place in reversed(range(len(setup.lines))):
            behind = self.lines[0] if self.lines else None
            self.lines.insert(0, BattleLine(rules, place, setup, self.waves, behind))
        self._order = Order(rules, setup, self.waves, self.lines)
        self._rules, self._acts = rules, setup.policies_b.act
        self._meetings = {
            (wave, line): Meeting(rules, wave, line, self._judge) for wave in self.waves for line in self.lines
        }
        self._attacks = {meeting: WaveActivation(meeting, meeting.wave) for meeting in self._meetings.values()}
        self._answers = {meeting: LineActivation(meeting) for meeting in self._meetings.values()}
        self._banner = BesideBanner(self.lines[-1], here=setup.banner)

    @property
    def columns(self) -> list[Column]:
        """What is remembered of all of them."""
        awake = [Column("awake", 1)] if any(line.waits for line in self.lines) else []
        columns = [column for stack in (*self.waves, *self.lines) for column in stack.columns]
        front = Column("front", max(1, len(self.lines) - 1))
        return [*columns, front, *awake, *self._order.columns, Column("target", len(self.waves)), *ACTING]

    @property
    def phases(self) -> list[Phase]:
        """The phases of a turn."""
        everybody: list[Stack] = [*self.waves, *self.lines]
        evening = Evening(
            self._rules,
            everybody,
            self._free,
            lambda _s, _stack, _hexes: None,
            self._judge,
            helper=self._banner,
            tested=self._can_rally,
            runners=self.waves,
        )
        return [
            *rest_marks(everybody, self._free),
            *self._phase_b(),
            *self._order.phases,
            *(phase for turn in self._order.turns() for phase in self._turn(turn)),
            Phase("activations: end", self._order.forget),
            *evening.phases,
        ]

    def _judge(self, s: State, dice: Dice) -> None:
        """Look for what ends (endings)."""
        last = self.lines[-1]
        here = (s.front == len(self.lines) - 1) & (last.behind(s) > 0)
        inside = [(wave.gap(s) < last.behind(s)) & (wave.state(s) < ROUTED) for wave in self.waves]
        ENDINGS.decide(
            s,
            dice,
            last_line_reached=(last.state(s) >= ROUTED) | (here & np.logical_or.reduce(inside)),
            waves_broken=np.logical_and.reduce([wave.broken(s) for wave in self.waves]),
        )

    def _free(self, s: State, stack: Stack) -> Mask:
        """Return where no enemy is adjacent (one game turn, 1 and 5)."""
        if isinstance(stack, Wave):
            return stack.gap(s) > 0
        assert isinstance(stack, BattleLine)
        return ~self._in_front(s, stack) | stack.free(s)

    def _can_rally(self, s: State, stack: Stack) -> Mask:
        """Return where it is a wave, or a line that is not broken."""
        return np.ones(s.size, dtype=np.bool_) if isinstance(stack, Wave) else stack.state(s) < ROUTED

    def _in_front(self, s: State, line: BattleLine) -> Mask:
        front: Mask = s.front == self.lines.index(line)
        return front

    def _phase_b(self) -> list[Phase]:
        """Return the shots of artillery and archers of the line in front (one game turn, 2)."""
        lines = [
            line for line in self.lines if line.keys.kind.type in _PHASE_B and line.shoots and self._acts != "hold"
        ]
        shots = [self._shot(wave, line) for line in lines for wave in self.waves]
        return (
            [self._aims("phase B", lambda s: s.front >= 0), *shots, Phase("phase B: end", self._settle)]
            if shots
            else []
        )

    def _shot(self, wave: Wave, line: BattleLine) -> Phase:
        """Return the shot of a line at a wave (one game turn, 2)."""
        shooting = Shooting(self._meetings[wave, line], line, 2, FARTHEST + 1)
        rests_and_shoots = self._rules.choice("rest-and-fire") == "yes"
        number = self.waves.index(wave) + 1

        def when(s: State) -> Mask:
            return self._in_front(s, line) & (s.target == number)

        def shoot(s: State, dice: Dice) -> None:
            able = when(s) & (wave.gap(s) > 0) & (rests_and_shoots | ~line.rests(s))
            shooting.shoot(s, dice, able, np.zeros(s.size, dtype=np.bool_))

        return Phase(f"phase B: {_PHASE_B[line.keys.kind.type]} of {line.who}, {wave.who}", shoot, when)

    def _turn(self, turn: Turn) -> list[Phase]:
        """Return an activation against every one whom it can meet (one game turn, 4)."""
        place = turn.leader - 1
        if place < len(self.waves):
            wave = self.waves[place]
            acts = [self._against(turn, wave, line, wave) for line in self.lines]
            aims = []
        elif self._acts == "hold":
            return []
        else:
            line = self.lines[place - len(self.waves)]
            aims = [self._aims(f"{line.who} {turn.words}", lambda s: turn.when(s) & self._in_front(s, line))]
            acts = [self._against(turn, wave, line, line) for wave in self.waves]
        who = (*self.waves, *self.lines)[place].who
        end = Phase(f"{who} {turn.words}: end", self._settle)
        return [*aims, *(phase for phases in acts for phase in phases), end]

    def _against(self, turn: Turn, wave: Wave, line: BattleLine, acting: Stack) -> list[Phase]:
        meeting, place = self._meetings[wave, line], self.waves.index(wave)

        def attacks(s: State) -> Mask:
            return turn.when(s) & self._in_front(s, line) & ~self._order.kept_back(s, place)

        def answers(s: State) -> Mask:
            return turn.when(s) & self._in_front(s, line) & (s.target == place + 1)

        if acting is wave:
            return self._attacks[meeting].phases(f"{wave.who} {turn.words}, {line.who}", attacks)
        return self._answers[meeting].phases(f"{line.who} {turn.words}, {wave.who}", answers)

    def _aims(self, name: str, when: Callable[[State], Mask]) -> Phase:
        """Return the choice of the wave that the line in front fights or shoots at (activation of a line, 1)."""

        def aim(s: State, dice: Dice) -> None:
            del dice
            s.target = np.where(when(s), self._nearest(s), s.target)

        return Phase(f"{name}: target", aim, when)

    def _nearest(self, s: State) -> NDArray[np.int8]:
        chosen, best = np.zeros(s.size, dtype=np.int8), np.full(s.size, FARTHEST + 1, dtype=np.int8)
        for number, wave in enumerate(self.waves, start=1):
            seen = wave.touches(s) | (wave.state(s) < ROUTED)
            nearer = seen & (wave.gap(s) < best)
            chosen = np.where(nearer, number, chosen).astype(np.int8)
            best = np.where(nearer, wave.gap(s), best).astype(np.int8)
        return chosen

    def _settle(self, s: State, dice: Dice) -> None:
        """Let the next line be in front where one is broken, and forget whom it looked at (activation of a line)."""
        s.target = 0
        for place, (line, behind) in enumerate(zip(self.lines, self.lines[1:], strict=False)):
            follows = (s.front == place) & (line.state(s) >= ROUTED)
            dice.note(f"{behind.who} is in front now", follows)
            s.front = np.where(follows, place + 1, s.front)


def _side(name: str, ending: str) -> Side:
    losses = (f"{name}_eliminated", f"{name}_routed", f"{name}_demoralised")
    return Side(name, (ending,), losses=losses, kinds="broken_units")


def _measures(side: str, stacks: Sequence[Stack]) -> list[Measure]:
    most = sum(stack.keys.units for stack in stacks)
    led = [stack for stack in stacks if stack.keys.leader is not None]
    units = [Measure(f"{side}_{name}", most, _units(stacks, has)) for name, has in _STATES.items()]
    fates = [Measure(f"{side}_{name}", len(led), _lost(led, fate)) for name, fate in _LEADERS.items()]
    return [*units, *(fates if led else [])]


def _units(stacks: Sequence[Stack], has: Callable[[NDArray[Any]], NDArray[Any]]) -> Callable[[State], NDArray[Any]]:
    return lambda s: np.sum([stack.keys.units * has(stack.state(s)) for stack in stacks], axis=0)


def _lost(stacks: Sequence[Stack], fate: int) -> Callable[[State], NDArray[Any]]:
    return lambda s: np.sum([stack.leader(s) == fate for stack in stacks], axis=0)


def _broken(stacks: Sequence[Stack], s: State) -> NDArray[Any]:
    broken: NDArray[Any] = np.sum([stack.broken(s) for stack in stacks], axis=0)
    return broken


def _left(stacks: Sequence[Stack]) -> Callable[[State], NDArray[Any]]:
    return lambda s: len(stacks) - _broken(stacks, s)

"""The course of a turn (6): initiative and the order of leaders, rest marks, rest, rallies and flights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from mangonel.engine.process import Column, Dice, Phase
from mangonel.engine.rolls import Roll, cached
from mangonel.games.filo.keys import CommandKeys
from mangonel.games.filo.rolls import SIDES, Rally, class_of, flight_points, usual_order, vetoes
from mangonel.games.filo.states import ON, STATES
from mangonel.games.filo.units import DEMORALISED, GONE, ROUTED, Stack, decide
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.dice import Die, Throw
from mangonel.rules.ruleset import RuleSet

# Initiative (6.C): both throws, leaders that act at once, and the usual order.


NOBODY = -1
"""In place of a side."""
NO_INITIATIVE, _NAMES, _SILENCES = "C1", ("C3", "C4"), "C4"
"""Classes of initiative."""
_EVEN = Roll("who acts first", (0, 0, 0, 1, 1, 1), Die(6), lambda die: f"die {die} -> side {SIDES[Die.total(die) > 3]}")
"""Stands for throws until they differ."""


class Initiative:
    """The throws of both sides."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._thrown = rules.table("initiative").thrown

    def throw(self, dice: Dice, bonuses: Sequence[int]) -> tuple[int, str]:
        """Throw for both sides with the bonuses of their army leaders; return the side ahead, and the class."""
        total = dice.roll(self._first(bonuses[0]), who=f"side {SIDES[0]}")
        ahead, letter = dice.roll(self._second(bonuses[1], total + bonuses[0]), who=f"side {SIDES[1]}")
        return ahead, letter

    def begins(self, dice: Dice, bonuses: Sequence[int]) -> int:
        """Return which side begins among equal values: that of the smaller bonus, else an even throw decides."""
        if bonuses[0] != bonuses[1]:
            return int(bonuses[1] < bonuses[0])
        return int(dice.roll(_EVEN))

    def usual(self, dice: Dice, lowest: Sequence[int], bonuses: Sequence[int]) -> int:
        """Return the side that acts first in the usual order, by the lowest value of a leader on each side."""
        return int(lowest[1] < lowest[0]) if lowest[0] != lowest[1] else self.begins(dice, bonuses)

    @cached
    def _first(self, bonus: int) -> Roll:
        faces = tuple(map(Die.total, self._thrown.throws))
        return Roll("initiative", faces, self._thrown, partial(_told, bonus))

    @cached
    def _second(self, bonus: int, against: int) -> Roll:
        """Return the second throw, read against the first: it has fewer outcomes than there are totals."""

        def outcome(throw: Throw) -> tuple[int, str]:
            gained = against - Die.total(throw) - bonus
            return (int(gained < 0) if gained else NOBODY), class_of(self.rules, abs(gained))

        return Roll("initiative", tuple(map(outcome, self._thrown.throws)), self._thrown, partial(_told, bonus))


def _told(bonus: int, throw: Throw) -> str:
    added = f", +{bonus} army leader" if bonus else ""
    return f"{Die.told(throw)}{added} -> {Die.total(throw) + bonus}"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the order of a turn: the leader, the words of a trace after his name, and whether he acts."""

    leader: int
    """Among all leaders, from 1, those of side a first; of `TwoSides` the side, 0 or 1."""
    words: str
    when: Callable[[Any], bool]

    @property
    def again(self) -> bool:
        """Whether it is that of an army leader's second activation."""
        return self.words.startswith(_AGAIN)


_AGAIN = "acts again"


class TwoSides:
    """The order of a turn of two sides with a leader each, perhaps activated once more by the army leader.

    Columns: ``second``: side b acts first; ``silent``: which activation is silenced: the first of a, of b (1, 2), the
    second of a, of b (3, 4), or none (0).
    """

    columns = (Column("second", 1), Column("silent", 4))

    def __init__(self, rules: RuleSet, commands: tuple[CommandKeys, CommandKeys]) -> None:
        self._rules, self._commands, self._initiative = rules, commands, Initiative(rules)

    def throw(self, s: Any, dice: Dice) -> None:
        """Throw for the initiative; see which side acts first, and which is silenced (engagement, one game turn, 3)."""
        bonuses = [command.army_bonus for command in self._commands]
        ahead, letter = self._initiative.throw(dice, bonuses)
        s.silent = 0 if ahead == NOBODY else self._silenced(1 - ahead, letter)
        if ahead == NOBODY:
            ahead = self._initiative.usual(dice, [command.value for command in self._commands], bonuses)
            dice.note("nobody has the initiative")
        s.second = ahead
        dice.note(f"side {'b' if s.second else 'a'} acts first")
        if s.silent:
            side = "ab"[int(s.silent - 1) % 2]
            dice.note(f"side {side} does not act" if s.silent <= 2 else f"side {side} acts only once")

    def _silenced(self, loser: int, letter: str) -> int:
        activations = self._commands[loser].activations
        return 1 + loser + 2 * (activations - 1) if vetoes(self._rules, letter, activations) else 0

    def places(self) -> list[Place]:
        """Return the activations of a turn in the order in which they can come: second ones after all first ones."""
        places = _both("acts", 1)
        again = [side for side in (0, 1) if self._commands[side].activations > 1]
        ranks = [(command.army_value, command.army_bonus) for command in self._commands]
        if len(again) == 2 and ranks[0] == ranks[1]:
            return [*places, *_both(_AGAIN, 3)]
        return [*places, *(_once(side, _AGAIN, 3 + side) for side in sorted(again, key=ranks.__getitem__))]

    def forget(self, s: Any, dice: Dice) -> None:
        """Forget the order of the turn that is over (engagement, one game turn, 4)."""
        if s.second + s.silent > 0:
            s.second = s.silent = 0


def _both(words: str, silenced: int) -> list[Place]:
    """Return the activations of both sides, side a before or after side b."""
    return [
        Place(0, f"{words} first", lambda s: bool(s.second == 0 and s.silent != silenced)),
        _once(1, words, silenced + 1),
        Place(0, f"{words} after it", lambda s: bool(s.second == 1 and s.silent != silenced)),
    ]


def _once(side: int, words: str, silenced: int) -> Place:
    return Place(side, words, lambda s: bool(s.silent != silenced))


class Order:
    """The order of a turn of many leaders, numbered from 1, those of side a first; 0 is none.

    It is made of the `values` of the leaders of both sides. Those of a side act in the `preferred` order of their
    places, from 0, by default by value. The side that `begins` among equal values is always the same, or None: bonuses
    and dice decide in each turn.

    Columns: ``lead``: the leader that acts at once; ``named``: which rival then has to; ``silent``: the one
    that does not act; ``begins``: side b begins among equal values.
    """

    def __init__(
        self,
        rules: RuleSet,
        values: Sequence[Sequence[int]],
        preferred: Sequence[Sequence[int]] | None = None,
        begins: int | None = None,
    ) -> None:
        self.rules, self.initiative = rules, Initiative(rules)
        before = len(values[0])
        self.numbers = range(1, before + 1), range(before + 1, before + len(values[1]) + 1)
        preferred = preferred or [sorted(range(len(theirs)), key=theirs.__getitem__) for theirs in values]
        queues = [[self.numbers[side][place] for place in preferred[side]] for side in (0, 1)]
        orders = []
        for side in SIDES:
            waiting = dict(zip(SIDES, map(iter, queues), strict=True))
            orders.append([next(waiting[leader]) for leader, _ in usual_order(rules, values, side)])
        self._orders = orders if begins is None else [orders[begins]] * 2
        self._veto = vetoes(rules, _SILENCES, 1)

    @property
    def columns(self) -> list[Column]:
        names = ("lead", "named", "silent")
        return [*(Column(name, self.numbers[1].stop - 1) for name in names), Column("begins", 1)]

    def begin(self, s: Any, dice: Dice, bonuses: Sequence[int]) -> None:
        """See which side begins among equal values, if the usual order depends on it."""
        s.begins = 0 if self._orders[0] == self._orders[1] else self.initiative.begins(dice, bonuses)

    def settle(self, s: Any, dice: Dice, ahead: int, letter: str, leaders: Any) -> None:
        """Settle the leaders that act at once, are named and are silenced, by the side ahead and the class.

        `leaders` choose by number: ``lead(s, dice, side)`` acts at once, ``named(s, dice, side, lead)`` is the rival
        who then has to, ``silenced(s, dice, side, named)`` another; ``only(s, side)`` is the one left of a side.
        """
        s.lead = s.named = s.silent = 0
        if ahead == NOBODY or letter == NO_INITIATIVE:
            return
        s.lead = lead = leaders.lead(s, dice, ahead)
        only = leaders.only(s, 1 - ahead) if letter == _SILENCES else 0
        if only and self._veto:
            s.silent = only
        elif letter in _NAMES:
            s.named = named = leaders.named(s, dice, ahead, lead)
            if letter == _SILENCES and not only:
                s.silent = leaders.silenced(s, dice, ahead, named)

    def usual(self, words: str, apart: tuple[str, str]) -> list[Place]:
        """Return the usual order; where it depends on the side that begins, two places each, told by `apart`."""
        places = []
        for pair in zip(*self._orders, strict=True):
            if pair[0] == pair[1]:
                places.append(Place(pair[0], words, partial(_left, pair[0])))
            else:
                places += [Place(pair[side], apart[side], partial(_left, pair[side], begins=side)) for side in (0, 1)]
        return places

    def leave(self, s: Any, number: int) -> None:
        """Forget a leader after his last place: equal situations are equal states."""
        for name in ("lead", "named", "silent"):
            if getattr(s, name) == number:
                setattr(s, name, 0)

    def forget(self, s: Any, dice: Dice) -> None:
        """Forget the order of the turn that is over (one game turn, 4)."""
        if s.total((s.lead, s.named, s.silent, s.begins)) > 0:
            s.lead = s.named = s.silent = s.begins = 0


def _left(number: int, s: Any, begins: int | None = None) -> bool:
    """Return whether a leader still has his place in the usual order; with `begins`, if that side begins."""
    if begins is not None and s.begins != begins:
        return False
    return number not in (s.lead, s.named, s.silent)


# Rest marks, phase E: rest, rally and flight (6.E, 11.2, 12.3), and De Rada.


def turn_of(
    stacks: Sequence[Stack],
    early: Sequence[Phase],
    initiative: Callable[[Any, Dice], None],
    activations: Sequence[Phase],
    forget: Callable[[Any, Dice], None],
    runners: Sequence[Stack] | None = None,
) -> list[Phase]:
    """Return the phases of a turn: rest marks, phase B, initiative, activations, phase E (6).

    `forget` forgets the order of the turn; `runners` flee when routed, by default all stacks.
    """
    return [
        rest_marks(stacks),
        *early,
        Phase("initiative", initiative),
        *activations,
        Phase("activations: end", forget),
        *evening(stacks, stacks if runners is None else runners),
    ]


def evening(stacks: Sequence[Stack], runners: Sequence[Stack], between: Sequence[Phase] = ()) -> list[Phase]:
    """Return phase E: rest, then rallies, then flights (engagement, one game turn, 5)."""
    return [
        *(Phase(f"phase E: rest of {stack.who}", partial(_rest, stack)) for stack in stacks),
        *between,
        *(Phase(f"phase E: rally of {stack.who}", partial(_rally, stack)) for stack in stacks),
        *(Phase(f"phase E: flight of {stack.who}", partial(_flee, stack)) for stack in runners),
    ]


def rest_marks(stacks: Sequence[Stack]) -> Phase:
    """Return the phase in which stacks that rest are marked."""
    return Phase("rest", partial(_mark, stacks))


def _mark(stacks: Sequence[Stack], s: Any, dice: Dice) -> None:
    """Mark stacks that rest (engagement, one game turn, 1)."""
    for stack in stacks:
        tired = stack.state(s) < ROUTED and stack.fatigued(s)
        if tired and stack.free(s) and decide(dice, stack.side, "rest", (False, True)):
            stack.put(s, "rests", 1)
            dice.note(f"{stack.who} rests")


def _rest(stack: Stack, s: Any, dice: Dice) -> None:
    """Let a stack that has rested be fresh (engagement, one game turn, 5, rest)."""
    if stack.has_rested(s, dice):
        # Row `rest` of the table of states.
        stack.change(s, dice, _after(stack, int(stack.state(s)), "rest"))


def _rally(stack: Stack, s: Any, dice: Dice) -> None:
    """Let a demoralised or routed stack throw (engagement, one game turn, 5, rally)."""
    if not DEMORALISED <= stack.state(s) < GONE or not stack.may_rally(s):
        return
    rada, banner = stack.beside(s)
    state = int(stack.state(s))
    rallying = Rally(
        stack.qualities[state % 2],
        routed=state >= ROUTED,
        fatigued=state % 2 == 1,
        bonuses=stack.bonuses(s, near=True),
        de_rada="beside" if rada else "none",
        banner=banner,
        al_andalus=stack.keys.al_andalus and stack.rules.choice("al-andalus-rally") == ON,
    )
    if dice.roll(stack.rolls.rally(rallying), who=stack.who) != NO_EFFECT:
        stack.count(dice, "rallies")
        stack.change(s, dice, _after(stack, state, "rally"))


def _flee(stack: Stack, s: Any, dice: Dice) -> None:
    """Let a routed stack flee; without room it is eliminated (engagement, one game turn, 5, flight)."""
    if not ROUTED <= stack.state(s) < GONE:
        return
    dice.note(f"{stack.who} flees")
    hexes = 0
    if stack.keys.room == "open":
        hexes = flight_points(stack.rules, stack.movement(s), cavalry=stack.rides(s))
        stack.go_back(s, dice, hexes)
    else:
        stack.change(s, dice, GONE)
    stack.has_fled(s, dice, hexes)


def help_by_rada(s: Any, dice: Dice, stack: Stack) -> None:
    """Let a stack with De Rada rally by one step without a die, and be fresh, whatever rest does."""
    state = int(stack.state(s))
    stack.change(s, dice, _after(stack, state - state % 2, "rally"))


def _after(stack: Stack, state: int, row: str) -> int:
    return STATES.index(stack.after(state, row, stack.keys.room).state)

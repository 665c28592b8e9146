"""The course of a turn (6): initiative and the order of leaders, rest marks, rest, rallies and flights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from operator import itemgetter
from typing import Any

from mangonel.engine.process import Column, Dice, Phase
from mangonel.engine.rolls import Roll, cached
from mangonel.games.filo.keys import CommandKeys
from mangonel.games.filo.rolls import NO_INITIATIVE, SIDES, Rally, class_of, flight_points, usual_order, vetoes
from mangonel.games.filo.states import ON
from mangonel.games.filo.units import DEMORALISED, GONE, ROUTED, Stack, decide
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.dice import Die, Throw
from mangonel.rules.ruleset import RuleSet

NOBODY = -1
"""In place of a side."""
_NAMES, _SILENCES = ("C3", "C4"), "C4"
"""Classes of initiative."""
_EVEN = Roll("who acts first", (0, 0, 0, 1, 1, 1), Die(6), lambda die: f"die {die} -> side {SIDES[Die.total(die) > 3]}")
"""Stands for throws until they differ."""


class Initiative:
    """The throws of both sides."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._thrown = rules.table("initiative").thrown

    def throw(self, dice: Dice, bonuses: Sequence[int]) -> tuple[int, str]:
        """Throw with the bonuses of both army leaders; return the side ahead, nobody with class C1, and the class."""
        total = dice.roll(self._first(bonuses[0]), who=f"side {SIDES[0]}")
        ahead, letter = dice.roll(self._second(bonuses[1], total + bonuses[0]), who=f"side {SIDES[1]}")
        if ahead == NOBODY:
            dice.note("nobody has the initiative")
        return ahead, letter

    def begins(self, dice: Dice, bonuses: Sequence[int]) -> int:
        """Return which side begins among equal values: that of the smaller bonus, else an even throw decides."""
        equal = bonuses[0] == bonuses[1]
        return int(dice.roll(_EVEN) if equal else bonuses[1] < bonuses[0])

    @cached
    def _first(self, bonus: int) -> Roll:
        return Roll("initiative", tuple(map(Die.total, self._thrown.throws)), self._thrown, partial(_told, bonus))

    @cached
    def _second(self, bonus: int, against: int) -> Roll:
        """Return the second throw, read against the first: it has fewer outcomes than there are totals."""

        def outcome(throw: Throw) -> tuple[int, str]:
            gained = against - Die.total(throw) - bonus
            letter = class_of(self.rules, abs(gained))
            return (int(gained < 0) if gained and letter != NO_INITIATIVE else NOBODY), letter

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
    own: Callable[[Any], bool] = lambda _: True
    """Whether it is the activation of the stacks' own leader, where that is asked."""


Activations = tuple[tuple[int, bool], ...]
"""Sides in the order of their activations, and whether that is of their army leader."""


class TwoSides:
    """The order of a turn of two sides with a leader each, and perhaps an army leader who activates the same stacks.

    With `apart`, orders also differ by the place of an army leader. Column ``order`` is the number of the order.
    """

    def __init__(self, rules: RuleSet, commands: tuple[CommandKeys, CommandKeys], *, apart: bool = False) -> None:
        self._rules, self._commands, self._initiative, self._apart = rules, commands, Initiative(rules), apart
        self._values = [[(each.value, False), (each.army_value, True)][: each.activations] for each in commands]
        ways = product((NOBODY, 0, 1), rules.table("initiative").results, (False, True), (0, 1))
        self._orders = list(dict.fromkeys(self._order(*way) for way in ways))

    @property
    def columns(self) -> tuple[Column, ...]:
        return (Column("order", len(self._orders) - 1),)

    def throw(self, s: Any, dice: Dice) -> None:
        """Throw for the initiative, and settle the order (engagement, one game turn, 3)."""
        bonuses = [command.army_bonus for command in self._commands]
        ahead, letter = self._initiative.throw(dice, bonuses)
        highest = False
        if ahead != NOBODY and len(self._values[ahead]) > 1:
            highest = decide(dice, SIDES[ahead], "lead", ("lowest", "highest")) == "highest"
        orders = [self._order(ahead, letter, highest, side) for side in (0, 1)]
        order = orders[0] if orders[0] == orders[1] else orders[self._initiative.begins(dice, bonuses)]
        s.order = self._orders.index(order)
        dice.note(f"side {SIDES[order[0][0]]} acts first")
        if ahead != NOBODY and vetoes(self._rules, letter, len(self._values[1 - ahead])):
            once = "acts only once" if len(self._values[1 - ahead]) > 1 else "does not act"
            dice.note(f"side {SIDES[1 - ahead]} {once}")

    @cached
    def _order(self, ahead: int, letter: str, highest: bool, begins: int) -> Activations:  # noqa: FBT001
        """Return the order, by the side ahead, the class, the value of its leader at once, and the side that begins."""
        order = usual_order(self._rules, self._values, SIDES[begins], itemgetter(0))
        usual = [(SIDES.index(side), army) for side, (_, army) in order]
        first, silent = list[tuple[int, bool]](), None
        if ahead != NOBODY:
            own = sorted(self._values[ahead], key=lambda leader: -leader[0] if highest else leader[0])
            first.append((ahead, own[0][1]))
            rivals = len(self._values[1 - ahead])
            if vetoes(self._rules, letter, rivals):
                silent = (1 - ahead, rivals > 1)
            if letter in _NAMES and silent != (1 - ahead, False):
                first.append((1 - ahead, False))
        left = (leader for leader in usual if leader not in (*first, silent))
        return tuple((side, army and self._apart) for side, army in (*first, *left))

    def places(self) -> list[Place]:
        """Return activations of which each order is a part."""
        left, places = [list(order) for order in self._orders], list[Place]()
        while any(left):
            sides = Counter(order[0][0] for order in left if order)
            side = max(sorted(sides), key=sides.__getitem__)
            acts = [number for number, order in enumerate(left) if order and order[0][0] == side]
            own = [number for number in acts if not left[number][0][1]]
            places.append(Place(side, "acts", partial(_is_in, acts), partial(_is_in, own)))
            for number in acts:
                del left[number][0]
        often = Counter(place.leader for place in places)
        words = {side: ["acts", *_LATER[number - 1]] for side, number in often.items()}
        if often[places[0].leader] > 1:
            # The first place of the other side may be that behind it.
            words[places[0].leader][0] = "acts first"
        return [replace(place, words=words[place.leader].pop(0)) for place in places]

    def forget(self, s: Any, dice: Dice) -> None:
        """Forget the order of the turn that is over (engagement, one game turn, 4)."""
        if s.order != 0:
            s.order = 0


_LATER = (), ("acts after it",), ("acts after it", "acts again"), ("acts in turn", "acts after it", "acts again")
"""Words for the later places of a side, by how many it has."""


def _is_in(orders: Sequence[int], s: Any) -> bool:
    return any(s.order == number for number in orders)


class Order:
    """The order of a turn of many leaders, numbered from 1, those of side a first; 0 is none.

    It is made of the numbers of the `leaders` of both sides, and the `value` of each; of equal ones of a side the first
    acts first. The side that `begins` among equal values is always the same, or None: bonuses and dice decide in each
    turn.

    Columns: ``lead``: the leader that acts at once; ``named``: which rival then has to; ``silent``: the one
    that does not act; ``begins``: side b begins among equal values.
    """

    def __init__(
        self, rules: RuleSet, leaders: Sequence[list[int]], value: Callable[[int], int], begins: int | None = None
    ) -> None:
        self.rules, self.initiative, self._most = rules, Initiative(rules), sum(map(len, leaders))
        orders = [[leader for _, leader in usual_order(rules, leaders, side, value)] for side in SIDES]
        self._orders = orders if begins is None else [orders[begins]] * 2
        self._veto = vetoes(rules, _SILENCES, 1)

    @property
    def columns(self) -> list[Column]:
        return [*(Column(name, self._most) for name in ("lead", "named", "silent")), Column("begins", 1)]

    def begin(self, s: Any, dice: Dice, bonuses: Sequence[int]) -> None:
        """See which side begins among equal values, if the usual order depends on it."""
        s.begins = 0 if self._orders[0] == self._orders[1] else self.initiative.begins(dice, bonuses)

    def settle(self, s: Any, dice: Dice, ahead: int, letter: str, leaders: Any) -> None:
        """Settle the leaders that act at once, are named and are silenced, by the side ahead and the class.

        `leaders` choose by number: ``lead(s, dice, side)`` acts at once, ``named(s, dice, side, lead)`` is the rival
        who then has to, ``silenced(s, dice, side, named)`` another; ``only(s, side)`` is the one left of a side.
        """
        s.lead = s.named = s.silent = 0
        if ahead == NOBODY:
            return
        s.lead = lead = leaders.lead(s, dice, ahead)
        only = leaders.only(s, 1 - ahead) if letter == _SILENCES else 0
        if only and self._veto:
            s.silent = only
        elif letter in _NAMES:
            s.named = named = leaders.named(s, dice, ahead, lead)
            if letter == _SILENCES and not only:
                s.silent = leaders.silenced(s, dice, ahead, named)

    def usual(self, words: str, apart: tuple[str, str]) -> list[list[Place]]:
        """Return the places of the usual order: of two, told by `apart`, the one of the side that begins is taken."""
        return [
            [Place(pair[0], words, partial(_left, pair[0]))]
            if pair[0] == pair[1]
            else [Place(pair[side], apart[side], partial(_left, pair[side], begins=side)) for side in (0, 1)]
            for pair in zip(*self._orders, strict=True)
        ]

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
        Phase("rest", partial(mark_rests, stacks)),
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


def mark_rests(stacks: Sequence[Stack], s: Any, dice: Dice) -> None:
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
        stack.change(s, dice, stack.after(int(stack.state(s)), "rest")[0])


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
        stack.change(s, dice, stack.after(state, "rally")[0])
        stack.turn_freely(s)


def _flee(stack: Stack, s: Any, dice: Dice) -> None:
    """Let a routed stack flee, at least a hex; without room it is gone (engagement, one game turn, 5, flight)."""
    if not ROUTED <= stack.state(s) < GONE:
        return
    dice.note(f"{stack.who} flees")
    hexes = 0
    if stack.keys.room == "open":
        hexes = flight_points(stack.rules, stack.movement(s), cavalry=stack.rides(s))
        if stack.fronted(s):
            hexes = max(1, hexes - stack.points("leave_front"))
        stack.go_back(s, dice, hexes)
    else:
        stack.change(s, dice, GONE)
    stack.has_fled(s, dice, hexes)


def help_by_rada(s: Any, dice: Dice, stack: Stack) -> None:
    """Let a stack with De Rada rally by one step without a die, and be fresh, whatever rest does."""
    state = int(stack.state(s))
    stack.change(s, dice, stack.after(state - state % 2, "rally")[0])

"""Phases as tables: a phase is run once for each read set, over all outcomes of its rolls and all options.

A *read set* is all that a phase asked of the state: outcomes of comparisons, and values where it used them. All states
that share it behave alike, so the branches are kept as a small tree, and as edges with factors that say which roll and
which outcome lead to them: a changed table re-weighs the edges and runs no phase.
"""

from __future__ import annotations

import re
import traceback
from array import array
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.process import Act, Chapter, Decision, Measure, Options, Phase, Process, Rule
from mangonel.engine.rolls import Roll
from mangonel.engine.state import EXACT, Floats, Ints, Layout, Parts, SlipError, State, Value, Words, as_number
from mangonel.errors import MangonelError, SequenceError

Free: TypeAlias = Callable[[Decision], bool]
"""Whether a decision has branches; all others follow the plan."""
Learnt: TypeAlias = "tuple[int, list[tuple[int, int]]]"
Write: TypeAlias = "tuple[int, Parts, int]"
"""A cell, the sum of cells that it takes, and the number that is added."""
_UNKNOWN = -1
LEAF, CHOICE = -1, -2
"""Kinds of nodes that are no rolls."""
_CHECKED, _BRANCHES, _TIMES = 3, 100, 2
"""Read sets of a phase, and branches of them in all, that are run again, and how often: a phase may depend on nothing
else. Found are most phases that do, not all. Those of a process that is `tested` are looked at there."""
_IMPURE = (
    "does something else with the same state and dice: it draws random numbers of its own, or keeps something outside "
    "its columns"
)


def column(numbers: array[int]) -> Ints:
    """Return numbers as an array, which may not be kept: they cannot grow as long as it is there."""
    return np.frombuffer(numbers, dtype=np.int64)


def spread(first: Ints, number: Ints) -> Ints:
    """Return first, first + 1, ... (`number` of them) for each entry, one after the other."""
    return np.arange(int(number.sum())) + np.repeat(first - np.cumsum(number) + number, number)


def grouped(numbers: Ints) -> Iterator[tuple[int, Ints]]:
    """Yield each of some numbers, from 0 on, with the places at which it stands."""
    ends = np.cumsum(np.bincount(numbers)).tolist()
    # Short numbers are sorted by their digits.
    order = numbers.astype(np.uint16 if len(ends) < 1 << 16 else np.int64).argsort(kind="stable")
    for number, (first, end) in enumerate(zip([0, *ends], ends, strict=False)):
        if end > first:
            yield number, order[first:end]


def play_phase(phase: Phase, s: State, dice: Any) -> None:
    """Run a phase on the state that is loaded.

    Raises
    ------
    SequenceError
        If it asks or writes something that it cannot; the message names the phase and the line.
    """
    act: Any = phase.act
    while callable(act):
        act = called("phase", phase.name, act, s, dice)


def begun(chapter: Chapter, s: State) -> Process | None:
    """Return the process that a chapter plays from the state that is loaded; None if it plays none."""
    process = called("chapter", chapter.name, chapter.start, s)
    if process is None:
        return None
    if not isinstance(process, Process):
        raise SequenceError(f"chapter {chapter.name!r}: a process is played, or None, not {process!r}")
    if process.turns is None:
        raise SequenceError(f"chapter {chapter.name!r}: a process inside another must have a turn limit")
    numbers = "the ending", *(measure.name for measure in process.measures)
    if len(chapter.reads) != len(numbers):
        raise SequenceError(f"chapter {chapter.name!r} reads {chapter.reads}, not a column for each of {numbers}")
    return process


def measure_of(measure: Measure, s: State) -> Any:
    """Return a measure of the state that is loaded: a whole number, or a number of the state."""
    amount = called("measure", measure.name, measure.of, s)
    if not hasattr(amount, "__index__"):
        raise SequenceError(f"measure {measure.name!r} is a whole number, not {amount!r}")
    return amount


def measured(measures: Sequence[Measure], s: State, values: Sequence[int]) -> dict[str, int]:
    """Load a state by its cells and return its measures, by name."""
    s.load(list(values), 0)
    return {measure.name: int(measure_of(measure, s)) for measure in measures}


def called(kind: str, name: str, function: Callable[..., Any], s: State, /, *given: Any, **context: Any) -> Any:
    """Call a function of a process; errors of its own name it and the line, those for the user stay as they are."""
    try:
        came = function(s, *given, **context)
    except Exception as error:
        if isinstance(error, MangonelError) and not isinstance(error, SequenceError):
            raise
        reason = _reason(error, s)
        here = Path(__file__).parent
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).parent != here]
        place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
        raise SequenceError(f"{kind} {name!r}{place}: {reason}") from error
    if hasattr(came, "send"):
        raise SequenceError(f"{kind} {name!r}: a plain function is needed, without yield or async")
    return came


def _reason(error: Exception, s: State) -> str:
    # Of a column that cannot be set only the message has the name.
    if fixed := re.search(r"property '(\w+)' of 'GameState' object has no (set|delete)", str(error)):
        return f"{fixed[1]!r} is not for a phase to {fixed[2]}"
    if unset := re.search(r"'GameState' object has no attribute '(\w+)'", str(error)):
        return s.layout.unknown(unset[1])
    return str(error) if isinstance(error, SequenceError) else f"{type(error).__name__}: {error}"


def counting(tallies: Collection[str], name: str, amount: Any) -> int:
    """Return the amount added to a counter.

    Raises
    ------
    SlipError
        If there is no such counter, or the amount is no whole number of at least 0.
    """
    if name not in tallies:
        raise SlipError(f"the process declares no counter {name!r}")
    if not hasattr(amount, "__index__") or int(amount) < 0:
        raise SlipError(f"counter {name!r} takes whole numbers of at least 0, not {amount!r}")
    return int(amount)


def chosen(plan: Mapping[str, Rule], s: Any, decision: Decision, options: Sequence[Any] | Options, context: Any) -> Any:
    """Return the option that the plan takes. It is a SlipError if the plan has no answer, or one that is no option."""
    if decision.name not in plan:
        raise SlipError(f"nothing answers the decision {decision.name!r}; the plan answers {[*plan]}")
    option = called("plan", decision.name, plan[decision.name], s, options, **context)
    if option not in options:
        raise SlipError(f"decision {decision.name!r}: {option!r} is none of the options {tuple(options)!r}")
    return option


class ReadTree:
    """Maps a state to its read set: a tree of questions, in the order in which they are asked, in flat arrays."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._root = _UNKNOWN
        # Turns from which on it was asked whether it is, and whether the number itself was used.
        self.turns: set[int] = set()
        self.whole = False
        # Of each node: the cell or sum of cells that is asked, where a cell lies in a state, the values (as bits) that
        # lead to its second child (EXACT: a child for each value), and where its values begin. Of each of its values:
        # the child, and the first place of a value that has the same one.
        self._index, self._word, self._shift, self._mask = (array("q") for _ in range(4))
        self._first, self._child, self._alike = (array("q") for _ in range(3))
        self._test: list[int] = []
        # The sums of cells that are asked, and the turn.
        self._others: set[int] = set()

    def find(self, words: Words, turn: int, learn: Callable[[list[int], int], Learnt]) -> Ints:
        """Return the number of each state's read set. Shape (states,).

        `learn` is called with the values of a state of an unknown read set and the turn; it returns its number, and
        the reads.
        """
        words, states = np.ascontiguousarray(words), words.shape[1]
        if self._root == _UNKNOWN and states:
            self._learn(words, 0, turn, learn)
        if self._root < 0:
            return np.full(states, -2 - self._root)
        node, last = self._begin(words, turn)
        while len(todo := self._walk(words, turn, node, last)):
            ends = column(self._alike).take(last.take(todo))
            # One state for each place where the tree ends.
            for state in todo[np.unique(ends, return_index=True)[1]].tolist():
                self._learn(words, state, turn, learn)
            node[todo] = column(self._child).take(last.take(todo))
        return -2 - node

    def _learn(self, words: Words, state: int, turn: int, learn: Callable[[list[int], int], Learnt]) -> None:
        values = self._layout.unpack(words[:, state].tolist())
        self._insert([*values, turn], *learn(values, turn))

    def key(self, turn: int) -> Hashable:
        """Return the answers to the questions about a turn."""
        return turn if self.whole else tuple(turn >= asked for asked in sorted(self.turns))

    def asked(self, values: list[int]) -> set[tuple[int, int]]:
        """Return the questions on the way to the read set of a state; the turn is the last of its values."""
        node, questions = self._root, set()
        while node >= 0:
            questions.add((self._index[node], self._test[node]))
            node = self._child[self._first[node] + self._value(values, self._index[node])]
        return questions

    def _begin(self, words: Words, turn: int) -> tuple[Ints, Ints]:
        """Return the first node at which states differ, or where all of them end; see `_walk`."""
        root, last, states = self._root, _UNKNOWN, words.shape[1]
        while root >= 0:
            value = self._asked(words, self._index[root], turn)
            if (value != value[0]).any():
                place = value + self._first[root]
                return column(self._child).take(place), place
            last = self._first[root] + int(value[0])
            root = self._child[last]
        return np.full(states, root), np.full(states, last)

    def _walk(self, words: Words, turn: int, node: Ints, last: Ints) -> Ints:
        """Go on from the node of each state to where the tree ends: -2 - its read set, or unknown.

        `last` is the place of the last value of each; both are changed. Return the states that end where it is unknown.
        """
        index, word, shift, mask = map(column, (self._index, self._word, self._shift, self._mask))
        first, child, flat, states = column(self._first), column(self._child), words.reshape(-1), words.shape[1]
        active = (node >= 0).nonzero()[0]
        here = node.take(active)
        while len(active):
            place = active if len(words) == 1 else word.take(here) * states + active
            value = (flat.take(place) >> shift.take(here)) & mask.take(here)
            if self._others:
                asked = index.take(here)
                for other in self._others if asked.max() >= self._layout.cells else ():
                    those = (asked == other).nonzero()[0]
                    if len(those):
                        value[those] = self._asked(words.take(active.take(those), axis=1), other, turn)
            place = first.take(here) + value
            here = child.take(place)
            going = here >= 0
            over = (~going).nonzero()[0]
            if len(over):
                those, left = active.take(over), going.nonzero()[0]
                node[those], last[those] = here.take(over), place.take(over)
                active, here = active.take(left), here.take(left)
        return (node == _UNKNOWN).nonzero()[0]

    def _asked(self, words: Words, index: int, turn: int) -> Ints:
        """Return the cell, or sum of cells above its least, that is asked of each state."""
        layout = self._layout
        if index <= layout.cells:
            return np.full(1, turn) if index == layout.cells else layout.cell_values(words, index)
        parts, least, _ = layout.forms[index - layout.cells - 1]
        if parts[-1][0] == layout.cells:
            return layout.sum_values(words, parts[:-1]) + (parts[-1][1] * turn - least)
        return layout.sum_values(words, parts) - least

    def _insert(self, values: list[int], number: int, reads: list[tuple[int, int]]) -> None:
        layout, parent, place = self._layout, _UNKNOWN, _UNKNOWN
        for index, test in reads:
            node = self._root if parent == _UNKNOWN else self._child[place]
            if node != _UNKNOWN and (node < 0 or self._index[node] != index or self._test[node] != test):
                raise SlipError(_IMPURE)
            if node == _UNKNOWN:
                node, first, width = len(self._index), len(self._child), layout.width(index)
                if index >= layout.cells:
                    self._others.add(index)
                # The part of the question that asks for the turn is noted.
                cells = layout.cells
                if index == cells and test != EXACT:
                    starts = test ^ test << 1
                    self.turns.update(turn for turn in range(1, layout.maxima[cells] + 1) if starts >> turn & 1)
                elif index == cells or (index > cells and layout.forms[index - cells - 1][0][-1][0] == cells):
                    self.whole = True
                self._index.append(index)
                self._test.append(test)
                self._first.append(first)
                word, shift, mask = layout.places[index] if index < layout.cells else (0, 0, 0)
                self._word.append(word)
                self._shift.append(shift)
                self._mask.append(mask)
                self._child.extend([_UNKNOWN] * width)
                bits = f"{test:0{width}b}"[::-1]
                place_of = {bit: first + bits.find(bit) for bit in "01"}
                self._alike.extend(range(first, first + width) if test == EXACT else [place_of[bit] for bit in bits])
                self._point(parent, place, node)
            parent, place = node, self._first[node] + self._value(values, index)
        self._point(parent, place, -2 - number)

    def _point(self, parent: int, place: int, node: int) -> None:
        """Let the value at a place, and all values of its node that are alike, lead to a node."""
        if parent == _UNKNOWN:
            self._root = node
            return
        last, alike = self._first[parent] + self._layout.width(self._index[parent]), self._alike[place]
        for other in range(alike, last) if self._test[parent] != EXACT else [place]:
            if self._alike[other] == alike:
                self._child[other] = node

    def _value(self, values: list[int], index: int) -> int:
        if index < len(values):
            return values[index]
        parts, least, _ = self._layout.forms[index - len(values)]
        return sum(values[cell] * factor for cell, factor in parts) - least


class Rolls:
    """The rolls met so far, and the factor of each of their outcomes; factor 0 is the number 1.

    Parameters
    ----------
    every_outcome
        Whether outcomes of probability 0 have branches, too, so that tables may be changed at will.
    """

    def __init__(self, *, every_outcome: bool = False) -> None:
        self.every_outcome = every_outcome
        self.first: dict[Hashable, tuple[Roll, int]] = {}
        self._weights = array("d", [1.0])
        self._known: dict[Hashable, tuple[int, list[tuple[Any, int]]]] = {}
        # Of each roll: its throws, and for each of them the branch that it takes.
        self.sides, self.first_face, self.branch = array("q"), array("q"), array("q")

    def branches(self, roll: Roll) -> tuple[int, list[tuple[Any, int]]]:
        """Return the number of a roll, and the outcomes that can come, each with its factor."""
        known = self._known.get(roll.identity)
        if known is None:
            first = len(self._weights)
            self.first[roll.identity] = roll, first
            weights = dict.fromkeys(roll.outcomes, 0.0)
            for face in roll.faces:
                weights[face] += 1 / len(roll.faces)
            self._weights.extend(weights.values())
            branches = [
                (outcome, first + place)
                for place, (outcome, weight) in enumerate(weights.items())
                if self.every_outcome or weight
            ]
            places = {outcome: place for place, (outcome, _) in enumerate(branches)}
            known = self._known[roll.identity] = len(self.sides), branches
            self.sides.append(len(roll.faces))
            self.first_face.append(len(self.branch))
            self.branch.extend(places[face] for face in roll.faces)
        return known

    def refuse_twins(self, *numbers: int) -> None:
        """Refuse two rolls that are alike: a phase has made one anew."""
        rolls = [known for known, _ in self.first.values()]
        roll, twin = (rolls[number] if number >= 0 else None for number in numbers)
        if roll and twin and (roll.name, roll.faces) == (twin.name, twin.faces):
            raise SlipError(f"roll {roll.name!r} is made in the phase; make it once, outside")

    def weights(self) -> Floats:
        """Return the probability of each factor."""
        return np.array(self._weights)


class _Stop(NamedTuple):
    """Where a phase goes on with another function: how far its dice are, the cells written, and the function."""

    depth: int
    position: int
    asked: int
    factors: list[int]
    counts: dict[str, int]
    cells: dict[int, Any]
    act: Act


class _Explorer:
    """Dice that go through all outcomes and all options, depth-first."""

    def __init__(self, rolls: Rolls, process: Process, free: Free, table: PhaseTable) -> None:
        self.rolls, self.plan, self.free, self._table = rolls, process.plan, free, table
        self._sides = [side.name for side in process.sides]
        self.path: list[int] = []
        self.widths: list[int] = []
        self.nodes: list[int] = []

    def begin(self, stop: _Stop) -> None:
        """Begin a run at a stop."""
        self.depth, self.position, self.asked = stop.depth, stop.position, stop.asked
        self.factors, self.counts = list(stop.factors), dict(stop.counts)

    def advance(self) -> bool:
        """Go on to the next way; return whether there is one."""
        while self.path and self.path[-1] + 1 == self.widths[-1]:
            self.path.pop()
            self.widths.pop()
        del self.nodes[len(self.path) :]
        if self.path:
            self.path[-1] += 1
        return bool(self.path)

    def _branch(self, kind: int, width: int, number: int) -> int:
        if self.depth == len(self.path):
            self.nodes.append(self._table.node(kind, width, number, self))
            self.path.append(0)
            self.widths.append(width)
        elif (before := self._table.node_kind[self.nodes[self.depth]]) != kind:
            self.rolls.refuse_twins(before, kind)
            raise SlipError(_IMPURE)
        self.depth += 1
        return self.path[self.depth - 1]

    def roll(self, roll: Roll, *, who: str = "") -> Any:
        """Return the outcome of a roll."""
        if not isinstance(roll, Roll):
            raise SlipError(f"a roll is needed, not {roll!r}")
        number, branches = self.rolls.branches(roll)
        self.asked += 1
        outcome, factor = branches[self._branch(number, len(branches), self.asked) if len(branches) > 1 else 0]
        self.factors.append(factor)
        return outcome

    def choose(self, decision: Decision, options: Sequence[Any] | Options, **context: Any) -> Any:
        """Return the option that a player takes."""
        if not isinstance(decision, Decision):
            raise SlipError(f"a decision is needed, not {decision!r}")
        if self._sides and decision.side not in self._sides:
            raise SlipError(f"decision {decision.name!r} is one of {decision.side!r}, which is none of the sides")
        self._table.met[decision.name] = decision
        free = self.free(decision)
        if isinstance(options, Options) and not free:
            return chosen(self.plan, self._table.s, decision, options, context)
        options = tuple(options)
        if len(options) == 1:
            return options[0]
        if not options:
            raise SlipError(f"decision {decision.name!r} has no options")
        if not free:
            return chosen(self.plan, self._table.s, decision, options, context)
        # Options are told by their values.
        options = tuple(map(as_number, options))
        number, position = self._table.choice(self, decision, options, context)
        option = self._branch(CHOICE, len(options), number)
        self.position = position + option
        self.factors = []
        return options[option]

    def count(self, name: str, amount: Any = 1) -> None:
        """Add to a counter."""
        added = counting(self._table.tallies, name, amount)
        if added:
            self.counts[name] = self.counts.get(name, 0) + added

    def note(self, text: str, *values: Any) -> None:
        """Do nothing: only a trace has readers."""


class PhaseTable:
    """The table of a phase, by read set: a tree of rolls, choices and leaves, and the edges that they come to.

    An edge leads from a position (the root, or an option of a choice) to a leaf or a choice. Its weight is a sum of
    products of factors (its *terms*): outcomes that come to the same leaf share an edge. Numbers of positions and
    choices are local to the read set.

    Parameters
    ----------
    free
        Which decisions have branches; all others follow the plan.
    """

    def __init__(
        self, process: Process, phase: Phase | Chapter, rolls: Rolls, free: Free = lambda _decision: False
    ) -> None:
        self._process, self.phase, self.layout, self.rolls = process, phase, process.layout, rolls
        layout = self.layout
        self.s = layout.learning
        self.tallies = {name: place for place, name in enumerate(process.tallies)}
        self._dice = _Explorer(rolls, process, free, self)
        self.tree = ReadTree(layout)
        self.runs = 0
        # Of each read set: its positions, choices and edges, its first edge and choice, its root node.
        self.positions, self.choices, self.edges, self.first_edge, self.first_choice = (array("q") for _ in range(5))
        self.root = array("q")
        # Of each node: the roll (or LEAF, CHOICE), the first of its children (of a leaf: its edge), and its number:
        # which roll of the phase it is, from 1, or which choice of the read set.
        self.node_kind, self.node_child, self.node_number, self.child = (array("q") for _ in range(4))
        # Of each edge: its position, the depth of that in choices, the choice it leads to (-1: a leaf).
        self.position, self.depth, self.to_choice = array("q"), array("q"), array("q")
        self.clear = [array("q") for _ in range(layout.words)]
        self.set = [array("q") for _ in range(layout.words)]
        self._written: set[int] = set()
        # Of each edge the number of its writes of sums of the cells before, among all that are different; 0 is none.
        self.sums = array("q")
        self._sums: dict[tuple[Write, ...], int] = {(): 0}
        # Of each edge its counts: how many counters and the first; of each of those its edge, counter and amount.
        self.counts, self.first_count, self.counting, self.counter, self.amount = (array("q") for _ in range(5))
        # Of each term its edge and its first factor; all factors.
        self.term_edge, self._first_factor, self._factors = (array("q") for _ in range(3))
        # Of each choice: the decision and its options; their first position, how many, and which one the plan takes.
        self.asked: list[tuple[Decision, tuple[Any, ...]]] = []
        self.first_option, self.options, self.default = array("q"), array("q"), array("q")
        self.choice_at: list[dict[tuple[int, ...], int]] = []
        # All decisions that were asked for.
        self.met: dict[str, Decision] = {}
        self._acts = array("b")

    @property
    def epoch(self) -> int:
        """Changes when the phase asks something new about the turn."""
        return len(self.tree.turns) + self.tree.whole

    def key(self, turn: int) -> Hashable:
        """Return the answers to the questions about a turn: turns with the same are alike to the phase."""
        return self.tree.key(turn)

    def find(self, words: Words, turn: int) -> Ints:
        """Return the number of each state's read set; unknown ones are learnt. Shape (states,)."""
        try:
            return self.tree.find(words, turn, self._learn)
        except BaseException as error:
            # A read set may be half learnt.
            self._process.learnt.clear()
            if isinstance(error, SlipError):
                raise SequenceError(f"phase {self.phase.name!r}: {error}") from None
            raise

    def _learn(self, values: list[int], turn: int) -> Learnt:
        """Run the phase on one state in every way; return the number of the read set, and its reads."""
        s, dice = self.s, self._dice
        s.load(values, turn)
        number = len(self.positions)
        first_edge, first_choice = len(self.position), len(self.asked)
        self.root.append(_UNKNOWN)
        self._depths = [0]
        self._leaves: dict[Any, int] = {}
        self.choice_at.append({})
        self.first_edge.append(first_edge)
        self.first_choice.append(first_choice)
        ways: list[tuple[list[int], list[int], object]] = []
        dice.path, dice.widths, dice.nodes = [], [], []
        assert isinstance(self.phase, Phase)
        self._stops = [_Stop(0, 0, 0, [], {}, {}, self.phase.act)]
        while True:
            self._run()
            self.runs += 1
            self._leaf()
            if number < _CHECKED and self.runs <= _BRANCHES and not self._process.tested:
                ways.append((list(dice.path), list(dice.nodes), (s.values(), dice.counts, dice.asked)))
            if not dice.advance():
                break
        self.positions.append(len(self._depths))
        self.choices.append(len(self.choice_at[-1]))
        self.edges.append(len(self.position) - first_edge)
        writes = self.sums[first_edge] or any(word[first_edge] for word in self.clear)
        rolls = self.node_kind[self.root[number]] != LEAF
        self._acts.append(bool(rolls or self.edges[number] > 1 or writes or self.counts[first_edge]))
        for dice.path, dice.nodes, came in ways * _TIMES:
            del self._stops[1:]
            self._run()
            if (s.values(), dice.counts, dice.asked) != came:
                raise SlipError(_IMPURE)
        return number, s.reads

    def _run(self) -> None:
        """Run the phase along the path of the dice, from the last stop that is on it."""
        s, dice, stops = self.s, self._dice, self._stops
        while len(stops) > 1 and stops[-1].depth >= len(dice.path):
            stops.pop()
        s.resume(stops[-1].cells)
        dice.begin(stops[-1])
        act = stops[-1].act
        while callable(after := called("phase", self.phase.name, act, s, dice)):
            act = after
            dice_there = dice.depth, dice.position, dice.asked, [*dice.factors], {**dice.counts}
            stops.append(_Stop(*dice_there, s.written(), act))
        if dice.depth != len(dice.path):
            # Not all that the path answers was asked.
            raise SlipError(_IMPURE)

    def node(self, kind: int, width: int, number: int, dice: _Explorer) -> int:
        """Add a node at the end of the path that is explored; return it."""
        node = len(self.node_kind)
        self.node_kind.append(kind)
        self.node_child.append(len(self.child) if kind != LEAF else width)
        self.node_number.append(number)
        if kind != LEAF:
            self.child.extend([_UNKNOWN] * width)
        if dice.nodes:
            self.child[self.node_child[dice.nodes[-1]] + dice.path[len(dice.nodes) - 1]] = node
        else:
            self.root[-1] = node
        return node

    def written(self) -> tuple[Write, ...]:
        """Return the writes of the phase."""
        s, writes = self.s, []
        for cell in sorted(s.changed):
            now = s.cells[cell]
            if now is s.loaded[cell]:
                continue
            if isinstance(now, Value):
                parts, plus = s.unknown(now.parts, now.plus)
                if parts == ((cell, 1),) and plus == 0:
                    continue
                if parts:
                    writes.append((cell, parts, plus))
                    continue
                value = plus
            else:
                value = int(now)
            if s.possible[cell] != 1 << value:
                writes.append((cell, (), value))
        return tuple(writes)

    def _leaf(self) -> None:
        layout, dice = self.layout, self._dice
        written = self.written()
        counts = tuple((self.tallies[name], number) for name, number in dice.counts.items())
        key = dice.position, written, counts
        edge = self._leaves.get(key)
        if edge is None:
            edge = self._leaves[key] = self._edge(dice.position, _UNKNOWN, counts)
            for cell, parts, value in written:
                word, shift, mask = layout.places[cell]
                self._written.add(word)
                self.clear[word][edge] |= mask << shift
                if not parts:
                    self.set[word][edge] |= value << shift
            self.sums[edge] = self._sums.setdefault(tuple(write for write in written if write[1]), len(self._sums))
        self._term(edge, dice.factors)
        self.node(LEAF, edge, 0, dice)

    def _term(self, edge: int, factors: list[int]) -> None:
        self.term_edge.append(edge)
        self._first_factor.append(len(self._factors))
        self._factors.extend(factors or [0])

    def _edge(self, position: int, choice: int, counts: tuple[tuple[int, int], ...] = ()) -> int:
        self.position.append(position)
        self.depth.append(self._depths[position])
        self.to_choice.append(choice)
        self.counts.append(len(counts))
        self.first_count.append(len(self.counter))
        self.counting.extend([len(self.position) - 1] * len(counts))
        self.counter.extend(counter for counter, _ in counts)
        self.amount.extend(amount for _, amount in counts)
        self.sums.append(0)
        for words in (*self.clear, *self.set):
            words.append(0)
        return len(self.position) - 1

    def choice(
        self, dice: _Explorer, decision: Decision, options: tuple[Any, ...], context: dict[str, Any]
    ) -> tuple[int, int]:
        """Return the number of a choice and the position of its first option; it is added when it is first met."""
        known, prefix = self.choice_at[-1], tuple(dice.path[: dice.depth])
        if prefix not in known:
            self.default.append(options.index(chosen(self._process.plan, self.s, decision, options, context)))
            known[prefix] = len(known)
            self._term(self._edge(dice.position, known[prefix]), dice.factors)
            self.asked.append((decision, options))
            self.first_option.append(len(self._depths))
            self.options.append(len(options))
            self._depths += [self._depths[dice.position] + 1] * len(options)
        return known[prefix], self.first_option[self.first_choice[-1] + known[prefix]]

    def weights(self, factors: Floats) -> Floats:
        """Return the weight of each edge, by the factors of its rolls. Shape (edges,)."""
        terms = np.multiply.reduceat(factors.take(column(self._factors)), column(self._first_factor))
        return np.bincount(column(self.term_edge), terms, len(self.position)).astype(np.float64)

    def term_arrays(self) -> tuple[Ints, Ints]:
        """Return for each term its edge, and its factors padded with factor 0."""
        factors = np.diff(column(self._first_factor), append=len(self._factors))
        padded = np.zeros((len(factors), factors.max(initial=0)), dtype=np.int64)
        padded[np.arange(padded.shape[1]) < factors[:, None]] = column(self._factors)
        return column(self.term_edge), padded

    def counted(self, edge: Ints) -> tuple[Ints, Ints, Ints]:
        """Return for each count of some edges the place of the edge among them, the counter and the amount."""
        counts = column(self.counts).take(edge)
        count = spread(column(self.first_count).take(edge), counts)
        which = np.repeat(np.arange(len(edge)), counts)
        if not len(count):
            return which, count, count
        return which, column(self.counter).take(count), column(self.amount).take(count)

    def acts(self) -> NDArray[np.bool_]:
        """Return of each read set whether the phase rolls, writes or counts anything. Shape (read sets,)."""
        return np.frombuffer(self._acts, dtype=np.bool_)

    def change(self, words: Words, edge: Ints, states: Ints | None = None) -> None:
        """Write the leaves of edges into some states, by default all.

        Raises
        ------
        SequenceError
            If a column leaves its range.
        """
        layout = self.layout
        after = {}
        for word in self._written:
            clear = column(self.clear[word]).take(edge)
            if clear.any():
                before = words[word] if states is None else words[word].take(states)
                after[word] = (before & ~clear) | column(self.set[word]).take(edge)
        if len(self._sums) > 1:
            kinds = list(self._sums)
            for number, those in grouped(column(self.sums).take(edge)):
                there = words.take(those if states is None else states.take(those), axis=1)
                for cell, parts, plus in kinds[number]:
                    value = layout.sum_values(there, parts) + plus
                    off = value.view(np.uint64) > layout.maxima[cell]  # or less than 0
                    if off.any():
                        self._refuse(there[:, off][:, 0], cell, int(value[off][0]))
                    word, shift, _ = layout.places[cell]
                    after[word][those] |= value << shift
        for word, changed in after.items():
            words[word, slice(None) if states is None else states] = changed

    def _refuse(self, words: NDArray[np.int64], cell: int, value: int) -> None:
        """Raise the error of a column that leaves its range; running the phase in that state says where."""
        table = PhaseTable(self._process, self.phase, Rolls(), self._dice.free)
        table._learn(self.layout.unpack(words.tolist()), self.s.base[-1])
        maximum = self.layout.maxima[cell]
        raise SequenceError(f"phase {self.phase.name!r}: {self.layout.label(cell)} = {value}, not in 0..{maximum}")

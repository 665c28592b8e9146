"""Policies: priority lists, and policies by state as processes; plans as policies by state."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from mangonel.engine.chain import PICK, UNKNOWN, Step
from mangonel.engine.exact import Chain, Picks
from mangonel.engine.learning import Learnt, PhaseTable, ReadTree, chosen, column, grouped, play_phase, spread
from mangonel.engine.position import looks_of
from mangonel.engine.process import Decision, Measure, Options, Phase, Process, Rule
from mangonel.engine.rolls import Roll
from mangonel.engine.state import Ints, Words
from mangonel.errors import DataError


def following(chain: Chain, picks: Picks, decisions: Sequence[str]) -> Process:
    """Return the process of a chain with some decisions answered by a policy by state.

    Parameters
    ----------
    chain
        A chain in which these decisions are free, and all states are known.
    picks
        The option taken at each choice, by turn and phase.
    decisions
        The decisions that the policy answers; all others follow the plan.
    """
    process, answered = chain.process, frozenset(decisions)
    view = copy(chain)
    view.picks, view.turns = {}, {}
    known: dict[tuple[int, int], Ints] = {}
    for (turn, number), taken in picks.items():
        level = chain.levels[number]
        step = level.known(turn)
        assert step is not None
        # Turns with the same options share them.
        if (id(step), id(taken)) not in known:
            mine = np.array([each.name in answered for each, _ in level.table.asked], dtype=np.bool_)[step.asked]
            known[id(step), id(taken)] = np.where(mine, taken, step.planned[: len(taken)])
        view.picks[turn, number] = known[id(step), id(taken)]
    phases = [
        replace(phase, act=_Followed(phase.act, view, number, answered)) if isinstance(phase, Phase) else phase
        for number, phase in enumerate(process.phases)
    ]
    played = replace(process, phases=phases, recipe=None)
    # Walks of many games use the chain as it is; a trace, which runs phases itself, has the wrapped phases.
    played.learnt["chain"] = view
    return played


@dataclass(eq=False)
class _Followed:
    """A phase with decisions that the picks of a chain answer."""

    act: Any
    chain: Chain
    number: int
    decisions: frozenset[str]

    def __call__(self, s: Any, dice: Any) -> None:
        act, followed = self.act, _FollowedDice(self, s, dice)
        while callable(act):
            act = act(s, followed)

    def pick(self, s: Any, way: tuple[int, ...]) -> int | None:
        """Return the option at the choice to which a way through the phase leads; None in a state not known."""
        chain, level = self.chain, self.chain.levels[self.number]
        words, turn = chain.layout.pack([s.read(cell) for cell in range(chain.layout.cells)]), int(s.turn)
        taken = (chain.picks or {}).get((turn, self.number))
        local = level.table.choice_at[int(level.table.find(words, turn)[0])].get(way)
        number = int(level.states.add(words)[0])
        step = level.known(turn)
        if taken is None or local is None or step is None or step.row[number] < 0:
            return None
        choice = int(np.searchsorted(step.option, step.root[step.row[number]])) + local
        return int(taken[choice]) if choice < len(taken) else None


class _FollowedDice:
    """Dice that note the way through a phase, and answer the decisions of a policy."""

    def __init__(self, phase: _Followed, s: Any, dice: Any) -> None:
        self._phase, self._s, self._dice = phase, s, dice
        self._way: list[int] = []
        self.count, self.note = dice.count, dice.note

    def roll(self, roll: Roll, *, who: str = "") -> Any:
        outcome = self._dice.roll(roll, who=who)
        branches = [branch for branch, _ in self._phase.chain.rolls.branches(roll)[1]]
        if len(branches) > 1:
            self._way.append(branches.index(outcome))
        return outcome

    def choose(self, decision: Decision, options: Sequence[Any] | Options, **context: Any) -> Any:
        phase = self._phase
        if not phase.chain.free(decision):
            return self._dice.choose(decision, options, **context)
        options = tuple(options)
        if len(options) == 1:
            return options[0]
        pick = phase.pick(self._s, tuple(self._way)) if decision.name in phase.decisions else None
        if pick is not None:
            option = options[pick]
        elif decision.name in phase.decisions:
            # A state to which no game comes under any decision.
            option = chosen(phase.chain.process.plan, self._s, decision, options, context)
        else:
            option = self._dice.choose(decision, options, **context)
        self._way.append(options.index(option))
        return option


def planned_picks(chain: Chain, plans: Sequence[Mapping[str, Rule]], turns: int) -> dict[tuple[int, int], Ints]:
    """Return the options that some plans take at the choices of a chain, by turn and phase. Shape (plans, choices).

    The chain knows all states (`Chain.reach`).
    """
    picks: dict[tuple[int, int], Ints] = {}
    askers: dict[PhaseTable, _Asker] = {}
    for number, level in enumerate(chain.levels):
        if level.table not in askers:
            askers[level.table] = _Asker(chain, level.table, plans)
        asker = askers[level.table]
        known: dict[Hashable, Ints] = {}
        for turn in range(1, turns + 1):
            step = level.known(turn)
            if step is None or not len(step.asked):
                continue
            key = level.table.key(turn), asker.key(turn)
            if key not in known:
                options = asker.options(step, level.states.of(step.states), turn)
                key = key[0], asker.key(turn)
                known[key] = options
            picks[turn, number] = known[key]
    return picks


class _AllAskedError(BaseException):
    """The last choice on the way through a phase was asked for."""


class _Asker:
    """Asks plans at the choices of a phase: dice that follow the ways of its table to them, and no further."""

    def __init__(self, chain: Chain, table: PhaseTable, plans: Sequence[Mapping[str, Rule]]) -> None:
        self._chain, self._table, self._plans = chain, table, plans
        # Of each read set, a tree of the further questions of the plans.
        self._trees: dict[int, ReadTree] = {}
        self._answers: list[Ints] = []

    def key(self, turn: int) -> Hashable:
        """Return the answers to the questions of plans about a turn."""
        return tuple(tree.key(turn) for tree in self._trees.values() if tree.turns or tree.whole)

    def options(self, step: Step, words: Words, turn: int) -> Ints:
        """Return the options of the plans at the choices of the states of a step. Shape (plans, choices)."""
        table, owner = self._table, step.owners()
        first = np.flatnonzero(np.diff(owner, prepend=-1))
        rows = owner.take(first)
        block = np.searchsorted(column(table.first_choice), step.asked.take(first), side="right") - 1
        sets = np.empty_like(rows)
        for number, those in grouped(block):
            if number not in self._trees:
                self._trees[number] = ReadTree(table.layout)
            here = words.take(rows.take(those), axis=1)
            sets[those] = self._trees[number].find(here, turn, partial(self._learn, number))
        sizes = np.array([options.shape[1] for options in self._answers])
        asked = spread((np.cumsum(sizes) - sizes).take(sets), sizes.take(sets))
        return np.concatenate(self._answers, axis=1).take(asked, axis=1)

    def _learn(self, block: int, values: list[int], turn: int) -> Learnt:
        table, s, phase = self._table, self._table.s, self._table.phase
        assert isinstance(phase, Phase)
        s.load(values, turn)
        self._choices = table.choice_at[block]
        self._options = np.full((len(self._plans), len(self._choices)), UNKNOWN, dtype=PICK)
        ways = list(self._choices)
        for way, after in zip(ways, [*ways[1:], None], strict=True):
            # On a longer way its choice is asked for, too.
            if after is None or after[: len(way)] != way:
                self._way, self._depth = way, 0
                s.resume({})
                with suppress(_AllAskedError):
                    play_phase(phase, s, self)
        self._answers.append(self._options)
        asked = table.tree.asked([*values, turn])
        return len(self._answers) - 1, [question for question in s.reads if question not in asked]

    def _go_on(self) -> int:
        self._depth += 1
        return self._way[self._depth - 1]

    def roll(self, roll: Roll, *, who: str = "") -> Any:
        branches = self._chain.rolls.branches(roll)[1]
        return branches[self._go_on() if len(branches) > 1 else 0][0]

    def choose(self, decision: Decision, options: Sequence[Any] | Options, **context: Any) -> Any:
        s = self._table.s
        if not self._chain.free(decision):
            return chosen(self._chain.process.plan, s, decision, options, context)
        options = tuple(options)
        if len(options) == 1:
            return options[0]
        place = self._choices[self._way[: self._depth]]
        if self._options[0, place] == UNKNOWN:
            taken = [options.index(chosen(plan, s, decision, options, context)) for plan in self._plans]
            self._options[:, place] = taken
        if self._depth == len(self._way):
            raise _AllAskedError
        return options[self._go_on()]

    def count(self, name: str, amount: Any = 1) -> None:
        """Count nothing: only options are asked for."""

    def note(self, text: str, *values: Any) -> None:
        """Do nothing: only a trace has readers."""


_TEST = re.compile(r"\s*([\w.][\w.-]*(?: [\w.][\w.-]*)*?)\s*(<=|>=|=)\s*([0-9]{1,15})\s*")


@dataclass(frozen=True, slots=True)
class Test:
    """A test of a number of the state, as it is at the start of the phase."""

    name: str
    sign: str
    """``<=``, ``>=`` or ``=``."""
    number: int

    def __str__(self) -> str:
        """Return it as it is typed."""
        return f"{self.name} {self.sign} {self.number}"

    def of(self, value: Any) -> Any:
        """Return whether it holds for a value, or for each of several."""
        if self.sign == "=":
            return value == self.number
        return value >= self.number if self.sign == ">=" else value <= self.number


@dataclass(frozen=True, slots=True)
class Clause:
    """An option, and the tests of which all must hold; it counts only where the rules allow the option."""

    option: str
    tests: tuple[Test, ...] = ()

    def __str__(self) -> str:
        """Return it as it is typed."""
        return f"{self.option} while {' and '.join(map(str, self.tests))}" if self.tests else self.option


def option_text(option: Any) -> str:
    """Return an option as it is typed; places in it are counted from 1, as everywhere."""
    if isinstance(option, bool):
        return "yes" if option else "no"
    if isinstance(option, (tuple, list)):
        return " ".join(
            str(part + 1) if isinstance(part, int) and not isinstance(part, bool) else option_text(part)
            for part in option
        )
    return str(option)


def parsed(text: str, path: str = "") -> Clause:
    """Read a clause.

    Raises
    ------
    DataError
        If it is not written as ``OPTION`` or ``OPTION while NAME >= 1 and NAME = 0``.
    """
    option, has_tests, rest = text.partition(" while ")
    tests = []
    for part in rest.split(" and ") if has_tests else ():
        match = _TEST.fullmatch(part)
        if match is None:
            raise DataError("write a test as NAME >= 1, NAME <= 1 or NAME = 1", path=path, value=part.strip())
        tests.append(Test(match[1], match[2], int(match[3])))
    if not option.strip():
        raise DataError("write it as OPTION, or OPTION while NAME >= 1", path=path, value=text)
    return Clause(option.strip(), tuple(tests))


def numbers_of(process: Process, clauses: Sequence[Clause], path: str) -> dict[str, Measure]:
    """Return the numbers that clauses test, by name. It is a DataError if the process has no such number."""
    looks = looks_of(process)
    names = {test.name for clause in clauses for test in clause.tests} - {process.unit}
    for name in sorted(names):
        if name not in looks:
            raise DataError("no such number of a position", path=path, value=name, allowed=[*looks, process.unit])
    return {name: looks[name] for name in names}


def with_priorities(process: Process, lists: Mapping[str, Sequence[str | Clause]]) -> Process:
    """Return a process in which some decisions are answered by priority lists, and by its own plan after them.

    Raises
    ------
    DataError
        If there is no such decision or number, or a clause is not written as one.
    """
    plan = dict(process.plan)
    for name, written in lists.items():
        path = f"decisions.{name}"
        if name not in plan:
            raise DataError("no such decision", path="decisions", value=name, allowed=sorted(plan))
        if isinstance(written, str) or not all(isinstance(part, (str, Clause)) for part in written):
            raise DataError("write a list of clauses, OPTION while NAME >= 1", path=path, value=written)
        clauses = [parsed(part, path) if isinstance(part, str) else part for part in written]
        plan[name] = _rule(clauses, numbers_of(process, clauses, path), process.unit, plan[name])
    return replace(process, plan=plan, recipe=None)


def _rule(clauses: Sequence[Clause], looks: Mapping[str, Measure], unit: str, otherwise: Rule) -> Rule:
    def holds(s: Any, test: Test) -> bool:
        return bool(test.of(s.turn if test.name == unit else looks[test.name].of(s)))

    def rule(s: Any, options: Any, **context: Any) -> Any:
        for clause in clauses:
            every = options.every if isinstance(options, Options) else options
            option = next((option for option in every if option_text(option) == clause.option), None)
            if option is None and clause.option != option_text(None):
                continue
            with s.as_loaded():
                applies = all(holds(s, test) for test in clause.tests)
            if applies and option in options:
                return option
        return otherwise(s, options, **context)

    return rule

"""Best decisions by state: their value, their gain over fixed plans, and short rules that come near them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, product
from math import prod
from typing import Any, TypeAlias

import numpy as np

from mangonel.engine.assemble import Progress
from mangonel.engine.chain import Chain, Level, Step
from mangonel.engine.exact import Picks, default_picks, passing, push
from mangonel.engine.owners import UNDECIDED, Side, spelled
from mangonel.engine.policy import following, owners
from mangonel.engine.position import Position, looks_of
from mangonel.engine.priority import Clause, Test, option_text, with_priorities
from mangonel.engine.process import Chapter, Measure, Process
from mangonel.engine.state import Floats, Ints, Words
from mangonel.engine.values import MOST_STATES, Solution, backward, position_values
from mangonel.errors import DataError, StateLimitError, UnknownCellError
from mangonel.games.policies import decisions
from mangonel.games.scenario import Scenario, build
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.tactics import Value as Choice
from mangonel.studies.tactics import policies_of

_EQUAL = 1e-12
_TERM = re.compile(r"\s*([+-])?\s*(?:(\d+(?:\.\d*)?|\.\d+)\s*\*?\s+)?([^\W\d][\w.:]*(?:[ -][^\W\d][\w.:]*)*)\s*")
_MARKS = ((0.05, "??"), (0.02, "?"), (0.005, "?!"))
"""From which loss on an option is called a blunder, a mistake, doubtful."""
_ENOUGH = 0.99
"""The share of the gain at which a rule needs no further clause."""
_CLAUSES, _SCORED, _LEVELS = 4, 6, 8
"""Clauses of a rule, candidates that are scored exactly for each, and thresholds of a number that are tried."""
_ALL, _PAIRED = 32, 500
"""Fixed plans up to which all are played; and runs after which no further pair of policies is tried."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted: endings and measures with their weights."""

    text: str
    """It as it was asked for."""
    endings: Mapping[str, float]
    measures: Mapping[str, float]
    """`endings`, `measures`: weights by name."""

    @property
    def is_chance(self) -> bool:
        """Whether it is the probability of some endings."""
        return not self.measures and set(self.endings.values()) == {1.0}

    def sign(self, side: str, sides: Sequence[Side], decider: str) -> int:
        """Return +1 if a side wants much of it, else -1.

        The side whose victories weigh most in it wants much; if none do, `decider` does.
        """
        weights = {each.name: sum(self.endings.get(ending, 0.0) for ending in each.wins) for each in sides}
        least, most = min(weights.values(), default=0.0), max(weights.values(), default=0.0)
        if least == most or decider not in weights:
            return 1 if side == decider else -1
        owner = max(weights, key=lambda name: weights[name])
        return 1 if side == owner else -1

    def of(self, chain: Chain, level: Level, states: Ints) -> Floats:
        """Return what final states of a level are worth. Shape (states,)."""
        process = chain.process
        by_ending = np.array([self.endings.get(name, 0.0) for name in (UNDECIDED, *process.endings)])
        worth: Floats = by_ending[level.states.words[0, states] & chain.layout.mask[0]]
        for measure in process.measures:
            if weight := self.measures.get(measure.name):
                worth = worth + weight * chain.measure(level, measure, states)
        return worth


def wanted(text: str, process: Process) -> Wanted:
    """Read what is wanted: ``besiegers win - 0.08 besiegers dead``.

    Raises
    ------
    DataError
        If it is not written so, has nothing in it, or names something that the process does not have.
    """
    wins = {side.name: side.wins for side in process.sides if side.wins}
    measures = [measure.name for measure in process.measures]
    endings: dict[str, float] = {}
    measured: dict[str, float] = {}
    place = 0
    while place < len(text):
        match = _TERM.match(text, place)
        if match is None or (place and not match[1]):
            raise DataError('write it as "NAME - 0.1 NAME"', path="value", value=text[place:].strip() or text)
        place = match.end()
        weight = float(match[2] or 1) * (-1 if match[1] == "-" else 1)
        name = match[3]
        winner = re.fullmatch(r"(.+?)[ _]wins?", name)
        if winner is not None and (side := spelled(winner[1], list(wins))) in wins:
            for ending in wins[side]:
                endings[ending] = endings.get(ending, 0.0) + weight
        elif (known := spelled(name, [*process.endings, UNDECIDED])) in (*process.endings, UNDECIDED):
            endings[known] = endings.get(known, 0.0) + weight
        elif (known := spelled(name, measures)) in measures:
            measured[known] = measured.get(known, 0.0) + weight
        else:
            allowed = [*(f"{side} win" for side in wins), *process.endings, UNDECIDED, *measures]
            raise DataError("no such ending, side or measure", path="value", value=name, allowed=allowed)
    if not any((*endings.values(), *measured.values())):
        raise DataError("there is nothing in it", path="value", value=text)
    return Wanted(text.strip(), endings, measured)


@dataclass(frozen=True)
class Option:
    """An option of a moment."""

    text: str
    """It as it is typed in a priority list."""
    value: float
    """What is attained if it is taken where it may be, and the best otherwise and later on."""
    loss: float
    """What that loses against the best, 0 or more."""
    chosen: float
    """In how many games it is the best, as a share of those in which the moment comes."""
    allowed: float
    """In how many it may be taken."""

    @property
    def mark(self) -> str:
        """``?!``, ``?`` or ``??`` by what it loses: half a point, 2 points, 5 points; else empty."""
        return next((mark for least, mark in _MARKS if self.loss >= least - _EQUAL), "")


@dataclass(frozen=True)
class Moment:
    """A decision as it comes in the next turn of a position."""

    phase: str
    decision: str
    share: float
    """How many games of the position come to it with more than one option."""
    value: float
    """What the best is worth in those."""
    options: tuple[Option, ...]
    """The best first."""


@dataclass(frozen=True)
class Fixed:
    """A plan of policies that is kept all game."""

    changes: Mapping[str, Choice]
    """The policies that it changes, by path."""
    value: float
    complete: bool
    """Whether every combination was tried; else none is better that differs from it in one or two policies."""


@dataclass(frozen=True, eq=False)
class PriorityRule:
    """Priority lists that come near the best."""

    clauses: Mapping[str, tuple[Clause, ...]]
    """Clauses by decision, the first that holds counts; after them the policies."""
    policies: Mapping[str, Choice]
    """The policies that are changed."""
    value: float
    steps: tuple[tuple[str, Clause | None, float], ...]
    """Decision and clause as they were found, each put before those of the same decision found earlier, and the share
    of the gain that is reached with it; the first is that of the policies alone, without a clause."""
    loss: float
    """What it loses against the best by state."""
    process: Process
    """The game played by it."""

    @property
    def decisions(self) -> dict[str, list[str]]:
        """The lists as a scenario has them under ``decisions``."""
        return {name: [str(clause) for clause in clauses] for name, clauses in self.clauses.items()}

    def __str__(self) -> str:
        """Return the lines to put into a scenario."""
        lines = [f"{path} = {_toml(value)}" for path, value in self.policies.items()]
        lists = (f"decisions.{_key(name)} = [{', '.join(map(_toml, texts))}]" for name, texts in self.decisions.items())
        return "\n".join((*lines, *lists))


def _toml(value: Choice) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{value}"'


def _key(name: str) -> str:
    return f'"{name}"' if "." in name else name


Lists: TypeAlias = Mapping[str, Sequence["str | Clause"]]


@dataclass(frozen=True, eq=False)
class Best:
    """The best decisions of a side by state."""

    process: Process
    """The game; against another plan than the shipped one, with that plan."""
    side: str
    against: str
    """``shipped``, ``best`` or ``plan``: how the others decide."""
    wanted: Wanted
    sign: int
    """+1 if the side wants much of it, -1 if little."""
    shipped: float
    """The value if all follow their plans."""
    value: float
    """The value under best decisions."""
    chain: Chain = field(repr=False)
    solution: Solution = field(repr=False)
    start: tuple[Words, Floats, int] = field(repr=False)
    """States in which games begin, their weights, and the turns that are over."""
    free: tuple[str, ...] = ()
    """The decisions of the side that are decided by state."""
    scene: tuple[Scenario, RuleSet] | None = field(default=None, repr=False)
    position: Position | None = None

    def __repr__(self) -> str:
        """Return a line with both values."""
        return (
            f"<Best {self.process.name}, {self.side}: {self.wanted.text} {self.value:.4f}, shipped {self.shipped:.4f}>"
        )

    @property
    def gain(self) -> float:
        """What deciding by state gains over the shipped plan, for the side."""
        return self.sign * (self.value - self.shipped)

    @property
    def gain_over_fixed(self) -> float:
        """What it gains over the best fixed plan."""
        return self.sign * (self.value - self.fixed.value)

    @cached_property
    def plan(self) -> Process:
        """The game with the decisions answered by the table; every walk plays it: ``mangonel.run(best.plan)``."""
        return following(self.chain, self.solution.picks, [*self.chain.free] if self.against == "best" else self.free)

    def plan_of(self, side: str) -> Process:
        """Return the game with the decisions of one side answered by the table, the others by their plan."""
        asked = {decision for table in self.chain.tables for decision, _ in table.asked if decision.side == side}
        return following(self.chain, self.solution.picks, [decision.name for decision in asked])

    def attained(self) -> float:
        """Return what a forward walk of all states comes to under the best decisions."""
        return _attained(self.chain, self.process.limit, self.wanted, self.start, self.solution.picks)

    @cached_property
    def fixed(self) -> Fixed:
        """The best fixed plan of the side, over combinations of all its policies."""
        return _best_fixed(self)

    def at(self, place: Position) -> tuple[Moment, ...]:
        """Return the decisions of the next turn of a position, with what each option is worth.

        Raises
        ------
        DataError
            If the position is none of this game, or earlier than where games begin.
        """
        place = place.under(self.process)
        if place.done < self.start[2]:
            raise DataError("the position is earlier than where games begin", value=str(place))
        if not set(map(bytes, np.ascontiguousarray(place.people.words.T))) <= set(
            map(bytes, np.ascontiguousarray(self.chain.first.states.words.T))
        ):
            raise DataError("the position is none that comes from where games begin", value=str(place))
        start = place.people.words, place.people.lines[:, 0], place.done
        return tuple(_moments(self, start, place.turn))

    def rule(self, clauses: int = _CLAUSES, *, enough: float = _ENOUGH) -> PriorityRule:
        """Return priority lists that come near the best; each was scored by an exact forward walk.

        Parameters
        ----------
        clauses
            The most clauses.
        enough
            The share of the gain over the shipped plan that is enough.
        """
        return _rule(self, clauses, enough)


def deciders(process: Process, *, state_limit: int = MOST_STATES) -> dict[str, list[str]]:
    """Return the decisions that are met under the plan, by side; those of the sides of the process come first."""
    chain = Chain(process)
    _attained(chain, process.limit, Wanted("", {}, {}), _beginning(process, None), None, state_limit)
    study: dict[str, list[str]] = {side.name: [] for side in process.sides}
    for decision in _met(chain).values():
        study.setdefault(decision.side, []).append(decision.name)
    return {side: names for side, names in study.items() if names}


def _met(chain: Chain) -> dict[str, Any]:
    return {name: decision for table in chain.tables for name, decision in table.met.items()}


def best(
    scenario: Scenario,
    rules: RuleSet,
    side: str = "",
    *,
    against: str | Best | Mapping[str, Choice] | Lists = "shipped",
    choose: Sequence[str] = (),
    value: str | None = None,
    position: Position | None = None,
    state_limit: int = MOST_STATES,
    progress: Progress | None = None,
) -> Best:
    """Find the best decisions of a side by state.

    Parameters
    ----------
    scenario, rules
        What is played.
    side
        Who decides; by default the first side that decides anything.
    against
        How the others decide: ``shipped``, as in the scenario; ``best``, as well as they can; a plan: priority lists by
        decision, or policies by path; or another `Best`, whose decisions they take.
    choose
        The decisions that are decided by state; by default all of the side.
    value
        What is wanted: endings, ``SIDE win`` and measures with weights, ``besiegers win - 0.08 besiegers dead``; by
        default that the first side wins. The side whose victories weigh most in it wants much of it, the others little;
        without victories, the side that decides wants much of it.
    position
        From where games are played; by default from the start.
    state_limit
        The most states before a phase.
    progress
        Called with the share of the work that is done.

    Raises
    ------
    DataError
        If a name is unknown, nothing is wanted, or the side decides nothing.
    StateLimitError
        If there are too many states to decide exactly.
    """
    plan = against if not isinstance(against, (str, Best)) else {}
    policies = {path: choice for path, choice in plan.items() if isinstance(choice, (str, int, bool))}
    if policies:
        wrong = set(policies) - set(policies_of(scenario))
        if wrong:
            raise DataError("no such policy", path="against", value=min(wrong), allowed=sorted(policies_of(scenario)))
        scenario = scenario.replaced(policies)
    process = with_priorities(
        build(scenario, rules),
        {name: clauses for name, clauses in plan.items() if not isinstance(clauses, (str, int, bool))},
    )
    study = best_of(
        process,
        side,
        against=against if isinstance(against, (str, Best)) else "plan",
        choose=choose,
        value=value,
        position=position,
        state_limit=state_limit,
        progress=progress,
    )
    return replace(study, scene=(scenario, rules))


def best_of(  # noqa: C901, PLR0912 - one check a line
    process: Process,
    side: str = "",
    *,
    against: str | Best = "shipped",
    choose: Sequence[str] = (),
    value: str | None = None,
    position: Position | None = None,
    state_limit: int = MOST_STATES,
    progress: Progress | None = None,
) -> Best:
    """Find the best decisions of a side in a process; parameters and errors as in `best`."""
    if process.turns is None or process.sampled:
        reason = "it has no turn limit" if process.turns is None else "it has far too many states"
        raise DataError(f"best decisions are found exactly, and {reason}; `tactics` samples plans", value=process.name)
    if isinstance(against, str) and against not in ("shipped", "best", "plan"):
        raise DataError("no such opponent", path="against", value=against, allowed=["shipped", "best"])
    if value is None:
        value = next((f"{each.name} win" for each in process.sides if each.wins), process.endings[0])
    want = wanted(value, process)
    start = _beginning(process, position)
    if isinstance(against, Best):
        if against.process.columns != process.columns:
            raise DataError("the plan is one of another game", path="against", value=against.process.name)
        process = against.plan_of(against.side) if against.against != "best" else _others(against, side)
    plain = Chain(process)
    shipped = _refusing(
        process, lambda: _attained(plain, process.limit, want, start, None, state_limit), len(process.plan)
    )
    met = _met(plain)
    sides = list(dict.fromkeys([*(each.name for each in process.sides), *(decision.side for decision in met.values())]))
    sides = [each for each in sides if any(decision.side == each for decision in met.values())]
    if not sides:
        inside = any(isinstance(phase, Chapter) for phase in process.phases)
        raise DataError(
            "nobody decides anything here" + (" but inside its chapters" if inside else ""), value=process.name
        )
    side = spelled(side, sides) or sides[0]
    if side not in sides:
        raise DataError("no such side decides anything here", path="side", value=side, allowed=sides)
    if progress is not None:
        progress(0.2)
    both = against == "best"
    for name in choose:
        if name not in process.plan:
            mine = [decision.name for decision in met.values() if decision.side == side]
            raise DataError("no such decision", path="choose", value=name, allowed=mine)
        if name in met and met[name].side != side:
            raise DataError(f"{met[name].side} decide this", path="choose", value=name)
    # A decision that only other decisions lead to is not met yet; it is free in case that it is one of theirs.
    free = frozenset(
        name
        for name in process.plan
        if (name in choose if choose and (name not in met or met[name].side == side) else True)
        and (both or name not in met or met[name].side == side)
    )
    chain = Chain(process, free)
    _refusing(process, lambda: chain.reach(process, process.limit, state_limit, start[0], start[2]), len(free))
    if progress is not None:
        progress(0.7)
    signs = {each: want.sign(each, process.sides, side) for each in ((*sides,) if both else (side,))}
    solution = backward(chain, process.limit, want.of, best=signs, keep=True)
    theirs = tuple(sorted({d.name for table in chain.tables for d, _ in table.asked if d.side == side}))
    if progress is not None:
        progress(1.0)
    return Best(
        process,
        side,
        against if isinstance(against, str) else "plan",
        want,
        signs[side],
        shipped,
        _at_start(chain, solution, start),
        chain,
        solution,
        start,
        theirs,
        None,
        position,
    )


def _others(study: Best, side: str) -> Process:
    others = [d.name for table in study.chain.tables for d, _ in table.asked if d.side != side]
    return following(study.chain, study.solution.picks, others)


def _refusing(process: Process, work: Any, decisions: int) -> Any:
    try:
        return work()
    except StateLimitError as error:
        ways = "name fewer decisions (choose), or allow more states (max-states, state_limit)"
        message = (
            f"{error} with {decisions} decisions free: best decisions are found exactly; {ways}; `tactics` samples"
        )
        raise StateLimitError(message) from None


def _beginning(process: Process, position: Position | None) -> tuple[Words, Floats, int]:
    if position is None:
        return process.layout.pack(process.layout.start), np.ones(1), 0
    there = position.under(process)
    return there.people.words, there.people.lines[:, 0], there.done


def _at_start(chain: Chain, solution: Solution, start: tuple[Words, Floats, int]) -> float:
    words, weights, through = start
    return float(weights @ solution.values[through][chain.first.states.add(words), 0])


def _walk(
    chain: Chain, turns: int, start: tuple[Words, Floats, int], picks: Picks | None, limit: int = MOST_STATES
) -> Iterator[tuple[int, int, Step, Floats, Floats]]:
    """Carry games forward; yield turn, phase, step, the weights before it, and those after it. Shape (states, 1)."""
    words, weights, through = start
    numbers = chain.first.states.add(words)
    lines = np.zeros((len(chain.first.states), 1))
    np.add.at(lines[:, 0], numbers, weights)
    for turn in range(through + 1, turns + 1):
        for number, level in enumerate(chain.levels):
            after = chain.levels[(number + 1) % len(chain.levels)]
            active = np.flatnonzero(lines[:, 0])
            if not len(active):
                return
            if len(active) > limit:
                raise StateLimitError(f"{chain.process.name}: more than {limit:,} states")
            step = level.step(turn, active, after)
            taken = (picks or {}).get((turn, number))
            taken = default_picks(level, step) if taken is None else taken
            arrived = push(step, chain.weights(number), lines, len(after.states), taken)
            yield turn, number, step, lines, arrived
            lines = arrived
            lines[after.over()] = 0.0


def _attained(
    chain: Chain,
    turns: int,
    want: Wanted,
    start: tuple[Words, Floats, int],
    picks: Picks | None,
    limit: int = MOST_STATES,
) -> float:
    """Return the value of a policy by a forward walk."""
    total, last = 0.0, None
    for _, number, _, _, arrived in _walk(chain, turns, start, picks, limit):
        after = chain.levels[(number + 1) % len(chain.levels)]
        over = after.over()
        over = over[arrived[over, 0] > 0]
        total += float(arrived[over, 0] @ want.of(chain, after, over))
        last = after, arrived
    if last is None:
        numbers = chain.first.states.add(start[0])
        return float(start[1] @ want.of(chain, chain.first, numbers))
    left = np.flatnonzero(last[1][:, 0])
    left = left[~last[0].ended[left]]
    return total + float(last[1][left, 0] @ want.of(chain, last[0], left))


def _best_fixed(study: Best) -> Fixed:  # noqa: C901 - a search in one place
    """Return the best fixed plan: of all if they are few, else one that no change of one or two policies betters."""
    if study.scene is None:
        return Fixed({}, study.shipped, complete=False)
    scenario, rules = study.scene
    process, free = study.process, set(study.free)
    known = decisions(scenario.playable.keys, scenario.sequence)
    owned = {side.name for side in process.sides}
    menus: dict[str, tuple[Any, ...]] = {
        path: (scenario.choices[path].value, *others)
        for path, others in policies_of(scenario).items()
        if others and (known[path].side == study.side or known[path].side not in owned)
    }
    played: dict[tuple[Choice, ...], float] = {}
    worst = -study.sign * np.inf

    def value(values: tuple[Choice, ...]) -> float:
        if values not in played:
            changes = {
                path: choice for (path, menu), choice in zip(menus.items(), values, strict=True) if choice != menu[0]
            }
            try:
                variant = build(scenario.replaced(changes), rules) if changes else process
            except (DataError, UnknownCellError):
                played[values] = worst
                return worst
            # Only what is decided changes: the rest of the game stays as it is.
            plan = {**process.plan, **{name: variant.plan[name] for name in free if name in variant.plan}}
            chain = Chain(replace(process, plan=plan, recipe=None))
            played[values] = _attained(chain, process.limit, study.wanted, study.start, None)
        return played[values]

    base = tuple(menu[0] for menu in menus.values())
    played[base] = study.shipped
    here = base

    def better(other: tuple[Choice, ...]) -> bool:
        return study.sign * (value(other) - value(here)) > _EQUAL

    def changed(at: Mapping[int, Choice]) -> tuple[Choice, ...]:
        return tuple(at.get(place, choice) for place, choice in enumerate(here))

    if prod(map(len, menus.values())) <= _ALL:
        here = max(product(*menus.values()), key=lambda values: (study.sign * value(values), values == base))
        return _fixed(menus, here, value(here), complete=True)
    places = list(menus)
    live: set[int] = set()
    moved = True
    while moved:
        moved = False
        for place, path in enumerate(places):
            for choice in menus[path]:
                other = changed({place: choice})
                if value(other) != worst and abs(value(other) - value(here)) > _EQUAL:
                    live.add(place)
                if better(other):
                    here, moved = other, True
        # A policy that makes no difference anywhere it was tried is left out of the pairs.
        for left, right in combinations(sorted(live), 2) if not moved else ():
            for first, second in product(menus[places[left]], menus[places[right]]):
                if len(played) < _PAIRED and better(changed({left: first, right: second})):
                    here, moved = changed({left: first, right: second}), True
            if study.sign * (study.value - value(here)) <= _EQUAL:
                break
    return _fixed(menus, here, value(here), complete=study.sign * (study.value - value(here)) <= _EQUAL)


def _fixed(
    menus: Mapping[str, tuple[Choice, ...]], values: tuple[Choice, ...], value: float, *, complete: bool
) -> Fixed:
    changes = {path: choice for (path, menu), choice in zip(menus.items(), values, strict=True) if choice != menu[0]}
    return Fixed(changes, value, complete)


def _moments(study: Best, start: tuple[Words, Floats, int], turn: int) -> Iterator[Moment]:
    chain, solution, sign = study.chain, study.solution, study.sign
    for _, number, step, mass, _ in _walk(chain, turn, start, solution.picks):
        level = chain.levels[number]
        if not len(step.asked):
            continue
        weights, worth = chain.weights(number), solution.worth[turn, number]
        picks = solution.picks[turn, number]
        values, _ = position_values(step, level, weights, worth, {}, picks)
        after = chain.levels[(number + 1) % len(chain.levels)]
        _, passed, _ = passing(step, weights, mass, len(after.states), picks, worth[:, 0])
        came = passed[step.option + picks, 0]
        for name in dict.fromkeys(decision.name for decision, _ in level.table.asked if decision.name in study.free):
            yield from _moment(study, level, step, name, came, values[:, 0], picks, sign, float(mass.sum()))


def _moment(
    study: Best,
    level: Level,
    step: Step,
    name: str,
    came: Floats,
    values: Floats,
    picks: Ints,
    sign: int,
    everything: float,
) -> Iterator[Moment]:
    table = level.table
    mine = np.array([decision.name == name for decision, _ in table.asked], dtype=np.bool_)[step.asked] & (came > 0)
    those = np.flatnonzero(mine)
    share = float(came[those].sum())
    if not share:
        return
    best_value = values[step.option[those] + picks[those]]
    mean = float(came[those] @ best_value) / share
    options = []
    for option in dict.fromkeys(option for decision, menu in table.asked if decision.name == name for option in menu):
        place = np.array([menu.index(option) if option in menu else -1 for _, menu in table.asked])[step.asked[those]]
        may = np.flatnonzero(place >= 0)
        if not len(may):
            continue
        taken = values[step.option[those[may]] + place[may]]
        lost = float(came[those[may]] @ (sign * (best_value[may] - taken))) / share
        chosen = float(came[those[may[place[may] == picks[those[may]]]]].sum()) / share
        allowed = float(came[those[may]].sum()) / share
        options.append(Option(option_text(option), mean - sign * lost, max(lost, 0.0), chosen, allowed))
    options.sort(key=lambda option: (option.loss, -option.chosen))
    yield Moment(table.phase.name, name, share / everything, mean, tuple(options))


# Priority lists. -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Asked:
    """The choices of one decision before a phase: what a test may look at, and what each option would gain."""

    number: int
    choices: Ints
    states: Ints
    options: tuple[tuple[Any, ...], ...]
    """Of each choice, its options."""


def _rule(study: Best, most: int, enough: float) -> PriorityRule:
    fixed, process = study.fixed, study.process
    if fixed.changes and study.scene is not None:
        variant = build(study.scene[0].replaced(fixed.changes), study.scene[1])
        plan = {**process.plan, **{name: variant.plan[name] for name in study.free if name in variant.plan}}
        process = replace(process, plan=plan, recipe=None)
    chain = study.chain
    if process is not study.process:
        chain = Chain(process, study.chain.free)
        chain.reach(process, process.limit, MOST_STATES * 100, study.start[0], study.start[2])
    # If both decide, the others go on as they do in the best.
    both = study.against == "best"
    signs = {side: study.wanted.sign(side, process.sides, study.side) for side in _sides(chain)} if both else {}
    others = backward(chain, process.limit, study.wanted.of, best=signs).picks
    search = _Search(study, chain, others)
    value: float = search.attained(search.picks)
    share = _share(study, value)
    steps: list[tuple[str, Clause | None, float]] = [("", None, share)]
    clauses: dict[str, tuple[Clause, ...]] = {}
    while len(steps) <= most and share < enough:
        scored = [
            (study.sign * search.attained(picks), name, clause, picks) for name, clause, picks in search.candidates()
        ]
        scored = [entry for entry in scored if entry[0] > study.sign * value + _EQUAL]
        if not scored:
            break
        top = max(entry[0] for entry in scored)
        gap = study.sign * value
        # Of rules that gain about the same, the shortest.
        near = [entry for entry in scored if entry[0] - gap >= 0.95 * (top - gap)]
        reached, name, clause, taken = min(near, key=lambda entry: (len(entry[2].tests), -entry[0]))
        value, search.picks = study.sign * reached, dict(taken)
        clauses[name] = (clause, *clauses.get(name, ()))
        share = _share(study, value)
        steps.append((name, clause, share))
    played = with_priorities(process, clauses)
    return PriorityRule(clauses, fixed.changes, value, tuple(steps), study.sign * (study.value - value), played)


def _sides(chain: Chain) -> set[str]:
    return {decision.side for table in chain.tables for decision, _ in table.asked}


def _share(study: Best, value: float) -> float:
    gain = study.gain
    return 1.0 if gain <= _EQUAL else 1 - study.sign * (study.value - value) / gain


class _Search:
    """A policy as picks of a chain, and the clauses that would gain most on top of it."""

    def __init__(self, study: Best, chain: Chain, others: Picks) -> None:
        self._found, self._chain = study, chain
        self._turns, mine = study.process.limit, set(study.free)
        self.picks: dict[tuple[int, int], Ints] = {}
        for (turn, number), taken in others.items():
            level = chain.levels[number]
            step = level.known(turn)
            assert step is not None
            own = np.array([decision.name in mine for decision, _ in level.table.asked], dtype=np.bool_)
            start = np.where(own[step.asked], default_picks(level, step), taken)
            self.picks[turn, number] = start
        self._looks = self._numbers()

    def attained(self, picks: Picks) -> float:
        """Return the exact value of a policy."""
        return _attained(self._chain, self._turns, self._found.wanted, self._found.start, picks)

    def _numbers(self) -> list[Measure]:
        """Return the numbers that tests may name; of two that are always alike the first."""
        looks = [look for name, look in looks_of(self._chain.process).items() if name == look.name]
        columns = {column.name for column in self._chain.process.columns}
        # Numbers that have words come before columns.
        looks.sort(key=lambda look: look.name.partition(".")[0] in columns)
        words = np.concatenate([level.states.words for level in self._chain.levels], axis=1)
        words = words[:, :: max(1, words.shape[1] // 20_000)]
        kept: list[Measure] = []
        seen: set[bytes] = set()
        for look in looks:
            values = self._chain.reader(look).of(words)
            key = values.tobytes()
            if key not in seen and values.min() != values.max():
                seen.add(key)
                kept.append(look)
        return kept

    def _gains(self) -> dict[tuple[str, Any], list[tuple[int, Ints, Floats]]]:
        """Return what each option of each decision would gain where: phase, states, and the gain in all."""
        chain, study = self._chain, self._found
        solution = backward(chain, self._turns, study.wanted.of, picks=self.picks, keep=True)
        sums: dict[tuple[int, int], Floats] = {}
        for turn, number, step, mass, _ in _walk(chain, self._turns, study.start, self.picks):
            level, picks = chain.levels[number], self.picks.get((turn, number))
            if picks is None or not len(picks):
                continue
            weights, worth = chain.weights(number), solution.worth[turn, number]
            values, _ = position_values(step, level, weights, worth, {}, picks)
            after = chain.levels[(number + 1) % len(chain.levels)]
            _, passed, _ = passing(step, weights, mass, len(after.states), picks, worth[:, 0])
            came = passed[step.option + picks, 0]
            size = np.array(level.table.options, dtype=np.int64)[step.asked]
            gains = np.zeros((len(picks), int(size.max())))
            for place in range(gains.shape[1]):
                has = np.flatnonzero((size > place) & (came > 0))
                better = values[step.option[has] + place, 0] - values[step.option[has] + picks[has], 0]
                gains[has, place] = study.sign * came[has] * better
            key = number, id(step)
            sums[key] = sums[key] + gains if key in sums else gains
        gained: dict[tuple[str, Any], list[tuple[int, Ints, Floats]]] = {}
        for (number, known), gains in sums.items():
            level = chain.levels[number]
            step = next(step for step in level.steps.values() if id(step) == known)
            states = step.states[owners(step)]
            for asked in np.unique(step.asked).tolist():
                decision, options = level.table.asked[asked]
                if decision.name not in study.free:
                    continue
                those = np.flatnonzero(step.asked == asked)
                for place, option in enumerate(options):
                    there = those[gains[those, place] != 0]
                    if len(there):
                        gained.setdefault((decision.name, option_text(option)), []).append(
                            (number, states[there], gains[there, place])
                        )
        return gained

    def candidates(self) -> Iterator[tuple[str, Clause, Picks]]:
        """Yield the clauses that would gain most at first sight, with the policy that each makes."""
        ranked: list[tuple[float, str, Clause]] = []
        for (name, option), parts in self._gains().items():
            gains = np.concatenate([gain for _, _, gain in parts])
            if gains[gains > 0].sum() <= _EQUAL:
                continue
            ranked += [(gain, name, clause) for gain, clause in self._clauses(option, parts, gains)]
        ranked.sort(key=lambda entry: (-entry[0], len(entry[2].tests)))
        chosen: list[float] = []
        for gain, name, clause in ranked:
            if any(abs(gain - other) <= 1e-9 * abs(other) for other in chosen):
                continue
            chosen.append(gain)
            yield name, clause, self._with(name, clause)
            if len(chosen) == _SCORED:
                break

    def _clauses(
        self, option: str, parts: Sequence[tuple[int, Ints, Floats]], gains: Floats
    ) -> Iterator[tuple[float, Clause]]:
        tests: list[Test] = []
        holds: list[Any] = []
        chain = self._chain
        for look in self._looks:
            values = np.concatenate([chain.measure(chain.levels[number], look, states) for number, states, _ in parts])
            there = np.unique(values)
            if len(there) > _LEVELS:
                there = np.unique(np.quantile(values, np.linspace(0, 1, _LEVELS), method="nearest"))
            for number in there.tolist():
                if number > values.min():
                    tests.append(Test(look.name, ">=", int(number)))
                    holds.append(values >= number)
                if number < values.max():
                    tests.append(Test(look.name, "<=", int(number)))
                    holds.append(values <= number)
        yield float(gains.sum()), Clause(option)
        if not tests:
            return
        matrix = np.array(holds, dtype=np.float32)
        both = (matrix * gains.astype(np.float32)) @ matrix.T
        for place in np.argsort(-np.diagonal(both))[:_SCORED].tolist():
            yield float(both[place, place]), Clause(option, (tests[place],))
        pairs = np.triu(both, 1)
        for place in np.argsort(-pairs, axis=None)[: 4 * _SCORED].tolist():
            row, column = divmod(place, len(tests))
            if pairs[row, column] > 1.02 * max(both[row, row], both[column, column], 0.0):
                yield float(pairs[row, column]), Clause(option, (tests[row], tests[column]))

    def _with(self, name: str, clause: Clause) -> dict[tuple[int, int], Ints]:
        """Return the policy with a clause before all others."""
        chain, picks = self._chain, dict(self.picks)
        looks = {look.name: look for look in self._looks}
        for (turn, number), taken in self.picks.items():
            level = chain.levels[number]
            place = np.array(
                [
                    next((at for at, option in enumerate(options) if option_text(option) == clause.option), -1)
                    if decision.name == name
                    else -1
                    for decision, options in level.table.asked
                ],
                dtype=np.int64,
            )
            step = level.known(turn)
            if step is None or not (place >= 0).any():
                continue
            place = place[step.asked]
            those = np.flatnonzero(place >= 0)
            states = step.states[owners(step)][those]
            applies = np.ones(len(those), dtype=np.bool_)
            for test in clause.tests:
                applies &= test.of(chain.measure(level, looks[test.name], states))
            changed = taken.copy()
            changed[those[applies]] = place[those[applies]]
            picks[turn, number] = changed
        return picks

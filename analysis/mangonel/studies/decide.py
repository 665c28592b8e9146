"""Best decisions by state: their value, their gain over fixed plans, and short rules that come near them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

from mangonel.engine.exact import Chain, Picks
from mangonel.engine.intervals import Estimate
from mangonel.engine.learning import Free
from mangonel.engine.ledger import Progress
from mangonel.engine.owners import UNDECIDED, endings_meant, spelled
from mangonel.engine.policy import Clause, following, option_text
from mangonel.engine.position import Place, position_of
from mangonel.engine.process import Chapter, Decision, Options, Process, Rule
from mangonel.engine.run import Position
from mangonel.engine.state import Floats, Ints, Words
from mangonel.engine.values import MOST_STATES, Passes, Solution, backward, blanked, options_met, pooled
from mangonel.errors import DataError, StateLimitError, UnknownCellError
from mangonel.games.fields import decisions
from mangonel.games.scenario import Scenario, build, with_lists
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say
from mangonel.studies.fixed_plans import Fixed, best_fixed
from mangonel.studies.priority_rules import CLAUSES, ENOUGH, PriorityRule, priority_rule
from mangonel.studies.run_options import RulesLike, ScenarioLike, check_list, named_scene
from mangonel.studies.shown import framed, handed_to_pyplot
from mangonel.studies.tactics import Value as Choice
from mangonel.studies.tactics import policies_of
from mangonel.studies.varying import numbers_of, with_numbers
from mangonel.studies.wanted import Wanted, wanted

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_EQUAL = 1e-12
_BRANCHES = 50
"""Branches, for each state that there may be before a phase, up to which a game is decided by state."""
_FOLLOWED = 20_000
"""States up to which games are followed to find decisions by their options."""
MARKS = ((0.05, "??"), (0.02, "?"), (0.005, "?!"))
"""From which loss on an option is called a blunder, a mistake, doubtful."""


@dataclass(frozen=True)
class Option:
    """An option of a moment."""

    text: str
    """It as it is typed in a priority list."""
    value: float
    """The value if it is taken where it may be, and the best otherwise and later on."""
    loss: float
    """Its loss against the best, 0 or more."""
    chosen: float
    """In how many games it is the best, as a share of those in which the moment comes."""
    allowed: float
    """In how many it may be taken."""

    @property
    def mark(self) -> str:
        """``?!``, ``?`` or ``??`` by its loss where it may be taken: half a point, 2 points, 5 points; else empty."""
        return next((mark for least, mark in MARKS if self.loss / self.allowed >= least - _EQUAL), "")


@dataclass(frozen=True)
class Moment:
    """A decision as it comes in the next turn of a position."""

    phase: str
    decision: str
    share: float
    """How often it comes in a game of the position with more than one option."""
    value: float
    """The value of the best in those."""
    options: tuple[Option, ...]
    """The best first."""


Against: TypeAlias = "str | Best | Scenario | Mapping[str, Choice] | Mapping[str, Sequence[str | Clause]]"
Read = TypeVar("Read")
Start: TypeAlias = tuple[Words, Floats, int]
Opposed: TypeAlias = "tuple[Process, tuple[Scenario, RuleSet] | None, str]"


@dataclass(frozen=True, eq=False)
class Best:
    """The best decisions of a side by state."""

    process: Process
    """The game; against another plan than the shipped one, with that plan."""
    side: str
    against: str
    """``shipped``, ``best`` or ``plan``: how the others decide."""
    wanted: Wanted
    chain: Chain = field(repr=False)
    place: Position | None = field(repr=False)
    """The position in which games begin; None for the start."""
    game: Process = field(repr=False)
    """The game with the plan of the scenario."""
    scene: tuple[Scenario, RuleSet] | None = field(default=None, repr=False)
    choose: tuple[str, ...] = ()
    """The decisions that were asked for by name; by default all of the side."""
    solution: Solution = field(default=Solution((), {}), repr=False)
    hidden: tuple[str, ...] = ()
    """Columns that the side does not know; `value` is a lower bound of the best then."""
    informed: float | None = None
    """The value if it knew them: no plan without them is better."""

    def __repr__(self) -> str:
        """Return a line with both values."""
        return (
            f"<Best {self.process.name}, {self.side}: {self.wanted.text} {self.value:.4f}, shipped {self.shipped:.4f}>"
        )

    @cached_property
    def signs(self) -> dict[str, int]:
        """The sides that decide by state: +1 if they want much, -1 if little."""
        deciding = self.sides if self.against == "best" else (self.side,)
        return {name: self.wanted.sign(name, self.process.sides, self.side) for name in deciding}

    @property
    def sign(self) -> int:
        """+1 if the side wants much of it, -1 if little."""
        return self.signs[self.side]

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides that decide anything."""
        return _deciding(self.chain, self.process)

    @cached_property
    def free(self) -> tuple[str, ...]:
        """The decisions of the side that are decided by state."""
        return tuple(sorted({d.name for table in self.chain.tables for d, _ in table.asked if d.side == self.side}))

    @cached_property
    def start(self) -> Start:
        """The states in which games begin, their weights, and the turns that are over."""
        return _begun(self.process, self.place)

    @cached_property
    def value(self) -> float:
        """The value under best decisions."""
        words, weights, through = self.start
        return float(weights @ self.solution.values[through][self.chain.states.add(words), 0])  # noqa: PD011

    @cached_property
    def shipped(self) -> float:
        """The value if all follow their plans."""
        return self.passes.value({}) if self.against == "best" else self.planned

    @cached_property
    def planned(self) -> float:
        """The value if the side follows its plan, and the others decide as in `against`."""
        return self.passes.value(self.base)

    @property
    def gain(self) -> float:
        """The gain of deciding by state over the shipped plan of the side, the others deciding as in `against`."""
        return self.sign * (self.value - self.planned)

    @property
    def gain_over_fixed(self) -> float:
        """The gain over the best fixed plan."""
        return self.sign * (self.value - self.fixed.value)

    @cached_property
    def plan(self) -> Process:
        """The game with the decisions answered by the table; every walk plays it: ``mangonel.run(best.plan)``."""
        return self.plan_of(*self.sides)

    def plan_of(self, *sides: str) -> Process:
        """Return the game with the decisions of some sides answered by the table, the others by their plan."""
        decided = {each.name for table in self.chain.tables for each, _ in table.asked if each.side in sides}
        return following(self.chain, self.solution.picks, sorted(decided))

    @cached_property
    def passes(self) -> Passes:
        """Forward passes over the chain from where games begin."""
        return Passes(self.chain, self.process.limit, self.wanted.of, self.start)

    @cached_property
    def base(self) -> Picks:
        """The shipped plan of the side, and how the others decide, as a policy by state."""
        base: dict[tuple[int, int], Ints] = {}
        shared: dict[tuple[int, bytes], Ints] = {}
        for (turn, number), taken in self.solution.picks.items():
            level = self.chain.levels[number]
            step = level.known(turn)
            assert step is not None
            own = np.array([decision.side == self.side for decision, _ in level.table.asked], dtype=np.bool_)
            picks = np.where(own[step.asked], step.planned, taken)
            # Turns that agree share one array: passes keep their flows by it.
            base[turn, number] = shared.setdefault((id(step), picks.tobytes()), picks)
        return base

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the chance that is wanted under the plans of the scenario, the best fixed plan, and the best by state.

        Parameters
        ----------
        ax
            Where it is drawn; by default a new figure.

        Raises
        ------
        DataError
            If no chance is wanted, but a value put together of several things.
        """
        from mangonel.paper.charts.bars import dot_chart

        if not self.wanted.is_chance:
            raise DataError("nothing to draw: no chance is wanted", value=self.wanted.text)
        chances = {
            say("telling.plot_shipped"): self.shipped,
            say("telling.plot_fixed"): self.fixed.value,
            say("telling.plot_best"): self.value,
        }
        row = {self.wanted.text: [Estimate.of_exact(chance) for chance in chances.values()]}
        return handed_to_pyplot(dot_chart(row, list(chances), ax=ax), ax)

    def attained(self) -> float:
        """Return the value of the best decisions by a forward pass."""
        return self.passes.attained(self.solution.picks)

    @cached_property
    def fixed(self) -> Fixed:
        """The best fixed plan of the side, over combinations of all its policies."""
        return best_fixed(self)

    def at(self, place: Place) -> tuple[Moment, ...]:
        """Return the decisions of the next turn of a position, with the value of each option.

        Raises
        ------
        DataError
            If the position is none of this game, or earlier than where games begin.
        """
        place = position_of(self.process, place)
        return tuple(_moments(self, self._start_of(place), place.turn))

    def chances_from(self, place: Position) -> tuple[float, float]:
        """Return the values from a position on: if all follow their plans, and with the best decisions."""
        passes = Passes(self.chain, self.process.limit, self.wanted.of, self._start_of(place))
        return passes.attained(self.base), passes.attained(self.solution.picks)

    def _start_of(self, place: Position) -> Start:
        if place.done < self.start[2]:
            raise DataError("the position is earlier than where games begin", value=str(place))
        start = _begun(self.process, place)
        if not _comes(self.chain, self.process, start):
            raise DataError("the position is none that comes from where games begin", value=str(place))
        return start

    def again(
        self,
        side: str = "",
        *,
        against: Against | None = None,
        value: str | None = None,
        position: Place | None = None,
        state_limit: int = MOST_STATES,
    ) -> Best:
        """Decide the same game for another side, opponent, value or position; tables that are compiled are kept.

        Parameters
        ----------
        side, against, value, position, state_limit
            As in `mangonel.studies.decide.best`; by default as here. All decisions of another side, or against another
            opponent, are decided by state. By default another side meets the shipped plans, or `best` if that is here.

        Raises
        ------
        DataError, StateLimitError
            As in `mangonel.studies.decide.best`.
        """
        place = self.place if position is None else position_of(self.process, position)
        want = self.wanted if value is None else wanted(value, self.game)
        mine = side or self.side
        if against is None and mine == self.side:
            opposed, choose, hidden = (self.process, self.scene, self.against), self.choose, self.hidden
        else:
            against = against or ("best" if self.against == "best" else "shipped")
            opposed, choose, hidden = _opposed(self.game, self.scene, mine, against), (), ()
        return _decided(self.game, opposed, mine, choose, want, place, hidden, state_limit)

    def to_frame(self) -> pd.DataFrame:
        """Return ``plan``, ``value`` and ``gain``: as shipped, the best fixed plan, and the best by state."""
        values = {"shipped": self.planned, "fixed": self.fixed.value, "by state": self.value}
        rows = ((plan, value, self.sign * (value - self.planned) + 0.0) for plan, value in values.items())
        return framed("plan value gain", rows)

    def rule(self, clauses: int = CLAUSES, *, enough: float = ENOUGH) -> PriorityRule:
        """Return priority lists that come near the best; each was scored by an exact forward pass.

        Parameters
        ----------
        clauses
            The most clauses.
        enough
            The share of the gain over the shipped plan that is enough.
        """
        return priority_rule(self, clauses, enough)


def best(
    scenario: ScenarioLike | Process,
    rules: RulesLike = None,
    side: str = "",
    *,
    against: Against = "shipped",
    choose: Sequence[str] = (),
    value: str | None = None,
    position: Place | None = None,
    hidden: Sequence[str] = (),
    state_limit: int = MOST_STATES,
    progress: Progress | None = None,
    **changes: Any,
) -> Best:
    """Find the best decisions of a side by state; `best_plan` searches by sampling where there are too many states.

    Parameters
    ----------
    scenario, rules
        As in `mangonel.simulate`.
    side
        The side that decides; by default that of `choose`, or the first that decides anything.
    against
        How the others decide: ``shipped``, as in the scenario; ``best``, as well as they can; a plan: priority lists by
        decision, policies by path, or a scenario that plays it; or another `Best`, whose decisions they take.
    choose
        The decisions that are decided by state, by name, by an option or by a policy that answers them; by default all
        of the side.
    value
        The value: endings, ``SIDE win`` and measures with weights, ``besiegers win - 0.08 besiegers dead``; by
        default that the first side wins. The side whose victories weigh most in it wants much of it, the others little;
        without victories, the side that decides wants much of it.
    position
        From where games are played, a position or ``turn=9, besiegers=4``; by default from the start.
    hidden
        Columns that the side does not know; by default those that the process hides from it. States that differ in them
        alone are decided alike. The plan is improved decision by decision, so its value is a lower bound of the best.
    state_limit
        The most states before a phase.
    progress
        Called with the share of the work that is done.
    changes
        Other values of scenario and rules by their dotted paths.

    Raises
    ------
    DataError
        As in `mangonel.simulate`, or if a name is unknown, nothing is wanted, or the side decides nothing.
    StateLimitError
        If there are too many states to decide exactly.

    Examples
    --------
    >>> import mangonel as mg
    >>> found = mg.best("ram-gate", side="defenders", choose=["arrows"])
    >>> found.value <= found.shipped
    True
    """
    scene = None
    if isinstance(scenario, Process):
        if rules is not None or changes:
            raise DataError("a sequence has its rules and values", value=scenario.name)
        game = scenario
    else:
        scene = named_scene(scenario, rules, changes)
        if isinstance(against, Scenario):
            scene, against = (with_numbers(against, changes), scene[1]), {}
        game = build(*scene)
        # A name that is no side's is refused before all that is decided is compiled.
        known = decisions(scene[0].playable.keys, scene[0].sequence).values()
        names = sorted({each.name for each in game.sides} | {each.side for each in known} - {""})
        if side and spelled(side, names) not in names:
            raise DataError("no such side decides anything here", path="side", value=side, allowed=names)
    if game.turns is None or game.sampled:
        reason = "it has no turn limit" if game.turns is None else "it has far too many states"
        ways = "compare plans that are kept all game instead (mangonel tactics)"
        raise DataError(f"best decisions by state are found exactly, and {reason}; {ways}", value=game.name)
    want = wanted(value, game)
    check_list("choose", choose, '["facing"]')
    place = None if position is None else position_of(game, position)
    check_list("hidden", hidden)
    blanked(game.layout, _begun(game, place)[0], hidden)  # an unknown name is refused before the game is followed
    opposed = _opposed(game, scene, side, against)
    return _decided(game, opposed, side, choose, want, place, hidden, state_limit, progress)


def _decided(
    game: Process,
    opposed: Opposed,
    side: str,
    choose: Sequence[str],
    want: Wanted,
    place: Position | None,
    hidden: Sequence[str],
    state_limit: int,
    progress: Progress | None = None,
) -> Best:
    process, scene, met = opposed
    named = (_offering(process, scene, name, side) if name not in process.plan else [name] for name in choose)
    choose = tuple(dict.fromkeys(name for names in named for name in names))
    chain, side = _compiled(process, game, side, met, want, choose, _begun(process, place), state_limit)
    if progress is not None:
        progress(0.7)
    study = _solved(Best(process, side, met, want, chain, place, game, scene, choose, hidden=tuple(hidden)))
    if progress is not None:
        progress(1.0)
    return study


def _offering(process: Process, scene: tuple[Scenario, RuleSet] | None, name: str, side: str) -> list[str]:
    """Return the decisions, of one side if it is asked for, that offer an option or that a policy answers.

    Games under the plan are followed; if none of them meets such a decision, it is the name itself.
    """
    path, others, offering = f"policies.{name}", [], dict[str, None]()
    for choice in () if scene is None else policies_of(scene[0]).get(path, ()):
        with suppress(DataError, UnknownCellError):
            assert scene is not None
            others.append(build(scene[0].replaced({path: choice}), scene[1]).plan)

    def watched(decision: str, rule: Rule) -> Rule:
        def answer(s: Any, options: Any, **context: Any) -> Any:
            taken = rule(s, options, **context)
            every = options.every if isinstance(options, Options) else options
            if spelled(name, list(map(option_text, every))) in map(option_text, every) or any(
                plan[decision](s, options, **context) != taken for plan in others
            ):
                offering[decision] = None
            return taken

        return answer

    plan = {decision: watched(decision, rule) for decision, rule in process.plan.items()}
    chain = Chain(replace(process, plan=plan, recipe=None))
    with suppress(StateLimitError):
        chain.reach(chain.process, process.limit, _FOLLOWED)
    owners = {decision: each.side for table in chain.tables for decision, each in table.met.items()}
    own = [decision for decision in offering if not side or owners[decision] == spelled(side, list(owners.values()))]
    return own or [name]


def _compiled(
    process: Process,
    game: Process,
    asked: str,
    met: str,
    want: Wanted,
    choose: Sequence[str],
    start: Start,
    state_limit: int,
) -> tuple[Chain, str]:
    """Return the chain of all that a side may decide, and the others if they decide as well as they can; and the side.

    If none was asked for, it is the first that decides anything.
    """
    for name in choose:
        if name not in process.plan:
            raise DataError("no such decision", path="choose", value=name, allowed=sorted(process.plan))
    names = [each.name for each in game.sides]
    tried = spelled(asked, names) or (asked or next(iter(names), ""))
    while True:

        def free(decision: Decision, side: str = tried) -> bool:
            if choose and decision.side == side:
                return decision.name in choose
            return want.frees(decision) and (decision.side == side or met == "best")

        whose = "all" if met == "best" and not choose else tried
        key = f"{whose} decide {' '.join(sorted(choose))}, others {met}, losses {bool(want.measures)}"
        chain = _kept(process, key, free, start)
        try:
            chain.reach(process, process.limit, state_limit, start[0], start[2], branches=_BRANCHES * state_limit)
        except StateLimitError as error:
            ways = "shorten the game (turns=), or compare plans kept all game, which may be sampled (tactics)"
            raise StateLimitError(f"{error}, too many to decide by state: {ways}") from None
        owners = {name: decision.side for table in chain.tables for name, decision in table.met.items()}
        side = _side(asked or (owners.get(choose[0], "") if choose else ""), chain, game)
        if side == tried:
            break
        tried = side
    for name in choose:
        if owners.get(name, side) != side:
            raise DataError(f"{owners[name]} decide this", path="choose", value=name)
    return chain, side


def best_of_sides(scenario: Scenario, rules: RuleSet, ending: str, read: Callable[[Best], Read]) -> tuple[Read, ...]:
    """Return an account of the best decisions of each side, which are forgotten before those of the next one.

    None where there are too many states, or games hold others: decisions within those are not by state.
    """
    process = build(scenario, rules)
    if any(isinstance(phase, Chapter) for phase in process.phases):
        return ()
    wins = {each.name: each.wins for each in process.sides}
    parts = dict.fromkeys(ending.split("+"))
    counted = {name for part in parts for name in wins.get(part, ())}
    value = " + ".join(f"{part} win" if part in wins else part for part in parts if part not in counted)

    def of_side(side: str = "") -> tuple[Read, list[str]]:
        decided = best(scenario, rules, side, value=value, state_limit=60_000)
        # Values turn by turn take much room, and no account of a whole game tells them.
        decided = replace(decided, solution=replace(decided.solution, values=decided.solution.values[:1]))  # noqa: PD011
        account, others = read(decided), [name for name in decided.sides if name != decided.side]
        # It holds itself by its fixed plan.
        del decided
        gc.collect()
        return account, others

    try:
        first, others = of_side()
        return (first, *(of_side(side)[0] for side in others))
    except (DataError, StateLimitError):
        return ()


def best_of_all(game: Process, state_limit: int, asked: str) -> Best:
    """Return the best decisions of all sides of a process, for an ending or the victory of a side; there may be none.

    Raises
    ------
    StateLimitError
        If there are more states before a phase.
    """
    meant = endings_meant(asked, (*game.endings, UNDECIDED), game.sides)
    want = wanted(" + ".join(meant), game)
    chain = Chain(game, want.frees)
    chain.reach(game, game.limit, state_limit)
    study = Best(game, next(iter(_deciding(chain, game)), ""), "best", want, chain, None, game)
    return replace(study, solution=backward(chain, game.limit, study.wanted.of, best=study.signs))


def _begun(process: Process, place: Position | None) -> Start:
    if place is None:
        return process.layout.pack(process.layout.start), np.ones(1), 0
    there = place.under(process)
    return there.people.words, there.people.weights, there.done


def _opposed(game: Process, scene: tuple[Scenario, RuleSet] | None, side: str, against: Against) -> Opposed:
    """Return the game, and its scenario, with the plan of the opponents, and ``shipped``, ``best`` or ``plan``."""
    if isinstance(against, str):
        if against not in ("shipped", "best"):
            raise DataError("no such opponent", path="against", value=against, allowed=["shipped", "best"])
        return game, scene, against
    if isinstance(against, Best):
        if against.process.columns != game.columns:
            raise DataError("the plan is one of another game", path="against", value=against.process.name)
        sides = set(against.sides) - {side} if against.against == "best" else {against.side}
        return against.plan_of(*sides), scene, "plan"
    if not isinstance(against, Mapping):
        raise DataError('write it as "best", or {"policies.facing": "fight"}', path="against", value=against)
    policies = {path: choice for path, choice in against.items() if isinstance(choice, (str, int, bool))}
    lists = {name: clauses for name, clauses in against.items() if not isinstance(clauses, (str, int, bool))}
    if policies:
        keys = {} if scene is None else {**scene[0].choices, **numbers_of(scene[0])}
        known = {path for path in keys if "policies" in path.split(".")}
        if scene is None or set(policies) - known:
            raise DataError("no such policy", path="against", value=min(set(policies) - known), allowed=sorted(known))
        scene = scene[0].replaced(policies), scene[1]
        game = build(*scene)
    return with_lists(game, lists), scene, "plan"


def _kept(process: Process, key: str, free: Free, start: Start) -> Chain:
    """Return the chain that is kept under a name; a new one if it knows states, but not those in which games begin.

    Studies hold arrays over all states of a chain, so it does not grow once they are known.
    """
    chain: Chain | None = process.learnt.get(key)
    if chain is None or chain.process is not process or not _comes(chain, process, start):
        chain = process.learnt[key] = Chain(process, free)
    return chain


def _comes(chain: Chain, process: Process, start: Start) -> bool:
    """Return whether a chain knows all states in which games begin, as those of games from where it began itself."""
    met = chain.reached(process.limit).get(start[2] + 1)
    known, asked = chain.states.of(np.zeros(0, dtype=np.int64) if met is None else met.begun).T, start[0].T
    return set(map(bytes, np.ascontiguousarray(asked))) <= set(map(bytes, np.ascontiguousarray(known)))


def _deciding(chain: Chain, game: Process) -> tuple[str, ...]:
    met = {
        decision.side
        for table in chain.tables
        for decision in table.met.values()
        if not decision.frame or chain.free(decision)
    }
    return tuple(name for name in dict.fromkeys((*(side.name for side in game.sides), *sorted(met))) if name in met)


def _side(asked: str, chain: Chain, game: Process) -> str:
    """Return the side that was asked for, or the first that decides anything."""
    sides = _deciding(chain, game)
    if not sides:
        inside = any(isinstance(phase, Chapter) for phase in game.phases)
        ways = "; take one of its assaults as a scenario of its own, or compare plans kept all game (mangonel tactics)"
        where = f" outside of the assaults in it{ways}" if inside else ""
        raise DataError(f"no player decides anything by state here{where}", value=game.name)
    side = spelled(asked, list(sides)) if asked else sides[0]
    if side not in sides:
        raise DataError("no such side decides anything here", path="side", value=asked, allowed=sides)
    return side


def _solved(study: Best) -> Best:
    chain, limit, since = study.chain, study.process.limit, study.start[2]
    solution = backward(chain, limit, study.wanted.of, best=study.signs, since=since)
    study = replace(study, solution=solution)
    names = study.hidden or tuple(study.process.hidden.get(study.side, ()))
    if not names:
        return study
    if study.against == "best":
        raise DataError("hidden columns go with a given plan of the others", path="against", value="best")
    starts = [study.solution.picks, {**study.base, **study.fixed.picks}]
    policies = [pooled(study.passes, each, study.side, study.sign, names) for each in starts]
    picks = max(policies, key=lambda each: study.sign * study.passes.value(each))
    solution = backward(chain, limit, study.wanted.of, picks=picks, since=since)
    return replace(study, solution=solution, hidden=names, informed=study.value)


def _moments(study: Best, start: tuple[Words, Floats, int], turn: int) -> Iterator[Moment]:
    chain, solution, sign = study.chain, study.solution, study.sign
    passes, within = Passes(chain, turn, study.wanted.of, start), solution.within(chain, turn)
    for _, number, step, mass, _ in passes.masses(solution.picks):
        if not len(step.asked):
            continue
        picks, values = solution.picks[turn, number], within[number][:, 0]
        arrived = step.passed(chain.weights(number), mass[step.states], picks)[1]
        for decision, those, options in options_met(step, values, picks, arrived):
            if decision.name not in study.free:
                continue
            share = float(arrived[those].sum())
            mean = float(arrived[those] @ values[step.option[those] + picks[those]]) / share
            rows = []
            for text, may, place, less in options:
                came_here = arrived[those[may]]
                lost = float(came_here @ (sign * less)) / share
                chosen = float(came_here[place == picks[those[may]]].sum()) / share
                rows.append(Option(text, mean - sign * lost, max(lost, 0.0), chosen, float(came_here.sum()) / share))
            rows.sort(key=lambda option: (option.loss, -option.chosen))
            yield Moment(
                chain.process.phases[number].name, decision.name, share / float(start[1].sum()), mean, tuple(rows)
            )

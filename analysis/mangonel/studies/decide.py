"""Best decisions by state: their value, their gain over fixed plans, and short rules that come near them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from mangonel.engine.exact import Chain, Picks, default_picks
from mangonel.engine.intervals import Estimate
from mangonel.engine.ledger import Progress
from mangonel.engine.owners import spelled
from mangonel.engine.policy import Clause, following, with_priorities
from mangonel.engine.position import Position
from mangonel.engine.process import Chapter, Decision, Process
from mangonel.engine.state import Floats, Ints, Words
from mangonel.engine.values import MOST_STATES, Passes, Solution, backward, came, options_met, pooled, position_values
from mangonel.errors import DataError, StateLimitError
from mangonel.games.scenario import Scenario, build
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import load_locale
from mangonel.studies.fixed_plans import Fixed, best_fixed
from mangonel.studies.priority_rules import CLAUSES, ENOUGH, PriorityRule, priority_rule
from mangonel.studies.shown import handed_to_pyplot
from mangonel.studies.tactics import Value as Choice
from mangonel.studies.tactics import policies_of
from mangonel.studies.wanted import Wanted, wanted

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = [
    "MARKS",
    "Best",
    "Fixed",
    "Moment",
    "Option",
    "PriorityRule",
    "Wanted",
    "best",
    "best_of",
    "moments_frame",
    "wanted",
]

_EQUAL = 1e-12
_OPTION = ("text", "value", "loss", "mark", "chosen", "allowed")
MARKS = ((0.05, "??"), (0.02, "?"), (0.005, "?!"))
"""From which loss on an option is called a blunder, a mistake, doubtful."""


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
        return next((mark for least, mark in MARKS if self.loss >= least - _EQUAL), "")


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


Lists: TypeAlias = Mapping[str, Sequence["str | Clause"]]


def moments_frame(moments: Sequence[Moment]) -> pd.DataFrame:
    """Return the options of a position in rows: where they are met, ``text``, ``value``, ``loss``, ``mark``, shares."""
    import pandas as pd

    rows = [
        (moment.phase, moment.decision, moment.share, *(getattr(option, name) for name in _OPTION))
        for moment in moments
        for option in moment.options
    ]
    return pd.DataFrame(rows, columns=["phase", "decision", "share", *_OPTION])


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
    planned: float
    """The value if the side follows its plan, and the others decide as in `against`."""
    value: float
    """The value under best decisions."""
    chain: Chain = field(repr=False)
    solution: Solution = field(repr=False)
    start: tuple[Words, Floats, int] = field(repr=False)
    """States in which games begin, their weights, and the turns that are over."""
    free: tuple[str, ...] = ()
    """The decisions of the side that are decided by state."""
    sides: tuple[str, ...] = ()
    """The sides that decide anything."""
    scene: tuple[Scenario, RuleSet] | None = field(default=None, repr=False)
    position: Position | None = None
    hidden: tuple[str, ...] = ()
    """Columns that the side does not know; `value` is a lower bound of the best then."""
    informed: float | None = None
    """The value if it knew them: no plan without them is better."""

    def __repr__(self) -> str:
        """Return a line with both values."""
        return (
            f"<Best {self.process.name}, {self.side}: {self.wanted.text} {self.value:.4f}, shipped {self.shipped:.4f}>"
        )

    @property
    def gain(self) -> float:
        """What deciding by state gains over the shipped plan of the side, the others deciding as in `against`."""
        return self.sign * (self.value - self.planned)

    @property
    def gain_over_fixed(self) -> float:
        """What it gains over the best fixed plan."""
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
        planned: dict[int, Ints] = {}
        for (turn, number), taken in self.solution.picks.items():
            level = self.chain.levels[number]
            step = level.known(turn)
            assert step is not None
            base[turn, number] = planned.setdefault(id(step), default_picks(level, step))
            if self.against == "best":
                own = np.array([decision.side == self.side for decision, _ in level.table.asked], dtype=np.bool_)
                base[turn, number] = np.where(own[step.asked], planned[id(step)], taken)
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
        words = load_locale("en")
        chances = {
            words.text("telling.plot_shipped"): self.shipped,
            words.text("telling.plot_fixed"): self.fixed.value,
            words.text("telling.plot_best"): self.value,
        }
        row = {self.wanted.text: [Estimate.of_exact(chance) for chance in chances.values()]}
        return handed_to_pyplot(dot_chart(row, list(chances), ax=ax), ax)

    def attained(self) -> float:
        """Return the value of the best decisions by a forward pass."""
        return self.passes.value(self.solution.picks)

    @cached_property
    def fixed(self) -> Fixed:
        """The best fixed plan of the side, over combinations of all its policies."""
        return best_fixed(self)

    def at(self, place: Position) -> tuple[Moment, ...]:
        """Return the decisions of the next turn of a position, with the value of each option.

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
        start = place.people.words, place.people.weights, place.done
        return tuple(_moments(self, start, place.turn))

    def to_frame(self) -> pd.DataFrame:
        """Return ``plan``, ``value`` and ``gain``: as shipped, the best fixed plan, and the best by state."""
        import pandas as pd

        values = {"shipped": self.planned, "fixed": self.fixed.value, "by state": self.value}
        rows = [(plan, value, self.sign * (value - self.planned)) for plan, value in values.items()]
        return pd.DataFrame(rows, columns=["plan", "value", "gain"])

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
    scenario: Scenario,
    rules: RuleSet,
    side: str = "",
    *,
    against: str | Best | Scenario | Mapping[str, Choice] | Lists = "shipped",
    choose: Sequence[str] = (),
    value: str | None = None,
    position: Position | None = None,
    hidden: Sequence[str] = (),
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
        decision, policies by path, or a scenario that plays it; or another `Best`, whose decisions they take.
    choose
        The decisions that are decided by state; by default all of the side.
    value
        What is wanted: endings, ``SIDE win`` and measures with weights, ``besiegers win - 0.08 besiegers dead``; by
        default that the first side wins. The side whose victories weigh most in it wants much of it, the others little;
        without victories, the side that decides wants much of it.
    position
        From where games are played; by default from the start.
    hidden
        Columns that the side does not know; by default those that the process hides from it. States that differ in them
        alone are decided alike. The plan is improved decision by decision, so its value is a lower bound of the best.
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
    if isinstance(against, Scenario):
        scenario, against = against, {}
    plan = against if not isinstance(against, (str, Best)) else {}
    if not isinstance(plan, Mapping):
        raise DataError('write it as "best", or {"policies.facing": "fight"}', path="against", value=plan)
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
    return best_of(
        process,
        side,
        against=against if isinstance(against, (str, Best)) else "plan",
        choose=choose,
        value=value,
        position=position,
        hidden=hidden,
        state_limit=state_limit,
        progress=progress,
        scene=(scenario, rules),
    )


def best_of(  # noqa: C901, PLR0912 - one check a line
    process: Process,
    side: str = "",
    *,
    against: str | Best = "shipped",
    choose: Sequence[str] = (),
    value: str | None = None,
    position: Position | None = None,
    hidden: Sequence[str] = (),
    state_limit: int = MOST_STATES,
    progress: Progress | None = None,
    scene: tuple[Scenario, RuleSet] | None = None,
) -> Best:
    """Find the best decisions of a side in a process; parameters and errors as in `best`."""
    if process.turns is None or process.sampled:
        reason = "it has no turn limit" if process.turns is None else "it has far too many states"
        ways = "compare plans that are kept all game instead (mangonel tactics)"
        raise DataError(f"best decisions by state are found exactly, and {reason}; {ways}", value=process.name)
    if isinstance(against, str) and against not in ("shipped", "best", "plan"):
        raise DataError("no such opponent", path="against", value=against, allowed=["shipped", "best"])
    if value is None:
        value = next((f"{each.name} win" for each in process.sides if each.wins), process.endings[0])
    want, asked = wanted(value, process), side
    if isinstance(choose, str):
        raise DataError('write it as ["facing"]', path="choose", value=choose)
    there = None if position is None else position.under(process)
    begun = process.layout.pack(process.layout.start), np.ones(1), 0
    start = begun if there is None else (there.people.words, there.people.weights, there.done)
    if isinstance(against, Best):
        if against.process.columns != process.columns:
            raise DataError("the plan is one of another game", path="against", value=against.process.name)
        process = against.plan_of(*(set(against.sides) - {side} if against.against == "best" else {against.side}))
    for name in choose:
        if name not in process.plan:
            raise DataError("no such decision", path="choose", value=name, allowed=sorted(process.plan))
    names = [each.name for each in process.sides]
    side = spelled(side, names) or (side or next(iter(names), ""))
    chain = _reached(process, side, against, choose, start, state_limit)
    met = _met(chain)
    decide = dict.fromkeys(decision.side for decision in met.values())
    sides = tuple(name for name in dict.fromkeys((*names, *decide)) if name in decide)
    if not sides:
        inside = any(isinstance(phase, Chapter) for phase in process.phases)
        ways = "; take one of its assaults as a scenario of its own, or compare plans kept all game (mangonel tactics)"
        where = f" outside of the assaults in it{ways}" if inside else ""
        raise DataError(f"no player decides anything by state here{where}", value=process.name)
    if side not in sides:
        if asked and (other := spelled(asked, list(sides))) not in sides:
            raise DataError("no such side decides anything here", path="side", value=side, allowed=sides)
        side = other if asked else sides[0]
        chain = _reached(process, side, against, choose, start, state_limit)
        met = _met(chain)
    for name in choose:
        if name in met and met[name].side != side:
            raise DataError(f"{met[name].side} decide this", path="choose", value=name)
    if progress is not None:
        progress(0.7)
    both = against == "best"
    signs = {each: want.sign(each, process.sides, side) for each in ((*sides,) if both else (side,))}
    solution = backward(chain, process.limit, want.of, best=signs)
    study = Best(
        process,
        side,
        against if isinstance(against, str) else "plan",
        want,
        signs[side],
        0.0,
        0.0,
        _at_start(chain, solution, start),
        chain,
        solution,
        start,
        tuple(sorted({d.name for table in chain.tables for d, _ in table.asked if d.side == side})),
        sides,
        scene,
        position,
    )
    shipped = study.passes.value({})
    planned = study.passes.value(study.base) if both else shipped
    if progress is not None:
        progress(1.0)
    return _without(replace(study, shipped=shipped, planned=planned), hidden)


def _without(study: Best, hidden: Sequence[str]) -> Best:
    """Return the study with the best decisions of a side that does not know some columns."""
    names = tuple(hidden) or tuple(study.process.hidden.get(study.side, ()))
    if not names:
        return study
    if study.against == "best":
        raise DataError("hidden columns go with a given plan of the others", path="against", value="best")
    chain, side, sign = study.chain, study.side, study.sign
    starts = [study.solution.picks, {**study.base, **study.fixed.picks}]
    policies = [pooled(study.passes, picks, side, sign, names) for picks in starts]
    picks = max(policies, key=lambda each: sign * study.passes.value(each))
    solution = backward(chain, study.process.limit, study.wanted.of, picks=picks)
    value = _at_start(chain, solution, study.start)
    return replace(study, solution=solution, value=value, hidden=names, informed=study.value)


def _reached(
    process: Process,
    side: str,
    against: str | Best,
    choose: Sequence[str],
    start: tuple[Words, Floats, int],
    state_limit: int,
) -> Chain:
    """Return the chain of all that a side may decide, and the others if they decide as well as they can."""

    def free(decision: Decision) -> bool:
        if decision.side != side:
            return against == "best"
        return not choose or decision.name in choose

    chain = Chain(process, free)
    try:
        chain.reach(process, process.limit, state_limit, start[0], start[2])
    except StateLimitError as error:
        ways = (
            "name fewer decisions (--choose facing,shoot), shorten the game (--set turns=8), allow more states "
            "(--max-states), or compare plans that are kept all game, which may be sampled (mangonel tactics)"
        )
        raise StateLimitError(f"{error}, too many to decide by state: {ways}") from None
    return chain


def _met(chain: Chain) -> dict[str, Decision]:
    return {name: decision for table in chain.tables for name, decision in table.met.items()}


def _at_start(chain: Chain, solution: Solution, start: tuple[Words, Floats, int]) -> float:
    words, weights, through = start
    return float(weights @ solution.values[through][chain.first.states.add(words), 0])  # noqa: PD011 - no frame


def _moments(study: Best, start: tuple[Words, Floats, int], turn: int) -> Iterator[Moment]:
    chain, solution, sign = study.chain, study.solution, study.sign
    passes, after = Passes(chain, turn, study.wanted.of, start), solution.within(chain, turn)
    for _, number, step, mass, _ in passes.masses(solution.picks):
        level = chain.levels[number]
        if not len(step.asked):
            continue
        weights, picks = chain.weights(number), solution.picks[turn, number]
        values, _ = position_values(step, level, weights, after[number], {}, picks)
        arrived = came(step, weights, mass, picks)
        for decision, those, options in options_met(step, values[:, 0], picks, arrived):
            if decision.name not in study.free:
                continue
            share = float(arrived[those].sum())
            mean = float(arrived[those] @ values[step.option[those] + picks[those], 0]) / share
            rows = []
            for text, may, place, less in options:
                came_here = arrived[those[may]]
                lost = float(came_here @ (sign * less)) / share
                chosen = float(came_here[place == picks[those[may]]].sum()) / share
                rows.append(Option(text, mean - sign * lost, max(lost, 0.0), chosen, float(came_here.sum()) / share))
            rows.sort(key=lambda option: (option.loss, -option.chosen))
            yield Moment(step.table.phase.name, decision.name, share / float(mass.sum()), mean, tuple(rows))

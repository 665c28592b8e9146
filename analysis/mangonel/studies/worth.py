"""The worth of things: one more of each number, one on each roll, one column; from the start and in the course."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from mangonel.engine.chain import Reader
from mangonel.engine.exact import Chain
from mangonel.engine.intervals import Estimate
from mangonel.engine.process import Measure, Process
from mangonel.engine.result import NOISE, Provenance, asked_about
from mangonel.engine.rolls import Roll
from mangonel.engine.run import states_under
from mangonel.engine.state import Floats, Ints, Layout, Words
from mangonel.engine.values import MOST_STATES, backward, carried
from mangonel.errors import DataError, MangonelError, StateLimitError, UnknownCellError
from mangonel.games.scenario import Scenario, build
from mangonel.rules.dice import Die
from mangonel.rules.ruleset import Asked, RuleSet
from mangonel.studies.compare import set_against, unlike
from mangonel.studies.editable import EditableGame, Quantity, quantity, utilities
from mangonel.studies.run_cache import Scene
from mangonel.studies.run_options import RulesLike, Run, ScenarioLike, check_list, resolved
from mangonel.studies.shown import DesignStudy, framed
from mangonel.studies.tactics import typed
from mangonel.studies.varying import numbers_of, varied

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Thing:
    """One more, or one less, of a thing."""

    kind: str
    """``number`` of the scenario, ``die`` of the rolls of one name, ``column`` of the rolls on one table, or a
    ``setting`` of several values at once."""
    name: str
    """Path of the number, name of the roll, id of the table; values as they are typed."""
    by: int
    """+1 or -1; 0 for a setting."""
    change: Estimate
    """The change of the quantity."""


@dataclass(frozen=True, eq=False, repr=False)
class Worth(DesignStudy):
    """The worth of things in one number of a scenario."""

    scenario: Scenario
    rules: RuleSet
    asked: Quantity
    value: Estimate
    """The number without a change."""
    things: tuple[Thing, ...]
    """The largest change first."""
    provenances: tuple[Provenance, ...]
    refused: tuple[tuple[str, str], ...] = ()
    """Numbers of which there cannot be one more, with the reason."""

    def __repr__(self) -> str:
        """Return a line with the thing that is worth most."""
        first = self.things[0] if self.things else None
        most = "" if first is None else f"; {first.name} {first.by:+d}: {first.change.value:+.4f}"
        return f"<Worth {self.asked.text} {self.value.text()}: {len(self.things)} things{most}>"

    def to_frame(self) -> pd.DataFrame:
        """Return ``kind``, ``name``, ``by``, ``change``, ``change_lo``, ``change_hi``, the largest change first."""
        return framed(
            "kind name by change±", ((thing.kind, thing.name, thing.by, thing.change) for thing in self.things)
        )


def worth(
    scenario: ScenarioLike,
    rules: RulesLike = None,
    *,
    of: str = "",
    also: Sequence[Mapping[str, Any]] = (),
    state_limit: int = MOST_STATES,
    **options: Any,
) -> Worth:
    """Weigh one more of every number of a scenario, one on every roll and one column on every table.

    Parameters
    ----------
    scenario, rules
        As in `mangonel.simulate`.
    of
        An ending, a side, several joined by ``+``, ``turns`` or a measure; by default the first question that is open.
    also
        Further settings, values by path as in `mangonel.studies.varying.varied`: a second ladder with the same men is
        ``{"besiegers.ladders": 2, "besiegers.men": 3}``.
    state_limit
        The most states there may be before a phase for rolls to be weighed; beyond them whole tables are moved, and
        sampled on common random numbers.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values of scenario and rules by their dotted paths.

    Raises
    ------
    DataError
        If there is no such ending or measure, or the rules do not allow the scenario.
    """
    plan, scenario, rules = resolved(scenario, rules, options)
    check_list("also", also, '[{"besiegers.men": 8}]')
    shipped = plan.cache.result(scenario, rules, plan.work, executor=plan.executor)
    asked = quantity(of or asked_about(shipped), build(scenario, rules))
    game: EditableGame | None = None
    if plan.engine in ("auto", "exact") and shipped.exact:
        try:
            game = EditableGame(scenario, rules, state_limit=state_limit)
        except StateLimitError:
            if plan.engine == "exact":
                raise
    refused: list[tuple[str, str]] = []
    sampled: list[Provenance] = []
    game_of = scenario, rules, asked, plan, sampled
    numbers = ((path, path, met.value + 1, 1) for path, met in numbers_of(scenario).items())
    things = list(_steps("number", numbers, *game_of, refused))
    for values in also:
        change = _changed((scenario, rules), varied(scenario, rules, values), asked, plan, sampled)
        things.append(Thing("setting", typed(values), 0, change))
    if game is not None:
        things += _rolls(game, asked)
    noted = Asked()
    if game is None:
        build(scenario, rules, noted)
    rolled = (cell for cell in noted.cells if rules.tables[cell[0]].kind == "die") if game is None else game.inside
    moved = dict.fromkeys((table, at) for table, _, at in rolled)
    columns = ((f"{name}.{at}", f"rules.{name}.{at}", by, by) for name, at in moved for by in (1, -1))
    things += _steps("die", columns, *game_of, [])
    moving = [thing for thing in things if abs(thing.change.value) > NOISE or not thing.change.exact]
    moving.sort(key=lambda thing: -abs(thing.change.value))
    source = shipped.provenance
    sources = source, *(replace(each, scenario_digest=source.scenario_digest) for each in sampled[:1])
    return Worth(scenario, rules, asked, asked.of(shipped), tuple(moving), sources, tuple(refused))


def _steps(
    kind: str,
    steps: Iterable[tuple[str, str, int, int]],
    scenario: Scenario,
    rules: RuleSet,
    asked: Quantity,
    plan: Run,
    sampled: list[Provenance],
    refused: list[tuple[str, str]],
) -> Iterator[Thing]:
    """Yield the worth of steps: the name of a thing, its path, its new value, and by how much that is more."""
    for name, path, value, by in steps:
        try:
            scene = varied(scenario, rules, {path: value})
            plan.cache.sequence(*scene)
        except (DataError, UnknownCellError) as error:
            refused.append((path, error.message))
            continue
        yield Thing(kind, name, by, _changed((scenario, rules), scene, asked, plan, sampled))


def _changed(base: Scene, scene: Scene, asked: Quantity, plan: Run, sampled: list[Provenance]) -> Estimate:
    """Return the change from one game to another: exact, or `sampled`, on common random numbers where they allow it."""
    how = plan.options(progress=None)
    (pair,) = set_against(base, [scene], Run(**how))
    alike = not unlike(plan.cache.sequence(*base), plan.cache.sequence(*scene))
    if alike and not (pair.left.exact and pair.right.exact):
        (pair,) = set_against(base, [scene], Run(**how | {"engine": "monte-carlo"}))
    sampled += [side.provenance for side in (pair.left, pair.right) if side.provenance.trials is not None]
    if asked.endings:
        return pair.chance_of("+".join(asked.endings)).estimate
    name = pair.left.unit if asked.is_turns else asked.measure
    return next(change.estimate for change in pair.differences if (change.kind, change.name) == ("mean", name))


def _rolls(game: EditableGame, asked: Quantity) -> Iterator[Thing]:
    """Yield the worth of one on the die of each roll, and of one column on each table with steps as columns."""
    (before,) = game.weighed([asked])
    rolls = dict.fromkeys(("die", roll.name) for roll, _ in game.chain.rolls.first.values())
    tables = dict.fromkeys(("column", cell[0]) for cell in game.readings if game.rules.table(cell[0]).shiftable)
    for (kind, name), by in product((*rolls, *tables), (1, -1)):
        factors = _moved(game, kind, name, by)
        if factors is not None:
            yield Thing(kind, name, by, Estimate.of_exact(game.weighed([asked], factors)[0] - before))


def _moved(game: EditableGame, kind: str, name: str, by: int) -> Floats | None:
    """Return the probabilities of all outcomes with a number added to the dice of some rolls, or to their columns.

    The rolls are those of one name, or those on one table.
    """
    factors = game.shipped.copy()
    for roll, first in game.chain.rolls.first.values():
        if name != (roll.name if kind == "die" else roll.cells and roll.cells[0][0]):
            continue
        outcomes = outcomes_moved(roll, kind, by)
        if outcomes is None or not set(outcomes) <= set(roll.outcomes):
            return None
        factors[first : first + len(roll.outcomes)] = 0.0
        for outcome in outcomes:
            factors[first + roll.outcomes.index(outcome)] += 1 / len(roll.faces)
    return factors


def outcomes_moved(roll: Roll, kind: str, by: int) -> list[Any] | None:
    """Return the outcome of each throw with a number added to the dice or the column; None if it is not known."""
    if roll.situation is not None:
        with suppress(UnknownCellError):
            every = roll.situation.moved(kind, by).outcomes()
            return [_with_letters(roll, face, letters) for face, letters in zip(roll.faces, every, strict=True)]
        return None
    by_total: dict[int, Any] = {}
    totals = list(map(Die.total, roll.die.throws))
    if any(by_total.setdefault(*each) != each[1] for each in zip(totals, roll.faces, strict=True)):
        return None
    return [by_total[min(max(total + by, min(totals)), max(totals))] for total in totals]


def _with_letters(roll: Roll, face: Any, letters: str | Sequence[str]) -> Any:
    letters = (letters,) if isinstance(letters, str) else letters
    outcomes = [roll.instead.get(letter, letter) for letter in letters]
    return (*outcomes, *face[len(outcomes) :]) if isinstance(face, tuple) else outcomes[0]


_LEAST, _ROUNDING = 1e-4, 1e-9
"""A position that comes more seldom is not shown; the rounding error of sums."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Games at the start of a turn with so much left, and the worth of one more of a thing to them."""

    thing: str
    """Path of the number of the scenario."""
    turn: int
    left: int | None
    """How much there is of the watched number; None for all games of the turn together."""
    share: float
    """The share of all games that reaches it."""
    value: float
    """The quantity in them."""
    change: float
    """The change by one more, as a mean over the states in which it is possible."""


@dataclass(frozen=True, eq=False, repr=False)
class WorthByState(DesignStudy):
    """The worth of things in one number of a scenario, by the position of the game."""

    scenario: Scenario
    rules: RuleSet
    asked: Quantity
    watched: str
    """The number by which positions are distinguished: the first that the sequence watches; empty if none."""
    unit: str
    """The name of a turn."""
    standings: tuple[Standing, ...]
    """By thing, turn and number left."""
    provenances: tuple[Provenance, ...]
    fixed: tuple[str, ...] = field(default=())
    """Numbers that are no part of a position: one more of them is another game from the start."""

    def __repr__(self) -> str:
        """Return a line with the things."""
        return f"<WorthByState {self.asked.text}: {', '.join(self.things)}>"

    @property
    def things(self) -> tuple[str, ...]:
        """The things, that which is worth most first."""
        most: dict[str, float] = {}
        for each in self.standings:
            most[each.thing] = max(most.get(each.thing, 0.0), abs(each.change))
        return tuple(sorted(most, key=lambda thing: -most[thing]))

    def to_frame(self) -> pd.DataFrame:
        """Return ``thing``, ``turn``, ``left`` (none: all games of the turn), ``share``, ``value`` and ``change``."""
        return framed("thing turn left share value change", map(astuple, self.standings)).astype({"left": "Int64"})


def worth_by_state(
    scenario: ScenarioLike, rules: RulesLike = None, *, of: str = "", state_limit: int = MOST_STATES, **options: Any
) -> WorthByState:
    """Weigh one more of everything that is part of a position, at the start of every turn.

    A number of the scenario is part of a position if one more of it changes nothing but where games begin. The game
    with room for one more is learnt from all states of the shipped game, as they are and with one more; its values are
    found backward, and averaged over the games that reach each position.

    Parameters
    ----------
    scenario, rules
        As in `mangonel.simulate`.
    of
        An ending, a side, several joined by ``+``, ``turns`` or a measure; by default the first question that is open.
    state_limit
        The most states there may be before a phase.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values of scenario and rules by their dotted paths;
        the engine is exact.

    Raises
    ------
    DataError
        If there is no such quantity, no turn limit, or no number is part of a position.
    StateLimitError
        If there are more states.
    """
    plan, scenario, rules = resolved(scenario, rules, options)
    process = build(scenario, rules)
    if plan.engine not in ("auto", "exact"):
        raise DataError("positions are valued exactly", path="engine", value=plan.engine, allowed=["auto", "exact"])
    if process.turns is None or process.sampled:
        reason = "it has no turn limit" if process.turns is None else "it has far too many states"
        raise DataError(f"positions are valued exactly, and {reason}", value=process.name)
    try:
        known, people = carried(process, state_limit)
    except StateLimitError as error:
        raise StateLimitError(f"{error}: positions are valued exactly; shorten the game (turns=)") from None
    shipped = plan.cache.result(scenario, rules, Run(**plan.options(engine="exact", precision=None)).work)
    asked = quantity(of or asked_about(shipped), process)
    value = asked.of(shipped).value
    games = [(known.states.of(numbers), weights) for numbers, weights in people]
    look = process.series[0] if process.series else None
    standings: list[Standing] = []
    fixed: list[str] = []
    numbers = numbers_of(scenario)
    for place, (path, met) in enumerate(numbers.items()):
        plan.tell(place / len(numbers))
        try:
            roomy = build(*varied(scenario, rules, {path: met.value + 1}))
        except (DataError, UnknownCellError):
            continue
        values = _values(process, roomy, [words for words, _ in games], asked, value)
        if values is None:
            fixed.append(path)
            continue
        standings += _standings(path, values, games, process, look)
    if not any(abs(each.change) > _ROUNDING for each in standings):
        raise DataError("no number of this scenario is part of a position that moves it", value=asked.text)
    watched = "" if look is None else look.name
    sources = (shipped.provenance,)
    return WorthByState(scenario, rules, asked, watched, process.unit, tuple(standings), sources, tuple(fixed))


def _standings(
    path: str,
    values: list[tuple[Floats, Floats]],
    games: list[tuple[Words, Floats]],
    process: Process,
    look: Measure | None,
) -> Iterator[Standing]:
    """Yield the worth of one more of a thing in each turn, of all games and by the number left."""
    for turn, ((now, more), (words, weights)) in enumerate(zip(values, games, strict=False), start=1):
        left = np.zeros(len(weights)) if look is None else Reader(process.layout, look).of(words)
        amounts = [] if look is None else sorted(set(left.tolist()), reverse=True)
        for amount in (None, *amounts):
            mine = np.ones(len(weights), dtype=np.bool_) if amount is None else left == amount
            possible = mine & ~np.isnan(more)
            if (share := float(weights[mine].sum())) >= _LEAST and weights[possible].sum() > 0:
                change = float(np.average((more - now)[possible], weights=weights[possible]))
                yield Standing(path, turn, amount, share, float(np.average(now[mine], weights=weights[mine])), change)


def _values(
    process: Process, roomy: Process, by_turn: list[Words], asked: Quantity, shipped: float
) -> list[tuple[Floats, Floats]] | None:
    """Return turn by turn the value of states as they are and with one more, nan where there cannot be one more.

    None if states are worth something else in the game with room for one more, or one more is no part of them: then it
    is another game.
    """
    pairs = []
    for words in by_turn[: process.limit]:
        lifted = states_under(roomy, words, process)
        if lifted is None or roomy.layout.start == process.layout.start:
            return None
        step = np.array(roomy.layout.start) - np.array(process.layout.start)
        pairs.append((lifted, *_added(roomy.layout, lifted, step)))
    chain = Chain(roomy)
    every = np.concatenate([part for lifted, more, _ in pairs for part in (lifted, more)], axis=1)
    try:
        chain.reach(roomy, roomy.limit, every.shape[1] * 2 + MOST_STATES, np.unique(every, axis=1))
    except MangonelError:
        # A phase has no place for one more.
        return None
    final, begun = utilities(roomy, [asked])
    worth = backward(chain, roomy.limit, final, each_turn=begun).values  # noqa: PD011 - no frame
    states = chain.states
    values = []
    for turn, (lifted, more, possible) in enumerate(pairs):
        after = np.full(lifted.shape[1], np.nan)
        after[possible] = worth[turn][states.add(more), 0]
        values.append((worth[turn][states.add(lifted), 0], after))
    return values if abs(values[0][0][0] - shipped) <= _ROUNDING else None


def _added(layout: Layout, words: Words, step: Ints) -> tuple[Words, Ints]:
    """Return states with one more, and in which there can be one. Shapes (words, possible), (possible,)."""
    possible = np.ones(words.shape[1], dtype=np.bool_)
    for cell in np.flatnonzero(step).tolist():
        values = layout.cell_values(words, cell) + step[cell]
        possible &= (values >= 0) & (values <= layout.maxima[cell])
    more = words[:, possible].copy()
    for cell in np.flatnonzero(step).tolist():
        word, shift, _ = layout.places[cell]
        more[word] += int(step[cell]) << shift
    return more, np.flatnonzero(possible)

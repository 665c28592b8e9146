"""The worth of one more of a thing in the course of a game: by the turn, and by the number that is left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from mangonel.engine.chain import Reader
from mangonel.engine.exact import Chain
from mangonel.engine.process import Measure, Process
from mangonel.engine.result import Provenance, asked_about
from mangonel.engine.state import Floats, Ints, Layout, Words
from mangonel.engine.values import MOST_STATES, backward, carried
from mangonel.errors import DataError, MangonelError, StateLimitError, UnknownCellError
from mangonel.games.scenario import Scenario, build
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.editable import Quantity, quantity, utilities
from mangonel.studies.run_options import RulesLike, Run, ScenarioLike, resolved
from mangonel.studies.shown import DesignStudy
from mangonel.studies.varying import numbers_of, varied

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Standing", "WorthByState", "worth_by_state"]


_LEAST, _NOISE = 1e-4, 1e-9
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
    """How many of all games come to it."""
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
    """The number by which positions are told apart: the first that the sequence watches; empty if it watches none."""
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
        import pandas as pd

        rows = [(each.thing, each.turn, each.left, each.share, each.value, each.change) for each in self.standings]
        frame = pd.DataFrame(rows, columns=["thing", "turn", "left", "share", "value", "change"])
        return frame.astype({"left": "Int64"})


def worth_by_state(
    scenario: ScenarioLike, rules: RulesLike = None, *, of: str = "", state_limit: int = MOST_STATES, **options: Any
) -> WorthByState:
    """Weigh one more of everything that is part of a position, at the start of every turn.

    A number of the scenario is part of a position if one more of it changes nothing but where games begin. The game
    with room for one more is learnt from all states of the shipped game, as they are and with one more; its values are
    found backward, and averaged over the games that come to each position.

    Parameters
    ----------
    scenario, rules
        As in `mangonel.simulate`.
    of
        An ending, a side, several joined by ``+``, ``turns`` or a measure; by default the first question that is open.
    state_limit
        The most states there may be before a phase.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values of the scenario by their dotted paths; the engine
        is exact.

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
        raise StateLimitError(f"{error}: positions are valued exactly; shorten the game (--set turns=8)") from None
    shipped = plan.cache.result(scenario, rules, Run(**plan.options(engine="exact", precision=None)).alone)
    asked = quantity(of or asked_about(shipped), process)
    value = asked.of(shipped).value
    games = [(known.states.of(numbers), weights) for numbers, weights in people]
    look = process.series[0] if process.series else None
    standings: list[Standing] = []
    fixed: list[str] = []
    numbers = numbers_of(scenario)
    for place, (path, met) in enumerate(numbers.items()):
        if plan.progress is not None:
            plan.progress(place / len(numbers))
        try:
            roomy = build(*varied(scenario, rules, {path: met.value + 1}))
        except (DataError, UnknownCellError):
            continue
        step = _step(process, roomy)
        values = None if step is None else _values(process, roomy, step, [words for words, _ in games], asked, value)
        if values is None:
            fixed.append(path)
            continue
        standings += _standings(path, values, games, process, look)
    if not any(abs(each.change) > _NOISE for each in standings):
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


def _step(process: Process, roomy: Process) -> Ints | None:
    """Return the numbers that one more adds to each cell of a state; None if it changes the columns, or no cell."""
    if [(each.name, each.size) for each in process.columns] != [(each.name, each.size) for each in roomy.columns]:
        return None
    step: Ints = np.array(roomy.layout.start) - np.array(process.layout.start)
    return step if step.any() else None


def _values(
    process: Process, roomy: Process, step: Ints, by_turn: list[Words], asked: Quantity, shipped: float
) -> list[tuple[Floats, Floats]] | None:
    """Return turn by turn the value of states as they are and with one more, nan where there cannot be one more.

    None if states are worth something else in the game with room for one more: then it is another game.
    """
    pairs = []
    for words in by_turn[: process.limit]:
        lifted = process.layout.repacked(words, roomy.layout)
        if lifted is None:
            return None
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
    states = chain.first.states
    values = []
    for turn, (lifted, more, possible) in enumerate(pairs):
        after = np.full(lifted.shape[1], np.nan)
        after[possible] = worth[turn][states.add(more), 0]
        values.append((worth[turn][states.add(lifted), 0], after))
    return values if abs(values[0][0][0] - shipped) <= _NOISE else None


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

"""What the other processes do: they play, draw and tell. All of it travels, and all of it looks up now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from mangonel.document.headline import Cause
from mangonel.engine.intervals import Estimate
from mangonel.engine.ledger import Progress
from mangonel.engine.result import Result
from mangonel.engine.run import run
from mangonel.errors import MangonelError, StateLimitError
from mangonel.games.scenario import Scenario, build
from mangonel.paper.charts.numbers import gap
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale
from mangonel.studies.editable import Cells, EditableGame, quantity
from mangonel.studies.kept import Runs
from mangonel.studies.sweep import Sweep, sweep
from mangonel.studies.tactics import Value, policies_of
from mangonel.studies.varying import numbers_of
from mangonel.studies.work import Alone

if TYPE_CHECKING:
    from mangonel.paper.blocks import Picture

__all__ = [
    "Lever",
    "Shades",
    "at_once",
    "causes_of",
    "drawn",
    "kept",
    "levers_of",
    "map_drawn",
    "map_of",
    "one_game",
    "pulled",
    "reweighed",
    "roughly",
    "shades_of",
    "wholly",
]


_KEPT: Final = 48
"""Runs after which a process forgets what it has played: its memory has an end."""
_ROUGH: Final = 400
_MAPPED: Final = 1_000
"""`_ROUGH`, `_MAPPED`: games of a number that a better one follows at once, and of each number of a map."""
_MADE: Final = 3
"""Learnt games that a process keeps."""
Done = TypeVar("Done")
_EXACT, _REFINED, _PULLED = Alone("exact"), Alone(trials=200_000), Alone(trials=50_000)
Shades: TypeAlias = "dict[str, tuple[str, float]]"
"""By cell, ``table.row.column``, the letter with the largest effect, and the effect."""


class _TooLongError(Exception):
    """It would take longer than somebody waits."""


@dataclass
class _Shelf:
    """What one process has played."""

    runs: Runs = field(default_factory=Runs)
    games: dict[tuple[str, ...], Any] = field(default_factory=dict)


@lru_cache(maxsize=1)
def _shelf() -> _Shelf:
    return _Shelf()


def _runs() -> Runs:
    shelf = _shelf()
    if shelf.runs.played >= _KEPT:
        shelf.runs = Runs()
    return shelf.runs


def at_once(scenario: Scenario, rules: RuleSet, seconds: float, progress: Progress) -> Result | None:
    """Return the exact result of a scenario, or None if that takes longer.

    Raises
    ------
    DataError
        If it cannot be played.
    """
    end = time.monotonic() + seconds

    def within(share: float) -> None:
        progress(share)
        if time.monotonic() > end and share < 1:
            raise _TooLongError

    try:
        return _runs().result(scenario, rules, _EXACT, progress=within)
    except (_TooLongError, StateLimitError):
        return None


def kept(scenario: Scenario, rules: RuleSet, what: str, make: Callable[[], Done]) -> Done:
    """Return something of a scenario under a rule set that this process has made, or makes now; a few are kept."""
    known, key = _shelf().games, (scenario.digest, scenario.sequence, rules.digest, what)
    if key not in known:
        if len(known) >= _MADE:
            known.clear()
        known[key] = make()
    result: Done = known[key]
    return result


def _editable(scenario: Scenario, rules: RuleSet) -> EditableGame:
    return kept(scenario, rules, "editable", partial(EditableGame, scenario, rules))


def reweighed(scenario: Scenario, base: RuleSet, cells: Cells, asked: str, progress: Progress) -> Estimate | None:
    """Return the exact chance with other letters in some cells, without a phase being run again.

    None if the game has too many states, or reads a cell elsewhere than on a die.
    """
    progress(0.0)
    try:
        game = _editable(scenario, base)
        wanted = quantity(asked, game.process)
        values = game.estimates([wanted], cells)
    except MangonelError:
        return None
    return None if values is None else values[0]


def shades_of(scenario: Scenario, base: RuleSet, cells: Cells, asked: str, progress: Progress) -> Shades:
    """Return the largest effect of another letter in each cell, to first order; none as for `reweighed`."""
    progress(0.0)
    try:
        game = _editable(scenario, base)
        if game.factors(cells) is None:
            return {}
        slopes = game.slopes(quantity(asked, game.process), cells)
    except MangonelError:
        return {}
    shades: Shades = {}
    for (cell, letter), slope in slopes.items():
        place = ".".join(cell)
        if letter != cells.get(cell) and abs(slope.value) > abs(shades.get(place, ("", 0.0))[1]):
            shades[place] = letter, slope.value
    return shades


@dataclass(frozen=True, slots=True)
class Lever:
    """A change of a scenario that a click tries, and its effect on the chance."""

    changes: Mapping[str, Value]
    change: Estimate


def levers_of(scenario: Scenario) -> list[Mapping[str, Value]]:
    """Return what may be tried: one more and one less of each number, and each other decision."""
    numbers = [(path, met.value) for path, met in numbers_of(scenario).items() if not path.startswith("policies.")]
    policies = policies_of(scenario).items()
    steps: list[Mapping[str, Value]] = [{path: value + by} for path, value in numbers for by in (1, -1)]
    return [*steps, *({path: value} for path, values in policies for value in values)]


def pulled(
    scenario: Scenario, rules: RuleSet, changes: Mapping[str, Value], asked: str, before: Estimate, progress: Progress
) -> Lever | None:
    """Return the effect of a change; None if the scenario or the rules do not allow it."""
    try:
        result = _runs().result(scenario.replaced(changes), rules, _PULLED, progress=progress)
        return Lever(changes, gap(before, result.probability(asked)))
    except MangonelError:
        return None


def roughly(scenario: Scenario, rules: RuleSet, progress: Progress) -> Result:
    """Return what a scenario comes to by a few games that are played with dice."""
    return run(build(scenario, rules), engine="monte-carlo", trials=_ROUGH, progress=progress)


def wholly(scenario: Scenario, rules: RuleSet, progress: Progress) -> Result:
    """Return what a scenario comes to: exactly, or by so many outcomes that are counted that it hardly matters."""
    return _runs().result(scenario, rules, _REFINED, progress=progress)


def causes_of(
    scenario: Scenario, rules: tuple[RuleSet, RuleSet], asked: str, words: Locale, progress: Progress
) -> tuple[Cause, ...]:
    """Return what each difference between two rule sets does by itself to what is asked about."""
    from mangonel.studies.attribute import attribute
    from mangonel.studies.naming import difference_named, titles_of

    single = attribute(scenario, *rules, trials=_REFINED.trials, progress=progress, runs=_runs())
    titles = titles_of(rules)
    return tuple(
        Cause(difference_named(effect.difference, titles, words), effect.alone.chance_of(asked).estimate)
        for effect in single.effects
    )


def map_of(
    scenario: Scenario,
    rules: RuleSet,
    x: tuple[str, Sequence[int]],
    y: tuple[str, Sequence[int]],
    ending: str,
    progress: Progress,
) -> Sweep:
    """Return how often an ending comes for each combination of two numbers of a scenario."""
    return sweep(scenario, rules, x=x, y=y, ending=ending, trials=_MAPPED, progress=progress, runs=Runs())


def one_game(
    scenario: Scenario, rules: RuleSet, seed: int, words: Locale, progress: Progress
) -> tuple[str, tuple[str, ...]]:
    """Return one game as a map, in SVG, and told in lines."""
    from mangonel.document.trace_map import trace_svg
    from mangonel.engine.trace import play_trace

    progress(0.0)
    game = play_trace(build(scenario, rules), seed=seed)
    return trace_svg(game, words.translated(scenario.title), words), tuple(game.lines(words))


Drawings = tuple[tuple[str, str], ...]
"""Each picture for a wide and for a narrow screen; the second may be empty."""


def drawn(results: Mapping[str, Result], words: Locale, progress: Progress) -> Drawings:
    """Return the pictures of a report on results by name: the endings by turn, and what each side loses."""
    from mangonel.document.answer import endings_section, loss_blocks
    from mangonel.document.study import study_of
    from mangonel.paper.blocks import Picture

    progress(0.0)
    study = replace(study_of(next(iter(results.values())), words=words), results=results)
    blocks = (*endings_section(study).blocks, *loss_blocks(study))
    return _svgs([block for block in blocks if isinstance(block, Picture)], words, progress)


def map_drawn(swept: Sweep, words: Locale, progress: Progress) -> Drawings:
    """Return the pictures of a map over two numbers."""
    from mangonel.document.sweeps import heat_pictures

    return _svgs(heat_pictures(swept, words), words, progress)


def _svgs(pictures: Sequence[Picture], words: Locale, progress: Progress) -> Drawings:
    from mangonel.document.html import inline_svg
    from mangonel.paper.blocks import NARROW_WIDTH, PICTURE_WIDTH

    drawings = []
    for number, picture in enumerate(pictures):
        progress(number / len(pictures))
        wide = inline_svg(picture, picture.name, PICTURE_WIDTH, picture.height, words)
        progress((number + 0.5) / len(pictures))
        narrow = ""
        if picture.narrow is not None:
            narrow = inline_svg(picture, f"{picture.name}-narrow", NARROW_WIDTH, picture.narrow, words)
        drawings.append((wide, narrow))
    return tuple(drawings)

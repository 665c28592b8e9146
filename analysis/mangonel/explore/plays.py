"""What the other processes do: they play, draw and tell. All of it travels, and all of it looks up now and then."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from mangonel.document.headline import Cause
from mangonel.engine.assemble import Progress
from mangonel.engine.result import Result
from mangonel.engine.run import run
from mangonel.errors import StateLimitError
from mangonel.games.scenario import Scenario, build
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale
from mangonel.studies.kept import Runs
from mangonel.studies.sweep import Sweep, sweep
from mangonel.studies.work import Alone

if TYPE_CHECKING:
    from mangonel.paper.blocks import Picture

__all__ = ["at_once", "causes_of", "drawn", "map_drawn", "map_of", "one_game", "roughly", "wholly"]


_KEPT: Final = 48
"""Runs after which a process forgets what it has played: its memory has an end."""
_ROUGH: Final = 400
_MAPPED: Final = 1_000
"""`_ROUGH`, `_MAPPED`: games of a number that a better one follows at once, and of each number of a map."""
_EXACT, _REFINED = Alone("exact"), Alone(trials=200_000)


class _TooLongError(Exception):
    """It would take longer than somebody waits."""


@dataclass
class _Shelf:
    """What one process has played."""

    runs: Runs = field(default_factory=Runs)


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


def one_game(scenario: Scenario, rules: RuleSet, seed: int, words: Locale, progress: Progress) -> tuple[str, ...]:
    """Return one game, told in lines."""
    from mangonel.engine.trace import play_trace

    progress(0.0)
    return tuple(play_trace(build(scenario, rules), seed=seed).lines(words))


Drawings = tuple[tuple[str, str], ...]
"""Each picture for a wide and for a narrow screen; the second may be empty."""


def drawn(results: Mapping[str, Result], words: Locale, progress: Progress) -> Drawings:
    """Return the pictures of a report on results: the endings by turn, and what each side loses.

    Parameters
    ----------
    results
        By what each is called on the page: what is there now, and what is held beside it.
    """
    from mangonel.document.course import endings_section, loss_blocks
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

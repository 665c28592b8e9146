"""What is played for a page, stage by stage: a number at once, and a better one while somebody looks at it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
from typing import Final

from mangonel.explore.found import Found, labelled
from mangonel.explore.players import PICTURES, REST, Players
from mangonel.explore.plays import Drawings, at_once, drawn, map_drawn, map_of, one_game, roughly, wholly
from mangonel.explore.progress import watched
from mangonel.locales import Locale
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.scenario import Scenario

__all__ = ["Axis", "drawing", "mapping", "playing", "telling"]

Axis = tuple[str, Sequence[int]]

_AT_ONCE: Final = 0.1
"""Seconds that an exact number may take before a rough one is shown first: both must fit into an instant."""


async def playing(
    players: Players, scenario: Scenario, rules: RuleSet, kept: Mapping[str, str]
) -> AsyncIterator[Found]:
    """Yield what a scenario comes to: exactly if that is quick, else roughly, and then as well as can be.

    `kept` is what an address keeps of them.
    """
    name = f"{scenario.sequence} {scenario.title}"
    if name not in players.long:
        result = await players.do(partial(at_once, scenario, rules, _AT_ONCE))
        if result is not None:
            yield Found(scenario, rules, result, kept)
            return
        players.long.add(name)
    yield Found(scenario, rules, await players.do(partial(roughly, scenario, rules)), kept)
    begun = time.monotonic()
    yield Found(scenario, rules, await players.do(partial(wholly, scenario, rules), REST), kept)
    if time.monotonic() - begun < _AT_ONCE:
        players.long.discard(name)


async def drawing(players: Players, found: Found, held: Found | None, words: Locale) -> AsyncIterator[Drawings]:
    """Yield the pictures of what was found."""
    yield await players.do(partial(drawn, labelled(found, held, words), words), PICTURES)


async def mapping(
    players: Players, found: Found, axes: tuple[Axis, Axis], ending: str, words: Locale
) -> AsyncIterator[Drawings | float]:
    """Yield how far the map over two numbers of a scenario is, and in the end its pictures."""
    async for swept in watched(players, partial(map_of, found.scenario, found.rules, *axes, ending)):
        yield swept if isinstance(swept, float) else await players.do(partial(map_drawn, swept, words), PICTURES)


async def telling(players: Players, found: Found, seed: int, words: Locale) -> AsyncIterator[tuple[str, ...]]:
    """Yield one game, told."""
    yield await players.do(partial(one_game, found.scenario, found.rules, seed, words))

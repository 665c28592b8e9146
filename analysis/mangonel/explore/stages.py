"""What is played for a page, stage by stage: a number at once, and a better one while somebody looks at it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from mangonel.document.headline import Cause
from mangonel.engine.asking import asked_about
from mangonel.engine.result import Result
from mangonel.errors import MangonelError
from mangonel.explore.found import Compared, Found
from mangonel.explore.players import PICTURES, REST, Players
from mangonel.explore.plays import Drawings, at_once, causes_of, drawn, map_drawn, map_of, one_game, roughly, wholly
from mangonel.explore.progress import watched
from mangonel.games.scenario import Scenario
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale

__all__ = ["Axis", "Known", "comparing", "drawing", "mapping", "playing", "telling"]

Axis = tuple[str, Sequence[int]]
_AT_ONCE: Final = 0.1
"""Seconds that an exact number may take before a rough one is shown first: both must fit into an instant."""
_KNOWN: Final = 24
"""Results that a page remembers: those before its changes, and those under the rule sets beside."""


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
    yield Found(scenario, rules, await players.do(partial(roughly, scenario, rules)), kept, rough=True)
    begun = time.monotonic()
    yield Found(scenario, rules, await players.do(partial(wholly, scenario, rules), REST), kept)
    if time.monotonic() - begun < _AT_ONCE:
        players.long.discard(name)


@dataclass(frozen=True)
class Known:
    """Final results of a page, so that what did not change is not played again."""

    results: dict[tuple[str, str], Result] = field(default_factory=dict)
    """By the digests of scenario and rule set."""
    causes: dict[tuple[str, str, str], tuple[Cause, ...]] = field(default_factory=dict)
    """By the digests of the scenario and of both rule sets."""

    def of(self, scenario: Scenario, rules: RuleSet) -> Result | None:
        """Return a result; None if it is not known."""
        return self.results.get((scenario.digest, rules.digest))

    def keep(self, scenario: Scenario, rules: RuleSet, result: Result) -> None:
        """Keep a result; many are forgotten all at once."""
        if len(self.results) >= _KNOWN:
            self.results.clear()
        self.results[scenario.digest, rules.digest] = result

    def complete(self, scenario: Scenario, compared: Compared) -> Compared:
        """Return a comparison with all that is known of it."""
        base = compared.rules
        beside = tuple(
            replace(
                each,
                result=self.of(scenario, each.rules),
                causes=self.causes.get((scenario.digest, base.digest, each.rules.digest), ()),
            )
            for each in compared.beside
        )
        before, reference = self.of(compared.scenario, base), self.of(scenario, base)
        return replace(compared, before=before, reference=reference, beside=beside)


async def comparing(
    players: Players, found: AsyncIterator[Found], compared: Compared, known: Known, words: Locale
) -> AsyncIterator[Found]:
    """Yield the stages of `playing`, then with the result without the changes of the page, and beside other rule sets.

    Parameters
    ----------
    players
        Other processes.
    found
        The stages.
    compared
        What the result is compared with.
    known
        Results of the page.
    words
        The language.
    """
    stage = None
    async for stage in found:
        yield replace(stage, compared=known.complete(stage.scenario, compared))
    assert stage is not None, "there is a result, or an error"
    scenario, base = stage.scenario, compared.rules
    known.keep(scenario, stage.rules, stage.result)
    others = [(scenario, each.rules) for each in compared.beside]
    for where, rules in ((compared.scenario, base), (scenario, base), *others):
        if known.of(where, rules) is None:
            try:
                known.keep(where, rules, await _best(players, where, rules))
            except MangonelError as error:
                if where is not scenario or rules is base:
                    # Without its changes it cannot be played: there is nothing to compare with.
                    continue
                beside = (replace(each, error=error) if each.rules is rules else each for each in compared.beside)
                compared = replace(compared, beside=tuple(beside))
            yield replace(stage, compared=known.complete(scenario, compared))
    asked, reference = asked_about(stage.result), known.of(scenario, base)
    for each in known.complete(scenario, compared).beside:
        # Causes of a difference that is sampled would take minutes.
        if not each.causes and all(one is not None and one.exact for one in (reference, each.result)):
            job = partial(causes_of, scenario, (base, each.rules), asked, words)
            known.causes[scenario.digest, base.digest, each.rules.digest] = await players.do(job, REST)
            yield replace(stage, compared=known.complete(scenario, compared))


async def _best(players: Players, scenario: Scenario, rules: RuleSet) -> Result:
    """Return what a scenario comes to as well as can be, without a rough number first."""
    if f"{scenario.sequence} {scenario.title}" not in players.long:
        result = await players.do(partial(at_once, scenario, rules, _AT_ONCE))
        if result is not None:
            return result
    return await players.do(partial(wholly, scenario, rules), REST)


async def drawing(players: Players, results: Mapping[str, Result], words: Locale) -> AsyncIterator[Drawings]:
    """Yield the pictures of results, by what each is called."""
    yield await players.do(partial(drawn, results, words), PICTURES)


async def mapping(
    players: Players, found: Found, axes: tuple[Axis, Axis], ending: str, words: Locale
) -> AsyncIterator[Drawings | float]:
    """Yield how far the map over two numbers of a scenario is, and in the end its pictures."""
    async for swept in watched(players, partial(map_of, found.scenario, found.rules, *axes, ending)):
        yield swept if isinstance(swept, float) else await players.do(partial(map_drawn, swept, words), PICTURES)


async def telling(players: Players, found: Found, seed: int, words: Locale) -> AsyncIterator[tuple[str, ...]]:
    """Yield one game, told."""
    yield await players.do(partial(one_game, found.scenario, found.rules, seed, words))

"""Questions of a page to other processes, answered in stages: results, comparisons, pictures; the newest counts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Generic, TypeVar

from shiny import Session, reactive

from mangonel.document.headline import Cause
from mangonel.engine.ledger import Progress
from mangonel.engine.result import Result, asked_about
from mangonel.errors import MangonelError
from mangonel.explore.jobs import Lever, at_once, causes_of, levers_of, pulled, reweighed, roughly, wholly
from mangonel.explore.pools import REST, WATCHED, Pools
from mangonel.explore.result_view import Compared, Found
from mangonel.games.scenario import Scenario
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.editable import Cells

Stage = TypeVar("Stage")


class Latest(Generic[Stage]):
    """The newest question of a page, in stages; nothing is wanted any more when the page has gone.

    `stage` is None before the first one, and the last answer stays until then; `share` is how far it is. With
    `about`, which names the subject of a question, the answer is forgotten when the page has another subject.
    """

    def __init__(self, session: Session, about: Callable[[], object] = lambda: None) -> None:
        # Without a name each would look for one through the whole stack, which takes longer than the rest of a page.
        self.stage = reactive.Value[Stage | None](None, name="stage")
        self.error = reactive.Value[MangonelError | None](None, name="error")
        self.busy = reactive.Value(False, name="busy")  # noqa: FBT003 - it is the value
        self.share = reactive.Value(0.0, name="share")
        self._task: asyncio.Task[None] | None = None
        self._about: Callable[[], object] = about
        self._asked: object = None
        session.on_ended(self.drop)

        @reactive.effect
        def _forget() -> None:
            if about() != self._asked:
                self.forget()

    def ask(self, stages: AsyncIterator[Stage | float], *, after: float = 0.0) -> None:
        """Ask for something after some seconds, and for nothing else any more; a share of 1 says how far it is."""
        self.drop()
        with reactive.isolate():
            self._asked = self._about()
        self.share.set(0.0)
        self.busy.set(True)
        self.error.set(None)
        self._task = asyncio.create_task(self._run(stages, after))

    def drop(self) -> None:
        """Ask for nothing any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def forget(self) -> None:
        """Ask for nothing any more, and know nothing."""
        self.drop()
        self.stage.set(None)
        self.error.set(None)
        self.busy.set(False)

    async def _run(self, stages: AsyncIterator[Stage | float], after: float) -> None:
        error = None
        with suppress(asyncio.CancelledError):
            try:
                if after:
                    await asyncio.sleep(after)
                async for stage in stages:
                    await self._tell(stage, None, busy=True)
            except MangonelError as caught:
                error = caught
            await self._tell(None, error, busy=False)

    async def _tell(self, stage: Stage | float | None, error: MangonelError | None, *, busy: bool) -> None:
        async with reactive.lock():
            if isinstance(stage, float):
                self.share.set(stage)
            elif stage is not None:
                self.stage.set(stage)
            self.error.set(error)
            self.busy.set(busy)
            await reactive.flush()


Done = TypeVar("Done")


async def watched(pools: Pools, job: Callable[[Progress], Done]) -> AsyncIterator[float | Done]:
    """Yield how far a job is, as a share of 1, and in the end its result."""
    heard: asyncio.Queue[float | None] = asyncio.Queue()
    task = asyncio.ensure_future(pools.do(job, WATCHED, told=heard.put_nowait))
    task.add_done_callback(lambda _: heard.put_nowait(None))
    try:
        yield 0.0
        while (share := await heard.get()) is not None:
            yield share
        yield await task
    finally:
        task.cancel()


_AT_ONCE: Final = 0.5
"""Seconds that an exact number may take before a rough one is shown first, which takes as long."""
STILL: Final = 0.4
"""Seconds without an edit before levers and shades are asked for, and between two looks at levers that are known."""
_KNOWN: Final = 24
"""Results that a page remembers: those before its changes, and those under the rule sets beside."""


async def playing(
    pools: Pools,
    scenario: Scenario,
    rules: RuleSet,
    kept: Mapping[str, str],
    *,
    edited: tuple[RuleSet, Cells] | None = None,
    last: Found | None = None,
    known: Result | None = None,
) -> AsyncIterator[Found]:
    """Yield the result of a scenario: exactly if that is quick, else roughly, and then as well as can be.

    Parameters
    ----------
    kept
        Texts by which an address keeps scenario and rules.
    edited
        The rule set and the cells of it that are changed, if nothing else is: then the last game is re-weighed.
    last, known
        The result before, and that of the scenario if it was played before.
    """
    result = known
    if result is None and edited is not None and last is not None and last.scenario is scenario:
        result = await pools.do(partial(reweighed, scenario, rules, *edited))
    if result is None:
        result = await _quick(pools, scenario, rules)
    if result is None:
        yield Found(scenario, rules, await pools.do(partial(roughly, scenario, rules)), kept, rough=True)
        begun = time.monotonic()
        result = await pools.do(partial(wholly, scenario, rules), REST)
        if time.monotonic() - begun < _AT_ONCE:
            pools.long.discard(_name(scenario))
    yield Found(scenario, rules, result, kept)


def _name(scenario: Scenario) -> str:
    return f"{scenario.sequence} {scenario.title}"


def takes_long(pools: Pools, scenario: Scenario | None) -> bool:
    """Tell whether a scenario is known to have a rough number first."""
    return scenario is not None and _name(scenario) in pools.long


async def _quick(pools: Pools, scenario: Scenario, rules: RuleSet) -> Result | None:
    """Return the exact result of a scenario; None if that takes long."""
    if takes_long(pools, scenario):
        return None
    result = await pools.do(partial(at_once, scenario, rules, _AT_ONCE))
    if result is None:
        pools.long.add(_name(scenario))
    return result


@dataclass(frozen=True)
class Known:
    """Final results of a page, so that nothing is played twice."""

    results: dict[tuple[str, str], Result] = field(default_factory=dict)
    """By the digests of scenario and rule set."""
    causes: dict[tuple[str, str, str, str], tuple[Cause, ...]] = field(default_factory=dict)
    """By the digests of the scenario and of both rule sets, and the ending."""

    def of(self, scenario: Scenario, rules: RuleSet) -> Result | None:
        """Return a result; None if it is not known."""
        return self.results.get((scenario.digest, rules.digest))

    def keep(self, scenario: Scenario, rules: RuleSet, result: Result) -> None:
        """Keep a result; many are forgotten all at once."""
        if len(self.results) >= _KNOWN:
            self.results.clear()
        self.results[scenario.digest, rules.digest] = result

    def complete(self, found: Found, compared: Compared) -> Compared:
        """Return a comparison with all that is known of it."""
        scenario, base, beside, asked = found.scenario, compared.rules, [], asked_about(found.result)
        for each in compared.beside:
            causes = self.causes.get((scenario.digest, base.digest, each.rules.digest, asked), ())
            beside.append(replace(each, result=self.of(scenario, each.rules), causes=causes))
        before, reference = self.of(compared.scenario, base), self.of(scenario, base)
        return replace(compared, before=before, reference=reference, beside=tuple(beside))


async def comparing(
    pools: Pools, found: AsyncIterator[Found], compared: Compared, known: Known
) -> AsyncIterator[Found]:
    """Yield the stages of `playing`, then those with the unchanged result and the rule sets beside in `compared`."""
    stage = None
    async for stage in found:
        yield replace(stage, compared=known.complete(stage, compared))
    assert stage is not None, "there is a result, or an error"
    scenario, base = stage.scenario, compared.rules
    known.keep(scenario, stage.rules, stage.result)
    others = [(scenario, each.rules) for each in compared.beside]
    for where, rules in ((compared.scenario, base), (scenario, base), *others):
        if known.of(where, rules) is None:
            try:
                result = await _quick(pools, where, rules)
                if result is None:
                    result = await pools.do(partial(wholly, where, rules), REST)
                known.keep(where, rules, result)
            except MangonelError as error:
                if where is not scenario or rules is base:
                    # Without its changes it cannot be played: there is nothing to compare with.
                    continue
                beside = (replace(each, error=error) if each.rules is rules else each for each in compared.beside)
                compared = replace(compared, beside=tuple(beside))
            yield replace(stage, compared=known.complete(stage, compared))
    asked, reference = asked_about(stage.result), known.of(scenario, base)
    for each in known.complete(stage, compared).beside:
        # Causes of a difference that is sampled would take minutes.
        if not each.causes and all(one is not None and one.exact for one in (reference, each.result)):
            job = partial(causes_of, scenario, (base, each.rules), asked)
            known.causes[scenario.digest, base.digest, each.rules.digest, asked] = await pools.do(job, REST)
            yield replace(stage, compared=known.complete(stage, compared))


async def once(pools: Pools, job: Callable[[Progress], Done], work: str) -> AsyncIterator[Done]:
    """Yield the result of a job."""
    yield await pools.do(job, work)


async def pulling(pools: Pools, found: Found) -> AsyncIterator[tuple[Lever, ...]]:
    """Yield the effects of all possible changes now and then, as far as they are known."""
    asked = asked_about(found.result)
    known: tuple[Lever, ...] = ()
    before = found.result.probability(asked)
    told = time.monotonic()
    for changes in levers_of(found.scenario):
        job = partial(pulled, found.scenario, found.rules, changes, asked, before)
        if (lever := await pools.do(job, WATCHED)) is not None:
            known = (*known, lever)
        if time.monotonic() - told > STILL:
            yield known
            told = time.monotonic()
    yield known

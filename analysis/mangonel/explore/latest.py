"""The newest of what a page has asked for: it comes in stages, and what was asked before is dropped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Generic, TypeVar

from shiny import Session, reactive

from mangonel.errors import MangonelError

__all__ = ["Latest"]

Stage = TypeVar("Stage")


class Latest(Generic[Stage]):
    """What was asked for last.

    Parameters
    ----------
    session
        Whose page asks; when it has gone, nothing is wanted any more.

    Attributes
    ----------
    stage
        How far it has come: None before the first stage. What was known of the question before stays until then.
    error
        What went wrong; None if nothing did.
    busy
        Whether more is to come.
    share
        How far it is, as a share of 1, where that is told.
    """

    def __init__(self, session: Session) -> None:
        # Without a name each would look for one through the whole stack, which takes longer than the rest of a page.
        self.stage = reactive.Value[Stage | None](None, name="stage")
        self.error = reactive.Value[MangonelError | None](None, name="error")
        self.busy = reactive.Value(False, name="busy")  # noqa: FBT003 - it is the value
        self.share = reactive.Value(0.0, name="share")
        self._task: asyncio.Task[None] | None = None
        session.on_ended(self.drop)

    def ask(self, stages: AsyncIterator[Stage | float]) -> None:
        """Ask for something, and for nothing else any more; a share of 1 says how far it is."""
        self.drop()
        self.share.set(0.0)
        self.busy.set(True)
        self.error.set(None)
        self._task = asyncio.create_task(self._run(stages))

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

    async def _run(self, stages: AsyncIterator[Stage | float]) -> None:
        error = None
        with suppress(asyncio.CancelledError):
            try:
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

"""The newest of what a page has asked for: it comes in stages, and what was asked before is dropped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Generic, TypeVar

from shiny import Session, reactive

from mangonel.errors import DataError, MangonelError

__all__ = ["Latest", "plainly"]

Stage = TypeVar("Stage")


def plainly(error: MangonelError) -> str:
    """Return what is wrong, without the file: whoever reads the page has none."""
    if isinstance(error, DataError):
        return str(DataError(error.message, path=error.path, value=error.value, allowed=error.allowed))
    return str(error)


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
        What went wrong, in words; empty if nothing did.
    busy
        Whether more is to come.
    """

    def __init__(self, session: Session) -> None:
        # Without a name each would look for one through the whole stack, which takes longer than the rest of a page.
        self.stage = reactive.Value[Stage | None](None, name="stage")
        self.error = reactive.Value("", name="error")
        self.busy = reactive.Value(False, name="busy")  # noqa: FBT003 - it is the value
        self._task: asyncio.Task[None] | None = None
        session.on_ended(self.drop)

    def ask(self, stages: AsyncIterator[Stage]) -> None:
        """Ask for something, and for nothing else any more."""
        self.drop()
        self.busy.set(True)
        self.error.set("")
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
        self.error.set("")
        self.busy.set(False)

    async def _run(self, stages: AsyncIterator[Stage]) -> None:
        error = ""
        with suppress(asyncio.CancelledError):
            try:
                async for stage in stages:
                    await self._tell(stage, "", busy=True)
            except MangonelError as found:
                error = plainly(found)
            await self._tell(None, error, busy=False)

    async def _tell(self, stage: Stage | None, error: str, *, busy: bool) -> None:
        async with reactive.lock():
            if stage is not None:
                self.stage.set(stage)
            self.error.set(error)
            self.busy.set(busy)
            await reactive.flush()

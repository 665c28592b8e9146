"""What takes long enough to be watched: how far it is, and a button that ends it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from htmltools import Tag, tags
from shiny import Inputs, Session, reactive, ui

from mangonel.explore.players import WATCHED, Players

if TYPE_CHECKING:
    from mangonel.engine.assemble import Progress
    from mangonel.explore.latest import Latest
    from mangonel.rules.words import Locale

__all__ = ["progress_html", "serve_progress", "watched"]

Done = TypeVar("Done")

_STOP = "stop"


async def watched(players: Players, job: Callable[[Progress], Done]) -> AsyncIterator[float | Done]:
    """Yield how far a job is, as a share of 1, and in the end what it has come to."""
    heard: asyncio.Queue[float | None] = asyncio.Queue()
    task = asyncio.ensure_future(players.do(job, WATCHED, told=heard.put_nowait))
    task.add_done_callback(lambda _: heard.put_nowait(None))
    try:
        yield 0.0
        while (share := await heard.get()) is not None:
            yield share
        yield await task
    finally:
        task.cancel()


def progress_html(name: str, label: str, session: Session, words: Locale) -> Tag:
    """Return a bar that says how far something is, and the button; only what it says changes while it is there.

    Parameters
    ----------
    name
        By which it is served.
    label
        What it is about.
    session, words
        The page, and its language.
    """
    bar = tags.progress(value="0", max="1", aria_label=label, id=session.ns(f"{name}_share"))
    stop = ui.input_action_button(session.ns(f"{name}_{_STOP}"), words.text("explore.stop"))
    return tags.div(bar, tags.span(words.percentage("0"), class_="share"), stop, class_="progress", role="status")


def serve_progress(name: str, latest: Latest[Any], inputs: Inputs, session: Session, words: Locale) -> None:
    """Serve the bar and the button of `progress_html` for what was asked for last."""

    @reactive.effect
    async def _share() -> None:
        share = latest.share()
        text = words.percentage(words.number(int(100 * share)))
        await session.send_custom_message(
            "share", {"bar": session.ns(f"{name}_share"), "share": round(share, 3), "text": text}
        )

    @reactive.effect
    @reactive.event(inputs[f"{name}_{_STOP}"])
    def _stop() -> None:
        latest.forget()

"""Beside what a scenario comes to: what other decisions would do, a map over two of its numbers, one game told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from htmltools import HTML, Tag, TagList, tags
from shiny import Inputs, Session, reactive, render, req

from mangonel.document.html import fragment
from mangonel.engine.asking import asked_about
from mangonel.explore.found import Found, pictures_html
from mangonel.explore.jobs import deciding
from mangonel.explore.latest import Latest
from mangonel.explore.plays import Drawings
from mangonel.explore.progress import progress_html, serve_progress
from mangonel.explore.scenario_form import Place, places_of
from mangonel.explore.stages import Axis, mapping, telling
from mangonel.explore.text_forms import ABOUT, Control, Group, form
from mangonel.explore.wrong import PageError, wrong_html, wrong_of
from mangonel.games.describe import usual_sweep
from mangonel.games.scenario import Scenario
from mangonel.paper.blocks import Blocks

if TYPE_CHECKING:
    from mangonel.explore.desk import Desk

__all__ = ["serve_decisions", "serve_game", "serve_map"]

_MOST: Final = 9
"""Values of a number on a map."""
_ACROSS, _DOWN = "across", "down"


def serve_decisions(inputs: Inputs, session: Session, desk: Desk) -> None:
    """Serve what each other decision of the players would do, one at a time."""
    words, decided = desk.words, Latest[Blocks](session)
    serve_progress("tactics", decided, inputs, session, words)

    @reactive.effect
    def _forget() -> None:
        desk.scenario(), desk.rules()
        decided.forget()

    @reactive.effect
    @reactive.event(inputs.decide)
    def _decide() -> None:
        played = desk.found.stage()
        if played is not None:
            ending = asked_about(played.result)
            decided.ask(deciding(desk.players, played.scenario, played.rules, ending, words))

    @render.ui
    def tactics() -> Tag | HTML | None:
        if (error := decided.error()) is not None:
            return wrong_html(wrong_of(error, words))
        if decided.busy():
            return progress_html("tactics", words.text("explore.better"), session, words)
        stage = decided.stage()
        return None if stage is None else HTML(fragment(stage))


def serve_map(inputs: Inputs, session: Session, desk: Desk, present: Callable[[], Scenario]) -> None:
    """Serve the map: its two numbers, and the pictures; it is that of the values as they are when it is asked for.

    `present` is the scenario with its blocks, without what was changed in them.
    """
    words, mapped = desk.words, Latest[Drawings](session)
    wanted: reactive.Value[Mapping[str, str] | None] = reactive.value(None)
    serve_progress("map", mapped, inputs, session, words)

    @reactive.effect
    def _forget() -> None:
        desk.scenario(), desk.rules()
        mapped.forget()
        wanted.set(None)

    @render.ui
    def axes() -> Tag | None:
        scenario = present()
        choices = tuple(
            (place.path, words.path(place.path, scenario.sequence)) for place in _numbers(places_of(scenario))
        )
        req(len(choices) > 1)
        controls = tuple(
            Control(name, words.text(f"explore.{name}"), "choice", axis, choices=choices)
            for name, (axis, _) in zip((_ACROSS, _DOWN), usual_sweep(scenario), strict=True)
        )
        return form(session.ns("over"), (Group("", controls),), words.text("explore.map"), about=scenario.digest)

    @reactive.effect
    @reactive.event(inputs.draw)
    def _want() -> None:
        wanted.set(inputs.over())

    @reactive.effect
    def _map() -> None:
        over, played = wanted(), desk.found.stage()
        # Who asks for it before the number stands has it as soon as that does.
        if over is not None and played is not None:
            wanted.set(None)
            with reactive.isolate():
                if over.get(ABOUT) == present().digest:
                    _draw(over, played, mapped, desk)

    @render.ui
    def chart() -> TagList | Tag | None:
        if (error := mapped.error()) is not None:
            return wrong_html(wrong_of(error, words))
        if mapped.busy():
            return progress_html("map", words.text("explore.map"), session, words)
        drawings = mapped.stage()
        return None if drawings is None else pictures_html(drawings)


def _draw(over: Mapping[str, str], played: Found, mapped: Latest[Drawings], desk: Desk) -> None:
    """Ask for a map over the two numbers that a form names."""
    if over.get(_ACROSS) == over.get(_DOWN):
        mapped.forget()
        mapped.error.set(PageError(desk.words.text("explore.two_numbers")))
        return
    places = {place.path: place for place in _numbers(places_of(played.scenario))}
    usual = dict(usual_sweep(played.scenario))
    axes = [_axis(places[over[name]], usual) for name in (_ACROSS, _DOWN) if over.get(name) in places]
    if len(axes) == 2:
        mapped.ask(mapping(desk.players, played, (axes[0], axes[1]), asked_about(played.result), desk.words))


def _numbers(places: Sequence[Place]) -> list[Place]:
    return [place for place in places if len(place.values) > 1 and place.value is not None]


def _axis(place: Place, usual: dict[str, tuple[int, ...]]) -> Axis:
    """Return the values of a number on a map: those that its game has named, or some from the least to the most."""
    step = -(-len(place.values) // _MOST)
    return place.path, usual.get(place.path) or tuple(place.values[::step])


def serve_game(inputs: Inputs, session: Session, desk: Desk) -> None:
    """Serve one game, told roll by roll: another one each time."""
    latest = Latest[tuple[str, ...]](session)

    @reactive.effect
    def _forget() -> None:
        desk.scenario(), desk.rules()
        latest.forget()

    @reactive.effect
    @reactive.event(inputs.tell)
    def _tell() -> None:
        played = desk.found.stage()
        if played is not None:
            latest.ask(telling(desk.players, played, int(inputs.tell()) - 1, desk.words))

    @render.ui
    def game() -> Tag | None:
        lines = latest.stage()
        if lines is None:
            return None
        # A line that does not fit goes on below its own beginning.
        spans = (tags.span(f"{line}\n", style=f"--in: {len(line) - len(line.lstrip()) + 2}ch") for line in lines)
        return tags.pre(*spans, tabindex="0", role="region", aria_label=desk.words.text("explore.tell"))

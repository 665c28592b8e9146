"""The bench beside scenarios, rules, goals and the coach: the finding with before and after, curve, levers, numbers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial

from htmltools import Tag, TagList, tags
from shiny import Inputs, Outputs, Session, module, reactive, render, req, ui

from mangonel.engine.intervals import NO_BREAK
from mangonel.engine.result import Result
from mangonel.explore.jobs import Drawings, Lever, by_effect
from mangonel.explore.jobs import drawn as drawn_pictures
from mangonel.explore.page_state import HELD, PageState, restored
from mangonel.explore.pools import PICTURES
from mangonel.explore.result_view import Found, bars_html, found_html, labelled, lead_html, pictures_html
from mangonel.explore.tasks import STILL, Latest, comparing, once, playing, pulling, takes_long
from mangonel.explore.text_forms import sender, wrong_html, wrong_of
from mangonel.paper.charts.numbers import points
from mangonel.paper.charts.style import change_shade
from mangonel.rules.words import say
from mangonel.studies.tactics import typed

BESIDE = ("sequence", "rules", "goals", "coach")
"""Tabs that are shown beside the bench."""
_SHOWN = 14
"""Levers that are shown, the strongest first."""


@module.ui
def page() -> Tag:
    """Return the bench as it comes."""
    return tags.aside(
        tags.div(
            tags.div(ui.output_ui("found"), role="region", aria_live="polite"),
            ui.output_ui("how_far"),
            ui.output_ui("curve"),
            ui.output_ui("levers"),
            tags.div(ui.input_action_button("hold", say("explore.hold")), class_="buttons"),
            tags.details(tags.summary(say("explore.numbers")), ui.output_ui("numbers"), ui.output_ui("pictures")),
        ),
        class_="bench",
        aria_label=say("explore.bench"),
    )


@module.server
def serve(inputs: Inputs, outputs: Outputs, session: Session, state: PageState) -> None:
    """Serve it."""
    held = _serve_held(inputs, session, state)
    _serve_levers(session, state)
    for output, place in (("curve", slice(1)), ("pictures", slice(1, None))):
        outputs(id=output)(_serve_pictures(output, place, session, state, held))

    @reactive.effect(priority=1)
    async def _play() -> None:
        req(state.tab() in BESIDE)
        scenario, rules = state.scenario(), state.rules()
        if scenario is not None and scenario.system.id == rules.system:
            with reactive.isolate():
                last = state.found.stage()
            known = state.known.of(scenario, rules)
            stages = playing(state.pools, scenario, rules, state.kept(), edited=state.edited(), last=last, known=known)
            state.found.ask(comparing(state.pools, stages, state.compared(), state.known))
            # It begins before anything else is made of the change.
            await asyncio.sleep(0)

    @render.ui
    def found() -> TagList | Tag | None:
        if (error := state.found.error()) is not None:
            return wrong_html(wrong_of(error, state.called))
        stage = state.found.stage()
        return None if stage is None else TagList(lead_html(stage), bars_html(stage, held.stage()))

    @render.ui
    def numbers() -> TagList | None:
        stage = state.found.stage()
        return None if stage is None or state.found.error() is not None else found_html(stage, held.stage())

    @render.ui
    def how_far() -> Tag | None:
        stage = state.found.stage()
        if not state.found.busy():
            return None
        beside = stage is not None and stage.compared is not None and stage.compared.beside
        if stage is not None and not stage.rough and not beside and not takes_long(state.pools, state.scenario()):
            # It is quick: a line that comes and goes would only move the page.
            return None
        late = stage is None or stage.scenario is not state.scenario()
        text = "playing" if late else "refining" if stage is not None and stage.rough else "comparing"
        return tags.p(say(f"explore.{text}"), class_="note", role="status")


def _serve_pictures(output: str, place: slice, session: Session, state: PageState, held: Latest[Found]) -> render.ui:
    """Return an output of some of the pictures, drawn while they can be seen."""
    pictured = Latest[Drawings](session)
    drawn: Mapping[str, Result] = {}

    @reactive.effect
    def _draw() -> None:
        nonlocal drawn
        stage = state.found.stage()
        if stage is None or session.clientdata.output_hidden(output) is not False:
            return
        # Comparisons come bit by bit, and not all of them are drawn.
        results = labelled(stage, held.stage())
        if results != drawn:
            drawn = results
            pictured.ask(once(state.pools, partial(drawn_pictures, results, place), PICTURES), after=0.1)

    @render.ui
    def pictures() -> Tag | None:
        drawings = pictured.stage()
        return pictures_html(drawings) if drawings else None

    return pictures


def _serve_held(inputs: Inputs, session: Session, state: PageState) -> Latest[Found]:
    """Serve the button that holds the result, or releases it; return the held one."""
    held = Latest[Found](session)
    kept = state.start.of(HELD)
    again = restored(kept, state.offer) if kept else None

    @reactive.effect
    def _again() -> None:
        nonlocal again
        if again is not None and state.tab() in BESIDE:
            held.ask(playing(state.pools, *again, kept))
            again = None

    @reactive.effect
    @reactive.event(inputs.hold)
    def _hold() -> None:
        stage = state.found.stage()
        if held.stage() is not None or stage is None:
            held.forget()
            state.note(HELD, {})
            return
        state.note(HELD, stage.kept)
        held.stage.set(stage)
        if state.found.busy():
            # The page may move on and cancel its result; the held one is still refined.
            held.ask(playing(state.pools, stage.scenario, stage.rules, stage.kept))

    @reactive.effect
    def _label() -> None:
        ui.update_action_button("hold", label=say("explore.hold" if held.stage() is None else "explore.release"))

    return held


def _serve_levers(session: Session, state: PageState) -> None:
    """Serve the levers of the result: one more or less of a number, another decision; a click tries it."""
    pulled = Latest[tuple[Lever, ...]](session)
    about: Found | None = None

    @reactive.effect(priority=1)
    def _pull() -> None:
        nonlocal about
        stage = state.found.stage()
        if stage is None or stage.rough or state.found.busy() or stage.scenario is not state.scenario():
            # Levers wait until nobody edits: a quick series of edits starts none.
            pulled.drop()
            about = None
            return
        if about is None or (about.scenario, about.rules) != (stage.scenario, stage.rules):
            about = stage
            pulled.ask(pulling(state.pools, stage), after=STILL)

    @render.ui
    def levers() -> Tag | None:
        shown = pulled.stage()
        if not shown or state.found.error() is not None:
            return None
        ranked = by_effect(shown)[:_SHOWN]
        most = max(abs(lever.change.value) for lever in ranked) or 1.0
        rows = [_lever_html(lever, most) for lever in ranked if abs(lever.change.value) > 1e-12]
        busy = tags.p(say("explore.pulling"), class_="note", role="status") if pulled.busy() else None
        return tags.div(tags.h2(say("explore.levers")), tags.ul(*rows, class_="levers"), busy)


def _lever_html(lever: Lever, most: float) -> Tag:
    share = lever.change.value / most
    bar = tags.span(style=f"width: {max(abs(share) * 100, 1):.0f}%; background: {change_shade(share)}", class_="effect")
    shown = (
        tags.span(lever.text, class_="name"),
        tags.span(bar, class_="track", aria_hidden="true"),
        tags.span(points(lever.change, interval=False).replace(" ", NO_BREAK), class_="change"),
    )
    return tags.li(sender("sequence-blocks", "try", typed(lever.changes), *shown, title=say("explore.try_it")))

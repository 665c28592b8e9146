"""Answers that take a while: a bar says how far they are; tabs with a form about the scenario, and buttons that ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from htmltools import Tag, tags
from shiny import Inputs, Session, reactive, render, req, ui

from mangonel.errors import MangonelError
from mangonel.explore.page_state import PageState
from mangonel.explore.tasks import Latest, Stage, watched
from mangonel.explore.text_forms import ABOUT, Control, Group, form, wrong_html, wrong_of
from mangonel.games.scenario import Scenario
from mangonel.rules.words import say, words


def serve_answer(
    output: str,
    label: str,
    latest: Latest[Stage],
    shown: Callable[[Stage], Any],
    inputs: Inputs,
    session: Session,
    called: Callable[[str], str] | None = None,
) -> None:
    """Serve an output: the error, or a bar that says how far it is with a button that stops it, or the last stage.

    An error of a field has the label that `called` returns.
    """
    share_id, stop_id = f"{output}_share", f"{output}_stop"

    @reactive.effect
    async def _share() -> None:
        share = latest.share()
        text = words().percentage(words().number(int(100 * share)))
        await session.send_custom_message(
            "share", {"bar": session.ns(share_id), "share": round(share, 3), "text": text}
        )

    @reactive.effect
    @reactive.event(inputs[stop_id])
    def _stop() -> None:
        latest.forget()

    @session.output(id=output)
    @render.ui
    def _answer() -> Any:
        if (error := latest.error()) is not None:
            return wrong_html(wrong_of(error, called))
        if latest.busy():
            bar = tags.progress(value="0", max="1", aria_label=label, id=session.ns(share_id))
            stop = ui.input_action_button(session.ns(stop_id), say("explore.stop"))
            percent = tags.span(words().percentage("0"), class_="share")
            return tags.div(bar, percent, stop, class_="progress", role="status")
        stage = latest.stage()
        return None if stage is None else shown(stage)


def asking_page(about: str, buttons: Mapping[str, str]) -> Tag:
    """Return a tab, or a part of one, with a form, buttons by their ids, and the answer."""
    return tags.div(
        tags.p(about, class_="note") if about else None,
        ui.output_ui("values"),
        tags.div(*(ui.input_action_button(name, text) for name, text in buttons.items()), class_="buttons"),
        tags.div(ui.output_ui("answer"), role="region", aria_live="polite"),
        class_="choose",
    )


def serve_asking(
    tab: str,
    label: str,
    controls: Callable[[Scenario, Mapping[str, str]], Sequence[Control]],
    jobs: Mapping[str, Callable[[Scenario, Mapping[str, str]], partial[Any]]],
    shown: Callable[[Any], Any],
    inputs: Inputs,
    session: Session,
    state: PageState,
) -> None:
    """Serve such a tab.

    Parameters
    ----------
    tab, label
        The name by which the address keeps its texts, and the title of the form.
    controls
        The controls of the form for a scenario, by the texts that the address keeps.
    jobs
        By button the job for a scenario and the texts of the form.
    shown
        The answer as HTML.
    """
    latest = Latest[Any](session, state.subject)
    wanted = reactive.Value("", name="wanted")
    labels: dict[str, str] = {}
    serve_answer("answer", label, latest, shown, inputs, session, lambda field: labels.get(field, ""))

    @render.ui
    def values() -> Tag:
        scenario = state.present()
        req(scenario is not None)
        assert scenario is not None
        with reactive.isolate():
            try:
                own = tuple(controls(scenario, state.start.of(tab)))
            except MangonelError as error:
                return wrong_html(wrong_of(error))
        labels.update({control.name: control.label for control in own})
        return form(session.ns("said"), (Group("", own),), label, about=scenario.digest)

    def serve_button(name: str) -> None:
        @reactive.effect
        @reactive.event(inputs[name])
        def _press() -> None:
            wanted.set(name)

    for name in jobs:
        serve_button(name)

    @reactive.effect
    def _ask() -> None:
        # A page that is still settling is asked as soon as its form is there.
        name = wanted()
        req(name)
        scenario, present, fields = state.scenario(), state.present(), inputs.said()
        if scenario is None or present is None or fields.get(ABOUT) != present.digest:
            return
        wanted.set("")
        own = {key: text for key, text in fields.items() if text and key != ABOUT}
        with reactive.isolate():
            state.note(tab, own)
            try:
                latest.ask(watched(state.pools, jobs[name](scenario, own)))
            except MangonelError as error:
                latest.forget()
                latest.error.set(error)

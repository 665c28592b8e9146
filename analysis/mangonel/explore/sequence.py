"""The tab of sequences: a scenario, its values, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable

from htmltools import Tag, TagList, tags
from shiny import Inputs, Outputs, Session, module, reactive, render, req, ui

from mangonel.errors import MangonelError
from mangonel.explore.besides import serve_game, serve_map
from mangonel.explore.controls import groups_of
from mangonel.explore.desk import Desk
from mangonel.explore.forms import ABOUT, Control, Group, form
from mangonel.explore.found import Found, brief_of, found_html, pictures_html
from mangonel.explore.keys import Place, places_of, values_in
from mangonel.explore.latest import Latest, plainly
from mangonel.explore.playing import drawing, playing
from mangonel.explore.plays import Drawings
from mangonel.explore.told import wrong_html
from mangonel.locales import Locale

__all__ = ["page", "serve"]

_TAB, _SCENARIO = "sequence", "scenario"
_IDLE = ("", "roll", "cards")
"""Tabs from which nobody sees what is played; empty for the first."""


@module.ui
def page(words: Locale) -> Tag:
    """Return the tab as it comes."""
    buttons = tags.div(
        *(
            ui.input_action_button(name, words.text(f"explore.{key}"))
            for name, key in (("hold", "hold"), ("tell", "tell"), ("draw", "map"))
        ),
        class_="buttons",
    )
    return tags.div(
        tags.div(
            ui.output_ui("scenarios"),
            ui.output_ui("values"),
            tags.div(ui.output_text("brief"), class_="brief", aria_hidden="true"),
            class_="choose",
        ),
        tags.div(
            tags.div(ui.output_ui("found"), role="region", aria_live="polite"),
            ui.output_ui("how_far"),
            buttons,
            ui.output_ui("axes"),
            ui.output_ui("chart"),
            ui.output_ui("game"),
            ui.output_ui("pictures"),
            class_="found",
        ),
        class_="split",
    )


@module.server
def serve(inputs: Inputs, outputs: Outputs, session: Session, desk: Desk) -> None:
    """Serve it."""
    del outputs
    chosen = _serve_scenario(inputs, session, desk)
    _serve_playing(desk)
    _serve_found(inputs, session, desk)
    serve_map(inputs, session, desk, chosen)
    serve_game(inputs, session, desk)


def _serve_scenario(inputs: Inputs, session: Session, desk: Desk) -> Callable[[], str]:
    """Serve the choice of a scenario, and its values; return what is called to hear which it is."""
    words, offer = desk.words, desk.offer
    kept = dict(desk.start.of(_TAB))
    name = reactive.Value(desk.start.scenario, name="scenario")

    def chosen() -> str:
        desk.game()
        with reactive.isolate():
            known = offer.scenarios(desk.system())
        return name() if name() in known else next(iter(known), "")

    @render.ui
    def scenarios() -> Tag:
        desk.game()
        with reactive.isolate():
            choices = [(each, words.translated(offer.scenario(each).title)) for each in offer.scenarios(desk.system())]
            control = Control(_SCENARIO, words.text("explore.scenario"), "choice", chosen(), choices=choices)
            return form(session.ns("which"), (Group("", (control,)),), control.label)

    @reactive.effect
    @reactive.event(inputs.which)
    def _which() -> None:
        if inputs.which().get(_SCENARIO, "") != chosen():
            kept.clear()
            name.set(inputs.which().get(_SCENARIO, ""))

    @reactive.calc
    def places() -> tuple[Place, ...]:
        return places_of(offer.scenario(chosen()))

    @render.ui
    def values() -> Tag:
        scenario = offer.scenario(chosen())
        note = tags.p(words.translated(scenario.note), class_="note") if scenario.note else None
        with reactive.isolate():
            groups = groups_of(scenario, places(), kept, desk.base(), words)
        return tags.div(note, form(session.ns("said"), groups, words.translated(scenario.title), about=chosen()))

    @reactive.effect
    def _present() -> None:
        scenario, values = offer.scenario(chosen()), inputs.said()
        # The form of another scenario may still be on its way out.
        req(values.get(ABOUT) == chosen())
        changes = values_in(places(), values)
        kept.clear()
        kept.update({path: str(values[path]) for path in changes})
        desk.note(_TAB, dict(kept))
        desk.stands(chosen())
        try:
            desk.scenario.set(scenario.replaced(changes) if changes else scenario)
        except MangonelError as error:
            desk.found.drop()
            desk.found.error.set(plainly(error))

    return chosen


def _serve_playing(desk: Desk) -> None:
    @reactive.effect
    def _play() -> None:
        req(desk.tab() not in _IDLE)
        scenario, rules = desk.scenario(), desk.rules()
        if scenario is not None and scenario.system.id == rules.system:
            desk.found.ask(playing(desk.players, scenario, rules))


def _serve_found(inputs: Inputs, session: Session, desk: Desk) -> None:
    """Serve what was found, in words and pictures, beside what is held."""
    words = desk.words
    held = reactive.Value[Found | None](None, name="held")
    pictured = Latest[Drawings](session)

    @render.ui
    def found() -> TagList | Tag | None:
        if desk.found.error():
            return wrong_html(desk.found.error())
        stage = desk.found.stage()
        return None if stage is None else found_html(stage, held(), words)

    @render.text
    def brief() -> str:
        stage = desk.found.stage()
        return "" if stage is None else brief_of(stage, words)

    @render.ui
    def how_far() -> Tag | None:
        stage = desk.found.stage()
        if not desk.found.busy():
            return None
        text = "playing" if stage is None or stage.scenario is not desk.scenario() else "refining"
        return tags.p(words.text(f"explore.{text}"), class_="note", role="status")

    @reactive.effect
    def _draw() -> None:
        stage = desk.found.stage()
        if stage is not None:
            pictured.ask(drawing(desk.players, stage, held(), words))

    @render.ui
    def pictures() -> Tag | None:
        drawings = pictured.stage()
        return None if drawings is None else pictures_html(drawings)

    @reactive.effect
    @reactive.event(inputs.hold)
    def _hold() -> None:
        held.set(None if held() is not None else desk.found.stage())
        ui.update_action_button("hold", label=words.text("explore.release" if held() is not None else "explore.hold"))

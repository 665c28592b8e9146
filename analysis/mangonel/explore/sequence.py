"""The tab of sequences: a scenario, its values and decisions; a map, one game roll by roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from htmltools import Tag, tags
from shiny import Inputs, Outputs, Session, module, reactive, render, req, ui

from mangonel.errors import MangonelError
from mangonel.explore.asking import asking_page, serve_asking
from mangonel.explore.jobs import Drawings, map_of, one_game
from mangonel.explore.page_state import UNDO, VALUES, PageState, ScenarioEdits
from mangonel.explore.pools import NUMBERS
from mangonel.explore.result_view import pictures_html
from mangonel.explore.scenario_form import Place, by_units, groups_of, places_of, values_in
from mangonel.explore.tasks import Latest, once
from mangonel.explore.text_forms import ABOUT, Act, Control, Group, PageError, Wrong, form, wrong_beside, wrong_of
from mangonel.games.scenario import Scenario, usual_sweep
from mangonel.rules.words import say, words

_MOST: Final = 9
"""Values of a number on a map."""
_MAP, _ACROSS, _DOWN = "map", "across", "down"


@module.ui
def map_page() -> Tag:
    """Return the map as it comes."""
    return asking_page("", {"draw": say("explore.map")})


@module.server
def serve_map(inputs: Inputs, outputs: Outputs, session: Session, state: PageState) -> None:
    """Serve the map: its two numbers, and the pictures, with the values at the time of the request."""

    def controls(scenario: Scenario, kept: Mapping[str, str]) -> tuple[Control, ...]:
        numbers = _numbers(places_of(scenario))
        with by_units(scenario, state.base()):
            choices = tuple((place.path, words().path(place.path, scenario.sequence)) for place in numbers)
        req(len(choices) > 1)
        return tuple(
            Control(name, say(f"explore.{name}"), "choice", kept.get(name, axis), choices=choices)
            for name, (axis, _) in zip((_ACROSS, _DOWN), usual_sweep(scenario), strict=True)
        )

    def job(scenario: Scenario, said: Mapping[str, str]) -> partial[Drawings]:
        if said.get(_ACROSS) == said.get(_DOWN):
            raise PageError(say("explore.two_numbers"))
        places, usual = {place.path: place for place in _numbers(places_of(scenario))}, dict(usual_sweep(scenario))
        # The values that the game has named, or some from the least to the most.
        chosen = {path: places[path].values for path in (said[_ACROSS], said[_DOWN])}
        x, y = ((path, usual.get(path) or values[:: -(-len(values) // _MOST)]) for path, values in chosen.items())
        return partial(map_of, scenario, state.rules(), x, y)

    serve_asking(_MAP, say("explore.map"), controls, {"draw": job}, pictures_html, inputs, session, state)


def _numbers(places: Sequence[Place]) -> list[Place]:
    return [place for place in places if len(place.values) > 1 and place.value is not None]


def _serve_game(inputs: Inputs, session: Session, state: PageState) -> None:
    """Serve one game roll by roll: another one each time."""
    latest = Latest[tuple[str, tuple[str, ...]]](session, state.subject)

    @reactive.effect
    @reactive.event(inputs.tell)
    def _tell() -> None:
        played = state.found.stage()
        if played is not None:
            job = partial(one_game, played.scenario, played.rules, int(inputs.tell()) - 1)
            latest.ask(once(state.pools, job, NUMBERS))

    @render.ui
    def game() -> Tag | None:
        played = latest.stage()
        if played is None:
            return None
        picture, lines = played
        # A line that does not fit goes on below its own beginning.
        spans = (tags.span(f"{line}\n", style=f"--in: {len(line) - len(line.lstrip()) + 2}ch") for line in lines)
        lines_told = tags.pre(*spans, tabindex="0", role="region", aria_label=say("explore.tell"))
        # On a phone it is wider than the page.
        board = tags.div(
            ui.HTML(picture), class_="board", tabindex="0", role="group", aria_label=lines_told.attrs["aria-label"]
        )
        return tags.div(board, lines_told)


_SCENARIO = "scenario"


@module.ui
def page() -> Tag:
    """Return the tab as it comes."""
    return tags.div(
        ui.output_ui("scenarios"),
        ui.output_ui("values"),
        map_page(_MAP),
        tags.div(ui.input_action_button("tell", say("explore.tell")), class_="buttons"),
        ui.output_ui("game"),
        class_="choose",
    )


@module.server
def serve(inputs: Inputs, outputs: Outputs, session: Session, state: PageState) -> None:
    """Serve it."""
    edits = ScenarioEdits(state.offer.scenario(state.start.scenario), state.start.of(VALUES))
    chosen = _serve_scenario(inputs, session, state, edits)
    _serve_values(inputs, session, state, edits, chosen)
    serve_map(_MAP, state)
    _serve_game(inputs, session, state)


def _serve_scenario(inputs: Inputs, session: Session, state: PageState, edits: ScenarioEdits) -> Callable[[], str]:
    """Serve the choice of a scenario; return a function that returns its name."""
    offer = state.offer
    name = reactive.Value(state.start.scenario, name="scenario")

    def chosen() -> str:
        state.game()
        with reactive.isolate():
            known = offer.scenarios(state.system())
        return name() if name() in known else next(iter(known), "")

    @render.ui
    def scenarios() -> Tag:
        state.game()
        with reactive.isolate():
            choices = [
                (each, words().translated(offer.scenario(each).title)) for each in offer.scenarios(state.system())
            ]
            control = Control(_SCENARIO, say("explore.scenario"), "choice", chosen(), choices=choices)
            return form(session.ns("which"), (Group("", (control,)),), control.label)

    @reactive.effect
    @reactive.event(inputs.which)
    def _which() -> None:
        if inputs.which().get(_SCENARIO, "") != chosen():
            edits.forget()
            name.set(inputs.which().get(_SCENARIO, ""))

    return chosen


def _serve_values(
    inputs: Inputs, session: Session, state: PageState, edits: ScenarioEdits, chosen: Callable[[], str]
) -> None:
    offer = state.offer

    @reactive.calc
    def present() -> Scenario:
        return edits.present(offer.scenario(chosen()))

    @reactive.calc
    def places() -> tuple[Place, ...]:
        return places_of(present())

    @reactive.effect
    @reactive.event(inputs.blocks)
    def _blocks() -> None:
        pressed = inputs.blocks()
        try:
            edits.act(offer.scenario(chosen()), str(pressed.get("kind")), str(pressed.get("place")))
        except MangonelError as error:
            state.found.drop()
            state.found.error.set(error)

    @render.ui
    def values() -> Tag:
        scenario = present()
        state.present.set(scenario)
        note = tags.p(words().translated(scenario.note), class_="note") if scenario.note else None
        with reactive.isolate():
            groups = groups_of(scenario, places(), edits.values, state.base())
        if edits.before:
            undo = Act(UNDO, "", say("explore_rules.undo"), say("explore.undo"))
            groups = (Group("", (), acts=(undo,)), *groups)
        title = words().translated(scenario.title)
        return tags.div(note, form(session.ns("said"), groups, title, about=scenario.digest, acts=session.ns("blocks")))

    @reactive.effect
    def _present() -> None:
        scenario, values = present(), inputs.said()
        # The form of another scenario may still be on its way out.
        req(values.get(ABOUT) == scenario.digest)
        changes = values_in(places(), values)
        edits.values.clear()
        edits.values.update({path: str(values[path]) for path in changes})
        state.note(VALUES, {**edits.blocks(), **edits.values})
        state.keep(scenario=chosen())
        with reactive.isolate():
            was_wrong = state.found.error() is not None
        try:
            # After an error even the scenario before it is played anew.
            state.scenario.set(scenario.replaced(changes) if changes or was_wrong else scenario)
        except MangonelError as error:
            state.found.drop()
            state.found.error.set(error)

    @reactive.effect
    async def _beside() -> None:
        error = state.found.error()
        wrong = Wrong("") if error is None else wrong_of(error, state.called)
        await session.send_custom_message("wrong", wrong_beside(session.ns("said"), wrong))

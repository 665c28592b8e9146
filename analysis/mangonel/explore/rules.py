"""The tab of rules: tables as printed, options with their sources, changes of them, and rule files."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from htmltools import HTML, Tag, tags
from shiny import Inputs, Outputs, Session, module, reactive, render, req, ui

from mangonel.document.html import fragment
from mangonel.engine.intervals import Estimate
from mangonel.engine.result import asked_about
from mangonel.errors import MangonelError
from mangonel.explore.asking import serve_answer
from mangonel.explore.bench import BESIDE
from mangonel.explore.edits import (
    MINE,
    base_name,
    change_text,
    edited,
    kept_changes,
    kept_in,
    options_html,
    place_text,
    read_overlay,
    table_html,
    undone,
)
from mangonel.explore.jobs import Shades, shades_of, surveyed
from mangonel.explore.page_state import CHANGES, VALUES, PageState, scenario_as
from mangonel.explore.pools import NUMBERS
from mangonel.explore.tasks import STILL, Latest, once, watched
from mangonel.explore.text_forms import (
    MANY,
    Control,
    Group,
    PageError,
    Wrong,
    form,
    sender,
    wrong_beside,
    wrong_html,
    wrong_of,
)
from mangonel.games.scenario import Scenario, build
from mangonel.paper.blocks import Blocks
from mangonel.paper.charts.numbers import points
from mangonel.paper.charts.style import change_shade
from mangonel.rules.change import Change
from mangonel.rules.overlay import overlay_text
from mangonel.rules.ruleset import Asked, RuleSet
from mangonel.rules.words import say, speaking, words

_TABLE = "table"


@module.ui
def page() -> Tag:
    """Return the tab as it comes."""
    # Browsers write their own words, in their own language, on a button for files: this one is the label.
    file = tags.input(type="file", accept=".toml,text/plain", data_sends=module.resolve_id("file"), class_="unseen")
    return tags.div(
        tags.div(ui.output_ui("wrong_said"), role="region", aria_live="assertive"),
        ui.output_ui("tables"),
        ui.output_ui("cells"),
        ui.output_ui("shaded"),
        ui.output_ui("changes"),
        tags.p(
            ui.download_button("overlay", say("explore_rules.download"), class_="button"),
            tags.label(say("explore_rules.upload"), file, class_="button"),
            class_="buttons",
        ),
        ui.output_ui("options"),
        tags.h2(say("explore_rules.survey")),
        tags.p(say("explore_rules.survey_about"), class_="note"),
        ui.input_action_button("survey", say("explore_rules.survey_begin")),
        tags.div(ui.output_ui("surveyed"), role="region", aria_live="polite"),
        class_="choose",
    )


@module.server
def serve(inputs: Inputs, outputs: Outputs, session: Session, state: PageState) -> None:
    """Serve it."""
    wrong = reactive.Value[MangonelError | None](None, name="wrong")
    with reactive.isolate():
        kept = {place: value for place, value in state.start.of(CHANGES).items() if place != _TABLE}
        state.changes.set(kept_changes(state.base(), kept))
    _serve_tables(inputs, session, state)
    _serve_shades(session, state)
    _serve_edits(inputs, session, state, wrong)
    _serve_files(inputs, session, state, wrong)
    _serve_survey(inputs, session, state)

    @reactive.effect
    def _present() -> None:
        # The tab of sequences presents one as soon as it is seen; a page that begins here takes that of the address.
        if state.tab() in BESIDE and state.tab() != "sequence" and state.scenario() is None:
            scenario = state.offer.scenario(state.start.scenario)
            try:
                state.scenario.set(scenario_as(scenario, state.start.of(VALUES)))
                state.present.set(scenario)
            except MangonelError as error:
                state.found.error.set(error)


def _serve_tables(inputs: Inputs, session: Session, state: PageState) -> None:
    @render.ui
    def tables() -> Tag:
        state.game()
        scenario = state.scenario()
        with reactive.isolate():
            base, value = state.base(), inputs.which().get(_TABLE, "") if inputs.which.is_set() else ""
            value = value or state.start.of(CHANGES).get(_TABLE, "")
            named = ((name, words().titled("tables", name, table.title)) for name, table in base.tables.items())
            every = sorted(named, key=lambda pair: pair[1])
            asked = _tables_asked(scenario, base)
            choices: list[Any] = [pair for pair in every if pair[0] not in asked]
            if asked:
                mine = [pair for pair in every if pair[0] in asked]
                mine.sort(key=lambda pair: asked.index(pair[0]))
                choices = [
                    (say("explore_rules.here"), mine),
                    (say("explore_rules.elsewhere"), choices),
                ]
            control = Control(_TABLE, say("explore_rules.table"), "choice", value, choices=choices)
            return form(session.ns("which"), (Group("", (control,)),), control.label)

    @render.ui
    def cells() -> Tag:
        base, name = state.base(), inputs.which().get(_TABLE, "")
        req(name in base.tables)
        with reactive.isolate():
            return table_html(base, name, state.changes(), session.ns("place"))

    @render.ui
    def options() -> Tag:
        base = state.base()
        with reactive.isolate():
            return options_html(base, state.changes(), session.ns("place"))


def _tables_asked(scenario: Scenario | None, rules: RuleSet) -> list[str]:
    """Return the tables that a scenario asks for, those that it rolls on first; none if it cannot be built."""
    noted = Asked()
    try:
        if scenario is not None:
            build(scenario, rules, noted)
    except MangonelError:
        return []
    cells = [cell[0] for cell in noted.cells if rules.tables[cell[0]].kind == "die"]
    return list(dict.fromkeys((*cells, *(cell[0] for cell in noted.cells))))


def _serve_shades(session: Session, state: PageState) -> None:
    """Serve the shade of each cell: the largest effect of another letter in it."""
    shades = Latest[Shades](session)

    @reactive.effect(priority=1)
    def _shade() -> None:
        stage = state.found.stage()
        shades.drop()
        req(state.tab() == CHANGES and stage is not None and not state.found.busy())
        edited = state.edited()
        if stage is not None and edited is not None:
            job = partial(shades_of, stage.scenario, *edited, asked_about(stage.result))
            # In the process of the numbers, which has learnt the game for the next edit then.
            shades.ask(once(state.pools, job, NUMBERS), after=STILL)

    @render.ui
    async def shaded() -> Tag | None:
        effects = shades.stage() or {}
        most: dict[str, float] = {}
        for place, (_, effect) in effects.items():
            table = place.partition(".")[0]
            most[table] = max(most.get(table, 1e-12), abs(effect))
        shown = {
            place: [
                change_shade(effect / most[place.partition(".")[0]]),
                f"{letter}: {points(Estimate.of_exact(effect))}",
            ]
            for place, (letter, effect) in effects.items()
        }
        await session.send_custom_message("shades", {"form": session.ns("place"), "cells": shown})
        return tags.p(say("explore_rules.shaded"), class_="note") if shown else None


def _serve_edits(
    inputs: Inputs, session: Session, state: PageState, wrong: reactive.Value[MangonelError | None]
) -> None:
    @reactive.effect
    @reactive.event(inputs.place)
    def _edit() -> None:
        sent = inputs.place()
        kind, where, value = (str(sent.get(key, "")) for key in ("kind", "place", "value"))
        try:
            state.changes.set(_changed(state.base(), state.changes(), kind, where, value))
        except MangonelError as error:
            wrong.set(error)
        else:
            wrong.set(None)

    @reactive.effect
    async def _mark() -> None:
        error = wrong()  # A refused value goes from its field, too.
        refused = Wrong("") if error is None else _place_wrong(error, state.base())
        await session.send_custom_message("wrong", wrong_beside("panel-rules", refused))
        inputs.place.is_set() and inputs.place()
        values = {change.where: change.after for change in state.changes()}
        await session.send_custom_message("places", {"form": session.ns("place"), "values": values})

    @reactive.effect
    def _note() -> None:
        table = {_TABLE: inputs.which().get(_TABLE, "")} if inputs.which.is_set() else {}
        state.note(CHANGES, {**table, **kept_in(state.changes())})

    @render.ui
    def wrong_said() -> Tag | None:
        error = wrong()
        return None if error is None else wrong_html(_place_wrong(error, state.base()))

    @render.ui
    def changes() -> Tag:
        changed = state.changes()
        if not changed:
            return tags.p(say("explore_rules.unchanged"), class_="note")
        sends, undo = session.ns("place"), say("explore_rules.undo")
        lines = [(change.where, change_text(state.base(), change)) for change in changed]
        items = [
            tags.li(tags.span(text), sender(sends, "undo", where, undo, aria_label=f"{undo}: {text}"))
            for where, text in lines
        ]
        everything = sender(sends, "undo", "", say("explore_rules.undo_all"))
        return tags.div(tags.h2(say("explore_rules.changes")), tags.ul(*items, class_="changes"), everything)


def _changed(base: RuleSet, changes: tuple[Change, ...], kind: str, where: str, value: str) -> tuple[Change, ...]:
    """Return the changes after an edit of the page: one of a place, several cells at once, or one taken back."""
    if kind == "undo":
        return undone(changes, where) if where else ()
    if kind != "cells":
        return edited(base, changes, kind, where, value)
    for change in where.split(MANY):
        place, _, letter = change.rpartition("=")
        changes = edited(base, changes, "cell", place, letter)
    return changes


def _place_wrong(error: MangonelError, base: RuleSet) -> Wrong:
    return wrong_of(error, lambda where: place_text(base, where))


def _serve_files(
    inputs: Inputs, session: Session, state: PageState, wrong: reactive.Value[MangonelError | None]
) -> None:
    @render.download_button(filename=f"{MINE}.toml")
    def overlay() -> Iterator[str]:
        # A download is a request of its own.
        with reactive.isolate(), speaking(state.language):
            base = state.base()
            title = say("explore.changed", rules=words().translated(base.title))
            about = f"{title}, {dt.datetime.now(tz=dt.UTC).date().isoformat()}"
            text = overlay_text(base_name(base), state.changes(), MINE, about)
        yield text

    @reactive.effect
    @reactive.event(inputs.file)
    async def _read() -> None:
        sent: Mapping[str, Any] = inputs.file()
        try:
            name, changes = read_overlay(str(sent.get("text", "")).encode("utf-8", "replace"), state.offer.rules)
            state.choose(name, tuple(each.id for each in state.rule_sets()[1:]))
            state.changes.set(changes)
            await session.send_custom_message("chosen", {"rules": name})
        except MangonelError as error:
            wrong.set(error)
        else:
            wrong.set(None)


def _serve_survey(inputs: Inputs, session: Session, state: PageState) -> None:
    survey = Latest[Blocks](session, lambda: [rules.digest for rules in state.rule_sets()])
    label = say("explore_rules.survey")
    serve_answer("surveyed", label, survey, lambda blocks: HTML(fragment(blocks)), inputs, session)

    @reactive.effect
    @reactive.event(inputs.survey)
    def _survey() -> None:
        base = state.base()
        others = [rules for rules in state.rule_sets() if rules is not base]
        if others:
            scenarios = [state.offer.scenario(name) for name in state.offer.scenarios(state.system())]
            survey.ask(watched(state.pools, partial(surveyed, scenarios, (base, *others))))
        else:
            survey.error.set(PageError(say("explore_rules.unchanged")))

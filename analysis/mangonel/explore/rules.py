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
from mangonel.explore.desk import VALUES, Desk, scenario_as
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
from mangonel.explore.players import NUMBERS
from mangonel.explore.plays import Shades, shades_of, surveyed
from mangonel.explore.stages import STILL, Latest, once, watched
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
from mangonel.rules.words import Locale

_TAB, _TABLE = "rules", "table"


@module.ui
def page(words: Locale) -> Tag:
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
            ui.download_button("overlay", words.text("explore_rules.download"), class_="button"),
            tags.label(words.text("explore_rules.upload"), file, class_="button"),
            class_="buttons",
        ),
        ui.output_ui("options"),
        tags.h2(words.text("explore_rules.survey")),
        tags.p(words.text("explore_rules.survey_about"), class_="note"),
        ui.input_action_button("survey", words.text("explore_rules.survey_begin")),
        tags.div(ui.output_ui("surveyed"), role="region", aria_live="polite"),
        class_="choose",
    )


@module.server
def serve(inputs: Inputs, outputs: Outputs, session: Session, desk: Desk) -> None:
    """Serve it."""
    del outputs
    wrong = reactive.Value[MangonelError | None](None, name="wrong")
    with reactive.isolate():
        kept = {place: value for place, value in desk.start.of(_TAB).items() if place != _TABLE}
        desk.changes.set(kept_changes(desk.base(), kept))
    _serve_tables(inputs, session, desk)
    _serve_shades(session, desk)
    _serve_edits(inputs, session, desk, wrong)
    _serve_files(inputs, session, desk, wrong)
    _serve_survey(inputs, session, desk)

    @reactive.effect
    def _present() -> None:
        # The tab of sequences presents one as soon as it is seen; a page that begins here takes that of the address.
        if desk.tab() in BESIDE and desk.tab() != "sequence" and desk.scenario() is None:
            scenario = desk.offer.scenario(desk.start.scenario)
            try:
                desk.scenario.set(scenario_as(scenario, desk.start.of(VALUES)))
                desk.present.set(scenario)
            except MangonelError as error:
                desk.found.error.set(error)


def _serve_tables(inputs: Inputs, session: Session, desk: Desk) -> None:
    words = desk.words

    @render.ui
    def tables() -> Tag:
        desk.game()
        scenario = desk.scenario()
        with reactive.isolate():
            base, value = desk.base(), inputs.which().get(_TABLE, "") if inputs.which.is_set() else ""
            value = value or desk.start.of(_TAB).get(_TABLE, "")
            named = ((name, words.titled("tables", name, table.title)) for name, table in base.tables.items())
            every = sorted(named, key=lambda pair: pair[1])
            asked = _tables_asked(scenario, base)
            choices: list[Any] = [pair for pair in every if pair[0] not in asked]
            if asked:
                mine = [pair for pair in every if pair[0] in asked]
                mine.sort(key=lambda pair: asked.index(pair[0]))
                choices = [(words.text("explore_rules.here"), mine), (words.text("explore_rules.elsewhere"), choices)]
            control = Control(_TABLE, words.text("explore_rules.table"), "choice", value, choices=choices)
            return form(session.ns("which"), (Group("", (control,)),), control.label)

    @render.ui
    def cells() -> Tag:
        base, name = desk.base(), inputs.which().get(_TABLE, "")
        req(name in base.tables)
        with reactive.isolate():
            return table_html(base, name, desk.changes(), session.ns("place"), words)

    @render.ui
    def options() -> Tag:
        base = desk.base()
        with reactive.isolate():
            return options_html(base, desk.changes(), session.ns("place"), words)


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


def _serve_shades(session: Session, desk: Desk) -> None:
    """Serve the shade of each cell: the largest effect of another letter in it."""
    words, shades = desk.words, Latest[Shades](session)

    @reactive.effect(priority=1)
    def _shade() -> None:
        stage = desk.found.stage()
        shades.drop()
        req(desk.tab() == _TAB and stage is not None and not desk.found.busy())
        edited = desk.edited()
        if stage is not None and edited is not None:
            job = partial(shades_of, stage.scenario, *edited, asked_about(stage.result))
            # In the process of the numbers, which has learnt the game for the next edit then.
            shades.ask(once(desk.players, job, NUMBERS), after=STILL)

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
                f"{letter}: {points(Estimate.of_exact(effect), words=words)}",
            ]
            for place, (letter, effect) in effects.items()
        }
        await session.send_custom_message("shades", {"form": session.ns("place"), "cells": shown})
        return tags.p(words.text("explore_rules.shaded"), class_="note") if shown else None


def _serve_edits(inputs: Inputs, session: Session, desk: Desk, wrong: reactive.Value[MangonelError | None]) -> None:
    words = desk.words

    @reactive.effect
    @reactive.event(inputs.place)
    def _edit() -> None:
        sent = inputs.place()
        kind, where, value = (str(sent.get(key, "")) for key in ("kind", "place", "value"))
        try:
            desk.changes.set(_changed(desk.base(), desk.changes(), kind, where, value))
        except MangonelError as error:
            wrong.set(error)
        else:
            wrong.set(None)

    @reactive.effect
    async def _mark() -> None:
        error = wrong()  # A refused value goes from its field, too.
        refused = Wrong("") if error is None else _place_wrong(error, desk.base(), words)
        await session.send_custom_message("wrong", wrong_beside("panel-rules", refused))
        inputs.place.is_set() and inputs.place()
        values = {change.where: change.after for change in desk.changes()}
        await session.send_custom_message("places", {"form": session.ns("place"), "values": values})

    @reactive.effect
    def _note() -> None:
        table = {_TABLE: inputs.which().get(_TABLE, "")} if inputs.which.is_set() else {}
        desk.note(_TAB, {**table, **kept_in(desk.changes())})

    @render.ui
    def wrong_said() -> Tag | None:
        error = wrong()
        return None if error is None else wrong_html(_place_wrong(error, desk.base(), words))

    @render.ui
    def changes() -> Tag:
        changed = desk.changes()
        if not changed:
            return tags.p(words.text("explore_rules.unchanged"), class_="note")
        sends, undo = session.ns("place"), words.text("explore_rules.undo")
        lines = [(change.where, change_text(desk.base(), change, words)) for change in changed]
        items = [
            tags.li(tags.span(text), sender(sends, "undo", where, undo, aria_label=f"{undo}: {text}"))
            for where, text in lines
        ]
        everything = sender(sends, "undo", "", words.text("explore_rules.undo_all"))
        return tags.div(tags.h2(words.text("explore_rules.changes")), tags.ul(*items, class_="changes"), everything)


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


def _place_wrong(error: MangonelError, base: RuleSet, words: Locale) -> Wrong:
    return wrong_of(error, words, lambda where: place_text(base, where, words))


def _serve_files(inputs: Inputs, session: Session, desk: Desk, wrong: reactive.Value[MangonelError | None]) -> None:
    words = desk.words

    @render.download_button(filename=f"{MINE}.toml")
    def overlay() -> Iterator[str]:
        with reactive.isolate():
            base = desk.base()
            title = words.text("explore.changed", rules=words.translated(base.title))
            yield overlay_text(
                base_name(base), desk.changes(), MINE, f"{title}, {dt.datetime.now(tz=dt.UTC).date().isoformat()}"
            )

    @reactive.effect
    @reactive.event(inputs.file)
    async def _read() -> None:
        sent: Mapping[str, Any] = inputs.file()
        try:
            name, changes = read_overlay(str(sent.get("text", "")).encode("utf-8", "replace"), desk.offer.rules)
            beside = tuple(each.id for each in desk.rule_sets()[1:])
            desk.choose(name, beside)
            desk.changes.set(changes)
            await session.send_custom_message("chosen", {"rules": name})
        except MangonelError as error:
            wrong.set(error)
        else:
            wrong.set(None)


def _serve_survey(inputs: Inputs, session: Session, desk: Desk) -> None:
    words, survey = desk.words, Latest[Blocks](session, lambda: [rules.digest for rules in desk.rule_sets()])
    label = words.text("explore_rules.survey")
    serve_answer("surveyed", label, survey, lambda blocks: HTML(fragment(blocks)), inputs, session, words)

    @reactive.effect
    @reactive.event(inputs.survey)
    def _survey() -> None:
        base = desk.base()
        others = [rules for rules in desk.rule_sets() if rules is not base]
        if others:
            scenarios = [desk.offer.scenario(name) for name in desk.offer.scenarios(desk.system())]
            survey.ask(watched(desk.players, partial(surveyed, scenarios, (base, *others), words)))
        else:
            survey.error.set(PageError(words.text("explore_rules.unchanged")))

"""The tab of cards: the sheets of the rules as they are on the page, as a picture, and as a file to be printed."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial

from htmltools import Tag, TagList, tags
from shiny import Inputs, Outputs, Session, module, reactive, render, req, ui

from mangonel.explore.jobs import card_files
from mangonel.explore.page_state import PageState
from mangonel.explore.pools import PICTURES
from mangonel.explore.tasks import Latest
from mangonel.explore.text_forms import Control, Group, form, wrong_html, wrong_of
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, speaking
from mangonel.rules.words.phrase_book import names_of

_Job = partial[dict[str, bytes]]
_Drawn = tuple[tuple[str, dict[str, bytes]], ...]
"""Sheets as files by name, each below its heading."""

_TAB = "cards"
_LAYOUTS = {"page": "", "cards": "cards"}


@module.ui
def page() -> Tag:
    """Return the tab as it comes."""
    download = ui.download_button("pdf", say("explore_cards.download"), class_="button")
    return tags.div(
        tags.div(ui.output_ui("which"), tags.p(download, class_="buttons"), class_="choose"),
        tags.div(ui.output_ui("picture"), class_="found", role="region", aria_live="polite"),
        class_="split",
    )


@module.server
def serve(inputs: Inputs, outputs: Outputs, session: Session, state: PageState) -> None:
    """Serve it."""

    @render.ui
    def which() -> Tag:
        state.game()
        with reactive.isolate():
            names = _sheets(state)
            if not names:
                return tags.p(say("explore_cards.none"), class_="note")
            kept = state.start.of(_TAB)
            called = [(name, say(f"titles.{name}")) for name in names]
            layouts = [(name, say(f"explore_cards.{name}")) for name in _LAYOUTS]
            sheet, layout = kept.get("sheet", ""), kept.get("layout", "")
            controls = (
                Control("sheet", say("explore_cards.sheet"), "choice", sheet, choices=called),
                Control("layout", say("explore_cards.paper"), "choice", layout, choices=layouts),
            )
            return form(session.ns("card"), (Group("", controls),), say("explore.tab_cards"))

    def chosen() -> tuple[str, str]:
        values = inputs.card()
        req(values.get("sheet") in _sheets(state))
        return values["sheet"], values.get("layout", "")

    _serve_picture(session, state, chosen)

    @render.download_button(filename=lambda: f"{chosen()[0]}-{state.rules().id}.pdf")
    async def pdf() -> AsyncIterator[bytes]:
        # A download is a request of its own.
        with speaking(state.language):
            with reactive.isolate():
                job = _job(state, (state.rules(),), *chosen(), "pdf")
            files = await state.pools.do(job, PICTURES)
        for content in files.values():
            yield content


def _sheets(state: PageState) -> tuple[str, ...]:
    catalogue = state.system().sheets()
    return (*catalogue.sides, *catalogue.entries)


def _job(state: PageState, rules: tuple[RuleSet, ...], sheet: str, layout: str, kind: str) -> _Job:
    return partial(card_files, rules, sheet, kind, _LAYOUTS.get(layout, ""))


def _serve_picture(session: Session, state: PageState, chosen: Callable[[], tuple[str, str]]) -> None:
    drawn = Latest[_Drawn](session)

    @reactive.effect
    def _draw() -> None:
        sheet, layout = chosen()
        state.note(_TAB, {"sheet": sheet, "layout": layout})
        # It is drawn when it is in view.
        if state.tab() != _TAB:
            return
        # The sheet, and its differences under each rule set beside.
        mine, *others = state.rule_sets()
        jobs = [("", _job(state, (mine,), sheet, layout, "svg"))]
        for rules in others:
            heading = say("explore_cards.different", rules=names_of((mine, rules))[1])
            jobs.append((heading, _job(state, (mine, rules), sheet, "", "svg")))
        drawn.ask(_drawing(state, jobs))

    @render.ui
    def picture() -> TagList | Tag | None:
        if (error := drawn.error()) is not None:
            return wrong_html(wrong_of(error))
        sheets = drawn.stage()
        if sheets is None:
            return tags.p(say("explore_cards.drawing"), class_="note", role="status") if drawn.busy() else None
        with reactive.isolate():
            title = say(f"titles.{chosen()[0]}")
        return TagList(
            *(
                TagList(tags.h2(heading) if heading else None, *(_image(svg, title) for svg in files.values()))
                for heading, files in sheets
            )
        )


async def _drawing(state: PageState, jobs: Sequence[tuple[str, _Job]]) -> AsyncIterator[_Drawn]:
    drawn: _Drawn = ()
    for heading, job in jobs:
        drawn = (*drawn, (heading, await state.pools.do(job, PICTURES)))
        yield drawn


def _image(svg: bytes, title: str) -> Tag:
    source = f"data:image/svg+xml;base64,{b64encode(svg).decode()}"
    return tags.div(tags.img(src=source, alt=title), class_="sheet", tabindex="0", role="group", aria_label=title)

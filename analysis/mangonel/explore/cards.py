"""The tab of cards: the sheets of the rules as they are on the page, as a picture, and as a file to be printed."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial

from htmltools import Tag, TagList, tags
from shiny import Inputs, Outputs, Session, module, reactive, render, req, ui

from mangonel.explore.desk import Desk
from mangonel.explore.players import PICTURES
from mangonel.explore.stages import Latest, card_files
from mangonel.explore.text_forms import Control, Group, form, wrong_html, wrong_of
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale
from mangonel.rules.words.phrase_book import names_of

_Job = partial[dict[str, bytes]]
_Drawn = tuple[tuple[str, dict[str, bytes]], ...]
"""Sheets as files by name, each below its heading."""

_TAB = "cards"
_LAYOUTS = {"page": "", "cards": "cards"}


@module.ui
def page(words: Locale) -> Tag:
    """Return the tab as it comes."""
    download = ui.download_button("pdf", words.text("explore_cards.download"), class_="button")
    return tags.div(
        tags.div(ui.output_ui("which"), tags.p(download, class_="buttons"), class_="choose"),
        tags.div(ui.output_ui("picture"), class_="found", role="region", aria_live="polite"),
        class_="split",
    )


@module.server
def serve(inputs: Inputs, outputs: Outputs, session: Session, desk: Desk) -> None:
    """Serve it."""
    del outputs
    _serve_choice(session, desk)

    def chosen() -> tuple[str, str]:
        values = inputs.card()
        req(values.get("sheet") in _sheets(desk))
        return values["sheet"], values.get("layout", "")

    _serve_picture(session, desk, chosen)

    @render.download_button(filename=lambda: f"{chosen()[0]}-{desk.rules().id}.pdf")
    async def pdf() -> AsyncIterator[bytes]:
        with reactive.isolate():
            job = _job(desk, (desk.rules(),), *chosen(), "pdf")
        for content in (await desk.players.do(job, PICTURES)).values():
            yield content


def _sheets(desk: Desk) -> tuple[str, ...]:
    catalogue = desk.system().sheets()
    return (*catalogue.sides, *catalogue.entries)


def _job(desk: Desk, rules: tuple[RuleSet, ...], sheet: str, layout: str, kind: str) -> _Job:
    return partial(card_files, rules, sheet, kind, _LAYOUTS.get(layout, ""), desk.words)


def _jobs(desk: Desk, sheet: str, layout: str) -> list[tuple[str, _Job]]:
    """Return the drawings, each below its heading: the sheet, and its differences under each rule set beside."""
    mine, *others = desk.rule_sets()
    jobs = [("", _job(desk, (mine,), sheet, layout, "svg"))]
    for rules in others:
        heading = desk.words.text("explore_cards.different", rules=names_of((mine, rules), desk.words)[1])
        jobs.append((heading, _job(desk, (mine, rules), sheet, "", "svg")))
    return jobs


def _serve_choice(session: Session, desk: Desk) -> None:
    words = desk.words

    @render.ui
    def which() -> Tag:
        desk.game()
        with reactive.isolate():
            names = _sheets(desk)
            if not names:
                return tags.p(words.text("explore_cards.none"), class_="note")
            kept = desk.start.of(_TAB)
            called = [(name, words.text(f"titles.{name}")) for name in names]
            layouts = [(name, words.text(f"explore_cards.{name}")) for name in _LAYOUTS]
            sheet, layout = kept.get("sheet", ""), kept.get("layout", "")
            controls = (
                Control("sheet", words.text("explore_cards.sheet"), "choice", sheet, choices=called),
                Control("layout", words.text("explore_cards.paper"), "choice", layout, choices=layouts),
            )
            return form(session.ns("card"), (Group("", controls),), words.text("explore.tab_cards"))


def _serve_picture(session: Session, desk: Desk, chosen: Callable[[], tuple[str, str]]) -> None:
    words, drawn = desk.words, Latest[_Drawn](session)

    @reactive.effect
    def _draw() -> None:
        sheet, layout = chosen()
        desk.note(_TAB, {"sheet": sheet, "layout": layout})
        # It is drawn when it is in view.
        if desk.tab() != _TAB:
            return
        drawn.ask(_drawing(desk, _jobs(desk, sheet, layout)))

    @render.ui
    def picture() -> TagList | Tag | None:
        if (error := drawn.error()) is not None:
            return wrong_html(wrong_of(error, words))
        sheets = drawn.stage()
        if sheets is None:
            return tags.p(words.text("explore_cards.drawing"), class_="note", role="status") if drawn.busy() else None
        with reactive.isolate():
            title = words.text(f"titles.{chosen()[0]}")
        return TagList(
            *(
                TagList(tags.h2(heading) if heading else None, *(_image(svg, title) for svg in files.values()))
                for heading, files in sheets
            )
        )


async def _drawing(desk: Desk, jobs: Sequence[tuple[str, _Job]]) -> AsyncIterator[_Drawn]:
    drawn: _Drawn = ()
    for heading, job in jobs:
        drawn = (*drawn, (heading, await desk.players.do(job, PICTURES)))
        yield drawn


def _image(svg: bytes, title: str) -> Tag:
    source = f"data:image/svg+xml;base64,{b64encode(svg).decode()}"
    return tags.div(tags.img(src=source, alt=title), class_="sheet", tabindex="0", role="group", aria_label=title)

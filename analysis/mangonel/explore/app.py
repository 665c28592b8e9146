"""The application: a page for each address, and a desk for each page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from htmltools import Tag, tags
from shiny import App, Inputs, Outputs, Session, reactive, render
from starlette.requests import Request

from mangonel.explore.address import Address
from mangonel.explore.bar import bar_form, chosen_in
from mangonel.explore.desk import Desk
from mangonel.explore.found import brief_of
from mangonel.explore.offer import Offer
from mangonel.explore.page import html_of
from mangonel.explore.players import Players
from mangonel.explore.tabs import TABS
from mangonel.explore.wrong import wrong_of
from mangonel.paper.fonts import font_file

__all__ = ["app_of"]

_STATIC = Path(__file__).with_name("static")


def app_of(offer: Offer, players: Players) -> App:
    """Return the application.

    Parameters
    ----------
    offer
        What it has to show.
    players
        The processes that play for all pages; they end with it.
    """

    def page(request: Request) -> object:
        return html_of(Address.read(request.url.query), offer)

    def serve(inputs: Inputs, outputs: Outputs, session: Session) -> None:
        del outputs
        with reactive.isolate():
            start = Address.read(inputs[".clientdata_url_search"]())
        desk = Desk(offer, players, start, session)
        _serve_bar(inputs, desk)
        _serve_brief(desk)
        for tab in TABS:
            tab.serve(tab.id, desk)

        @reactive.effect
        @reactive.event(inputs.tab)
        def _tab() -> None:
            desk.turn(str(inputs.tab()))

        @reactive.effect
        async def _address() -> None:
            await session.send_custom_message("address", {"query": desk.address().query})

    assets = {"/": _STATIC} | {f"/fonts/{bold}.ttf": font_file(bold=bold) for bold in (False, True)}
    app = App(page, serve, static_assets=assets)  # type: ignore[arg-type] # it may return a document, too
    app.on_shutdown(players.close)
    return app


def _serve_bar(inputs: Inputs, desk: Desk) -> None:
    @render.ui
    def bar() -> Tag:
        desk.game()
        with reactive.isolate():
            return bar_form(desk)

    @reactive.effect
    @reactive.event(inputs.bar_form)
    def _choose() -> None:
        values = inputs.bar_form()
        if isinstance(values, Mapping):
            desk.choose(*chosen_in(values, desk))


def _serve_brief(desk: Desk) -> None:
    """Serve the line at the foot of the window, which says what was found wherever the page stands."""

    @render.ui
    def brief() -> Tag | None:
        if desk.tab() in ("", "roll"):
            return tags.span(text) if (text := desk.rolled()) else None
        error, stage = desk.found.error(), desk.found.stage()
        if desk.tab() == "cards" or (error is None and stage is None):
            return None
        if error is not None:
            return tags.span(wrong_of(error, desk.words, desk.called).text, class_="wrong")
        assert stage is not None, "there is one without an error"
        return tags.span(brief_of(stage, desk.words), class_="rough" if stage.rough else None)

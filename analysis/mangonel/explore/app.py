"""The application: a page for each address, its bar and tabs, and a state for each page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from htmltools import Tag, tags
from shiny import App, Inputs, Outputs, Session, reactive, render, ui
from shiny.ui._page import PageHtmlDocument
from starlette.requests import Request

from mangonel._version import __version__
from mangonel.explore import bench, cards, coach, goals, roll, rules, sequence
from mangonel.explore.address import Address, Offer
from mangonel.explore.page_state import PageState, settled
from mangonel.explore.pools import Pools
from mangonel.explore.result_view import finding_of
from mangonel.explore.text_forms import MANY, Control, Group, form, wrong_of
from mangonel.games.system import system_of, systems
from mangonel.paper.typesetting import font_file
from mangonel.rules.words import say, speak, speaking, words

TABS = {"roll": roll, "sequence": sequence, "rules": rules, "goals": goals, "coach": coach, "cards": cards}
"""The tabs by their name in the address, each with its `page`, a `shiny.module.ui`, and `serve`, a server for it."""


def bar_form(state: PageState) -> Tag:
    """Return the form: the rule sets of all games, and to be set beside those of the same game."""
    offer = state.offer

    def named(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        return tuple((name, words().translated(offer.rules(name).title)) for name in names)

    games = [(system.title, named(offer.rule_sets(system))) for system in systems() if system.playables()]
    base = state.base()
    rules = Control(
        "rules",
        say("explore.rules"),
        "choice",
        base.id,
        choices=tuple(games) if len(games) > 1 else games[0][1],
    )
    label, chosen = say("explore.beside"), MANY.join(each.id for each in state.rule_sets())
    beside = Control("beside", label, "choices", chosen, choices=named(offer.rule_sets(state.system())))
    return form("bar_form", (Group("", (rules,)), Group(label, (beside,), folded=True)), label)


_DEPENDENCIES = tags.meta(name="dependencies")
"""Stands where the scripts go that the page needs."""
_STYLE, _SCRIPT = (f"explore.{kind}?{__version__}" for kind in ("css", "js"))


def _html_of(address: Address, offer: Offer) -> PageHtmlDocument:
    here = settled(address, offer)
    title = say("explore.title")
    head = tags.head(
        tags.meta(charset="utf-8"),
        tags.meta(name="viewport", content="width=device-width, initial-scale=1"),
        tags.meta(name="color-scheme", content="light dark"),
        tags.title(title),
        tags.link(rel="icon", href="data:,"),
        _DEPENDENCIES,
        tags.link(rel="stylesheet", href=_STYLE),
    )
    chosen = here.tab if here.tab in TABS else next(iter(TABS))
    unknown = offer.unknown(address) + [address.tab] * (address.tab not in ("", *TABS))
    body = tags.body(
        tags.a(say("explore.skip"), href="#main", class_="skip"),
        tags.header(tags.h1(title), _languages(offer)),
        tags.div(ui.output_ui("bar"), class_="bar"),
        tags.p(
            say("explore.unknown", names=words().joined(unknown)) if unknown else None,
            role="status",
            id="line",
            data_lost=say("explore.lost"),
            hidden=None if unknown else "",
        ),
        tags.div(*(_handle(tab, chosen=tab == chosen) for tab in TABS), role="tablist", aria_label=title),
        tags.main(
            tags.div(
                *(
                    tags.div(
                        module.page(tab),
                        role="tabpanel",
                        id=f"panel-{tab}",
                        aria_labelledby=f"handle-{tab}",
                        hidden=None if tab == chosen else "",
                    )
                    for tab, module in TABS.items()
                ),
                class_="panels",
            ),
            bench.page("bench"),
            data_beside=" ".join(bench.BESIDE),
            class_="beside-bench" if chosen in bench.BESIDE else None,
            id="main",
            tabindex="-1",
        ),
        tags.div(ui.output_ui("brief"), class_="brief", aria_hidden="true"),
        tags.noscript(say("explore.needs_script")),
        tags.script(src=_SCRIPT),
    )
    html = f"<!DOCTYPE html>\n{tags.html(head, body, lang=words().language)}"
    return ui.page_html(html, deps_replace_pattern=str(_DEPENDENCIES))


def _handle(name: str, *, chosen: bool) -> Tag:
    return tags.button(
        say(f"explore.tab_{name}"),
        type="button",
        role="tab",
        id=f"handle-{name}",
        aria_controls=f"panel-{name}",
        aria_selected="true" if chosen else "false",
        tabindex="0" if chosen else "-1",
        data_tab=name,
    )


def _languages(offer: Offer) -> Tag:
    options = [
        tags.option(offer.language(name).name, value=name, lang=name, selected="" if name == words().language else None)
        for name in offer.languages()
    ]
    return tags.label(
        tags.span(say("explore.language"), class_="unseen"),
        tags.select(*options, data_language=""),
        class_="lang",
    )


_STATIC = Path(__file__).with_name("static")


def app_of(offer: Offer, pools: Pools) -> App:
    """Return the application; the pools end with it."""

    def page(request: Request) -> object:
        address = Address.read(request.url.query)
        with speaking(offer.language(settled(address, offer).lang)):
            return _html_of(address, offer)

    def serve(inputs: Inputs, outputs: Outputs, session: Session) -> None:
        with reactive.isolate():
            start = Address.read(inputs[".clientdata_url_search"]())
        state = PageState(offer, pools, start, session)
        # This task runs all that the page calls, and hands its language on to tasks of its own.
        speak(state.language)
        _serve_bar(inputs, state)
        _serve_brief(state)
        for tab, module in TABS.items():
            module.serve(tab, state)
        bench.serve("bench", state)

        @reactive.effect
        @reactive.event(inputs.tab)
        def _tab() -> None:
            state.tab.set(str(inputs.tab()))
            state.keep(tab=str(inputs.tab()))

        @reactive.effect
        async def _address() -> None:
            await session.send_custom_message("address", {"query": state.address().query})

    assets = {"/": _STATIC} | {f"/fonts/{bold}.ttf": font_file(bold=bold) for bold in (False, True)}
    app = App(page, serve, static_assets=assets)  # type: ignore[arg-type] # it may return a document, too
    app.on_shutdown(pools.close)
    return app


def _serve_bar(inputs: Inputs, state: PageState) -> None:
    @render.ui
    def bar() -> Tag:
        state.game()
        with reactive.isolate():
            return bar_form(state)

    @reactive.effect
    @reactive.event(inputs.bar_form)
    def _choose() -> None:
        values = inputs.bar_form()
        if isinstance(values, Mapping):
            rules = values.get("rules", "")
            if rules not in state.offer.all_rule_sets():
                rules = state.base().id
            # Of another game its usual ones are beside it.
            system = system_of(state.offer.rules(rules))
            own = state.offer.rule_sets(system)
            beside = tuple(name for name in values.get("beside", "").split(MANY) if name in own)
            if system.id != state.system().id:
                beside = tuple(name for name in (system.compared,) if name != rules)
            state.choose(rules, beside)


def _serve_brief(state: PageState) -> None:
    @render.ui
    def brief() -> Tag | None:
        if state.tab() in ("", "roll"):
            return tags.span(text) if (text := state.rolled()) else None
        error, stage = state.found.error(), state.found.stage()
        if state.tab() == "cards" or (error is None and stage is None):
            return None
        if error is not None:
            return tags.span(wrong_of(error, state.called).text, class_="wrong")
        assert stage is not None, "there is one without an error"
        return tags.span(finding_of(stage, named=False), class_="rough" if stage.rough else None)

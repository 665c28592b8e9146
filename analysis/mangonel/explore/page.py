"""The page around the tabs."""

from __future__ import annotations

from htmltools import Tag, tags
from shiny import ui
from shiny.ui._page import PageHtmlDocument

from mangonel._version import __version__
from mangonel.explore.address import Address
from mangonel.explore.desk import settled
from mangonel.explore.offer import Offer
from mangonel.explore.tabs import TABS
from mangonel.rules.words import Locale

__all__ = ["html_of"]

_DEPENDENCIES = tags.meta(name="dependencies")
"""Stands where the scripts go that the page needs."""
_STYLE, _SCRIPT = (f"explore.{kind}?{__version__}" for kind in ("css", "js"))


def html_of(address: Address, offer: Offer) -> PageHtmlDocument:
    """Return the page as it comes, before anything on it is served."""
    here = settled(address, offer)
    words = offer.words(here.lang)
    title = words.text("explore.title")
    head = tags.head(
        tags.meta(charset="utf-8"),
        tags.meta(name="viewport", content="width=device-width, initial-scale=1"),
        tags.meta(name="color-scheme", content="light dark"),
        tags.title(title),
        tags.link(rel="icon", href="data:,"),
        _DEPENDENCIES,
        tags.link(rel="stylesheet", href=_STYLE),
    )
    chosen = here.tab if here.tab in {tab.id for tab in TABS} else TABS[0].id
    body = tags.body(
        tags.a(words.text("explore.skip"), href="#main", class_="skip"),
        tags.header(tags.h1(title), _languages(words, offer)),
        tags.div(ui.output_ui("bar"), class_="bar"),
        tags.p(role="status", id="line", data_lost=words.text("explore.lost"), hidden=""),
        tags.div(*(_handle(tab.id, words, chosen=tab.id == chosen) for tab in TABS), role="tablist", aria_label=title),
        tags.main(
            *(
                tags.div(
                    tab.page(tab.id, words),
                    role="tabpanel",
                    id=f"panel-{tab.id}",
                    aria_labelledby=f"handle-{tab.id}",
                    hidden=None if tab.id == chosen else "",
                )
                for tab in TABS
            ),
            id="main",
            tabindex="-1",
        ),
        tags.div(ui.output_ui("brief"), class_="brief", aria_hidden="true"),
        tags.noscript(words.text("explore.needs_script")),
        tags.script(src=_SCRIPT),
    )
    html = f"<!DOCTYPE html>\n{tags.html(head, body, lang=words.language)}"
    return ui.page_html(html, deps_replace_pattern=str(_DEPENDENCIES))


def _handle(name: str, words: Locale, *, chosen: bool) -> Tag:
    return tags.button(
        words.text(f"explore.tab_{name}"),
        type="button",
        role="tab",
        id=f"handle-{name}",
        aria_controls=f"panel-{name}",
        aria_selected="true" if chosen else "false",
        tabindex="0" if chosen else "-1",
        data_tab=name,
    )


def _languages(words: Locale, offer: Offer) -> Tag:
    options = [
        tags.option(offer.words(name).name, value=name, lang=name, selected="" if name == words.language else None)
        for name in offer.languages()
    ]
    return tags.label(
        tags.span(words.text("explore.language"), class_="unseen"),
        tags.select(*options, data_language=""),
        class_="lang",
    )

"""The tab of sequences: a scenario, its values, and what comes of it."""

from __future__ import annotations

from htmltools import Tag, TagList, tags
from shiny import Inputs, Outputs, Session, module, ui

from mangonel.explore.desk import Desk
from mangonel.locales import Locale

__all__ = ["page", "serve"]


@module.ui
def page(words: Locale) -> Tag:
    """Return the tab as it comes."""
    del words
    return tags.div(
        tags.div(ui.output_ui("scenario"), class_="choose"),
        tags.div(ui.output_ui("found"), class_="found"),
        class_="split",
    )


@module.server
def serve(inputs: Inputs, outputs: Outputs, session: Session, desk: Desk) -> None:
    """Serve it."""
    del inputs, outputs, session, desk
    TagList()

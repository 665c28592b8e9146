"""The tabs of the page: what each shows, and how it is served."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mangonel.explore import cards, roll, rules, sequence
from mangonel.explore.desk import Desk

__all__ = ["TABS", "Tab"]


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab."""

    id: str
    """Its name in the address; ``explore.tab_<id>`` is what it is called."""
    page: Callable[..., Any]
    """What stands in it when the page comes, a `shiny.module.ui`: given the id and the language."""
    serve: Callable[[str, Desk], object]
    """Serves it for one page, a `shiny.module.server`: given the id and the desk."""


TABS = (
    Tab("roll", roll.page, roll.serve),
    Tab("sequence", sequence.page, sequence.serve),
    Tab("rules", rules.page, rules.serve),
    Tab("cards", cards.page, cards.serve),
)

"""What stands above all tabs: the rule set that is played, and those beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from htmltools import Tag

from mangonel.explore.text_forms import MANY, Control, Group, form
from mangonel.games.registry import system_of, systems

if TYPE_CHECKING:
    from mangonel.explore.desk import Desk

__all__ = ["bar_form", "chosen_in"]


def bar_form(desk: Desk) -> Tag:
    """Return the form: the rule sets of all games, and to be set beside those of the same game."""
    words, offer = desk.words, desk.offer

    def named(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        return tuple((name, desk.named(offer.rules(name))) for name in names)

    games = [(system.title, named(offer.rule_sets(system))) for system in systems() if system.playables()]
    base = desk.base()
    rules = Control(
        "rules", words.text("explore.rules"), "choice", base.id, choices=tuple(games) if len(games) > 1 else games[0][1]
    )
    beside = Control(
        "beside",
        words.text("explore.beside"),
        "choices",
        MANY.join(each.id for each in desk.rule_sets()),
        choices=named(offer.rule_sets(desk.system())),
    )
    return form(
        "bar_form", (Group("", (rules,)), Group(words.text("explore.beside"), (beside,), folded=True)), beside.label
    )


def chosen_in(said: Mapping[str, str], desk: Desk) -> tuple[str, tuple[str, ...]]:
    """Return the names of the rule set that is played and of those beside it; of another game its usual ones."""
    known = {name for system in systems() for name in desk.offer.rule_sets(system)}
    rules = said.get("rules", "")
    if rules not in known:
        rules = desk.base().id
    system = system_of(desk.offer.rules(rules))
    own = desk.offer.rule_sets(system)
    beside = tuple(name for name in said.get("beside", "").split(MANY) if name in own)
    if system.id != desk.system().id:
        beside = tuple(name for name in (system.compared,) if name != rules)
    return rules, beside

"""``mangonel names``: the names that options take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from mangonel.cli.options import Json, Lang, Rules, argument, declared, speak
from mangonel.cli.output import print_json, print_list
from mangonel.errors import DataError
from mangonel.games.scenario import load_scenario, scenario_names
from mangonel.games.system import Names, system_of, systems, usual_system
from mangonel.paper.wanted import VIEWS
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import load_locale, locale_names, say, words

Listed = Mapping[str, str]
"""The meaning of each name; empty where it says so itself."""
_Kind = tuple[str, Callable[[RuleSet], Listed]]


@declared()
def command(*, kind: str | None = argument(), rules: Rules, lang: Lang, as_json: Json) -> None:
    """List the names of a KIND that other commands take, or the kinds.

      mangonel names
    {examples}
      mangonel names options --rules my-rules.toml
    """
    speak(lang, as_json=as_json)
    # A kind that only another game has is asked of it.
    usual = next((system for system in systems() if kind in system.names()), usual_system())
    rule_set = load_rules(rules or usual.rules)
    # Those of a game stand among the others.
    names = system_of(rule_set).names()
    own = {name: (words().translated(each.where), partial(_worded, each)) for name, each in names.items()}
    every = {name: (say(f"names.{name}"), listed) for name, listed in _OF_ANY_GAME.items()}
    kinds: dict[str, _Kind] = {**{name: every[name] for name in ("scenarios", "rules")}, **own, **every}
    if kind is None:
        listed: Listed = {name: text for name, (text, _) in kinds.items()}
    elif kind in kinds:
        listed = kinds[kind][1](rule_set)
    else:
        raise DataError("no such kind of names", value=kind, allowed=kinds)
    if as_json:
        print_json(listed)
        return
    print_list(listed.items())


def _worded(kind: Names, rules: RuleSet) -> Listed:
    return {name: words().titled(kind.words, name, "") for name in kind.listed(rules)}


_OF_ANY_GAME: Final[Mapping[str, Callable[[RuleSet], Listed]]] = {
    "scenarios": lambda _: {name: words().translated(load_scenario(name).title) for name in scenario_names()},
    "rules": lambda _: {name: words().translated(load_rules(name).title) for name in rule_set_names()},
    "tables": lambda rules: {
        name: words().titled("tables", name, rules.table(name).title) for name in sorted(rules.tables)
    },
    "options": lambda rules: {name: ", ".join(option.values) for name, option in sorted(rules.options.items())},
    "sheets": lambda rules: {
        name: say(f"titles.{name}")
        for catalogue in (system_of(rules).sheets(),)
        for name in (*catalogue.entries, *catalogue.sides)
    },
    "views": lambda _: {name: say(f"views.{name}") for name in VIEWS},
    "languages": lambda _: {name: load_locale(name).name for name in locale_names()},
}

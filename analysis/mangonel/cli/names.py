"""``mangonel names``: the names that options take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

import click

from mangonel.cli.options import Telling, json_option, lang_option, rules_option, spoken
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.games.system import Names, System
    from mangonel.rules.ruleset import RuleSet
    from mangonel.rules.words import Locale

__all__ = ["command"]


Listed = Mapping[str, str]
"""The meaning of each name; empty where it says so itself."""


@click.command(cls=Telling)
@click.argument("kind", required=False)
@rules_option
@lang_option
@json_option
def command(kind: str | None, rules: str | None, lang: str, as_json: bool) -> None:
    """List the names of a KIND that other commands take, or the kinds.

    \b
    Examples:
      mangonel names
    {examples}
      mangonel names options --rules my-rules.toml
    """  # noqa: D301 - click reads the escape as one
    from mangonel.cli.output import print_json, print_list
    from mangonel.games.system import system_of, systems, usual_system
    from mangonel.rules.loading import load_rules

    words = spoken(lang, as_json=as_json)
    # A kind that only another game has is asked of it.
    usual = next((system for system in systems() if kind in system.names()), usual_system())
    rule_set = load_rules(rules or usual.rules)
    kinds = _kinds(system_of(rule_set), words)
    if kind is None:
        listed: Listed = {name: text for name, (text, _) in kinds.items()}
    elif kind in kinds:
        listed = kinds[kind][1](rule_set, words)
    else:
        raise DataError("no such kind of names", value=kind, allowed=kinds)
    if as_json:
        print_json(listed)
        return
    print_list(listed.items())


def _worded(kind: Names, rules: RuleSet, words: Locale) -> Listed:
    names = kind.listed(rules)
    return {name: words.word(kind.words, name) if words.has_word(kind.words, name) else "" for name in names}


def _scenarios(_rules: RuleSet, words: Locale) -> Listed:
    from mangonel.games.scenario import load_scenario, scenario_names

    return {name: words.translated(load_scenario(name).title) for name in scenario_names()}


def _rules(_rules: RuleSet, words: Locale) -> Listed:
    from mangonel.rules.loading import load_rules, rule_set_names

    return {name: words.translated(load_rules(name).title) for name in rule_set_names()}


def _tables(rules: RuleSet, words: Locale) -> Listed:
    return {name: words.titled("tables", name, rules.table(name).title) for name in sorted(rules.tables)}


def _options(rules: RuleSet, _words: Locale) -> Listed:
    return {name: ", ".join(option.values) for name, option in sorted(rules.options.items())}


def _sheets(rules: RuleSet, words: Locale) -> Listed:
    from mangonel.games.system import system_of

    return {name: words.text(f"titles.{name}") for name in system_of(rules).sheets().entries}


def _views(_rules: RuleSet, words: Locale) -> Listed:
    from mangonel.paper.wanted import VIEWS

    return {name: words.text(f"views.{name}") for name in VIEWS}


def _languages(_rules: RuleSet, _words: Locale) -> Listed:
    from mangonel.rules.words import load_locale, locale_names

    return {name: load_locale(name).name for name in locale_names()}


_OF_ANY_GAME: Final = {
    "scenarios": _scenarios,
    "rules": _rules,
    "tables": _tables,
    "options": _options,
    "sheets": _sheets,
    "views": _views,
    "languages": _languages,
}


def _kinds(system: System, words: Locale) -> Mapping[str, tuple[str, Callable[[RuleSet, Locale], Listed]]]:
    """Return where the names of each kind are taken, and how they are listed; those of a game among the others."""
    own = {name: (words.translated(kind.where), partial(_worded, kind)) for name, kind in system.names().items()}
    every = {name: (words.text(f"names.{name}"), listed) for name, listed in _OF_ANY_GAME.items()}
    return {**{name: every[name] for name in ("scenarios", "rules")}, **own, **every}

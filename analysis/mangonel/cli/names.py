"""``mangonel names``: what can be said where an option wants a name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click

from mangonel.cli.options import json_option, rules_option
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet

__all__ = ["command"]

Names = Mapping[str, str]
"""What each name means, by name; empty where it says so itself."""


@click.command()
@click.argument("kind", required=False)
@rules_option
@json_option
def command(kind: str | None, rules: str, as_json: bool) -> None:
    """List the names of a KIND that other commands take, or the kinds.

    \b
    Examples:
      mangonel names
      mangonel names terrain
      mangonel names weapons --rules my-rules.toml
    """  # noqa: D301 - click reads the escape as one
    from mangonel.cli.output import print_json

    if kind is None:
        found: Names = {name: text for name, (text, _) in _KINDS.items()}
    elif kind in _KINDS:
        from mangonel.rules.loading import load_rules

        found = _KINDS[kind][1](load_rules(rules))
    else:
        raise DataError("no such kind of names", value=kind, allowed=_KINDS)
    if as_json:
        print_json(found)
        return
    width = max(map(len, found))
    for name, text in found.items():
        click.echo(f"{name:<{width}}  {text}".rstrip())


def _worded(kind: str, names: Mapping[str, object] | tuple[str, ...]) -> Names:
    from mangonel.locales import in_words

    words = in_words(None)
    return {name: words.word(kind, name) if words.has_word(kind, name) else "" for name in names}


def _terrain(rules: RuleSet) -> Names:
    return _worded("terrain", rules.table("terrain").rows)


def _weapons(rules: RuleSet) -> Names:
    from mangonel.systems.cryhavoc.situations.missile import weapons

    return _worded("weapons", weapons(rules))


def _covers(_rules: RuleSet) -> Names:
    from mangonel.systems.cryhavoc.situations.scales import COVERS

    return _worded("covers", COVERS)


def _causes(_rules: RuleSet) -> Names:
    from mangonel.systems.cryhavoc.situations.fire import CAUSES

    return _worded("causes", CAUSES)


def _targets(rules: RuleSet) -> Names:
    return _worded("targets", rules.table("fire-targets").rows)


def _scenarios(_rules: RuleSet) -> Names:
    from mangonel.systems.scenario import load_scenario, scenario_names

    return {name: load_scenario(name).title for name in scenario_names()}


def _rules(_rules: RuleSet) -> Names:
    from mangonel.rules.loading import load_rules, rule_set_names

    return {name: load_rules(name).title for name in rule_set_names()}


def _tables(rules: RuleSet) -> Names:
    return {name: rules.table(name).title for name in sorted(rules.tables)}


def _options(rules: RuleSet) -> Names:
    return {name: ", ".join(option.values) for name, option in sorted(rules.options.items())}


def _sheets(_rules: RuleSet) -> Names:
    from mangonel.locales import in_words
    from mangonel.systems.cryhavoc.sheets.catalogue import SHEETS

    return {name: in_words(None).text(f"titles.{name}") for name in SHEETS}


def _views(_rules: RuleSet) -> Names:
    from mangonel.locales import in_words
    from mangonel.sheets.asked import VIEWS

    return {name: in_words(None).text(f"views.{name}") for name in VIEWS}


def _languages(_rules: RuleSet) -> Names:
    from mangonel.locales import load_locale, locale_names

    return {name: load_locale(name).name for name in locale_names()}


_KINDS: Mapping[str, tuple[str, Callable[[RuleSet], Names]]] = {
    "scenarios": ("what simulate, trace, compare, tactics, sweep and report play", _scenarios),
    "rules": ("--rules, --left, --right, --against of charts", _rules),
    "terrain": ("--terrain and --against of odds", _terrain),
    "weapons": ("--weapon", _weapons),
    "covers": ("--cover", _covers),
    "causes": ("--cause of odds fire", _causes),
    "targets": ("--target of odds fire", _targets),
    "tables": ("ids of mangonel tables", _tables),
    "options": ("[options] of a rule file and assumptions of a scenario, with their values", _options),
    "sheets": ("what charts writes", _sheets),
    "views": ("--view of charts", _views),
    "languages": ("--lang", _languages),
}

"""``mangonel words``: the languages, and which texts a translation lacks."""

from __future__ import annotations

from collections.abc import Iterator

from mangonel.cli.options import Json, declared, option
from mangonel.cli.output import print_json, print_list
from mangonel.games.roster import load_roster, roster_names
from mangonel.games.scenario import load_scenario, scenario_names
from mangonel.games.system import systems
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import load_locale, locale_names
from mangonel.rules.words.loading import own_texts
from mangonel.rules.words.locale import NAMED_SIDES
from mangonel.rules.words.reading import in_forms


@declared()
def command(
    *,
    language: str | None = option(
        "List the English texts that a language has no words for.", "--missing", metavar="LANG"
    ),
    as_json: Json,
) -> None:
    """List the languages with the number of texts they lack, or those texts.

    A missing translation is shown in English.

      mangonel words
      mangonel words --missing de
      mangonel words --missing ./pl
    """
    if language is not None:
        lacking = missing(language)
        if as_json:
            print_json(lacking)
        else:
            print_list((where, "" if where.endswith(text) else text) for where, text in lacking.items())
        return
    listed = {name: (load_locale(name).name, len(missing(name))) for name in locale_names()}
    if as_json:
        print_json({name: {"name": title, "missing": number} for name, (title, number) in listed.items()})
    else:
        print_list((name, title, f"{number} missing") for name, (title, number) in listed.items())


def missing(language: str) -> dict[str, str]:
    """Return the texts that a language lacks: the English text by where its translation goes.

    The language is the name of one that comes with the program, or the path of one of your own. It is a DataError if
    there is no such language, or a file of it is wrong.
    """
    own, english = own_texts(language), own_texts("en")
    if load_locale(language).english is None:
        return {}
    wanted = dict(in_forms(english.phrases, load_locale(language).plurals))
    for kind, entries in english.words.items():
        if kind != NAMED_SIDES:
            wanted |= {f"words.{kind}.{name}": word for name, word in entries.items()}
    for rules in (load_rules(game.rules) for game in systems()):
        wanted |= titles(rules)
    wanted |= {f"phrases.{text}": text for text in english.told}
    # A source is known as a whole or part by part, between its semicolons.
    known = own.texts.keys()
    for text in dict.fromkeys((*english.texts, *data_texts())):
        if text not in known:
            wanted |= {f"texts.{part}": part for part in text.split("; ")}
    there = set(own.paths())
    return {where: text for where, text in wanted.items() if where not in there}


def titles(rules: RuleSet) -> dict[str, str]:
    """Return the titles of the options and tables of a rule set, and the meanings of values, by their keys."""
    named = {f"words.options.{option.id}": option.title for option in rules.options.values()}
    named |= {f"words.tables.{table.id}": table.title for table in rules.tables.values()}
    return named | {
        f"options.{option.id}.{choice.value}": choice.text
        for option in rules.options.values()
        for choice in option.choices
    }


def data_texts() -> tuple[str, ...]:
    """Return the texts of the shipped data that have no key of their own: titles, sources, results, notes."""
    return tuple(dict.fromkeys(text for text in _told() if text))


def _told() -> Iterator[str]:
    for rules in map(load_rules, rule_set_names()):
        yield rules.title
        for each in rules.options.values():
            yield each.affects
            yield from (choice.source for choice in each.choices)
        yield from (change.source for change in rules.changes)
        for table in rules.tables.values():
            yield from (table.source.title, table.source.edition, table.source.section)
            yield from table.results.values()
            yield from (text for block in table.results_if for text in block.texts.values())
            yield from table.unknown.values()
    for scenario in map(load_scenario, scenario_names()):
        yield from (scenario.title, scenario.note)
    for system in systems():
        for name in roster_names(system.id):
            assert system.man is not None
            roster = load_roster(name, data_root(), system.id, system.man())
            yield from (roster.title, roster.note, *(kind.title for kind in roster.kinds))

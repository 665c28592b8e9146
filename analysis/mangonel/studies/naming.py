"""Names of rule sets, and of differences between them, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mangonel.rules.change import place_of
from mangonel.rules.difference import TABLES, Difference
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.table import ROW_OFFSET
from mangonel.rules.words import Locale, PhraseBook

if TYPE_CHECKING:
    from mangonel.studies.attribute import LeftOut

__all__ = ["difference_named", "names_of", "reason_told", "title_of", "titles_of"]


def names_of(rules: Sequence[RuleSet], words: Locale) -> tuple[str, ...]:
    """Return the names of rule sets beside each other: their titles, up to the comma where no other begins so.

    Where titles do not tell them apart, their ids do, or their digests.
    """
    titles = [words.translated(rule_set.title) for rule_set in rules]
    heads = [title.partition(", ")[0] for title in titles]
    short = [
        head if sum(title.startswith(head) for title in titles) == 1 else title
        for head, title in zip(heads, titles, strict=True)
    ]
    ids = [f"{title} ({rule_set.id})" for title, rule_set in zip(titles, rules, strict=True)]
    digests = [f"{title} ({rule_set.digest})" for title, rule_set in zip(titles, rules, strict=True)]
    numbered = [f"{title} ({number})" for number, title in enumerate(titles, start=1)]
    return tuple(next(names for names in (short, titles, ids, digests, numbered) if len(set(names)) == len(names)))


def titles_of(rules: Sequence[RuleSet]) -> Mapping[str, str]:
    """Return the titles of all tables and options by id, and the meaning of each value by ``option.value``.

    Of two rule sets that name the same thing the first one counts.
    """
    titles: dict[str, str] = {}
    for rule_set in reversed(rules):
        titles |= {table.id: table.title for table in rule_set.tables.values()}
        for option in rule_set.options.values():
            titles[option.id] = option.title
            titles |= {f"{option.id}.{choice.value}": choice.text for choice in option.choices}
    return titles


def difference_named(difference: Difference, titles: Mapping[str, str], words: Locale) -> str:
    """Return the name of a difference: an option by its title, a place by the title of its table, or its own name.

    Parameters
    ----------
    difference
        A difference, or several put together.
    titles
        Titles of tables and options by id, as of `titles_of`.
    words
        The language.
    """
    where = difference.where
    if difference.kind == "option":
        return title_of("options", where, titles, words)
    if where == TABLES and difference.parts:
        return words.text("design.printed")
    table, row, column = place_of(where)
    title = title_of("tables", table, titles, words)
    if title == where or "." not in where:
        return title
    place = " / ".join(part for part in (row, column) if part not in ("*", "", ROW_OFFSET))
    return words.text("frame.named", name=title, text=place) if place else title


def reason_told(found: LeftOut, words: Locale) -> str:
    """Return why a difference has no effect to show; in English, with the place, where the language has no phrase."""
    phrase = PhraseBook(words).told(found.message)
    return phrase if phrase and phrase != found.message else found.reason


def title_of(kind: str, name: str, titles: Mapping[str, str], words: Locale) -> str:
    """Return the title of a table or option; one that nobody knows is called by its id."""
    return words.titled(kind, name, titles.get(name, name))

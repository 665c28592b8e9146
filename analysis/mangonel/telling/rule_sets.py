"""Rule sets: what they let choose, and what two of them disagree about."""

from __future__ import annotations

from collections.abc import Sequence

from mangonel.locales import Locale
from mangonel.locales.sources import cited
from mangonel.rules.difference import ABSENT, Cited, Difference
from mangonel.rules.ruleset import RuleSet
from mangonel.telling.blocks import Rows, Said, Told

__all__ = ["differences_told", "head", "options_told"]


def head(rules: RuleSet, words: Locale) -> str:
    """Return what a rule set is called, with its id and digest."""
    return f"{words.translated(rules.title)} [{rules.id} {rules.digest}]"


def options_told(rules: RuleSet, words: Locale) -> Told:
    """Return the options of a rule set with their choices and who says so; a star marks what is chosen."""
    title = words.text("listed.made_of", rules=head(rules, words), chain=" < ".join(rules.chain))
    options = []
    for name, option in rules.options.items():
        kind, about = words.word("option_kinds", option.kind), words.titled("options", name, option.title)
        rows = tuple(
            (
                "*" if choice.value == rules.values[name] else "",
                choice.value,
                f"{words.meaning(name, choice.value, choice.text)} ({cited(Cited(choice.source), words)})",
            )
            for choice in option.choices
        )
        options.append(Rows(("", "", ""), rows, f"{name} ({kind}): {about}", (0, 1, 2)))
    return (Said(title, "title"), *options)


def differences_told(left: RuleSet, right: RuleSet, changes: Sequence[Difference], words: Locale) -> Told:
    """Return what two rule sets disagree about, cell by cell and option by option, with sources."""
    if not changes:
        return (Said(words.text("listed.agree", left=head(left, words), right=head(right, words))),)
    rows = tuple(
        (*_told(left, right, each, words), cited(each.source_left, words), cited(each.source_right, words))
        for each in changes
    )
    sources = (words.text("report_differences.source_of", rules=each.id) for each in (left, right))
    heads = (words.text("report_differences.where"), left.id, right.id, *sources)
    named = words.text("frame.and", one=head(left, words), other=head(right, words))
    return (Rows(heads, rows, named, tuple(range(len(heads)))),)


def _told(left: RuleSet, right: RuleSet, change: Difference, words: Locale) -> tuple[str, str, str]:
    """Return where two rule sets differ and both values: by their ids, and of an option with what they mean."""
    name = change.where
    option = left.options.get(name) or right.options.get(name) if change.kind == "option" else None

    def spelt(value: str) -> str:
        if value == ABSENT:
            return words.text("report_differences.absent")
        return value if option is None else f"{value}: {words.meaning(name, value, option.choice(value).text)}"

    where = name if option is None else f"{name}: {words.titled('options', name, option.title)}"
    return where, spelt(change.left), spelt(change.right)

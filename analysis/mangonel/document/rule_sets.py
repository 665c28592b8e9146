"""Rule sets and their tables in brief: options, differences, one table, and the template of a rule file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from mangonel.paper.blocks import Blocks, Paragraph, Table
from mangonel.rules.cells import EMPTY
from mangonel.rules.difference import ABSENT, Cited, Difference
from mangonel.rules.files import quoted
from mangonel.rules.loading import Example, Value
from mangonel.rules.ruleset import Option, RuleSet
from mangonel.rules.table import Table as RuleTable
from mangonel.rules.table_files import SCHEMA
from mangonel.rules.words import say, words
from mangonel.rules.words.phrase_book import cited


def head(rules: RuleSet) -> str:
    """Return the name of a rule set, with its id and digest."""
    return f"{words().translated(rules.title)} [{rules.id} {rules.digest}]"


def options_told(rules: RuleSet) -> Blocks:
    """Return the options of a rule set with their choices and sources; a star marks the one chosen."""
    title = say("listed.made_of", rules=head(rules), chain=" < ".join(rules.chain))
    options = []
    for name, option in rules.options.items():
        kind, about = words().word("option_kinds", option.kind), words().titled("options", name, option.title)
        rows = tuple(
            (
                "*" if choice.value == rules.values[name] else "",
                choice.value,
                f"{words().meaning(name, choice.value, rules)} ({cited(Cited(choice.source))})",
            )
            for choice in option.choices
        )
        options.append(Table(f"{name} ({kind}): {about}", ("", "", ""), rows, text=(0, 1, 2)))
    return (Paragraph(title, "title"), *options)


def differences_told(left: RuleSet, right: RuleSet, changes: Sequence[Difference]) -> Blocks:
    """Return the differences of two rule sets, cell by cell and option by option, with sources."""
    if not changes:
        return (Paragraph(say("listed.agree", left=head(left), right=head(right))),)
    rows = tuple((*_told(left, right, each), cited(each.source_left), cited(each.source_right)) for each in changes)
    sources = (say("report_differences.source_of", rules=each.id) for each in (left, right))
    heads = (say("report_differences.where"), left.id, right.id, *sources)
    named = say("frame.and", one=head(left), other=head(right))
    return (Table(named, heads, rows, text=tuple(range(len(heads)))),)


def _told(left: RuleSet, right: RuleSet, change: Difference) -> tuple[str, str, str]:
    name = change.where
    option = left.options.get(name) or right.options.get(name) if change.kind == "option" else None

    def spelt(value: str, rules: RuleSet) -> str:
        if value == ABSENT:
            return say("report_differences.absent")
        return value if option is None else f"{value}: {words().meaning(name, value, rules)}"

    where = name if option is None else f"{name}: {words().titled('options', name, option.title)}"
    return where, spelt(change.left, left), spelt(change.right, right)


def table_told(table: RuleTable) -> Blocks:
    """Return a table with its results and its source.

    Table, columns and cells stand by their ids, which rule files name: the page has a plus behind the last row of an
    open-ended table.
    """
    dice = f"{table.dice}d{table.die}" if table.die else ""
    body = (
        (row, *("" if cell == EMPTY else cell for cell in cells))
        for row, cells in zip(table.rows, table.cells, strict=True)
    )
    blocks: list[Table | Paragraph] = [
        Table(words().titled("tables", table.id, table.title), (dice, *table.columns), tuple(body))
    ]
    if table.zero:
        blocks.append(Paragraph(say("listed.zero", last=table.die - 1)))
    if table.limit is not None:
        low, high = map(words().signed, table.limit)
        blocks.append(Paragraph(say("listed.limit", low=low, high=high)))
    if table.open_ended:
        blocks.append(Paragraph(say("listed.open", row=table.rows[-1])))
    if table.row_offset:
        offsets = tuple((of, str(rows)) for of, rows in table.row_offset.items())
        blocks.append(Table(say("explore_rules.row_offset"), ("", ""), offsets))
    if table.results:
        results = tuple((letter, words().translated(text)) for letter, text in table.results.items())
        blocks.append(Table("", ("", ""), results, text=(0, 1)))
    source = words().named(say("frame.sources"), cited(Cited(table=table.source)))
    return (*blocks, Paragraph(source, "note"))


_WORDED = ("source", "reason")
"""Keys with values that are words."""


def overlay_template(base: RuleSet, *, name: str, reference: str, examples: Iterable[Example] = ()) -> str:
    """Return an overlay that changes nothing yet.

    Every option of the base is listed, commented out at the base's value, with its choices; so do examples of
    changes and additions. All of it is accepted when uncommented.

    Parameters
    ----------
    base
        The rule set that the overlay is to be based on.
    name
        Id of the overlay.
    reference
        How the overlay names its base: an id, or a path from where the overlay is.
    examples
        Changes and additions to show.
    """
    examples = tuple(examples)
    table = next((str(keys["table"]) for example in examples for _, keys in example.blocks if "table" in keys), "TABLE")
    lines = [
        f"# {say('template.based', rules=_plain(words().translated(base.title)))}",
        f"# {say('template.comment')}",
        f"# {say('template.check', check='mangonel rules check FILE', diff='mangonel rules diff BASE FILE')}",
        "",
        f"schema = {SCHEMA}",
        f"id = {quoted(name)}",
        f"title = {quoted(say('template.title'))}",
        f"base = {quoted(reference)}",
        f"# {say('template.refuse')}",
        f"# base_digest = {quoted(base.digest)}",
        "",
        "[options]",
    ]
    for key, option in base.options.items():
        name = key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else quoted(key)
        lines += ["", *_option(base, option), f"# {name} = {quoted(base.values[key])}"]
    lines += ["", f"# {say('template.changes', commands=f'mangonel tables, mangonel tables {table}')}"]
    for example in examples:
        lines += ["", f"# {words().translated(example.about)}:"]
        lines += [f"# {line}" for head, keys in example.blocks for line in _block(head, keys)]
    return "\n".join(lines) + "\n"


def _option(rules: RuleSet, option: Option) -> list[str]:
    title, kind = words().titled("options", option.id, option.title), words().word("option_kinds", option.kind)
    choices = (
        (choice.value, words().meaning(option.id, choice.value, rules), cited(Cited(choice.source)))
        for choice in option.choices
    )
    return [
        f"# {_plain(title)} ({kind}). {_plain(words().translated(option.affects))}.",
        *(f"#   {_plain(value)}: {_plain(text)} ({_plain(source)})" for value, text, source in choices),
    ]


def _block(head: str, keys: Mapping[str, Value]) -> list[str]:
    texts = {
        key: quoted(words().translated(value) if key in _WORDED else value)
        if isinstance(value, str)
        else f"[{', '.join(map(quoted, value))}]"
        for key, value in keys.items()
    }
    return [f"[[{head}]]", *(f"{key} = {text}" for key, text in texts.items())]


def _plain(text: str) -> str:
    """Return a text fit for one line of comment."""
    return "".join(mark for mark in " ".join(text.split()) if mark.isprintable())

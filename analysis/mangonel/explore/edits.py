"""Changes to a rule set made on the page, each checked as in a rule file; tables and options to change them in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from htmltools import Tag, tags

from mangonel.document.rolls import column_word
from mangonel.errors import DataError, MangonelError
from mangonel.games.system import system_of
from mangonel.rules.cells import EMPTY
from mangonel.rules.change import CellChange, Change, place_of
from mangonel.rules.difference import Cited
from mangonel.rules.loading import no_option, rule_set_names
from mangonel.rules.overlay import apply_overlay, check_overlay, overlay_text
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.table import ROW_OFFSET
from mangonel.rules.words import say, words
from mangonel.rules.words.phrase_book import cited

MINE = "my-rules"
"""The id of the rule file that is handed out."""


def base_name(base: RuleSet) -> str:
    """Return how a rule file names its base: one of the program by its id, else by the file beside it."""
    return base.id if base.id in rule_set_names() or base.file is None else base.file.name


def read_overlay(raw: bytes, known: Callable[[str], RuleSet]) -> tuple[str, tuple[Change, ...]]:
    """Return the name of the base of a rule file (`known` returns the rule set), and the changes it makes.

    Raises
    ------
    DataError
        For the first thing in the file that is wrong.
    """
    node = Node.read(raw)
    check_overlay(node)
    base = known(node.text("base").removesuffix(".toml"))
    # Changes of the base itself are none of the file.
    return base.id, apply_overlay(node, replace(base, changes=()), no_option).changes


def edited(base: RuleSet, changes: Sequence[Change], kind: str, where: str, value: str) -> tuple[Change, ...]:
    """Return the changes with one more, or without one that leads back to where it began.

    `kind` is ``option`` or ``cell``, `where` the option, or the cell as ``table.row.column``.

    Raises
    ------
    DataError
        If there is no such place, or it may not say so.
    """
    left = undone(changes, where)
    if kind == "option":
        before, cell = base.choice(where), None
    else:
        table, row, column = place_of(where)
        value, results = value.strip(), base.table(table).results_of(column)
        # A small letter will do.
        alike = (each for each in results if value not in results and each.lower() == value.lower())
        cell = CellChange(table, row, column, next(alike, value))
        value, now = cell.value, base.applying(left).table(table)
        before = str(now.offset(row)) if column == ROW_OFFSET else now.printed(row, column)
    if value == before:
        return left
    more = (*left, Change(kind, where, before, value, cell=cell))
    try:
        read_overlay(overlay_text(base.id, more, MINE, MINE).encode(), lambda _: base)
    except DataError as error:
        # A place in the file means nothing beside a table.
        raise error.at(where) from None
    return more


def undone(changes: Sequence[Change], where: str) -> tuple[Change, ...]:
    """Return the changes without the one at a place."""
    return tuple(change for change in changes if change.where != where)


def kept_in(changes: Sequence[Change]) -> Mapping[str, str]:
    """Return changes of options and cells as texts that an address keeps."""
    return {f"{change.kind}.{change.where}": change.after for change in changes if change.addition is None}


def kept_changes(base: RuleSet, kept: Mapping[str, str], changes: tuple[Change, ...] = ()) -> tuple[Change, ...]:
    """Return changes with those that an address has kept; those that do not fit the rule set are left out."""
    for place, value in kept.items():
        kind, _, where = place.partition(".")
        try:
            changes = edited(base, changes, kind, where, value)
        except MangonelError:
            continue
    return changes


def change_text(base: RuleSet, change: Change) -> str:
    """Return a change in words: its place, the old value and the new one."""
    before, after = change.before or EMPTY, change.after
    if change.kind == "option":
        before, after = (words().meaning(change.where, value, base) for value in (change.before, after))
    return say("explore_rules.changed", where=place_text(base, change.where), before=before, after=after)


def place_text(base: RuleSet, where: str) -> str:
    """Return the name of an option or a cell; empty if there is no such place."""
    if where in base.options:
        return words().titled("options", where, base.options[where].title)
    table, row, column = place_of(where) if where.count(".") >= 2 else (where, "", "")
    if table not in base.tables:
        return ""
    system, title = system_of(base), words().titled("tables", table, base.tables[table].title)
    cell = (words().first_word(system.words.rows, row), column_word(system, base.tables[table].kind, column))
    return words().named(title, " / ".join(filter(None, cell)))


def table_html(base: RuleSet, name: str, changes: Sequence[Change], sends: str) -> Tag:
    """Return a table with a field for each cell, which sends to the input `sends`."""
    table = base.applying(tuple(change for change in changes if change.addition is not None)).table(name)
    system = system_of(base)
    called = {row: words().first_word(system.words.rows, row) for row in (*table.rows, *table.row_offset)}
    headed = {column: column_word(system, table.kind, column) for column in table.columns}
    rows_down = say("explore_rules.row_offset")
    now = {change.where: change.after for change in changes}
    title = words().titled("tables", name, table.title)

    def field(row: str, column: str, printed: str) -> Tag:
        where = f"{name}.{row}.{column}"
        value = now.get(where, printed)
        known = " ".join(table.results_of(column)) if table.results else None
        return tags.input(
            type="text",
            value=value,
            size=str(max(2, min(len(printed) + 1, 12))),
            class_="unlike" if where in now else None,
            spellcheck="false",
            autocomplete="off",
            aria_label=f"{called[row]}, {headed.get(column, rows_down)}",
            title=known,
            data_printed=printed,
            data_sends=sends,
            data_kind="cell",
            data_place=where,
        )

    head = tags.tr(
        tags.th(f"{table.dice}d{table.die}" if table.die else ""),
        *(tags.th(text, title=column, scope="col") for column, text in headed.items()),
    )
    rows, offsets = [], []
    for row, cells in zip(table.rows, table.cells, strict=True):
        fixed, line = row in table.form.unread, zip(table.columns, cells, strict=True)
        entries = (tags.td(text.removeprefix(EMPTY) if fixed else field(row, column, text)) for column, text in line)
        rows.append(tags.tr(tags.th(called[row], title=row, scope="row"), *entries))
    for of, by in table.row_offset.items():
        entry = tags.td(field(of, ROW_OFFSET, str(by)), colspan=str(len(table.columns)))
        offsets.append(tags.tr(tags.th(called[of], title=of, scope="row"), entry))
    if offsets:
        offsets.insert(0, tags.tr(tags.th(rows_down, colspan=str(len(table.columns) + 1), scope="rowgroup")))
    meanings = [tags.li(tags.b(letter), f" {words().translated(text)}") for letter, text in table.results.items()]
    return tags.div(
        tags.div(
            tags.table(tags.caption(title), tags.thead(head), tags.tbody(*rows, *offsets), class_="cells"),
            class_="scroll",
        ),
        tags.ul(*meanings, class_="letters") if meanings else None,
        tags.p(cited(Cited(table=table.source)), class_="note"),
    )


def options_html(base: RuleSet, changes: Sequence[Change], sends: str) -> Tag:
    """Return all options of a rule set as choices, each with the source of the chosen value."""
    now = {change.where: change.after for change in changes if change.kind == "option"}
    shown = [_option(base, name, now.get(name), sends) for name in base.options]
    return tags.details(tags.summary(say("explore_rules.options", number=len(shown))), *shown)


def _option(base: RuleSet, name: str, changed: str | None, sends: str) -> Tag:
    option, printed = base.options[name], base.values[name]
    value = printed if changed is None else changed
    choices = [
        tags.option(
            words().meaning(name, choice.value, base),
            value=choice.value,
            selected="" if choice.value == value else None,
            data_source=cited(Cited(choice.source)),
        )
        for choice in option.choices
    ]
    field = tags.select(
        *choices,
        class_="unlike" if changed is not None else None,
        data_printed=printed,
        data_sends=sends,
        data_kind="option",
        data_place=option.id,
    )
    return tags.label(
        tags.span(words().titled("options", option.id, option.title)),
        field,
        tags.small(cited(Cited(option.choice(value).source)), class_="note"),
        class_="control option",
    )

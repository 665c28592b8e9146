"""Tables as printed, with a field for each cell, and options with what each of their values means and who says so."""

from __future__ import annotations

from collections.abc import Sequence

from htmltools import Tag, tags

from mangonel.document.rule_odds import column_word, row_word
from mangonel.games.registry import system_of
from mangonel.rules.cells import EMPTY
from mangonel.rules.change import Change, place_of
from mangonel.rules.difference import Cited
from mangonel.rules.option import Option
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.table import ROW_OFFSET
from mangonel.rules.words import Locale
from mangonel.rules.words.sources import cited

__all__ = ["change_text", "options_html", "place_text", "table_html"]


def change_text(base: RuleSet, change: Change, words: Locale) -> str:
    """Return what a change does, in words: where, what stood there, and what stands there now."""
    if change.kind == "option":
        option = base.options[change.where]
        return words.text(
            "explore_rules.changed",
            where=place_text(base, change.where, words),
            before=_meaning(option, change.before, words),
            after=_meaning(option, change.after, words),
        )
    return words.text(
        "explore_rules.changed",
        where=place_text(base, change.where, words),
        before=change.before or EMPTY,
        after=change.after,
    )


def place_text(base: RuleSet, where: str, words: Locale) -> str:
    """Return what an option or a cell is called; empty if there is no such place."""
    if where in base.options:
        return words.titled("options", where, base.options[where].title)
    table, row, column = place_of(where) if where.count(".") >= 2 else (where, "", "")
    if table not in base.tables:
        return ""
    system = system_of(base)
    cell = (row_word(system, row, words), column_word(system, base.tables[table].kind, column, words))
    return " ".join(part for part in (words.titled("tables", table, base.tables[table].title) + ":", *cell) if part)


def table_html(base: RuleSet, name: str, changes: Sequence[Change], sends: str, words: Locale) -> Tag:
    """Return a table with a field for each cell.

    Parameters
    ----------
    base, changes
        The rule set, and what is changed in it.
    name
        Id of the table.
    sends
        The input to which a field sends what is typed.
    words
        The language.
    """
    table = base.applying(tuple(change for change in changes if change.addition is not None)).table(name)
    system = system_of(base)
    called = {row: row_word(system, row, words) for row in (*table.rows, *table.row_offset)}
    headed = {column: column_word(system, table.kind, column, words) for column in table.columns}
    rows_down = words.text("explore_rules.row_offset")
    now = {change.where: change.after for change in changes}
    title = words.titled("tables", name, table.title)

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
        tags.th(_dice(table.dice, table.die)),
        *(tags.th(text, title=column, scope="col") for column, text in headed.items()),
    )
    rows = [
        tags.tr(
            tags.th(called[row], title=row, scope="row"),
            *(
                tags.td(_plain(printed) if row in table.form.unread else field(row, column, printed))
                for column, printed in zip(table.columns, cells, strict=True)
            ),
        )
        for row, cells in zip(table.rows, table.cells, strict=True)
    ]
    offsets = [
        tags.tr(
            tags.th(called[of], title=of, scope="row"),
            tags.td(field(of, ROW_OFFSET, str(by)), colspan=str(len(table.columns))),
        )
        for of, by in table.row_offset.items()
    ]
    if offsets:
        offsets.insert(
            0,
            tags.tr(tags.th(rows_down, colspan=str(len(table.columns) + 1), scope="rowgroup")),
        )
    meanings = [tags.li(tags.b(letter), f" {words.translated(text)}") for letter, text in table.results.items()]
    return tags.div(
        tags.div(
            tags.table(tags.caption(title), tags.thead(head), tags.tbody(*rows, *offsets), class_="cells"),
            class_="scroll",
        ),
        tags.ul(*meanings, class_="letters") if meanings else None,
        tags.p(cited(Cited(table=table.source), words), class_="note"),
    )


def _dice(dice: int, die: int) -> str:
    return f"{dice}d{die}" if die else ""


def _plain(printed: str) -> str:
    return "" if printed == EMPTY else printed


def options_html(base: RuleSet, changes: Sequence[Change], sends: str, words: Locale) -> Tag:
    """Return all options of a rule set as choices, with who says what is chosen."""
    now = {change.where: change.after for change in changes if change.kind == "option"}
    shown = [
        _option(option, base.values[option.id], now.get(option.id), sends, words) for option in base.options.values()
    ]
    return tags.details(tags.summary(words.text("explore_rules.options", number=len(shown))), *shown)


def _option(option: Option, printed: str, changed: str | None, sends: str, words: Locale) -> Tag:
    value = printed if changed is None else changed
    choices = [
        tags.option(
            _meaning(option, choice.value, words),
            value=choice.value,
            selected="" if choice.value == value else None,
            data_source=cited(Cited(choice.source), words),
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
    source = cited(Cited(option.choice(value).source), words)
    return tags.label(
        tags.span(words.titled("options", option.id, option.title)),
        field,
        tags.small(source, class_="note"),
        class_="control option",
    )


def _meaning(option: Option, value: str, words: Locale) -> str:
    return words.meaning(option.id, value, option.choice(value).text)

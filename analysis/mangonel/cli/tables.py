"""``mangonel tables``: the tables as on the page."""

from __future__ import annotations

from collections.abc import Collection

import click

from mangonel.cli.completing import tables as known
from mangonel.cli.options import json_option, lang_option, rules_option, spoken
from mangonel.cli.telling import Telling
from mangonel.errors import DataError


@click.command(cls=Telling)
@click.argument("ids", nargs=-1, shell_complete=known)
@rules_option
@lang_option
@json_option
def command(ids: tuple[str, ...], rules: str | None, lang: str, as_json: bool) -> None:
    """List the tables, or print those with the given IDS as on the page, with their source.

    \b
    Examples:
      mangonel tables
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.cli.output import print_json, print_told
    from mangonel.document.rule_sets import head, table_told
    from mangonel.paper.blocks import Paragraph, Table
    from mangonel.rules.loading import load_rules

    words = spoken(lang, as_json=as_json)
    rule_set = load_rules(rules or _usual_rules(ids))
    tables = [rule_set.table(name) for name in (ids or sorted(rule_set.tables))]
    if as_json:
        document = [
            {
                "id": table.id,
                "title": table.title,
                "source": str(table.source),
                "columns": list(table.columns),
                "rows": {row: list(cells) for row, cells in zip(table.rows, table.cells, strict=True)},
                "results": dict(table.results),
            }
            for table in tables
        ]
        print_json({"rules": rule_set.id, "digest": rule_set.digest, "tables": document})
        return
    if ids:
        blocks = (block for table in tables for block in table_told(table, words))
        print_told((Paragraph(head(rule_set, words), "title"), *blocks))
        return
    rows = tuple((table.id, words.titled("tables", table.id, table.title)) for table in tables)
    print_told((Table(head(rule_set, words), ("", ""), rows, text=(0, 1)),))


def _usual_rules(ids: Collection[str]) -> str:
    """Return the usual rule set of the game that has tables; the usual game goes before others.

    Raises
    ------
    DataError
        If there is no such table, more than one other game has them all, or none does.
    """
    from mangonel.games.system import systems, usual_system
    from mangonel.rules.loading import load_rules

    usual = usual_system().rules
    # Other games are not read for a table of the usual one.
    if set(ids) <= load_rules(usual).tables.keys():
        return usual
    known = {system.rules: load_rules(system.rules).tables for system in systems()}
    every = dict.fromkeys(name for tables in known.values() for name in tables)
    if unknown := [name for name in ids if name not in every]:
        raise DataError("no such table", value=unknown[0], allowed=every)
    games = [rules for rules, tables in known.items() if set(ids) <= tables.keys()]
    if len(games) == 1:
        return games[0]
    reason = "more than one game has this: name a rule set with --rules" if games else "no game has all these tables"
    raise DataError(reason, value=" ".join(ids), allowed=games)

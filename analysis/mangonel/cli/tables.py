"""``mangonel tables``: the tables as on the page."""

from __future__ import annotations

import click

from mangonel.cli.completing import tables as known
from mangonel.cli.options import json_option, lang_option, rules_option, spoken
from mangonel.cli.telling import Telling

__all__ = ["command"]


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
    from mangonel.rules.loading import load_rules
    from mangonel.systems.registry import usual_system
    from mangonel.telling.blocks import Rows, Said
    from mangonel.telling.rule_sets import head
    from mangonel.telling.tables import table_told

    words = spoken(lang, as_json=as_json)
    rule_set = load_rules(rules or usual_system().rules)
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
        print_told((Said(head(rule_set, words), "title"), *blocks))
        return
    rows = tuple((table.id, words.titled("tables", table.id, table.title)) for table in tables)
    print_told((Rows(("", ""), rows, head(rule_set, words), (0, 1)),))

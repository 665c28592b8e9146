"""``mangonel tables``: the tables as on the page."""

from __future__ import annotations

import click

from mangonel.cli.completing import tables as known
from mangonel.cli.options import json_option, rules_option
from mangonel.cli.telling import Telling

__all__ = ["command"]


@click.command(cls=Telling)
@click.argument("ids", nargs=-1, shell_complete=known)
@rules_option
@json_option
def command(ids: tuple[str, ...], rules: str | None, as_json: bool) -> None:
    """List the tables, or print those with the given IDS as on the page, with their source.

    \b
    Examples:
      mangonel tables
    {examples}
    """  # noqa: D301 - click reads the escape as one
    import json

    from mangonel.rules.loading import load_rules
    from mangonel.systems.registry import usual_system

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
        click.echo(json.dumps({"rules": rule_set.id, "digest": rule_set.digest, "tables": document}, indent=2))
        return
    click.echo(f"{rule_set.title} [{rule_set.id} {rule_set.digest}]")
    if not ids:
        width = max(len(table.id) for table in tables)
        for table in tables:
            click.echo(f"  {table.id:<{width}}  {table.title}")
        return
    for table in tables:
        click.echo()
        click.echo(table.formatted())

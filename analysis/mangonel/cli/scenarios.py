"""``mangonel scenarios``: what can be played, and a start for one's own."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command()
@click.argument("name", required=False)
@click.option(
    "--schema", type=click.Choice(["scenario", "roster"]), help="Print a JSON schema for editors that check your files."
)
def command(name: str | None, schema: str | None) -> None:
    """List the scenarios, or print the file of NAME: save it, change it and give its path instead of a name.

    \b
    Examples:
      mangonel scenarios ladder-one > my-assault.toml
      mangonel scenarios --schema scenario > scenario.schema.json
    """  # noqa: D301 - click reads the escape as one
    if schema is not None:
        from mangonel.systems.schemas import schema_text

        click.echo(schema_text(schema), nl=False)
        return
    from mangonel.systems.scenario import load_scenario, scenario_names

    if name is not None:
        click.echo(load_scenario(name).file.read_text(encoding="utf-8"), nl=False)
        return
    width = max(len(entry) for entry in scenario_names())
    for entry in scenario_names():
        scenario = load_scenario(entry)
        click.echo(f"{entry:<{width}}  {scenario.sequence:<14}  {scenario.title}")

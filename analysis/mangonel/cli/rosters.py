"""``mangonel rosters``: the values on the counters, those of the program and one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mangonel.cli.completing import rosters
from mangonel.cli.options import json_option
from mangonel.cli.telling import TellingGroup
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.systems.roster_files import Man

__all__ = ["command"]


@click.group(cls=TellingGroup)
def command() -> None:
    """List, show, start, check and import the values on the counters.

    The rule texts do not print them: the roster that comes with the program is made up, and yours takes its place.

    \b
    From a counter sheet to a result:
      mangonel rosters new men.csv          # a sheet to fill in
      mangonel rosters import men.csv       # writes men.toml
    {examples}
      mangonel simulate mine.toml
    """  # noqa: D301 - click reads the escape as one


@command.command("list")
def list_rosters() -> None:
    """List the rosters that come with the program."""
    from mangonel.systems.roster_files import men_of
    from mangonel.tables.locate import shipped
    from mangonel.tables.reading import Node

    own = shipped("rosters")
    width = max(map(len, own), default=0)
    for name, file in own.items():
        kinds = ", ".join(str(man["id"]) for man in men_of(name)[1])
        click.echo(f"{name:<{width}}  {Node.load(file).text('title')}: {kinds}")


@command.command()
@click.argument("roster", shell_complete=rosters)
@json_option
def show(roster: str, as_json: bool) -> None:
    """Show the men of ROSTER (a name or a file) with all their values."""
    from mangonel.cli.output import print_json, print_table
    from mangonel.systems.roster_files import columns, men_of

    system, men = men_of(roster)
    if as_json:
        print_json(men)
        return
    shown = [name for name in columns(system) if any(name in man for man in men)]
    heads = [name.replace("_", " ") for name in shown]
    rows = [tuple(str(man.get(name, "")) for name in shown) for man in men]
    words = [number for number, name in enumerate(shown) if any(isinstance(man.get(name), str) for man in men)]
    print_table(roster, heads, rows, text=words)


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--base",
    default=None,
    metavar="NAME|FILE",
    shell_complete=rosters,
    help="Whose men it starts with; it decides the game.",
)
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
def new(file: Path, base: str | None, force: bool) -> None:
    """Write FILE, a roster to start your own from: .toml as scenarios read it, or .csv for a spreadsheet."""
    from mangonel.cli.output import write_file
    from mangonel.systems.registry import usual_system
    from mangonel.systems.roster_files import men_of, roster_csv, roster_text

    base = base or usual_system().usual_roster
    system, men = men_of(base)
    if file.suffix == ".csv":
        write_file(file, roster_csv(men, system), force=force)
        return
    _check_name(file)
    note = f"Started from {base}: say here whose counters these are, when all values are yours."
    write_file(file, roster_text(_id(file), file.stem, note, men, system), force=force)


@command.command()
@click.argument("files", nargs=-1, required=True)
def check(files: tuple[str, ...]) -> None:
    """Check rosters of your own: FILES are read whole, and every value in them is looked at."""
    from mangonel.systems.roster_files import men_of

    for file in files:
        _, men = men_of(file)
        click.echo(f"{file}: fine; {len(men)} kinds of men: {', '.join(str(man['id']) for man in men)}")


@command.command("import")
@click.argument("table", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="The roster; by default TABLE with .toml.")
@click.option("--title", help="What the roster is called; by default the name of the file.")
@click.option("--note", help="Whose counters these are, as results say it.")
@click.option("--force", is_flag=True, help="Replace the roster if it exists.")
def import_men(table: Path, out: Path | None, title: str | None, note: str | None, force: bool) -> None:
    """Make a roster of TABLE, a CSV file with a line of names of columns and a line for each kind of men.

    Columns are called as in mangonel rosters new men.csv, in any order; without ids these are made of the titles.
    """
    from mangonel.cli.output import write_file
    from mangonel.systems.roster_files import men_of_csv, roster_text

    system, men = men_of_csv(table)
    target = table.with_suffix(".toml") if out is None else out
    _check_name(target)
    _check_different(men, table)
    about = note or f"Values from {table.name}."
    write_file(target, roster_text(_id(target), title or table.stem, about, men, system), force=force)
    click.echo(f"{len(men)} kinds of men: {', '.join(str(man['id']) for man in men)}")
    click.echo(f'in a scenario beside it: roster = "{target.name}"')


def _check_name(file: Path) -> None:
    if file.suffix != ".toml":
        raise DataError("the name of a roster ends in .toml", value=str(file))


def _check_different(men: tuple[Man, ...], table: Path) -> None:
    ids = [str(man["id"]) for man in men]
    for number, man_id in enumerate(ids):
        if man_id in ids[:number]:
            raise DataError("two kinds have the same id", file=table, value=man_id)


def _id(file: Path) -> str:
    import re

    return re.sub(r"[^a-z0-9]+", "-", file.stem.lower()).strip("-") or "mine"

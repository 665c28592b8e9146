"""``mangonel rosters``: the values on the counters, shipped or your own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import click

from mangonel.cli.options import Json, Lang, TellingGroup, argument, declared, option, rosters, speak
from mangonel.cli.output import print_json, print_list, print_told, write_files
from mangonel.errors import DataError
from mangonel.games.roster import Values, columns, in_toml, men_of, men_of_csv, roster_csv, roster_text
from mangonel.games.system import usual_system
from mangonel.paper.blocks import Table
from mangonel.rules.files import shipped
from mangonel.rules.reading import Node
from mangonel.rules.words import say, words


@click.group(cls=TellingGroup)
def command() -> None:
    """List, show, start, check and import the values on the counters.

    The rule texts do not print them: the roster that comes with the program is made up, and yours takes its place.

    From a counter sheet to a result:
      mangonel rosters new men.csv          # a sheet to fill in
      mangonel rosters import men.csv       # writes men.toml
    {examples}
      mangonel simulate mine.toml
    """


@declared(group=command, name="list")
def list_rosters(lang: Lang) -> None:
    """List the rosters that come with the program."""
    speak(lang)
    rows = []
    for name, file in shipped("rosters").items():
        kinds = words().with_commas(words().translated(str(man["title"])) for man in men_of(name)[1])
        rows.append((name, words().named(words().translated(Node.load(file).text("title")), kinds)))
    print_list(rows)


@declared(group=command)
def show(*, roster: str = argument(shell_complete=rosters), lang: Lang, as_json: Json) -> None:
    """Show the men of ROSTER (a name or a file) with all their values."""
    speak(lang, as_json=as_json)
    system, men = men_of(roster)
    if as_json:
        print_json(men)
        return
    values = [name for name in columns(system) if name not in ("id", "title") and any(name in man for man in men)]
    rows = []
    for man in men:
        known = (in_toml(man[name]).strip('"') if name in man else "" for name in values)
        rows.append((str(man["id"]), words().translated(str(man["title"])), *known))
    heads = tuple(words().word("keys", name) for name in ("id", "title", *values))
    print_told((Table(roster, heads, tuple(rows), text=(0, 1)),))


@declared(group=command)
def new(
    *,
    file: Path = argument(),
    base: str | None = option(
        "Whose men it starts with; it decides the game.", metavar="NAME|FILE", shell_complete=rosters
    ),
    force: bool = option("Replace the file if it exists."),
    lang: Lang,
) -> None:
    """Write FILE, a roster to start your own from: .toml as scenarios read it, or .csv for a spreadsheet."""
    speak(lang)
    base = base or usual_system().usual_roster
    system, men = men_of(base)
    if file.suffix == ".csv":
        write_files({file: roster_csv(men, system)}, force=force)
        return
    _check_name(file)
    note = say("template.started", base=base)
    write_files({file: roster_text(_id(file), file.stem, note, men, system)}, force=force)


@declared(group=command)
def check(*, files: tuple[str, ...] = argument(required=True), lang: Lang) -> None:
    """Check every value in FILES, rosters of your own."""
    speak(lang)
    for file in files:
        _, men = men_of(file)
        click.echo(say("listed.roster_fine", file=file, men=_counted(men)))


@declared(group=command, name="import")
def import_men(
    *,
    table: Path = argument(),
    out: Path | None = option("The roster; by default TABLE with .toml."),
    title: str | None = option("What the roster is called; by default the name of the file."),
    note: str | None = option("Whose counters these are, as results say it."),
    force: bool = option("Replace the roster if it exists."),
    lang: Lang,
) -> None:
    """Make a roster of TABLE, a CSV file with a line of names of columns and a line for each kind of men.

    Columns are called as in mangonel rosters new men.csv, in any order; without ids these are made of the titles.
    """
    speak(lang)
    system, men = men_of_csv(table)
    target = table.with_suffix(".toml") if out is None else out
    _check_name(target)
    ids = [str(man["id"]) for man in men]
    for number, man_id in enumerate(ids):
        if man_id in ids[:number]:
            raise DataError("two kinds have the same id", file=table, value=man_id)
    about = note or say("template.from_sheet", file=table.name)
    write_files({target: roster_text(_id(target), title or table.stem, about, men, system)}, force=force)
    click.echo(_counted(men))
    click.echo(say("listed.in_scenario", line=f'roster = "{target.name}"'))


def _counted(men: Sequence[Values]) -> str:
    """Return the number of kinds of men in a roster, with the ids by which scenarios name them."""
    return words().plural("listed.men", len(men), ids=", ".join(str(man["id"]) for man in men))


def _check_name(file: Path) -> None:
    if file.suffix != ".toml":
        raise DataError("the name of a roster ends in .toml", value=str(file))


def _id(file: Path) -> str:
    return re.sub(r"[^a-z0-9]+", "-", file.stem.lower()).strip("-") or "mine"

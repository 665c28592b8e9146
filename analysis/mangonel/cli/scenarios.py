"""``mangonel scenarios``: the shipped scenarios, and a start for one's own."""

from __future__ import annotations

import re
from pathlib import Path

import click

from mangonel.cli.options import Lang, argument, declared, given, option, scenarios, speak
from mangonel.cli.output import print_list
from mangonel.errors import DataError
from mangonel.games.roster import in_toml, men_of
from mangonel.games.scenario import load_scenario, scenario_names, schema_text
from mangonel.rules.files import decoded, read_whole
from mangonel.rules.words import words


@declared()
def command(
    *,
    name: str | None = argument(shell_complete=scenarios),
    schema: str | None = option(
        "Print a JSON schema for editors that check your files.", type=click.Choice(["scenario", "roster"])
    ),
    roster: str | None = option("Print NAME with the men of a roster of your own.", metavar="FILE"),
    lang: Lang,
) -> None:
    """List the scenarios, or print the file of NAME: save it, change it and give its path instead of a name.

    {examples}
      mangonel scenarios --schema scenario > scenario.schema.json
    """
    if (schema or name) is not None and given("lang"):
        raise click.UsageError("--lang goes with the list: a file is printed as it stands")
    if schema is not None:
        if (name or roster) is not None:
            raise click.UsageError("--schema goes without NAME or --roster")
        click.echo(schema_text(schema), nl=False)
        return

    speak(lang)
    if name is not None:
        click.echo(_text(name, roster), nl=False)
        return
    if roster is not None:
        raise click.UsageError("--roster goes with the NAME of a scenario")
    print_list(
        (entry, words().word("sequences", scenario.sequence), words().translated(scenario.title))
        for entry, scenario in ((name, load_scenario(name)) for name in scenario_names())
    )


def _text(name: str, roster: str | None) -> str:
    """Return the file of a scenario, with another roster if one is named: every man of it must be there.

    It is a DataError if there is no such scenario or roster, or the roster lacks a kind of men.
    """
    loaded = load_scenario(name)
    text = decoded(read_whole(loaded.file), loaded.file).replace("\r\n", "\n")
    if roster is None:
        return text
    named = r'^roster = "[^"]*"\n'
    kinds = dict.fromkeys(re.findall(r'^kind = "([^"]*)"', text, re.MULTILINE))
    usual = set() if loaded.roster is None else {kind.id for kind in loaded.roster.kinds}
    if not re.search(named, text, re.MULTILINE) and not (kinds and usual.issuperset(kinds)):
        raise DataError("this scenario names no roster", value=name)
    ids = [str(man["id"]) for man in men_of(roster)[1]]
    for kind in kinds:
        if kind not in ids:
            raise DataError("the scenario needs a kind of men that the roster has not", value=kind, allowed=ids)
    # The comments of the file about its men are not true of these.
    written = re.sub(rf'{named}|^note = "[^"]*"\n', "", text, flags=re.MULTILINE)
    written = re.sub(r"^(#.*?) The values of [^.]*\.", r"\1", written, flags=re.MULTILINE)
    line = f"roster = {in_toml(Path(roster).as_posix())}\n"
    return re.sub(r"^sequence = .*\n", lambda sequence: sequence[0] + line, written, count=1, flags=re.MULTILINE)

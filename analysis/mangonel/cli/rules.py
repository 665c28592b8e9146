"""``mangonel rules``: list, show, compare, start and check rule sets; ``mangonel tables``: the tables themselves."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Annotated

import click

from mangonel.cli.options import (
    Json,
    Lang,
    Rules,
    TellingGroup,
    argument,
    declared,
    option,
    rule_sets,
    speak,
    usual_option,
)
from mangonel.cli.options import tables as table_names
from mangonel.cli.output import print_json, print_list, print_told, write_files
from mangonel.document.rule_sets import differences_told, head, options_told, overlay_template, table_told
from mangonel.errors import DataError
from mangonel.games.scenario import schema_text
from mangonel.games.system import system_of, systems, usual_system
from mangonel.paper.blocks import Paragraph, Table
from mangonel.rules.difference import differences
from mangonel.rules.files import csv_text
from mangonel.rules.loading import idle_blocks, load_base, load_rules, overlay_id, reference_from, rule_set_names
from mangonel.rules.reading import is_there
from mangonel.rules.words import refusal, words

RuleSetName = Annotated[str, argument(shell_complete=rule_sets)]


@click.group(cls=TellingGroup)
def command() -> None:
    """List, show, compare, start and check rule sets.

      mangonel rules list
    {examples}
      mangonel rules check my-rules.toml
      mangonel rules schema > overlay.schema.json
    """


@declared(group=command, name="list")
def list_rules(lang: Lang, as_json: Json) -> None:
    """List the rule sets that come with the program."""
    speak(lang, as_json=as_json)
    rule_sets = [load_rules(name) for name in rule_set_names()]
    if as_json:
        print_json([{"id": each.id, "title": each.title, "digest": each.digest} for each in rule_sets])
        return
    print_list((each.id, each.digest, words().translated(each.title)) for each in rule_sets)


@declared(group=command)
def show(rules: RuleSetName, lang: Lang, as_json: Json) -> None:
    """Show the options of RULES (a name or a file), their choices and sources."""
    speak(lang, as_json=as_json)
    rule_set = load_rules(rules)
    if as_json:
        values = {"id": rule_set.id, "digest": rule_set.digest, "chain": list(rule_set.chain)}
        print_json(values | {"options": dict(rule_set.values)})
        return
    print_told(options_told(rule_set))


@declared(group=command)
def diff(
    *, left: RuleSetName, right: RuleSetName, lang: Lang, as_json: Json, as_csv: bool = option("Print CSV.", "--csv")
) -> None:
    """List the differences of LEFT and RIGHT, cell by cell and option by option, with sources."""
    if as_json and as_csv:
        raise click.UsageError("--json and --csv do not go together")
    speak(lang, as_json=as_json)
    first, other = load_rules(left), load_rules(right)
    changes = differences(first, other)
    if as_json:
        ids = {"left": first.id, "left_digest": first.digest, "right": other.id, "right_digest": other.digest}
        print_json(ids | {"differences": [entry.plain() for entry in changes]})
        return
    if as_csv:
        columns = ("kind", "where", "left", "right", "source_left", "source_right")
        click.echo(csv_text([columns, *([entry.plain()[name] for name in columns] for entry in changes)]), nl=False)
        return
    print_told(differences_told(first, other, changes))


@declared(group=command)
def check(*, files: tuple[str, ...] = argument(required=True), lang: Lang) -> None:
    """Check rule sets of your own: FILES are read whole and every cell and option in them is looked at.

    Anything allowed that looks like a slip is named as well: half a weapon, a column that goes up and down, a change
    that changes nothing. This is said in English, as errors are.
    """
    speak(lang)
    games = {system.id: system for system in systems()}
    refused: list[DataError] = []
    for file in files:
        try:
            rule_set = load_rules(file, validate=True)
        except DataError as error:
            refused.append(error)
            continue
        click.echo(
            words().plural("listed.fine", rule_set.own_changes, file=file, rules=f"{rule_set.id} {rule_set.digest}")
        )
        for block in idle_blocks(file):
            click.echo(f"{file}: careful: {block} changes nothing: the base has the same")
        # A base rule set of one's own is held against the printed tables.
        system = games.get(rule_set.system)
        if system is None:
            click.echo(f"{file}: careful: no such game is installed: its tables can be read, and nothing can be played")
            continue
        for doubt in system.doubts(rule_set, load_base(file) or load_rules(system.rules)):
            click.echo(f"{file}: careful: {doubt}")
    for earlier in refused[:-1]:
        click.echo(f"mangonel: {refusal(earlier)}", err=True)
    if refused:
        raise refused[-1]


@declared(group=command)
def new(
    *,
    file: Path = argument(),
    base: str | None = usual_option("What it is to be based on."),
    force: bool = option("Replace the file if it exists."),
    lang: Lang,
) -> None:
    """Write FILE, a rule file to start your own from: every option with its choices, and examples of changes."""
    speak(lang)
    if file.suffix != ".toml":
        raise DataError("the name of a rule file ends in .toml", value=str(file))
    base = base or usual_system().rules
    rule_set = load_rules(base)
    if is_there(file) and is_there(Path(base)) and file.samefile(base):
        raise DataError("a rule file cannot be its own base", value=str(file))
    name = overlay_id(file.stem, rule_set)
    examples = system_of(rule_set).examples(rule_set)
    text = overlay_template(rule_set, name=name, reference=reference_from(file, base), examples=examples)
    write_files({file: text}, force=force)


@declared(group=command)
def schema(*, base: str | None = usual_option("What the files are based on.")) -> None:
    """Print the JSON schema of rule files of your own, for editors that complete and check while you write."""
    click.echo(schema_text("overlay", base), nl=False)


@declared()
def tables(
    *, ids: tuple[str, ...] = argument(shell_complete=table_names), rules: Rules, lang: Lang, as_json: Json
) -> None:
    """List the tables, or print those with the given IDS as on the page, with their source.

      mangonel tables
    {examples}
    """
    speak(lang, as_json=as_json)
    rule_set = load_rules(rules or _usual_rules(ids))
    shown = [rule_set.table(name) for name in (ids or sorted(rule_set.tables))]
    if as_json:
        document = [
            {
                "id": table.id,
                "title": table.title,
                "source": str(table.source),
                "columns": list(table.columns),
                "rows": dict(zip(table.rows, map(list, table.cells), strict=True)),
                "results": dict(table.results),
            }
            for table in shown
        ]
        print_json({"rules": rule_set.id, "digest": rule_set.digest, "tables": document})
        return
    if ids:
        blocks = (block for table in shown for block in table_told(table))
        print_told((Paragraph(head(rule_set), "title"), *blocks))
        return
    rows = tuple((table.id, words().titled("tables", table.id, table.title)) for table in shown)
    print_told((Table(head(rule_set), ("", ""), rows, text=(0, 1)),))


def _usual_rules(ids: Collection[str]) -> str:
    """Return the usual rule set of the game that has tables; the usual game goes before others.

    It is a DataError if there is no such table, more than one other game has them all, or none does.
    """
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

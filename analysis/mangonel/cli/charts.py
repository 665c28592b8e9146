"""``mangonel charts``: odds sheets for the table, as PDF, SVG, PNG or CSV."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from mangonel.cli.options import Show, argument, declared, given, languages, option, rule_sets, usual_option
from mangonel.cli.options import sheets as sheets_known
from mangonel.cli.play_options import crew, progress_bar
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.games.system import System

_VIEWS = ("faces", "percent", "at-least", "outcomes", "tenths", "table")
_WIDTH = 74
"""Of the list of sheets in help, which is set as it stands."""


def _places() -> dict[str, str]:
    from mangonel.games.system import systems

    games = [system for system in systems() if system.sheets().entries]
    return {"sheets": "\n".join(line for system in games for line in _listed(system, alone=len(games) == 1))}


def _listed(system: System, *, alone: bool) -> list[str]:
    from mangonel.paper.catalogue import EVERY

    catalogue, blank = system.sheets(), " " * len("Sheets: ")
    head = "Sheets: " if alone else f"Sheets of {system.id}: "
    names = ", ".join(catalogue.entries) + (";" if catalogue.about else ".")
    if catalogue.sides:
        names = f"{names[:-1]}; {EVERY} stands for all of them. Sides of the player aid: {', '.join(catalogue.sides)}."
    lines = wrap(head + names, _WIDTH, subsequent_indent=blank, break_on_hyphens=False)
    return [*lines, f"{blank}{catalogue.about}."] if catalogue.about else lines


@declared(places=_places)
def command(
    *,
    sheets: tuple[str, ...] = argument(shell_complete=sheets_known),
    rules: tuple[str, ...] = usual_option("Rule set, or a file of your own; repeat it for several."),
    against: str | None = option(
        "A second rule set: what changes under it.", metavar="NAME|FILE", shell_complete=rule_sets
    ),
    all_cells: bool = option("With --against: what is the same under both, too."),
    lang: tuple[str, ...] = option(
        "en, fr, es, de, it, or a file of your own; repeat it for several.",
        default=("en",),
        metavar="NAME|FILE",
        shell_complete=languages,
    ),
    everything: bool = option("All shipped rule sets in all languages.", "--all"),
    view: tuple[str, ...] = option(
        "What the cells say; by default faces where a sheet has them, else percent.", type=click.Choice(_VIEWS)
    ),
    paper: str = option("", type=click.Choice(["a4", "letter"]), default="a4"),
    orientation: str = option("", type=click.Choice(["portrait", "landscape"]), default="portrait"),
    formats: tuple[str, ...] = option(
        "csv has every word and number of the sheet.",
        "--format",
        type=click.Choice(["pdf", "svg", "png", "csv"]),
        default=("pdf",),
    ),
    ink: str | None = option("By default colour for PNG, grey for all else.", type=click.Choice(["grey", "colour"])),
    dpi: int = option("Dots an inch of PNG.", type=click.IntRange(72, 1200), default=200),
    together: bool = option("All SHEETS of a rule set and a language in one document."),
    fold: str | None = option("A booklet: print on both sides of the paper, fold, staple.", type=click.Choice(["a5"])),
    cards: bool = option("Cards of poker size with two sides each: nine on A4, eight on Letter."),
    date: str = option("A date to be printed; none by default.", default=""),
    out: Path = option("Folder.", default=Path("charts")),
    force: bool = option("Replace files that are not mangonel's own, too."),
    show: Show,
    workers: int = option("Processes to draw in.", type=click.IntRange(1, 64), default=1),
) -> None:
    """Write the player aid, to be printed and used at the table; or the odds SHEETS that are named.

    The player aid has a few sides that stand for all tables, with rules in force and sources at their foot. Under a
    second rule set (--against) only the changes are written.

    Sheets of the same name in the folder are replaced; if one was different, the command says so. Files that mangonel
    has not made are not replaced.

    {sheets}
    Views:  faces (of the die: what to roll), percent, at-least (this
            result or one better for the attacker), outcomes (by name),
            tenths (rolls of ten), table (as printed, beside its chances).

      mangonel charts --lang de
      mangonel charts --cards --paper letter
      mangonel charts --against my-rules.toml
    {examples}
      mangonel charts sheets --together --orientation landscape
      mangonel charts --all --workers 2 --out everything
    """
    from mangonel.games.batch import Style, documents, rules_with, without_view, write_out
    from mangonel.paper.writing import check_folder, check_replaceable
    from mangonel.rules.words.loading import locale_names

    _check(pictures="png" in formats, compared=against is not None)
    rules = rules_with(sheets, rules, everything=everything)
    if everything:
        lang = tuple(dict.fromkeys((*locale_names(), *lang)))
    sets = [(name,) if against is None else (name, against) for name in dict.fromkeys(rules)]
    asked = []
    # Pictures for a screen are in colour, files for printing in grey.
    for usual, known in (("grey", ("pdf", "svg", "csv")), ("colour", ("png",))):
        if endings := tuple(ending for ending in known if ending in formats):
            style = Style(endings, paper, orientation, ink or usual, date, dpi, "cards" if cards else fold or "")
            spoken = tuple(dict.fromkeys(lang))
            asked += documents(sets, spoken, sheets, view, style, together=together, all_cells=all_cells)
    lacking = dict.fromkeys(lack for document in asked if view for lack in without_view(document))
    for name, wanted, shown in lacking:
        click.echo(f"mangonel: {name} has no view {wanted}; it is shown as {shown}", err=True)
    check_folder(out)
    # Most obstacles are found before anything is drawn.
    check_replaceable(
        (out / f"{document.name}.{ending}" for document in asked for ending in document.style.formats), force=force
    )
    first: Path | None = None
    with progress_bar(f"{len(asked)} documents") as progress, crew(workers) as pool:
        done = map(write_out, asked) if pool is None else pool.map(write_out, asked)
        for number, written in enumerate(done, start=1):
            # At once: a drawn file is there even if a later one fails.
            _write(out, written, force=force)
            first = first or out / next(iter(written))
            progress(number / len(asked))
    if show and first is not None:
        click.launch(str(first))


def _check(*, pictures: bool, compared: bool) -> None:
    layout = given("cards", "fold")
    if len(layout) > 1:
        raise DataError("--cards and --fold are two ways to print the same: name one of them")
    if layout and given("orientation"):
        raise click.UsageError(f"{layout[0]} goes without --orientation")
    if given("all_cells") and not compared:
        raise click.UsageError("--all-cells goes with --against")
    if given("dpi") and not pictures:
        raise click.UsageError("--dpi goes with --format png")


def _write(out: Path, files: dict[str, bytes], *, force: bool) -> None:
    from mangonel.cli.output import replacements_named
    from mangonel.paper.writing import check_replaceable, write_all

    check_replaceable((out / name for name in files), force=force)
    for folder in sorted({(out / name).parent for name in files}):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataError(f"cannot be made: {error.strerror or error}", file=folder) from None
    with replacements_named(out / name for name in files):
        write_all({out / name: content for name, content in files.items()})
    for name in files:
        click.echo(out / name)

"""``mangonel charts``: odds sheets for the table, as PDF, SVG, PNG or CSV."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from mangonel.cli.options import Telling, UsualOption, languages, open_option, rule_sets
from mangonel.cli.options import sheets as sheets_known
from mangonel.cli.play_options import crew, progress_bar
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.games.system import System

__all__ = ["command"]


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


@click.command(cls=Telling, places=_places)
@click.argument("sheets", nargs=-1, shell_complete=sheets_known)
@click.option(
    "--rules",
    cls=UsualOption,
    usual="rules",
    multiple=True,
    metavar="NAME|FILE",
    shell_complete=rule_sets,
    help="Rule set, or a file of your own; repeat it for several.",
)
@click.option(
    "--against", metavar="NAME|FILE", shell_complete=rule_sets, help="A second rule set: what changes under it."
)
@click.option("--all-cells", is_flag=True, help="With --against: what is the same under both, too.")
@click.option(
    "--lang",
    default=("en",),
    show_default=True,
    multiple=True,
    metavar="NAME|FILE",
    shell_complete=languages,
    help="en, fr, es, de, it, or a file of your own; repeat it for several.",
)
@click.option("--all", "everything", is_flag=True, help="All shipped rule sets in all languages.")
@click.option(
    "--view",
    type=click.Choice(_VIEWS),
    multiple=True,
    help="What the cells say; by default faces where a sheet has them, else percent.",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--orientation", type=click.Choice(["portrait", "landscape"]), default="portrait", show_default=True)
@click.option(
    "--format",
    "formats",
    type=click.Choice(["pdf", "svg", "png", "csv"]),
    default=("pdf",),
    show_default=True,
    multiple=True,
    help="csv has every word and number of the sheet.",
)
@click.option("--ink", type=click.Choice(["grey", "colour"]), help="By default colour for PNG, grey for all else.")
@click.option("--dpi", type=click.IntRange(72, 1200), default=200, show_default=True, help="Dots an inch of PNG.")
@click.option("--together", is_flag=True, help="All SHEETS of a rule set and a language in one document.")
@click.option("--fold", type=click.Choice(["a5"]), help="A booklet: print on both sides of the paper, fold, staple.")
@click.option("--cards", is_flag=True, help="Cards of poker size with two sides each: nine on A4, eight on Letter.")
@click.option("--date", default="", help="A date to be printed; none by default.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("charts"), show_default=True, help="Folder.")
@click.option("--force", is_flag=True, help="Replace files that are not mangonel's own, too.")
@open_option
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes to draw in.")
def command(
    sheets: tuple[str, ...],
    rules: tuple[str, ...],
    against: str | None,
    all_cells: bool,
    lang: tuple[str, ...],
    everything: bool,
    view: tuple[str, ...],
    paper: str,
    orientation: str,
    formats: tuple[str, ...],
    ink: str | None,
    dpi: int,
    together: bool,
    fold: str | None,
    cards: bool,
    date: str,
    out: Path,
    force: bool,
    show: bool,
    workers: int,
) -> None:
    """Write the player aid, to be printed and used at the table; or the odds SHEETS that are named.

    The player aid has a few sides that stand for all tables, with rules in force and sources at their foot. Under a
    second rule set (--against) only the changes are written.

    Sheets of the same name in the folder are replaced; if one was different, the command says so. Files that mangonel
    has not made are not replaced.

    \b
    {sheets}
    Views:  faces (of the die: what to roll), percent, at-least (this
            result or one better for the attacker), outcomes (by name),
            tenths (rolls of ten), table (as printed, beside its chances).

    \b
    Examples:
      mangonel charts --lang de
      mangonel charts --cards --paper letter
      mangonel charts --against my-rules.toml
    {examples}
      mangonel charts sheets --together --orientation landscape
      mangonel charts --all --workers 2 --out everything
    """  # noqa: D301 - click reads the escape as one
    from mangonel.games.batch import Style, documents, rules_with, without_view, write_out
    from mangonel.paper.writing import check_folder, check_replaceable
    from mangonel.rules.words.loading import locale_names

    if cards and fold:
        raise DataError("--cards and --fold are two ways to print the same: name one of them")
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

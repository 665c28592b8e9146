"""``mangonel merge``: the kept blocks of several runs in one folder."""

from __future__ import annotations

from pathlib import Path

import click

from mangonel.cli.options import lang_option, spoken
from mangonel.cli.telling import Telling


@click.command(cls=Telling)
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--into",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Where all of it comes to, beside what is there.",
)
@lang_option
def command(folders: tuple[Path, ...], into: Path, lang: str) -> None:
    """Merge the blocks that runs on several machines have kept in FOLDERS with --keep.

    They have to be of the same version, scenarios and rule sets. FOLDERS stay as they are.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.studies.folder import merge

    words = spoken(lang, as_json=False)
    for folder, number in merge(folders, into).items():
        click.echo(words.plural("listed.taken", number, folder=folder))

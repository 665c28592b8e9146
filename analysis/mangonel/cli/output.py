"""Printing results: tables for a terminal, one JSON document, CSV files."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.odds.result import Provenance

__all__ = ["print_json", "print_provenance", "print_table", "write_file"]


def print_json(document: Any) -> None:
    """Print a document as JSON on standard output."""
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))


def print_table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], *, text: Sequence[int] = (0,)
) -> None:
    """Print a table; columns numbered in `text` are words and stand left, the others are numbers and stand right."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, title_style="bold")
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number in text else "right", overflow="fold")
    for row in rows:
        table.add_row(*(cell.replace("[", r"\[") for cell in row))
    # Lines are not broken for readers that are programs.
    width = None if sys.stdout.isatty() else 200
    Console(width=width, highlight=False).print(table)


def print_provenance(provenance: Provenance) -> None:
    """Print where a result comes from, in one paragraph."""
    parts = [
        f"engine {provenance.engine}",
        f"{provenance.trials:,} trials, seed {provenance.seed}" if provenance.trials is not None else "",
        f"{provenance.states:,} states" if provenance.states is not None else "",
        provenance.note,
        f"rules {provenance.rules} [{provenance.digest}]",
        f"scenario {provenance.scenario} [{provenance.scenario_digest}]",
        f"mangonel {provenance.version}",
    ]
    click.echo("; ".join(part for part in parts if part))


def write_file(path: Path, content: str, *, force: bool) -> None:
    """Write a text file whole or not at all.

    Raises
    ------
    DataError
        If it exists and `force` is not set, or cannot be written.
    """
    from mangonel.reports.writing import write_all

    if path.exists() and not force:
        raise DataError("the file exists already (use --force to replace it)", file=path)
    write_all({path: content.encode()})
    click.echo(f"wrote {path}", err=True)


def plain_frame(frame: Any) -> list[Mapping[str, object]]:
    """Return the rows of a data frame as plain values for JSON."""
    rows: list[Mapping[str, object]] = json.loads(frame.to_json(orient="records"))
    return rows

"""Printing results: tables for a terminal, one JSON document, CSV files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import click

from mangonel.cli.options import Json, Lang, Paper, given, option, speak
from mangonel.errors import DataError
from mangonel.rules.reading import is_there

if TYPE_CHECKING:
    import pandas as pd

    from mangonel.document.model import Making, ReportData
    from mangonel.paper.blocks import Blocks

_USUAL = 80
_UNBROKEN = 10_000
"""The width for readers that are programs."""


def terminal_width() -> int:
    """Return how many characters a line of the terminal has, as `shutil` says it, which takes its time to import."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or _USUAL  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return _USUAL


def in_colour() -> bool:
    """Tell whether the output is a terminal that shows colours."""
    person = sys.stdout is not None and sys.stdout.isatty()
    return person and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_json(document: Any) -> None:
    """Print a document as JSON on standard output."""
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))


def print_list(rows: Iterable[tuple[str, ...]]) -> None:
    """Print lines of an id and its description, without heads."""
    from mangonel.paper.blocks import Table

    lines = tuple(rows)
    columns = max(map(len, lines), default=0)
    print_told((Table("", ("",) * columns, lines, text=tuple(range(columns))),))


def print_told(told: Blocks) -> None:
    """Print sentences and tables to the width of the terminal."""
    from mangonel.document.text import plain

    # Without any output there is no reader at all.
    person = sys.stdout is not None and sys.stdout.isatty()
    click.echo(plain(told, width=terminal_width() if person else _UNBROKEN, bold=person))


def check_target(path: Path | None, *, force: bool) -> None:
    """Check that an output file can be written, before its content is computed.

    It is a DataError if the file exists and `force` is not set, or cannot be written, or is itself read: a TOML file,
    or one that the command names.
    """
    from mangonel.paper.writing import check_writable

    if path is None:
        return
    if is_there(path):
        if not force:
            raise DataError("the file exists already (use --force to replace it)", file=path)
        context = click.get_current_context(silent=True)
        given = [] if context is None else [value for value in context.params.values() if isinstance(value, str)]
        if path.suffix == ".toml" or any(is_there(Path(word)) and path.samefile(word) for word in given):
            raise DataError("results do not replace a file that is read", file=path)
    check_writable(path)


@contextmanager
def replacements_named(files: Iterable[Path]) -> Iterator[None]:
    """Name on standard error the files that are replaced by something else meanwhile."""
    before = {file: _content(file) for file in files if is_there(file)}
    yield
    for file, content in before.items():
        if content is None or content != _content(file):
            click.echo(f"mangonel: replaced {file}: its content was different", err=True)


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


def write_last(files: Mapping[Path, str], *, force: bool) -> None:
    """Write text files when all is printed, so that a full disk does not lose a result that was waited for.

    They are written even if the output is not read. Errors are those of `write_files`, at the command's end.
    """
    click.get_current_context().call_on_close(partial(write_files, files, force=force))


def write_files(files: Mapping[Path, str], *, force: bool) -> None:
    """Write text files, all of them whole or none at all.

    It is a DataError if one exists and `force` is not set, or cannot be written.
    """
    from mangonel.paper.writing import write_all

    for path in files:
        if path.exists() and not force:
            raise DataError("the file exists already (use --force to replace it)", file=path)
    write_all({path: content.encode() for path, content in files.items()})
    for path in files:
        click.echo(f"wrote {path}", err=True)


def write_listed(data: ReportData, out: Path, name: str, paper: str, *, force: bool) -> None:
    """Write a report into a folder and print the names of its files; errors as for `check_report`."""
    from mangonel.document.typst import write_report

    check_report(out, name, force=force)
    with replacements_named(_files(out, name)):
        files = write_report(data, out, name, paper=paper)
    for file in files:
        click.echo(file)


def check_report(out: Path, *names: str, force: bool) -> None:
    """Check that reports of these names can be written; errors as for `check_replaceable`."""
    from mangonel.paper.writing import check_replaceable

    check_replaceable((file for name in names for file in _files(out, name)), force=force)


def _files(out: Path, name: str) -> list[Path]:
    return [out / f"{name}.{suffix}" for suffix in ("html", "pdf", "csv")]


def dated(date: str | None) -> Making:
    """Return how a report is made: by the command that was typed, today or on another date."""
    import datetime as dt
    import shlex

    from mangonel.document.model import Making

    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    return Making(command=shlex.join(["mangonel", *sys.argv[1:]]), date=today if date is None else date)


Force = Annotated[bool, option("Replace files that exist.")]
Date = Annotated[str | None, option("Date printed in the report, today by default.")]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """How the answer of a study is wanted: printed in a language or as JSON, and as a CSV file."""

    lang: Lang
    csv_file: Path | None = option("Write the rows to a CSV file.", "--csv")
    force: Force
    as_json: Json

    def check(self) -> None:
        """Speak the language, and check that the file can be written, before anything is computed."""
        speak(self.lang, as_json=self.as_json)
        check_target(self.csv_file, force=self.force)

    def give(
        self,
        study: Any,
        document: Callable[[], Any],
        told: Callable[[], Blocks],
        *,
        beside: Mapping[Path, pd.DataFrame] = MappingProxyType({}),
        more: bool = False,
    ) -> None:
        """Print a study, and write the file that is wanted.

        Parameters
        ----------
        study
            The answer, with its numbers as a frame.
        document
            Returns the JSON document.
        told
            Returns the text printed otherwise.
        beside
            Further frames by the file into which each is written.
        more
            Whether to say that there is more with ``--all``.
        """
        from mangonel.engine.result import frame_csv
        from mangonel.rules.words import say, speaking

        if self.csv_file is not None:
            # Files for programs are in English.
            with speaking():
                frames = {self.csv_file: study.to_frame(), **beside}
            write_last({file: frame_csv(frame) for file, frame in frames.items()}, force=self.force)
        if self.as_json:
            print_json(document())
            return
        print_told(told())
        if more:
            click.echo(f"\n{say('telling.all')}")


@dataclass(frozen=True, kw_only=True)
class ReportAnswer(Answer):
    """How the answer of a study is wanted that is a report as well."""

    out: Path | None = option("Write a report into this folder: HTML, PDF and CSV.")
    paper: Paper
    date: Date

    def check(self) -> None:
        """Check that files and folder can be written, before anything is computed."""
        from mangonel.paper.writing import check_folder

        super().check()
        if self.out is not None:
            check_folder(self.out)
        elif idle := given("paper", "date"):
            raise click.UsageError(f"{idle[0]} goes with --out")

    def report(self, study: Any, name: str, report: Callable[..., ReportData]) -> None:
        """Write the report on a study if it is wanted: its name without suffix, and the function that builds it."""
        from mangonel.rules.words import words

        if self.out is not None:
            name = name if words().language == "en" else f"{name}-{words().language}"
            write_listed(report(study, dated(self.date)), self.out, name, self.paper, force=self.force)

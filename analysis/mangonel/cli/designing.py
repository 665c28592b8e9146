"""What the commands of the designer's desk share: options, and how their answers are printed, written and reported."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mangonel.cli.options import json_option, lang_option, spoken
from mangonel.cli.output import check_target, print_json, print_told, write_last, write_listed

if TYPE_CHECKING:
    from mangonel.rules.words import Locale
    from mangonel.studies.shown import DesignStudy

__all__ = ["Answer", "answered", "of_option"]


Function = TypeVar("Function", bound=Callable[..., Any])

of_option = click.option(
    "--of",
    metavar="NAME",
    help="An ending, a side, several joined by +, turns or a measure; by default an open question.",
)


@dataclass(frozen=True, slots=True)
class Answer:
    """How the answer is wanted."""

    lang: str
    as_json: bool
    csv_file: Path | None
    force: bool
    out: Path | None
    paper: str
    date: str | None

    @property
    def words(self) -> Locale:
        """The language."""
        return spoken(self.lang, as_json=self.as_json)

    def check(self) -> None:
        """Check that the files can be written, before anything is computed.

        Raises
        ------
        DataError
            If one exists, or cannot be written.
        """
        from mangonel.paper.writing import check_folder

        check_target(self.csv_file, force=self.force)
        if self.out is not None:
            check_folder(self.out)

    def give(self, study: DesignStudy, name: str, about: Mapping[str, Any]) -> None:
        """Print a study, and write what is wanted of it.

        Parameters
        ----------
        study
            The answer.
        name
            The name of the report, without suffix.
        about
            Further keys of the JSON document.
        """
        from mangonel.document.designs import build_design_report, told
        from mangonel.engine.result import frame_csv, plain_rows

        words = self.words
        frame = study.to_frame()
        if self.csv_file is not None:
            write_last({self.csv_file: frame_csv(frame)}, force=self.force)
        if self.as_json:
            print_json({**about, "rows": plain_rows(frame)})
        else:
            print_told(told(study, words))
        if self.out is not None:
            import datetime as dt
            import shlex

            from mangonel.document.background import Making
            from mangonel.paper.writing import check_replaceable

            date = self.date if self.date is not None else dt.datetime.now(tz=dt.UTC).date().isoformat()
            making = Making(command=shlex.join(["mangonel", *sys.argv[1:]]), date=date, words=words)
            name = name if words.language == "en" else f"{name}-{words.language}"
            check_replaceable((self.out / f"{name}.{suffix}" for suffix in ("html", "pdf", "csv")), force=self.force)
            write_listed(build_design_report(study, making), self.out, name, self.paper)


def answered(function: Function) -> Function:
    """Add the options that say how an answer is wanted, as an `Answer`."""
    import functools

    @functools.wraps(function)
    def called(*args: Any, **options: Any) -> Any:
        answer = Answer(**{name: options.pop(name) for name in Answer.__dataclass_fields__})
        answer.check()
        return function(*args, answer=answer, **options)

    decorated: Any = called
    for option in (
        json_option,
        click.option("--force", is_flag=True, help="Replace files that exist."),
        click.option("--csv", "csv_file", type=click.Path(path_type=Path), help="Write the rows to a CSV file."),
        click.option("--date", help="Date printed in the report, today by default."),
        click.option(
            "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Paper of the PDF."
        ),
        click.option(
            "--out", type=click.Path(path_type=Path), help="Write a report into this folder: HTML, PDF and CSV."
        ),
        lang_option,
    ):
        decorated = option(decorated)
    return decorated

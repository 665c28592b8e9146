"""CSV files: read with the guards of every file from outside, and written so that no cell is a formula."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import TypeVar

from mangonel.errors import DataError
from mangonel.rules.files import decoded, read_whole

__all__ = ["csv_text", "read_csv", "without_formula"]

Value = TypeVar("Value")

_SEPARATORS = ",;\t"
_QUOTE = "'"
_FORMULA = r"[=@]|[-+\N{MINUS SIGN}](?![\d.,]*\Z)"
"""A text that a spreadsheet takes for a formula; signed numbers are none."""


def read_csv(file: Path) -> list[list[str]]:
    """Return the rows of a CSV file whose cells are separated by commas, semicolons or tabs.

    A quote before a formula, as `csv_text` writes it, is left out.

    Raises
    ------
    DataError
        If there is no such file, or it cannot be read, is too large, not UTF-8 or not CSV.
    """
    text = decoded(read_whole(file), file)
    head = re.split(r"[\r\n]", text, maxsplit=1)[0]
    reader = csv.reader(StringIO(text, newline=""), delimiter=max(_SEPARATORS, key=head.count))
    try:
        return [[re.sub(rf"\A{_QUOTE}(?={_FORMULA})", "", cell) for cell in row] for row in reader]
    except csv.Error as error:
        raise DataError(f"is not valid CSV: {error}", file=file, path=f"line {reader.line_num}") from None


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV; see `without_formula`."""
    target = StringIO()
    csv.writer(target, lineterminator="\n").writerows([without_formula(cell) for cell in row] for row in rows)
    return target.getvalue()


def without_formula(cell: Value) -> Value | str:
    """Return the value of a CSV cell, with a quote before a text that a spreadsheet would calculate."""
    return f"{_QUOTE}{cell}" if isinstance(cell, str) and re.match(_FORMULA, cell) else cell
